/* sha2.h - SHA256 under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_SHA2_H
#define BL_BASE_WASI_SHA2_H

#include "base/wasi/digest.h"

#define SHA256_DIGEST_LENGTH 32
#define SHA2_CTX struct bl_digest
#define SHA256Init bl_sha256_init
#define SHA256Update bl_digest_update
#define SHA256Final bl_digest_final

#endif
