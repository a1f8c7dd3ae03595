/* cmd/cmd_dump.c - blocks, abbreviations and records, with positions and names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "array.h"
#include "commands.h"
#include "input.h"
#include "labels.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

enum {
    OPT_BLOCK,
    OPT_AT,
    OPT_BLOBS
};

const struct option_spec dump_options[] = {
    [OPT_BLOCK] = {"block", 'b', "NAME|ID", "only blocks of this kind; may be given several times"},
    [OPT_AT] = {"at", 0, "BITPOS", "only what stands at this bit"},
    [OPT_BLOBS] = {"blobs", 0, NULL, "print unprintable blobs too, in hex escapes"},
    {NULL, 0, NULL, NULL},
};

enum {
    MAX_WANTED = 64
};

struct dump {
    struct parser parser;
    struct out out;
    uint32_t wanted[MAX_WANTED];
    int n_wanted;
    bool has_at, blobs;
    uint64_t at;
    bool found; /* what --at asked for */
    /* Of the file at hand: roles of the open blocks, outermost first (bl_ir_block_role). */
    const struct input *input;
    uint32_t *roles;
    uint32_t n_roles, cap_roles;
};

static bool is_wanted(const struct dump *d, uint32_t role)
{
    for (int i = 0; i < d->n_wanted; i++)
        if (d->wanted[i] == role)
            return true;
    return d->n_wanted == 0;
}

static bool push_role(struct dump *d, uint32_t role)
{
    if (!array_room(&d->roles, &d->cap_roles, d->n_roles))
        return false;
    d->roles[d->n_roles++] = role;
    return true;
}

static uint32_t innermost_role(const struct dump *d)
{
    return d->n_roles ? d->roles[d->n_roles - 1] : BL_NO_BLOCK;
}

/* ---- Text ---- */

static void begin_line(struct dump *d, uint64_t bit_pos, uint32_t depth)
{
    struct out *o = &d->out;
    out_colour(o, COLOUR_POSITION);
    out_u64_wide(o, bit_pos, 12);
    out_plain(o);
    out_fill(o, ' ', 2 + 2 * (size_t)depth);
}

static void text_block(struct dump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    struct out *o = &d->out;
    const struct bl_block *block = event->block;
    begin_line(d, event->bit_pos, event->depth);
    out_colour(o, COLOUR_NAME);
    put_block_name(o, d->input->stream.kind, bl_walk_block_name(walk, block->block_id),
                   event->parent_id, innermost_role(d));
    out_plain(o);
    out_printf(o, " block %" PRIu32 ", %" PRIu32 " words, ids of %" PRIu32 " bits\n",
               block->block_id, block->n_words, block->id_width);
}

static void put_abbrev_op(struct out *o, const struct bl_abbrev_op *op)
{
    switch ((enum bl_encoding)op->encoding) {
    case BL_ENC_LITERAL: out_u64(o, op->literal); break;
    case BL_ENC_FIXED: out_printf(o, "fixed%u", op->width); break;
    case BL_ENC_VBR: out_printf(o, "vbr%u", op->width); break;
    case BL_ENC_ARRAY: out_text(o, "array"); break;
    case BL_ENC_CHAR6: out_text(o, "char6"); break;
    case BL_ENC_BLOB: out_text(o, "blob"); break;
    }
}

static void put_abbrev_ops(struct out *o, const struct bl_event *event)
{
    for (uint32_t i = 0; i < event->n_abbrev_ops; i++) {
        if (i > 0)
            out_char(o, ' ');
        put_abbrev_op(o, &event->abbrev_ops[i]);
    }
}

static void text_abbrev(struct dump *d, const struct bl_event *event)
{
    struct out *o = &d->out;
    begin_line(d, event->bit_pos, event->depth);
    out_colour(o, COLOUR_DIM);
    /* In BLOCKINFO the id depends on the block that is described. */
    if (event->block->block_id == 0)
        out_text(o, "abbreviation: ");
    else
        out_printf(o, "abbreviation %" PRIu32 ": ", event->abbrev_id);
    put_abbrev_ops(o, event);
    out_plain(o);
    out_char(o, '\n');
}

/* The number of the operand from which on a record is text: where the format says so, or where an
 * array begins; n_ops where what stands there is not printable. */
