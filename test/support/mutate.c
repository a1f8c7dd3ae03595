/* support/mutate.c - damaged files: good and bad ones, changed; the same for the same number
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/mutate.h"

#include "support/rewrite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_SPLICE = 4096, /* bytes that a splice inserts */
    MAX_COPIES_LOG2 =
        12,         /* of a record: so many that work that grows with their square is noticed */
    CODE_WIDTH = 6, /* chunks of code, number of operands and operands of unabbreviated records */
};

struct job {
    const struct mutate_seed *seeds;
    uint32_t n_seeds;
    uint64_t random;
    uint8_t *data;
    size_t size;
};

/* ---- Chance ---- */

/* splitmix64 */
uint64_t mutate_chance(uint64_t *random)
{
    uint64_t z = *random += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static uint64_t chance(struct job *job)
{
    return mutate_chance(&job->random);
}

/* 0 to N - 1; N is not 0. */
static uint64_t below(struct job *job, uint64_t n)
{
    return chance(job) % n;
}

/* A value to put where OLD stands: close to it, or where arithmetic goes wrong. */
static uint64_t odd_value(struct job *job, uint64_t old)
{
    const uint64_t values[] = {0,
                               1,
                               3,
                               0x7F,
                               0xFF,
                               0xFFFF,
                               0x7FFFFFFF,
                               0x80000000,
                               0xFFFFFFF0,
                               0xFFFFFFFF,
                               UINT64_C(0x100000000),
                               UINT64_MAX >> 1,
                               UINT64_MAX,
                               job->size,
                               job->size - 1,
                               job->size / 4,
                               old - 1,
                               old + 1,
                               old * 2,
                               ~old,
                               chance(job)};
    return values[below(job, sizeof values / sizeof values[0])];
}

/* ---- Bits ---- */

static bool get_bit(const struct job *job, uint64_t pos)
{
    return pos / 8 < job->size && job->data[pos / 8] >> pos % 8 & 1;
}

static void set_bit(struct job *job, uint64_t pos, bool bit)
{
    if (pos / 8 < job->size)
        job->data[pos / 8] = (uint8_t)((job->data[pos / 8] & ~(1 << pos % 8)) | bit << pos % 8);
}

static uint64_t get_bits(const struct job *job, uint64_t pos, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++)
        value |= (uint64_t)get_bit(job, pos + i) << i;
    return value;
}

static void set_bits(struct job *job, uint64_t pos, unsigned width, uint64_t value)
{
    for (unsigned i = 0; i < width; i++)
        set_bit(job, pos + i, value >> i & 1);
}

/* After the VBR at POS. */
static uint64_t skip_vbr(const struct job *job, uint64_t pos, unsigned width)
{
    while (get_bit(job, pos + width - 1))
        pos += width;
    return pos + width;
}

/* VALUE in the chunks that the VBR at POS has, as far as it fits; what follows
 * stays where it is. */
static void refill_vbr(struct job *job, uint64_t pos, unsigned width, uint64_t value)
{
    for (uint64_t end = skip_vbr(job, pos, width); pos < end; pos += width, value >>= width - 1)
        set_bits(job, pos, width - 1, value);
}

/* VALUE over the VBR at POS, and over what follows. */
static void write_vbr(struct job *job, uint64_t pos, unsigned width, uint64_t value)
{
    for (; value >> (width - 1); pos += width, value >>= width - 1)
        set_bits(job, pos, width, value | 1U << (width - 1));
    set_bits(job, pos, width, value);
}

static void lie_in_vbr(struct job *job, uint64_t pos, unsigned width)
{
    uint64_t old = get_bits(job, pos, width - 1);
    uint64_t value = odd_value(job, old);
    switch (below(job, 8)) {
    case 0: write_vbr(job, pos, width, value); break;
    case 1: /* without an end */
        for (uint64_t n = 1 + below(job, 20); n-- > 0; pos += width)
            set_bit(job, pos + width - 1, true);
        break;
    default: refill_vbr(job, pos, width, value); break;
    }
}

