/* cmd/input.c - opening the files that a command was given, and saying what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/input.h"

#include "base/text.h"
#include "input/tree.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void put_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
              const struct bl_error *err)
{
    out_need(bl_error_print_path(err, stream, ix, out_put, o));
}

void json_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
               const struct bl_error *err)
{
    char data[BL_ERROR_TEXT_MAX];
    struct out path = {.data = data, .cap = sizeof data};
    put_path(&path, stream, ix, err);
    json_view(o, "path", (struct bl_view){.data = (const uint8_t *)data, .size = path.n});
}

static void json_error(struct out *o, const struct bl_stream *stream, const char *path,
                       const struct bl_error *err)
{
    json_begin(o, "error");
    json_text(o, "file", path);
    if (err->has_pos) {
        json_u64(o, "bit_pos", err->bit_pos);
        json_u64(o, "file_byte", bl_error_byte(err, stream));
    }
    if (stream && err->depth)
        json_path(o, stream, NULL, err);
    json_text(o, "cause", err->what ? err->what : bl_status_text(err->status));
    if (err->sys_errno)
        json_text(o, "system", strerror(err->sys_errno));
    json_end(o);
}

/* What is to be said of the file at PATH. */
static void say_of(const char *path, struct bl_view what)
{
    struct text line = {0};
    text_put(&line, path, strlen(path));
    text_put(&line, ": ", 2);
    text_put(&line, (const char *)what.data, what.size);
    say_line(text_view(&line));
    free(line.data);
}

void report_error(struct out *o, const struct common *common, const struct input *input,
                  const char *path, const struct bl_error *err)
{
    const struct bl_stream *stream = input ? &input->stream : NULL;
    if (common->json)
        json_error(o, stream, path, err);
    out_flush(o);
    char text[BL_ERROR_TEXT_MAX];
    struct out line = {.data = text, .cap = sizeof text};
    out_need(bl_error_print(err, stream, out_put, &line));
    say_of(path, (struct bl_view){.data = (const uint8_t *)text, .size = line.n});
}

void report_wanted(struct out *o, const struct common *common, const char *path, const char *wanted,
                   const char *what)
{
    char *cause;
    if (asprintf(&cause, "%s: %s", wanted, what) < 0)
        out_no_memory();
    struct bl_error err = {.status = BL_E_ARGUMENT, .what = cause};
    report_error(o, common, NULL, path, &err);
    free(cause);
}

/* ---- Operands ---- */

