/* support/extreme_files.c - streams that claim, or are, far more than any compiler writes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/extreme_files.h"

#include "base/store.h"
#include "support/build.h"

#include <string.h>

enum {
    N_NESTED = 10000,
    N_ABBREVS = 10 * 1000 * 1000,
    N_BLOBS = 20000,
    BLOB_BYTES = 4 << 20,
    BLOCK = 100, /* an id that means nothing */
    MODULE = 8,
    WIDTH = 3
};

#define HUGE_NUMBER UINT32_MAX
#define HUGE_BLOB (UINT64_C(4000) << 20)
/* Of the size of a blob 32 bits are read, as LLVM does: this one is none. */
#define ENDLESS_BLOB (UINT64_C(16) << 30)

static void emit_stream(extreme_fn *emit, void *context, const char *name, int status,
                        struct bl_writer *w)
{
    emit(context, &(struct extreme_file){name, build_bytes(w), status});
    bl_writer_close(w);
}

/* ---- Blocks ---- */

static struct bl_writer *nested(unsigned n)
{
    struct bl_writer *w = build_begin();
    for (unsigned i = 0; i < n; i++) {
        bl_writer_enter(w, BLOCK, 2);
        bl_writer_record(w, 1, BUILD_OPS(i));
    }
    for (unsigned i = 0; i < n; i++)
        bl_writer_exit(w);
    return w;
}

/* END_BLOCK of a block whose length stands at LENGTH_POS. */
static void end_by_hand(struct bl_writer *w, unsigned width, uint64_t length_pos)
{
    bl_writer_fixed(w, BUILD_END_BLOCK, width);
    bl_writer_align32(w);
    bl_writer_patch32(w, length_pos, (uint32_t)((bl_writer_pos(w) - length_pos) / 32 - 1));
}

/* The same without their lengths and ends: nothing but headers. */
static struct bl_writer *headers_only(void)
{
    struct bl_writer *w = build_begin();
    build_header(w, BUILD_TOP_WIDTH, BLOCK, 2, HUGE_NUMBER);
    for (unsigned i = 1; i < N_NESTED; i++)
        build_header(w, 2, BLOCK, 2, HUGE_NUMBER);
    return w;
}

/* A block of nothing but a large blob, bit by bit: inside of BLOCKINFO the writer has no blocks. */
static void write_blob_block(struct bl_writer *w)
{
    uint64_t length_pos = build_header(w, 2, BLOCK, WIDTH, 0);
    bl_writer_fixed(w, BUILD_DEFINE_ABBREV, WIDTH);
    bl_writer_vbr(w, 2, 5); /* operands: the literal 1 and a blob */
    bl_writer_fixed(w, 1, 1);
    bl_writer_vbr(w, 1, 8);
    bl_writer_fixed(w, 0, 1);
    bl_writer_fixed(w, BL_ENC_BLOB, 3);
    bl_writer_fixed(w, BL_ABBREV_FIRST, WIDTH);
    bl_writer_vbr(w, BLOB_BYTES, 6);
    bl_writer_align32(w);
    for (unsigned i = 0; i < BLOB_BYTES / 4; i++)
        bl_writer_fixed(w, 0, 32);
    end_by_hand(w, WIDTH, length_pos);
}

/* BLOCKINFOs in each other, and much in the innermost one: each of them has all of that in it. */
static struct bl_writer *nested_blockinfos(void)
{
    uint64_t length_pos[BL_MAX_DEPTH - 1];
    struct bl_writer *w = build_begin();
    for (unsigned i = 0; i < BL_MAX_DEPTH - 1; i++)
        length_pos[i] = build_header(w, i ? 2 : BUILD_TOP_WIDTH, BUILD_BLOCKINFO, 2, 0);
    write_blob_block(w);
    for (unsigned i = BL_MAX_DEPTH - 1; i-- > 0;)
        end_by_hand(w, 2, length_pos[i]);
    return w;
}

/* ---- Abbreviations ---- */

