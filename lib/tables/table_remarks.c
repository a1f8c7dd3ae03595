/* tables/table_remarks.c - optimization remarks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * `message` is what the values of the arguments say in a row. `arguments` is a JSON array with an
 * object for each: its key and value, and "DebugLoc", if it has a place.
 */
#include "tables/table.h"

#include "bitleap_limits.h"
#include "bitleap_remarks.h"

#include <inttypes.h>

enum {
    MESSAGE,
    ARGUMENTS,
};

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    {"kind", BL_SQL_TEXT, "kind of remark: passed, missed, analysis …",
     BL_SQL_FIELD(bl_remark, kind), .names = bl_remark_kind_name},
    {"pass", BL_SQL_TEXT, "name of the pass", BL_SQL_FIELD(bl_remark, pass)},
    {"name", BL_SQL_TEXT, "name of the remark", BL_SQL_FIELD(bl_remark, name)},
    {"function", BL_SQL_TEXT, "name of the function", BL_SQL_FIELD(bl_remark, function)},
    {"source", BL_SQL_TEXT, "source file", BL_SQL_OPTIONAL(bl_remark, location.file, has_location)},
    {"line", BL_SQL_INTEGER, "line of the source, from 1 on",
     BL_SQL_OPTIONAL(bl_remark, location.line, has_location)},
    {"column", BL_SQL_INTEGER, "column in that line, from 1 on",
     BL_SQL_OPTIONAL(bl_remark, location.column, has_location)},
    {"hotness", BL_SQL_INTEGER, "how often profiles say that it runs",
     BL_SQL_OPTIONAL(bl_remark, hotness, has_hotness)},
    {"message", BL_SQL_TEXT, "the arguments as a sentence", .id = MESSAGE},
    {"arguments", BL_SQL_TEXT, "the arguments, as objects of JSON", .id = ARGUMENTS,
     .is_json = true},
    {"bit_pos", BL_SQL_INTEGER, "where its block begins", .unit = "bit",
     BL_SQL_FIELD(bl_remark, bit_pos)},
};

struct state {
    struct bl_remarks *remarks;
    struct bl_remark remark;
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->remarks = NULL;
    if (c->stream.kind != BL_STREAM_REMARKS)
        return 1;
    return bl_remarks_open(&s->remarks, &c->stream, NULL, err);
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    int rc = bl_remarks_next(s->remarks, &s->remark, err);
    c->row = &s->remark;
    c->key = s->remark.bit_pos;
    return rc;
}

static void end_unit(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_remarks_close(s->remarks);
    s->remarks = NULL;
}

/* ---- Texts of arguments ---- */

/* Whether there may be more text: records of a few bits can repeat a long one many times. */
static bool has_room(const struct bl_sql_cursor *c)
{
    return c->text.size <=
           BL_MAX_TEXT_BYTES_FLOOR + (uint64_t)c->stream.bytes.size * BL_MAX_TEXT_BYTES_PER_BYTE;
}

static void put_argument(struct bl_sql_text *text, const struct bl_remark_argument *argument)
{
    const struct bl_remark_location *at = &argument->location;
    bl_sql_text_string(text, "{");
    bl_sql_text_json(text, argument->key);
    bl_sql_text_string(text, ":");
    bl_sql_text_json(text, argument->value);
    if (argument->has_location) {
        bl_sql_text_string(text, ",\"DebugLoc\":{\"File\":");
        bl_sql_text_json(text, at->file);
        bl_sql_text_printf(text, ",\"Line\":%" PRIu32 ",\"Column\":%" PRIu32 "}", at->line,
                           at->column);
    }
    bl_sql_text_string(text, "}");
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    const struct bl_remark *remark = c->row;
    bool is_message = id == MESSAGE;
    c->text.size = 0;
    c->text.has_lacked = false;
    bl_sql_text_string(&c->text, is_message ? "" : "[");
    for (uint32_t i = 0; i < remark->n_arguments && has_room(c); i++) {
        if (is_message) {
            bl_sql_text_view(&c->text, remark->arguments[i].value);
            continue;
        }
        bl_sql_text_string(&c->text, i > 0 ? "," : "");
        put_argument(&c->text, &remark->arguments[i]);
    }
    bl_sql_text_string(&c->text, is_message ? "" : "]");
    c->text.has_lacked |= !has_room(c);
    bl_sql_set_text(c, cell);
}

const struct bl_sql_table bl_sql_remarks = {
    .name = "bitcode_remarks",
    .summary = "optimization remarks",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_STREAMS,
    .state_size = sizeof(struct state),
    .rows_per_kb = 8,
    .begin = begin,
    .next = next,
    .column = column,
    .end_unit = end_unit,
};
