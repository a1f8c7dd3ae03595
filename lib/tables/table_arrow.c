/* tables/table_arrow.c - batches of a table by Arrow's C Data and C Stream Interfaces
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Whoever has an array or a schema may move its children elsewhere and release all in any order:
 * so each of them owns, by its private data, its buffers and the places of its children, and
 * nothing else. A child that was moved has no release() any more in the place it came from.
 */
#include "tables/opened_table.h"

#include "base/grow.h"

#include <errno.h>
#include <string.h>

enum {
    MOST_BUFFERS = 3
};

/* ---- Schemas ---- */

struct schema_parts {
    char name[sizeof((struct bl_column *)NULL)->name];
    struct ArrowSchema **children;
    struct ArrowSchema schemas[];
};

static void release_schema(struct ArrowSchema *schema)
{
    struct schema_parts *parts = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++)
        if (schema->children[i]->release)
            schema->children[i]->release(schema->children[i]);
    bl_drop(parts->children);
    bl_drop(parts);
    schema->release = NULL;
}

static int make_schema(struct ArrowSchema *schema, const char *format, const char *name,
                       uint32_t n_children)
{
    struct schema_parts *parts = bl_new(sizeof *parts + n_children * sizeof(struct ArrowSchema));
    if (parts)
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers
        parts->children = bl_new((n_children + (size_t)1) * sizeof *parts->children);
    if (!parts || !parts->children) {
        bl_drop(parts);
        return ENOMEM;
    }
    strncpy(parts->name, name, sizeof parts->name - 1);
    for (uint32_t i = 0; i < n_children; i++)
        parts->children[i] = &parts->schemas[i];
    *schema = (struct ArrowSchema){
        .format = format,
        .name = parts->name,
        .flags = ARROW_FLAG_NULLABLE,
        .n_children = n_children,
        .children = parts->children,
        .release = release_schema,
        .private_data = parts,
    };
    return 0;
}

static int make_column_schema(struct ArrowSchema *schema, const struct bl_sql_column *c)
{
    uint8_t type = bl_column_type(c->type);
    struct bl_sql_text name = {.data = NULL};
    bl_sql_text_string(&name, c->prefix ? c->prefix : "");
    bl_sql_text_string(&name, c->name);
    bl_sql_text_put(&name, "", 1);
    int rc = name.has_lacked ? ENOMEM
                             : make_schema(schema,
                                           type == BL_COLUMN_TEXT      ? "U"
                                           : type == BL_COLUMN_NUMBERS ? "+L"
                                                                       : "l",
                                           name.data, type == BL_COLUMN_NUMBERS);
    bl_sql_text_release(&name);
    return rc == 0 && type == BL_COLUMN_NUMBERS ? make_schema(schema->children[0], "L", "item", 0)
                                                : rc;
}

/* ---- Arrays ---- */

struct array_parts {
    const void *buffers[MOST_BUFFERS];
    void *owned[MOST_BUFFERS]; /* what of them is the array's */
    struct ArrowArray **children;
    struct ArrowArray arrays[];
};

static void release_array(struct ArrowArray *array)
{
    struct array_parts *parts = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++)
        if (array->children[i]->release)
            array->children[i]->release(array->children[i]);
    for (int i = 0; i < MOST_BUFFERS; i++)
        bl_drop(parts->owned[i]);
    bl_drop(parts->children);
    bl_drop(parts);
    array->release = NULL;
}

static int make_array(struct ArrowArray *array, int64_t length, int64_t n_buffers,
                      uint32_t n_children)
{
    struct array_parts *parts = bl_new(sizeof *parts + n_children * sizeof(struct ArrowArray));
    if (parts)
        // NOLINTNEXTLINE(bugprone-sizeof-expression): an array of pointers
        parts->children = bl_new((n_children + (size_t)1) * sizeof *parts->children);
    if (!parts || !parts->children) {
        bl_drop(parts);
        return ENOMEM;
    }
    for (uint32_t i = 0; i < n_children; i++)
        parts->children[i] = &parts->arrays[i];
    *array = (struct ArrowArray){
        .length = length,
        .n_buffers = n_buffers,
        .n_children = n_children,
        .buffers = parts->buffers,
        .children = parts->children,
        .release = release_array,
        .private_data = parts,
    };
    return 0;
}

