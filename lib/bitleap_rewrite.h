/* bitleap_rewrite.h - a stream written again, with some of its entries changed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_REWRITE_H
#define BITLEAP_REWRITE_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Rewrite ----
 *
 * All entries of a stream are kept, except for those that a caller changes, drops, or adds. An
 * entry is named by the position of its first bit in the stream that is read: bl_event.bit_pos,
 * bl_record.bit_pos, bl_block.bit_pos, and for the end of a block that of END_BLOCK.
 *
 *   bl_rewrite_open(&rewrite, &stream, 0, &err);
 *   bl_rewrite_replace(rewrite, pos, &record, &err);     in any order
 *   bl_rewrite_write(rewrite, put_bytes, file, &err);
 *   bl_rewrite_close(rewrite);
 *
 * Without a change the bytes are those of the stream. Blocks without a change inside are copied as
 * they are; nothing of them is kept in memory, and nothing in them is checked: a caller that must
 * not pass damage on asks bl_verify() first. Definitions of abbreviations stay, so that all that is
 * kept can be read as before.
 *
 * Of LLVM IR, what names a position is renewed: VSTOFFSET, FNENTRY, METADATA_INDEX_OFFSET and
 * METADATA_INDEX. A record of these that leads nowhere is kept where nothing has moved, and is a
 * failure otherwise. Entries of METADATA_INDEX for records that were dropped go with them. No other
 * numbers are changed: what refers to values, types, metadata, or to strings, is the caller's
 * affair.
 */
struct bl_rewrite;

/* How a stream is written. */
enum bl_rewrite_flags {
    /* Decode and encode every entry, instead of copying its bits. The result is the same for
     * streams that LLVM has written; this is for tests of reader and writer. */
    BL_REWRITE_DECODED = 1,
};

/* Open a rewrite of STREAM, whose bytes must stay until bl_rewrite_close(). Errors: BL_E_NOMEM,
 * BL_E_ARGUMENT. */
BL_API int bl_rewrite_open(struct bl_rewrite **rewrite, const struct bl_stream *stream,
                           unsigned flags, struct bl_error *err);

/* Close REWRITE. NULL is ignored. */
BL_API void bl_rewrite_close(struct bl_rewrite *rewrite);

/* A record to be written. */
struct bl_new_record {
    uint32_t code;
    /* To be used where it has been defined for a block and the operands fit into it; otherwise the
     * record is unabbreviated. 0: that of the record that is replaced. A blob needs one. */
    uint32_t abbrev_id;
    const uint64_t *ops; /* as in bl_record */
    size_t n_ops;
    bool has_blob;
    struct bl_view blob;
    BL_SLACK(2)
};

/* Write RECORD, which is copied, in place of the record at BIT_POS. Errors: BL_E_NOMEM. Whether
 * there is a record is found out by bl_rewrite_pieces(). Of several changes of one entry the last
 * one is in force. */
BL_API int bl_rewrite_replace(struct bl_rewrite *rewrite, uint64_t bit_pos,
                              const struct bl_new_record *record, struct bl_error *err);

/* Leave out the record at BIT_POS, or the block, with all that is in it. Errors: BL_E_NOMEM. */
BL_API int bl_rewrite_drop(struct bl_rewrite *rewrite, uint64_t bit_pos, struct bl_error *err);

/* Write RECORD, which is copied, before the entry at BIT_POS, after what was inserted there before.
 * Errors: BL_E_NOMEM. */
BL_API int bl_rewrite_insert(struct bl_rewrite *rewrite, uint64_t bit_pos,
                             const struct bl_new_record *record, struct bl_error *err);

/* Write a block before the entry at BIT_POS, after what was inserted there before; the end of the
 * top level is where its last block ends. BODY, which is copied, is whole words, from the first
 * entry to END_BLOCK, for abbreviation ids of ID_WIDTH bits. Errors: BL_E_ARGUMENT, BL_E_NOMEM. */
BL_API int bl_rewrite_insert_block(struct bl_rewrite *rewrite, uint64_t bit_pos, uint32_t block_id,
                                   unsigned id_width, struct bl_view body, struct bl_error *err);

/* How many entries have a change. */
BL_API uint32_t bl_rewrite_count(struct bl_rewrite *rewrite);

/* The file around the stream is to be written, too: FILE has the bytes that the stream was located
 * in. A wrapper before the stream gets its new size, and the padding after it, up to a multiple of
 * 16 bytes, is renewed; all other bytes are kept. Borrowed as the stream. */
BL_API void bl_rewrite_wrap(struct bl_rewrite *rewrite, struct bl_view file);

/* What becomes of a module's HASH, by which caches of ThinLTO know the module, when anything of the
 * stream changes. */
