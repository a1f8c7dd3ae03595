/* rewrite/archive_writer.c - an archive with other contents in some members
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * First the archive is gone through, tables as well as members, and where each header will be is
 * noted; then it is written. Symbol tables (search/archive_map.c) hold offsets of headers: these
 * are renewed. Where members have other symbols than before, the table is made anew, at first with
 * the offsets of before.
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_rewrite.h"
#include "format/ar.h"
#include "rewrite/archive_symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    HEADER_BYTES = 60,
    NAME_BYTES = 16,
    SIZE_AT = 48,
    SIZE_BYTES = 10,
    ALIGNMENT = 8, /* of contents, and for Darwin of members */
};

static const uint64_t most_bytes = UINT64_C(9999999999); /* that a header can say */

/* A member or table. */
struct item {
    uint64_t from, end;    /* of all of it, with the byte after it that makes it even */
    uint64_t to;           /* where it will be */
    struct bl_view before; /* of its contents: the header, and a name of BSD */
    struct bl_view table;  /* its contents, if it is a symbol table; else empty */
    struct bl_view name;
    struct bl_view contents;
    const struct bl_archive_change *change; /* NULL: none */
    bool is_changed; /* contents, or how far the name before them is filled up */
    bool is_left_out;
    bool has_new_symbols; /* a member */
    uint8_t *new_table;   /* a table: its contents; NULL: as they are */
    size_t n_name;        /* bytes of that name, with what fills it up */
    size_t n_fill;        /* line feeds after changed contents */
};

struct archive {
    struct bl_view bytes;
    struct item *items;
    size_t n, cap;
    bool is_darwin;
    bool aligns_names; /* BSD: fills up names before contents, for the sake of these */
    struct bl_archive_symbols symbols; /* that a new table has */
    struct bl_error *err;
};

static int fail(struct archive *a, int status, const char *what, uint64_t at)
{
    return bl_fail_at(a->err, status, what, at * 8);
}

/* ---- What there is ---- */

static bool is_table(struct bl_view name)
{
    return bl_view_is(name, "/") || bl_view_is(name, "/SYM64/");
}

/* Neither a table of symbols nor one of names. */
static bool is_member(const struct item *item)
{
    return item->table.size == 0 && !is_table(item->name) && !bl_view_is(item->name, "//") &&
           !bl_view_begins(item->name, "/<");
}

/* Of BSD the table is the first member. */
static bool is_symdef(const struct archive *a, struct bl_view name)
{
    return a->n == 0 && bl_view_begins(name, "__.SYMDEF");
}

static int add_item(struct archive *a, const struct bl_ar *ar, const struct bl_part *part)
{
    struct item item = {.from = ar->header_at, .end = ar->offset, .name = part->name};
    uint64_t contents_at = part->offset;
    if (contents_at < item.from + HEADER_BYTES || contents_at > item.end)
        return fail(a, BL_E_CONTAINER, "member that is not where its header is", item.from);
    item.before = (struct bl_view){a->bytes.data + item.from, (size_t)(contents_at - item.from)};
    item.n_name = item.before.size - HEADER_BYTES;
    item.contents = part->bytes;
    if (is_table(part->name) || is_symdef(a, part->name))
        item.table = part->bytes;
    a->aligns_names &= contents_at % ALIGNMENT == 0 && item.n_name > 0;
    a->is_darwin &= item.from % ALIGNMENT == 0 && part->size % ALIGNMENT == 0;
    if (bl_append(&a->items, &a->n, &a->cap, item) < 0)
        return fail(a, BL_E_NOMEM, "no memory for an archive", item.from);
    return BL_OK;
}

static int read_items(struct archive *a)
{
    struct bl_ar ar;
    struct bl_part part;
    int rc = bl_ar_open(&ar, a->bytes, a->err);
    a->is_darwin = a->aligns_names = true;
    if (rc < 0)
        return rc;
    if (ar.is_thin)
        return fail(a, BL_E_CONTAINER, "a thin archive has no members of its own: change the files",
                    0);
    ar.stops_at_tables = true;
    while ((rc = bl_ar_next(&ar, &part, a->err)) > 0) {
        rc = add_item(a, &ar, &part);
        if (rc < 0)
            break;
    }
    a->is_darwin &= a->aligns_names;
    return rc;
}

