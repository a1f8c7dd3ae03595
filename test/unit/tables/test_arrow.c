/* unit/tables/test_arrow.c - tables by Arrow's interfaces: values, and release in every order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap_tables.h"

#include <criterion/criterion.h>
#include <string.h>

static struct bl_inputs *inputs;

static void open_inputs(void)
{
    const char *path = "corpora/small/cxx-g-O2.clang19.bc";
    cr_assert_eq(bl_inputs_open(&inputs, &path, 1, NULL), BL_OK);
}

static struct ArrowArrayStream open_stream(const char *name, uint64_t most_rows)
{
    const struct bl_table_query query = {.most_rows = most_rows};
    struct bl_table *table;
    struct ArrowArrayStream stream;
    cr_assert_eq(bl_table_open(&table, name, inputs, &query, NULL), BL_OK);
    cr_assert_eq(bl_table_export_arrow(table, &stream, NULL), BL_OK);
    cr_expect_null(stream.get_last_error(&stream));
    return stream;
}

static struct ArrowArray next_array(struct ArrowArrayStream *stream)
{
    struct ArrowArray array;
    cr_assert_eq(stream->get_next(stream, &array), 0);
    return array;
}

static bool is_valid(const struct ArrowArray *array, int64_t row)
{
    const uint8_t *bits = array->buffers[0];
    return !bits || bits[row / 8] >> row % 8 & 1;
}

/* Cell ROW of an array of FORMAT is that of the table. */
static void compare(const char *format, const struct ArrowArray *array, int64_t row,
                    const struct bl_cell *cell)
{
    cr_assert_eq(is_valid(array, row), !cell->is_null);
    if (cell->is_null)
        return;
    const int64_t *integers = array->buffers[1];
    if (strcmp(format, "l") == 0) {
        cr_assert_eq(integers[row], cell->integer);
        return;
    }
    bool is_text = strcmp(format, "U") == 0;
    size_t n = (size_t)(integers[row + 1] - integers[row]);
    cr_assert_eq(n, is_text ? cell->text.size : cell->n_numbers);
    if (n == 0)
        return;
    const uint8_t *bytes = is_text ? array->buffers[2] : array->children[0]->buffers[1];
    size_t size = is_text ? 1 : sizeof(uint64_t);
    const void *wanted = is_text ? (const void *)cell->text.data : cell->numbers;
    cr_assert_eq(memcmp(bytes + (size_t)integers[row] * size, wanted, n * size), 0);
}

static void compare_table(const char *name)
{
    struct ArrowArrayStream stream = open_stream(name, 0);
    struct ArrowSchema schema;
    struct ArrowArray array;
    struct bl_table *table;
    struct bl_column column;
    struct bl_cell cell;
    cr_assert_eq(bl_table_open(&table, name, inputs, NULL, NULL), BL_OK);
    cr_assert_eq(stream.get_schema(&stream, &schema), 0);
    cr_expect_str_eq(schema.format, "+s");
    for (array = next_array(&stream); array.release; array = next_array(&stream)) {
        cr_assert_eq(array.n_children, schema.n_children);
        for (int64_t row = 0; row < array.length; row++) {
            cr_assert_eq(bl_table_next(table, NULL), 1);
            for (uint32_t i = 0; i < schema.n_children; i++) {
                cr_assert_eq(bl_table_cell(table, i, &cell, NULL), BL_OK);
                compare(schema.children[i]->format, array.children[i], row, &cell);
            }
        }
        array.release(&array);
        cr_assert_null(array.release);
    }
    for (uint32_t i = 0; bl_table_column(name, i, &column); i++)
        cr_expect_str_eq(schema.children[i]->name, column.name);
    cr_expect_null(next_array(&stream).release, "the end stays the end");
    cr_expect_eq(bl_table_next(table, NULL), 0);
    bl_table_close(table);
    schema.release(&schema);
    stream.release(&stream);
    cr_expect_null(stream.release);
}

Test(arrow, has_the_rows_of_each_table)
{
    struct bl_table_info info;
    open_inputs();
    for (uint32_t n = 0; bl_table_get(n, &info); n++)
        compare_table(info.name);
    bl_inputs_close(inputs);
}

Test(arrow, lists_are_arrays_of_their_own)
{
    open_inputs();
    struct ArrowArrayStream stream = open_stream("records", 10);
    struct ArrowSchema schema;
    cr_assert_eq(stream.get_schema(&stream, &schema), 0);
    int64_t ops = 0;
    while (strcmp(schema.children[ops]->name, "ops") != 0)
        ops++;
    cr_expect_str_eq(schema.children[ops]->format, "+L");
    cr_expect_str_eq(schema.children[ops]->children[0]->format, "L");
    struct ArrowArray array = next_array(&stream);
    struct ArrowArray list = *array.children[ops];
    array.children[ops]->release = NULL; /* moved */
    struct ArrowArray items = *list.children[0];
    list.children[0]->release = NULL;
    array.release(&array);
    const int64_t *offsets = list.buffers[1];
    cr_expect_eq(list.length, 10);
    cr_expect_eq(offsets[10], items.length);
    list.release(&list);
    uint64_t sum = 0;
    for (int64_t i = 0; i < items.length; i++)
        sum += ((const uint64_t *)items.buffers[1])[i];
    cr_expect_gt(sum, 0);
    items.release(&items);
    schema.release(&schema);
    stream.release(&stream);
    bl_inputs_close(inputs);
}

/* Children are moved and released one by one, forwards or backwards, before or after the rest: the
 * bits of ORDER say when. */
static void release_in_order(unsigned order)
{
    struct ArrowArrayStream stream = open_stream("symbols", 20);
    struct ArrowSchema schema;
    struct ArrowArray array, moved[2];
    cr_assert_eq(stream.get_schema(&stream, &schema), 0);
    array = next_array(&stream);
    if (order & 1)
        stream.release(&stream);
    for (int i = 0; i < 2; i++) {
        moved[i] = *array.children[3 * i];
        array.children[3 * i]->release = NULL;
    }
    struct ArrowSchema column = *schema.children[1];
    schema.children[1]->release = NULL;
    if (order & 2)
        schema.release(&schema);
    cr_expect_str_eq(column.name, "module");
    column.release(&column);
    if (order & 4)
        array.release(&array);
    cr_expect_gt(((const int64_t *)moved[0].buffers[1])[1], 0);
    moved[order >> 3 & 1].release(&moved[order >> 3 & 1]);
    moved[!(order >> 3 & 1)].release(&moved[!(order >> 3 & 1)]);
    if (!(order & 4))
        array.release(&array);
    if (!(order & 2))
        schema.release(&schema);
    if (!(order & 1))
        stream.release(&stream);
}

Test(arrow, everything_is_released_in_every_order)
{
    open_inputs();
    for (unsigned order = 0; order < 16; order++)
        release_in_order(order);
    bl_inputs_close(inputs);
}

Test(arrow, a_stream_may_be_left_where_it_is)
{
    open_inputs();
    struct ArrowArrayStream stream = open_stream("instructions", 0);
    stream.release(&stream);
    stream = open_stream("instructions", 0);
    struct ArrowArray array = next_array(&stream);
    stream.release(&stream);
    cr_expect_gt(array.length, 0);
    array.release(&array);
    bl_inputs_close(inputs);
}
