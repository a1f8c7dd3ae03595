/* cmd/base/tar_stream.h - files in a row, as tar has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As POSIX's ustar, with GNU's records for names of more than 100 bytes. All files have the same
 * mode, and are of 1970, so that the same files give the same bytes.
 */
#ifndef CMD_BASE_TAR_STREAM_H
#define CMD_BASE_TAR_STREAM_H

#include "base/out.h"

/* A file with NAME, which has no '/', and BYTES. */
void tar_put(struct out *o, const char *name, struct bl_view bytes);
/* No more files. */
void tar_end(struct out *o);

#endif