/* What begins at FROM; NULL: nothing does. */
static struct item *item_at(const struct archive *a, uint64_t from)
{
    size_t lo = 0;
    size_t hi = a->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (a->items[mid].from < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < a->n && a->items[lo].from == from ? &a->items[lo] : NULL;
}

/* ---- Where all will be ---- */

/* The bytes after ITEM's header, as that says them. */
static uint64_t new_size(const struct item *item)
{
    size_t size = item->change ? item->change->contents.size : item->contents.size;
    return item->n_name + size + item->n_fill;
}

static int place_item(struct archive *a, struct item *item, uint64_t *at)
{
    item->to = *at;
    bool lacks_filling = (item->end - item->from) % 2 != 0;
    item->is_changed = item->change || item->new_table || lacks_filling;
    if (item->is_left_out)
        return BL_OK;
    if (item->change && a->is_darwin)
        item->n_fill = (size_t)(-item->change->contents.size & (ALIGNMENT - 1));
    if (a->aligns_names && is_member(item)) {
        uint64_t after = *at + HEADER_BYTES + item->name.size;
        size_t n_name = item->name.size + (size_t)(-after & (ALIGNMENT - 1));
        item->is_changed |= n_name != item->n_name;
        item->n_name = n_name;
    }
    if (!item->is_changed) {
        *at += item->end - item->from;
        return BL_OK;
    }
    if (new_size(item) > most_bytes)
        return fail(a, BL_E_LIMIT, "member larger than a header can say", item->from);
    *at += HEADER_BYTES + new_size(item);
    *at += *at & 1;
    return BL_OK;
}

static int find_changed(struct archive *a, const struct bl_archive_change *changes,
                        size_t n_changes)
{
    size_t k = 0;
    for (size_t i = 0; i < a->n; i++)
        if (k < n_changes && changes[k].header_offset == a->items[i].from &&
            is_member(&a->items[i]))
            a->items[i].change = &changes[k++];
    if (k < n_changes)
        return fail(a, BL_E_ARGUMENT, "change of no member", changes[k].header_offset);
    return BL_OK;
}

static int place(struct archive *a)
{
    uint64_t at = MAGIC_BYTES;
    int status = BL_OK;
    for (size_t i = 0; status == BL_OK && i < a->n; i++)
        status = place_item(a, &a->items[i], &at);
    return status;
}

/* The new offset of what has been at FROM; false: that is no header. */
static bool find_place(const struct archive *a, uint64_t from, uint64_t *to)
{
    const struct item *item = item_at(a, from);
    if (item)
        *to = item->to;
    return item != NULL;
}

/* ---- New symbol tables ---- */

static bool are_same(const struct bl_archive_symbols *a, const struct bl_archive_symbols *b)
{
    bool same = a->n == b->n;
    for (uint32_t i = 0; i < a->n && same; i++)
        same = bl_view_equal(a->items[i].name, b->items[i].name);
    return same;
}

/* Whether ITEM, which is changed, has other symbols than before; those now are added. */
static int find_new_symbols(struct archive *a, struct item *item, struct bl_archive_symbols *all)
{
    struct bl_archive_symbols before = {0};
    struct bl_archive_symbols after = {0};
    int rc = bl_archive_symbols_find(&before, item->contents, item->from, a->err);
    if (rc < 0 && rc != BL_E_NOMEM) /* they were not known before, and are not now */
        rc = 0;
    if (rc > 0)
        rc = bl_archive_symbols_find(&after, item->change->contents, item->from, a->err);
    if (rc > 0 && !are_same(&before, &after)) {
        item->has_new_symbols = true;
        rc = bl_archive_symbols_find(all, item->change->contents, item->from, a->err);
    }
    bl_archive_symbols_release(&before);
    bl_archive_symbols_release(&after);
    return rc < 0 ? rc : BL_OK;
}

static struct bl_archive_table table_of(const struct item *item)
{
    struct bl_archive_table t = {.word = 4};
    t.is_bsd = bl_view_begins(item->name, "__.SYMDEF");
    t.is_sorted = t.is_bsd && bl_view_has(item->name, "SORTED");
    t.is_big = !t.is_bsd;
    if (bl_view_is(item->name, "/SYM64/") || bl_view_begins(item->name, "__.SYMDEF_64"))
        t.word = 8;
    return t;
}

/* The symbols of before, of members that keep theirs. */
static int add_old_symbols(struct archive *a, const struct item *item)
{
    struct bl_archive_symbols old = {0};
    struct bl_archive_table t = table_of(item);
    int status = bl_archive_symbols_read(&old, &t, item->table);
    for (uint32_t i = 0; i < old.n && status == BL_OK; i++) {
        const struct bl_archive_symbol *symbol = &old.items[i];
        const struct item *member = item_at(a, symbol->header);
        if (!member)
            status = BL_E_CONTAINER;
        else if (!member->has_new_symbols)
            status = bl_append(&a->symbols.items, &a->symbols.n, &a->symbols.cap, *symbol);
    }
    bl_archive_symbols_release(&old);
    if (status < 0)
        return fail(a, status, "symbol table that cannot be read", item->from);
    return BL_OK;
}

static int by_member(const void *x, const void *y)
{
    const struct bl_archive_symbol *a = x;
    const struct bl_archive_symbol *b = y;
    return a->header != b->header ? bl_order(a->header, b->header) : bl_order(a->number, b->number);
}

/* The second table of COFF, ITEM. */
static int make_second(struct archive *a, struct bl_view *bytes)
{
    uint64_t *headers = NULL;
    size_t n = 0;
    size_t cap = 0;
    int status = BL_OK;
    for (size_t i = 0; i < a->n && status == BL_OK; i++)
        if (is_member(&a->items[i]))
            status = bl_append(&headers, &n, &cap, a->items[i].from);
    if (status == BL_OK)
        status = bl_archive_symbols_make_coff(&a->symbols, headers, (uint32_t)n, bytes);
    bl_drop(headers);
    return status;
}

static int make_table(struct archive *a, struct item *item, bool is_second, bool may_be_empty)
{
    struct bl_view bytes = {0};
    struct bl_archive_table t = table_of(item);
    item->is_left_out = a->symbols.n == 0 && !may_be_empty;
    if (item->is_left_out)
        return BL_OK;
    int status =
        is_second ? make_second(a, &bytes) : bl_archive_symbols_make(&a->symbols, &t, &bytes);
    if (status < 0)
        return fail(a, status, "symbols that are too much for a table", item->from);
    item->new_table = (uint8_t *)(uintptr_t)bytes.data;
    item->table = item->contents = bytes;
    return BL_OK;
}

/* Tables of other symbols, as changes have them. */
static int make_tables(struct archive *a)
{
    size_t n_tables = 0;
    bool has_new = false;
    int status = BL_OK;
    for (size_t i = 0; i < a->n && status == BL_OK; i++) {
        struct item *item = &a->items[i];
        n_tables += item->table.size > 0;
        if (item->change)
            status = find_new_symbols(a, item, &a->symbols);
        has_new |= item->has_new_symbols;
    }
    if (status < 0 || !has_new || n_tables == 0)
        return status;
    for (size_t i = 0; i < a->n && status == BL_OK; i++) {
        if (bl_view_begins(a->items[i].name, "/<"))
            return fail(a, BL_E_CONTAINER, "symbols of ARM64EC cannot be renewed",
                        a->items[i].from);
        if (a->items[i].table.size > 0) {
            status = add_old_symbols(a, &a->items[i]);
            break; /* a second one has the same */
        }
    }
    if (status == BL_OK && a->symbols.n > 0)
        bl_sort(a->symbols.items, a->symbols.n, sizeof *a->symbols.items, by_member);
    if (status == BL_OK && n_tables > 1 && bl_archive_symbols_unique(&a->symbols) < 0)
        status = fail(a, BL_E_NOMEM, "no memory for symbols", 0);
    bool is_second = false;
    for (size_t i = 0; i < a->n && status == BL_OK; i++)
        if (a->items[i].table.size > 0) {
            status = make_table(a, &a->items[i], is_second, n_tables > 1 || a->is_darwin);
            is_second = true;
        }
    return status;
}

/* ---- Offsets in symbol tables ---- */

/* A table of a kind: N_OFFSETS words from byte AT on, each STRIDE words after the one before. */
struct offsets {
    uint8_t *bytes;
    uint64_t size;
    unsigned word; /* bytes */
    bool is_big;
    uint64_t at, n, stride;
};

static uint64_t get_word(const struct offsets *o, uint64_t at)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < o->word; i++)
        value |= (uint64_t)o->bytes[at + (o->is_big ? o->word - 1 - i : i)] << 8 * i;
    return value;
}

