/* ir/module.c - modules of a stream: what comes before the bodies, and where it leads to
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/module.h"

#include "base/bound.h"
#include "base/grow.h"
#include "base/status.h"
#include "index/index.h"
#include "stream/cursor.h"
#include "stream/limit.h"

/* ---- Open and close ---- */

int bl_index_open(struct bl_index **index, const struct bl_stream *stream, struct bl_error *err)
{
    static const struct bl_top_kinds kinds = {
        .n = 3,
        .n_with_blob = 2,
        .ids = {BL_BLOCK_SYMTAB, BL_BLOCK_STRTAB, BL_BLOCK_MODULE},
        .blob_codes = {BL_CODE_SYMTAB_BLOB, BL_CODE_STRTAB_BLOB},
    };
    return bl_index_open_by(index, stream, &kinds, err);
}

uint32_t bl_module_next(struct bl_index *index, uint32_t after)
{
    uint32_t first;
    uint32_t n;
    (void)bl_index_children(index, BL_NONE, &first, &n, NULL);
    for (uint32_t block = after == BL_NONE ? first : after + 1; block < first + n; block++)
        if (bl_index_get(index, block).block.block_id == BL_BLOCK_MODULE)
            return block;
    return BL_NONE;
}

int bl_module_open(struct bl_module **module, struct bl_index *index, uint32_t block,
                   struct bl_error *err)
{
    *module = NULL;
    if (block >= bl_index_count(index))
        return bl_fail(err, BL_E_ARGUMENT, "no such block");
    struct bl_index_entry entry = bl_index_get(index, block);
    if (entry.parent != BL_NONE || entry.block.block_id != BL_BLOCK_MODULE)
        return bl_fail(err, BL_E_ARGUMENT, "the block is no module");
    struct bl_module *m = bl_new(sizeof *m);
    if (!m)
        return bl_fail(err, BL_E_NOMEM, "no memory for a module");
    m->index = index;
    m->block = block;
    m->place = entry.block;
    *module = m;
    return BL_OK;
}

void bl_module_close(struct bl_module *m)
{
    if (!m)
        return;
    for (uint32_t i = 0; i < BL_N_PARTS; i++) {
        if (m->parts[i].data && m->parts[i].release)
            m->parts[i].release(m->parts[i].data);
        bl_drop(m->parts[i].data);
    }
    if (m->header.is_read) {
        bl_cursor_release(&m->header.at_bodies);
        bl_blockinfo_store_release(&m->header.store);
    }
    bl_drop(m->header.places);
    bl_drop(m->header.globals);
    bl_drop(m->header.attributes);
    bl_drop(m->header.comdats);
    bl_drop(m->header.texts);
    bl_drop(m->header.others);
    bl_drop(m->header.blocks);
    bl_drop(m->header.infos);
    bl_arena_release(&m->arena);
    bl_module_file_close(m->file);
    bl_drop(m);
}

void *bl_module_part(struct bl_module *m, enum bl_part_id id, size_t size,
                     bl_part_release_fn *release)
{
    struct bl_part *part = &m->parts[id];
    if (!part->data) {
        part->data = bl_new(size);
        part->release = release;
    }
    return part->data;
}

/* ---- The header ---- */

static int no_memory_for_module(struct bl_cursor *c)
{
    return bl_cursor_fail(c, BL_E_NOMEM, "no memory for a module", c->entry_pos);
}

/* Which kind of global value a module record stands for; 0: none. */
static unsigned kind_of_code(uint32_t code)
{
    static const uint8_t kinds[] = {
        [BL_CODE_MODULE_GLOBALVAR] = BL_GLOBAL_VARIABLE,
        [BL_CODE_MODULE_FUNCTION] = BL_GLOBAL_FUNCTION,
        [BL_CODE_MODULE_ALIAS_OLD] = BL_GLOBAL_ALIAS,
        [BL_CODE_MODULE_ALIAS] = BL_GLOBAL_ALIAS,
        [BL_CODE_MODULE_IFUNC] = BL_GLOBAL_IFUNC,
    };
    return code < sizeof kinds ? kinds[code] : 0;
}

