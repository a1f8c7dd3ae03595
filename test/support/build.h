/* support/build.h - shorthand for writing test streams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   struct bl_writer *w = build_begin();
 *   bl_writer_enter(w, 8, 3);
 *   uint32_t id = BUILD_DEFINE(w, LIT(1), ARRAY, CHAR6);
 *   bl_writer_abbreviated(w, id, 1, BUILD_OPS('a', 'b'), NULL);
 *   bl_writer_record(w, 2, BUILD_OPS(5));
 *   bl_writer_exit(w);
 *   struct bl_stream stream = build_stream(w);
 */
#ifndef BL_SUPPORT_BUILD_H
#define BL_SUPPORT_BUILD_H

#include "bitleap.h"

/* Operands and their number. */
#define BUILD_OPS(...) \
    (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

/* Operands of an abbreviation. */
#define LIT(value)                                     \
    {                                                  \
        .encoding = BL_ENC_LITERAL, .literal = (value) \
    }
#define FIXED(bits)                               \
    {                                             \
        .encoding = BL_ENC_FIXED, .width = (bits) \
    }
#define VBR(bits)                               \
    {                                           \
        .encoding = BL_ENC_VBR, .width = (bits) \
    }
#define ARRAY                    \
    {                            \
        .encoding = BL_ENC_ARRAY \
    }
#define CHAR6                    \
    {                            \
        .encoding = BL_ENC_CHAR6 \
    }
#define BLOB                    \
    {                           \
        .encoding = BL_ENC_BLOB \
    }

#define BUILD_DEFINE(writer, ...)                                         \
    bl_writer_define(writer, (const struct bl_abbrev_op[]){__VA_ARGS__},  \
                     sizeof((const struct bl_abbrev_op[]){__VA_ARGS__}) / \
                         sizeof(struct bl_abbrev_op))

/* Ids of blocks and entries that tests spell out in bits. */
enum {
    BUILD_END_BLOCK = 0,
    BUILD_ENTER_SUBBLOCK = 1,
    BUILD_DEFINE_ABBREV = 2,
    BUILD_UNABBREV = 3,
    BUILD_BLOCKINFO = 0,
    BUILD_SETBID = 1,
    BUILD_BLOCKNAME = 2,
    BUILD_SETRECORDNAME = 3,
    BUILD_TOP_WIDTH = 2, /* bits of an abbreviation id at the top level */
};

/* A writer with LLVM IR's magic written; ends the process where there is no memory. */
struct bl_writer *build_begin(void);

/* What W has written, and the stream in it. Borrowed from W. End the process where W failed or
 * nothing can be located: the test is wrong. */
struct bl_view build_bytes(struct bl_writer *w);
struct bl_stream build_stream(struct bl_writer *w);

/* The stream in BYTES; ends the process where there is none. */
struct bl_stream build_locate(struct bl_view bytes);

/* A block header bit by bit, so that any field can be wrong. AROUND is the width of the
 * abbreviation ids in the block around. Returns the bit position of blocklen. */
uint64_t build_header(struct bl_writer *w, unsigned around, uint64_t block_id, uint64_t id_width,
                      uint32_t n_words);

/* VALUE as a VBR of N_CHUNKS chunks, more than it needs or even fewer than it would take. */
void build_long_vbr(struct bl_writer *w, uint64_t value, unsigned width, unsigned n_chunks);

/* The characters of TEXT as a record's operands. */
void build_text_record(struct bl_writer *w, uint32_t code, const char *text);

/* N records CODE of so many operands each, FIRST and otherwise FILL. They take no bits but those of
 * an abbreviation's id. */
enum {
    BUILD_ALIKE_OPS = 1000
};
void build_alike(struct bl_writer *w, uint32_t code, uint64_t first, uint64_t fill, uint32_t n);

#endif