static void set_word(struct offsets *o, uint64_t at, uint64_t value)
{
    for (unsigned i = 0; i < o->word; i++)
        o->bytes[at + (o->is_big ? o->word - 1 - i : i)] = (uint8_t)(value >> 8 * i);
}

static int renew(const struct archive *a, struct offsets *o)
{
    uint64_t to;
    uint64_t step = o->stride * o->word;
    if (o->at > o->size || o->n > (o->size - o->at) / step)
        return BL_E_CONTAINER;
    for (uint64_t i = 0; i < o->n; i++) {
        uint64_t at = o->at + i * step;
        if (!find_place(a, get_word(o, at), &to))
            return BL_E_CONTAINER;
        if (o->word < 8 && to >> 8 * o->word)
            return BL_E_LIMIT;
        set_word(o, at, to);
    }
    return BL_OK;
}

/* The table in BYTES, SIZE of them, of ITEM. IS_SECOND: of COFF's two tables. */
static int renew_table(const struct archive *a, const struct item *item, bool is_second,
                       // NOLINTNEXTLINE(readability-non-const-parameter): it is written to
                       uint8_t *bytes)
{
    struct offsets o = {.bytes = bytes, .size = item->table.size, .word = 4, .stride = 1};
    bool is_64 = bl_view_is(item->name, "/SYM64/") || bl_view_begins(item->name, "__.SYMDEF_64");
    bool is_bsd = bl_view_begins(item->name, "__.SYMDEF");
    o.word = is_64 ? 8 : 4;
    o.is_big = !is_bsd && !is_second;
    if (o.size < o.word)
        return o.size == 0 ? BL_OK : BL_E_CONTAINER;
    o.n = get_word(&o, 0);
    o.at = o.word;
    if (is_bsd) { /* bytes of pairs, of which the second word is an offset */
        o.n /= (uint64_t)2 * o.word;
        o.at += o.word;
        o.stride = 2;
        o.size += o.word; /* the last pair ends with its second word */
    }
    return renew(a, &o);
}