/* ---- Changes that know nothing ---- */

static bool flip_bits(struct job *job)
{
    for (uint64_t n = 1 + below(job, 8); n-- > 0;) {
        uint64_t pos = below(job, job->size * 8);
        set_bit(job, pos, !get_bit(job, pos));
    }
    return true;
}

static bool fill_bytes(struct job *job)
{
    static const uint8_t same[] = {0, 0xFF, 0x80, 0x7F};
    size_t at = below(job, job->size);
    size_t n = 1 + below(job, below(job, 4) ? 16 : 256);
    bool is_random = below(job, 2);
    uint8_t byte = same[below(job, sizeof same)];
    for (; n-- > 0 && at < job->size; at++)
        job->data[at] = is_random ? (uint8_t)chance(job) : byte;
    return true;
}

static bool truncate_file(struct job *job)
{
    size_t size = below(job, job->size);
    if (below(job, 2))
        size &= ~(size_t)3;
    job->size = size;
    return true;
}

static bool change_word(struct job *job)
{
    size_t at = below(job, job->size) & ~(size_t)3;
    set_bits(job, at * 8, 32, odd_value(job, get_bits(job, at * 8, 32)));
    return true;
}

/* Bytes of another seed (or the same), put in, or over what is there, or instead of the rest. */
static bool splice(struct job *job)
{
    struct bl_view from = job->seeds[below(job, job->n_seeds)].bytes;
    if (from.size == 0)
        return false;
    size_t at = below(job, job->size) & ~(size_t)3;
    size_t begin = below(job, from.size) & ~(size_t)3;
    size_t n = from.size - begin;
    uint64_t how = below(job, 3);
    if (how != 0 && n > MAX_SPLICE)
        n = 1 + below(job, MAX_SPLICE);
    size_t tail = how == 0 ? 0 : job->size - at; /* what follows */
    if (how == 1)
        tail = tail > n ? tail - n : 0;
    uint8_t *data = malloc(at + n + tail + 1);
    if (!data)
        abort();
    memcpy(data, job->data, at);
    memcpy(data + at, from.data + begin, n);
    memcpy(data + at + n, job->data + job->size - tail, tail);
    free(job->data);
    job->data = data;
    job->size = at + n + tail;
    return true;
}

/* ---- Changes inside a stream ---- */

struct place {
    uint64_t pos;    /* first bit of the entry, in the file */
    uint64_t end;    /* after it */
    uint64_t at;     /* BLOCK: the body; a blob: its padding */
    unsigned width;  /* of abbreviation ids around it */
    uint32_t n_ops;  /* of a record */
    uint64_t length; /* of a blob */
};

typedef bool wants_fn(const struct bl_event *event);

static bool is_block(const struct bl_event *event)
{
    return event->kind == BL_EVENT_BLOCK;
}

static bool is_definition(const struct bl_event *event)
{
    return event->kind == BL_EVENT_ABBREV;
}

static bool is_unabbreviated(const struct bl_event *event)
{
    return event->kind == BL_EVENT_RECORD && event->abbrev_id == BL_ABBREV_UNABBREV;
}

static bool has_operands(const struct bl_event *event)
{
    return is_unabbreviated(event) && event->record->n_ops > 0;
}

static bool has_blob(const struct bl_event *event)
{
    return event->kind == BL_EVENT_RECORD && event->record->has_blob;
}

/* One of the streams in the file, each as likely. */
static bool choose_stream(struct job *job, struct bl_stream *stream)
{
    struct bl_view bytes = {.data = job->data, .size = job->size};
    struct bl_search *search;
    struct bl_found found;
    uint64_t n = 0;
    int rc;
    if (bl_search_open(&search, bytes, "none/x", NULL) < 0)
        return false;
    while ((rc = bl_search_next(search, &found, NULL)) != 0)
        if (rc > 0 && below(job, ++n) == 0)
            *stream = found.stream;
    bl_search_close(search);
    return n > 0;
}

