/* ir/metadata.c - the strings, nodes and values of METADATA blocks, found and read one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   STRINGS | INDEX_OFFSET | node, value, … | INDEX | NAME, NAMED_NODE … | GLOBAL_DECL_ATTACHMENT …
 *
 * Opening a block notes where the record of each node is. With an INDEX that is one record to
 * decode; what is between it and INDEX_OFFSET is not touched. Without, or where the INDEX does not
 * hold, every record is skipped one by one. Codes that are not known make a node, too: newer LLVMs
 * add kinds of nodes, and numbers must stay right.
 */
#include "ir/metadata.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "index/index.h"
#include "ir/codes.h"
#include "ir/seek.h"
#include "stream/cursor.h"
#include "stream/limit.h"

#include <string.h>

enum {
    /* Blocks of a module or of a body that have numbers. LLVM writes one, and each is kept open. */
    MAX_PIECES = 4096
};

struct opening {
    struct bl_metadata *md;
    struct bl_metadata_piece *piece;
    struct bl_cursor *cursor;
    struct bl_record rec;
    struct bl_view name; /* the last NAME */
    bool has_index_offset;
};

static int no_memory_for_nodes(struct opening *o)
{
    return bl_cursor_fail(o->cursor, BL_E_NOMEM, "no memory for the metadata",
                          o->cursor->entry_pos);
}

static int malformed(struct opening *o, const char *what)
{
    return bl_cursor_fail(o->cursor, BL_E_MALFORMED, what, o->rec.bit_pos);
}

static bool makes_number(uint32_t code)
{
    static const uint64_t others = 0
#define BL_CODE(block, name, code, llvm, traits) | (uint64_t)((traits) / NO_NUMBER) << (code) % 64
#include "bitleap_codes.def"
        ;
    return code >= 64 || !(others >> code & 1);
}

/* ---- Records ---- */

static int add_place(struct opening *o, uint64_t bit_pos)
{
    struct bl_metadata *md = o->md;
    if (md->counts.end == BL_NONE)
        return bl_cursor_fail(o->cursor, BL_E_LIMIT, "more metadata than can be numbered", bit_pos);
    struct bl_metadata_piece *piece = o->piece;
    if (bl_grow(&piece->places, &piece->cap_places, (size_t)piece->n_places + 1) < 0)
        return no_memory_for_nodes(o);
    piece->places[piece->n_places++] = bit_pos;
    md->counts.end++;
    return BL_OK;
}

/* Strings are a block's first numbers: a STRINGS record after nodes would renumber them. */
static int read_strings(struct opening *o)
{
    struct bl_metadata *md = o->md;
    struct bl_metadata_piece *piece = o->piece;
    if (piece->n_places || piece->strings.n)
        return malformed(o, "METADATA_STRINGS behind other metadata");
    bool is_whole = bl_strings_init(&piece->strings, &o->rec);
    if (piece->strings.n > BL_NONE - 1 - piece->first)
        return malformed(o, "METADATA_STRINGS with more strings than can be numbered");
    md->counts.n_strings += piece->strings.n;
    md->counts.end = piece->first + piece->strings.n;
    return is_whole ? BL_OK : malformed(o, "METADATA_STRINGS whose strings do not fit the blob");
}

/* Whether N more operands may be kept: characters of texts, nodes of lists, attachments. */
static int limit_kept(struct opening *o, uint32_t n)
{
    o->md->n_kept += n;
    return bl_limit_operands(o->cursor, o->md->n_kept, "more metadata in records than the limit");
}

static int keep_text(struct opening *o, struct bl_view *text)
{
    if (limit_kept(o, o->rec.n_ops) < 0)
        return BL_E_LIMIT;
    return bl_text_keep(&o->md->arena, &o->rec, 0, text) < 0 ? no_memory_for_nodes(o) : BL_OK;
}

static int read_old_string(struct opening *o, uint32_t number)
{
    struct bl_metadata *md = o->md;
    if (bl_grow(&md->old_texts, &md->cap_old_texts, (size_t)md->n_old_texts + 1) < 0)
        return no_memory_for_nodes(o);
    int status = keep_text(o, &md->old_texts[md->n_old_texts]);
    if (status < 0)
        return status;
    if (bl_map_set(&md->old_text_of, number, md->n_old_texts) < 0)
        return no_memory_for_nodes(o);
    md->n_old_texts++;
    return BL_OK;
}

