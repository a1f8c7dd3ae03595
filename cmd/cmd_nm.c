/* cmd/cmd_nm.c - list symbols, as llvm-nm does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Lines, letters and their order are those of llvm-nm 22 on bitcode. All symbols of a stream make
 * one list, also where it holds several modules, and what has no name is numbered in that list.
 */
#include "base/array.h"
#include "base/llvm_options.h"
#include "base/name_sort.h"
#include "base/text.h"
#include "commands.h"
#include "input/input.h"
#include "nm/nm.h"
#include "nm/nm_target.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct option_spec nm_options[] = {
    [OPT_FILE_NAME] = {"print-file-name", 'A', NULL, "begin each line with the name of the file"},
    [OPT_ALL] = {"debug-syms", 'a', NULL, "list private symbols and llvm.* too"},
    [OPT_EXTERN] = {"extern-only", 'g', NULL, "list global symbols only"},
    [OPT_UNDEFINED] = {"undefined-only", 'u', NULL, "list undefined symbols only"},
    [OPT_DEFINED] = {"defined-only", 'U', NULL, "list defined symbols only"},
    [OPT_NO_WEAK] = {"no-weak", 'W', NULL, "omit weak symbols"},
    [OPT_NO_SORT] = {"no-sort", 'p', NULL, "keep the order of the file"},
    [OPT_NUMERIC] = {"numeric-sort", 'n', NULL, "undefined symbols first"},
    [OPT_REVERSE] = {"reverse-sort", 'r', NULL, "reverse the order"},
    [OPT_SIZE_SORT] = {"size-sort", 0, NULL, "sort by size, and print it instead of the address"},
    [OPT_PRINT_SIZE] = {"print-size", 'S', NULL, "print sizes, which are 0 without --size"},
    [OPT_SIZE] = {"size", 0, NULL, "as --print-size, with the bytes of function bodies"},
    [OPT_FORMAT] = {"format", 'f', "bsd|posix|sysv|just-symbols|darwin", "bsd is the default"},
    [OPT_POSIX] = {"portability", 'P', NULL, "as --format=posix"},
    [OPT_JUST_SYMBOLS] = {"just-symbols", 'j', NULL, "as --format=just-symbols"},
    [OPT_QUIET] = {"quiet", 0, NULL, "do not report that there are no symbols"},
    [OPT_NO_SYMTAB] = {"no-symtab", 0, NULL, "read records, even where there is a symbol table"},
    [OPT_DYNAMIC] = {"dynamic", 'D', NULL, "dynamic symbols, which bitcode does not have"},
    [OPT_NO_DEMANGLE] = {"no-demangle", 0, NULL, "names as they are, which is the default"},
    [OPT_BSD] = {"bsd", 'B', NULL, "as --format=bsd"},
    [OPT_DARWIN] = {"darwin", 'm', NULL, "as --format=darwin"},
    [OPT_HEX] = {"hex", 'x', NULL, "the fields of Mach-O's symbol table, in hexadecimal"},
    [OPT_JUST_SYMBOL_NAME] = {"just-symbol-name", 0, NULL, "as --format=just-symbols"},
    [OPT_RADIX] = {"radix", 't', "d|o|x", "print sizes in decimal, octal, hexadecimal"},
    [OPT_ARMAP] = {"print-armap", 'M', NULL, "print the symbol tables of archives first"},
    [OPT_NO_BITCODE] = {"no-llvm-bc", 0, NULL, "list no bitcode"},
    [OPT_NO_ALIASES] = {"without-aliases", 0, NULL, "omit aliases"},
    [OPT_EXPORT] = {"export-symbols", 0, NULL, "one list of the defined globals of all files"},
    [OPT_MODE] = {"object-mode", 'X', "32|64|32_64|any", "list only modules of so many bits"},
    [OPT_SPECIAL] = {"special-syms", 0, NULL, "accepted; of native objects only"},
    [OPT_LINES] = {"line-numbers", 'l', NULL, "accepted; of native objects only"},
    [OPT_VERSION] = {"version", 'V', NULL, "print the version"},
    {NULL, 0, NULL, NULL},
};

/* ---- Gathering ---- */

enum {
    HIDDEN = 1, /* bl_symbol.visibility */
};