static uint32_t text_at(const struct dump *d, const struct bl_record *rec)
{
    uint32_t at = d->input->stream.kind == BL_STREAM_LLVM_IR
                      ? bl_ir_record_text_at(innermost_role(d), rec->code)
                      : UINT32_MAX;
    if (at > rec->n_ops)
        at = rec->has_array ? rec->array_at : rec->n_ops;
    for (uint32_t i = at; i < rec->n_ops; i++)
        if (rec->ops[i] < 0x20 || rec->ops[i] > 0x7E)
            return rec->n_ops;
    return at;
}

static void put_text(struct out *o, const struct bl_record *rec, uint32_t at)
{
    out_colour(o, COLOUR_STRING);
    out_text(o, " \"");
    for (uint32_t i = at; i < rec->n_ops; i++)
        out_char(o, (char)rec->ops[i]);
    out_char(o, '"');
    out_plain(o);
}

static void put_blob(struct dump *d, const struct bl_record *rec)
{
    struct out *o = &d->out;
    uint64_t at = (uint64_t)(rec->blob.data - d->input->stream.bytes.data) * 8;
    out_printf(o, " blob of %zu bytes at %" PRIu64, rec->blob.size, at);
    if (rec->blob.size && (d->blobs || is_printable(rec->blob))) {
        out_text(o, ": ");
        out_colour(o, COLOUR_STRING);
        out_char(o, '"');
        out_escaped(o, rec->blob);
        out_char(o, '"');
        out_plain(o);
    }
}

static void text_record(struct dump *d, struct bl_view stated, uint32_t depth,
                        const struct bl_record *rec)
{
    struct out *o = &d->out;
    begin_line(d, rec->bit_pos, depth);
    out_colour(o, COLOUR_NAME);
    put_record_name(o, d->input->stream.kind, stated, innermost_role(d), rec->code);
    out_plain(o);
    out_colour(o, COLOUR_DIM);
    if (rec->abbrev_id == BL_ABBREV_UNABBREV) {
        out_text(o, " (");
        out_u64(o, rec->code);
    } else {
        out_text(o, " (");
        out_u64(o, rec->code);
        out_text(o, ", abbreviation ");
        out_u64(o, rec->abbrev_id);
    }
    out_char(o, ')');
    out_plain(o);
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        out_char(o, ' ');
        out_u64(o, rec->ops[i]);
    }
    uint32_t text = text_at(d, rec);
    if (text < rec->n_ops)
        put_text(o, rec, text);
    if (rec->has_blob)
        put_blob(d, rec);
    out_char(o, '\n');
}

/* ---- JSON ---- */

static void json_name(struct out *o, const char *key, const struct out *name)
{
    json_key(o, key);
    json_string(o, (struct bl_view){.data = (const uint8_t *)name->data, .size = name->n});
}

static void json_block(struct dump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    struct out *o = &d->out;
    char text[1024];
    struct out name = {.data = text, .cap = sizeof text};
    put_block_name(&name, d->input->stream.kind, bl_walk_block_name(walk, event->block->block_id),
                   event->parent_id, innermost_role(d));
    json_begin(o, "block");
    json_text(o, "file", d->input->path);
    json_u64(o, "depth", event->depth + 1);
    json_u64(o, "id", event->block->block_id);
    json_name(o, "name", &name);
    json_u64(o, "bit_pos", event->bit_pos);
    json_u64(o, "body_pos", event->block->body_pos);
    json_u64(o, "id_width", event->block->id_width);
    json_u64(o, "words", event->block->n_words);
    json_end(o);
}

static void json_abbrev(struct dump *d, const struct bl_event *event)
{
    struct out *o = &d->out;
    json_begin(o, "abbreviation");
    json_text(o, "file", d->input->path);
    json_u64(o, "block", event->block->block_id);
    json_u64(o, "bit_pos", event->bit_pos);
    if (event->block->block_id != 0)
        json_u64(o, "abbrev", event->abbrev_id);
    json_key(o, "operands");
    out_char(o, '"');
    put_abbrev_ops(o, event);
    out_char(o, '"');
    json_end(o);
}

static void json_text_operands(struct dump *d, const struct bl_record *rec)
{
    struct out *o = &d->out;
    uint32_t at = text_at(d, rec);
    if (at == rec->n_ops)
        return;
    json_key(o, "text");
    out_char(o, '"');
    for (; at < rec->n_ops; at++) {
        if (rec->ops[at] == '"' || rec->ops[at] == '\\')
            out_char(o, '\\');
        out_char(o, (char)rec->ops[at]);
    }
    out_char(o, '"');
}

