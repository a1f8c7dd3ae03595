/* test_verify_contents.c - what cannot be read of a module is reported once, at its place
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/bodies.h"
#include "unit/verify/reported.h"

/* What is wrong in the module written here; more than one may be. */
enum fault {
    TYPES_LIMIT = 1 << 0,
    LISTS_LIMIT = 1 << 1,
    SHORT_GLOBAL = 1 << 2,
    SHORT_COMDAT = 1 << 3,
    LONG_CONSTANT = 1 << 4,
    STRINGS_TOO_LONG = 1 << 5,
    HASH_OF_NO_MODULE = 1 << 6,
    SHORT_SUMMARY = 1 << 7,
    FUNCTION_OF_I32 = 1 << 8,
    LONG_BODY_CONSTANT = 1 << 9,
    BODY_STRINGS_TOO_LONG = 1 << 10,
    BAD_PREDICATE = 1 << 11,
    NO_BODY_END = 1 << 12, /* DECLAREBLOCKS says one more */
    BODY_NAMES_LIMIT = 1 << 13,
    IN_BOTH = 1 << 14, /* those of a body in the second one as well */
    /* The grammar is wrong, too, after what else is: */
    DAMAGED_TYPES = 1 << 15,
    DAMAGED_METADATA = 1 << 16,
    DAMAGED_BODY = 1 << 17,
};

enum {
    COMDAT_CODE = 12,
    MODULE_STRTAB = 19,
    SUMMARY = 20,
    NO_ABBREV = 9, /* an abbreviation id that is not defined */
};

/* Where the last record is that is at fault, and where the damage. */
struct places {
    uint64_t fault, damage;
};

struct writing {
    struct bl_writer *w;
    unsigned faults;
    struct places *places;
};

/* Whether the record that comes next is to have FAULT. */
static bool has(const struct writing *b, enum fault fault)
{
    if (!(b->faults & (unsigned)fault))
        return false;
    b->places->fault = bl_writer_pos(b->w);
    return true;
}

static void damage(const struct writing *b, enum fault fault)
{
    if (!(b->faults & (unsigned)fault))
        return;
    b->places->damage = bl_writer_pos(b->w);
    bl_writer_fixed(b->w, NO_ABBREV, WIDTH);
    bl_writer_align32(b->w);
}

/* N records of no operands, more than there may be. */
static void write_many(const struct writing *b, uint32_t code, uint32_t n)
{
    uint32_t id = BUILD_DEFINE(b->w, LIT(code));
    for (uint32_t i = 0; i < n; i++)
        bl_writer_abbreviated(b->w, id, code, NULL, 0, NULL);
}

static void write_type_table(const struct writing *b)
{
    struct bl_writer *w = b->w;
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 2, NULL, 0);             /* 0 void */
    bl_writer_record(w, 7, BUILD_OPS(32));       /* 1 i32 */
    bl_writer_record(w, 21, BUILD_OPS(0, 0, 1)); /* 2 void (i32) */
    if (has(b, TYPES_LIMIT))
        write_many(b, 2, 4000);
    damage(b, DAMAGED_TYPES);
    bl_writer_exit(w);
}

static void write_lists(const struct writing *b)
{
    bl_writer_enter(b->w, PARAMATTR, WIDTH);
    bl_writer_record(b->w, 2, NULL, 0);
    if (has(b, LISTS_LIMIT))
        write_many(b, 2, 4000);
    bl_writer_exit(b->w);
}

/* A COMDAT, two functions with bodies, and a declaration. */
static void write_globals(const struct writing *b)
{
    struct bl_writer *w = b->w;
    uint64_t comdat[] = {1, 1, 'c'};
    bl_writer_record(w, COMDAT_CODE, comdat, has(b, SHORT_COMDAT) ? 1 : 3);
    uint64_t type = has(b, FUNCTION_OF_I32) ? 1 : 2;
    bl_writer_record(w, 8, BUILD_OPS(type, 0, 0, 0, 0, 0, 0, 0));
    bl_writer_record(w, 8, BUILD_OPS(2, 0, 0, 0, 0, 0, 0, 0));
    uint64_t declaration[] = {2, 0, 1, 0, 0, 0, 0, 0};
    bl_writer_record(w, 8, declaration, has(b, SHORT_GLOBAL) ? 2 : 8);
}

/* i32 7. BL_MAX_FIXED_OPERANDS are more than it takes. */
static void write_constant(const struct writing *b, enum fault fault)
{
    uint64_t ops[BL_MAX_FIXED_OPERANDS + 1] = {14};
    bl_writer_enter(b->w, CONSTANTS, WIDTH);
    bl_writer_record(b->w, 1, BUILD_OPS(1));
    bl_writer_record(b->w, 4, ops, has(b, fault) ? BL_MAX_FIXED_OPERANDS + 1 : 1);
    bl_writer_exit(b->w);
}

