/* cmd/base/options.h - commands and their options, from one table
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Parsing (getopt_long), --help and the shell completions all come from these tables.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

/* Exit statuses. That of the process is the greatest that applies, but EXIT_UNSUPPORTED gives way
 * to EXIT_USAGE and EXIT_DAMAGED. */
enum {
    EXIT_OK = 0,         /* what was asked for was found, or all is equal */
    EXIT_NOTHING = 1,    /* nothing was found, or something differs */
    EXIT_USAGE = 2,      /* wrong usage; what could not be opened or written; no memory */
    EXIT_DAMAGED = 3,    /* something in the input is damaged, or over a limit */
    EXIT_UNSUPPORTED = 4 /* something that was named is sound, as far as is known, and not read */
};

struct option_spec {
    const char *name;     /* long name */
    char letter;          /* short name, or 0 */
    const char *argument; /* its name in the help, or words to choose from, as in "bash|zsh"; names
                             are in capitals; NULL: a flag */
    const char *help;
};

/* Options that several commands share, beside their own. */
enum shared {
    SHARES_INDEX = 1,
    SHARES_CONTENT = 2,
    SHARES_THREADS = 4,
    SHARES_NUMBER = 8, /* of rows: limit_rows() */
    SHARES_ALL = 16,
    SHARES_REVERSE = 32,
    SHARES_QUIET = 64,
    SHARES_NAMES = 128,
    SHARES_LISTING = 256 | 512 | 1024 | 2048, /* --columns, --where, --sort, --only: list.h */
    SHARES_OF_QUERIES = SHARES_INDEX | SHARES_CONTENT | SHARES_THREADS
};

/* Of commands, in the order of the general help. */
enum command_group {
    GROUP_FILE,
    GROUP_FILES,
    GROUP_QUERY,
    GROUP_COPY,
    GROUP_INDEX,
    GROUP_SCRIPT
};
#define N_GROUPS (GROUP_SCRIPT + 1)

struct context;

struct command {
    const char *name;
    const char *summary;     /* one line for the list of commands */
    const char *operands;    /* as in "FILE…"; or words to choose from */
    const char *description; /* one paragraph for its own --help */
    const char *examples[2];
    const struct option_spec *options; /* its own; ends with a NULL name */
    bool (*run)(struct context *c);    /* false: what was asked for was not found */
    const char *letters;               /* pairs: a second letter, and that of the same flag */
    enum command_group group;
    unsigned shares;     /* enum shared */
    bool own_parser;     /* parses argv itself */
    bool only_help;      /* --help is the only one of the options that all have */
    bool wants_ir;       /* a file that is named must have LLVM IR */
    bool reads_asts;     /* of clang and Swift, in their place */
    bool skips_archives; /* an archive without what it wants is noted, not an error */
};

/* Whether WORD does not begin an option: what leads on into standard input, as "-(core.o)", is an
 * operand, too. */
bool is_operand(const char *word);

/* The next of the command's own options: its index in command->options, with its argument in
 * *ARGUMENT (which may be NULL: no option has one). -1: there is none, and operands and output are
 * ready. Wrong usage and --help end the process. */
int next_option(struct context *c, const char **argument);

/* The first operand, which is not one of the inputs. */
const char *take_operand(struct context *c);

/* Option NUMBER of all that COMMAND has, its own first; NULL after the last. */
const struct option_spec *command_option(const struct command *command, int number);

/* Which of WORDS, which are separated by |, WORD is; -1: none. */
int find_word(const char *words, const char *word);

/* A number on the command line, up to MOST: decimal, or hexadecimal after 0x. False: TEXT is no
 * such number. */
bool parse_number(const char *text, uint64_t most, uint64_t *n);

/* A number of threads, up to MOST_THREADS. False: TEXT is no such number. */
enum {
    MOST_THREADS = 1024
};
bool parse_threads(const char *text, unsigned *n);

/* What --depth takes: a number of levels, or UINT32_MAX for all. Wrong usage ends the process. */
uint32_t parse_depth(const struct command *command, const char *text);

/* Say what was wrong with the call, and where help is; exit with EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) _Noreturn void usage_error(const struct command *command,
                                                                 const char *format, ...);

/* Which of the words that SPEC takes WORD is; of another one, as usage_error(). */
int choose_word(const struct command *command, const struct option_spec *spec, const char *word);

/* On standard output: TEXT, a paragraph or several with a line break between them, in lines of at
 * most 80 columns; the last line of every help; all of it. */
void print_wrapped(const char *text);
void print_exit_status(void);
void print_command_help(const struct command *command);

#endif