/* ---- Writing ---- */

struct writing {
    struct archive *a;
    bl_rewrite_put_fn *put;
    void *context;
    bool was_table; /* the item before was a table "/" */
};

static int put(struct writing *w, struct bl_view bytes)
{
    if (bytes.size > 0 && w->put(w->context, bytes) < 0)
        return bl_fail(w->a->err, BL_E_STOPPED, "what was written could not be put away");
    return BL_OK;
}

static int put_fill(struct writing *w, uint8_t byte, size_t n)
{
    uint8_t fill[2 * ALIGNMENT];
    memset(fill, byte, sizeof fill);
    return put(w, (struct bl_view){fill, n < sizeof fill ? n : sizeof fill});
}

/* The header, with another size, and of a name that is filled up the length of that. */
static int put_header(struct writing *w, const struct item *item)
{
    uint8_t header[HEADER_BYTES];
    char text[32];
    memcpy(header, item->before.data, HEADER_BYTES);
    (void)snprintf(text, sizeof text, "%-*" PRIu64, SIZE_BYTES, new_size(item));
    memcpy(header + SIZE_AT, text, SIZE_BYTES);
    if (w->a->aligns_names && !item->new_table) {
        (void)snprintf(text, sizeof text, "#1/%-*zu", NAME_BYTES - 3, item->n_name);
        memcpy(header, text, NAME_BYTES);
    }
    return put(w, (struct bl_view){header, HEADER_BYTES});
}

