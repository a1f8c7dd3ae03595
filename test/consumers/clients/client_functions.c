/* client_functions.c - functions that files, archives, objects, directories or indexes define
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: client_functions PATH...
 */
#include <bitleap.h>
#include <stdio.h>

static void put(void *file, const char *text, size_t size)
{
    fwrite(text, 1, size, file);
}

static int list(struct bl_query *query, const struct bl_query_module *m, struct bl_error *err)
{
    const struct bl_global *globals;
    uint32_t n;
    int rc = bl_module_globals(m->module, &globals, &n, err);
    for (uint32_t value = 0; value < n; value++) {
        if (globals[value].kind != BL_GLOBAL_FUNCTION || globals[value].is_declaration)
            continue;
        bl_query_put_path(query, m->stream, put, stdout);
        fputc('\t', stdout);
        bl_global_print_name(m->module, value, put, stdout, NULL);
        fputc('\n', stdout);
    }
    return rc;
}

int main(int argc, char **argv)
{
    const struct bl_query_options options = {.parts = BL_CATALOG_MODULES};
    struct bl_query *query;
    struct bl_query_module m = {0};
    struct bl_query_problem problem;
    struct bl_error err;
    int status = 0;
    int rc = bl_query_open(&query, (const char *const *)argv + 1, (size_t)argc - 1, &options, &err);
    while (rc >= 0 && (rc = bl_query_next_module(query, &m, &err)) != 0) {
        if (rc < 0 || list(query, &m, &err) < 0)
            bl_query_note(query, m.stream, &err);
        rc = 1;
    }
    while (query && bl_query_next_problem(query, &problem) > 0) {
        fprintf(stderr, "%s: %s\n", problem.path, problem.error.what);
        status |= problem.kind != BL_PROBLEM_NOTE;
    }
    bl_query_close(query);
    return status || rc < 0;
}
