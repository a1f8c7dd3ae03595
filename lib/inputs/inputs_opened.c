/* inputs/inputs_opened.c - the streams that an argument names, in files or in a blob
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs/inputs_opened.h"

#include "base/grow.h"
#include "base/status.h"
#include "base/utf8.h"
#include "base/view.h"
#include "bitleap_print.h"
#include "bitleap_query.h"
#include "inputs/operand_paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_INPUTS = 16,     /* kept open though nobody uses them */
    MOST_PROBLEMS = 1000, /* noted */
    MOST_SEARCHES = 8,    /* for names, before an index of them is made */
    OPEN_FLAGS = BL_OPEN_GUARDED,
};

/* ---- Problems ---- */

static char *take_text(struct bl_sql_text *text)
{
    char *copy = text->has_lacked ? NULL : bl_copy_text(bl_sql_text_get(text));
    bl_sql_text_release(text);
    return copy;
}

static bool is_noted(const struct bl_sql_problems *problems, struct bl_view file,
                     const struct bl_error *err, const char *cause)
{
    for (uint32_t i = 0; i < problems->n; i++) {
        const struct bl_sql_problem *p = &problems->items[i];
        if (p->has_pos == err->has_pos && (!err->has_pos || p->bit_pos == err->bit_pos) &&
            bl_view_is(file, p->file) && strcmp(p->cause, cause) == 0)
            return true;
    }
    return false;
}

static void release_problem(struct bl_sql_problem *problem)
{
    free(problem->file);
    free(problem->path);
    free(problem->cause);
}

void bl_sql_problems_clear(struct bl_sql_problems *problems)
{
    for (uint32_t i = 0; i < problems->n; i++)
        release_problem(&problems->items[i]);
    bl_drop(problems->items);
    *problems = (struct bl_sql_problems){.items = NULL};
}

void bl_sql_note(struct bl_sql_problems *problems, struct bl_view file,
                 const struct bl_stream *stream, const struct bl_error *err)
{
    struct bl_sql_text path = {.data = NULL};
    struct bl_sql_text cause = {.data = NULL};
    bl_sql_text_string(&cause, err->what ? err->what : bl_status_text(err->status));
    if (err->sys_errno) {
        bl_sql_text_string(&cause, ": ");
        bl_sql_text_string(&cause, strerror(err->sys_errno));
    }
    struct bl_sql_problem problem = {
        .kind = bl_error_kind(err),
        .has_pos = err->has_pos,
        .bit_pos = err->bit_pos,
        .file_byte = err->has_pos ? bl_error_byte(err, stream) : 0,
        .cause = take_text(&cause),
    };
    bool is_new = problem.cause && problems->n < MOST_PROBLEMS &&
                  !is_noted(problems, file, err, problem.cause);
    if (is_new && stream && err->depth)
        (void)bl_error_print_path(err, stream, NULL, bl_sql_text_put, &path);
    if (is_new) {
        problem.path = take_text(&path);
        problem.file = bl_copy_text(file);
    }
    if (!problem.path || !problem.file ||
        bl_append(&problems->items, &problems->n, &problems->cap, problem) < 0)
        release_problem(&problem);
}

void bl_sql_connection_note(struct bl_sql_connection *c, struct bl_view file,
                            const struct bl_stream *stream, const struct bl_error *err)
{
    pthread_mutex_lock(&c->lock);
    bl_sql_note(&c->problems, file, stream, err);
    pthread_mutex_unlock(&c->lock);
}

static bool copy_problem(struct bl_sql_problems *to, const struct bl_sql_problem *problem)
{
    struct bl_sql_problem copy = *problem;
    copy.file = bl_copy_text(bl_sql_view(problem->file));
    copy.path = bl_copy_text(bl_sql_view(problem->path));
    copy.cause = bl_copy_text(bl_sql_view(problem->cause));
    bool is_whole = copy.file && copy.path && copy.cause &&
                    bl_append(&to->items, &to->n, &to->cap, copy) == BL_OK;
    if (!is_whole)
        release_problem(&copy);
    return is_whole;
}

int bl_sql_connection_problems(struct bl_sql_connection *c, struct bl_sql_problems *copy)
{
    bool is_whole = true;
    pthread_mutex_lock(&c->lock);
    for (uint32_t i = 0; i < c->problems.n && is_whole; i++)
        is_whole = copy_problem(copy, &c->problems.items[i]);
    pthread_mutex_unlock(&c->lock);
    return is_whole ? BL_OK : BL_E_NOMEM;
}

