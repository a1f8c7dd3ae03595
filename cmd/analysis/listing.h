/* cmd/listing.h - a function's body as text and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LISTING_H
#define CMD_LISTING_H

#include "base/text.h"
#include "input/modules.h"

/* Of one module, of functions one by one. */
struct listing {
    struct out *out;
    const struct module_input *in;
    struct bl_function *function; /* loaded */
    struct bl_view name;          /* the function's */
    struct text text;             /* for putting pieces together */
    struct bl_module_facts facts; /* read when the name of a bundle or scope is needed */
    bool has_facts;
    struct bl_error unread;                 /* what of the facts; its status is BL_OK: nothing */
    const struct bl_attributes *attributes; /* read when a call has some; NULL: not yet */
    bool has_metadata;                      /* some of the function at hand was put */
    const struct bl_instruction *inst;      /* that is put; NULL: none */
};

/* The instruction without its result: "add nsw i32 %a, 1". Both append to listing->text. */
void listing_put_instruction(struct listing *l, const struct bl_instruction *inst);
/* A value without its type. */
void listing_put_value(struct listing *l, uint32_t value);

/* A number, of a case or an index. It may have more than 64 bits where the listing is at the
 * instruction that it belongs to. */
void listing_put_integer(struct listing *l, const struct bl_operand *operand);
bool listing_is_wide(const struct listing *l, const struct bl_operand *operand);

/* What the module calls an operand bundle's tag, a sync scope; empty: nothing. */
struct bl_view listing_tag(struct listing *l, uint32_t tag);
struct bl_view listing_scope(struct listing *l, uint32_t scope);

/* The module's, as far as they can be read. */
const struct bl_attributes *listing_attributes(struct listing *l);

/* "!12", "i32 %7" */
void listing_put_metadata(struct listing *l, uint32_t number);

/* Report what was needed and could not be read: of the function at hand, behind its listing, and of
 * the module, behind that of all functions. False: there is some. */
bool listing_check_function(struct listing *l, const struct common *common);
bool listing_check_module(struct listing *l, const struct common *common);

/* Whether a debug record is about a label, which then is its variable. */
bool listing_is_label(const struct bl_debug_record *record);

/* LLVM's words for flags, orderings and so on, one by one. */
typedef void word_fn(void *context, const char *word);
void each_flag(unsigned flags, word_fn *word, void *context);

/* Header, one row an instruction. */
void listing_put_header(struct listing *l);
void listing_put_row(struct listing *l, const struct bl_instruction *inst, bool begins_block);

/* The same as objects of the types "body" and "instruction". */
void listing_json_header(struct listing *l);
void listing_json_row(struct listing *l, const struct bl_instruction *inst);

#endif
