/* cmd/base/context.h - what a command works with: its options and operands, its output, its errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * main() makes one; everything that reads inputs or reports errors takes it.
 */
#ifndef CMD_CONTEXT_H
#define CMD_CONTEXT_H

#include "base/map.h"
#include "base/options.h"
#include "base/out.h"
#include "bitleap.h"

struct context {
    const struct command *command;
    int argc; /* of the command: argv[0] is what messages of the parser begin with */
    char **argv;
    /* What next_option() has found: options that commands share, and operands. */
    bool json, copy, demangles, by_content, follows_links, is_endless, is_unlimited;
    const char *colour, *index; /* INDEX is a file; NULL: none */
    unsigned n_threads;         /* 0: all cores */
    bool has_number, all, reverse, quiet;
    uint64_t n_rows;               /* to be printed at most, where HAS_NUMBER */
    const char *columns, *sort_by; /* of listings, as given; NULL: not */
    char *where;                   /* malloc'ed: all conditions */
    const char **only;             /* malloc'ed: names of rows, as given */
    uint32_t n_only, cap_only;
    int sort; /* the number of the word that a --sort of its own was given; 0: the first */
    int n_operands;
    char **operands;
    struct out out;
    uint64_t n_errors; /* reported so far, those that were repeated included */
    int exit_status;   /* the one of these that matters most; context_fail() */
    bool has_changed;  /* a file, while it was read: what else is reported may come from that */
    bool catalog_is_damaged;
    /* Private: hashes of what was reported, and why the stream of the last error is cut off. */
    struct bl_map reported;
    uint64_t last_stream; /* a hash */
    struct bl_error cut;  /* its cause is malloc'ed; NULL: it is not */
};

void context_init(struct context *c, const struct command *command, int argc, char **argv);

/* Write the output out, and free all. Returns the exit status; GOOD is what the command says. */
int context_close(struct context *c, bool good);

/* With --demangle print NAME as people write it. False: without that, or where it is no such name,
 * nothing is printed. */
bool put_demangled(const struct context *c, struct bl_view name, bl_put_fn *put, void *data);

/* NAME as LLVM writes it or, with --demangle, as people do. */
void put_linker_name(const struct context *c, struct out *o, struct bl_view name);

/* The name of global VALUE, "@main", or with --demangle as people write it. */
void put_global_name(const struct context *c, struct bl_module *module, uint32_t value,
                     bl_put_fn *put, void *data);

/* With --demangle ,"demangled":"…" of NAME, or null. */
void json_demangled(const struct context *c, struct out *o, struct bl_view name);

/* Whether TEXT is a name as people write it, and no linker's: it has :: or a parenthesis in it. */
bool is_demangled(struct bl_view text);

/* Whether people write TEXT for NAME, with the types of parameters or without. */
bool is_demangled_name(struct bl_view text, struct bl_view name);

/* Where the list of parameters begins in TEXT, "a::f(int) const"; its end: there is none. */
size_t parameters_at(struct bl_view text);

/* See that the exit status is STATUS or one that matters more. */
void context_fail(struct context *c, int status);

/* The same of the exit status for failures of KIND (bl_error_kind()). */
void context_fail_kind(struct context *c, const char *kind);

/* How many threads there are for the command. */
unsigned context_threads(const struct context *c);

/* Rows of one list: how many may still be printed, and how many more there are. */
struct row_limit {
    uint64_t n_left, n_more;
};

/* As -n says, or N where the call has neither that nor --all; JSON has all rows then, as programs
 * read it. */
struct row_limit limit_rows(const struct context *c, uint64_t n);

/* Whether one more row may be printed. */
bool take_row(struct row_limit *limit);

/* "… and 12 more functions: --all prints all", if rows were left out, and not in JSON. */
void put_more_rows(struct context *c, const struct row_limit *limit, const char *one,
                   const char *many);

/* Flags for opening files. */
unsigned context_open_flags(const struct context *c);

/* One line on stderr: "bitleap: PATH: bit N (byte 0xM) in BLOCK@N/BLOCK@N: cause", with --json an
 * object of type "error" on standard output as well. Output is flushed first, so that the line is
 * after what was readable. STREAM is what positions count in; NULL: none. The same cause at the
 * same place is reported once, however often it is met, and of a stream that is cut off, that. */
void report_error(struct context *c, const char *path, const struct bl_stream *stream,
                  const struct bl_error *err);

/* The same of a cause without a position. */
void report_text(struct context *c, const char *path, int status, const char *what);

/* The same of WANTED, a name that was given and is not there: "bitleap: PATH: WANTED: WHAT". */
void report_wanted(struct context *c, const char *path, const char *wanted, const char *what);

/* One line on stderr, "bitleap: …", that is no error. */
__attribute__((format(printf, 2, 3))) void put_note(struct context *c, const char *format, ...);

/* "BLOCK@N/BLOCK@N" or "" at the top level; names that the stream states itself are looked up in
 * IX, its index. NULL: one is made if it is needed. */
void put_block_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
                    const struct bl_error *err);
/* ,"path":"…" */
void json_block_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
                     const struct bl_error *err);

#endif