/* Definitions of one literal each, bit by bit: the writer would keep them all. */
static void define_many(struct bl_writer *w)
{
    for (unsigned i = 0; i < N_ABBREVS; i++) {
        bl_writer_fixed(w, BUILD_DEFINE_ABBREV, 2);
        bl_writer_vbr(w, 1, 5);
        bl_writer_fixed(w, 1, 1);
        bl_writer_vbr(w, i % 64, 8);
    }
}

static struct bl_writer *abbreviations(bool in_blockinfo)
{
    struct bl_writer *w = build_begin();
    uint64_t length_pos =
        build_header(w, BUILD_TOP_WIDTH, in_blockinfo ? BUILD_BLOCKINFO : BLOCK, 2, 0);
    if (in_blockinfo) {
        bl_writer_fixed(w, BUILD_UNABBREV, 2);
        bl_writer_vbr(w, BUILD_SETBID, 6);
        bl_writer_vbr(w, 1, 6);
        bl_writer_vbr(w, BLOCK, 6);
    }
    define_many(w);
    end_by_hand(w, 2, length_pos);
    return w;
}

/* ---- Records ---- */

static void begin_record(struct bl_writer *w, uint32_t abbrev_id)
{
    bl_writer_fixed(w, abbrev_id, WIDTH);
}

static struct bl_writer *unabbreviated_claim(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    begin_record(w, BUILD_UNABBREV);
    bl_writer_vbr(w, 1, 6);
    bl_writer_vbr(w, HUGE_NUMBER, 6);
    bl_writer_exit(w);
    return w;
}

/* An array of 2^32 - 1 elements. Those of no width would even fit, and are refused for that. */
static struct bl_writer *array_claim(struct bl_abbrev_op element)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), ARRAY, element);
    begin_record(w, id);
    bl_writer_vbr(w, HUGE_NUMBER, 6);
    bl_writer_exit(w);
    return w;
}

/* N blocks with a blob of SIZE bytes each, or some more. */
static struct bl_writer *blob_claims(unsigned n, uint64_t size)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, BLOCK, WIDTH);
    for (unsigned i = 0; i < n; i++) {
        bl_writer_enter(w, BLOCK + 1, WIDTH);
        uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
        begin_record(w, id);
        bl_writer_vbr(w, size + i, 6);
        bl_writer_align32(w);
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    return w;
}

/* ---- Modules ---- */

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

static void write_blob(struct bl_writer *w, uint32_t block_id, struct bl_view blob)
{
    bl_writer_enter(w, block_id, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &blob);
    bl_writer_exit(w);
}

/* The STRTAB of a module's one symbol. */
static void write_name(struct bl_writer *w)
{
    write_blob(w, 23, (struct bl_view){(const uint8_t *)"f", 1});
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

/* ---- What is asked for again and again ---- */

enum {
    N_CONSTANTS = 150000,
    N_AGGREGATES = 5000,
    N_PARTS = 16,
    N_PARTS_PRINTED = 4000,
    N_REFERENCES = 200000,
    N_CASTS = 100000, /* and as many calls */
    N_INFOS = 70000,
    N_IDS = 40000,
    N_SHARING = 20000, /* modules, blocks */
    N_IN_FRONT = 40000,
    N_BODIES = 100000,
    N_ALIASES = 200000,
    N_DEFINED = 10000,
    N_LIKE_PARTS = 256
};

static struct bl_writer *begin_module(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(2)); /* VERSION */
    return w;
}

static struct bl_writer *end_module(struct bl_writer *w)
{
    bl_writer_exit(w);
    return w;
}

