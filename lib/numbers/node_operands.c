/* numbers/node_operands.c - which operands of metadata nodes refer to others, in LLVM's order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A node of LLVM keeps its operands in an order of its own (DebugInfoMetadata.h, the constructors),
 * which differs from that of its record and from that of its text. Strings are left out here: they
 * have no numbers.
 */
#include "numbers/node_operands.h"

/* By record code: operands of the record, 0 after the last. */
static const uint8_t orders[][BL_MAX_NODE_OPERANDS] = {
    /* scope, inlined at */
    [BL_CODE_METADATA_LOCATION] = {3, 4},
    [BL_CODE_METADATA_SUBRANGE] = {1, 2, 3, 4},
    [BL_CODE_METADATA_BASIC_TYPE] = {3},
    /* file, scope, base type, (size, offset,) extra data, annotations */
    [BL_CODE_METADATA_DERIVED_TYPE] = {3, 5, 7, 9, 6, 11, 13},
    /* file, scope, (size, offset,) base type, elements, vtable holder, template parameters,
     * discriminator, data location, associated, allocated, rank, annotations, specification, bit
     * stride */
    [BL_CODE_METADATA_COMPOSITE_TYPE] = {3, 5, 7, 9, 6, 11, 13, 14, 16, 17, 18, 19, 20, 21, 23, 25},
    [BL_CODE_METADATA_SUBROUTINE_TYPE] = {2},
    /* file, enums, retained types, subprograms, global variables, imported entities, macros */
    [BL_CODE_METADATA_COMPILE_UNIT] = {2, 9, 10, 11, 12, 13, 15},
    /* file, scope, type, unit, declaration, retained nodes, containing type, template parameters,
     * thrown types, annotations */
    [BL_CODE_METADATA_SUBPROGRAM] = {4, 1, 6, 12, 14, 15, 8, 13, 17, 18},
    [BL_CODE_METADATA_LEXICAL_BLOCK] = {2, 1},
    [BL_CODE_METADATA_LEXICAL_BLOCK_FILE] = {2, 1},
    [BL_CODE_METADATA_NAMESPACE] = {1},
    [BL_CODE_METADATA_TEMPLATE_TYPE] = {2},
    [BL_CODE_METADATA_TEMPLATE_VALUE] = {3, 5},
    /* scope, file, type, declaration, template parameters, annotations */
    [BL_CODE_METADATA_GLOBAL_VAR] = {1, 4, 6, 9, 10, 12},
    /* scope, file, type, annotations */
    [BL_CODE_METADATA_LOCAL_VAR] = {1, 3, 5, 9},
    [BL_CODE_METADATA_OBJC_PROPERTY] = {2, 7},
    /* scope, entity, file, elements */
    [BL_CODE_METADATA_IMPORTED_ENTITY] = {2, 3, 6, 7},
    [BL_CODE_METADATA_MODULE] = {1, 2},
    [BL_CODE_METADATA_MACRO_FILE] = {3, 4},
    [BL_CODE_METADATA_GLOBAL_VAR_EXPR] = {1, 2},
    [BL_CODE_METADATA_LABEL] = {1, 3},
    [BL_CODE_METADATA_STRING_TYPE] = {6, 3, 4, 5},
    [BL_CODE_METADATA_COMMON_BLOCK] = {1, 2, 4},
    [BL_CODE_METADATA_GENERIC_SUBRANGE] = {1, 2, 3, 4},
    /* file, scope, size, base type, lower and upper bound, stride, bias */
    [BL_CODE_METADATA_SUBRANGE_TYPE] = {2, 4, 5, 8, 9, 10, 11, 12},
    [BL_CODE_METADATA_FIXED_POINT_TYPE] = {3},
};

/* Whether operand AT of REC is a number where newer LLVMs, which set a flag, have a node. */
static bool is_size_in_place(const struct bl_record *rec, uint32_t at)
{
    uint64_t flags = rec->n_ops ? rec->ops[0] : 0;
    switch (rec->code) {
    case BL_CODE_METADATA_BASIC_TYPE:
    case BL_CODE_METADATA_FIXED_POINT_TYPE: return at == 3 && !(flags & 2);
    case BL_CODE_METADATA_DERIVED_TYPE: return (at == 7 || at == 9) && !(flags & 2);
    case BL_CODE_METADATA_COMPOSITE_TYPE: return (at == 7 || at == 9) && !(flags & 4);
    case BL_CODE_METADATA_SUBRANGE_TYPE: return at == 5 && !(flags & 2);
    case BL_CODE_METADATA_STRING_TYPE: return at == 6 && !(flags & 2);
    /* Up to its second version a bound was a number. */
    case BL_CODE_METADATA_SUBRANGE:
        return (flags & 6) == 4 ? false : (flags & 6) == 2 ? at > 1 : true;
    default: return false;
    }
}

