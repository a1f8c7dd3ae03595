/* ir/operand_roles.c - what each operand of a record is the number of
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/operand_roles.h"

#include "base/grow.h"
#include "bitleap_codes.h"
#include "bitleap_metadata.h"
#include "bitleap_names.h"
#include "ir/constant_record.h"
#include "ir/vbr.h"

#include <assert.h>
#include <string.h>

enum {
    WITH_STRTAB = 2,
    N_STRTAB_WORDS = 2, /* in a row, of records that have them since version 2 */
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_FAST_MATH = 1 << 17,
    INVOKE_EXPLICIT_TYPE = 1 << 13,
};

static const uint64_t metadata_mark = 0x80000000; /* LLVMBitCodes.h, OB_METADATA */

/* ---- A row ---- */

enum {
    MOST_WORDS = 31 /* of a row */
};

/* One word of a row. */
struct word {
    const char *name;   /* NULL: the row ends */
    uint32_t only_with; /* operands left; 0: always; UINT32_MAX: an odd number */
    uint8_t size;
    char role;  /* 0: none */
    char after; /* '+', '*' or 0 */
    bool is_repeated, is_call;
};

/* The word at AT; returns the next one. */
static const char *read_word(const char *at, struct word *w)
{
    *w = (struct word){.is_call = *at == '|'};
    w->name = at + w->is_call;
    const char *rest = w->name + strcspn(w->name, " :?.");
    w->size = (uint8_t)(rest - w->name);
    if (*rest == ':') {
        w->role = rest[1];
        rest += 2;
    }
    if (*rest == '+' || *rest == '*')
        w->after = *rest++;
    if (*rest == '?') {
        w->only_with = rest[1] == 'o' ? UINT32_MAX : (uint32_t)(rest[1] - '0');
        rest += strcspn(rest, " .");
    }
    w->is_repeated = *rest == '.';
    rest += strcspn(rest, " ");
    return rest + (*rest == ' ');
}

/* The words of ROW, and one that ends it; how many they are. */
static uint32_t read_row(const char *row, struct word words[MOST_WORDS + 1])
{
    uint32_t n = 0;
    while (*row && n < MOST_WORDS)
        row = read_word(row, &words[n++]);
    assert(!*row);
    words[n] = (struct word){.name = NULL};
    return n + 1;
}

/* A record that is gone through by its row. */
struct going {
    const struct bl_around *around;
    const struct bl_record *rec;
    const struct word *at, *repeated; /* of the row; NULL: nothing is repeated yet */
    uint32_t op;                      /* the next one */
    uint64_t n_times;                 /* of the word at hand that are left */
    bool type_follows;                /* of a value that leads ahead */
    bool metadata_follows;            /* a mark was before */
    uint8_t call_words;               /* of the function's type: fast-math flags 1, type 2 */
    uint32_t call_type, n_arguments;
    /* What the operand is. */
    struct bl_view name;
    char role;
    bool is_plus;
};

static uint32_t n_left(const struct going *g)
{
    return g->rec->n_ops - g->op;
}

static uint64_t op_at(const struct going *g, uint32_t i)
{
    return i < g->rec->n_ops ? g->rec->ops[i] : 0;
}

static struct bl_view text_of(const char *text)
{
    return (struct bl_view){(const uint8_t *)text, strlen(text)};
}

/* Whether the value that OP counts back to comes later. */
static bool leads_ahead(const struct going *g, uint64_t op)
{
    uint32_t next = g->around->next_value;
    if (g->around->version == 0)
        return (uint32_t)op >= next;
    return next - (uint32_t)op >= next;
}

/* The operand at hand is a value with a type after it where it leads ahead. */
static void set_pair(struct going *g)
{
    g->role = 'v';
    g->type_follows = leads_ahead(g, op_at(g, g->op)) && n_left(g) > 1;
}

/* ---- Calls ---- */

