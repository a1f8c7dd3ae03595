/* support/least_stream.h - the smallest stream that has a block, as bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef SUPPORT_LEAST_STREAM_H
#define SUPPORT_LEAST_STREAM_H

/* A magic, and a block of one word. */
#define MAGIC "BC\xC0\xDE"
/* ENTER_SUBBLOCK(1), block id 20, width 3; blocklen 1; END_BLOCK */
#define BLOCK "\x51\x0C\0\0\x01\0\0\0\0\0\0\0"
#define STREAM MAGIC BLOCK
enum {
    STREAM_BYTES = 16
};

/* A literal's bytes, without the NUL, as a struct bl_view: to begin a variable with, and as a
 * value. */
#define TEXT(literal)                                                   \
    {                                                                   \
        .data = (const uint8_t *)(literal), .size = sizeof(literal) - 1 \
    }
#define VIEW(literal) ((struct bl_view)TEXT(literal))

#endif
