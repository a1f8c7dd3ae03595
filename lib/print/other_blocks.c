/* print/other_blocks.c - names and numbers of basic blocks in other bodies
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A blockaddress names a block of any function. One without a name has the number that it has in
 * its function, which only reading that shows: it is read once, for all of its blocks.
 */
#include "print/other_blocks.h"
#include "base/grow.h"
#include "base/map.h"
#include "ir/module.h"
#include "print/local_names.h"

struct bl_other_blocks {
    struct bl_map number_of; /* in bodies, by function */
    struct bl_kept_texts *bodies;
    uint32_t n_bodies, cap_bodies;
};

static int note_status(struct bl_printer *p, int status)
{
    return bl_module_note(p->tables.module, status);
}

/* There is a name. */
static bool has_name(int status, const struct bl_view *name, bool *is_damaged)
{
    *is_damaged |= status < 0;
    return status >= 0 && name->size > 0;
}

static bool value_has_name(struct bl_printer *p, struct bl_function *f, uint32_t value,
                           bool *is_damaged)
{
    struct bl_view name;
    int status = note_status(p, bl_function_value_name(f, value, &name, NULL));
    return has_name(status, &name, is_damaged);
}

/* %N of blocks, BL_NONE: it has a name. Values and blocks share the count. */
static uint32_t *number_blocks(struct bl_printer *p, struct bl_function *f, uint32_t n_blocks,
                               bool *is_damaged)
{
    const struct bl_body *body = bl_function_body(f);
    struct bl_instruction inst;
    struct bl_view name;
    uint32_t *slots = NULL, cap = 0, next = 0, block = 0;
    if (note_status(p, bl_grow(&slots, &cap, n_blocks + 1U)) < 0)
        return NULL;
    for (uint32_t i = 0; i < body->n_arguments; i++)
        next += !value_has_name(p, f, body->first_argument + i, is_damaged);
    int rc = 1;
    while (rc > 0) {
        rc = note_status(p, bl_function_next(f, &inst, NULL));
        for (uint32_t last = rc > 0 ? inst.basic_block : n_blocks - 1;
             block <= last && block < n_blocks; block++) {
            int status = note_status(p, bl_function_basic_block_name(f, block, &name, NULL));
            slots[block] = has_name(status, &name, is_damaged) ? BL_NONE : next++;
        }
        if (rc > 0 && inst.value != BL_NONE)
            next += !value_has_name(p, f, inst.value, is_damaged);
    }
    *is_damaged |= rc < 0;
    return slots;
}

/* False: there is no memory. */
static bool make_texts(struct bl_printer *p, struct bl_function *f, struct bl_kept_texts *kept)
{
    uint32_t n = bl_function_body(f)->n_basic_blocks;
    struct bl_view name;
    struct bl_text text = {0};
    bool is_damaged = false;
    uint32_t *slots = number_blocks(p, f, n, &is_damaged);
    bool are_numbers_known = !is_damaged || !bl_may_lack_names(p);
    bool has_memory = slots && bl_kept_begin(kept, n);
    if (has_memory)
        for (uint32_t i = 0; i < n; i++) {
            text.size = 0;
            bl_text_char(&text, '%');
            if (slots[i] != BL_NONE && are_numbers_known)
                bl_text_u64(&text, slots[i]);
            else if (slots[i] != BL_NONE)
                text.size = 0;
            else if (note_status(p, bl_function_basic_block_name(f, i, &name, NULL)) >= 0)
                bl_text_name(&text, name);
            bl_kept_set(kept, i, text.data, text.size);
        }
    has_memory = has_memory && !text.has_lacked && !kept->longer.has_lacked;
    bl_text_release(&text);
    bl_drop(slots);
    return has_memory;
}

/* The texts of FUNCTION's blocks; NULL: no memory. */
static const struct bl_kept_texts *texts_of(struct bl_printer *p, uint32_t function)
{
    if (!p->other_blocks)
        p->other_blocks = bl_new(sizeof *p->other_blocks);
    struct bl_other_blocks *other = p->other_blocks;
    uint32_t number = other ? bl_map_find(&other->number_of, function) : BL_MAP_NONE;
    if (number != BL_MAP_NONE)
        return &other->bodies[number];
    if (!other || bl_grow(&other->bodies, &other->cap_bodies, other->n_bodies + 1U) < 0 ||
        bl_map_add(&other->number_of, function, other->n_bodies) < 0)
        return NULL;
    struct bl_kept_texts *kept = &other->bodies[other->n_bodies++];
    struct bl_function *f;
    *kept = (struct bl_kept_texts){0};
    if (bl_module_note(p->tables.module, bl_function_open(&f, p->tables.module, function, NULL)) ==
        BL_OK) {
        if (!make_texts(p, f, kept))
            p->text.is_cut = p->text.has_lacked = true;
        bl_function_close(f);
    }
    return kept;
}

void bl_put_block_of(struct bl_printer *p, uint32_t function, uint32_t block)
{
    if (p->loaded.body && p->loaded.body->function == function && block < p->blocks.n) {
        bl_put_block_name(p, block);
        return;
    }
    const struct bl_kept_texts *kept = texts_of(p, function);
    if (!kept)
        p->text.is_cut = p->text.has_lacked = true;
    if (!kept || !bl_text_kept(&p->text, kept, block))
        bl_text_put(&p->text, "%<badref>");
}

void bl_other_blocks_release(struct bl_printer *p)
{
    struct bl_other_blocks *other = p->other_blocks;
    for (uint32_t i = 0; other && i < other->n_bodies; i++)
        bl_kept_release(&other->bodies[i]);
    if (other) {
        bl_drop(other->bodies);
        bl_map_release(&other->number_of);
    }
    bl_drop(other);
    p->other_blocks = NULL;
}
