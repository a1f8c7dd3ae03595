/* print/printer.h - what prints LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A bl_printer appends LLVM assembly to its text; each thread has one, on a module of its own. The
 * numbers that LLVM gives to what has no name (!7, #3, %2) depend on the whole module: they are
 * found once, in a pass over it (numbers/slots.c), and shared by all printers as a bl_slots.
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

/* What integer NUMBER of the module's metadata, a size, is. */
struct bl_known_size {
    uint64_t size;
    uint32_t number;
    bool is_known;
};

enum {
    BL_KNOWN_EXPRESSIONS = 64,
    BL_KNOWN_SIZES = 64,
    BL_KNOWN_KINDS = 64 /* of attachments: LLVM has some forty */
};

enum bl_use_of_names {
    BL_USE_NOT_LOOKED_FOR,
    BL_USE_UNKNOWN,
    BL_NAMES_ARE_USED,
    BL_NAMES_ARE_NOT_USED
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
    enum bl_use_of_names use_of_names; /* for values of bodies, in this module (local_names.c) */
    unsigned constant_depth;           /* of constants in constants */
    unsigned node_depth;               /* of nodes in nodes */
    uint64_t whole_limit;              /* that of the text, while a piece is printed */

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
    struct bl_record short_rec;    /* of what is read for one number, before anything else is */
    struct bl_uses *uses;          /* (use_text.c); NULL: they are not printed */
    struct bl_known_expression expressions[BL_KNOWN_EXPRESSIONS];
    struct bl_known_size sizes[BL_KNOWN_SIZES];
    struct bl_constant_state *constant_state;   /* private to constant_text.c */
    struct bl_other_blocks *other_blocks;       /* to other_blocks.c */
    struct bl_attribute_cache *attribute_cache; /* to attribute_text.c */
    struct bl_annotator *annotator;             /* to annotation_text.c */
    struct bl_block_address *addresses;         /* of the module's constants; for predecessors.c */
    uint32_t n_addresses;

    /* Of the argument whose attributes are printed, if it is a pointer that says to what; or NULL.
     */
    const struct bl_type *argument_type;
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
/* What P has printed from BEGIN on is text I of KEPT from now on, unless it is long, or depends on
 * more than its number. */
void bl_printer_keep(struct bl_printer *p, struct bl_kept_texts *kept, uint64_t i, size_t begin);

#endif
