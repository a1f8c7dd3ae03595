/* print/parts.c - parts of modules as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "numbers/slots.h"
#include "print/attribute_argument_text.h"
#include "print/attribute_text.h"
#include "print/block_text.h"
#include "print/constant_text.h"
#include "print/function_text.h"
#include "print/metadata_text.h"
#include "print/module_text.h"
#include "print/printed_body.h"
#include "print/summary_text.h"
#include "print/text_limit.h"
#include "print/type_text.h"

/* Whether there was no memory for something. */
static bool lacks(const struct bl_printer *p)
{
    return p->text.has_lacked || p->slots->has_lacked || bl_module_lacked(p->tables.module);
}

int bl_printer_check(struct bl_printer *p, struct bl_error *err)
{
    if (lacks(p))
        return bl_fail(err, BL_E_NOMEM, "no memory for the text of a module");
    bool is_new = p->n_damages > p->n_reported;
    p->n_reported = p->n_damages;
    return is_new ? bl_fail_again(err, &p->damage) : BL_OK;
}

int bl_printer_check_numbers(const struct bl_printer *p, struct bl_error *err)
{
    const struct bl_error *damage = &p->slots->damage;
    return bl_fail_again(err, damage->status < 0 ? damage : &p->tables.failure);
}

/* Lines go out as they are printed, without an empty one before them. */
static void begin_part(struct bl_printer *p, bl_put_fn *put, void *context)
{
    p->put = put;
    p->context = context;
    p->is_part = true;
}

static int finish_part(struct bl_printer *p, struct bl_error *err)
{
    bl_printer_hand_over(p, &p->text, p->put, p->context);
    p->put = NULL;
    p->is_part = false;
    bl_unload_body(p); /* the body that a node is of */
    return bl_printer_check(p, err);
}

int bl_printer_print_global(struct bl_printer *p, uint32_t value, bl_put_fn *put, void *context,
                            struct bl_error *err)
{
    if (value >= p->tables.n_globals)
        return bl_fail(err, BL_E_ARGUMENT, "no such global value");
    begin_part(p, put, context);
    if (p->left > 0)
        bl_put_global(p, value);
    return finish_part(p, err);
}

int bl_printer_print_stated(struct bl_printer *p, uint32_t value, bl_put_fn *put, void *context,
                            struct bl_error *err)
{
    const struct bl_global *g = bl_global_of(p, value);
    begin_part(p, put, context);
    if (p->left > 0 && g->kind == BL_GLOBAL_FUNCTION)
        bl_put_declaration(p, value, g);
    else if (p->left > 0)
        bl_put_global_line(p, value);
    return finish_part(p, err);
}

int bl_printer_print_type(struct bl_printer *p, uint32_t type, bl_put_fn *put, void *context,
                          struct bl_error *err)
{
    if (type >= p->loaded.types->n || p->loaded.types->types[type].kind != BL_TYPE_STRUCT ||
        p->loaded.types->types[type].is_literal)
        return bl_fail(err, BL_E_ARGUMENT, "no struct with a name or a number");
    begin_part(p, put, context);
    if (p->left > 0)
        bl_put_struct(p, type);
    return finish_part(p, err);
}

int bl_printer_print_summary(struct bl_printer *p, struct bl_view path, bl_put_fn *put,
                             void *context, struct bl_error *err)
{
    if (!bl_has_summary(p))
        return bl_fail(err, BL_E_ARGUMENT, "no summary");
    begin_part(p, put, context);
    if (p->left > 0)
        bl_put_summary(p, path);
    return finish_part(p, err);
}

/* Or it has not been found for lack of memory. */
static int fail_missing(const struct bl_printer *p, struct bl_error *err, const char *what)
{
    return p->slots->has_lacked ? bl_fail(err, BL_E_NOMEM, "no memory for the numbers of a module")
                                : bl_fail(err, BL_E_ARGUMENT, what);
}

int bl_printer_print_metadata(struct bl_printer *p, uint32_t slot, bl_put_fn *put, void *context,
                              struct bl_error *err)
{
    if (!bl_slots_reach(p->slots, slot))
        return fail_missing(p, err, "no metadata node of that number");
    begin_part(p, put, context);
    if (p->left > 0)
        bl_put_metadata_nodes_in(p, slot, 1);
    return finish_part(p, err);
}

