/* cmd/cmd_completions.c - completions for bash, zsh and fish, from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/context.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

/* ---- What may be completed ---- */

/* The first of WORDS, separated by |, that is no name of something; its end if there is none. */
static const char *first_word(const char *words)
{
    while (*words && (*words < 'a' || *words > 'z')) {
        words += strcspn(words, "|");
        words += *words == '|';
    }
    return words;
}

/* A kind of blocks. */
static bool is_block(const char *argument)
{
    return strcmp(argument, "NAME|ID") == 0;
}

static bool has_words(const char *words)
{
    return *first_word(words) != '\0' || is_block(words);
}

/* All of them, with spaces between. */
static void put_words(const char *words)
{
    const char *space = "";
    for (uint32_t id = 0; is_block(words) && id <= BL_BLOCK_SYMTAB; id++) {
        const char *name = bl_ir_block_name(BL_BLOCK_MODULE, id);
        if (name)
            printf("%s%s", space, name);
        space = name ? " " : space;
    }
    while (*(words = first_word(words))) {
        int n = (int)strcspn(words, "|");
        printf("%s%.*s", space, n, words);
        words += n;
        space = " ";
    }
}

static bool is_file(const char *argument)
{
    return strcmp(argument, "FILE") == 0;
}

static bool is_folder(const char *argument)
{
    return strcmp(argument, "DIR") == 0;
}

/* Names of symbols, which are taken from a file that was typed before. */
static bool is_name(const char *argument)
{
    return strncmp(argument, "NAME", strlen("NAME")) == 0 && !is_block(argument);
}

/* ---- bash ---- */

static void put_bash_argument(const struct option_spec *spec)
{
    printf("                --%s", spec->name);
    if (spec->letter)
        printf(" | -%c", spec->letter);
    printf(") kind=");
    if (has_words(spec->argument)) {
        printf("words words='");
        put_words(spec->argument);
        putchar('\'');
    } else {
        fputs(is_name(spec->argument)     ? "names"
              : is_file(spec->argument)   ? "-f"
              : is_folder(spec->argument) ? "-d"
                                          : "nothing",
              stdout);
    }
    puts(" ;;");
}

static void put_bash_command(const struct command *command)
{
    const struct option_spec *spec;
    printf("        %s)\n            words='", command->name);
    for (int i = 0; (spec = command_option(command, i)); i++)
        printf("%s--%s%s", i ? " " : "", spec->name, spec->argument ? "=" : "");
    puts("'");
    if (has_words(command->operands)) {
        printf("            case $cur in -*) ;; *) kind=words words='");
        put_words(command->operands);
        puts("' ;; esac");
    } else if (is_name(command->operands)) {
        puts("            case $cur in -*) ;; *) kind=names ;; esac");
    }
    puts("            case $option in");
    for (int i = 0; (spec = command_option(command, i)); i++)
        if (spec->argument)
            put_bash_argument(spec);
    puts("            esac ;;");
}

/* Names of files are completed as such only where files are meant: a command that is called as a
 * folder would get a slash. */
