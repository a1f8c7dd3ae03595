/* base/wasi/digest.c - MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4), where there is no libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All three take blocks of 64 bytes as 16 words, and end with a one bit, zeros, and the number of
 * bits. They differ in the order of bytes, and in what a block does to the state.
 */
#include "base/wasi/digest.h"

#include <string.h>

enum {
    BLOCK_BYTES = 64,
    LENGTH_AT = 56 /* in the last block */
};

static uint32_t rotate(uint32_t x, unsigned n)
{
    return x << n | x >> (32 - n);
}

/* ---- MD5 ---- */

/* Of the sines of 1 to 64, 32 bits after the point. */
static const uint32_t md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static void add_md5_block(uint32_t *state, const uint32_t *words)
{
    static const uint8_t turns[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0];
    uint32_t b = state[1];
    uint32_t c = state[2];
    uint32_t d = state[3];
    for (unsigned i = 0; i < 64; i++) {
        unsigned round = i / 16;
        uint32_t mixed = round == 0   ? (b & c) | (~b & d)
                         : round == 1 ? (d & b) | (~d & c)
                         : round == 2 ? b ^ c ^ d
                                      : c ^ (b | ~d);
        unsigned word = round == 0 ? i : round == 1 ? 5 * i + 1 : round == 2 ? 3 * i + 5 : 7 * i;
        uint32_t sum = a + mixed + md5_sines[i] + words[word % 16];
        a = d;
        d = c;
        c = b;
        b += rotate(sum, turns[round][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

void bl_md5_init(struct bl_digest *digest)
{
    *digest = (struct bl_digest){.add_block = add_md5_block,
                                 .state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476},
                                 .n_words = 4};
}

/* ---- SHA-1 ---- */

static void add_sha1_block(uint32_t *state, const uint32_t *words)
{
    static const uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
    uint32_t w[80];
    uint32_t a = state[0];
    uint32_t b = state[1];
    uint32_t c = state[2];
    uint32_t d = state[3];
    uint32_t e = state[4];
    memcpy(w, words, BLOCK_BYTES);
    for (unsigned i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (unsigned i = 0; i < 80; i++) {
        unsigned round = i / 20;
        uint32_t mixed = round == 0   ? (b & c) | (~b & d)
                         : round == 2 ? (b & c) | (b & d) | (c & d)
                                      : b ^ c ^ d;
        uint32_t sum = rotate(a, 5) + mixed + e + constants[round] + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = sum;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

void bl_sha1_init(struct bl_digest *digest)
{
    *digest =
        (struct bl_digest){.add_block = add_sha1_block,
                           .state = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0},
                           .n_words = 5,
                           .is_big_endian = true};
}

/* ---- SHA-256 ---- */

/* Of the cube roots of the first 64 primes, 32 bits after the point. */
static const uint32_t sha256_roots[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static void add_sha256_block(uint32_t *state, const uint32_t *words)
{
    uint32_t w[64];
    uint32_t s[8]; /* a to h of the standard */
    memcpy(w, words, BLOCK_BYTES);
    memcpy(s, state, sizeof s);
    for (unsigned i = 16; i < 64; i++) {
        uint32_t x = w[i - 15];
        uint32_t y = w[i - 2];
        w[i] = w[i - 16] + (rotate(x, 25) ^ rotate(x, 14) ^ x >> 3) + w[i - 7] +
               (rotate(y, 15) ^ rotate(y, 13) ^ y >> 10);
    }
    for (unsigned i = 0; i < 64; i++) {
        uint32_t choice = (s[4] & s[5]) ^ (~s[4] & s[6]);
        uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
        uint32_t sum = s[7] + (rotate(s[4], 26) ^ rotate(s[4], 21) ^ rotate(s[4], 7)) + choice +
                       sha256_roots[i] + w[i];
        uint32_t other = (rotate(s[0], 30) ^ rotate(s[0], 19) ^ rotate(s[0], 10)) + majority;
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += sum;
        s[0] = sum + other;
    }
    for (unsigned i = 0; i < 8; i++)
        state[i] += s[i];
}

void bl_sha256_init(struct bl_digest *digest)
{
    *digest = (struct bl_digest){.add_block = add_sha256_block,
                                 .state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                           0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19},
                                 .n_words = 8,
                                 .is_big_endian = true};
}

/* ---- All three ---- */

static void add_block(struct bl_digest *digest, const uint8_t *bytes)
{
    uint32_t words[16];
    for (unsigned i = 0; i < 16; i++) {
        const uint8_t *b = bytes + (size_t)i * 4;
        words[i] = digest->is_big_endian ? (uint32_t)b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3]
                                         : (uint32_t)b[3] << 24 | b[2] << 16 | b[1] << 8 | b[0];
    }
    digest->add_block(digest->state, words);
}

void bl_digest_update(struct bl_digest *digest, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        size_t at = (size_t)(digest->n_bytes % BLOCK_BYTES);
        size_t n = size < BLOCK_BYTES - at ? size : BLOCK_BYTES - at;
        memcpy(digest->block + at, bytes, n);
        digest->n_bytes += n;
        bytes += n;
        size -= n;
        if (at + n == BLOCK_BYTES)
            add_block(digest, digest->block);
    }
}

void bl_digest_final(uint8_t *result, struct bl_digest *digest)
{
    static const uint8_t filling[BLOCK_BYTES] = {0x80};
    uint8_t length[8];
    for (unsigned i = 0; i < 8; i++)
        length[i] = (uint8_t)(digest->n_bytes * 8 >> (digest->is_big_endian ? 8 * (7 - i) : 8 * i));
    size_t at = (size_t)(digest->n_bytes % BLOCK_BYTES);
    bl_digest_update(digest, filling, (at < LENGTH_AT ? LENGTH_AT : LENGTH_AT + BLOCK_BYTES) - at);
    bl_digest_update(digest, length, sizeof length);
    for (unsigned i = 0; i < digest->n_words * 4; i++)
        result[i] = (uint8_t)(digest->state[i / 4] >>
                              (digest->is_big_endian ? 8 * (3 - i % 4) : 8 * (i % 4)));
}
