/* print/block_text.c - the basic blocks of a body as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/block_text.h"

#include "bitleap_debug.h"
#include "ir/instruction.h"
#include "print/annotation_text.h"
#include "print/closure.h"
#include "print/instruction_text.h"
#include "print/local_names.h"
#include "print/metadata_text.h"
#include "print/relocation_text.h"
#include "print/text_limit.h"
#include "print/use_text.h"

enum {
    PREDECESSORS_COLUMN = 50,
};

/* ---- Labels ---- */

/* From COLUMN on, the comment's text begins at PREDECESSORS_COLUMN, or after one blank. */
static void put_blanks(struct bl_text *t, size_t column)
{
    size_t n = column < PREDECESSORS_COLUMN ? PREDECESSORS_COLUMN - column : 1;
    char *at = bl_text_room(t, n);
    if (at)
        memset(at, ' ', n);
    t->size += at ? n : 0;
}

/* Where not all instructions can be read, neither all of them nor their order is known. */
static void put_predecessors(struct bl_printer *p, const struct bl_predecessors *preds,
                             uint32_t block)
{
    uint32_t begin = preds->first[block], end = preds->first[block + 1];
    const struct bl_body_code *code = &p->loaded.code;
    if (code->failure.status != BL_OK || code->lacks_ends) {
        bl_text_put(&p->text, "; preds = <badref>\n");
        return;
    }
    bl_text_put(&p->text, begin == end ? "; No predecessors!" : "; preds = ");
    for (uint32_t i = begin; i < end && !p->text.is_cut; i++) {
        bl_text_comma(&p->text, i - begin);
        bl_put_block_name(p, preds->blocks[i]);
    }
    bl_text_char(&p->text, '\n');
}

/* The first block has no comment, and no label without a name. */
static void put_label(struct bl_printer *p, const struct bl_predecessors *preds, uint32_t block)
{
    const struct bl_kept_text *text = &p->blocks.items[block];
    if (block == 0 && (bl_is_number(text) || text->size == 0))
        return;
    if (block > 0)
        bl_text_char(&p->text, '\n');
    size_t begin = p->text.size;
    bl_put_block_name(p, block);
    if (p->text.is_cut)
        return;
    memmove(p->text.data + begin, p->text.data + begin + 1, --p->text.size - begin);
    bl_text_char(&p->text, ':');
    if (block == 0) {
        bl_text_char(&p->text, '\n');
        return;
    }
    put_blanks(&p->text, p->text.size - begin);
    put_predecessors(p, preds, block);
}

/* ---- Debug records ---- */

static void put_next_metadata(struct bl_body_text *b, struct bl_line *line, uint32_t number)
{
    bl_line_put(line, ", ");
    bl_line_metadata(b, line, number);
}

static void put_record_name(struct bl_line *line, uint32_t code)
{
    switch (code) {
    case BL_CODE_FUNCTION_DEBUG_RECORD_LABEL: bl_line_put(line, "    #dbg_label("); break;
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE: bl_line_put(line, "    #dbg_declare("); break;
    case BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN: bl_line_put(line, "    #dbg_assign("); break;
    case BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE_VALUE:
        bl_line_put(line, "    #dbg_declare_value(");
        break;
    default: bl_line_put(line, "    #dbg_value("); break;
    }
}

static void put_debug_record(struct bl_body_text *b, const struct bl_debug_record *record)
{
    if (!bl_text_room(b->t, BL_LINE_ROOM))
        return;
    struct bl_line line = bl_line_begin(b->t);
    put_record_name(&line, record->code);
    if (record->code == BL_CODE_FUNCTION_DEBUG_RECORD_LABEL) {
        bl_line_metadata(b, &line, record->variable);
    } else {
        if (record->value.kind == BL_OPERAND_METADATA)
            bl_line_metadata(b, &line, (uint32_t)record->value.number);
        else
            bl_line_operand(b, &line, &record->value);
        put_next_metadata(b, &line, record->variable);
        put_next_metadata(b, &line, record->expression);
        if (record->code == BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN) {
            put_next_metadata(b, &line, record->assign_id);
            put_next_metadata(b, &line, record->address);
            put_next_metadata(b, &line, record->address_expression);
        }
    }
    put_next_metadata(b, &line, record->location);
    bl_line_put(&line, ")");
    bl_line_end(&line);
    bl_end_line(b->p, record->bit_pos);
}

/* ---- Lines ---- */

static void put_location(struct bl_body_text *b)
{
    uint32_t slot = bl_location_slot(b->p->slots, &b->p->loaded);
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, ", !dbg ");
    if (b->p->closure && slot != BL_NONE)
        bl_closure_note(b->p->closure, BL_CLOSURE_METADATA, slot);
    if (slot != BL_NONE) {
        bl_line_put(&line, "!");
        bl_line_u64(&line, slot);
    } else {
        bl_line_put(&line, "<badref>");
    }
    bl_line_end(&line);
}

static void put_attached(struct bl_body_text *b, const struct bl_instruction *inst, uint32_t index)
{
    const struct bl_body_code *code = &b->p->loaded.code;
    uint32_t i = b->next_attached;
    if (inst->has_location && !b->p->is_portable)
        put_location(b);
    while (i < code->n_attached && code->attached[i].instruction < index)
        i++;
    for (; i < code->n_attached && code->attached[i].instruction == index; i++) {
        bl_text_put(b->t, ",");
        bl_put_attachment(b->p, code->attached[i].kind, code->attached[i].node);
    }
    b->next_attached = i;
    if (code->failure.status < 0) /* they are after the instructions */
        bl_put_lost_attachments(b->p, ",");
}