static int read_named(struct opening *o)
{
    struct bl_metadata *md = o->md;
    uint32_t n = o->rec.n_ops;
    if (limit_kept(o, n) < 0 || bl_limit_records(o->cursor, md->counts.n_named, BL_MIN_GLOBAL_BYTES,
                                                 "more named metadata than the limit") < 0)
        return BL_E_LIMIT;
    uint32_t *nodes = bl_arena_take(&md->arena, n * sizeof *nodes + 1);
    if (!nodes || bl_grow(&md->named, &md->cap_named, (size_t)md->counts.n_named + 1) < 0)
        return no_memory_for_nodes(o);
    for (uint32_t i = 0; i < n; i++)
        nodes[i] = bl_metadata_number(o->rec.ops[i]);
    md->named[md->counts.n_named++] = (struct bl_named_metadata){
        .name = o->name,
        .bit_pos = o->rec.bit_pos,
        .nodes = nodes,
        .n_nodes = n,
    };
    o->name = (struct bl_view){0};
    return BL_OK;
}

/* [value, kind, node, kind, node, …] */
static int read_attachments(struct opening *o)
{
    struct bl_metadata *md = o->md;
    const struct bl_record *rec = &o->rec;
    if (limit_kept(o, rec->n_ops) < 0)
        return BL_E_LIMIT;
    for (uint32_t i = 1; i + 1 < rec->n_ops; i += 2) {
        uint32_t n = md->counts.n_attachments;
        if (bl_grow(&md->attachments, &md->cap_attachments, (size_t)n + 1) < 0)
            return no_memory_for_nodes(o);
        md->attachments[n] = (struct bl_metadata_attachment){
            .value = bl_metadata_number(rec->ops[0]),
            .kind = bl_metadata_number(rec->ops[i]),
            .node = bl_metadata_number(rec->ops[i + 1]),
        };
        md->counts.n_attachments++;
    }
    return BL_OK;
}

/* ---- INDEX ---- */

/* Places from the INDEX, each so many bits after the one before it. False: they do not ascend, or
 * leave the part that they are about; then none are kept. */
static bool places_hold(const struct bl_record *index, uint64_t start)
{
    uint64_t pos = start;
    for (uint32_t i = 0; i < index->n_ops; i++) {
        if (index->ops[i] >= index->bit_pos - pos || (i > 0 && index->ops[i] == 0))
            return false;
        pos += index->ops[i];
    }
    return true;
}

static int add_places(struct opening *o, uint64_t pos)
{
    for (uint32_t i = 0; i < o->rec.n_ops; i++) {
        pos += o->rec.ops[i];
        if (add_place(o, pos) < 0)
            return o->cursor->status;
    }
    return BL_OK;
}

/* The first of a piece: of what may be megabytes there is no second copy. */
static int take_places(struct opening *o, uint64_t pos)
{
    struct bl_metadata_piece *piece = o->piece;
    uint32_t n = o->rec.n_ops;
    size_t cap;
    if (n > BL_NONE - o->md->counts.end || o->rec.capacity > UINT32_MAX)
        return add_places(o, pos);
    bl_drop(piece->places);
    piece->places = bl_record_take_ops(&o->rec, &cap);
    piece->cap_places = (uint32_t)cap;
    piece->n_places = n;
    for (uint32_t i = 0; i < n; i++)
        piece->places[i] = pos += piece->places[i];
    o->md->counts.end += n;
    return BL_OK;
}

/* After INDEX_OFFSET, which ended at START: leap over what the INDEX lists. Where it does not
 * hold, nothing has happened. A block has one; others might all lead to the same INDEX. */