/* ---- Closing ---- */

static void close_part(struct bl_sql_part *part)
{
    for (uint32_t i = 0; i < part->n_streams && part->streams; i++)
        free(part->streams[i].path);
    bl_drop(part->streams);
    bl_catalog_close(part->catalog);
    free(part->nested);
}

static void close_inputs(struct bl_sql_inputs *inputs)
{
    for (uint32_t i = 0; i < inputs->n_parts; i++)
        close_part(&inputs->parts[i]);
    bl_drop(inputs->parts);
    free(inputs->by_path);
    free(inputs->argument);
    free(inputs->directory);
    free(inputs);
}

/* Close those that nobody uses, but the newest KEEP. */
static void trim(struct bl_sql_connection *c, unsigned keep)
{
    for (struct bl_sql_inputs **at = &c->inputs; *at;) {
        struct bl_sql_inputs *inputs = *at;
        if (inputs->n_users == 0 && keep == 0) {
            *at = inputs->next;
            close_inputs(inputs);
            continue;
        }
        keep -= inputs->n_users == 0;
        at = &inputs->next;
    }
}

void bl_sql_inputs_leave(struct bl_sql_connection *c, struct bl_sql_inputs *inputs)
{
    pthread_mutex_lock(&c->lock);
    inputs->n_users--;
    trim(c, MOST_INPUTS);
    pthread_mutex_unlock(&c->lock);
}

struct bl_sql_connection *bl_sql_connection_new(bool may_read)
{
    struct bl_sql_connection *c = calloc(1, sizeof *c);
    if (c) {
        (void)pthread_mutex_init(&c->lock, NULL);
        c->may_read = may_read;
        c->n_users = 1;
    }
    return c;
}

void bl_sql_connection_share(struct bl_sql_connection *c)
{
    pthread_mutex_lock(&c->lock);
    c->n_users++;
    pthread_mutex_unlock(&c->lock);
}

void bl_sql_connection_leave(void *connection)
{
    struct bl_sql_connection *c = connection;
    pthread_mutex_lock(&c->lock);
    bool is_used = --c->n_users > 0;
    pthread_mutex_unlock(&c->lock);
    if (is_used)
        return;
    trim(c, 0);
    bl_sql_problems_clear(&c->problems);
    (void)pthread_mutex_destroy(&c->lock);
    free(c);
}

/* ---- Opening ---- */

static int fail(struct bl_sql_text *message, struct bl_view path, const struct bl_error *err)
{
    bl_sql_text_view(message, path);
    bl_sql_text_string(message, path.size ? ": " : "");
    (void)bl_error_print(err, NULL, bl_sql_text_put, message);
    return err->status;
}

static int no_memory(struct bl_sql_text *message)
{
    bl_sql_text_string(message, "no memory");
    return BL_E_NOMEM;
}

static void identify(struct bl_sql_part *part, const char *path)
{
    struct stat st;
    if (stat(path, &st) < 0)
        return;
    part->device = st.st_dev;
    part->inode = st.st_ino;
    part->size = (uint64_t)st.st_size;
    part->mtime = (int64_t)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
}

/* Note what could not be read, and named files without any bitcode. */
static void note_catalog(struct bl_sql_problems *problems, const struct bl_catalog *catalog)
{
    struct bl_catalog_counts counts = bl_catalog_get_counts(catalog);
    for (uint32_t i = 0; i < counts.n_problems && i < MOST_PROBLEMS; i++) {
        struct bl_catalog_problem problem;
        struct bl_source source;
        struct bl_sql_text file = {.data = NULL};
        if (bl_catalog_get_problem(catalog, i, &problem, NULL) < 0 ||
            bl_catalog_get_source(catalog, problem.source, &source, NULL) < 0 ||
            (source.kind == BL_SOURCE_MEMBER &&
             bl_catalog_get_source(catalog, source.parent, &source, NULL) < 0))
            continue;
        bl_sql_text_view(&file, source.path);
        bl_sql_text_view(&file, problem.path);
        bl_sql_note(problems, bl_sql_text_get(&file), NULL, &problem.error);
        bl_sql_text_release(&file);
    }
    if (counts.n_streams == 0 && counts.n_problems == 0 && counts.n_inputs > 0) {
        struct bl_catalog_input input;
        static const struct bl_error none = {.status = BL_E_CONTAINER, .what = "no bitcode found"};
        if (bl_catalog_get_input(catalog, 0, &input, NULL) == BL_OK)
            bl_sql_note(problems, input.path, NULL, &none);
    }
}