/* Metadata that names aggregates, whose parts are of two large blocks in turn. */
static struct bl_writer *constants_in_turn(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                      /* TYPE */
    bl_writer_record(w, 7, BUILD_OPS(32));          /* INTEGER */
    bl_writer_record(w, 11, BUILD_OPS(N_PARTS, 0)); /* ARRAY */
    bl_writer_exit(w);
    for (int block = 0; block < 2; block++) {
        bl_writer_enter(w, 11, 4); /* CONSTANTS */
        bl_writer_record(w, 1, BUILD_OPS(0));
        for (uint64_t i = 0; i < N_CONSTANTS; i++)
            bl_writer_record(w, 4, BUILD_OPS(i));
        bl_writer_exit(w);
    }
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(1));
    for (uint64_t i = 0; i < N_AGGREGATES; i++) {
        uint64_t parts[N_PARTS];
        for (uint64_t part = 0; part < N_PARTS; part++)
            parts[part] = part % 2 * N_CONSTANTS + i * part;
        bl_writer_record(w, 7, parts, N_PARTS);
    }
    bl_writer_exit(w);
    bl_writer_enter(w, 15, 4); /* METADATA */
    for (uint64_t i = 0; i < N_AGGREGATES; i++)
        bl_writer_record(w, 2, BUILD_OPS(1, 2 * N_CONSTANTS + i)); /* VALUE */
    bl_writer_exit(w);
    return end_module(w);
}

/* A node that refers to nothing but itself. */
static struct bl_writer *node_of_itself(void)
{
    static uint64_t operands[N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 15, 4);
    for (size_t i = 0; i < N_REFERENCES; i++)
        operands[i] = 1;
    bl_writer_record(w, 5, operands, N_REFERENCES); /* DISTINCT_NODE */
    bl_writer_exit(w);
    return end_module(w);
}

/* An integer with many operands that mean nothing, and many nodes that name it. */
static struct bl_writer *long_integer(void)
{
    static const uint64_t operands[N_REFERENCES] = {2};
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    bl_writer_exit(w);
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(0));
    bl_writer_record(w, 4, operands, N_REFERENCES);
    bl_writer_exit(w);
    bl_writer_enter(w, 15, 4);
    for (size_t i = 0; i < N_REFERENCES; i++)
        bl_writer_record(w, 2, BUILD_OPS(0, 0)); /* VALUE */
    bl_writer_exit(w);
    return end_module(w);
}

/* A VALUE of two VBRs of one bit that go on and on, and a node that refers to it many times. */
static struct bl_writer *endless_value(void)
{
    static uint64_t references[N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 15, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(2), VBR(1), VBR(1));
    bl_writer_fixed(w, id, 4);
    for (int vbr = 0; vbr < 2; vbr++) {
        for (int i = 0; i < N_REFERENCES; i++)
            bl_writer_fixed(w, 1, 1);
        bl_writer_fixed(w, 0, 1);
    }
    for (size_t i = 0; i < N_REFERENCES; i++)
        references[i] = 1;
    bl_writer_record(w, 3, references, N_REFERENCES); /* NODE */
    bl_writer_exit(w);
    return end_module(w);
}

/* INDEX_OFFSETs that all lead to one INDEX, which does not hold. */
static struct bl_writer *index_of_many(void)
{
    static const uint64_t index[2 * N_REFERENCES];
    enum {
        BITS = 4 + 32 + 32
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 15, 4);
    uint32_t index_id = BUILD_DEFINE(w, LIT(39), ARRAY, FIXED(1));
    uint32_t offset_id = BUILD_DEFINE(w, LIT(38), FIXED(32), FIXED(32));
    for (uint64_t n = N_INFOS; n-- > 0;)
        bl_writer_abbreviated(w, offset_id, 38, BUILD_OPS(n * BITS, 0), NULL); /* INDEX_OFFSET */
    bl_writer_abbreviated(w, index_id, 39, index, 2 * N_REFERENCES, NULL);     /* INDEX */
    bl_writer_exit(w);
    return end_module(w);
}

/* A variable with many operands, and many nodes that name it. */
static struct bl_writer *long_variable(void)
{
    static const uint64_t operands[N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 25, BUILD_OPS(0)); /* OPAQUE_POINTER */
    bl_writer_exit(w);
    uint32_t id = BUILD_DEFINE(w, LIT(7), ARRAY, FIXED(1));
    bl_writer_abbreviated(w, id, 7, operands, N_REFERENCES, NULL); /* GLOBALVAR */
    bl_writer_enter(w, 15, 4);
    for (size_t i = 0; i < N_REFERENCES; i++)
        bl_writer_record(w, 2, BUILD_OPS(0, 0)); /* VALUE */
    bl_writer_exit(w);
    return end_module(w);
}

