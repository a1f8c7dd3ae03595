/* support/extreme_modules.c - modules that claim, or have, far more than any compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/extreme_parts.h"

/* ---- Claims ---- */

static void write_types(struct bl_writer *w)
{
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 1, BUILD_OPS(HUGE_NUMBER));               /* NUMENTRY */
    bl_writer_record(w, 2, NULL, 0);                              /* VOID */
    bl_writer_record(w, 7, BUILD_OPS(HUGE_NUMBER));               /* INTEGER */
    bl_writer_record(w, 11, BUILD_OPS(UINT64_MAX, 1));            /* ARRAY */
    bl_writer_record(w, 10, BUILD_OPS(UINT64_MAX, 2));            /* VECTOR */
    bl_writer_record(w, 21, BUILD_OPS(0, 0, HUGE_NUMBER, 3));     /* FUNCTION */
    bl_writer_record(w, 26, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER)); /* TARGET_TYPE */
    bl_writer_exit(w);
}

static void write_attributes(struct bl_writer *w)
{
    bl_writer_enter(w, 10, 4);
    bl_writer_record(w, 3, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER, 7, 92, HUGE_NUMBER, 1, 2));
    bl_writer_exit(w);
    bl_writer_enter(w, 9, 4);
    bl_writer_record(w, 2, BUILD_OPS(HUGE_NUMBER, 0, HUGE_NUMBER));
    bl_writer_exit(w);
}

static void write_metadata(struct bl_writer *w)
{
    static const uint8_t lengths[64] = {0xFF, 0xFF, 0xFF, 0xFF};
    struct bl_view blob = {lengths, sizeof lengths};
    bl_writer_enter(w, 15, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(35), VBR(6), VBR(6), BLOB);
    bl_writer_abbreviated(w, id, 35, BUILD_OPS(HUGE_NUMBER, 32), &blob); /* STRINGS */
    bl_writer_record(w, 38, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER));        /* INDEX_OFFSET */
    bl_writer_record(w, 3, BUILD_OPS(HUGE_NUMBER, 1));                   /* NODE */
    bl_writer_record(w, 39, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER));        /* INDEX */
    bl_writer_record(w, 10, BUILD_OPS(HUGE_NUMBER - 1));                 /* NAMED_NODE */
    bl_writer_exit(w);
}

static void write_body(struct bl_writer *w)
{
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(HUGE_NUMBER));                        /* DECLAREBLOCKS */
    bl_writer_record(w, 12, BUILD_OPS(1, HUGE_NUMBER, HUGE_NUMBER));       /* SWITCH */
    bl_writer_record(w, 16, BUILD_OPS(1, HUGE_NUMBER, HUGE_NUMBER));       /* PHI */
    bl_writer_record(w, 34, BUILD_OPS(0, 0, HUGE_NUMBER, 1, HUGE_NUMBER)); /* CALL */
    bl_writer_exit(w);
}

static void write_summary(struct bl_writer *w)
{
    bl_writer_enter(w, 20, 4);
    bl_writer_record(w, 10, BUILD_OPS(9)); /* VERSION */
    bl_writer_record(
        w, 2, BUILD_OPS(0, 0, HUGE_NUMBER, 0, HUGE_NUMBER, 1, HUGE_NUMBER)); /* PERMODULE_PROFILE */
    bl_writer_record(w, 16, BUILD_OPS(HUGE_NUMBER, UINT64_MAX));             /* VALUE_GUID */
    bl_writer_record(w, 22, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER));            /* TYPE_ID_METADATA */
    bl_writer_exit(w);
}

/* A module whose records count to 2^32 - 1 wherever they count. */
static struct bl_writer *module_claims(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
    write_types(w);
    write_attributes(w);
    bl_writer_record(w, 12, BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER, 1)); /* COMDAT */
    bl_writer_record(w, 7,
                     BUILD_OPS(HUGE_NUMBER, HUGE_NUMBER, 3, 2, HUGE_NUMBER, 0)); /* GLOBALVAR */
    bl_writer_record(w, 8, BUILD_OPS(0, 1, 4, 0, 0, 0, HUGE_NUMBER, 0, HUGE_NUMBER)); /* FUNCTION */
    bl_writer_record(w, 13, BUILD_OPS(HUGE_NUMBER)); /* VSTOFFSET */
    write_metadata(w);
    write_body(w);
    write_summary(w);
    bl_writer_exit(w);
    write_name(w);
    return w;
}

/* ---- Tables of what takes hardly any bits ---- */

enum {
    N_TYPES = 2000000,
    N_GROUPS = 64,
    N_ATTRIBUTES = 32000,
    N_PLACES = 60000,
    N_FUNCTIONS = 20,
    N_ENUMERATORS = 20000,
    N_WORDS = 256,
    N_BUNDLES = 10000,
    N_ALIKE = 16000,
    N_CALLS = 2000
};

static struct bl_writer *many_types(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(2)); /* VOID */
    for (int i = 0; i < N_TYPES; i++)
        bl_writer_abbreviated(w, id, 2, NULL, 0, NULL);
    bl_writer_exit(w);
    return end_module(w);
}

static struct bl_writer *many_attributes(void)
{
    static const uint64_t operands[2 * N_ATTRIBUTES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 10, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(3), ARRAY, FIXED(1));
    for (int i = 0; i < N_GROUPS; i++)
        bl_writer_abbreviated(w, id, 3, operands, 2 * N_ATTRIBUTES, NULL);
    bl_writer_exit(w);
    return end_module(w);
}