int bl_printer_print_attributes(struct bl_printer *p, uint32_t slot, bl_put_fn *put, void *context,
                                struct bl_error *err)
{
    while (slot >= p->slots->n_attribute_slots && bl_slots_advance(p->slots, BL_SCAN_ATTRIBUTES))
        continue;
    if (slot >= p->slots->n_attribute_slots)
        return fail_missing(p, err, "no attributes of that number");
    begin_part(p, put, context);
    if (p->left > 0)
        bl_put_attribute_group(p, slot);
    return finish_part(p, err);
}

/* ---- Numbers ---- */

/* The metadata that a body of the caller's has, too. */
static void reach_metadata(struct bl_printer *p)
{
    if (p->loaded.body)
        (void)bl_module_note(p->tables.module,
                             bl_function_metadata(p->loaded.reading, &p->loaded.metadata, NULL));
}

uint32_t bl_printer_metadata_slot(struct bl_printer *p, uint32_t number)
{
    uint32_t slot = BL_NONE;
    reach_metadata(p);
    if (!p->is_portable)
        slot = bl_node_slot(p->slots, &p->loaded, number);
    return slot < BL_NODE_INLINE ? slot : BL_NONE;
}

bool bl_printer_find_metadata(struct bl_printer *p, uint32_t slot, uint32_t *function,
                              uint32_t *number)
{
    if (!bl_slots_reach(p->slots, slot))
        return false;
    struct bl_node_place place = bl_place_of(p->slots, slot);
    *function = place.function;
    *number = place.is_location ? BL_NONE : place.node;
    return true;
}

uint32_t bl_printer_group_slot(struct bl_printer *p, uint32_t group)
{
    struct bl_slots *slots = p->slots;
    if (p->is_portable || group >= p->tables.attributes->n_groups ||
        p->tables.attributes->groups[group].place != BL_FUNCTION_INDEX)
        return BL_NONE;
    while (slots->group_slots[group] == BL_NONE && bl_slots_advance(slots, BL_SCAN_ATTRIBUTES))
        continue;
    return slots->group_slots[group];
}

/* ---- Pieces of lines ---- */

enum {
    MAX_PIECE = 1 << 22 /* bytes */
};

/* *BEGIN is where the next piece begins. False: there is no room for any. */
static bool begin_piece(struct bl_printer *p, size_t *begin)
{
    *begin = p->text.size;
    size_t most = p->text.size + (size_t)2 * MAX_PIECE; /* so that the end can be cut off cleanly */
    p->is_shortened = p->left == 0;
    p->whole_limit = p->text.limit;
    if (p->text.limit == 0 || p->text.limit > most)
        p->text.limit = most;
    return p->left > 0;
}

/* What is printed from BEGIN on goes out, without the first SKIPPED bytes; comments about damage
 * are for lines. */
static int finish_piece(struct bl_printer *p, size_t begin, size_t skipped, bl_put_fn *put,
                        void *context)
{
    bool is_long = p->text.limit != p->whole_limit && p->text.size - begin > MAX_PIECE;
    p->text.limit = p->whole_limit;
    if (is_long) {
        p->text.size = begin + MAX_PIECE;
        p->text.is_cut = p->text.has_lacked;
    }
    size_t size = p->text.size - begin;
    p->is_shortened |= p->text.is_cut || is_long;
    bl_printer_hand_over_piece(p, begin + (size < skipped ? size : skipped), put, context);
    if (is_long)
        put(context, "...", 3);
    p->text.size = begin;
    p->noted.status = BL_OK;
    return lacks(p) ? BL_E_NOMEM : p->is_shortened;
}

void bl_printer_use(struct bl_printer *p, struct bl_function *function)
{
    bl_unload_body(p);
    p->loaded.reading = function;
    p->loaded.body = function ? bl_function_body(function) : NULL;
    if (!function)
        return;
    p->loaded.types = bl_function_types(function);
    /* Names are not looked for, but constants are kept. */
    (void)bl_kept_begin(&p->locals, p->loaded.body->first_constant + p->loaded.body->n_constants -
                                        p->loaded.body->first_argument);
}

