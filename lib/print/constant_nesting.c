/* print/constant_nesting.c - which constants are nested too deep, or contain themselves
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/constant_nesting.h"

#include "base/grow.h"

#include <stdlib.h>

enum {
    UNKNOWN = 0, /* in place of a height */
    UNDER_WAY = 254,
    TOO_DEEP = 255,
    FEW_OPERANDS = 16, /* are read again rather than kept */
};

/* A constant whose parts are looked at. */
struct frame {
    struct bl_record *own; /* NULL: it is short, and read again each time */
    uint32_t number, next_part;
    uint8_t height; /* so far: of the parts before NEXT_PART */
};

struct search {
    struct bl_printer *p;
    const struct bl_constant *constants;
    uint8_t *heights; /* of those */
    uint32_t n;
    uint64_t first;                  /* value */
    const struct bl_nesting *module; /* NULL: these are the module's */
    struct bl_record rec;            /* of the one that is looked at */
    struct frame *stack;
    uint32_t n_stack, cap_stack;
    bool has_lacked;
};

static bool read(struct search *s, uint32_t number)
{
    const struct bl_constant *constant = &s->constants[number];
    return bl_constant_has_parts(constant->code) &&
           bl_module_note(s->p->tables.module,
                          bl_constant_read(s->p->tables.module, constant, &s->rec, NULL)) == BL_OK;
}

static void push_constant(struct search *s, uint32_t number)
{
    if (bl_grow(&s->stack, &s->cap_stack, s->n_stack + 1U) < 0) {
        s->has_lacked = true;
        return;
    }
    struct frame *f = &s->stack[s->n_stack++];
    *f = (struct frame){.number = number};
    s->heights[number] = UNDER_WAY;
    if (!read(s, number)) {
        f->next_part = BL_NONE;
    } else if (s->rec.n_ops > FEW_OPERANDS) {
        f->own = bl_new(sizeof *f->own);
        s->has_lacked |= f->own == NULL;
        if (f->own) {
            *f->own = s->rec;
            s->rec = (struct bl_record){0};
        }
    }
}

static void pop(struct search *s)
{
    struct frame *f = &s->stack[--s->n_stack];
    if (f->own)
        bl_record_release(f->own);
    bl_drop(f->own);
}

/* The height of VALUE; UNKNOWN: it is now on the stack. */
static uint8_t height_of(struct search *s, uint64_t value)
{
    uint64_t own = value - s->first;
    uint64_t in_module = value - s->p->tables.n_globals;
    if (own < s->n) {
        if (s->heights[own] == UNKNOWN)
            push_constant(s, (uint32_t)own);
        else
            return s->heights[own] == UNDER_WAY ? TOO_DEEP : s->heights[own];
        return UNKNOWN;
    }
    if (s->module && in_module < s->module->n)
        return s->module->heights[in_module];
    return 1;
}

/* Look at the next part of the constant on top of the stack, or take it off. */
static void step_constant(struct search *s)
{
    uint32_t at = s->n_stack - 1;
    struct frame *f = &s->stack[at];
    uint64_t part;
    bool is_there = f->next_part != BL_NONE && (f->own || read(s, f->number));
    if (!is_there || !bl_constant_part(f->own ? f->own : &s->rec, f->next_part, &part)) {
        s->heights[f->number] = f->height >= BL_MAX_NESTING ? TOO_DEEP : (uint8_t)(f->height + 1);
        pop(s);
        return;
    }
    uint8_t height = height_of(s, part);
    f = &s->stack[at]; /* which may have moved */
    if (height == UNKNOWN)
        return; /* it comes first, and is asked for again */
    f->next_part++;
    if (height > f->height)
        f->height = height;
}

static bool search(struct search *s, struct bl_nesting *nesting)
{
    s->heights = nesting->heights = calloc(s->n + 1U, 1);
    s->has_lacked = s->heights == NULL;
    for (uint32_t i = 0; i < s->n && !s->has_lacked; i++) {
        if (s->heights[i] == UNKNOWN)
            push_constant(s, i);
        while (s->n_stack > 0 && !s->has_lacked)
            step_constant(s);
    }
    while (s->n_stack > 0)
        pop(s);
    bl_record_release(&s->rec);
    bl_drop(s->stack);
    if (s->has_lacked)
        bl_nesting_release(nesting);
    else
        nesting->n = s->n;
    return !s->has_lacked;
}

bool bl_nesting_find(struct bl_printer *p, struct bl_nesting *of_module, struct bl_nesting *of_body)
{
    struct search module = {.p = p,
                            .constants = p->tables.constants,
                            .n = p->tables.n_constants,
                            .first = p->tables.n_globals};
    if (!of_module->heights && !search(&module, of_module))
        return false;
    if (!p->loaded.body || of_body->heights)
        return true;
    struct search body = {.p = p,
                          .constants = p->loaded.body->constants,
                          .n = p->loaded.body->n_constants,
                          .first = p->loaded.body->first_constant,
                          .module = of_module};
    return search(&body, of_body);
}

bool bl_nesting_is_deep(const struct bl_nesting *nesting, uint64_t number)
{
    return number < nesting->n && nesting->heights[number] == TOO_DEEP;
}

void bl_nesting_release(struct bl_nesting *nesting)
{
    free(nesting->heights);
    *nesting = (struct bl_nesting){0};
}
