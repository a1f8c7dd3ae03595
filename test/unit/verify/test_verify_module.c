/* test_verify_module.c - good modules have no problem; each broken rule is reported at its place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/corpus.h"
#include "unit/verify/reported.h"

#include <glob.h>
#include <sha1.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bits of an abbreviation id in the blocks written here. */
enum {
    WIDTH = 4
};

/* ---- A module with one of everything ---- */

/* Everything that can be a little wrong; also the records and blocks whose places are kept. */
enum field {
    NOTHING,
    VSTOFFSET,
    COMDAT_OFFSET,
    COMDAT_SIZE,
    GLOBALVAR_OFFSET,
    GLOBALVAR_SIZE,
    GLOBALVAR_PARTITION,
    FUNCTION_OFFSET,
    FUNCTION_PARTITION_SIZE,
    ALIAS_SIZE,
    ALIAS_PARTITION,
    IFUNC_SIZE,
    IFUNC_PARTITION_SIZE,
    TYPE_ID_SIZE,
    TYPE_ID_FUNCTION,
    TYPE_ID_FUNCTION_SIZE,
    CFI_SECOND_SIZE,
    INDEX_OFFSET_LOW,
    INDEX_OFFSET_HIGH,
    INDEX_FIRST,
    INDEX_SECOND,
    FNENTRY,
    FNENTRY_VALUE,
    HASH,
    SECOND_HASH,
    SECOND_FUNCTION,
    FUNCTION_BLOCK,
    SECOND_BLOCK,
    VST_BLOCK,
    INDEX_START,
    INDEX_PLACE,
    BODY,
    BASE,
    N_FIELDS
};

/* What is left out, doubled, or the other way round. */
enum twist {
    NO_TWIST = 0,
    NO_INDEX = 1,
    NO_INDEX_OFFSET = 2,
    TWO_INDEX_OFFSETS = 4,
    TWO_INDEXES = 8,
    SHORT_INDEX_OFFSET = 16,
    NO_STRTAB = 32,
    TWO_HASHES = 64,
    SHORT_HASH = 128,
    NO_TYPES = 256,
    NO_IDENTIFICATION = 512,
    VERSION_1 = 1024,
    NO_VST = 2048, /* VSTOFFSET is 0 */
    SHORT_FNENTRY = 4096,
    SHORT_VSTOFFSET = 8192,
    SHORT_SYMBOL = 16384,
    TWO_FUNCTIONS = 32768, /* that are defined */
    TWO_BODIES = 65536,
    NO_BODY = 131072,
};

struct spec {
    enum field field; /* ADD is added to its value */
    uint64_t add;
    unsigned twist;
};

/* Names as offset and size in the STRTAB; in the order in which they are hashed. */
#define STRTAB "comdat.gv.part.fn.alias.ifunc.type"
#define AT(name) ((uint64_t)(strstr(STRTAB, name) - STRTAB)), (sizeof(name) - 1)
#define LONG (UINT64_C(1) << 40)
#define FUNCTION_TYPE 1
#define HASHED "comdatgvpartfnpartaliaspartifuncpart"

/* Where things are; filled while writing, used the next time round. */
struct places {
    uint64_t at[N_FIELDS];
    uint32_t hash[5];
};

struct writing {
    struct bl_writer *w;
    const struct spec *spec;
    struct places *places;
    uint32_t hash_abbrev;
};

static uint64_t value(const struct writing *b, enum field field, uint64_t good)
{
    return b->spec->field == field ? good + b->spec->add : good;
}

static bool has(const struct writing *b, enum twist twist)
{
    return (b->spec->twist & twist) != 0;
}

/* A record that holds FIELD and the next N - 1 fields. */
static void place(const struct writing *b, enum field field, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        b->places->at[field + i] = bl_writer_pos(b->w);
}

/* Before version 2 the operands after the name alone. */
static void write_symbol(const struct writing *b, uint32_t code, const uint64_t *ops, size_t n_ops)
{
    size_t skipped = has(b, VERSION_1) ? 2 : 0;
    bl_writer_record(b->w, code, ops + skipped, n_ops - skipped);
}

static void write_comdat(const struct writing *b)
{
    /* name, selection kind; before version 2 that, the size of the name, and it */
    uint64_t comdat[] = {AT("comdat"), 2, 0};
    comdat[0] = value(b, COMDAT_OFFSET, comdat[0]);
    comdat[1] = value(b, COMDAT_SIZE, comdat[1]);
    place(b, COMDAT_OFFSET, 2);
    write_symbol(b, 12, comdat, has(b, VERSION_1) ? 4 : 3);
}

