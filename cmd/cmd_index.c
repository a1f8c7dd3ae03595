/* cmd/cmd_index.c - write, bring up to date, merge and check index files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/progress.h"
#include "base/signals.h"
#include "base/text.h"
#include "commands.h"
#include "input/paths.h"
#include "input/query.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPT_OUTPUT,
    OPT_BLOCKS,
    OPT_BODIES,
    OPT_LEAN,
    OPT_UPDATE,
    OPT_CONTENT,
    OPT_SHARD,
    OPT_MERGE,
    OPT_CHECK,
};

const struct option_spec index_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write FILE (default: the path and .blx)"},
    [OPT_BLOCKS] = {"blocks", 0, NULL, "keep the positions of all blocks, too"},
    [OPT_BODIES] = {"bodies", 'B', NULL, "keep what bodies show, too: what they use and say"},
    [OPT_LEAN] = {"lean", 0, NULL, "leave out hashes and the table of names: reads far less"},
    [OPT_UPDATE] = {"update", 0, NULL, "bring index files up to date: read only what changed"},
    [OPT_CONTENT] = {"content", 0, NULL, "with --update: compare contents, not size and time"},
    [OPT_SHARD] = {"shard", 0, "I/N", "index the I-th of N parts of the files"},
    [OPT_MERGE] = {"merge", 0, NULL, "join index files into one"},
    [OPT_CHECK] = {"check", 0, NULL, "compare all of index files with their checksums"},
    {NULL, 0, NULL, NULL},
};

enum work {
    BUILD,
    UPDATE,
    MERGE,
    CHECK
};

struct indexer {
    struct context *context;
    struct progress progress;
    enum work work;
    const char *output;
    struct bl_catalog_options options;
    bool is_lean;
};

/* ---- What is printed ---- */

/* Bytes of the files in CATALOG. */
static uint64_t source_bytes(const struct bl_catalog *catalog, uint32_t *n_files, uint32_t *n_links)
{
    uint32_t n = bl_catalog_get_counts(catalog).n_sources;
    uint64_t bytes = 0;
    *n_files = 0;
    *n_links = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct bl_source source;
        if (bl_catalog_get_source(catalog, i, &source, NULL) < 0 ||
            source.kind == BL_SOURCE_DIRECTORY)
            continue;
        bool is_link = source.kind == BL_SOURCE_LINK;
        bytes += is_link ? 0 : source.size;
        *n_files += !is_link;
        *n_links += is_link;
    }
    return bytes;
}

/* Of standard input nobody knows how much it was. */
static void put_index(struct indexer *x, const struct bl_catalog *catalog, const char *path)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(catalog);
    struct out *o = &x->context->out;
    struct stat st = {0};
    struct packed_count packed = query_count_packed(&(struct query){.catalog = catalog});
    uint32_t n_files;
    uint32_t n_links;
    if (x->context->quiet)
        return;
    uint64_t bytes = source_bytes(catalog, &n_files, &n_links);
    (void)stat(path, &st);
    if (x->context->json) {
        json_begin(o, "index");
        json_text(o, "file", path);
        if (!is_stdin(path))
            json_u64(o, "bytes", (uint64_t)st.st_size);
        json_u64(o, "sources", n_files);
        json_u64(o, "links", n_links);
        json_u64(o, "source_bytes", bytes);
        json_u64(o, "streams", counts.n_streams);
        json_u64(o, "modules", counts.n_modules);
        json_u64(o, "symbols", counts.n_symbols);
        json_u64(o, "functions", counts.n_functions);
        json_u64(o, "blocks", counts.n_blocks);
        json_u64(o, "problems", counts.n_problems);
        json_packed(o, &packed);
        json_end(o);
        return;
    }
    out_path(o, path);
    out_text(o, ": ");
    out_count(o, n_files, "file", "files");
    put_links(o, n_links);
    out_text(o, ", ");
    out_count(o, counts.n_streams, "stream, ", "streams, ");
    out_count(o, counts.n_symbols, "symbol, ", "symbols, ");
    out_count(o, counts.n_functions, "function", "functions");
    if (!is_stdin(path)) {
        out_text(o, "; ");
        out_count(o, (uint64_t)st.st_size, "byte", "bytes");
        if (bytes)
            out_printf(o, ", %.1f %% of the files", 100.0 * (double)st.st_size / (double)bytes);
    }
    put_packed(o, &packed);
    out_char(o, '\n');
}

/* ---- Work ---- */

/* A file that is no index was hardly meant to be replaced, or else lost, by one. What is there and
 * empty was made for it. */
