/* ir/dwarf_names.c - what the codes of DWARF in debug information are called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Those that LLVM 22 prints (llvm/BinaryFormat/Dwarf.def). Each table ascends by code.
 */
#include "base/bound.h"
#include "bitleap_function.h"

#include <stddef.h>

struct name {
    uint32_t code;
    const char *text;
};

/* clang-format off */
#define N(code, name) {code, "DW_TAG_" name}
static const struct name tags[] = {
    N(0x00, "null"), N(0x01, "array_type"), N(0x02, "class_type"), N(0x03, "entry_point"),
    N(0x04, "enumeration_type"), N(0x05, "formal_parameter"), N(0x08, "imported_declaration"),
    N(0x0a, "label"), N(0x0b, "lexical_block"), N(0x0d, "member"), N(0x0f, "pointer_type"),
    N(0x10, "reference_type"), N(0x11, "compile_unit"), N(0x12, "string_type"),
    N(0x13, "structure_type"), N(0x15, "subroutine_type"), N(0x16, "typedef"),
    N(0x17, "union_type"), N(0x18, "unspecified_parameters"), N(0x19, "variant"),
    N(0x1a, "common_block"), N(0x1b, "common_inclusion"), N(0x1c, "inheritance"),
    N(0x1d, "inlined_subroutine"), N(0x1e, "module"), N(0x1f, "ptr_to_member_type"),
    N(0x20, "set_type"), N(0x21, "subrange_type"), N(0x22, "with_stmt"),
    N(0x23, "access_declaration"), N(0x24, "base_type"), N(0x25, "catch_block"),
    N(0x26, "const_type"), N(0x27, "constant"), N(0x28, "enumerator"), N(0x29, "file_type"),
    N(0x2a, "friend"), N(0x2b, "namelist"), N(0x2c, "namelist_item"), N(0x2d, "packed_type"),
    N(0x2e, "subprogram"), N(0x2f, "template_type_parameter"), N(0x30, "template_value_parameter"),
    N(0x31, "thrown_type"), N(0x32, "try_block"), N(0x33, "variant_part"), N(0x34, "variable"),
    N(0x35, "volatile_type"), N(0x36, "dwarf_procedure"), N(0x37, "restrict_type"),
    N(0x38, "interface_type"), N(0x39, "namespace"), N(0x3a, "imported_module"),
    N(0x3b, "unspecified_type"), N(0x3c, "partial_unit"), N(0x3d, "imported_unit"),
    N(0x3f, "condition"), N(0x40, "shared_type"), N(0x41, "type_unit"),
    N(0x42, "rvalue_reference_type"), N(0x43, "template_alias"), N(0x44, "coarray_type"),
    N(0x45, "generic_subrange"), N(0x46, "dynamic_type"), N(0x47, "atomic_type"),
    N(0x48, "call_site"), N(0x49, "call_site_parameter"), N(0x4a, "skeleton_unit"),
    N(0x4b, "immutable_type"), N(0x4081, "MIPS_loop"), N(0x4101, "format_label"),
    N(0x4102, "function_template"), N(0x4103, "class_template"), N(0x4104, "GNU_BINCL"),
    N(0x4105, "GNU_EINCL"), N(0x4106, "GNU_template_template_param"),
    N(0x4107, "GNU_template_parameter_pack"), N(0x4108, "GNU_formal_parameter_pack"),
    N(0x4109, "GNU_call_site"), N(0x410a, "GNU_call_site_parameter"), N(0x4200, "APPLE_property"),
    N(0x4201, "SUN_function_template"), N(0x4202, "SUN_class_template"),
    N(0x4203, "SUN_struct_template"), N(0x4204, "SUN_union_template"),
    N(0x4205, "SUN_indirect_inheritance"), N(0x4206, "SUN_codeflags"), N(0x4207, "SUN_memop_info"),
    N(0x4208, "SUN_omp_child_func"), N(0x4209, "SUN_rtti_descriptor"), N(0x420a, "SUN_dtor_info"),
    N(0x420b, "SUN_dtor"), N(0x420c, "SUN_f90_interface"), N(0x420d, "SUN_fortran_vax_structure"),
    N(0x42ff, "SUN_hi"), N(0x4300, "LLVM_ptrauth_type"), N(0x5101, "ALTIUM_circ_type"),
    N(0x5102, "ALTIUM_mwa_circ_type"), N(0x5103, "ALTIUM_rev_carry_type"), N(0x5111, "ALTIUM_rom"),
    N(0x6000, "LLVM_annotation"), N(0x8004, "GHS_namespace"), N(0x8005, "GHS_using_namespace"),
    N(0x8006, "GHS_using_declaration"), N(0x8007, "GHS_template_templ_param"),
    N(0x8765, "UPC_shared_type"), N(0x8766, "UPC_strict_type"), N(0x8767, "UPC_relaxed"),
    N(0xa000, "PGI_kanji_type"), N(0xa020, "PGI_interface_block"), N(0xb000, "BORLAND_property"),
    N(0xb001, "BORLAND_Delphi_string"), N(0xb002, "BORLAND_Delphi_dynamic_array"),
    N(0xb003, "BORLAND_Delphi_set"), N(0xb004, "BORLAND_Delphi_variant"),
};
#undef N

