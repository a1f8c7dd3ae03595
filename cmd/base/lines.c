/* cmd/base/lines.c - files of settings, line by line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/lines.h"

#include "base/text.h"

#include <string.h>

char *read_settings(struct context *c, const char *path)
{
    struct bl_file *file;
    struct bl_error err;
    if (bl_file_open(&file, path, BL_OPEN_COPY, &err) < 0) {
        report_error(c, path, NULL, &err);
        return NULL;
    }
    char *text = string_of(bl_file_view(file));
    bl_file_close(file);
    return text;
}

char *next_line(char **rest)
{
    static const char spaces[] = " \t\r\n";
    if (!**rest)
        return NULL;
    char *line = *rest;
    char *end = line + strcspn(line, "\n");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    line[strcspn(line, "#")] = '\0';
    line += strspn(line, spaces);
    size_t n = strlen(line);
    while (n && strchr(spaces, line[n - 1]))
        line[--n] = '\0';
    return line;
}