static bool may_write(struct indexer *x, const char *path)
{
    struct stat st;
    if (stat(path, &st) < 0 || !S_ISREG(st.st_mode) || st.st_size == 0 || bl_path_is_index(path))
        return true;
    report_text(x->context, path, BL_E_ARGUMENT, "there is a file that is no index file; it stays");
    return false;
}

/* Whether PATH is a source. Of an index file, with --update forgotten, and of a path that was
 * mistyped there would be an index without any stream in place of a good one. */
static bool may_read(struct indexer *x, const char *path)
{
    struct bl_error err = {.status = BL_E_ARGUMENT};
    const char *nested;
    char *file = split_operand(path, &nested);
    if (*nested)
        err.what = "index takes whole files";
    else if (bl_path_is_index(file))
        err.what = "an index file: --update brings it up to date, --merge joins several";
    else if (!is_stdin(file) && faccessat(AT_FDCWD, file, R_OK, AT_EACCESS) < 0)
        err = (struct bl_error){.status = BL_E_SYSTEM,
                                .sys_errno = errno,
                                .what = "cannot examine, so no index is written"};
    free(file);
    if (err.what)
        report_error(x->context, path, NULL, &err);
    return !err.what;
}

/* CATALOG to PATH, and away. */
static void write_index(struct indexer *x, struct bl_catalog *catalog, const char *path)
{
    struct bl_error err;
    sigset_t before;
    report_problems(x->context, catalog);
    signals_hold(&before);
    int status = bl_catalog_write(catalog, path, &err);
    signals_release(&before);
    if (status < 0)
        report_error(x->context, path, NULL, &err);
    else
        put_index(x, catalog, path);
    bl_catalog_close(catalog);
}

/* STATUS and ERR are those of making CATALOG from PATH, to be written to OUTPUT. */
static void end_build(struct indexer *x, int status, const struct bl_error *err, const char *path,
                      struct bl_catalog *catalog, const char *output)
{
    int stopped_by = progress_end(&x->progress);
    bool is_incomplete =
        status == BL_OK && bl_catalog_get_counts(catalog).parts & BL_CATALOG_INCOMPLETE;
    if (status == BL_OK)
        write_index(x, catalog, output);
    else if (!stopped_by)
        report_error(x->context, path, NULL, err);
    if (is_incomplete)
        report_text(x->context, output, BL_E_STOPPED,
                    "not complete, as it was interrupted: bitleap index --update goes on");
    if (stopped_by) {
        out_flush(&x->context->out);
        raise(stopped_by);
    }
}

/* Whether PATH is an index file that is complete, and so better than one that is not. */
static bool is_complete_index(const struct indexer *x, const char *path)
{
    struct bl_catalog *catalog;
    bool is_complete =
        bl_path_is_index(path) &&
        bl_catalog_open(&catalog, path, context_open_flags(x->context), NULL) == BL_OK;
    if (is_complete)
        bl_catalog_close(catalog);
    return is_complete;
}

/* "lib/core/" is indexed in lib/core.blx. */
static void build(struct indexer *x, int n, char **paths)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    size_t n_name = strlen(paths[0]);
    while (n_name > 1 && paths[0][n_name - 1] == '/')
        n_name--;
    char *output =
        x->output ? join_path(x->output, "") : string_printf("%.*s.blx", (int)n_name, paths[0]);
    bool good = may_write(x, output);
    for (int i = 0; i < n; i++)
        good &= may_read(x, paths[i]);
    if (good) {
        x->options.keep_stopped = !is_complete_index(x, output);
        progress_begin(&x->progress, x->options.keep_stopped);
        int status =
            bl_catalog_build(&catalog, (const char *const *)paths, (size_t)n, &x->options, &err);
        end_build(x, status, &err, n == 1 ? paths[0] : output, catalog, output);
    }
    free(output);
}

/* How sources of a catalog are looked at. */
struct look {
    const struct bl_catalog *catalog;
    bool by_content;
};

/* Negative: the source is not what it was. */
static int look_at_source(void *data, unsigned thread, uint64_t source)
{
    const struct look *look = data;
    (void)thread;
    int state = bl_catalog_state(look->catalog, (uint32_t)source, look->by_content, NULL);
    return state == BL_STATE_SAME ? 0 : -1;
}

static bool are_same(const struct indexer *x, const struct bl_catalog *catalog, bool by_content)
{
    struct look look = {catalog, by_content};
    uint32_t n = bl_catalog_get_counts(catalog).n_sources;
    return bl_parallel(x->options.n_threads, n, 0, look_at_source, NULL, &look) == 0;
}

