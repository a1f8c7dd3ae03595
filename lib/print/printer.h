/* print/printer.h - what prints LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A bl_printer appends LLVM assembly to its text; each thread has one, on a module of its own. The
 * numbers that LLVM gives to what has no name (!7, #3, %2) depend on the whole module: they are found
 * once, in a pass over it (numbers/slots.c), and shared by all printers as a bl_slots.
 *
 *   module_text.c       everything at the top level, in order
 *   function_text.c     define and declare lines, blocks, instructions (instruction_text.c)
 *   type_text.c, constant_text.c, attribute_text.c, metadata_text.c, summary_text.c
 *
 * Spelling is that of the LLVM that wrote the file (bl_printer.llvm): what a llvm-dis of that
 * version prints of what the file says. It completes data layouts, as LLVM does; what else llvm-dis
 * changes (attributes of intrinsics' declarations, debug info that does not verify) is printed as
 * the file has it.
 *
 * What cannot be read, or is not known, is printed as a comment, and the printer goes on:
 * bl_printer_damage().
 */
#ifndef BL_PRINT_PRINTER_H
#define BL_PRINT_PRINTER_H

#include "base/arena.h"
#include "bitleap_print.h"
#include "numbers/loaded_body.h"
#include "numbers/slots.h"
#include "print/kept_texts.h"

/* ---- The printer ---- */

/* Basic block BLOCK of FUNCTION, whose address is a constant. */
struct bl_block_address {
    uint32_t function, block;
};

/* Expression NUMBER of the metadata of FUNCTION, BL_NONE: of the module; size 0: none is known. */
struct bl_known_expression {
    uint32_t function, number;
    char text[55];
    uint8_t size;
};

enum {
    BL_KNOWN_EXPRESSIONS = 64,
    BL_KNOWN_KINDS = 64 /* of attachments: LLVM has some forty */
};

struct bl_printer {
    struct bl_text text;
    uint64_t left; /* bytes that may yet be handed out, UINT64_MAX: any number (text_limit.c) */
    uint64_t work_left; /* likewise, of the work: */
    uint64_t work;      /* for what has not been handed out, in operands that were read */
    bl_put_fn *put;     /* where lines may go as they are made; NULL: they stay in the text */
    void *context;      /* its */
    struct bl_module_tables tables;
    struct bl_loaded_body loaded; /* the one that is printed */
    struct bl_slots *slots;
    unsigned llvm;     /* whose spelling: 13 to 22, the nearest to that */
    bool is_typed;     /* pointers have a pointee type */
    bool is_portable;  /* nothing that is printed depends on the rest of the module */
    bool is_annotated; /* lines say where their records are */
    bool is_shortened; /* "..." is in the piece that is printed (parts.c) */
    bool is_part;      /* an empty line is left out where the text begins with it */
    bool has_no_splat; /* a constant mask is printed */
    bool addresses_are_read;
    unsigned constant_depth; /* of constants in constants */
    unsigned node_depth;     /* of nodes in nodes */
    uint64_t whole_limit;    /* that of the text, while a piece is printed */

    uint64_t code_space; /* address space of functions, by the data layout */

    /* Of the body that is printed. */
    struct bl_kept_texts locals; /* values by number, from body->first_argument on */
    struct bl_kept_texts blocks; /* "%7", "%name" of basic blocks */
    struct bl_body_text *lines;  /* of bl_printer_next(), in the arena of the code */
    uint32_t next_instruction;   /* there */

    struct bl_kept_text opcodes[BL_OP_END];
    /* Of the module, by number: as soon as they have been printed once. */
    struct bl_kept_texts type_texts, value_texts, kind_texts;
    struct bl_record constant_rec; /* of the outermost constant */
    struct bl_record node_rec;     /* of the outermost node of metadata */
    struct bl_uses *uses;          /* (use_text.c); NULL: they are not printed */
    struct bl_known_expression expressions[BL_KNOWN_EXPRESSIONS];
    struct bl_constant_state *constant_state;   /* private to constant_text.c */
    struct bl_other_blocks *other_blocks;       /* to other_blocks.c */
    struct bl_attribute_cache *attribute_cache; /* to attribute_text.c */
    struct bl_annotator *annotator;             /* to annotation_text.c */
    struct bl_block_address *addresses;         /* of the module's constants; for predecessors.c */
    uint32_t n_addresses;

