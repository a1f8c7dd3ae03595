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

/* Before Zen 3, family 19h, AMD's pext and pdep are loops over the bits in microcode: some hundred
 * cycles. Hygon's are Zen 1. */
static bool has_slow_pext(void)
{
    unsigned max, family, ebx, ecx, edx;
    char vendor[13] = "";
    if (!__get_cpuid(0, &max, &ebx, &ecx, &edx))
        return false;
    memcpy(vendor, &ebx, 4);
    memcpy(vendor + 4, &edx, 4);
    memcpy(vendor + 8, &ecx, 4);
    if (strcmp(vendor, "AuthenticAMD") != 0 && strcmp(vendor, "HygonGenuine") != 0)
        return false;
    if (!__get_cpuid(1, &family, &ebx, &ecx, &edx))
        return false;
    return (family >> 8 & 15) + (family >> 20 & 255) < 0x19;
}

static bool has_lzcnt(void)
{
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid(0x80000001, &eax, &ebx, &ecx, &edx) && (ecx & bit_LZCNT);
}

/* The answers below take those before, SET, for granted: to ask again is expensive in a
 * virtual machine. */
static bool has_bmi2(unsigned set)
{
    (void)set;
    return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt") && has_lzcnt() && !has_slow_pext();
}

/* That the system saves the wide registers is part of these answers. */
static bool has_avx2(unsigned set)
{
    return (set >> BL_CPU_BMI2 & 1) && __builtin_cpu_supports("avx2");
}

static bool has_avx512(unsigned set)
{
    return (set >> BL_CPU_AVX2 & 1) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

static bool has_vbmi(void)
{
    return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2") &&
           __builtin_cpu_supports("avx512vpopcntdq");
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
#if defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    [BL_CPU_NEON] = {"neon", always, &bl_kernels_neon},
#else
    [BL_CPU_NEON] = {"neon", NULL, NULL},
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

bool bl_cpu_usable(enum bl_cpu cpu)
{
    return (unsigned)cpu < BL_CPU_END && (usable() >> cpu & 1);
}

static enum bl_cpu choose(void)
{
    const char *wanted = getenv("BITLEAP_CPU");
    int last = BL_CPU_GENERIC;
    for (int cpu = BL_CPU_GENERIC; cpu < BL_CPU_END; cpu++) {
        if (!bl_cpu_usable((enum bl_cpu)cpu))
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

const char *bl_cpu_name(enum bl_cpu cpu)
{
    return variants[cpu == BL_CPU_BEST || (unsigned)cpu >= BL_CPU_END ? best() : cpu].name;
}
