/* ir/summary_record.c - where the records of summaries have names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * TYPE_ID is [name's offset, its size, 6 of the type test, resolution…], a resolution of virtual
 * calls is [id, kind, name's offset, its size, n, n × [n_args, arg…, kind, info, byte, bit]].
 */
#include "ir/summary_record.h"

enum {
    NAME_OPS = 2,
    TYPE_TEST_OPS = 6,
    BEFORE_NAME = 2, /* operands of a resolution */
    BY_ARGS_OPS = 5, /* of what is said of some arguments, without them */
};

/* Go on by N operands, or to the end of the record. */
static void skip(struct bl_summary_names *names, uint64_t n)
{
    uint32_t n_left = names->n_ops - names->at;
    names->at += n < n_left ? (uint32_t)n : n_left;
}

/* The operand that is next, 0 at the end. */
static uint64_t peek(const struct bl_summary_names *names)
{
    return names->at < names->n_ops ? names->ops[names->at] : 0;
}

/* From after the name of a resolution to the next one. */
static void skip_arguments(struct bl_summary_names *names)
{
    uint64_t n = peek(names);
    skip(names, 1);
    for (; n > 0 && names->at < names->n_ops; n--) {
        skip(names, peek(names));
        skip(names, BY_ARGS_OPS);
    }
}

static bool read_summary_name(struct bl_summary_names *names, uint32_t *at)
{
    *at = names->at;
    skip(names, NAME_OPS);
    return names->at - *at == NAME_OPS;
}

/* The function of the next resolution that has one. */
static bool read_function(struct bl_summary_names *names, uint32_t *at)
{
    do {
        skip(names, BEFORE_NAME);
        if (!read_summary_name(names, at))
            return false;
        skip_arguments(names);
    } while (names->ops[*at + 1] == 0);
    return true;
}

bool bl_summary_names_next(struct bl_summary_names *names, uint32_t *at)
{
    bool is_first = names->at == 0;
    switch (names->code) {
    case BL_CODE_SUMMARY_CFI_FUNCTION_DEFS:
    case BL_CODE_SUMMARY_CFI_FUNCTION_DECLS: return read_summary_name(names, at);
    case BL_CODE_SUMMARY_TYPE_ID_METADATA: return is_first && read_summary_name(names, at);
    case BL_CODE_SUMMARY_TYPE_ID:
        if (!is_first)
            return read_function(names, at);
        if (!read_summary_name(names, at))
            return false;
        skip(names, TYPE_TEST_OPS);
        return true;
    default: return false;
    }
}
