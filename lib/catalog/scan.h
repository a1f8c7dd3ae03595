/* catalog/scan.h - files that are to be indexed, and where the streams of each are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Made before anything in the streams is looked at, so that they can be shared out to threads.
 * The first source of a scan is the file itself, the others are files that a thin archive
 * names, in that order.
 */
#ifndef BL_CATALOG_SCAN_H
#define BL_CATALOG_SCAN_H

#include "base/arena.h"
#include "base/map.h"
#include "catalog/record_buffer.h"

struct bl_input_file {
    const char *path;         /* as it is reported */
    const char *place;        /* to be opened: ends with path */
    enum bl_source_kind kind; /* no member */
    bool is_named;            /* it is an input itself */
    bool may_be_any;          /* pipe or device, too: the caller has named it */
    bool is_mappable;         /* a regular file */
    bool is_symlink;          /* below a directory */
    uint32_t thin;            /* number among the inputs that are thin archives, from 1 on; 0 */
    bool names_others;        /* such, and other inputs are, or have, some of what it names */
    uint64_t device, inode;   /* of a regular file */
    uint64_t size;
    int64_t mtime;        /* of a directory below 0: it has links that lead to no file */
    int failed;           /* errno: it cannot be examined, or read as a directory; 0 */
    struct bl_hash names; /* of a directory: bl_input_names(); of a link: inode, device */
};

struct bl_inputs {
    struct bl_arena arena;
    const char **named; /* the inputs, sorted, without repetition */
    uint32_t n_named, cap_named;
    struct bl_input_file *files; /* sorted by path, no path twice */
    uint32_t n_files, cap_files;
    uint64_t n_bytes;     /* of files */
    const char *folder;   /* absolute directory that relative paths start from */
    bool is_elsewhere;    /* that is not the current one */
    bool are_old;         /* the inputs: an index file names them, and nobody else now */
    struct bl_map owners; /* of files: 0, or the number of the first thin archive that names it */
};

/* The N PATHS and all below them. Of files only those that fall to the shard in OPTIONS, if there
 * is one; directories always. INPUTS is zero except for `are_old`, and to be released after a
 * failure, too. BL_E_NOMEM, BL_E_LIMIT, BL_E_SYSTEM. */
int bl_inputs_find(struct bl_inputs *inputs, const char *const *paths, size_t n,
                   const struct bl_catalog_options *options, struct bl_error *err);

void bl_inputs_release(struct bl_inputs *inputs);

/* What PATH is relative to; empty: nothing. */
struct bl_view bl_inputs_base(const struct bl_inputs *inputs, const char *path);

/* Stands for the names of those entries of the directory at PLACE that are to be indexed, in
 * whatever order. False: errno says why. */
bool bl_input_names(const char *place, struct bl_hash *names);

/* Size and time of the file at PLACE, reported as PATH. False: errno says why. */
bool bl_input_examine(const char *path, const char *place, struct bl_input_file *file);

/* ---- One of them ---- */

struct bl_scanned_source {
    struct bl_input_file file;
    struct bl_hash hash;
    uint32_t n_streams;
};

/* A stream, or a member of a thin archive in which there is none. */
struct bl_scan_piece {
    uint32_t source;
    bool is_empty; /* no stream: of STREAM, only the size of its bytes is known */
    struct bl_view path;
    struct bl_stream stream; /* of a member's file: its bytes begin nowhere */
};

/* Zero-initialise. */
struct bl_scan {
    struct bl_file *file; /* of the first source; NULL: it could not be opened, or is a directory */
    unsigned open_flags;  /* bl_open_flags */
    struct bl_arena arena;
    struct bl_scanned_source *sources;
    uint32_t n_sources, cap_sources;
    struct bl_scan_piece *pieces; /* streams by source; after them empty members, to be hashed */
    uint32_t n_pieces, cap_pieces;
    bool hashes;
    bool is_packed;     /* the file, or something in it */
    uint64_t n_packed;  /* files and parts that nobody has looked into */
    const char *packed; /* what the first of them is packed with */
    bool names_others;  /* it is a thin archive, and some of what it names is elsewhere */
    const struct bl_inputs *inputs;   /* those that the file is one of */
    struct bl_record_buffer problems; /* PROB and STRS; numbers of sources are the scan's */
};

/* Open FILE with FLAGS and find its streams; of a directory, there is nothing to be opened. What
 * is wrong with it is a problem. HASHES: everything is going to be hashed, so empty members are
 * pieces, too, and what differs from a hash that its container has is a problem. BL_E_NOMEM,
 * BL_E_LIMIT. */
int bl_scan_file(struct bl_scan *scan, const struct bl_input_file *file,
                 const struct bl_inputs *inputs, unsigned flags, bool hashes);

void bl_scan_release(struct bl_scan *scan);

/* The sources as records of RECORDS, which is empty. Streams, problems and hashes are missing. */
void bl_scan_put_sources(const struct bl_scan *scan, const struct bl_inputs *inputs,
                         struct bl_record_buffer *records);

/* BYTES of source NUMBER, as it was examined: of the scanned file, or of *MEMBER, which is opened
 * then, and to be closed by the caller, in failure, too. */
int bl_scan_open_source(const struct bl_scan *scan, uint32_t number, struct bl_file **member,
                        struct bl_view *bytes, struct bl_error *err);

/* The hash of source NUMBER, whose streams are N records from STREAMS on, and whose bytes are
 * BYTES. BL_E_NOMEM. */
int bl_scan_hash_source(struct bl_scan *scan, uint32_t number, struct bl_view bytes,
                        const struct bl_blx_stream *streams, uint32_t n);

/* The hash of source NUMBER, which is empty, if it can be read. BL_E_NOMEM. */
int bl_scan_hash_empty(struct bl_scan *scan, uint32_t number);

#endif
