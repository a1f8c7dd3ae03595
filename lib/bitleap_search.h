/* bitleap_search.h - every stream in a file, whatever containers it is in
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_SEARCH_H
#define BITLEAP_SEARCH_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* ---- Search ----
 *
 * Finds every stream in a file: alone, several in a row, in sections of ELF, COFF and Mach-O
 * objects and images and of WebAssembly modules, in DXBC containers and PDB files, in Metal
 * libraries, in slices of universal files, in device images of offload binaries, offload bundles
 * and CUDA fat binaries, in rows of Parquet files, in members of tar archives and of ar archives,
 * including thin ones, and in any nesting of these.
 *
 * A nested path leads from the file to a stream. Its parts follow the file's name without spaces:
 *
 *   (NAME) or (NAME#N)   a member of an archive; N counts members of equal names, from 2
 *   :NAME or :NAME#N     a slice of a universal file, or a device image, by architecture
 *   !NAME or !NAME#N     a section: !.llvmbc, !__LLVM,__bitcode; or a Metal library's function
 *   !NAME[N]             the value of a column in row N of a Parquet file, from 1
 *   [N]                  the N-th of several streams in the same place, from 1
 *
 * as in lib.a(core.o#2)!.llvmbc[3]. A NAME that is empty or contains a byte up to the space,
 * 7F or above, or one of ( ) [ ] ! # : " \ is in double quotes, with \" and \\ and, for control
 * characters and bytes 80 to 9F outside of valid UTF-8, \xHH.
 */
struct bl_search;

/* What bl_search_next() found: a stream, or a part that is bad. */
struct bl_found {
    /* From the file to the stream, or to the part that could not be read; "" for the file itself.
     * Borrowed until the next call. */
    const char *path;
    /* What was opened, or could not be, for the member of a thin archive that this is in. NULL: it
     * is in the file itself. Borrowed until the next call. */
    const char *member_file;
    /* Borrowed from the bytes that are searched; in the file of a member of a thin archive until
     * the next call, but that file can be opened for itself. */
    struct bl_stream stream;
    struct bl_view whole;  /* the stream with its wrapper and padding; borrowed */
    const char *container; /* the innermost one that it is in, "ELF file"; NULL: none. Static */
    /* Arguments of the compiler, each ended by a NUL; empty: not known. */
    struct bl_view command_line;
    bool command_line_unclear; /* there are command lines, of several streams, in one piece */
    BL_SLACK(4)
};

/* Bytes of PATH that are the path of a file: all of it, or the longest beginning that is a file's
 * and is followed by a nested path. "-", standard input, counts as a file. All of it where nothing
 * fits: then opening it fails. */
BL_API size_t bl_path_split(const char *path);

/* What a part of a nested path begins with. */
#define BL_PATH_PARTS "(!:["

/* Whether NESTED, a nested path, is WANTED or leads to something inside of it. */
BL_API bool bl_path_is_inside(struct bl_view nested, const char *wanted);

/* Whether BYTES begin as an ar archive does, of any kind. */
BL_API bool bl_is_archive(struct bl_view bytes);

/* The symbol table of an archive, as archivers write it for linkers: of GNU, BSD, Darwin and COFF.
 * A plain struct, which borrows the archive's bytes; nothing is to be released. All fields are
 * private. */
struct bl_archive_map {
    struct bl_view archive, names, table, strings;
    uint64_t n, i, bytes_left;
    int kind;
    BL_SLACK(4)
};

/* Start before the first symbol. An archive without a table has none. Errors: BL_E_CONTAINER (no
 * archive, or what is before its first member, or the table, cannot be read). */
BL_API int bl_archive_map_open(struct bl_archive_map *map, struct bl_view archive,
                               struct bl_error *err);

/* The next SYMBOL, and the name of the MEMBER that has it, both borrowed from the archive. 1 item,
 * 0 end, BL_E_CONTAINER: the entry leads nowhere; the next call continues after it. BL_E_LIMIT:
 * more bytes of names than the archive's size allows. */
BL_API int bl_archive_map_next(struct bl_archive_map *map, struct bl_view *symbol,
                               struct bl_view *member, struct bl_error *err);

/* The members of an archive, with bitcode or without. Opaque. */
struct bl_archive;

/* A member of an archive. Later versions may append fields. */
struct bl_archive_member {
    struct bl_view name;    /* of a thin archive: a path that is relative to the archive's */
    struct bl_view bytes;   /* borrowed from those of the archive; empty: they are in a file */
    uint64_t offset;        /* of bytes in the archive */
    uint64_t header_offset; /* of the member's header */
    uint64_t size;          /* as the header says, also of a member that is in a file */
    bool is_file;           /* of a thin archive */
};

/* The archive in BYTES, which are borrowed until bl_archive_close(). Errors: BL_E_NOMEM,
 * BL_E_CONTAINER (no archive, or one of AIX). */
BL_API int bl_archive_open(struct bl_archive **archive, struct bl_view bytes, struct bl_error *err);
/* Close ARCHIVE. NULL is ignored. */
BL_API void bl_archive_close(struct bl_archive *archive);

/* The next member: 1, 0 the end, negative: its header is wrong, and the next call goes on after it.
 * *MEMBER is borrowed until the next call. */
BL_API int bl_archive_next(struct bl_archive *archive, const struct bl_archive_member **member,
                           struct bl_error *err);