void bl_put_instruction_line(struct bl_body_text *b, const struct bl_instruction *inst,
                             uint32_t index)
{
    if (!bl_text_room(b->t, BL_LINE_ROOM))
        return;
    bl_put_instruction(b, inst);
    put_attached(b, inst, index);
    if (inst->opcode == BL_OP_CALL)
        bl_put_relocation(b, inst);
}

/* Where it is in the source is here, too. */
static void put_annotation(struct bl_printer *p, const struct bl_instruction *inst)
{
    enum {
        PLACE_WORK = 64 /* of reading its nodes, about */
    };
    bl_put_annotation(p, inst->bit_pos);
    if (!inst->has_location)
        return;
    bl_text_put(&p->text, inst->location.scope == BL_NONE ? ", " : ", at ");
    if (bl_source_print(p->loaded.metadata, &inst->location, bl_text_append, &p->text, NULL) < 0)
        p->text.is_cut = p->text.has_lacked = true;
    bl_printer_work(p, PLACE_WORK);
}

/* NULL: an error that is said already, of an instruction before. */
static const char *error_of(const struct bl_instruction *inst, bool is_first)
{
    if (inst->numbers_uncertain)
        return is_first ? "instruction that is not known; numbers of values after it are uncertain"
                        : NULL;
    return bl_instruction_is_known(inst->code) ? "instruction on what is of no known type"
                                               : "instruction that is not known";
}

/* What a newer LLVM may have written: the record, on a line of its own. */
static void put_unknown(struct bl_body_text *b, uint32_t index)
{
    enum {
        MOST_OPERANDS = 64
    };
    const struct bl_body_code *code = &b->p->loaded.code;
    bool is_first = index == 0 || !bl_code_at(code, index - 1)->numbers_uncertain;
    const struct bl_instruction *inst = bl_code_at(code, index);
    const char *what = error_of(inst, is_first);
    if (what)
        bl_printer_unknown(b->p, inst->bit_pos, what);
    bl_text_put(b->t, "; ");
    if (inst->value != BL_NONE) {
        bl_put_bare_operand(
            b,
            &(struct bl_operand){.kind = BL_OPERAND_VALUE, .type = BL_NONE, .number = inst->value});
        bl_text_put(b->t, " = ");
    }
    bl_text_numbered(b->t, "record ", inst->code);
    bl_text_put(b->t, ": [");
    for (uint32_t i = 0; i < inst->n_operands && i < MOST_OPERANDS; i++) {
        bl_text_comma(b->t, i);
        bl_text_u64(b->t, inst->operands[i].number);
    }
    bl_text_put(b->t, inst->n_operands > MOST_OPERANDS ? ", ...]" : "]");
    put_attached(b, inst, index);
    bl_text_char(b->t, '\n');
}

static void put_lines(struct bl_body_text *b, uint32_t index)
{
    const struct bl_instruction *inst = bl_code_at(&b->p->loaded.code, index);
    bool is_uncertain = inst->numbers_uncertain;
    for (uint32_t i = 0; i < inst->n_debug_records && !b->t->is_cut && !b->p->is_portable; i++)
        if (is_uncertain)
            bl_text_put(b->t, "; debug record\n");
        else
            put_debug_record(b, &inst->debug_records[i]);
    if (inst->opcode == BL_OP_UNKNOWN) {
        put_unknown(b, index);
        return;
    }
    bl_put_instruction_line(b, inst, index);
    if (b->p->uses) /* that line may have looked at others */
        bl_put_uses_of_instruction(b->p, bl_code_at(&b->p->loaded.code, index));
    if (b->p->is_annotated)
        put_annotation(b->p, bl_code_at(&b->p->loaded.code, index));
    bl_text_char(b->t, '\n');
}

static void put_blocks(struct bl_body_text *b)
{
    const struct bl_body_code *code = &b->p->loaded.code;
    bool is_partial = code->failure.status < 0 || code->is_uncertain;
    for (uint32_t block = 0; block < code->n_blocks && !b->t->is_cut; block++) {
        uint32_t first = code->starts[block].instruction;
        if (is_partial && first == code->n_instructions)
            break;
        put_label(b->p, &b->preds, block);
        for (uint32_t i = first; i < code->starts[block + 1].instruction && !b->t->is_cut; i++) {
            put_lines(b, i);
            bl_printer_flush(b->p);
        }
    }
}

struct bl_body_text bl_body_text(struct bl_printer *p)
{
    uint32_t type = p->loaded.body->type;
    return (struct bl_body_text){
        .p = p,
        .t = &p->text,
        .first_local = p->loaded.body->first_argument,
        .locals = p->locals.items,
        .types = p->type_texts.items,
        .n_locals = p->closure ? 0 : p->locals.n,
        .n_types = p->closure ? 0 : p->type_texts.n,
        .known = bl_known_slots(p),
        .next_attached = p->loaded.code.n_attached_to_function,
        .count_of_one = BL_NONE,
        .is_vararg = type < p->loaded.types->n && p->loaded.types->types[type].is_vararg,
    };
}

void bl_put_body(struct bl_printer *p)
{
    struct bl_body_text b = bl_body_text(p);
    if (p->blocks.n < p->loaded.code.n_blocks || !bl_find_predecessors(p, &b.preds)) {
        p->text.is_cut = p->text.has_lacked = true;
        return;
    }
    put_blocks(&b);
    if (p->loaded.code.failure.status < 0)
        bl_printer_damage(p, &p->loaded.code.failure);
}
