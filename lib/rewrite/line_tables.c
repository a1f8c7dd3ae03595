/* rewrite/line_tables.c - debug information of which only line tables stay
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/line_tables.h"

#include "base/grow.h"
#include "base/status.h"
#include "bitleap_codes.h"
#include "ir/metadata.h"

#include <string.h>

enum {
    IS_DISTINCT = 1,
    HAS_FLAGS = 4, /* in operand 0 of a SUBPROGRAM, since LLVM 8 */
    LINE_TABLES_ONLY = 2,
    /* Operands. */
    SUBROUTINE_FLAGS = 1,
    SUBROUTINE_TYPES = 2,
    SUBROUTINE_CONVENTION = 3,
    BLOCK_SCOPE = 1,
    LOCATION_SCOPE = 3,
    SUBPROGRAM_SCOPE = 1,
    SUBPROGRAM_NAME = 2,
    SUBPROGRAM_LINKAGE_NAME = 3,
    SUBPROGRAM_FILE = 4,
    SUBPROGRAM_TYPE = 6,
};

static int no_memory(struct bl_error *err)
{
    return bl_fail(err, BL_E_NOMEM, "no memory for line tables");
}

void bl_line_tables_release(struct bl_line_tables *t)
{
    bl_drop(t->scopes);
    bl_drop(t->path);
    bl_map_release(&t->declared);
    bl_record_release(&t->rec);
}

/* ---- The type for all functions ---- */

/* One of METADATA, whose own begins with FIRST, and an empty list for it, or one that becomes
 * empty. */
static int find_type(struct bl_line_tables *t, struct bl_metadata *metadata, uint32_t first,
                     struct bl_line_type *found, struct bl_error *err)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(metadata);
    uint32_t operands = BL_NONE;
    struct bl_view text;
    *found = (struct bl_line_type){.type = BL_NONE, .list = t->of_module.list};
    for (uint32_t i = first; i < counts.end; i++) {
        int rc = bl_metadata_string(metadata, i, &text, err);
        if (rc == 0)
            rc = bl_metadata_read(metadata, i, &t->rec, err);
        if (rc < 0)
            return rc;
        if (rc > 0)
            continue;
        if (t->rec.code == BL_CODE_METADATA_NODE && t->rec.n_ops == 0 && found->list == BL_NONE)
            found->list = i;
        bool has_operands = t->rec.code == BL_CODE_METADATA_SUBROUTINE_TYPE &&
                            t->rec.n_ops > SUBROUTINE_CONVENTION && t->rec.ops[SUBROUTINE_TYPES];
        if (has_operands && found->type == BL_NONE) {
            found->type = i;
            operands = bl_metadata_number(t->rec.ops[SUBROUTINE_TYPES] - 1);
        }
        if (found->type != BL_NONE && found->list != BL_NONE)
            return BL_OK;
    }
    if (found->type == BL_NONE)
        return BL_OK;
    found->list = operands;
    found->empties_list = true;
    int rc = bl_metadata_read(metadata, operands, &t->rec, err);
    if (rc >= 0 && t->rec.code != BL_CODE_METADATA_NODE)
        rc = bl_fail_at(err, BL_E_MISMATCH, "types of a function that are no list", t->rec.bit_pos);
    return rc < 0 ? rc : BL_OK;
}

bool bl_line_tables_empties(const struct bl_line_tables *t, uint32_t number)
{
    return (t->of_module.empties_list && number == t->of_module.list) ||
           (t->of_body.empties_list && number == t->of_body.list);
}

static const struct bl_line_type *type_here(const struct bl_line_tables *t)
{
    return t->of_module.type != BL_NONE ? &t->of_module : &t->of_body;
}

/* ---- Metadata at hand ---- */

/* No scope from number FROM on has been looked for. */
static int make_room(struct bl_line_tables *t, uint32_t from, uint32_t end, struct bl_error *err)
{
    if (bl_grow(&t->scopes, &t->cap_scopes, (uint64_t)end + 1) < 0)
        return no_memory(err);
    memset(t->scopes + from, 0, (end - from) * sizeof *t->scopes);
    t->n_scopes = end;
    return BL_OK;
}

int bl_line_tables_open(struct bl_line_tables *t, struct bl_metadata *module, struct bl_error *err)
{
    t->module = module;
    t->n_module = bl_metadata_get_counts(module).end;
    t->of_module.list = t->of_body.type = t->of_body.list = BL_NONE;
    int status = make_room(t, 0, t->n_module, err);
    return status < 0 ? status : find_type(t, module, 0, &t->of_module, err);
}

