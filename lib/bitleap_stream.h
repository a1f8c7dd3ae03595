/* bitleap_stream.h - one bitstream: its kind, its records, the cursor over the entries of a block
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_STREAM_H
#define BITLEAP_STREAM_H

#include "bitleap_base.h"
#include "bitleap_bits.h"

BL_BEGIN_DECLS

/* ---- Streams ---- */

/* The meaning of the first four bytes. None is a reason to reject a stream (document, "Magic
 * Numbers"). */
enum bl_stream_kind {
    BL_STREAM_UNKNOWN = 0,
    BL_STREAM_LLVM_IR = 1,           /* 'BC' C0 DE */
    BL_STREAM_CLANG_AST = 2,         /* 'CPCH': .pch, .pcm */
    BL_STREAM_DIAGNOSTICS = 3,       /* 'DIAG': clang --serialize-diagnostics */
    BL_STREAM_REMARKS = 4,           /* 'RMRK': optimization remarks */
    BL_STREAM_SWIFT = 5,             /* E2 9C A8 0E: .swiftmodule */
    BL_STREAM_SWIFT_DOC = 6,         /* E2 9C A8 07: .swiftdoc */
    BL_STREAM_SWIFT_SOURCE_INFO = 7, /* F0 9F 8F 8E: .swiftsourceinfo */
};

/* The wrapper header (document, "Bitcode Wrapper Format"; five little-endian words). */
struct bl_wrapper {
    uint32_t magic; /* 0x0B17C0DE, or 0: there is no wrapper */
    uint32_t version;
    uint32_t offset; /* bytes from the wrapper's start to the stream */
    uint32_t size;   /* bytes of the stream */
    uint32_t cpu_type;
};

/* One bitstream. A plain value; its bytes are borrowed from where it was found. */
struct bl_stream {
    struct bl_view bytes;      /* from the magic to the end */
    uint64_t file_offset;      /* byte offset of the magic in the file */
    uint8_t kind;              /* bl_stream_kind */
    struct bl_wrapper wrapper; /* the wrapper before the stream; magic is 0 without one */
    uint8_t cpu; /* bl_cpu: which variant reads it; 0: the best. To be set by the user */
    BL_SLACK(2)
};

/* Find the stream in BYTES, the contents of a file: skip the wrapper if there is one, read the
 * magic. The stream borrows BYTES. Errors: BL_E_CONTAINER (the wrapper does not fit the file;
 * stream->wrapper has its header), BL_E_TRUNCATED (shorter than a magic); BL_E_CONTAINER, too, of a
 * text, an archive, compressed data and others that are known to be no stream, with what they are.
 * *STREAM is set all the same, for those who know better. */
BL_API int bl_stream_locate(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err);

/* The producer of the stream, from its IDENTIFICATION block: "LLVM19.1.7". Reads only the stream's
 * first block. Returns its length, 0 if there is none, or BL_E_NOMEM. As with snprintf(), TEXT is
 * cut to SIZE - 1 bytes and a NUL: a length of SIZE or more means that it was cut. */
BL_API int bl_stream_producer(const struct bl_stream *stream, char *text, size_t size,
                              struct bl_error *err);

/* "LLVM IR", "Clang serialized AST", … Static. */
BL_API const char *bl_stream_kind_name(unsigned kind);

/* ---- Records ---- */

/* The block id that means the same in every stream (document, "BLOCKINFO Block"). */
enum bl_container_block {
    BL_BLOCK_BLOCKINFO = 0
};

/* Abbreviation ids with a meaning of their own (document, "Abbreviation IDs"). */
enum bl_abbrev_id {
    BL_ABBREV_END_BLOCK = 0,
    BL_ABBREV_ENTER_SUBBLOCK = 1,
    BL_ABBREV_DEFINE = 2,
    BL_ABBREV_UNABBREV = 3, /* bl_record.abbrev_id of an unabbreviated record */
    BL_ABBREV_FIRST = 4,    /* first id that an abbreviation definition gets */
};

