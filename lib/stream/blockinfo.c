/* stream/blockinfo.c - what BLOCKINFO blocks say: abbreviations and names, by block id
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Document: "#0 - BLOCKINFO Block". A later BLOCKINFO replaces an earlier one altogether, as
 * BitstreamCursor::ReadBlockInfoBlock and its callers have it.
 */
#include "stream/blockinfo.h"

#include "base/grow.h"
#include "base/view.h"
#include "stream/abbrev.h"
#include "stream/cursor.h"

#include <string.h>
#include <xxhash.h>

enum {
    SMALL_IDS = 32 /* those that LLVM uses are below */
};

/* A body that is looked for among others. Those that lie in each other would all read the innermost
 * one; compilers write 12 kB at most. */
enum {
    MAX_SHARED_BYTES = 1 << 15
};

/* A name's bytes in the info's text. */
struct name {
    uint32_t at, size;
};

struct described {
    uint32_t block_id;
    struct bl_abbrev_set abbrevs;
    struct name name;
};

struct bl_blockinfo {
    struct bl_view body; /* the bytes it was read from; borrowed from the stream */
    uint32_t id_width;
    struct described *blocks;
    uint32_t n_blocks, cap_blocks;
    uint32_t by_small_id[SMALL_IDS]; /* number in blocks and one; 0: there is none */
    struct bl_map by_id;             /* to blocks, for other ids */
    struct name *record_names;
    uint32_t n_record_names, cap_record_names;
    struct bl_map by_code; /* block id and code, to record_names */
    char *text;
    uint32_t n_text, cap_text;
};

static void info_free(struct bl_blockinfo *info)
{
    for (uint32_t i = 0; i < info->n_blocks; i++)
        bl_abbrev_set_release(&info->blocks[i].abbrevs);
    bl_drop(info->blocks);
    bl_map_release(&info->by_id);
    bl_drop(info->record_names);
    bl_map_release(&info->by_code);
    bl_drop(info->text);
    bl_drop(info);
}

void bl_blockinfo_store_init(struct bl_blockinfo_store *store, const struct bl_stream *stream)
{
    *store = (struct bl_blockinfo_store){.bytes_left = bl_abbrev_bytes_limit(stream)};
}

void bl_blockinfo_store_release(struct bl_blockinfo_store *store)
{
    for (uint32_t i = 0; i < store->n; i++)
        info_free(store->infos[i]);
    bl_drop(store->infos);
    bl_map_release(&store->by_hash);
    *store = (struct bl_blockinfo_store){0};
}

void bl_blockinfo_places_init(struct bl_blockinfo_places *places)
{
    *places = (struct bl_blockinfo_places){0};
    pthread_mutex_init(&places->lock, NULL); /* cannot fail without attributes */
}

int bl_blockinfo_places_add(struct bl_blockinfo_places *places, uint64_t bit_pos,
                            const struct bl_blockinfo *info)
{
    int status = BL_E_NOMEM;
    pthread_mutex_lock(&places->lock);
    if (bl_grow(&places->infos, &places->cap, (size_t)places->n + 1) == BL_OK &&
        bl_map_add(&places->by_pos, bit_pos, places->n) == BL_OK) {
        places->infos[places->n++] = info;
        status = BL_OK;
    }
    pthread_mutex_unlock(&places->lock);
    return status;
}

/* What the BLOCKINFO at BIT_POS says, if that is known. */
static bool find_place_of(struct bl_blockinfo_places *places, uint64_t bit_pos,
                          const struct bl_blockinfo **info)
{
    pthread_mutex_lock(&places->lock);
    uint32_t place = bl_map_find(&places->by_pos, bit_pos);
    if (place != BL_MAP_NONE)
        *info = places->infos[place];
    pthread_mutex_unlock(&places->lock);
    return place != BL_MAP_NONE;
}

void bl_blockinfo_places_release(struct bl_blockinfo_places *places)
{
    bl_map_release(&places->by_pos);
    bl_drop(places->infos);
    pthread_mutex_destroy(&places->lock);
}

static uint64_t code_key(uint32_t block_id, uint32_t code)
{
    return (uint64_t)block_id << 32 | code;
}

/* The number of what is said of BLOCK_ID, or BL_MAP_NONE. */
static uint32_t find_number(const struct bl_blockinfo *info, uint32_t block_id)
{
    if (block_id < SMALL_IDS)
        return info->by_small_id[block_id] - 1;
    return bl_map_find(&info->by_id, block_id);
}

static int add_number(struct bl_blockinfo *info, uint32_t block_id, uint32_t number)
{
    if (block_id >= SMALL_IDS)
        return bl_map_add(&info->by_id, block_id, number);
    info->by_small_id[block_id] = number + 1;
    return BL_OK;
}

