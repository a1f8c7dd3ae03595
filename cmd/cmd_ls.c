/* cmd/cmd_ls.c - the tree of blocks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/text.h"
#include "commands.h"
#include "input/container_facts.h"
#include "input/input.h"
#include "input/paths.h"

#include <inttypes.h>
#include <string.h>

enum {
    OPT_DEPTH
};

const struct option_spec ls_options[] = {
    [OPT_DEPTH] = {"depth", 0, "N|all", "levels to list: 1 (default of a file), 2, …, all"},
    {NULL, 0, NULL, NULL},
};

struct ls {
    struct context *context;
    uint32_t depth; /* 0: not said, which lists a file's blocks and a container's streams */
};

/* One line for a stream inside a container. */
static void put_stream_row(struct ls *ls, const struct input *input)
{
    struct out *o = &ls->context->out;
    char producer[64];
    out_need(bl_stream_producer(&input->stream, producer, sizeof producer, NULL));
    out_colour(o, COLOUR_NAME);
    out_path(o, input->path);
    out_plain(o);
    out_text(o, ": ");
    out_text(o, bl_stream_kind_name(input->stream.kind));
    if (*producer) {
        out_text(o, ", ");
        out_escaped(o, view_of(producer));
    }
    out_printf(o, ", %zu bytes%s", input->found.whole.size,
               input->found.command_line_unclear ? ", command line not separated" : "");
    put_container_facts(o, input->search);
    out_char(o, '\n');
}

static void json_source(struct out *o, const struct input *input)
{
    char producer[64];
    size_t n =
        (size_t)out_need(bl_stream_producer(&input->stream, producer, sizeof producer, NULL));
    json_u64(o, "whole_bytes", input->found.whole.size);
    n = n < sizeof producer ? n : sizeof producer - 1;
    if (n)
        json_view(o, "producer", (struct bl_view){(const uint8_t *)producer, n});
    if (input->found.container)
        json_text(o, "container", input->found.container);
    json_container_facts(o, input->search);
    json_command_line(o, input);
}

static void put_stream(struct ls *ls, const struct input *input)
{
    struct out *o = &ls->context->out;
    const struct bl_stream *s = &input->stream;
    if (!ls->context->json && ls->depth == 0 && !input->is_alone) {
        put_stream_row(ls, input);
        return;
    }
    if (!ls->context->json) {
        out_path(o, input->path);
        out_printf(o, ": %s, %zu bytes", bl_stream_kind_name(s->kind), s->bytes.size);
        if (s->wrapper.magic)
            out_printf(o, " at byte %" PRIu64 " in a wrapper, CPU type 0x%" PRIx32, s->file_offset,
                       s->wrapper.cpu_type);
        out_printf(o, "\n%14s %12s %9s  block\n", "bit", "bytes", "records");
        return;
    }
    json_begin(o, "stream");
    json_text(o, "file", input->path);
    json_text(o, "kind", bl_stream_kind_name(s->kind));
    json_u64(o, "file_offset", s->file_offset);
    json_u64(o, "bytes", s->bytes.size);
    json_bool(o, "wrapped", s->wrapper.magic != 0);
    if (s->wrapper.magic)
        json_u64(o, "cpu_type", s->wrapper.cpu_type);
    json_source(o, input);
    json_end(o);
}

/* The first record's code decides what some old ids mean. */
static uint32_t role_of(struct bl_index *ix, uint32_t number, const struct bl_index_entry *entry,
                        uint32_t parent_id)
{
    uint32_t code = UINT32_MAX;
    struct bl_cursor cursor;
    if (entry->block.block_id == (BL_BLOCK_TYPE_OLD & 0xFF) && entry->expanded &&
        bl_index_cursor(ix, number, &cursor, NULL) == BL_OK) {
        struct bl_record rec = {0};
        if (bl_cursor_read_next(&cursor, &rec) > 0)
            code = rec.code;
        bl_record_release(&rec);
        bl_cursor_release(&cursor);
    }
    return bl_ir_block_role(parent_id, entry->block.block_id, code);
}

static void put_name(struct out *o, const struct input *input, struct bl_index *ix, uint32_t number,
                     struct bl_view name, const struct bl_index_entry *entry)
{
    uint32_t parent_id =
        entry->parent == BL_NONE ? BL_NONE : bl_index_get(ix, entry->parent).block.block_id;
    enum bl_stream_kind kind = input->stream.kind;
    uint32_t id =
        kind == BL_STREAM_LLVM_IR ? role_of(ix, number, entry, parent_id) : entry->block.block_id;
    bl_block_label_print(kind, name, parent_id, id, out_put, o);
}