/* Before its place is noted. */
static int keep_global(struct bl_module *m, unsigned kind, const struct bl_record *rec)
{
    struct bl_module_header *h = &m->header;
    if (bl_grow(&h->globals, &h->cap_globals, (size_t)h->n_places + 1) < 0)
        return BL_E_NOMEM;
    struct bl_global *v = &h->globals[h->n_places];
    if (h->decode_global(m, rec, kind, v) < 0)
        v->kind = 0;
    return bl_module_lacked(m) ? BL_E_NOMEM : BL_OK;
}

/* Likewise. */
static int keep_attributes(struct bl_module *m, unsigned kind, const struct bl_record *rec)
{
    struct bl_module_header *h = &m->header;
    if (bl_grow(&h->attributes, &h->cap_attributes, (size_t)h->n_places + 1) < 0)
        return BL_E_NOMEM;
    h->attributes[h->n_places] = bl_global_attributes(m, rec, kind);
    return BL_OK;
}

static int add_place(struct bl_module *m, unsigned kind, const struct bl_record *rec)
{
    struct bl_module_header *h = &m->header;
    if (h->decode_global && keep_global(m, kind, rec) < 0)
        return BL_E_NOMEM;
    if (h->wants_attributes && keep_attributes(m, kind, rec) < 0)
        return BL_E_NOMEM;
    if (bl_grow(&h->places, &h->cap_places, (size_t)h->n_places + 1) < 0)
        return BL_E_NOMEM;
    bool has_names = h->version >= BL_VERSION_WITH_STRTAB;
    uint64_t at = has_names && rec->n_ops > 0 ? rec->ops[0] : 0;
    uint64_t size = has_names && rec->n_ops > 1 ? rec->ops[1] : 0;
    uint32_t is_proto_at = has_names ? 4 : 2;
    _Static_assert(4 < BL_FIRST_OPS, "it is read");
    h->places[h->n_places++] = (struct bl_global_place){
        .bit_pos = rec->bit_pos & (((uint64_t)1 << 56) - 1),
        .kind = kind & 7,
        .has_body =
            kind == BL_GLOBAL_FUNCTION && rec->n_ops > is_proto_at && rec->ops[is_proto_at] == 0,
        .is_short = bl_global_is_short(m, rec, kind),
        .name_is_bad = at > UINT32_MAX || size > UINT32_MAX,
        .name_at = (uint32_t)at,
        .name_size = (uint32_t)size,
    };
    bl_global_note(m, rec, kind, &h->places[h->n_places - 1]);
    return BL_OK;
}

static int add_text(struct bl_module_header *h, const struct bl_record *rec)
{
    return bl_append(&h->texts, &h->n_texts, &h->cap_texts,
                     (struct bl_text_place){
                         .bit_pos = rec->bit_pos & (((uint64_t)1 << 59) - 1),
                         .code = rec->code & 31,
                     });
}

static int add_other(struct bl_module_header *h, const struct bl_cursor *c, uint64_t bit_pos,
                     uint32_t code)
{
    struct bl_other_place place = {bit_pos, code};
    h->others_are_too_many |= h->n_others >= c->bits.size / BL_MIN_GLOBAL_BYTES;
    if (h->others_are_too_many)
        return BL_OK;
    return bl_append(&h->others, &h->n_others, &h->cap_others, place);
}

