/* catalog_memory.c - memory ends while catalogs are built, written, opened, asked, merged
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: catalog_memory
 */
#include "support/exhaust.h"
#include "support/faults.h"
#include "support/scratch.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ALL_PARTS = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES | BL_CATALOG_BLOCKS |
                BL_CATALOG_BODIES
};

/* ---- All that a catalog says ---- */

static void tell_hash(struct subject *s, struct bl_hash hash)
{
    note(s, hash.low);
    note(s, hash.high);
}

static int tell_input(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_input input;
    int rc = bl_catalog_get_input(c, i, &input, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, input.path);
    tell_view(s, input.base);
    return rc;
}

static int tell_source(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_source source;
    char path[PATH_MAX];
    int rc = bl_catalog_get_source(c, i, &source, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, source.path);
    tell_hash(s, source.hash);
    note(s, source.size);
    note(s, source.parent);
    note(s, (uint64_t)source.n_streams << 32 | source.n_problems);
    rc = bl_catalog_source_path(c, i, path, sizeof path, &s->err);
    note(s, (uint64_t)rc);
    return rc < 0 ? rc : BL_OK;
}

static int tell_problem(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_problem problem;
    int rc = bl_catalog_get_problem(c, i, &problem, &s->err);
    if (rc < 0)
        return rc;
    note(s, problem.source);
    tell_view(s, problem.path);
    tell_error(s, problem.error.status, &problem.error);
    return rc;
}

static int tell_sums(struct subject *s, const struct bl_catalog *c, uint32_t stream)
{
    struct bl_stats *stats;
    int rc = bl_stats_open(&stats, BL_STATS_ROLES, &s->err);
    if (rc >= 0)
        rc = bl_catalog_add_sums(c, stream, stats, &s->err);
    for (uint32_t i = 0; rc > 0 && i < bl_stats_n_blocks(stats); i++)
        note(s, bl_stats_get_block(stats, i).bits);
    bl_stats_close(stats);
    return rc;
}

static int tell_stream(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_stream stream;
    struct bl_stream loaded;
    int rc = bl_catalog_get_stream(c, i, &stream, &s->err);
    if (rc < 0)
        return rc;
    note(s, stream.source);
    tell_view(s, stream.path);
    note(s, stream.file_offset);
    note(s, (uint64_t)stream.n_modules << 32 | stream.n_blocks);
    tell_hash(s, stream.hash);
    if ((rc = tell_sums(s, c, i)) < 0)
        return rc;
    if ((rc = bl_catalog_load(c, i, &loaded, &s->err)) < 0)
        return rc;
    tell_view(s, loaded.bytes);
    return rc;
}

static int tell_module(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_module module;
    int rc = bl_catalog_get_module(c, i, &module, &s->err);
    if (rc < 0)
        return rc;
    tell_view(s, module.producer);
    tell_view(s, module.triple);
    tell_view(s, module.source_file);
    note(s, module.flags);
    note(s, (uint64_t)module.n_symbols << 32 | module.n_bodies);
    return rc;
}

static int tell_symbol(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_symbol symbol;
    struct bl_view name;
    int rc = bl_catalog_get_symbol(c, i, &symbol, &s->err);
    if (rc < 0 || (rc = bl_catalog_get_name(c, i, &name, &s->err)) < 0)
        return rc;
    tell_view(s, name);
    note(s, (uint64_t)symbol.flags << 32 | symbol.value);
    note(s, symbol.bit_pos);
    note(s, symbol.function);
    return rc;
}

static int tell_function(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_function function;
    int rc = bl_catalog_get_function(c, i, &function, &s->err);
    if (rc < 0)
        return rc;
    note(s, (uint64_t)function.symbol << 32 | function.n_words);
    tell_hash(s, function.hash);
    return rc;
}

static int tell_block(struct subject *s, const struct bl_catalog *c, uint32_t i)
{
    struct bl_catalog_block block;
    int rc = bl_catalog_get_block(c, i, &block, &s->err);
    if (rc < 0)
        return rc;
    note(s, block.block.bit_pos);
    note(s, block.parent);
    return rc;
}

static int tell_catalog(struct subject *s, const struct bl_catalog *c)
{
    const struct bl_catalog_counts n = bl_catalog_get_counts(c);
    const struct {
        uint32_t n;
        int (*note)(struct subject *s, const struct bl_catalog *c, uint32_t i);
    } kinds[] = {
        {n.n_inputs, tell_input},   {n.n_sources, tell_source},     {n.n_problems, tell_problem},
        {n.n_streams, tell_stream}, {n.n_modules, tell_module},     {n.n_symbols, tell_symbol},
        {n.n_blocks, tell_block},   {n.n_functions, tell_function},
    };
    int rc = bl_catalog_check(c, &s->err);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        note(s, kinds[k].n);
        for (uint32_t i = 0; i < kinds[k].n && rc >= 0; i++)
            rc = kinds[k].note(s, c, i);
    }
    return rc;
}