int bl_line_tables_begin(struct bl_line_tables *t, struct bl_metadata *metadata,
                         struct bl_error *err)
{
    uint32_t end = bl_metadata_get_counts(metadata).end;
    t->body = metadata;
    t->of_body = (struct bl_line_type){BL_NONE, BL_NONE, false};
    t->n_scopes = t->n_module;
    if (end <= t->n_module)
        return BL_OK;
    int status = make_room(t, t->n_module, end, err);
    if (status < 0 || t->of_module.type != BL_NONE)
        return status;
    return find_type(t, metadata, t->n_module, &t->of_body, err);
}

/* Read a node that is there. */
static int read_node(struct bl_line_tables *t, uint32_t number, struct bl_error *err)
{
    struct bl_metadata *md = number < t->n_module || !t->body ? t->module : t->body;
    struct bl_view text;
    int rc = bl_metadata_string(md, number, &text, err);
    if (rc > 0)
        return bl_fail(err, BL_E_MISMATCH, "a string where a node is expected");
    return rc < 0 ? rc : bl_metadata_read(md, number, &t->rec, err);
}

/* ---- Scopes ---- */

static bool is_block(const struct bl_record *rec)
{
    return rec->code == BL_CODE_METADATA_LEXICAL_BLOCK ||
           rec->code == BL_CODE_METADATA_LEXICAL_BLOCK_FILE;
}

int bl_line_tables_scope(struct bl_line_tables *t, uint32_t *scope, struct bl_error *err)
{
    uint32_t at = *scope;
    t->n_path = 0;
    while (at < t->n_scopes && !t->scopes[at] && t->n_path <= t->n_scopes) {
        int rc = read_node(t, at, err);
        if (rc < 0)
            return rc;
        if (t->rec.code == BL_CODE_METADATA_SUBPROGRAM) {
            t->scopes[at] = at + 1;
            break;
        }
        if (bl_append(&t->path, &t->n_path, &t->cap_path, at) < 0)
            return no_memory(err);
        bool leads_on = is_block(&t->rec) && t->rec.n_ops > BLOCK_SCOPE;
        at = leads_on ? bl_metadata_number(t->rec.ops[BLOCK_SCOPE] - 1) : BL_NONE;
    }
    if (at >= t->n_scopes || !t->scopes[at])
        return bl_fail_at(err, BL_E_MISMATCH, "location that is in no subprogram", t->rec.bit_pos);
    *scope = t->scopes[at] - 1;
    for (uint32_t i = 0; i < t->n_path; i++)
        t->scopes[t->path[i]] = t->scopes[at];
    return BL_OK;
}

/* ---- Records ---- */

/* Operand AT of N becomes VALUE. */
static void set(uint64_t *ops, uint32_t n, uint32_t at, uint64_t value)
{
    if (at < n)
        ops[at] = value;
}

/* Fields of REC. */
static void clear_fields(const struct bl_record *rec, uint64_t *ops, const uint8_t *ids,
                         size_t n_ids)
{
    struct bl_metadata_field f;
    for (size_t i = 0; i < n_ids; i++)
        if (bl_record_field(rec, ids[i], &f))
            set(ops, rec->n_ops, f.op, 0);
}

static int change_subprogram(struct bl_line_tables *t, const struct bl_record *rec, uint64_t *ops,
                             struct bl_error *err)
{
    static const uint8_t gone[] = {
        BL_DI_DECLARATION, BL_DI_RETAINED_NODES,   BL_DI_TEMPLATE_PARAMS, BL_DI_THROWN_TYPES,
        BL_DI_ANNOTATIONS, BL_DI_TARGET_FUNC_NAME, BL_DI_CONTAINING_TYPE, BL_DI_KEY_INSTRUCTIONS,
    };
    const struct bl_line_type *type = type_here(t);
    if (rec->n_ops <= SUBPROGRAM_TYPE || !(rec->ops[0] & HAS_FLAGS))
        return bl_fail_at(err, BL_E_MISMATCH, "subprogram as LLVM before 8 wrote it", rec->bit_pos);
    clear_fields(rec, ops, gone, sizeof gone / sizeof *gone);
    ops[SUBPROGRAM_SCOPE] = ops[SUBPROGRAM_FILE];
    if (ops[SUBPROGRAM_NAME])
        ops[SUBPROGRAM_LINKAGE_NAME] = 0;
    if (!ops[SUBPROGRAM_TYPE])
        return BL_OK;
    if (type->type == BL_NONE)
        return bl_fail_at(err, BL_E_MISMATCH, "type of a subprogram that is none", rec->bit_pos);
    ops[SUBPROGRAM_TYPE] = (uint64_t)type->type + 1;
    return BL_OK;
}