/* Which words there are before the callee: flags, fast-math flags and the type. */
static uint8_t words_of_call(const struct bl_record *rec)
{
    uint64_t flags = rec->n_ops > 1 ? rec->ops[1] : 0;
    if (rec->code == BL_CODE_FUNCTION_INST_INVOKE)
        return flags & INVOKE_EXPLICIT_TYPE ? 2 : 0;
    bool has_fast_math = rec->code == BL_CODE_FUNCTION_INST_CALL && flags & CALL_FAST_MATH;
    return (has_fast_math ? 1 : 0) | (flags & CALL_EXPLICIT_TYPE ? 2 : 0);
}

static void set_argument(struct going *g)
{
    const struct bl_types *types = g->around->types;
    uint32_t i = ++g->n_arguments;
    const struct bl_type *function =
        types && g->call_type < types->n ? &types->types[g->call_type] : NULL;
    if (!function || i >= function->n_parts) {
        set_pair(g);
        return;
    }
    uint32_t type = types->parts[function->first_part + i];
    uint8_t kind = type < types->n ? types->types[type].kind : BL_TYPE_UNKNOWN;
    g->role = kind == BL_TYPE_METADATA ? 'M' : kind == BL_TYPE_LABEL ? 'b' : 'v';
}

/* ---- Attributes ---- */

static uint64_t op_of(const struct bl_record *rec, uint32_t i)
{
    return i < rec->n_ops ? rec->ops[i] : 0;
}

uint32_t bl_attribute_size(const struct bl_record *rec, uint32_t at, uint32_t *type)
{
    uint64_t form = op_of(rec, at);
    uint32_t end = at + 1;
    *type = BL_NONE;
    if (form == BL_ATTRIBUTE_TEXT || form == BL_ATTRIBUTE_PAIR) {
        for (int n = form == BL_ATTRIBUTE_PAIR ? 2 : 1; n > 0; n--) {
            while (end < rec->n_ops && rec->ops[end] != 0)
                end++;
            end += end < rec->n_ops;
        }
        return end - at;
    }
    switch (form) {
    case BL_ATTRIBUTE_ENUM:
    case BL_ATTRIBUTE_TYPE: return 2;
    case BL_ATTRIBUTE_INTEGER: return 3;
    case BL_ATTRIBUTE_TYPED: *type = at + 2; return 3;
    default: break;
    }
    if (form != BL_ATTRIBUTE_RANGE && form != BL_ATTRIBUTE_RANGES)
        return 0;
    uint64_t n = form == BL_ATTRIBUTE_RANGES ? op_of(rec, at + 2) : 1;
    end = at + (form == BL_ATTRIBUTE_RANGES ? 3 : 2);
    uint64_t bits = op_of(rec, end++);
    for (; n > 0 && end < rec->n_ops; n--) {
        uint64_t words = bits > 64 ? op_of(rec, end++) : (UINT64_C(1) << 32 | 1);
        uint64_t size = (words & UINT32_MAX) + (words >> 32);
        if (size > rec->n_ops - (uint64_t)end)
            return 0;
        end += (uint32_t)size;
    }
    return end - at;
}

/* ---- Operands ---- */

static void set_by_role(struct going *g, const struct word *w)
{
    switch (w->role) {
    case 'w': set_pair(g); break;
    case 'f': set_argument(g); break;
    case 'e':
        if (op_at(g, g->op) == metadata_mark && n_left(g) > 1) {
            g->role = 0;
            g->metadata_follows = true;
        } else {
            set_pair(g);
        }
        break;
    case 'u': g->role = n_left(g) == 1 ? 'a' : 0; break;
    case 's': g->role = n_left(g) == 1 ? 0 : 's'; break;
    default: g->role = w->role; break;
    }
}

