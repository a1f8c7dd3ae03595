/* unit/ir/opened.h - the module in a test stream, and texts about it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The stream lies before a page that cannot be touched.
 */
#ifndef BL_UNIT_IR_OPENED_H
#define BL_UNIT_IR_OPENED_H

#include "support/build.h"
#include "support/guard.h"

#include <criterion/criterion.h>
#include <string.h>

/* Block ids, and the width of abbreviation ids in the blocks written here. */
enum {
    MODULE = 8,
    PARAMATTR = 9,
    PARAMATTR_GROUP = 10, /* TYPE_BLOCK_OLD, too */
    CONSTANTS = 11,
    IDENTIFICATION = 13, /* in a module TYPE_SYMTAB_OLD */
    METADATA = 15,
    TYPES = 17,
    METADATA_KIND = 22,
    WIDTH = 4,
    MOST_BYTES = 9 << 20 /* of a text that is cut, with the room that a buffer may have left */
};

struct opened {
    struct guard guard;
    struct bl_stream stream;
    struct bl_index *index;
    struct bl_module *module;
};

/* The first module of what W has written; closes W. */
static inline struct opened open_module(struct bl_writer *w)
{
    struct opened o;
    o.guard = guard_copy(build_bytes(w));
    o.stream = build_locate(o.guard.bytes);
    cr_assert_eq(bl_index_open(&o.index, &o.stream, NULL), BL_OK);
    uint32_t block = bl_module_next(o.index, BL_NONE);
    cr_assert_eq(bl_module_open(&o.module, o.index, block, NULL), BL_OK);
    bl_writer_close(w);
    return o;
}

static inline void close_module(struct opened *o)
{
    bl_module_close(o->module);
    bl_index_close(o->index);
    guard_release(&o->guard);
}

/* A writer in a module, and back out of it. */
static inline struct bl_writer *begin_module(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    return w;
}

static inline struct opened end_module(struct bl_writer *w)
{
    bl_writer_exit(w);
    return open_module(w);
}

/* What was printed, cut to what there is room for. */
struct printed {
    char text[8192];
    size_t n; /* bytes in all */
};

static inline void print_into(void *context, const char *text, size_t size)
{
    struct printed *p = context;
    for (size_t i = 0; i < size; i++, p->n++)
        if (p->n + 1 < sizeof p->text)
            p->text[p->n] = text[i];
    p->text[p->n < sizeof p->text ? p->n : sizeof p->text - 1] = '\0';
}

/* What prints the module, with the numbers that LLVM gives. */
struct opened_printer {
    struct bl_slots *slots;
    struct bl_printer *printer;
};

static inline struct opened_printer open_printer(struct opened *o)
{
    struct opened_printer p;
    cr_assert_eq(bl_slots_open(&p.slots, o->module, NULL), BL_OK);
    cr_assert_eq(bl_printer_open(&p.printer, o->module, p.slots, NULL), BL_OK);
    bl_printer_limit(p.printer, UINT64_MAX); /* each text has a limit of its own */
    return p;
}

static inline void close_printer(struct opened_printer *p)
{
    bl_printer_close(p->printer);
    bl_slots_close(p->slots);
}

#endif