static int read_header_record(struct bl_module *m, struct bl_cursor *c, const struct bl_record *rec)
{
    struct bl_module_header *h = &m->header;
    unsigned kind = kind_of_code(rec->code);
    if (bl_limit_records(c, h->n_places + h->n_comdats + h->n_texts, BL_MIN_GLOBAL_BYTES,
                         "more global values than the limit") < 0)
        return c->status;
    if (kind != 0)
        return add_place(m, kind, rec) < 0 ? no_memory_for_module(c) : BL_OK;
    if (bl_ir_record_text_at(BL_BLOCK_MODULE, rec->code) == 0)
        return add_text(h, rec) < 0 ? no_memory_for_module(c) : BL_OK;
    if (rec->code == BL_CODE_MODULE_COMDAT) {
        if (bl_append(&h->comdats, &h->n_comdats, &h->cap_comdats, rec->bit_pos) < 0)
            return no_memory_for_module(c);
        return BL_OK;
    }
    if (add_other(h, c, rec->bit_pos, rec->code) < 0)
        return no_memory_for_module(c);
    if (rec->code == BL_CODE_MODULE_VERSION && rec->n_ops > 0 && !h->has_version) {
        h->version = rec->ops[0] > UINT32_MAX ? UINT32_MAX : (uint32_t)rec->ops[0];
        h->has_version = true;
        /* What comes before it was read as of another one. */
        bl_drop(h->globals);
        h->globals = NULL;
        h->version_is_late = h->n_places > 0;
        if (h->version_is_late) {
            h->decode_global = NULL;
            h->wants_attributes = false;
            bl_drop(h->attributes);
            h->attributes = NULL;
        }
        h->cap_globals = 0;
    } else if (rec->code == BL_CODE_MODULE_VSTOFFSET && rec->n_ops > 0) {
        h->vst_words = rec->ops[0];
    }
    return BL_OK;
}

/* The BLOCKINFO that C has announced. One that cannot be read says nothing, as in an index. */
static int read_blockinfo(struct bl_module_header *h, struct bl_cursor *c)
{
    if (bl_grow(&h->infos, &h->cap_infos, (size_t)h->n_infos + 1) < 0)
        return no_memory_for_module(c);
    const struct bl_blockinfo *said = NULL;
    int status = bl_blockinfo_read(&h->store, c, h->infos[h->n_infos - 1].info, &said);
    if (status == BL_E_NOMEM)
        return status;
    if (status < 0) {
        c->status = BL_OK;
        c->child_is_at_fault = false;
    }
    h->infos[h->n_infos++] = (struct bl_module_blockinfo){.bit_pos = c->entry_pos, .info = said};
    return BL_OK;
}

static int read_header_block(struct bl_module_header *h, struct bl_cursor *c)
{
    if (c->child.block_id == BL_BLOCK_BLOCKINFO)
        return read_blockinfo(h, c);
    if (bl_append(&h->blocks, &h->n_blocks, &h->cap_blocks, c->child) < 0)
        return no_memory_for_module(c);
    return BL_OK;
}

/* Up to the first FUNCTION block, where C is left. */
static int read_entries(struct bl_module *m, struct bl_cursor *c)
{
    struct bl_record rec = {0};
    struct bl_entry entry;
    int rc;
    for (;;) {
        /* Where global values are decoded, all of their records is read. */
        while ((rc = m->header.decode_global ? bl_record_next(c, &rec)
                                             : bl_record_next_first(c, &rec)) > 0 &&
               (rc = bl_cursor_doubt(c)) > 0 && (rc = read_header_record(m, c, &rec)) == BL_OK)
            ;
        if (rc < 0 || (rc = bl_cursor_next(c, &entry)) <= 0)
            break;
        if (entry.kind == BL_ENTRY_RECORD)
            rc = bl_cursor_read(c, &rec) == BL_OK ? read_header_record(m, c, &rec) : c->status;
        else if (entry.kind == BL_ENTRY_BLOCK && entry.block.block_id == BL_BLOCK_FUNCTION)
            m->header.has_bodies = true;
        else if (entry.kind == BL_ENTRY_BLOCK)
            rc = read_header_block(&m->header, c);
        else if (add_other(&m->header, c, c->entry_pos, BL_NONE) < 0)
            rc = no_memory_for_module(c);
        if (rc < 0 || m->header.has_bodies)
            break;
    }
    bl_record_release(&rec);
    return rc < 0 ? rc : BL_OK;
}

/* Of all blocks ThinLTO writes only those that a thin link needs. What has no global values is an
 * index of summaries. */