/* A string longer than what is printed of one value, and nodes that name an array of it. */
static struct bl_writer *strings_in_array(void)
{
    enum {
        N_NODES = 50
    };
    static uint64_t string[2 * N_REFERENCES];
    static const uint64_t parts[N_PARTS_PRINTED];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 7, BUILD_OPS(8));                    /* INTEGER */
    bl_writer_record(w, 11, BUILD_OPS(2 * N_REFERENCES, 0)); /* ARRAY */
    bl_writer_record(w, 11, BUILD_OPS(N_PARTS_PRINTED, 1));  /* ARRAY */
    bl_writer_exit(w);
    bl_writer_enter(w, 11, 4);
    uint32_t id = BUILD_DEFINE(w, LIT(8), ARRAY, FIXED(8));
    for (size_t i = 0; i < 2 * N_REFERENCES; i++)
        string[i] = 'x';
    bl_writer_record(w, 1, BUILD_OPS(1));                            /* SETTYPE */
    bl_writer_abbreviated(w, id, 8, string, 2 * N_REFERENCES, NULL); /* STRING */
    bl_writer_record(w, 1, BUILD_OPS(2));
    bl_writer_record(w, 7, parts, N_PARTS_PRINTED); /* AGGREGATE */
    bl_writer_exit(w);
    bl_writer_enter(w, 15, 4);
    for (int i = 0; i < N_NODES; i++)
        bl_writer_record(w, 2, BUILD_OPS(2, 1)); /* VALUE */
    bl_writer_exit(w);
    return end_module(w);
}

/* A function that calls a cast of a cast of ... what is value FIRST, again and again. */
static struct bl_writer *calls_of_casts(uint64_t first)
{
    enum {
        BITCAST = 11,
        EXPLICIT_TYPE = 1 << 15
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                                    /* TYPE */
    bl_writer_record(w, 25, BUILD_OPS(0));                        /* OPAQUE_POINTER */
    bl_writer_record(w, 2, NULL, 0);                              /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 1));                     /* FUNCTION */
    bl_writer_exit(w);                                            /* of value 0: */
    bl_writer_record(w, 8, BUILD_OPS(0, 1, 2, 0, 0, 0, 0, 0, 0)); /* FUNCTION */
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(0));
    for (uint64_t i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 11, BUILD_OPS(BITCAST, 0, i ? i : first)); /* CE_CAST */
    bl_writer_exit(w);
    for (int i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 34, BUILD_OPS(0, EXPLICIT_TYPE, 2, 1)); /* CALL */
    bl_writer_record(w, 10, NULL, 0);                               /* RET */
    bl_writer_exit(w);
    w = end_module(w);
    write_name(w);
    return w;
}

/* A function of type TYPE, value 0, and of its body the beginning; there are no constants. */
static void begin_function(struct bl_writer *w, uint64_t type)
{
    bl_writer_record(w, 8, BUILD_OPS(0, 1, type, 0, 0, 0, 0, 0, 0)); /* FUNCTION */
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
}

static struct bl_writer *end_function(struct bl_writer *w)
{
    bl_writer_record(w, 10, NULL, 0); /* RET */
    bl_writer_exit(w);
    w = end_module(w);
    write_name(w);
    return w;
}

/* Functions of one type, which has many parameters of a bit each. */
static struct bl_writer *parameters(void)
{
    static uint64_t type[N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);            /* TYPE */
    bl_writer_record(w, 2, NULL, 0);      /* VOID */
    bl_writer_record(w, 7, BUILD_OPS(1)); /* INTEGER */
    uint32_t id = BUILD_DEFINE(w, LIT(21), ARRAY, FIXED(1));
    for (size_t i = 2; i < N_REFERENCES; i++)
        type[i] = 1;
    bl_writer_abbreviated(w, id, 21, type, N_REFERENCES, NULL); /* FUNCTION */
    bl_writer_exit(w);
    for (int i = 0; i < N_DEFINED; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 2, 0, 0, 0)); /* FUNCTION */
    for (int i = 0; i < N_DEFINED; i++) {
        bl_writer_enter(w, 12, 4);
        bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
        bl_writer_record(w, 10, NULL, 0);     /* RET */
        bl_writer_exit(w);
    }
    w = end_module(w);
    write_name(w);
    return w;
}

