/* base/wasi/digest.h - MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4), where there is no libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_DIGEST_H
#define BL_BASE_WASI_DIGEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bl_digest {
    void (*add_block)(uint32_t *state, const uint32_t *words);
    uint32_t state[8];
    uint32_t n_words; /* of the state, that are the digest */
    bool is_big_endian;
    uint64_t n_bytes; /* added so far */
    uint8_t block[64];
};

void bl_md5_init(struct bl_digest *digest);
void bl_sha1_init(struct bl_digest *digest);
void bl_sha256_init(struct bl_digest *digest);

void bl_digest_update(struct bl_digest *digest, const uint8_t *bytes, size_t size);

/* To RESULT, which has room for it. */
void bl_digest_final(uint8_t *result, struct bl_digest *digest);

#endif
