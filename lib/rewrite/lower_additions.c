/* rewrite/lower_additions.c - what a module gets so that an older LLVM reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/intrinsics.h"
#include "ir/module.h"
#include "ir/seek.h"
#include "rewrite/editor.h"
#include "rewrite/lower.h"
#include "rewrite/lower_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    CONSTANTS_ID_WIDTH = 4,
    PARAMATTR_AT = 6,
    TYPE_AT = 2,
    N_FUNCTION_OPS = 19, /* as of LLVM 13 */
};

static const struct {
    const char *name;
    uint32_t n_parameters;
} debug_functions[BL_N_DBG] = {
    [BL_DBG_DECLARE] = {"llvm.dbg.declare", 3},
    [BL_DBG_VALUE] = {"llvm.dbg.value", 3},
    [BL_DBG_ASSIGN] = {"llvm.dbg.assign", 6},
    [BL_DBG_LABEL] = {"llvm.dbg.label", 1},
};

/* ---- Types ---- */

static uint32_t add_type(struct bl_lower *l, const struct bl_new_type *type)
{
    if (l->n_new_types == BL_MAX_NEW_TYPES)
        return BL_NONE;
    l->new_types[l->n_new_types++] = *type;
    return l->types->n + l->n_new_types - 1;
}

uint32_t bl_lower_find_type(struct bl_lower *l, uint8_t kind, uint64_t count, uint32_t code)
{
    struct bl_new_type made = {.code = code, .n_ops = count > 0, .ops = {count}};
    for (uint32_t i = 0; i < l->types->n; i++)
        if (l->types->types[i].kind == kind && l->types->types[i].count == count)
            return i;
    for (uint32_t i = 0; i < l->n_new_types; i++)
        if (l->new_types[i].code == code && l->new_types[i].ops[0] == count)
            return l->types->n + i;
    return add_type(l, &made);
}

uint32_t bl_lower_integer_like(struct bl_lower *l, uint32_t type, unsigned bits)
{
    const struct bl_type *t = &l->types->types[type];
    uint32_t integer = bl_lower_find_type(l, BL_TYPE_INTEGER, bits, BL_CODE_TYPE_INTEGER);
    struct bl_new_type made = {
        .code = BL_CODE_TYPE_VECTOR, .n_ops = 2 + t->is_scalable, .ops = {t->count, integer, 1}};
    if (t->kind != BL_TYPE_VECTOR || integer == BL_NONE)
        return integer;
    if (!t->is_scalable)
        made.ops[2] = 0;
    for (uint32_t i = 0; i < l->types->n; i++) {
        const struct bl_type *v = &l->types->types[i];
        if (v->kind == BL_TYPE_VECTOR && v->count == t->count && v->is_scalable == t->is_scalable &&
            v->n_parts == 1 && l->types->parts[v->first_part] == integer)
            return i;
    }
    for (uint32_t i = 0; i < l->n_new_types; i++)
        if (memcmp(&l->new_types[i], &made, sizeof made) == 0)
            return l->types->n + i;
    return add_type(l, &made);
}

uint32_t bl_lower_find_function(struct bl_lower *l, uint32_t result, const uint32_t *parameters,
                                uint32_t n)
{
    struct bl_new_type made = {.code = BL_CODE_TYPE_FUNCTION, .n_ops = n + 2};
    made.ops[1] = result;
    for (uint32_t i = 0; i < n; i++)
        made.ops[2 + i] = parameters[i];
    for (uint32_t i = 0; i < l->types->n; i++) {
        const struct bl_type *t = &l->types->types[i];
        bool is_same = t->kind == BL_TYPE_FUNCTION && !t->is_vararg && t->n_parts == n + 1;
        for (uint32_t p = 0; p <= n && is_same; p++)
            is_same = l->types->parts[t->first_part + p] == made.ops[1 + p];
        if (is_same)
            return i;
    }
    for (uint32_t i = 0; i < l->n_new_types; i++)
        if (memcmp(&l->new_types[i], &made, sizeof made) == 0)
            return l->types->n + i;
    return add_type(l, &made);
}

/* ---- Names ---- */

