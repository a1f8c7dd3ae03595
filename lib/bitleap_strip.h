/* bitleap_strip.h - debug information, names and other things left out of a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_STRIP_H
#define BITLEAP_STRIP_H

#include "bitleap_rewrite.h"

BL_BEGIN_DECLS

/* ---- Strip ----
 *
 * Finds what of a stream of LLVM IR goes, and changes a bl_rewrite of it accordingly. All numbers
 * of values and types stay as they are; those of metadata are given anew where some of it goes.
 */

/* What goes. */
enum bl_strip_flags {
    /* Debug information, as by `opt -strip-debug`: locations, debug records, calls of the
     * intrinsics llvm.dbg.*, whose declarations stay; attachments dbg, and of instructions
     * heapallocsite and DIAssignID; locations in loop metadata; named metadata llvm.dbg.* and
     * llvm.gcov; then all metadata that nothing leads to. Module flags stay. */
    BL_STRIP_DEBUG = 1 << 0,
    /* Names of arguments, instructions, basic blocks and structs. */
    BL_STRIP_NAMES = 1 << 1,
    /* The order of uses. */
    BL_STRIP_USE_LISTS = 1 << 2,
    /* The symbol table, which linkers then make anew. */
    BL_STRIP_SYMBOL_TABLE = 1 << 3,
    /* ThinLTO's summaries. */
    BL_STRIP_SUMMARY = 1 << 4,
    /* The module hash, whatever bl_rewrite_hashes() says of it. */
    BL_STRIP_HASH = 1 << 5,
    /* Debug information, but for line tables, as by `opt -passes=strip-nonlinetable-debuginfo`:
     * locations stay, in scopes that are subprograms without anything but their name, file and
     * lines; compile units have no lists. Types, variables and debug records go, with calls of
     * llvm.dbg.*, and then all metadata that nothing leads to. With BL_STRIP_DEBUG this is of no
     * effect. */
    BL_STRIP_ALL_BUT_LINES = 1 << 6,
};

/* How much was found, in all modules. */
struct bl_strip_counts {
    uint64_t n_modules;
    uint64_t n_locations;     /* DEBUG_LOC and DEBUG_LOC_AGAIN */
    uint64_t n_debug_records; /* debug records, calls of llvm.dbg.* */
    uint64_t n_attachments;
    uint64_t n_metadata, n_metadata_before; /* strings, nodes, values: those that go, of so many */
    uint64_t n_names;                       /* tables of names in bodies; names of structs */
    uint64_t n_blocks;                      /* use lists, symbol tables, summaries */
    BL_SLACK(6)
};

/* What is to go. Zero means nothing. */
struct bl_strip_options {
    unsigned flags; /* bl_strip_flags */
    /* Attachments of these kinds, too: "tbaa". What they lead to stays, unless debug information
     * goes. */
    const char *const *kinds;
    size_t n_kinds;
    BL_SLACK(4)
};

/* Change REWRITE, which is one of STREAM, so that what OPTIONS say goes. COUNTS may be NULL.
 * Errors: those of reading modules, bodies and metadata; BL_E_MISMATCH: there is metadata whose
 * operands are not known, or a body whose values cannot be counted, so that nothing can be left out
 * safely; with the place. REWRITE is then of no use. */
BL_API int bl_strip(struct bl_rewrite *rewrite, const struct bl_stream *stream,
                    const struct bl_strip_options *options, struct bl_strip_counts *counts,
                    struct bl_error *err);

/* Read what REWRITE writes after bl_strip() with OPTIONS: verify it, and compare its text with that
 * of the stream, without what was to go: metadata, too, whatever its numbers are. Reads and prints
 * all modules of both. Errors: BL_E_MISMATCH (the text of something else differs), and those of
 * bl_rewrite_pieces(), bl_verify() and bl_printer_print_module(). */
BL_API int bl_strip_check(struct bl_rewrite *rewrite, const struct bl_strip_options *options,
                          struct bl_error *err);

BL_END_DECLS

#endif
