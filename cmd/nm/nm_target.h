/* cmd/nm/nm_target.h - what a target triple says of symbols, as llvm/TargetParser/Triple.h reads it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_NM_NM_TARGET_H
#define CMD_NM_NM_TARGET_H

#include "bitleap.h"

#include <stdbool.h>

/* Whether addresses have 64 bits; of a machine that is not known, they have 32. */
bool target_is_64_bit(struct bl_view triple);

bool target_is_darwin(struct bl_view triple);

/* Whether LLVM 22 says that each module refers to _GLOBAL_OFFSET_TABLE_: 32-bit x86 with ELF. */
bool target_has_got(struct bl_view triple);

#endif