static struct place place_of(const struct bl_event *event, uint64_t base)
{
    struct place place = {.pos = base + event->bit_pos, .end = base + event->end_pos};
    if (event->kind == BL_EVENT_BLOCK) {
        place.at = base + event->block->body_pos;
        return place;
    }
    place.width = event->block->id_width;
    if (event->kind == BL_EVENT_RECORD) {
        place.n_ops = event->record->n_ops;
        place.at = base + event->record->blob_pad;
        place.length = event->record->blob.size;
    }
    return place;
}

/* One of the entries that WANTS says yes to, each as likely, of one of the streams. */
static bool choose_entry(struct job *job, wants_fn *wants, struct place *place)
{
    struct bl_stream stream;
    struct bl_walk *walk;
    struct bl_event event;
    uint64_t n = 0;
    int rc;
    if (!choose_stream(job, &stream) ||
        bl_walk_open(&walk, &stream, BL_WALK_RECOVER, NULL, NULL) < 0)
        return false;
    uint64_t base = (uint64_t)(stream.bytes.data - job->data) * 8;
    while ((rc = bl_walk_next(walk, &event, NULL)) != 0)
        if (rc > 0 && wants(&event) && below(job, ++n) == 0)
            *place = place_of(&event, base);
    bl_walk_close(walk);
    return n > 0;
}

static bool lie_in_block_length(struct job *job)
{
    struct place place;
    if (!choose_entry(job, is_block, &place))
        return false;
    uint64_t length = place.at - 32;
    set_bits(job, length, 32, odd_value(job, get_bits(job, length, 32)));
    return true;
}

/* Its id, or the width of abbreviation ids inside. The header ends in its length,
 * which is aligned. */
static bool lie_in_block_header(struct job *job)
{
    struct place place;
    if (!choose_entry(job, is_block, &place))
        return false;
    uint64_t bits = place.at - 32 - place.pos;
    set_bits(job, place.pos + below(job, bits), 1 + (unsigned)below(job, 8), chance(job));
    return true;
}

static bool lie_in_number_of_operands(struct job *job)
{
    struct place place;
    if (!choose_entry(job, is_unabbreviated, &place))
        return false;
    lie_in_vbr(job, skip_vbr(job, place.pos + place.width, CODE_WIDTH), CODE_WIDTH);
    return true;
}

static bool lie_in_record_code(struct job *job)
{
    struct place place;
    if (!choose_entry(job, is_unabbreviated, &place))
        return false;
    lie_in_vbr(job, place.pos + place.width, CODE_WIDTH);
    return true;
}

static bool lie_in_operand(struct job *job)
{
    struct place place;
    if (!choose_entry(job, has_operands, &place))
        return false;
    uint64_t pos = skip_vbr(job, place.pos + place.width, CODE_WIDTH);
    for (uint64_t n = 1 + below(job, place.n_ops < 40 ? place.n_ops : 40); n-- > 0;)
        pos = skip_vbr(job, pos, CODE_WIDTH);
    lie_in_vbr(job, pos, CODE_WIDTH);
    return true;
}

static bool lie_in_blob_length(struct job *job)
{
    struct place place;
    if (!choose_entry(job, has_blob, &place))
        return false;
    unsigned n_chunks = 1;
    while (place.length >>= CODE_WIDTH - 1)
        n_chunks++;
    lie_in_vbr(job, place.at - (uint64_t)n_chunks * CODE_WIDTH, CODE_WIDTH);
    return true;
}

static bool change_abbreviation(struct job *job)
{
    struct place place;
    if (!choose_entry(job, is_definition, &place))
        return false;
    uint64_t pos = place.pos + below(job, place.end - place.pos);
    set_bits(job, pos, 1 + (unsigned)below(job, 6), chance(job));
    return true;
}

/* ---- Changes of whole records ---- */

struct edit {
    struct job *job;
    uint64_t n;      /* records so far */
    uint64_t target; /* the one to be changed */
};