static void note_minimized(struct bl_module *m)
{
    struct bl_module_header *h = &m->header;
    struct bl_block block;
    h->is_minimized =
        h->n_places > 0 && !h->has_bodies &&
        bl_module_header_block(m, BL_BLOCK_TYPE, &block, NULL) == 0 &&
        (bl_module_header_block(m, BL_BLOCK_GLOBALVAL_SUMMARY, &block, NULL) > 0 ||
         bl_module_header_block(m, BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY, &block, NULL) > 0);
    for (uint32_t i = 0; h->is_minimized && i < h->n_places; i++)
        h->places[i].has_body = false;
}

static int read_module_header(struct bl_module *m)
{
    struct bl_module_header *h = &m->header;
    if (bl_grow(&h->infos, &h->cap_infos, 1) < 0)
        return bl_fail(&h->failure, BL_E_NOMEM, "no memory for a module");
    int status = bl_index_cursor(m->index, m->block, &h->at_bodies, &h->failure);
    if (status < 0)
        return status;
    bl_blockinfo_store_init(&h->store, bl_index_stream(m->index));
    h->is_read = true;
    struct bl_module_blockinfo *outer = &h->infos[h->n_infos++];
    *outer = (struct bl_module_blockinfo){0};
    status = bl_index_read_blockinfo(m->index, m->block, &outer->info);
    if (status < 0)
        return bl_fail(&h->failure, status, "no memory for BLOCKINFO");
    status = read_entries(m, &h->at_bodies);
    if (status < 0)
        bl_module_error(m, &h->at_bodies, &h->failure);
    else
        note_minimized(m);
    return status;
}

int bl_module_read_header(struct bl_module *m, struct bl_error *err)
{
    if (!m->header.is_read)
        (void)read_module_header(m);
    return bl_fail_again(err, &m->header.failure);
}

int bl_module_read_at(struct bl_module *m, uint64_t bit_pos, struct bl_record *rec,
                      struct bl_error *err)
{
    struct bl_cursor c = m->header.at_bodies; /* its abbreviations are only borrowed */
    c.bits.pos = bit_pos;
    c.pending = 0;
    c.status = BL_OK;
    /* Not on to the next record: a definition, where a file has changed, would
     * move what is borrowed. */
    int rc = bl_record_next(&c, rec);
    if (rc == 0)
        rc = bl_cursor_fail(&c, BL_E_MALFORMED, "no record where there was one", bit_pos);
    if (rc < 0)
        bl_module_error(m, &c, err);
    return rc < 0 ? rc : BL_OK;
}

int bl_module_header_block(struct bl_module *m, uint32_t block_id, struct bl_block *block,
                           struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    for (uint32_t i = 0; i < m->header.n_blocks; i++)
        if (m->header.blocks[i].block_id == block_id) {
            *block = m->header.blocks[i];
            return 1;
        }
    return status;
}

/* ---- Cursors inside ---- */

/* BLOCKINFO in force at BIT_POS. The header has been read. */
static const struct bl_blockinfo *info_at(const struct bl_module *m, uint64_t bit_pos)
{
    uint32_t low = 0;
    uint32_t high = m->header.n_infos;
    BL_LOWER_BOUND(low, high, mid, m->header.infos[mid].bit_pos <= bit_pos);
    if (m->header.n_infos == 0)
        return NULL;
    return m->header.infos[low > 0 ? low - 1 : 0].info;
}

int bl_module_cursor(struct bl_module *m, const struct bl_block *block, struct bl_cursor *cursor,
                     struct bl_error *err)
{
    (void)bl_module_read_header(m, NULL);
    if (!m->header.is_read) {
        const struct bl_error *failure = &m->header.failure;
        bl_cursor_at_top(cursor, bl_index_stream(m->index), true);
        bl_cursor_fail(cursor, failure->status, failure->what, failure->bit_pos);
        return bl_fail_again(err, failure);
    }
    *cursor = (struct bl_cursor){0};
    bl_cursor_enter(cursor, &m->header.at_bodies, block, info_at(m, block->bit_pos));
    return BL_OK;
}

