/* fuzz/each_module.h - what the targets about modules share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_FUZZ_EACH_MODULE_H
#define BL_FUZZ_EACH_MODULE_H

#include "bitleap.h"
#include "fuzz/target.h"

/* Of one kind of thing, no more are printed: an input should not take long. */
enum {
    FUZZ_MANY = 2000,
    FUZZ_FEW = 8,        /* where the input chooses (fuzz/choosy.h) */
    FUZZ_BYTES = 9 << 20 /* of a piece, with the room that a buffer may have left */
};

static inline uint32_t fuzz_most(uint32_t n)
{
    return n < FUZZ_MANY ? n : FUZZ_MANY;
}

/* What was printed: its size, and a hash of its bytes. */
struct fuzz_text {
    size_t size;
    uint64_t hash;
};

static inline void fuzz_put(void *context, const char *text, size_t size)
{
    struct fuzz_text *t = context;
    t->size += size;
    for (size_t i = 0; i < size; i++)
        t->hash = (t->hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001B3);
}

/* Something, of a bounded size, and the same both times: where something was left out, STATUS is 1,
 * it depends on what the printer has kept. */
static inline void fuzz_require_text(int status, const struct fuzz_text *once,
                                     const struct fuzz_text *twice)
{
    REQUIRE(status >= 0 && once->size > 0 && once->size <= FUZZ_BYTES);
    REQUIRE(status > 0 || (once->size == twice->size && once->hash == twice->hash));
}

/* What prints a module. */
struct fuzz_printer {
    struct bl_slots *slots;
    struct bl_printer *printer;
};

static inline void fuzz_open_printer(struct fuzz_printer *p, struct bl_module *module)
{
    REQUIRE(bl_slots_open(&p->slots, module, NULL) == BL_OK);
    REQUIRE(bl_printer_open(&p->printer, module, p->slots, NULL) == BL_OK);
    bl_printer_limit(p->printer, UINT64_MAX); /* each text has a limit of its own */
}

static inline void fuzz_close_printer(struct fuzz_printer *p)
{
    bl_printer_close(p->printer);
    bl_slots_close(p->slots);
}

/* STATUS is no failure, or ERR reports its cause. */
static inline void fuzz_require_cause(int status, const struct bl_error *err)
{
    REQUIRE(status >= 0 || (err->status == status && err->what && err->what[0]));
}

/* Call CHECK for each module of the stream in DATA. */
static inline void fuzz_each_module(const uint8_t *data, size_t size,
                                    void check(struct bl_module *module))
{
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_stream stream;
    struct bl_index *index;
    if (bl_stream_locate(bytes, &stream, NULL) < 0 || bl_index_open(&index, &stream, NULL) < 0)
        return;
    uint32_t block = BL_NONE;
    while ((block = bl_module_next(index, block)) != BL_NONE) {
        struct bl_module *module;
        if (bl_module_open(&module, index, block, NULL) < 0)
            continue;
        check(module);
        bl_module_close(module);
    }
    bl_index_close(index);
}

#endif
