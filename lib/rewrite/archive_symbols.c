/* rewrite/archive_symbols.c - which symbols the table of an archive has, and such a table made anew
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What tables look like is said in search/archive_map.c; order and padding are llvm-ar's.
 */
#include "rewrite/archive_symbols.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "base/view.h"
#include "bitleap_symbols.h"
#include "rewrite/string_table.h"

enum {
    ALIGNMENT = 2,
    BSD_ALIGNMENT = 8,
    MOST_COFF_MEMBERS = 0xFFFF,
};

void bl_archive_symbols_release(struct bl_archive_symbols *s)
{
    bl_drop(s->items);
    bl_arena_release(&s->arena);
    *s = (struct bl_archive_symbols){0};
}

static int add(struct bl_archive_symbols *s, struct bl_view name, uint64_t header)
{
    struct bl_archive_symbol symbol = {name, header, s->n};
    return bl_append(&s->items, &s->n, &s->cap, symbol);
}

/* ---- Tables that are there ---- */

static uint64_t word_at(const struct bl_archive_table *t, struct bl_view bytes, uint64_t at)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < t->word; i++)
        word |= (uint64_t)bytes.data[at + (t->is_big ? t->word - 1 - i : i)] << 8 * i;
    return word;
}

/* The name at AT, which ends in NUL. */
static bool read_name(struct bl_view bytes, uint64_t at, struct bl_view *name)
{
    const uint8_t *end =
        at < bytes.size ? memchr(bytes.data + at, 0, bytes.size - (size_t)at) : NULL;
    if (end)
        *name = (struct bl_view){bytes.data + at, (size_t)(end - bytes.data - at)};
    return end != NULL;
}

int bl_archive_symbols_read(struct bl_archive_symbols *s, const struct bl_archive_table *t,
                            struct bl_view bytes)
{
    struct bl_view name = {0};
    unsigned word = t->word == 8 ? 8 : 4;
    uint64_t step = t->is_bsd ? 2 * word : word;
    if (bytes.size < t->word)
        return bytes.size ? BL_E_CONTAINER : BL_OK;
    uint64_t n = word_at(t, bytes, 0);
    if (t->is_bsd)
        n /= step;
    if (n > (bytes.size - t->word) / step)
        return BL_E_CONTAINER;
    uint64_t name_at = t->word + n * step + (t->is_bsd ? t->word : 0);
    for (uint64_t i = 0; i < n; i++) {
        uint64_t at = t->word + i * step;
        uint64_t header = word_at(t, bytes, t->is_bsd ? at + t->word : at);
        uint64_t from = t->is_bsd ? word_at(t, bytes, at) : 0;
        if (from > bytes.size || !read_name(bytes, name_at + from, &name))
            return BL_E_CONTAINER;
        if (!t->is_bsd)
            name_at += name.size + 1;
        if (add(s, name, header) < 0)
            return BL_E_NOMEM;
    }
    return BL_OK;
}

/* ---- Symbols of modules ---- */

static int add_copy(struct bl_archive_symbols *s, struct bl_view name, uint64_t header)
{
    uint8_t *copy = bl_arena_room(&s->arena, name.size + 1);
    if (!copy)
        return BL_E_NOMEM;
    if (name.size)
        memcpy(copy, name.data, name.size);
    return add(s, (struct bl_view){copy, name.size}, header);
}

static int find_in_module(struct bl_archive_symbols *s, struct bl_module *module, uint64_t header,
                          struct bl_error *err)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    int rc = bl_symbols_open(&symbols, module, 0, err);
    if (rc < 0)
        return rc;
    while ((rc = bl_symbols_next(symbols, &symbol, err)) > 0) {
        unsigned flags = symbol.flags;
        bool is_listed = flags & BL_SYMBOL_GLOBAL && !(flags & BL_SYMBOL_UNDEFINED) &&
                         !(flags & BL_SYMBOL_FORMAT_SPECIFIC);
        if (is_listed && add_copy(s, symbol.name, header) < 0) {
            rc = bl_fail(err, BL_E_NOMEM, "no memory for symbols");
            break;
        }
    }
    bl_symbols_close(symbols);
    return rc;
}

int bl_archive_symbols_find(struct bl_archive_symbols *s, struct bl_view contents, uint64_t header,
                            struct bl_error *err)
{
    struct bl_stream stream;
    struct bl_index *index;
    uint32_t block = BL_NONE;
    if (bl_stream_locate(contents, &stream, NULL) < 0 || stream.kind != BL_STREAM_LLVM_IR)
        return 0;
    int rc = bl_index_open(&index, &stream, err);
    if (rc < 0)
        return rc;
    while (rc == BL_OK && (block = bl_module_next(index, block)) != BL_NONE) {
        struct bl_module *module;
        rc = bl_module_open(&module, index, block, err);
        if (rc < 0)
            break;
        rc = find_in_module(s, module, header, err);
        bl_module_close(module);
    }
    bl_index_close(index);
    return rc < 0 ? rc : 1;
}