/* Of a blob, they are noted when it is searched. */
void bl_sql_note_inputs(struct bl_sql_problems *problems, const struct bl_sql_inputs *inputs)
{
    for (uint32_t i = 0; i < inputs->n_parts; i++)
        if (inputs->parts[i].catalog)
            note_catalog(problems, inputs->parts[i].catalog);
}

/* PART, if RC says that it is there; otherwise what there is of it is closed. */
static int add_part(struct bl_sql_inputs *inputs, struct bl_sql_part *part, int rc)
{
    part->first_stream = inputs->n_streams;
    if (part->catalog)
        part->n_streams = bl_catalog_get_counts(part->catalog).n_streams;
    if (rc == BL_OK)
        rc = bl_append(&inputs->parts, &inputs->n_parts, &inputs->cap_parts, *part);
    if (rc == BL_OK)
        inputs->n_streams += part->n_streams;
    else
        close_part(part);
    return rc;
}

/* With WANTED, bl_catalog_part. */
static int add_built(struct bl_sql_inputs *inputs, const char *const *paths, size_t n,
                     const char *nested, unsigned wanted, struct bl_error *err)
{
    struct bl_catalog_options options = {
        .parts = wanted, .keep_mapped = wanted != 0, .open_flags = OPEN_FLAGS};
    struct bl_sql_part part = {.nested = nested ? bl_copy_text(bl_sql_view(nested)) : NULL};
    *err = (struct bl_error){.status = BL_E_NOMEM};
    if (nested && !part.nested)
        return BL_E_NOMEM;
    return add_part(inputs, &part, bl_catalog_build(&part.catalog, paths, n, &options, err));
}

static int add_index(struct bl_sql_inputs *inputs, const char *path, struct bl_error *err)
{
    struct bl_sql_part part = {.is_index = true};
    identify(&part, path);
    return add_part(inputs, &part, bl_catalog_open(&part.catalog, path, OPEN_FLAGS, err));
}

static int add_paths(struct bl_sql_inputs *inputs, char **paths, size_t n, unsigned wanted,
                     struct bl_sql_problems *problems, struct bl_sql_text *message)
{
    const char **whole = calloc(n + 1, sizeof *whole);
    size_t n_whole = 0;
    struct bl_error err = {.status = BL_E_NOMEM};
    int rc = whole ? BL_OK : BL_E_NOMEM;
    size_t i;
    for (i = 0; i < n && rc == BL_OK; i++) {
        const char *nested = paths[i] + bl_path_split(paths[i]);
        if (!*nested && !bl_is_stdin(paths[i]) && access(paths[i], F_OK) < 0) {
            rc = bl_fail_errno(&err, "cannot open");
        } else if (*nested) {
            char *path = strndup(paths[i], (size_t)(nested - paths[i]));
            rc = path ? add_built(inputs, (const char *const *)&path, 1, nested, wanted, &err)
                      : BL_E_NOMEM;
            free(path);
        } else if (bl_path_is_index(paths[i])) {
            rc = add_index(inputs, paths[i], &err);
        } else {
            whole[n_whole++] = paths[i];
        }
    }
    if (rc == BL_OK && n_whole > 0)
        rc = add_built(inputs, whole, n_whole, NULL, wanted, &err);
    if (rc < 0) {
        struct bl_view path = bl_sql_view(i > 0 && i <= n ? paths[i - 1] : "");
        (void)fail(message, path, &err);
        if (rc == BL_E_CONTAINER && err.has_pos) /* an index file that is damaged */
            bl_sql_note(problems, path, NULL, &err);
    }
    free(whole);
    return rc;
}

/* ---- Arguments ---- */

/* Four hexadecimal digits at P; -1: they are none. */
static int32_t hex4(const char *p, const char *end)
{
    uint32_t v = 0;
    if (end - p < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef";
        const char *digit = p[i] ? strchr(digits, p[i] | (p[i] >= 'A' ? 0x20 : 0)) : NULL;
        if (!digit)
            return -1;
        v = v * 16 + (uint32_t)(digit - digits);
    }
    return (int32_t)v;
}

