/* numbers/node_operands.h - which operands of metadata nodes refer to others, in LLVM's order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_NUMBERS_NODE_OPERANDS_H
#define BL_NUMBERS_NODE_OPERANDS_H

#include "bitleap_module.h"

enum {
    BL_MAX_NODE_OPERANDS = 16
};

/* The operands of a record that refer to other nodes, in the order in which LLVM keeps them; then
 * all from FIRST_OF_REST on. Each is a number plus 1, 0 for none, unless IS_PLAIN. */
struct bl_node_operands {
    uint8_t operands[BL_MAX_NODE_OPERANDS];
    bool is_plain[BL_MAX_NODE_OPERANDS];
    uint32_t n;
    uint32_t first_of_rest; /* UINT32_MAX: none */
};

struct bl_node_operands bl_node_operands(const struct bl_record *rec);

#endif
