/* sha1.h - SHA1 under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_SHA1_H
#define BL_BASE_WASI_SHA1_H

#include "base/wasi/digest.h"

#define SHA1_DIGEST_LENGTH 20
#define SHA1_CTX struct bl_digest
#define SHA1Init bl_sha1_init
#define SHA1Update bl_digest_update
#define SHA1Final bl_digest_final

#endif