static int put_changed(struct writing *w, const struct item *item)
{
    bool aligns = w->a->aligns_names;
    int status = put_header(w, item);
    if (status == BL_OK)
        status = put(w, aligns ? item->name : bl_view_from(item->before, HEADER_BYTES));
    if (status == BL_OK && aligns)
        status = put_fill(w, 0, item->n_name - item->name.size);
    if (status == BL_OK)
        status = put(w, item->change ? item->change->contents : item->contents);
    if (status == BL_OK)
        status = put_fill(w, '\n', item->n_fill + (item->to + new_size(item)) % 2);
    return status;
}

/* TABLE, of ITEM, with renewed offsets. */
static int put_table(struct writing *w, const struct item *item, struct bl_view table)
{
    if (!item->new_table) {
        const uint8_t *end = w->a->bytes.data + item->end;
        const uint8_t *after = item->contents.data + item->contents.size;
        int status = put(w, item->before);
        if (status == BL_OK)
            status = put(w, table);
        return status < 0 ? status : put(w, (struct bl_view){after, (size_t)(end - after)});
    }
    int status = put_header(w, item);
    if (status == BL_OK)
        status = put(w, bl_view_from(item->before, HEADER_BYTES));
    if (status == BL_OK)
        status = put(w, table);
    return status < 0 ? status : put_fill(w, '\n', (item->to + new_size(item)) % 2);
}

/* The same bytes, with renewed offsets where they are a table. Nothing is put unless that can be
 * done. */
static int put_kept(struct writing *w, const struct item *item, bool only_check)
{
    struct bl_view all = {w->a->bytes.data + item->from, (size_t)(item->end - item->from)};
    bool is_second = w->was_table;
    w->was_table = item->table.size > 0 && bl_view_is(item->name, "/");
    if (item->table.size == 0)
        return only_check ? BL_OK : put(w, all);
    uint8_t *copy = NULL;
    size_t cap = 0;
    if (bl_grow(&copy, &cap, (uint64_t)item->table.size + 8) < 0)
        return fail(w->a, BL_E_NOMEM, "no memory for a symbol table", item->from);
    memcpy(copy, item->table.data, item->table.size);
    int status = renew_table(w->a, item, is_second && w->was_table, copy);
    if (status < 0)
        fail(w->a, status, "symbol table that leads to no member", item->from);
    else if (!only_check)
        status = put_table(w, item, (struct bl_view){copy, item->table.size});
    bl_drop(copy);
    return status;
}

static int write_items(struct writing *w, bool only_check)
{
    int status = only_check ? BL_OK : put(w, (struct bl_view){w->a->bytes.data, MAGIC_BYTES});
    w->was_table = false;
    for (size_t i = 0; status == BL_OK && i < w->a->n; i++) {
        const struct item *item = &w->a->items[i];
        if (item->is_left_out)
            continue;
        if (item->is_changed && !item->new_table)
            status = only_check ? BL_OK : put_changed(w, item);
        else
            status = put_kept(w, item, only_check);
    }
    return status;
}

int bl_archive_write(struct bl_view archive, const struct bl_archive_change *changes,
                     size_t n_changes, bl_rewrite_put_fn *put_bytes, void *context,
                     struct bl_error *err)
{
    struct archive a = {.bytes = archive, .err = err};
    struct writing w = {.a = &a, .put = put_bytes, .context = context};
    int status = read_items(&a);
    if (status == BL_OK)
        status = find_changed(&a, changes, n_changes);
    if (status == BL_OK)
        status = make_tables(&a);
    if (status == BL_OK)
        status = place(&a);
    if (status == BL_OK)
        status = write_items(&w, true);
    if (status == BL_OK)
        status = write_items(&w, false);
    for (size_t i = 0; i < a.n; i++)
        bl_drop(a.items[i].new_table);
    bl_archive_symbols_release(&a.symbols);
    bl_drop(a.items);
    return status;
}
