/* format/msf.h - streams of PDB files, in which debug information of Microsoft's is kept
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compilers of DirectX shaders write the module with debug information into such a file, as a DXBC
 * container in stream 5. Parts are the streams that begin as something that is known, by number:
 * "5". A stream whose blocks are not in a row is none that can be handed out: BL_E_UNSUPPORTED.
 * Names belong to the iterator, and stay until the next call with it.
 */
#ifndef BL_FORMAT_MSF_H
#define BL_FORMAT_MSF_H

#include "format/part.h"

/* Private except for its size. */
struct bl_msf {
    struct bl_view bytes;
    uint32_t block_bytes;
    uint32_t map_block; /* of the numbers of the directory's blocks */
    uint32_t n_words;   /* of the directory */
    uint32_t n_streams;
    uint32_t next; /* number of the next one */
    uint32_t at;   /* word of the directory that has its first block */
    char name[sizeof "4294967295"];
};

/* part.h has the contract. Failures are BL_E_CONTAINER, or BL_E_UNSUPPORTED as said above. */
bool bl_msf_probe(struct bl_view bytes);
int bl_msf_open(struct bl_msf *it, struct bl_view bytes, struct bl_error *err);
int bl_msf_next(struct bl_msf *it, struct bl_part *part, struct bl_error *err);

#endif
