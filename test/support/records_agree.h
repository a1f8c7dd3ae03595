/* support/records_agree.h - the same records read in every way by every CPU variant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The reference is the careful reader, operand by operand; held against it are records one by
 * one, with their first operands alone, skipped, all skipped at once, and in batches: what they
 * say, where they stand, and how they fail. Batches that go across blocks are held against the
 * events of a walk.
 */
#ifndef BL_SUPPORT_RECORDS_AGREE_H
#define BL_SUPPORT_RECORDS_AGREE_H

#include "support/choice.h"

/* The records of all blocks that can be found in BYTES; and once more with zeros after the bytes,
 * so that loads do not come close to the end. With a CHOICE, in one of these two ways, and by one
 * CPU variant. NULL: all agree. Otherwise what does not. Static. */
const char *records_agree(struct bl_view bytes, struct choice *choice);

#endif
