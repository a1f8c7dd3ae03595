/* catalog/chunk.h - the kinds of chunks, and what can be wrong with one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CATALOG_CHUNK_H
#define BL_CATALOG_CHUNK_H

#include "base/load.h"
#include "catalog/catalog.h"

/* Four characters. Static. */
const char *bl_blx_name(enum bl_blx_chunk chunk);

uint32_t bl_blx_record_bytes(enum bl_blx_chunk chunk);

/* The bytes that CHUNK has at most. */
uint64_t bl_blx_most_bytes(enum bl_blx_chunk chunk);

/* How many chunks there are in a catalog of PARTS. */
uint32_t bl_blx_n_chunks(unsigned parts);

/* How many pages SIZE bytes of a chunk take. */
uint64_t bl_blx_n_pages(uint64_t size);

/* The sum of page PAGE of CHUNK. */
uint64_t bl_blx_sum_page(const struct bl_chunk *chunk, uint64_t page);

/* OFFSET, or the next place behind it where a chunk may begin. */
uint64_t bl_blx_align(uint64_t offset);

/* FANO has 2^bits + 1 entries, or none where there are no symbols. */
bool bl_blx_is_fanout(uint64_t n_entries, uint64_t n_symbols);

/* The header's sum: of HEAD, the header and behind it the table of N_CHUNKS chunks. */
uint64_t bl_blx_sum_head(const uint8_t *head, uint32_t n_chunks);

/* Whether the name of SYMBOL is in NAME. */
static inline bool bl_blx_is_in_names(const struct bl_blx_symbol *symbol)
{
    return bl_load_le64(symbol->place) >> (BL_BLX_OFFSET_BITS + BL_BLX_IN_NAMES_AT) & 1;
}

enum bl_blx_fault {
    BL_BLX_BAD_NAME,
    BL_BLX_BAD_RECORD_BYTES,
    BL_BLX_BAD_OFFSET,
    BL_BLX_BAD_SIZE,
    BL_BLX_BAD_SUMS,
    BL_BLX_BAD_PAGE,
    BL_BLX_BAD_PADDING,
    BL_BLX_BAD_COUNT,
    BL_BLX_OUTSIDE,
    BL_BLX_BAD_NUMBER,
    BL_BLX_BAD_VALUE,
    BL_BLX_BAD_PATH,
    BL_BLX_BAD_ORDER,
    BL_BLX_BAD_HASH,
    BL_BLX_CONTRADICTS,
    BL_BLX_N_FAULTS
};

/* "chunk SYMS: …". Static. */
const char *bl_blx_fault_text(enum bl_blx_chunk chunk, enum bl_blx_fault fault);

/* BL_E_CONTAINER: what is at OFFSET of CHUNK has this fault. */
int bl_catalog_damage(const struct bl_catalog *catalog, enum bl_blx_chunk chunk, uint64_t offset,
                      enum bl_blx_fault fault, struct bl_error *err);

/* The same of record NUMBER. */
int bl_catalog_bad_record(const struct bl_catalog *catalog, enum bl_blx_chunk chunk,
                          uint32_t number, enum bl_blx_fault fault, struct bl_error *err);

/* What is AT in CHUNK, behind its length in 32 bits. */
int bl_catalog_sized_text(const struct bl_catalog *catalog, enum bl_blx_chunk chunk, uint64_t at,
                          struct bl_view *text, struct bl_error *err);

#endif
