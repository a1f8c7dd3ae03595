/* stream/blockinfo.h - what BLOCKINFO blocks say: abbreviations and names, by block id
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each BLOCKINFO block is read once into an object that does not change any more. The modules of
 * one file mostly have the same BLOCKINFO, bit by bit: equal ones are read once and shared.
 */
#ifndef BL_STREAM_BLOCKINFO_H
#define BL_STREAM_BLOCKINFO_H

#include "base/map.h"
#include "bitleap_stream.h"

#include <pthread.h>

/* BLOCKINFO blocks of a stream that have been read, by their positions. Threads may
 * look while one adds. */
struct bl_blockinfo_places {
    pthread_mutex_t lock;
    struct bl_map by_pos; /* to infos */
    const struct bl_blockinfo **infos;
    uint32_t n, cap;
};

struct bl_blockinfo_store {
    struct bl_blockinfo **infos;
    uint32_t n, cap;
    struct bl_map by_hash;             /* of the body's bytes; to the first one with that hash */
    uint64_t bytes_left;               /* what all of them may still take */
    struct bl_blockinfo_places *known; /* what need not be read again; or NULL */
};

void bl_blockinfo_store_init(struct bl_blockinfo_store *store, const struct bl_stream *stream);
void bl_blockinfo_store_release(struct bl_blockinfo_store *store);

void bl_blockinfo_places_init(struct bl_blockinfo_places *places);
/* INFO is what the BLOCKINFO at BIT_POS says. BL_E_NOMEM leaves PLACES as they were. */
int bl_blockinfo_places_add(struct bl_blockinfo_places *places, uint64_t bit_pos,
                            const struct bl_blockinfo *info);
void bl_blockinfo_places_release(struct bl_blockinfo_places *places);

/* Read the BLOCKINFO block that PARENT has announced (PARENT stays before it), with INFO in force.
 * *OUT belongs to STORE. On failure PARENT has the failure noted. */
int bl_blockinfo_read(struct bl_blockinfo_store *store, struct bl_cursor *parent,
                      const struct bl_blockinfo *info, const struct bl_blockinfo **out);

/* The abbreviations for BLOCK_ID, or NULL. INFO may be NULL. */
const struct bl_abbrev_set *bl_blockinfo_abbrevs(const struct bl_blockinfo *info,
                                                 uint32_t block_id);

/* Names; data is NULL where there is none. INFO may be NULL. Borrowed from INFO. */
struct bl_view bl_blockinfo_block_name(const struct bl_blockinfo *info, uint32_t block_id);
struct bl_view bl_blockinfo_record_name(const struct bl_blockinfo *info, uint32_t block_id,
                                        uint32_t code);

#endif