/* The layouts of some old records. */
static const uint8_t *order_of(const struct bl_record *rec)
{
    static const uint8_t subprogram_old[BL_MAX_NODE_OPERANDS] = {4, 1, 6, 15, 17, 18, 10, 16, 20};
    static const uint8_t template_old[BL_MAX_NODE_OPERANDS] = {3, 4};
    static const uint8_t local_old[BL_MAX_NODE_OPERANDS] = {2, 4, 6};
    static const uint8_t namespace_old[BL_MAX_NODE_OPERANDS] = {2, 1};
    static const uint8_t string_13[BL_MAX_NODE_OPERANDS] = {3, 4};
    static const uint8_t module_old[BL_MAX_NODE_OPERANDS] = {1};
    uint64_t flags = rec->n_ops ? rec->ops[0] : 0;
    switch (rec->code) {
    case BL_CODE_METADATA_SUBPROGRAM: return flags & 4 ? orders[rec->code] : subprogram_old;
    case BL_CODE_METADATA_TEMPLATE_VALUE: return rec->n_ops >= 6 ? orders[rec->code] : template_old;
    case BL_CODE_METADATA_LOCAL_VAR:
        return !(flags & 2) && rec->n_ops >= 9 ? local_old : orders[rec->code];
    case BL_CODE_METADATA_NAMESPACE: return rec->n_ops >= 5 ? namespace_old : orders[rec->code];
    case BL_CODE_METADATA_STRING_TYPE: return rec->n_ops >= 9 ? orders[rec->code] : string_13;
    case BL_CODE_METADATA_MODULE: return rec->n_ops >= 9 ? orders[rec->code] : module_old;
    default: return rec->code < sizeof orders / sizeof *orders ? orders[rec->code] : orders[0];
    }
}

struct bl_node_operands bl_node_operands(const struct bl_record *rec)
{
    struct bl_node_operands found = {.first_of_rest = UINT32_MAX};
    switch (rec->code) {
    case BL_CODE_METADATA_NODE:
    case BL_CODE_METADATA_DISTINCT_NODE:
    case BL_CODE_METADATA_OLD_NODE:
    case BL_CODE_METADATA_ARG_LIST: found.first_of_rest = 0; return found;
    case BL_CODE_METADATA_GENERIC_DEBUG: found.first_of_rest = 4; return found;
    default: break;
    }
    const uint8_t *order = order_of(rec);
    for (uint32_t i = 0; i < BL_MAX_NODE_OPERANDS && order[i]; i++) {
        if (is_size_in_place(rec, order[i]))
            continue;
        found.is_plain[found.n] = rec->code == BL_CODE_METADATA_LOCATION && order[i] == 3;
        found.operands[found.n++] = order[i];
    }
    return found;
}

/* Before LLVM 3.6 operands were pairs of a type and a number, of a node where the type says so. */
static enum bl_type_kind kind_in_pair(const struct bl_types *types, const struct bl_record *rec,
                                      uint32_t i)
{
    uint64_t type = i % 2 == 1 ? rec->ops[i - 1] : UINT64_MAX;
    return type < types->n ? types->types[type].kind : BL_TYPE_UNKNOWN;
}

uint64_t bl_node_of_rest(const struct bl_types *types, const struct bl_record *rec, uint32_t i)
{
    switch (rec->code) {
    case BL_CODE_METADATA_OLD_NODE:
        return kind_in_pair(types, rec, i) == BL_TYPE_METADATA ? rec->ops[i] : UINT64_MAX;
    case BL_CODE_METADATA_ARG_LIST: return rec->ops[i];
    default: return rec->ops[i] - 1;
    }
}

bool bl_is_value_in_node(const struct bl_types *types, const struct bl_record *rec, uint32_t i)
{
    if (rec->code != BL_CODE_METADATA_OLD_NODE)
        return false;
    enum bl_type_kind kind = kind_in_pair(types, rec, i);
    return kind != BL_TYPE_METADATA && kind != BL_TYPE_VOID && kind != BL_TYPE_UNKNOWN;
}
