/* support/build_module.c - modules of any version, for tests
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/build_module.h"

#include <string.h>

enum {
    WIDTH = 4,
    STRTAB_VERSION = 2,
    MAX_OPS = 64
};

void module_begin(struct module_build *b, struct bl_writer *w, uint32_t version)
{
    *b = (struct module_build){.w = w, .version = version};
    bl_writer_align32(w);
    b->base = bl_writer_pos(w) - 32;
    bl_writer_enter(w, 13, WIDTH);
    build_text_record(w, 1, "LLVM99");
    bl_writer_record(w, 2, BUILD_OPS(0));
    bl_writer_exit(w);
    bl_writer_enter(w, 8, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(version));
}

void module_value(struct module_build *b, const char *name, uint32_t code, const uint64_t *ops,
                  size_t n_ops)
{
    uint64_t all[MAX_OPS];
    size_t n = 0;
    if (b->version >= STRTAB_VERSION) {
        all[n++] = b->n_strtab;
        all[n++] = strlen(name);
        memcpy(b->strtab + b->n_strtab, name, strlen(name));
        b->n_strtab += strlen(name);
    }
    for (size_t i = 0; i < n_ops; i++)
        all[n++] = ops[i];
    bl_writer_record(b->w, code, all, n);
}

void module_offset(struct module_build *b, uint32_t words)
{
    uint32_t id = BUILD_DEFINE(b->w, LIT(13), FIXED(32));
    bl_writer_abbreviated(b->w, id, 13, BUILD_OPS(words), NULL);
}

void module_body(struct module_build *b, uint64_t n)
{
    b->bodies[b->n_bodies++] = bl_writer_pos(b->w);
    bl_writer_enter(b->w, 12, WIDTH);
    bl_writer_record(b->w, 1, &n, 1);
    bl_writer_exit(b->w);
}

void module_symtab_begin(struct module_build *b)
{
    b->symtab_words = (uint32_t)((bl_writer_pos(b->w) - b->base) / 32);
    bl_writer_enter(b->w, 14, WIDTH);
}

void module_entry(struct module_build *b, uint64_t value, const char *name, unsigned width)
{
    uint64_t ops[MAX_OPS] = {value};
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        ops[i + 1] = (uint8_t)name[i];
    uint32_t id = width == 6   ? BUILD_DEFINE(b->w, LIT(1), VBR(8), ARRAY, CHAR6)
                  : width == 7 ? BUILD_DEFINE(b->w, LIT(1), VBR(8), ARRAY, FIXED(7))
                               : BUILD_DEFINE(b->w, FIXED(3), VBR(8), ARRAY, FIXED(8));
    bl_writer_abbreviated(b->w, id, 1, ops, n + 1, NULL);
}

void module_fnentry(struct module_build *b, uint64_t value, uint32_t body, const char *name)
{
    uint64_t ops[MAX_OPS] = {value, (b->bodies[body] - b->base) / 32};
    size_t n = strlen(name);
    for (size_t i = 0; i < n; i++)
        ops[i + 2] = (uint8_t)name[i];
    bl_writer_record(b->w, 3, ops, n + 2);
}

void module_symtab_end(struct module_build *b)
{
    bl_writer_exit(b->w);
}

void module_end(struct module_build *b)
{
    bl_writer_exit(b->w);
}

void module_strtab(struct module_build *b)
{
    bl_writer_enter(b->w, 23, WIDTH);
    uint32_t id = BUILD_DEFINE(b->w, LIT(1), BLOB);
    struct bl_view blob = {.data = (const uint8_t *)b->strtab, .size = b->n_strtab};
    bl_writer_abbreviated(b->w, id, 1, NULL, 0, &blob);
    bl_writer_exit(b->w);
    b->n_strtab = 0;
}