/* Functions that are all led to one body. */
static struct bl_writer *shared_body(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                /* TYPE */
    bl_writer_record(w, 2, NULL, 0);          /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION */
    bl_writer_exit(w);
    for (int i = 0; i < N_DEFINED; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 1, 0, 0, 0)); /* FUNCTION */
    bl_writer_enter(w, 14, 4);                               /* VALUE_SYMTAB */
    uint32_t id = BUILD_DEFINE(w, LIT(3), FIXED(32), FIXED(32));
    /* Behind all entries and END_BLOCK. */
    uint64_t body = (bl_writer_pos(w) + N_DEFINED * (4 + 32 + 32) + 4 + 31) / 32;
    for (uint64_t i = 0; i < N_DEFINED; i++)
        bl_writer_abbreviated(w, id, 3, BUILD_OPS(i, body), NULL); /* FNENTRY */
    bl_writer_exit(w);
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
    for (int i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 36, BUILD_OPS(5, 1)); /* FENCE */
    return end_function(w);
}

/* STRUCTs of a long name: 2 and 3, which are alike, and 4 and 5 of many of these. */
static void write_like_types(struct bl_writer *w)
{
    static uint64_t name[N_REFERENCES];
    uint64_t parts[N_LIKE_PARTS] = {0};
    for (size_t i = 0; i < N_REFERENCES; i++)
        name[i] = 'x';
    bl_writer_enter(w, 17, 4);            /* TYPE */
    bl_writer_record(w, 2, NULL, 0);      /* VOID */
    bl_writer_record(w, 7, BUILD_OPS(1)); /* INTEGER */
    uint32_t id = BUILD_DEFINE(w, LIT(19), ARRAY, FIXED(7));
    for (int i = 0; i < 2; i++) {
        bl_writer_abbreviated(w, id, 19, name, N_REFERENCES, NULL); /* STRUCT_NAME */
        bl_writer_record(w, 20, BUILD_OPS(0, 1));                   /* STRUCT_NAMED */
    }
    for (uint64_t of = 2; of < 4; of++) {
        for (size_t i = 1; i < N_LIKE_PARTS; i++)
            parts[i] = of;
        bl_writer_record(w, 18, parts, N_LIKE_PARTS); /* STRUCT_ANON */
    }
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION */
    bl_writer_exit(w);
}

/* Instructions that choose between values of two types which are alike but for their numbers. */
static struct bl_writer *like_types(void)
{
    struct bl_writer *w = begin_module();
    write_like_types(w);
    begin_function(w, 6);
    bl_writer_enter(w, 11, 4); /* CONSTANTS */
    for (uint64_t type = 4; type < 6; type++) {
        bl_writer_record(w, 1, BUILD_OPS(type)); /* SETTYPE */
        bl_writer_record(w, 3, NULL, 0);         /* UNDEF */
    }
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 2, NULL, 0); /* NULL */
    bl_writer_exit(w);
    for (uint64_t i = 0; i < N_DEFINED; i++)
        bl_writer_record(w, 29, BUILD_OPS(i + 3, i + 2, i + 1)); /* VSELECT */
    return end_function(w);
}