/* 1 found, 0 it is of assembly, or a failure: the module is damaged where it would be. */
static int find_value(struct bl_symbols *symbols, struct bl_module *module,
                      const struct bl_symbol *symbol, uint32_t *value, struct bl_error *err)
{
    uint32_t n;
    int rc = out_need(bl_symbols_value(symbols, symbol, value, err));
    return rc != 0 ? rc : out_need(bl_module_count(module, &n, err));
}

/* 1, 0, or a failure. */
static int is_constant(struct bl_symbols *symbols, struct bl_module *module,
                       const struct bl_symbol *symbol, struct bl_error *err)
{
    struct bl_global global;
    uint32_t value;
    int rc = find_value(symbols, module, symbol, &value, err);
    if (rc > 0)
        rc = out_need(bl_module_global(module, value, &global, err));
    else
        global.is_constant = false;
    return rc < 0 ? rc : global.is_constant;
}

/* IS_CONSTANT: as the function. */
static char letter_of(unsigned flags, bool darwin, int is_constant)
{
    if (flags & BL_SYMBOL_WEAK)
        return flags & BL_SYMBOL_UNDEFINED ? 'w' : 'W';
    if (flags & BL_SYMBOL_UNDEFINED)
        return 'U';
    if (flags & BL_SYMBOL_COMMON)
        return 'C';
    bool is_global = flags & BL_SYMBOL_GLOBAL;
    if (flags & BL_SYMBOL_EXECUTABLE)
        return is_global ? 'T' : 't';
    if (darwin && is_constant < 0)
        return '?';
    if (darwin && is_constant)
        return is_global ? 'S' : 's';
    return is_global ? 'D' : 'd';
}

/* Of the symbols that are listed at all. */
static bool is_wanted(const struct nm *nm, unsigned flags)
{
    return !(nm->has[OPT_UNDEFINED] && !(flags & BL_SYMBOL_UNDEFINED)) &&
           !(nm->has[OPT_DEFINED] && flags & BL_SYMBOL_UNDEFINED) &&
           !(nm->has[OPT_EXTERN] && !(flags & BL_SYMBOL_GLOBAL)) &&
           !(nm->has[OPT_NO_WEAK] && flags & BL_SYMBOL_WEAK);
}

static int64_t body_size(struct bl_symbols *symbols, struct bl_module *module,
                         const struct bl_symbol *symbol, struct bl_error *err)
{
    struct bl_block block;
    uint32_t value;
    int rc = find_value(symbols, module, symbol, &value, err);
    if (rc > 0)
        rc = out_need(bl_module_body(module, value, &block, err));
    if (rc <= 0)
        return rc < 0 ? NOT_FOUND : 0;
    return (int64_t)bl_block_bytes(block.n_words);
}

/* Room for SIZE bytes of made names. */
static uint8_t *make_room_for_name(struct nm *nm, size_t size)
{
    struct made_names *made = array_new(sizeof *made + size, 1);
    made->next = nm->made;
    nm->made = made;
    return made->text;
}

static void free_made(struct nm *nm)
{
    while (nm->made) {
        struct made_names *next = nm->made->next;
        free(nm->made);
        nm->made = next;
    }
}

/* Of "__unnamed_1", what a global value without a name is called, the bytes before the number;
 * 0: the symbol has a name. */
static size_t unnamed_stem(struct bl_symbols *symbols, const struct bl_symbol *symbol)
{
    static const char stem[] = "__unnamed_";
    size_t n_stem = sizeof stem - 1;
    size_t n = symbol->name.size;
    uint32_t value;
    if (symbol->ir_name.size > 0)
        return 0;
    while (n > 0 && isdigit(symbol->name.data[n - 1]))
        n--;
    if (n < n_stem || memcmp(symbol->name.data + n - n_stem, stem, n_stem) != 0)
        return 0;
    return out_need(bl_symbols_value(symbols, symbol, &value, NULL)) > 0 ? n : 0;
}

/* Tables and records number all of their own symbols; llvm-nm numbers those of all modules that it
 * would list without options that ask for some only. */
static void number_unnamed(struct nm *nm, struct bl_symbols *symbols, struct bl_symbol *symbol)
{
    char number[16];
    size_t n = unnamed_stem(symbols, symbol);
    if (n == 0)
        return;
    size_t n_digits = (size_t)snprintf(number, sizeof number, "%" PRIu32, ++nm->n_unnamed);
    uint8_t *text = make_room_for_name(nm, n + n_digits);
    memcpy(text, symbol->name.data, n);
    memcpy(text + n, number, n_digits);
    symbol->name = (struct bl_view){.data = text, .size = n + n_digits};
}

