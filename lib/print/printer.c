/* print/printer.c - what a printer of LLVM assembly knows of its module, and what is damaged
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/printer.h"

#include "base/grow.h"
#include "base/status.h"
#include "bitleap_limits.h"
#include "index/index.h"
#include "ir/globals.h"
#include "print/closure.h"
#include "print/print.h"
#include "print/use_text.h"

enum {
    OLDEST_SPELLING = 13,
    MAX_KEPT_TEXT = 256,
};

/* ---- Damage ---- */

static void put_comment(struct bl_printer *p, const struct bl_error *err)
{
    if (p->text.size > 0 && p->text.data[p->text.size - 1] != '\n')
        bl_text_char(&p->text, '\n');
    bl_text_put(&p->text, "; error: ");
    (void)bl_error_print(err, bl_index_stream(p->tables.module->index), bl_text_append, &p->text);
    bl_text_char(&p->text, '\n');
}

void bl_printer_note_damage(struct bl_printer *p, const struct bl_error *err)
{
    if (p->n_damages++ == p->n_reported)
        p->damage = *err;
}

void bl_printer_damage(struct bl_printer *p, const struct bl_error *err)
{
    bl_printer_note_damage(p, err);
    put_comment(p, err);
}

void bl_printer_note(struct bl_printer *p, const struct bl_error *err)
{
    bl_printer_note_damage(p, err);
    if (p->noted.status == BL_OK)
        p->noted = *err;
}

void bl_printer_put_noted(struct bl_printer *p)
{
    if (p->noted.status != BL_OK)
        put_comment(p, &p->noted);
    p->noted.status = BL_OK;
}

void bl_printer_unknown(struct bl_printer *p, uint64_t bit_pos, const char *what)
{
    struct bl_error err;
    (void)bl_module_fail(p->tables.module, BL_E_MALFORMED, what, bit_pos, &err);
    bl_printer_damage(p, &err);
}

/* ---- Kept texts ---- */

void bl_printer_keep(struct bl_printer *p, struct bl_kept_texts *kept, uint64_t i, size_t begin)
{
    size_t size = p->text.size - begin;
    if (i < kept->n && size > 0 && size <= MAX_KEPT_TEXT && !p->text.is_cut && !p->has_no_splat)
        bl_kept_set(kept, i, p->text.data + begin, size);
    if (kept->longer.has_lacked)
        p->text.is_cut = p->text.has_lacked = true;
}

static void make_global_name(struct bl_printer *p, uint32_t value)
{
    struct bl_view name = bl_global_of(p, value)->name;
    bl_text_char(&p->text, '@');
    if (name.size)
        bl_text_name(&p->text, name);
    else
        bl_text_u64(&p->text, bl_module_unnamed_number(p->tables.module, value));
}

int bl_global_print_name(struct bl_module *module, uint32_t value, bl_put_fn *put, void *context,
                         struct bl_error *err)
{
    struct bl_print out = {put, context};
    struct bl_view name;
    (void)bl_module_note(module, bl_module_name(module, value, &name, NULL));
    uint32_t unnamed = name.size ? 0 : bl_module_unnamed_number(module, value);
    if (unnamed == BL_NONE) {
        bl_print_text(&out, "<badref>");
    } else if (name.size) {
        bl_print_text(&out, "@");
        bl_name_print(name, put, context);
    } else {
        bl_print_numbered(&out, "@", unnamed);
    }
    return bl_module_lacked(module) ? bl_fail(err, BL_E_NOMEM, "no memory for names") : BL_OK;
}

void bl_put_global_name(struct bl_printer *p, uint32_t value)
{
    if (value >= p->tables.n_globals) {
        bl_text_put(&p->text, "<badref>");
        return;
    }
    if (p->closure)
        bl_closure_note_global(p->closure, value);
    if (bl_text_kept(&p->text, &p->value_texts, value))
        return;
    size_t begin = p->text.size;
    make_global_name(p, value);
    bl_printer_keep(p, &p->value_texts, value, begin);
}

/* ---- Values ---- */

uint32_t bl_type_of_value(struct bl_printer *p, uint64_t value)
{
    if (value < p->tables.n_globals)
        return bl_global_of(p, value)->type;
    if (value - p->tables.n_globals < p->tables.n_constants)
        return p->tables.constants[value - p->tables.n_globals].type;
    if (p->loaded.body && value < BL_NONE)
        return bl_function_type_of(p->loaded.reading, (uint32_t)value);
    return BL_NONE;
}