enum bl_hash_policy {
    BL_HASH_DROP = 0, /* no cache returns what was made of something else */
    BL_HASH_KEEP = 1, /* for what says the same, as after bl_repack(): bl_verify() will object */
    /* Computed anew, as LLVM's writer does, if the old one is what that would have written; dropped
     * otherwise. The stream is written twice. */
    BL_HASH_RENEW = 2,
};

/* What POLICY says is done with all of them. Errors: BL_E_ARGUMENT (no such policy). */
BL_API int bl_rewrite_hashes(struct bl_rewrite *rewrite, unsigned policy, struct bl_error *err);

/* How many there are by what became of them, since the last writing. */
struct bl_hash_counts {
    uint32_t n_kept, n_renewed, n_dropped;
    BL_SLACK(2)
};

/* The counts of REWRITE; zeroes before anything has been written. */
BL_API struct bl_hash_counts bl_rewrite_hash_counts(const struct bl_rewrite *rewrite);

/* What is written, in order: pieces of the stream, and bytes of REWRITE. *SIZE is their sum. They
 * are borrowed until the next change, or bl_rewrite_close(). Errors: those of a walk for damage on
 * the way; BL_E_ARGUMENT (a change of what is no such entry, of an entry in BLOCKINFO, or a record
 * that cannot be written), BL_E_MISMATCH (a position that would have to be renewed leads nowhere),
 * BL_E_LIMIT (a block becomes too long), BL_E_NOMEM; with the place in the stream. */
BL_API int bl_rewrite_pieces(struct bl_rewrite *rewrite, const struct bl_view **pieces,
                             size_t *n_pieces, uint64_t *size, struct bl_error *err);

/* All pieces in one, in memory of REWRITE: borrowed until the next change, or bl_rewrite_close().
 * It is made once. Errors: as bl_rewrite_pieces(). */
BL_API int bl_rewrite_join(struct bl_rewrite *rewrite, struct bl_view *bytes, struct bl_error *err);

/* Receives bytes in order. Negative: a failure, which ends the writing. */
typedef int bl_rewrite_put_fn(void *context, struct bl_view bytes);

/* All pieces, one after the other, to PUT. Errors: as bl_rewrite_pieces(), before anything is
 * written; and what PUT returns, as BL_E_STOPPED. */
BL_API int bl_rewrite_write(struct bl_rewrite *rewrite, bl_rewrite_put_fn *put, void *context,
                            struct bl_error *err);

/* ---- Archives ----
 *
 * An archive with other contents in some members. Headers keep their names, dates, owners and
 * modes; other members, and all that is between them, are kept byte for byte. The symbol table
 * leads to the members where they are now; where a module that is a member has other symbols than
 * before, it is made anew as llvm-ar writes it. Archives without one get none; those of Darwin stay
 * aligned.
 */

/* What a member has instead. */
struct bl_archive_change {
    uint64_t header_offset; /* bl_archive_member.header_offset */
    struct bl_view contents;
};

/* Give all bytes of the new archive to PUT. CHANGES ascend. Errors: BL_E_CONTAINER (the archive is
 * damaged, its symbol table leads to no member, it is thin), BL_E_ARGUMENT (a change of no member),
 * BL_E_LIMIT (a member is too large for its header or the table), BL_E_NOMEM, all before anything
 * is written; and what PUT returns, as BL_E_STOPPED. */
BL_API int bl_archive_write(struct bl_view archive, const struct bl_archive_change *changes,
                            size_t n_changes, bl_rewrite_put_fn *put, void *context,
                            struct bl_error *err);

/* ---- Objects ---- */

/* Bytes of a file, and what it has instead. */
struct bl_bytes_change {
    struct bl_view before; /* within the file's bytes */
    struct bl_view after;
};

/* Give all bytes of OBJECT, a relocatable ELF, COFF or Mach-O file, to PUT, with other bytes in
 * sections that are not loaded, or are those of clang for modules. CHANGES ascend, and do not
 * overlap. No other section moves: one that becomes shorter has zeros after it, one that becomes
 * longer is at the end of the file. What else names positions within a section, as relocations may,
 * is the caller's affair. Errors: BL_E_ARGUMENT (another kind of file, or of section; one of Mach-O
 * that would become longer, between the addresses of others), BL_E_CONTAINER (damage; no section
 * has the bytes, or several have), BL_E_LIMIT, BL_E_NOMEM, all before anything is written; and what
 * PUT returns, as BL_E_STOPPED. */
BL_API int bl_object_write(struct bl_view object, const struct bl_bytes_change *changes,
                           size_t n_changes, bl_rewrite_put_fn *put, void *context,
                           struct bl_error *err);

BL_END_DECLS

#endif
