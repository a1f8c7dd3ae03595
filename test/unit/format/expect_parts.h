/* format/expect_parts.h - what a container must hand out
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_UNIT_EXPECT_PARTS_H
#define BL_UNIT_EXPECT_PARTS_H

#include "support/build_sections.h"
#include "support/guard.h"
#include "support/parts.h"

#include <criterion/criterion.h>
#include <string.h>

static inline bool view_is(struct bl_view view, const char *text)
{
    return view.size == strlen(text) && memcmp(view.data, text, view.size) == 0;
}

/* Item INDEX is a part of this kind and name that holds TEXT. */
static inline void expect_part(const struct parts *parts, unsigned index, enum bl_part_kind kind,
                               const char *name, const char *text, const char *row)
{
    cr_assert(index < parts->n, "%s: %u items", row, parts->n);
    const struct bl_part *part = &parts->items[index].part;
    cr_expect_eq(parts->items[index].status, 1, "%s: item %u: %s", row, index,
                 parts->items[index].status < 0 ? parts->items[index].err.what : "");
    cr_expect_eq(part->kind, kind, "%s: item %u", row, index);
    cr_expect(view_is(part->name, name), "%s: item %u: %.*s", row, index, (int)part->name.size,
              (const char *)part->name.data);
    cr_expect(view_is(part->bytes, text), "%s: item %u has %zu bytes", row, index,
              part->bytes.size);
}

/* BL_E_UNSUPPORTED, if what is said is that another program may well read it; of all else it is
 * damage. */
static inline int status_for(const char *what)
{
    static const char *const sound[] = {
        "are not read", "is not read",     "unknown version", "unknown method",
        "is not known", "in another file", "another volume",
    };
    for (size_t i = 0; i < sizeof sound / sizeof *sound; i++)
        if (strstr(what, sound[i]) && !strstr(what, "type of a page"))
            return BL_E_UNSUPPORTED;
    return BL_E_CONTAINER;
}

/* Item INDEX failed at the byte AT, for a reason that has WHAT in it. */
static inline void expect_bad(const struct parts *parts, unsigned index, const char *what,
                              uint64_t at, const char *row)
{
    cr_assert(index < parts->n, "%s: %u items", row, parts->n);
    const struct bl_error *err = &parts->items[index].err;
    cr_assert_eq(parts->items[index].status, status_for(err->what), "%s: item %u: %s", row, index,
                 err->what);
    cr_expect(strstr(err->what, what), "%s: item %u: %s", row, index, err->what);
    cr_expect_eq(err->bit_pos, at * 8, "%s: item %u: at byte %u", row, index,
                 (unsigned)(err->bit_pos / 8));
    cr_expect_eq(parts->items[index].part.bytes.size, 0, "%s: item %u", row, index);
}

/* Opening failed at the byte AT. */
static inline void expect_unopened(const struct parts *parts, const char *what, uint64_t at,
                                   const char *row)
{
    cr_assert_eq(parts->open, status_for(parts->open_err.what), "%s: %d", row, parts->open);
    cr_expect(strstr(parts->open_err.what, what), "%s: %s", row, parts->open_err.what);
    cr_expect_eq(parts->open_err.bit_pos, at * 8, "%s: at byte %u", row,
                 (unsigned)(parts->open_err.bit_pos / 8));
}

/* Reads a copy of IMAGE that nobody can write to, before a page that cannot be touched; PARTS
 * keeps views, so GUARD is the caller's to release. */
#define READ_GUARDED(format, guard, image, parts)  \
    do {                                           \
        *(guard) = guard_copy(image_bytes(image)); \
        guard_freeze(guard);                       \
        parts_of_##format((guard)->bytes, parts);  \
    } while (0)

/* What a test of FORMAT needs; include the format's header. */
#define PARTS_TEST(format, close)                                      \
    PARTS_OF(format, close)                                            \
    static inline void require_parts_of_##format(struct bl_view bytes) \
    {                                                                  \
        struct parts parts;                                            \
        parts_of_##format(bytes, &parts);                              \
    }

/* Of an image damaged in every way of guard_try_damaged(), all that is handed out is within the
 * bytes, and no part or error outside (support/parts.h). */
#define READ_DAMAGED(format, image) guard_try_damaged(image_bytes(image), require_parts_of_##format)

#endif
