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

bool is_stdin(const char *path)
{
    return strcmp(path, "-") == 0;
}

bool is_directory(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
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

/* ---- Opening ---- */

int open_operand(const char *operand, unsigned flags, struct bl_file **file, char **path,
                 const char **nested, struct bl_error *err)
{
    *file = NULL;
    *path = split_operand(operand, nested);
    int status = bl_file_open(file, *path, flags | BL_OPEN_GUARDED, err);
    if (status == BL_OK)
        status = bl_file_unpack(*file, err);
    return status < 0 ? status : BL_OK;
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
