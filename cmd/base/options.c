/* cmd/base/options.c - parsing and --help from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/options.h"

#include "base/array.h"
#include "base/context.h"
#include "base/nearest.h"
#include "base/schema.h"
#include "base/text.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_OPTIONS = 48,
    HELP_COLUMN = 26,
    HELP_COLUMNS = 80
};

/* The first ones are of the commands that share them, bit by bit of enum shared; the others of all
 * that do not parse themselves. */
enum {
    COMMON_INDEX,
    COMMON_CONTENT,
    COMMON_THREADS,
    COMMON_NUMBER,
    COMMON_ALL,
    COMMON_REVERSE,
    COMMON_QUIET,
    COMMON_DEMANGLE,
    COMMON_COLUMNS,
    COMMON_WHERE,
    COMMON_SORT,
    COMMON_ONLY,
    COMMON_JSON,
    COMMON_JSON_SCHEMA,
    COMMON_COLOUR,
    COMMON_COPY,
    COMMON_ENDLESS,
    COMMON_UNLIMITED,
    COMMON_FOLLOW,
    COMMON_HELP,
    N_COMMON
};

static const struct option_spec common_options[N_COMMON] = {
    [COMMON_INDEX] = {"index", 'x', "FILE", "use index FILE"},
    [COMMON_CONTENT] = {"content", 0, NULL,
                        "compare files with the index by content, not size and time"},
    [COMMON_THREADS] = {"threads", 'j', "N", "work on N threads (default: all cores)"},
    [COMMON_NUMBER] = {"number", 'n', "N", "print N rows at most"},
    [COMMON_ALL] = {"all", 'a', NULL, "print all of it, not only what matters most"},
    [COMMON_REVERSE] = {"reverse", 'r', NULL, "reverse the order of rows"},
    [COMMON_QUIET] = {"quiet", 'q', NULL, "print nothing: the exit status is the answer"},
    [COMMON_DEMANGLE] = {"demangle", 'C', NULL, "print names of C++ and Rust as people write them"},
    [COMMON_COLUMNS] = {"columns", 0, "COLUMN,…", "print these columns, separated by tabs"},
    [COMMON_WHERE] = {"where", 0, "CONDITION,…",
                      "only rows such as name=GLOB, bytes>100, section, !section"},
    [COMMON_SORT] = {"sort", 's', "COLUMN,…",
                     "order rows of all files: most first, or by name; -COLUMN turns it round"},
    [COMMON_ONLY] = {"only", 0, "NAME|GLOB|/REGEX/", "only rows of these names"},
    [COMMON_JSON] = {"json", 0, NULL, "print one JSON object a line"},
    [COMMON_JSON_SCHEMA] = {"json-schema", 0, NULL, "print the schema of these objects"},
    [COMMON_COLOUR] = {"color", 0, "auto|always|never", "colour: auto is the default"},
    [COMMON_COPY] = {"copy", 0, NULL, "read files into memory instead of mapping them"},
    [COMMON_ENDLESS] = {"endless", 0, NULL, "read pipes and devices of any length"},
    [COMMON_UNLIMITED] = {"unlimited", 0, NULL, "print any amount: without, what the input allows"},
    [COMMON_FOLLOW] = {"follow", 0, NULL, "read a file below directories under each of its names"},
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
    if (common == COMMON_JSON_SCHEMA && !json_schema(command->name).data)
        return false;
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

/* The options for getopt. The values of long options are their numbers. */
struct table {
    struct option longs[MAX_OPTIONS + 1];
    char shorts[1 + 3 * MAX_OPTIONS + 1];
};

static void make_table(struct table *table, const struct command *command)
{
    const struct option_spec *spec;
    *table = (struct table){.shorts = "+"}; /* operands are kept by us */
    char *shorts = table->shorts + 1;
    for (const char *pair = command->letters; pair && *pair; pair += 2)
        *shorts++ = *pair;
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

/* Those of one --where more. */
static void add_conditions(struct context *c, const char *conditions)
{
    char *joined =
        string_printf("%s%s%s", c->where ? c->where : "", c->where ? "," : "", conditions);
    free(c->where);
    c->where = joined;
}

static void parse_common(struct context *c, int number)
{
    const struct option_spec *spec = &common_options[number];
    switch (number) {
    case COMMON_INDEX:
        if (c->index)
            usage_error(c->command, "--index is given once: name others as paths");
        c->index = optarg;
        break;
    case COMMON_CONTENT: c->by_content = true; break;
    case COMMON_THREADS:
        if (!parse_threads(optarg, &c->n_threads))
            usage_error(c->command, "--threads takes 1 to %d, not '%s'", MOST_THREADS, optarg);
        break;
    case COMMON_NUMBER: {
        uint64_t n;
        if (!parse_number(optarg, UINT32_MAX, &n))
            usage_error(c->command, "--number takes 0 to %" PRIu32 ", not '%s'", UINT32_MAX,
                        optarg);
        c->n_rows = n;
        c->has_number = true;
        break;
    }
    case COMMON_ALL: c->all = true; break;
    case COMMON_REVERSE: c->reverse = true; break;
    case COMMON_QUIET: c->quiet = true; break;
    case COMMON_DEMANGLE: c->demangles = true; break;
    case COMMON_COLUMNS: c->columns = optarg; break;
    case COMMON_WHERE: add_conditions(c, optarg); break;
    case COMMON_SORT: c->sort_by = optarg; break;
    case COMMON_ONLY: array_add(&c->only, &c->n_only, &c->cap_only, optarg); break;
    case COMMON_JSON: c->json = true; break;
    case COMMON_JSON_SCHEMA: {
        struct bl_view schema = json_schema(c->command->name);
        fwrite(schema.data, 1, schema.size, stdout);
        exit(out_stdio_status(EXIT_OK));
    }
    case COMMON_COLOUR:
        c->colour = optarg;
        (void)choose_word(c->command, spec, optarg);
        break;
    case COMMON_COPY: c->copy = true; break;
    case COMMON_ENDLESS: c->is_endless = true; break;
    case COMMON_UNLIMITED: c->is_unlimited = true; break;
    case COMMON_FOLLOW: c->follows_links = true; break;
    default: print_command_help(c->command); exit(out_stdio_status(EXIT_OK));
    }
}

bool is_operand(const char *word)
{
    return word[0] != '-' || !word[1] || strchr(BL_PATH_PARTS, word[1]) != NULL;
}

/* The letter or number in TABLE of the next option; -1: there is none. Operands before it are kept
 * from argv[1] on, where options are no longer needed; after the last they precede what is left. */
static int next_found(struct context *c, const struct table *table)
{
    while (optind < c->argc && is_operand(c->argv[optind]))
        c->argv[1 + c->n_operands++] = c->argv[optind++];
    int found = getopt_long(c->argc, c->argv, table->shorts, table->longs, NULL);
    if (found == -1) {
        c->operands = c->argv + optind - c->n_operands;
        memmove(c->operands, c->argv + 1, (size_t)c->n_operands * sizeof *c->operands);
        c->n_operands += c->argc - optind;
    }
    return found;
}

/* WORD is no option, but may begin with two dashes as one. */
static void suggest_option(const struct command *command, const char *word)
{
    const struct option_spec *spec;
    if (strncmp(word, "--", 2) != 0)
        return;
    struct bl_view name = {.data = (const uint8_t *)word + 2, .size = strcspn(word + 2, "=")};
    struct nearest nearest = nearest_to(name);
    for (int i = 0; (spec = command_option(command, i)); i++)
        nearest_try(&nearest, view_of(spec->name));
    if (nearest.found.size > 0 && nearest.distance > 0)
        say("Did you mean '--%s'?", (const char *)nearest.found.data);
}

int next_option(struct context *c, const char **argument)
{
    struct table table;
    const struct option_spec *spec;
    int found; /* a number or, beyond all numbers, a letter */
    make_table(&table, c->command);
    while ((found = next_found(c, &table)) != -1) {
        if (found == '?') {
            suggest_option(c->command, c->argv[optind - 1]);
            usage_error(c->command, NULL);
        }
        for (const char *pair = c->command->letters; pair && *pair; pair += 2)
            found = found == pair[0] ? pair[1] : found;
        int number = found < MAX_OPTIONS ? found : 0;
        while ((spec = command_option(c->command, number)) && found >= MAX_OPTIONS &&
               spec->letter != found)
            number++;
        bool is_own = spec && number < count_own(c->command);
        if (is_own && spec->letter == 's' && strcmp(spec->name, "sort") == 0) {
            c->sort = choose_word(c->command, spec, optarg);
        } else if (is_own) {
            if (argument)
                *argument = optarg;
            return number;
        } else {
            parse_common(c, (int)(spec - common_options));
        }
    }
    out_init(&c->out, c->colour);
    if (c->json)
        c->out.schema = json_schema_number(c->command->name);
    c->out.is_silent = c->quiet;
    return -1;
}

const char *take_operand(struct context *c)
{
    c->n_operands--;
    return *c->operands++;
}

bool parse_number(const char *text, uint64_t most, uint64_t *n)
{
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    char *end;
    errno = 0;
    *n = strtoull(text, &end, is_hexadecimal ? 16 : 10);
    return *text >= '0' && *text <= '9' && !*end && !errno && *n <= most;
}

uint32_t parse_depth(const struct command *command, const char *text)
{
    uint64_t n;
    if (strcmp(text, "all") == 0)
        return UINT32_MAX;
    if (!parse_number(text, UINT32_MAX, &n) || n == 0)
        usage_error(command, "--depth takes 1 to %" PRIu32 " or all, not '%s'", UINT32_MAX, text);
    return (uint32_t)n;
}

bool parse_threads(const char *text, unsigned *n)
{
    uint64_t value;
    bool is_number = parse_number(text, MOST_THREADS, &value);
    *n = (unsigned)value;
    return is_number && value > 0;
}

void usage_error(const struct command *command, const char *format, ...)
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
    exit(EXIT_USAGE);
}

int choose_word(const struct command *command, const struct option_spec *spec, const char *word)
{
    int number = find_word(spec->argument, word);
    if (number < 0)
        usage_error(command, "--%s takes %s, not '%s'", spec->name, spec->argument, word);
    return number;
}

/* ---- Help ---- */

/* From column INDENT on, on each line. */
static void print_indented(int indent, const char *text)
{
    int column = 0; /* after INDENT */
    for (int n; *text; text += n + (text[n] != '\0')) {
        int width = 0; /* in characters */
        n = (int)strcspn(text, " \n");
        for (int i = 0; i < n; i++)
            width += (text[i] & 0xC0) != 0x80;
        bool is_new_line = indent + column + 1 + width > HELP_COLUMNS;
        if (column > 0)
            printf("%s%*s", is_new_line ? "\n" : " ", is_new_line ? indent : 0, "");
        printf("%.*s", n, text);
        column = column == 0 || is_new_line ? width : column + 1 + width;
        if (text[n] != ' ') {
            putchar('\n');
            column = 0;
        }
    }
}

void print_wrapped(const char *text)
{
    print_indented(0, text);
}

void print_exit_status(void)
{
    print_wrapped("Exit status: 0 found or equal, 1 nothing found or different, 2 wrong usage or "
                  "a file that cannot be opened, 3 damaged input, 4 sound input that is not read.");
}

static void print_option(const struct option_spec *s)
{
    char left[160];
    int n = snprintf(left, sizeof left, "  %c%c%s--%s%s%s", s->letter ? '-' : ' ',
                     s->letter ? s->letter : ' ', s->letter ? ", " : "  ", s->name,
                     s->argument ? "=" : "", s->argument ? s->argument : "");
    int at = HELP_COLUMNS;
    while (n > HELP_COLUMNS && at > HELP_COLUMN && left[at - 1] != '|')
        at--;
    if (n > HELP_COLUMNS) { /* more words than are in a line */
        printf("%.*s\n%*s%s\n%*s", at, left, HELP_COLUMN, "", left + at, HELP_COLUMN, "");
        print_indented(HELP_COLUMN, s->help);
        return;
    }
    if (n >= HELP_COLUMN)
        printf("%s\n%*s", left, HELP_COLUMN, "");
    else
        printf("%-*s", HELP_COLUMN, left);
    print_indented(HELP_COLUMN, s->help);
}

void print_command_help(const struct command *command)
{
    const struct option_spec *spec;
    printf("Usage: bitleap %s [OPTION]… %s\n\n", command->name, command->operands);
    print_wrapped(command->description);
    puts("\nOptions:");
    for (int i = 0; (spec = command_option(command, i)); i++)
        print_option(spec);
    printf("\nExamples:\n  %s\n  %s\n", command->examples[0], command->examples[1]);
    if (!command->own_parser) { /* its description has an exit status of its own */
        putchar('\n');
        print_exit_status();
    }
}
