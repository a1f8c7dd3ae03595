/* md5.h - MD5 of CommonCrypto under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_MACOS_MD5_H
#define BL_BASE_MACOS_MD5_H

#include <CommonCrypto/CommonDigest.h>
#include <stdint.h>

#define MD5_DIGEST_LENGTH CC_MD5_DIGEST_LENGTH
#define MD5_CTX CC_MD5_CTX
#define MD5Init(context) ((void)CC_MD5_Init(context))
#define MD5Final(digest, context) ((void)CC_MD5_Final(digest, context))

/* In parts, as CommonCrypto's lengths have 32 bits. */
void bl_md5_update(CC_MD5_CTX *context, const uint8_t *data, size_t size);
#define MD5Update bl_md5_update

#endif
