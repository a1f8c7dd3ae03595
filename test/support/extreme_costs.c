/* support/extreme_costs.c - streams in which something large is asked for again and again
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each is of a size at which what takes time or memory with the square of it is noticed.
 */
#include "support/extreme_parts.h"

#include "base/store.h"

#include <string.h>

enum {
    N_CONSTANTS = 150000,
    N_AGGREGATES = 5000,
    N_PARTS = 16,
    N_PARTS_PRINTED = 4000,
    N_REFERENCES = 200000,
    N_CASTS = 100000, /* and as many calls */
    N_INFOS = 70000,
    N_IDS = 40000,
    N_SHARING = 30000, /* modules, blocks */
    N_IN_FRONT = 40000,
    N_BODIES = 100000,
    N_ALIASES = 200000,
    N_DEFINED = 10000,
    N_LIKE_PARTS = 256,
    N_MODULES = 50000,
    N_FUNCTIONS = 1000,
    N_SHARING_MODULES = 100,
    N_VARIABLES = 40000,
    N_LETTERS = 4 << 20,
    N_HASHES = 100000,
    N_PROBLEMS = 100000
};

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

/* Type 0 is void, type 1 that of a function that returns it and has no arguments. */
static void write_void_types(struct bl_writer *w)
{
    bl_writer_enter(w, 17, 4);                /* TYPE */
    bl_writer_record(w, 2, NULL, 0);          /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* FUNCTION */
    bl_writer_exit(w);
}

static void begin_body(struct bl_writer *w)
{
    bl_writer_enter(w, 12, 4);
    bl_writer_record(w, 1, BUILD_OPS(1)); /* DECLAREBLOCKS */
}

static void end_body(struct bl_writer *w)
{
    bl_writer_record(w, 10, NULL, 0); /* RET */
    bl_writer_exit(w);
}

/* A function of type TYPE, value 0, and of its body the beginning; there are no constants. */
static void begin_function(struct bl_writer *w, uint64_t type)
{
    bl_writer_record(w, 8, BUILD_OPS(0, 1, type, 0, 0, 0, 0, 0, 0)); /* FUNCTION */
    begin_body(w);
}

static struct bl_writer *end_function(struct bl_writer *w)
{
    end_body(w);
    w = end_module(w);
    write_name(w);
    return w;
}

/* A function that calls a cast of a cast of ... what is value FIRST, again and again. */
static struct bl_writer *calls_of_casts(uint64_t first)
{
    enum {
        BITCAST = 11,
        EXPLICIT_TYPE = 1 << 15
    };
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);                /* TYPE */
    bl_writer_record(w, 25, BUILD_OPS(0));    /* OPAQUE_POINTER */
    bl_writer_record(w, 2, NULL, 0);          /* VOID */
    bl_writer_record(w, 21, BUILD_OPS(0, 1)); /* FUNCTION */
    bl_writer_exit(w);
    begin_function(w, 2);
    bl_writer_enter(w, 11, 4);
    bl_writer_record(w, 1, BUILD_OPS(0));
    for (uint64_t i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 11, BUILD_OPS(BITCAST, 0, i ? i : first)); /* CE_CAST */
    bl_writer_exit(w);
    for (int i = 0; i < N_CASTS; i++)
        bl_writer_record(w, 34, BUILD_OPS(0, EXPLICIT_TYPE, 2, 1)); /* CALL */
    return end_function(w);
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
        begin_body(w);
        end_body(w);
    }
    w = end_module(w);
    write_name(w);
    return w;
}

/* Functions that are all led to one body. */
static struct bl_writer *shared_body(void)
{
    struct bl_writer *w = begin_module();
    write_void_types(w);
    for (int i = 0; i < N_DEFINED; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 1, 0, 0, 0)); /* FUNCTION */
    bl_writer_enter(w, 14, 4);                               /* VALUE_SYMTAB */
    uint32_t id = BUILD_DEFINE(w, LIT(3), FIXED(32), FIXED(32));
    /* After all entries and END_BLOCK. */
    uint64_t body = (bl_writer_pos(w) + N_DEFINED * (4 + 32 + 32) + 4 + 31) / 32;
    for (uint64_t i = 0; i < N_DEFINED; i++)
        bl_writer_abbreviated(w, id, 3, BUILD_OPS(i, body), NULL); /* FNENTRY */
    bl_writer_exit(w);
    begin_body(w);
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

/* Instructions that choose between values of two types which are alike except their numbers. */
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