/* Of one module. */
struct module_symbols {
    struct bl_symbols *symbols;
    struct bl_module *module;
    bool darwin, wants_constant;
    struct bl_error lost; /* of what is not known of a symbol */
};

static void gather_symbol(struct nm *nm, struct module_symbols *m, struct bl_symbol symbol)
{
    nm->n_symbols++;
    if (!nm->has[OPT_ALL] && symbol.flags & BL_SYMBOL_FORMAT_SPECIFIC)
        return; /* private ones and llvm.* */
    if (nm->has[OPT_NO_ALIASES] && symbol.flags & BL_SYMBOL_INDIRECT)
        return;
    number_unnamed(nm, m->symbols, &symbol);
    if (!is_wanted(nm, symbol.flags))
        return;
    int constant = m->wants_constant ? is_constant(m->symbols, m->module, &symbol, &m->lost) : 0;
    struct row row = {.name = symbol.name,
                      .flags = symbol.flags,
                      .number = nm->n_rows,
                      .letter = letter_of(symbol.flags, m->darwin, constant),
                      .is_hidden =
                          symbol.visibility == HIDDEN && !(symbol.flags & BL_SYMBOL_UNDEFINED),
                      .is_constant = constant > 0};
    if (nm->has[OPT_SIZE])
        row.size = body_size(m->symbols, m->module, &symbol, &m->lost);
    array_add(&nm->rows, &nm->n_rows, &nm->cap_rows, row);
}

/* The last symbol of modules for some targets, in tables by LLVM 22. */
static const char got_name[] = "_GLOBAL_OFFSET_TABLE_";

static int gather_symbols(struct nm *nm, struct module_symbols *m, struct bl_error *err)
{
    const struct bl_symbol got = {.name = view_of(got_name),
                                  .flags = BL_SYMBOL_UNDEFINED | BL_SYMBOL_GLOBAL,
                                  .number = BL_NONE};
    struct bl_view triple = bl_symbols_triple(m->symbols);
    struct bl_symbol symbol = {0};
    struct bl_symtab table;
    int rc;
    m->darwin = target_is_darwin(triple);
    m->wants_constant = m->darwin || nm->format == DARWIN || nm->has[OPT_HEX];
    if (nm->columns == 0)
        nm->columns = target_is_64_bit(triple) ? 16 : 8;
    while ((rc = bl_symbols_next(m->symbols, &symbol, err)) > 0)
        gather_symbol(nm, m, symbol);
    bool has_got = bl_symbols_table(m->symbols, &table) && symbol.flags == got.flags &&
                   bl_view_compare(symbol.name, got.name) == 0;
    if (rc == 0 && !has_got && target_has_got(triple))
        gather_symbol(nm, m, got);
    if (rc == 0 && m->lost.status < 0) {
        *err = m->lost;
        rc = m->lost.status;
    }
    return rc;
}

static bool is_in_stream(const struct nm *nm, struct bl_view name)
{
    struct bl_view bytes = nm->input->stream.bytes;
    uintptr_t at = (uintptr_t)name.data - (uintptr_t)bytes.data;
    /* A list of all files outlives them. */
    return !nm->has[OPT_EXPORT] && at < bytes.size && name.size <= bytes.size - at;
}

/* Copy names of the rows from FIRST on that are the module's, which need not stay open then: a
 * stream may have many. */
static void keep_names(struct nm *nm, uint32_t first)
{
    size_t size = 0;
    for (uint32_t i = first; i < nm->n_rows; i++)
        if (!is_in_stream(nm, nm->rows[i].name))
            size += nm->rows[i].name.size;
    uint8_t *text = size ? make_room_for_name(nm, size) : NULL;
    for (uint32_t i = first; text && i < nm->n_rows; i++) {
        struct bl_view *name = &nm->rows[i].name;
        if (is_in_stream(nm, *name))
            continue;
        memcpy(text, name->data, name->size);
        name->data = text;
        text += name->size;
    }
}

static int gather_module(struct nm *nm, struct bl_index *index, uint32_t block,
                         struct bl_error *err)
{
    unsigned flags = nm->has[OPT_NO_SYMTAB] ? BL_SYMBOLS_FROM_RECORDS : 0;
    uint32_t first = nm->n_rows;
    struct module_symbols m = {0};
    int status = bl_module_open(&m.module, index, block, err);
    if (status == BL_OK)
        status = bl_symbols_open(&m.symbols, m.module, flags, err);
    if (status == BL_OK)
        status = gather_symbols(nm, &m, err);
    keep_names(nm, first);
    bl_symbols_close(m.symbols);
    bl_module_close(m.module);
    return status;
}

