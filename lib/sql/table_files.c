/* sql/table_files.c - files, streams, modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "sql/table.h"

/* ---- Files ---- */

enum {
    F_FILE,
    F_KIND,
    F_BYTES,
    F_MTIME,
    F_STREAMS,
    F_PROBLEMS,
};

static const struct bl_sql_column file_columns[] = {
    [F_FILE] = {"file", BL_SQL_TEXT, 0, 0, NULL},
    [F_KIND] = {"kind", BL_SQL_TEXT, 0, 0, NULL},
    [F_BYTES] = {"bytes", BL_SQL_INTEGER, 0, 0, NULL},
    [F_MTIME] = {"mtime", BL_SQL_INTEGER, 0, 0, NULL},
    [F_STREAMS] = {"streams", BL_SQL_INTEGER, 0, 0, NULL},
    [F_PROBLEMS] = {"problems", BL_SQL_INTEGER, 0, 0, NULL},
};

struct file_state {
    struct bl_source source;
    bool is_done;
};

static int begin_file(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct file_state *s = c->state;
    s->is_done = false;
    return bl_catalog_get_source(c->inputs->parts[c->part].catalog, c->source, &s->source, err);
}

static int next_file(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct file_state *s = c->state;
    (void)err;
    if (s->is_done)
        return 0;
    s->is_done = true;
    return 1;
}

static void put_source_path(struct bl_sql_cursor *c, struct bl_sql_cell *cell)
{
    const struct bl_catalog *catalog = c->inputs->parts[c->part].catalog;
    struct file_state *s = c->state;
    char path[4096]; /* PATH_MAX */
    int n = bl_catalog_source_path(catalog, c->source, path, sizeof path, NULL);
    struct bl_view base = s->source.base;
    bool is_here = c->inputs->directory && base.size > 0 &&
                   bl_sql_view(c->inputs->directory).size == base.size &&
                   __builtin_memcmp(c->inputs->directory, base.data, base.size) == 0;
    c->text.size = 0;
    if (is_here || n < 0 || (size_t)n >= sizeof path)
        bl_sql_text_view(&c->text, s->source.path);
    else
        bl_sql_text_put(&c->text, path, (size_t)n);
    bl_sql_set_text(c, cell);
}

static void file_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    static const char *const kinds[] = {NULL, "file", "directory", "member"};
    const struct file_state *s = c->state;
    switch (column) {
    case F_FILE: put_source_path(c, cell); break;
    case F_KIND: bl_sql_set_string(cell, kinds[s->source.kind % 4]); break;
    case F_BYTES: bl_sql_set_integer(cell, s->source.size); break;
    case F_MTIME: bl_sql_set_integer(cell, (uint64_t)s->source.mtime); break;
    case F_STREAMS: bl_sql_set_integer(cell, s->source.n_streams); break;
    default: bl_sql_set_integer(cell, s->source.n_problems); break;
    }
}

static uint64_t file_key(const struct bl_sql_cursor *c)
{
    return c->source;
}

const struct bl_sql_table bl_sql_files = {
    .name = "bitcode_files",
    .summary = "files and directories that were looked at",
    BL_SQL_COLUMNS(file_columns),
    .unit = BL_SQL_SOURCES,
    .state_size = sizeof(struct file_state),
    .begin = begin_file,
    .next = next_file,
    .column = file_column,
    .key = file_key,
};

/* ---- Streams ---- */

enum {
    S_FILE,
    S_KIND,
    S_OFFSET,
    S_BYTES,
    S_WRAPPED,
    S_PRODUCER,
};

static const struct bl_sql_column stream_columns[] = {
    [S_FILE] = {"file", BL_SQL_TEXT, BL_SQL_FILE, 0, NULL},
    [S_KIND] = {"kind", BL_SQL_TEXT, 0, 0, NULL},
    [S_OFFSET] = {"file_offset", BL_SQL_INTEGER, 0, 0, NULL},
    [S_BYTES] = {"bytes", BL_SQL_INTEGER, 0, 0, NULL},
    [S_WRAPPED] = {"wrapped", BL_SQL_BOOL, 0, 0, NULL},
    [S_PRODUCER] = {"producer", BL_SQL_TEXT, 0, 0, NULL},
};

struct once {
    bool is_done;
};

static int begin_once(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct once *s = c->state;
    (void)err;
    s->is_done = false;
    return BL_OK;
}

