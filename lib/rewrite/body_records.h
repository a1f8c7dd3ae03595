/* rewrite/body_records.h - all records of a body, with the number that the next value has at each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_REWRITE_BODY_RECORDS_H
#define BL_REWRITE_BODY_RECORDS_H

#include "ir/operand_roles.h"

/* Where bodies are read. */
struct bl_body_source {
    struct bl_module *module;
    struct bl_index *index;
    struct bl_function *function; /* of the module */
    const struct bl_types *types;
    uint32_t version; /* of the module */
};

/* A record of a body, or of a block in it, with what is known around it. */
typedef int bl_body_record_fn(void *context, const struct bl_record *rec,
                              const struct bl_around *around);

/* Give all records of the body of function VALUE to EACH, in their order. Errors: those of EACH and
 * of reading; BL_E_MISMATCH: values cannot be counted, or a block is not known. */
int bl_body_records(const struct bl_body_source *source, uint32_t value, bl_body_record_fn *each,
                    void *context, struct bl_error *err);

#endif
