/* print_table.c - any table of any inputs as CSV: print_table symbols lib.a
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <bitleap.h>
#include <stdio.h>

static void put(void *out, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        fprintf((FILE *)out, text[i] == '"' ? "\"\"" : "%c", text[i]);
}

int main(int argc, char **argv)
{
    struct bl_inputs *inputs = NULL;
    struct bl_table *table = NULL;
    struct bl_column column;
    struct bl_error err;
    err.what = "usage: print_table TABLE PATH...";
    if (argc < 3 || bl_inputs_open(&inputs, (const char **)argv + 2, (size_t)argc - 2, &err) < 0 ||
        bl_table_open(&table, argv[1], inputs, NULL, &err) < 0)
        return fprintf(stderr, "%s\n", err.what), bl_inputs_close(inputs), 1;
    for (uint32_t i = 0; bl_table_column(argv[1], i, &column); i++)
        printf(i > 0 ? ",%s" : "%s", column.name);
    while (bl_table_next(table, &err) > 0)
        for (uint32_t i = 0; bl_table_column(argv[1], i, &column); i++)
            printf(i > 0 ? ",\"" : "\n\""), bl_table_print(table, i, put, stdout), printf("\"");
    printf("\n");
    bl_table_close(table);
    bl_inputs_close(inputs);
}