static int change_unit(const struct bl_record *rec, uint64_t *ops, struct bl_error *err)
{
    static const uint8_t gone[] = {BL_DI_ENUMS, BL_DI_RETAINED_TYPES, BL_DI_SUBPROGRAMS,
                                   BL_DI_GLOBALS, BL_DI_IMPORTS};
    struct bl_metadata_field f;
    clear_fields(rec, ops, gone, sizeof gone / sizeof *gone);
    if (bl_record_field(rec, BL_DI_EMISSION_KIND, &f))
        ops[f.op] = LINE_TABLES_ONLY;
    if (bl_record_field(rec, BL_DI_DWO_ID, &f) && f.value)
        return bl_fail_at(err, BL_E_MISMATCH, "compile unit whose debug information is split",
                          rec->bit_pos);
    return BL_OK;
}

static void change_type(const struct bl_line_type *type, uint64_t *ops)
{
    ops[0] &= ~(uint64_t)IS_DISTINCT;
    ops[SUBROUTINE_FLAGS] = ops[SUBROUTINE_CONVENTION] = 0;
    ops[SUBROUTINE_TYPES] = (uint64_t)type->list + 1;
}

static int change_location(struct bl_line_tables *t, const struct bl_record *rec, uint64_t *ops,
                           struct bl_error *err)
{
    uint32_t scope =
        rec->n_ops > LOCATION_SCOPE ? bl_metadata_number(ops[LOCATION_SCOPE]) : BL_NONE;
    int status = bl_line_tables_scope(t, &scope, err);
    if (status < 0)
        return status;
    ops[LOCATION_SCOPE] = scope;
    for (uint32_t i = LOCATION_SCOPE + 2; i < rec->n_ops; i++)
        ops[i] = 0; /* isImplicitCode, atoms */
    return BL_OK;
}

/* Nothing else may have what becomes empty. */
static int check_list(const struct bl_line_tables *t, const struct bl_record *rec,
                      struct bl_error *err)
{
    for (uint32_t i = 0; i < rec->n_ops; i++)
        if (rec->ops[i] && bl_line_tables_empties(t, bl_metadata_number(rec->ops[i] - 1)))
            return bl_fail_at(err, BL_E_MISMATCH, "list of types that something else has, too",
                              rec->bit_pos);
    return BL_OK;
}

int bl_line_tables_change(struct bl_line_tables *t, uint32_t number, const struct bl_record *rec,
                          uint64_t *ops, uint32_t *n, struct bl_error *err)
{
    *n = rec->n_ops;
    if (bl_line_tables_empties(t, number)) {
        *n = 0;
        return BL_OK;
    }
    if (number == t->of_module.type || number == t->of_body.type) {
        change_type(number == t->of_module.type ? &t->of_module : &t->of_body, ops);
        return BL_OK;
    }
    switch (rec->code) {
    case BL_CODE_METADATA_SUBPROGRAM: return change_subprogram(t, rec, ops, err);
    case BL_CODE_METADATA_COMPILE_UNIT: return change_unit(rec, ops, err);
    case BL_CODE_METADATA_LOCATION: return change_location(t, rec, ops, err);
    case BL_CODE_METADATA_NODE:
    case BL_CODE_METADATA_DISTINCT_NODE: return check_list(t, rec, err);
    default: return BL_OK;
    }
}

int bl_line_tables_location(struct bl_line_tables *t, uint64_t *ops, uint32_t n,
                            struct bl_error *err)
{
    enum {
        SCOPE = 2,
        INLINED_AT = 3
    };
    for (uint32_t i = INLINED_AT + 1; i < n; i++)
        ops[i] = 0; /* isImplicitCode, atoms */
    if (n <= INLINED_AT || ops[SCOPE] == 0)
        return BL_OK;
    uint32_t scope = bl_metadata_number(ops[SCOPE] - 1);
    int status = bl_line_tables_scope(t, &scope, err);
    ops[SCOPE] = (uint64_t)scope + 1;
    return status;
}

int bl_line_tables_must_be_distinct(struct bl_line_tables *t, uint32_t number,
                                    const struct bl_record *rec, const uint64_t *ops,
                                    struct bl_error *err)
{
    struct bl_view says = {(const uint8_t *)ops, rec->n_ops * sizeof *ops};
    if (rec->code != BL_CODE_METADATA_SUBPROGRAM || rec->ops[0] & IS_DISTINCT)
        return 0;
    uint64_t key = bl_map_key(&t->declared, says);
    uint32_t other = bl_map_find(&t->declared, key);
    if (other == BL_MAP_NONE)
        return bl_map_set(&t->declared, key, number) < 0 ? no_memory(err) : 0;
    int rc = read_node(t, other, err);
    if (rc < 0)
        return rc;
    return t->rec.n_ops > SUBPROGRAM_LINKAGE_NAME &&
           t->rec.ops[SUBPROGRAM_LINKAGE_NAME] != rec->ops[SUBPROGRAM_LINKAGE_NAME];
}
