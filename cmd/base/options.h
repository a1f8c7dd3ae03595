/* cmd/options.h - commands and their options, from one table
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Parsing (getopt_long), --help and the shell completions all come from these tables.
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    EXIT_OK = 0,
    EXIT_BAD_INPUT = 1,
    EXIT_USAGE = 2
};

struct option_spec {
    const char *name;     /* long name */
    char letter;          /* short name, or 0 */
    const char *argument; /* its name in the help, or words to choose from, as in "bash|zsh"; names
                             are in capitals; NULL: a flag */
    const char *help;
};

/* Options that commands of a kind have in common, beside their own. */
enum shared {
    SHARES_INDEX = 1,
    SHARES_CONTENT = 2,
    SHARES_THREADS = 4,
    SHARES_OF_QUERIES = SHARES_INDEX | SHARES_CONTENT | SHARES_THREADS
};

struct command {
    const char *name;
    const char *summary;               /* one line for the list of commands */
    const char *operands;              /* as in "FILE…"; or words to choose from */
    const char *description;           /* paragraphs for its own --help */
    const struct option_spec *options; /* its own; ends with a NULL name */
    unsigned shares;                   /* enum shared */
    bool own_parser;                   /* parses argv itself */
    bool only_help;                    /* has no other of the options that all have */
    bool wants_ir;                     /* a file that is named has to have LLVM IR */
    bool passes_over;                  /* archives without what it wants are told, but not bad */
    int (*run)(int argc, char **argv);
};

/* All commands; ends with a NULL name. */
extern const struct command commands[];

/* What was said by options that are not the command's own. */
struct common {
    bool json;
    bool copy;
    const char *colour;
    const char *index;  /* file; NULL: none */
    bool by_content;    /* files are held against the index by content */
    unsigned n_threads; /* 0: all cores */
};

/* The same, with all cores counted. */
unsigned common_threads(const struct common *common);

struct parser {
    const struct command *command;
    struct common common;
    int n_operands;  /* met so far, and kept from argv[1] on */
    int exit_status; /* of a parse that is over early */
};

/* Whether WORD is none that begins options: what leads on into standard input, as "-(core.o)", is
 * an operand, too. */
bool is_operand(const char *word);

/* Next of the command's own options: its index in command->options, with *ARGUMENT. -1: operands
 * begin at optind. -2: stop now and exit with parser->exit_status. */
int parser_next(struct parser *p, int argc, char **argv, const char **argument);

enum {
    PARSE_DONE = -1,
    PARSE_EXIT = -2
};

/* Option NUMBER of all that COMMAND has, its own first; NULL behind the last. */
const struct option_spec *command_option(const struct command *command, int number);

/* Which of WORDS, which are separated by |, WORD is; -1: none. */
int find_word(const char *words, const char *word);

/* A number on the command line, up to MOST: decimal, or hexadecimal behind 0x. False: TEXT is no
 * such number. */
bool parse_number(const char *text, uint64_t most, uint64_t *n);

/* For --threads. False: it is no number of threads, and MOST_THREADS are the most. */
enum {
    MOST_THREADS = 1024
};
bool parse_threads(const char *text, unsigned *n);

/* Say what was wrong with the call, and where help is. Returns EXIT_USAGE. */
__attribute__((format(printf, 2, 3))) int usage_error(const struct command *command,
                                                      const char *format, ...);

/* The same where option SPEC, whose argument is one of several words, was given WORD instead. */
int usage_error_word(const struct command *command, const struct option_spec *spec,
                     const char *word);

void print_command_help(const struct command *command);
void print_general_help(void);

#endif