/* ---- Order ---- */

static int compare_sizes(const void *a, const void *b)
{
    const struct row *x = a;
    const struct row *y = b;
    int order = bl_order(x->size, y->size);
    return order ? order : bl_order(x->number, y->number);
}

/* Undefined symbols are at no address, and come first. */
static void undefined_first(struct row *rows, uint32_t n, struct row *spare)
{
    uint32_t n_first = 0;
    uint32_t n_rest = 0;
    for (uint32_t i = 0; i < n; i++)
        if (rows[i].flags & BL_SYMBOL_UNDEFINED)
            rows[n_first++] = rows[i];
        else
            spare[n_rest++] = rows[i];
    memcpy(rows + n_first, spare, n_rest * sizeof *rows);
}

static void sort_rows(struct nm *nm)
{
    uint32_t n = nm->n_rows;
    if (nm->has[OPT_NO_SORT] || n == 0)
        return;
    struct bl_name_item *items = array_new(n, sizeof *items);
    struct row *sorted = array_new(n, sizeof *sorted);
    for (uint32_t i = 0; i < n; i++)
        items[i] = (struct bl_name_item){.name = nm->rows[i].name, .number = i};
    bl_sort_names(items, n);
    for (uint32_t i = 0; i < n; i++) {
        sorted[i] = nm->rows[items[i].number];
        sorted[i].number = i;
    }
    memcpy(nm->rows, sorted, n * sizeof *sorted);
    /* Of both, as in llvm-nm, size-sort is left with what is printed. */
    if (nm->has[OPT_NUMERIC])
        undefined_first(nm->rows, n, sorted);
    else if (nm->has[OPT_SIZE_SORT])
        array_sort(nm->rows, n, sizeof *nm->rows, compare_sizes);
    if (nm->has[OPT_REVERSE])
        array_reverse(nm->rows, n);
    free(items);
    free(sorted);
}

/* ---- Whose symbols ---- */

/* The name in a nested path that is one archive's member, "(NAME)" or "(NAME#2)"; malloc'ed. NULL:
 * it is something else. */
static char *member_of(const char *nested)
{
    size_t n = strlen(nested);
    if (n < 2 || nested[0] != '(')
        return NULL;
    char *name = array_new(n, 1);
    char *to = name;
    const char *at = nested + 1;
    bool is_quoted = *at == '"';
    for (at += is_quoted; *at && !strchr(is_quoted ? "\"" : ")#", *at); at++) {
        unsigned byte;
        if (is_quoted && at[0] == '\\' && at[1] == 'x' && sscanf(at + 2, "%2x", &byte) == 1) {
            *to++ = (char)byte;
            at += 3;
        } else {
            at += is_quoted && at[0] == '\\' && at[1];
            *to++ = *at;
        }
    }
    if (*at) {
        *to = '\0';
        at += is_quoted;
        at += *at == '#' ? strspn(at + 1, "0123456789") + 1 : 0;
        if (strcmp(at, ")") == 0)
            return name;
    }
    free(name);
    return NULL;
}

/* What is visible of "lib.a:core.o", in POSIX format "lib.a[core.o]"; malloc'ed. */
static char *label_of(const struct nm *nm, const char *member)
{
    struct text label = {0};
    struct bl_view path = view_of(nm->input->path);
    bool is_posix = nm->format == POSIX;
    if (member)
        path.size -= strlen(nm->input->found.path);
    bl_visible_print(path, text_put, &label);
    if (member) {
        text_put(&label, is_posix ? "[" : ":", 1);
        bl_visible_print(view_of(member), text_put, &label);
        text_put(&label, "]", is_posix);
    }
    text_put(&label, "", 1);
    return label.data;
}