static void put_bash(void)
{
    puts("# bash completion for bitleap\n"
         "# The names in the file that was typed, but no text that a shell would not take as it "
         "is.\n"
         "_bitleap_names()\n"
         "{\n"
         "    local file\n"
         "    for file in \"${COMP_WORDS[@]:2}\"; do\n"
         "        [ -f \"$file\" ] || continue\n"
         "        \"${COMP_WORDS[0]}\" nm --just-symbols --quiet -- \"$file\" 2>/dev/null |\n"
         "            grep '^[A-Za-z0-9_.]*$'\n"
         "        return\n"
         "    done\n"
         "}\n"
         "_bitleap()\n"
         "{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words= kind= prefix=\n"
         "    local option=${COMP_WORDS[COMP_CWORD - 1]}\n"
         "    COMPREPLY=()\n"
         "    [ \"$COMP_CWORD\" -gt 1 ] || command=\n"
         "    # An = is a word, unless it was taken out of COMP_WORDBREAKS.\n"
         "    case $cur in\n"
         "        =) cur= ;;\n"
         "        --*=*) option=${cur%%=*} prefix=${cur%%=*}= cur=${cur#*=} ;;\n"
         "        *) [ \"$option\" != = ] || option=${COMP_WORDS[COMP_CWORD - 2]} ;;\n"
         "    esac\n"
         "    case $command in");
    printf("        '' | help | --help | -h) kind=words words='--help --version help");
    for (const struct command *c = commands; c->name; c++)
        printf(" %s", c->name);
    puts("' ;;");
    for (const struct command *c = commands; c->name; c++)
        put_bash_command(c);
    puts("    esac\n"
         "    if [ \"$kind\" = names ]; then\n"
         "        mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$(_bitleap_names)\" -- "
         "\"$cur\")\n"
         "        [ ${#COMPREPLY[@]} -eq 0 ] || return\n"
         "    fi\n"
         "    case $kind:$cur in\n"
         "        nothing:*) ;;\n"
         "        words:* | :-*)\n"
         "            mapfile -t COMPREPLY < <(compgen -P \"$prefix\" -W \"$words\" -- \"$cur\")\n"
         "            case ${COMPREPLY[0]-} in --*=) compopt -o nospace ;; esac ;;\n"
         "        *)\n"
         "            [ \"$prefix\" ] || compopt -o filenames\n"
         "            mapfile -t COMPREPLY < <(compgen -P \"$prefix\" \"${kind:--f}\" -- \"$cur\") "
         ";;\n"
         "    esac\n"
         "}\n"
         "complete -F _bitleap bitleap");
}

/* ---- zsh and fish ---- */

/* TEXT inside of single quotes, where APOSTROPHE stands for one, and a backslash goes before
 * each of SPECIAL. */
static void put_quoted(const char *text, const char *apostrophe, const char *special)
{
    for (; *text; text++) {
        if (*text == '\'') {
            fputs(apostrophe, stdout);
            continue;
        }
        if (strchr(special, *text))
            putchar('\\');
        putchar(*text);
    }
}

/* In zsh nothing is escaped inside of single quotes: they end, and begin again. */
static void put_zsh_text(const char *text)
{
    put_quoted(text, "'\\''", "[]:\\");
}

static void put_fish_text(const char *text)
{
    put_quoted(text, "\\'", "\\");
}

/* Its name, and what may stand for it. */
static void put_zsh_argument(const char *argument)
{
    putchar(':');
    put_zsh_text(argument);
    putchar(':');
    if (has_words(argument)) {
        putchar('(');
        put_words(argument);
        putchar(')');
    } else if (is_name(argument)) {
        fputs("_bitleap_names", stdout);
    } else {
        fputs(is_file(argument) ? "_files" : is_folder(argument) ? "_files -/" : " ", stdout);
    }
}

/* The option in its long or short form; the other one is not offered after it. */
static void put_zsh_option(const struct option_spec *spec, bool is_long)
{
    fputs(" \\\n                '", stdout);
    if (spec->letter)
        printf("(-%c --%s)", spec->letter, spec->name);
    if (is_long)
        printf("--%s%s[", spec->name, spec->argument ? "=" : "");
    else
        printf("-%c%s[", spec->letter, spec->argument ? "+" : "");
    put_zsh_text(spec->help);
    putchar(']');
    if (spec->argument)
        put_zsh_argument(spec->argument);
    putchar('\'');
}

