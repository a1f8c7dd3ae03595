/* cmd/input/paths.c - operands: paths of files, nested paths that lead on into them, opening both
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/paths.h"

#include "base/array.h"
#include "base/text.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char begins_part[] = "(!:[";

bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool is_index_file(const char *path)
{
    uint8_t head[64];
    struct stat st;
    bool is_file = !is_stdin(path) && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    int fd = is_stdin(path) ? STDIN_FILENO : is_file ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    off_t start = lseek(fd, 0, SEEK_CUR);
    ssize_t n = start < 0 ? -1 : pread(fd, head, sizeof head, start);
    if (is_file && fd >= 0)
        close(fd);
    return n > 0 && bl_catalog_is_index((struct bl_view){.data = head, .size = (size_t)n});
}

char *split_operand(const char *operand, const char **nested)
{
    char *path = join_path(operand, "");
    size_t n = bl_path_split(operand);
    *nested = operand + n;
    path[n] = '\0';
    return path;
}

/* What leads on into standard input may be a name of Objective-C's, -[Foo bar:], as well. */
static bool is_there(const char *operand, bool may_be_name)
{
    const char *nested;
    struct stat st;
    char *path = split_operand(operand, &nested);
    bool is = is_stdin(path) ? !*nested || !may_be_name : stat(path, &st) == 0;
    free(path);
    return is;
}

bool is_path_first(const struct context *c)
{
    return c->n_operands >= 2 && is_there(c->operands[0], false) &&
           !is_there(c->operands[c->n_operands - 1], true);
}

void move_last_to_front(struct context *c)
{
    char *last = c->operands[c->n_operands - 1];
    memmove(c->operands + 1, c->operands, (size_t)(c->n_operands - 1) * sizeof *c->operands);
    c->operands[0] = last;
}

char *join_path(const char *path, const char *nested)
{
    return string_printf("%s%s", path, nested);
}

bool is_path_inside(const char *found, const char *wanted)
{
    size_t n = strlen(wanted);
    return strncmp(found, wanted, n) == 0 && (n == 0 || strchr(begins_part, found[n]) != NULL);
}

bool is_below(const char *path, const char *around)
{
    size_t n = strlen(around);
    return strncmp(path, around, n) == 0 && (!path[n] || path[n] == '/' || n == 1);
}

/* ---- Absolute paths ---- */

/* Drop the last component of the path of N bytes at TO. False: ".." leads elsewhere, as that
 * component is a link, or it is not known where to. */
static bool leave(char *to, size_t *n)
{
    struct stat st;
    to[*n] = '\0';
    const char *last = strrchr(to, '/');
    if (!last) /* the root is above itself */
        return true;
    if (strcmp(last, "/..") == 0 || lstat(to, &st) < 0 || !S_ISDIR(st.st_mode))
        return false;
    *n = (size_t)(last - to);
    return true;
}

/* Append to TO, which is N bytes long, the components of PATH except "." and empty ones; ".." drops
 * what it leads out of. Returns the new length. */
static size_t put_components(char *to, size_t n, struct bl_view path)
{
    const char *text = (const char *)path.data;
    size_t end;
    for (size_t at = 0; at < path.size; at = end + 1) {
        for (end = at; end < path.size && text[end] != '/'; end++)
            ;
        bool is_up = end - at == 2 && memcmp(text + at, "..", 2) == 0;
        if (end == at || (end - at == 1 && text[at] == '.') || (is_up && leave(to, &n)))
            continue;
        to[n++] = '/';
        memcpy(to + n, text + at, end - at);
        n += end - at;
    }
    return n;
}

char *absolute_path(const char *directory, struct bl_view path)
{
    if (path.size == 1 && path.data[0] == '-')
        return join_path("-", "");
    if (path.size > 0 && path.data[0] == '/')
        directory = "";
    if (!directory)
        return NULL;
    char *absolute = array_new(strlen(directory) + path.size + 3, 1);
    size_t n = put_components(absolute, 0, view_of(directory));
    n = put_components(absolute, n, path);
    if (n == 0)
        absolute[n++] = '/';
    absolute[n] = '\0';
    return absolute;
}

/* ---- Opening ---- */

int open_operand(const char *operand, unsigned flags, struct bl_file **file, char **path,
                 const char **nested, struct bl_error *err)
{
    *file = NULL;
    *path = split_operand(operand, nested);
    return bl_file_open(file, *path, flags | BL_OPEN_GUARDED, err);
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
void explain_nothing(const struct context *c, const char *path, const char *nested,
                     struct bl_error *err)
{
    struct bl_file *file = NULL;
    struct bl_search *search;
    struct bl_found found;
    unsigned flags = context_open_flags(c);
    *err =
        (struct bl_error){.status = BL_E_CONTAINER, .what = "no bitcode has this path in the file"};
    if (is_stdin(path) || bl_file_open(&file, path, flags, err) < 0)
        return;
    if (open_search(file, path, nested, flags, &search, err) == BL_OK) {
        int rc;
        bool is_unknown = false;
        while ((rc = bl_search_next(search, &found, NULL)) != 0)
            is_unknown |= out_need(rc) > 0 && found.stream.kind == BL_STREAM_UNKNOWN;
        *err = (struct bl_error){.status = BL_E_CONTAINER,
                                 .what = is_unknown ? "no bitcode: unknown magic number"
                                                    : nothing_found(search)};
        bl_search_close(search);
    }
    bl_file_close(file);
}

bool has_bitcode(const struct context *c, const char *path)
{
    struct bl_file *file = NULL;
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    unsigned flags = context_open_flags(c);
    bool has = false;
    if (bl_file_open(&file, path, flags, &err) == BL_OK &&
        open_search(file, path, "", flags, &search, &err) == BL_OK) {
        has = out_need(bl_search_next(search, &found, &err)) != 0;
        bl_search_close(search);
    }
    bl_file_close(file);
    return has;
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
