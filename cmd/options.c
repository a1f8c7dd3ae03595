/* cmd/options.c - parsing and --help from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "options.h"

#include "bitleap.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPTIONS = 32,
    COMMON_BASE = 1000,
    HELP_COLUMN = 26
};

enum {
    COMMON_JSON,
    COMMON_COLOUR,
    COMMON_COPY,
    COMMON_HELP
};

const struct option_spec common_options[] = {
    [COMMON_JSON] = {"json", 0, NULL, "print one JSON object a line"},
    [COMMON_COLOUR] = {"color", 0, "WHEN", "colour: auto (default), always or never"},
    [COMMON_COPY] = {"copy", 0, NULL, "read files into memory instead of mapping them"},
    [COMMON_HELP] = {"help", 'h', NULL, "print this help"},
    {NULL, 0, NULL, NULL},
};

static size_t add_specs(const struct option_spec *specs, int base, struct option *longs, size_t n,
                        char *shorts)
{
    for (int i = 0; specs && specs[i].name && n < MAX_OPTIONS; i++) {
        longs[n++] = (struct option){
            .name = specs[i].name,
            .has_arg = specs[i].argument ? required_argument : no_argument,
            .val = base + i,
        };
        if (specs[i].letter) {
            size_t at = strlen(shorts);
            shorts[at++] = specs[i].letter;
            if (specs[i].argument)
                shorts[at++] = ':';
            shorts[at] = '\0';
        }
    }
    return n;
}

static int by_letter(const struct option_spec *specs, int letter)
{
    for (int i = 0; specs && specs[i].name; i++)
        if (specs[i].letter == letter)
            return i;
    return -1;
}

/* A common option. False: the parse is over. */
static bool take_common(struct parser *p, int number)
{
    switch (number) {
    case COMMON_JSON: p->common.json = true; return true;
    case COMMON_COPY: p->common.copy = true; return true;
    case COMMON_COLOUR:
        p->common.colour = optarg;
        if (strcmp(optarg, "auto") == 0 || strcmp(optarg, "always") == 0 ||
            strcmp(optarg, "never") == 0)
            return true;
        p->exit_status = usage_error(p->command, "'%s' is not auto, always or never", optarg);
        return false;
    default:
        print_command_help(p->command);
        p->exit_status = EXIT_OK;
        return false;
    }
}

int parser_next(struct parser *p, int argc, char **argv, const char **argument)
{
    struct option longs[MAX_OPTIONS + 1] = {0};
    char shorts[2 * MAX_OPTIONS + 1] = "";
    size_t n = add_specs(p->command->options, 0, longs, 0, shorts);
    add_specs(common_options, COMMON_BASE, longs, n, shorts);
    if (!p->common.colour)
        p->common.colour = "auto";
    int found;
    while ((found = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
        if (found == '?') {
            p->exit_status = usage_error(p->command, NULL);
            return PARSE_EXIT;
        }
        int common = found >= COMMON_BASE ? found - COMMON_BASE : by_letter(common_options, found);
        int own = found < MAX_OPTIONS ? found : by_letter(p->command->options, found);
        *argument = optarg;
        if (found < COMMON_BASE && own >= 0)
            return own;
        if (!take_common(p, common))
            return PARSE_EXIT;
    }
    return PARSE_DONE;
}

bool parse_threads(const char *text, unsigned *n)
{
    char *end;
    errno = 0;
    unsigned long value = strtoul(text, &end, 10);
    *n = (unsigned)value;
    return *text >= '0' && *text <= '9' && !*end && !errno && value > 0 && value <= MOST_THREADS;
}

int usage_error(const struct command *command, const char *format, ...)
{
    if (format) {
        va_list args;
        va_start(args, format);
        fprintf(stderr, "bitleap %s: ", command->name);
        vfprintf(stderr, format, args);
        fputc('\n', stderr);
        va_end(args);
    }
    fprintf(stderr, "Try 'bitleap %s --help'.\n", command->name);
    return EXIT_USAGE;
}

static void print_specs(const struct option_spec *specs)
{
    for (int i = 0; specs && specs[i].name; i++) {
        char left[80];
        const struct option_spec *s = &specs[i];
        int n = snprintf(left, sizeof left, "  %c%c%s--%s%s%s", s->letter ? '-' : ' ',
                         s->letter ? s->letter : ' ', s->letter ? ", " : "  ", s->name,
                         s->argument ? "=" : "", s->argument ? s->argument : "");
        if (n >= HELP_COLUMN)
            printf("%s\n%*s%s\n", left, HELP_COLUMN, "", s->help);
        else
            printf("%-*s%s\n", HELP_COLUMN, left, s->help);
    }
}

void print_command_help(const struct command *command)
{
    printf("Usage: bitleap %s [OPTION]… %s\n\n%s\n\nOptions:\n", command->name, command->operands,
           command->description);
    print_specs(command->options);
    if (!command->own_parser)
        print_specs(common_options);
    puts("\nExit status: 0 ok, 1 bad input, 2 wrong usage.");
}

void print_general_help(void)
{
    puts("Usage: bitleap COMMAND [OPTION]… [FILE]…\n\n"
         "Maps LLVM bitcode, indexes its blocks by leaping over their lengths, and decodes\n"
         "records only where asked. FILE may be - for standard input, or a directory, for all\n"
         "files below it that have bitcode inside.\n\n"
         "Commands:");
    for (const struct command *c = commands; c->name; c++)
        if (!c->hidden)
            printf("  %-13s%s\n", c->name, c->summary);
    puts("\n'bitleap COMMAND --help' tells about one command; 'bitleap --version' the version.\n"
         "Exit status: 0 ok, 1 bad input, 2 wrong usage.");
}