static int next_once(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct once *s = c->state;
    (void)err;
    if (s->is_done)
        return 0;
    s->is_done = true;
    return 1;
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

static void stream_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    switch (column) {
    case S_FILE: bl_sql_set_file(c, cell); break;
    case S_KIND: bl_sql_set_string(cell, bl_stream_kind_name(c->info.kind)); break;
    case S_OFFSET: bl_sql_set_integer(cell, c->info.file_offset); break;
    case S_BYTES: bl_sql_set_integer(cell, c->info.size); break;
    case S_WRAPPED: bl_sql_set_integer(cell, c->stream.wrapper.magic != 0); break;
    default: put_producer(c, cell); break;
    }
}

static uint64_t stream_key(const struct bl_sql_cursor *c)
{
    (void)c;
    return 0;
}

const struct bl_sql_table bl_sql_streams = {
    .name = "bitcode_streams",
    .summary = "bitstreams, in whatever containers they are",
    BL_SQL_COLUMNS(stream_columns),
    .unit = BL_SQL_STREAMS,
    .state_size = sizeof(struct once),
    .rows_per_kb = 0.1,
    .begin = begin_once,
    .next = next_once,
    .column = stream_column,
    .key = stream_key,
};

/* ---- Modules ---- */

enum {
    M_FILE,
    M_MODULE,
    M_PRODUCER,
    M_EPOCH,
    M_VERSION,
    M_SOURCE,
    M_TRIPLE,
    M_DATA_LAYOUT,
    M_ASSEMBLY,
    M_FUNCTIONS,
    M_DEFINED,
    M_VARIABLES,
    M_ALIASES,
    M_IFUNCS,
    M_COMDATS,
    M_DEBUG_INFO,
    M_OPAQUE,
    M_TYPED,
    M_THIN_LTO,
    M_FULL_LTO,
    M_SYMTAB,
    M_HASH,
    M_NEEDS_LLVM,
    M_NEEDS_WHAT,
    M_BIT_POS,
    M_BYTES,
};

static const struct bl_sql_column module_columns[] = {
    [M_FILE] = {"file", BL_SQL_TEXT, BL_SQL_FILE, 0, NULL},
    [M_MODULE] = {"module", BL_SQL_INTEGER, BL_SQL_MODULE, 0, NULL},
    [M_PRODUCER] = {"producer", BL_SQL_TEXT, 0, 0, NULL},
    [M_EPOCH] = {"epoch", BL_SQL_INTEGER, 0, 0, NULL},
    [M_VERSION] = {"version", BL_SQL_INTEGER, 0, 0, NULL},
    [M_SOURCE] = {"source", BL_SQL_TEXT, 0, 0, NULL},
    [M_TRIPLE] = {"triple", BL_SQL_TEXT, 0, 0, NULL},
    [M_DATA_LAYOUT] = {"data_layout", BL_SQL_TEXT, 0, 0, NULL},
    [M_ASSEMBLY] = {"assembly", BL_SQL_TEXT, 0, 0, NULL},
    [M_FUNCTIONS] = {"functions", BL_SQL_INTEGER, 0, 0, NULL},
    [M_DEFINED] = {"defined", BL_SQL_INTEGER, 0, 0, NULL},
    [M_VARIABLES] = {"variables", BL_SQL_INTEGER, 0, 0, NULL},
    [M_ALIASES] = {"aliases", BL_SQL_INTEGER, 0, 0, NULL},
    [M_IFUNCS] = {"ifuncs", BL_SQL_INTEGER, 0, 0, NULL},
    [M_COMDATS] = {"comdats", BL_SQL_INTEGER, 0, 0, NULL},
    [M_DEBUG_INFO] = {"debug_info", BL_SQL_BOOL, 0, 0, NULL},
    [M_OPAQUE] = {"opaque_pointers", BL_SQL_BOOL, 0, 0, NULL},
    [M_TYPED] = {"typed_pointers", BL_SQL_BOOL, 0, 0, NULL},
    [M_THIN_LTO] = {"thin_lto", BL_SQL_BOOL, 0, 0, NULL},
    [M_FULL_LTO] = {"full_lto", BL_SQL_BOOL, 0, 0, NULL},
    [M_SYMTAB] = {"symtab", BL_SQL_BOOL, 0, 0, NULL},
    [M_HASH] = {"hash", BL_SQL_TEXT, 0, 0, NULL},
    [M_NEEDS_LLVM] = {"needs_llvm", BL_SQL_INTEGER, 0, 0, NULL},
    [M_NEEDS_WHAT] = {"needs_what", BL_SQL_TEXT, 0, 0, NULL},
    [M_BIT_POS] = {"bit_pos", BL_SQL_INTEGER, 0, 0, NULL},
    [M_BYTES] = {"bytes", BL_SQL_INTEGER, 0, 0, NULL},
};

