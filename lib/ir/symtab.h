/* ir/symtab.h - the symbol table that LLVM puts into the SYMTAB block, read in place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * IRSymtab.h, namespace storage. The blob is a header and tables of 32-bit little-endian words;
 * strings are offsets and sizes in the STRTAB. It serves all modules before it up to the
 * previous STRTAB. Versions differ in what a COMDAT and an Uncommon hold after their first words,
 * and from version 2 on there are dependent libraries.
 *
 *   word 0   version          11  target triple      Module    begin, end, first Uncommon
 *        1   producer         13  source file        Comdat    name, from version 3 selection
 *        3   Modules          15  linker options     Symbol    name, IR name, COMDAT, flags
 *        5   Comdats          17  libraries          Uncommon  size, alignment, fallback, section
 *        7   Symbols
 *        9   Uncommons                               a string or table: offset, size
 */
#ifndef BL_IR_SYMTAB_H
#define BL_IR_SYMTAB_H

#include "bitleap_symbols.h"

/* N items of STRIDE bytes. */
struct bl_symtab_table {
    const uint8_t *at;
    uint32_t n;
    uint32_t stride;
};

struct bl_symtab_view {
    struct bl_view blob, strtab;
    uint32_t version;
    struct bl_symtab_table modules, comdats, symbols, uncommons, libraries;
};

/* Find the tables in BLOB, and check that they are inside. False: it is no symbol table that can be
 * read. */
bool bl_symtab_open(struct bl_symtab_view *table, struct bl_view blob, struct bl_view strtab);

/* Symbols BEGIN to END - 1 are those of the I-th module; UNCOMMON is its first Uncommon. False: the
 * table contradicts itself. I < modules.n. */
bool bl_symtab_module(const struct bl_symtab_view *table, uint32_t i, uint32_t *begin,
                      uint32_t *end, uint32_t *uncommon);

/* Symbol I < symbols.n, all except its number. *UNCOMMON goes on after the one that is used.
 * False: a name is not in the STRTAB, or a number is wrong. */
bool bl_symtab_symbol(const struct bl_symtab_view *table, uint32_t i, uint32_t *uncommon,
                      struct bl_symbol *symbol);

/* The I-th string of the header's own: see the words above. Empty where it is not in the STRTAB. */
enum bl_symtab_word {
    BL_SYMTAB_PRODUCER = 1,
    BL_SYMTAB_TRIPLE = 11,
    BL_SYMTAB_SOURCE_FILE = 13,
    BL_SYMTAB_LINKER_OPTIONS = 15,
};
struct bl_view bl_symtab_text(const struct bl_symtab_view *table, enum bl_symtab_word word);

struct bl_view bl_symtab_library(const struct bl_symtab_view *table, uint32_t i);

/* What is wrong with the table in BLOB, all of which is looked at. NULL: nothing, or it is of a
 * version that is not known. Static. */
const char *bl_symtab_fault(struct bl_view blob, struct bl_view strtab);

#endif
