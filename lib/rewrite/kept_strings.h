/* rewrite/kept_strings.h - a METADATA_STRINGS record with some of its strings
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_KEPT_STRINGS_H
#define BL_REWRITE_KEPT_STRINGS_H

#include "bitleap_metadata.h"
#include "bitleap_rewrite.h"

/* Whether string NUMBER stays. */
typedef bool bl_keeps_string_fn(const void *context, uint32_t number);

/* Change REWRITE so that of the strings in REC, the first of which has number FIRST, those stay
 * that KEEPS says. 1: changed; 0: all stay; or a failure. */
int bl_keep_strings(struct bl_rewrite *rewrite, const struct bl_record *rec, uint32_t first,
                    bl_keeps_string_fn *keeps, const void *context, struct bl_error *err);

#endif