/* ---- Building ---- */

static int build(struct subject *s, struct bl_catalog **catalog, const char *path,
                 unsigned n_threads)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = n_threads};
    return bl_catalog_build(catalog, &path, 1, &options, &s->err);
}

static int open_built(struct subject *s)
{
    return build(s, &s->catalog, s->path, 1);
}

static int open_built_by_threads(struct subject *s)
{
    return build(s, &s->catalog, s->path, 3);
}

/* What it leaves out is read when it is asked for. */
static int open_places(struct subject *s)
{
    const struct bl_catalog_options options = {.parts = BL_CATALOG_PLACES, .n_threads = 1};
    return bl_catalog_build(&s->catalog, &s->path, 1, &options, &s->err);
}

static int ask_catalog(struct subject *s)
{
    return tell_catalog(s, s->catalog);
}

static void close_catalogs(struct subject *s)
{
    bl_catalog_close(s->catalog);
    bl_catalog_close(s->other_catalog);
}

/* ---- Made with all memory ---- */

/* For the file at hand, before an operation is first run without memory. */
static struct {
    char path[PATH_MAX], index[PATH_MAX], folder[PATH_MAX], link[PATH_MAX], copy[PATH_MAX];
    unsigned n_files; /* in the directory for all of these */
    struct bl_catalog *catalog, *other;
    struct bl_catalog *old; /* of the file, and of a copy that was shorter then */
    struct bl_file *index_file;
} made;

static void need(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "catalog_memory: %s\n", what);
    exit(1);
}

static void write_copy(struct bl_view bytes)
{
    FILE *file = fopen(made.copy, "wb");
    need(file && fwrite(bytes.data, 1, bytes.size, file) == bytes.size, made.copy);
    fclose(file);
}

/* The link has the file's name, which says what an archive is. */
static void make_folder(const struct subject *s)
{
    char target[PATH_MAX];
    snprintf(made.folder, sizeof made.folder, "%s", scratch_path("folder"));
    int n = snprintf(made.link, sizeof made.link, "%s%s", made.folder, strrchr(s->path, '/'));
    need(n < PATH_MAX && mkdir(made.folder, 0777) == 0 && realpath(s->path, target) &&
             symlink(target, made.link) == 0,
         made.link);
}

static void make_old(struct subject *s)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 1};
    const char *paths[] = {made.copy, s->path};
    snprintf(made.copy, sizeof made.copy, "%s", scratch_path("copy"));
    write_copy((struct bl_view){s->bytes.data, s->bytes.size / 2});
    need(bl_catalog_build(&made.old, paths, 2, &options, &s->err) == BL_OK, "old catalog");
    write_copy(s->bytes);
}

static void drop_made(void)
{
    bl_catalog_close(made.catalog);
    bl_catalog_close(made.other);
    bl_catalog_close(made.old);
    bl_file_close(made.index_file);
    unlink(made.link);
    rmdir(made.folder);
    made.catalog = NULL;
}

static void make(struct subject *s)
{
    char other[PATH_MAX];
    if (made.catalog && strcmp(made.path, s->path) == 0)
        return;
    drop_made();
    snprintf(made.path, sizeof made.path, "%s", s->path);
    snprintf(made.index, sizeof made.index, "%s", scratch_path("made.blx"));
    snprintf(other, sizeof other, "%.*s/c-O2.clang22.bc", (int)(strrchr(s->path, '/') - s->path),
             s->path);
    make_folder(s);
    make_old(s);
    need(build(s, &made.catalog, s->path, 1) == BL_OK, s->path);
    need(build(s, &made.other, other, 1) == BL_OK, other);
    need(bl_catalog_write(made.catalog, made.index, &s->err) == BL_OK &&
             bl_file_open(&made.index_file, made.index, BL_OPEN_COPY, &s->err) == BL_OK,
         made.index);
    unlink(scratch_path("written.blx"));
    made.n_files = scratch_count();
}

static int open_made(struct subject *s)
{
    make(s);
    return BL_OK;
}

/* Large archives in it are planned beforehand. */
static int open_folder(struct subject *s)
{
    make(s);
    return build(s, &s->catalog, made.folder, 2);
}

/* ---- Index files ---- */

/* What is left of files when writing has ended, well or not. */
static int ask_write(struct subject *s)
{
    struct bl_file *file;
    unlink(scratch_path("written.blx"));
    int rc = bl_catalog_write(made.catalog, scratch_path("written.blx"), &s->err);
    faults_end();
    if (scratch_count() != made.n_files + (rc == BL_OK))
        return 1;
    if (rc < 0)
        return rc;
    need(bl_file_open(&file, scratch_path("written.blx"), BL_OPEN_COPY, NULL) == BL_OK,
         "what was written cannot be read");
    tell_view(s, bl_file_view(file));
    bl_file_close(file);
    return rc;
}

