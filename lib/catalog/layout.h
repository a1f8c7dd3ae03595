/* catalog/layout.h - an index file on disk
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   ┌────────┬───────┬──────┬─────────┬─────────┬───
 *   │ header │ table │ sums │ chunk 1 │ chunk 2 │ …
 *   └────────┴───────┴──────┴─────────┴─────────┴───
 *
 * The table has an entry for each chunk. Sums are XXH3-64 of each page of the chunks, one chunk
 * after the other; pages begin where their chunk does, and the last one of a chunk is as short as
 * what is left. The entry of a chunk holds the XXH3-64 of its sums, and the header that of header
 * and table: a reader that has validated these can compare what it reads with its page's sum, and
 * leave the rest alone.
 *
 * All numbers are little-endian. Offsets count from the start of the file. Chunks begin at
 * multiples of CHUNK_ALIGN, zeros between. A text is referred to by its offset in the chunk STRS:
 * its length in 32 bits, then its bytes; equal texts are there once.
 */
#ifndef BL_CATALOG_LAYOUT_H
#define BL_CATALOG_LAYOUT_H

#include "bitleap_contents.h"

#define BL_BLX_MAGIC "BLX\r\n\x1A\n" /* and the NUL after it: 8 bytes */

enum {
    BL_BLX_VERSION = 4,
    BL_BLX_CHUNK_ALIGN = 64,
    BL_BLX_PAGE_BYTES = 4096,
};

struct bl_blx_header {
    char magic[8];
    uint8_t version[4];
    uint8_t parts[4]; /* bl_catalog_part */
    uint8_t n_chunks[4];
    uint8_t page_bytes[4];
    uint8_t file_size[8];
    uint8_t zero[24];
    uint8_t sum[8]; /* XXH3-64 of what is before it, and of the table */
};
_Static_assert(sizeof(struct bl_blx_header) == 64, "64 bytes");

struct bl_blx_entry {
    char name[4];
    uint8_t record_bytes[4]; /* 1 for texts and names */
    uint8_t offset[8];
    uint8_t size[8];
    uint8_t sum[8]; /* XXH3-64 of the chunk's sums */
};
_Static_assert(sizeof(struct bl_blx_entry) == 32, "32 bytes");

/* In this order in the file. All except BLKS are always there, if empty. */
enum bl_blx_chunk {
    BL_BLX_STRS, /* texts */
    BL_BLX_INPT,
    BL_BLX_SRCS, /* by path, then base; members of thin archives after their parent */
    BL_BLX_PROB,
    BL_BLX_STRM,
    BL_BLX_MODS,
    BL_BLX_SYMS,
    BL_BLX_FUNS,
    BL_BLX_NAME, /* names of symbols that are in no source, in bytes */
    BL_BLX_FANO, /* entry B: where in HASH symbols begin whose hash's upper bits are B or more */
    BL_BLX_HASH, /* symbols by hash, then number; without BL_CATALOG_SYMBOLS empty, as FANO */
    /* Of each stream with modules sums, then of each module references, contents and numbers;
     * BL_CATALOG_BODIES, or empty. */
    BL_BLX_BODY,
    BL_BLX_BLKS,
    BL_BLX_N_CHUNKS
};

struct bl_blx_input {
    uint8_t path[4], base[4]; /* texts */
    uint8_t shard[4], n_shards[4];
};

/* In bl_blx_source.kind: the file, or something in it, is packed, and what is said of its bytes is
 * said of those that bl_file_unpack() makes of them. */
#define BL_BLX_PACKED UINT32_C(0x80000000)
/* How many files and parts in it nobody has looked into, 16 bits, as many as these say or more; and
 * bl_packing_number() of the first, 6 bits. */
#define BL_BLX_N_PACKED_AT 8
#define BL_BLX_PACKING_AT 24
#define BL_BLX_PACKING_MASK 0x3FU
/* Likewise: it is a thin archive, and some of what it names is said to be in other sources. */
#define BL_BLX_NAMES_OTHERS UINT32_C(0x40000000)

struct bl_blx_source {
    uint8_t path[4], base[4]; /* texts */
    uint8_t parent[4];
    uint8_t kind[4];
    uint8_t size[8];
    uint8_t mtime[8]; /* of a directory with links that led to no file: its complement, or 0 */
    uint8_t hash[16]; /* low half first, as all hashes */
    uint8_t first_stream[4], n_streams[4];
    uint8_t first_problem[4], n_problems[4];
};
_Static_assert(sizeof(struct bl_blx_source) == 64, "64 bytes");

struct bl_blx_problem {
    uint8_t source[4];
    uint8_t path[4], what[4]; /* texts; the last byte of the cause is a NUL, which counts */
    uint8_t status[4], sys_errno[4];
    uint8_t has_pos[2];
    uint8_t parts[2]; /* bl_catalog_part that find it; 0: all catalogs do */
    uint8_t bit_pos[8];
    uint8_t depth[4]; /* number of blocks around the place */
    uint8_t steps[4]; /* text: bl_blx_step of each, of the outermost BL_ERROR_PATH_MAX */
};
_Static_assert(sizeof(struct bl_blx_problem) == 40, "40 bytes");

struct bl_blx_step {
    uint8_t block_id[4];
    uint8_t bit_pos[8];
};
_Static_assert(sizeof(struct bl_blx_step) == 12, "12 bytes");

struct bl_blx_stream {
    uint8_t source[4];
    uint8_t path[4]; /* text */
    uint8_t file_offset[8];
    uint8_t size[8];
    uint8_t hash[16];
    uint8_t kind[4];
    uint8_t first_module[4], n_modules[4];
    uint8_t first_block[4], n_blocks[4];
    uint8_t n_sum_bytes[4]; /* in BODY, before the references of its first module */
};
_Static_assert(sizeof(struct bl_blx_stream) == 64, "64 bytes");