static int read_index(struct opening *o)
{
    struct bl_cursor *c = o->cursor;
    uint64_t start = o->rec.end_pos;
    uint64_t offset;
    uint64_t target;
    bool is_first = !o->has_index_offset;
    o->has_index_offset = true;
    if (!is_first || !bl_metadata_index_offset(&o->rec, &offset) ||
        __builtin_add_overflow(start, offset, &target))
        return BL_OK;
    int rc = bl_seek_read(c, target, &o->rec, NULL);
    if (rc == BL_E_NOMEM)
        return no_memory_for_nodes(o);
    bool holds = rc > 0 && o->rec.code == BL_CODE_METADATA_INDEX && places_hold(&o->rec, start);
    c->bits.pos = holds ? o->rec.end_pos : start;
    if (!holds)
        return BL_OK;
    o->md->counts.has_index = true;
    return o->piece->n_places == 0 ? take_places(o, start) : add_places(o, start);
}

/* ---- Blocks ---- */

static int read_metadata_record(struct opening *o)
{
    switch (o->rec.code) {
    case BL_CODE_METADATA_STRINGS: return read_strings(o);
    case BL_CODE_METADATA_STRING_OLD: return read_old_string(o, o->md->counts.end - 1);
    case BL_CODE_METADATA_NAME: return keep_text(o, &o->name);
    case BL_CODE_METADATA_NAMED_NODE: return read_named(o);
    case BL_CODE_METADATA_GLOBAL_DECL_ATTACHMENT: return read_attachments(o);
    case BL_CODE_METADATA_INDEX_OFFSET: return read_index(o);
    default: return BL_OK;
    }
}

/* The record at BIT_POS has been skipped: nodes are noted, all others are read. */
static int read_skipped(struct opening *o, uint32_t code, uint64_t bit_pos)
{
    if (makes_number(code)) {
        int status = add_place(o, bit_pos);
        if (status < 0 || code != BL_CODE_METADATA_STRING_OLD)
            return status;
    }
    o->cursor->bits.pos = bit_pos;
    int rc = bl_record_next(o->cursor, &o->rec);
    return rc < 0 ? rc : read_metadata_record(o);
}

static void release_piece(struct bl_metadata_piece *piece)
{
    bl_cursor_release(&piece->cursor);
    bl_strings_release(&piece->strings);
    bl_drop(piece->places);
}

static int read_piece(struct bl_metadata *md, struct bl_metadata_piece *piece,
                      const struct bl_block *block, struct bl_error *err)
{
    struct opening o = {.md = md, .piece = piece, .cursor = &piece->cursor};
    uint32_t code;
    uint64_t bit_pos;
    int rc = bl_module_cursor(md->module, block, &piece->cursor, NULL);
    if (rc == BL_OK && md->n_pieces == MAX_PIECES)
        rc = bl_cursor_fail(o.cursor, BL_E_LIMIT, "too many METADATA blocks", block->bit_pos);
    while (rc >= 0 && (rc = bl_seek_skip(o.cursor, &code, &bit_pos)) > 0)
        rc = read_skipped(&o, code, bit_pos);
    if (rc < 0)
        bl_module_error(md->module, o.cursor, err);
    piece->cursor.status = BL_OK; /* what was read before the damage can be read again */
    bl_record_release(&o.rec);
    md->counts.named = md->named;
    md->counts.attachments = md->attachments;
    return rc;
}

/* The numbers of BLOCK go on after those that there are. */
static int read_metadata_block(struct bl_metadata *md, const struct bl_block *block,
                               struct bl_error *err)
{
    if (bl_grow(&md->pieces, &md->cap_pieces, (size_t)md->n_pieces + 1) < 0)
        return bl_fail(err, BL_E_NOMEM, "no memory for the metadata");
    struct bl_metadata_piece *piece = &md->pieces[md->n_pieces];
    *piece = (struct bl_metadata_piece){.first = md->counts.end};
    int status = read_piece(md, piece, block, err);
    if (md->counts.end > piece->first)
        md->n_pieces++;
    else
        release_piece(piece);
    return status;
}

static void release_metadata(struct bl_metadata *md)
{
    for (uint32_t i = 0; i < md->n_pieces; i++)
        release_piece(&md->pieces[i]);
    bl_drop(md->pieces);
    bl_drop(md->old_texts);
    bl_map_release(&md->old_text_of);
    bl_drop(md->named);
    bl_drop(md->attachments);
    bl_record_release(&md->held);
    bl_arena_release(&md->arena);
}

