/* other/remarks.c - optimization remarks, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A block for each remark, and blocks of metadata before or after them, one of which has the string
 * table: texts that end with a NUL, to which records refer by number.
 */
#include "bitleap_remarks.h"

#include "base/grow.h"
#include "base/status.h"
#include "index/index.h"
#include "stream/limit.h"

#include <string.h>

/* llvm/Remarks/BitstreamRemarkContainer.h */
enum {
    META_BLOCK = 8,
    REMARK_BLOCK = 9,
};

enum {
    META_STRING_TABLE = 3,
    META_EXTERNAL_FILE = 4,
    REMARK_HEADER = 5,
    REMARK_LOCATION = 6,
    REMARK_HOTNESS = 7,
    REMARK_ARGUMENT_WITH_LOCATION = 8,
    REMARK_ARGUMENT = 9,
};

enum {
    MIN_ARGUMENT_BYTES = 2, /* 18 bits in LLVM's abbreviations */
};

struct bl_remarks {
    struct bl_index *index;
    const struct bl_remarks *strings_of; /* this one, or another */
    uint32_t block, n_blocks;            /* at the top level: the next one to read */
    bool has_strings, has_ended;
    struct bl_view strings, file;
    uint32_t *ends; /* of each string, where its NUL is */
    size_t n_strings, cap_ends;
    struct bl_record rec;
    struct bl_remark_argument *arguments;
    size_t cap_arguments;
};

const char *bl_remark_kind_name(unsigned kind)
{
    static const char *const names[] = {
        "Unknown",           "Passed",           "Missed",  "Analysis",
        "AnalysisFPCommute", "AnalysisAliasing", "Failure",
    };
    return names[kind <= BL_REMARK_FAILURE ? kind : BL_REMARK_UNKNOWN];
}

/* ---- Strings ---- */

static int index_strings(struct bl_remarks *r, struct bl_cursor *c)
{
    struct bl_view strings = r->strings;
    if (strings.size >= UINT32_MAX)
        return bl_cursor_fail(c, BL_E_LIMIT, "string table of 4 GiB or more", r->rec.bit_pos);
    for (size_t at = 0; at < strings.size; at = (size_t)r->ends[r->n_strings - 1] + 1) {
        const uint8_t *nul = memchr(strings.data + at, 0, strings.size - at);
        uint32_t end = (uint32_t)(nul ? (size_t)(nul - strings.data) : strings.size);
        if (bl_append(&r->ends, &r->n_strings, &r->cap_ends, end) < 0)
            return bl_cursor_fail(c, BL_E_NOMEM, "no memory for strings", r->rec.bit_pos);
    }
    return BL_OK;
}

/* String NUMBER of those of R; false: there is none. */
static bool find_string(const struct bl_remarks *r, uint64_t number, struct bl_view *string)
{
    const struct bl_remarks *from = r->strings_of;
    if (number >= from->n_strings)
        return false;
    size_t start = number > 0 ? (size_t)from->ends[number - 1] + 1 : 0;
    *string =
        (struct bl_view){.data = from->strings.data + start, .size = from->ends[number] - start};
    return true;
}

/* ---- Metadata ---- */

static int read_meta_record(struct bl_remarks *r, struct bl_cursor *c)
{
    if (r->rec.code != META_STRING_TABLE && r->rec.code != META_EXTERNAL_FILE)
        return BL_OK;
    if (!r->rec.has_blob)
        return bl_cursor_fail(c, BL_E_MALFORMED, "string table or path without a blob",
                              r->rec.bit_pos);
    if (r->rec.code == META_EXTERNAL_FILE) {
        r->file = r->rec.blob;
        return BL_OK;
    }
    if (r->has_strings)
        return bl_cursor_fail(c, BL_E_MALFORMED, "second string table", r->rec.bit_pos);
    r->has_strings = true;
    r->strings = r->rec.blob;
    return index_strings(r, c);
}

static int read_meta(struct bl_remarks *r, uint32_t block, struct bl_error *err)
{
    struct bl_cursor cursor;
    int rc = bl_index_cursor(r->index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0)
        rc = read_meta_record(r, &cursor);
    if (rc < 0 && err)
        bl_cursor_error(&cursor, err);
    bl_cursor_release(&cursor);
    return rc;
}

static uint32_t id_of(const struct bl_remarks *r, uint32_t block)
{
    return bl_index_get(r->index, block).block.block_id;
}

static int open_index(struct bl_remarks *r, const struct bl_stream *stream, struct bl_error *err)
{
    static const struct bl_top_kinds none;
    uint32_t first;
    int rc = bl_index_open_by(&r->index, stream, &none, err);
    if (rc < 0)
        return rc;
    /* Damage after blocks is reported after their remarks. */
    rc = bl_index_children(r->index, BL_NONE, &first, &r->n_blocks, err);
    if (rc == BL_E_NOMEM)
        return rc;
    for (uint32_t block = 0; block < r->n_blocks; block++) {
        if (id_of(r, block) != META_BLOCK)
            continue;
        rc = read_meta(r, block, err);
        if (rc < 0)
            return rc;
    }
    return BL_OK;
}

int bl_remarks_open(struct bl_remarks **remarks, const struct bl_stream *stream,
                    const struct bl_remarks *strings_of, struct bl_error *err)
{
    *remarks = NULL;
    if (stream->kind != BL_STREAM_REMARKS)
        return bl_fail(err, BL_E_ARGUMENT, "these are no remarks");
    struct bl_remarks *r = bl_new(sizeof *r);
    if (!r)
        return bl_fail(err, BL_E_NOMEM, "no memory for remarks");
    int rc = open_index(r, stream, err);
    if (rc < 0) {
        bl_remarks_close(r);
        return rc;
    }
    r->strings_of = r->has_strings || !strings_of ? r : strings_of;
    *remarks = r;
    return BL_OK;
}

