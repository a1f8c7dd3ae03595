/* numbers/node_operands.h - which operands of metadata nodes refer to others, in LLVM's order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_NODE_OPERANDS_H
#define BL_NUMBERS_NODE_OPERANDS_H

#include "bitleap_module.h"
#include "bitleap_types.h"

enum {
    BL_MAX_NODE_OPERANDS = 16
};

/* The operands of a record that refer to other nodes, in the order in which LLVM keeps them; then
 * all from FIRST_OF_REST on, by bl_node_of_rest(). Each of the former is a number plus 1, 0 for
 * none, unless IS_PLAIN. */
struct bl_node_operands {
    uint8_t operands[BL_MAX_NODE_OPERANDS];
    bool is_plain[BL_MAX_NODE_OPERANDS];
    uint32_t n;
    uint32_t first_of_rest; /* UINT32_MAX: none */
};

struct bl_node_operands bl_node_operands(const struct bl_record *rec);
/* The node that operand I of REC, one of the rest, refers to; BL_NONE or more: to none. TYPES are
 * the module's. */
uint64_t bl_node_of_rest(const struct bl_types *types, const struct bl_record *rec, uint32_t i);
/* Whether operand I of REC, one of the rest, is a value, which has no node of its own. */
bool bl_is_value_in_node(const struct bl_types *types, const struct bl_record *rec, uint32_t i);

#endif
