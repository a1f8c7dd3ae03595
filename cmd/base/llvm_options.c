/* cmd/base/llvm_options.c - options as LLVM's tools take them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/llvm_options.h"

#include "base/array.h"
#include "base/options.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct parser {
    const char *program;
    const struct llvm_flag *flags;
    char **words; /* of the command line, files replaced by what is in them */
    uint32_t n_words, cap_words;
};

static bool bad_call(const struct parser *p, const char *what, const char *word)
{
    say("%s: %s '%s'", p->program, what, word);
    return false;
}

/* ---- Words ---- */

static void add_word(struct parser *p, char *word)
{
    array_add(&p->words, &p->n_words, &p->cap_words, word);
}

static bool is_space(int c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One word of FILE, as a shell would take it: quotes and backslashes are undone. NULL: the end. */
static char *read_word(FILE *file)
{
    struct text word = {0};
    int c, quote = 0;
    do
        c = getc(file);
    while (is_space(c));
    if (c == EOF)
        return NULL;
    for (; c != EOF && (quote || !is_space(c)); c = getc(file)) {
        if (c == '\\' && quote != '\'') {
            c = getc(file);
        } else if (quote ? c == quote : c == '"' || c == '\'') {
            quote = quote ? 0 : c;
            continue;
        }
        if (c != EOF)
            text_put(&word, &(char){(char)c}, 1);
    }
    text_put(&word, "", 1);
    return word.data;
}

/* Operands and values of options are used up to the end of the process: so are the words. */
static bool add_words_of(struct parser *p, const char *path)
{
    static char **words;
    static uint32_t n, cap;
    FILE *file = fopen(path, "re");
    char *word;
    if (!file)
        return bad_call(p, "cannot read", path);
    while ((word = read_word(file))) {
        add_word(p, word);
        array_add(&words, &n, &cap, word);
    }
    fclose(file);
    return true;
}

static bool expand(struct parser *p, int argc, char **argv)
{
    bool good = true;
    for (int i = 0; i < argc && good; i++) {
        if (i > 0 && argv[i][0] == '@' && argv[i][1])
            good = add_words_of(p, argv[i] + 1);
        else
            add_word(p, argv[i]);
    }
    return good;
}

bool expand_llvm_words(int argc, char **argv, char ***words, int *n)
{
    struct parser p = {.program = argv[0]};
    bool good = expand(&p, argc, argv);
    add_word(&p, NULL);
    *words = p.words;
    *n = (int)p.n_words - 1;
    return good;
}

/* ---- Options ---- */

static bool parse_boolean(const char *text, bool *value)
{
    static const char *const words[] = {"false", "FALSE", "False", "0", "",
                                        "true",  "TRUE",  "True",  "1"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0) {
            *value = i > 3;
            return true;
        }
    return false;
}

/* FOLLOWING is the word after WORD, or NULL; whether it was the value is returned. */
static bool parse_option(const struct parser *p, const char *word, const char *following,
                         bool *took_following)
{
    const char *name = word + (word[1] == '-' ? 2 : 1);
    size_t length = strcspn(name, "=");
    const char *value = name[length] ? name + length + 1 : NULL;
    for (const struct llvm_flag *f = p->flags; f->name; f++) {
        if (strlen(f->name) != length || strncmp(f->name, name, length) != 0)
            continue;
        if (f->flag)
            return parse_boolean(value ? value : "", f->flag) ||
                   bad_call(p, "not a boolean value in", word);
        if (!value) {
            value = following;
            *took_following = following != NULL;
        }
        if (!value)
            return bad_call(p, "value missing after", word);
        *f->text = value;
        return true;
    }
    return bad_call(p, "unknown option", word);
}

bool parse_llvm_options(int argc, char **argv, const struct llvm_flag *flags, char ***operands,
                        int *n_operands)
{
    struct parser p = {.program = argv[0], .flags = flags};
    bool good = expand(&p, argc, argv);
    bool only_operands = false;
    int n = 0;
    for (uint32_t i = 1; i < p.n_words && good; i++) {
        char *word = p.words[i];
        bool took_following = false;
        if (!only_operands && strcmp(word, "--") == 0)
            only_operands = true;
        else if (!only_operands && !is_operand(word))
            good =
                parse_option(&p, word, i + 1 < p.n_words ? p.words[i + 1] : NULL, &took_following);
        else
            p.words[n++] = word;
        i += took_following;
    }
    *operands = p.words;
    *n_operands = n;
    return good;
}