/* Whether the word is passed over, as no operand is there for it. */
static bool is_passed(struct going *g, const struct word *w)
{
    if (w->only_with == UINT32_MAX)
        return n_left(g) % 2 == 0;
    if (w->only_with)
        return n_left(g) != w->only_with;
    if (w->after == '*' && g->n_times == 0) {
        g->n_times = op_at(g, g->op - (g->op > 0)) + 1;
        if (g->n_times == 1) {
            g->n_times = 0;
            return true;
        }
    }
    return false;
}

/* The operand that is no word of the row: a type, or the parts that a call begins with. */
static bool is_between(struct going *g)
{
    g->is_plus = false;
    if (g->type_follows || g->metadata_follows) {
        g->role = g->type_follows ? 't' : 'M';
        g->name = text_of(g->type_follows ? "type" : "metadata");
        g->type_follows = g->metadata_follows = false;
        return true;
    }
    if (!g->at->is_call || !g->call_words)
        return false;
    bool is_flags = g->call_words & 1;
    g->role = is_flags ? 0 : 't';
    g->name = text_of(is_flags ? "fast_math_flags" : "function_type");
    g->call_words &= is_flags ? 2 : 0;
    if (!is_flags && op_at(g, g->op) < BL_NONE)
        g->call_type = (uint32_t)op_at(g, g->op);
    return true;
}

/* What operand g->op is. False: the row has no more words. */
static bool next_operand(struct going *g)
{
    while (true) {
        if (is_between(g))
            return true;
        if (!g->at->name) {
            if (!g->repeated)
                return false;
            g->at = g->repeated;
        }
        const struct word *w = g->at;
        if (w->is_repeated && !g->repeated)
            g->repeated = w;
        bool passed = is_passed(g, w);
        if (w->after == '*' && g->n_times > 1) {
            if (--g->n_times == 1) {
                g->at++;
                g->n_times = 0;
            }
        } else {
            g->at++;
        }
        if (passed)
            continue;
        g->name = (struct bl_view){(const uint8_t *)w->name, w->size};
        g->is_plus = w->after == '+';
        set_by_role(g, w);
        return true;
    }
}

/* LLVM 3.2 wrote a switch otherwise: its cases are integers, and blocks keep their numbers. */
static const struct word old_switch[] = {
    {.name = "magic", .size = 5},
    {.name = "type", .size = 4, .role = 't'},
    {.name = "condition", .size = 9, .role = 'v'},
    {.name = "default_block", .size = 13, .role = 'b'},
    {.name = "case", .size = 4, .is_repeated = true},
    {.name = NULL},
};

static bool is_old_switch(const struct bl_around *around, const struct bl_record *rec)
{
    enum {
        MAGIC = 0x4B5,
        MAGIC_SHIFT = 16
    };
    return around->block_id == BL_BLOCK_FUNCTION && rec->code == BL_CODE_FUNCTION_INST_SWITCH &&
           rec->n_ops > 0 && rec->ops[0] >> MAGIC_SHIFT == MAGIC;
}

static struct going begin(const struct word *row, const struct bl_around *around,
                          const struct bl_record *rec)
{
    struct going g = {.around = around, .rec = rec, .at = row, .call_type = around->call_type};
    if (around->version < WITH_STRTAB && row->name && strncmp(row->name, "strtab", 6) == 0)
        g.at += N_STRTAB_WORDS;
    if (is_old_switch(around, rec))
        g.at = old_switch;
    g.call_words = words_of_call(rec); /* only rows of calls ask */
    return g;
}

struct bl_view bl_operand_name_in(const char *row, const struct bl_record *rec, uint32_t number)
{
    enum {
        MOST = 64 /* operands that are gone through for a name */
    };
    /* Values count back, and lead ahead where they count more than 31 bits. */
    struct bl_around around = {
        .block_id = BL_BLOCK_FUNCTION,
        .version = 1,
        .next_value = INT32_MAX,
        .call_type = BL_NONE,
    };
    struct word words[MOST_WORDS + 1];
    (void)read_row(row, words);
    struct going g = begin(words, &around, rec);
    while (g.op < rec->n_ops && g.op <= MOST && next_operand(&g)) {
        if (g.role == 'r') {
            uint32_t end = bl_constant_gep(rec).at;
            if (number < end)
                return g.name;
            g.op = end;
            continue;
        }
        if (g.op++ == number)
            return g.name;
    }
    return (struct bl_view){0};
}

