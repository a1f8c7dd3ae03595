/* cmd/nm/nm.h - a run of nm: its options, and the symbols of the stream at hand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_NM_H
#define CMD_NM_H

#include "base/context.h"
#include "input/input.h"

enum {
    OPT_FILE_NAME,
    OPT_ALL,
    OPT_EXTERN,
    OPT_UNDEFINED,
    OPT_DEFINED,
    OPT_NO_WEAK,
    OPT_NO_SORT,
    OPT_NUMERIC,
    OPT_REVERSE,
    OPT_SIZE_SORT,
    OPT_PRINT_SIZE,
    OPT_SIZE,
    OPT_FORMAT,
    OPT_POSIX,
    OPT_JUST_SYMBOLS,
    OPT_QUIET,
    OPT_NO_SYMTAB,
    OPT_DYNAMIC,
    OPT_NO_DEMANGLE,
    OPT_BSD,
    OPT_DARWIN,
    OPT_HEX,
    OPT_JUST_SYMBOL_NAME,
    OPT_RADIX,
    OPT_ARMAP,
    OPT_NO_BITCODE,
    OPT_NO_ALIASES,
    OPT_EXPORT,
    OPT_MODE,
    OPT_SPECIAL,
    OPT_LINES,
    OPT_VERSION,
    N_OPTIONS
};

/* In the order of the option's words. */
enum format {
    BSD,
    POSIX,
    SYSV,
    JUST_SYMBOLS,
    DARWIN
};

enum {
    NOT_FOUND = -1 /* size of a body that is not there, as the file is damaged */
};

struct row {
    struct bl_view name;
    int64_t size;    /* or NOT_FOUND */
    uint32_t number; /* in the order of the file */
    unsigned flags;  /* bl_symbol_flag */
    char letter;
    bool is_hidden, is_constant;
};

/* Names that are not in the stream: of unnamed values, and of modules that have been closed. */
struct made_names {
    struct made_names *next;
    uint8_t text[];
};

struct nm {
    struct context *context;
    bool has[N_OPTIONS]; /* by option: it was given; --size has --print-size, too */
    unsigned format;
    char radix;            /* of sizes: d, o, x */
    unsigned mode_columns; /* of the addresses of modules that are listed; 0: any */
    char *mapped;          /* path of the file whose symbol table has been printed; NULL: none */
    /* Of the stream at hand. */
    const struct input *input;
    char *label; /* what a line begins with, "lib.a:core.o", or NULL */
    struct row *rows;
    uint32_t n_rows, cap_rows;
    uint64_t n_symbols; /* also those that are not listed */
    bool is_whole;      /* nothing of the stream failed to be read */
    uint32_t n_unnamed; /* numbers given to what has no name */
    struct made_names *made;
    unsigned columns; /* of an address; 0: no module yet */
};

/* Print the rows, a line each, or as JSON. */
void nm_put_rows(struct nm *nm);
void nm_put_json_rows(struct nm *nm);

#endif
