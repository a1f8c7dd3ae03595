/* bitleap_metadata.h - metadata of modules and functions: strings, nodes, attachments
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Strings and nodes of a METADATA block have numbers, as in LLVM's MetadataLoader.cpp: first
 * strings, then nodes and values in the order of their records. These are not the numbers that
 * llvm-dis prints, which it assigns as it prints: bl_printer_metadata_slot() has those. Each item
 * is read on demand: a string by the lengths of the strings before it, a node by the block's
 * METADATA_INDEX if there is one; otherwise the block is walked once, without decoding it. LLVM
 * writes one block; the numbers of further blocks continue after it.
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_METADATA_H
#define BITLEAP_METADATA_H

#include "bitleap_module.h"

BL_BEGIN_DECLS

/* The metadata of a module or of a body. Opaque. */
struct bl_metadata;

/* The metadata of the module itself, which owns it. On failure *METADATA is what precedes the
 * damage, or NULL. BL_E_LIMIT: the records that are kept, those of named nodes, attachments and, up
 * to LLVM 3.8, strings, have more operands than one record may have (BL_MAX_OPERANDS_PER_BYTE), or
 * there are more named nodes than one for each BL_MIN_GLOBAL_BYTES. */
BL_API int bl_module_metadata(struct bl_module *module, struct bl_metadata **metadata,
                              struct bl_error *err);

/* The metadata of BLOCK, a METADATA block in a function of MODULE. Its numbers continue after the
 * module's, which *METADATA includes. bl_function_metadata() does this for a body. On failure
 * *METADATA is what precedes the damage, or NULL. The limits of bl_module_metadata() apply to each
 * body separately. */
BL_API int bl_metadata_open(struct bl_metadata **metadata, struct bl_module *module,
                            const struct bl_block *block, struct bl_error *err);
/* Also those of BLOCK, a further METADATA block in the same body. */
BL_API int bl_metadata_append(struct bl_metadata *metadata, const struct bl_block *block,
                              struct bl_error *err);
/* Close METADATA. NULL is ignored, as are those that a module or a function lends: these close
 * them. */
BL_API void bl_metadata_close(struct bl_metadata *metadata);

/* The strings of a METADATA_STRINGS record, one after the other, for callers that read the record
 * themselves. */
struct bl_string_reader {
    struct bl_bits lengths; /* VBRs of 6 bits, read into 32 bits as LLVM does */
    struct bl_view text;    /* the characters of the strings that are left, */
    uint64_t n_left;        /* and how many there should be */
    BL_SLACK(2)
};

/* OPS are [number of strings, offset of their characters in BLOB]. False: the offset is outside of
 * BLOB, or there are fewer operands. BLOB is borrowed. */
BL_API bool bl_string_reader_init(struct bl_string_reader *reader, const uint64_t *ops,
                                  uint32_t n_ops, struct bl_view blob);

/* The next string, in the blob: 1, 0 when none is left, or BL_E_MALFORMED, without a position. */
BL_API int bl_string_reader_next(struct bl_string_reader *reader, struct bl_view *text,
                                 struct bl_error *err);

/* A named node: a list of nodes, "llvm.dbg.cu". */
struct bl_named_metadata {
    struct bl_view name;
    uint64_t bit_pos;
    const uint32_t *nodes;
    uint32_t n_nodes;
    BL_SLACK(2)
};

/* Attached to a global variable or a declaration. */
struct bl_metadata_attachment {
    uint32_t value;
    uint32_t kind; /* bl_metadata_kind_name() */
    uint32_t node;
};

/* How much metadata there is, and what is named or attached. */
struct bl_metadata_counts {
    uint32_t first;     /* number of the first one: 0 in a module */
    uint32_t end;       /* one more than the last */
    uint32_t n_strings; /* in METADATA_STRINGS records; they come first in each block */
    bool has_index;     /* nodes were found by METADATA_INDEX */
    const struct bl_named_metadata *named;
    uint32_t n_named;
    const struct bl_metadata_attachment *attachments;
    uint32_t n_attachments;
    BL_SLACK(4)
};

/* How much METADATA has. Borrowed from it. */
BL_API struct bl_metadata_counts bl_metadata_get_counts(const struct bl_metadata *metadata);

/* String NUMBER: 1, with bytes in the file where METADATA_STRINGS has it; 0: it is no string.
 * Errors: BL_E_MALFORMED (it does not fit the blob), BL_E_NOMEM. */
BL_API int bl_metadata_string(struct bl_metadata *metadata, uint32_t number, struct bl_view *text,
                              struct bl_error *err);

