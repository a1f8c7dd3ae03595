/* bits/cpu.c - which CPU variant reads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The machine is asked once. What is kept are two words, the set of usable variants and the
 * best one; threads that ask at the same time find the same answers, so that it does not
 * matter whose stay.
 */
#include "bits/kernels.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* In a virtual machine CPUID takes some microseconds, and what gcc's builtin asks before main() a
 * tenth of the time in which a small program starts. glibc has asked already. */
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#endif
#ifdef CPU_FEATURE_ACTIVE
#define HAS(glibc_name, gcc_name) CPU_FEATURE_ACTIVE(glibc_name)
#else
#define HAS(glibc_name, gcc_name) (__builtin_cpu_supports(gcc_name) != 0)
#endif

/* Before Zen 3, family 19h, AMD's pext and pdep are loops over the bits in microcode: some hundred
 * cycles. Hygon's are Zen 1. SSE4A was never anybody else's. */
static bool has_slow_pext(void)
{
    if (!HAS(SSE4A, "sse4a"))
        return false;
    unsigned family, ebx, ecx, edx;
    __cpuid(1, family, ebx, ecx, edx);
    return (family >> 8 & 15) + (family >> 20 & 255) < 0x19;
}

/* For which clang has no name. */
static bool has_lzcnt(void)
{
#ifdef CPU_FEATURE_ACTIVE
    return CPU_FEATURE_ACTIVE(LZCNT);
#else
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
#endif
}

/* The answers below take those before, SET, for granted. */
static bool has_bmi2(unsigned set)
{
    (void)set;
    return HAS(BMI1, "bmi") && HAS(BMI2, "bmi2") && HAS(POPCNT, "popcnt") && has_lzcnt() &&
           !has_slow_pext();
}

/* That the system saves the wide registers is part of these answers. */
static bool has_avx2(unsigned set)
{
    return (set >> BL_CPU_BMI2 & 1) && HAS(AVX2, "avx2");
}

static bool has_avx512(unsigned set)
{
    return (set >> BL_CPU_AVX2 & 1) && HAS(AVX512F, "avx512f") && HAS(AVX512BW, "avx512bw") &&
           HAS(AVX512DQ, "avx512dq") && HAS(AVX512VL, "avx512vl");
}

static bool has_vbmi(void)
{
    return HAS(AVX512_VBMI, "avx512vbmi") && HAS(AVX512_VBMI2, "avx512vbmi2") &&
           HAS(AVX512_VPOPCNTDQ, "avx512vpopcntdq");
}
#endif

static bool always(unsigned set)
{
    (void)set;
    return true;
}

/* has is NULL where a variant is not built for this kind of machine. */
static const struct {
    const char *name;
    bool (*has)(unsigned set);
    const struct bl_kernels *kernels;
} variants[BL_CPU_END] = {
    [BL_CPU_GENERIC] = {"generic", always, &bl_kernels_generic},
#if defined(__x86_64__)
    [BL_CPU_BMI2] = {"bmi2", has_bmi2, &bl_kernels_bmi2},
    [BL_CPU_AVX2] = {"avx2", has_avx2, &bl_kernels_avx2},
    [BL_CPU_AVX512] = {"avx512", has_avx512, &bl_kernels_avx512},
#else
    [BL_CPU_BMI2] = {"bmi2", NULL, NULL},
    [BL_CPU_AVX2] = {"avx2", NULL, NULL},
    [BL_CPU_AVX512] = {"avx512", NULL, NULL},
#endif
};

/* Beside the variants: the second table of BL_CPU_AVX512. */
#define VBMI (1u << BL_CPU_END)

/* A bit for each usable variant; the one of BL_CPU_BEST says that the machine was asked. */
static unsigned usable(void)
{
    static _Atomic unsigned answer;
    unsigned set = atomic_load_explicit(&answer, memory_order_relaxed);
    if (set)
        return set;
    set = 1u << BL_CPU_BEST;
    for (int cpu = BL_CPU_GENERIC; cpu < BL_CPU_END; cpu++)
        if (variants[cpu].has && variants[cpu].has(set))
            set |= 1u << cpu;
#if defined(__x86_64__)
    if ((set >> BL_CPU_AVX512 & 1) && has_vbmi())
        set |= VBMI;
#endif
    atomic_store_explicit(&answer, set, memory_order_relaxed);
    return set;
}

bool bl_cpu_usable(unsigned cpu)
{
    return cpu < BL_CPU_END && (usable() >> cpu & 1);
}

static enum bl_cpu choose(void)
{
    const char *wanted = getenv("BITLEAP_CPU");
    int last = BL_CPU_GENERIC;
    for (int cpu = BL_CPU_GENERIC; cpu < BL_CPU_END; cpu++) {
        if (!bl_cpu_usable((unsigned)cpu))
            continue;
        last = cpu;
        if (wanted && strcmp(wanted, variants[cpu].name) == 0)
            break;
    }
    return (enum bl_cpu)last;
}

static enum bl_cpu best(void)
{
    static _Atomic int answer; /* 0, BL_CPU_BEST: not chosen */
    int cpu = atomic_load_explicit(&answer, memory_order_relaxed);
    if (cpu == BL_CPU_BEST) {
        cpu = choose();
        atomic_store_explicit(&answer, cpu, memory_order_relaxed);
    }
    return (enum bl_cpu)cpu;
}

const struct bl_kernels *bl_kernels_for(enum bl_cpu cpu)
{
    if (cpu == BL_CPU_BEST || !bl_cpu_usable(cpu))
        cpu = best();
#if defined(__x86_64__)
    if (cpu == BL_CPU_AVX512 && (usable() & VBMI))
        return &bl_kernels_vbmi;
#endif
    return variants[cpu].kernels;
}

const char *bl_cpu_name(unsigned cpu)
{
    return cpu < BL_CPU_END ? variants[cpu == BL_CPU_BEST ? best() : cpu].name : NULL;
}