    struct bl_closure *closure; /* where what is referred to is noted; NULL: nowhere (closure.h) */

    struct bl_error damage;         /* the first that the caller does not know of; status 0: none */
    uint64_t n_damages, n_reported; /* how many there were; those that the caller knows of */
    struct bl_error noted;          /* to be put on a line of its own; status 0: nothing */
};

/* Global VALUE, less than p->tables.n_globals. Without memory the text is cut. */
static inline const struct bl_global *bl_global_of(struct bl_printer *p, uint64_t value)
{
    const struct bl_global *g = bl_module_global_at(p->tables.module, (uint32_t)value);
    if (__builtin_expect(g->bit_pos == 0, 0))
        p->text.is_cut = p->text.has_lacked = true;
    return g;
}
/* Note ERR, and put it on a line of its own: "; error: bit 1234: …". */
void bl_printer_damage(struct bl_printer *p, const struct bl_error *err);
/* What is damaged in the tables of the module is on a line before all others. */
void bl_printer_put_failure(struct bl_printer *p);
/* Note ERR for the next line that bl_printer_put_noted() puts: inside of another one now. */
void bl_printer_note(struct bl_printer *p, const struct bl_error *err);
void bl_printer_put_noted(struct bl_printer *p);
/* The same of what is not known, at BIT_POS. */
void bl_printer_unknown(struct bl_printer *p, uint64_t bit_pos, const char *what);
/* Note ERR, and print nothing. */
void bl_printer_note_damage(struct bl_printer *p, const struct bl_error *err);

/* ---- The limit of all text (text_limit.c) ---- */

/* p->text is limited by what is left. */
void bl_printer_limit_text(struct bl_printer *p);
/* N more operands were read for the text, which need not show it. At the limit it is cut. */
void bl_printer_work(struct bl_printer *p, uint64_t n);
/* TEXT, lines, goes out, and is empty then. False: at the limit; that is noted as
 * damage, and a comment says it. */
bool bl_printer_hand_over(struct bl_printer *p, struct bl_text *text, bl_put_fn *put,
                          void *context);
/* At the end of a line: if there is much text, it may go out. */
enum {
    BL_MUCH_TEXT = 1 << 17 /* goes out as it is made, while it is in the cache */
};
void bl_printer_flush_much(struct bl_printer *p);
static inline void bl_printer_flush(struct bl_printer *p)
{
    if (p->put && p->text.size >= BL_MUCH_TEXT)
        bl_printer_flush_much(p);
}
/* What p->text has from FROM on, a piece of a line, goes out, and stays. At the limit it ends in
 * "...", and that is noted as damage. */
void bl_printer_hand_over_piece(struct bl_printer *p, size_t from, bl_put_fn *put, void *context);

/* Load body VALUE and all of its code (p->loaded.body, p->loaded.code, p->loaded.metadata). Negative: there is no body.
 * What is damaged inside of it is in p->loaded.code.failure. */
int bl_load_body(struct bl_printer *p, uint32_t value, struct bl_error *err);
/* Outside of bodies again: what was printed of them stays valid, nothing else. */
void bl_unload_body(struct bl_printer *p);

/* ---- Annotations (annotation_text.c) ---- */

/* "  ; bit 31456, INST_CALL, 9.5 bytes": the record at BIT_POS. */
void bl_put_annotation(struct bl_printer *p, uint64_t bit_pos);
/* "; body at bit 31456, 216.0 bytes" */
void bl_put_body_annotation(struct bl_printer *p, const struct bl_block *block);
void bl_annotator_release(struct bl_printer *p);

/* The end of a line that the record at BIT_POS is printed as. */
static inline void bl_end_line(struct bl_printer *p, uint64_t bit_pos)
{
    if (p->is_annotated)
        bl_put_annotation(p, bit_pos);
    bl_text_char(&p->text, '\n');
}

/* ---- Types (type_text.c) ---- */