static void write_symbols(const struct writing *b)
{
    write_comdat(b);
    /* GLOBALVAR: name, 14 more, partition at 16 */
    uint64_t var[18] = {AT("gv"), [16] = AT("part")};
    var[0] = value(b, GLOBALVAR_OFFSET, var[0]);
    var[1] = value(b, GLOBALVAR_SIZE, var[1]);
    var[16] = value(b, GLOBALVAR_PARTITION, var[16]);
    place(b, GLOBALVAR_OFFSET, 3);
    write_symbol(b, 7, var, has(b, SHORT_SYMBOL) ? 1 : 18);
    /* FUNCTION: name, type, calling convention, isproto 0, ..., partition at 19 */
    uint64_t fn[21] = {AT("fn"), FUNCTION_TYPE, [19] = AT("part")};
    fn[0] = value(b, FUNCTION_OFFSET, fn[0]);
    fn[20] = value(b, FUNCTION_PARTITION_SIZE, fn[20]);
    place(b, FUNCTION_OFFSET, 2);
    write_symbol(b, 8, fn, 21);
    if (has(b, TWO_FUNCTIONS)) {
        place(b, SECOND_FUNCTION, 1);
        write_symbol(b, 8, BUILD_OPS(0, 0, FUNCTION_TYPE, 0, 0, 0));
    }
    uint64_t alias[13] = {AT("alias"), [11] = AT("part")};
    alias[1] = value(b, ALIAS_SIZE, alias[1]);
    alias[11] = value(b, ALIAS_PARTITION, alias[11]);
    place(b, ALIAS_SIZE, 2);
    write_symbol(b, 14, alias, 13);
    uint64_t ifunc[10] = {AT("ifunc"), [8] = AT("part")};
    ifunc[1] = value(b, IFUNC_SIZE, ifunc[1]);
    ifunc[9] = value(b, IFUNC_PARTITION_SIZE, ifunc[9]);
    place(b, IFUNC_SIZE, 2);
    write_symbol(b, 18, ifunc, 10);
}

static void write_index_offset(const struct writing *b, uint32_t abbrev)
{
    const uint64_t *at = b->places->at;
    uint64_t offset = at[INDEX_PLACE] - at[INDEX_START];
    /* METADATA_INDEX_OFFSET: low and high word, 32 bits each */
    uint64_t ops[] = {value(b, INDEX_OFFSET_LOW, offset), value(b, INDEX_OFFSET_HIGH, 0)};
    place(b, INDEX_OFFSET_LOW, 2);
    if (has(b, SHORT_INDEX_OFFSET))
        bl_writer_record(b->w, 38, BUILD_OPS(1));
    else
        bl_writer_abbreviated(b->w, abbrev, 38, ops, 2, NULL);
    b->places->at[INDEX_START] = bl_writer_pos(b->w);
}

static void write_metadata(const struct writing *b)
{
    struct bl_writer *w = b->w;
    bl_writer_enter(w, 15, WIDTH);
    uint32_t abbrev = BUILD_DEFINE(w, LIT(38), FIXED(32), FIXED(32));
    uint32_t index = BUILD_DEFINE(w, LIT(39), ARRAY, VBR(6));
    uint32_t strings = BUILD_DEFINE(w, LIT(35), VBR(6), VBR(6), BLOB);
    /* STRINGS: one, its character 4 bytes after its length; before what the INDEX is about */
    bl_writer_abbreviated(w, strings, 35, BUILD_OPS(1, 4),
                          &(struct bl_view){.data = (const uint8_t *)"\1\0\0\0s", .size = 5});
    if (!has(b, NO_INDEX_OFFSET))
        write_index_offset(b, abbrev);
    else
        b->places->at[INDEX_START] = bl_writer_pos(w);
    if (has(b, TWO_INDEX_OFFSETS))
        bl_writer_abbreviated(w, abbrev, 38, BUILD_OPS(0, 0), NULL);
    uint64_t first = bl_writer_pos(w);
    bl_writer_record(w, 3, BUILD_OPS(1, 2, 3));
    uint64_t second = bl_writer_pos(w);
    bl_writer_record(w, 3, BUILD_OPS(4, 5, 6, 7));
    b->places->at[INDEX_PLACE] = bl_writer_pos(w);
    /* METADATA_INDEX: to the first record, from there to the second */
    uint64_t deltas[] = {value(b, INDEX_FIRST, first - b->places->at[INDEX_START]),
                         value(b, INDEX_SECOND, second - first)};
    place(b, INDEX_FIRST, 2);
    if (!has(b, NO_INDEX))
        bl_writer_abbreviated(w, index, 39, deltas, 2, NULL);
    if (has(b, TWO_INDEXES))
        bl_writer_abbreviated(w, index, 39, deltas, 2, NULL);
    bl_writer_exit(w);
}

