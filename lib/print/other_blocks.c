/* print/other_blocks.c - names and numbers of basic blocks in other bodies
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A blockaddress names a block of any function. One without a name has the number that it has in
 * its function, which only reading that shows: it is read once, for all of its blocks.
 */
#include "base/grow.h"
#include "base/map.h"
#include "ir/function_values.h"
#include "ir/module.h"
#include "print/instruction_text.h"

struct bl_other_blocks {
    struct bl_map number_of; /* in bodies, by function */
    struct bl_text_table *bodies;
    uint32_t n_bodies, cap_bodies;
};

static bool has_name(struct bl_function *f, uint32_t value)
{
    struct bl_view name;
    int status = bl_function_value_name(f, value, &name, NULL);
    return bl_module_note(f->module, status) >= 0 && name.size > 0;
}

/* %N of blocks, BL_NONE: it has a name. Values and blocks share the count. */
static uint32_t *number_blocks(struct bl_function *f, uint32_t n_blocks)
{
    const struct bl_body *body = bl_function_body(f);
    struct bl_instruction inst;
    struct bl_view name;
    uint32_t *slots = NULL, cap = 0, next = 0, block = 0;
    if (bl_module_note(f->module, bl_grow(&slots, &cap, n_blocks + 1U)) < 0)
        return NULL;
    for (uint32_t i = 0; i < body->n_arguments; i++)
        next += !has_name(f, body->first_argument + i);
    int rc = 1;
    while (rc > 0) {
        rc = bl_module_note(f->module, bl_function_next(f, &inst, NULL));
        for (uint32_t last = rc > 0 ? inst.block : n_blocks - 1; block <= last && block < n_blocks;
             block++) {
            int status = bl_function_block_name(f, block, &name, NULL);
            bool named = bl_module_note(f->module, status) >= 0 && name.size;
            slots[block] = named ? BL_NONE : next++;
        }
        if (rc > 0 && inst.value != BL_NONE)
            next += !has_name(f, inst.value);
    }
    return slots;
}

static void make_texts(struct bl_function *f, struct bl_text_table *table)
{
    uint32_t n = bl_function_body(f)->n_blocks, cap = 0;
    struct bl_view name;
    uint32_t *slots = number_blocks(f, n);
    if (!slots || bl_module_note(f->module, bl_grow(&table->ends, &cap, n + 1U)) < 0)
        n = 0;
    for (uint32_t i = 0; i < n; i++) {
        bl_text_char(&table->text, '%');
        if (slots[i] != BL_NONE)
            bl_text_u64(&table->text, slots[i]);
        else if (bl_function_block_name(f, i, &name, NULL) >= 0)
            bl_text_name(&table->text, name);
        table->ends[i] = (uint32_t)table->text.size;
    }
    if (table->text.has_lacked)
        (void)bl_module_note(f->module, BL_E_NOMEM);
    table->n = table->text.size < UINT32_MAX ? n : 0;
    bl_drop(slots);
}

/* The texts of FUNCTION's blocks; NULL: no memory. */
static const struct bl_text_table *texts_of(struct bl_printer *p, uint32_t function)
{
    if (!p->other_blocks)
        p->other_blocks = bl_new(sizeof *p->other_blocks);
    struct bl_other_blocks *other = p->other_blocks;
    uint32_t number = other ? bl_map_find(&other->number_of, function) : BL_MAP_NONE;
    if (number != BL_MAP_NONE)
        return &other->bodies[number];
    if (!other || bl_grow(&other->bodies, &other->cap_bodies, other->n_bodies + 1U) < 0 ||
        bl_map_add(&other->number_of, function, other->n_bodies) < 0) {
        (void)bl_module_note(p->module, BL_E_NOMEM);
        return NULL;
    }
    struct bl_text_table *table = &other->bodies[other->n_bodies++];
    struct bl_function *f;
    *table = (struct bl_text_table){0};
    if (bl_module_note(p->module, bl_function_open(&f, p->module, function, NULL)) == BL_OK) {
        make_texts(f, table);
        bl_function_close(f);
    }
    return table;
}

void bl_put_block_of(struct bl_printer *p, uint32_t function, uint32_t block)
{
    if (p->body && p->body->function == function && block < p->n_block_names) {
        bl_put_block_name(p, block);
        return;
    }
    const struct bl_text_table *table = texts_of(p, function);
    if (table && block < table->n)
        bl_text_view(&p->text, bl_text_table_get(table, block));
    else
        bl_text_put(&p->text, "%<badref>");
}

void bl_other_blocks_release(struct bl_printer *p)
{
    struct bl_other_blocks *other = p->other_blocks;
    for (uint32_t i = 0; other && i < other->n_bodies; i++) {
        bl_text_release(&other->bodies[i].text);
        bl_drop(other->bodies[i].ends);
    }
    if (other) {
        bl_drop(other->bodies);
        bl_map_release(&other->number_of);
    }
    bl_drop(other);
    p->other_blocks = NULL;
}
