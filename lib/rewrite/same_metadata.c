/* rewrite/same_metadata.c - which metadata of a stripped module is which of the one before
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/same_metadata.h"

#include "base/grow.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "rewrite/strip.h"

void bl_same_metadata_release(struct bl_same_metadata *s)
{
    for (int i = 0; i < 2; i++) {
        bl_drop(s->sides[i].partners);
        bl_record_release(&s->sides[i].record);
    }
    bl_line_tables_release(&s->lines);
    bl_drop(s->pairs);
    bl_drop(s->ops);
    bl_drop(s->changed);
}

/* ---- Numbers ---- */

static struct bl_metadata *metadata_of(const struct bl_metadata_side *side, uint32_t number)
{
    return number < side->n ? side->module : side->body;
}

/* 1; 0 where it is damaged, or BL_E_NOMEM. */
static int read(struct bl_metadata_side *side, uint32_t number)
{
    struct bl_metadata *md = metadata_of(side, number);
    int status = md ? bl_metadata_read(md, number, &side->record, NULL) : BL_E_ARGUMENT;
    return status >= 0 ? 1 : status == BL_E_NOMEM ? status : 0;
}

/* As bl_metadata_string(). */
static int read_string(const struct bl_metadata_side *side, uint32_t number, struct bl_view *text)
{
    struct bl_metadata *md = metadata_of(side, number);
    return md ? bl_metadata_string(md, number, text, NULL) : BL_E_ARGUMENT;
}

static int compare_strings(struct bl_same_metadata *s, uint32_t before, uint32_t after)
{
    struct bl_view x;
    struct bl_view y;
    int rc = read_string(&s->sides[AFTER], after, &y);
    if (rc > 0)
        rc = read_string(&s->sides[BEFORE], before, &x);
    return rc > 0 ? bl_view_equal(x, y) : rc == BL_E_NOMEM ? rc : 0;
}

int bl_same_metadata_pair(struct bl_same_metadata *s, uint32_t before, uint32_t after)
{
    struct bl_view text;
    struct bl_metadata_side *x = &s->sides[BEFORE];
    struct bl_metadata_side *y = &s->sides[AFTER];
    if (before >= x->n_partners || after >= y->n_partners || (before < x->n) != (after < y->n))
        return 0;
    if (x->partners[before].number || y->partners[after].number)
        return x->partners[before].number == after + 1 && y->partners[after].number == before + 1;
    int rc = read_string(x, before, &text);
    if (rc != 0)
        return rc > 0 ? compare_strings(s, before, after) : rc == BL_E_NOMEM ? rc : 0;
    x->partners[before].number = after + 1;
    y->partners[after].number = before + 1;
    struct bl_node_pair pair = {before, after};
    return bl_append(&s->pairs, &s->n_pairs, &s->cap_pairs, pair) < 0 ? BL_E_NOMEM : 1;
}

/* Room for N numbers, those after the module's without partners. */
static int make_room(struct bl_metadata_side *side, uint32_t n)
{
    uint32_t from = side->n_partners < side->n ? side->n_partners : side->n;
    if (bl_grow(&side->partners, &side->cap, (uint64_t)n + 1) < 0)
        return BL_E_NOMEM;
    memset(side->partners + from, 0, (n - from) * sizeof *side->partners);
    side->n_partners = n;
    return 1;
}

/* ---- Nodes ---- */

/* How many operands of F are references, *PLUS what is added to them; UINT32_MAX: that is not
 * known. */
static uint32_t count_references(const struct bl_metadata_field *f, uint32_t *plus)
{
    *plus = f->kind != BL_FIELD_NUMBER && f->kind != BL_FIELD_NUMBERS;
    switch (f->kind) {
    case BL_FIELD_STRING:
    case BL_FIELD_REF:
    case BL_FIELD_BOUND:
    case BL_FIELD_SIZE:
    case BL_FIELD_NUMBER: return 1;
    case BL_FIELD_REFS:
    case BL_FIELD_NUMBERS: return f->n_ops;
    case BL_FIELD_UNSIGNED:
    case BL_FIELD_SIGNED:
    case BL_FIELD_SIGNED_VBR:
    case BL_FIELD_WIDE:
    case BL_FIELD_BOOL:
    case BL_FIELD_OPERATIONS:
    case BL_FIELD_FLAGS:
    case BL_FIELD_SUBPROGRAM_FLAGS:
    case BL_FIELD_TAG:
    case BL_FIELD_LANGUAGE:
    case BL_FIELD_LANGUAGE_NAME:
    case BL_FIELD_ENCODING:
    case BL_FIELD_CONVENTION:
    case BL_FIELD_MACRO:
    case BL_FIELD_ENUM_KIND:
    case BL_FIELD_EMISSION:
    case BL_FIELD_NAME_TABLE:
    case BL_FIELD_CHECKSUM:
    case BL_FIELD_FIXED_POINT:
    case BL_FIELD_TYPE:
    case BL_FIELD_VALUE: return 0;
    default: return UINT32_MAX;
    }
}

