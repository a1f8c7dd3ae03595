/* support/repeated.h - files in which something occurs many times; the same for the same number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Work that grows with the square of something takes so long on them that it is noticed: a record
 * or a block is repeated, or the operands of a record, once or twice in a file. What damage does is
 * for support/mutate.h.
 */
#ifndef BL_SUPPORT_REPEATED_H
#define BL_SUPPORT_REPEATED_H

#include "support/mutate.h"

/* File NUMBER of SEEDS, of about BYTES bytes or more; smaller where the seed is no stream. Ends the
 * process where there is no memory. */
struct mutant repeated(const struct mutate_seed *seeds, uint32_t n_seeds, uint64_t number,
                       size_t bytes);

#endif