static int append_name(struct bl_lower *l, struct bl_view name, uint64_t *offset)
{
    struct bl_appended *a = &l->appended;
    *offset = a->base + a->n;
    if (bl_grow(&a->bytes, &a->cap, (uint64_t)a->n + name.size) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for names");
    memcpy(a->bytes + a->n, name.data, name.size);
    a->n += (uint32_t)name.size;
    return BL_OK;
}

int bl_lower_write_strtab(struct bl_lower *l)
{
    struct bl_appended *a = &l->appended;
    struct bl_cursor cursor;
    if (a->n == 0 || !l->rewrite)
        return BL_OK;
    int rc = bl_index_cursor(l->index, a->strtab, &cursor, l->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&cursor, &l->rec)) > 0 && !l->rec.has_blob)
        ;
    if (rc < 0)
        bl_cursor_error(&cursor, l->err);
    bl_cursor_release(&cursor);
    if (rc <= 0)
        return rc < 0 ? rc : bl_fail(l->err, BL_E_MISMATCH, "no STRTAB for names");
    uint32_t cap = 0;
    uint8_t *bytes = NULL;
    struct bl_view blob = l->rec.blob;
    if (bl_grow(&bytes, &cap, (uint64_t)blob.size + a->n) < 0)
        return bl_fail(l->err, BL_E_NOMEM, "no memory for names");
    memcpy(bytes, blob.data, blob.size);
    memcpy(bytes + blob.size, a->bytes, a->n);
    struct bl_new_record record = {
        .code = l->rec.code, .has_blob = true, .blob = {bytes, blob.size + a->n}};
    rc = bl_rewrite_replace(l->rewrite, l->rec.bit_pos, &record, l->err);
    bl_drop(bytes);
    a->n = 0;
    return rc;
}

/* The STRTAB of the module; names of the one before are written first, if that is another. */
static int begin_names(struct bl_lower *l)
{
    struct bl_view strtab = {0};
    uint32_t block = bl_edit_strtab_of(l->index, bl_module_block(l->module));
    if (block == l->appended.strtab && l->appended.n > 0)
        return BL_OK;
    int status = bl_lower_write_strtab(l);
    int found = status == BL_OK ? bl_module_strtab(l->module, &strtab) : BL_OK;
    if (found < 0)
        status =
            bl_fail(l->err, found == BL_E_NOMEM ? found : BL_E_MISMATCH,
                    found == BL_E_NOMEM ? "no memory for names" : "a STRTAB that cannot be read");
    l->appended.strtab = block;
    l->appended.base = strtab.size;
    return status;
}

/* ---- Intrinsics ---- */

/* The newest version that is not newer than LLVM, of those whose intrinsics are known. */
static unsigned nearest(unsigned llvm)
{
    return llvm >= 22 ? 22 : llvm >= 19 ? 19 : llvm >= 16 ? 16 : llvm;
}

static bool has_intrinsic(unsigned llvm, struct bl_view name)
{
    uint32_t shape;
    return bl_intrinsic_find(nearest(llvm), name, &shape) >= 0;
}

/* One that returns nothing any more. */
static bool has_other_parameters(const struct bl_lower *l, struct bl_view name, uint32_t type)
{
    const struct bl_type *t = type < l->types->n ? &l->types->types[type] : NULL;
    if (!t || !bl_lower_needs(l, BL_OTHER_SIGNATURE))
        return false;
    uint32_t result = t->n_parts > 0 ? l->types->parts[t->first_part] : BL_NONE;
    bool returns = result < l->types->n && l->types->types[result].kind != BL_TYPE_VOID;
    return bl_view_is(name, "llvm.coro.end") && !returns;
}

/* Whether LLVM has NAME by another one, which the table has; it is written to TEXT. */
static bool listed_name(const struct bl_lower *l, struct bl_view name, char *text, size_t size)
{
    uint32_t n;
    const struct bl_renamed_intrinsic *renamed = bl_renamed_intrinsics(&n);
    for (uint32_t i = 0; i < n; i++) {
        if (!bl_view_is(name, renamed[i].name) ||
            (renamed[i].triple && !bl_view_begins(l->triple, renamed[i].triple)))
            continue;
        (void)snprintf(text, size, "%s", renamed[i].before);
        return has_intrinsic(l->llvm, bl_view_of(text));
    }
    return false;
}

