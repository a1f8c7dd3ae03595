/* print/function_text.c - functions as LLVM assembly: the line of each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/function_text.h"
#include "print/annotation_text.h"
#include "print/attribute_text.h"
#include "print/block_text.h"
#include "print/constant_text.h"
#include "print/instruction_text.h"
#include "print/metadata_text.h"
#include "print/module_text.h"
#include "print/printed_body.h"
#include "print/text_limit.h"
#include "print/type_text.h"
#include "print/use_text.h"

static const char *const unnamed_addr_words[] = {"", " unnamed_addr", " local_unnamed_addr"};

/* ---- Parts of the line ---- */

static void put_comment(struct bl_printer *p, const struct bl_global *g)
{
    size_t begin = p->text.size;
    bl_text_put(&p->text, "; Function Attrs: ");
    size_t after = p->text.size;
    if (bl_put_function_attributes_comment(p, g->attributes) && p->text.size > after)
        bl_text_char(&p->text, '\n');
    else
        p->text.size = begin;
}

/* The type of the function, of which very old records have a pointer. NULL: it is none. */
static const struct bl_type *function_type(const struct bl_printer *p, const struct bl_global *g)
{
    const struct bl_types *types = p->loaded.types;
    uint32_t type = g->value_type;
    if (type < types->n && types->types[type].kind == BL_TYPE_POINTER && types->types[type].n_parts)
        type = types->parts[types->types[type].first_part];
    return type < types->n && types->types[type].kind == BL_TYPE_FUNCTION ? &types->types[type]
                                                                          : NULL;
}

/* Argument I has a name only in the function's body; the one at hand may be another's. IS_LOST: the
 * body cannot be read. */
static void put_parameters(struct bl_printer *p, uint32_t value, const struct bl_global *g,
                           const struct bl_type *type, bool is_lost)
{
    bool is_named = p->loaded.body && p->loaded.body->function == value;
    bl_text_char(&p->text, '(');
    uint32_t n = type ? type->n_parts - 1 : 0;
    for (uint32_t i = 0; i < n && !p->text.is_cut; i++) {
        bl_text_comma(&p->text, i);
        uint32_t parameter = p->loaded.types->parts[type->first_part + 1 + i];
        bl_put_type(p, parameter);
        bl_put_attributes_of_argument(p, g->attributes, i + 1, parameter);
        if (is_named) {
            bl_text_char(&p->text, ' ');
            bl_put_value(p, p->loaded.body->first_argument + (uint64_t)i);
        } else if (is_lost) {
            bl_text_put(&p->text, " <badref>");
        }
    }
    if (type && type->is_vararg)
        bl_text_put(&p->text, n > 0 ? ", ..." : "...");
    bl_text_char(&p->text, ')');
}

static void put_value_after(struct bl_printer *p, const char *word, uint32_t value)
{
    if (value == BL_NONE)
        return;
    bl_text_put(&p->text, word);
    bl_put_typed_value(p, BL_NONE, value);
}

/* Up to LLVM 3.6 landing pads said it. */
static void put_old_personality(struct bl_printer *p, uint32_t value)
{
    const struct bl_body_code *code = &p->loaded.code;
    if (!p->loaded.is_in_code || p->loaded.body->function != value)
        return;
    for (uint32_t i = 0; i < code->n_instructions; i++) {
        const struct bl_instruction *inst = bl_code_at(code, i);
        if (inst->opcode == BL_OP_LANDINGPAD && inst->flags & BL_INST_PERSONALITY &&
            inst->n_operands > 0) {
            bl_text_put(&p->text, " personality ");
            bl_put_typed_value(p, inst->operands[0].type, inst->operands[0].number);
            return;
        }
    }
}

