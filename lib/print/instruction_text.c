/* print/instruction_text.c - instructions as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Everything here begins after the opcode and its flags: bl_put_instruction() prints these.
 */
#include "print/instruction_text.h"
#include "print/call_text.h"

enum {
    SYSTEM_SCOPE = 1, /* which LLVM does not write down */
    DOUBLE_OPERANDS = 2,
};

/* ---- Words ---- */

static void put_word(struct bl_text *t, const char *word)
{
    bl_text_bytes(t, word, strlen(word));
}

/* " word", or " <number>" where there is none. */
static void put_named_word(struct bl_text *t, const char *name, uint64_t number)
{
    bl_text_char(t, ' ');
    if (name) {
        put_word(t, name);
    } else {
        bl_text_numbered(t, "<", number);
        bl_text_char(t, '>');
    }
}

struct flag_word {
    uint32_t flag;
    uint32_t size;
    const char *word;
};

#define WORD(flag, word)             \
    {                                \
        flag, sizeof(word) - 1, word \
    }

static const struct flag_word fast_flags[] = {
    WORD(BL_INST_REASSOC, " reassoc"), WORD(BL_INST_NNAN, " nnan"),
    WORD(BL_INST_NINF, " ninf"),       WORD(BL_INST_NSZ, " nsz"),
    WORD(BL_INST_ARCP, " arcp"),       WORD(BL_INST_CONTRACT, " contract"),
    WORD(BL_INST_AFN, " afn"),
};

/* In LLVM's order; each kind of instruction has a few of them. */
static const struct flag_word other_flags[] = {
    WORD(BL_INST_WEAK, " weak"),         WORD(BL_INST_VOLATILE, " volatile"),
    WORD(BL_INST_INBOUNDS, " inbounds"), WORD(BL_INST_NUSW, " nusw"),
    WORD(BL_INST_NUW, " nuw"),           WORD(BL_INST_NSW, " nsw"),
    WORD(BL_INST_EXACT, " exact"),       WORD(BL_INST_DISJOINT, " disjoint"),
    WORD(BL_INST_NNEG, " nneg"),         WORD(BL_INST_SAMESIGN, " samesign"),
    WORD(BL_INST_INALLOCA, " inalloca"), WORD(BL_INST_SWIFTERROR, " swifterror"),
};

enum {
    OTHER_FLAGS = BL_INST_WEAK | BL_INST_VOLATILE | BL_INST_INBOUNDS | BL_INST_NUSW | BL_INST_NUW |
                  BL_INST_NSW | BL_INST_EXACT | BL_INST_DISJOINT | BL_INST_NNEG | BL_INST_SAMESIGN |
                  BL_INST_INALLOCA | BL_INST_SWIFTERROR,
};

static void put_words(struct bl_text *t, uint64_t flags, const struct flag_word *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (flags & words[i].flag)
            bl_text_bytes(t, words[i].word, words[i].size);
}

static void put_instruction_flags(struct bl_text *t, uint64_t flags)
{
    if ((flags & BL_INST_FAST) == BL_INST_FAST)
        bl_text_put(t, " fast");
    else if (flags & BL_INST_FAST)
        put_words(t, flags, fast_flags, sizeof fast_flags / sizeof *fast_flags);
    if (flags & BL_INST_INBOUNDS)
        flags &= ~(uint64_t)BL_INST_NUSW;
    if (flags & OTHER_FLAGS)
        put_words(t, flags, other_flags, sizeof other_flags / sizeof *other_flags);
}

/* ---- Operands ---- */

/* From operand FIRST to END, each after ", " except the first. */
static void put_operand_list(struct bl_body_text *b, const struct bl_instruction *inst,
                             uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end && !b->t->is_cut; i++) {
        bl_text_comma(b->t, i - first);
        bl_put_operand(b, &inst->operands[i]);
    }
}

static const struct bl_type *type_of(const struct bl_body_text *b, uint32_t type)
{
    return type < b->p->loaded.types->n ? &b->p->loaded.types->types[type] : NULL;
}

/* ---- What is common ---- */

typedef void put_fn(struct bl_body_text *b, const struct bl_instruction *inst);

/* N operands, with commas between. */
static BL_ALWAYS_INLINE void put_operands(struct bl_body_text *b, struct bl_line *line,
                                          const struct bl_operand *operands, uint32_t n)
{
    for (uint32_t i = 0; i < n && !b->t->is_cut; i++) {
        bl_line_more(line);
        if (i > 0)
            bl_line_put(line, ", ");
        bl_line_operand(b, line, &operands[i]);
    }
}

