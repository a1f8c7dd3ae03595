/* tables/table_files.c - files, streams, modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/view.h"
#include "tables/table.h"

/* ---- Files ---- */

enum {
    F_FILE,
    F_KIND,
};

static const struct bl_sql_column file_columns[] = {
    {"file", BL_SQL_TEXT, "path, as it was given or found in a directory", .id = F_FILE},
    {"kind", BL_SQL_TEXT, "file, directory or member", .id = F_KIND},
    {"bytes", BL_SQL_INTEGER, "size of the file", .unit = "byte", BL_SQL_FIELD(bl_source, size)},
    {"mtime", BL_SQL_INTEGER, "when it was written, since 1970", .unit = "nanosecond",
     BL_SQL_FIELD(bl_source, mtime)},
    {"streams", BL_SQL_INTEGER, "number of bitstreams in it", BL_SQL_FIELD(bl_source, n_streams)},
    {"problems", BL_SQL_INTEGER, "number of problems that it was found to have",
     BL_SQL_FIELD(bl_source, n_problems)},
};

static int begin_file(struct bl_sql_cursor *c, struct bl_error *err)
{
    c->key = c->source;
    return bl_catalog_get_source(c->inputs->parts[c->part].catalog, c->source, c->state, err);
}

static void put_source_path(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    const struct bl_catalog *catalog = c->inputs->parts[c->part].catalog;
    const struct bl_source *source = c->state;
    char path[4096]; /* PATH_MAX */
    int n = bl_catalog_source_path(catalog, c->source, path, sizeof path, NULL);
    const char *here = c->inputs->directory;
    bool is_here = here && source->base.size > 0 && bl_view_is(source->base, here);
    c->text.size = 0;
    if (is_here || n < 0 || (size_t)n >= sizeof path)
        bl_sql_text_view(&c->text, source->path);
    else
        bl_sql_text_put(&c->text, path, (size_t)n);
    bl_sql_set_text(c, cell);
}

static void file_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    static const char *const kinds[] = {NULL, "file", "directory", "member"};
    const struct bl_source *source = c->state;
    if (id == F_FILE)
        put_source_path(c, cell);
    else
        bl_sql_set_string(cell, kinds[source->kind % 4]);
}

const struct bl_sql_table bl_sql_files = {
    .name = "bitcode_files",
    .summary = "files and directories that were looked at",
    BL_SQL_COLUMNS(file_columns),
    .unit = BL_SQL_SOURCES,
    .state_size = sizeof(struct bl_source),
    .begin = begin_file,
    .column = file_column,
};

/* ---- Streams ---- */

enum {
    S_WRAPPED,
    S_PRODUCER,
};

static const struct bl_sql_column stream_columns[] = {
    BL_SQL_FILE_COLUMN,
    {"kind", BL_SQL_TEXT, "what the stream holds: LLVM IR, remarks, an AST …",
     BL_SQL_FIELD(bl_sql_stream_info, kind), .names = bl_stream_kind_name},
    {"file_offset", BL_SQL_INTEGER, "where the stream begins in its file", .unit = "byte",
     BL_SQL_FIELD(bl_sql_stream_info, file_offset)},
    {"bytes", BL_SQL_INTEGER, "size of the stream", .unit = "byte",
     BL_SQL_FIELD(bl_sql_stream_info, size)},
    {"wrapped", BL_SQL_BOOL, "whether a wrapper header is before it", .id = S_WRAPPED},
    {"producer", BL_SQL_TEXT, "the program that wrote it, as its identification block says",
     .id = S_PRODUCER},
};

static int begin_stream(struct bl_sql_cursor *c, struct bl_error *err)
{
    (void)err;
    c->row = &c->info;
    return BL_OK;
}

static void put_producer(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    char text[256];
    int n = bl_stream_producer(&c->stream, text, sizeof text, NULL);
    c->text.size = 0;
    if (n <= 0)
        return;
    bl_sql_text_put(&c->text, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
    bl_sql_set_text(c, cell);
}

static void stream_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    if (id == S_WRAPPED)
        bl_sql_set_integer(cell, c->stream.wrapper.magic != 0);
    else
        put_producer(c, cell);
}

const struct bl_sql_table bl_sql_streams = {
    .name = "bitcode_streams",
    .summary = "bitstreams, in whatever containers they are",
    BL_SQL_COLUMNS(stream_columns),
    .unit = BL_SQL_STREAMS,
    .rows_per_kb = 0.1,
    .begin = begin_stream,
    .column = stream_column,
};

/* ---- Modules ---- */

enum {
    M_HASH,
    M_NEEDS_LLVM,
    M_NEEDS_WHAT,
    M_BIT_POS,
    M_BYTES,
    M_FIRST_FLAG,
};

struct module_row {
    struct bl_module_info info;
    bool has_header; /* counts are of all records */
    bool is_whole;
};

/* Those of bl_module_flag, by their ids from M_FIRST_FLAG on. */
static const unsigned module_flags[] = {
    BL_MODULE_DEBUG_INFO, BL_MODULE_OPAQUE_POINTERS, BL_MODULE_TYPED_POINTERS,
    BL_MODULE_THIN_LTO,   BL_MODULE_FULL_LTO,        BL_MODULE_SYMTAB,
};

