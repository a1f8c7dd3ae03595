/* ir/global_names.c - properties of global values in LLVM's spelling
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Spelling: LLVM Language Reference. Numbers of calling conventions: llvm/IR/CallingConv.h.
 */
#include "bitleap_function.h"

#define NAME_OF(names, number) ((number) < sizeof(names) / sizeof *(names) ? (names)[number] : NULL)

const char *bl_linkage_name(unsigned linkage)
{
    static const char *const names[] = {
        [BL_LINKAGE_EXTERNAL] = "",
        [BL_LINKAGE_AVAILABLE_EXTERNALLY] = "available_externally",
        [BL_LINKAGE_LINK_ONCE_ANY] = "linkonce",
        [BL_LINKAGE_LINK_ONCE_ODR] = "linkonce_odr",
        [BL_LINKAGE_WEAK_ANY] = "weak",
        [BL_LINKAGE_WEAK_ODR] = "weak_odr",
        [BL_LINKAGE_APPENDING] = "appending",
        [BL_LINKAGE_INTERNAL] = "internal",
        [BL_LINKAGE_PRIVATE] = "private",
        [BL_LINKAGE_EXTERN_WEAK] = "extern_weak",
        [BL_LINKAGE_COMMON] = "common",
    };
    return NAME_OF(names, linkage);
}

const char *bl_visibility_name(unsigned visibility)
{
    static const char *const names[] = {"", "hidden", "protected"};
    return NAME_OF(names, visibility);
}

const char *bl_thread_local_name(unsigned model)
{
    static const char *const names[] = {"", "thread_local", "thread_local(localdynamic)",
                                        "thread_local(initialexec)", "thread_local(localexec)"};
    return NAME_OF(names, model);
}

const char *bl_unnamed_addr_name(unsigned unnamed_addr)
{
    static const char *const names[] = {"", "unnamed_addr", "local_unnamed_addr"};
    return NAME_OF(names, unnamed_addr);
}

const char *bl_dll_storage_name(unsigned storage)
{
    static const char *const names[] = {"", "dllimport", "dllexport"};
    return NAME_OF(names, storage);
}

const char *bl_comdat_selection_name(unsigned selection)
{
    static const char *const names[] = {NULL,      "any",           "exactmatch",
                                        "largest", "nodeduplicate", "samesize"};
    return NAME_OF(names, selection);
}

/* Others are written "cc" and the number. */
static const char *const calling_conventions[] = {
    [0] = "",
    [8] = "fastcc",
    [9] = "coldcc",
    [10] = "ghccc",
    [12] = "webkit_jscc", /* up to LLVM 17 */
    [13] = "anyregcc",
    [14] = "preserve_mostcc",
    [15] = "preserve_allcc",
    [16] = "swiftcc",
    [17] = "cxx_fast_tlscc",
    [18] = "tailcc",
    [19] = "cfguard_checkcc",
    [20] = "swifttailcc",
    [21] = "preserve_nonecc",
    [64] = "x86_stdcallcc",
    [65] = "x86_fastcallcc",
    [66] = "arm_apcscc",
    [67] = "arm_aapcscc",
    [68] = "arm_aapcs_vfpcc",
    [69] = "msp430_intrcc",
    [70] = "x86_thiscallcc",
    [71] = "ptx_kernel",
    [72] = "ptx_device",
    [75] = "spir_func",
    [76] = "spir_kernel",
    [77] = "intel_ocl_bicc",
    [78] = "x86_64_sysvcc",
    [79] = "win64cc",
    [80] = "x86_vectorcallcc",
    [81] = "hhvmcc",
    [82] = "hhvm_ccc",
    [83] = "x86_intrcc",
    [84] = "avr_intrcc",
    [85] = "avr_signalcc",
    [87] = "amdgpu_vs",
    [88] = "amdgpu_gs",
    [89] = "amdgpu_ps",
    [90] = "amdgpu_cs",
    [91] = "amdgpu_kernel",
    [92] = "x86_regcallcc",
    [93] = "amdgpu_hs",
    [95] = "amdgpu_ls",
    [96] = "amdgpu_es",
    [97] = "aarch64_vector_pcs",
    [98] = "aarch64_sve_vector_pcs",
    [100] = "amdgpu_gfx",
    [102] = "aarch64_sme_preservemost_from_x0",
    [103] = "aarch64_sme_preservemost_from_x2",
    [104] = "amdgpu_cs_chain",
    [105] = "amdgpu_cs_chain_preserve",
    [106] = "m68k_rtdcc",
    [107] = "graalcc",
    [110] = "riscv_vector_cc",
    [111] = "aarch64_sme_preservemost_from_x1",
    [112] = "riscv_vls_cc(32)",
    [113] = "riscv_vls_cc(64)",
    [114] = "riscv_vls_cc(128)",
    [115] = "riscv_vls_cc(256)",
    [116] = "riscv_vls_cc(512)",
    [117] = "riscv_vls_cc(1024)",
    [118] = "riscv_vls_cc(2048)",
    [119] = "riscv_vls_cc(4096)",
    [120] = "riscv_vls_cc(8192)",
    [121] = "riscv_vls_cc(16384)",
    [122] = "riscv_vls_cc(32768)",
    [123] = "riscv_vls_cc(65536)",
    [124] = "amdgpu_gfx_whole_wave",
    [125] = "cheriot_compartmentcallcc",
    [126] = "cheriot_compartmentcalleecc",
    [127] = "cheriot_librarycallcc",
};

const char *bl_calling_convention_name(unsigned convention)
{
    return NAME_OF(calling_conventions, convention);
}