#define N(code, name) {code, "DW_LANG_" name}
static const struct name languages[] = {
    N(0x01, "C89"), N(0x02, "C"), N(0x03, "Ada83"), N(0x04, "C_plus_plus"), N(0x05, "Cobol74"),
    N(0x06, "Cobol85"), N(0x07, "Fortran77"), N(0x08, "Fortran90"), N(0x09, "Pascal83"),
    N(0x0a, "Modula2"), N(0x0b, "Java"), N(0x0c, "C99"), N(0x0d, "Ada95"), N(0x0e, "Fortran95"),
    N(0x0f, "PLI"), N(0x10, "ObjC"), N(0x11, "ObjC_plus_plus"), N(0x12, "UPC"), N(0x13, "D"),
    N(0x14, "Python"), N(0x15, "OpenCL"), N(0x16, "Go"), N(0x17, "Modula3"), N(0x18, "Haskell"),
    N(0x19, "C_plus_plus_03"), N(0x1a, "C_plus_plus_11"), N(0x1b, "OCaml"), N(0x1c, "Rust"),
    N(0x1d, "C11"), N(0x1e, "Swift"), N(0x1f, "Julia"), N(0x20, "Dylan"), N(0x21, "C_plus_plus_14"),
    N(0x22, "Fortran03"), N(0x23, "Fortran08"), N(0x24, "RenderScript"), N(0x25, "BLISS"),
    N(0x26, "Kotlin"), N(0x27, "Zig"), N(0x28, "Crystal"), N(0x2a, "C_plus_plus_17"),
    N(0x2b, "C_plus_plus_20"), N(0x2c, "C17"), N(0x2d, "Fortran18"), N(0x2e, "Ada2005"),
    N(0x2f, "Ada2012"), N(0x30, "HIP"), N(0x31, "Assembly"), N(0x32, "C_sharp"), N(0x33, "Mojo"),
    N(0x34, "GLSL"), N(0x35, "GLSL_ES"), N(0x36, "HLSL"), N(0x37, "OpenCL_CPP"),
    N(0x38, "CPP_for_OpenCL"), N(0x39, "SYCL"), N(0x3d, "Metal"), N(0x40, "Ruby"), N(0x41, "Move"),
    N(0x42, "Hylo"), N(0x8001, "Mips_Assembler"), N(0x8e57, "GOOGLE_RenderScript"),
    N(0xb000, "BORLAND_Delphi"),
};
#undef N