static bool are_alike(const struct bl_instruction *inst)
{
    for (uint32_t i = 1; i < inst->n_operands; i++)
        if (inst->operands[i].type != inst->operands[0].type)
            return false;
    return true;
}

static void put_typed(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    put_operands(b, &line, inst->operands, inst->n_operands);
    bl_line_end(&line);
}

/* The type once where all operands are of one. */
static void put_usual(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (inst->n_operands == 0 || !are_alike(inst)) {
        put_typed(b, inst);
        return;
    }
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    bl_line_operand(b, &line, &inst->operands[0]);
    for (uint32_t i = 1; i < inst->n_operands; i++) {
        bl_line_more(&line);
        bl_line_put(&line, ", ");
        bl_line_bare(b, &line, &inst->operands[i]);
    }
    bl_line_end(&line);
}

static void put_cast(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    put_operands(b, &line, inst->operands, inst->n_operands);
    bl_line_put(&line, " to ");
    bl_line_type(b, &line, inst->type);
    bl_line_end(&line);
}

static void put_compare(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_named_word(b->t, bl_predicate_name(inst->predicate), inst->predicate);
    put_usual(b, inst);
}

/* ---- Ends of blocks ---- */

static void put_ret(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (inst->n_operands == 0)
        bl_text_put(b->t, " void");
    else
        put_typed(b, inst);
}

static void put_nothing(struct bl_body_text *b, const struct bl_instruction *inst)
{
    (void)b;
    (void)inst;
}

/* An integer of a case, as LLVM 3.2 wrote it: it has the type of the condition. */
static void put_case_integer(struct bl_body_text *b, const struct bl_instruction *inst,
                             const struct bl_operand *operand)
{
    bl_put_type(b->p, inst->operands[0].type);
    bl_text_char(b->t, ' ');
    if (inst->words) {
        const struct bl_type *type = type_of(b, inst->operands[0].type);
        const uint64_t *words = inst->words + operand->number;
        bl_wide_print(words + 1, (uint32_t)words[0], type ? (uint32_t)type->count : 0, true,
                      bl_text_append, b->t);
    } else {
        bl_text_i64(b->t, (int64_t)operand->number);
    }
}

static void put_switch(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_char(b->t, ' ');
    put_operand_list(b, inst, 0,
                     inst->n_operands < DOUBLE_OPERANDS ? inst->n_operands : DOUBLE_OPERANDS);
    bl_text_put(b->t, " [");
    for (uint32_t i = DOUBLE_OPERANDS; i < inst->n_operands && !b->t->is_cut; i++) {
        const struct bl_operand *operand = &inst->operands[i];
        if (operand->kind == BL_OPERAND_BLOCK) {
            bl_text_put(b->t, ", ");
            bl_put_operand(b, operand);
            continue;
        }
        bl_text_put(b->t, operand->kind == BL_OPERAND_RANGE ? " to " : "\n    ");
        if (operand->kind == BL_OPERAND_VALUE)
            bl_put_operand(b, operand);
        else
            put_case_integer(b, inst, operand);
    }
    bl_text_put(b->t, "\n  ]");
}

static void put_indirectbr(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_char(b->t, ' ');
    put_operand_list(b, inst, 0, 1);
    bl_text_put(b->t, ", [");
    put_operand_list(b, inst, 1, inst->n_operands);
    bl_text_char(b->t, ']');
}

static void put_phi(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    bl_line_type(b, &line, inst->type);
    bl_line_put(&line, " "); /* even if nothing comes in */
    for (uint32_t i = 0; i + 1 < inst->n_operands && !b->t->is_cut; i += DOUBLE_OPERANDS) {
        bl_line_more(&line);
        if (i > 0)
            bl_line_put(&line, ", ");
        bl_line_put(&line, "[ ");
        bl_line_bare(b, &line, &inst->operands[i]);
        bl_line_put(&line, ", ");
        bl_line_bare(b, &line, &inst->operands[i + 1]);
        bl_line_put(&line, " ]");
    }
    bl_line_end(&line);
}

/* ---- Exceptions ---- */

/* Up to LLVM 3.6 the personality function comes first. */
static void put_landingpad(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_char(b->t, ' ');
    bl_put_type(b->p, inst->type);
    if (inst->flags & BL_INST_CLEANUP)
        bl_text_put(b->t, "\n          cleanup");
    uint32_t first = inst->flags & BL_INST_PERSONALITY ? 1 : 0;
    for (uint32_t i = first; i + 1 < inst->n_operands && !b->t->is_cut; i += DOUBLE_OPERANDS) {
        bl_text_put(b->t, inst->operands[i].number ? "\n          filter " : "\n          catch ");
        bl_put_operand(b, &inst->operands[i + 1]);
    }
}