/* What NAME was before: "llvm.va_start.p0" and "llvm.var.annotation.p0.p0" had no types in their
 * names, "llvm.vector.reverse" was "llvm.experimental.vector.reverse". False: LLVM has no
 * such name either. */
static bool old_name(const struct bl_lower *l, struct bl_view name, char *text, size_t size)
{
    unsigned llvm = l->llvm;
    static const char prefix[] = "llvm.";
    static const char type[] = ".p0";
    struct bl_view rest = bl_view_from(name, sizeof prefix - 1);
    size_t without = name.size;
    if (listed_name(l, name, text, size))
        return true;
    while (without > sizeof type && without < size &&
           memcmp(name.data + without - (sizeof type - 1), type, sizeof type - 1) == 0) {
        without -= sizeof type - 1;
        memcpy(text, name.data, without);
        text[without] = 0;
        if (has_intrinsic(llvm, bl_view_of(text)))
            return true;
    }
    int n = snprintf(text, size, "llvm.experimental.%.*s", (int)rest.size, (const char *)rest.data);
    return n > 0 && (size_t)n < size && has_intrinsic(llvm, bl_view_of(text));
}

static int plan_global(struct bl_lower *l, uint32_t value, const struct bl_global *g)
{
    for (int i = 0; i < BL_N_DBG; i++)
        if (bl_view_is(g->name, debug_functions[i].name))
            l->debug_functions[i] = value;
    int status = g->kind == BL_GLOBAL_FUNCTION ? bl_lower_plan_callee(l, value, g) : BL_OK;
    return status < 0 ? status : bl_lower_plan_definition(l, value, g);
}

static int plan_debug(struct bl_lower *l)
{
    uint32_t parameters[6];
    bool is_new = bl_feature_is_new(
        bl_feature_of_code(BL_BLOCK_FUNCTION, BL_CODE_FUNCTION_DEBUG_RECORD_VALUE), l->options);
    bool tracks = !bl_lower_needs(l, BL_OTHER_ASSIGN);
    bool has_assign = l->has_code[BL_CODE_FUNCTION_DEBUG_RECORD_ASSIGN];
    l->needs_debug[BL_DBG_DECLARE] = l->has_code[BL_CODE_FUNCTION_DEBUG_RECORD_DECLARE];
    l->needs_debug[BL_DBG_VALUE] = l->has_code[BL_CODE_FUNCTION_DEBUG_RECORD_VALUE] ||
                                   l->has_code[BL_CODE_FUNCTION_DEBUG_RECORD_VALUE_SIMPLE] ||
                                   (has_assign && !tracks);
    l->needs_debug[BL_DBG_ASSIGN] = has_assign && tracks;
    l->needs_debug[BL_DBG_LABEL] = l->has_code[BL_CODE_FUNCTION_DEBUG_RECORD_LABEL];
    for (int i = 0; i < BL_N_DBG; i++) {
        l->needs_debug[i] &= is_new;
        if (!l->needs_debug[i])
            continue;
        uint32_t metadata = bl_lower_find_type(l, BL_TYPE_METADATA, 0, BL_CODE_TYPE_METADATA);
        for (uint32_t p = 0; p < debug_functions[i].n_parameters; p++)
            parameters[p] = metadata;
        uint32_t nothing = bl_lower_find_type(l, BL_TYPE_VOID, 0, BL_CODE_TYPE_VOID);
        l->debug_types[i] =
            bl_lower_find_function(l, nothing, parameters, debug_functions[i].n_parameters);
        if (l->debug_functions[i] == BL_NONE)
            l->debug_functions[i] = l->n_globals + l->n_new_functions++;
    }
    return BL_OK;
}