static const struct bl_sql_column module_columns[] = {
    BL_SQL_FILE_COLUMN,
    BL_SQL_MODULE_COLUMN,
    {"producer", BL_SQL_TEXT, "the program that wrote it, as its identification block says",
     BL_SQL_FIELD(module_row, info.producer)},
    {"epoch", BL_SQL_INTEGER, "epoch of the identification block",
     BL_SQL_FIELD(module_row, info.epoch)},
    {"version", BL_SQL_INTEGER, "version of the module record",
     BL_SQL_FIELD(module_row, info.version)},
    {"source", BL_SQL_TEXT, "name of the source file", BL_SQL_FIELD(module_row, info.source_file)},
    {"triple", BL_SQL_TEXT, "target triple", BL_SQL_FIELD(module_row, info.triple)},
    {"data_layout", BL_SQL_TEXT, "data layout string", BL_SQL_FIELD(module_row, info.data_layout)},
    {"assembly", BL_SQL_TEXT, "inline assembly of the module",
     BL_SQL_FIELD(module_row, info.assembly)},
    {"functions", BL_SQL_INTEGER, "number of functions, declared ones too",
     BL_SQL_OPTIONAL(module_row, info.n_functions, has_header)},
    {"defined", BL_SQL_INTEGER, "number of functions with a body",
     BL_SQL_OPTIONAL(module_row, info.n_defined, has_header)},
    {"variables", BL_SQL_INTEGER, "number of global variables",
     BL_SQL_OPTIONAL(module_row, info.n_variables, has_header)},
    {"aliases", BL_SQL_INTEGER, "number of aliases",
     BL_SQL_OPTIONAL(module_row, info.n_aliases, has_header)},
    {"ifuncs", BL_SQL_INTEGER, "number of ifuncs",
     BL_SQL_OPTIONAL(module_row, info.n_ifuncs, has_header)},
    {"comdats", BL_SQL_INTEGER, "number of comdats",
     BL_SQL_OPTIONAL(module_row, info.n_comdats, has_header)},
    {"debug_info", BL_SQL_BOOL, "whether it has debug information", .id = M_FIRST_FLAG},
    {"opaque_pointers", BL_SQL_BOOL, "whether its pointers have no types", .id = M_FIRST_FLAG + 1},
    {"typed_pointers", BL_SQL_BOOL, "whether its pointers have types", .id = M_FIRST_FLAG + 2},
    {"thin_lto", BL_SQL_BOOL, "whether it has a summary for ThinLTO", .id = M_FIRST_FLAG + 3},
    {"full_lto", BL_SQL_BOOL, "whether it has a summary for full LTO", .id = M_FIRST_FLAG + 4},
    {"symtab", BL_SQL_BOOL, "whether its stream has a symbol table", .id = M_FIRST_FLAG + 5},
    {"hash", BL_SQL_TEXT, "SHA-1 of the module, as it was stored", .id = M_HASH},
    {"needs_llvm", BL_SQL_INTEGER, "oldest major version of LLVM that reads it",
     .id = M_NEEDS_LLVM},
    {"needs_what", BL_SQL_TEXT, "what in it that version was the first to know",
     .id = M_NEEDS_WHAT},
    {"bit_pos", BL_SQL_INTEGER, "where its block begins in its stream", .unit = "bit",
     .id = M_BIT_POS},
    {"bytes", BL_SQL_INTEGER, "size of its block", .unit = "byte", .id = M_BYTES},
};

static int begin_module(struct bl_sql_cursor *c, struct bl_error *err)
{
    (void)err;
    c->row = NULL;
    c->key = bl_index_get(c->index, c->block).block.bit_pos;
    return BL_OK;
}

/* Facts are read when a column asks for one of them. */
static const void *read_info(struct bl_sql_cursor *c)
{
    struct module_row *row = c->state;
    struct bl_error err;
    uint32_t n;
    row->is_whole = bl_module_get_info(c->module, 0, &row->info, &err) >= 0;
    if (!row->is_whole)
        bl_sql_cursor_note(c, &err);
    row->has_header = bl_module_count(c->module, &n, NULL) >= 0;
    return row;
}

static void put_hash(struct bl_sql_cursor *c, const struct bl_module_info *info,
                     struct bl_sql_cell *cell)
{
    c->text.size = 0;
    for (int i = 0; i < 5; i++)
        bl_sql_text_printf(&c->text, "%08x", (unsigned)info->hash[i]);
    if (info->has_hash)
        bl_sql_set_text(c, cell);
}

/* What has not been found in a damaged module may be there. */
static void put_module_flag(const struct module_row *row, unsigned flag, struct bl_sql_cell *cell)
{
    if (row->is_whole || (row->info.flags & flag))
        bl_sql_set_integer(cell, (row->info.flags & flag) != 0);
}

static void module_column(struct bl_sql_cursor *c, uint32_t id, struct bl_sql_cell *cell)
{
    if (id == M_BIT_POS) {
        bl_sql_set_integer(cell, c->key);
        return;
    }
    if (id == M_BYTES) {
        bl_sql_set_integer(cell, (uint64_t)bl_index_get(c->index, c->block).block.n_words * 4);
        return;
    }
    const struct module_row *row = c->row = c->row ? c->row : read_info(c);
    const struct bl_module_info *info = &row->info;
    if (id == M_HASH)
        put_hash(c, info, cell);
    else if (id >= M_FIRST_FLAG)
        put_module_flag(row, module_flags[id - M_FIRST_FLAG], cell);
    else if (info->needs_llvm && id == M_NEEDS_LLVM)
        bl_sql_set_integer(cell, info->needs_llvm);
    else if (info->needs_llvm)
        bl_sql_set_view(cell, bl_sql_view(info->needs_what));
}

const struct bl_sql_table bl_sql_modules = {
    .name = "bitcode_modules",
    .summary = "modules: producer, target, what they contain",
    BL_SQL_COLUMNS(module_columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct module_row),
    .rows_per_kb = 0.1,
    .begin = begin_module,
    .row = read_info,
    .column = module_column,
};
