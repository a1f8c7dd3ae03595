/* sha2.h - SHA-256 of CommonCrypto under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_MACOS_SHA2_H
#define BL_BASE_MACOS_SHA2_H

#include <CommonCrypto/CommonDigest.h>
#include <stdint.h>

#define SHA256_DIGEST_LENGTH CC_SHA256_DIGEST_LENGTH
#define SHA2_CTX CC_SHA256_CTX
#define SHA256Init(context) ((void)CC_SHA256_Init(context))
#define SHA256Final(digest, context) ((void)CC_SHA256_Final(digest, context))

/* In parts, as CommonCrypto's lengths have 32 bits. */
void bl_sha256_update(CC_SHA256_CTX *context, const uint8_t *data, size_t size);
#define SHA256Update bl_sha256_update

#endif