struct module_state {
    bool is_done, has_info;
    struct bl_module_info info;
};

static int begin_module(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct module_state *s = c->state;
    (void)err;
    s->is_done = s->has_info = false;
    return BL_OK;
}

static int next_module_row(struct bl_sql_cursor *c, struct bl_error *err)
{
    struct module_state *s = c->state;
    (void)err;
    if (s->is_done)
        return 0;
    s->is_done = true;
    return 1;
}

/* Facts are read when a column asks for one of them. */
static const struct bl_module_info *info_of(struct bl_sql_cursor *c)
{
    struct module_state *s = c->state;
    struct bl_error err;
    if (!s->has_info && bl_module_get_info(c->module, 0, &s->info, &err) < 0)
        bl_sql_cursor_note(c, &err);
    s->has_info = true;
    return &s->info;
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

/* Those that come from the module's facts. */
static void fact_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    const struct bl_module_info *info = info_of(c);
    switch (column) {
    case M_PRODUCER: bl_sql_set_view(cell, info->producer); break;
    case M_EPOCH: bl_sql_set_integer(cell, info->epoch); break;
    case M_VERSION: bl_sql_set_integer(cell, info->version); break;
    case M_SOURCE: bl_sql_set_view(cell, info->source_file); break;
    case M_TRIPLE: bl_sql_set_view(cell, info->triple); break;
    case M_DATA_LAYOUT: bl_sql_set_view(cell, info->data_layout); break;
    case M_ASSEMBLY: bl_sql_set_view(cell, info->assembly); break;
    case M_FUNCTIONS: bl_sql_set_integer(cell, info->n_functions); break;
    case M_DEFINED: bl_sql_set_integer(cell, info->n_defined); break;
    case M_VARIABLES: bl_sql_set_integer(cell, info->n_variables); break;
    case M_ALIASES: bl_sql_set_integer(cell, info->n_aliases); break;
    case M_IFUNCS: bl_sql_set_integer(cell, info->n_ifuncs); break;
    case M_COMDATS: bl_sql_set_integer(cell, info->n_comdats); break;
    case M_HASH: put_hash(c, info, cell); break;
    case M_NEEDS_LLVM:
        bl_sql_set_number(cell, info->needs_llvm ? info->needs_llvm : BL_NONE);
        break;
    default: bl_sql_set_string(cell, info->needs_llvm ? info->needs_what : NULL); break;
    }
    if (column == M_NEEDS_WHAT && cell->kind == BL_SQL_IS_STATIC)
        cell->kind = BL_SQL_IS_TEXT;
}

static void module_column(struct bl_sql_cursor *c, uint32_t column, struct bl_sql_cell *cell)
{
    static const unsigned flags[] = {BL_MODULE_DEBUG_INFO,     BL_MODULE_OPAQUE_POINTERS,
                                     BL_MODULE_TYPED_POINTERS, BL_MODULE_THIN_LTO,
                                     BL_MODULE_FULL_LTO,       BL_MODULE_SYMTAB};
    struct bl_index_entry entry = bl_index_get(c->index, c->block);
    switch (column) {
    case M_FILE: bl_sql_set_file(c, cell); break;
    case M_MODULE: bl_sql_set_integer(cell, c->module_number); break;
    case M_BIT_POS: bl_sql_set_integer(cell, entry.block.bit_pos); break;
    case M_BYTES: bl_sql_set_integer(cell, (uint64_t)entry.block.n_words * 4); break;
    default:
        if (column >= M_DEBUG_INFO && column <= M_SYMTAB)
            bl_sql_set_integer(cell, (info_of(c)->flags & flags[column - M_DEBUG_INFO]) != 0);
        else
            fact_column(c, column, cell);
    }
}

static uint64_t module_key(const struct bl_sql_cursor *c)
{
    return bl_index_get(c->index, c->block).block.bit_pos;
}

const struct bl_sql_table bl_sql_modules = {
    .name = "bitcode_modules",
    .summary = "modules: producer, target, what they contain",
    BL_SQL_COLUMNS(module_columns),
    .unit = BL_SQL_MODULES,
    .state_size = sizeof(struct module_state),
    .rows_per_kb = 0.1,
    .begin = begin_module,
    .next = next_module_row,
    .column = module_column,
    .key = module_key,
};