static bool is_file(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Whether a nested path may lead on into PATH. */
static bool may_lead_on(const char *path)
{
    struct stat st;
    return is_stdin(path) || (stat(path, &st) == 0 && !S_ISDIR(st.st_mode));
}

char *split_operand(const char *operand, const char **nested)
{
    size_t length = strlen(operand);
    struct stat st;
    char *path = strdup(operand);
    *nested = operand + length;
    if (!path || is_stdin(operand) || stat(operand, &st) == 0 || errno == EACCES)
        return path;
    for (size_t i = length; i-- > 1;) {
        if (!strchr("(!:[", operand[i]))
            continue;
        path[i] = '\0';
        if (may_lead_on(path)) {
            *nested = operand + i;
            return path;
        }
    }
    memcpy(path, operand, length + 1); /* nothing fits: let the error tell the operand */
    return path;
}

int open_operand(const char *operand, unsigned flags, struct bl_file **file, char **path,
                 const char **nested, struct bl_error *err)
{
    *file = NULL;
    *path = split_operand(operand, nested);
    if (!*path) {
        *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
        return BL_E_NOMEM;
    }
    return bl_file_open(file, *path, flags | BL_OPEN_GUARDED, err);
}

bool is_index_file(const char *path)
{
    uint8_t head[64];
    bool is_own = !is_stdin(path);
    int fd = !is_own ? STDIN_FILENO : is_file(path) ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    off_t start = lseek(fd, 0, SEEK_CUR);
    ssize_t n = start < 0 ? -1 : pread(fd, head, sizeof head, start);
    if (is_own && fd >= 0)
        close(fd);
    return n > 0 && bl_catalog_is_index((struct bl_view){.data = head, .size = (size_t)n});
}

bool is_inside(const char *found, const char *wanted)
{
    size_t n = strlen(wanted);
    return strncmp(found, wanted, n) == 0 && (n == 0 || strchr("(!:[", found[n]) != NULL);
}

char *join_path(const char *path, const char *nested)
{
    size_t size = strlen(path) + strlen(nested) + 1;
    char *joined = malloc(size);
    if (!joined)
        out_no_memory();
    snprintf(joined, size, "%s%s", path, nested);
    return joined;
}

int check_top_level(const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_index *index;
    uint64_t end;
    int status = bl_index_open(&index, stream, err);
    if (status == BL_OK)
        status = bl_index_end(index, &end, err);
    bl_index_close(index);
    return out_need(status);
}

/* ---- Visits ---- */

struct visits {
    const struct command *command;
    const struct common *common;
    struct out *out;
    struct input input;
    unsigned open_flags;
    const char *path, *nested;
    bool are_several; /* operands */
    bool is_named;    /* the file is; not the directory that it is in */
    visit_fn *visit;
    void *context;
    uint32_t n_visited; /* streams of the file, and what was in their place */
    uint32_t n_ir;      /* of these, LLVM IR */
    bool good;
};

static void visit_found(struct visits *v, int rc, const struct bl_error *err)
{
    char *path = join_path(v->path, v->input.found.path);
    v->n_visited++;
    if (rc < 0) {
        report_error(v->out, v->common, NULL, path, err);
        v->good = false;
    } else {
        v->input.path = path;
        v->input.stream = v->input.found.stream;
        v->n_ir += v->input.stream.kind == BL_STREAM_LLVM_IR;
        v->input.is_alone = v->is_named && !*v->input.found.path;
        v->input.needs_name = v->are_several || !v->input.is_alone;
        v->good &= v->visit(v->context, &v->input);
    }
    free(path);
}

/* The file has nothing for the command, and CAUSE says why. */
static void report_nothing(struct visits *v, const char *cause)
{
    struct bl_error err = {.status = BL_E_CONTAINER, .what = cause};
    if (v->command->passes_over && !*v->nested && bl_is_archive(bl_file_view(v->input.file))) {
        out_flush(v->out);
        say_of(v->path, view_of(cause));
        return;
    }
    char *path = join_path(v->path, v->nested);
    report_error(v->out, v->common, NULL, path, &err);
    free(path);
    v->good = false;
}

/* Tell a file that has nothing for the command, unless something bad was told of it. Below a
 * directory many have no LLVM IR. */
static void check_visited(struct visits *v, const struct bl_search *search)
{
    if (v->n_visited == 0)
        report_nothing(v, nothing_found(search));
    else if (v->command->wants_ir && v->n_ir == 0 && v->is_named && v->good)
        report_nothing(v, "no LLVM IR module in any stream");
}

int open_search(const struct bl_file *file, const char *path, const char *nested, unsigned flags,
                struct bl_search **search, struct bl_error *err)
{
    int status = bl_search_open(search, bl_file_view(file), path, err);
    if (status < 0)
        return status;
    bl_search_within(*search, nested);
    bl_search_open_members(*search, flags | BL_OPEN_GUARDED);
    return BL_OK;
}

const char *nothing_found(const struct bl_search *search)
{
    const char *hint = bl_search_hint(search);
    if (!bl_search_met(search))
        return "nothing has this path in the file";
    return hint ? hint : "no bitcode";
}

/* Standard input may have been a pipe. */
void explain_nothing(const char *path, const char *nested, unsigned flags, struct bl_error *err)
{
    struct bl_file *file = NULL;
    struct bl_search *search;
    struct bl_found found;
    *err =
        (struct bl_error){.status = BL_E_CONTAINER, .what = "no bitcode has this path in the file"};
    if (is_stdin(path) || bl_file_open(&file, path, flags | BL_OPEN_GUARDED, err) < 0)
        return;
    if (open_search(file, path, nested, flags, &search, err) == BL_OK) {
        int rc;
        while ((rc = bl_search_next(search, &found, NULL)) != 0)
            out_need(rc);
        *err = (struct bl_error){.status = BL_E_CONTAINER, .what = nothing_found(search)};
        bl_search_close(search);
    }
    bl_file_close(file);
}

static void search_file(struct visits *v)
{
    struct bl_search *search;
    struct bl_error err;
    if (open_search(v->input.file, v->path, v->nested, v->open_flags, &search, &err) < 0) {
        report_error(v->out, v->common, NULL, v->path, &err);
        v->good = false;
        return;
    }
    int rc;
    while (out_need(rc = bl_search_next(search, &v->input.found, &err)) != 0) {
        visit_found(v, rc, &err);
        if (bl_search_check(search, &err) < 0)
            visit_found(v, err.status, &err);
    }
    check_visited(v, search);
    bl_search_close(search);
}

static bool visit_file(struct visits *v, const char *operand)
{
    struct bl_error err;
    char *path;
    v->good = true;
    v->n_visited = 0;
    v->n_ir = 0;
    if (open_operand(operand, v->open_flags, &v->input.file, &path, &v->nested, &err) < 0) {
        report_error(v->out, v->common, NULL, operand, &err);
        free(path);
        return false;
    }
    v->path = path;
    search_file(v);
    int status = bl_file_check(v->input.file, &err);
    if (status < 0)
        report_error(v->out, v->common, NULL, path, &err);
    bl_file_close(v->input.file);
    free(path);
    return v->good && status == BL_OK;
}

static bool visit_tree(struct visits *v, const char *directory)
{
    struct tree tree = {.files = NULL};
    bool good = tree_find(&tree, directory, v->open_flags, v->common, v->out);
    for (uint32_t i = 0; i < tree.n; i++)
        good &= visit_file(v, tree.files[i]);
    tree_release(&tree);
    return good;
}

int for_each_input(const struct command *command, const struct common *common, unsigned open_flags,
                   struct out *o, int n, char **paths, visit_fn *visit, void *context)
{
    if (n == 0)
        return usage_error(command, "no file given");
    bool good = true;
    struct visits v = {.command = command,
                       .common = common,
                       .out = o,
                       .open_flags = open_flags | (common->copy ? BL_OPEN_COPY : 0),
                       .are_several = n > 1,
                       .visit = visit,
                       .context = context};
    for (int i = 0; i < n; i++) {
        v.is_named = !is_directory(paths[i]);
        good &= v.is_named ? visit_file(&v, paths[i]) : visit_tree(&v, paths[i]);
    }
    return good ? EXIT_OK : EXIT_BAD_INPUT;
}
