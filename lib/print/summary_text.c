/* print/summary_text.c - summaries of ThinLTO as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/summary_text.h"
#include "print/summary_record_text.h"

#include "base/grow.h"

enum {
    FIRST_WITH_PATHS_ALONE = 18, /* modules are known by their paths, no more by ids */
};

static bool is_combined(uint32_t code)
{
    return code == BL_CODE_SUMMARY_COMBINED || code == BL_CODE_SUMMARY_COMBINED_PROFILE ||
           code == BL_CODE_SUMMARY_COMBINED_GLOBALVAR_INIT_REFS ||
           code == BL_CODE_SUMMARY_COMBINED_ALIAS;
}

/* ---- Parts of lines ---- */

/* What has been added to the text since BEGIN is the next part of ITEM's line. */
static void add_part(struct bl_summary_writer *w, struct bl_summary_item *item, size_t begin)
{
    if (bl_grow(&w->parts, &w->cap_parts, (uint64_t)w->n_parts + 1) < 0 || w->n_parts == BL_NONE) {
        w->has_lacked = true;
        return;
    }
    w->parts[w->n_parts] = (struct bl_summary_part){
        .begin = begin, .size = w->parts_text.size - begin, .next = BL_NONE};
    if (item->first_part == BL_NONE)
        item->first_part = w->n_parts;
    else
        w->parts[item->last_part].next = w->n_parts;
    item->last_part = w->n_parts++;
}

static void read_summary(struct bl_summary_writer *w, const struct bl_summary *s)
{
    struct bl_text *t = &w->parts_text;
    size_t begin = t->size;
    uint32_t item = bl_summary_item_of(w, s->value);
    uint32_t path = is_combined(s->code) ? BL_NONE : w->slots.own_slot;
    if (s->module < w->slots.n_modules)
        path = w->slots.slot_of_module[s->module];
    bl_put_summary_record(w, t, s, path);
    if (item == BL_NONE) {
        w->is_bad = true;
        t->size = begin;
        return;
    }
    add_part(w, &w->slots.values.items[item], begin);
    w->has_lacked |= bl_map_set(&w->has_summary, bl_summary_key(item, path), 0) < 0;
}

/* TYPE_ID or TYPE_ID_METADATA: of several for one name the last one counts, or all of them. */
static void read_type_id(struct bl_summary_writer *w, const struct bl_summary *s)
{
    struct bl_text *t = &w->parts_text;
    size_t begin = t->size;
    struct bl_view name;
    if (!bl_summaries_name(w->summaries, s, 0, &name)) {
        w->is_bad = true;
        return;
    }
    bool is_resolution = s->code == BL_CODE_SUMMARY_TYPE_ID;
    struct bl_summary_item *item =
        is_resolution ? bl_summary_type_id(&w->slots, name) : bl_summary_vtable(&w->slots, name);
    if (!item)
        return;
    bl_put_type_id_record(w, t, s);
    if (is_resolution)
        item->first_part = BL_NONE;
    if (t->size > begin)
        add_part(w, item, begin);
}

static void read_text_record(struct bl_summary_writer *w, const struct bl_summary *s)
{
    if (s->kind != BL_SUMMARY_RECORD)
        read_summary(w, s);
    else if (s->code == BL_CODE_SUMMARY_TYPE_ID || s->code == BL_CODE_SUMMARY_TYPE_ID_METADATA)
        read_type_id(w, s);
    else
        bl_keep_summary_record(w, s);
}

/* ---- Lines ---- */

static void put_paths(struct bl_summary_writer *w)
{
    static const uint32_t no_hash[5];
    struct bl_text *t = &w->p->text;
    for (uint32_t i = 0; i < w->slots.n_paths && !t->is_cut; i++) {
        const struct bl_summary_path *path = &w->slots.paths[i];
        const uint32_t *hash = path->hash ? path->hash : no_hash;
        bl_text_numbered(t, "^", i);
        bl_text_put(t, " = module: (path: \"");
        bool is_regular =
            w->slots.llvm < FIRST_WITH_PATHS_ALONE ? path->id == UINT32_MAX : path->path.size == 0;
        if (is_regular)
            bl_text_put(t, "[Regular LTO]");
        else
            bl_text_escaped(t, path->path);
        if (path->hash_is_lost) {
            bl_text_put(t, "\", hash: <badref>)\n");
            continue;
        }
        bl_text_put(t, "\", hash: (");
        for (unsigned word = 0; word < 5; word++) {
            bl_text_comma(t, word);
            bl_text_u64(t, hash[word]);
        }
        bl_text_put(t, "))\n");
    }
}

static void put_parts(struct bl_summary_writer *w, const struct bl_summary_item *item)
{
    struct bl_text *t = &w->p->text;
    for (uint32_t i = item->first_part; i != BL_NONE && !t->is_cut; i = w->parts[i].next) {
        bl_text_comma(t, i != item->first_part);
        if (w->parts[i].size > 0)
            bl_text_bytes(t, w->parts_text.data + w->parts[i].begin, w->parts[i].size);
    }
}

/* Names are not escaped. */
static void put_summary_name(struct bl_text *t, struct bl_view name)
{
    bl_text_put(t, "name: \"");
    bl_text_view(t, name);
    bl_text_char(t, '"');
}

