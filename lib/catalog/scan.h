/* catalog/scan.h - where the streams of one file are
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
#include "catalog/input_files.h"
#include "catalog/record_buffer.h"

struct bl_scanned_source {
    struct bl_input_file file;
    struct bl_hash hash;
    uint32_t n_streams;
};

struct bl_scanned_stream {
    uint32_t source;
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
    struct bl_scanned_stream *streams; /* by source */
    uint32_t n_streams, cap_streams;
    uint32_t *empty; /* members in which there is no stream: numbers of sources */
    uint32_t n_empty, cap_empty;
    struct bl_record_buffer problems; /* PROB and STRS; numbers of sources are the scan's */
};

/* Open FILE with FLAGS and find its streams; of a directory, there is nothing to be opened. What is
 * wrong with it is a problem. BL_E_NOMEM, BL_E_LIMIT. */
int bl_scan_file(struct bl_scan *scan, const struct bl_input_file *file, unsigned flags);

void bl_scan_release(struct bl_scan *scan);

/* The sources as records of RECORDS, which is empty. Streams, problems and hashes are not told. */
void bl_scan_put_sources(const struct bl_scan *scan, const struct bl_inputs *inputs,
                         struct bl_record_buffer *records);

/* BYTES of source NUMBER, as it was examined: of the planned file, or of *MEMBER, which is opened
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