/* ---- Of a module ---- */

/* What a module keeps: its metadata, and the names of kinds of attachments. */
struct part {
    struct bl_metadata md;
    bool is_read, kinds_are_read;
    struct bl_error failure;
    struct bl_view *kinds;
    uint32_t n_kinds, cap_kinds;
    uint64_t n_kind_bytes; /* of their names */
    struct bl_map kind_of;
};

static void release_part(void *data)
{
    struct part *part = data;
    release_metadata(&part->md);
    bl_drop(part->kinds);
    bl_map_release(&part->kind_of);
}

static struct part *part_of(struct bl_module *module)
{
    return bl_module_part(module, BL_PART_METADATA, sizeof(struct part), release_part);
}

/* LLVM writes one block; it would read several, and what is after damage has no number that is
 * right. */
static void read_all_metadata(struct bl_module *module, struct part *part)
{
    part->is_read = true;
    part->md.module = module;
    int status = bl_module_read_header(module, &part->failure);
    for (uint32_t i = 0; i < module->header.n_blocks; i++) {
        struct bl_block block = module->header.blocks[i];
        if (block.block_id == BL_BLOCK_METADATA &&
            read_metadata_block(&part->md, &block, status < 0 ? NULL : &part->failure) < 0)
            return;
    }
}

int bl_module_metadata(struct bl_module *module, struct bl_metadata **metadata,
                       struct bl_error *err)
{
    struct part *part = part_of(module);
    *metadata = NULL;
    if (!part)
        return bl_fail(err, BL_E_NOMEM, "no memory for the metadata");
    if (!part->is_read)
        read_all_metadata(module, part);
    part->md.is_lent = true;
    *metadata = &part->md;
    return bl_fail_again(err, &part->failure);
}

static int add_kind(struct bl_module *module, struct part *part, const struct bl_record *rec)
{
    if (bl_grow(&part->kinds, &part->cap_kinds, (size_t)part->n_kinds + 1) < 0)
        return BL_E_NOMEM;
    struct bl_view *name = &part->kinds[part->n_kinds];
    int status = bl_module_keep_text(module, rec, 1, &part->n_kind_bytes, name);
    if (status == BL_OK && bl_map_set(&part->kind_of, rec->ops[0], part->n_kinds) < 0)
        status = BL_E_NOMEM;
    part->n_kinds += status == BL_OK;
    return status;
}

/* Up to LLVM 3.8 KIND records were in a METADATA block, since then in METADATA_KIND. */
static int read_kinds(struct bl_module *module, struct part *part, const struct bl_block *block)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    uint32_t code;
    uint64_t bit_pos;
    int rc = bl_module_cursor(module, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_seek_skip(&cursor, &code, &bit_pos)) > 0) {
        if (code != BL_CODE_METADATA_KIND)
            continue;
        rc = bl_seek_read(&cursor, bit_pos, &rec, NULL);
        if (rc == BL_E_NOMEM)
            break;
        if (rc < 0 || rec.n_ops < 1)
            continue;
        rc = bl_limit_records(&cursor, part->n_kinds, BL_MIN_GLOBAL_BYTES,
                              "more kinds than the limit");
        if (rc == BL_OK)
            rc = add_kind(module, part, &rec);
    }
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}

/* Up to LLVM 3.0 they were written after the bodies. */
static int read_kinds_after_bodies(struct bl_module *module, struct part *part)
{
    struct bl_block block;
    uint64_t bit_pos = module->header.at_bodies.bits.pos;
    int rc = BL_OK;
    while (rc != BL_E_NOMEM &&
           bl_module_child_after(module, BL_BLOCK_METADATA, bit_pos, &block, NULL) > 0) {
        rc = read_kinds(module, part, &block);
        bit_pos = block.bit_pos;
    }
    return rc;
}

