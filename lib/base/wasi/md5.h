/* md5.h - MD5 under the names of libmd
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_MD5_H
#define BL_BASE_WASI_MD5_H

#include "base/wasi/digest.h"

#define MD5_DIGEST_LENGTH 16
#define MD5_CTX struct bl_digest
#define MD5Init bl_md5_init
#define MD5Update bl_digest_update
#define MD5Final bl_digest_final

#endif
