/* format/part.h - what containers hold: archive members, sections of objects, slices
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each format has a header of its own with the same three functions:
 *
 *   bool bl_<format>_probe(bytes)          whether the first bytes are this format's
 *   int bl_<format>_open(it, bytes, err)   read the header; negative: not readable at all
 *   int bl_<format>_next(it, part, err)    1 a part, 0 the end, negative: this part is bad (PART
 *                                          holds what is known); the next call continues after it
 *
 * A format that says more of its parts has one more, and those that have not return none:
 *
 *   int bl_<format>_fact(it, n, fact)      1 fact number N of the last part, 0 it has no more
 *
 * The iterator is a plain struct of the caller's, and only ELF's and Parquet's have to be
 * closed. Everything returned is a view into BYTES, which may begin at any address, may end at
 * an unmapped page, and may be hostile: no field is believed before it has been checked against
 * the bytes there are, and no input makes an iterator run without end. Positions in errors are
 * bits from the first byte of BYTES.
 */
#ifndef BL_FORMAT_PART_H
#define BL_FORMAT_PART_H

#include "base/status.h"

enum bl_part_kind {
    BL_PART_MEMBER = 1,  /* of an archive: may be anything, containers too */
    BL_PART_THIN_MEMBER, /* its bytes are in another file; the name is that file's path */
    BL_PART_BITCODE,     /* a section that holds one stream, or several with padding between */
    BL_PART_AST,         /* a section that holds serialized ASTs (__clangast, __swift_ast) */
    BL_PART_COMMANDS,    /* a section that holds command lines (.llvmcmd, __LLVM,__cmdline) */
    BL_PART_PATHS,       /* a section of wllvm or gllvm: paths of bitcode files, in lines */
    BL_PART_SLICE,       /* for one architecture: of a universal file, or an image for a device */
    BL_PART_ROW,         /* a value in a row of a table: may be anything */
    BL_PART_OFFLOAD,     /* a section to look into: images for devices, an archive */
};

/* As ELF has them (ch_type). */
enum bl_compression {
    BL_COMPRESSION_NONE = 0,
    BL_COMPRESSION_ZLIB = 1,
    BL_COMPRESSION_ZSTD = 2,
};

struct bl_part {
    enum bl_part_kind kind;
    /* As users write it: "core.o", ".llvmbc", "__LLVM,__bitcode", "arm64". Borrowed from the bytes
     * or static, except where the format's header says that it belongs to the iterator. */
    struct bl_view name;
    struct bl_view bytes;  /* borrowed; empty for a thin member */
    uint64_t offset;       /* of `bytes` in the container */
    uint64_t size;         /* as in the container; for a thin member the size of the file */
    uint64_t row;          /* of BL_PART_ROW, from 1; the name is the column's */
    bool is_compressed;    /* `bytes` are: nothing can be found in them */
    const char *packed;    /* static: what with, if a library could undo it; otherwise NULL */
    const char *hint;      /* static: what to say where nothing is found; NULL: nothing special */
    struct bl_view sha256; /* that `bytes` should have, 32 bytes, borrowed; without data: unknown */
};

enum {
    BL_PLACING_MOST = 64 /* bytes of a header */
};

/* Another header for the last part of a container, by which its bytes, not compressed, are
 * elsewhere in that. */
struct bl_placing {
    uint64_t at; /* of the header, in the container */
    size_t n;
    uint8_t header[BL_PLACING_MOST];
};

/* BL_E_CONTAINER because of the field at BYTE of the container. */
static inline int bl_part_fail(struct bl_error *err, const char *what, uint64_t byte)
{
    return bl_fail_at(err, BL_E_CONTAINER, what, byte * 8);
}

/* BL_E_UNSUPPORTED, likewise: another program may well read it. */
static inline int bl_part_pass(struct bl_error *err, const char *what, uint64_t byte)
{
    return bl_fail_at(err, BL_E_UNSUPPORTED, what, byte * 8);
}

#endif
