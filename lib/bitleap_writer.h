/* bitleap_writer.h - the other direction: streams that no compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_WRITER_H
#define BITLEAP_WRITER_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Writer ----
 *
 * Writes a bitstream into memory: blocks with their lengths, abbreviations, BLOCKINFO, records in
 * any encoding; and raw bits, so that a test can write a wrong stream on purpose. Failures stick,
 * and nothing is written after one: check once, with bl_writer_finish().
 *
 * Raw bits are not interpreted: a caller that writes the header of a block or a definition bit by
 * bit must write the rest of that block so, too.
 */
struct bl_writer;

/* An empty stream; usually bl_writer_magic() is next. Errors: BL_E_NOMEM. */
BL_API int bl_writer_open(struct bl_writer **writer, struct bl_error *err);

/* Close WRITER. NULL is ignored. */
BL_API void bl_writer_close(struct bl_writer *writer);

/* The stream, with zero bits up to a multiple of four bytes. BL_E_ARGUMENT if a call broke its
 * contract or a block is open, which may then be left, BL_E_LIMIT if a block is too long for
 * blocklen, BL_E_NOMEM. *ERR describes the first failure, with the bits written before it and
 * the blocks that were open. The bytes are borrowed from WRITER until the next write or its
 * close. */
BL_API int bl_writer_finish(struct bl_writer *writer, struct bl_view *bytes, struct bl_error *err);

/* Bits written so far: the position of the next one. */
BL_API uint64_t bl_writer_pos(const struct bl_writer *writer);

/* Raw bits (document, "Primitives"). WIDTH is 0 to 64 for fixed, and VALUE has no bits above it; 2
 * to 32 for VBR, which is written in as few chunks as possible. */
BL_API void bl_writer_fixed(struct bl_writer *writer, uint64_t value, unsigned width);
BL_API void bl_writer_vbr(struct bl_writer *writer, uint64_t value, unsigned width);
BL_API void bl_writer_char6(struct bl_writer *writer, char c);
BL_API void bl_writer_align32(struct bl_writer *writer);

/* Four bytes, "BC\xC0\xDE" for LLVM IR. */
BL_API void bl_writer_magic(struct bl_writer *writer, const char magic[4]);

/* Set the 32-bit word at BIT_POS, a multiple of 32 already written. */
BL_API void bl_writer_patch32(struct bl_writer *writer, uint64_t bit_pos, uint32_t value);

/* A block with abbreviation ids of ID_WIDTH bits, 1 to 32; bl_writer_exit() fills in its length.
 * BL_NONE is not a block id. A BLOCKINFO block (id 0) replaces the one before it for the blocks
 * that are entered after it, to the end of the block around it; it cannot contain blocks. */
BL_API void bl_writer_enter(struct bl_writer *writer, uint32_t block_id, unsigned id_width);
BL_API void bl_writer_exit(struct bl_writer *writer);

/* Inside a BLOCKINFO block: the next definitions are for BLOCK_ID. Writes SETBID. */
BL_API void bl_writer_set_block(struct bl_writer *writer, uint32_t block_id);

/* Names of the described block, and of its records of CODE: BLOCKNAME and SETRECORDNAME (document,
 * "BLOCKINFO"), as bl_index_block_name() and llvm-bcanalyzer have them. BL_E_ARGUMENT outside of a
 * BLOCKINFO block, or before bl_writer_set_block(). */
BL_API void bl_writer_name_block(struct bl_writer *writer, struct bl_view name);
BL_API void bl_writer_name_record(struct bl_writer *writer, uint32_t code, struct bl_view name);

/* Define an abbreviation for the block, or in BLOCKINFO for the described block. Returns its id; 0
 * on failure. Rejects what a reader rejects in a definition: no operands, an unknown encoding, a
 * width over BL_MAX_WIDTH, more than BL_MAX_ABBREV_LITERALS literals. Accepts an abbreviation that
 * merely cannot be used, for example one with an array before its end. */
BL_API uint32_t bl_writer_define(struct bl_writer *writer, const struct bl_abbrev_op *ops,
                                 size_t n_ops);

/* An unabbreviated record. */
BL_API void bl_writer_record(struct bl_writer *writer, uint32_t code, const uint64_t *ops,
                             size_t n_ops);

/* A record with abbreviation ABBREV_ID. OPS are counted as bl_record counts them: literals are
 * among them (and must be equal), array elements follow the fields; Char6 are characters. BLOB is
 * NULL where the abbreviation has none. BL_E_ARGUMENT where they do not fit the abbreviation. */
BL_API void bl_writer_abbreviated(struct bl_writer *writer, uint32_t abbrev_id, uint32_t code,
                                  const uint64_t *ops, size_t n_ops, const struct bl_view *blob);

BL_END_DECLS

#endif