static void write_summary(const struct writing *b)
{
    bl_writer_enter(b->w, 20, WIDTH);
    enum {
        FUNCTION_AT = 27
    };
    uint64_t type[] = {
        /* TYPE_ID: name, the type test */
        AT("type"), 4, 7, 0, 0, 0, 0,
        /* a resolution: id, kind, no function, n times what is reported of arguments */
        8, 2, LONG, 0, 2,
        /* n of them, they, kind, info, byte, bit */
        2, 50, 51, 1, 9, 0, 0,
        /* the same */
        0, 2, 8, 4, 0,
        /* a resolution to a function */
        16, 1, AT("fn"), 0};
    type[1] = value(b, TYPE_ID_SIZE, type[1]);
    type[FUNCTION_AT] = value(b, TYPE_ID_FUNCTION, type[FUNCTION_AT]);
    type[FUNCTION_AT + 1] = value(b, TYPE_ID_FUNCTION_SIZE, type[FUNCTION_AT + 1]);
    place(b, TYPE_ID_SIZE, 3);
    bl_writer_record(b->w, 21, type, sizeof type / sizeof *type);
    uint64_t cfi[] = {AT("fn"), AT("gv")};
    cfi[3] = value(b, CFI_SECOND_SIZE, cfi[3]);
    place(b, CFI_SECOND_SIZE, 1);
    bl_writer_record(b->w, 17, cfi, 4);
    bl_writer_exit(b->w);
}

/* BLOCK in words from one before the base, as VSTOFFSET and FNENTRY count; 1
 * while it is unknown. */
static uint64_t words_to(const struct writing *b, enum field block)
{
    const uint64_t *at = b->places->at;
    return at[block] ? (at[block] - at[BASE]) / 32 + 1 : 1;
}

static void write_body(const struct writing *b, enum field block)
{
    place(b, block, 1);
    bl_writer_enter(b->w, 12, WIDTH);
    bl_writer_record(b->w, 60, BUILD_OPS(1)); /* BLOCKADDR_USERS, of no meaning here */
    bl_writer_record(b->w, 1, BUILD_OPS(1));
    bl_writer_record(b->w, 10, NULL, 0);
    bl_writer_exit(b->w);
}

static void write_functions(const struct writing *b)
{
    struct bl_writer *w = b->w;
    if (!has(b, NO_BODY))
        write_body(b, FUNCTION_BLOCK);
    if (has(b, TWO_BODIES))
        write_body(b, SECOND_BLOCK);
    if (has(b, NO_VST))
        return;
    place(b, VST_BLOCK, 1);
    bl_writer_enter(w, 14, WIDTH);
    /* FNENTRY: value id, offset */
    uint64_t entry[] = {value(b, FNENTRY_VALUE, 1), value(b, FNENTRY, words_to(b, FUNCTION_BLOCK))};
    uint32_t abbrev = BUILD_DEFINE(w, LIT(3), VBR(8), FIXED(32));
    place(b, FNENTRY, 2);
    if (has(b, SHORT_FNENTRY))
        bl_writer_record(w, 3, entry, 1);
    else
        bl_writer_abbreviated(w, abbrev, 3, entry, 2, NULL);
    bl_writer_exit(w);
}

static void write_hash(const struct writing *b)
{
    uint64_t words[5];
    for (int i = 0; i < 5; i++)
        words[i] = b->places->hash[i];
    words[4] = value(b, HASH, words[4]);
    place(b, HASH, 1);
    if (words[4] > UINT32_MAX)
        bl_writer_record(b->w, 17, words, 5);
    else
        bl_writer_abbreviated(b->w, b->hash_abbrev, 17, words, has(b, SHORT_HASH) ? 4 : 5, NULL);
    if (has(b, TWO_HASHES)) {
        place(b, SECOND_HASH, 1);
        bl_writer_record(b->w, 17, words, 5);
    }
}