/* "i32", "%struct.a", "{ i32, ptr }"; at most a bounded text. */
void bl_put_type(struct bl_printer *p, uint32_t type);
/* "%struct.a = type { i32 }": the body, "{ i32 }" or "opaque". */
void bl_put_struct_body(struct bl_printer *p, uint32_t type);
/* The type of a pointer to global value G: "ptr addrspace(1)", "i32*". */
void bl_put_global_type(struct bl_printer *p, const struct bl_global *g);
/* " addrspace(N)", unless N is 0. */
void bl_put_address_space(struct bl_printer *p, uint64_t n);

/* ---- Values ---- */

/* What P has printed from BEGIN on is text I of KEPT from now on, unless it is long, or depends on
 * more than its number. */
void bl_printer_keep(struct bl_printer *p, struct bl_kept_texts *kept, uint64_t i, size_t begin);

/* "@name" of global VALUE. */
void bl_put_global_name(struct bl_printer *p, uint32_t value);
/* Any value by number as an operand: "@name", "%name", "%7", "42", "{ i32 1, ptr @x }";
 * p->loaded.body says what local values there are. "<badref>" where there is none, as LLVM does. */
void bl_put_value(struct bl_printer *p, uint64_t value);
/* The same after its type. TYPE is used where the value itself does not say; BL_NONE: not known. */
void bl_put_typed_value(struct bl_printer *p, uint32_t type, uint64_t value);
/* The type of VALUE, as bl_put_type() takes it; BL_NONE: not known, or not in the table. */
uint32_t bl_type_of_value(struct bl_printer *p, uint64_t value);

/* (constant_text.c) Constant VALUE of the module or the body, without its type. False: it is no
 * constant. */
bool bl_put_constant(struct bl_printer *p, uint64_t value);
/* The bits of VALUE as a number. False: it is no integer constant of 64 bits or fewer. */
bool bl_constant_bits(struct bl_printer *p, uint64_t value, uint64_t *bits);
/* The body that was printed is over: what is known of its constants is not valid any more. */
void bl_constants_forget_body(struct bl_printer *p);
void bl_constants_release_state(struct bl_printer *p);
/* "%name" or "%7" of BLOCK of any function (other_blocks.c). */
void bl_put_block_of(struct bl_printer *p, uint32_t function, uint32_t block);
void bl_other_blocks_release(struct bl_printer *p);
/* An APFloat as LLVM writes it: "1.000000e+00", "0x7FF8000000000000", "0xH3C00". FIRST
 * and SECOND are the operands of a FLOAT record. */
void bl_put_float(struct bl_text *t, enum bl_type_kind kind, uint64_t first, uint64_t second);

/* ---- Attributes (attribute_text.c) ---- */

/* "align 8", "memory(read)", "\"key\"=\"value\""; IN_GROUP: as within "attributes #0 = { … }",
 * where align and others are written differently. */
void bl_put_attribute(struct bl_printer *p, const struct bl_attribute *attribute, bool in_group);
/* N attributes of the module from number FIRST on, each after a space. */
void bl_put_attribute_range(struct bl_printer *p, uint32_t first, uint32_t n, bool in_group);
/* Those of attribute list LIST (BL_NONE: none) for PLACE, each after a space:
 * " noundef nonnull". */
void bl_put_attributes_at(struct bl_printer *p, uint32_t list, uint32_t place);
/* A set of the places that LIST has some for. The result, functions and the first parameters have a
 * bit of their own; others share them. */
uint32_t bl_attribute_places(struct bl_printer *p, uint32_t list);
static inline uint32_t bl_attribute_place(uint32_t place)
{
    return UINT32_C(1) << place % 32;
}
/* The same before what follows: "noundef nonnull ". */
void bl_put_attributes_before(struct bl_printer *p, uint32_t list, uint32_t place);
/* " #3" for what list LIST has for functions, if it has something. */
void bl_put_attribute_slot(struct bl_printer *p, uint32_t list);
/* What follows "; Function Attrs: " in the line before a function: attributes of list LIST that are
 * no strings. False, and nothing is printed: there are none for functions at all. */
bool bl_put_function_attributes_comment(struct bl_printer *p, uint32_t list);
/* "attributes #0 = { … }", and for all. */
void bl_put_attribute_group(struct bl_printer *p, uint32_t slot);
void bl_put_attribute_groups(struct bl_printer *p);
/* "fastcc", "cc 99"; nothing for the C convention. */
void bl_put_calling_convention(struct bl_printer *p, uint32_t convention);
void bl_attributes_release_cache(struct bl_printer *p);

