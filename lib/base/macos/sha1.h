/* sha1.h - SHA-1 of CommonCrypto under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_MACOS_SHA1_H
#define BL_BASE_MACOS_SHA1_H

#include <CommonCrypto/CommonDigest.h>
#include <stdint.h>

#define SHA1_DIGEST_LENGTH CC_SHA1_DIGEST_LENGTH
#define SHA1_CTX CC_SHA1_CTX
#define SHA1Init(context) ((void)CC_SHA1_Init(context))
#define SHA1Final(digest, context) ((void)CC_SHA1_Final(digest, context))

/* In parts, as CommonCrypto's lengths have 32 bits. */
void bl_sha1_update(CC_SHA1_CTX *context, const uint8_t *data, size_t size);
#define SHA1Update bl_sha1_update

#endif
