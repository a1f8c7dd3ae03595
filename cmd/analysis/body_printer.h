/* analysis/body_printer.h - a function's body as text and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BODY_PRINTER_H
#define CMD_BODY_PRINTER_H

#include "base/text.h"
#include "input/modules.h"

/* Of one module, of functions one by one. */
struct body_printer {
    struct out *out;
    const struct module_input *in;
    struct bl_function *function; /* loaded */
    struct bl_view name;          /* the function's */
    struct text text;             /* for putting pieces together */
    struct bl_module_info facts;  /* read when the name of a bundle or scope is needed */
    bool has_facts;
    struct bl_error unread;                 /* what of the facts; its status is BL_OK: nothing */
    const struct bl_attributes *attributes; /* read when a call has some; NULL: not yet */
    bool has_metadata;                      /* some of the function at hand was put */
    const struct bl_instruction *inst;      /* that is put; NULL: none */
};

/* The instruction without its result: "add nsw i32 %a, 1". Both append to printer->text. */
void body_put_instruction(struct body_printer *b, const struct bl_instruction *inst);
/* A value without its type. */
void body_put_value(struct body_printer *b, uint32_t value);

/* A number, of a case or an index. It may have more than 64 bits where the printer is at the
 * instruction that it belongs to. */
void body_put_integer(struct body_printer *b, const struct bl_operand *operand);
bool body_is_wide(const struct body_printer *b, const struct bl_operand *operand);

/* What the module calls an operand bundle's tag, a sync scope; empty: nothing. */
struct bl_view body_tag(struct body_printer *b, uint32_t tag);
struct bl_view body_scope(struct body_printer *b, uint32_t scope);

/* The module's, as far as they can be read. */
const struct bl_attributes *body_attributes(struct body_printer *b);

/* "!12", "i32 %7" */
void body_put_metadata(struct body_printer *b, uint32_t number);

/* Report what was needed and could not be read: of the function at hand, after its text, and of
 * the module, after that of all functions. */
void body_check_function(struct body_printer *b);
void body_check_module(struct body_printer *b);

/* Whether a debug record is about a label, which then is its variable. */
bool body_is_label(const struct bl_debug_record *record);

/* LLVM's words for the flags of an instruction; how many there are. */
enum {
    MOST_FLAG_WORDS = 32
};
unsigned flag_words(unsigned flags, const char *words[static MOST_FLAG_WORDS]);

/* Header, one row an instruction. */
void body_put_header(struct body_printer *b);
void body_put_row(struct body_printer *b, const struct bl_instruction *inst, bool begins_block);

/* The same as objects of the types "body" and "instruction". */
void body_json_header(struct body_printer *b);
void body_json_row(struct body_printer *b, const struct bl_instruction *inst);

#endif
