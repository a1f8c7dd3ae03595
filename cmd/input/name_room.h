/* cmd/name_room.h - how many bytes of names are gone through
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All symbols of an index file that was made to waste time can have one name of megabytes. Where a
 * catalog is built, names are in proportion to streams (bitleap_ir.h tells the limits); so who goes
 * through the names of all symbols stops where they are not. What the catalog says of sizes is not
 * taken on trust: names have room by the number of symbols, which are there, and where that is not
 * enough by the bytes of streams, which are looked at.
 */
#ifndef CMD_NAME_ROOM_H
#define CMD_NAME_ROOM_H

#include "bitleap.h"

struct name_room {
    const struct bl_catalog *catalog;
    uint64_t left, taken; /* bytes */
    uint32_t stream;      /* the first one that is not counted */
    uint32_t source;      /* of the one in front of it; BL_NONE: none was counted */
    uint64_t source_left; /* bytes of it that are not counted */
};

/* Room for names of symbols from STREAM on. */
struct name_room name_room_from(const struct bl_catalog *catalog, uint32_t stream);

/* Take SIZE bytes, of names in STREAM: streams come in order. BL_E_LIMIT. */
int name_room_take(struct name_room *room, uint32_t stream, uint64_t size, struct bl_error *err);

#endif