/* Whether all of INDEX, the index file at PATH, is as it should be: what is damaged in it would be
 * copied with sums that are right. It is reported if not. */
static bool is_sound(const struct indexer *x, const struct bl_catalog *index, const char *path)
{
    struct bl_error err;
    if (out_need(bl_catalog_check(index, &err)) == BL_OK)
        return true;
    report_error(x->context, path, NULL, &err);
    return false;
}

static void update(struct indexer *x, const char *path)
{
    struct bl_catalog *old;
    struct bl_catalog *catalog;
    struct bl_catalog_options options = x->options;
    struct bl_error err;
    if (x->output && !may_write(x, x->output))
        return;
    if (bl_catalog_open(&old, path, context_open_flags(x->context) | BL_OPEN_INCOMPLETE, &err) <
        0) {
        report_error(x->context, path, NULL, &err);
        return;
    }
    /* It keeps what it has, and can get more. */
    options.parts &= BL_CATALOG_BLOCKS | BL_CATALOG_LINKS | BL_CATALOG_BODIES;
    unsigned old_parts = bl_catalog_get_counts(old).parts;
    bool is_complete = !(old_parts & BL_CATALOG_INCOMPLETE);
    old_parts &= ~(unsigned)BL_CATALOG_INCOMPLETE;
    options.parts |= old_parts;
    /* By content times are asked, too, and first: queries would hold on to one that is not in the
     * index. */
    if (!x->output && is_complete && options.parts == old_parts && are_same(x, old, false) &&
        (!options.by_content || are_same(x, old, true))) {
        report_problems(x->context, old);
        put_index(x, old, path);
    } else if (is_sound(x, old, path)) {
        options.keep_stopped = !is_complete && !x->output;
        progress_begin(&x->progress, options.keep_stopped);
        int status = bl_catalog_update(&catalog, old, &options, &err);
        end_build(x, status, &err, path, catalog, x->output ? x->output : path);
    }
    bl_catalog_close(old);
}

/* Whether INDEX, the index file at PATH, has the same parts as FIRST. It is reported if not. */
static bool check_alike(struct context *c, const struct bl_catalog *first,
                        const struct bl_catalog *index, const char *path)
{
    if (bl_catalog_get_counts(index).parts == bl_catalog_get_counts(first).parts)
        return true;
    report_text(c, path, BL_E_ARGUMENT,
                "has more or less in it than the index file before it, as with --lean, --blocks or "
                "--follow");
    return false;
}

static void merge(struct indexer *x, int n, char **paths)
{
    struct bl_catalog **parts = array_new((size_t)n, sizeof(struct bl_catalog *));
    struct bl_catalog *catalog;
    struct bl_error err;
    for (int i = 0; i < n; i++) {
        if (bl_catalog_open(&parts[i], paths[i], context_open_flags(x->context), &err) < 0)
            report_error(x->context, paths[i], NULL, &err);
        else
            (void)is_sound(x, parts[i], paths[i]);
    }
    for (int i = 1; i < n && x->context->n_errors == 0; i++)
        (void)check_alike(x->context, parts[0], parts[i], paths[i]);
    if (x->context->n_errors == 0) {
        if (bl_catalog_merge(&catalog, parts, (size_t)n, &err) == BL_OK)
            write_index(x, catalog, x->output);
        else
            report_error(x->context, x->output, NULL, &err);
    }
    for (int i = 0; i < n; i++)
        bl_catalog_close(parts[i]);
    free(parts);
}

static void check_index(struct indexer *x, const char *path)
{
    struct bl_catalog *catalog;
    struct bl_error err;
    int status =
        bl_catalog_open(&catalog, path, context_open_flags(x->context) | BL_OPEN_INCOMPLETE, &err);
    if (status < 0)
        report_error(x->context, path, NULL, &err);
    else if (is_sound(x, catalog, path))
        put_index(x, catalog, path);
    bl_catalog_close(catalog);
}

/* ---- The call ---- */

static bool parse_shard(const char *text, uint32_t *shard, uint32_t *n_shards)
{
    const char *slash = strchr(text, '/');
    uint64_t i;
    uint64_t n;
    if (!slash || !parse_number(slash + 1, UINT32_MAX, &n))
        return false;
    char *first = string_of((struct bl_view){(const uint8_t *)text, (size_t)(slash - text)});
    bool is_number = parse_number(first, n, &i);
    free(first);
    *shard = (uint32_t)i;
    *n_shards = (uint32_t)n;
    return is_number && i > 0;
}

