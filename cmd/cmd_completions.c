/* cmd/cmd_completions.c - completions for bash, zsh and fish, from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The script of a shell calls the command with the words that were typed. The first line that it
 * gets is a kind and, after a space, what of the word is before that: "words --color=". Lines
 * after it are:
 *   words      what the word may be
 *   names      a file: the names in it, or files
 *   file       none: names of files, and nothing else may get the slash of a folder
 *   directory  none
 *   nothing    what is to be typed
 */
#include "base/context.h"
#include "base/embed.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

EMBED(bash, "cmd/completions/bitleap.bash");
EMBED(zsh, "cmd/completions/bitleap.zsh");
EMBED(fish, "cmd/completions/bitleap.fish");

/* How a shell wants the words. */
struct shell {
    char separator;                /* between a word and what it is; 0: it has no place for that */
    bool has_letters, hides_given; /* options by a letter; those that were typed before */
};

struct typed {
    struct shell shell;
    char **words; /* after the program's name */
    int n, at;    /* which one is to be completed */
};

static void put_candidate(const struct typed *t, const char *before, const char *word,
                          const char *after, const char *summary)
{
    printf("%s%s%s", before, word, after);
    if (t->shell.separator && summary)
        printf("%c%s", t->shell.separator, summary);
    putchar('\n');
}

/* ---- Arguments and operands ---- */

/* The first of WORDS, separated by |, that is no name of something; its end if there is none. */
static const char *first_word(const char *words)
{
    while (*words && (*words < 'a' || *words > 'z')) {
        words += strcspn(words, "|");
        words += *words == '|';
    }
    return words;
}

static void put_words(const char *words)
{
    while (*(words = first_word(words))) {
        int n = (int)strcspn(words, "|");
        printf("%.*s\n", n, words);
        words += n;
    }
}

static void put_blocks(void)
{
    for (uint32_t id = 0; id <= BL_BLOCK_SYMTAB; id++) {
        const char *name = bl_ir_block_name(BL_BLOCK_MODULE, id);
        if (name)
            puts(name);
    }
}

/* The first word that is one, whose names are offered; NULL: none. */
static const char *file_of_names(const struct typed *t)
{
    struct stat st;
    for (int i = 1; i < t->n; i++)
        if (stat(t->words[i], &st) == 0 && S_ISREG(st.st_mode))
            return t->words[i];
    return NULL;
}

/* ARGUMENT as the help has it, after PREFIX in the same word. */
static void put_candidates(const struct typed *t, const char *argument, struct bl_view prefix,
                           bool is_operand)
{
    bool is_block = strcmp(argument, "NAME|ID") == 0;
    bool is_name = !is_block && strncmp(argument, "NAME", strlen("NAME")) == 0;
    bool has_words = is_block || *first_word(argument);
    const char *file = is_name && !has_words ? file_of_names(t) : NULL;
    const char *kind = has_words                                 ? "words"
                       : file                                    ? "names"
                       : strcmp(argument, "DIR") == 0            ? "directory"
                       : is_operand || !strcmp(argument, "FILE") ? "file"
                                                                 : "nothing";
    printf("%s %.*s\n", kind, (int)prefix.size, (const char *)prefix.data);
    if (is_block)
        put_blocks();
    else if (has_words)
        put_words(argument);
    else
        puts(file ? file : argument);
}

/* ---- Commands and options ---- */

static void put_commands(const struct typed *t)
{
    puts("words ");
    put_candidate(t, "", "--help", "", "print help");
    put_candidate(t, "", "--version", "", "print the version");
    put_candidate(t, "", "help", "", "print help on a command");
    for (const struct command *c = commands; c->name; c++)
        put_candidate(t, "", c->name, "", c->summary);
}

/* The option that WORD begins with, "--color" or "-b"; NULL: none. */
static const struct option_spec *find_option(const struct command *command, const char *word)
{
    const struct option_spec *spec;
    size_t size = strcspn(word, "=");
    for (int i = 0; (spec = command_option(command, i)); i++)
        if (size == 2 ? word[0] == '-' && word[1] == spec->letter
                      : strncmp(word, "--", 2) == 0 && strlen(spec->name) == size - 2 &&
                            memcmp(word + 2, spec->name, size - 2) == 0)
            return spec;
    return NULL;
}

static bool is_given(const struct typed *t, const struct command *command,
                     const struct option_spec *spec)
{
    for (int i = 1; i < t->n; i++)
        if (i != t->at && find_option(command, t->words[i]) == spec)
            return true;
    return false;
}

static void put_options(const struct typed *t, const struct command *command)
{
    const struct option_spec *spec;
    puts("words ");
    for (int i = 0; (spec = command_option(command, i)); i++) {
        if (t->shell.hides_given && is_given(t, command, spec))
            continue;
        put_candidate(t, "--", spec->name, spec->argument ? "=" : "", spec->help);
        if (t->shell.has_letters && spec->letter)
            put_candidate(t, "-", (const char[]){spec->letter, '\0'}, "", spec->help);
    }
}

static void complete(const struct typed *t)
{
    const char *word = t->words[t->at];
    const struct command *command = t->at > 0 ? find_command(t->words[0]) : NULL;
    if (t->at == 0 || strcmp(t->words[0], "help") == 0 || strcmp(t->words[0], "--help") == 0 ||
        strcmp(t->words[0], "-h") == 0) {
        put_commands(t);
        return;
    }
    /* In bash an = is a word of its own, unless it was taken out of COMP_WORDBREAKS. */
    bool has_value = strncmp(word, "--", 2) == 0 && strchr(word, '=');
    int before = t->at - 1 - (strcmp(t->words[t->at - 1], "=") == 0 && t->at > 1);
    const struct option_spec *spec =
        command ? find_option(command, has_value ? word : t->words[before]) : NULL;
    struct bl_view prefix = {.data = (const uint8_t *)word,
                             .size = has_value ? strcspn(word, "=") + 1 : 0};
    if (spec && spec->argument)
        put_candidates(t, spec->argument, prefix, false);
    else if (command && word[0] == '-')
        put_options(t, command);
    else
        put_candidates(t, command ? command->operands : "FILE", prefix, true);
}

bool cmd_completions(struct context *c)
{
    /* In the order of the command's operands. */
    static const struct shell shells[] = {
        {0, false, false}, {':', true, true}, {'\t', true, false}};
    const struct bl_view scripts[] = {EMBEDDED(bash), EMBEDDED(zsh), EMBEDDED(fish)};
    uint64_t at;
    (void)next_option(c, NULL);
    int shell = c->n_operands > 0 ? find_word(c->command->operands, c->operands[0]) : -1;
    if (shell < 0)
        usage_error(c->command, "name one shell: bash, zsh or fish");
    int n = c->n_operands - 2;
    if (n < 0) {
        fwrite(scripts[shell].data, 1, scripts[shell].size, stdout);
        return true;
    }
    if (n == 0 || !parse_number(c->operands[1], (uint64_t)n, &at) || at == 0)
        usage_error(c->command, "words are given with the number of the one to complete");
    complete(&(struct typed){shells[shell], c->operands + 2, n, (int)at - 1});
    return true;
}
