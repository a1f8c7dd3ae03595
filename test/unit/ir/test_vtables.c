/* test_vtables.c - where vtables begin, and the functions in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static bool is_called(struct bl_module *module, uint32_t value, const char *expected)
{
    struct bl_view name;
    cr_assert_eq(bl_module_name(module, value, &name, NULL), BL_OK);
    return name.size == strlen(expected) && memcmp(name.data, expected, name.size) == 0;
}

static uint32_t count_of_type(const struct bl_vtable *list, uint32_t n, const char *type)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < n; i++)
        if (list[i].type.name.size == strlen(type) &&
            memcmp(list[i].type.name.data, type, strlen(type)) == 0) {
            cr_expect_eq(list[i].offset, 16);
            found++;
        }
    return found;
}

/* Shape, and Square, which is one. */
Test(vtables, of_a_module)
{
    char *path = corpus_path("thin-split.clang22.bc");
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
    struct bl_vtables *vtables;
    const struct bl_vtable_slot *slots;
    struct bl_error err = {0};
    uint32_t n;
    uint64_t flag = 1;
    cr_assert_eq(bl_file_open(&file, path, 0, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_stream_locate(bl_file_view(file), &stream, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_index_open(&index, &stream, &err), BL_OK, "%s", err.what);
    uint32_t block = bl_module_next(index, bl_module_next(index, BL_NONE));
    cr_assert_eq(bl_module_open(&module, index, block, &err), BL_OK, "%s", err.what);
    cr_assert_eq(bl_vtables_open(&vtables, module, &err), BL_OK, "%s", err.what);
    const struct bl_vtable *list = bl_vtables_list(vtables, &n);
    cr_assert_geq(n, 4);
    cr_expect_eq(count_of_type(list, n, "_ZTS5Shape"), 2);
    cr_expect_eq(count_of_type(list, n, "_ZTS6Square"), 1);
    cr_expect_eq(count_of_type(list, n, "_ZTS4Area"), 0);
    cr_expect_eq(bl_vtables_flag(vtables, &flag, &err), 1);
    cr_expect_eq(flag, 0);
    for (uint32_t i = 0; i < n; i++) {
        cr_expect_eq(list[i].visibility, BL_VCALL_LINKAGE_UNIT);
        cr_expect(bl_vtables_has(vtables, list[i].value));
    }
    uint32_t square = list[n - 1].value;
    cr_expect(is_called(module, square, "_ZTV6Square"));
    cr_assert_eq(bl_vtables_slots(vtables, square, &slots, &n, &err), BL_OK, "%s", err.what);
    cr_assert_eq(n, 2);
    cr_expect(slots[0].offset == 16 && is_called(module, slots[0].function, "_ZNK6Square4areaEv"));
    cr_expect(slots[1].offset == 24 && is_called(module, slots[1].function, "_ZNK6Square5sidesEv"));
    cr_expect(!bl_vtables_has(vtables, slots[0].function));
    cr_expect_eq(bl_vtables_slots(vtables, slots[0].function, &slots, &n, &err), BL_OK);
    cr_expect_eq(n, 0);
    cr_expect_eq(bl_vtables_slots(vtables, BL_NONE, &slots, &n, &err), BL_E_ARGUMENT);
    bl_vtables_close(vtables);
    bl_vtables_close(NULL);
    bl_module_close(module);
    bl_index_close(index);
    bl_file_close(file);
    free(path);
}