static int open_index(struct subject *s)
{
    make(s);
    return bl_catalog_open(&s->catalog, made.index, BL_OPEN_GUARDED, &s->err);
}

static int open_bytes(struct subject *s)
{
    make(s);
    return bl_catalog_open_bytes(&s->catalog, bl_file_view(made.index_file), &s->err);
}

/* ---- Look-up ---- */

static int find(struct subject *s, struct bl_view name)
{
    struct bl_catalog_hits hits;
    uint32_t symbol;
    int rc = bl_catalog_find(s->catalog, name, &hits, &s->err);
    while (rc >= 0 && (rc = bl_catalog_next(&hits, &symbol, &s->err)) > 0)
        note(s, symbol);
    return rc;
}

static int ask_names(struct subject *s)
{
    uint32_t n = bl_catalog_get_counts(made.catalog).n_symbols;
    int rc = BL_OK;
    for (uint32_t i = 0; i < n && rc >= 0; i++) {
        struct bl_view name;
        rc = bl_catalog_get_name(made.catalog, i, &name, &s->err);
        if (rc >= 0)
            rc = find(s, name);
    }
    return rc;
}

/* ---- From the catalog to the sources ---- */

static int ask_states(struct subject *s)
{
    uint32_t n = bl_catalog_get_counts(s->catalog).n_sources;
    uint32_t source;
    int rc = BL_OK;
    for (uint32_t i = 0; i < 2 * n && rc >= 0; i++) {
        rc = bl_catalog_state(s->catalog, i / 2, i % 2, &s->err);
        note(s, (uint64_t)rc);
    }
    if (rc >= 0 && (rc = bl_catalog_check_files(s->catalog, &source, &s->err)) == BL_OK)
        note(s, source);
    return rc;
}

/* ---- Merging, and bringing up to date ---- */

static int ask_other(struct subject *s, int rc)
{
    if (rc >= 0)
        rc = tell_catalog(s, s->other_catalog);
    bl_catalog_close(s->other_catalog);
    s->other_catalog = NULL;
    return rc;
}

/* With itself, which is to be compared, and with what is of another path. */
static int ask_merge(struct subject *s)
{
    struct bl_catalog *parts[] = {made.catalog, s->catalog, made.other};
    return ask_other(s, bl_catalog_merge(&s->other_catalog, parts, 3, &s->err));
}

static int ask_update(struct subject *s)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 1};
    return ask_other(s, bl_catalog_update(&s->other_catalog, made.old, &options, &s->err));
}

static int ask_update_of_first(struct subject *s)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS, .n_threads = 1};
    const uint32_t first = 0;
    return ask_other(
        s, bl_catalog_update_sources(&s->other_catalog, made.old, &first, 1, &options, &s->err));
}

static int ask_update_by_content(struct subject *s)
{
    const struct bl_catalog_options options = {.parts = ALL_PARTS, .by_content = true};
    return ask_other(s, bl_catalog_update(&s->other_catalog, made.old, &options, &s->err));
}

/* ---- Inputs ---- */

/* The file, an index file of others that has what is asked for, and what is nowhere. */
static int open_inputs(struct subject *s)
{
    make(s);
    const char *paths[] = {s->path, made.index, "nowhere/at-all"};
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS,
                                             .n_threads = 1};
    return bl_query_open(&s->inputs, paths, 3, &options, &s->err);
}

static int open_index_inputs(struct subject *s)
{
    make(s);
    const char *paths[] = {made.index};
    return bl_query_open(&s->inputs, paths, 1, NULL, &s->err);
}

static int tell_open_module(struct subject *s, uint32_t number)
{
    struct bl_query_module module = {.module = NULL};
    uint32_t n = 0;
    int rc = bl_query_module_open(&module, bl_query_catalog(s->inputs), number, &s->err);
    if (rc == BL_OK)
        rc = bl_module_count(module.module, &n, &s->err);
    note(s, n);
    bl_query_module_close(&module);
    return rc;
}

static int ask_inputs(struct subject *s)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(bl_query_catalog(s->inputs));
    struct bl_query_problem problem;
    int rc = BL_OK;
    bl_query_check(s->inputs);
    note(s, bl_query_count_links(s->inputs));
    for (uint32_t i = 0; i < counts.n_streams; i++) {
        note(s, bl_query_has_stream(s->inputs, i));
        bl_query_put_path(s->inputs, i, tell_text, s);
    }
    for (uint32_t i = 0; i < counts.n_modules && rc != BL_E_NOMEM; i++)
        rc = tell_open_module(s, i);
    while (rc != BL_E_NOMEM && (rc = bl_query_next_problem(s->inputs, &problem)) > 0) {
        tell_text(s, problem.path, strlen(problem.path));
        tell_error(s, problem.error.status, &problem.error);
    }
    if (rc < 0)
        s->err = (struct bl_error){.status = rc, .what = "no memory"};
    return rc;
}

