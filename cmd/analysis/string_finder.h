/* analysis/string_finder.h - texts in streams, wherever they are
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In LLVM IR it is known which records have text, and where one ends and the next begins in a
 * blob. Of other streams it is guessed: arrays of characters, and what is printable for some
 * characters in a row.
 */
#ifndef CMD_STRING_FINDER_H
#define CMD_STRING_FINDER_H

#include "analysis/pattern.h"

enum string_kind {
    STRING_SYMBOL,   /* name of a global value or COMDAT, or in a summary */
    STRING_METADATA, /* metadata string */
    STRING_CONSTANT, /* array of i8, or of wider characters */
    STRING_ASSEMBLY, /* inline assembly and its constraints */
    STRING_LOCAL,    /* name in a VALUE_SYMTAB */
    STRING_STATED,   /* what a module says: triple, source file, section … */
    STRING_ATTRIBUTE,
    STRING_BLOB, /* printable characters in a blob */
    STRING_RECORD,
};

/* A text that matches. */
struct found_string {
    enum string_kind kind;
    struct bl_view text, span; /* borrowed until the next one; the whole, and what matches first */
    uint64_t bit_pos;          /* of the record */
    uint64_t text_pos;       /* of its first bit, where text is bytes in the stream; else bit_pos */
    bool is_view;            /* it is */
    uint32_t block_id, code; /* of the record */
};

typedef void found_string_fn(void *context, const struct found_string *finding);
typedef void string_fail_fn(void *context, const struct bl_error *err);

struct string_finder {
    const struct bl_stream *stream; /* set by string_finder_begin() */
    struct pattern *pattern;
    found_string_fn *found;
    string_fail_fn *fail;
    void *context;
    /* Private: */
    struct bl_index *index; /* of the stream; NULL: nobody has asked for it */
    struct bl_walk *walk;
    struct bl_batch batch;
    uint32_t block_id, parent_id; /* innermost block; BL_NONE */
    struct found_string at;       /* the record at hand */
    uint8_t *bytes;
    size_t cap_bytes;
    struct bl_view *names; /* in the STRTAB that is block names_of, sorted by where they are */
    uint32_t n_names, cap_names;
    uint32_t names_of;      /* BL_NONE: none were gathered */
    bool has_overlaps;      /* more of names than is looked at */
    struct bl_error unread; /* the first text that is too long for the pattern; status 0: none */
};

/* How to open a walk of STREAM for string_finder_walk(). */
unsigned string_finder_walk_flags(const struct bl_stream *stream);

/* Look for texts of STREAM from now on; NULL: of none. */
void string_finder_begin(struct string_finder *t, const struct bl_stream *stream);

/* An index of the stream; NULL: it has none. Borrowed until another stream is begun. Ends the
 * process where there is no memory. */
struct bl_index *string_finder_index(struct string_finder *t);

/* Report all texts of the entries of WALK, a piece of the stream, that match, then what could not
 * be searched: limits, and damage, after which the search goes on. */
void string_finder_walk(struct string_finder *t, struct bl_walk *walk);
void string_finder_release(struct string_finder *t);

/* "symbol name" */
const char *string_kind_name(enum string_kind kind);

#endif
