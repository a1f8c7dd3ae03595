/* print/constant_nesting.c - which constants lead back to themselves
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/constant_nesting.h"

#include "base/grow.h"

#include <stdlib.h>

enum state {
    UNKNOWN,
    UNDER_WAY,
    ENDLESS, /* it contains itself, or one that does */
    FINITE
};

enum {
    FEW_OPERANDS = 16, /* are read again rather than kept */
};

/* A constant whose parts are looked at. */
struct frame {
    struct bl_record *own; /* NULL: it is short, and read again each time */
    uint32_t number, next_part;
    bool is_endless; /* one of the parts before NEXT_PART is */
};

struct search {
    struct bl_printer *p;
    const struct bl_constant *constants;
    uint8_t *states; /* of those */
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
    s->states[number] = UNDER_WAY;
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

/* UNKNOWN: it is now on the stack. */
static enum state state_of(struct search *s, uint64_t value)
{
    uint64_t own = value - s->first;
    uint64_t in_module = value - s->p->tables.n_globals;
    if (own < s->n) {
        if (s->states[own] != UNKNOWN)
            return s->states[own] == UNDER_WAY ? ENDLESS : (enum state)s->states[own];
        push_constant(s, (uint32_t)own);
        return UNKNOWN;
    }
    return s->module && in_module < s->module->n ? (enum state)s->module->states[in_module]
                                                 : FINITE;
}

/* Look at the next part of the constant on top of the stack, or take it off. */
static void step_constant(struct search *s)
{
    uint32_t at = s->n_stack - 1;
    struct frame *f = &s->stack[at];
    uint64_t part;
    bool is_there = f->next_part != BL_NONE && (f->own || read(s, f->number));
    if (!is_there || !bl_constant_part(f->own ? f->own : &s->rec, f->next_part, &part)) {
        s->states[f->number] = f->is_endless ? ENDLESS : FINITE;
        pop(s);
        return;
    }
    enum state state = state_of(s, part);
    f = &s->stack[at]; /* which may have moved */
    if (state == UNKNOWN)
        return; /* it comes first, and is asked for again */
    f->next_part++;
    f->is_endless |= state == ENDLESS;
}

static bool search(struct search *s, struct bl_nesting *nesting)
{
    s->states = nesting->states = calloc(s->n + 1U, 1);
    s->has_lacked = s->states == NULL;
    for (uint32_t i = 0; i < s->n && !s->has_lacked; i++) {
        if (s->states[i] == UNKNOWN)
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
    if (!of_module->states && !search(&module, of_module))
        return false;
    if (!p->loaded.body || of_body->states)
        return true;
    struct search body = {.p = p,
                          .constants = p->loaded.body->constants,
                          .n = p->loaded.body->n_constants,
                          .first = p->loaded.body->first_constant,
                          .module = of_module};
    return search(&body, of_body);
}

bool bl_nesting_is_endless(const struct bl_nesting *nesting, uint64_t number)
{
    return number < nesting->n && nesting->states[number] == ENDLESS;
}

void bl_nesting_release(struct bl_nesting *nesting)
{
    free(nesting->states);
    *nesting = (struct bl_nesting){0};
}