/* Instructions that look into a struct, at what a long constant tells. */
static struct bl_writer *long_indices(void)
{
    static const uint64_t index[2 * N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                   /* TYPE */
    bl_writer_record(w, 2, NULL, 0);             /* VOID */
    bl_writer_record(w, 7, BUILD_OPS(32));       /* INTEGER */
    bl_writer_record(w, 18, BUILD_OPS(0, 1, 1)); /* STRUCT_ANON */
    bl_writer_record(w, 8, BUILD_OPS(2, 0));     /* POINTER */
    bl_writer_record(w, 21, BUILD_OPS(0, 0));    /* FUNCTION */
    bl_writer_exit(w);
    begin_function(w, 4);
    bl_writer_enter(w, 11, 4); /* CONSTANTS */
    uint32_t id = BUILD_DEFINE(w, LIT(8), ARRAY, FIXED(1));
    bl_writer_record(w, 1, BUILD_OPS(3)); /* SETTYPE */
    bl_writer_record(w, 2, NULL, 0);      /* NULL */
    bl_writer_record(w, 1, BUILD_OPS(1));
    bl_writer_record(w, 2, NULL, 0);
    bl_writer_abbreviated(w, id, 8, index, 2 * N_REFERENCES, NULL); /* STRING */
    bl_writer_exit(w);
    for (uint64_t i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 43, BUILD_OPS(0, 2, i + 3, i + 2, i + 1)); /* GEP */
    return end_function(w);
}

/* Blocks of constants, and as many of BLOCKINFO behind them. */
static struct bl_writer *infos_behind_constants(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    bl_writer_exit(w);
    for (uint64_t i = 0; i < N_INFOS; i++) {
        bl_writer_enter(w, 11, 4);
        bl_writer_record(w, 1, BUILD_OPS(0));
        bl_writer_record(w, 4, BUILD_OPS(i));
        bl_writer_exit(w);
    }
    for (int i = 0; i < N_INFOS; i++) {
        bl_writer_enter(w, BUILD_BLOCKINFO, 4);
        bl_writer_exit(w);
    }
    bl_writer_enter(w, 15, 4);
    bl_writer_record(w, 2, BUILD_OPS(0, N_INFOS - 1)); /* VALUE */
    bl_writer_exit(w);
    return end_module(w);
}

/* So many modules that none may look at all others. */
static struct bl_writer *modules(void)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < N_INFOS; i++) {
        bl_writer_enter(w, MODULE, WIDTH);
        bl_writer_exit(w);
    }
    return w;
}

/* One STRTAB for many modules, in which much stands in front of the names. */
static struct bl_writer *late_names(void)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < N_SHARING; i++) {
        bl_writer_enter(w, MODULE, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(2));                         /* VERSION */
        bl_writer_record(w, 7, BUILD_OPS(0, 1, 0, 2, 0, 0, 0, 0, 0)); /* GLOBALVAR */
        bl_writer_exit(w);
    }
    bl_writer_enter(w, 23, WIDTH); /* STRTAB */
    for (int i = 0; i < N_IN_FRONT; i++)
        bl_writer_record(w, 9, BUILD_OPS(1));
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    bl_writer_abbreviated(w, id, 1, NULL, 0, &(struct bl_view){(const uint8_t *)"f", 1});
    bl_writer_exit(w);
    return w;
}

/* An IDENTIFICATION of many records that do not identify, and many blocks of metadata. */
static struct bl_writer *much_identification(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, 13, 5); /* IDENTIFICATION */
    for (int i = 0; i < N_IN_FRONT; i++)
        bl_writer_record(w, 9, BUILD_OPS(1));
    bl_writer_exit(w);
    bl_writer_enter(w, MODULE, WIDTH);
    for (int i = 0; i < N_SHARING; i++) {
        bl_writer_enter(w, 15, WIDTH); /* METADATA */
        bl_writer_exit(w);
    }
    return end_module(w);
}

/* Many sections, and as many variables in the last one, whose name is long. */
static struct bl_writer *sections(void)
{
    static uint64_t name[N_IN_FRONT];
    struct bl_writer *w = begin_module();
    for (int i = 0; i < N_IN_FRONT; i++) {
        name[i] = 's';
        bl_writer_record(w, 5, BUILD_OPS('s')); /* SECTIONNAME */
    }
    bl_writer_record(w, 5, name, N_IN_FRONT);
    for (int i = 0; i < N_IN_FRONT; i++)
        bl_writer_record(w, 7, BUILD_OPS(0, 1, 0, 2, 0, 0, 0, N_IN_FRONT + 1)); /* GLOBALVAR */
    w = end_module(w);
    write_name(w);
    return w;
}

