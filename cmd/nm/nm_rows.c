/* cmd/nm/nm_rows.c - symbols in the formats of llvm-nm, and as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "nm/nm.h"

#include <inttypes.h>
#include <stdlib.h>

/* In place of an address. */
static void put_address(const struct nm *nm, struct out *o, bool is_undefined)
{
    out_fill(o, is_undefined ? ' ' : '-', nm->columns);
}

/* With zeroes up to COLUMNS. */
static void put_number(const struct nm *nm, struct out *o, unsigned columns, uint64_t n)
{
    switch (nm->radix) {
    case 'd': out_printf(o, "%0*" PRIu64, (int)columns, n); break;
    case 'o': out_printf(o, "%0*" PRIo64, (int)columns, n); break;
    default: out_printf(o, "%0*" PRIx64, (int)columns, n); break;
    }
}

static void put_size(const struct nm *nm, struct out *o, const struct row *row)
{
    if (row->flags & BL_SYMBOL_UNDEFINED || row->size == NOT_FOUND)
        put_address(nm, o, row->flags & BL_SYMBOL_UNDEFINED);
    else
        put_number(nm, o, nm->columns, (uint64_t)row->size);
}

static void put_symbol_name(struct nm *nm, struct out *o, struct bl_view name)
{
    struct text text = {0};
    if (nm->context->demangles && bl_demangle(name, text_put, &text))
        name = text_view(&text);
    out_name(o, name);
    free(text.data);
}

static void put_bsd(struct nm *nm, const struct row *row)
{
    struct out *o = &nm->context->out;
    bool has_address = !nm->has[OPT_SIZE_SORT] || nm->has[OPT_PRINT_SIZE];
    if (has_address) {
        put_address(nm, o, row->flags & BL_SYMBOL_UNDEFINED);
        out_char(o, ' ');
    }
    if (nm->has[OPT_PRINT_SIZE] || !has_address) {
        put_size(nm, o, row);
        out_char(o, ' ');
    }
    out_char(o, row->letter);
    out_char(o, ' ');
    put_symbol_name(nm, o, row->name);
}

static void put_posix(struct nm *nm, const struct row *row)
{
    struct out *o = &nm->context->out;
    put_symbol_name(nm, o, row->name);
    out_printf(o, " %c ", row->letter);
    if (row->flags & BL_SYMBOL_UNDEFINED) {
        out_text(o, "0 0");
        return;
    }
    put_address(nm, o, false);
    out_char(o, ' ');
    if (row->size == NOT_FOUND)
        out_char(o, '-');
    else
        put_number(nm, o, 1, (uint64_t)row->size);
}

/* As a symbol table of Mach-O would have it (<mach-o/nlist.h>): type, section and description. */
struct nlist {
    unsigned type, section, description;
};
enum {
    N_EXT = 0x01,
    N_SECT = 0x0e,
    N_PEXT = 0x10,
    N_WEAK_DEF = 0x80,
    CODE = 1, /* sections that llvm-nm makes up */
    DATA,
    RODATA,
};

static struct nlist nlist_of(const struct row *row)
{
    struct nlist n = {0};
    n.type |= row->flags & BL_SYMBOL_GLOBAL ? N_EXT : 0;
    n.type |= row->is_hidden ? N_PEXT : 0;
    n.type |= row->flags & BL_SYMBOL_UNDEFINED ? N_EXT : N_SECT;
    if (!(row->flags & BL_SYMBOL_UNDEFINED))
        n.section = row->is_constant ? RODATA : row->flags & BL_SYMBOL_EXECUTABLE ? CODE : DATA;
    n.description = row->flags & BL_SYMBOL_WEAK ? N_WEAK_DEF : 0;
    return n;
}

static void put_hex(struct nm *nm, const struct row *row)
{
    struct out *o = &nm->context->out;
    struct nlist n = nlist_of(row);
    put_number(nm, o, nm->columns, 0);
    out_printf(o, " %02x %02x %04x %08x ", n.type, n.section, n.description, 0);
    out_name(o, row->name);
}

static void put_darwin(struct nm *nm, const struct row *row)
{
    static const char *const sections[] = {"(undefined) ", "(LTO,CODE) ", "(LTO,DATA) ",
                                           "(LTO,RODATA) "};
    struct out *o = &nm->context->out;
    struct nlist n = nlist_of(row);
    if (!nm->has[OPT_SIZE_SORT] || nm->has[OPT_PRINT_SIZE]) {
        put_address(nm, o, row->flags & BL_SYMBOL_UNDEFINED);
        out_char(o, ' ');
    }
    out_text(o, sections[n.section]);
    if (n.type & N_EXT) {
        out_text(o, n.description ? "weak " : "");
        out_text(o, n.type & N_PEXT ? "private external " : "external ");
    } else {
        out_text(o, "non-external ");
        out_text(o, n.type & N_PEXT ? "(was a private external) " : "");
    }
    out_name(o, row->name);
}

static void put_sysv(struct nm *nm, const struct row *row)
{
    enum {
        NAME_COLUMNS = 20
    };
    struct out *o = &nm->context->out;
    uint64_t before = out_total(o);
    put_symbol_name(nm, o, row->name);
    uint64_t n = out_total(o) - before;
    if (n < NAME_COLUMNS)
        out_fill(o, ' ', (size_t)(NAME_COLUMNS - n));
    out_char(o, '|');
    put_address(nm, o, row->flags & BL_SYMBOL_UNDEFINED);
    out_printf(o, "|   %c  |                  |", row->letter);
    put_size(nm, o, row);
    out_text(o, "|     |");
}

void nm_put_rows(struct nm *nm)
{
    struct out *o = &nm->context->out;
    for (uint32_t i = 0; i < nm->n_rows; i++) {
        const struct row *row = &nm->rows[i];
        if (nm->has[OPT_FILE_NAME]) {
            out_text(o, nm->label);
            out_text(o, ": ");
        }
        if (nm->has[OPT_HEX]) {
            put_hex(nm, row);
            out_text(o, "\n\n"); /* as llvm-nm 19 and 22 do */
            continue;
        }
        switch (nm->format) {
        case DARWIN: put_darwin(nm, row); break;
        case POSIX: put_posix(nm, row); break;
        case SYSV: put_sysv(nm, row); break;
        case JUST_SYMBOLS: put_symbol_name(nm, o, row->name); break;
        default: put_bsd(nm, row); break;
        }
        out_char(o, '\n');
    }
}

void nm_put_json_rows(struct nm *nm)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {
        {BL_SYMBOL_UNDEFINED, "undefined"},   {BL_SYMBOL_WEAK, "weak"},
        {BL_SYMBOL_COMMON, "common"},         {BL_SYMBOL_INDIRECT, "indirect"},
        {BL_SYMBOL_TLS, "thread_local"},      {BL_SYMBOL_GLOBAL, "global"},
        {BL_SYMBOL_EXECUTABLE, "executable"}, {BL_SYMBOL_FORMAT_SPECIFIC, "format_specific"},
    };
    struct out *o = &nm->context->out;
    for (uint32_t i = 0; i < nm->n_rows; i++) {
        const struct row *row = &nm->rows[i];
        const char letter[2] = {row->letter, '\0'};
        json_begin(o, "symbol");
        json_text(o, "file", nm->input->path);
        json_view(o, "name", row->name);
        json_demangled(nm->context, o, row->name);
        json_text(o, "letter", letter);
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            json_bool(o, names[k].name, row->flags & names[k].flag);
        if (nm->has[OPT_SIZE])
            json_u64_or_null(o, "size", (uint64_t)row->size, row->size != NOT_FOUND);
        json_end(o);
    }
}