/* Instructions that look into a struct, at what a long constant holds. */
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

/* Blocks of constants, and as many of BLOCKINFO after them. */
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

/* One STRTAB for many modules, in which much is before the names. */
static struct bl_writer *late_names(void)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < N_SHARING; i++) {
        enter_module(w);
        bl_writer_record(w, 7, BUILD_OPS(0, 1, 0, 2, 0, 0, 0, 0, 0)); /* GLOBALVAR */
        bl_writer_exit(w);
    }
    bl_writer_enter(w, STRTAB, WIDTH);
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

/* Variables that all have one long name, before which the target puts something. */
static struct bl_writer *names(void)
{
    static uint8_t name[N_IN_FRONT];
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 3, BUILD_OPS('m', ':', 'o')); /* DATALAYOUT */
    for (int i = 0; i < N_IN_FRONT; i++)
        bl_writer_record(w, 7, BUILD_OPS(0, N_IN_FRONT, 0, 2, 0, 0)); /* GLOBALVAR */
    w = end_module(w);
    memset(name, 'n', sizeof name);
    write_blob(w, STRTAB, (struct bl_view){name, sizeof name});
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
    write_blob(w, SYMTAB, (struct bl_view){words, sizeof words});
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
    write_void_types(w);
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

/* So many of a function f that calls itself. */
static struct bl_writer *modules_of_one_name(void)
{
    struct bl_writer *w = build_begin();
    for (int i = 0; i < N_MODULES; i++) {
        enter_module(w);
        bl_writer_enter(w, 17, WIDTH);   /* TYPE */
        bl_writer_record(w, 2, NULL, 0); /* VOID */
        bl_writer_record(w, 21, BUILD_OPS(0, 0));
        bl_writer_exit(w);
        bl_writer_record(w, 8, BUILD_OPS(0, 1, 1, 0, 0, 0, 0, 0, 0)); /* FUNCTION */
        bl_writer_enter(w, 12, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(1));                 /* DECLAREBLOCKS */
        bl_writer_record(w, 34, BUILD_OPS(0, 1 << 15, 1, 1)); /* CALL */
        bl_writer_record(w, 10, NULL, 0);                     /* RET */
        bl_writer_exit(w);
        bl_writer_exit(w);
    }
    write_name(w);
    return w;
}

/* Blocks that verify has to say something of, in a stream whose blocks nobody knows. */
static struct bl_writer *problems(void)
{
    struct bl_writer *w = build_begin();
    bl_writer_patch32(w, 0, UINT32_C(0x454E4F4E)); /* "NONE" */
    for (int i = 0; i < N_PROBLEMS; i++) {
        build_header(w, BUILD_TOP_WIDTH, BLOCK, WIDTH, 1);
        bl_writer_fixed(w, BUILD_END_BLOCK, WIDTH);
        bl_writer_fixed(w, 1, 32 - WIDTH); /* what should be zeroes */
    }
    return w;
}

/* One letter up to the last, another one. */
static struct bl_view long_text(void)
{
    static uint8_t letters[N_LETTERS];
    memset(letters, 'A', sizeof letters);
    letters[sizeof letters - 1] = 'B';
    return (struct bl_view){letters, sizeof letters};
}

static struct bl_writer *capitals(void)
{
    struct bl_writer *w = build_begin();
    write_blob(w, STRTAB, long_text());
    return w;
}

/* A STRTAB, whose first blob is the one that counts. */
static void write_strtab(struct bl_writer *w, struct bl_view names, int n_blobs)
{
    bl_writer_enter(w, STRTAB, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    for (int i = 0; i < n_blobs; i++)
        bl_writer_abbreviated(w, id, 1, NULL, 0, &names);
    bl_writer_exit(w);
}

/* A module of many variables, and so many blobs of NAMES: each name begins a byte after the one
 * before, where there are as many, and goes on for what is left of them. */
static struct bl_writer *variables(struct bl_view names, int n_blobs)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, 17, 4);
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    bl_writer_exit(w);
    for (uint64_t i = 0; i < N_VARIABLES; i++) {
        uint64_t first = i % names.size;
        bl_writer_record(w, 7,
                         BUILD_OPS(first, names.size - first, 0, 2, 0, 0, 0, 0)); /* GLOBALVAR */
    }
    w = end_module(w);
    write_strtab(w, names, n_blobs);
    return w;
}

