/* support/extreme_parts.h - what the sources of extreme files share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_EXTREME_PARTS_H
#define BL_SUPPORT_EXTREME_PARTS_H

#include "support/build.h"
#include "support/extreme_files.h"

enum {
    BLOCK = 100, /* an id that means nothing */
    MODULE = 8,
    SYMTAB = 25,
    STRTAB = 23,
    WIDTH = 3
};

#define HUGE_NUMBER UINT32_MAX

/* Modules that claim more than they have, or have much in hardly any bits. */
void extreme_modules(extreme_fn *emit, void *context);

/* What is asked for again and again. */
void extreme_costs(extreme_fn *emit, void *context);

static inline void emit_stream(extreme_fn *emit, void *context, const char *name, int status,
                               struct bl_writer *w)
{
    emit(context, &(struct extreme_file){name, build_bytes(w), status});
    bl_writer_close(w);
}

static inline void write_blob(struct bl_writer *w, uint32_t block_id, struct bl_view blob)
{
    bl_writer_enter(w, block_id, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &blob);
    bl_writer_exit(w);
}

/* The STRTAB of a module's one symbol. */
static inline void write_name(struct bl_writer *w)
{
    write_blob(w, STRTAB, (struct bl_view){(const uint8_t *)"f", 1});
}

static inline void enter_module(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
}

static inline struct bl_writer *begin_module(void)
{
    struct bl_writer *w = build_begin();
    enter_module(w);
    return w;
}

static inline struct bl_writer *end_module(struct bl_writer *w)
{
    bl_writer_exit(w);
    return w;
}

#endif