static void json_record(struct dump *d, struct bl_view stated, uint32_t block_id,
                        const struct bl_record *rec)
{
    struct out *o = &d->out;
    char text[1024];
    struct out name = {.data = text, .cap = sizeof text};
    put_record_name(&name, d->input->stream.kind, stated, innermost_role(d), rec->code);
    json_begin(o, "record");
    json_text(o, "file", d->input->path);
    json_u64(o, "block", block_id);
    json_u64(o, "bit_pos", rec->bit_pos);
    json_u64(o, "bits", rec->end_pos - rec->bit_pos);
    json_u64(o, "code", rec->code);
    json_name(o, "name", &name);
    json_u64(o, "abbrev", rec->abbrev_id);
    json_key(o, "ops");
    out_char(o, '[');
    for (uint32_t i = 0; i < rec->n_ops; i++) {
        if (i > 0)
            out_char(o, ',');
        out_u64(o, rec->ops[i]);
    }
    out_char(o, ']');
    json_text_operands(d, rec);
    if (rec->has_blob) {
        json_u64(o, "blob_pos", (uint64_t)(rec->blob.data - d->input->stream.bytes.data) * 8);
        json_u64(o, "blob_bytes", rec->blob.size);
        if (d->blobs || is_printable(rec->blob)) {
            json_key(o, "blob");
            json_string(o, rec->blob);
        }
    }
    json_end(o);
}

/* ---- Walking ---- */

/* Whether the entry covers the bit that --at names. A block's own bits are its header. */
static bool covers(struct dump *d, const struct bl_event *event)
{
    if (!d->has_at)
        return true;
    bool hit = event->bit_pos <= d->at && d->at < event->end_pos;
    d->found |= hit;
    return hit;
}

static uint32_t role_of(const struct dump *d, const struct bl_walk *walk,
                        const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    uint32_t code = UINT32_MAX;
    if (d->input->stream.kind != BL_STREAM_LLVM_IR)
        return id;
    if (id == (BL_BLOCK_TYPE_OLD & 0xFF))
        (void)bl_walk_peek_code(walk, &code);
    return bl_ir_block_role(event->parent_id, id, code);
}

static bool begin_block(struct dump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t role = role_of(d, walk, event);
    if (!push_role(d, role))
        return false;
    if (!is_wanted(d, role) || !covers(d, event))
        return true;
    if (d->parser.common.json)
        json_block(d, walk, event);
    else
        text_block(d, walk, event);
    return true;
}

static void put_record(struct dump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    uint32_t id = event->block->block_id;
    struct bl_view stated = bl_walk_record_name(walk, id, event->code);
    if (d->parser.common.json)
        json_record(d, stated, id, event->record);
    else
        text_record(d, stated, event->depth, event->record);
}

static bool take_event(struct dump *d, const struct bl_walk *walk, const struct bl_event *event)
{
    if (event->kind == BL_EVENT_BLOCK)
        return begin_block(d, walk, event);
    if (event->kind == BL_EVENT_BLOCK_END) {
        d->n_roles--;
        (void)covers(d, event);
        return true;
    }
    if (!is_wanted(d, innermost_role(d)) || !covers(d, event))
        return true;
    if (event->kind == BL_EVENT_RECORD)
        put_record(d, walk, event);
    else if (d->parser.common.json)
        json_abbrev(d, event);
    else
        text_abbrev(d, event);
    return true;
}

/* All events of WALK, until --at is answered. */
static int dump_walk(struct dump *d, struct bl_walk *walk, struct bl_error *err)
{
    struct bl_event event;
    int rc = 0;
    d->n_roles = 0;
    while (!(d->has_at && d->found) && (rc = bl_walk_next(walk, &event, err)) > 0)
        if (!take_event(d, walk, &event)) {
            *err = (struct bl_error){.status = BL_E_NOMEM, .what = "no memory"};
            return BL_E_NOMEM;
        }
    return rc;
}

static int dump_block(struct dump *d, struct bl_index *ix, uint32_t block, struct bl_error *err)
{
    struct bl_walk *walk;
    int rc = bl_index_walk(ix, block, BL_WALK_FLAT, &walk, err);
    if (rc == BL_OK)
        rc = dump_walk(d, walk, err);
    bl_walk_close(walk);
    return rc;
}

static void put_place(struct dump *d, const struct bl_index *ix, uint32_t block)
{
    struct bl_error place = {0};
    bl_index_path(ix, block, &place);
    if (d->parser.common.json)
        return;
    put_path(&d->out, &d->input->stream, &place);
    out_text(&d->out, ":\n");
}

