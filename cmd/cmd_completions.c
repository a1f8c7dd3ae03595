/* cmd/cmd_completions.c - completions for bash, zsh and fish, from the tables of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "commands.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

static void put_long_options(const struct command *command)
{
    const struct option_spec *spec;
    for (int i = 0; (spec = command_option(command, i)); i++)
        printf(" --%s%s", spec->name, spec->argument ? "=" : "");
}

static void put_bash(void)
{
    puts("# bash completion for bitleap\n"
         "_bitleap()\n"
         "{\n"
         "    local cur=${COMP_WORDS[COMP_CWORD]} words=\n"
         "    COMPREPLY=()\n"
         "    if [ \"$COMP_CWORD\" -eq 1 ]; then");
    printf("        words='--help --version");
    for (const struct command *c = commands; c->name; c++)
        printf(" %s", c->name);
    puts("'\n    else\n        case ${COMP_WORDS[1]} in");
    for (const struct command *c = commands; c->name; c++) {
        printf("            %s) words='", c->name);
        put_long_options(c);
        puts("' ;;");
    }
    puts("        esac\n"
         "    fi\n"
         "    case $cur in\n"
         "        -*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\") ;;\n"
         "        *) if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "               mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
         "           else\n"
         "               mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
         "           fi ;;\n"
         "    esac\n"
         "    case ${COMPREPLY[0]-} in *=) compopt -o nospace ;; esac\n"
         "}\n"
         "complete -o filenames -F _bitleap bitleap");
}

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

static void put_zsh_options(const struct command *command)
{
    const struct option_spec *spec;
    for (int i = 0; (spec = command_option(command, i)); i++) {
        printf(" \\\n                '--%s%s[", spec->name, spec->argument ? "=" : "");
        put_zsh_text(spec->help);
        printf("]%s", spec->argument ? ":" : "");
        put_zsh_text(spec->argument ? spec->argument : "");
        putchar('\'');
    }
}

static void put_zsh(void)
{
    puts("#compdef bitleap\n"
         "# zsh completion for bitleap\n"
         "_bitleap()\n"
         "{\n"
         "    local -a commands=(");
    for (const struct command *c = commands; c->name; c++) {
        printf("        '%s:", c->name);
        put_zsh_text(c->summary);
        puts("'");
    }
    puts("    )\n"
         "    if (( CURRENT == 2 )); then\n"
         "        _describe command commands\n"
         "        _arguments '--help[print help]' '--version[print the version]'\n"
         "        return\n"
         "    fi\n"
         "    local command=$words[2]\n"
         "    shift words\n"
         "    (( CURRENT-- ))\n"
         "    case $command in");
    for (const struct command *c = commands; c->name; c++) {
        printf("        %s)\n            _arguments", c->name);
        put_zsh_options(c);
        puts(" \\\n                '*:file:_files' ;;");
    }
    puts("    esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _bitleap ]; then _bitleap \"$@\"; else compdef _bitleap "
         "bitleap; fi");
}

static void put_fish_options(const struct command *command)
{
    const struct option_spec *spec;
    for (int i = 0; (spec = command_option(command, i)); i++) {
        printf("complete -c bitleap -n '__fish_seen_subcommand_from %s' -l %s%s -d '",
               command->name, spec->name, spec->argument ? " -r" : "");
        put_fish_text(spec->help);
        puts("'");
    }
}

static void put_fish(void)
{
    puts("# fish completion for bitleap\n"
         "complete -c bitleap -n __fish_use_subcommand -l help -d 'print help'\n"
         "complete -c bitleap -n __fish_use_subcommand -l version -d 'print the version'");
    for (const struct command *c = commands; c->name; c++) {
        printf("complete -c bitleap -n __fish_use_subcommand -f -a %s -d '", c->name);
        put_fish_text(c->summary);
        puts("'");
    }
    for (const struct command *c = commands; c->name; c++)
        put_fish_options(c);
}

int cmd_completions(int argc, char **argv)
{
    struct parser parser = {.command = find_command("completions")};
    const char *argument;
    if (parser_next(&parser, argc, argv, &argument) == PARSE_EXIT)
        return parser.exit_status;
    const char *shell = argc - optind == 1 ? argv[optind] : "";
    if (strcmp(shell, "bash") == 0)
        put_bash();
    else if (strcmp(shell, "zsh") == 0)
        put_zsh();
    else if (strcmp(shell, "fish") == 0)
        put_fish();
    else
        return usage_error(parser.command, "name one shell: bash, zsh or fish");
    return EXIT_OK;
}