#define N(code, name) {code, "DW_LNAME_" name}
static const struct name language_names[] = {
    N(0x01, "Ada"), N(0x02, "BLISS"), N(0x03, "C"), N(0x04, "C_plus_plus"), N(0x05, "Cobol"),
    N(0x06, "Crystal"), N(0x07, "D"), N(0x08, "Dylan"), N(0x09, "Fortran"), N(0x0a, "Go"),
    N(0x0b, "Haskell"), N(0x0c, "Java"), N(0x0d, "Julia"), N(0x0e, "Kotlin"), N(0x0f, "Modula2"),
    N(0x10, "Modula3"), N(0x11, "ObjC"), N(0x12, "ObjC_plus_plus"), N(0x13, "OCaml"),
    N(0x14, "OpenCL_C"), N(0x15, "Pascal"), N(0x16, "PLI"), N(0x17, "Python"),
    N(0x18, "RenderScript"), N(0x19, "Rust"), N(0x1a, "Swift"), N(0x1b, "UPC"), N(0x1c, "Zig"),
    N(0x1d, "Assembly"), N(0x1e, "C_sharp"), N(0x1f, "Mojo"), N(0x20, "GLSL"), N(0x21, "GLSL_ES"),
    N(0x22, "HLSL"), N(0x23, "OpenCL_CPP"), N(0x24, "CPP_for_OpenCL"), N(0x25, "SYCL"),
    N(0x26, "Ruby"), N(0x27, "Move"), N(0x28, "Hylo"), N(0x2c, "Metal"),
};
#undef N

#define N(code, name) {code, "DW_ATE_" name}
static const struct name encodings[] = {
    N(0x01, "address"), N(0x02, "boolean"), N(0x03, "complex_float"), N(0x04, "float"),
    N(0x05, "signed"), N(0x06, "signed_char"), N(0x07, "unsigned"), N(0x08, "unsigned_char"),
    N(0x09, "imaginary_float"), N(0x0a, "packed_decimal"), N(0x0b, "numeric_string"),
    N(0x0c, "edited"), N(0x0d, "signed_fixed"), N(0x0e, "unsigned_fixed"), N(0x0f, "decimal_float"),
    N(0x10, "UTF"), N(0x11, "UCS"), N(0x12, "ASCII"), N(0x81, "HP_complex_float"),
    N(0x82, "HP_float128"), N(0x83, "HP_complex_float128"), N(0x84, "HP_floathpintel"),
    N(0x85, "HP_imaginary_float90"), N(0x86, "HP_imaginary_float128"),
};
#undef N