static void put_utf8(struct bl_sql_text *text, uint32_t v)
{
    uint8_t bytes[4];
    bl_sql_text_put(text, (const char *)bytes, bl_utf8_encode(v, bytes));
}

/* What follows a backslash at *P. */
static bool put_escape(struct bl_sql_text *text, const char **p, const char *end)
{
    static const char names[] = "\"\\/bfnrt";
    static const char values[] = "\"\\/\b\f\n\r\t";
    const char *name = *p < end && **p ? strchr(names, **p) : NULL;
    if (name) {
        bl_sql_text_put(text, &values[name - names], 1);
        ++*p;
        return true;
    }
    int32_t v = *p < end && **p == 'u' ? hex4(*p + 1, end) : -1;
    if (v < 0)
        return false;
    *p += 5;
    if (v >= 0xD800 && v < 0xDC00 && end - *p > 2 && (*p)[0] == '\\' && (*p)[1] == 'u') {
        int32_t low = hex4(*p + 2, end);
        if (low >= 0xDC00 && low < 0xE000) {
            v = 0x10000 + ((v - 0xD800) << 10) + (low - 0xDC00);
            *p += 6;
        }
    }
    put_utf8(text, (uint32_t)v);
    return true;
}

/* The next text of a JSON array of texts, after *P, malloc'ed; NULL: there is none, or it is wrong.
 * */
static char *next_text(const char **p, const char *end)
{
    struct bl_sql_text text = {.data = NULL};
    while (*p < end && strchr(" \t\n\r,[", **p))
        ++*p;
    if (*p == end || *(*p)++ != '"')
        return NULL;
    while (*p < end && **p != '"') {
        char ch = *(*p)++;
        if (ch != '\\') {
            bl_sql_text_put(&text, &ch, 1);
        } else if (!put_escape(&text, p, end)) {
            bl_sql_text_release(&text);
            return NULL;
        }
    }
    *p += *p < end;
    return take_text(&text);
}

/* *PATHS, and how many, of ARGUMENT; all malloc'ed. Negative: no memory. */
static int split_argument(struct bl_view argument, char ***paths, size_t *n)
{
    const char *at = (const char *)argument.data;
    const char *end = at + argument.size;
    bool is_list = argument.size > 2 && at[0] == '[' && at[1] == '"' && end[-1] == ']';
    size_t cap = 0;
    *paths = NULL;
    *n = 0;
    for (;;) {
        char *path = !is_list ? *n > 0 ? NULL : bl_copy_text(argument) : next_text(&at, end);
        if (!path)
            break;
        if (bl_append(paths, n, &cap, path) < 0) {
            free(path);
            return BL_E_NOMEM;
        }
    }
    return *n > 0 ? BL_OK : is_list ? BL_E_ARGUMENT : BL_E_NOMEM;
}

/* ---- Kept ones ---- */

/* Whether all is as it was when it was opened. */
static bool is_current(const struct bl_sql_part *part, const struct bl_sql_inputs *inputs)
{
    if (!part->catalog)
        return true;
    struct bl_catalog_counts counts = bl_catalog_get_counts(part->catalog);
    if (part->is_index) {
        struct bl_sql_part now = {.is_index = true};
        /* of several paths, which one it was is not kept: they are opened again */
        identify(&now, inputs->argument);
        return now.device == part->device && now.inode == part->inode && now.size == part->size &&
               now.mtime == part->mtime;
    }
    for (uint32_t i = 0; i < counts.n_sources; i++) {
        struct bl_source source;
        bool is_stdin = bl_catalog_get_source(part->catalog, i, &source, NULL) == BL_OK &&
                        source.path.size == 1 && source.path.data[0] == '-';
        if (!is_stdin && bl_catalog_state(part->catalog, i, false, NULL) != BL_STATE_SAME)
            return false;
    }
    return true;
}

struct bl_sql_inputs *bl_sql_inputs_known(const struct bl_sql_connection *c,
                                          struct bl_view argument)
{
    for (struct bl_sql_inputs *inputs = c->inputs; inputs; inputs = inputs->next)
        if (inputs->argument_size == argument.size &&
            memcmp(inputs->argument, argument.data, argument.size) == 0)
            return inputs;
    return NULL;
}

