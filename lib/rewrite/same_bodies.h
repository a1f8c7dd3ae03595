/* rewrite/same_bodies.h - whether all of a module but its global values has been copied
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_SAME_BODIES_H
#define BL_REWRITE_SAME_BODIES_H

#include "bitleap_module.h"

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