/* Whether a pointer of DATA_LAYOUT has more bits than its index: "p8:128:128:128:48". */
static bool has_narrow_addresses(struct bl_view data_layout)
{
    size_t at = 0;
    while (at < data_layout.size) {
        struct bl_view rest = bl_view_from(data_layout, at);
        size_t size = bl_view_find(rest, "-");
        unsigned n_colons = 0;
        if (size == SIZE_MAX)
            size = rest.size;
        for (size_t i = 0; i < size; i++)
            n_colons += rest.data[i] == ':';
        if (rest.data[0] == 'p' && n_colons > 3)
            return true;
        at += size + 1;
    }
    return false;
}

/* Which codes records of a body have. */
static int scan_body(struct bl_lower *l, struct bl_cursor *body)
{
    struct bl_entry entry;
    uint32_t code = 0;
    int rc;
    while ((rc = bl_seek_entry(body, &entry, &code)) > 0) {
        if (entry.kind != BL_ENTRY_RECORD || code >= BL_LOWER_CODES)
            continue;
        l->has_code[code] = true;
        if (code != BL_CODE_FUNCTION_INST_ATOMICRMW || l->has_float_atomics)
            continue;
        int status = bl_seek_read(body, body->entry_pos, &l->rec, l->err);
        if (status < 0)
            return status;
        l->has_float_atomics = bl_lower_is_float_atomic(&l->rec);
    }
    if (rc < 0)
        bl_module_error(l->module, body, l->err);
    return rc;
}

static int scan_bodies(struct bl_lower *l)
{
    struct bl_cursor cursor;
    struct bl_entry entry;
    int rc = bl_index_cursor(l->index, bl_module_block(l->module), &cursor, l->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_next(&cursor, &entry)) > 0) {
        struct bl_cursor body;
        if (entry.kind != BL_ENTRY_BLOCK || entry.block.block_id != BL_BLOCK_FUNCTION)
            continue;
        int status = bl_module_cursor(l->module, &entry.block, &body, l->err);
        if (status >= 0) {
            status = scan_body(l, &body);
            bl_cursor_release(&body);
        }
        if (status < 0) {
            bl_cursor_release(&cursor);
            return status;
        }
    }
    if (rc < 0)
        bl_cursor_error(&cursor, l->err);
    bl_cursor_release(&cursor);
    return rc;
}

static bool has_vectors(const struct bl_types *types)
{
    for (uint32_t i = 0; i < types->n; i++)
        if (types->types[i].kind == BL_TYPE_VECTOR)
            return true;
    return false;
}

int bl_lower_plan(struct bl_lower *l)
{
    struct bl_view data_layout = {0};
    const struct bl_global *globals;
    uint32_t n = 0;
    int status = scan_bodies(l);
    if (status >= 0)
        status = bl_module_globals(l->module, &globals, &n, l->err);
    for (int i = 0; i < BL_N_DBG; i++)
        l->debug_functions[i] = BL_NONE;
    for (uint32_t i = 0; i < n && status >= 0; i++)
        status = plan_global(l, i, &globals[i]);
    if (status >= 0)
        status = bl_module_text(l->module, BL_CODE_MODULE_DATALAYOUT, &data_layout, l->err);
    if (status >= 0)
        status = bl_module_text(l->module, BL_CODE_MODULE_TRIPLE, &l->triple, l->err);
    l->has_narrow_addresses = has_narrow_addresses(data_layout);
    l->looks_at_types =
        l->has_float_atomics && bl_lower_needs(l, BL_OTHER_ATOMIC_VECTOR) && has_vectors(l->types);
    if (status >= 0)
        status = plan_debug(l);
    if (status < 0)
        return status;
    if (bl_lower_renumbers(l) && l->version < BL_VERSION_WITH_STRTAB)
        return bl_fail(l->err, BL_E_MISMATCH, "names that are not in a STRTAB");
    l->constant = l->n_globals + l->n_new_functions + l->n_module_constants;
    return begin_names(l);
}

/* ---- Records of global values ---- */