/* One that was opened before and may be used again. What has changed is forgotten. */
static struct bl_sql_inputs *use_kept(struct bl_sql_connection *c, struct bl_view argument)
{
    struct bl_sql_inputs *inputs = bl_sql_inputs_known(c, argument);
    if (!inputs)
        return NULL;
    bool is_right = true;
    for (uint32_t i = 0; i < inputs->n_parts && inputs->n_users == 0 && is_right; i++)
        is_right = is_current(&inputs->parts[i], inputs);
    if (!is_right) {
        inputs->argument_size = 0; /* nobody asks for that */
        trim(c, MOST_INPUTS);
        return NULL;
    }
    inputs->n_users++;
    return inputs;
}

static struct bl_sql_inputs *new_inputs(struct bl_view argument)
{
    struct bl_sql_inputs *inputs = calloc(1, sizeof *inputs);
    if (!inputs)
        return NULL;
    inputs->argument = bl_copy_text(argument);
    inputs->argument_size = argument.size;
    errno = 0;
    inputs->directory = getcwd(NULL, 0);
    inputs->n_users = 1;
    bool has_lacked = !inputs->argument || (!inputs->directory && errno == ENOMEM);
    if (!has_lacked)
        return inputs;
    close_inputs(inputs);
    return NULL;
}

static int keep(struct bl_sql_connection *c, struct bl_sql_inputs *inputs, int status,
                struct bl_sql_inputs **kept)
{
    if (status < 0) {
        close_inputs(inputs);
        return status;
    }
    inputs->next = c->inputs;
    c->inputs = inputs;
    *kept = inputs;
    return BL_OK;
}

/* What ARGUMENT names, read now. */
static int read_paths(struct bl_sql_connection *c, struct bl_view argument, unsigned wanted,
                      struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    char **paths = NULL;
    size_t n = 0;
    struct bl_sql_inputs *opened = new_inputs(argument);
    int rc = opened ? split_argument(argument, &paths, &n) : BL_E_NOMEM;
    if (rc == BL_E_ARGUMENT)
        bl_sql_text_string(message, "not a JSON array of paths");
    if (rc == BL_E_NOMEM)
        (void)no_memory(message);
    if (rc == BL_OK)
        rc = add_paths(opened, paths, n, wanted, &c->problems, message);
    if (rc == BL_OK)
        bl_sql_note_inputs(&c->problems, opened);
    for (size_t i = 0; i < n; i++)
        free(paths[i]);
    bl_drop(paths);
    return opened ? keep(c, opened, rc, inputs) : rc;
}

static int open_paths(struct bl_sql_connection *c, struct bl_view argument,
                      struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    *inputs = NULL;
    if (argument.size == 0 || memchr(argument.data, 0, argument.size)) {
        bl_sql_text_string(message, "a path is empty or has a NUL");
        return BL_E_ARGUMENT;
    }
    *inputs = use_kept(c, argument);
    return *inputs ? BL_OK : read_paths(c, argument, 0, inputs, message);
}

/* Whether an index of the symbols of INPUTS would help, and can be made. */
static bool wants_index(struct bl_sql_inputs *inputs)
{
    bool can = !bl_sql_has_symbols(inputs);
    for (uint32_t i = 0; i < inputs->n_parts && can; i++)
        can = !inputs->parts[i].is_index && !inputs->parts[i].nested;
    return can && ++inputs->n_searches > MOST_SEARCHES;
}

static int open_for_names(struct bl_sql_connection *c, struct bl_view argument,
                          struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    int rc = open_paths(c, argument, inputs, message);
    if (rc < 0 || !wants_index(*inputs))
        return rc;
    struct bl_sql_inputs *plain = *inputs;
    rc = read_paths(c, argument, BL_CATALOG_SYMBOLS, inputs, message);
    if (rc < 0 && rc != BL_E_NOMEM) {
        message->size = 0;
        *inputs = plain;
        return BL_OK;
    }
    plain->n_users--;
    return rc;
}

static int add_blob_stream(struct bl_sql_part *part, const struct bl_found *found)
{
    struct bl_sql_blob_stream stream = {.path = bl_copy_text(bl_sql_view(found->path)),
                                        .stream = found->stream};
    if (!stream.path ||
        bl_append(&part->streams, &part->n_streams, &part->cap_streams, stream) < 0) {
        free(stream.path);
        return BL_E_NOMEM;
    }
    return BL_OK;
}