/* The record of node or value NUMBER. Errors: BL_E_ARGUMENT (there is none), those of decoding, and
 * BL_E_MALFORMED of a string that does not fit the blob. */
BL_API int bl_metadata_read(struct bl_metadata *metadata, uint32_t number, struct bl_record *rec,
                            struct bl_error *err);

/* The name of attachment kind KIND, "dbg": 1, 0 if there is none, or BL_E_NOMEM. */
BL_API int bl_metadata_kind_name(struct bl_module *module, uint32_t kind, struct bl_view *name,
                                 struct bl_error *err);

/* Attached to a function or to one of its instructions. Later versions may append fields. */
struct bl_attached {
    uint64_t bit_pos;     /* of the record */
    uint32_t instruction; /* how many are before it in the body; BL_NONE: the function itself */
    uint32_t kind, node;
};
typedef void bl_attached_fn(void *context, const struct bl_attached *attached);

/* Call EACH for every attachment in BLOCK, a METADATA_ATTACHMENT block in a body. On failure EACH
 * has been called for those before the damage. */
BL_API int bl_metadata_attached(struct bl_module *module, const struct bl_block *block,
                                bl_attached_fn *each, void *context, struct bl_error *err);

/* The node that is attached to global value VALUE as KIND, "dbg" or "prof": 1, and *NODE is the
 * first one; 0: there is none; negative on failure. Of a function that has a body that is looked
 * for in the body's METADATA_ATTACHMENT blocks, without reading its instructions, and the number is
 * one of the body's metadata. Errors: those of bl_module_metadata(), bl_module_body() and
 * bl_metadata_attached(). */
BL_API int bl_metadata_find_attached(struct bl_module *module, uint32_t value, struct bl_view kind,
                                     uint32_t *node, struct bl_error *err);

/* What an operand of a node means. */
enum bl_field_kind {
    BL_FIELD_UNSIGNED = 0,
    BL_FIELD_SIGNED = 1,     /* two's complement */
    BL_FIELD_SIGNED_VBR = 2, /* document, "Signed VBRs" */
    BL_FIELD_WIDE = 3,       /* words in signed VBRs, of bl_metadata_field.bits bits */
    BL_FIELD_BOOL = 4,
    BL_FIELD_STRING = 5,      /* a string's number plus 1; 0: none */
    BL_FIELD_REF = 6,         /* a node's number plus 1; 0: null */
    BL_FIELD_BOUND = 7,       /* likewise; a constant is printed without its type */
    BL_FIELD_SIZE = 8,        /* as BL_FIELD_BOUND; the constant zero is not printed */
    BL_FIELD_NUMBER = 9,      /* a node's number */
    BL_FIELD_REFS = 10,       /* all that follow, as BL_FIELD_REF */
    BL_FIELD_NUMBERS = 11,    /* all that follow, as BL_FIELD_NUMBER */
    BL_FIELD_TYPED = 12,      /* pairs of a type and a value (before LLVM 3.6) */
    BL_FIELD_OPERATIONS = 13, /* of a DIExpression */
    BL_FIELD_FLAGS = 14,      /* DIFlags */
    BL_FIELD_SUBPROGRAM_FLAGS = 15,
    BL_FIELD_TAG = 16, /* DW_TAG_… and so on */
    BL_FIELD_LANGUAGE = 17,
    BL_FIELD_LANGUAGE_NAME = 18,
    BL_FIELD_ENCODING = 19,
    BL_FIELD_CONVENTION = 20,
    BL_FIELD_MACRO = 21,
    BL_FIELD_ENUM_KIND = 22,
    BL_FIELD_EMISSION = 23, /* NoDebug, FullDebug, LineTablesOnly, DebugDirectivesOnly */
    BL_FIELD_NAME_TABLE = 24,
    BL_FIELD_CHECKSUM = 25,
    BL_FIELD_FIXED_POINT = 26,
    BL_FIELD_TYPE = 27,  /* a type's number */
    BL_FIELD_VALUE = 28, /* a value's number */
};