/* llvm.ucmp.i8.i32 is defined, as bitleap.ucmp.i8.i32. */
static int lower_definition(struct bl_lower *l, const struct bl_record *rec,
                            const struct bl_lower_definition *d, const struct bl_global *g)
{
    enum {
        IS_PROTO_AT = 4,
        LINKAGE_AT = 5,
        INTERNAL = 3
    };
    static const char prefix[] = "bitleap";
    uint64_t rest;
    bl_lower_note_definition(l, d, rec->bit_pos, g->name);
    if (rec->n_ops <= PARAMATTR_AT)
        return bl_fail_at(l->err, BL_E_MISMATCH, "function that is not whole", rec->bit_pos);
    int status = append_name(l, bl_view_of(prefix), &l->ops[0]);
    if (status == BL_OK)
        status = append_name(l, bl_view_from(g->name, sizeof "llvm" - 1), &rest);
    l->ops[1] = g->name.size + sizeof prefix - sizeof "llvm";
    l->ops[IS_PROTO_AT] = 0;
    l->ops[LINKAGE_AT] = INTERNAL;
    if (bl_lower_has_processor(l))
        l->ops[PARAMATTR_AT] = (uint64_t)l->processor_list + 1;
    return status;
}

static int lower_intrinsic(struct bl_lower *l, const struct bl_record *rec,
                           const struct bl_global *g)
{
    char text[256];
    if (has_other_parameters(l, g->name, g->value_type))
        (void)bl_lower_note(l, bl_feature_other(BL_OTHER_SIGNATURE), rec->bit_pos, g->name);
    if (has_intrinsic(l->llvm, g->name) || !has_intrinsic(BL_LOWER_NEWEST, g->name))
        return BL_OK;
    if (!bl_lower_needs(l, BL_OTHER_RENAMED) || !old_name(l, g->name, text, sizeof text)) {
        if (bl_lower_needs(l, BL_OTHER_INTRINSIC))
            (void)bl_lower_note(l, bl_feature_other(BL_OTHER_INTRINSIC), rec->bit_pos, g->name);
        return BL_OK;
    }
    (void)bl_lower_note(l, bl_feature_other(BL_OTHER_RENAMED), rec->bit_pos, g->name);
    l->ops[1] = strlen(text);
    return append_name(l, bl_view_of(text), &l->ops[0]);
}

int bl_lower_global(struct bl_lower *l, const struct bl_record *rec, uint32_t value)
{
    enum {
        SANITIZER_AT = 18, /* of a variable, in version 2 */
        CODE_MODEL_AT = 19
    };
    struct bl_global g;
    int status = bl_module_global(l->module, value, &g, l->err);
    if (status < 0)
        return status;
    if (rec->code == BL_CODE_MODULE_GLOBALVAR && l->version >= BL_VERSION_WITH_STRTAB) {
        const enum bl_other_feature features[] = {BL_OTHER_GLOBAL_SANITIZER, BL_OTHER_CODE_MODEL};
        for (uint32_t i = 0; i < 2; i++)
            if (SANITIZER_AT + i < rec->n_ops && rec->ops[SANITIZER_AT + i] != 0 &&
                bl_lower_needs(l, features[i]) &&
                bl_lower_other(l, features[i], rec->bit_pos) == BL_REMEDY_DROP)
                l->ops[SANITIZER_AT + i] = 0;
    }
    for (uint32_t i = 0; i < l->n_callees; i++)
        if (l->callees[i].value == value)
            return bl_lower_callee(l, rec, &l->callees[i]);
    const struct bl_lower_definition *d = bl_lower_definition_of(l, value);
    if (d)
        return lower_definition(l, rec, d, &g);
    bool is_intrinsic = rec->code == BL_CODE_MODULE_FUNCTION && bl_view_begins(g.name, "llvm.") &&
                        l->version >= BL_VERSION_WITH_STRTAB;
    return is_intrinsic ? lower_intrinsic(l, rec, &g) : BL_OK;
}

/* ---- What is inserted ---- */

int bl_lower_add_types(struct bl_lower *l, uint64_t bit_pos)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < l->n_new_types && status == BL_OK; i++)
        status = bl_lower_insert(l, bit_pos, l->new_types[i].code, l->new_types[i].ops,
                                 l->new_types[i].n_ops);
    return status;
}