static void put_heading(struct nm *nm, const char *member)
{
    struct out *o = &nm->context->out;
    const char *name = member ? member : nm->input->path;
    if (nm->has[OPT_FILE_NAME])
        return;
    bool is_named = nm->format != SYSV && nm->format != DARWIN;
    if (nm->input->needs_name && (is_named || *nm->input->found.path)) {
        out_char(o, '\n');
        out_path(o, name);
        out_text(o, ":\n");
    }
    if (nm->format != SYSV)
        return;
    out_text(o, "\n\nSymbols from ");
    out_path(o, name);
    out_printf(o,
               ":\n\n"
               "Name                  %s   Class        Type"
               "         %s   Line  Section\n",
               nm->columns == 8 ? "Value" : "Value        ",
               nm->columns == 8 ? "Size  " : "Size          ");
}

static void put_stream(struct nm *nm)
{
    sort_rows(nm);
    if (nm->context->json) {
        nm_put_json_rows(nm);
        return;
    }
    char *member = member_of(nm->input->found.path);
    nm->label = label_of(nm, member);
    if (nm->n_symbols == 0 && nm->is_whole && !nm->has[OPT_QUIET]) {
        out_flush(&nm->context->out);
        fprintf(stderr, "%s: no symbols\n", nm->label);
    }
    put_heading(nm, member);
    nm_put_rows(nm);
    free(nm->label);
    free(member);
}

/* The heading of a member whose symbols cannot be listed. */
static void put_label(struct nm *nm)
{
    char *member = member_of(nm->input->found.path);
    nm->columns = 8;
    if (member && nm->format != SYSV)
        put_heading(nm, member);
    free(member);
}

/* The symbol table of the archive that the stream is in, before the first of its members. */
static void put_map(struct nm *nm)
{
    struct context *c = nm->context;
    struct bl_view file = bl_file_view(nm->input->file);
    struct bl_archive_map map;
    struct bl_view symbol, member;
    struct bl_error err;
    bool is_first = true;
    size_t n_path = strlen(nm->input->path) - strlen(nm->input->found.path);
    bool is_same = nm->mapped && strlen(nm->mapped) == n_path &&
                   memcmp(nm->mapped, nm->input->path, n_path) == 0;
    if (is_same || !bl_is_archive(file))
        return;
    free(nm->mapped);
    nm->mapped = string_of((struct bl_view){(const uint8_t *)nm->input->path, n_path});
    int rc = bl_archive_map_open(&map, file, &err);
    while (rc >= 0 && (rc = bl_archive_map_next(&map, &symbol, &member, &err)) != 0) {
        if (rc < 0) {
            report_error(c, nm->input->path, NULL, &err);
            rc = 0;
            continue;
        }
        out_text(&c->out, is_first ? "Archive map\n" : "");
        is_first = false;
        out_name(&c->out, symbol);
        out_text(&c->out, " in ");
        out_name(&c->out, member);
        out_char(&c->out, '\n');
    }
    out_text(&c->out, is_first ? "" : "\n");
    if (rc < 0)
        report_error(c, nm->input->path, NULL, &err);
}

/* ---- Streams ---- */

static void list_modules(struct nm *nm, struct bl_index *index)
{
    struct bl_error err;
    uint32_t block = BL_NONE;
    uint32_t first = nm->n_rows;
    while ((block = bl_module_next(index, block)) != BL_NONE)
        if (gather_module(nm, index, block, &err) < 0) {
            nm->is_whole = false;
            report_error(nm->context, nm->input->path, &nm->input->stream, &err);
        }
    bool is_wanted = nm->mode_columns == 0 || nm->mode_columns == (nm->columns ? nm->columns : 8);
    if (nm->has[OPT_EXPORT]) {
        nm->n_rows = is_wanted ? nm->n_rows : first;
        return; /* with the names that were made */
    }
    if (is_wanted)
        put_stream(nm);
    free_made(nm);
}

static void list(void *data, const struct input *input)
{
    struct nm *nm = data;
    struct bl_index *index;
    struct bl_error err;
    uint64_t end;
    nm->input = input;
    nm->n_rows = nm->has[OPT_EXPORT] ? nm->n_rows : 0;
    nm->n_symbols = 0;
    nm->n_unnamed = 0;
    nm->columns = 0;
    bool wants_dynamic = nm->has[OPT_DYNAMIC];
    bool wants_none = nm->has[OPT_NO_BITCODE];
    if (nm->has[OPT_ARMAP])
        put_map(nm);
    if (wants_none) {
        if (input->is_alone)
            report_text(nm->context, input->path, BL_E_ARGUMENT, "this is bitcode");
        return;
    }
    if (wants_dynamic || input->stream.kind != BL_STREAM_LLVM_IR) {
        if (wants_dynamic && *input->found.path)
            put_label(nm);
        if (wants_dynamic || input->is_alone)
            report_text(nm->context, input->path, BL_E_ARGUMENT,
                        wants_dynamic ? "bitcode has no dynamic symbols"
                                      : "no LLVM IR module in the stream");
        return;
    }
    if (bl_index_open(&index, &input->stream, &err) < 0) {
        report_error(nm->context, nm->input->path, &nm->input->stream, &err);
        return;
    }
    int status = bl_index_end(index, &end, &err);
    nm->is_whole = status >= 0;
    list_modules(nm, index);
    if (status < 0)
        report_error(nm->context, nm->input->path, &nm->input->stream, &err);
    bl_index_close(index);
}