/* Give ARRAY the buffer NUMBER. */
static void give(struct ArrowArray *array, int number, void *buffer)
{
    struct array_parts *parts = array->private_data;
    parts->buffers[number] = parts->owned[number] = buffer;
}

/* Move what BUFFER has to ARRAY, of N rows. */
static int move_column(struct ArrowArray *array, struct bl_column_buffer *b, uint8_t type,
                       int64_t n)
{
    bool is_list = type == BL_COLUMN_NUMBERS;
    int rc = make_array(array, n, type == BL_COLUMN_TEXT ? 3 : 2, is_list);
    if (rc == 0 && is_list)
        rc = make_array(array->children[0], b->n_items, 2, 0);
    if (rc != 0)
        return rc;
    array->null_count = (int64_t)b->n_nulls;
    give(array, 0, b->n_nulls > 0 ? b->validity : NULL);
    if (b->n_nulls == 0)
        bl_drop(b->validity);
    give(array, 1, b->integers);
    if (is_list)
        give(array->children[0], 1, b->numbers);
    else
        bl_drop(b->numbers);
    if (type == BL_COLUMN_TEXT)
        give(array, 2, b->bytes);
    else
        bl_drop(b->bytes);
    *b = (struct bl_column_buffer){.validity = NULL};
    return 0;
}

/* ---- The stream ---- */

struct arrow_stream {
    struct bl_table *table;
    const char *error; /* of the last call; NULL: none */
};

static int end_call(struct arrow_stream *s, int code)
{
    s->error = code ? "no memory" : NULL;
    return code;
}

static int get_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema)
{
    struct arrow_stream *s = stream->private_data;
    const struct bl_table *t = s->table;
    int rc = make_schema(schema, "+s", "", t->n_columns);
    bool is_made = rc == 0;
    for (uint32_t i = 0; i < t->n_columns && rc == 0; i++)
        rc = make_column_schema(schema->children[i], &t->columns[i]);
    if (rc != 0 && is_made)
        schema->release(schema);
    return end_call(s, rc);
}

static int get_next(struct ArrowArrayStream *stream, struct ArrowArray *array)
{
    struct arrow_stream *s = stream->private_data;
    struct bl_table *t = s->table;
    *array = (struct ArrowArray){.release = NULL};
    int64_t n = bl_table_fill(t, 0);
    if (n <= 0)
        return end_call(s, n < 0 ? ENOMEM : 0);
    int rc = make_array(array, n, 1, t->n_columns);
    bool is_made = rc == 0;
    for (uint32_t i = 0; i < t->n_columns && rc == 0; i++)
        rc = move_column(array->children[i], &t->buffers[i], bl_column_type(t->columns[i].type), n);
    if (rc != 0 && is_made)
        array->release(array);
    return end_call(s, rc);
}

static const char *get_last_error(struct ArrowArrayStream *stream)
{
    return ((const struct arrow_stream *)stream->private_data)->error;
}

static void release_stream(struct ArrowArrayStream *stream)
{
    struct arrow_stream *s = stream->private_data;
    bl_table_close(s->table);
    bl_drop(s);
    stream->release = NULL;
}

int bl_table_export_arrow(struct bl_table *table, struct ArrowArrayStream *stream,
                          struct bl_error *err)
{
    struct arrow_stream *s = bl_new(sizeof *s);
    *stream = (struct ArrowArrayStream){.release = NULL};
    if (!s) {
        if (err)
            *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory for a stream"};
        return BL_E_NOMEM;
    }
    *s = (struct arrow_stream){.table = table};
    table->is_utf8 = true;
    *stream = (struct ArrowArrayStream){
        .get_schema = get_schema,
        .get_next = get_next,
        .get_last_error = get_last_error,
        .release = release_stream,
        .private_data = s,
    };
    return BL_OK;
}
