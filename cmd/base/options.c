/* cmd/options.c - parsing and --help from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/options.h"

#include "base/text.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPTIONS = 32,
    HELP_COLUMN = 26
};

/* The first ones are of the commands that share them, bit by bit of enum shared; the others of all
 * that do not parse themselves. */
enum {
    COMMON_INDEX,
    COMMON_CONTENT,
    COMMON_THREADS,
    COMMON_JSON,
    COMMON_COLOUR,
    COMMON_COPY,
    COMMON_HELP,
    N_COMMON
};

static const struct option_spec common_options[N_COMMON] = {
    [COMMON_INDEX] = {"index", 'x', "FILE", "ask index FILE"},
    [COMMON_CONTENT] = {"content", 0, NULL,
                        "hold files against the index by content, not size and time"},
    [COMMON_THREADS] = {"threads", 'j', "N", "work on N threads (default: all cores)"},
    [COMMON_JSON] = {"json", 0, NULL, "print one JSON object a line"},
    [COMMON_COLOUR] = {"color", 0, "auto|always|never", "colour: auto is the default"},
    [COMMON_COPY] = {"copy", 0, NULL, "read files into memory instead of mapping them"},
    [COMMON_HELP] = {"help", 'h', NULL, "print this help"},
};

static int count_own(const struct command *command)
{
    int n = 0;
    while (command->options && command->options[n].name)
        n++;
    return n;
}

static bool has_common(const struct command *command, int common)
{
    if (common < COMMON_JSON)
        return command->shares >> common & 1;
    return !command->own_parser && (!command->only_help || common == COMMON_HELP);
}

const struct option_spec *command_option(const struct command *command, int number)
{
    int n_own = count_own(command);
    if (number < n_own)
        return &command->options[number];
    int n = n_own;
    for (int i = 0; i < N_COMMON; i++)
        if (has_common(command, i) && n++ == number)
            return &common_options[i];
    return NULL;
}

/* What getopt takes. The values of long options are their numbers. */
struct table {
    struct option longs[MAX_OPTIONS + 1];
    char shorts[1 + 2 * MAX_OPTIONS + 1];
};

static void make_table(struct table *table, const struct command *command)
{
    const struct option_spec *spec;
    *table = (struct table){.shorts = "+"}; /* operands are kept by us */
    char *shorts = table->shorts + 1;
    for (int i = 0; i < MAX_OPTIONS && (spec = command_option(command, i)); i++) {
        table->longs[i] = (struct option){
            .name = spec->name,
            .has_arg = spec->argument ? required_argument : no_argument,
            .val = i,
        };
        if (spec->letter)
            *shorts++ = spec->letter;
        if (spec->letter && spec->argument)
            *shorts++ = ':';
    }
}

/* FOUND is a number or, beyond all numbers, a letter. */
static int number_of(const struct command *command, int found)
{
    const struct option_spec *spec;
    for (int i = 0; found >= MAX_OPTIONS && (spec = command_option(command, i)); i++)
        if (spec->letter == found)
            return i;
    return found;
}

int find_word(const char *words, const char *word)
{
    size_t n = strlen(word);
    for (int i = 0;; i++) {
        size_t size = strcspn(words, "|");
        if (size == n && memcmp(words, word, n) == 0)
            return i;
        if (!words[size])
            return -1;
        words += size + 1;
    }
}

/* A common option. False: the parse is over. */
static bool take_common(struct parser *p, const struct option_spec *spec)
{
    switch (spec - common_options) {
    case COMMON_INDEX:
        if (p->common.index) {
            p->exit_status = usage_error(p->command, "--index is given once: name others as paths");
            return false;
        }
        p->common.index = optarg;
        return true;
    case COMMON_CONTENT: p->common.by_content = true; return true;
    case COMMON_THREADS:
        if (parse_threads(optarg, &p->common.n_threads))
            return true;
        p->exit_status =
            usage_error(p->command, "--threads takes 1 to %d, not '%s'", MOST_THREADS, optarg);
        return false;
    case COMMON_JSON: p->common.json = true; return true;
    case COMMON_COLOUR:
        p->common.colour = optarg;
        if (find_word(spec->argument, optarg) >= 0)
            return true;
        p->exit_status = usage_error_word(p->command, spec, optarg);
        return false;
    case COMMON_COPY: p->common.copy = true; return true;
    default:
        print_command_help(p->command);
        p->exit_status = EXIT_OK;
        return false;
    }
}

