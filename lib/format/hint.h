/* format/hint.h - what a file is that holds no bitstream, and what to do about it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_FORMAT_HINT_H
#define BL_FORMAT_HINT_H

#include "bitleap_base.h"

/* For BYTES that are none of the formats here and begin with no magic of a known stream: one
 * phrase, "zstd data: decompress it first"; NULL where nothing is known. Static. A guess from the
 * first bytes, to be reported with the failure: it must not prevent a caller from reading a stream.
 */
const char *bl_format_hint(struct bl_view bytes);

/* What BYTES are packed with, "gzip"; NULL: they are not, as far as is known. Static. */
const char *bl_format_packed(struct bl_view bytes);

#endif