static void put_text_row(struct ls *ls, const struct input *input, struct bl_index *ix,
                         uint32_t number, uint32_t level)
{
    struct out *o = &ls->context->out;
    struct bl_view name = bl_index_block_name(ix, number);
    struct bl_index_entry entry = bl_index_get(ix, number);
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, entry.block.bit_pos, 14);
    out_plain(o);
    out_char(o, ' ');
    out_u64_wide(o, (uint64_t)entry.block.n_words * 4, 12);
    out_char(o, ' ');
    if (entry.expanded)
        out_u64_wide(o, entry.n_records, 9);
    else
        out_text(o, "        -");
    out_fill(o, ' ', 2 * (size_t)level);
    out_colour(o, COLOUR_NAME);
    put_name(o, input, ix, number, name, &entry);
    out_plain(o);
    if (entry.damaged) {
        out_colour(o, COLOUR_BAD);
        out_text(o, "  (damaged)");
        out_plain(o);
    }
    out_char(o, '\n');
}

static void put_json_row(struct ls *ls, const struct input *input, struct bl_index *ix,
                         uint32_t number, uint32_t level)
{
    struct out *o = &ls->context->out;
    struct bl_view name = bl_index_block_name(ix, number);
    struct bl_index_entry entry = bl_index_get(ix, number);
    json_begin(o, "block");
    json_text(o, "file", input->path);
    json_u64(o, "block", number);
    json_u64_or_null(o, "parent", entry.parent, entry.parent != BL_NONE);
    json_u64(o, "depth", level);
    json_u64(o, "id", entry.block.block_id);
    char text[1024];
    struct out shown = {.data = text, .cap = sizeof text};
    put_name(&shown, input, ix, number, name, &entry);
    json_view(o, "name", (struct bl_view){(const uint8_t *)text, shown.n});
    json_u64(o, "bit_pos", entry.block.bit_pos);
    json_u64(o, "body_pos", entry.block.body_pos);
    json_u64(o, "id_width", entry.block.id_width);
    json_u64(o, "words", entry.block.n_words);
    json_u64_or_null(o, "records", entry.n_records, entry.expanded);
    json_u64_or_null(o, "blocks", entry.n_children, entry.expanded);
    json_bool(o, "damaged", entry.damaged);
    json_end(o);
}

/* The name of BLOCK, and whether it is damaged, may take memory. */
static int load_block(struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    struct bl_cursor cursor;
    int status = bl_index_cursor(ix, block, &cursor, err);
    bl_cursor_release(&cursor);
    return status;
}

static void list(void *data, const struct input *input)
{
    struct ls *ls = data;
    struct bl_error err;
    struct bl_index *ix;
    if (ls->depth == 0 && !input->is_alone) { /* a line of its own; its blocks are skipped */
        put_stream(ls, input);
        if (check_top_level(&input->stream, &err) < 0)
            report_error(ls->context, input->path, &input->stream, &err);
        return;
    }
    uint32_t depth = ls->depth ? ls->depth : 1;
    if (bl_index_open(&ix, &input->stream, &err) < 0) {
        report_error(ls->context, input->path, &input->stream, &err);
        return;
    }
    int status = bl_index_expand(ix, BL_NONE, depth, &err);
    put_stream(ls, input);
    uint32_t level = 0;
    uint32_t at = BL_NONE;
    while ((at = bl_index_next(ix, at, depth, &level)) != BL_NONE) {
        struct bl_error later = {.status = BL_OK};
        if (load_block(ix, at, &later) < 0) {
            err = later;
            status = later.status;
            break;
        }
        if (ls->context->json)
            put_json_row(ls, input, ix, at, level);
        else
            put_text_row(ls, input, ix, at, level);
    }
    if (status < 0)
        report_error(ls->context, input->path, &input->stream, &err);
    bl_index_close(ix);
}

static void put_image(void *data, const struct input *input, const struct bl_image *image)
{
    struct ls *ls = data;
    struct out *o = &ls->context->out;
    if (ls->context->json) {
        json_image(o, input, image);
        return;
    }
    out_colour(o, COLOUR_NAME);
    out_path(o, input->path);
    out_plain(o);
    out_printf(o, ": device image, %zu bytes", image->bytes.size);
    put_container_facts(o, input->search);
    out_char(o, '\n');
}

bool cmd_ls(struct context *c)
{
    struct ls ls = {.context = c};
    const char *argument;
    while (next_option(c, &argument) >= 0)
        ls.depth = parse_depth(c->command, argument);
    struct packed_count packed = {.n = 0};
    visit_streams(c, &(struct visitor){.packed = c->json ? &packed : NULL,
                                       .open_flags = ls.depth <= 1 ? 0 : BL_OPEN_SEQUENTIAL,
                                       .stream = list,
                                       .image = put_image,
                                       .data = &ls});
    if (packed.n > 0) {
        json_begin(&c->out, "packed");
        json_packed(&c->out, &packed);
        json_end(&c->out);
    }
    return true;
}
