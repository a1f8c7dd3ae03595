/* peers/peers.h - decoders of bytes with a continuation bit each, as others have published them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A VBR of chunks of eight bits has LEB128's layout, except that it begins at any bit. These
 * decoders know bytes only: they get copies that begin with one, made before time counts (peers.c).
 */
#ifndef BENCH_PEERS_H
#define BENCH_PEERS_H

#include <stddef.h>
#include <stdint.h>

enum {
    PEERS_SLACK = 16 /* bytes that may be read after the input, values written after the output */
};

/* N values from IN to OUT. */
typedef void decode64_fn(const uint8_t *in, size_t size, uint64_t *out, size_t n);
typedef void decode32_fn(const uint8_t *in, size_t size, uint32_t *out, size_t n);

decode64_fn decode_leb128; /* byte by byte */
decode64_fn decode_sfvint;
decode32_fn decode_masked_vbyte;
decode32_fn decode_stream_vbyte; /* of what encode_stream_vbyte() has written */

/* OUT has room for five bytes a value, and PEERS_SLACK. Returns how many are used. */
size_t encode_stream_vbyte(const uint32_t *values, size_t n, uint8_t *out);

#endif
