/* index/skim_program.c - abbreviations as the loop over four lanes skips them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_program.h"

#include "bits/reader.h"

#include <assert.h>

enum {
    MIN_VBR_WIDTH =
        2, /* a VBR that ends within a window is not too long: 57 chunks of a payload bit */
    MAX_BITS = 512,   /* of fixed fields, and of one chunk of each VBR */
    MOST_CHUNKS = 31, /* that ends has bits for */
    REST_BITS = 32,
    NUMBER = 0x1F, /* in one chunk, */
    TOP = 0x20,    /* whose top bit must not be set */
    TWO_CHUNKS = 0xFDF,
    ONE_CHUNK_CODES = 0x20,
};
_Static_assert(MAX_BITS + 3 * 64 + BL_SKIM_MAX_STEPS * (BL_PEEK_BITS + BL_MAX_WIDTH) <
                   BL_SKIM_FAR_AHEAD * 8,
               "what the loop looks at");

_Static_assert(BL_SKIM_MAX_ID_WIDTH + 3 * 6 <= BL_PEEK_BITS, "unabbreviated records fit");

/* ---- VBR by VBR ---- */

/* Whether OPS, up to END, fit; the steps are made of them. */
static bool compile_far(struct bl_skim_far *far, unsigned id_width, const struct bl_abbrev_op *op,
                        const struct bl_abbrev_op *end)
{
    uint32_t bits = id_width;
    uint32_t all_bits = id_width;
    for (; op < end && op->encoding != BL_ENC_ARRAY; op++) {
        if (op->encoding == BL_ENC_LITERAL)
            continue;
        if (op->encoding == BL_ENC_BLOB || (all_bits += op->width) > MAX_BITS)
            return false;
        if (op->encoding != BL_ENC_VBR) {
            bits += op->width;
            continue;
        }
        if (op->width < MIN_VBR_WIDTH || far->n_steps == BL_SKIM_MAX_STEPS)
            return false;
        far->steps[far->n_steps].pre = (uint16_t)bits;
        far->steps[far->n_steps++].width = op->width;
        bits = 0;
    }
    if (op == end) {
        far->post = (uint16_t)bits;
        return true;
    }
    const struct bl_abbrev_op *element = op + 1;
    bool are_vbr = element->encoding == BL_ENC_VBR;
    if (far->n_steps == BL_SKIM_MAX_STEPS || (are_vbr && element->width < MIN_VBR_WIDTH))
        return false;
    far->steps[far->n_steps].pre = (uint16_t)bits;
    far->steps[far->n_steps++].width = 6;
    far->has_array = true;
    far->element_width = element->width;
    far->elements_are_vbr = are_vbr;
    return true;
}

/* ---- A run ---- */

/* How many chunks of a run the windows hold. */
static unsigned set_windows(struct bl_skim_program *p)
{
    unsigned pre = (unsigned)p->pre;
    unsigned width = (unsigned)p->width;
    unsigned n_chunks = 0;
    uint64_t all = bl_vbr_ends[width] | bl_vbr_ends[width] << BL_PEEK_BITS / width * width;
    for (unsigned i = 0; i < BL_SKIM_WINDOWS; i++) {
        unsigned begin = 8 * BL_SKIM_WINDOW_BYTES * i;
        unsigned at = pre + n_chunks * width;
        /* The loop knows the greatest length for six bits; in one window nothing is too long. */
        unsigned n_here = width == 6 || i == 0 ? (begin + BL_PEEK_BITS - at) / width : 0;
        if (n_here > MOST_CHUNKS - n_chunks)
            n_here = MOST_CHUNKS - n_chunks;
        /* A chunk may begin in one window and end in the next. */
        assert(n_here * width < 64);
        uint64_t tops = all & bl_low_bits(n_here * width);
        if (n_here > 0)
            p->tops[i] = at >= begin ? tops << (at - begin) : tops >> (begin - at);
        if (i > 0)
            p->before[i - 1] = (uint8_t)(1 + n_chunks);
        n_chunks += n_here;
    }
    return n_chunks;
}

/* N VBRs of WIDTH bits behind PRE bits. False: the first window does not hold the first
 * N_NEEDED chunks. */
static bool begin_run(struct bl_skim_program *p, unsigned pre, unsigned n, unsigned width,
                      unsigned n_needed)
{
    if (pre + n_needed * width > BL_PEEK_BITS)
        return false;
    p->pre = pre;
    p->n = (uint8_t)n;
    p->width = width;
    p->first = (uint64_t)1 << n;
    p->most_chunks = n + BL_SKIM_MAX_GOES_ON;
    p->ends = bl_low_bits(1 + set_windows(p));
    return true;
}