static void put_unwind(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_put(b->t, " unwind ");
    if (inst->flags & BL_INST_UNWINDS)
        bl_put_operand(b, &inst->operands[inst->n_operands - 1]);
    else
        bl_text_put(b->t, "to caller");
}

/* " within %pad [arguments]"; handlers are arguments, too. */
static void put_within(struct bl_body_text *b, const struct bl_instruction *inst)
{
    uint32_t end = inst->n_operands - (inst->flags & BL_INST_UNWINDS ? 1 : 0);
    bl_text_put(b->t, " within ");
    bl_put_bare_operand(b, &inst->operands[0]);
    bl_text_put(b->t, " [");
    put_operand_list(b, inst, 1, end);
    bl_text_char(b->t, ']');
}

static void put_catchswitch(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_within(b, inst);
    put_unwind(b, inst);
}

static void put_catchret(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_put(b->t, " from ");
    bl_put_bare_operand(b, &inst->operands[0]);
    bl_text_put(b->t, " to ");
    put_operand_list(b, inst, 1, inst->n_operands);
}

static void put_cleanupret(struct bl_body_text *b, const struct bl_instruction *inst)
{
    bl_text_put(b->t, " from ");
    bl_put_bare_operand(b, &inst->operands[0]);
    put_unwind(b, inst);
}

/* ---- Memory ---- */

static void put_alignment(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (inst->alignment)
        bl_text_numbered(b->t, ", align ", inst->alignment);
}

static void put_sync_scope(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_texts *scopes = &b->p->tables.info.sync_scopes;
    if (inst->sync_scope == SYSTEM_SCOPE)
        return;
    bl_text_put(b->t, " syncscope(");
    if (inst->sync_scope < scopes->n)
        bl_text_quoted(b->t, scopes->texts[inst->sync_scope]);
    else
        bl_text_put(b->t, "\"singlethread\"");
    bl_text_char(b->t, ')');
}

static void put_atomic(struct bl_body_text *b, const struct bl_instruction *inst)
{
    if (!inst->is_atomic)
        return;
    put_sync_scope(b, inst);
    put_named_word(b->t, bl_ordering_name(inst->ordering), inst->ordering);
}

/* An i32 of 1 is not printed. */
static bool is_one(struct bl_body_text *b, const struct bl_operand *count)
{
    if (count->number == b->count_of_one)
        return true;
    const struct bl_type *type = type_of(b, count->type);
    uint64_t bits;
    if (!type || type->kind != BL_TYPE_INTEGER || type->count != 32 ||
        !bl_constant_bits(b->p, count->number, &bits) || bits != 1)
        return false;
    b->count_of_one = (uint32_t)count->number;
    return true;
}

static void put_alloca(struct bl_body_text *b, const struct bl_instruction *inst)
{
    const struct bl_type *result = type_of(b, inst->type);
    bl_text_char(b->t, ' ');
    bl_put_type(b->p, inst->source_type);
    if (!is_one(b, &inst->operands[0])) {
        bl_text_put(b->t, ", ");
        bl_put_operand(b, &inst->operands[0]);
    }
    put_alignment(b, inst);
    if (result && result->count) {
        bl_text_numbered(b->t, ", addrspace(", result->count);
        bl_text_char(b->t, ')');
    }
}

static void put_load(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    bl_line_type(b, &line, inst->type);
    bl_line_put(&line, ", ");
    bl_line_operand(b, &line, &inst->operands[0]);
    bl_line_end(&line);
    put_atomic(b, inst);
    put_alignment(b, inst);
}

static void put_store(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_typed(b, inst);
    put_atomic(b, inst);
    put_alignment(b, inst);
}

static void put_gep(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, " ");
    bl_line_type(b, &line, inst->source_type);
    bl_line_put(&line, ", ");
    put_operands(b, &line, inst->operands, inst->n_operands);
    bl_line_end(&line);
}

static void put_fence(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_atomic(b, inst);
}

static void put_cmpxchg(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_typed(b, inst);
    put_atomic(b, inst);
    put_named_word(b->t, bl_ordering_name(inst->failure_ordering), inst->failure_ordering);
    put_alignment(b, inst);
}