static void put_local(struct bl_printer *p, uint32_t value)
{
    if (!bl_text_kept(&p->text, &p->locals, value - p->loaded.body->first_argument))
        bl_text_put(&p->text, "<badref>");
}

void bl_put_value(struct bl_printer *p, uint64_t value)
{
    if (value < p->tables.n_globals)
        bl_put_global_name(p, (uint32_t)value);
    else if (bl_put_constant(p, value))
        return;
    else if (p->loaded.body && value >= p->loaded.body->first_argument && value < BL_NONE)
        put_local(p, (uint32_t)value);
    else
        bl_text_put(&p->text, "<badref>");
}

void bl_put_typed_value(struct bl_printer *p, uint32_t type, uint64_t value)
{
    uint32_t known = value < p->tables.n_globals ? BL_NONE : bl_type_of_value(p, value);
    if (value < p->tables.n_globals)
        bl_put_global_type(p, bl_global_of(p, value));
    else
        bl_put_type(p, known != BL_NONE ? known : type);
    bl_text_char(&p->text, ' ');
    bl_put_value(p, value);
}

/* ---- The body at hand ---- */

void bl_unload_body(struct bl_printer *p)
{
    bl_constants_forget_body(p);
    p->blocks.n = 0;
    p->lines = NULL;
    bl_loaded_forget(&p->loaded);
}

int bl_load_body(struct bl_printer *p, uint32_t value, struct bl_error *err)
{
    bl_unload_body(p);
    return bl_loaded_read(&p->loaded, value, err);
}

/* ---- The printer ---- */

void bl_printer_put_failure(struct bl_printer *p)
{
    if (p->tables.failure.status != BL_OK)
        put_comment(p, &p->tables.failure);
}

/* The nearest there is. LLVM says which one it is since 3.8; up to 14 pointers were typed. */
static void choose_spelling(struct bl_printer *p)
{
    unsigned llvm = p->tables.writer ? p->tables.writer
                    : p->is_typed    ? OLDEST_SPELLING
                                     : BL_NEWEST_LLVM;
    p->llvm = llvm > BL_NEWEST_LLVM    ? BL_NEWEST_LLVM
              : llvm < OLDEST_SPELLING ? OLDEST_SPELLING
                                       : llvm;
}

int bl_printer_init(struct bl_printer *p, struct bl_module *module, struct bl_slots *slots,
                    struct bl_error *err)
{
    *p = (struct bl_printer){.slots = slots};
    for (unsigned i = BL_OP_UNKNOWN + 1; i < BL_OP_END; i++) {
        const char *name = bl_opcode_name((enum bl_opcode)i);
        p->opcodes[i].size = (uint8_t)strlen(name);
        memcpy(p->opcodes[i].text, name, p->opcodes[i].size);
    }
    bl_printer_limit(p, bl_index_stream(module->index)->bytes.size * BL_MAX_TEXT_BYTES_PER_BYTE +
                            BL_MAX_TEXT_BYTES_FLOOR);
    int status = bl_module_tables_read(&p->tables, module, err);
    bl_loaded_begin(&p->loaded, &p->tables);
    if (p->tables.failure.status != BL_OK)
        bl_printer_note_damage(p, &p->tables.failure);
    if (status == BL_OK &&
        (!bl_kept_begin(&p->type_texts, p->loaded.types->n) ||
         !bl_kept_begin(&p->value_texts, p->tables.n_globals + p->tables.n_constants) ||
         !bl_kept_begin(&p->kind_texts, BL_KNOWN_KINDS)))
        status = bl_fail(err, BL_E_NOMEM, "no memory for the texts of a module");
    if (status == BL_OK) {
        p->is_typed = p->loaded.types->has_typed_pointers;
        choose_spelling(p);
        p->code_space = bl_code_space(p);
    } else {
        bl_printer_release(p);
    }
    return status;
}

void bl_printer_release(struct bl_printer *p)
{
    bl_attributes_release_cache(p);
    bl_annotator_release(p);
    bl_other_blocks_release(p);
    bl_uses_release(p);
    bl_loaded_release(&p->loaded);
    bl_constants_release_state(p);
    bl_text_release(&p->text);
    bl_kept_release(&p->type_texts);
    bl_kept_release(&p->value_texts);
    bl_kept_release(&p->kind_texts);
    bl_kept_release(&p->locals);
    bl_kept_release(&p->blocks);
    bl_drop(p->addresses);
    bl_record_release(&p->node_rec);
    *p = (struct bl_printer){0};
}
