/* cmd/commands.c - the table of commands
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "commands.h"

#include <string.h>

static const struct option_spec no_options[] = {{NULL, 0, NULL, NULL}};

const struct command commands[] = {
    {
        .name = "ls",
        .summary = "list the blocks of a stream",
        .operands = "FILE…",
        .description =
            "Lists the tree of blocks with position (in bits), size and name. Only the top level "
            "is read unless --depth asks for more, so that even a large file takes no time.",
        .options = ls_options,
        .run = cmd_ls,
    },
    {
        .name = "dump",
        .summary = "print records",
        .operands = "FILE…",
        .description =
            "Prints every block, abbreviation and record with its position, by name where the "
            "name is known (LLVM 2.9 to 22, or the stream's own BLOCKINFO).",
        .options = dump_options,
        .shares = SHARES_THREADS,
        .run = cmd_dump,
    },
    {
        .name = "dis",
        .summary = "print modules as LLVM assembly",
        .operands = "FILE…",
        .description =
            "Prints each module as the llvm-dis of the LLVM that wrote it does, byte for byte, in "
            "the spelling of that version (13 to 22). What is damaged or not known is a comment, "
            "and the rest is printed.",
        .options = dis_options,
        .shares = SHARES_THREADS,
        .run = cmd_dis,
    },
    {
        .name = "stats",
        .summary = "show how many bits each kind of record takes",
        .operands = "PATH…",
        .description =
            "Counts blocks, records and bits per block, record code and abbreviation, over all "
            "streams together. The rows add up to the size of the streams.",
        .options = stats_options,
        .shares = SHARES_OF_QUERIES | SHARES_ALL | SHARES_REVERSE,
        .run = cmd_stats,
    },
    {
        .name = "verify",
        .summary = "check everything that can be checked",
        .operands = "PATH…",
        .description =
            "Reads all of each stream and prints every problem with bit position and block path: "
            "grammar, block lengths, padding, abbreviations, metadata index, function offsets, "
            "string table ranges, symbol table, module hash. Types, attributes, global values, "
            "constants, metadata, summaries and function bodies are read, too. It continues "
            "after a damaged block. Of several streams only those that are bad have lines, and "
            "the last line has the totals. A file below a directory that is called .bc and has "
            "no bitcode is bad, other such files are passed over.",
        .options = no_options,
        .shares = SHARES_OF_QUERIES | SHARES_ALL | SHARES_QUIET,
        .run = cmd_verify,
    },
    {
        .name = "has",
        .summary = "check whether files contain bitcode",
        .operands = "FILE…",
        .description =
            "Prints a line per file: how many streams it contains, in whatever container, and "
            "how many bytes. Exits with 0 if every file has bitcode and nothing was bad. Blocks "
            "are skipped by their lengths; their contents are not read.",
        .options = no_options,
        .shares = SHARES_ALL | SHARES_QUIET,
        .run = cmd_has,
    },
    {
        .name = "info",
        .summary = "show what modules are: producer, target, contents",
        .operands = "FILE…",
        .description =
            "Prints the header of each module, and the oldest LLVM that can read it, with the "
            "record that needs it. Types, attributes, constants, metadata and summaries are "
            "read; function bodies only with --deep. Of clang's precompiled headers and modules: "
            "who made them, and of what.",
        .options = info_options,
        .shares = SHARES_ALL,
        .wants_ir = true,
        .reads_asts = true,
        .run = cmd_info,
    },
    {
        .name = "nm",
        .summary = "list symbols",
        .operands = "FILE…",
        .description =
            "Lists the symbols of modules as llvm-nm does, line for line, whichever LLVM wrote "
            "them: from the symbol table in the file, or from the module's records. Only bitcode "
            "is listed; native objects in an archive are skipped.",
        .options = nm_options,
        .letters = "oAvn",
        .wants_ir = true,
        .skips_archives = true,
        .run = cmd_nm,
    },
    {
        .name = "extract",
        .summary = "copy streams out of containers",
        .operands = "PATH…",
        .description =
            "Writes streams to files, byte for byte as they are in their container. PATH is a "
            "file or leads on into it: lib.a(core.o)!.llvmbc[2]",
        .options = extract_options,
        .run = cmd_extract,
    },
    {
        .name = "cat",
        .summary = "write one stream to standard output",
        .operands = "PATH",
        .description =
            "Writes the stream that a file contains, or that PATH leads to, to standard output; "
            "if there are several, none.",
        .options = cat_options,
        .run = cmd_cat,
    },
    {
        .name = "types",
        .summary = "list the types of a module",
        .operands = "FILE…",
        .description =
            "Lists the type table of every module as LLVM writes types, with the numbers that "
            "records refer to. Types of an unknown code keep their number.",
        .options = types_options,
        .wants_ir = true,
        .run = cmd_types,
    },
    {
        .name = "attrs",
        .summary = "list functions with their types and attributes",
        .operands = "FILE…",
        .description =
            "Prints a line for every function: its return type, its parameters, and the "
            "attributes of each and of the function, as llvm-dis spells them, with its number #N "
            "for those of the function. Bodies are not read, unless for the numbers of --groups.",
        .options = attrs_options,
        .wants_ir = true,
        .run = cmd_attrs,
    },
    {
        .name = "meta",
        .summary = "list metadata, or single nodes of it",
        .operands = "FILE… [!NUMBER…]",
        .description =
            "Prints named nodes, attachments of global values, and every node as llvm-dis does, "
            "with "
            "its numbers. With operands such as !12, only those nodes, also of function bodies.",
        .options = meta_options,
        .wants_ir = true,
        .run = cmd_meta,
    },
    {
        .name = "summary",
        .summary = "list the summaries of ThinLTO",
        .operands = "FILE…",
        .description =
            "Lists the ThinLTO summary of each global value, in modules and in combined indices: "
            "linkage, flags, size, calls and references. Function bodies are not read.",
        .options = no_options,
        .wants_ir = true,
        .run = cmd_summary,
    },
    {
        .name = "funcs",
        .summary = "list functions with their sizes",
        .operands = "FILE…",
        .description =
            "Lists every function with a body: position (in bits), bytes, basic blocks and "
            "instructions. These are counted by record codes; nothing is decoded unless "
            "--opcodes or --properties asks for it.",
        .options = funcs_options,
        .shares = SHARES_THREADS | SHARES_NUMBER | SHARES_ALL | SHARES_REVERSE,
        .wants_ir = true,
        .run = cmd_funcs,
    },
    {
        .name = "show",
        .summary = "print a function, with comments that say where it is",
        .operands = "NAME… FILE",
        .description =
            "Prints the functions, variables, aliases, %types, !7 and #7 named as LLVM assembly, "
            "as dis does, each line with the position, name and bytes of its record.",
        .options = no_options,
        .wants_ir = true,
        .run = cmd_show,
    },
    {
        .name = "callers",
        .summary = "list calls and other uses of a function",
        .operands = "NAME PATH…",
        .description =
            "Lists what uses the function, in bodies, initializers, aliases and so on: how often, "
            "as what, and in which function; with --places each use by itself. A cast of a "
            "function counts as the function. An index with bodies answers at once; else modules "
            "that know the name are read. Exits with 1 if there is no use.",
        .options = callers_options,
        .shares = SHARES_OF_QUERIES | SHARES_QUIET,
        .run = cmd_callers,
    },
    {
        .name = "callees",
        .summary = "list what a function calls",
        .operands = "NAME PATH…",
        .description =
            "Lists the functions that function NAME calls and whose addresses it takes, with "
            "counts; and counts calls through pointers and of inline assembly. Only its body is "
            "decoded. With --depth, --transitive, --to, --unreached or --dot all modules are one "
            "program, as a linker would make it, and a use of any kind reaches what is used. An "
            "index with bodies answers without reading any.",
        .options = callees_options,
        .shares = SHARES_OF_QUERIES,
        .wants_ir = true,
        .run = cmd_callees,
    },
    {
        .name = "strings",
        .summary = "search text: names, metadata, constants and all other",
        .operands = "PATTERN PATH…",
        .description =
            "Prints every text that contains PATTERN: names of symbols and values, metadata "
            "strings, constants, strings in the module header; in streams that are not LLVM IR "
            "whatever looks like text. PATTERN is a part of the text, a GLOB (* ? [) for all of "
            "it, or /REGEX/; a path between slashes needs a backslash before it: '\\/home/'. "
            "Exits with 1 if there is none.",
        .options = strings_options,
        .shares = SHARES_OF_QUERIES | SHARES_QUIET,
        .run = cmd_strings,
    },
    {
        .name = "top",
        .summary = "list what is largest, over many files",
        .operands = "PATH…",
        .description =
            "Lists the largest functions, constants of variables, kinds of metadata, modules, "
            "kinds of blocks, or files, and the rest: rows add up to the size of the files.",
        .options = top_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_ALL,
        .run = cmd_top,
    },
    {
        .name = "report",
        .summary = "make a page to look at: where the bytes are",
        .operands = "PATH…",
        .description =
            "Writes one HTML file that opens from disk and requests nothing: a map of files, "
            "blocks, functions and kinds of records by size, the same as tables, names and "
            "strings, modules, duplicates, and the largest functions as LLVM assembly. With "
            "--diff what was before and what is after are in one picture.",
        .options = report_options,
        .shares = SHARES_OF_QUERIES,
        .run = cmd_report,
    },
    {
        .name = "index",
        .summary = "write an index file of many files, for queries",
        .operands = "PATH…",
        .description =
            "Reads files, archives and directory trees once, and writes what queries need to an "
            "index file: find and others answer from it at once, and read only what has changed "
            "since. With --update, --merge and --check, PATH is an index file.",
        .options = index_options,
        .shares = SHARES_THREADS | SHARES_QUIET,
        .run = cmd_index,
    },
    {
        .name = "find",
        .summary = "find definitions of and references to a symbol",
        .operands = "NAME|GLOB|/REGEX/ PATH…",
        .description =
            "Prints a line for each symbol of that name, in files, archives, directory trees and "
            "index files. Names are those that linkers see. Exits with 1 if there is none.",
        .options = find_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_QUIET,
        .run = cmd_find,
    },
    {
        .name = "dups",
        .summary = "list duplicate functions",
        .operands = "PATH…",
        .description =
            "Lists functions with equal bodies, with the bytes that a single copy would save, "
            "and linkonce_odr and weak_odr functions of the same name whose bodies differ.",
        .options = dups_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_ALL,
        .run = cmd_dups,
    },
    {
        .name = "diff",
        .summary = "compare two files, archives or directory trees",
        .operands = "PATH PATH",
        .description =
            "Lists functions and global values that were added, removed or changed, and blocks "
            "that grew or shrank, each with bytes. Exits with 1 if anything differs.",
        .options = diff_options,
        .shares = SHARES_CONTENT | SHARES_THREADS | SHARES_NUMBER | SHARES_ALL | SHARES_REVERSE |
                  SHARES_QUIET,
        .run = cmd_diff,
    },
    {
        .name = "sql",
        .summary = "ask in SQL",
        .operands = "SELECT… [PATH…]",
        .description =
            "Runs statements of SQLite over tables of what is in files, archives, directories and "
            "index files: files, streams, modules, symbols, functions, globals, instructions, "
            "calls, types, attributes, metadata, strings, blocks, records, errors; and views for "
            "usual questions: undefined, conflicts, largest, callers, dead_linkonce, unreferenced, "
            "producers, texts. Only what a statement asks for is read. Without paths, "
            "bitcode_symbols('lib.a') and so on take one.",
        .options = sql_options,
        .only_help = true,
        .run = cmd_sql,
    },
    {
        .name = "bcanalyzer",
        .summary = "print what llvm-bcanalyzer prints, byte for byte",
        .operands = "[FILE]",
        .description =
            "Takes llvm-bcanalyzer's options, with one dash or two, and prints what "
            "llvm-bcanalyzer 22 prints. The program does the same when it is called by that "
            "name.\nExit status is 0 or 1, as there.",
        .options = bcanalyzer_options,
        .own_parser = true,
        .run = cmd_bcanalyzer,
    },
    {
        .name = "llvm-dis",
        .summary = "print what llvm-dis prints, or write it to files",
        .operands = "[FILE…]",
        .description =
            "Takes llvm-dis's options, with one dash or two. Without -o the text of X.bc goes to "
            "X.ll, and that of standard input to standard output; a file of several modules "
            "writes X.0.ll, X.1.ll and so on. The program does the same when it is called by a "
            "name that begins with llvm-dis.\nExit status is 0 or 1, as there.",
        .options = llvm_dis_options,
        .own_parser = true,
        .run = cmd_llvm_dis,
    },
    {
        .name = "completions",
        .summary = "print completions for a shell",
        .operands = "bash|zsh|fish",
        .description =
            "Prints a script that completes commands, options and their arguments in the given "
            "shell.",
        .options = no_options,
        .only_help = true,
        .run = cmd_completions,
    },
    {.name = NULL},
};

const struct option_spec bcanalyzer_options[] = {
    {"dump", 0, NULL, "print every block and record"},
    {"dump-blockinfo", 0, NULL, "with --dump: BLOCKINFO blocks too"},
    {"non-symbolic", 0, NULL, "print numbers beside names"},
    {"show-binary-blobs", 0, NULL, "print blobs in hex escapes"},
    {"disable-histogram", 0, NULL, "no histogram of record codes"},
    {"block-info", 0, "FILE", "take FILE's BLOCKINFO"},
    {"check-hash", 0, "NAMES", "check module hashes, NAMES being all names in a row"},
    {"color", 0, NULL, "without effect"},
    {"threads", 0, "N", "read on N threads (not an option of llvm-bcanalyzer)"},
    {"help", 'h', NULL, "print this help"},
    {"version", 0, NULL, "print the version"},
    {NULL, 0, NULL, NULL},
};

const struct option_spec llvm_dis_options[] = {
    {"o", 0, "FILE", "write to FILE; - is standard output"},
    {"f", 0, NULL, "without effect: files are always written over"},
    {"disable-output", 0, NULL, "read everything, write nothing"},
    {"materialize-metadata", 0, NULL, "without effect: metadata is always read"},
    {"print-thinlto-index-only", 0, NULL, "print only the summary of ThinLTO"},
    {"set-importing", 0, NULL, "without effect"},
    {"show-annotations", 0, NULL, "comments: how often values are used, their types and lines"},
    {"opaque-pointers", 0, NULL, "without effect: pointers are printed as the file has them"},
    {"color", 0, NULL, "without effect"},
    {"threads", 0, "N", "work on N threads (not an option of llvm-dis)"},
    {"help", 'h', NULL, "print this help"},
    {"version", 0, NULL, "print the version"},
    {NULL, 0, NULL, NULL},
};

const struct command *find_command(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}