/* Chunk I of the run tells how many VBRs follow. */
static void add_number(struct bl_skim_program *p, unsigned i)
{
    unsigned at = (unsigned)p->pre + 6 * i;
    p->number = (uint64_t)NUMBER << at;
    p->code |= (uint64_t)TOP << at;
}

/* Steps from I on come behind the run and must have one chunk each, in the first window. The last
 * one may tell how many elements follow. False: they do not fit. */
static bool add_rest(struct bl_skim_program *p, const struct bl_skim_far *far, unsigned i)
{
    uint32_t bits = 0;
    for (; i < far->n_steps; i++) {
        bits += far->steps[i].pre + (uint32_t)far->steps[i].width;
        if (bits > REST_BITS)
            return false;
        p->rest |= UINT32_C(1) << (bits - 1);
    }
    p->post = bits + far->post;
    if (bits == 0)
        return true;
    if (p->pre + bits + p->n * p->width > BL_PEEK_BITS)
        return false;
    p->ends &= bl_low_bits(1 + (unsigned)((BL_PEEK_BITS - p->pre - bits) / p->width));
    if (far->has_array) {
        p->n_elements = (uint64_t)NUMBER << (bits - 6);
        p->element_width = far->element_width;
    }
    return true;
}

/* Whether FAR fits the scheme of a run. */
static bool compile(struct bl_skim_program *p, const struct bl_skim_far *far)
{
    unsigned n_before = far->n_steps - far->has_array;
    if (far->elements_are_vbr) {
        bool fits =
            n_before == 0 && far->element_width == 6 && begin_run(p, far->steps[0].pre, 1, 6, 1);
        add_number(p, 0);
        return fits;
    }
    if (n_before == 0) /* a run of nothing */
        return begin_run(p, 0, 0, 6, 0) && add_rest(p, far, 0);
    unsigned width = far->steps[0].width;
    unsigned n = 1;
    while (n < n_before && far->steps[n].pre == 0 && far->steps[n].width == width)
        n++;
    return begin_run(p, far->steps[0].pre, n, width, 1) && add_rest(p, far, n);
}

/* ---- Public ---- */

/* A code of N_CHUNKS, under MASK. */
static void compile_unabbrev(struct bl_skim_program *p, unsigned id_width, unsigned n_chunks,
                             uint64_t mask)
{
    *p = (struct bl_skim_program){.code = mask << id_width};
    (void)begin_run(p, id_width, 2, 6, n_chunks + 1); /* they fit */
    add_number(p, n_chunks);
}

void bl_skim_unabbrev(struct bl_skim_program *one, struct bl_skim_program *two,
                      struct bl_skim_far *far, unsigned id_width)
{
    compile_unabbrev(one, id_width, 1, NUMBER);
    compile_unabbrev(two, id_width, 2, TWO_CHUNKS);
    *far = (struct bl_skim_far){
        .steps = {{.pre = (uint16_t)id_width, .width = 6}, {.pre = 0, .width = 6}},
        .n_steps = 2,
        .tells_code = true,
        .has_array = true,
        .element_width = 6,
        .elements_are_vbr = true,
    };
}

void bl_skim_count_codes(struct bl_skim_program *one, struct bl_skim_program *two,
                         struct bl_skim_far *far, struct bl_skim_count *counts, uint32_t n_codes)
{
    one->counts = two->counts = far->counts = counts;
    one->n_codes = n_codes < ONE_CHUNK_CODES ? n_codes : ONE_CHUNK_CODES;
    two->n_codes = far->n_codes = n_codes;
}

void bl_skim_compile(struct bl_skim_program *program, struct bl_skim_far *far, unsigned id_width,
                     const struct bl_abbrev *abbrev, const struct bl_abbrev_op *ops,
                     struct bl_skim_count *count)
{
    bool can_be_used = !abbrev->defect && ops[0].encoding == BL_ENC_LITERAL &&
                       abbrev->n_values <= BL_MAX_OPERANDS_FLOOR / 2;
    struct bl_skim_far steps = {.n_codes = 1};
    struct bl_skim_program fast = {.n_codes = 1};
    steps.counts = count;
    fast.counts = count;
    bool has_steps = can_be_used && compile_far(&steps, id_width, ops + 1, ops + abbrev->n_ops);
    *far = has_steps ? steps : (struct bl_skim_far){0};
    *program = has_steps && compile(&fast, &steps) ? fast : (struct bl_skim_program){0};
    far->code = (uint32_t)ops[0].literal;
    far->has_code = ops[0].encoding == BL_ENC_LITERAL;
}