static void put_value_lines(struct bl_summary_writer *w)
{
    struct bl_text *t = &w->p->text;
    for (uint32_t i = 0; i < w->slots.values.n && !t->is_cut; i++) {
        const struct bl_summary_item *item = &w->slots.values.items[i];
        bl_text_numbered(t, "^", item->slot);
        bl_text_put(t, " = gv: (");
        if (item->name.size)
            put_summary_name(t, item->name);
        else if (item->is_lost)
            bl_text_put(t, "name: <badref>");
        else
            bl_text_numbered(t, "guid: ", item->guid);
        if (item->first_part != BL_NONE) {
            bl_text_put(t, ", summaries: (");
            put_parts(w, item);
            bl_text_put(t, w->is_partial ? ", <badref>)" : ")");
        } else if (w->is_partial) {
            bl_text_put(t, ", summaries: <badref>");
        }
        bl_text_char(t, ')');
        if (item->is_lost && !item->name.size)
            bl_text_put(t, " ; guid = <badref>");
        else if (item->name.size)
            bl_text_numbered(t, " ; guid = ", item->guid);
        bl_text_char(t, '\n');
    }
}

static void put_types(struct bl_summary_writer *w, const struct bl_summary_items *list,
                      const char *word)
{
    struct bl_text *t = &w->p->text;
    for (uint32_t i = 0; i < list->n && !t->is_cut; i++) {
        const struct bl_summary_item *item = &list->items[i];
        bl_text_numbered(t, "^", item->slot);
        bl_text_put(t, word);
        put_summary_name(t, item->name);
        bl_text_put(t, ", summary: (");
        put_parts(w, item);
        bl_text_numbered(t, ")) ; guid = ", item->guid);
        bl_text_char(t, '\n');
    }
}

static void put_lines(struct bl_summary_writer *w)
{
    struct bl_text *t = &w->p->text;
    uint32_t slot = w->slots.n_slots;
    bl_text_char(t, '\n');
    put_paths(w);
    put_value_lines(w);
    put_types(w, &w->slots.type_ids, " = typeid: (");
    put_types(w, &w->slots.vtables, " = typeidCompatibleVTable: (");
    if (w->info.flags) {
        bl_text_numbered(t, "^", slot++);
        bl_text_numbered(t, " = flags: ", w->info.flags);
        bl_text_char(t, '\n');
    }
    bl_text_numbered(t, "^", slot);
    if (w->is_partial && w->info.n_blocks == 0)
        bl_text_put(t, " = blockcount: <badref>");
    else
        bl_text_numbered(t, " = blockcount: ", w->info.n_blocks);
    bl_text_char(t, '\n');
}

/* ---- The summary ---- */

/* BL_OK, or the failure of a record. */
static int read_records(struct bl_summary_writer *w, struct bl_error *err)
{
    struct bl_summary s;
    int rc;
    w->info = bl_summaries_get_info(w->summaries);
    while ((rc = bl_summaries_next(w->summaries, &s, err)) > 0 && !w->parts_text.is_cut) {
        bool was_bad = w->is_bad;
        read_text_record(w, &s);
        if (w->is_bad && !was_bad)
            w->bad_pos = s.bit_pos;
    }
    w->info = bl_summaries_get_info(w->summaries);
    return rc < 0 ? rc : BL_OK;
}

static void release_writer(struct bl_summary_writer *w)
{
    bl_summaries_close(w->summaries);
    bl_summary_slots_release(&w->slots);
    bl_text_release(&w->parts_text);
    bl_drop(w->parts);
    for (unsigned i = 0; i < BL_N_WAITING; i++)
        bl_text_release(&w->waiting[i]);
    bl_drop(w->stack_ids.items);
    bl_drop(w->radix_tree.items);
    bl_map_release(&w->has_summary);
}

void bl_put_summary(struct bl_printer *p, struct bl_view path)
{
    struct bl_summary_writer w = {.p = p};
    struct bl_text *t = &p->text;
    struct bl_error err;
    w.parts_text.limit = t->limit;
    for (unsigned i = 0; i < BL_N_WAITING; i++)
        w.waiting[i].limit = t->limit;
    int status = bl_summary_slots_make(&w.slots, &p->tables, p->llvm, path);
    if (status == BL_OK)
        status = bl_summaries_open(&w.summaries, p->tables.module, &err);
    if (status > 0) {
        status = read_records(&w, &err);
        w.is_partial = status < 0;
        put_lines(&w);
        if (status < 0)
            bl_printer_damage(p, &err);
        else if (w.is_bad)
            bl_printer_unknown(p, w.bad_pos, "summary of what is not there, or cut short");
    }
    t->is_cut |= w.parts_text.is_cut || w.has_lacked;
    t->has_lacked |= w.parts_text.has_lacked || w.has_lacked || status == BL_E_NOMEM;
    release_writer(&w);
}

bool bl_has_summary(struct bl_printer *p)
{
    struct bl_block block;
    static const uint32_t ids[] = {BL_BLOCK_GLOBALVAL_SUMMARY, BL_BLOCK_FULL_LTO_GLOBALVAL_SUMMARY};
    bool is_there = false;
    for (int i = 0; i < 2 && !is_there; i++)
        is_there = bl_module_note(p->tables.module,
                                  bl_module_child(p->tables.module, ids[i], &block, NULL)) > 0;
    return is_there;
}