static void write_module(struct writing *b)
{
    struct bl_writer *w = b->w;
    place(b, BASE, 1);
    if (!has(b, NO_IDENTIFICATION)) {
        bl_writer_enter(w, 13, WIDTH);
        build_text_record(w, 1, "test");
        bl_writer_exit(w);
    }
    bl_writer_enter(w, 8, WIDTH);
    place(b, BODY, 1);
    bl_writer_record(w, 1, BUILD_OPS(has(b, VERSION_1) ? 1 : 2));
    if (!has(b, NO_TYPES)) {
        bl_writer_enter(w, 17, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(2));
        bl_writer_record(w, 2, NULL, 0);
        bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION_TYPE */
        bl_writer_exit(w);
    }
    write_symbols(b);
    uint32_t abbrev = BUILD_DEFINE(w, LIT(13), FIXED(32));
    /* Of one size whatever the hash, so that what is after it stays where it is. */
    b->hash_abbrev = BUILD_DEFINE(w, LIT(17), ARRAY, FIXED(32));
    uint64_t offset = value(b, VSTOFFSET, has(b, NO_VST) ? 0 : words_to(b, VST_BLOCK));
    place(b, VSTOFFSET, 1);
    if (has(b, SHORT_VSTOFFSET))
        bl_writer_record(w, 13, &offset, 0);
    else
        bl_writer_abbreviated(w, abbrev, 13, &offset, 1, NULL);
    write_metadata(b);
    write_summary(b);
    write_functions(b);
    write_hash(b);
    bl_writer_exit(w);
}

static void write_strtab(const struct writing *b)
{
    static const struct bl_view names = {.data = (const uint8_t *)STRTAB,
                                         .size = sizeof STRTAB - 1};
    bl_writer_enter(b->w, 23, WIDTH);
    uint32_t abbrev = BUILD_DEFINE(b->w, LIT(1), BLOB);
    bl_writer_abbreviated(b->w, abbrev, 1, NULL, 0, &names);
    bl_writer_exit(b->w);
}

static void compute_hash(struct places *places, struct bl_view bytes, bool with_names)
{
    SHA1_CTX context;
    uint8_t digest[20];
    uint64_t body = places->at[BODY] / 8;
    SHA1Init(&context);
    if (with_names)
        SHA1Update(&context, (const uint8_t *)HASHED, sizeof HASHED - 1);
    /* The FUNCTION and VST blocks before the record end at a multiple of 32 bits. */
    SHA1Update(&context, bytes.data + body, places->at[HASH] / 8 - body);
    SHA1Final(digest, &context);
    for (int i = 0; i < 5; i++) {
        const uint8_t *d = digest + 4 * i;
        places->hash[i] = (uint32_t)d[0] << 24 | (uint32_t)d[1] << 16 | (uint32_t)d[2] << 8 | d[3];
    }
}

/* A stream with N_MODULES as SPEC says and their STRTAB; *PLACES is of the last one. Written once
 * for the places, once for what is to be hashed, and once for good; twice more, for a HASH that is
 * too big for its abbreviation moves the module after it. */
static struct bl_writer *build_modules(const struct spec *spec, unsigned n_modules,
                                       struct places *places)
{
    struct places of[4] = {0};
    for (int round = 0;; round++) {
        struct writing b = {.w = build_begin(), .spec = spec};
        for (unsigned i = 0; i < n_modules; i++) {
            b.places = &of[i];
            write_module(&b);
        }
        if (!has(&b, NO_STRTAB))
            write_strtab(&b);
        if (round == 4) {
            *places = of[n_modules - 1];
            return b.w;
        }
        for (unsigned i = 0; i < n_modules; i++)
            compute_hash(&of[i], build_bytes(b.w), !has(&b, VERSION_1));
        bl_writer_close(b.w);
    }
}

/* ---- Good streams ---- */

Test(verify_module, good_module)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){0}, 1, &places);
    struct reported reported = verify(build_bytes(w));
    cr_expect_eq(reported.n, 0, "%s at bit %d", reported.problems[0].what,
                 (int)reported.problems[0].bit_pos);
    const struct bl_verify_summary *s = &reported.summary;
    /* IDENTIFICATION, MODULE with TYPE, METADATA, summary, FUNCTION, VST; STRTAB */
    cr_expect_eq(s->n_blocks, 8);
    /* 1 + module: VERSION, 5 symbols, VSTOFFSET, HASH; then 3, 5, 2, 3, 1; 1 */
    cr_expect_eq(s->n_records, 1 + 8 + 3 + 5 + 2 + 3 + 1 + 1, "%d", (int)s->n_records);
    cr_expect_eq(s->n_modules, 1);
    cr_expect_eq(s->n_bodies, 1);
    /* five names, four partitions, a type id and its function, two functions of CFI */
    cr_expect_eq(s->n_strtab_ranges, 13, "%d", (int)s->n_strtab_ranges);
    cr_expect_eq(s->n_metadata_indexes, 1);
    cr_expect_eq(s->n_offsets, 2);
    cr_expect_eq(s->n_hashes, 1);
    bl_writer_close(w);
}

