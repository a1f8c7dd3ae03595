/* inputs/operand_paths.c - operands: paths of files, nested paths that lead on into them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "inputs/operand_paths.h"

#include "base/view.h"
#include "bitleap_query.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool bl_is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool bl_path_is_index(const char *path)
{
    uint8_t head[64];
    struct stat st;
    bool is_stdin = bl_is_stdin(path);
    bool is_file = !is_stdin && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    int fd = is_stdin ? STDIN_FILENO : is_file ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    off_t start = lseek(fd, 0, SEEK_CUR);
    ssize_t n = start < 0 ? -1 : pread(fd, head, sizeof head, start);
    if (is_file && fd >= 0)
        close(fd);
    return n > 0 && bl_catalog_is_index((struct bl_view){.data = head, .size = (size_t)n});
}

bool bl_path_is_below(const char *path, const char *around)
{
    size_t n = strlen(around);
    return strncmp(path, around, n) == 0 && (!path[n] || path[n] == '/' || n == 1);
}

char *bl_copy_text(struct bl_view view)
{
    char *copy = malloc(view.size + 1);
    if (!copy)
        return NULL;
    if (view.size > 0)
        memcpy(copy, view.data, view.size);
    copy[view.size] = '\0';
    return copy;
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

char *bl_absolute_path(struct bl_view directory, struct bl_view path)
{
    if (bl_view_is(path, "-"))
        return bl_copy_text(path);
    if (bl_view_begins(path, "/"))
        directory.size = 0;
    char *absolute = malloc(directory.size + path.size + 3);
    if (!absolute)
        return NULL;
    size_t n = put_components(absolute, 0, directory);
    n = put_components(absolute, n, path);
    if (n == 0)
        absolute[n++] = '/';
    absolute[n] = '\0';
    return absolute;
}

/* ---- What is in a file ---- */

static int open_search(const struct bl_file *file, const char *path, const char *nested,
                       unsigned flags, struct bl_search **search, struct bl_error *err)
{
    int rc = bl_search_open(search, bl_file_view(file), path, err);
    if (rc < 0)
        return rc;
    bl_search_within(*search, nested);
    bl_search_open_members(*search, flags);
    return BL_OK;
}

/* SEARCH has found nothing of any use: why. */
static int explain(struct bl_search *search, struct bl_error *err)
{
    struct bl_found found;
    bool is_unknown = false;
    int rc;
    while ((rc = bl_search_next(search, &found, NULL)) != 0 && rc != BL_E_NOMEM)
        is_unknown |= rc > 0 && found.stream.kind == BL_STREAM_UNKNOWN;
    if (is_unknown)
        *err =
            (struct bl_error){.status = BL_E_CONTAINER, .what = "no bitcode: unknown magic number"};
    else
        (void)bl_search_explain(search, err);
    return rc;
}

int bl_path_explain_nothing(const char *path, const char *nested, unsigned flags,
                            struct bl_error *err)
{
    struct bl_file *file = NULL;
    struct bl_search *search = NULL;
    *err =
        (struct bl_error){.status = BL_E_CONTAINER, .what = "no bitcode has this path in the file"};
    if (bl_is_stdin(path)) /* which may have been a pipe */
        return BL_OK;
    int rc = bl_file_open(&file, path, flags, err);
    if (rc == BL_OK)
        rc = bl_file_unpack(file, err);
    if (rc >= 0)
        rc = open_search(file, path, nested, flags, &search, err);
    if (rc == BL_OK)
        rc = explain(search, err);
    bl_search_close(search);
    bl_file_close(file);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

int bl_has_bitcode(const char *path, unsigned flags)
{
    struct bl_file *file = NULL;
    struct bl_search *search = NULL;
    struct bl_found found;
    bool has = false;
    int rc = bl_file_open(&file, path, flags, NULL);
    if (rc == BL_OK)
        rc = bl_file_unpack(file, NULL);
    if (rc >= 0)
        rc = open_search(file, path, "", flags, &search, NULL);
    if (rc == BL_OK)
        has = (rc = bl_search_next(search, &found, NULL)) != 0;
    bl_search_close(search);
    bl_file_close(file);
    return rc == BL_E_NOMEM ? rc : has;
}