void bl_module_cursor_inside(struct bl_module *m, const struct bl_cursor *around,
                             const struct bl_block *block, struct bl_cursor *cursor)
{
    *cursor = (struct bl_cursor){0};
    bl_cursor_enter(cursor, around, block, info_at(m, block->bit_pos));
}

int bl_module_read_block(struct bl_module *m, const struct bl_block *block, bl_record_fn *read,
                         void *context, struct bl_error *err)
{
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    int rc = bl_module_cursor(m, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &rec)) > 0 &&
           (rc = bl_cursor_doubt(&cursor)) > 0)
        if ((rc = read(context, &cursor, &rec)) < 0 && cursor.status == BL_OK)
            bl_cursor_fail(&cursor, rc, bl_module_text_failure(rc), rec.bit_pos);
    if (rc < 0)
        bl_module_error(m, &cursor, err);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return rc;
}

bool bl_module_block_at(struct bl_module *m, uint64_t bit_pos, uint32_t block_id,
                        struct bl_block *block)
{
    (void)bl_module_read_header(m, NULL);
    if (!m->header.is_read || bit_pos < m->place.body_pos ||
        bit_pos >= m->header.at_bodies.bits.end)
        return false;
    /* Nothing is defined here: the abbreviations of the header are only borrowed. */
    struct bl_cursor c = m->header.at_bodies;
    struct bl_entry entry;
    c.bits.pos = bit_pos;
    c.pending = 0;
    c.status = BL_OK;
    c.own = (struct bl_abbrev_set){0};
    bool found = bl_cursor_next(&c, &entry) > 0 && entry.kind == BL_ENTRY_BLOCK &&
                 entry.block.block_id == block_id && bl_block_end(&entry.block) <= c.bits.end;
    bl_abbrev_set_release(&c.own);
    if (found)
        *block = entry.block;
    return found;
}

int bl_module_fail(const struct bl_module *m, int status, const char *what, uint64_t bit_pos,
                   struct bl_error *err)
{
    bl_fail_at(err, status, what, bit_pos);
    bl_index_path(m->index, m->block, err);
    return status;
}

/* Whether the stream is cut off, which *ERR then says in the words of bl_verify(). */
static bool is_cut_off(const struct bl_module *m, struct bl_error *err)
{
    uint64_t end;
    return bl_index_end(m->index, &end, NULL) == BL_E_TRUNCATED &&
           bl_index_end(m->index, &end, err) < 0;
}

int bl_module_fail_beyond(const struct bl_module *m, const char *what, uint64_t bit_pos,
                          struct bl_error *err)
{
    return is_cut_off(m, err) ? BL_E_TRUNCATED
                              : bl_module_fail(m, BL_E_MISMATCH, what, bit_pos, err);
}

void bl_module_error(const struct bl_module *m, const struct bl_cursor *cursor,
                     struct bl_error *err)
{
    uint64_t bit_pos = cursor->block.bit_pos;
    if (!err || cursor->status >= 0 || (cursor->status == BL_E_TRUNCATED && is_cut_off(m, err)))
        return;
    bl_fail_at(err, cursor->status, cursor->what, cursor->what_pos);
    /* The innermost block around it that the index knows, or that there is memory to know. */
    uint32_t known = BL_NONE;
    if (bit_pos != m->place.bit_pos)
        (void)bl_index_find(m->index, bit_pos, &known, NULL);
    if (known == BL_NONE)
        known = m->block;
    bl_index_path(m->index, known, err);
    if (bl_index_get(m->index, known).block.bit_pos != bit_pos)
        bl_error_push(err, cursor->block.block_id, bit_pos);
}

/* ---- Where offsets lead ---- */