Test(verify_module, good_variations)
{
    static const struct {
        const char *name;
        unsigned twist;
        unsigned n_modules;
        uint64_t n_ranges, n_offsets, n_hashes;
    } rows[] = {
        {"three modules, one STRTAB", NO_TWIST, 3, 39, 6, 3},
        {"no IDENTIFICATION: offsets count from the module", NO_IDENTIFICATION, 2, 26, 4, 2},
        {"no VST", NO_VST, 1, 13, 0, 1},
        {"two functions, two bodies", TWO_FUNCTIONS | TWO_BODIES, 2, 28, 4, 2},
        {"functions of a thin-link file have no bodies", NO_TYPES | NO_BODY | NO_VST, 1, 13, 0, 0},
        {"names of version 1 are not in the STRTAB", VERSION_1 | NO_STRTAB, 1, 0, 2, 1},
        {"neither METADATA_INDEX nor its offset", NO_INDEX | NO_INDEX_OFFSET, 1, 13, 2, 1},
        {"HASH of a thin-link file", NO_TYPES, 1, 13, 2, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct places places;
        struct spec spec = {.twist = rows[i].twist};
        struct bl_writer *w = build_modules(&spec, rows[i].n_modules, &places);
        struct reported reported = verify(build_bytes(w));
        cr_expect_eq(reported.n, 0, "%s: %s at bit %d", rows[i].name, reported.problems[0].what,
                     (int)reported.problems[0].bit_pos);
        cr_expect_eq(reported.summary.n_modules, rows[i].n_modules, "%s", rows[i].name);
        cr_expect_eq(reported.summary.n_strtab_ranges, rows[i].n_ranges, "%s", rows[i].name);
        cr_expect_eq(reported.summary.n_offsets, rows[i].n_offsets, "%s", rows[i].name);
        cr_expect_eq(reported.summary.n_hashes, rows[i].n_hashes, "%s", rows[i].name);
        bl_writer_close(w);
    }
}

Test(verify_module, neither_callback_nor_summary_is_needed)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){.field = HASH, .add = 1}, 1, &places);
    struct bl_stream stream = build_stream(w);
    cr_expect_eq(bl_verify(&stream, NULL, NULL, NULL, NULL), 1);
    bl_writer_close(w);
}

/* What LLVM's own writers of five versions made. */
Test(verify_module, small_corpus)
{
    glob_t found;
    char *pattern = corpus_path("*.bc");
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    free(pattern);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct bl_file *file;
        struct bl_error err;
        cr_assert_eq(bl_file_open(&file, found.gl_pathv[i], 0, &err), BL_OK);
        expect_good(bl_file_view(file), found.gl_pathv[i]);
        bl_file_close(file);
    }
    globfree(&found);
}

/* ---- One value wrong ---- */

#define BEYOND_STRTAB "name that reaches beyond the STRTAB"