/* Those after damage, or a limit, have no name. */
static int read_all_kinds(struct bl_module *module, struct part *part)
{
    struct bl_block block;
    int rc = bl_module_header_block(module, BL_BLOCK_METADATA_KIND, &block, NULL);
    uint32_t block_id = rc > 0 ? BL_BLOCK_METADATA_KIND : BL_BLOCK_METADATA;
    for (uint32_t i = 0; i < module->header.n_blocks && rc != BL_E_NOMEM; i++) {
        block = module->header.blocks[i];
        if (block.block_id == block_id)
            rc = read_kinds(module, part, &block);
    }
    if (rc != BL_E_NOMEM && module->header.is_read && module->header.version == 0)
        rc = read_kinds_after_bodies(module, part);
    return rc;
}

int bl_metadata_kind_name(struct bl_module *module, uint32_t kind, struct bl_view *name,
                          struct bl_error *err)
{
    struct part *part = part_of(module);
    *name = (struct bl_view){0};
    if (part && !part->kinds_are_read) {
        part->n_kinds = 0;
        part->n_kind_bytes = 0;
        part->kinds_are_read = read_all_kinds(module, part) != BL_E_NOMEM;
    }
    if (!part || !part->kinds_are_read)
        return bl_fail(err, BL_E_NOMEM, "no memory for the kinds of attachments");
    uint32_t found = bl_map_find(&part->kind_of, kind);
    if (found == BL_MAP_NONE)
        return 0;
    *name = part->kinds[found];
    return 1;
}

/* ---- Of a function ---- */

int bl_metadata_open(struct bl_metadata **metadata, struct bl_module *module,
                     const struct bl_block *block, struct bl_error *err)
{
    *metadata = NULL;
    struct bl_metadata *md = bl_new(sizeof *md);
    if (!md)
        return bl_fail(err, BL_E_NOMEM, "no memory for the metadata");
    md->module = module;
    if (bl_module_metadata(module, &md->outer, err) == BL_E_NOMEM) {
        bl_drop(md);
        return BL_E_NOMEM;
    }
    if (md->outer)
        md->counts.first = md->counts.end = md->outer->counts.end;
    *metadata = md;
    return read_metadata_block(md, block, err);
}

int bl_metadata_append(struct bl_metadata *md, const struct bl_block *block, struct bl_error *err)
{
    return read_metadata_block(md, block, err);
}

void bl_metadata_close(struct bl_metadata *md)
{
    if (!md || md->is_lent)
        return;
    release_metadata(md);
    bl_drop(md);
}

/* ---- One string, one node ---- */

struct bl_metadata_counts bl_metadata_get_counts(const struct bl_metadata *md)
{
    return md->counts;
}

uint32_t bl_metadata_leading_strings(const struct bl_metadata *metadata)
{
    const struct bl_metadata_piece *first = metadata->pieces;
    return metadata->n_pieces > 0 && first->first == 0 ? first->strings.n : 0;
}

/* The METADATA that has NUMBER: METADATA itself or the one around; NULL: none has. */
static struct bl_metadata *metadata_with(struct bl_metadata *metadata, uint32_t number)
{
    while (metadata && number < metadata->counts.first)
        metadata = metadata->outer;
    return metadata && number < metadata->counts.end ? metadata : NULL;
}

/* Of METADATA, which has NUMBER, the part that has it. */
static struct bl_metadata_piece *piece_of(struct bl_metadata *metadata, uint32_t number)
{
    uint32_t low = 1; /* the first one has the numbers before it, too */
    uint32_t high = metadata->n_pieces;
    BL_LOWER_BOUND(low, high, mid, metadata->pieces[mid].first <= number);
    return &metadata->pieces[low - 1];
}

static int fail_string(const struct bl_metadata *metadata, struct bl_metadata_piece *piece,
                       int status, struct bl_error *err)
{
    uint64_t bit_pos;
    if (status == BL_E_NOMEM)
        return bl_fail(err, status, "no memory for strings of metadata");
    const char *what = bl_strings_fault(&piece->strings,
                                        bl_index_stream(metadata->module->index)->bytes, &bit_pos);
    return bl_module_fail(metadata->module, status, what, bit_pos, err);
}