bool is_operand(const char *word)
{
    return word[0] != '-' || !word[1] || strchr("(!:[", word[1]) != NULL;
}

/* Keep operands in front of the next option, where options are no longer needed. */
static void keep_operands(struct parser *p, int argc, char **argv)
{
    while (optind < argc && is_operand(argv[optind]))
        argv[1 + p->n_operands++] = argv[optind++];
}

/* Behind the last option: those that were kept stand in front of what is left. */
static void give_operands(const struct parser *p, char **argv)
{
    optind -= p->n_operands;
    memmove(argv + optind, argv + 1, (size_t)p->n_operands * sizeof *argv);
}

/* The next of all options, by the letter or number that it has in TABLE; -1: there is none. */
static int next_option(struct parser *p, const struct table *table, int argc, char **argv)
{
    keep_operands(p, argc, argv);
    int found = getopt_long(argc, argv, table->shorts, table->longs, NULL);
    if (found == -1)
        give_operands(p, argv);
    return found;
}

int parser_next(struct parser *p, int argc, char **argv, const char **argument)
{
    int n_own = count_own(p->command);
    struct table table;
    int found;
    make_table(&table, p->command);
    if (!p->common.colour)
        p->common.colour = "auto";
    while ((found = next_option(p, &table, argc, argv)) != -1) {
        if (found == '?') {
            p->exit_status = usage_error(p->command, NULL);
            return PARSE_EXIT;
        }
        int number = number_of(p->command, found);
        *argument = optarg;
        if (number < n_own)
            return number;
        if (!take_common(p, command_option(p->command, number)))
            return PARSE_EXIT;
    }
    return PARSE_DONE;
}

bool parse_number(const char *text, uint64_t most, uint64_t *n)
{
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    errno = 0;
    *n = strtoull(text, &end, is_hexadecimal ? 16 : 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *n <= most;
}

bool parse_threads(const char *text, unsigned *n)
{
    uint64_t value;
    bool is_number = parse_number(text, MOST_THREADS, &value);
    *n = (unsigned)value;
    return is_number && value > 0;
}

unsigned common_threads(const struct common *common)
{
    return common->n_threads ? common->n_threads : bl_cores();
}

int usage_error(const struct command *command, const char *format, ...)
{
    if (format) {
        va_list args;
        va_start(args, format);
        char *text = text_formatted(format, args);
        va_end(args);
        say("bitleap %s: %s", command->name, text);
        free(text);
    }
    say("Try 'bitleap %s --help'.", command->name);
    return EXIT_USAGE;
}

int usage_error_word(const struct command *command, const struct option_spec *spec,
                     const char *word)
{
    return usage_error(command, "--%s takes %s, not '%s'", spec->name, spec->argument, word);
}

static void print_exit_status(void)
{
    puts("Exit status: 0 ok, 1 bad input, nothing found or a difference, 2 wrong usage.");
}

static void print_option(const struct option_spec *s)
{
    char left[80];
    int n = snprintf(left, sizeof left, "  %c%c%s--%s%s%s", s->letter ? '-' : ' ',
                     s->letter ? s->letter : ' ', s->letter ? ", " : "  ", s->name,
                     s->argument ? "=" : "", s->argument ? s->argument : "");
    if (n >= HELP_COLUMN)
        printf("%s\n%*s%s\n", left, HELP_COLUMN, "", s->help);
    else
        printf("%-*s%s\n", HELP_COLUMN, left, s->help);
}

void print_command_help(const struct command *command)
{
    const struct option_spec *spec;
    printf("Usage: bitleap %s [OPTION]… %s\n\n%s\n\nOptions:\n", command->name, command->operands,
           command->description);
    for (int i = 0; (spec = command_option(command, i)); i++)
        print_option(spec);
    if (!command->own_parser) { /* its description tells an exit status of its own */
        putchar('\n');
        print_exit_status();
    }
}

void print_general_help(void)
{
    puts("Usage: bitleap COMMAND [OPTION]… [FILE]…\n\n"
         "Maps LLVM bitcode, indexes its blocks by leaping over their lengths, and decodes\n"
         "records only where asked. FILE may be - for standard input, or a directory, for all\n"
         "files below it that have bitcode inside.\n\n"
         "Commands:");
    for (const struct command *c = commands; c->name; c++)
        printf("  %-13s%s\n", c->name, c->summary);
    puts("\n'bitleap COMMAND --help' tells about one command; 'bitleap --version' the version.");
    print_exit_status();
}