Test(verify_module, corrupt_value)
{
    static const struct {
        const char *name;
        enum field field;
        uint64_t add;
        const char *what;
    } rows[] = {
        {"corrupt_vstoffset", VSTOFFSET, 1, "VSTOFFSET that does not lead to a VALUE_SYMTAB block"},
        {"corrupt_vstoffset_beyond", VSTOFFSET, 1 << 30,
         "VSTOFFSET that does not lead to a VALUE_SYMTAB block"},
        {"corrupt_fnentry", FNENTRY, 1, "FNENTRY that does not lead to a FUNCTION block"},
        {"corrupt_fnentry_back", FNENTRY, (uint64_t)-1,
         "FNENTRY that does not lead to a FUNCTION block"},
        {"corrupt_fnentry_value", FNENTRY_VALUE, 1,
         "FNENTRY that leads to the body of another function"},
        {"corrupt_fnentry_value_beyond", FNENTRY_VALUE, LONG,
         "FNENTRY that leads to the body of another function"},
        {"corrupt_comdat_offset", COMDAT_OFFSET, LONG, BEYOND_STRTAB},
        {"corrupt_comdat_size", COMDAT_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_globalvar_offset", GLOBALVAR_OFFSET, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_globalvar_size", GLOBALVAR_SIZE, UINT64_MAX - 2, BEYOND_STRTAB},
        {"corrupt_globalvar_partition", GLOBALVAR_PARTITION, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_function_offset", FUNCTION_OFFSET, UINT64_MAX - 15, BEYOND_STRTAB},
        {"corrupt_function_partition", FUNCTION_PARTITION_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_alias_size", ALIAS_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_alias_partition", ALIAS_PARTITION, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_ifunc_size", IFUNC_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_ifunc_partition", IFUNC_PARTITION_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_type_id", TYPE_ID_SIZE, 1, BEYOND_STRTAB}, /* the last name */
        {"corrupt_type_id_function", TYPE_ID_FUNCTION, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_type_id_function_size", TYPE_ID_FUNCTION_SIZE, UINT64_MAX - 2, BEYOND_STRTAB},
        {"corrupt_cfi_function", CFI_SECOND_SIZE, sizeof STRTAB, BEYOND_STRTAB},
        {"corrupt_metadata_index_offset", INDEX_OFFSET_LOW, 1,
         "METADATA_INDEX_OFFSET that does not lead to METADATA_INDEX"},
        {"corrupt_metadata_index_offset_high", INDEX_OFFSET_HIGH, 1,
         "METADATA_INDEX_OFFSET that does not lead to METADATA_INDEX"},
        {"corrupt_metadata_index_first", INDEX_FIRST, 1,
         "METADATA_INDEX with an entry that does not lead to a record"},
        {"corrupt_metadata_index_second", INDEX_SECOND, 3,
         "METADATA_INDEX with an entry that does not lead to a record"},
        {"corrupt_metadata_index_beyond", INDEX_SECOND, LONG,
         "METADATA_INDEX with an entry that does not lead to a record"},
        {"corrupt_metadata_index_wraps", INDEX_SECOND, UINT64_MAX - 100,
         "METADATA_INDEX with an entry that does not lead to a record"},
        {"corrupt_hash", HASH, 1, "HASH that is not the module's"},
        {"corrupt_hash_of_33_bits", HASH, UINT64_C(1) << 32, "HASH that is not the module's"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct places places;
        struct spec spec = {.field = rows[i].field, .add = rows[i].add};
        struct bl_writer *w = build_modules(&spec, 2, &places);
        struct reported reported = verify(build_bytes(w));
        /* Both modules have it. The second one's place is known. */
        cr_assert_eq(reported.n, 2, "%s: %d problems, %s", rows[i].name, (int)reported.n,
                     reported.problems[0].what);
        cr_expect_str_eq(reported.problems[0].what, rows[i].what, "%s", rows[i].name);
        expect_reported(&reported, 1, rows[i].name, BL_E_MISMATCH, rows[i].what,
                        places.at[rows[i].field]);
        bl_writer_close(w);
    }
}

/* A change of one bit of the body breaks the HASH, of one bit of a hashed name too. */
Test(verify_module, corrupt_hashed_bytes)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){0}, 1, &places);
    struct guard g = guard_copy(build_bytes(w));
    uint8_t *names = memmem(g.data, g.bytes.size, STRTAB, sizeof STRTAB - 1);
    const char *what = "HASH that is not the module's";
    *names ^= 1;
    expect_one(g.bytes, "name", BL_E_MISMATCH, what, places.at[HASH]);
    *names ^= 1;
    /* the operand of the body's first record: after the header, id, code (two chunks) and count */
    uint64_t bit = places.at[FUNCTION_BLOCK] + 64 + WIDTH + 18;
    guard_flip(&g, bit);
    expect_one(g.bytes, "body", BL_E_MISMATCH, what, places.at[HASH]);
    guard_release(&g);
    bl_writer_close(w);
}

/* ---- Something missing or twice ---- */

Test(verify_module, corrupt_structure)
{
    static const struct {
        const char *name;
        unsigned twist;
        int status;
        const char *what;
        enum field at;
    } rows[] = {
        {"corrupt_no_metadata_index", NO_INDEX, BL_E_MISMATCH,
         "METADATA_INDEX_OFFSET without METADATA_INDEX", INDEX_OFFSET_LOW},
        {"corrupt_no_metadata_index_offset", NO_INDEX_OFFSET, BL_E_MISMATCH,
         "METADATA_INDEX without METADATA_INDEX_OFFSET before it", INDEX_FIRST},
        {"corrupt_two_metadata_index_offsets", TWO_INDEX_OFFSETS, BL_E_MISMATCH,
         "second METADATA_INDEX_OFFSET in a block", INDEX_START},
        {"corrupt_no_strtab", NO_STRTAB, BL_E_MISMATCH,
         "name, but no STRTAB can be read after the module", COMDAT_OFFSET},
        {"corrupt_two_hashes", TWO_HASHES, BL_E_MISMATCH, "second HASH in a module", SECOND_HASH},
        {"corrupt_short_hash", SHORT_HASH, BL_E_MALFORMED, "HASH that is not five words", HASH},
        {"corrupt_short_fnentry", SHORT_FNENTRY, BL_E_MALFORMED, "FNENTRY without an offset",
         FNENTRY},
        {"corrupt_short_vstoffset", SHORT_VSTOFFSET, BL_E_MALFORMED, "VSTOFFSET without an offset",
         VSTOFFSET},
        {"corrupt_function_without_body", TWO_FUNCTIONS, BL_E_MISMATCH,
         "function without a FUNCTION block", SECOND_FUNCTION},
        {"corrupt_no_body", NO_BODY | NO_VST, BL_E_MISMATCH, "function without a FUNCTION block",
         FUNCTION_OFFSET},
        {"corrupt_body_of_no_function", TWO_BODIES, BL_E_MISMATCH, "FUNCTION block of no function",
         SECOND_BLOCK},
        {"corrupt_short_symbol", SHORT_SYMBOL, BL_E_MALFORMED, "global value with too few operands",
         GLOBALVAR_OFFSET},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct places places;
        struct bl_writer *w = build_modules(&(struct spec){.twist = rows[i].twist}, 1, &places);
        expect_one(build_bytes(w), rows[i].name, rows[i].status, rows[i].what,
                   places.at[rows[i].at]);
        bl_writer_close(w);
    }
}

/* Bodies follow each other as their functions do: offsets may not swap them. */
Test(verify_module, corrupt_fnentry_of_another_function)
{
    struct places places;
    struct spec spec = {.twist = TWO_FUNCTIONS | TWO_BODIES};
    struct bl_writer *w = build_modules(&spec, 1, &places);
    bl_writer_close(w);
    spec.field = FNENTRY;
    spec.add = (places.at[SECOND_BLOCK] - places.at[FUNCTION_BLOCK]) / 32;
    w = build_modules(&spec, 1, &places);
    expect_one(build_bytes(w), "the second body", BL_E_MISMATCH,
               "FNENTRY that leads to the body of another function", places.at[FNENTRY]);
    bl_writer_close(w);
    spec.field = FNENTRY_VALUE;
    spec.add = 1;
    w = build_modules(&spec, 1, &places);
    expect_one(build_bytes(w), "the second function", BL_E_MISMATCH,
               "FNENTRY that leads to the body of another function", places.at[FNENTRY]);
    bl_writer_close(w);
}

Test(verify_module, corrupt_metadata_index_twice)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){.twist = TWO_INDEXES}, 1, &places);
    struct reported reported = verify(build_bytes(w));
    cr_assert_eq(reported.n, 1);
    cr_expect_str_eq(reported.problems[0].what, "second METADATA_INDEX in a block");
    cr_expect_gt(reported.problems[0].bit_pos, places.at[INDEX_PLACE]);
    bl_writer_close(w);
}