static void put_zsh(void)
{
    puts("#compdef bitleap\n"
         "# zsh completion for bitleap\n"
         "# The names in the file that was typed, or files.\n"
         "_bitleap_names()\n"
         "{\n"
         "    local file\n"
         "    for file in $words[2,-1]; do\n"
         "        [[ -f $file ]] || continue\n"
         "        compadd -- ${(f)\"$(bitleap nm --just-symbols --quiet -- $file 2>/dev/null |\n"
         "            grep '^[A-Za-z0-9_.]*$')\"}\n"
         "    done\n"
         "    _files\n"
         "}\n"
         "_bitleap()\n"
         "{\n"
         "    local -a commands=(");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        put_zsh_text(c->summary);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )) || [[ $words[2] == help || $words[2] == --help || \\\n"
         "                                $words[2] == -h ]]; then\n"
         "        _describe command commands\n"
         "        _arguments '--help[print help]' '--version[print the version]'\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $command in");
    for (const struct command *c = commands; c->name; c++) {
        const struct option_spec *spec;
        printf("        %s)\n            _arguments", c->name);
        for (int i = 0; (spec = command_option(c, i)); i++) {
            put_zsh_option(spec, true);
            if (spec->letter)
                put_zsh_option(spec, false);
        }
        printf(" \\\n                '*");
        bool is_special = has_words(c->operands) || is_name(c->operands);
        put_zsh_argument(is_special ? c->operands : "FILE");
        puts("' ;;");
    }
    puts("    esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _bitleap ]; then _bitleap \"$@\"; else compdef _bitleap "
         "bitleap; fi");
}

/* Files are completed where nothing else is said. */
static void put_fish_argument(const char *argument)
{
    if (has_words(argument)) {
        printf(" -x -a '");
        put_words(argument);
        putchar('\'');
    } else if (is_name(argument)) {
        printf(" -x -a '(__bitleap_names)'");
    } else if (is_folder(argument)) {
        printf(" -x -a '(__fish_complete_directories)'");
    } else {
        fputs(is_file(argument) ? " -r" : " -x", stdout);
    }
}

static void put_fish_options(const struct command *command)
{
    const struct option_spec *spec;
    for (int i = 0; (spec = command_option(command, i)); i++) {
        printf("complete -c bitleap -n '__fish_seen_subcommand_from %s' -l %s", command->name,
               spec->name);
        if (spec->letter)
            printf(" -s %c", spec->letter);
        if (spec->argument)
            put_fish_argument(spec->argument);
        printf(" -d '");
        put_fish_text(spec->help);
        puts("'");
    }
}

static void put_fish(void)
{
    puts("# fish completion for bitleap\n"
         "# The names in the file that was typed.\n"
         "function __bitleap_names\n"
         "    for file in (commandline -opc)[3..]\n"
         "        test -f $file; or continue\n"
         "        bitleap nm --just-symbols --quiet -- $file 2>/dev/null | string match -r "
         "'^[A-Za-z0-9_.]+$'\n"
         "        return\n"
         "    end\n"
         "end\n"
         "complete -c bitleap -n '__fish_seen_subcommand_from help' -f\n"
         "complete -c bitleap -n __fish_use_subcommand -l help -d 'print help'\n"
         "complete -c bitleap -n __fish_use_subcommand -l version -d 'print the version'");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c bitleap -n __fish_use_subcommand -f -a %s -d '", c->name);
        put_fish_text(c->summary);
        puts("'");
        printf("complete -c bitleap -n '__fish_seen_subcommand_from help' -f -a %s -d '", c->name);
        put_fish_text(c->summary);
        puts("'");
    }
    for (const struct command *c = commands; c->name; c++) {
        put_fish_options(c);
        if (is_name(c->operands))
            printf("complete -c bitleap -n '__fish_seen_subcommand_from %s' -a "
                   "'(__bitleap_names)'\n",
                   c->name);
        if (!has_words(c->operands))
            continue;
        printf("complete -c bitleap -n '__fish_seen_subcommand_from %s' -f -a '", c->name);
        put_words(c->operands);
        puts("'");
    }
}

bool cmd_completions(struct context *c)
{
    /* In the order of the command's operands. */
    static void (*const shells[])(void) = {put_bash, put_zsh, put_fish};
    (void)next_option(c, NULL);
    int shell = c->n_operands == 1 ? find_word(c->command->operands, c->operands[0]) : -1;
    if (shell < 0)
        usage_error(c->command, "name one shell: bash, zsh or fish");
    shells[shell]();
    return true;
}
