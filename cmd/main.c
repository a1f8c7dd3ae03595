/* cmd/main.c - from the first word to a command
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/context.h"
#include "base/nearest.h"
#include "base/text.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

static int report_unexpected(const char *word)
{
    say("bitleap: unexpected operand '%s'", word);
    say("Try 'bitleap --help'.");
    return EXIT_USAGE;
}

static int report_unknown(const char *word)
{
    struct nearest nearest = nearest_to(view_of(word));
    say("bitleap: unknown command '%s'", word);
    for (const struct command *c = commands; c->name; c++)
        nearest_try(&nearest, view_of(c->name));
    if (nearest.found.size > 0)
        say("Did you mean '%s'?", (const char *)nearest.found.data);
    say("Try 'bitleap --help'.");
    return EXIT_USAGE;
}

static void print_general_help(void)
{
    static const char *const group_names[N_GROUPS] = {
        "Look into one file", "Check files", "Ask many files, or an index file",
        "Take bitcode out",   "Index",       "For scripts, and instead of LLVM's tools",
    };
    puts("Usage: bitleap COMMAND [OPTION]… [FILE]…\n");
    print_wrapped(
        "Memory-maps LLVM bitcode, indexes it without decoding it, and decodes only what an "
        "answer needs. FILE may be - for standard input, an archive or object with bitcode "
        "inside, a directory, or an index file.");
    for (int group = 0; group < N_GROUPS; group++) {
        printf("\n%s:\n", group_names[group]);
        for (const struct command *c = commands; c->name; c++)
            if ((int)c->group == group)
                printf("  %-13s%s\n", c->name, c->summary);
    }
    puts("\n'bitleap COMMAND --help' explains a command, 'bitleap --version' the version.");
    print_exit_status();
}

/* On the command NAME; NULL: on all. */
static int help(const char *name)
{
    const struct command *about = name ? find_command(name) : NULL;
    if (name && !about)
        return report_unknown(name);
    if (about)
        print_command_help(about);
    else
        print_general_help();
    return EXIT_OK;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct context c;
    context_init(&c, command, argc, argv);
    return context_close(&c, command->run(&c));
}

static int run(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *called = argc > 0 ? (slash ? slash + 1 : argv[0]) : "";
    if (strcmp(called, "llvm-bcanalyzer") == 0)
        return run_command(find_command("bcanalyzer"), argc, argv);
    if (strncmp(called, "llvm-dis", strlen("llvm-dis")) == 0)
        return run_command(find_command("llvm-dis"), argc, argv);
    if (argc < 2) {
        fputs("bitleap: no command given\nTry 'bitleap --help'.\n", stderr);
        return EXIT_USAGE;
    }
    const char *word = argv[1];
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
        return argc > 3 ? report_unexpected(argv[3]) : help(argv[2]);
    if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0) {
        if (argc > 2)
            return report_unexpected(argv[2]);
        printf("bitleap %s\n", bl_version());
        return EXIT_OK;
    }
    const struct command *command = find_command(word);
    if (!command)
        return report_unknown(word);
    /* What messages of the parser begin with. */
    static char name[64];
    snprintf(name, sizeof name, "bitleap %s", word);
    argv[1] = name;
    return run_command(command, argc - 1, argv + 1);
}

/* Help, versions and completions go through stdio, which has yet to write them. */
int main(int argc, char **argv)
{
    return out_stdio_status(run(argc, argv));
}