/* If FILE is packed (gzip, bzip2, xz, zstd, lz4, lzip; zip, 7z, cpio, rpm, xar, rar, iso), or is an
 * archive with such in it, as Debian's packages are, let its bytes be those that are packed: what
 * bl_file_view() returned before is gone. Data is what was compressed; of archives there is a tar
 * archive with the same names, so that paths lead through them as through others. Compressed
 * offload bundles, and sections of ELF objects but debug information, are decompressed where they
 * are. libarchive, zlib and libzstd do it, which are loaded now; without them nothing happens. 1:
 * done, or 0: there is nothing to be done. Errors, after which FILE is as before: BL_E_CONTAINER
 * (it is damaged, or encrypted; what is so inside stays as it is), BL_E_LIMIT (bitleap_limits.h),
 * BL_E_NOMEM. */
BL_API int bl_file_unpack(struct bl_file *file, struct bl_error *err);

/* Search BYTES, the contents of the file at FILE_PATH; both are borrowed until bl_search_close().
 * Where they are a thin archive, files that they name are opened, wherever these are. FILE_PATH
 * NULL: the bytes are no file's; members of thin archives are BL_E_CONTAINER then, and are not
 * opened. Errors: BL_E_NOMEM, BL_E_CONTAINER (the outermost container cannot be opened). */
BL_API int bl_search_open(struct bl_search **search, struct bl_view bytes, const char *file_path,
                          struct bl_error *err);

/* Close SEARCH. NULL is ignored. */
BL_API void bl_search_close(struct bl_search *search);

/* Call it before the first bl_search_next(): find only streams at NESTED, a path that is spelled as
 * above, or inside of it; "": the whole file. Borrowed until bl_search_close(). */
BL_API void bl_search_within(struct bl_search *search, const char *nested);

/* How to open the files that a thin archive names: bl_open_flags; 0 until this is called. */
BL_API void bl_search_open_members(struct bl_search *search, unsigned open_flags);

/* bl_file_check() for the file that contains the last stream found, if that is the file of a member
 * of a thin archive; otherwise 0. */
BL_API int bl_search_check(const struct bl_search *search, struct bl_error *err);

/* 1 a stream, 0 the end, negative: a part is bad, and found->path leads to it. The next call
 * continues after it, except that BL_E_NOMEM and too many bytes of paths end the search. A file
 * that a thin archive names is opened if it is a regular file that is not empty, and read to its
 * size at that time; members of archives in it are found, too (as "(LIB.a)(NAME)"), but no thin
 * archive in it. A stream in it is borrowed until the next call only. Positions in ERR, and
 * stream.file_offset, count from the start of the file; those in a member of a thin archive from
 * the start of the member's file. */
BL_API int bl_search_next(struct bl_search *search, struct bl_found *found, struct bl_error *err);

/* Fact NUMBER, from 0, of those that containers have of the stream found last: of the innermost one
 * first. 1, or 0: there are no more. Borrowed until bl_search_next(). */
BL_API int bl_search_fact(struct bl_search *search, uint32_t number, struct bl_fact *fact);

/* An image for a device, in an offload binary, an offload bundle or a CUDA fat binary, that is
 * neither a stream nor a container of images: machine code, PTX, what is compressed. Borrowed
 * during the call. */
struct bl_image {
    const char *path; /* nested */
    struct bl_view bytes;
    uint64_t file_offset;  /* of bytes, in the file or in the file of a thin archive's member */
    const char *container; /* "CUDA fat binary". Static */
    BL_SLACK(4)
};

/* Receives an image. */
typedef void bl_image_fn(void *context, const struct bl_image *image);

/* Call it before the first bl_search_next(), which calls IMAGE for each of them in passing. There
 * bl_search_fact() returns facts of that image. */
BL_API void bl_search_report_images(struct bl_search *search, bl_image_fn *image, void *context);

/* After the end: whether the path of bl_search_within() exists, with bitcode or without. Sections
 * are known only if they are of a kind that holds bitcode. */
BL_API bool bl_search_met(const struct bl_search *search);

/* After the end, when nothing was found: what the file, or the part at the path, is instead, and
 * how to proceed. NULL otherwise, or if unknown. Static. */
BL_API const char *bl_search_hint(const struct bl_search *search);

/* How many packed files there were so far, the file itself or inside of it (gzip, zip, xz, …), and
 * compressed parts of objects (zlib, zstd): nobody has looked into them. *WITH is what the first of
 * them is packed with, "xz": static; NULL where there are none. */
BL_API uint64_t bl_search_packed(const struct bl_search *search, const char **with);

/* The shared library that bl_file_unpack() would need to open what is packed WITH ("xz"), and that
 * is not there: "libarchive.so.13". NULL: it is. Static. */
BL_API const char *bl_packed_library(const char *with);

/* After the end: BL_E_UNSUPPORTED: something was packed, which nobody has looked into; or IR begins
 * at the bit that ERR has, where no part does. When nothing was found, BL_E_CONTAINER without a
 * position, and why, as bl_search_hint(), or BL_E_ARGUMENT: the path does not exist. Parts are
 * known by their beginnings; so where none has a stream this looks at all of their bytes, which
 * takes as long as reading the file. */
BL_API int bl_search_explain(const struct bl_search *search, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_SEARCH_H */