uint64_t bl_module_offset_base(const struct bl_index *index, uint32_t module)
{
    struct bl_block first = bl_index_get(index, module).block;
    if (module > 0) {
        struct bl_block before = bl_index_get(index, module - 1).block;
        if (before.block_id == BL_BLOCK_IDENTIFICATION)
            first = before;
    }
    return first.bit_pos - 32;
}

int bl_module_child_after(struct bl_module *m, uint32_t block_id, uint64_t bit_pos,
                          struct bl_block *block, struct bl_error *err)
{
    uint32_t first;
    uint32_t n;
    int status = bl_index_children(m->index, m->block, &first, &n, err);
    for (uint32_t i = first; i < first + n; i++) {
        *block = bl_index_get(m->index, i).block;
        if (block->block_id == block_id && block->bit_pos > bit_pos)
            return 1;
    }
    return status;
}

int bl_module_child(struct bl_module *m, uint32_t block_id, struct bl_block *block,
                    struct bl_error *err)
{
    return bl_module_child_after(m, block_id, 0, block, err);
}

static bool find_symtab_ahead(struct bl_module *m, struct bl_block *block)
{
    if (bl_module_header_block(m, BL_BLOCK_VALUE_SYMTAB, block, NULL) > 0)
        return true;
    uint64_t words = m->header.vst_words;
    uint64_t base = bl_module_offset_base(m->index, m->block);
    return words > 0 && words < UINT64_MAX / 64 &&
           bl_module_block_at(m, base + words * 32, BL_BLOCK_VALUE_SYMTAB, block);
}

bool bl_module_symtab_ahead(struct bl_module *m, struct bl_block *block)
{
    if (!m->symtab_was_looked_for)
        m->has_symtab = find_symtab_ahead(m, &m->symtab);
    m->symtab_was_looked_for = m->header.is_read;
    *block = m->symtab;
    return m->has_symtab;
}

int bl_module_symtab(struct bl_module *m, struct bl_block *block, struct bl_error *err)
{
    return bl_module_symtab_ahead(m, block) ? 1
                                            : bl_module_child(m, BL_BLOCK_VALUE_SYMTAB, block, err);
}

/* ---- Texts ---- */

int bl_module_strtab(struct bl_module *m, struct bl_view *strtab)
{
    if (!m->strtab_is_read) {
        struct bl_top_blocks strtabs = bl_index_top_blocks(m->index, BL_BLOCK_STRTAB);
        uint32_t block = bl_top_blocks_after(&strtabs, m->block);
        int rc = block != BL_NONE ? bl_index_blob(m->index, block, &m->strtab) : 0;
        if (rc == BL_E_NOMEM)
            return rc;
        m->has_strtab = rc > 0 || m->strtab.size > 0;
        m->strtab_is_read = true;
    }
    *strtab = m->strtab;
    return m->has_strtab;
}

bool bl_module_strtab_text(struct bl_module *m, uint64_t offset, uint64_t size,
                           struct bl_view *text)
{
    struct bl_view strtab;
    *text = (struct bl_view){0};
    if (bl_module_note(m, bl_module_strtab(m, &strtab)) <= 0)
        return size == 0;
    if (offset > strtab.size || size > strtab.size - offset)
        return false;
    *text = (struct bl_view){.data = strtab.data + offset, .size = (size_t)size};
    return true;
}

/* The text at PLACE, read into REC; *N_BYTES as for bl_module_keep_text(). */
static int read_module_text(struct bl_module *m, const struct bl_text_place *place,
                            struct bl_record *rec, uint64_t *n_bytes, struct bl_view *text,
                            struct bl_error *err)
{
    int rc = bl_module_read_at(m, place->bit_pos, rec, err);
    if (rc == BL_OK && (rc = bl_module_keep_text(m, rec, 0, n_bytes, text)) < 0)
        bl_module_fail(m, rc, bl_module_text_failure(rc), rec->bit_pos, err);
    return rc;
}

