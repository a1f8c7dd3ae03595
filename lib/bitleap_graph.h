/* bitleap_graph.h - a body as a graph: all instructions, what blocks lead to, uses of values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * bl_function_next() has one instruction at a time, which is enough for most questions. This is for
 * those that go from a value to its users, from an operand to what made it, or from block to block:
 * the body is read once, and all of it is in memory, in some ten to twenty times the bytes that it
 * has in the file. Debug records are not in it, nor tags of bundles, scopes of atomics or failure
 * orderings: bl_function_next() has those.
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_GRAPH_H
#define BITLEAP_GRAPH_H

#include "bitleap_function.h"

BL_BEGIN_DECLS

/* A body that has been read. Opaque; it needs neither the function nor the module that it was read
 * with, and any number of threads may share it. */
struct bl_body_graph;

/* An instruction, with fields as in bl_instruction. */
struct bl_graph_instruction {
    uint64_t bit_pos;
    const struct bl_operand *operands; /* with those of all its bundles after them */
    uint32_t n_operands, n_bundle_operands;
    uint32_t n_arguments;
    uint32_t type, value, basic_block, source_type, attributes;
    uint32_t location;           /* number in bl_graph_body.locations; BL_NONE: it has none */
    uint32_t flags;              /* bl_instruction_flag */
    uint16_t calling_convention; /* calls */
    uint8_t alignment;           /* log2 of the bytes, plus 1; 0: unknown */
    uint8_t opcode, predicate, operation, ordering;
    bool numbers_uncertain;
};

/* A basic block. An edge is in the lists of both of its ends as often as the terminator has it: a
 * switch may have several cases of one block. Successors are in the order of operands, predecessors
 * in that of blocks. */
struct bl_graph_block {
    uint32_t first, n; /* instructions; the last one is the terminator */
    uint32_t n_successors, n_predecessors;
    const uint32_t *successors, *predecessors;
};

/* A value is an operand. */
struct bl_graph_use {
    uint32_t instruction; /* its number */
    uint32_t operand;     /* n_operands and more: of a bundle */
};

/* All of a body. Later versions may append fields. */
struct bl_graph_body {
    uint32_t function; /* value */
    /* As in bl_body; values end before n_values. */
    uint32_t first_argument, n_arguments, first_constant, n_constants, first_instruction, n_values;
    uint32_t n_instructions, n_blocks, n_locations;
    const struct bl_graph_instruction *instructions;
    const struct bl_graph_block *blocks;
    const struct bl_debug_location *locations;
    /* Where the number of an integer operand of a BL_INST_WIDE instruction leads, as in
     * bl_instruction.words; otherwise NULL. */
    const uint64_t *words;
    bool lacks_edges; /* a terminator is of a kind that is not known */
};

/* The graph of the body that FUNCTION was loaded with last, of which nothing has been read since.
 * On failure *GRAPH is what precedes the damage, without edges to blocks that are not there, or
 * NULL. Errors: those of bl_function_next(); BL_E_LIMIT (more instructions than one for each byte
 * of the body and 1,024, or more operands than one record may have: BL_MAX_OPERANDS_PER_BYTE);
 * BL_E_NOMEM. */
BL_API int bl_body_graph_open(struct bl_body_graph **graph, struct bl_function *function,
                              struct bl_error *err);
/* Close GRAPH. NULL is ignored. */
BL_API void bl_body_graph_close(struct bl_body_graph *graph);

/* What is in GRAPH. Borrowed until it is closed. */
BL_API const struct bl_graph_body *bl_body_graph_get(const struct bl_body_graph *graph);

/* How many uses VALUE has in the body, a global value or constant, too, and *USES, in the order of
 * instructions and operands. A constant that has VALUE as a part is no use: see
 * bl_value_users_open(). Borrowed from GRAPH. */
BL_API uint32_t bl_body_graph_uses(const struct bl_body_graph *graph, uint32_t value,
                                   const struct bl_graph_use **uses);

/* The instruction that makes VALUE; NULL: none does. Borrowed from GRAPH. */
BL_API const struct bl_graph_instruction *bl_body_graph_definition(
    const struct bl_body_graph *graph, uint64_t value);

BL_END_DECLS

#endif /* BITLEAP_GRAPH_H */