/* Functions of many parameters, and of a list with as many groups, which are for none of them. */
static struct bl_writer *many_places(void)
{
    static uint64_t groups[N_PLACES];
    static const uint64_t operands[N_PLACES] = {0, 1}; /* i32 (void, void, …) */
    struct bl_writer *w = begin_module();
    for (int i = 0; i < N_PLACES; i++)
        groups[i] = 1;
    bl_writer_enter(w, 10, WIDTH);
    bl_writer_record(w, 3, BUILD_OPS(1, UINT32_MAX - 1, 0, 2));
    bl_writer_exit(w);
    bl_writer_enter(w, 9, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(2), ARRAY, FIXED(1));
    bl_writer_abbreviated(w, id, 2, groups, N_PLACES, NULL);
    bl_writer_exit(w);
    bl_writer_enter(w, 17, WIDTH);
    bl_writer_record(w, 2, NULL, 0);       /* VOID */
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    id = BUILD_DEFINE(w, LIT(21), ARRAY, FIXED(1));
    bl_writer_abbreviated(w, id, 21, operands, N_PLACES, NULL);
    bl_writer_exit(w);
    for (int i = 0; i < N_FUNCTIONS; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 2, 0, 1, 0, 1)); /* FUNCTION */
    w = end_module(w);
    write_name(w);
    return w;
}

/* Enumerators of very many digits, all alike: each takes no more than an abbreviation's id. */
static struct bl_writer *wide_integers(void)
{
    enum {
        ENUMERATOR = 14,
        IS_BIG = 4,
        FIRST_WORD = 3,
    };
    uint64_t operands[FIRST_WORD + N_WORDS] = {IS_BIG, UINT64_C(64) * N_WORDS, 0};
    struct bl_abbrev_op literals[1 + FIRST_WORD + N_WORDS] = {LIT(ENUMERATOR)};
    struct bl_writer *w = begin_module();
    for (size_t i = 0; i < FIRST_WORD + N_WORDS; i++) {
        if (i >= FIRST_WORD)
            operands[i] = INT64_MAX - 1;
        literals[i + 1] = (struct bl_abbrev_op)LIT(operands[i]);
    }
    bl_writer_enter(w, 15, WIDTH);
    uint32_t id = bl_writer_define(w, literals, 1 + FIRST_WORD + N_WORDS);
    for (int i = 0; i < N_ENUMERATORS; i++)
        bl_writer_abbreviated(w, id, ENUMERATOR, operands, FIRST_WORD + N_WORDS, NULL);
    bl_writer_exit(w);
    return end_module(w);
}

static struct bl_writer *begin_body(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                /* TYPE */
    bl_writer_record(w, 2, NULL, 0);          /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION */
    bl_writer_record(w, 7, BUILD_OPS(32));    /* INTEGER */
    bl_writer_exit(w);
    bl_writer_record(w, 8, BUILD_OPS(0, 1, 1, 0, 0, 0, 0, 0, 0)); /* FUNCTION */
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
    return w;
}

static struct bl_writer *end_body(struct bl_writer *w)
{
    bl_writer_record(w, 34, BUILD_OPS(0, 1 << 15, 1, 1)); /* CALL */
    bl_writer_record(w, 10, NULL, 0);                     /* RET */
    bl_writer_exit(w);
    w = end_module(w);
    write_name(w);
    return w;
}

/* A body of records CODE that are all alike, before a call. */
static struct bl_writer *body_of_alike(uint32_t code, uint64_t first, uint64_t fill, uint32_t n)
{
    struct bl_writer *w = begin_body();
    build_alike(w, code, first, fill, n);
    return end_body(w);
}

/* Calls of f that each have it in a bundle a thousand times. */
static struct bl_writer *calls_with_bundles(void)
{
    static uint64_t bundle[BUILD_ALIKE_OPS];
    struct bl_abbrev_op literals[1 + BUILD_ALIKE_OPS] = {LIT(55), LIT(0)};
    struct bl_writer *w = begin_body();
    for (size_t i = 1; i < BUILD_ALIKE_OPS; i++) {
        bundle[i] = 1;
        literals[1 + i] = (struct bl_abbrev_op)LIT(1);
    }
    uint32_t id = bl_writer_define(w, literals, 1 + BUILD_ALIKE_OPS);
    for (int i = 0; i < N_CALLS; i++) {
        bl_writer_record(w, 34, BUILD_OPS(0, 1 << 15, 1, 1)); /* CALL */
        bl_writer_abbreviated(w, id, 55, bundle, BUILD_ALIKE_OPS, NULL);
    }
    return end_body(w);
}

static struct bl_writer *many_attachments(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 15, WIDTH); /* METADATA */
    build_alike(w, 36, 0, 0, N_ALIKE);
    bl_writer_exit(w);
    return end_module(w);
}

/* ---- All of them ---- */

void extreme_modules(extreme_fn *emit, void *context)
{
    emit_stream(emit, context, "module", BL_OK, module_claims());
    emit_stream(emit, context, "types", BL_OK, many_types());
    emit_stream(emit, context, "attributes", BL_OK, many_attributes());
    emit_stream(emit, context, "places", BL_OK, many_places());
    emit_stream(emit, context, "wide", BL_OK, wide_integers());
    emit_stream(emit, context, "bundles", BL_OK, body_of_alike(55, 0, 1, N_BUNDLES)); /* of f */
    emit_stream(emit, context, "ahead", BL_OK,
                body_of_alike(16, 2, 0, N_ALIKE)); /* PHI of itself */
    emit_stream(emit, context, "calls", BL_OK, calls_with_bundles());
    emit_stream(emit, context, "attachments", BL_OK, many_attachments());
}
