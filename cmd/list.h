/* cmd/list.h - rows of one table of the library, as listing commands print them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A command says which table it lists, and how a row looks as text for people; everything else is
 * the same for all: JSON, --columns, --where, --sort, --reverse and -n. With an order there is one
 * sequence of rows over all inputs: rows are kept until the end, or, with -n, the first ones.
 */
#ifndef CMD_LIST_H
#define CMD_LIST_H

#include "conditions.h"
#include "input/modules.h"

struct list;

/* What a command lists. */
struct listing {
    const char *table; /* bitleap_tables.h */
    const char *type;  /* of its JSON objects */
    /* Columns that these have, and that the functions below read by their places: "name,body?".
     * Where there is no value a key is null; it is left out with a question mark. With a star it is
     * null where the number is 0; with a plus it is there only with --demangle. */
    const char *keys;
    const char *one, *many;           /* what rows are called: "type", "types" */
    uint64_t most_rows;               /* of many modules, for people; 0: all */
    bool (*wants)(struct list *l);    /* whether the row is listed, after conditions; NULL: it is */
    void (*put_text)(struct list *l); /* for people */
    /* Before the rows of a module, as text for people, which wait for it in memory; N_ROWS of them
     * are wanted. NULL: no heading. */
    void (*put_heading)(struct list *l, uint64_t n_rows, bool is_damaged);
    void (*put_more_json)(struct list *l); /* keys that are no columns; NULL: there are none */
};

struct list_column {
    char *name;
    uint8_t type; /* bl_column_type */
    bool is_optional, is_null_for_0, is_for_names, is_json;
    bool is_in_all; /* file and module, which each JSON object begins with */
};

struct list_key {
    uint32_t column;
    int sign;
};

struct list_row;

struct list {
    struct context *context;
    const struct listing *listing;
    void *data; /* of the command */
    /* Of the table: the keys of the listing, and what options name. */
    struct list_column *columns;
    uint32_t *numbers; /* in the table */
    uint32_t n_columns, cap_columns, cap_numbers;
    uint32_t first_shown, n_shown; /* of them, which are printed in columns or as JSON */
    struct conditions conditions;
    struct name_patterns only; /* names of rows, in column NAME */
    uint32_t name;
    struct list_key *keys; /* of the order */
    uint32_t n_keys, cap_keys;
    bool is_sorted, has_headings, is_filtered; /* the last one by the command */
    bool shows_file;                           /* among the columns that were asked for */
    /* The module at hand. */
    const struct module_input *in;
    struct bl_table *table;
    struct row_limit alone; /* rows of a file that was named, and is a module */
    struct row_limit limit; /* of all other modules together */
    uint64_t n_found;       /* rows that were wanted */
    bool has_others;        /* some of them are not of a file that is a module */
    struct list_row **rows; /* kept */
    size_t n_rows, cap_rows;
    uint64_t most_kept;       /* of them; UINT64_MAX: all */
    struct list_row *last;    /* of most_kept; NULL: there are fewer */
    struct out text;          /* of the row that is kept next, or of the module's rows */
    struct bl_error *errors;  /* met in the row, or in those that wait */
    struct bl_error left_out; /* the first one in rows that are not wanted, or between rows */
    struct bl_error end;      /* of the rows */
    uint32_t n_errors, cap_errors;
};

/* Begin, after the options were read; names of columns that the table lacks are wrong usage. */
void list_open(struct list *l, struct context *c, const struct listing *listing, void *data);

/* The place of a column that is read, but not printed, by itself. */
uint32_t list_add_column(struct list *l, const char *name);

/* Rows of module IN, printed with PRINTER, which may be NULL. */
void list_module_rows(struct list *l, const struct module_input *in, struct bl_printer *printer);

/* Print rows that were kept, and how many there are beside those that were printed. */
void list_close(struct list *l);

/* Whether options say what rows are: headings that count them are left out. */
bool list_has_options(const struct context *c);

/* ---- For the functions of a listing ---- */

/* The value in column KEY of the row, borrowed until the next call. */
struct bl_cell list_cell(struct list *l, unsigned key);
/* Whether rows of several modules make one sequence, so that each has its path. */
bool list_has_paths(const struct list *l);
/* Print it. */
void list_put(struct list *l, unsigned key);
/* "PATH: ", where rows have it. */
void list_put_path(struct list *l);

#endif
