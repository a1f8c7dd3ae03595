/* support/archive.h - writing test archives, and what must hold for any archive
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_ARCHIVE_H
#define BL_SUPPORT_ARCHIVE_H

#include "bitleap.h"

enum {
    ARCHIVE_ROOM = 16384,
    ARCHIVE_MEMBERS = 32,
    ARCHIVE_HEADER = 60
};

/* Bytes in the making; all functions end the process where there is no room. */
struct archive {
    uint8_t bytes[ARCHIVE_ROOM];
    size_t size;
    /* Where headers begin, and where contents end, before a filling byte. */
    size_t headers[ARCHIVE_MEMBERS];
    size_t ends[ARCHIVE_MEMBERS];
    size_t n_members;
};

/* The magic: "!<arch>\n", "!<thin>\n". */
void archive_begin(struct archive *archive, const char *magic);

/* A header with these two fields, and the others as writers of reproducible archives set them. */
void archive_header(struct archive *archive, const char *name, const char *size);

/* Contents after the last header, and the byte that makes their size even. */
void archive_contents(struct archive *archive, const void *data, size_t size);

/* Both; the size is that of the contents. */
void archive_member(struct archive *archive, const char *name, const void *data, size_t size);

/* Borrowed from ARCHIVE until it is changed. */
struct bl_view archive_view(const struct archive *archive);

/* Read BYTES to their end, twice, and hold the answers against each other and the bytes:
 *
 *  - what is refused as a whole has a status and a cause;
 *  - views lie inside, `offset` is where they do, and offsets ascend;
 *  - what is reported whole has as many bytes as it says, in thin archives none;
 *  - a fault has a cause and a position inside;
 *  - names of symbols in its table, and of their members, lie inside;
 *  - there are as many steps as headers have room, and one; after the end there is nothing.
 *
 * NULL: all hold. Otherwise the one that does not. Static. */
const char *archive_check(struct bl_view bytes);

#endif
