/* dump/llvm_pieces.h - what pieces of a stream must know of each other, to be dumped as LLVM does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LLVM_PIECES_H
#define CMD_LLVM_PIECES_H

#include "bitleap.h"

struct llvm_pieces;

/* NULL: pieces would not be read as LLVM reads all of STREAM. *HAS_NAMES: a BLOCKINFO has some,
 * which a summary would want. Without memory the process ends. */
struct llvm_pieces *llvm_pieces_open(const struct bl_stream *stream, bool *has_names);
void llvm_pieces_close(struct llvm_pieces *p);

/* Whether it was known before that there is a BLOCKINFO at this bit. */
bool llvm_pieces_expect_blockinfo(const struct llvm_pieces *p, uint64_t bit_pos);

/* Where METADATA_INDEX_OFFSET of the METADATA block whose body is at BODY_POS says that the index
 * is, as far as pieces have kept it. False: none has. Threads may call both. */
bool llvm_pieces_find_index(struct llvm_pieces *p, uint64_t body_pos, uint64_t *index_pos);
/* False: the block has two of them. */
bool llvm_pieces_keep_index(struct llvm_pieces *p, uint64_t body_pos, uint64_t index_pos);

#endif
