/* support/make_catalog.c - catalogs made by hand, right and wrong ones
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/make_catalog.h"

#include "base/file.h"
#include "base/grow.h"
#include "base/load.h"
#include "catalog/catalog.h"
#include "catalog/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

void make_set(uint8_t *field, size_t size, uint64_t value)
{
    for (size_t i = 0; i < size; i++)
        field[i] = (uint8_t)(value >> (8 * i));
}

/* ---- Chunks ---- */

uint8_t *make_bytes(struct make_catalog *m, enum bl_blx_chunk chunk, size_t size)
{
    size_t before = (size_t)m->sizes[chunk];
    require(bl_grow(&m->chunks[chunk], &m->caps[chunk], before + size) == BL_OK);
    memset(m->chunks[chunk] + before, 0, size);
    m->sizes[chunk] += size;
    return m->chunks[chunk] + before;
}

void *make_record(struct make_catalog *m, enum bl_blx_chunk chunk)
{
    return make_bytes(m, chunk, bl_blx_record_bytes(chunk));
}

uint32_t make_count(const struct make_catalog *m, enum bl_blx_chunk chunk)
{
    return (uint32_t)(m->sizes[chunk] / bl_blx_record_bytes(chunk));
}

static uint32_t add_text(struct make_catalog *m, const char *text, size_t size)
{
    uint32_t at = make_count(m, BL_BLX_STRS);
    uint8_t *bytes = make_bytes(m, BL_BLX_STRS, 4 + size);
    bl_store_le32(bytes, (uint32_t)size);
    memcpy(bytes + 4, text, size);
    return at;
}

uint32_t make_text(struct make_catalog *m, const char *text)
{
    return add_text(m, text, strlen(text));
}

uint32_t make_cause(struct make_catalog *m, const char *text)
{
    return add_text(m, text, strlen(text) + 1);
}

/* ---- Symbols ---- */

static struct bl_view view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

/* The bytes of a name to NAME, after its length where that does not fit the record. */
static uint64_t store_name(struct make_catalog *m, struct bl_view name)
{
    uint64_t at = m->sizes[BL_BLX_NAME];
    if (name.size >= BL_BLX_LONG_NAME)
        bl_store_le32(make_bytes(m, BL_BLX_NAME, 4), (uint32_t)name.size);
    memcpy(make_bytes(m, BL_BLX_NAME, name.size), name.data, name.size);
    return at;
}

void make_symbol(struct make_catalog *m, const struct make_symbol *symbol)
{
    struct bl_view name = view_of(symbol->name);
    uint64_t size = name.size < BL_BLX_LONG_NAME ? name.size : BL_BLX_LONG_NAME;
    uint64_t offset = symbol->in_names ? store_name(m, name) : symbol->offset;
    uint64_t upper = symbol->flags / BL_SYMBOL_UNDEFINED |
                     symbol->visibility << BL_BLX_VISIBILITY_AT | symbol->kind << BL_BLX_KIND_AT |
                     (uint64_t)symbol->in_names << BL_BLX_IN_NAMES_AT;
    struct bl_blx_symbol *record = make_record(m, BL_BLX_SYMS);
    MAKE_SET(record->name, offset | size << BL_BLX_OFFSET_BITS);
    MAKE_SET(record->place, symbol->bit_pos | upper << BL_BLX_OFFSET_BITS);
    MAKE_SET(record->hash, bl_catalog_name_hash(name));
    MAKE_SET(record->value, symbol->value);
}