static void edit_operands(struct job *job, struct rewrite_record *record)
{
    size_t at = record->n_ops ? below(job, record->n_ops) : 0;
    record->abbrev_id = BL_ABBREV_UNABBREV;
    switch (below(job, 5)) {
    case 0: record->code = (uint32_t)below(job, BL_IR_CODE_END); break;
    case 1: record->n_ops = at; break;
    case 2:
        for (uint64_t n = below(job, 16) ? 1 : below(job, REWRITE_MAX_OPS);
             n > 0 && record->n_ops < REWRITE_MAX_OPS; n--)
            record->ops[record->n_ops++] = odd_value(job, at);
        break;
    default:
        if (record->n_ops > 0)
            record->ops[at] = below(job, 2) ? below(job, 64) : odd_value(job, record->ops[at]);
        break;
    }
}

static unsigned edit_record(void *context, struct rewrite_record *record)
{
    struct edit *edit = context;
    if (edit->n++ != edit->target)
        return 1;
    switch (below(edit->job, 8)) {
    case 0: return 0;
    case 1: return 1U << below(edit->job, MAX_COPIES_LOG2 + 1);
    default: edit_operands(edit->job, record); return 1;
    }
}

/* NEW instead of the bytes of STREAM. */
static void replace_stream(struct job *job, const struct bl_stream *stream, struct bl_view new)
{
    size_t begin = (size_t)(stream->bytes.data - job->data);
    size_t end = begin + stream->bytes.size;
    uint8_t *data = malloc(job->size - stream->bytes.size + new.size + 1);
    if (!data)
        abort();
    memcpy(data, job->data, begin);
    memcpy(data + begin, new.data, new.size);
    memcpy(data + begin + new.size, job->data + end, job->size - end);
    free(job->data);
    job->data = data;
    job->size += new.size - stream->bytes.size;
}

/* One record changed, left out or repeated, and everything around it as it should be. */
static bool change_record(struct job *job)
{
    struct bl_stream stream;
    struct bl_writer *counting;
    struct bl_writer *writing;
    struct bl_view bytes;
    struct edit edit = {.job = job, .target = UINT64_MAX};
    if (!choose_stream(job, &stream))
        return false;
    if (bl_writer_open(&counting, NULL) < 0 || bl_writer_open(&writing, NULL) < 0)
        abort();
    (void)rewrite_stream(&stream, counting, edit_record, &edit);
    if (edit.n > 0)
        edit = (struct edit){.job = job, .target = below(job, edit.n)};
    (void)rewrite_stream(&stream, writing, edit_record, &edit);
    bool done = edit.n > 0 && bl_writer_finish(writing, &bytes, NULL) == BL_OK;
    if (done)
        replace_stream(job, &stream, bytes);
    bl_writer_close(counting);
    bl_writer_close(writing);
    return done;
}

/* ---- Changes in headers of containers ---- */

enum {
    AR_HEADER = 60,  /* of a member; its last two bytes are `\n */
    AR_SIZE_AT = 48, /* ten digits */
    MOST_HEADERS = 1024,
};

static bool begins_with(const struct job *job, const char *magic, size_t n)
{
    return job->size >= n && memcmp(job->data, magic, n) == 0;
}

/* A field of the header of a member, in decimal digits. */
static bool lie_in_archive(struct job *job)
{
    static const uint8_t fields[] = {0, 0, AR_SIZE_AT, AR_SIZE_AT, AR_SIZE_AT, 40};
    size_t header = 0;
    uint64_t n = 0;
    for (size_t i = AR_HEADER; i < job->size; i++)
        if (job->data[i - 1] == '`' && job->data[i] == '\n' && below(job, ++n) == 0)
            header = i + 1 - AR_HEADER;
    if (n == 0 || header < 8)
        return false;
    static const char *const before[] = {"", "", "", "", "/", "#1/", "-", "0x"};
    char text[40];
    size_t at = header + fields[below(job, sizeof fields)];
    snprintf(text, sizeof text, "%s%-10lld", before[below(job, 8)],
             (long long)odd_value(job, below(job, 100)));
    memcpy(job->data + at, text, 10);
    return true;
}

