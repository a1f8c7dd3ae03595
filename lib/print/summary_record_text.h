/* print/summary_record_text.h - records of summaries as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM reads all records and then prints lines by GUID. Here each record becomes text as it is
 * read, and the texts are put in order at the end: parts of lines, chained by what they belong to.
 * What precedes the summary that it belongs to waits as text, too.
 */
#ifndef BL_PRINT_SUMMARY_RECORD_TEXT_H
#define BL_PRINT_SUMMARY_RECORD_TEXT_H

#include "base/map.h"
#include "bitleap_symbols.h"
#include "numbers/summary_slots.h"
#include "print/printer.h"

/* What belongs to the next function. */
enum bl_summary_waiting {
    BL_WAIT_TYPE_TESTS,
    BL_WAIT_ASSUME_VCALLS,
    BL_WAIT_CHECKED_VCALLS,
    BL_WAIT_ASSUME_CONST_VCALLS,
    BL_WAIT_CHECKED_CONST_VCALLS,
    BL_WAIT_ALLOCS,
    BL_WAIT_CALLSITES,
    BL_WAIT_PARAMS,
    BL_N_WAITING,
    BL_N_WAITING_TYPES = BL_WAIT_ALLOCS, /* in typeIdInfo */
};

struct bl_summary_part {
    size_t begin, size; /* in parts_text */
    uint32_t next;      /* of the same line; BL_NONE: none */
};

struct bl_summary_numbers {
    uint64_t *items;
    uint32_t n, cap;
};

struct bl_summary_writer {
    struct bl_printer *p;
    struct bl_summary_slots slots;
    struct bl_summaries *summaries;
    struct bl_summaries_info info;
    struct bl_text parts_text;
    struct bl_summary_part *parts;
    uint32_t n_parts, cap_parts;
    struct bl_text waiting[BL_N_WAITING];
    struct bl_summary_numbers stack_ids, radix_tree;
    struct bl_map has_summary; /* value and module */
    uint64_t bad_pos;          /* the first record that refers to what is not there */
    bool is_bad, has_lacked;
    bool is_partial; /* the block ends in damage */
};

/* Record S, which is a summary of what is in module ^PATH, as "function: (module: ^0, …)". */
void bl_put_summary_record(struct bl_summary_writer *w, struct bl_text *t,
                           const struct bl_summary *s, uint32_t path);
/* TYPE_ID and TYPE_ID_METADATA: what is between "summary: (" and ")". */
void bl_put_type_id_record(struct bl_summary_writer *w, struct bl_text *t,
                           const struct bl_summary *s);
/* Others, which may have to wait. */
void bl_keep_summary_record(struct bl_summary_writer *w, const struct bl_summary *s);

/* The number in slots.values of VALUE, as the block numbers them; BL_NONE: there is none. */
uint32_t bl_summary_item_of(const struct bl_summary_writer *w, uint64_t value);
/* What bl_summary_writer.has_summary holds. */
static inline uint64_t bl_summary_key(uint32_t item, uint32_t path)
{
    return (uint64_t)item << 32 | path;
}

#endif