Test(verify_module, corrupt_metadata_index_offset_length)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){.twist = SHORT_INDEX_OFFSET}, 1, &places);
    struct reported reported = verify(build_bytes(w));
    expect_reported(&reported, 0, "one word", BL_E_MALFORMED,
                    "METADATA_INDEX_OFFSET that is not two 32-bit words",
                    places.at[INDEX_OFFSET_LOW]);
    expect_reported(&reported, 1, "then the INDEX stands alone", BL_E_MISMATCH,
                    "METADATA_INDEX without METADATA_INDEX_OFFSET before it",
                    places.at[INDEX_FIRST]);
    cr_expect_eq(reported.n, 2);
    bl_writer_close(w);
}

/* Names of a few bytes in the file, of many in the hash. */
Test(verify_module, names_for_the_hash_are_limited)
{
    enum {
        N_NAMES = 400,
        N_BYTES = 1000
    };
    static const uint8_t name[N_BYTES];
    static const struct bl_view blob = {.data = name, .size = N_BYTES};
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 8, WIDTH);
    uint32_t abbrev = BUILD_DEFINE(w, LIT(7), LIT(0), FIXED(10), LIT(0), LIT(0), LIT(0), LIT(0));
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_enter(w, 17, WIDTH);
    bl_writer_exit(w);
    for (int i = 0; i < N_NAMES; i++)
        bl_writer_abbreviated(w, abbrev, 7, BUILD_OPS(0, N_BYTES, 0, 0, 0, 0), NULL);
    uint64_t hash = bl_writer_pos(w);
    bl_writer_record(w, 17, BUILD_OPS(1, 2, 3, 4, 5));
    bl_writer_exit(w);
    bl_writer_enter(w, 23, WIDTH);
    abbrev = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, abbrev, 1, NULL, 0, &blob);
    bl_writer_exit(w);
    expect_one(build_bytes(w), "many names", BL_E_LIMIT,
               "more bytes of names than the limit for a HASH", hash);
    bl_writer_close(w);
}