/* A decoded record (document, "Data Records"). The caller owns it and uses it again and again; the
 * operand storage grows as needed and is reused.
 *
 *   struct bl_record rec = {0};
 *   …bl_cursor_read(&cursor, &rec)…
 *   bl_record_release(&rec);
 *
 * Operands are those that llvm-bcanalyzer prints as op0, op1…: literals of the abbreviation are
 * among them, the elements of an array follow the fields before it, the record code and a blob are
 * not. Char6 values are delivered as characters. */
struct bl_record {
    uint32_t code;
    uint32_t abbrev_id;  /* BL_ABBREV_UNABBREV, or the abbreviation's */
    uint64_t bit_pos;    /* of the abbreviation id */
    uint64_t end_pos;    /* first bit after the record */
    const uint64_t *ops; /* borrowed from this record; valid until it is read into again */
    uint32_t n_ops;
    uint32_t array_at; /* number of the first array element; n_ops if there is no array */
    bool has_array;    /* the abbreviation ends in an array (it may be empty) */
    bool has_blob;
    /* Borrowed from the stream's bytes: the mapping itself, never a copy. After a failure, what is
     * there of a blob that is cut off. */
    struct bl_view blob;
    uint64_t blob_pad; /* first of the padding bits before the blob */
    uint64_t *storage; /* private */
    size_t capacity;   /* private */
    BL_SLACK(4)
};

/* Give the operand storage back; REC can be used again. */
BL_API void bl_record_release(struct bl_record *rec);

/* A record of a batch. */
struct bl_batch_record {
    uint64_t bit_pos; /* of the abbreviation id */
    uint32_t code;
    /* BL_ABBREV_UNABBREV, or the abbreviation's; see bl_walk_read_batch(), too */
    uint32_t abbrev_id;
    uint32_t first_op; /* in bl_batch.ops; they end at the next record's first_op */
    uint32_t array_at; /* number of the first array element among its operands, or BL_NONE */
};

/* Many records at once: about twice as fast as one by one. The caller owns it and uses it again and
 * again, as a bl_record. */
struct bl_batch {
    /* n_records of them, and one more, with bit_pos and first_op after the last one. Borrowed from
     * this batch, as ops; valid until the next read into it. */
    const struct bl_batch_record *records;
    const uint64_t *ops;
    uint32_t n_records;
    struct bl_batch_record *record_storage; /* private, as all that follows */
    uint64_t *op_storage;
    size_t record_capacity, op_capacity;
    BL_SLACK(4)
};

/* Give the storage back; BATCH can be used again. */
BL_API void bl_batch_release(struct bl_batch *batch);

/* ---- Cursor ---- */

struct bl_blockinfo;

/* Encodings of an operand (document, "DEFINE_ABBREV Encoding"; the codes are the format's). */
enum bl_encoding {
    BL_ENC_LITERAL = 0,
    BL_ENC_FIXED = 1,
    BL_ENC_VBR = 2,
    BL_ENC_ARRAY = 3, /* the next operand, the last one, is the element */
    BL_ENC_CHAR6 = 4,
    BL_ENC_BLOB = 5,
};

/* One operand of an abbreviation definition. The first one is the record code. */
struct bl_abbrev_op {
    uint64_t literal; /* BL_ENC_LITERAL */
    uint8_t encoding; /* bl_encoding; Fixed and VBR of width 0 are read as the literal 0 */
    uint8_t width;    /* bits of BL_ENC_FIXED, of a chunk of BL_ENC_VBR; 6 for BL_ENC_CHAR6 */
    /* BL_ENC_FIXED or BL_ENC_VBR where the definition says so with a width of 0, which makes it the
     * literal 0; otherwise 0. */
    uint8_t written_as;
};

struct bl_abbrev;
struct bl_decoder;

/* The abbreviations in force in a block. Private. */
struct bl_abbrev_set {
    struct bl_abbrev *abbrevs;
    struct bl_abbrev_op *ops;
    uint32_t n_abbrevs, cap_abbrevs;
    uint32_t n_ops, cap_ops;
};

