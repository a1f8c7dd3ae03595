/* ir/summary_record.h - codes of the records in summary blocks, and where they have names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_SUMMARY_RECORD_H
#define BL_IR_SUMMARY_RECORD_H

#include "bitleap_function.h"

/* The names of a record, one by one. To begin, set all except `at` to the record's. */
struct bl_summary_names {
    const uint64_t *ops;
    uint32_t n_ops, code;
    uint32_t at; /* next operand; 0: none has been passed */
};

/* Offset and size of the next name in the STRTAB are operands *AT and *AT + 1. Resolutions of
 * virtual calls that lead to no single function are passed over. False: there are no more. */
bool bl_summary_names_next(struct bl_summary_names *names, uint32_t *at);

#endif
