/* support/build_module.h - modules of any version, for tests
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A module is written record by record; what is put together here are blocks around them, offsets
 * that lead from one place to another, and names where the version has them.
 */
#ifndef BL_SUPPORT_BUILD_MODULE_H
#define BL_SUPPORT_BUILD_MODULE_H

#include "support/build.h"

enum {
    MAX_BODIES = 8,
    MAX_STRTAB = 256
};

struct module_build {
    struct bl_writer *w;
    uint32_t version;
    uint64_t base;         /* bit that offsets count from */
    uint32_t symtab_words; /* of the VALUE_SYMTAB block, as VSTOFFSET has it */
    uint64_t bodies[MAX_BODIES];
    uint32_t n_bodies;
    char strtab[MAX_STRTAB];
    size_t n_strtab;
};

/* The IDENTIFICATION block, and the beginning of a module up to VERSION. */
void module_begin(struct module_build *b, struct bl_writer *w, uint32_t version);

/* A record CODE for a value called NAME: before version 2 the operands alone. */
void module_value(struct module_build *b, const char *name, uint32_t code, const uint64_t *ops,
                  size_t n_ops);

/* VSTOFFSET. Its size does not depend on WORDS: write twice, the second time with what the first
 * one left in symtab_words. */
void module_offset(struct module_build *b, uint32_t words);

/* A FUNCTION block with one record DECLAREBLOCKS of N. */
void module_body(struct module_build *b, uint64_t n);

void module_symtab_begin(struct module_build *b);
/* [VALUE, NAME] as ENTRY; WIDTH bits a character: 8, 7, or 6 for char6. */
void module_entry(struct module_build *b, uint64_t value, const char *name, unsigned width);
/* [VALUE, offset of body BODY, NAME] as FNENTRY. */
void module_fnentry(struct module_build *b, uint64_t value, uint32_t body, const char *name);
void module_symtab_end(struct module_build *b);

void module_end(struct module_build *b);

/* The STRTAB block with all names so far, which are forgotten. */
void module_strtab(struct module_build *b);

#endif
