/* format/coff_object.h - bitcode in sections of COFF objects and PE images
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Objects of all machines, also with the large header of /bigobj, and PE executables and DLLs
 * (Microsoft, "PE Format"). Parts are the sections named .llvmbc, .llvm.lto, .llvmcmd,
 * .llvm.offloading and clangast, in the order of their headers. Names are static. A section without
 * bytes in the file is a part with no bytes, at offset 0. The functions are those of format/part.h.
 */
#ifndef BL_FORMAT_COFF_OBJECT_H
#define BL_FORMAT_COFF_OBJECT_H

#include "format/part.h"

struct bl_coff {
    struct bl_view bytes;   /* borrowed */
    struct bl_view strings; /* the string table, its length field included; empty where it is bad */
    uint64_t header;        /* byte offset of the COFF header */
    uint64_t table;         /* of the section headers, all inside BYTES */
    uint32_t n_sections;
    uint32_t at; /* next section */
    bool is_image;
};

/* A plain object has no magic: its first two bytes must be a known machine, and the header must fit
 * the bytes, the symbol and string tables included. An object that was cut off
 * is not recognised. */
bool bl_coff_probe(struct bl_view bytes);

/* Does not ask for more of a plain object than that its section headers are there. Errors:
 * BL_E_CONTAINER. */
int bl_coff_open(struct bl_coff *it, struct bl_view bytes, struct bl_error *err);

/* Errors, for one section: BL_E_CONTAINER. */
int bl_coff_next(struct bl_coff *it, struct bl_part *part, struct bl_error *err);

#endif
