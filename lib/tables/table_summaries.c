/* tables/table_summaries.c - the summaries of ThinLTO, of modules and of combined indices
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Records that are no summary of a value have no row.
 */
#include "tables/table.h"

#include "base/grow.h"
#include "bitleap_symbols.h"

#include <inttypes.h>

enum {
    NAME,
    GUID,
    MODULE_ID,
    INSTRUCTIONS,
    ALIASEE,
    CALLS,
    REFS,
};

static const char *kind_name(unsigned kind)
{
    return kind == BL_SUMMARY_FUNCTION ? "function"
           : kind == BL_SUMMARY_ALIAS  ? "alias"
                                       : "variable";
}

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"value", BL_SQL_INTEGER, "number of the value: a global value, in an index one of its own",
     BL_SQL_FIELD(bl_summary, value)},
    {"name", BL_SQL_TEXT, "name of the global value; NULL in an index", .key = BL_SQL_NAME,
     .id = NAME},
    {"guid", BL_SQL_TEXT, "number that LLVM makes of the name, in decimal", .id = GUID},
    {"kind", BL_SQL_TEXT, "function, variable or alias", BL_SQL_FIELD(bl_summary, kind),
     .names = kind_name},
    {"module_id", BL_SQL_INTEGER, "number of the module that an index has it from",
     .id = MODULE_ID},
    {"linkage", BL_SQL_TEXT, "in the spelling of LLVM; external where LLVM writes nothing",
     BL_SQL_FIELD(bl_summary, linkage), .names = bl_sql_linkage_name},
    {"visibility", BL_SQL_TEXT, "default, hidden or protected",
     BL_SQL_FIELD(bl_summary, visibility), .names = bl_sql_visibility_name},
    {"live", BL_SQL_BOOL, "it is kept whatever uses it, or in an index is not dead",
     BL_SQL_FIELD(bl_summary, flags), .mask = BL_GV_LIVE},
    {"not_importable", BL_SQL_BOOL, "other modules may get no copy of it",
     BL_SQL_FIELD(bl_summary, flags), .mask = BL_GV_NOT_ELIGIBLE},
    {"dso_local", BL_SQL_BOOL, "it is resolved within what is linked",
     BL_SQL_FIELD(bl_summary, flags), .mask = BL_GV_DSO_LOCAL},
    {"instructions", BL_SQL_INTEGER, "how many a function has, without debug intrinsics",
     .id = INSTRUCTIONS},
    {"noinline", BL_SQL_BOOL, "the function is not to be inlined",
     BL_SQL_FIELD(bl_summary, function_flags), .mask = BL_FFLAG_NO_INLINE},
    {"alwaysinline", BL_SQL_BOOL, "the function is to be inlined, whatever its size",
     BL_SQL_FIELD(bl_summary, function_flags), .mask = BL_FFLAG_ALWAYS_INLINE},
    {"read_only", BL_SQL_BOOL, "the variable may be one that is only read",
     BL_SQL_FIELD(bl_summary, variable_flags), .mask = BL_GVAR_READ_ONLY},
    {"write_only", BL_SQL_BOOL, "the variable may be one that is only written to",
     BL_SQL_FIELD(bl_summary, variable_flags), .mask = BL_GVAR_WRITE_ONLY},
    {"constant", BL_SQL_BOOL, "the variable is constant", BL_SQL_FIELD(bl_summary, variable_flags),
     .mask = BL_GVAR_CONSTANT},
    {"aliasee", BL_SQL_INTEGER, "number of the value that an alias leads to", .id = ALIASEE},
    {"calls", BL_SQL_NUMBERS, "numbers of the values that a function calls", .id = CALLS},
    {"refs", BL_SQL_NUMBERS, "numbers of the values that it refers to otherwise", .id = REFS},
    {"code", BL_SQL_INTEGER, "number of the record code", BL_SQL_FIELD(bl_summary, code)},
    {"bit_pos", BL_SQL_INTEGER, "where the record or block begins in its stream", .unit = "bit",
     BL_SQL_FIELD(bl_summary, bit_pos)},
};

struct state {
    struct bl_summaries *summaries;
    struct bl_summary summary;
    const struct bl_global *globals;
    uint32_t n_globals;
    uint64_t *calls; /* of the row */
    size_t cap_calls;
};

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_summaries_close(s->summaries);
    s->summaries = NULL;
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_drop(s->calls);
}

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->summaries = NULL;
    c->row = &s->summary;
    int rc = bl_summaries_open(&s->summaries, c->module, err);
    if (rc <= 0)
        return rc < 0 ? rc : 1;
    rc = bl_module_globals(c->module, &s->globals, &s->n_globals, err);
    if (rc == BL_E_NOMEM)
        end_unit(c);
    else if (rc < 0)
        bl_sql_cursor_note(c, err);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

static struct bl_view name_of(const struct state *s)
{
    return s->summary.value < s->n_globals ? s->globals[s->summary.value].name
                                           : (struct bl_view){.data = NULL};
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    int rc;
    while ((rc = bl_summaries_next(s->summaries, &s->summary, err)) > 0) {
        c->key = s->summary.bit_pos;
        if (s->summary.kind != BL_SUMMARY_RECORD && bl_sql_name_is_wanted(c, name_of(s)))
            return 1;
    }
    return rc;
}

static void put_guid(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    uint64_t guid = s->summary.guid;
    bool is_known = s->summary.has_guid;
    if (!is_known && s->summary.value < s->n_globals)
        is_known = bl_sql_seen(c, bl_module_guid(c->module, (uint32_t)s->summary.value, &guid,
                                                 NULL)) == BL_OK;
    if (!is_known)
        return;
    bl_sql_text_printf(&c->text, "%" PRIu64, guid);
    bl_sql_set_text(c, cell);
}

static void put_calls(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    if (bl_sql_seen(c, bl_grow(&s->calls, &s->cap_calls, s->summary.n_calls)) < 0)
        return;
    for (uint32_t i = 0; i < s->summary.n_calls; i++)
        s->calls[i] = s->summary.calls[i].value;
    bl_sql_set_numbers(cell, s->calls, s->summary.n_calls);
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct state *s = c->state;
    const struct bl_summary *row = &s->summary;
    c->text.size = 0;
    switch (id) {
    case NAME:
        if (name_of(s).size)
            bl_sql_set_name(cell, name_of(s));
        break;
    case GUID: put_guid(c, cell); break;
    case MODULE_ID:
        if (row->module != BL_NONE)
            bl_sql_set_integer(cell, row->module_id);
        break;
    case INSTRUCTIONS:
        if (row->kind == BL_SUMMARY_FUNCTION)
            bl_sql_set_integer(cell, row->n_instructions);
        break;
    case ALIASEE:
        if (row->kind == BL_SUMMARY_ALIAS)
            bl_sql_set_integer(cell, row->aliasee);
        break;
    case CALLS: put_calls(c, cell); break;
    default: bl_sql_set_numbers(cell, row->refs, row->n_refs); break;
    }
}

const struct bl_sql_table bl_sql_summaries = {
    .name = "bitcode_summaries",
    .summary = "summaries of ThinLTO, of modules and of combined indices",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 1,
    .begin = begin,
    .next = next,
    .column = column,
    .end_unit = end_unit,
    .end = end,
};