int bl_module_text(struct bl_module *m, uint32_t code, struct bl_view *text, struct bl_error *err)
{
    int status = bl_module_read_header(m, err);
    for (uint32_t i = 0; i < m->header.n_texts; i++) {
        if (m->header.texts[i].code != code)
            continue;
        struct bl_record rec = {0};
        uint64_t n_bytes = 0;
        int rc = read_module_text(m, &m->header.texts[i], &rec, &n_bytes, text, err);
        bl_record_release(&rec);
        return rc < 0 ? rc : 1;
    }
    return status;
}

int bl_module_texts(struct bl_module *m, uint32_t code, struct bl_texts *texts,
                    struct bl_error *err)
{
    const struct bl_module_header *h = &m->header;
    uint32_t n = 0;
    for (uint32_t i = 0; i < h->n_texts; i++)
        n += h->texts[i].code == code;
    struct bl_record rec = {0};
    uint64_t n_bytes = 0;
    int status = BL_OK;
    *texts = (struct bl_texts){.n = 0};
    if (n == 0)
        return BL_OK;
    struct bl_view *list = bl_arena_take(&m->arena, n * sizeof *list);
    if (!list)
        return bl_fail(err, BL_E_NOMEM, "no memory for texts");
    texts->texts = list;
    for (uint32_t i = 0; i < h->n_texts && status == BL_OK; i++) {
        if (h->texts[i].code != code)
            continue;
        status = read_module_text(m, &h->texts[i], &rec, &n_bytes, &list[texts->n], err);
        texts->n += status == BL_OK;
    }
    bl_record_release(&rec);
    return status;
}

int bl_module_sections(struct bl_module *m, struct bl_texts *sections, struct bl_error *err)
{
    struct bl_error *failure = &m->sections_failure;
    if (!m->sections_are_read) {
        *failure = (struct bl_error){0};
        m->sections_are_read =
            bl_module_texts(m, BL_CODE_MODULE_SECTIONNAME, &m->sections, failure) != BL_E_NOMEM;
    }
    *sections = m->sections;
    return bl_fail_again(err, failure);
}

int bl_module_section(struct bl_module *m, uint32_t n, struct bl_view *name)
{
    struct bl_texts sections;
    *name = (struct bl_view){0};
    if (bl_module_read_header(m, NULL) == BL_E_NOMEM ||
        bl_module_sections(m, &sections, NULL) == BL_E_NOMEM)
        return BL_E_NOMEM;
    if (n < sections.n)
        *name = sections.texts[n];
    return BL_OK;
}

int bl_text_keep(struct bl_arena *arena, const struct bl_record *rec, uint32_t first,
                 struct bl_view *text)
{
    *text = (struct bl_view){0};
    if (first >= rec->n_ops)
        return BL_OK;
    size_t size = rec->n_ops - first;
    uint8_t *bytes = bl_arena_take(arena, size);
    if (!bytes)
        return BL_E_NOMEM;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)rec->ops[first + i];
    *text = (struct bl_view){.data = bytes, .size = size};
    return BL_OK;
}

int bl_module_keep_text(struct bl_module *m, const struct bl_record *rec, uint32_t first,
                        uint64_t *n_bytes, struct bl_view *text)
{
    *text = (struct bl_view){0};
    *n_bytes += first < rec->n_ops ? rec->n_ops - first : 0;
    if (*n_bytes > bl_max_operands(bl_index_stream(m->index)))
        return BL_E_LIMIT;
    return bl_text_keep(&m->arena, rec, first, text);
}

const char *bl_module_text_failure(int status)
{
    return status == BL_E_LIMIT ? "more bytes of texts than the limit" : "no memory for a text";
}

/* ---- Hashes ---- */

bool bl_hash_read(const struct bl_record *rec, uint32_t hash[BL_HASH_WORDS])
{
    if (rec->n_ops != BL_HASH_WORDS)
        return false;
    for (uint32_t i = 0; i < BL_HASH_WORDS; i++)
        if (rec->ops[i] > UINT32_MAX)
            return false;
    for (uint32_t i = 0; i < BL_HASH_WORDS; i++)
        hash[i] = (uint32_t)rec->ops[i];
    return true;
}
