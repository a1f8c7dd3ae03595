/* bits/cpu.c - which CPU variant reads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bits/kernels.h"

#include <stdlib.h>
#include <string.h>

static struct bl_kernels bmi2;
__attribute__((constructor)) static void init(void) { bmi2 = bl_kernels_generic; bmi2.cpu = BL_CPU_BMI2; }
static const struct {
    const char *name;
    const struct bl_kernels *kernels; /* NULL: not built for this machine */
} variants[BL_CPU_END] = {
    [BL_CPU_GENERIC] = {"generic", &bl_kernels_generic},
    [BL_CPU_BMI2] = {"bmi2", &bmi2},
    [BL_CPU_AVX2] = {"avx2", NULL},
    [BL_CPU_AVX512] = {"avx512", NULL},
    [BL_CPU_NEON] = {"neon", NULL},
};

bool bl_cpu_usable(enum bl_cpu cpu)
{
    return cpu == BL_CPU_BEST || (cpu < BL_CPU_END && variants[cpu].kernels != NULL);
}

static enum bl_cpu best(void)
{
    const char *wanted = getenv("BITLEAP_CPU");
    for (int cpu = BL_CPU_GENERIC; wanted && cpu < BL_CPU_END; cpu++)
        if (strcmp(wanted, variants[cpu].name) == 0 && bl_cpu_usable((enum bl_cpu)cpu))
            return (enum bl_cpu)cpu;
    int cpu = BL_CPU_END - 1;
    while (!bl_cpu_usable((enum bl_cpu)cpu))
        cpu--;
    return (enum bl_cpu)cpu;
}

const struct bl_kernels *bl_kernels_for(enum bl_cpu cpu)
{
    if (cpu == BL_CPU_BEST || !bl_cpu_usable(cpu))
        cpu = best();
    return variants[cpu].kernels;
}

const char *bl_cpu_name(enum bl_cpu cpu)
{
    return variants[cpu == BL_CPU_BEST || cpu >= BL_CPU_END ? best() : cpu].name;
}