/* One string of 4 characters, or of 5, which are not there; then a node. */
static void write_strings(const struct writing *b, enum fault fault)
{
    struct bl_writer *w = b->w;
    uint8_t bytes[] = {4, 0, 0, 0, 't', 'e', 'x', 't'};
    bl_writer_enter(w, METADATA, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(35), VBR(6), VBR(6), BLOB);
    bytes[0] += has(b, fault);
    bl_writer_abbreviated(w, id, 35, BUILD_OPS(1, 4),
                          &(struct bl_view){.data = bytes, .size = sizeof bytes});
    if (b->faults & (unsigned)fault)
        b->places->fault = bl_writer_pos(w) - sizeof bytes * 8; /* the blob */
    bl_writer_record(w, 3, BUILD_OPS(1));
    if (fault == STRINGS_TOO_LONG)
        damage(b, DAMAGED_METADATA);
    bl_writer_exit(w);
}

/* What only combined indexes have, and what only modules have: it does not matter here. */
static void write_summaries(const struct writing *b)
{
    struct bl_writer *w = b->w;
    bl_writer_enter(w, MODULE_STRTAB, WIDTH);
    bl_writer_record(w, has(b, HASH_OF_NO_MODULE) ? 2 : 1, BUILD_OPS(1, 2, 3, 4, 5));
    bl_writer_exit(w);
    bl_writer_enter(w, SUMMARY, WIDTH);
    bl_writer_record(w, 10, BUILD_OPS(9)); /* VERSION */
    /* PERMODULE_GLOBALVAR_INIT_REFS: value, flags, flags of a variable */
    uint64_t variable[] = {0, 0, 0};
    bl_writer_record(w, 3, variable, has(b, SHORT_SUMMARY) ? 2 : 3);
    bl_writer_exit(w);
}

static void write_names(const struct writing *b)
{
    bl_writer_enter(b->w, VALUE_SYMTAB, WIDTH);
    bl_writer_record(b->w, 1, BUILD_OPS(4, 'a'));
    if (has(b, BODY_NAMES_LIMIT))
        build_alike(b->w, 1, 4, 'a', 70);
    bl_writer_exit(b->w);
}

/* Values: 0 to 2 functions, 3 i32 7; here 4 the argument, 5 i32 7, 6 their comparison. */
static void write_function(const struct writing *b)
{
    struct bl_writer *w = b->w;
    bl_writer_enter(w, FUNCTION, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(b->faults & NO_BODY_END ? 2 : 1));
    write_constant(b, LONG_BODY_CONSTANT);
    write_strings(b, BODY_STRINGS_TOO_LONG);
    bl_writer_record(w, 28, BUILD_OPS(2, 1, has(b, BAD_PREDICATE) ? 99 : 32));
    bl_writer_record(w, 10, NULL, 0);
    write_names(b);
    damage(b, DAMAGED_BODY);
    bl_writer_exit(w);
    if (b->faults & NO_BODY_END)
        b->places->fault = bl_writer_pos(w);
}

/* The stream for FAULTS. */
static struct bl_writer *build(unsigned faults, struct places *places)
{
    struct writing b = {.w = begin_module(), .faults = faults, .places = places};
    *places = (struct places){0};
    bl_writer_record(b.w, 1, BUILD_OPS(1));
    write_lists(&b);
    write_type_table(&b);
    write_globals(&b);
    write_constant(&b, LONG_CONSTANT);
    write_strings(&b, STRINGS_TOO_LONG);
    write_summaries(&b);
    write_function(&b);
    if (!(faults & IN_BOTH))
        b.faults = 0;
    write_function(&b);
    bl_writer_exit(b.w);
    return b.w;
}

Test(verify_contents, good_module)
{
    struct places places;
    struct bl_writer *w = build(0, &places);
    expect_good(build_bytes(w), "nothing wrong");
    cr_expect_eq(verify(build_bytes(w)).summary.n_bodies, 2);
    bl_writer_close(w);
}

