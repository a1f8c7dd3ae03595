/* tables/table_metadata.c - metadata of modules: named nodes, strings, nodes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "tables/table.h"

enum {
    NUMBER,
    SLOT,
    KIND,
    NAME,
    CODE,
    IS_DISTINCT,
    TEXT,
    STRING,
    BIT_POS,
};

static const struct bl_sql_column columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"number", BL_SQL_INTEGER, "number of the node or string in the file, from 0 on", .id = NUMBER},
    {"slot", BL_SQL_INTEGER, "number N of !N in LLVM assembly", .id = SLOT},
    {"kind", BL_SQL_TEXT, "named node, string, or kind of node", .id = KIND},
    {"name", BL_SQL_TEXT, "name of a named node", .id = NAME},
    {"code", BL_SQL_INTEGER, "number of the record code", .id = CODE},
    {"is_distinct", BL_SQL_BOOL, "whether the node is distinct", .id = IS_DISTINCT},
    {"text", BL_SQL_TEXT, "the node in LLVM assembly", .id = TEXT},
    {"string", BL_SQL_TEXT, "bytes of a string", .id = STRING},
    {"bit_pos", BL_SQL_INTEGER, "where its record begins", .unit = "bit", .id = BIT_POS},
};

struct state {
    struct bl_metadata *metadata;
    struct bl_metadata_counts counts;
    uint32_t named;  /* number of the row's named node plus 1, */
    uint32_t number; /* or that of its string or node plus 1; 0: it is a named node */
    int status;
    struct bl_error err;
    struct bl_view string;
    bool is_string;
    struct bl_record rec;
    bool has_rec;
    struct bl_metadata_node node;
};

static int begin(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->metadata = NULL;
    s->named = s->number = 0;
    s->status = bl_module_metadata(c->module, &s->metadata, &s->err);
    *err = s->err;
    if (s->status == BL_E_NOMEM || !s->metadata)
        return s->status;
    s->counts = bl_metadata_get_counts(s->metadata);
    c->key = bl_index_get(c->index, c->block).block.bit_pos;
    return BL_OK;
}

static int next(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct state *s = c->state;
    s->has_rec = s->is_string = false;
    if (!s->metadata)
        return 0;
    c->key++;
    if (s->named < s->counts.n_named) {
        s->named++;
        return 1;
    }
    if (s->number < s->counts.end) {
        struct bl_error lost;
        int rc = bl_metadata_string(s->metadata, s->number++, &s->string, &lost);
        s->is_string = rc != 0;
        if (rc < 0) {
            s->string = (struct bl_view){0};
            bl_sql_cursor_note(c, &lost);
        }
        return rc == BL_E_NOMEM ? rc : 1;
    }
    *err = s->err;
    if (s->status == BL_OK && c->printer)
        return bl_printer_check_numbers(c->printer, err);
    return s->status;
}

static void end(struct bl_sql_cursor *c)
{
    struct state *s = c->state;
    bl_record_release(&s->rec);
}

/* The node of the row; NULL: it cannot be read. */
static const struct bl_metadata_node *node_of(struct bl_sql_cursor *c, struct state *s)
{
    struct bl_error err;
    if (!s->has_rec) {
        s->has_rec = true;
        s->node = (struct bl_metadata_node){.name = NULL};
        s->rec.n_ops = 0;
        s->rec.bit_pos = 0;
        if (bl_metadata_read(s->metadata, s->number - 1, &s->rec, &err) < 0)
            bl_sql_cursor_note(c, &err);
        else
            bl_metadata_fields(&s->rec, &s->node);
    }
    return s->rec.bit_pos ? &s->node : NULL;
}

static void named_column(struct bl_sql_cursor *c, const struct bl_named_metadata *named,
                         uint32_t column, struct bl_sql_cell *cell)
{
    struct bl_printer *printer;
    c->text.size = 0;
    switch (column) {
    case KIND: bl_sql_set_string(cell, "named"); break;
    case NAME: bl_sql_set_view(cell, named->name); break;
    case BIT_POS: bl_sql_set_integer(cell, named->bit_pos); break;
    case TEXT:
        bl_sql_text_string(&c->text, "!{");
        for (uint32_t i = 0; i < named->n_nodes && (printer = bl_sql_printer(c)); i++) {
            bl_sql_text_string(&c->text, i > 0 ? ", " : "");
            (void)bl_sql_seen(
                c, bl_printer_put_metadata(printer, named->nodes[i], bl_sql_text_put, &c->text));
        }
        bl_sql_text_string(&c->text, "}");
        bl_sql_set_text(c, cell);
        break;
    default: break;
    }
}

static void item_column(struct bl_sql_cursor *c, struct state *s, uint32_t column,
                        struct bl_sql_cell *cell)
{
    const struct bl_metadata_node *node =
        s->is_string || column == TEXT || column == SLOT ? NULL : node_of(c, s);
    struct bl_printer *printer = column == TEXT || column == SLOT ? bl_sql_printer(c) : NULL;
    c->text.size = 0;
    switch (column) {
    case NUMBER: bl_sql_set_integer(cell, s->number - 1); break;
    case SLOT:
        if (printer)
            bl_sql_set_number(cell, bl_printer_metadata_slot(printer, s->number - 1));
        break;
    case KIND: bl_sql_set_string(cell, s->is_string ? "string" : "node"); break;
    case NAME:
        if (node)
            bl_sql_set_string(cell, node->name);
        break;
    case CODE:
        if (node)
            bl_sql_set_integer(cell, s->rec.code);
        break;
    case IS_DISTINCT:
        if (node)
            bl_sql_set_integer(cell, node->is_distinct);
        break;
    case BIT_POS:
        if (node)
            bl_sql_set_integer(cell, s->rec.bit_pos);
        break;
    case STRING:
        if (s->is_string)
            bl_sql_set_name(cell, s->string);
        break;
    default:
        if (printer && bl_sql_seen(c, bl_printer_put_node(printer, s->number - 1, bl_sql_text_put,
                                                          &c->text)) >= 0)
            bl_sql_set_text(c, cell);
        break;
    }
}

static void column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    struct state *s = c->state;
    if (s->number == 0)
        named_column(c, &s->counts.named[s->named - 1], id, cell);
    else
        item_column(c, s, id, cell);
}

const struct bl_sql_table bl_sql_metadata = {
    .name = "bitcode_metadata",
    .summary = "metadata of modules: named nodes, strings, nodes",
    BL_SQL_COLUMNS(columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct state),
    .rows_per_kb = 20,
    .begin = begin,
    .next = next,
    .column = column,
    .end = end,
};