int bl_lower_add_functions(struct bl_lower *l, uint64_t bit_pos)
{
    int status = BL_OK;
    for (int i = 0; i < BL_N_DBG && status == BL_OK; i++) {
        uint64_t ops[N_FUNCTION_OPS] = {0};
        if (!l->needs_debug[i] || l->debug_functions[i] < l->n_globals)
            continue;
        ops[1] = strlen(debug_functions[i].name);
        ops[TYPE_AT] = l->debug_types[i];
        ops[4] = 1; /* a declaration */
        status = append_name(l, bl_view_of(debug_functions[i].name), &ops[0]);
        if (status == BL_OK)
            status = bl_lower_insert(l, bit_pos, BL_CODE_MODULE_FUNCTION, ops, N_FUNCTION_OPS);
    }
    return status;
}

int bl_lower_add_constants(struct bl_lower *l, uint64_t bit_pos)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < l->n_new_constants && status >= 0; i++) {
        uint64_t type = l->constants[i].type;
        if (i == 0 || l->constants[i - 1].type != type)
            status = bl_lower_insert(l, bit_pos, BL_CODE_CONSTANTS_SETTYPE, &type, 1);
        if (status >= 0)
            status = bl_lower_insert(l, bit_pos, BL_CODE_CONSTANTS_INTEGER, &l->constants[i].op, 1);
    }
    return status;
}

int bl_lower_add_constant_block(struct bl_lower *l, uint64_t bit_pos)
{
    struct bl_writer *writer;
    if (l->n_new_constants == 0 || !l->rewrite)
        return BL_OK;
    int status = bl_lower_begin_block(l, BL_BLOCK_CONSTANTS, CONSTANTS_ID_WIDTH, &writer);
    if (status < 0)
        return status;
    for (uint32_t i = 0; i < l->n_new_constants; i++) {
        uint64_t type = l->constants[i].type;
        if (i == 0 || l->constants[i - 1].type != type)
            bl_writer_record(writer, BL_CODE_CONSTANTS_SETTYPE, &type, 1);
        bl_writer_record(writer, BL_CODE_CONSTANTS_INTEGER, &l->constants[i].op, 1);
    }
    return bl_lower_end_block(l, bit_pos, BL_BLOCK_CONSTANTS, CONSTANTS_ID_WIDTH, writer);
}

/* ---- Notes ---- */

static int insert_note(struct bl_lower *l, struct bl_writer *writer, const char *name)
{
    uint64_t ops[128];
    uint32_t n = 0;
    for (; n < sizeof ops / sizeof *ops && name[n]; n++)
        ops[n] = (uint8_t)name[n];
    if (writer) {
        bl_writer_record(writer, BL_CODE_METADATA_NAME, ops, n);
        bl_writer_record(writer, BL_CODE_METADATA_NAMED_NODE, NULL, 0);
        return BL_OK;
    }
    int status = bl_lower_insert(l, l->metadata_end, BL_CODE_METADATA_NAME, ops, n);
    return status < 0 ? status
                      : bl_lower_insert(l, l->metadata_end, BL_CODE_METADATA_NAMED_NODE, NULL, 0);
}

int bl_lower_add_notes(struct bl_lower *l, uint32_t n_rows)
{
    enum {
        ID_WIDTH = 4
    };
    struct bl_writer *writer = NULL;
    char name[128];
    int status = BL_OK;
    if (!l->rewrite || !(l->options->flags & BL_LOWER_NOTE))
        return BL_OK;
    for (uint32_t i = 0; i < n_rows && status >= 0; i++) {
        const struct bl_lower_finding *f = &l->report->items[i];
        uint64_t n = f->n - l->report->places[i].n_noted;
        l->report->places[i].n_noted = f->n;
        if (n == 0)
            continue;
        if (!writer && l->metadata_end == 0)
            status = bl_lower_begin_block(l, BL_BLOCK_METADATA, ID_WIDTH, &writer);
        (void)snprintf(name, sizeof name, BL_LOWER_NOTES "%u.%s.%s.%" PRIu64, l->llvm,
                       bl_remedy_name(f->remedy), f->feature, n);
        if (status >= 0)
            status = insert_note(l, writer, name);
    }
    return writer ? bl_lower_end_block(l, l->after_globals, BL_BLOCK_METADATA, ID_WIDTH, writer)
                  : status;
}