struct bl_blx_module {
    uint8_t stream[4];
    uint8_t block[4];
    uint8_t bit_pos[8];
    uint8_t producer[4], triple[4], source_file[4]; /* texts */
    uint8_t epoch[4], version[4];
    uint8_t flags[4];
    uint8_t n_variables[4], n_functions[4], n_defined[4], n_aliases[4], n_ifuncs[4], n_comdats[4];
    uint8_t first_symbol[4], n_symbols[4];
    uint8_t first_function[4], n_bodies[4];
    uint8_t references[8], n_reference_bytes[4]; /* in BODY */
    uint8_t n_content_bytes[4], n_slot_bytes[4]; /* that follow them */
};
_Static_assert(sizeof(struct bl_blx_module) == 100, "100 bytes");

/* The sums of a stream say where its bits go: for each kind of block (bl_ir_block_role()) in it, in
 * ascending order, four numbers in LEB128: how many kinds come between the one before it and this
 * one; 0, or one more than the id of the block around the first of them; how many there are; and
 * their bits. There are none where not all of the stream can be read. */

/* The references of a module are lists, one for each value that is used, in ascending order. Before
 * each are two numbers: how many values that are not used come between the one before it and this
 * one, and how many bytes the list has. A list has for each use, by user and kind, a number: its
 * upper bits are the value that uses less the one of the use before; the lower two say how. All
 * numbers are in LEB128. */
enum bl_blx_use {
    BL_BLX_ONE_CALL,
    BL_BLX_ONE_TAIL_CALL,
    BL_BLX_CALLS, /* followed by how many: two or more */
    BL_BLX_USES,  /* followed by twice the kind, one more where within, and how many */
    BL_BLX_USE_BITS = 2
};

/* The contents of a module: how many hashes it has of all parts but bodies, those hashes in
 * ascending order, and an entry for each global value that has contents, in ascending order: a
 * number, whose upper bits are how many values come between the one before it and this one; for
 * each part of which the bit is set the number of its hash, the others are as in the entry before
 * it, at first hash 0; and the hash of the body, if there is one. Numbers are in LEB128. */
enum {
    BL_BLX_CONTENT_ODR = 1 << BL_CONTENT_BODY, /* above the bits of parts */
    BL_BLX_CONTENT_BODY = BL_BLX_CONTENT_ODR << 1,
    BL_BLX_CONTENT_BITS = BL_CONTENT_BODY + 2
};

/* The numbers that LLVM gives in the text of a module, from which one function can be numbered by
 * itself (numbers/kept_slots.h), all in LEB128. A signed number is twice itself or, below 0, twice
 * its complement and 1.
 *
 * The attribute groups #0, #1, … : how many there are, and of each its number in the file less that
 * of the one before it, signed; then likewise the structs %0, %1, … .
 * The nodes !N, where { } is repeated, and [ ] depends on has_exceptions:
 *   nodes_before n_functions
 *   { gap*2+has_exceptions n_given [n_exceptions {index*2+is_location slot}] }
 * nodes_before are given before all functions. Of each function that gives some or has exceptions:
 * the values between the one before it and this one, and how many it gives. An exception is a debug
 * location or a node of the body, by its number among these, that uses a !N given before (slot).
 * To the end, of the metadata of the module in its order: 0, and how many have none; or !N less
 * that of the one before, signed, and 2 more; or 1, and this difference: a node that has the number
 * of something that was met before it. */
enum bl_blx_node_slot {
    BL_BLX_NODES_WITHOUT,
    BL_BLX_SHARED_SLOT,
    BL_BLX_OWN_SLOT
};

/* The largest chunk by far: what can be found by halving is left out. A symbol's module is the
 * last one that begins at or before it; its function the one of that module's that has the
 * symbol's number. */
struct bl_blx_symbol {
    /* 40 bits: offset in the stream, or in NAME; 24 bits: size, or BL_BLX_LONG_NAME */
    uint8_t name[8];
    uint8_t place[8]; /* 40 bits: position in the stream; 24 bits: below */
    uint8_t hash[4];  /* upper half of XXH3-64 of the name; without a table of names 0 */
    uint8_t value[4];
};
_Static_assert(sizeof(struct bl_blx_symbol) == 24, "24 bytes");

enum {
    BL_BLX_OFFSET_BITS = 40,
    BL_BLX_LONG_NAME = 0xFFFFFF, /* the name is in NAME, after its length in 32 bits */
    /* The upper 24 bits of place: */
    BL_BLX_FLAGS_BITS = 11, /* bl_symbol_flag from BL_SYMBOL_UNDEFINED on */
    BL_BLX_VISIBILITY_AT = 11,
    BL_BLX_KIND_AT = 13,
    BL_BLX_IN_NAMES_AT = 16,
    /* Nothing of the name has been looked at: whether it begins with a byte 1, and which flags
     * follow from it, is found when the symbol is asked for. */
    BL_BLX_UNSEEN_AT = 17,
    BL_BLX_PLACE_END = 18,
};

/* Functions of a module are in order of their symbols. */
struct bl_blx_function {
    uint8_t hash[16];
    uint8_t n_words[4]; /* without hashes: at most */
    uint8_t symbol[4];
};
_Static_assert(sizeof(struct bl_blx_function) == 24, "24 bytes");

struct bl_blx_block {
    uint8_t bit_pos[8];
    uint8_t body_at[2]; /* bits from there to the body */
    uint8_t id_width[2];
    uint8_t block_id[4];
    uint8_t n_words[4];
    uint8_t parent[4]; /* BL_NONE: top level */
};
_Static_assert(sizeof(struct bl_blx_block) == 24, "24 bytes");

#endif