/* The references of FIELD, in the operands of BEFORE, lead to partners of what they do in OPS, of
 * after. These become those of BEFORE. */
static int compare_references(struct bl_same_metadata *s, const struct bl_record *before,
                              const struct bl_metadata_field *field, uint64_t *ops)
{
    uint32_t plus;
    uint32_t n = count_references(field, &plus);
    if (n == UINT32_MAX || n > before->n_ops || field->op > before->n_ops - n)
        return 0;
    for (uint32_t op = field->op; op < field->op + n; op++) {
        uint64_t x = before->ops[op] - plus;
        uint64_t y = ops[op] - plus;
        if (x >= BL_NONE && x == y) /* none */
            continue;
        int rc =
            x < BL_NONE && y < BL_NONE ? bl_same_metadata_pair(s, (uint32_t)x, (uint32_t)y) : 0;
        if (rc <= 0)
            return rc;
        ops[op] = before->ops[op];
    }
    return 1;
}

/* The record of NUMBER before, which has been read, as it is to be, in X. */
static int change(struct bl_same_metadata *s, uint32_t number, struct bl_record *x)
{
    const struct bl_record *after = &s->sides[AFTER].record;
    *x = s->sides[BEFORE].record;
    if (!bl_strip_keeps_lines(s->options))
        return 1;
    if (bl_grow(&s->changed, &s->cap_changed, (uint64_t)x->n_ops + 1) < 0)
        return BL_E_NOMEM;
    if (x->n_ops > 0)
        memcpy(s->changed, x->ops, x->n_ops * sizeof *s->changed);
    x->ops = s->changed;
    int status = bl_line_tables_change(&s->lines, number, &s->sides[BEFORE].record, s->changed,
                                       &x->n_ops, NULL);
    if (x->code == BL_CODE_METADATA_SUBPROGRAM && after->n_ops > 0)
        s->changed[0] |= after->ops[0] & 1; /* it may have to be distinct */
    return status == BL_OK ? 1 : status == BL_E_NOMEM ? status : 0;
}

/* The records that have been read; that before is of NUMBER. */
static int compare_records(struct bl_same_metadata *s, uint32_t number)
{
    struct bl_record changed;
    const struct bl_record *x = &changed;
    const struct bl_record *y = &s->sides[AFTER].record;
    int rc = change(s, number, &changed);
    if (rc <= 0)
        return rc;
    struct bl_metadata_node node;
    if (x->code != y->code || x->n_ops != y->n_ops || x->has_blob || y->has_blob)
        return 0;
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)y->n_ops + 1) < 0)
        return BL_E_NOMEM;
    if (y->n_ops > 0)
        memcpy(s->ops, y->ops, y->n_ops * sizeof *s->ops);
    bl_metadata_fields(x, &node);
    rc = node.name != NULL;
    for (uint32_t i = 0; i < node.n_fields && rc > 0; i++)
        rc = compare_references(s, x, &node.fields[i], s->ops);
    return rc > 0 ? x->n_ops == 0 || memcmp(s->ops, x->ops, x->n_ops * sizeof *s->ops) == 0 : rc;
}

/* ---- Loops ---- */

static int is_location(struct bl_metadata_side *side, uint32_t number)
{
    struct bl_metadata *md = metadata_of(side, number);
    struct bl_record rec = {0};
    int status = md ? bl_metadata_read(md, number, &rec, NULL) : BL_E_ARGUMENT;
    int rc = status == BL_E_NOMEM ? status : status >= 0 && rec.code == BL_CODE_METADATA_LOCATION;
    bl_record_release(&rec);
    return rc;
}

/* Operands of the loop NODE, which has been read, into S's, without locations; *N of them. */
static int leave_out_locations(struct bl_same_metadata *s, uint32_t *n, bool *has_location)
{
    struct bl_metadata_side *side = &s->sides[BEFORE];
    const struct bl_record *rec = &side->record;
    *n = 0;
    *has_location = false;
    if (rec->code != BL_CODE_METADATA_NODE && rec->code != BL_CODE_METADATA_DISTINCT_NODE)
        return 0;
    if (bl_grow(&s->ops, &s->cap_ops, (uint64_t)rec->n_ops + 1) < 0)
        return BL_E_NOMEM;
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        uint64_t op = rec->ops[i];
        int rc = op > 0 && op <= BL_NONE ? is_location(side, (uint32_t)(op - 1)) : 0;
        if (rc < 0)
            return rc;
        *has_location |= rc > 0;
        if (rc == 0)
            s->ops[(*n)++] = op;
    }
    return 1;
}