void bl_remarks_close(struct bl_remarks *remarks)
{
    if (!remarks)
        return;
    bl_index_close(remarks->index);
    bl_record_release(&remarks->rec);
    bl_drop(remarks->ends);
    bl_drop(remarks->arguments);
    bl_drop(remarks);
}

struct bl_view bl_remarks_file(const struct bl_remarks *remarks)
{
    return remarks->file;
}

/* ---- Remarks ---- */

/* A remark as its records say, whose strings are looked up afterwards. */
struct reading {
    struct bl_remarks *remarks;
    struct bl_cursor *cursor;
    struct bl_remark *remark;
    bool has_header;
};

static int fail_remark(struct reading *at, const char *what)
{
    return bl_cursor_fail(at->cursor, BL_E_MALFORMED, what, at->remarks->rec.bit_pos);
}

static int get_string(struct reading *at, uint32_t op, struct bl_view *string)
{
    struct bl_remarks *r = at->remarks;
    if (find_string(r, r->rec.ops[op], string))
        return BL_OK;
    if (r->strings_of->has_strings)
        return fail_remark(at, "string that is not in the string table");
    /* Once is enough. */
    r->block = r->n_blocks;
    r->has_ended = true;
    return fail_remark(at, "the strings are in an object file, not in this stream");
}

/* Operands from OP on. */
static int get_location(struct reading *at, uint32_t op, struct bl_remark_location *location)
{
    const uint64_t *ops = at->remarks->rec.ops + op;
    if (ops[1] > UINT32_MAX || ops[2] > UINT32_MAX)
        return fail_remark(at, "line or column of more than 32 bits");
    location->line = (uint32_t)ops[1];
    location->column = (uint32_t)ops[2];
    return get_string(at, op, &location->file);
}

static int read_remarks_header(struct reading *at)
{
    uint64_t kind = at->remarks->rec.ops[0];
    if (kind > BL_REMARK_FAILURE)
        return fail_remark(at, "remark of an unknown kind");
    at->has_header = true;
    at->remark->kind = (uint8_t)kind;
    if (get_string(at, 1, &at->remark->name) < 0 || get_string(at, 2, &at->remark->pass) < 0)
        return at->cursor->status;
    return get_string(at, 3, &at->remark->function);
}

static int read_argument(struct reading *at)
{
    struct bl_remarks *r = at->remarks;
    uint32_t *n = &at->remark->n_arguments;
    struct bl_remark_argument argument = {.has_location =
                                              r->rec.code == REMARK_ARGUMENT_WITH_LOCATION};
    if (bl_limit_records(at->cursor, *n, MIN_ARGUMENT_BYTES, "more arguments than the limit") < 0 ||
        get_string(at, 0, &argument.key) < 0 || get_string(at, 1, &argument.value) < 0 ||
        (argument.has_location && get_location(at, 2, &argument.location) < 0))
        return at->cursor->status;
    if (bl_append(&r->arguments, n, &r->cap_arguments, argument) < 0)
        return bl_cursor_fail(at->cursor, BL_E_NOMEM, "no memory for arguments", r->rec.bit_pos);
    return BL_OK;
}

static int read_remark_record(struct reading *at)
{
    static const uint8_t n_ops[] = {
        [REMARK_HEADER] = 4,   [REMARK_LOCATION] = 3,
        [REMARK_HOTNESS] = 1,  [REMARK_ARGUMENT_WITH_LOCATION] = 5,
        [REMARK_ARGUMENT] = 2,
    };
    const struct bl_record *rec = &at->remarks->rec;
    if (rec->code < REMARK_HEADER || rec->code > REMARK_ARGUMENT)
        return BL_OK; /* of a later LLVM */
    if (rec->n_ops != n_ops[rec->code])
        return fail_remark(at, "wrong number of operands in a remark");
    switch (rec->code) {
    case REMARK_HEADER: return read_remarks_header(at);
    case REMARK_LOCATION:
        at->remark->has_location = true;
        return get_location(at, 0, &at->remark->location);
    case REMARK_HOTNESS:
        at->remark->has_hotness = true;
        at->remark->hotness = rec->ops[0];
        return BL_OK;
    default: return read_argument(at);
    }
}

static int read_remark(struct bl_remarks *r, uint32_t block, struct bl_remark *remark,
                       struct bl_error *err)
{
    struct bl_cursor cursor;
    struct reading at = {.remarks = r, .cursor = &cursor, .remark = remark};
    *remark = (struct bl_remark){.bit_pos = bl_index_get(r->index, block).block.bit_pos};
    int rc = bl_index_cursor(r->index, block, &cursor, NULL);
    while (rc >= 0 && (rc = bl_cursor_read_next(&cursor, &r->rec)) > 0)
        rc = read_remark_record(&at);
    if (rc == 0 && !at.has_header)
        rc = bl_cursor_fail(&cursor, BL_E_MALFORMED, "remark without a header", remark->bit_pos);
    if (rc < 0 && err)
        bl_cursor_error(&cursor, err);
    bl_cursor_release(&cursor);
    remark->arguments = r->arguments;
    return rc < 0 ? rc : 1;
}

int bl_remarks_next(struct bl_remarks *remarks, struct bl_remark *remark, struct bl_error *err)
{
    struct bl_remarks *r = remarks;
    uint64_t bit_pos;
    while (r->block < r->n_blocks) {
        uint32_t block = r->block++;
        if (id_of(r, block) == REMARK_BLOCK)
            return read_remark(r, block, remark, err);
    }
    if (r->has_ended)
        return 0;
    r->has_ended = true;
    return bl_index_end(r->index, &bit_pos, err);
}