/* Fields of nodes, by the names that LLVM prints. */
enum bl_di_field {
    BL_DI_ITEMS = 0, /* what a list is made of: it has no name */
    BL_DI_ALIGN = 1,
    BL_DI_ALLOCATED = 2,
    BL_DI_ANNOTATIONS = 3,
    BL_DI_APINOTES = 4,
    BL_DI_ARG = 5,
    BL_DI_ASSOCIATED = 6,
    BL_DI_ATOM_GROUP = 7,
    BL_DI_ATOM_RANK = 8,
    BL_DI_ATTRIBUTES = 9,
    BL_DI_BASE_TYPE = 10,
    BL_DI_BIAS = 11,
    BL_DI_BIT_STRIDE = 12,
    BL_DI_CC = 13,
    BL_DI_CHECKSUM = 14,
    BL_DI_CHECKSUMKIND = 15,
    BL_DI_COLUMN = 16,
    BL_DI_CONFIG_MACROS = 17,
    BL_DI_CONTAINING_TYPE = 18,
    BL_DI_CORO_SUSPEND_IDX = 19,
    BL_DI_COUNT = 20,
    BL_DI_DATA_LOCATION = 21,
    BL_DI_DATA_SIZE = 22,
    BL_DI_DEBUG_INFO_FOR_PROFILING = 23,
    BL_DI_DECLARATION = 24,
    BL_DI_DEFAULTED = 25,
    BL_DI_DENOMINATOR = 26,
    BL_DI_DIRECTORY = 27,
    BL_DI_DISCRIMINATOR = 28,
    BL_DI_DWARF_ADDRESS_SPACE = 29,
    BL_DI_DWO_ID = 30,
    BL_DI_ELEMENTS = 31,
    BL_DI_EMISSION_KIND = 32,
    BL_DI_ENCODING = 33,
    BL_DI_ENTITY = 34,
    BL_DI_ENUM_KIND = 35,
    BL_DI_ENUMS = 36,
    BL_DI_EXPORT_SYMBOLS = 37,
    BL_DI_EXPR = 38,
    BL_DI_EXTRA_DATA = 39,
    BL_DI_FACTOR = 40,
    BL_DI_FILE = 41,
    BL_DI_FILENAME = 42,
    BL_DI_FLAGS = 43,
    BL_DI_FUNCTION = 44,
    BL_DI_GETTER = 45,
    BL_DI_GLOBALS = 46,
    BL_DI_HEADER = 47,
    BL_DI_IDENTIFIER = 48,
    BL_DI_IMPORTS = 49,
    BL_DI_INCLUDE_PATH = 50,
    BL_DI_INLINED_AT = 51,
    BL_DI_IS_ARTIFICIAL = 52,
    BL_DI_IS_DECL = 53,
    BL_DI_IS_DEFINITION = 54,
    BL_DI_IS_IMPLICIT_CODE = 55,
    BL_DI_IS_LOCAL = 56,
    BL_DI_IS_OPTIMIZED = 57,
    BL_DI_IS_UNSIGNED = 58,
    BL_DI_KEY_INSTRUCTIONS = 59,
    BL_DI_KIND = 60,
    BL_DI_LANGUAGE = 61,
    BL_DI_LINE = 62,
    BL_DI_LINKAGE_NAME = 63,
    BL_DI_LOWER_BOUND = 64,
    BL_DI_MACROS = 65,
    BL_DI_NAME = 66,
    BL_DI_NAME_TABLE_KIND = 67,
    BL_DI_NODES = 68,
    BL_DI_NUM_EXTRA_INHABITANTS = 69,
    BL_DI_NUMERATOR = 70,
    BL_DI_OFFSET = 71,
    BL_DI_OPERANDS = 72,
    BL_DI_PRODUCER = 73,
    BL_DI_PTR_AUTH_AUTHENTICATES_NULL_VALUES = 74,
    BL_DI_PTR_AUTH_EXTRA_DISCRIMINATOR = 75,
    BL_DI_PTR_AUTH_IS_ADDRESS_DISCRIMINATED = 76,
    BL_DI_PTR_AUTH_ISA_POINTER = 77,
    BL_DI_PTR_AUTH_KEY = 78,
    BL_DI_RANGES_BASE_ADDRESS = 79,
    BL_DI_RANK = 80,
    BL_DI_RETAINED_NODES = 81,
    BL_DI_RETAINED_TYPES = 82,
    BL_DI_RUNTIME_LANG = 83,
    BL_DI_RUNTIME_VERSION = 84,
    BL_DI_SCOPE = 85,
    BL_DI_SCOPE_LINE = 86,
    BL_DI_SDK = 87,
    BL_DI_SETTER = 88,
    BL_DI_SIZE = 89,
    BL_DI_SOURCE = 90,
    BL_DI_SOURCE_LANGUAGE_NAME = 91,
    BL_DI_SOURCE_LANGUAGE_VERSION = 92,
    BL_DI_SPECIFICATION = 93,
    BL_DI_SP_FLAGS = 94,
    BL_DI_SPLIT_DEBUG_FILENAME = 95,
    BL_DI_SPLIT_DEBUG_INLINING = 96,
    BL_DI_STRIDE = 97,
    BL_DI_STRING_LENGTH = 98,
    BL_DI_STRING_LENGTH_EXPRESSION = 99,
    BL_DI_STRING_LOCATION_EXPRESSION = 100,
    BL_DI_SUBPROGRAMS = 101,
    BL_DI_SYSROOT = 102,
    BL_DI_TAG = 103,
    BL_DI_TARGET_FUNC_NAME = 104,
    BL_DI_TEMPLATE_PARAMS = 105,
    BL_DI_THIS_ADJUSTMENT = 106,
    BL_DI_THROWN_TYPES = 107,
    BL_DI_TYPE = 108,
    BL_DI_TYPES = 109,
    BL_DI_UNIT = 110,
    BL_DI_UPPER_BOUND = 111,
    BL_DI_VALUE = 112,
    BL_DI_VAR = 113,
    BL_DI_VARIABLE = 114,
    BL_DI_VIRTUAL_INDEX = 115,
    BL_DI_VIRTUALITY = 116,
    BL_DI_VTABLE_HOLDER = 117,
    BL_DI_END = 118,
};