static int search_blob(struct bl_sql_connection *c, struct bl_view bytes, struct bl_sql_part *part,
                       struct bl_error *err)
{
    struct bl_search *search = NULL;
    struct bl_found found;
    int rc = bl_search_open(&search, bytes, NULL, err);
    if (rc < 0)
        return rc;
    while ((rc = bl_search_next(search, &found, err)) != 0 && rc != BL_E_NOMEM) {
        if (rc < 0)
            bl_sql_note(&c->problems, bl_sql_view(found.path), NULL, err);
        else if (add_blob_stream(part, &found) < 0)
            break;
    }
    bl_search_close(search);
    return rc == 0 ? BL_OK : BL_E_NOMEM;
}

static int open_blob(struct bl_sql_connection *c, struct bl_view bytes,
                     struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    struct bl_sql_part part = {.catalog = NULL};
    struct bl_error err = {.status = BL_E_NOMEM};
    *inputs = NULL;
    if (bytes.size > 0 && (*inputs = use_kept(c, bytes)))
        return BL_OK;
    struct bl_sql_inputs *opened = new_inputs(bytes);
    if (!opened)
        return no_memory(message);
    bytes.data = (const uint8_t *)opened->argument;
    int rc = add_part(opened, &part, search_blob(c, bytes, &part, &err));
    if (rc < 0)
        (void)fail(message, (struct bl_view){0}, &err);
    return keep(c, opened, rc, inputs);
}

int bl_sql_open_paths(struct bl_sql_connection *c, struct bl_view argument,
                      struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    pthread_mutex_lock(&c->lock);
    int rc = open_paths(c, argument, inputs, message);
    pthread_mutex_unlock(&c->lock);
    return rc;
}

int bl_sql_open_for_names(struct bl_sql_connection *c, struct bl_view argument,
                          struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    pthread_mutex_lock(&c->lock);
    int rc = open_for_names(c, argument, inputs, message);
    pthread_mutex_unlock(&c->lock);
    return rc;
}

int bl_sql_open_blob(struct bl_sql_connection *c, struct bl_view bytes,
                     struct bl_sql_inputs **inputs, struct bl_sql_text *message)
{
    pthread_mutex_lock(&c->lock);
    int rc = open_blob(c, bytes, inputs, message);
    pthread_mutex_unlock(&c->lock);
    return rc;
}

/* ---- Streams ---- */

bool bl_sql_has_symbols(const struct bl_sql_inputs *inputs)
{
    bool has = inputs->n_parts > 0;
    for (uint32_t i = 0; i < inputs->n_parts && has; i++)
        has = inputs->parts[i].catalog && !inputs->parts[i].nested &&
              bl_catalog_get_counts(inputs->parts[i].catalog).parts &
                  (BL_CATALOG_SYMBOLS | BL_CATALOG_PLACES);
    return has;
}

uint64_t bl_sql_inputs_n_symbols(const struct bl_sql_inputs *inputs)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < inputs->n_parts; i++)
        if (inputs->parts[i].catalog)
            n += bl_catalog_get_counts(inputs->parts[i].catalog).n_symbols;
    return n;
}

static void put_source(const struct bl_sql_inputs *inputs, const struct bl_source *source,
                       struct bl_sql_text *path)
{
    struct bl_view base = source->base;
    if (base.size > 0 && !(inputs->directory && bl_view_is(base, inputs->directory))) {
        bl_sql_text_view(path, base);
        bl_sql_text_string(path, "/");
    }
    bl_sql_text_view(path, source->path);
}

int bl_sql_stream(const struct bl_sql_inputs *inputs, uint32_t number,
                  struct bl_sql_stream_info *info, struct bl_sql_text *path, struct bl_error *err)
{
    uint32_t p = 0;
    while (p + 1 < inputs->n_parts && number >= inputs->parts[p + 1].first_stream)
        p++;
    const struct bl_sql_part *part = &inputs->parts[p];
    struct bl_catalog_stream stream = {.source = BL_NONE};
    struct bl_source source = {.parent = BL_NONE};
    *info = (struct bl_sql_stream_info){
        .part = p, .number = number - part->first_stream, .source = BL_NONE};
    if (!part->catalog) {
        const struct bl_sql_blob_stream *s = &part->streams[info->number];
        info->kind = s->stream.kind;
        info->file_offset = s->stream.file_offset;
        info->size = s->stream.bytes.size;
        if (path)
            bl_sql_text_string(path, s->path);
        return 1;
    }
    int rc = bl_catalog_get_stream(part->catalog, info->number, &stream, err);
    if (rc == BL_OK && part->nested && !bl_path_is_inside(stream.path, part->nested))
        return 0;
    if (rc == BL_OK)
        rc = bl_catalog_get_source(part->catalog, stream.source, &source, err);
    if (rc == BL_OK && source.kind == BL_SOURCE_MEMBER)
        rc = bl_catalog_get_source(part->catalog, source.parent, &source, err);
    if (rc < 0)
        return rc;
    info->kind = stream.kind;
    info->file_offset = stream.file_offset;
    info->size = stream.size;
    info->source = stream.source;
    if (path) {
        put_source(inputs, &source, path);
        bl_sql_text_view(path, stream.path);
    }
    if (!path || !path->has_lacked)
        return 1;
    if (err)
        *err = (struct bl_error){.status = BL_E_NOMEM};
    return BL_E_NOMEM;
}