static void set_option(struct indexer *x, int option, const char *argument)
{
    const struct command *command = x->context->command;
    enum work work = option == OPT_UPDATE  ? UPDATE
                     : option == OPT_MERGE ? MERGE
                     : option == OPT_CHECK ? CHECK
                                           : BUILD;
    if (work != BUILD && x->work != BUILD && x->work != work)
        usage_error(command, "--update, --merge and --check exclude each other");
    if (work != BUILD)
        x->work = work;
    switch (option) {
    case OPT_OUTPUT: x->output = argument; break;
    case OPT_BLOCKS: x->options.parts |= BL_CATALOG_BLOCKS; break;
    case OPT_BODIES: x->options.parts |= BL_CATALOG_BODIES; break;
    case OPT_LEAN:
        x->is_lean = true;
        x->options.parts &= ~(unsigned)(BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES);
        x->options.parts |= BL_CATALOG_PLACES;
        break;
    case OPT_CONTENT: x->options.by_content = true; break;
    case OPT_SHARD:
        if (!parse_shard(argument, &x->options.shard, &x->options.n_shards))
            usage_error(command, "--shard takes 1/N to N/N, as 2/8, not '%s'", argument);
        break;
    default: break;
    }
}

/* Whether PATH ends in a name: those of directories as . and .. say nothing. */
static bool has_name(const char *path)
{
    size_t n = strlen(path);
    while (n > 0 && path[n - 1] == '/')
        n--;
    size_t n_name = 0;
    while (n_name < n && path[n - n_name - 1] != '/')
        n_name++;
    const char *name = path + n - n_name;
    return n_name > 2 || strspn(name, ".") < n_name;
}

/* What cannot be done with N PATHS. */
static void check_usage(const struct indexer *x, int n, char **paths)
{
    const struct command *command = x->context->command;
    if (n == 0)
        usage_error(command, "no %s given", x->work == BUILD ? "path" : "index file");
    if (x->options.by_content && x->work != UPDATE)
        usage_error(command, "--content goes with --update");
    if (x->options.n_shards && x->work != BUILD)
        usage_error(command, "--shard is for building");
    if (x->context->follows_links && (x->work == MERGE || x->work == CHECK))
        usage_error(command, "--follow is for building and --update");
    if (x->is_lean && x->work != BUILD)
        usage_error(command, "--lean is for building");
    if (x->options.parts & BL_CATALOG_BODIES && (x->work == MERGE || x->work == CHECK))
        usage_error(command, "--bodies is for building and --update");
    if (x->options.parts & BL_CATALOG_BLOCKS && (x->work == MERGE || x->work == CHECK))
        usage_error(command, "--blocks is for building and --update");
    if (x->output && (x->work == CHECK || (x->work == UPDATE && n > 1)))
        usage_error(command, "--output is for one index file that is written");
    if (x->output && strcmp(x->output, "-") == 0)
        usage_error(command, "standard output is not written: give a file");
    if (!x->output && x->work == MERGE)
        usage_error(command, "--merge needs a file to write, with -o");
    if (!x->output && x->work == BUILD && n > 1)
        usage_error(command, "more than one path: give a file to write, with -o");
    if (!x->output && x->work == BUILD && !has_name(paths[0]))
        usage_error(command, "'%s' has no name: give a file to write, with -o", paths[0]);
    for (int i = 0; i < n; i++)
        if (!x->output && x->work == UPDATE && is_stdin(paths[i]))
            usage_error(command, "standard input is not written: give a file, with -o");
}

bool cmd_index(struct context *c)
{
    struct indexer x = {.context = c};
    const char *argument;
    int option;
    x.options.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES;
    while ((option = next_option(c, &argument)) >= 0)
        set_option(&x, option, argument);
    if (c->follows_links)
        x.options.parts |= BL_CATALOG_LINKS;
    check_usage(&x, c->n_operands, c->operands);
    x.options.n_threads = c->n_threads;
    x.options.progress = progress_show;
    x.options.context = &x.progress;
    x.options.open_flags = context_open_flags(c);
    if (x.work == BUILD)
        build(&x, c->n_operands, c->operands);
    else if (x.work == MERGE && x.output && may_write(&x, x.output))
        merge(&x, c->n_operands, c->operands);
    for (int i = 0; i < c->n_operands; i++)
        if (x.work == UPDATE)
            update(&x, c->operands[i]);
        else if (x.work == CHECK)
            check_index(&x, c->operands[i]);
    return true;
}
