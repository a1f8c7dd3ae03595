/* fuzz_demangle.c - names of Rust's scheme v0, and the parts of names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The input follows _R. Properties: of what is no name nothing is put; of a name some text, within
 * the limit, which is UTF-8 where the name is ASCII, and the same again; and one byte less is too
 * little for it. Parts of it, and of what follows _Z as a name of C++, are there or not, and a
 * crate is one component.
 */
#include "base/utf8.h"
#include "demangle/demangle_rust.h"
#include "fuzz/target.h"

#include <string.h>

enum {
    MOST_NAME = 1 << 12,
    MOST_TEXT = 1 << 14,
    MOST_PART = 1 << 17
};

struct written {
    uint8_t text[MOST_PART];
    size_t n;
};

static void append(void *context, const char *data, size_t size)
{
    struct written *w = context;
    REQUIRE(size > 0 && size <= sizeof w->text - w->n);
    memcpy(w->text + w->n, data, size);
    w->n += size;
}

static bool is_utf8(const uint8_t *text, size_t size)
{
    for (size_t i = 0, n; i < size; i += n) {
        n = bl_utf8_size(text[i]);
        if (n == 0 || n > size - i || !bl_utf8_continues((struct bl_view){text + i, n}))
            return false;
    }
    return true;
}

static bool is_ascii(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] >= 0x80)
            return false;
    return true;
}

static void check_parts(struct bl_view name)
{
    static struct written part, again;
    for (int i = BL_NAME_CRATE; i <= BL_NAME_TEMPLATE; i++) {
        part.n = again.n = 0;
        bool is_there = bl_demangle_part(name, (enum bl_name_part)i, append, &part);
        REQUIRE(is_there == (part.n > 0));
        REQUIRE(i != BL_NAME_CRATE || !memchr(part.text, ':', part.n));
        REQUIRE(bl_demangle_part(name, (enum bl_name_part)i, append, &again) == is_there);
        REQUIRE(again.n == part.n && memcmp(part.text, again.text, part.n) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct written first, second;
    if (size > MOST_NAME)
        return 0;
    uint8_t *name = malloc(size + 2); /* of this size, so that no more can be read */
    if (!name)
        return 0;
    name[0] = '_';
    name[1] = 'R';
    if (size > 0)
        memcpy(name + 2, data, size);
    struct bl_view view = {name, size + 2};
    first.n = second.n = 0;
    bool is_name = bl_demangle_rust(view, false, MOST_TEXT, append, &first);
    REQUIRE(is_name == (first.n > 0));
    if (is_name) {
        REQUIRE(!is_ascii(data, size) || is_utf8(first.text, first.n));
        REQUIRE(bl_demangle_rust(view, false, first.n, append, &second));
        REQUIRE(first.n == second.n && memcmp(first.text, second.text, first.n) == 0);
        second.n = 0;
        REQUIRE(!bl_demangle_rust(view, false, first.n - 1, append, &second) && second.n == 0);
    }
    if (size <= MOST_NAME / 4) {
        check_parts(view);
        name[1] = 'Z';
        check_parts(view);
    }
    free(name);
    return 0;
}
