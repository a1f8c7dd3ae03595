/* stream/writer.h - what a rewriter needs of a writer: entries whose definitions it has itself
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For a caller that writes the headers of blocks bit by bit, so that the writer knows of no block.
 */
#ifndef BL_STREAM_WRITER_H
#define BL_STREAM_WRITER_H

#include "bitleap_writer.h"

/* DEFINE_ABBREV, with an id of ID_WIDTH bits. */
void bl_writer_put_definition(struct bl_writer *writer, unsigned id_width,
                              const struct bl_abbrev_op *ops, size_t n_ops);

/* As bl_writer_record(). */
void bl_writer_put_unabbreviated(struct bl_writer *writer, unsigned id_width, uint32_t code,
                                 const uint64_t *ops, size_t n_ops);

/* As bl_writer_abbreviated(), by the definition of N_FIELDS FIELDS, which has no defect. */
void bl_writer_put_abbreviated(struct bl_writer *writer, unsigned id_width, uint32_t abbrev_id,
                               const struct bl_abbrev_op *fields, uint32_t n_fields, uint32_t code,
                               const uint64_t *ops, size_t n_ops, const struct bl_view *blob);

/* Bits FROM to TO of STREAM; those after its end are zero. */
void bl_writer_put_bits(struct bl_writer *writer, const struct bl_bits *stream, uint64_t from,
                        uint64_t to);

/* Set WIDTH bits at BIT_POS, 64 at most, in whole words already written. */
void bl_writer_patch_bits(struct bl_writer *writer, uint64_t bit_pos, unsigned width,
                          uint64_t value);

#endif