static struct described *find_block(const struct bl_blockinfo *info, uint32_t block_id)
{
    uint32_t i = info ? find_number(info, block_id) : BL_MAP_NONE;
    return i == BL_MAP_NONE ? NULL : &info->blocks[i];
}

const struct bl_abbrev_set *bl_blockinfo_abbrevs(const struct bl_blockinfo *info, uint32_t block_id)
{
    const struct described *block = find_block(info, block_id);
    return block && block->abbrevs.n_abbrevs ? &block->abbrevs : NULL;
}

/* An empty name is none. */
static struct bl_view text_of(const struct bl_blockinfo *info, struct name name)
{
    return (struct bl_view){.data = (const uint8_t *)info->text + name.at, .size = name.size};
}

struct bl_view bl_blockinfo_block_name(const struct bl_blockinfo *info, uint32_t block_id)
{
    const struct described *block = find_block(info, block_id);
    return block && block->name.size ? text_of(info, block->name) : (struct bl_view){0};
}

struct bl_view bl_blockinfo_record_name(const struct bl_blockinfo *info, uint32_t block_id,
                                        uint32_t code)
{
    uint32_t i = info ? bl_map_find(&info->by_code, code_key(block_id, code)) : BL_MAP_NONE;
    return i == BL_MAP_NONE ? (struct bl_view){0} : text_of(info, info->record_names[i]);
}

/* ---- Reading ---- */

struct reading {
    struct bl_cursor cursor;
    struct bl_record rec;
    struct bl_blockinfo *info;
    uint32_t current; /* number of the block that SETBID named, or BL_MAP_NONE */
};

static int fail_blockinfo(struct reading *r, int status, const char *what)
{
    return bl_cursor_fail(&r->cursor, status, what, r->rec.bit_pos);
}

static int charge(struct reading *r, size_t bytes)
{
    if (bytes > r->cursor.abbrev_bytes_left)
        return fail_blockinfo(r, BL_E_LIMIT, "more BLOCKINFO than the limit");
    r->cursor.abbrev_bytes_left -= bytes;
    return BL_OK;
}

static int set_block(struct reading *r)
{
    if (r->rec.n_ops < 1)
        return fail_blockinfo(r, BL_E_MALFORMED, "SETBID without a block id");
    struct bl_blockinfo *info = r->info;
    uint32_t block_id = (uint32_t)r->rec.ops[0];
    r->current = find_number(info, block_id);
    if (r->current != BL_MAP_NONE)
        return BL_OK;
    int status = charge(r, sizeof(struct described));
    if (status < 0)
        return status;
    if (bl_grow(&info->blocks, &info->cap_blocks, (size_t)info->n_blocks + 1) < 0 ||
        add_number(info, block_id, info->n_blocks) < 0)
        return fail_blockinfo(r, BL_E_NOMEM, "no memory for BLOCKINFO");
    r->current = info->n_blocks++;
    info->blocks[r->current] = (struct described){.block_id = block_id};
    return BL_OK;
}

/* Operands FIRST and following, then the bytes of a blob, as a name. */
static int add_text(struct reading *r, uint32_t first, struct name *name)
{
    struct bl_blockinfo *info = r->info;
    size_t n_ops = r->rec.n_ops - first;
    size_t n = n_ops + r->rec.blob.size;
    int status = charge(r, sizeof(struct name) + n);
    if (status < 0)
        return status;
    /* A byte more, so that there is a place even for an empty name. */
    if (n >= UINT32_MAX - info->n_text ||
        bl_grow(&info->text, &info->cap_text, (size_t)info->n_text + n + 1) < 0)
        return fail_blockinfo(r, BL_E_NOMEM, "no memory for the names of BLOCKINFO");
    *name = (struct name){.at = info->n_text, .size = (uint32_t)n};
    if (n == 0)
        return BL_OK; /* there may be no text yet to point into */
    char *text = info->text + info->n_text;
    for (size_t i = 0; i < n_ops; i++)
        text[i] = (char)(uint8_t)r->rec.ops[first + i];
    if (r->rec.blob.size)
        memcpy(text + n_ops, r->rec.blob.data, r->rec.blob.size);
    info->n_text += (uint32_t)n;
    return BL_OK;
}

static int name_record(struct reading *r)
{
    if (r->rec.n_ops < 1)
        return fail_blockinfo(r, BL_E_MALFORMED, "SETRECORDNAME without a record code");
    struct bl_blockinfo *info = r->info;
    uint64_t key = code_key(info->blocks[r->current].block_id, (uint32_t)r->rec.ops[0]);
    if (bl_map_find(&info->by_code, key) != BL_MAP_NONE)
        return BL_OK; /* the first name counts */
    if (bl_grow(&info->record_names, &info->cap_record_names, (size_t)info->n_record_names + 1) <
            0 ||
        bl_map_add(&info->by_code, key, info->n_record_names) < 0)
        return fail_blockinfo(r, BL_E_NOMEM, "no memory for the names of BLOCKINFO");
    return add_text(r, 1, &info->record_names[info->n_record_names++]);
}