/* ---- The call ---- */

static void set_option(struct nm *nm, int option, const char *argument)
{
    static const unsigned columns[] = {8, 16}; /* of 32 bits, 64; of several, any */
    const struct option_spec *spec = &nm_options[option];
    int word = 0;
    if (option == OPT_FORMAT || option == OPT_RADIX || option == OPT_MODE)
        word = choose_word(nm->context->command, spec, argument);
    switch (option) {
    case OPT_POSIX: nm->format = POSIX; break;
    case OPT_JUST_SYMBOLS:
    case OPT_JUST_SYMBOL_NAME: nm->format = JUST_SYMBOLS; break;
    case OPT_FORMAT: nm->format = (unsigned)word; break;
    case OPT_BSD: nm->format = BSD; break;
    case OPT_DARWIN: nm->format = DARWIN; break;
    case OPT_RADIX: nm->radix = *argument; break;
    case OPT_MODE: nm->mode_columns = word < 2 ? columns[word] : 0; break;
    case OPT_VERSION: /* libtool looks for the word GNU */
        printf("bitleap nm %s, compatible with GNU nm\n", bl_version());
        exit(out_stdio_status(EXIT_OK));
    case OPT_NO_DEMANGLE: nm->context->demangles = false; break;
    default: nm->has[option] = true; break;
    }
}

/* Options of llvm-nm for native objects alone, which may be given. */
static void drop_native_options(struct context *c)
{
    static const char *const names[] = {"--add-dyldinfo", "--add-inlinedinfo", "--dyldinfo-only",
                                        "--no-dyldinfo", "--no-rsrc"};
    int n = 1;
    for (int i = 1; i < c->argc; i++) {
        const char *word = c->argv[i];
        bool is_dropped = strncmp(word, "--arch=", strlen("--arch=")) == 0;
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            is_dropped |= strcmp(word, names[k]) == 0;
        if (strcmp(word, "-s") == 0 && i + 2 < c->argc)
            i += 2; /* a segment and a section */
        else if (!is_dropped)
            c->argv[n++] = c->argv[i];
    }
    c->argc = n;
    c->argv[n] = NULL;
}

/* Each name of all files once. */
static void put_exported(struct nm *nm)
{
    struct out *o = &nm->context->out;
    sort_rows(nm);
    for (uint32_t i = 0; i < nm->n_rows; i++) {
        struct bl_view name = nm->rows[i].name;
        if (i > 0 && bl_view_compare(nm->rows[i - 1].name, name) == 0)
            continue;
        out_name(o, name);
        out_char(o, '\n');
    }
}

bool cmd_nm(struct context *c)
{
    struct nm nm = {.context = c, .radix = 'x'};
    const char *argument;
    char **words;
    int option;
    if (!expand_llvm_words(c->argc, c->argv, &words, &c->argc)) {
        free(words);
        return false;
    }
    c->argv = words;
    drop_native_options(c);
    while ((option = next_option(c, &argument)) >= 0)
        set_option(&nm, option, argument);
    nm.has[OPT_PRINT_SIZE] |= nm.has[OPT_SIZE];
    nm.has[OPT_EXTERN] |= nm.has[OPT_EXPORT];
    nm.has[OPT_DEFINED] |= nm.has[OPT_EXPORT];
    if (c->json && (nm.has[OPT_ARMAP] || nm.has[OPT_EXPORT]))
        usage_error(c->command, "--json excludes --print-armap and --export-symbols");
    visit_streams(c, &(struct visitor){.stream = list, .data = &nm});
    if (nm.has[OPT_EXPORT])
        put_exported(&nm);
    free_made(&nm);
    free(nm.mapped);
    free(nm.rows);
    free(words);
    return true;
}