int bl_printer_load(struct bl_printer *p, uint32_t value, struct bl_error *err)
{
    if (value >= p->tables.n_globals)
        return bl_fail(err, BL_E_ARGUMENT, "no such global value");
    int status = bl_load_body(p, value, err);
    if (status < 0)
        return status;
    bl_name_locals(p);
    p->lines = bl_arena_take(&p->loaded.code.arena, sizeof *p->lines);
    if (!p->lines || p->text.has_lacked || bl_module_lacked(p->tables.module))
        return bl_fail(err, BL_E_NOMEM, "no memory for the names of a body");
    *p->lines = bl_body_text(p);
    p->next_instruction = 0;
    return BL_OK;
}

struct bl_function *bl_printer_function(struct bl_printer *p)
{
    return p->lines ? p->loaded.function : NULL;
}

int bl_printer_next(struct bl_printer *p, const struct bl_instruction **instruction, bl_put_fn *put,
                    void *context, struct bl_error *err)
{
    enum {
        INDENTATION = 2
    };
    uint32_t i = p->next_instruction;
    if (!p->lines || i == p->loaded.code.n_instructions)
        return p->loaded.code.failure.status < 0 ? bl_fail_again(err, &p->loaded.code.failure)
                                                 : bl_printer_check(p, err);
    size_t begin = p->text.size;
    p->next_instruction++;
    *instruction = bl_code_at(&p->loaded.code, i);
    if ((*instruction)->opcode != BL_OP_UNKNOWN)
        bl_put_instruction_line(p->lines, *instruction, i);
    *instruction = bl_code_at(&p->loaded.code, i);
    p->whole_limit = p->text.limit;
    if (finish_piece(p, begin, INDENTATION, put, context) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for the text of a module");
    return p->left == 0 ? bl_printer_check(p, err) : 1;
}

int bl_printer_put_type(struct bl_printer *p, uint32_t type, bl_put_fn *put, void *context)
{
    size_t begin;
    if (begin_piece(p, &begin))
        bl_put_type(p, type);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_struct_body(struct bl_printer *p, uint32_t type, bl_put_fn *put, void *context)
{
    size_t begin;
    if (begin_piece(p, &begin) && type < p->loaded.types->n &&
        p->loaded.types->types[type].kind == BL_TYPE_STRUCT)
        bl_put_struct_body(p, type);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_attribute(struct bl_printer *p, const struct bl_attribute *attribute,
                             bool in_group, bl_put_fn *put, void *context)
{
    size_t begin;
    if (begin_piece(p, &begin))
        bl_put_attribute(p, attribute, in_group);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_value(struct bl_printer *p, uint32_t value, bl_put_fn *put, void *context)
{
    size_t begin;
    if (begin_piece(p, &begin))
        bl_put_value(p, value);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_metadata(struct bl_printer *p, uint32_t number, bl_put_fn *put, void *context)
{
    size_t begin;
    reach_metadata(p);
    if (begin_piece(p, &begin))
        bl_put_metadata(p, number);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_node(struct bl_printer *p, uint32_t number, bl_put_fn *put, void *context)
{
    size_t begin;
    reach_metadata(p);
    if (begin_piece(p, &begin))
        bl_put_node(p, number);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_slot(struct bl_printer *p, uint32_t slot, bl_put_fn *put, void *context)
{
    size_t begin;
    bool has_room = begin_piece(p, &begin);
    if (has_room && bl_slots_reach(p->slots, slot))
        bl_put_slot(p, slot);
    else if (has_room)
        bl_text_put(&p->text, "<badref>");
    int status = finish_piece(p, begin, 0, put, context);
    bl_unload_body(p);
    return status;
}

int bl_printer_put_named_metadata(struct bl_printer *p, const struct bl_named_metadata *named,
                                  bl_put_fn *put, void *context)
{
    size_t begin;
    if (begin_piece(p, &begin))
        bl_put_named_node(p, named);
    return finish_piece(p, begin, 0, put, context);
}

int bl_printer_put_attachment(struct bl_printer *p, uint32_t kind, uint32_t node, bl_put_fn *put,
                              void *context)
{
    size_t begin;
    reach_metadata(p);
    if (begin_piece(p, &begin))
        bl_put_attachment(p, kind, node);
    return finish_piece(p, begin, 0, put, context);
}