/* ---- Sizes and damage ---- */

Test(verify_module, corrupt_size)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){0}, 1, &places);
    struct bl_view all = build_bytes(w);
    uint8_t *longer = calloc(1, all.size + 3);
    memcpy(longer, all.data, all.size);
    for (size_t more = 1; more < 4; more++)
        expect_one((struct bl_view){.data = longer, .size = all.size + more}, "bytes behind",
                   BL_E_MALFORMED, "stream whose size is not a multiple of four bytes",
                   all.size * 8);
    free(longer);
    uint64_t end_block = all.size * 8 - 32; /* of the STRTAB, whose blob ends at such a place */
    for (size_t less = 1; less < 4; less++) {
        struct reported reported =
            verify((struct bl_view){.data = all.data, .size = all.size - less});
        cr_assert_eq(reported.n, 2);
        expect_reported(&reported, 0, "bytes missing", BL_E_TRUNCATED,
                        "the bits end in the padding after END_BLOCK", end_block);
        expect_reported(&reported, 1, "bytes missing", BL_E_MALFORMED,
                        "stream whose size is not a multiple of four bytes", end_block);
    }
    bl_writer_close(w);
}

/* Offsets of a module whose blocks are not all known cannot be held against them. */
Test(verify_module, damaged_module_does_not_add_to_its_damage)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){0}, 1, &places);
    struct guard g = guard_copy(build_bytes(w));
    /* the width in the FUNCTION block's header becomes 0: id 4 bits, block id 8, then it */
    uint64_t width = places.at[FUNCTION_BLOCK] + WIDTH + 8;
    for (uint64_t bit = width; bit < width + 4; bit++)
        g.data[bit / 8] &= (uint8_t) ~(1 << bit % 8);
    struct reported reported = verify(g.bytes);
    expect_reported(&reported, 0, "header", BL_E_MALFORMED,
                    "sub-block with abbreviation ids of no bits", places.at[FUNCTION_BLOCK]);
    cr_expect_eq(reported.n, 1, "then %s", reported.problems[1].what);
    cr_expect_eq(reported.summary.n_offsets, 0);
    guard_release(&g);
    bl_writer_close(w);
}

/* Every truncation and every bit flipped: it ends, and problems lie within the stream. */
Test(verify_module, every_bit_and_every_size)
{
    struct places places;
    struct bl_writer *w = build_modules(&(struct spec){0}, 1, &places);
    struct bl_view all = build_bytes(w);
    for (size_t size = 4; size < all.size; size++) {
        struct reported reported = verify((struct bl_view){.data = all.data, .size = size});
        /* Whole top-level blocks may be missing without a trace. */
        if (size % 4 != 0)
            cr_expect_gt(reported.n, 0, "cut at %zu", size);
        for (uint64_t i = 0; i < reported.n && i < MAX_REPORTED; i++)
            cr_expect_leq(reported.problems[i].bit_pos, size * 8, "cut at %zu", size);
    }
    struct guard g = guard_copy(all);
    for (uint64_t bit = 32; bit < all.size * 8; bit++) {
        guard_flip(&g, bit);
        struct reported reported = verify(g.bytes);
        for (uint64_t i = 0; i < reported.n && i < MAX_REPORTED; i++)
            cr_expect_leq(reported.problems[i].bit_pos, all.size * 8, "bit %d", (int)bit);
        guard_flip(&g, bit);
    }
    guard_release(&g);
    bl_writer_close(w);
}