/* Where the table of sections of an ELF file is; 0 where that is nowhere. */
static size_t elf_sections(const struct job *job)
{
    bool is_64 = job->size > 64 && job->data[4] == 2;
    bool is_big = job->data[5] == 2;
    size_t at = is_64 ? 40 : 32;
    uint64_t value = 0;
    for (unsigned i = 0; i < 4; i++)
        value |= (uint64_t)job->data[at + (is_64 && is_big ? 4 : 0) + i]
                 << 8 * (is_big ? 3 - i : i);
    return value + 4 < job->size ? (size_t)value : 0;
}

/* A word of two, four or eight bytes of either order among what may be headers. */
static bool lie_in_container(struct job *job)
{
    if (begins_with(job, "!<arch>", 7) || begins_with(job, "!<thin>", 7))
        return lie_in_archive(job);
    if (job->size < 64 || begins_with(job, "BC\xC0\xDE", 4))
        return false;
    size_t begin = 0;
    if (begins_with(job,
                    "\x7F"
                    "ELF",
                    4) &&
        below(job, 3) > 0)
        begin = elf_sections(job);
    size_t room = job->size - begin < MOST_HEADERS ? job->size - begin : MOST_HEADERS;
    unsigned width = 16U << below(job, 3);
    bool is_big = below(job, 4) == 0;
    size_t at = begin + (below(job, room) & ~(size_t)(width / 8 - 1));
    uint64_t value = odd_value(job, get_bits(job, at * 8, width));
    for (unsigned i = 0; i < width / 8; i++)
        set_bits(job, (at + i) * 8, 8, value >> 8 * (is_big ? width / 8 - 1 - i : i) & 0xFF);
    return true;
}

/* ---- All of them ---- */

static const struct change {
    const char *name;
    bool (*make)(struct job *job); /* false where there is no place for it */
} changes[] = {
    {"bits flipped", flip_bits},
    {"bytes filled", fill_bytes},
    {"cut off", truncate_file},
    {"word", change_word},
    {"splice", splice},
    {"block length", lie_in_block_length},
    {"block header", lie_in_block_header},
    {"number of operands", lie_in_number_of_operands},
    {"record code", lie_in_record_code},
    {"operand", lie_in_operand},
    {"record", change_record},
    {"record", change_record}, /* as often as it gets far */
    {"blob length", lie_in_blob_length},
    {"abbreviation", change_abbreviation},
    {"container header", lie_in_container},
};

static const char *add_change(struct job *job)
{
    const struct change *change = &changes[below(job, sizeof changes / sizeof changes[0])];
    if (!change->make(job)) {
        change = &changes[0];
        change->make(job);
    }
    return change->name;
}

static void copy_bytes(struct job *job, struct bl_view bytes)
{
    job->size = bytes.size;
    job->data = malloc(bytes.size + 1);
    if (!job->data)
        abort();
    if (bytes.size > 0)
        memcpy(job->data, bytes.data, bytes.size);
}

struct mutant mutate(const struct mutate_seed *seeds, uint32_t n_seeds, uint64_t number)
{
    struct job job = {.seeds = seeds, .n_seeds = n_seeds, .random = number << 20};
    struct mutant mutant = {.seed = (uint32_t)below(&job, n_seeds)};
    copy_bytes(&job, seeds[mutant.seed].bytes);
    uint64_t n = below(&job, 2) ? 1 : 1 + below(&job, MUTATE_MAX_CHANGES);
    while (n-- > 0 && job.size > 0)
        mutant.changes[mutant.n_changes++] = add_change(&job);
    mutant.data = job.data;
    mutant.size = job.size;
    return mutant;
}

size_t mutate_in_place(uint8_t *data, size_t size, size_t max_size, uint64_t number)
{
    struct mutate_seed self = {.bytes = {.data = data, .size = size}};
    struct job job = {.seeds = &self, .n_seeds = 1, .random = number};
    copy_bytes(&job, self.bytes);
    if (size > 0)
        (void)add_change(&job);
    size = job.size < max_size ? job.size : max_size;
    memcpy(data, job.data, size);
    free(job.data);
    return size;
}