static int read_blockinfo_record(struct reading *r)
{
    switch (r->rec.code) {
    case BL_SETBID: return set_block(r);
    case BL_BLOCKNAME:
    case BL_SETRECORDNAME: break;
    default: return BL_OK;
    }
    if (r->current == BL_MAP_NONE)
        return fail_blockinfo(r, BL_E_MALFORMED, "name in BLOCKINFO before any SETBID");
    return r->rec.code == BL_BLOCKNAME ? add_text(r, 0, &r->info->blocks[r->current].name)
                                       : name_record(r);
}

static int read_all(struct reading *r)
{
    struct bl_cursor *c = &r->cursor;
    c->in_blockinfo = true;
    int rc;
    struct bl_entry entry;
    for (;;) {
        c->define_into = r->current == BL_MAP_NONE ? NULL : &r->info->blocks[r->current].abbrevs;
        rc = bl_cursor_next(c, &entry);
        if (rc <= 0)
            return rc;
        if (entry.kind != BL_ENTRY_RECORD)
            continue;
        rc = bl_cursor_read(c, &r->rec);
        if (rc < 0 || (rc = read_blockinfo_record(r)) < 0)
            return rc;
    }
}

/* The body's bytes if it may be shared. One that reaches beyond its parent must be read, as if no
 * equal one had been met before: it may be damaged only there. */
static struct bl_view body_of(const struct bl_cursor *parent)
{
    const struct bl_block *block = &parent->child;
    if (bl_block_end(block) > parent->bits.end || block->n_words > MAX_SHARED_BYTES / 4)
        return (struct bl_view){0};
    return (struct bl_view){.data = parent->bits.data + block->body_pos / 8,
                            .size = (size_t)block->n_words * 4};
}

static const struct bl_blockinfo *find_equal(const struct bl_blockinfo_store *store, uint64_t hash,
                                             struct bl_view body, uint32_t id_width)
{
    uint32_t i = bl_map_find(&store->by_hash, hash);
    if (i == BL_MAP_NONE)
        return NULL;
    const struct bl_blockinfo *info = store->infos[i];
    return info->id_width == id_width && bl_view_equal(info->body, body) ? info : NULL;
}

int bl_blockinfo_read(struct bl_blockinfo_store *store, struct bl_cursor *parent,
                      const struct bl_blockinfo *info, const struct bl_blockinfo **out)
{
    if (store->known && find_place_of(store->known, parent->child.bit_pos, out))
        return BL_OK;
    struct bl_view body = body_of(parent);
    uint64_t hash = body.data ? XXH3_64bits(body.data, body.size) : 0;
    /* Abbreviations for BLOCKINFO itself would be a second input; nobody has them. */
    bool shareable = body.data && !bl_blockinfo_abbrevs(info, 0);
    uint32_t id_width = parent->child.id_width;
    if (shareable && (*out = find_equal(store, hash, body, id_width)) != NULL)
        return BL_OK;

    struct reading r = {.current = BL_MAP_NONE, .info = bl_new(sizeof(struct bl_blockinfo))};
    if (!r.info || bl_grow(&store->infos, &store->cap, (size_t)store->n + 1) < 0) {
        bl_drop(r.info);
        return bl_cursor_fail(parent, BL_E_NOMEM, "no memory for BLOCKINFO", parent->entry_pos);
    }
    bl_cursor_enter(&r.cursor, parent, &parent->child, info);
    r.cursor.abbrev_bytes_left = store->bytes_left;
    int status = charge(&r, sizeof *r.info);
    if (status == BL_OK)
        status = read_all(&r);
    bool ends_as_declared = r.cursor.bits.pos == parent->child.body_pos + body.size * 8;
    store->bytes_left = r.cursor.abbrev_bytes_left;
    bl_record_release(&r.rec);
    if (status < 0) {
        parent->child_is_at_fault = true;
        bl_cursor_fail(parent, status, r.cursor.what, r.cursor.what_pos);
        info_free(r.info);
        bl_cursor_release(&r.cursor);
        return status;
    }
    bl_cursor_release(&r.cursor);
    r.info->body = body;
    r.info->id_width = id_width;
    /* Without memory for the map this one is merely not shared. */
    if (shareable && ends_as_declared && bl_map_find(&store->by_hash, hash) == BL_MAP_NONE)
        (void)bl_map_add(&store->by_hash, hash, store->n);
    store->infos[store->n++] = r.info;
    *out = r.info;
    return BL_OK;
}