/* ---- Places ---- */

static int add(struct bl_places *places, uint32_t op, uint8_t role, uint8_t form, uint32_t number)
{
    struct bl_place place = {.op = op, .role = role, .form = form, .number = number};
    return bl_append(&places->items, &places->n, &places->cap, place);
}

static enum bl_operand_role role_of(char role)
{
    switch (role) {
    case 't': return BL_OF_TYPE;
    case 'a':
    case 'v':
    case 's': return BL_OF_VALUE;
    case 'm':
    case 'M': return BL_OF_METADATA;
    case 'b': return BL_OF_BASIC_BLOCK;
    case 'l': return BL_OF_ATTRIBUTES;
    case 'c': return BL_OF_COMDAT;
    case 'n': return BL_OF_SECTION;
    case 'g': return BL_OF_GC;
    case 'x': return BL_OF_STRING;
    default: return BL_OF_NOTHING;
    }
}

/* The operand at hand, if it is a number of something. */
static int add_operand(struct bl_places *places, const struct going *g)
{
    enum bl_operand_role role = role_of(g->role);
    uint64_t op = op_at(g, g->op);
    bool is_back = g->around->version > 0 && (g->role == 'v' || g->role == 'M');
    if (role == BL_OF_NOTHING)
        return BL_OK;
    if (g->role == 's' && g->around->version > 0) {
        int64_t number = (int64_t)g->around->next_value - bl_signed_vbr(op);
        return number >= 0 && number < BL_NONE
                   ? add(places, g->op, BL_OF_VALUE, BL_FORM_SIGNED, (uint32_t)number)
                   : BL_OK;
    }
    if (is_back)
        return add(places, g->op, (uint8_t)role, BL_FORM_BACK,
                   g->around->next_value - (uint32_t)op);
    if (op >= BL_NONE || (g->is_plus && op == 0))
        return BL_OK;
    return add(places, g->op, (uint8_t)role, g->is_plus ? BL_FORM_PLUS_1 : BL_FORM_PLAIN,
               (uint32_t)op - g->is_plus);
}

/* Attributes up to the end. 0: one is of a form that is not known. */
static int add_attributes(struct bl_places *places, const struct going *g)
{
    for (uint32_t at = g->op, size; at < g->rec->n_ops; at += size) {
        uint32_t type;
        size = bl_attribute_size(g->rec, at, &type);
        if (size == 0 || size > g->rec->n_ops - at)
            return 0;
        if (type != BL_NONE && op_at(g, type) < BL_NONE &&
            add(places, type, BL_OF_TYPE, BL_FORM_PLAIN, (uint32_t)op_at(g, type)) < 0)
            return BL_E_NOMEM;
    }
    return 1;
}