int bl_archive_symbols_unique(struct bl_archive_symbols *s)
{
    struct bl_string_table names = {0};
    uint32_t n = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < s->n && status == BL_OK; i++) {
        uint32_t offset;
        uint32_t n_names = names.n;
        status = bl_string_table_add(&names, s->items[i].name, &offset);
        if (names.n == n_names)
            continue;
        s->items[n] = s->items[i];
        s->items[n].number = n;
        n++;
    }
    if (status == BL_OK)
        s->n = n;
    bl_string_table_release(&names);
    return status;
}

/* ---- New tables ---- */

/* Bytes in the making. */
struct made {
    uint8_t *data;
    size_t n, cap;
    int status; /* sticky */
};

static void put_bytes(struct made *m, const void *bytes, size_t n)
{
    if (m->status == BL_OK)
        m->status = bl_grow(&m->data, &m->cap, (uint64_t)m->n + n);
    if (m->status < 0 || n == 0)
        return;
    memcpy(m->data + m->n, bytes, n);
    m->n += n;
}

static void put_word(struct made *m, uint64_t value, unsigned n, bool is_big)
{
    uint8_t bytes[8];
    if (n < 8 && value >> 8 * n && m->status == BL_OK)
        m->status = BL_E_LIMIT;
    bl_store_number(bytes, n, value, is_big);
    put_bytes(m, bytes, n);
}

static void put_name(struct made *m, struct bl_view name)
{
    put_bytes(m, name.data, name.size);
    put_bytes(m, "", 1);
}

static int finish(struct made *m, size_t alignment, struct bl_view *bytes)
{
    while (m->n % alignment && m->status == BL_OK)
        put_bytes(m, "", 1);
    if (m->status < 0)
        bl_drop(m->data);
    else
        *bytes = (struct bl_view){m->data, m->n};
    return m->status;
}

static int by_name(const void *a, const void *b)
{
    const struct bl_archive_symbol *x = a;
    const struct bl_archive_symbol *y = b;
    int order = bl_view_compare(x->name, y->name);
    return order ? order : bl_order(x->number, y->number);
}

int bl_archive_symbols_make(struct bl_archive_symbols *s, const struct bl_archive_table *t,
                            struct bl_view *bytes)
{
    struct made m = {0};
    uint64_t n_names = 0;
    if (t->is_sorted)
        bl_sort(s->items, s->n, sizeof *s->items, by_name);
    put_word(&m, t->is_bsd ? (uint64_t)s->n * 2 * t->word : s->n, t->word, t->is_big);
    for (uint32_t i = 0; i < s->n; i++) {
        if (t->is_bsd)
            put_word(&m, n_names, t->word, t->is_big);
        put_word(&m, s->items[i].header, t->word, t->is_big);
        n_names += s->items[i].name.size + 1;
    }
    if (t->is_bsd)
        put_word(&m, n_names, t->word, t->is_big);
    for (uint32_t i = 0; i < s->n; i++)
        put_name(&m, s->items[i].name);
    return finish(&m, t->is_bsd ? BSD_ALIGNMENT : ALIGNMENT, bytes);
}

/* The number of the member at HEADER, from 1; 0: there is none. */
static uint32_t find_header(const uint64_t *headers, uint32_t n, uint64_t header)
{
    uint32_t lo = 0;
    uint32_t hi = n;
    BL_LOWER_BOUND(lo, hi, mid, headers[mid] < header);
    return lo < n && headers[lo] == header ? lo + 1 : 0;
}

int bl_archive_symbols_make_coff(struct bl_archive_symbols *s, const uint64_t *headers,
                                 uint32_t n_headers, struct bl_view *bytes)
{
    struct made m = {0};
    if (n_headers > MOST_COFF_MEMBERS)
        return BL_E_LIMIT;
    bl_sort(s->items, s->n, sizeof *s->items, by_name);
    put_word(&m, n_headers, 4, false);
    for (uint32_t i = 0; i < n_headers; i++)
        put_word(&m, headers[i], 4, false);
    put_word(&m, s->n, 4, false);
    for (uint32_t i = 0; i < s->n; i++)
        put_word(&m, find_header(headers, n_headers, s->items[i].header), 2, false);
    for (uint32_t i = 0; i < s->n; i++)
        put_name(&m, s->items[i].name);
    return finish(&m, ALIGNMENT, bytes);
}