/* Variables that all have one long name, in front of which the target puts something. */
static struct bl_writer *names(void)
{
    static uint8_t name[N_IN_FRONT];
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 3, BUILD_OPS('m', ':', 'o')); /* DATALAYOUT */
    for (int i = 0; i < N_IN_FRONT; i++)
        bl_writer_record(w, 7, BUILD_OPS(0, N_IN_FRONT, 0, 2, 0, 0)); /* GLOBALVAR */
    w = end_module(w);
    memset(name, 'n', sizeof name);
    write_blob(w, 23, (struct bl_view){name, sizeof name}); /* STRTAB */
    return w;
}

/* A symbol table that gives each module all symbols there are. */
static struct bl_writer *symbols_of_all(void)
{
    enum {
        HEADER = 19, /* words */
        SYMBOLS = HEADER + 3 * N_SHARING,
        END = SYMBOLS + 6 * N_SHARING,
    };
    static const uint32_t header[HEADER] = {
        3,       0, 0, HEADER * 4, N_SHARING, SYMBOLS * 4, 0, SYMBOLS * 4, N_SHARING,
        END * 4, 0, 0, 0,          0,         0,           0, 0,           END * 4};
    static uint8_t words[END * 4];
    struct bl_writer *w = build_begin();
    for (size_t i = 0; i < N_SHARING; i++) {
        bl_writer_enter(w, MODULE, WIDTH);
        bl_writer_exit(w);
        bl_store_le32(words + (HEADER + 3 * i + 1) * 4, N_SHARING);   /* the end of its symbols */
        bl_store_le32(words + (SYMBOLS + 6 * i + 4) * 4, UINT32_MAX); /* no COMDAT */
    }
    for (size_t i = 0; i < HEADER; i++)
        bl_store_le32(words + i * 4, header[i]);
    write_blob(w, 25, (struct bl_view){words, sizeof words}); /* SYMTAB */
    write_name(w);
    return w;
}

/* Aliases of one address, which is an expression of many operands. */
static struct bl_writer *aliases_of_address(void)
{
    static uint64_t operands[N_REFERENCES];
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);             /* TYPE */
    bl_writer_record(w, 25, BUILD_OPS(0)); /* OPAQUE_POINTER */
    bl_writer_exit(w);
    bl_writer_record(w, 7, BUILD_OPS(0, 1, 0, 2, 0, 0, 0, 0, 0)); /* GLOBALVAR */
    for (int i = 0; i < N_ALIASES; i++)
        bl_writer_record(w, 14, BUILD_OPS(0, 1, 0, 0, N_ALIASES + 1, 0)); /* ALIAS */
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(0));
    bl_writer_record(w, 32, operands, N_REFERENCES); /* CE_GEP */
    bl_writer_exit(w);
    w = end_module(w);
    write_name(w);
    return w;
}

/* Many functions with a body, aliases of them from the last on, and blocks that mean nothing. */
static struct bl_writer *bodies(void)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                /* TYPE */
    bl_writer_record(w, 2, NULL, 0);          /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION */
    bl_writer_exit(w);
    for (int i = 0; i < N_BODIES; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 1, 0, 0, 0, 0)); /* FUNCTION */
    for (uint64_t i = N_BODIES; i-- > 0;)
        bl_writer_record(w, 14, BUILD_OPS(0, 1, 1, 0, i, 0)); /* ALIAS */
    for (int i = 0; i < N_BODIES; i++) {
        bl_writer_enter(w, BLOCK, WIDTH);
        bl_writer_exit(w);
    }
    for (int i = 0; i < N_BODIES; i++) {
        bl_writer_enter(w, 12, WIDTH); /* FUNCTION */
        bl_writer_exit(w);
    }
    w = end_module(w);
    write_name(w);
    return w;
}