static int compare_keys(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one;
    uint64_t b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

void make_name_table(struct make_catalog *m, unsigned bits)
{
    uint32_t n = make_count(m, BL_BLX_SYMS);
    uint64_t *keys = malloc(((size_t)n + 1) * sizeof *keys);
    require(keys);
    for (uint32_t i = 0; i < n; i++) {
        const struct bl_blx_symbol *symbols = (const void *)m->chunks[BL_BLX_SYMS];
        keys[i] = (uint64_t)bl_load_le32(symbols[i].hash) << 32 | i;
    }
    qsort(keys, n, sizeof *keys, compare_keys);
    uint32_t at = 0;
    for (uint64_t bucket = 0; bucket < (uint64_t)1 << bits; bucket++) {
        while (bucket > 0 && at < n && keys[at] < bucket << (64 - bits))
            at++;
        bl_store_le32(make_record(m, BL_BLX_FANO), at);
    }
    bl_store_le32(make_record(m, BL_BLX_FANO), n);
    for (uint32_t i = 0; i < n; i++)
        bl_store_le32(make_record(m, BL_BLX_HASH), (uint32_t)keys[i]);
    free(keys);
}

/* ---- Catalogs and index files ---- */

struct bl_catalog *make_done(struct make_catalog *m)
{
    struct bl_catalog *catalog;
    void *made[BL_BLX_N_CHUNKS];
    for (int i = 0; i < BL_BLX_N_CHUNKS; i++)
        made[i] = m->chunks[i];
    require(bl_catalog_from_chunks(&catalog, m->parts, made, m->sizes, NULL) == BL_OK);
    *m = (struct make_catalog){0};
    return catalog;
}

struct bl_view make_index(const struct bl_catalog *catalog)
{
    char path[] = "/tmp/bitleap-index-XXXXXX";
    struct bl_file *file;
    int fd = mkstemp(path);
    require(fd >= 0);
    close(fd);
    require(bl_catalog_write(catalog, path, NULL) == BL_OK);
    require(bl_file_open(&file, path, BL_OPEN_COPY, NULL) == BL_OK);
    unlink(path);
    struct bl_view bytes = bl_file_view(file);
    uint8_t *copy = malloc(bytes.size);
    require(copy);
    memcpy(copy, bytes.data, bytes.size);
    bl_file_close(file);
    return (struct bl_view){.data = copy, .size = bytes.size};
}

static struct bl_blx_entry *table_of(uint8_t *index)
{
    return (struct bl_blx_entry *)(index + sizeof(struct bl_blx_header));
}

static uint32_t n_chunks_of(const uint8_t *index)
{
    return bl_load_le32(((const struct bl_blx_header *)index)->n_chunks);
}

uint8_t *make_chunk_of(uint8_t *index, enum bl_blx_chunk chunk, uint64_t *size)
{
    const struct bl_blx_entry *entry = &table_of(index)[chunk];
    if (chunk >= n_chunks_of(index))
        return NULL;
    *size = bl_load_le64(entry->size);
    return index + bl_load_le64(entry->offset);
}

/* The sums of a chunk's pages to SUMS, of which END is the end; where they end; NULL:
 * not all are inside. */
static uint8_t *put_sums(struct bl_view index, const struct bl_blx_entry *entry, uint8_t *sums,
                         const uint8_t *end)
{
    uint64_t offset = bl_load_le64(entry->offset);
    uint64_t size = bl_load_le64(entry->size);
    if (offset > index.size || size > index.size - offset ||
        bl_blx_n_pages(size) > (uint64_t)(end - sums) / 8)
        return NULL;
    for (uint64_t at = 0; at < size; at += BL_BLX_PAGE_BYTES, sums += 8) {
        uint64_t left = size - at;
        bl_store_le64(sums,
                      XXH3_64bits(index.data + offset + at,
                                  left < BL_BLX_PAGE_BYTES ? (size_t)left : BL_BLX_PAGE_BYTES));
    }
    return sums;
}

void make_sums(uint8_t *index, size_t size)
{
    struct bl_blx_header *header = (struct bl_blx_header *)index;
    if (size < sizeof *header || n_chunks_of(index) > BL_BLX_N_CHUNKS)
        return;
    uint32_t n = n_chunks_of(index);
    struct bl_blx_entry *entries = table_of(index);
    if (size - sizeof *header < n * sizeof *entries)
        return;
    uint8_t *sums = (uint8_t *)(entries + n);
    for (uint32_t i = 0; i < n && sums; i++) {
        struct bl_view bytes = {.data = index, .size = size};
        uint8_t *first = sums;
        sums = put_sums(bytes, &entries[i], first, index + size);
        if (sums)
            bl_store_le64(entries[i].sum, XXH3_64bits(first, (size_t)(sums - first)));
    }
    bl_store_le64(header->sum, bl_blx_sum_head(index, n));
}

/* ---- The sample ---- */

const char *const sample_names[SAMPLE_SYMBOLS] = {"alpha",  "beta",  "f_asm",
                                                  "_gamma", "alpha", "delta"};

/* A stream, as far as catalogs know. */
#define SPACES_64 "                                                                "
static const char stream_bytes[SAMPLE_STREAM_BYTES + 1] =
    "BC\xC0\xDE"
    "twenty-eight bytes of header" SPACES_64 SPACES_64 SPACES_64 "alphabetadelta"
    "and others behind.";
enum {
    ALPHA_AT = 32 + 3 * 64,
    BETA_AT = ALPHA_AT + 5,
    DELTA_AT = BETA_AT + 4,
    FILE_MTIME = 1000000007,
};

/* Write the file of SOURCE to DIRECTORY; its size and time to SOURCE. */
static void put_file(struct bl_blx_source *source, const char *directory, const char *name,
                     unsigned n_streams)
{
    char path[4096];
    struct stat st;
    uint64_t size = (uint64_t)n_streams * SAMPLE_STREAM_BYTES;
    MAKE_SET(source->size, size);
    MAKE_SET(source->mtime, FILE_MTIME);
    if (!directory)
        return;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    require(file);
    for (unsigned i = 0; i < n_streams; i++)
        require(fwrite(stream_bytes, SAMPLE_STREAM_BYTES, 1, file) == 1);
    require(fclose(file) == 0 && stat(path, &st) == 0);
    MAKE_SET(source->mtime, bl_stat_mtime(&st));
}

static void set_hash(uint8_t *field, struct bl_hash hash)
{
    bl_store_le64(field, hash.low);
    bl_store_le64(field + 8, hash.high);
}

static struct bl_hash stream_hash(void)
{
    return bl_hash_bytes(
        (struct bl_view){.data = (const uint8_t *)stream_bytes, .size = SAMPLE_STREAM_BYTES});
}

/* Of a file of N_STREAMS streams one after the other. */
static struct bl_hash file_hash(unsigned n_streams)
{
    struct bl_hash_part parts[4];
    struct bl_hash hash;
    uint8_t bytes[sizeof parts / sizeof parts[0] * SAMPLE_STREAM_BYTES];
    require(n_streams <= sizeof parts / sizeof parts[0]);
    for (unsigned i = 0; i < n_streams; i++) {
        memcpy(bytes + i * SAMPLE_STREAM_BYTES, stream_bytes, SAMPLE_STREAM_BYTES);
        parts[i] = (struct bl_hash_part){
            .offset = i * SAMPLE_STREAM_BYTES, .size = SAMPLE_STREAM_BYTES, .hash = stream_hash()};
    }
    struct bl_view view = {.data = bytes, .size = (size_t)n_streams * SAMPLE_STREAM_BYTES};
    require(bl_catalog_hash_source(&hash, view, parts, n_streams) == BL_OK);
    return hash;
}

static void add_source(struct make_catalog *m, const char *directory, const char *name,
                       uint32_t kind, unsigned n_streams, unsigned n_problems)
{
    static const char *const nowhere = "/none";
    uint32_t path = make_text(m, name);
    uint32_t base = make_text(m, directory ? directory : nowhere);
    uint32_t n = make_count(m, BL_BLX_SRCS);
    struct bl_blx_source *source = make_record(m, BL_BLX_SRCS);
    MAKE_SET(source->path, path);
    MAKE_SET(source->base, base);
    MAKE_SET(source->parent, kind == BL_SOURCE_MEMBER ? n - 1 : BL_NONE);
    MAKE_SET(source->kind, kind);
    MAKE_SET(source->first_stream, make_count(m, BL_BLX_STRM));
    MAKE_SET(source->n_streams, n_streams);
    MAKE_SET(source->first_problem, make_count(m, BL_BLX_PROB));
    MAKE_SET(source->n_problems, n_problems);
    if (kind == BL_SOURCE_DIRECTORY)
        return;
    put_file(source, directory, name, n_streams);
    set_hash(source->hash, file_hash(n_streams));
}

static void add_stream(struct make_catalog *m, const char *name, unsigned in_file,
                       unsigned n_modules, unsigned n_blocks)
{
    uint32_t path = make_text(m, name);
    struct bl_blx_stream *stream = make_record(m, BL_BLX_STRM);
    MAKE_SET(stream->source, make_count(m, BL_BLX_SRCS) - 1);
    MAKE_SET(stream->path, path);
    MAKE_SET(stream->file_offset, in_file * SAMPLE_STREAM_BYTES);
    MAKE_SET(stream->size, SAMPLE_STREAM_BYTES);
    set_hash(stream->hash, stream_hash());
    MAKE_SET(stream->kind, BL_STREAM_LLVM_IR);
    MAKE_SET(stream->first_module, make_count(m, BL_BLX_MODS));
    MAKE_SET(stream->n_modules, n_modules);
    MAKE_SET(stream->first_block, make_count(m, BL_BLX_BLKS));
    MAKE_SET(stream->n_blocks, n_blocks);
}

/* Value 5 calls value 0, and by a tail call a pointer; value 3 is initialized with 5, twice, within
 * something. */
static const uint8_t references[SAMPLE_REFERENCE_BYTES] = {
    0,    1,    5 << 2, /* to 0 */
    4,    3,    3 << 2 | 3, BL_REFERENCE_INITIALIZER << 1 | 1,
    2, /* to 5 */
    0xF8, 0xFF, 0xFF,       0xFF,
    0x0F, 1,    5 << 2 | 1, /* to BL_CALLED_POINTER */
};

/* Value 3 is a variable, value 5 a function whose body is odr. */
static const uint8_t contents[SAMPLE_CONTENT_BYTES] = {
    2,                                                    /* hashes */
    1,    2, 3, 4,    5,    6,    7,    8,                /* 0 */
    9,    8, 7, 6,    5,    4,    3,    9,                /* 1 */
    0x81, 3, 1,                                           /* of 3: linkage has hash 1 */
    0xF0, 1, 1, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, /* of 5: calls, too, and the body's */
    0x88,
};

/* Groups 1 and 0, and type 7 without a name; 3 !N before functions 11 and 15, which give 2 and 1.
 * The first two nodes have none. */
static const uint8_t slots[SAMPLE_SLOT_BYTES] = {
    2,      2,     1,           /* groups */
    1,      14,                 /* structs */
    3,      2,                  /* !0 to !2; functions */
    11 * 2, 2,                  /* !3, !4 */
    3,      1,     1,     5, 4, /* !5; its location 2 is !4 */
    0,      2,                  /* nodes 0 and 1: none */
    2 + 2,  2 + 1, 1,     4,    /* !1, !0, and !2 with something else */
    2 + 6,  2 + 3, 2 + 4,       /* !5, !3, !5 */
};

/* A MODULE_BLOCK, and two FUNCTION_BLOCKs in it. */
static const uint8_t sums[SAMPLE_SUM_BYTES] = {8, 0, 1, 40, 3, 8 + 1, 2, 0x90, 1};

/* Those of the last stream, which has no module yet. */
static void add_sums(struct make_catalog *m)
{
    struct bl_blx_stream *streams = (void *)m->chunks[BL_BLX_STRM];
    MAKE_SET(streams[make_count(m, BL_BLX_STRM) - 1].n_sum_bytes, sizeof sums);
    memcpy(make_bytes(m, BL_BLX_BODY, sizeof sums), sums, sizeof sums);
}

static void add_module(struct make_catalog *m, unsigned n_symbols, unsigned n_bodies)
{
    size_t n_references = n_bodies > 0 ? sizeof references : 0;
    uint32_t producer = make_text(m, "LLVM19.1.7");
    uint32_t triple = make_text(m, "x86_64-pc-linux-gnu");
    uint32_t source_file = make_text(m, "a.c");
    struct bl_blx_module *module = make_record(m, BL_BLX_MODS);
    MAKE_SET(module->stream, make_count(m, BL_BLX_STRM) - 1);
    MAKE_SET(module->block, 1);
    MAKE_SET(module->bit_pos, 64);
    MAKE_SET(module->producer, producer);
    MAKE_SET(module->triple, triple);
    MAKE_SET(module->source_file, source_file);
    MAKE_SET(module->epoch, 7);
    MAKE_SET(module->version, 2);
    MAKE_SET(module->flags, BL_MODULE_SYMTAB | BL_MODULE_OPAQUE_POINTERS);
    MAKE_SET(module->n_variables, 11);
    MAKE_SET(module->n_functions, 12);
    MAKE_SET(module->n_defined, n_bodies);
    MAKE_SET(module->n_aliases, 13);
    MAKE_SET(module->n_ifuncs, 14);
    MAKE_SET(module->n_comdats, 15);
    MAKE_SET(module->first_symbol, make_count(m, BL_BLX_SYMS));
    MAKE_SET(module->n_symbols, n_symbols);
    MAKE_SET(module->first_function, make_count(m, BL_BLX_FUNS));
    MAKE_SET(module->n_bodies, n_bodies);
    MAKE_SET(module->references, m->sizes[BL_BLX_BODY]);
    MAKE_SET(module->n_reference_bytes, n_references);
    if (n_references == 0)
        return;
    MAKE_SET(module->n_content_bytes, sizeof contents);
    memcpy(make_bytes(m, BL_BLX_BODY, n_references), references, n_references);
    memcpy(make_bytes(m, BL_BLX_BODY, sizeof contents), contents, sizeof contents);
    MAKE_SET(module->n_slot_bytes, sizeof slots);
    memcpy(make_bytes(m, BL_BLX_BODY, sizeof slots), slots, sizeof slots);
}

static void add_function(struct make_catalog *m, uint32_t symbol, uint32_t n_words)
{
    struct bl_blx_function *function = make_record(m, BL_BLX_FUNS);
    MAKE_SET(function->symbol, symbol);
    MAKE_SET(function->n_words, n_words);
    set_hash(function->hash, (struct bl_hash){.low = symbol, .high = n_words});
}

static void add_block(struct make_catalog *m, uint64_t bit_pos, uint32_t n_words, uint32_t parent)
{
    struct bl_blx_block *block = make_record(m, BL_BLX_BLKS);
    MAKE_SET(block->bit_pos, bit_pos);
    MAKE_SET(block->body_at, 64);
    MAKE_SET(block->id_width, 4);
    MAKE_SET(block->block_id, 8);
    MAKE_SET(block->n_words, n_words);
    MAKE_SET(block->parent, parent);
}

static void add_first_file(struct make_catalog *m, const char *directory)
{
    add_source(m, directory, "a.bc", BL_SOURCE_FILE, 1, 0);
    add_stream(m, "", 0, 2, 2);
    add_module(m, 4, 1);
    add_function(m, 0, 3);
    make_symbol(m, &(struct make_symbol){.name = "alpha",
                                         .offset = ALPHA_AT,
                                         .flags = BL_SYMBOL_GLOBAL | BL_SYMBOL_EXECUTABLE,
                                         .kind = BL_GLOBAL_FUNCTION,
                                         .value = 5,
                                         .bit_pos = 128});
    make_symbol(m, &(struct make_symbol){.name = "beta",
                                         .offset = BETA_AT,
                                         .flags = BL_SYMBOL_WEAK | BL_SYMBOL_TLS,
                                         .visibility = 2,
                                         .kind = BL_GLOBAL_VARIABLE,
                                         .value = 0,
                                         .bit_pos = 96});
    make_symbol(
        m, &(struct make_symbol){
               .name = "f_asm", .in_names = true, .flags = BL_SYMBOL_EXECUTABLE, .value = BL_NONE});
    make_symbol(m, &(struct make_symbol){.name = "_gamma",
                                         .in_names = true,
                                         .flags = BL_SYMBOL_INDIRECT,
                                         .visibility = 1,
                                         .kind = BL_GLOBAL_ALIAS,
                                         .value = 9,
                                         .bit_pos = 100});
    add_module(m, 0, 0);
    add_block(m, 64, 9, BL_NONE);
    add_block(m, 128, 3, 0);
}

static uint32_t add_steps(struct make_catalog *m)
{
    struct bl_blx_step steps[SAMPLE_DEPTH];
    for (uint32_t i = 0; i < SAMPLE_DEPTH; i++) {
        MAKE_SET(steps[i].block_id, 8 + i);
        MAKE_SET(steps[i].bit_pos, 32 * i);
    }
    return add_text(m, (const char *)steps, sizeof steps);
}

static void add_archive(struct make_catalog *m, const char *directory)
{
    add_source(m, directory, "t.a", BL_SOURCE_FILE, 0, 1);
    uint32_t path = make_text(m, "(gone.bc)");
    uint32_t what = make_cause(m, "cannot open");
    uint32_t steps = add_steps(m);
    struct bl_blx_problem *problem = make_record(m, BL_BLX_PROB);
    MAKE_SET(problem->source, make_count(m, BL_BLX_SRCS) - 1);
    MAKE_SET(problem->path, path);
    MAKE_SET(problem->what, what);
    MAKE_SET(problem->status, (uint32_t)BL_E_SYSTEM);
    MAKE_SET(problem->sys_errno, 2);
    MAKE_SET(problem->has_pos, 1);
    MAKE_SET(problem->bit_pos, 88);
    MAKE_SET(problem->depth, SAMPLE_DEPTH);
    MAKE_SET(problem->steps, steps);

    add_source(m, directory, "m.bc", BL_SOURCE_MEMBER, 2, 0);
    add_stream(m, "(m.bc)[1]", 0, 1, 1);
    add_sums(m);
    add_module(m, 2, 1);
    make_symbol(m, &(struct make_symbol){.name = "alpha",
                                         .offset = ALPHA_AT,
                                         .flags = BL_SYMBOL_UNDEFINED | BL_SYMBOL_GLOBAL,
                                         .kind = BL_GLOBAL_FUNCTION,
                                         .value = 0,
                                         .bit_pos = 96});
    add_function(m, 5, 2);
    make_symbol(m, &(struct make_symbol){.name = "delta",
                                         .offset = DELTA_AT,
                                         .flags = BL_SYMBOL_FLAGS & ~BL_SYMBOL_UNDEFINED,
                                         .kind = BL_GLOBAL_FUNCTION,
                                         .value = 1,
                                         .bit_pos = 160});
    add_block(m, 64, 9, BL_NONE);
    add_stream(m, "(m.bc)[2]", 1, 0, 0);
}

struct bl_catalog *make_sample(const char *directory)
{
    struct make_catalog m = {.parts = BL_CATALOG_MODULES | BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES |
                                      BL_CATALOG_BLOCKS | BL_CATALOG_BODIES};
    uint32_t here = make_text(&m, ".");
    uint32_t base = make_text(&m, directory ? directory : "/none");
    struct bl_blx_input *input = make_record(&m, BL_BLX_INPT);
    MAKE_SET(input->path, here);
    MAKE_SET(input->base, base);
    MAKE_SET(input->shard, 1);
    MAKE_SET(input->n_shards, 2);
    add_source(&m, directory, ".", BL_SOURCE_DIRECTORY, 0, 0);
    add_first_file(&m, directory);
    add_archive(&m, directory);
    make_name_table(&m, 2);
    return make_done(&m);
}