int bl_same_metadata_loop(struct bl_same_metadata *s, uint32_t node, bool *is_empty)
{
    uint32_t n;
    bool has_location;
    int rc = node < s->sides[BEFORE].n_partners ? read(&s->sides[BEFORE], node) : 0;
    if (rc > 0)
        rc = leave_out_locations(s, &n, &has_location);
    if (rc <= 0)
        return rc;
    *is_empty = has_location && n == 1 && s->ops[0] == (uint64_t)node + 1;
    s->sides[BEFORE].partners[node].is_loop = true;
    return 1;
}

/* The loops' records that have been read. */
static int compare_loops(struct bl_same_metadata *s)
{
    const struct bl_record *after = &s->sides[AFTER].record;
    uint32_t n;
    bool has_location;
    int rc = leave_out_locations(s, &n, &has_location);
    if (rc > 0 && (s->sides[BEFORE].record.code != after->code || n != after->n_ops))
        return 0;
    for (uint32_t i = 0; i < n && rc > 0; i++)
        if (s->ops[i] > 0 && s->ops[i] <= BL_NONE && after->ops[i] > 0 && after->ops[i] <= BL_NONE)
            rc = bl_same_metadata_pair(s, (uint32_t)(s->ops[i] - 1), (uint32_t)(after->ops[i] - 1));
        else
            rc = s->ops[i] == after->ops[i];
    return rc;
}

/* ---- All of it ---- */

int bl_same_metadata_compare(struct bl_same_metadata *s)
{
    int rc = 1;
    while (s->n_pairs > 0 && rc > 0) {
        struct bl_node_pair pair = s->pairs[--s->n_pairs];
        rc = read(&s->sides[BEFORE], pair.before);
        if (rc > 0)
            rc = read(&s->sides[AFTER], pair.after);
        if (rc > 0)
            rc = s->sides[BEFORE].partners[pair.before].is_loop ? compare_loops(s)
                                                                : compare_records(s, pair.before);
    }
    return rc;
}

static uint32_t end_of(const struct bl_metadata *md)
{
    return md ? bl_metadata_get_counts(md).end : 0;
}

/* Where debug information stays, all numbers do: what leads to them is not looked for. */
static int pair_all(struct bl_same_metadata *s, uint32_t from, uint32_t end)
{
    int rc = 1;
    for (uint32_t i = from; i < end && rc > 0; i++)
        rc = bl_same_metadata_pair(s, i, i);
    return rc;
}

static int answer(int status)
{
    return status == BL_OK ? 1 : status == BL_E_NOMEM ? status : 0;
}

static int begin_lines(struct bl_same_metadata *s, struct bl_metadata *body)
{
    struct bl_metadata *metadata = body ? body : s->sides[BEFORE].module;
    return answer(bl_line_tables_begin(&s->lines, metadata, NULL));
}

int bl_same_metadata_begin(struct bl_same_metadata *s, struct bl_metadata *before,
                           struct bl_metadata *after)
{
    struct bl_metadata *own[2] = {before, after};
    int rc = 1;
    for (int i = 0; i < 2 && rc > 0; i++) {
        struct bl_metadata_side *side = &s->sides[i];
        uint32_t end = end_of(own[i]);
        side->body = own[i];
        rc = make_room(side, end > side->n ? end : side->n);
    }
    if (rc > 0 && bl_strip_keeps_lines(s->options))
        rc = begin_lines(s, before);
    if (rc <= 0 || bl_strips_debug(s->options))
        return rc;
    uint32_t end = s->sides[BEFORE].n_partners;
    rc = end == s->sides[AFTER].n_partners ? pair_all(s, s->sides[BEFORE].n, end) : 0;
    return rc > 0 ? bl_same_metadata_compare(s) : rc;
}

int bl_same_metadata_open(struct bl_same_metadata *s, struct bl_module *before,
                          struct bl_module *after)
{
    struct bl_module *modules[2] = {before, after};
    int rc = 1;
    for (int i = 0; i < 2 && rc > 0; i++) {
        struct bl_metadata_side *side = &s->sides[i];
        int status = bl_module_metadata(modules[i], &side->module, NULL);
        if (status < 0)
            return status == BL_E_NOMEM ? status : 0;
        side->n = end_of(side->module);
        rc = make_room(side, side->n);
    }
    if (rc > 0 && bl_strip_keeps_lines(s->options))
        rc = answer(bl_line_tables_open(&s->lines, s->sides[BEFORE].module, NULL));
    if (rc <= 0 || bl_strips_debug(s->options))
        return rc;
    rc = s->sides[BEFORE].n == s->sides[AFTER].n ? pair_all(s, 0, s->sides[BEFORE].n) : 0;
    return rc > 0 ? bl_same_metadata_compare(s) : rc;
}