/* One field of a node. */
struct bl_metadata_field {
    const char *name;   /* "scope"; NULL: elements. Static */
    uint8_t kind;       /* bl_field_kind */
    uint8_t id;         /* bl_di_field, the name as a number */
    uint32_t op, n_ops; /* operands of the record: mostly one */
    /* of a single operand, as the field has it, without the other parts of a packed operand */
    uint64_t value;
    uint32_t bits; /* BL_FIELD_WIDE */
    /* BL_FIELD_WIDE and BL_FIELD_SIGNED_VBR: has no sign, in spite of its encoding */
    bool is_unsigned;
    bool is_default; /* LLVM does not print it */
};

/* How many fields a node has at most. */
enum bl_metadata_limit {
    BL_METADATA_MAX_FIELDS = 32
};

/* A node's fields, in the order in which LLVM prints them. */
struct bl_metadata_node {
    const char *name; /* "DILocation"; "" for a tuple; NULL: the code is not known. Static */
    bool is_distinct;
    uint32_t n_fields;
    struct bl_metadata_field fields[BL_METADATA_MAX_FIELDS];
    BL_SLACK(4)
};

/* Take the record of a node apart; its flags and its length say which LLVM wrote it. Operands that
 * an old LLVM did not write are no fields. */
BL_API void bl_metadata_fields(const struct bl_record *rec, struct bl_metadata_node *node);

/* Field ID (bl_di_field) of NODE, which it borrows from; NULL: it has none. */
BL_API const struct bl_metadata_field *bl_metadata_find_field(const struct bl_metadata_node *node,
                                                              unsigned id);

/* "inlinedAt"; "" of BL_DI_ITEMS; NULL: there is none. Static. */
BL_API const char *bl_di_field_name(unsigned id);

/* Field ID (bl_di_field) of node NUMBER: of a kind that refers to a node (BL_FIELD_REF, _BOUND,
 * _SIZE, _NUMBER), the number of that; a string; anything else that is one operand. 1; 0: the node
 * does not have it, it is of another kind, or it is null, with nothing in the result. Nodes of more
 * than 64 operands are lists and have no fields here. The record of a node is read for the first
 * field that is asked for, and kept until another one is. A text is borrowed as that of
 * bl_metadata_string(). Errors: those of bl_metadata_read() and bl_metadata_string(). */
BL_API int bl_metadata_field_ref(struct bl_metadata *metadata, uint32_t number, unsigned id,
                                 uint32_t *node, struct bl_error *err);
BL_API int bl_metadata_field_string(struct bl_metadata *metadata, uint32_t number, unsigned id,
                                    struct bl_view *text, struct bl_error *err);
BL_API int bl_metadata_field_number(struct bl_metadata *metadata, uint32_t number, unsigned id,
                                    uint64_t *value, struct bl_error *err);

/* Which codes of DWARF are meant. */
enum bl_dwarf {
    BL_DWARF_TAG = 0,
    BL_DWARF_LANGUAGE = 1,
    BL_DWARF_LANGUAGE_NAME = 2,
    BL_DWARF_ENCODING = 3,
    BL_DWARF_OPERATION = 4,
    BL_DWARF_CONVENTION = 5,
    BL_DWARF_MACRO = 6,
    BL_DWARF_ENUM_KIND = 7,
};
/* Codes of DWARF by name, in SPACE (bl_dwarf): "DW_TAG_member"; NULL: not known. Static. */
BL_API const char *bl_dwarf_name(unsigned space, uint64_t code);

BL_END_DECLS

#endif /* BITLEAP_METADATA_H */
