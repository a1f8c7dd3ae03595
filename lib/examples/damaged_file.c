/* damaged_file.c - all that is wrong with a file: where, in which blocks, and why
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: damaged_file FILE
 */
#include <bitleap.h>
#include <inttypes.h>
#include <stdio.h>

struct report {
    const char *path;
    const struct bl_stream *stream;
    unsigned n;
};

static void print_problem(void *context, const struct bl_error *err)
{
    struct report *report = (struct report *)context;
    char text[BL_ERROR_TEXT_MAX + 1];
    bl_error_format(err, report->stream, text, sizeof text);
    printf("%s: byte %" PRIu64 ": %s\n", report->path, bl_error_byte(err, report->stream), text);
    report->n++;
}

int main(int argc, char **argv)
{
    struct bl_file *file = NULL;
    struct bl_search *search = NULL;
    struct bl_found found;
    struct bl_error err;
    struct report report = {argc == 2 ? argv[1] : "", NULL, 0};
    int rc = 0;
    if (argc != 2)
        return 2;
    if (bl_file_open(&file, argv[1], BL_OPEN_GUARDED, &err) < 0 ||
        bl_search_open(&search, bl_file_view(file), argv[1], &err) < 0)
        print_problem(&report, &err);
    while (search && (rc = bl_search_next(search, &found, &err)) != 0) {
        report.stream = rc < 0 ? NULL : &found.stream;
        if (rc < 0)
            print_problem(&report, &err);
        else if (bl_verify(&found.stream, print_problem, &report, NULL, &err) < 0)
            print_problem(&report, &err);
    }
    if (search && bl_search_hint(search))
        printf("%s: %s\n", argv[1], bl_search_hint(search));
    bl_search_close(search);
    bl_file_close(file);
    return report.n > 0;
}