/* The header of a block (document, "ENTER_SUBBLOCK Encoding"). */
struct bl_block {
    uint64_t bit_pos;  /* of ENTER_SUBBLOCK's abbreviation id */
    uint64_t body_pos; /* first bit of the body; a multiple of 32 */
    uint32_t block_id;
    uint32_t id_width; /* bits of an abbreviation id inside */
    uint32_t n_words;  /* blocklen: 32-bit words of the body, END_BLOCK included */
};

/* Bytes that a block of N_WORDS words takes of the stream, its header included, which has eight
 * after another block, as everything that LLVM writes for functions. Commands and tables have these
 * as the bytes of a function. */
BL_API uint64_t bl_block_bytes(uint32_t n_words);

/* What an entry is. */
enum bl_entry_kind {
    BL_ENTRY_RECORD = 1, /* read it with bl_cursor_read(), or call next again to skip it */
    BL_ENTRY_BLOCK = 2,  /* a sub-block; the next call jumps over it by its length */
    BL_ENTRY_ABBREV = 3, /* an abbreviation definition, already in force */
};

/* What bl_cursor_next() found. */
struct bl_entry {
    uint8_t kind;          /* bl_entry_kind */
    uint32_t abbrev_id;    /* of a record */
    uint64_t bit_pos;      /* of the abbreviation id */
    struct bl_block block; /* for BL_ENTRY_BLOCK */
    BL_SLACK(2)
};

/* A position among the entries of one block. A plain struct on the caller's stack, made by
 * bl_index_cursor(), released by bl_cursor_release(). Valid as long as the index it came from.
 * All fields are private; stream/cursor.h explains them. */
struct bl_cursor {
    struct bl_bits bits;
    struct bl_block block;
    const struct bl_abbrev_set *inherited;
    struct bl_abbrev_set own, *define_into;
    uint64_t abbrev_bytes_left, max_operands;
    const struct bl_decoder *decoder;
    uint64_t fast_end;
    bool in_blockinfo, trust_length;
    uint8_t pending;
    uint32_t entry_id;
    uint64_t entry_pos, child_header_pos;
    struct bl_block child;
    bool child_is_at_fault;
    int status;
    const char *what;
    uint64_t what_pos;
    BL_SLACK(4)
};

/* Next entry of the block. 1 item, 0 END_BLOCK reached, negative on failure, with details in
 * bl_cursor_error(). The cursor stays at an end or a failure: every later call returns the same. */
BL_API int bl_cursor_next(struct bl_cursor *cursor, struct bl_entry *entry);

/* Decode the record that bl_cursor_next() announced. Errors: BL_E_TRUNCATED, BL_E_MALFORMED,
 * BL_E_LIMIT, BL_E_NOMEM, BL_E_STALE (what was announced is a record no more: the file is being
 * written), BL_E_ARGUMENT (no record was announced; CURSOR has not failed and can be used further;
 * bl_cursor_error() does not report it). */
BL_API int bl_cursor_read(struct bl_cursor *cursor, struct bl_record *rec);

/* The next records, up to an entry that is not a record, or a record with a blob; some hundred at
 * most. 1: there are some; 0: call bl_cursor_next() for the next entry; negative on failure, after
 * the records before it were returned. An announced entry is skipped first. */
BL_API int bl_cursor_read_batch(struct bl_cursor *cursor, struct bl_batch *batch);

/* The block's next record, decoded; sub-blocks are skipped. 1 item, 0 end, negative failure. */
BL_API int bl_cursor_read_next(struct bl_cursor *cursor, struct bl_record *rec);

/* Position and cause of the failure of CURSOR. The path holds the cursor's own block. */
BL_API void bl_cursor_error(const struct bl_cursor *cursor, struct bl_error *err);

/* Release what the cursor holds. */
BL_API void bl_cursor_release(struct bl_cursor *cursor);

BL_END_DECLS

#endif /* BITLEAP_STREAM_H */