int bl_sql_stream_load(const struct bl_sql_inputs *inputs, const struct bl_sql_stream_info *info,
                       struct bl_stream *stream, struct bl_error *err)
{
    const struct bl_sql_part *part = &inputs->parts[info->part];
    if (part->catalog)
        return bl_catalog_load(part->catalog, info->number, stream, err);
    *stream = part->streams[info->number].stream;
    return BL_OK;
}

void bl_sql_stream_unload(const struct bl_sql_inputs *inputs, const struct bl_sql_stream_info *info)
{
    const struct bl_sql_part *part = &inputs->parts[info->part];
    if (part->catalog)
        bl_catalog_unload(part->catalog, info->number);
}

/* Of some of many. */
uint64_t bl_sql_inputs_size(const struct bl_sql_inputs *inputs, uint32_t *n_streams)
{
    struct bl_sql_stream_info stream;
    uint32_t step = inputs->n_streams / 64 + 1;
    uint64_t size = 0;
    *n_streams = inputs->n_streams > 0 ? inputs->n_streams : 1;
    for (uint32_t i = 0; i < inputs->n_streams; i += step)
        if (bl_sql_stream(inputs, i, &stream, NULL, NULL) > 0)
            size += stream.size * step;
    return size;
}

static uint32_t hash_path(struct bl_view path)
{
    uint32_t hash = 2166136261U; /* FNV-1a */
    for (size_t i = 0; i < path.size; i++)
        hash = (hash ^ path.data[i]) * 16777619U;
    return hash;
}

/* Fill by_path, if there is memory. */
static void make_paths(struct bl_sql_inputs *inputs)
{
    struct bl_sql_text path = {.data = NULL};
    struct bl_sql_stream_info info;
    uint32_t n = 16;
    while (n / 2 < inputs->n_streams && n < (UINT32_C(1) << 31))
        n *= 2;
    inputs->by_path = calloc(n, sizeof *inputs->by_path);
    inputs->n_slots = inputs->by_path ? n : 0;
    for (uint32_t i = 0; i < inputs->n_streams && inputs->by_path; i++) {
        path.size = 0;
        if (bl_sql_stream(inputs, i, &info, &path, NULL) <= 0)
            continue;
        uint32_t slot = hash_path(bl_sql_text_get(&path)) & (n - 1);
        while (inputs->by_path[slot])
            slot = (slot + 1) & (n - 1);
        inputs->by_path[slot] = i + 1;
    }
    if (path.has_lacked) {
        free(inputs->by_path);
        inputs->by_path = NULL;
    }
    bl_sql_text_release(&path);
}

int bl_sql_stream_at(struct bl_sql_connection *c, struct bl_sql_inputs *inputs,
                     struct bl_view wanted, uint32_t *number)
{
    struct bl_sql_text path = {.data = NULL};
    struct bl_sql_stream_info info;
    bool is_found = false;
    pthread_mutex_lock(&c->lock);
    if (!inputs->by_path)
        make_paths(inputs);
    pthread_mutex_unlock(&c->lock);
    if (!inputs->by_path)
        return BL_E_NOMEM;
    uint32_t slot = hash_path(wanted) & (inputs->n_slots - 1);
    for (; inputs->by_path[slot] && !is_found; slot = (slot + 1) & (inputs->n_slots - 1)) {
        path.size = 0;
        *number = inputs->by_path[slot] - 1;
        is_found = bl_sql_stream(inputs, *number, &info, &path, NULL) > 0 &&
                   bl_view_equal(bl_sql_text_get(&path), wanted);
    }
    bl_sql_text_release(&path);
    return is_found;
}