/* What all functions of inputs say: what an index has of them, and what their modules do. */
static int ask_definitions(struct subject *s)
{
    struct bl_definition definitions[64];
    const struct bl_catalog *catalog = bl_query_catalog(s->inputs);
    uint32_t n_symbols = bl_catalog_get_counts(catalog).n_symbols;
    uint32_t n = 0;
    int rc = BL_OK;
    for (uint32_t i = 0; i < n_symbols && n < 64 && rc == BL_OK; i++) {
        struct bl_catalog_symbol symbol;
        rc = bl_catalog_get_symbol(catalog, i, &symbol, &s->err);
        if (rc == BL_OK && symbol.function != BL_NONE)
            definitions[n++] =
                (struct bl_definition){.symbol = i,
                                       .module = symbol.module,
                                       .wanted = BL_DEFINITION_STATED | BL_DEFINITION_BODY};
    }
    if (rc == BL_OK && (rc = bl_definitions_read(s->inputs, definitions, n)) < 0)
        s->err = (struct bl_error){.status = rc, .what = "no memory"};
    for (uint32_t i = 0; i < n && rc == BL_OK; i++)
        note(s, definitions[i].content.parts[BL_CONTENT_BODY] + definitions[i].is_read);
    return rc;
}

/* The graph of inputs with bodies, with all edges turned round, and what the first node reaches. */
static int ask_graph(struct subject *s)
{
    struct bl_call_graph *graph = NULL;
    const struct bl_graph_step *steps;
    const uint32_t *groups;
    const uint32_t from = 0;
    uint32_t n_nodes = 0;
    uint32_t n = 0;
    int rc = bl_call_graph_open(&graph, s->inputs, &s->err);
    if (rc == BL_OK)
        rc = bl_call_graph_groups(graph, &groups, &s->err);
    if (rc == BL_OK)
        (void)bl_call_graph_nodes(graph, &n_nodes);
    for (uint32_t i = 0; i < n_nodes && rc == BL_OK; i++)
        note(s, groups[i]);
    if (rc == BL_OK)
        rc = bl_call_graph_reverse(graph, &s->err);
    if (rc == BL_OK && n_nodes > 0)
        rc = bl_call_graph_reach(graph, &from, 1, BL_NONE, false, &steps, &n, &s->err);
    for (uint32_t i = 0; i < n && rc == BL_OK; i++)
        note(s, steps[i].node);
    bl_call_graph_close(graph);
    return rc;
}

static void close_inputs(struct subject *s)
{
    bl_query_close(s->inputs);
    s->inputs = NULL;
}

int main(void)
{
    static const struct operation operations[] = {
        {"build", open_built, ask_catalog, close_catalogs, false},
        {"build, threads", open_built_by_threads, ask_catalog, close_catalogs, false},
        {"build, places", open_places, ask_catalog, close_catalogs, false},
        {"build, directory", open_folder, ask_catalog, close_catalogs, false},
        {"write", open_made, ask_write, close_catalogs, false},
        {"open", open_index, ask_catalog, close_catalogs, false},
        {"open, bytes", open_bytes, ask_catalog, close_catalogs, false},
        {"find", open_index, ask_names, close_catalogs, false},
        {"state", open_index, ask_states, close_catalogs, false},
        {"merge", open_index, ask_merge, close_catalogs, false},
        {"update", open_made, ask_update, close_catalogs, false},
        {"update of one", open_made, ask_update_of_first, close_catalogs, false},
        {"update by content", open_made, ask_update_by_content, close_catalogs, false},
        {"inputs", open_inputs, ask_inputs, close_inputs, true},
        {"call graph", open_index_inputs, ask_graph, close_inputs, true},
        {"definitions", open_index_inputs, ask_definitions, close_inputs, true},
        {"inputs, index", open_index_inputs, ask_inputs, close_inputs, true},
        {0},
    };
    static const char *const names[] = {
        "hash.llvm22.bc",   "ar-mixed.llvm22.a",     "ar-thin.llvm22.a",
        "warn.clang22.dia", "elf-fat-lto.clang22.o", "cxx-msvc.clang22.bc",
        "concat.bin",       "ar-empty.llvm22.a",     NULL,
    };
    scratch_begin();
    bool good = exhaust(operations, names);
    drop_made();
    scratch_end();
    return good ? 0 : 1;
}
