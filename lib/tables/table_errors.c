/* tables/table_errors.c - what is wrong with inputs, or was met by the queries of a connection
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

#include "bitleap_verify.h"

enum {
    FILE_,
    PATH,
    CAUSE,
};

static const struct bl_sql_column columns[] = {
    {"file", BL_SQL_TEXT,
     "path of the file and of what is nested in it, as commands print and take it", .id = FILE_},
    {"bit_pos", BL_SQL_INTEGER, "where in the stream", .unit = "bit",
     BL_SQL_OPTIONAL(bl_sql_problem, bit_pos, has_pos)},
    {"file_byte", BL_SQL_INTEGER, "where in the file", .unit = "byte",
     BL_SQL_OPTIONAL(bl_sql_problem, file_byte, has_pos)},
    {"path", BL_SQL_TEXT, "blocks around the place", .id = PATH},
    {"cause", BL_SQL_TEXT, "what is wrong", .id = CAUSE},
    {"kind", BL_SQL_TEXT, "damaged, unsupported, no bitcode, unreadable or argument",
     BL_SQL_FIELD(bl_sql_problem, kind)},
};

struct state {
    struct bl_sql_problems own; /* of the connection, of the inputs, or of the stream at hand */
    uint32_t at;                /* the next row */
    uint32_t stream;            /* the next one to look at */
    struct bl_sql_cursor *cursor;
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    (void)err;
    s->cursor = c;
    if (!c->inputs)
        return bl_sql_connection_problems(c->connection, &s->own);
    bl_sql_note_inputs(&s->own, c->inputs);
    return BL_OK;
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_sql_problems_clear(&s->own);
}

static void report(void *context, const struct bl_error *problem)
{
    struct state *s = context;
    const struct bl_sql_cursor *c = s->cursor;
    bl_sql_note(&s->own, bl_sql_text_get(&c->path), &c->stream, problem);
}

static int verify(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    struct bl_verify_summary summary;
    int rc = bl_verify(&c->stream, report, s, &summary, err);
    bl_sql_stream_unload(c->inputs, &c->info);
    return rc;
}

/* Verify the next stream: 1, 0: there is none, or BL_E_NOMEM. */
static int verify_next(struct bl_sql_cursor *c, struct state *s, struct bl_error *err)
{
    if (!c->inputs || s->stream >= c->inputs->n_streams)
        return 0;
    bl_sql_problems_clear(&s->own);
    s->at = 0;
    c->path.size = 0;
    c->stream = (struct bl_stream){.file_offset = 0};
    int rc = bl_sql_stream(c->inputs, s->stream++, &c->info, &c->path, err);
    if (rc <= 0)
        return rc == 0 ? 1 : rc;
    rc = bl_sql_stream_load(c->inputs, &c->info, &c->stream, err);
    if (rc == BL_OK)
        rc = verify(c, s, err);
    else if (rc != BL_E_NOMEM)
        report(s, err);
    return rc == BL_E_NOMEM ? rc : 1;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    while (s->at >= s->own.n) {
        int rc = verify_next(c, s, err);
        if (rc <= 0)
            return rc;
    }
    c->row = &s->own.items[s->at++];
    c->key++;
    return 1;
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct bl_sql_problem *problem = c->row;
    const char *text = id == FILE_ ? problem->file : id == PATH ? problem->path : problem->cause;
    bl_sql_set_view(cell, bl_sql_view(text));
}

const struct bl_sql_table bl_sql_errors = {
    .name = "bitcode_errors",
    .summary = "what is wrong with inputs; without any, what queries have met",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_ONCE,
    .needs_no_inputs = true,
    .state_size = sizeof(struct state),
    .begin = begin,
    .next = next,
    .column = column,
    .end = end,
};

const struct bl_sql_table *const bl_sql_tables[] = {
    &bl_sql_files,      &bl_sql_streams,      &bl_sql_modules,
    &bl_sql_symbols,    &bl_sql_functions,    &bl_sql_globals,
    &bl_sql_calls,      &bl_sql_instructions, &bl_sql_types,
    &bl_sql_attributes, &bl_sql_metadata,     &bl_sql_summaries,
    &bl_sql_strings,    &bl_sql_remarks,      &bl_sql_blocks,
    &bl_sql_records,    &bl_sql_errors,       NULL,
};