/* ---- Metadata (metadata_text.c) ---- */

/* Metadata NUMBER as an operand: "!12", "!DIExpression()", "!\"text\"", "i32 %7",
 * "!DIArgList(i32 %7)". A call's operand of type metadata has "metadata " before it. */
void bl_put_metadata(struct bl_printer *p, uint32_t number);
/* What follows "!12 = ", or a string, value or expression. */
void bl_put_node(struct bl_printer *p, uint32_t number);
/* The same of !SLOT, which there is; the body that it is in is loaded. */
void bl_put_slot(struct bl_printer *p, uint32_t slot);
/* "!llvm.module.flags = !{!0, !1}" */
void bl_put_named_node(struct bl_printer *p, const struct bl_named_metadata *named);
/* " !dbg !7" */
void bl_put_attachment(struct bl_printer *p, uint32_t kind, uint32_t node);
/* Those attached to a global or a declaration, by kind: ", !dbg !7" with SEPARATOR ",", or
 * " !dbg !7" with "". */
void bl_put_global_attachments(struct bl_printer *p, uint32_t value, const char *separator);
/* "!llvm.module.flags = !{!0, !1}" for all. */
void bl_put_named_metadata(struct bl_printer *p);
/* "!0 = !{…}" for !N from FIRST on, N of them. */
void bl_put_metadata_nodes_in(struct bl_printer *p, uint32_t first, uint32_t n);

/* ---- Functions (function_text.c, instruction_text.c) ---- */

/* Function VALUE, with the empty line before it: "declare …", or "define … { … }", in two steps:
 * between them it can be numbered. */
void bl_put_function(struct bl_printer *p, uint32_t value);
void bl_begin_function(struct bl_printer *p, uint32_t value);
void bl_end_function(struct bl_printer *p, uint32_t value);
/* "%7" or "%name" of basic block BLOCK of p->loaded.body. */
void bl_put_block_name(struct bl_printer *p, uint64_t block);
/* Everything of p->loaded.body after "{\n", without "}". */
void bl_put_body(struct bl_printer *p);

/* ---- The module (module_text.c, summary_text.c) ---- */

/* All in front of the functions, and all after them. MODULE_ID is what "; ModuleID = " names. */
void bl_put_module_head(struct bl_printer *p, struct bl_view module_id);
void bl_put_module_tail(struct bl_printer *p);
/* "target datalayout = …" and "target triple = …", lines. */
void bl_put_target(struct bl_printer *p);
/* The first of them (data_layout.c), if there is one, with what LLVM adds to it. */
void bl_put_data_layout(struct bl_printer *p);
/* "$name = comdat any", a line. */
void bl_put_comdat_definition(struct bl_printer *p, uint32_t number);
/* Variable and function VALUE as G says: its own record, or how it is declared elsewhere. */
void bl_put_variable(struct bl_printer *p, uint32_t value, const struct bl_global *g);
void bl_put_declaration(struct bl_printer *p, uint32_t value, const struct bl_global *g);
/* "%struct.a = type { i32 }", a line. */
void bl_put_struct(struct bl_printer *p, uint32_t type);
/* A global value of any kind, a line or, with the empty line before it, a function. */
void bl_put_global(struct bl_printer *p, uint32_t value);
/* ThinLTO's, "^0 = module: …"; PATH is what the module is called. */
void bl_put_summary(struct bl_printer *p, struct bl_view path);
/* Whether the module has one. */
bool bl_has_summary(struct bl_printer *p);

/* Words that globals and functions share: "private ", "dso_local ", "hidden ", … each followed by
 * a space. */
void bl_put_linkage(struct bl_printer *p, const struct bl_global *g);
/* ", section \"x\"", ", partition \"x\"", ", comdat($x)" with COMMA ","; functions have "". */
void bl_put_section(struct bl_printer *p, const struct bl_global *g, const char *comma);
void bl_put_comdat(struct bl_printer *p, const struct bl_global *g, const char *comma);

/* The address space that the data layout gives to functions. */
uint64_t bl_code_space(const struct bl_printer *p);

int bl_printer_init(struct bl_printer *p, struct bl_module *module, struct bl_slots *slots,
                    struct bl_error *err);
void bl_printer_release(struct bl_printer *p);

#endif
