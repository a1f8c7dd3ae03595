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
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Lists the tree of blocks with position (in bits), size and name. Only the top level "
            "is read unless --depth asks for more, so that even a large file takes no time.",
        .examples = {"bitleap ls lib.a", "bitleap ls --depth=all main.bc"},
        .options = ls_options,
        .run = cmd_ls,
    },
    {
        .name = "dump",
        .summary = "print records",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Prints every block, abbreviation and record with its position, by name where the "
            "name is known (LLVM 2.9 to 22, or the stream's own BLOCKINFO).",
        .examples = {"bitleap dump main.bc", "bitleap dump --block=METADATA_BLOCK --json main.bc"},
        .options = dump_options,
        .shares = SHARES_THREADS,
        .run = cmd_dump,
    },
    {
        .name = "dis",
        .summary = "print modules as LLVM assembly",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Prints each module as the llvm-dis of the LLVM that wrote it does, byte for byte, in "
            "the spelling of that version (13 to 22). What is damaged or not known is a comment, "
            "and the rest is printed.",
        .examples = {"bitleap dis main.bc | less",
                     "bitleap dis --only=main --closed main.bc >main-only.ll"},
        .options = dis_options,
        .shares = SHARES_THREADS,
        .run = cmd_dis,
    },
    {
        .name = "stats",
        .summary = "show what takes up space, by kind of record",
        .group = GROUP_FILES,
        .operands = "PATH…",
        .description =
            "Counts blocks, records and bits per block, record code and abbreviation, over all "
            "streams together. The rows add up to the size of the streams.",
        .examples = {"bitleap stats main.bc", "bitleap stats --blocks build/"},
        .options = stats_options,
        .shares = SHARES_OF_QUERIES | SHARES_ALL | SHARES_REVERSE,
        .run = cmd_stats,
    },
    {
        .name = "verify",
        .summary = "check files for damage",
        .group = GROUP_FILES,
        .operands = "PATH…",
        .description =
            "Reads all of each stream and prints every problem with bit position and block path: "
            "grammar, block lengths, padding, abbreviations, metadata index, function offsets, "
            "string table ranges, symbol table, module hash. Types, attributes, global values, "
            "constants, metadata, summaries and function bodies are read, too. It continues "
            "after a damaged block. Of several streams only those that are bad have lines, and "
            "the last line has the totals. A file below a directory that is called .bc and has "
            "no bitcode is bad, other such files are passed over.",
        .examples = {"bitleap verify main.bc", "bitleap verify --quiet build/ || echo damaged"},
        .options = no_options,
        .shares = SHARES_OF_QUERIES | SHARES_ALL | SHARES_QUIET,
        .run = cmd_verify,
    },
    {
        .name = "has",
        .summary = "check whether files contain bitcode",
        .group = GROUP_FILES,
        .operands = "FILE…",
        .description =
            "Prints a line per file: how many streams it contains, in whatever container, and "
            "how many bytes; the last line has the totals, if files below a "
            "directory have no line of their own. Exits with 0 if every "
            "file that is named has bitcode and nothing was bad. A check that nothing is shipped "
            "with bitcode asks for --none: files that are damaged or missing do not pass it. "
            "Blocks are skipped by their lengths; their contents are not read.",
        .examples = {"bitleap has *.o", "bitleap has --none --quiet ship/ || exit 1"},
        .options = has_options,
        .shares = SHARES_ALL | SHARES_QUIET,
        .run = cmd_has,
    },
    {
        .name = "audit",
        .summary = "look for paths, secrets, calls and bitcode that a policy forbids",
        .group = GROUP_FILES,
        .operands = "PATH…",
        .description =
            "Prints a line for each finding: compilers and command lines, which are notes; "
            "absolute "
            "paths, texts that look like secrets, assembly and calls of functions on a list, with "
            "function and source line where they are known; by a policy also bitcode at all, or of "
            "an old LLVM. Exits with 0 if there are notes at most. Files without bitcode are "
            "clean.",
        .examples = {"bitleap audit build/",
                     "bitleap audit --policy=ship.policy --format=sarif ship/ >audit.sarif"},
        .options = audit_options,
        .shares = SHARES_QUIET | SHARES_NAMES,
        .run = cmd_audit,
    },
    {
        .name = "info",
        .summary = "show producer, target and contents of modules",
        .group = GROUP_FILES,
        .operands = "FILE…",
        .description =
            "Prints the header of each module, and the oldest LLVM that can read it, with the "
            "record that needs it. Types, attributes, constants, metadata and summaries are "
            "read; function bodies only with --deep. How it was built: ident, command line, "
            "compile "
            "units, CPUs, module flags; --check-lto says whether flags let modules be linked. Of "
            "precompiled headers and modules of clang "
            "and Swift: who made them, and of what.",
        .examples = {"bitleap info build/", "bitleap info --check-lto build/"},
        .options = info_options,
        .shares = SHARES_ALL,
        .wants_ir = true,
        .reads_asts = true,
        .run = cmd_info,
    },
    {
        .name = "nm",
        .summary = "list symbols",
        .group = GROUP_FILES,
        .operands = "FILE…",
        .description =
            "Lists the symbols of modules as llvm-nm does, line for line, whichever LLVM wrote "
            "them: from the symbol table in the file, or from the module's records. Only bitcode "
            "is listed; native objects in an archive are skipped. @FILE stands for the words in "
            "FILE.",
        .examples = {"bitleap nm lib.a", "bitleap nm --undefined-only --just-symbols main.bc"},
        .options = nm_options,
        .letters = "oAvn",
        .wants_ir = true,
        .skips_archives = true,
        .shares = SHARES_NAMES,
        .run = cmd_nm,
    },
    {
        .name = "edit",
        .summary = "rename symbols, change linkage, target and paths",
        .group = GROUP_COPY,
        .operands = "FILE…",
        .description =
            "Writes modules again with what the options ask for, and nothing else: of the same "
            "version of LLVM, byte for byte what is not concerned. Options for symbols are those "
            "of llvm-objcopy; NAME is as in LLVM assembly, without @, and @LIST stands for the "
            "names in the file LIST. Names that begin with llvm. stay, and those in assembly and "
            "metadata, which is said. What is written is read back, verified, and printed, and "
            "its text compared with that of FILE; if anything else differs, nothing is written. "
            "A module hash is dropped; a summary of ThinLTO, too, where linkage changes.",
        .examples = {"bitleap edit main.bc --prefix-symbols=v1_ -o v1.bc",
                     "bitleap edit --keep-global-symbols=api.txt --in-place lib.bc"},
        .options = edit_options,
        .wants_ir = true,
        .run = cmd_edit,
    },
    {
        .name = "extract",
        .summary = "copy streams out of containers",
        .group = GROUP_COPY,
        .operands = "PATH…",
        .description =
            "Writes streams to files, byte for byte as they are in their container. PATH is a "
            "file or leads on into it: lib.a(core.o)!.llvmbc[2]",
        .examples = {"bitleap extract --output=core.bc 'lib.a(core.o)!.llvmbc'",
                     "bitleap extract --directory=out lib.a"},
        .options = extract_options,
        .run = cmd_extract,
    },
    {
        .name = "strip",
        .summary = "leave out debug information, names and other things",
        .group = GROUP_COPY,
        .operands = "FILE…",
        .description =
            "Writes modules without what is asked to go, in the version that they have: -g leaves "
            "what opt -strip-debug leaves. The result is read back and compared with the input "
            "before it is written; what cannot be left out safely is refused.",
        .examples = {"bitleap strip -g main.bc -o small.bc",
                     "bitleap strip -a --in-place build/*.bc"},
        .options = strip_options,
        .wants_ir = true,
        .run = cmd_strip,
    },
    {
        .name = "repack",
        .summary = "write the same records in fewer bytes",
        .group = GROUP_COPY,
        .operands = "FILE…",
        .description =
            "Writes modules with abbreviations that are chosen for them: a third smaller, with the "
            "same blocks and records in the same order, for the LLVM that wrote them. The result "
            "is read back and compared with the input before it is written; a file that would be "
            "larger stays as it is.",
        .examples = {"bitleap repack main.bc -o small.bc",
                     "bitleap repack --directory=small lib/*.a"},
        .options = repack_options,
        .shares = SHARES_THREADS,
        .wants_ir = true,
        .run = cmd_repack,
    },
    {
        .name = "slice",
        .summary = "write some definitions as a module of their own",
        .group = GROUP_COPY,
        .operands = "FILE…",
        .description =
            "Writes functions, variables and aliases of a module as a module for the LLVM that "
            "wrote it, with the types, constants, attributes, metadata and declarations that they "
            "need and nothing else. The result is read back and compared with the module before "
            "it is written.",
        .examples = {"bitleap slice --only=main main.bc -o main-only.bc",
                     "bitleap slice --each --directory=functions main.bc"},
        .options = slice_options,
        .shares = SHARES_THREADS,
        .wants_ir = true,
        .run = cmd_slice,
    },
    {
        .name = "lower",
        .summary = "write a module as an older LLVM reads it",
        .group = GROUP_COPY,
        .operands = "FILE…",
        .description =
            "Writes the same program in the dialect that an older LLVM reads: hints that it does "
            "not know are left out, other things are said in its words, and what it has no "
            "words for is refused, with its place and the reason. The result is read back before "
            "it is "
            "written.",
        .examples = {"bitleap lower --for 16 main.bc -o main16.bc",
                     "bitleap lower --for 19 --explain main.bc"},
        .options = lower_options,
        .wants_ir = true,
        .run = cmd_lower,
    },
    {
        .name = "cat",
        .summary = "write one stream to standard output",
        .group = GROUP_COPY,
        .operands = "PATH",
        .description =
            "Writes the stream that a file contains, or that PATH leads to, to standard output; "
            "if there are several, that is an error.",
        .examples = {"bitleap cat main.o | llvm-dis",
                     "bitleap cat 'lib.a(core.o)!.llvmbc' >core.bc"},
        .options = cat_options,
        .run = cmd_cat,
    },
    {
        .name = "types",
        .summary = "list the types of a module",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Lists the type table of every module as LLVM writes types, with the numbers that "
            "records refer to. Types of an unknown code keep their number.",
        .examples = {"bitleap types main.bc", "bitleap types --named main.bc"},
        .options = types_options,
        .shares = SHARES_LISTING | SHARES_NUMBER | SHARES_REVERSE,
        .wants_ir = true,
        .run = cmd_types,
    },
    {
        .name = "attrs",
        .summary = "list functions with their types and attributes",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Prints a line for every function: its return type, its parameters, and the "
            "attributes of each and of the function, as llvm-dis spells them, with its number #N "
            "for those of the function. Bodies are not read, unless for the numbers of --groups.",
        .examples = {"bitleap attrs main.bc",
                     "bitleap attrs --without=nounwind --where=defined build/"},
        .options = attrs_options,
        .shares = SHARES_LISTING | SHARES_NUMBER | SHARES_REVERSE,
        .wants_ir = true,
        .run = cmd_attrs,
    },
    {
        .name = "meta",
        .summary = "list metadata, or single nodes of it",
        .group = GROUP_FILE,
        .operands = "FILE… [!NUMBER…]",
        .description =
            "Prints named nodes, attachments of global values, and every node as llvm-dis does, "
            "with "
            "its numbers. With operands such as !12, only those nodes, also of function bodies; "
            "with "
            "--from what is around a global value or a node.",
        .examples = {"bitleap meta main.bc '!12'",
                     "bitleap meta --from=@main --dot main.bc | dot -Tsvg >main.svg"},
        .options = meta_options,
        .wants_ir = true,
        .run = cmd_meta,
    },
    {
        .name = "summary",
        .summary = "list the summaries of ThinLTO",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Lists the ThinLTO summary of each global value, in modules and in combined indices: "
            "linkage, flags, size, calls and references. Function bodies are not read. With "
            "--imports what ThinLTO would import from one module into another, over all of them.",
        .examples = {"bitleap summary main.bc", "bitleap summary --imports --keep=main build/"},
        .options = summary_options,
        .shares = SHARES_NAMES,
        .wants_ir = true,
        .run = cmd_summary,
    },
    {
        .name = "funcs",
        .summary = "list functions with their sizes",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Lists every function with a body: position (in bits), bytes, basic blocks and "
            "instructions. These are counted by record codes; nothing is decoded unless "
            "--opcodes or --properties asks for it.",
        .examples = {"bitleap funcs --sort=bytes -n 20 main.bc", "bitleap funcs --opcodes main.bc"},
        .options = funcs_options,
        .shares = SHARES_LISTING | SHARES_THREADS | SHARES_NUMBER | SHARES_ALL | SHARES_REVERSE |
                  SHARES_NAMES,
        .wants_ir = true,
        .run = cmd_funcs,
    },
    {
        .name = "globals",
        .summary = "list variables, aliases and ifuncs with their sizes",
        .group = GROUP_FILE,
        .operands = "FILE…",
        .description =
            "Lists every global value that is no function: how many bytes a variable takes in "
            "memory, by the module's data layout, and its definition as LLVM assembly: linkage, "
            "type, value, section, alignment.",
        .examples = {"bitleap globals --sort=bytes -n 20 main.bc",
                     "bitleap globals --only '_ZTV*' lib.a"},
        .options = globals_options,
        .shares = SHARES_LISTING | SHARES_NUMBER | SHARES_ALL | SHARES_REVERSE | SHARES_NAMES,
        .wants_ir = true,
        .run = cmd_globals,
    },
    {
        .name = "show",
        .summary = "print a function as LLVM assembly, with positions",
        .group = GROUP_FILE,
        .operands = "NAME|GLOB|/REGEX/… FILE",
        .description =
            "Prints the functions, variables, aliases, %types, !7 and #7 named as LLVM assembly, "
            "as dis does, each line with the position, name and bytes of its record.",
        .examples = {"bitleap show main main.bc", "bitleap show '%struct.item' '!7' main.bc"},
        .options = no_options,
        .wants_ir = true,
        .run = cmd_show,
    },
    {
        .name = "callers",
        .summary = "list calls and other uses of a function",
        .group = GROUP_QUERY,
        .operands = "NAME|GLOB|/REGEX/ PATH…",
        .description =
            "Lists what uses the function, in bodies, initializers, aliases and so on: how often, "
            "as what, and in which function; with --places each use by itself. A cast of a "
            "function counts as the function. An index with bodies answers at once; else modules "
            "that know the name are read. Exits with 1 if there is no use.",
        .examples = {"bitleap callers malloc build/", "bitleap callers --calls malloc project.blx"},
        .options = callers_options,
        .shares = SHARES_OF_QUERIES | SHARES_QUIET | SHARES_NAMES,
        .run = cmd_callers,
    },
    {
        .name = "callees",
        .summary = "list what a function calls",
        .group = GROUP_FILE,
        .operands = "NAME|GLOB|/REGEX/ PATH…",
        .description =
            "Lists the functions that function NAME calls and whose addresses it takes, with "
            "counts; and counts calls through pointers and of inline assembly. Only its body is "
            "decoded. With --depth, --transitive, --to, --unreached or --dot all modules are one "
            "program, as a linker would make it, and a use of any kind reaches what is used. An "
            "index with bodies answers without reading any.",
        .examples = {"bitleap callees main main.bc",
                     "bitleap callees --transitive main lib.a main.bc"},
        .options = callees_options,
        .shares = SHARES_OF_QUERIES | SHARES_NAMES,
        .wants_ir = true,
        .run = cmd_callees,
    },
    {
        .name = "strings",
        .summary = "search all text: names, metadata, constants",
        .group = GROUP_QUERY,
        .operands = "PATTERN PATH…",
        .description =
            "Prints every text that contains PATTERN: names of symbols and values, metadata "
            "strings, constants, strings in the module header; in streams that are not LLVM IR "
            "whatever looks like text. PATTERN is a part of the text, a GLOB (* ? [) for all of "
            "it, or /REGEX/; a path between slashes needs a backslash before it: '\\/home/'. "
            "Exits with 1 if there is none.",
        .examples = {"bitleap strings 'out of memory' build/",
                     "bitleap strings --count /TODO|FIXME/ lib.a"},
        .options = strings_options,
        .shares = SHARES_OF_QUERIES | SHARES_QUIET,
        .run = cmd_strings,
    },
    {
        .name = "top",
        .summary = "show what takes up most space",
        .group = GROUP_QUERY,
        .operands = "PATH…",
        .description =
            "Lists the largest functions, constants of variables, kinds of metadata, modules, "
            "kinds of blocks, or files, or what functions and variables belong to: crates, "
            "namespaces, templates, directories, sections. Then comes the rest: rows add up to the "
            "size of the files.",
        .examples = {"bitleap top build/", "bitleap top --by=namespace --depth=2 main.bc"},
        .options = top_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_ALL | SHARES_NAMES,
        .run = cmd_top,
    },
    {
        .name = "report",
        .summary = "write a page of HTML that shows where the bytes are",
        .group = GROUP_QUERY,
        .operands = "PATH…",
        .description =
            "Writes one HTML file that opens from disk and requests nothing: a map of files, "
            "blocks, functions and kinds of records by size, the same as tables, names and "
            "strings, modules, duplicates, and the largest functions as LLVM assembly. With "
            "--diff what was before and what is after are in one picture.",
        .examples = {"bitleap report -o sizes.html build/",
                     "bitleap report --diff -o change.html old.bc new.bc"},
        .options = report_options,
        .shares = SHARES_OF_QUERIES,
        .run = cmd_report,
    },
    {
        .name = "index",
        .summary = "write an index file, for queries over many files",
        .group = GROUP_INDEX,
        .operands = "PATH…",
        .description =
            "Reads files, archives and directory trees once, and writes what queries need to an "
            "index file: find and others answer from it at once, and read only what has changed "
            "since. With --update, --merge and --check, PATH is an index file.",
        .examples = {"bitleap index -o project.blx build/", "bitleap index --update project.blx"},
        .options = index_options,
        .shares = SHARES_THREADS | SHARES_QUIET,
        .run = cmd_index,
    },
    {
        .name = "find",
        .summary = "show which files define or use a symbol",
        .group = GROUP_QUERY,
        .operands = "NAME|GLOB|/REGEX/ PATH…",
        .description =
            "Prints a line for each symbol of that name, in files, archives, directory trees and "
            "index files. Names are those that linkers see. Exits with 1 if there is none.",
        .examples = {"bitleap find main build/", "bitleap find --undefined 'json_*' project.blx"},
        .options = find_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_QUIET | SHARES_NAMES,
        .run = cmd_find,
    },
    {
        .name = "dups",
        .summary = "list duplicate functions",
        .group = GROUP_QUERY,
        .operands = "PATH…",
        .description =
            "Lists functions with equal bodies, with the bytes that a single copy would save, "
            "and linkonce_odr and weak_odr functions of the same name whose bodies differ.",
        .examples = {"bitleap dups build/", "bitleap dups --list --meaning lib.a"},
        .options = dups_options,
        .shares = SHARES_OF_QUERIES | SHARES_NUMBER | SHARES_ALL | SHARES_NAMES,
        .run = cmd_dups,
    },
    {
        .name = "diff",
        .summary = "compare two files, archives or directory trees",
        .group = GROUP_QUERY,
        .operands = "PATH PATH",
        .description =
            "Lists functions and global values that were added, removed or changed, and blocks "
            "that grew or shrank, each with bytes. Exits with 1 if anything differs.",
        .examples = {"bitleap diff old.bc new.bc", "bitleap diff --patch --only main old/ new/"},
        .options = diff_options,
        .shares = SHARES_NAMES | SHARES_CONTENT | SHARES_THREADS | SHARES_NUMBER | SHARES_ALL |
                  SHARES_REVERSE | SHARES_QUIET,
        .run = cmd_diff,
    },
    {
        .name = "sql",
        .summary = "query everything in SQL",
        .group = GROUP_QUERY,
        .operands = "SELECT… [PATH…]",
        .description =
            "Runs statements of SQLite over tables of what is in files, archives, directories and "
            "index files: files, streams, modules, symbols, functions, globals, instructions, "
            "calls, types, attributes, metadata, strings, blocks, records, errors; and views for "
            "usual questions: undefined, conflicts, largest, callers, dead_linkonce, unreferenced, "
            "producers, texts. Only what a statement asks for is read. Without paths, "
            "bitcode_symbols('lib.a') and so on take one. In place of a statement, .tables lists "
            "them and .schema NAME their columns.",
        .examples = {"bitleap sql 'SELECT name, bytes FROM functions ORDER BY bytes LIMIT 9' lib.a",
                     "bitleap sql --format=csv 'SELECT * FROM undefined' build/"},
        .options = sql_options,
        .only_help = true,
        .run = cmd_sql,
    },
    {
        .name = "bcanalyzer",
        .summary = "print what llvm-bcanalyzer prints, byte for byte",
        .group = GROUP_SCRIPT,
        .operands = "[FILE]",
        .description =
            "Takes llvm-bcanalyzer's options, with one dash or two, and prints what "
            "llvm-bcanalyzer 22 prints. The program does the same when it is called by that "
            "name.\nExit status is 0 or 1, as there.",
        .examples = {"bitleap bcanalyzer main.bc", "bitleap bcanalyzer --dump main.bc"},
        .options = bcanalyzer_options,
        .own_parser = true,
        .run = cmd_bcanalyzer,
    },
    {
        .name = "llvm-dis",
        .summary = "print what llvm-dis prints, or write it to files",
        .group = GROUP_SCRIPT,
        .operands = "[FILE…]",
        .description =
            "Takes llvm-dis's options, with one dash or two. Without -o the text of X.bc goes to "
            "X.ll, and that of standard input to standard output; a file of several modules "
            "writes X.0.ll, X.1.ll and so on. The program does the same when it is called by a "
            "name that begins with llvm-dis.\nExit status is 0 or 1, as there.",
        .examples = {"bitleap llvm-dis main.bc", "bitleap llvm-dis -o - main.bc"},
        .options = llvm_dis_options,
        .own_parser = true,
        .run = cmd_llvm_dis,
    },
    {
        .name = "completions",
        .summary = "print completions for a shell",
        .group = GROUP_SCRIPT,
        .operands = "bash|zsh|fish",
        .description =
            "Prints a script that completes commands, options and their arguments in the given "
            "shell. The script calls it again with 'NUMBER -- WORD…': what the word of that "
            "number may be.",
        .examples = {"source <(bitleap completions bash)",
                     "bitleap completions fish >~/.config/fish/completions/bitleap.fish"},
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
    {"preserve-ll-uselistorder", 0, NULL, "refused: the order is that in LLVM's memory"},
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