/* LLVM 15 and older leave out a type that is that of the pointer, too. */
static void put_atomicrmw(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_named_word(b->t, bl_rmw_name(inst->operation), inst->operation);
    if (b->p->llvm <= 15)
        put_usual(b, inst);
    else
        put_typed(b, inst);
    put_atomic(b, inst);
    put_alignment(b, inst);
}

static void put_va_arg(struct bl_body_text *b, const struct bl_instruction *inst)
{
    put_typed(b, inst);
    bl_text_put(b->t, ", ");
    bl_put_type(b->p, inst->type);
}

/* ---- All of them ---- */

static put_fn *const forms[BL_OP_END] = {
    [BL_OP_RET] = put_ret,
    [BL_OP_BR] = put_typed,
    [BL_OP_SWITCH] = put_switch,
    [BL_OP_INDIRECTBR] = put_indirectbr,
    [BL_OP_INVOKE] = bl_put_call,
    [BL_OP_RESUME] = put_typed,
    [BL_OP_UNREACHABLE] = put_nothing,
    [BL_OP_CLEANUPRET] = put_cleanupret,
    [BL_OP_CATCHRET] = put_catchret,
    [BL_OP_CATCHSWITCH] = put_catchswitch,
    [BL_OP_CALLBR] = bl_put_call,
    [BL_OP_UNWIND] = put_nothing,
    [BL_OP_ALLOCA] = put_alloca,
    [BL_OP_LOAD] = put_load,
    [BL_OP_STORE] = put_store,
    [BL_OP_GETELEMENTPTR] = put_gep,
    [BL_OP_FENCE] = put_fence,
    [BL_OP_CMPXCHG] = put_cmpxchg,
    [BL_OP_ATOMICRMW] = put_atomicrmw,
    [BL_OP_TRUNC] = put_cast,
    [BL_OP_ZEXT] = put_cast,
    [BL_OP_SEXT] = put_cast,
    [BL_OP_FPTOUI] = put_cast,
    [BL_OP_FPTOSI] = put_cast,
    [BL_OP_UITOFP] = put_cast,
    [BL_OP_SITOFP] = put_cast,
    [BL_OP_FPTRUNC] = put_cast,
    [BL_OP_FPEXT] = put_cast,
    [BL_OP_PTRTOINT] = put_cast,
    [BL_OP_INTTOPTR] = put_cast,
    [BL_OP_BITCAST] = put_cast,
    [BL_OP_ADDRSPACECAST] = put_cast,
    [BL_OP_PTRTOADDR] = put_cast,
    [BL_OP_CLEANUPPAD] = put_within,
    [BL_OP_CATCHPAD] = put_within,
    [BL_OP_ICMP] = put_compare,
    [BL_OP_FCMP] = put_compare,
    [BL_OP_PHI] = put_phi,
    [BL_OP_CALL] = bl_put_call,
    [BL_OP_SELECT] = put_typed,
    [BL_OP_VA_ARG] = put_va_arg,
    [BL_OP_SHUFFLEVECTOR] = bl_put_shufflevector,
    /* the index is no value: it has no type */
    [BL_OP_EXTRACTVALUE] = put_typed,
    [BL_OP_INSERTVALUE] = put_typed,
    [BL_OP_LANDINGPAD] = put_landingpad,
};

void bl_put_instruction(struct bl_body_text *b, const struct bl_instruction *inst)
{
    struct bl_line line = bl_line_begin(b->t);
    bl_line_put(&line, "  ");
    if (inst->value != BL_NONE) {
        bl_line_bare(
            b, &line,
            &(struct bl_operand){.kind = BL_OPERAND_VALUE, .type = BL_NONE, .number = inst->value});
        bl_line_put(&line, " = ");
    }
    if (inst->flags & BL_INST_TAIL)
        bl_line_put(&line, "tail ");
    else if (inst->flags & BL_INST_MUSTTAIL)
        bl_line_put(&line, "musttail ");
    else if (inst->flags & BL_INST_NOTAIL)
        bl_line_put(&line, "notail ");
    bl_line_short(&line, &b->p->opcodes[inst->opcode]);
    bl_line_end(&line);
    if (inst->is_atomic && (inst->opcode == BL_OP_LOAD || inst->opcode == BL_OP_STORE))
        bl_text_put(b->t, " atomic");
    if (inst->flags)
        put_instruction_flags(b->t, inst->flags);
    put_fn *put = forms[inst->opcode];
    if (put)
        put(b, inst);
    else
        put_usual(b, inst);
}