int bl_metadata_string(struct bl_metadata *metadata, uint32_t number, struct bl_view *text,
                       struct bl_error *err)
{
    struct bl_metadata *md = metadata_with(metadata, number);
    *text = (struct bl_view){0};
    if (!md)
        return 0;
    struct bl_metadata_piece *piece = piece_of(md, number);
    if (number - piece->first < piece->strings.n) {
        int status = bl_strings_get(&piece->strings, number - piece->first, text);
        return status < 0 ? fail_string(md, piece, status, err) : 1;
    }
    uint32_t old = bl_map_find(&md->old_text_of, number);
    if (old == BL_MAP_NONE)
        return 0;
    *text = md->old_texts[old];
    return 1;
}

/* Where the record of node or value NUMBER is, and who reads it. False: there is none. */
static bool find_record(struct bl_metadata *metadata, uint32_t number, struct bl_cursor **cursor,
                        uint64_t *bit_pos)
{
    struct bl_metadata *md = metadata_with(metadata, number);
    struct bl_metadata_piece *piece = md ? piece_of(md, number) : NULL;
    if (!piece || number - piece->first < piece->strings.n)
        return false;
    *cursor = &piece->cursor;
    *bit_pos = piece->places[number - piece->first - piece->strings.n];
    return true;
}

bool bl_metadata_place(struct bl_metadata *metadata, uint32_t number, uint64_t *bit_pos)
{
    struct bl_cursor *cursor;
    return find_record(metadata, number, &cursor, bit_pos);
}

bool bl_metadata_peek(struct bl_metadata *metadata, uint32_t number, struct bl_record_head *head)
{
    struct bl_cursor *cursor;
    uint64_t bit_pos;
    return find_record(metadata, number, &cursor, &bit_pos) &&
           bl_record_peek(cursor, bit_pos, head);
}

/* A string has no record of its own, but may not fit that of all strings. */
static int fail_without_record(struct bl_metadata *metadata, uint32_t number, struct bl_error *err)
{
    struct bl_view text;
    int status = bl_metadata_string(metadata, number, &text, err);
    return status < 0 ? status : bl_fail(err, BL_E_ARGUMENT, "no metadata node of that number");
}

/* Whether REC, read from the place of NUMBER, ends no later than the next one begins, with no more
 * than definitions between them. One that is damaged seldom does. */
static bool ends_in_time(struct bl_metadata *metadata, uint32_t number, struct bl_cursor *cursor,
                         const struct bl_record *rec)
{
    struct bl_metadata *md = metadata_with(metadata, number);
    struct bl_metadata_piece *piece = piece_of(md, number);
    uint32_t next = number - piece->first - piece->strings.n + 1;
    if (!md->counts.has_index)
        return true;
    if (next >= piece->n_places)
        return !bl_cursor_is_at_zeros(cursor);
    uint64_t end = piece->places[next];
    return rec->end_pos == end ||
           (rec->end_pos < end && bl_cursor_is_at_other(cursor) && !bl_cursor_is_at_zeros(cursor));
}

int bl_metadata_read(struct bl_metadata *metadata, uint32_t number, struct bl_record *rec,
                     struct bl_error *err)
{
    struct bl_cursor *cursor;
    uint64_t bit_pos;
    if (!find_record(metadata, number, &cursor, &bit_pos))
        return fail_without_record(metadata, number, err);
    int rc = bl_seek_read(cursor, bit_pos, rec, err);
    if (rc > 0 && !ends_in_time(metadata, number, cursor, rec))
        rc = bl_fail_at(err, BL_E_MALFORMED, "metadata that does not end where the next begins",
                        bit_pos);
    if (rc < 0 && err)
        bl_index_path(metadata->module->index, metadata->module->block, err);
    return rc < 0 ? rc : BL_OK;
}

bool bl_metadata_read_node(struct bl_metadata *metadata, uint32_t number, struct bl_record *rec)
{
    return bl_module_note(metadata->module, bl_metadata_read(metadata, number, rec, NULL)) == BL_OK;
}

bool bl_metadata_read_node_of(struct bl_metadata *metadata, uint64_t number, uint32_t code,
                              uint32_t n_ops, struct bl_record *rec)
{
    struct bl_record_head head;
    return number < BL_NONE && bl_metadata_peek(metadata, (uint32_t)number, &head) &&
           head.code == code && head.n_ops == n_ops &&
           bl_metadata_read_node(metadata, (uint32_t)number, rec);
}
