/* ir/summary.h - what a printer of summaries needs beyond bitleap_symbols.h
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_SUMMARY_H
#define BL_IR_SUMMARY_H

#include "bitleap_symbols.h"

/* That of global value G in a module from SOURCE_FILE, as version LLVM makes it. */
uint64_t bl_guid_of_global(const struct bl_global *g, struct bl_view source_file, unsigned llvm);

/* Those of the VALUE_GUID records read so far: bl_summaries_info.n_guids. Borrowed until the next
 * record is read. */
const uint64_t *bl_summaries_guids(const struct bl_summaries *summaries);

/* Which of those is VALUE's; BL_NONE: none. */
uint32_t bl_summaries_guid_number(const struct bl_summaries *summaries, uint64_t value);

#endif