Test(verify_contents, corrupt_part)
{
    static const struct {
        const char *name;
        unsigned faults;
        int status;
        const char *what;
        uint32_t block_id; /* the innermost one of the path */
        uint64_t n_bodies;
    } rows[] = {
        {"corrupt_types", TYPES_LIMIT, BL_E_LIMIT, "more types than the limit", TYPES, 0},
        {"corrupt_attributes", LISTS_LIMIT, BL_E_LIMIT, "more attribute lists than the limit",
         PARAMATTR, 2},
        {"corrupt_global", SHORT_GLOBAL, BL_E_MALFORMED, "global value with too few operands",
         MODULE, 2},
        {"corrupt_comdat", SHORT_COMDAT, BL_E_MALFORMED, "COMDAT with too few operands", MODULE, 2},
        {"corrupt_constant", LONG_CONSTANT, BL_E_LIMIT,
         "constant that is longer than its kind needs", CONSTANTS, 2},
        {"corrupt_strings", STRINGS_TOO_LONG, BL_E_MALFORMED,
         "METADATA_STRINGS whose strings do not fit the blob", METADATA, 2},
        {"corrupt_path", HASH_OF_NO_MODULE, BL_E_MALFORMED, "hash of no module, or of another size",
         MODULE_STRTAB, 2},
        {"corrupt_summary", SHORT_SUMMARY, BL_E_MALFORMED, "summary is cut short", SUMMARY, 2},
        {"corrupt_function_type", FUNCTION_OF_I32, BL_E_MISMATCH,
         "function whose type is none of a function", MODULE, 2},
        {"corrupt_body_constant", LONG_BODY_CONSTANT, BL_E_LIMIT,
         "constant that is longer than its kind needs", CONSTANTS, 2},
        {"corrupt_body_strings", BODY_STRINGS_TOO_LONG, BL_E_MALFORMED,
         "METADATA_STRINGS whose strings do not fit the blob", METADATA, 2},
        {"corrupt_body_names", BODY_NAMES_LIMIT, BL_E_LIMIT, "longer names than the limit",
         VALUE_SYMTAB, 2},
        {"corrupt_predicate", BAD_PREDICATE, BL_E_MALFORMED,
         "comparison with a predicate that there is not", FUNCTION, 2},
        {"corrupt_blocks", NO_BODY_END, BL_E_MISMATCH, "fewer basic blocks than DECLAREBLOCKS says",
         FUNCTION, 2},
        /* What depends on a part that cannot be read is not reported. */
        {"bodies without types", TYPES_LIMIT | BAD_PREDICATE | IN_BOTH, BL_E_LIMIT,
         "more types than the limit", TYPES, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct places places;
        struct bl_writer *w = build(rows[i].faults, &places);
        struct reported reported = verify(build_bytes(w));
        const struct bl_error *problem = &reported.problems[0];
        cr_assert_eq(reported.n, 1, "%s: %d problems, first: %s", rows[i].name, (int)reported.n,
                     problem->what);
        /* A limit is reached some records after the first. */
        uint64_t at = rows[i].status == BL_E_LIMIT ? problem->bit_pos : places.fault;
        expect_reported(&reported, 0, rows[i].name, rows[i].status, rows[i].what, at);
        cr_expect_eq(problem->path[problem->depth - 1].block_id, rows[i].block_id, "%s",
                     rows[i].name);
        cr_expect_eq(reported.summary.n_bodies, rows[i].n_bodies, "%s", rows[i].name);
        bl_writer_close(w);
    }
}

/* A body that cannot be read does not hide the next one. */
Test(verify_contents, one_problem_for_each_body)
{
    struct places places;
    struct bl_writer *w = build(BAD_PREDICATE | NO_BODY_END | IN_BOTH, &places);
    struct reported reported = verify(build_bytes(w));
    cr_assert_eq(reported.n, 2, "%d problems", (int)reported.n);
    for (uint64_t i = 0; i < 2; i++)
        cr_expect_str_eq(reported.problems[i].what,
                         "comparison with a predicate that there is not");
    cr_expect_lt(reported.problems[0].bit_pos, reported.problems[1].path[1].bit_pos);
    cr_expect_eq(reported.summary.n_bodies, 2);
    bl_writer_close(w);
}

/* What cannot be read in a damaged block, and what depends on it, is the damage's. */
Test(verify_contents, damage_is_told_once)
{
    static const struct {
        const char *name;
        unsigned faults;
        uint64_t n_bodies;
    } rows[] = {
        {"types", DAMAGED_TYPES, 0},
        {"types over the limit", DAMAGED_TYPES | TYPES_LIMIT, 0},
        {"metadata", DAMAGED_METADATA, 2},
        {"strings of metadata", DAMAGED_METADATA | STRINGS_TOO_LONG | BODY_STRINGS_TOO_LONG, 2},
        {"body", DAMAGED_BODY, 2},
        {"predicate in a body", DAMAGED_BODY | BAD_PREDICATE, 2},
        {"blocks in a body", DAMAGED_BODY | NO_BODY_END, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct places places;
        struct bl_writer *w = build(rows[i].faults, &places);
        struct reported reported =
            expect_one(build_bytes(w), rows[i].name, BL_E_MALFORMED,
                       "record with an abbreviation id that is not defined", places.damage);
        cr_expect_eq(reported.summary.n_bodies, rows[i].n_bodies, "%s", rows[i].name);
        bl_writer_close(w);
    }
}
