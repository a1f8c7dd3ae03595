/* bitleap_bits.h - CPU variants, and runs of values of one encoding
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_BITS_H
#define BITLEAP_BITS_H

#include "bitleap_base.h"

BL_BEGIN_DECLS

/* ---- CPU variants ----
 *
 * Several builds of the same code read records and runs of values. All return the same results;
 * only tests and benchmarks need to choose one.
 */
enum bl_cpu {
    /* The best that this machine can run, chosen once. The environment variable BITLEAP_CPU
     * overrides the choice with a name of bl_cpu_name(); a name that is unknown, or that this
     * machine cannot run, is ignored. */
    BL_CPU_BEST = 0,
    BL_CPU_GENERIC = 1, /* plain C, the reference */
    BL_CPU_BMI2 = 2,    /* x86-64: pext, pdep, popcnt, lzcnt; in hardware, so on AMD since Zen 3 */
    BL_CPU_AVX2 = 3,    /* and AVX2 for runs of values: arrays, not files, gain by it */
    BL_CPU_AVX512 = 4,  /* and AVX-512 F, BW, DQ, VL; likewise */
    BL_CPU_END = 5,     /* of this version: one more than the last */
};

/* "generic", "bmi2", "avx2", "avx512"; for BL_CPU_BEST the name of the chosen variant. NULL: there
 * is no such variant. Static. */
BL_API const char *bl_cpu_name(unsigned cpu);

/* Whether this machine can run CPU. */
BL_API bool bl_cpu_usable(unsigned cpu);

/* ---- Bits ----
 *
 * Runs of values of one encoding, as in arrays and in the operands of unabbreviated records
 * (document, "Primitives"). For callers that decode data of their own, and for benchmarks; to read
 * records, use a cursor.
 */
struct bl_kernels;

/* Bits of a stream, and where we are. Private. */
struct bl_bits {
    const uint8_t *data;              /* first byte of the stream */
    uint64_t pos;                     /* next bit */
    uint64_t end;                     /* reading beyond this bit is an error */
    size_t n_wide;                    /* from a byte offset below this, eight bytes can be loaded */
    size_t size;                      /* bytes of the stream */
    const struct bl_kernels *kernels; /* of the CPU variant */
};

/* Bits over BYTES, which are borrowed. A CPU that this machine cannot run is replaced by
 * BL_CPU_BEST. */
BL_API struct bl_bits bl_bits_over(struct bl_view bytes, unsigned cpu);

/* After a VBR that runs on beyond 64 bits. No stream is as long. */
#define BL_POS_OVERLONG 0x4000000000000000u

/* Read N values from bit POS into OUT. Each function returns the position after the last value. If
 * that is greater than bits->end, OUT has no meaning: the bits ended, or, from BL_POS_OVERLONG on,
 * a VBR did not end. WIDTH is 1 to BL_MAX_WIDTH for VBR, 0 to BL_MAX_WIDTH for fixed. Bits above 64
 * in the last chunk of a VBR are dropped, as in LLVM. No function reads after the bytes or writes
 * after OUT[N - 1]. */
BL_API uint64_t bl_bits_read_vbr_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                     uint64_t *out, size_t n);
BL_API uint64_t bl_bits_skip_vbr_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                     size_t n);
BL_API uint64_t bl_bits_read_fixed_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                       uint64_t *out, size_t n);
/* Char6 as characters. */
BL_API uint64_t bl_bits_read_char6_run(const struct bl_bits *bits, uint64_t pos, uint64_t *out,
                                       size_t n);
BL_API uint64_t bl_bits_read_char6_text(const struct bl_bits *bits, uint64_t pos, char *out,
                                        size_t n);

BL_END_DECLS

#endif /* BITLEAP_BITS_H */
