/* format/hint.h - what a file is that holds no bitstream, and what to do about it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_FORMAT_HINT_H
#define BL_FORMAT_HINT_H

#include "bitleap_base.h"

/* Zero bytes before a stream: what is after more of them is not looked for. */
#define BL_MOST_ZEROS (UINT32_C(16) << 20)

/* For BYTES that are none of the formats here and begin with no magic of a known stream: one
 * phrase, "zstd data: decompress it first"; NULL where nothing is known. Static. A guess from the
 * first bytes, to be reported with the failure: it must not prevent a caller from reading a stream.
 */
const char *bl_format_hint(struct bl_view bytes);

/* What BYTES are packed with, "gzip"; NULL: they are not, as far as is known. Static. */
const char *bl_format_packed(struct bl_view bytes);

/* Those up to this number are of files. */
#define BL_PACKINGS_OF_FILES 14

/* A number for NAME, as that function or bl_part.packed has it, and its name; 0 and NULL: none. */
unsigned bl_packing_number(const char *name);
const char *bl_packing_name(unsigned number);

#endif