static int dump_at(struct dump *d, struct bl_index *ix, struct bl_error *err)
{
    uint32_t block = bl_index_find(ix, d->at);
    d->found = false;
    int rc = BL_OK;
    if (block != BL_NO_BLOCK) {
        put_place(d, ix, block);
        rc = dump_block(d, ix, block, err);
    }
    if (rc < 0 || d->found)
        return rc;
    *err = (struct bl_error){.status = BL_E_ARGUMENT,
                             .what = "no block, abbreviation or record stands at this bit",
                             .has_pos = true,
                             .bit_pos = d->at};
    return BL_E_ARGUMENT;
}

/* The wanted blocks only. Damage elsewhere is told, too: a wanted block may have been lost. */
static int dump_wanted(struct dump *d, struct bl_index *ix, struct bl_error *err)
{
    int result = bl_index_expand(ix, BL_NO_BLOCK, UINT32_MAX, err);
    uint32_t level = 0;
    uint32_t at = BL_NO_BLOCK;
    while ((at = bl_index_next(ix, at, UINT32_MAX, &level)) != BL_NO_BLOCK) {
        struct bl_error later;
        uint32_t id = bl_index_get(ix, at).block.block_id;
        bool may_be_wanted = false;
        for (int i = 0; i < d->n_wanted; i++)
            may_be_wanted |=
                (d->wanted[i] & ~(1u << 31)) == id; /* a pseudo id holds the real one */
        int rc = may_be_wanted ? dump_block(d, ix, at, result < 0 ? &later : err) : BL_OK;
        result = rc < 0 && result == BL_OK ? rc : result;
    }
    return result;
}

static int dump_parts(struct dump *d, const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_index *ix;
    int rc = bl_index_open(&ix, stream, err);
    if (rc == BL_OK)
        rc = d->has_at ? dump_at(d, ix, err) : dump_wanted(d, ix, err);
    bl_index_close(ix);
    return rc;
}

static int dump_all(struct dump *d, const struct bl_stream *stream, struct bl_error *err)
{
    struct bl_walk *walk;
    int rc = bl_walk_open(&walk, stream, 0, NULL, err);
    if (rc == BL_OK)
        rc = dump_walk(d, walk, err);
    bl_walk_close(walk);
    return rc;
}

static bool dump_file(void *context, const struct input *input)
{
    struct dump *d = context;
    struct bl_error err;
    d->input = input;
    int rc = d->has_at || d->n_wanted ? dump_parts(d, &input->stream, &err)
                                      : dump_all(d, &input->stream, &err);
    if (rc < 0)
        report_error(&d->out, &d->parser.common, input, input->path, &err);
    return rc >= 0;
}

static bool parse_position(const char *text, uint64_t *position)
{
    char *end;
    errno = 0;
    *position = strtoull(text, &end, 0);
    return *text >= '0' && *text <= '9' && !*end && !errno;
}

static int take_option(struct dump *d, int option, const char *argument)
{
    const struct command *command = d->parser.command;
    switch (option) {
    case OPT_BLOCK:
        if (d->n_wanted == MAX_WANTED)
            return usage_error(command, "more than %d times --block", MAX_WANTED);
        if (!parse_block(argument, &d->wanted[d->n_wanted++]))
            return usage_error(command, "'%s' is no block of LLVM IR and no number", argument);
        return EXIT_OK;
    case OPT_AT:
        d->has_at = true;
        if (!parse_position(argument, &d->at))
            return usage_error(command, "'%s' is no bit position", argument);
        return EXIT_OK;
    default: d->blobs = true; return EXIT_OK;
    }
}

int cmd_dump(int argc, char **argv)
{
    struct dump d = {.parser.command = find_command("dump")};
    const char *argument;
    int option;
    while ((option = parser_next(&d.parser, argc, argv, &argument)) >= 0) {
        int status = take_option(&d, option, argument);
        if (status != EXIT_OK)
            return status;
    }
    if (option == PARSE_EXIT)
        return d.parser.exit_status;
    out_init(&d.out, d.parser.common.colour);
    unsigned flags = d.has_at ? 0 : BL_OPEN_SEQUENTIAL;
    int status = for_each_input(d.parser.command, &d.parser.common, flags, &d.out, argc - optind,
                                argv + optind, dump_file, &d);
    free(d.roles);
    return out_close(&d.out) ? status : EXIT_BAD_INPUT;
}