#define N(code, name) {code, "DW_OP_" name}
static const struct name operations[] = {
    N(0x03, "addr"), N(0x06, "deref"), N(0x08, "const1u"), N(0x09, "const1s"), N(0x0a, "const2u"),
    N(0x0b, "const2s"), N(0x0c, "const4u"), N(0x0d, "const4s"), N(0x0e, "const8u"),
    N(0x0f, "const8s"), N(0x10, "constu"), N(0x11, "consts"), N(0x12, "dup"), N(0x13, "drop"),
    N(0x14, "over"), N(0x15, "pick"), N(0x16, "swap"), N(0x17, "rot"), N(0x18, "xderef"),
    N(0x19, "abs"), N(0x1a, "and"), N(0x1b, "div"), N(0x1c, "minus"), N(0x1d, "mod"),
    N(0x1e, "mul"), N(0x1f, "neg"), N(0x20, "not"), N(0x21, "or"), N(0x22, "plus"),
    N(0x23, "plus_uconst"), N(0x24, "shl"), N(0x25, "shr"), N(0x26, "shra"), N(0x27, "xor"),
    N(0x28, "bra"), N(0x29, "eq"), N(0x2a, "ge"), N(0x2b, "gt"), N(0x2c, "le"), N(0x2d, "lt"),
    N(0x2e, "ne"), N(0x2f, "skip"), N(0x30, "lit0"), N(0x31, "lit1"), N(0x32, "lit2"),
    N(0x33, "lit3"), N(0x34, "lit4"), N(0x35, "lit5"), N(0x36, "lit6"), N(0x37, "lit7"),
    N(0x38, "lit8"), N(0x39, "lit9"), N(0x3a, "lit10"), N(0x3b, "lit11"), N(0x3c, "lit12"),
    N(0x3d, "lit13"), N(0x3e, "lit14"), N(0x3f, "lit15"), N(0x40, "lit16"), N(0x41, "lit17"),
    N(0x42, "lit18"), N(0x43, "lit19"), N(0x44, "lit20"), N(0x45, "lit21"), N(0x46, "lit22"),
    N(0x47, "lit23"), N(0x48, "lit24"), N(0x49, "lit25"), N(0x4a, "lit26"), N(0x4b, "lit27"),
    N(0x4c, "lit28"), N(0x4d, "lit29"), N(0x4e, "lit30"), N(0x4f, "lit31"), N(0x50, "reg0"),
    N(0x51, "reg1"), N(0x52, "reg2"), N(0x53, "reg3"), N(0x54, "reg4"), N(0x55, "reg5"),
    N(0x56, "reg6"), N(0x57, "reg7"), N(0x58, "reg8"), N(0x59, "reg9"), N(0x5a, "reg10"),
    N(0x5b, "reg11"), N(0x5c, "reg12"), N(0x5d, "reg13"), N(0x5e, "reg14"), N(0x5f, "reg15"),
    N(0x60, "reg16"), N(0x61, "reg17"), N(0x62, "reg18"), N(0x63, "reg19"), N(0x64, "reg20"),
    N(0x65, "reg21"), N(0x66, "reg22"), N(0x67, "reg23"), N(0x68, "reg24"), N(0x69, "reg25"),
    N(0x6a, "reg26"), N(0x6b, "reg27"), N(0x6c, "reg28"), N(0x6d, "reg29"), N(0x6e, "reg30"),
    N(0x6f, "reg31"), N(0x70, "breg0"), N(0x71, "breg1"), N(0x72, "breg2"), N(0x73, "breg3"),
    N(0x74, "breg4"), N(0x75, "breg5"), N(0x76, "breg6"), N(0x77, "breg7"), N(0x78, "breg8"),
    N(0x79, "breg9"), N(0x7a, "breg10"), N(0x7b, "breg11"), N(0x7c, "breg12"), N(0x7d, "breg13"),
    N(0x7e, "breg14"), N(0x7f, "breg15"), N(0x80, "breg16"), N(0x81, "breg17"), N(0x82, "breg18"),
    N(0x83, "breg19"), N(0x84, "breg20"), N(0x85, "breg21"), N(0x86, "breg22"), N(0x87, "breg23"),
    N(0x88, "breg24"), N(0x89, "breg25"), N(0x8a, "breg26"), N(0x8b, "breg27"), N(0x8c, "breg28"),
    N(0x8d, "breg29"), N(0x8e, "breg30"), N(0x8f, "breg31"), N(0x90, "regx"), N(0x91, "fbreg"),
    N(0x92, "bregx"), N(0x93, "piece"), N(0x94, "deref_size"), N(0x95, "xderef_size"),
    N(0x96, "nop"), N(0x97, "push_object_address"), N(0x98, "call2"), N(0x99, "call4"),
    N(0x9a, "call_ref"), N(0x9b, "form_tls_address"), N(0x9c, "call_frame_cfa"),
    N(0x9d, "bit_piece"), N(0x9e, "implicit_value"), N(0x9f, "stack_value"),
    N(0xa0, "implicit_pointer"), N(0xa1, "addrx"), N(0xa2, "constx"), N(0xa3, "entry_value"),
    N(0xa4, "const_type"), N(0xa5, "regval_type"), N(0xa6, "deref_type"), N(0xa7, "xderef_type"),
    N(0xa8, "convert"), N(0xa9, "reinterpret"), N(0xe0, "GNU_push_tls_address"),
    N(0xe1, "HP_is_value"), N(0xe2, "HP_fltconst4"), N(0xe3, "HP_fltconst8"),
    N(0xe4, "HP_mod_range"), N(0xe5, "HP_unmod_range"), N(0xe6, "HP_tls"),
    N(0xe8, "INTEL_bit_piece"), N(0xe9, "LLVM_user"), N(0xed, "WASM_location"),
    N(0xee, "WASM_location_int"), N(0xf0, "APPLE_uninit"), N(0xf2, "GNU_implicit_pointer"),
    N(0xf3, "GNU_entry_value"), N(0xf8, "PGI_omp_thread_num"), N(0xfb, "GNU_addr_index"),
    N(0xfc, "GNU_const_index"), N(0x1000, "LLVM_fragment"), N(0x1001, "LLVM_convert"),
    N(0x1002, "LLVM_tag_offset"), N(0x1003, "LLVM_entry_value"), N(0x1004, "LLVM_implicit_pointer"),
    N(0x1005, "LLVM_arg"), N(0x1006, "LLVM_extract_bits_sext"), N(0x1007, "LLVM_extract_bits_zext"),
};
#undef N

