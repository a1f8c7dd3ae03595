/* ir/metadata_strings.h - the strings of a METADATA_STRINGS record
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_METADATA_STRINGS_H
#define BL_IR_METADATA_STRINGS_H

#include "bitleap_metadata.h"

/* The strings of a METADATA_STRINGS record, [how many, where the characters begin] and a blob,
 * which has the lengths as VBRs of 6 bits, and the characters. Where strings end is found as far as
 * they have been asked for. */
struct bl_strings {
    struct bl_view lengths, text;
    uint32_t n;
    uint32_t *ends; /* bytes in the characters */
    uint32_t n_ends, cap_ends;
    uint64_t length_pos; /* bit in the blob, of the next length */
};

/* False: there are more strings than lengths, or no blob; then those that have room are kept. */
bool bl_strings_init(struct bl_strings *strings, const struct bl_record *rec);
/* String I < n. BL_E_NOMEM, BL_E_MALFORMED (it is not within the blob). */
int bl_strings_get(struct bl_strings *strings, uint32_t i, struct bl_view *text);
/* What is wrong where one is not within the blob, which is at *BIT_POS of the stream's BYTES. */
const char *bl_strings_fault(const struct bl_strings *strings, struct bl_view bytes,
                             uint64_t *bit_pos);
void bl_strings_release(struct bl_strings *strings);

#endif