/* Blocks of an id each. */
static struct bl_writer *ids(void)
{
    struct bl_writer *w = build_begin();
    for (uint32_t i = 0; i < N_IDS; i++) {
        bl_writer_enter(w, BLOCK + i, WIDTH);
        bl_writer_exit(w);
    }
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
    N_WORDS = 256
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

void extreme_files(extreme_fn *emit, void *context)
{
    static const struct bl_abbrev_op char6 = CHAR6;
    static const struct bl_abbrev_op nothing = FIXED(0);
    static const struct bl_abbrev_op wide = FIXED(32);
    emit_stream(emit, context, "nested-within", BL_OK, nested(BL_MAX_DEPTH));
    emit_stream(emit, context, "nested", BL_E_LIMIT, nested(N_NESTED));
    emit_stream(emit, context, "headers-only", BL_E_LIMIT, headers_only());
    emit_stream(emit, context, "nested-blockinfo", BL_OK, nested_blockinfos());
    emit_stream(emit, context, "abbreviations", BL_E_LIMIT, abbreviations(false));
    emit_stream(emit, context, "blockinfo", BL_E_LIMIT, abbreviations(true));
    emit_stream(emit, context, "operands", BL_E_TRUNCATED, unabbreviated_claim());
    emit_stream(emit, context, "array-char6", BL_E_TRUNCATED, array_claim(char6));
    emit_stream(emit, context, "array-wide", BL_E_TRUNCATED, array_claim(wide));
    emit_stream(emit, context, "array-no-width", BL_E_MALFORMED, array_claim(nothing));
    emit_stream(emit, context, "blob", BL_E_TRUNCATED, blob_claims(1, HUGE_BLOB));
    emit_stream(emit, context, "blobs", BL_E_TRUNCATED, blob_claims(N_BLOBS, HUGE_BLOB));
    emit_stream(emit, context, "blob-endless", BL_OK, blob_claims(1, ENDLESS_BLOB));
    emit_stream(emit, context, "module", BL_OK, module_claims());
    emit_stream(emit, context, "types", BL_OK, many_types());
    emit_stream(emit, context, "attributes", BL_OK, many_attributes());
    emit_stream(emit, context, "places", BL_OK, many_places());
    emit_stream(emit, context, "wide", BL_OK, wide_integers());
    emit_stream(emit, context, "constants", BL_OK, constants_in_turn());
    emit_stream(emit, context, "integer", BL_OK, long_integer());
    emit_stream(emit, context, "variable", BL_OK, long_variable());
    emit_stream(emit, context, "strings", BL_OK, strings_in_array());
    emit_stream(emit, context, "endless", BL_OK, endless_value());
    emit_stream(emit, context, "index", BL_OK, index_of_many());
    emit_stream(emit, context, "indices", BL_OK, long_indices());
    emit_stream(emit, context, "casts", BL_OK, calls_of_casts(0)); /* itself */
    emit_stream(emit, context, "cast-circle", BL_OK, calls_of_casts(N_CASTS));
    emit_stream(emit, context, "parameters", BL_OK, parameters());
    emit_stream(emit, context, "shared-body", BL_OK, shared_body());
    emit_stream(emit, context, "like-types", BL_OK, like_types());
    emit_stream(emit, context, "node", BL_OK, node_of_itself());
    emit_stream(emit, context, "modules", BL_OK, modules());
    emit_stream(emit, context, "late-names", BL_OK, late_names());
    emit_stream(emit, context, "identification", BL_OK, much_identification());
    emit_stream(emit, context, "sections", BL_OK, sections());
    emit_stream(emit, context, "names", BL_OK, names());
    emit_stream(emit, context, "symbols", BL_OK, symbols_of_all());
    emit_stream(emit, context, "aliases", BL_OK, aliases_of_address());
    emit_stream(emit, context, "bodies", BL_OK, bodies());
    emit_stream(emit, context, "infos", BL_OK, infos_behind_constants());
    emit_stream(emit, context, "ids", BL_OK, ids());
}