#define N(code, name) {code, "DW_CC_" name}
static const struct name conventions[] = {
    N(0x01, "normal"), N(0x02, "program"), N(0x03, "nocall"), N(0x04, "pass_by_reference"),
    N(0x05, "pass_by_value"), N(0x40, "GNU_renesas_sh"), N(0x41, "GNU_borland_fastcall_i386"),
    N(0xb0, "BORLAND_safecall"), N(0xb1, "BORLAND_stdcall"), N(0xb2, "BORLAND_pascal"),
    N(0xb3, "BORLAND_msfastcall"), N(0xb4, "BORLAND_msreturn"), N(0xb5, "BORLAND_thiscall"),
    N(0xb6, "BORLAND_fastcall"), N(0xc0, "LLVM_vectorcall"), N(0xc1, "LLVM_Win64"),
    N(0xc2, "LLVM_X86_64SysV"), N(0xc3, "LLVM_AAPCS"), N(0xc4, "LLVM_AAPCS_VFP"),
    N(0xc5, "LLVM_IntelOclBicc"), N(0xc6, "LLVM_SpirFunction"), N(0xc7, "LLVM_DeviceKernel"),
    N(0xc8, "LLVM_Swift"), N(0xc9, "LLVM_PreserveMost"), N(0xca, "LLVM_PreserveAll"),
    N(0xcb, "LLVM_X86RegCall"), N(0xcc, "LLVM_M68kRTD"), N(0xcd, "LLVM_PreserveNone"),
    N(0xce, "LLVM_RISCVVectorCall"), N(0xcf, "LLVM_SwiftTail"), N(0xd0, "LLVM_RISCVVLSCall"),
    N(0xff, "GDB_IBM_OpenCL"),
};
#undef N

static const struct name macros[] = {
    {1, "DW_MACINFO_define"}, {2, "DW_MACINFO_undef"}, {3, "DW_MACINFO_start_file"},
    {4, "DW_MACINFO_end_file"}, {0xff, "DW_MACINFO_vendor_ext"},
};

static const struct name enum_kinds[] = {
    {0, "DW_APPLE_ENUM_KIND_Closed"}, {1, "DW_APPLE_ENUM_KIND_Open"},
};

#define TABLE(array) {array, sizeof(array) / sizeof((array)[0])}

static const struct {
    const struct name *names;
    size_t n;
} spaces[] = {
    [BL_DWARF_TAG] = TABLE(tags),
    [BL_DWARF_LANGUAGE] = TABLE(languages),
    [BL_DWARF_LANGUAGE_NAME] = TABLE(language_names),
    [BL_DWARF_ENCODING] = TABLE(encodings),
    [BL_DWARF_OPERATION] = TABLE(operations),
    [BL_DWARF_CONVENTION] = TABLE(conventions),
    [BL_DWARF_MACRO] = TABLE(macros),
    [BL_DWARF_ENUM_KIND] = TABLE(enum_kinds),
};
/* clang-format on */

const char *bl_dwarf_name(unsigned space, uint64_t code)
{
    if ((size_t)space >= sizeof spaces / sizeof spaces[0])
        return NULL;
    const struct name *names = spaces[space].names;
    size_t lo = 0;
    size_t hi = spaces[space].n;
    BL_LOWER_BOUND(lo, hi, mid, names[mid].code < code);
    return lo < spaces[space].n && names[lo].code == code ? names[lo].text : NULL;
}