/* Functions that each have a body, and all of NAMES for a name. */
static struct bl_writer *named_functions(struct bl_view names)
{
    struct bl_writer *w = begin_module();
    write_void_types(w);
    for (int i = 0; i < N_DEFINED; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, names.size, 1, 0, 0, 0)); /* FUNCTION */
    for (int i = 0; i < N_DEFINED; i++) {
        begin_body(w);
        end_body(w);
    }
    w = end_module(w);
    write_strtab(w, names, 1);
    return w;
}

/* A module of N functions of one name that each return an aggregate of LEVELS of aggregates, which
 * share their parts: 8 to the LEVELS integers. Bodies differ by a number, FIRST and those
 * after it. */
static void sharing_module(struct bl_writer *w, uint64_t n, uint64_t first, uint64_t levels)
{
    enum {
        LINK_ONCE_ODR = 19
    };
    uint64_t function_type = levels + 1;
    enter_module(w);
    bl_writer_enter(w, 17, 4);             /* TYPE */
    bl_writer_record(w, 7, BUILD_OPS(32)); /* INTEGER */
    for (uint64_t i = 0; i < levels; i++)
        bl_writer_record(w, 11, BUILD_OPS(8, i));  /* ARRAY */
    bl_writer_record(w, 21, BUILD_OPS(0, levels)); /* FUNCTION */
    bl_writer_exit(w);
    for (uint64_t i = 0; i < n; i++)
        bl_writer_record(w, 8, BUILD_OPS(0, 1, function_type, 0, 0, LINK_ONCE_ODR, 0, 0, 0));
    for (uint64_t i = first; i < first + n; i++) {
        begin_body(w);
        bl_writer_enter(w, 11, 4); /* CONSTANTS */
        bl_writer_record(w, 1, BUILD_OPS(0));
        bl_writer_record(w, 4, BUILD_OPS(0));
        for (uint64_t k = 0; k < levels; k++) {
            uint64_t part = n + k;
            bl_writer_record(w, 1, BUILD_OPS(k + 1));
            bl_writer_record(w, 7, BUILD_OPS(part, part, part, part, part, part, part, part));
        }
        bl_writer_record(w, 1, BUILD_OPS(0));
        bl_writer_record(w, 4, BUILD_OPS(2 * i));
        bl_writer_exit(w);
        bl_writer_record(w, 2, BUILD_OPS(1, 1, 0)); /* BINOP: without, bodies would be the same */
        bl_writer_record(w, 10, BUILD_OPS(3));      /* RET */
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
}

/* Of 8 to the LEVELS integers each, in one module. */
static struct bl_writer *shared_constants(uint64_t levels)
{
    struct bl_writer *w = build_begin();
    sharing_module(w, N_FUNCTIONS, 0, levels);
    write_name(w);
    return w;
}

/* Too deep ones in each second module of many, and flat ones in the others. */
static struct bl_writer *sharing_modules(void)
{
    struct bl_writer *w = build_begin();
    for (uint64_t i = 0; i < N_SHARING_MODULES; i++)
        sharing_module(w, 1, i, i % 2 ? 20 : 2);
    write_name(w);
    return w;
}

/* Each HASH is one of all that is before it. */
static struct bl_writer *hashes(void)
{
    struct bl_writer *w = begin_module();
    for (int i = 0; i < N_HASHES; i++)
        bl_writer_record(w, 17, BUILD_OPS(1, 2, 3, 4, 5));
    return end_module(w);
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

/* ---- All of them ---- */

void extreme_costs(extreme_fn *emit, void *context)
{
    static const struct bl_view letter = {(const uint8_t *)"f", 1};
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
    emit_stream(emit, context, "modules-of-f", BL_OK, modules_of_one_name());
    emit_stream(emit, context, "problems", BL_OK, problems());
    emit_stream(emit, context, "capitals", BL_OK, capitals());
    emit_stream(emit, context, "long-names", BL_OK, variables(long_text(), 1));
    emit_stream(emit, context, "named-functions", BL_OK, named_functions(long_text()));
    emit_stream(emit, context, "strtab-blobs", BL_OK, variables(letter, N_VARIABLES));
    emit_stream(emit, context, "shared-constants", BL_OK, shared_constants(7));
    emit_stream(emit, context, "deep-constants", BL_OK, shared_constants(20));
    emit_stream(emit, context, "sharing-modules", BL_OK, sharing_modules());
    emit_stream(emit, context, "hashes", BL_OK, hashes());
}
