/* rewrite/same_bodies.h - whether all of a module but its global values has been copied
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_SAME_BODIES_H
#define BL_REWRITE_SAME_BODIES_H

#include "bitleap_module.h"

/* An entry of one of two modules, and its record. Zero-initialise. */
struct bl_side {
    struct bl_cursor cursor;
    struct bl_entry entry;
    struct bl_record record;
    struct bl_view bytes; /* of the stream */
};

/* At the first entry of MODULE. */
int bl_side_open(struct bl_side *side, struct bl_module *module, struct bl_error *err);
void bl_side_release(struct bl_side *side);

enum {
    BL_PASS_GLOBALS = 1, /* records of global values and COMDATs */
    BL_PASS_SOURCE = 2,  /* the name of the source file */
};

/* The next entry of a module that has to be the same, with its record: without what PASSES says,
 * positions, hashes, summaries and symbol tables. 1; 0 at the end; a failure, which the cursor
 * has. */
int bl_side_next(struct bl_side *side, unsigned passes);
bool bl_are_same_records(const struct bl_record *a, const struct bl_record *b);
/* Whether the entries of both are records that say the same, or blocks with the same bytes. */
bool bl_are_same_entries(const struct bl_side *a, const struct bl_side *b);

/* Whether AFTER has the bytes of BEFORE, except for records of global values and COMDATs, if
 * PASSES_SOURCE the name of the source file, positions, hashes, summaries and symbol tables. Then
 * the text of bodies, metadata, types and attributes is the same if names of global values are, and
 * what is stated of these: all that it is made of is there in the same order, and has the same
 * numbers. 1, or 0; errors of reading. */
int bl_are_same_bodies(struct bl_module *before, struct bl_module *after, bool passes_source,
                       struct bl_error *err);

/* What is stated of each global value of MODULE, in lines, without bodies, and without numbers of
 * nodes and groups of attributes. Errors: as bl_printer_check(). */
int bl_print_stated(struct bl_module *module, bl_put_fn *put, void *context, struct bl_error *err);

#endif