/* What comes after the parameters. */
static void put_properties(struct bl_printer *p, uint32_t value, const struct bl_global *g)
{
    if (g->unnamed_addr < sizeof unnamed_addr_words / sizeof *unnamed_addr_words)
        bl_text_put(&p->text, unnamed_addr_words[g->unnamed_addr]);
    if (g->address_space || p->code_space) {
        bl_text_numbered(&p->text, " addrspace(", g->address_space);
        bl_text_char(&p->text, ')');
    }
    bl_put_attribute_slot(p, g->attributes);
    bl_put_section(p, g, "");
    bl_put_comdat(p, g, "");
    if (g->alignment)
        bl_text_numbered(&p->text, " align ", g->alignment);
    if (g->gc < p->tables.info.gcs.n) {
        bl_text_put(&p->text, " gc \"");
        bl_text_view(&p->text, p->tables.info.gcs.texts[g->gc]);
        bl_text_char(&p->text, '"');
    }
    put_value_after(p, " prefix ", g->prefix);
    put_value_after(p, " prologue ", g->prologue);
    if (g->personality != BL_NONE)
        put_value_after(p, " personality ", g->personality);
    else
        put_old_personality(p, value);
}

static void put_function_line(struct bl_printer *p, uint32_t value, const struct bl_global *in_file,
                              bool is_lost)
{
    struct bl_global global = *in_file;
    const struct bl_global *g = &global;
    if (p->tables.module->is_as_llvm)
        global.attributes = bl_module_upgraded_attributes_at(p->tables.module, value);
    bl_put_uses_of_function(p, value);
    put_comment(p, g);
    bl_text_put(&p->text, g->is_declaration ? "declare" : "define");
    if (g->is_declaration && in_file == bl_global_of(p, value))
        bl_put_global_attachments(p, value, "");
    bl_text_char(&p->text, ' ');
    bl_put_linkage(p, g);
    size_t before = p->text.size;
    bl_put_calling_convention(p, g->calling_convention);
    if (p->text.size > before)
        bl_text_char(&p->text, ' ');
    bl_put_attributes_before(p, g->attributes, BL_RETURN_INDEX);
    const struct bl_type *type = function_type(p, g);
    bl_put_type(p, type ? p->loaded.types->parts[type->first_part] : BL_NONE);
    bl_text_char(&p->text, ' ');
    bl_put_global_name(p, value);
    put_parameters(p, value, g, type, is_lost);
    put_properties(p, value, g);
}

/* ---- All of it ---- */

void bl_put_declaration(struct bl_printer *p, uint32_t value, const struct bl_global *g)
{
    bl_text_char(&p->text, '\n');
    put_function_line(p, value, g, false);
    bl_end_line(p, g->bit_pos);
}

void bl_begin_function(struct bl_printer *p, uint32_t value)
{
    struct bl_error err;
    if (!bl_global_of(p, value)->is_declaration)
        (void)bl_module_note(p->tables.module, bl_load_body(p, value, &err));
}

void bl_end_function(struct bl_printer *p, uint32_t value)
{
    const struct bl_global *g = bl_global_of(p, value);
    struct bl_error err;
    if (g->is_declaration) {
        bl_put_declaration(p, value, g);
        return;
    }
    bl_text_char(&p->text, '\n');
    bool is_loaded = p->loaded.is_in_code || bl_load_body(p, value, &err) == BL_OK;
    if (is_loaded) {
        bl_name_locals(p);
        bl_begin_uses_of_body(p);
    }
    put_function_line(p, value, g, !is_loaded);
    for (uint32_t i = 0; is_loaded && i < p->loaded.code.n_attached_to_function; i++)
        bl_put_attachment(p, p->loaded.code.attached[i].kind, p->loaded.code.attached[i].node);
    if (!is_loaded || p->loaded.code.failure.status < 0)
        bl_put_lost_attachments(p, "");
    bl_text_put(&p->text, " {");
    if (p->is_annotated) {
        bl_put_annotation(p, g->bit_pos);
        bl_put_body_annotation(p, is_loaded ? &p->loaded.body->block : NULL);
    }
    bl_text_char(&p->text, '\n');
    if (is_loaded)
        bl_put_body(p);
    else
        bl_printer_damage(p, &err);
    bl_text_put(&p->text, "}\n");
    bl_unload_body(p);
}

void bl_put_global(struct bl_printer *p, uint32_t value)
{
    if (bl_global_of(p, value)->kind != BL_GLOBAL_FUNCTION) {
        bl_put_global_line(p, value);
        return;
    }
    bl_begin_function(p, value);
    bl_end_function(p, value);
    bl_printer_put_noted(p);
    bl_printer_flush(p);
}
