/* fuzz_demangle.c - names of Rust's scheme v0
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The input follows _R. Properties: of what is no name nothing is put; of a name some text, within
 * the limit, which is UTF-8 where the name is ASCII, and the same again; and one byte less is too
 * little for it.
 */
#include "base/utf8.h"
#include "demangle/demangle_rust.h"
#include "fuzz/target.h"

#include <string.h>

enum {
    MOST_NAME = 1 << 12,
    MOST_TEXT = 1 << 14
};

struct written {
    uint8_t text[MOST_TEXT];
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
    bool is_name = bl_demangle_rust(view, MOST_TEXT, append, &first);
    REQUIRE(is_name == (first.n > 0));
    if (is_name) {
        REQUIRE(!is_ascii(data, size) || is_utf8(first.text, first.n));
        REQUIRE(bl_demangle_rust(view, first.n, append, &second));
        REQUIRE(first.n == second.n && memcmp(first.text, second.text, first.n) == 0);
        second.n = 0;
        REQUIRE(!bl_demangle_rust(view, first.n - 1, append, &second) && second.n == 0);
    }
    free(name);
    return 0;
}