/* N operands from field F on. */
static int add_field(struct bl_places *places, const struct bl_record *rec,
                     const struct bl_metadata_field *f)
{
    uint8_t role = BL_OF_METADATA;
    uint8_t form = BL_FORM_PLUS_1;
    uint32_t n = 1;
    switch (f->kind) {
    case BL_FIELD_STRING:
    case BL_FIELD_REF:
    case BL_FIELD_BOUND:
    case BL_FIELD_SIZE: break;
    case BL_FIELD_REFS: n = f->n_ops; break;
    case BL_FIELD_NUMBERS:
        n = f->n_ops;
        form = BL_FORM_PLAIN;
        break;
    case BL_FIELD_NUMBER: form = BL_FORM_PLAIN; break;
    case BL_FIELD_TYPE:
        form = BL_FORM_PLAIN;
        role = BL_OF_TYPE;
        break;
    case BL_FIELD_VALUE:
        form = BL_FORM_PLAIN;
        role = BL_OF_VALUE;
        break;
    default: return BL_OK;
    }
    for (uint32_t i = 0; i < n && f->op + i < rec->n_ops; i++) {
        uint64_t op = rec->ops[f->op + i];
        uint32_t plus = form == BL_FORM_PLUS_1;
        if (op < plus || op - plus >= BL_NONE)
            continue;
        if (add(places, f->op + i, role, form, (uint32_t)(op - plus)) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

static int find_in_node(struct bl_places *places, const struct bl_record *rec)
{
    struct bl_metadata_node node;
    bl_metadata_fields(rec, &node);
    if (!node.name)
        return 0;
    for (uint32_t i = 0; i < node.n_fields; i++) {
        if (node.fields[i].kind == BL_FIELD_TYPED)
            return 0; /* of LLVM 3.5 and older */
        if (add_field(places, rec, &node.fields[i]) < 0)
            return BL_E_NOMEM;
    }
    return 1;
}

/* The words of rows, by block and code: to read one takes longer than to go through it. */
struct bl_row_words {
    struct word *rows[BL_IR_BLOCK_ID_END][BL_IR_CODE_END];
};

/* The words of ROW, that of BLOCK_ID and CODE. NULL: no memory. */
static const struct word *words_of(struct bl_places *places, uint32_t block_id, uint32_t code,
                                   const char *row)
{
    struct word words[MOST_WORDS + 1];
    if (!places->words)
        places->words = bl_new(sizeof *places->words);
    if (!places->words)
        return NULL;
    struct word **known =
        &places->words->rows[block_id % BL_IR_BLOCK_ID_END][code % BL_IR_CODE_END];
    if (!*known) {
        size_t size = read_row(row, words) * sizeof *words;
        *known = bl_new(size);
        if (*known)
            memcpy(*known, words, size);
    }
    return *known;
}

void bl_places_release(struct bl_places *places)
{
    for (int i = 0; places->words && i < BL_IR_BLOCK_ID_END; i++)
        for (int k = 0; k < BL_IR_CODE_END; k++)
            bl_drop(places->words->rows[i][k]);
    bl_drop(places->words);
    bl_drop(places->items);
    *places = (struct bl_places){0};
}

int bl_places_find(struct bl_places *places, const struct bl_around *around,
                   const struct bl_record *rec)
{
    const char *row = bl_operands_row(around->block_id, rec->code);
    places->n = 0;
    if (!row && bl_ir_record_text_at(around->block_id, rec->code) != BL_NONE)
        return 1;
    if (!row)
        return around->block_id == BL_BLOCK_METADATA ? find_in_node(places, rec) : 0;
    const struct word *words = words_of(places, around->block_id, rec->code, row);
    if (!words)
        return BL_E_NOMEM;
    struct going g = begin(words, around, rec);
    while (g.op < rec->n_ops && next_operand(&g)) {
        if (g.role == 'p')
            return add_attributes(places, &g);
        if (g.role == 'r') {
            g.op = bl_constant_gep(rec).at;
            continue;
        }
        if (add_operand(places, &g) < 0)
            return BL_E_NOMEM;
        g.op++;
    }
    return 1;
}

uint64_t bl_place_operand(const struct bl_place *place, uint32_t number, uint32_t next_value)
{
    switch (place->form) {
    case BL_FORM_PLUS_1: return (uint64_t)number + 1;
    case BL_FORM_BACK: return (uint32_t)(next_value - number);
    case BL_FORM_SIGNED: {
        int64_t distance = (int64_t)next_value - number;
        return distance >= 0 ? (uint64_t)distance << 1 : (uint64_t)-distance << 1 | 1;
    }
    default: return number;
    }
}
