; listed.ll - what LLVM's headers list, each once; written by enumerated.py
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; attributes_FnAttr -disable-verify
declare void @f_alwaysinline() alwaysinline
[-15] declare void @f_argmemonly() argmemonly
declare void @f_cold() cold
declare void @f_convergent() convergent
declare void @f_hot() hot
[-15] declare void @f_inaccessiblememonly() inaccessiblememonly
[-15] declare void @f_inaccessiblemem_or_argmemonly() inaccessiblemem_or_argmemonly
declare void @f_inlinehint() inlinehint
declare void @f_minsize() minsize
declare void @f_naked() naked
declare void @f_nobuiltin() nobuiltin
declare void @f_nocallback() nocallback
declare void @f_noduplicate() noduplicate
declare void @f_nofree() nofree
declare void @f_noimplicitfloat() noimplicitfloat
declare void @f_noinline() noinline
declare void @f_nonlazybind() nonlazybind
declare void @f_nomerge() nomerge
declare void @f_norecurse() norecurse
declare void @f_noredzone() noredzone
declare void @f_noreturn() noreturn
declare void @f_nosync() nosync
declare void @f_nocf_check() nocf_check
declare void @f_noprofile() noprofile
declare void @f_nounwind() nounwind
declare void @f_nosanitize_coverage() nosanitize_coverage
declare void @f_null_pointer_is_valid() null_pointer_is_valid
declare void @f_optforfuzzing() optforfuzzing
declare void @f_optsize() optsize
declare void @f_optnone() optnone
[-15] declare void @f_readnone() readnone
[-15] declare void @f_readonly() readonly
declare void @f_returns_twice() returns_twice
declare void @f_safestack() safestack
declare void @f_shadowcallstack() shadowcallstack
declare void @f_speculatable() speculatable
declare void @f_ssp() ssp
declare void @f_sspreq() sspreq
declare void @f_sspstrong() sspstrong
declare void @f_strictfp() strictfp
declare void @f_sanitize_address() sanitize_address
declare void @f_sanitize_thread() sanitize_thread
declare void @f_sanitize_memory() sanitize_memory
declare void @f_sanitize_hwaddress() sanitize_hwaddress
declare void @f_sanitize_memtag() sanitize_memtag
declare void @f_speculative_load_hardening() speculative_load_hardening
[-14] declare void @f_uwtable() uwtable
declare void @f_willreturn() willreturn
[-15] declare void @f_writeonly() writeonly
declare void @f_mustprogress() mustprogress
[14-] declare void @f_disable_sanitizer_instrumentation() disable_sanitizer_instrumentation
[15-] declare void @f_fn_ret_thunk_extern() fn_ret_thunk_extern
[15-] declare void @f_nosanitize_bounds() nosanitize_bounds
[15-] declare void @f_presplitcoroutine() presplitcoroutine
[16-] declare void @f_skipprofile() skipprofile
[19-] declare void @f_optdebug() optdebug
[19-] declare void @f_sanitize_numerical_stability() sanitize_numerical_stability
[19-] declare void @f_coro_only_destroy_when_complete() coro_only_destroy_when_complete
[22-] declare void @f_nocreateundeforpoison() nocreateundeforpoison
[22-] declare void @f_nodivergencesource() nodivergencesource
[22-] declare void @f_sanitize_type() sanitize_type
[22-] declare void @f_sanitize_realtime() sanitize_realtime
[22-] declare void @f_sanitize_realtime_blocking() sanitize_realtime_blocking
[22-] declare void @f_sanitize_alloc_token() sanitize_alloc_token
[22-] declare void @f_coro_elide_safe() coro_elide_safe

;;; attributes_ParamAttr -disable-verify
declare void @p_noundef(ptr<i8> noundef)
declare void @p_inreg(ptr<i8> inreg)
declare void @p_nest(ptr<i8> nest)
declare void @p_noalias(ptr<i8> noalias)
declare void @p_nofree(ptr<i8> nofree)
declare void @p_nonnull(ptr<i8> nonnull)
declare void @p_readnone(ptr<i8> readnone)
declare void @p_readonly(ptr<i8> readonly)
declare void @p_signext(i32 signext)
declare void @p_swifterror(ptr<ptr<i8>> swifterror)
declare void @p_swiftself(ptr<i8> swiftself)
declare void @p_swiftasync(ptr<i8> swiftasync)
declare void @p_writeonly(ptr<i8> writeonly)
declare void @p_zeroext(i32 zeroext)
[15-] declare void @p_allocalign(i64 allocalign)
[15-] declare void @p_allocptr(ptr<i8> allocptr)
[19-] declare void @p_dead_on_unwind(ptr<i8> dead_on_unwind)
[19-] declare void @p_writable(ptr<i8> writable)
[22-] declare void @p_noext(i32 noext)
[22-] declare void @p_dead_on_return(ptr<i8> dead_on_return)

;;; attributes_RetAttr -disable-verify
declare noundef ptr<i8> @r_noundef()
declare inreg ptr<i8> @r_inreg()
declare noalias ptr<i8> @r_noalias()
declare nonnull ptr<i8> @r_nonnull()
declare signext i32 @r_signext()
declare zeroext i32 @r_zeroext()
[22-] declare noext i32 @r_noext()

;;; attributes_types -disable-verify
%named = type { i32, i32 }
declare void @byval_0(ptr<i32> byval(i32))
declare void @byval_1(ptr<{ i8, [3 x i64] }> byval({ i8, [3 x i64] }))
declare void @byval_2(ptr<%named> byval(%named))
declare void @byref_3(ptr<i32> byref(i32))
declare void @byref_4(ptr<{ i8, [3 x i64] }> byref({ i8, [3 x i64] }))
declare void @byref_5(ptr<%named> byref(%named))
declare void @elementtype_6(ptr<i32> elementtype(i32))
declare void @elementtype_7(ptr<{ i8, [3 x i64] }> elementtype({ i8, [3 x i64] }))
declare void @elementtype_8(ptr<%named> elementtype(%named))
declare void @inalloca_9(ptr<i32> inalloca(i32))
declare void @inalloca_10(ptr<{ i8, [3 x i64] }> inalloca({ i8, [3 x i64] }))
declare void @inalloca_11(ptr<%named> inalloca(%named))
declare void @preallocated_12(ptr<i32> preallocated(i32))
declare void @preallocated_13(ptr<{ i8, [3 x i64] }> preallocated({ i8, [3 x i64] }))
declare void @preallocated_14(ptr<%named> preallocated(%named))
declare void @sret_15(ptr<i32> sret(i32))
declare void @sret_16(ptr<{ i8, [3 x i64] }> sret({ i8, [3 x i64] }))
declare void @sret_17(ptr<%named> sret(%named))

;;; tags_DICompositeType -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63, !64, !65, !66, !67, !68, !69, !70, !71, !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !87, !88, !89, !90, !91, !92, !93, !94, !95, !96, !97, !98, !99, !100, !101, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114}
!0 = !DICompositeType(tag: DW_TAG_null)
!1 = !DICompositeType(tag: DW_TAG_array_type)
!2 = !DICompositeType(tag: DW_TAG_class_type)
!3 = !DICompositeType(tag: DW_TAG_entry_point)
!4 = !DICompositeType(tag: DW_TAG_enumeration_type)
!5 = !DICompositeType(tag: DW_TAG_formal_parameter)
!6 = !DICompositeType(tag: DW_TAG_imported_declaration)
!7 = !DICompositeType(tag: DW_TAG_label)
!8 = !DICompositeType(tag: DW_TAG_lexical_block)
!9 = !DICompositeType(tag: DW_TAG_member)
!10 = !DICompositeType(tag: DW_TAG_pointer_type)
!11 = !DICompositeType(tag: DW_TAG_reference_type)
!12 = !DICompositeType(tag: DW_TAG_compile_unit)
!13 = !DICompositeType(tag: DW_TAG_string_type)
!14 = !DICompositeType(tag: DW_TAG_structure_type)
!15 = !DICompositeType(tag: DW_TAG_subroutine_type)
!16 = !DICompositeType(tag: DW_TAG_typedef)
!17 = !DICompositeType(tag: DW_TAG_union_type)
!18 = !DICompositeType(tag: DW_TAG_unspecified_parameters)
!19 = !DICompositeType(tag: DW_TAG_variant)
!20 = !DICompositeType(tag: DW_TAG_common_block)
!21 = !DICompositeType(tag: DW_TAG_common_inclusion)
!22 = !DICompositeType(tag: DW_TAG_inheritance)
!23 = !DICompositeType(tag: DW_TAG_inlined_subroutine)
!24 = !DICompositeType(tag: DW_TAG_module)
!25 = !DICompositeType(tag: DW_TAG_ptr_to_member_type)
!26 = !DICompositeType(tag: DW_TAG_set_type)
!27 = !DICompositeType(tag: DW_TAG_subrange_type)
!28 = !DICompositeType(tag: DW_TAG_with_stmt)
!29 = !DICompositeType(tag: DW_TAG_access_declaration)
!30 = !DICompositeType(tag: DW_TAG_base_type)
!31 = !DICompositeType(tag: DW_TAG_catch_block)
!32 = !DICompositeType(tag: DW_TAG_const_type)
!33 = !DICompositeType(tag: DW_TAG_constant)
!34 = !DICompositeType(tag: DW_TAG_enumerator)
!35 = !DICompositeType(tag: DW_TAG_file_type)
!36 = !DICompositeType(tag: DW_TAG_friend)
!37 = !DICompositeType(tag: DW_TAG_namelist)
!38 = !DICompositeType(tag: DW_TAG_namelist_item)
!39 = !DICompositeType(tag: DW_TAG_packed_type)
!40 = !DICompositeType(tag: DW_TAG_subprogram)
!41 = !DICompositeType(tag: DW_TAG_template_type_parameter)
!42 = !DICompositeType(tag: DW_TAG_template_value_parameter)
!43 = !DICompositeType(tag: DW_TAG_thrown_type)
!44 = !DICompositeType(tag: DW_TAG_try_block)
!45 = !DICompositeType(tag: DW_TAG_variant_part)
!46 = !DICompositeType(tag: DW_TAG_variable)
!47 = !DICompositeType(tag: DW_TAG_volatile_type)
!48 = !DICompositeType(tag: DW_TAG_dwarf_procedure)
!49 = !DICompositeType(tag: DW_TAG_restrict_type)
!50 = !DICompositeType(tag: DW_TAG_interface_type)
!51 = !DICompositeType(tag: DW_TAG_namespace)
!52 = !DICompositeType(tag: DW_TAG_imported_module)
!53 = !DICompositeType(tag: DW_TAG_unspecified_type)
!54 = !DICompositeType(tag: DW_TAG_partial_unit)
!55 = !DICompositeType(tag: DW_TAG_imported_unit)
!56 = !DICompositeType(tag: DW_TAG_condition)
!57 = !DICompositeType(tag: DW_TAG_shared_type)
!58 = !DICompositeType(tag: DW_TAG_type_unit)
!59 = !DICompositeType(tag: DW_TAG_rvalue_reference_type)
!60 = !DICompositeType(tag: DW_TAG_template_alias)
!61 = !DICompositeType(tag: DW_TAG_coarray_type)
!62 = !DICompositeType(tag: DW_TAG_generic_subrange)
!63 = !DICompositeType(tag: DW_TAG_dynamic_type)
!64 = !DICompositeType(tag: DW_TAG_atomic_type)
!65 = !DICompositeType(tag: DW_TAG_call_site)
!66 = !DICompositeType(tag: DW_TAG_call_site_parameter)
!67 = !DICompositeType(tag: DW_TAG_skeleton_unit)
!68 = !DICompositeType(tag: DW_TAG_immutable_type)
!69 = !DICompositeType(tag: DW_TAG_MIPS_loop)
!70 = !DICompositeType(tag: DW_TAG_format_label)
!71 = !DICompositeType(tag: DW_TAG_function_template)
!72 = !DICompositeType(tag: DW_TAG_class_template)
!73 = !DICompositeType(tag: DW_TAG_GNU_BINCL)
!74 = !DICompositeType(tag: DW_TAG_GNU_EINCL)
!75 = !DICompositeType(tag: DW_TAG_GNU_template_template_param)
!76 = !DICompositeType(tag: DW_TAG_GNU_template_parameter_pack)
!77 = !DICompositeType(tag: DW_TAG_GNU_formal_parameter_pack)
!78 = !DICompositeType(tag: DW_TAG_GNU_call_site)
!79 = !DICompositeType(tag: DW_TAG_GNU_call_site_parameter)
!80 = !DICompositeType(tag: DW_TAG_APPLE_property)
!81 = !DICompositeType(tag: DW_TAG_SUN_function_template)
!82 = !DICompositeType(tag: DW_TAG_SUN_class_template)
!83 = !DICompositeType(tag: DW_TAG_SUN_struct_template)
!84 = !DICompositeType(tag: DW_TAG_SUN_union_template)
!85 = !DICompositeType(tag: DW_TAG_SUN_indirect_inheritance)
!86 = !DICompositeType(tag: DW_TAG_SUN_codeflags)
!87 = !DICompositeType(tag: DW_TAG_SUN_memop_info)
!88 = !DICompositeType(tag: DW_TAG_SUN_omp_child_func)
!89 = !DICompositeType(tag: DW_TAG_SUN_rtti_descriptor)
!90 = !DICompositeType(tag: DW_TAG_SUN_dtor_info)
!91 = !DICompositeType(tag: DW_TAG_SUN_dtor)
!92 = !DICompositeType(tag: DW_TAG_SUN_f90_interface)
!93 = !DICompositeType(tag: DW_TAG_SUN_fortran_vax_structure)
!94 = !DICompositeType(tag: DW_TAG_SUN_hi)
!95 = !DICompositeType(tag: DW_TAG_ALTIUM_circ_type)
!96 = !DICompositeType(tag: DW_TAG_ALTIUM_mwa_circ_type)
!97 = !DICompositeType(tag: DW_TAG_ALTIUM_rev_carry_type)
!98 = !DICompositeType(tag: DW_TAG_ALTIUM_rom)
!99 = !DICompositeType(tag: DW_TAG_GHS_namespace)
!100 = !DICompositeType(tag: DW_TAG_GHS_using_namespace)
!101 = !DICompositeType(tag: DW_TAG_GHS_using_declaration)
!102 = !DICompositeType(tag: DW_TAG_GHS_template_templ_param)
!103 = !DICompositeType(tag: DW_TAG_UPC_shared_type)
!104 = !DICompositeType(tag: DW_TAG_UPC_strict_type)
!105 = !DICompositeType(tag: DW_TAG_UPC_relaxed)
!106 = !DICompositeType(tag: DW_TAG_PGI_kanji_type)
!107 = !DICompositeType(tag: DW_TAG_PGI_interface_block)
!108 = !DICompositeType(tag: DW_TAG_BORLAND_property)
!109 = !DICompositeType(tag: DW_TAG_BORLAND_Delphi_string)
!110 = !DICompositeType(tag: DW_TAG_BORLAND_Delphi_dynamic_array)
!111 = !DICompositeType(tag: DW_TAG_BORLAND_Delphi_set)
!112 = !DICompositeType(tag: DW_TAG_BORLAND_Delphi_variant)
[14-] !113 = !DICompositeType(tag: DW_TAG_LLVM_annotation)
[13] !113 = !{i32 113}
[16-] !114 = !DICompositeType(tag: DW_TAG_LLVM_ptrauth_type)
[13] !114 = !{i32 114}
[14] !114 = !{i32 114}
[15] !114 = !{i32 114}

;;; tags_DIDerivedType -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63, !64, !65, !66, !67, !68, !69, !70, !71, !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !87, !88, !89, !90, !91, !92, !93, !94, !95, !96, !97, !98, !99, !100, !101, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114}
!0 = !DIDerivedType(tag: DW_TAG_null, baseType: null)
!1 = !DIDerivedType(tag: DW_TAG_array_type, baseType: null)
!2 = !DIDerivedType(tag: DW_TAG_class_type, baseType: null)
!3 = !DIDerivedType(tag: DW_TAG_entry_point, baseType: null)
!4 = !DIDerivedType(tag: DW_TAG_enumeration_type, baseType: null)
!5 = !DIDerivedType(tag: DW_TAG_formal_parameter, baseType: null)
!6 = !DIDerivedType(tag: DW_TAG_imported_declaration, baseType: null)
!7 = !DIDerivedType(tag: DW_TAG_label, baseType: null)
!8 = !DIDerivedType(tag: DW_TAG_lexical_block, baseType: null)
!9 = !DIDerivedType(tag: DW_TAG_member, baseType: null)
!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null)
!11 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: null)
!12 = !DIDerivedType(tag: DW_TAG_compile_unit, baseType: null)
!13 = !DIDerivedType(tag: DW_TAG_string_type, baseType: null)
!14 = !DIDerivedType(tag: DW_TAG_structure_type, baseType: null)
!15 = !DIDerivedType(tag: DW_TAG_subroutine_type, baseType: null)
!16 = !DIDerivedType(tag: DW_TAG_typedef, baseType: null)
!17 = !DIDerivedType(tag: DW_TAG_union_type, baseType: null)
!18 = !DIDerivedType(tag: DW_TAG_unspecified_parameters, baseType: null)
!19 = !DIDerivedType(tag: DW_TAG_variant, baseType: null)
!20 = !DIDerivedType(tag: DW_TAG_common_block, baseType: null)
!21 = !DIDerivedType(tag: DW_TAG_common_inclusion, baseType: null)
!22 = !DIDerivedType(tag: DW_TAG_inheritance, baseType: null)
!23 = !DIDerivedType(tag: DW_TAG_inlined_subroutine, baseType: null)
!24 = !DIDerivedType(tag: DW_TAG_module, baseType: null)
!25 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: null)
!26 = !DIDerivedType(tag: DW_TAG_set_type, baseType: null)
!27 = !DIDerivedType(tag: DW_TAG_subrange_type, baseType: null)
!28 = !DIDerivedType(tag: DW_TAG_with_stmt, baseType: null)
!29 = !DIDerivedType(tag: DW_TAG_access_declaration, baseType: null)
!30 = !DIDerivedType(tag: DW_TAG_base_type, baseType: null)
!31 = !DIDerivedType(tag: DW_TAG_catch_block, baseType: null)
!32 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!33 = !DIDerivedType(tag: DW_TAG_constant, baseType: null)
!34 = !DIDerivedType(tag: DW_TAG_enumerator, baseType: null)
!35 = !DIDerivedType(tag: DW_TAG_file_type, baseType: null)
!36 = !DIDerivedType(tag: DW_TAG_friend, baseType: null)
!37 = !DIDerivedType(tag: DW_TAG_namelist, baseType: null)
!38 = !DIDerivedType(tag: DW_TAG_namelist_item, baseType: null)
!39 = !DIDerivedType(tag: DW_TAG_packed_type, baseType: null)
!40 = !DIDerivedType(tag: DW_TAG_subprogram, baseType: null)
!41 = !DIDerivedType(tag: DW_TAG_template_type_parameter, baseType: null)
!42 = !DIDerivedType(tag: DW_TAG_template_value_parameter, baseType: null)
!43 = !DIDerivedType(tag: DW_TAG_thrown_type, baseType: null)
!44 = !DIDerivedType(tag: DW_TAG_try_block, baseType: null)
!45 = !DIDerivedType(tag: DW_TAG_variant_part, baseType: null)
!46 = !DIDerivedType(tag: DW_TAG_variable, baseType: null)
!47 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: null)
!48 = !DIDerivedType(tag: DW_TAG_dwarf_procedure, baseType: null)
!49 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: null)
!50 = !DIDerivedType(tag: DW_TAG_interface_type, baseType: null)
!51 = !DIDerivedType(tag: DW_TAG_namespace, baseType: null)
!52 = !DIDerivedType(tag: DW_TAG_imported_module, baseType: null)
!53 = !DIDerivedType(tag: DW_TAG_unspecified_type, baseType: null)
!54 = !DIDerivedType(tag: DW_TAG_partial_unit, baseType: null)
!55 = !DIDerivedType(tag: DW_TAG_imported_unit, baseType: null)
!56 = !DIDerivedType(tag: DW_TAG_condition, baseType: null)
!57 = !DIDerivedType(tag: DW_TAG_shared_type, baseType: null)
!58 = !DIDerivedType(tag: DW_TAG_type_unit, baseType: null)
!59 = !DIDerivedType(tag: DW_TAG_rvalue_reference_type, baseType: null)
!60 = !DIDerivedType(tag: DW_TAG_template_alias, baseType: null)
!61 = !DIDerivedType(tag: DW_TAG_coarray_type, baseType: null)
!62 = !DIDerivedType(tag: DW_TAG_generic_subrange, baseType: null)
!63 = !DIDerivedType(tag: DW_TAG_dynamic_type, baseType: null)
!64 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: null)
!65 = !DIDerivedType(tag: DW_TAG_call_site, baseType: null)
!66 = !DIDerivedType(tag: DW_TAG_call_site_parameter, baseType: null)
!67 = !DIDerivedType(tag: DW_TAG_skeleton_unit, baseType: null)
!68 = !DIDerivedType(tag: DW_TAG_immutable_type, baseType: null)
!69 = !DIDerivedType(tag: DW_TAG_MIPS_loop, baseType: null)
!70 = !DIDerivedType(tag: DW_TAG_format_label, baseType: null)
!71 = !DIDerivedType(tag: DW_TAG_function_template, baseType: null)
!72 = !DIDerivedType(tag: DW_TAG_class_template, baseType: null)
!73 = !DIDerivedType(tag: DW_TAG_GNU_BINCL, baseType: null)
!74 = !DIDerivedType(tag: DW_TAG_GNU_EINCL, baseType: null)
!75 = !DIDerivedType(tag: DW_TAG_GNU_template_template_param, baseType: null)
!76 = !DIDerivedType(tag: DW_TAG_GNU_template_parameter_pack, baseType: null)
!77 = !DIDerivedType(tag: DW_TAG_GNU_formal_parameter_pack, baseType: null)
!78 = !DIDerivedType(tag: DW_TAG_GNU_call_site, baseType: null)
!79 = !DIDerivedType(tag: DW_TAG_GNU_call_site_parameter, baseType: null)
!80 = !DIDerivedType(tag: DW_TAG_APPLE_property, baseType: null)
!81 = !DIDerivedType(tag: DW_TAG_SUN_function_template, baseType: null)
!82 = !DIDerivedType(tag: DW_TAG_SUN_class_template, baseType: null)
!83 = !DIDerivedType(tag: DW_TAG_SUN_struct_template, baseType: null)
!84 = !DIDerivedType(tag: DW_TAG_SUN_union_template, baseType: null)
!85 = !DIDerivedType(tag: DW_TAG_SUN_indirect_inheritance, baseType: null)
!86 = !DIDerivedType(tag: DW_TAG_SUN_codeflags, baseType: null)
!87 = !DIDerivedType(tag: DW_TAG_SUN_memop_info, baseType: null)
!88 = !DIDerivedType(tag: DW_TAG_SUN_omp_child_func, baseType: null)
!89 = !DIDerivedType(tag: DW_TAG_SUN_rtti_descriptor, baseType: null)
!90 = !DIDerivedType(tag: DW_TAG_SUN_dtor_info, baseType: null)
!91 = !DIDerivedType(tag: DW_TAG_SUN_dtor, baseType: null)
!92 = !DIDerivedType(tag: DW_TAG_SUN_f90_interface, baseType: null)
!93 = !DIDerivedType(tag: DW_TAG_SUN_fortran_vax_structure, baseType: null)
!94 = !DIDerivedType(tag: DW_TAG_SUN_hi, baseType: null)
!95 = !DIDerivedType(tag: DW_TAG_ALTIUM_circ_type, baseType: null)
!96 = !DIDerivedType(tag: DW_TAG_ALTIUM_mwa_circ_type, baseType: null)
!97 = !DIDerivedType(tag: DW_TAG_ALTIUM_rev_carry_type, baseType: null)
!98 = !DIDerivedType(tag: DW_TAG_ALTIUM_rom, baseType: null)
!99 = !DIDerivedType(tag: DW_TAG_GHS_namespace, baseType: null)
!100 = !DIDerivedType(tag: DW_TAG_GHS_using_namespace, baseType: null)
!101 = !DIDerivedType(tag: DW_TAG_GHS_using_declaration, baseType: null)
!102 = !DIDerivedType(tag: DW_TAG_GHS_template_templ_param, baseType: null)
!103 = !DIDerivedType(tag: DW_TAG_UPC_shared_type, baseType: null)
!104 = !DIDerivedType(tag: DW_TAG_UPC_strict_type, baseType: null)
!105 = !DIDerivedType(tag: DW_TAG_UPC_relaxed, baseType: null)
!106 = !DIDerivedType(tag: DW_TAG_PGI_kanji_type, baseType: null)
!107 = !DIDerivedType(tag: DW_TAG_PGI_interface_block, baseType: null)
!108 = !DIDerivedType(tag: DW_TAG_BORLAND_property, baseType: null)
!109 = !DIDerivedType(tag: DW_TAG_BORLAND_Delphi_string, baseType: null)
!110 = !DIDerivedType(tag: DW_TAG_BORLAND_Delphi_dynamic_array, baseType: null)
!111 = !DIDerivedType(tag: DW_TAG_BORLAND_Delphi_set, baseType: null)
!112 = !DIDerivedType(tag: DW_TAG_BORLAND_Delphi_variant, baseType: null)
[14-] !113 = !DIDerivedType(tag: DW_TAG_LLVM_annotation, baseType: null)
[13] !113 = !{i32 113}
[16-] !114 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null)
[13] !114 = !{i32 114}
[14] !114 = !{i32 114}
[15] !114 = !{i32 114}

;;; tags_DIBasicType -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63, !64, !65, !66, !67, !68, !69, !70, !71, !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !87, !88, !89, !90, !91, !92, !93, !94, !95, !96, !97, !98, !99, !100, !101, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114}
!0 = !DIBasicType(tag: DW_TAG_null)
!1 = !DIBasicType(tag: DW_TAG_array_type)
!2 = !DIBasicType(tag: DW_TAG_class_type)
!3 = !DIBasicType(tag: DW_TAG_entry_point)
!4 = !DIBasicType(tag: DW_TAG_enumeration_type)
!5 = !DIBasicType(tag: DW_TAG_formal_parameter)
!6 = !DIBasicType(tag: DW_TAG_imported_declaration)
!7 = !DIBasicType(tag: DW_TAG_label)
!8 = !DIBasicType(tag: DW_TAG_lexical_block)
!9 = !DIBasicType(tag: DW_TAG_member)
!10 = !DIBasicType(tag: DW_TAG_pointer_type)
!11 = !DIBasicType(tag: DW_TAG_reference_type)
!12 = !DIBasicType(tag: DW_TAG_compile_unit)
!13 = !DIBasicType(tag: DW_TAG_string_type)
!14 = !DIBasicType(tag: DW_TAG_structure_type)
!15 = !DIBasicType(tag: DW_TAG_subroutine_type)
!16 = !DIBasicType(tag: DW_TAG_typedef)
!17 = !DIBasicType(tag: DW_TAG_union_type)
!18 = !DIBasicType(tag: DW_TAG_unspecified_parameters)
!19 = !DIBasicType(tag: DW_TAG_variant)
!20 = !DIBasicType(tag: DW_TAG_common_block)
!21 = !DIBasicType(tag: DW_TAG_common_inclusion)
!22 = !DIBasicType(tag: DW_TAG_inheritance)
!23 = !DIBasicType(tag: DW_TAG_inlined_subroutine)
!24 = !DIBasicType(tag: DW_TAG_module)
!25 = !DIBasicType(tag: DW_TAG_ptr_to_member_type)
!26 = !DIBasicType(tag: DW_TAG_set_type)
!27 = !DIBasicType(tag: DW_TAG_subrange_type)
!28 = !DIBasicType(tag: DW_TAG_with_stmt)
!29 = !DIBasicType(tag: DW_TAG_access_declaration)
!30 = !DIBasicType(tag: DW_TAG_base_type)
!31 = !DIBasicType(tag: DW_TAG_catch_block)
!32 = !DIBasicType(tag: DW_TAG_const_type)
!33 = !DIBasicType(tag: DW_TAG_constant)
!34 = !DIBasicType(tag: DW_TAG_enumerator)
!35 = !DIBasicType(tag: DW_TAG_file_type)
!36 = !DIBasicType(tag: DW_TAG_friend)
!37 = !DIBasicType(tag: DW_TAG_namelist)
!38 = !DIBasicType(tag: DW_TAG_namelist_item)
!39 = !DIBasicType(tag: DW_TAG_packed_type)
!40 = !DIBasicType(tag: DW_TAG_subprogram)
!41 = !DIBasicType(tag: DW_TAG_template_type_parameter)
!42 = !DIBasicType(tag: DW_TAG_template_value_parameter)
!43 = !DIBasicType(tag: DW_TAG_thrown_type)
!44 = !DIBasicType(tag: DW_TAG_try_block)
!45 = !DIBasicType(tag: DW_TAG_variant_part)
!46 = !DIBasicType(tag: DW_TAG_variable)
!47 = !DIBasicType(tag: DW_TAG_volatile_type)
!48 = !DIBasicType(tag: DW_TAG_dwarf_procedure)
!49 = !DIBasicType(tag: DW_TAG_restrict_type)
!50 = !DIBasicType(tag: DW_TAG_interface_type)
!51 = !DIBasicType(tag: DW_TAG_namespace)
!52 = !DIBasicType(tag: DW_TAG_imported_module)
!53 = !DIBasicType(tag: DW_TAG_unspecified_type)
!54 = !DIBasicType(tag: DW_TAG_partial_unit)
!55 = !DIBasicType(tag: DW_TAG_imported_unit)
!56 = !DIBasicType(tag: DW_TAG_condition)
!57 = !DIBasicType(tag: DW_TAG_shared_type)
!58 = !DIBasicType(tag: DW_TAG_type_unit)
!59 = !DIBasicType(tag: DW_TAG_rvalue_reference_type)
!60 = !DIBasicType(tag: DW_TAG_template_alias)
!61 = !DIBasicType(tag: DW_TAG_coarray_type)
!62 = !DIBasicType(tag: DW_TAG_generic_subrange)
!63 = !DIBasicType(tag: DW_TAG_dynamic_type)
!64 = !DIBasicType(tag: DW_TAG_atomic_type)
!65 = !DIBasicType(tag: DW_TAG_call_site)
!66 = !DIBasicType(tag: DW_TAG_call_site_parameter)
!67 = !DIBasicType(tag: DW_TAG_skeleton_unit)
!68 = !DIBasicType(tag: DW_TAG_immutable_type)
!69 = !DIBasicType(tag: DW_TAG_MIPS_loop)
!70 = !DIBasicType(tag: DW_TAG_format_label)
!71 = !DIBasicType(tag: DW_TAG_function_template)
!72 = !DIBasicType(tag: DW_TAG_class_template)
!73 = !DIBasicType(tag: DW_TAG_GNU_BINCL)
!74 = !DIBasicType(tag: DW_TAG_GNU_EINCL)
!75 = !DIBasicType(tag: DW_TAG_GNU_template_template_param)
!76 = !DIBasicType(tag: DW_TAG_GNU_template_parameter_pack)
!77 = !DIBasicType(tag: DW_TAG_GNU_formal_parameter_pack)
!78 = !DIBasicType(tag: DW_TAG_GNU_call_site)
!79 = !DIBasicType(tag: DW_TAG_GNU_call_site_parameter)
!80 = !DIBasicType(tag: DW_TAG_APPLE_property)
!81 = !DIBasicType(tag: DW_TAG_SUN_function_template)
!82 = !DIBasicType(tag: DW_TAG_SUN_class_template)
!83 = !DIBasicType(tag: DW_TAG_SUN_struct_template)
!84 = !DIBasicType(tag: DW_TAG_SUN_union_template)
!85 = !DIBasicType(tag: DW_TAG_SUN_indirect_inheritance)
!86 = !DIBasicType(tag: DW_TAG_SUN_codeflags)
!87 = !DIBasicType(tag: DW_TAG_SUN_memop_info)
!88 = !DIBasicType(tag: DW_TAG_SUN_omp_child_func)
!89 = !DIBasicType(tag: DW_TAG_SUN_rtti_descriptor)
!90 = !DIBasicType(tag: DW_TAG_SUN_dtor_info)
!91 = !DIBasicType(tag: DW_TAG_SUN_dtor)
!92 = !DIBasicType(tag: DW_TAG_SUN_f90_interface)
!93 = !DIBasicType(tag: DW_TAG_SUN_fortran_vax_structure)
!94 = !DIBasicType(tag: DW_TAG_SUN_hi)
!95 = !DIBasicType(tag: DW_TAG_ALTIUM_circ_type)
!96 = !DIBasicType(tag: DW_TAG_ALTIUM_mwa_circ_type)
!97 = !DIBasicType(tag: DW_TAG_ALTIUM_rev_carry_type)
!98 = !DIBasicType(tag: DW_TAG_ALTIUM_rom)
!99 = !DIBasicType(tag: DW_TAG_GHS_namespace)
!100 = !DIBasicType(tag: DW_TAG_GHS_using_namespace)
!101 = !DIBasicType(tag: DW_TAG_GHS_using_declaration)
!102 = !DIBasicType(tag: DW_TAG_GHS_template_templ_param)
!103 = !DIBasicType(tag: DW_TAG_UPC_shared_type)
!104 = !DIBasicType(tag: DW_TAG_UPC_strict_type)
!105 = !DIBasicType(tag: DW_TAG_UPC_relaxed)
!106 = !DIBasicType(tag: DW_TAG_PGI_kanji_type)
!107 = !DIBasicType(tag: DW_TAG_PGI_interface_block)
!108 = !DIBasicType(tag: DW_TAG_BORLAND_property)
!109 = !DIBasicType(tag: DW_TAG_BORLAND_Delphi_string)
!110 = !DIBasicType(tag: DW_TAG_BORLAND_Delphi_dynamic_array)
!111 = !DIBasicType(tag: DW_TAG_BORLAND_Delphi_set)
!112 = !DIBasicType(tag: DW_TAG_BORLAND_Delphi_variant)
[14-] !113 = !DIBasicType(tag: DW_TAG_LLVM_annotation)
[13] !113 = !{i32 113}
[16-] !114 = !DIBasicType(tag: DW_TAG_LLVM_ptrauth_type)
[13] !114 = !{i32 114}
[14] !114 = !{i32 114}
[15] !114 = !{i32 114}

;;; tags_GenericDINode -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63, !64, !65, !66, !67, !68, !69, !70, !71, !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !87, !88, !89, !90, !91, !92, !93, !94, !95, !96, !97, !98, !99, !100, !101, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114}
!0 = !GenericDINode(tag: DW_TAG_null, header: "h")
!1 = !GenericDINode(tag: DW_TAG_array_type, header: "h")
!2 = !GenericDINode(tag: DW_TAG_class_type, header: "h")
!3 = !GenericDINode(tag: DW_TAG_entry_point, header: "h")
!4 = !GenericDINode(tag: DW_TAG_enumeration_type, header: "h")
!5 = !GenericDINode(tag: DW_TAG_formal_parameter, header: "h")
!6 = !GenericDINode(tag: DW_TAG_imported_declaration, header: "h")
!7 = !GenericDINode(tag: DW_TAG_label, header: "h")
!8 = !GenericDINode(tag: DW_TAG_lexical_block, header: "h")
!9 = !GenericDINode(tag: DW_TAG_member, header: "h")
!10 = !GenericDINode(tag: DW_TAG_pointer_type, header: "h")
!11 = !GenericDINode(tag: DW_TAG_reference_type, header: "h")
!12 = !GenericDINode(tag: DW_TAG_compile_unit, header: "h")
!13 = !GenericDINode(tag: DW_TAG_string_type, header: "h")
!14 = !GenericDINode(tag: DW_TAG_structure_type, header: "h")
!15 = !GenericDINode(tag: DW_TAG_subroutine_type, header: "h")
!16 = !GenericDINode(tag: DW_TAG_typedef, header: "h")
!17 = !GenericDINode(tag: DW_TAG_union_type, header: "h")
!18 = !GenericDINode(tag: DW_TAG_unspecified_parameters, header: "h")
!19 = !GenericDINode(tag: DW_TAG_variant, header: "h")
!20 = !GenericDINode(tag: DW_TAG_common_block, header: "h")
!21 = !GenericDINode(tag: DW_TAG_common_inclusion, header: "h")
!22 = !GenericDINode(tag: DW_TAG_inheritance, header: "h")
!23 = !GenericDINode(tag: DW_TAG_inlined_subroutine, header: "h")
!24 = !GenericDINode(tag: DW_TAG_module, header: "h")
!25 = !GenericDINode(tag: DW_TAG_ptr_to_member_type, header: "h")
!26 = !GenericDINode(tag: DW_TAG_set_type, header: "h")
!27 = !GenericDINode(tag: DW_TAG_subrange_type, header: "h")
!28 = !GenericDINode(tag: DW_TAG_with_stmt, header: "h")
!29 = !GenericDINode(tag: DW_TAG_access_declaration, header: "h")
!30 = !GenericDINode(tag: DW_TAG_base_type, header: "h")
!31 = !GenericDINode(tag: DW_TAG_catch_block, header: "h")
!32 = !GenericDINode(tag: DW_TAG_const_type, header: "h")
!33 = !GenericDINode(tag: DW_TAG_constant, header: "h")
!34 = !GenericDINode(tag: DW_TAG_enumerator, header: "h")
!35 = !GenericDINode(tag: DW_TAG_file_type, header: "h")
!36 = !GenericDINode(tag: DW_TAG_friend, header: "h")
!37 = !GenericDINode(tag: DW_TAG_namelist, header: "h")
!38 = !GenericDINode(tag: DW_TAG_namelist_item, header: "h")
!39 = !GenericDINode(tag: DW_TAG_packed_type, header: "h")
!40 = !GenericDINode(tag: DW_TAG_subprogram, header: "h")
!41 = !GenericDINode(tag: DW_TAG_template_type_parameter, header: "h")
!42 = !GenericDINode(tag: DW_TAG_template_value_parameter, header: "h")
!43 = !GenericDINode(tag: DW_TAG_thrown_type, header: "h")
!44 = !GenericDINode(tag: DW_TAG_try_block, header: "h")
!45 = !GenericDINode(tag: DW_TAG_variant_part, header: "h")
!46 = !GenericDINode(tag: DW_TAG_variable, header: "h")
!47 = !GenericDINode(tag: DW_TAG_volatile_type, header: "h")
!48 = !GenericDINode(tag: DW_TAG_dwarf_procedure, header: "h")
!49 = !GenericDINode(tag: DW_TAG_restrict_type, header: "h")
!50 = !GenericDINode(tag: DW_TAG_interface_type, header: "h")
!51 = !GenericDINode(tag: DW_TAG_namespace, header: "h")
!52 = !GenericDINode(tag: DW_TAG_imported_module, header: "h")
!53 = !GenericDINode(tag: DW_TAG_unspecified_type, header: "h")
!54 = !GenericDINode(tag: DW_TAG_partial_unit, header: "h")
!55 = !GenericDINode(tag: DW_TAG_imported_unit, header: "h")
!56 = !GenericDINode(tag: DW_TAG_condition, header: "h")
!57 = !GenericDINode(tag: DW_TAG_shared_type, header: "h")
!58 = !GenericDINode(tag: DW_TAG_type_unit, header: "h")
!59 = !GenericDINode(tag: DW_TAG_rvalue_reference_type, header: "h")
!60 = !GenericDINode(tag: DW_TAG_template_alias, header: "h")
!61 = !GenericDINode(tag: DW_TAG_coarray_type, header: "h")
!62 = !GenericDINode(tag: DW_TAG_generic_subrange, header: "h")
!63 = !GenericDINode(tag: DW_TAG_dynamic_type, header: "h")
!64 = !GenericDINode(tag: DW_TAG_atomic_type, header: "h")
!65 = !GenericDINode(tag: DW_TAG_call_site, header: "h")
!66 = !GenericDINode(tag: DW_TAG_call_site_parameter, header: "h")
!67 = !GenericDINode(tag: DW_TAG_skeleton_unit, header: "h")
!68 = !GenericDINode(tag: DW_TAG_immutable_type, header: "h")
!69 = !GenericDINode(tag: DW_TAG_MIPS_loop, header: "h")
!70 = !GenericDINode(tag: DW_TAG_format_label, header: "h")
!71 = !GenericDINode(tag: DW_TAG_function_template, header: "h")
!72 = !GenericDINode(tag: DW_TAG_class_template, header: "h")
!73 = !GenericDINode(tag: DW_TAG_GNU_BINCL, header: "h")
!74 = !GenericDINode(tag: DW_TAG_GNU_EINCL, header: "h")
!75 = !GenericDINode(tag: DW_TAG_GNU_template_template_param, header: "h")
!76 = !GenericDINode(tag: DW_TAG_GNU_template_parameter_pack, header: "h")
!77 = !GenericDINode(tag: DW_TAG_GNU_formal_parameter_pack, header: "h")
!78 = !GenericDINode(tag: DW_TAG_GNU_call_site, header: "h")
!79 = !GenericDINode(tag: DW_TAG_GNU_call_site_parameter, header: "h")
!80 = !GenericDINode(tag: DW_TAG_APPLE_property, header: "h")
!81 = !GenericDINode(tag: DW_TAG_SUN_function_template, header: "h")
!82 = !GenericDINode(tag: DW_TAG_SUN_class_template, header: "h")
!83 = !GenericDINode(tag: DW_TAG_SUN_struct_template, header: "h")
!84 = !GenericDINode(tag: DW_TAG_SUN_union_template, header: "h")
!85 = !GenericDINode(tag: DW_TAG_SUN_indirect_inheritance, header: "h")
!86 = !GenericDINode(tag: DW_TAG_SUN_codeflags, header: "h")
!87 = !GenericDINode(tag: DW_TAG_SUN_memop_info, header: "h")
!88 = !GenericDINode(tag: DW_TAG_SUN_omp_child_func, header: "h")
!89 = !GenericDINode(tag: DW_TAG_SUN_rtti_descriptor, header: "h")
!90 = !GenericDINode(tag: DW_TAG_SUN_dtor_info, header: "h")
!91 = !GenericDINode(tag: DW_TAG_SUN_dtor, header: "h")
!92 = !GenericDINode(tag: DW_TAG_SUN_f90_interface, header: "h")
!93 = !GenericDINode(tag: DW_TAG_SUN_fortran_vax_structure, header: "h")
!94 = !GenericDINode(tag: DW_TAG_SUN_hi, header: "h")
!95 = !GenericDINode(tag: DW_TAG_ALTIUM_circ_type, header: "h")
!96 = !GenericDINode(tag: DW_TAG_ALTIUM_mwa_circ_type, header: "h")
!97 = !GenericDINode(tag: DW_TAG_ALTIUM_rev_carry_type, header: "h")
!98 = !GenericDINode(tag: DW_TAG_ALTIUM_rom, header: "h")
!99 = !GenericDINode(tag: DW_TAG_GHS_namespace, header: "h")
!100 = !GenericDINode(tag: DW_TAG_GHS_using_namespace, header: "h")
!101 = !GenericDINode(tag: DW_TAG_GHS_using_declaration, header: "h")
!102 = !GenericDINode(tag: DW_TAG_GHS_template_templ_param, header: "h")
!103 = !GenericDINode(tag: DW_TAG_UPC_shared_type, header: "h")
!104 = !GenericDINode(tag: DW_TAG_UPC_strict_type, header: "h")
!105 = !GenericDINode(tag: DW_TAG_UPC_relaxed, header: "h")
!106 = !GenericDINode(tag: DW_TAG_PGI_kanji_type, header: "h")
!107 = !GenericDINode(tag: DW_TAG_PGI_interface_block, header: "h")
!108 = !GenericDINode(tag: DW_TAG_BORLAND_property, header: "h")
!109 = !GenericDINode(tag: DW_TAG_BORLAND_Delphi_string, header: "h")
!110 = !GenericDINode(tag: DW_TAG_BORLAND_Delphi_dynamic_array, header: "h")
!111 = !GenericDINode(tag: DW_TAG_BORLAND_Delphi_set, header: "h")
!112 = !GenericDINode(tag: DW_TAG_BORLAND_Delphi_variant, header: "h")
[14-] !113 = !GenericDINode(tag: DW_TAG_LLVM_annotation, header: "h")
[13] !113 = !{i32 113}
[16-] !114 = !GenericDINode(tag: DW_TAG_LLVM_ptrauth_type, header: "h")
[13] !114 = !{i32 114}
[14] !114 = !{i32 114}
[15] !114 = !{i32 114}

;;; encodings -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23}
!0 = !DIBasicType(name: "address", encoding: DW_ATE_address)
!1 = !DIBasicType(name: "boolean", encoding: DW_ATE_boolean)
!2 = !DIBasicType(name: "complex_float", encoding: DW_ATE_complex_float)
!3 = !DIBasicType(name: "float", encoding: DW_ATE_float)
!4 = !DIBasicType(name: "signed", encoding: DW_ATE_signed)
!5 = !DIBasicType(name: "signed_char", encoding: DW_ATE_signed_char)
!6 = !DIBasicType(name: "unsigned", encoding: DW_ATE_unsigned)
!7 = !DIBasicType(name: "unsigned_char", encoding: DW_ATE_unsigned_char)
!8 = !DIBasicType(name: "imaginary_float", encoding: DW_ATE_imaginary_float)
!9 = !DIBasicType(name: "packed_decimal", encoding: DW_ATE_packed_decimal)
!10 = !DIBasicType(name: "numeric_string", encoding: DW_ATE_numeric_string)
!11 = !DIBasicType(name: "edited", encoding: DW_ATE_edited)
!12 = !DIBasicType(name: "signed_fixed", encoding: DW_ATE_signed_fixed)
!13 = !DIBasicType(name: "unsigned_fixed", encoding: DW_ATE_unsigned_fixed)
!14 = !DIBasicType(name: "decimal_float", encoding: DW_ATE_decimal_float)
!15 = !DIBasicType(name: "UTF", encoding: DW_ATE_UTF)
!16 = !DIBasicType(name: "UCS", encoding: DW_ATE_UCS)
!17 = !DIBasicType(name: "ASCII", encoding: DW_ATE_ASCII)
!18 = !DIBasicType(name: "HP_complex_float", encoding: DW_ATE_HP_complex_float)
!19 = !DIBasicType(name: "HP_float128", encoding: DW_ATE_HP_float128)
!20 = !DIBasicType(name: "HP_complex_float128", encoding: DW_ATE_HP_complex_float128)
!21 = !DIBasicType(name: "HP_floathpintel", encoding: DW_ATE_HP_floathpintel)
!22 = !DIBasicType(name: "HP_imaginary_float90", encoding: DW_ATE_HP_imaginary_float90)
!23 = !DIBasicType(name: "HP_imaginary_float128", encoding: DW_ATE_HP_imaginary_float128)

;;; conventions_of_dwarf -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32}
!0 = !DISubroutineType(cc: DW_CC_normal, types: null)
!1 = !DISubroutineType(cc: DW_CC_program, types: null)
!2 = !DISubroutineType(cc: DW_CC_nocall, types: null)
!3 = !DISubroutineType(cc: DW_CC_pass_by_reference, types: null)
!4 = !DISubroutineType(cc: DW_CC_pass_by_value, types: null)
!5 = !DISubroutineType(cc: DW_CC_GNU_renesas_sh, types: null)
!6 = !DISubroutineType(cc: DW_CC_GNU_borland_fastcall_i386, types: null)
!7 = !DISubroutineType(cc: DW_CC_BORLAND_safecall, types: null)
!8 = !DISubroutineType(cc: DW_CC_BORLAND_stdcall, types: null)
!9 = !DISubroutineType(cc: DW_CC_BORLAND_pascal, types: null)
!10 = !DISubroutineType(cc: DW_CC_BORLAND_msfastcall, types: null)
!11 = !DISubroutineType(cc: DW_CC_BORLAND_msreturn, types: null)
!12 = !DISubroutineType(cc: DW_CC_BORLAND_thiscall, types: null)
!13 = !DISubroutineType(cc: DW_CC_BORLAND_fastcall, types: null)
!14 = !DISubroutineType(cc: DW_CC_LLVM_vectorcall, types: null)
!15 = !DISubroutineType(cc: DW_CC_LLVM_Win64, types: null)
!16 = !DISubroutineType(cc: DW_CC_LLVM_X86_64SysV, types: null)
!17 = !DISubroutineType(cc: DW_CC_LLVM_AAPCS, types: null)
!18 = !DISubroutineType(cc: DW_CC_LLVM_AAPCS_VFP, types: null)
!19 = !DISubroutineType(cc: DW_CC_LLVM_IntelOclBicc, types: null)
!20 = !DISubroutineType(cc: DW_CC_LLVM_SpirFunction, types: null)
[-19] !21 = !DISubroutineType(cc: DW_CC_LLVM_OpenCLKernel, types: null)
[22] !21 = !{i32 21}
!22 = !DISubroutineType(cc: DW_CC_LLVM_Swift, types: null)
!23 = !DISubroutineType(cc: DW_CC_LLVM_PreserveMost, types: null)
!24 = !DISubroutineType(cc: DW_CC_LLVM_PreserveAll, types: null)
!25 = !DISubroutineType(cc: DW_CC_LLVM_X86RegCall, types: null)
!26 = !DISubroutineType(cc: DW_CC_GDB_IBM_OpenCL, types: null)
[19-] !27 = !DISubroutineType(cc: DW_CC_LLVM_M68kRTD, types: null)
[13] !27 = !{i32 27}
[14] !27 = !{i32 27}
[15] !27 = !{i32 27}
[16] !27 = !{i32 27}
[19-] !28 = !DISubroutineType(cc: DW_CC_LLVM_PreserveNone, types: null)
[13] !28 = !{i32 28}
[14] !28 = !{i32 28}
[15] !28 = !{i32 28}
[16] !28 = !{i32 28}
[19-] !29 = !DISubroutineType(cc: DW_CC_LLVM_RISCVVectorCall, types: null)
[13] !29 = !{i32 29}
[14] !29 = !{i32 29}
[15] !29 = !{i32 29}
[16] !29 = !{i32 29}
[19-] !30 = !DISubroutineType(cc: DW_CC_LLVM_SwiftTail, types: null)
[13] !30 = !{i32 30}
[14] !30 = !{i32 30}
[15] !30 = !{i32 30}
[16] !30 = !{i32 30}
[22-] !31 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: null)
[13] !31 = !{i32 31}
[14] !31 = !{i32 31}
[15] !31 = !{i32 31}
[16] !31 = !{i32 31}
[19] !31 = !{i32 31}
[22-] !32 = !DISubroutineType(cc: DW_CC_LLVM_RISCVVLSCall, types: null)
[13] !32 = !{i32 32}
[14] !32 = !{i32 32}
[15] !32 = !{i32 32}
[16] !32 = !{i32 32}
[19] !32 = !{i32 32}

;;; virtuality -disable-verify
!numbered = !{!0, !1, !2}
!0 = !{}
!1 = distinct !DISubprogram(name: "virtual", virtuality: DW_VIRTUALITY_virtual, spFlags: DISPFlagDefinition)
!2 = distinct !DISubprogram(name: "pure_virtual", virtuality: DW_VIRTUALITY_pure_virtual, spFlags: DISPFlagDefinition)

;;; macinfo -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11}
!0 = !DIMacro(type: DW_MACINFO_define, line: 3, name: "M", value: "1")
!1 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: "M", value: "1")
!2 = !{}
!3 = !{}
!4 = !{}
!5 = !{}
!6 = !{}
!7 = !{}
!8 = !{}
!9 = !{}
!10 = !{}
!11 = !{}

;;; operations -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62, !63, !64, !65, !66, !67, !68, !69, !70, !71, !72, !73, !74, !75, !76, !77, !78, !79, !80, !81, !82, !83, !84, !85, !86, !87, !88, !89, !90, !91, !92, !93, !94, !95, !96, !97, !98, !99, !100, !101, !102, !103, !104, !105, !106, !107, !108, !109, !110, !111, !112, !113, !114, !115, !116, !117, !118, !119, !120, !121, !122, !123, !124, !125, !126, !127, !128, !129, !130, !131, !132, !133, !134, !135, !136, !137, !138, !139, !140, !141, !142, !143, !144, !145, !146, !147, !148, !149, !150, !151, !152, !153, !154, !155, !156, !157, !158, !159, !160, !161, !162, !163, !164, !165, !166, !167, !168, !169, !170, !171, !172, !173, !174, !175, !176, !177, !178, !179, !180}
!0 = !DIExpression(DW_OP_addr)
!1 = !DIExpression(DW_OP_deref)
!2 = !DIExpression(DW_OP_const1u)
!3 = !DIExpression(DW_OP_const1s)
!4 = !DIExpression(DW_OP_const2u)
!5 = !DIExpression(DW_OP_const2s)
!6 = !DIExpression(DW_OP_const4u)
!7 = !DIExpression(DW_OP_const4s)
!8 = !DIExpression(DW_OP_const8u)
!9 = !DIExpression(DW_OP_const8s)
!10 = !DIExpression(DW_OP_constu)
!11 = !DIExpression(DW_OP_consts)
!12 = !DIExpression(DW_OP_dup)
!13 = !DIExpression(DW_OP_drop)
!14 = !DIExpression(DW_OP_over)
!15 = !DIExpression(DW_OP_pick)
!16 = !DIExpression(DW_OP_swap)
!17 = !DIExpression(DW_OP_rot)
!18 = !DIExpression(DW_OP_xderef)
!19 = !DIExpression(DW_OP_abs)
!20 = !DIExpression(DW_OP_and)
!21 = !DIExpression(DW_OP_div)
!22 = !DIExpression(DW_OP_minus)
!23 = !DIExpression(DW_OP_mod)
!24 = !DIExpression(DW_OP_mul)
!25 = !DIExpression(DW_OP_neg)
!26 = !DIExpression(DW_OP_not)
!27 = !DIExpression(DW_OP_or)
!28 = !DIExpression(DW_OP_plus)
!29 = !DIExpression(DW_OP_plus_uconst)
!30 = !DIExpression(DW_OP_shl)
!31 = !DIExpression(DW_OP_shr)
!32 = !DIExpression(DW_OP_shra)
!33 = !DIExpression(DW_OP_xor)
!34 = !DIExpression(DW_OP_bra)
!35 = !DIExpression(DW_OP_eq)
!36 = !DIExpression(DW_OP_ge)
!37 = !DIExpression(DW_OP_gt)
!38 = !DIExpression(DW_OP_le)
!39 = !DIExpression(DW_OP_lt)
!40 = !DIExpression(DW_OP_ne)
!41 = !DIExpression(DW_OP_skip)
!42 = !DIExpression(DW_OP_lit0)
!43 = !DIExpression(DW_OP_lit1)
!44 = !DIExpression(DW_OP_lit2)
!45 = !DIExpression(DW_OP_lit3)
!46 = !DIExpression(DW_OP_lit4)
!47 = !DIExpression(DW_OP_lit5)
!48 = !DIExpression(DW_OP_lit6)
!49 = !DIExpression(DW_OP_lit7)
!50 = !DIExpression(DW_OP_lit8)
!51 = !DIExpression(DW_OP_lit9)
!52 = !DIExpression(DW_OP_lit10)
!53 = !DIExpression(DW_OP_lit11)
!54 = !DIExpression(DW_OP_lit12)
!55 = !DIExpression(DW_OP_lit13)
!56 = !DIExpression(DW_OP_lit14)
!57 = !DIExpression(DW_OP_lit15)
!58 = !DIExpression(DW_OP_lit16)
!59 = !DIExpression(DW_OP_lit17)
!60 = !DIExpression(DW_OP_lit18)
!61 = !DIExpression(DW_OP_lit19)
!62 = !DIExpression(DW_OP_lit20)
!63 = !DIExpression(DW_OP_lit21)
!64 = !DIExpression(DW_OP_lit22)
!65 = !DIExpression(DW_OP_lit23)
!66 = !DIExpression(DW_OP_lit24)
!67 = !DIExpression(DW_OP_lit25)
!68 = !DIExpression(DW_OP_lit26)
!69 = !DIExpression(DW_OP_lit27)
!70 = !DIExpression(DW_OP_lit28)
!71 = !DIExpression(DW_OP_lit29)
!72 = !DIExpression(DW_OP_lit30)
!73 = !DIExpression(DW_OP_lit31)
!74 = !DIExpression(DW_OP_reg0)
!75 = !DIExpression(DW_OP_reg1)
!76 = !DIExpression(DW_OP_reg2)
!77 = !DIExpression(DW_OP_reg3)
!78 = !DIExpression(DW_OP_reg4)
!79 = !DIExpression(DW_OP_reg5)
!80 = !DIExpression(DW_OP_reg6)
!81 = !DIExpression(DW_OP_reg7)
!82 = !DIExpression(DW_OP_reg8)
!83 = !DIExpression(DW_OP_reg9)
!84 = !DIExpression(DW_OP_reg10)
!85 = !DIExpression(DW_OP_reg11)
!86 = !DIExpression(DW_OP_reg12)
!87 = !DIExpression(DW_OP_reg13)
!88 = !DIExpression(DW_OP_reg14)
!89 = !DIExpression(DW_OP_reg15)
!90 = !DIExpression(DW_OP_reg16)
!91 = !DIExpression(DW_OP_reg17)
!92 = !DIExpression(DW_OP_reg18)
!93 = !DIExpression(DW_OP_reg19)
!94 = !DIExpression(DW_OP_reg20)
!95 = !DIExpression(DW_OP_reg21)
!96 = !DIExpression(DW_OP_reg22)
!97 = !DIExpression(DW_OP_reg23)
!98 = !DIExpression(DW_OP_reg24)
!99 = !DIExpression(DW_OP_reg25)
!100 = !DIExpression(DW_OP_reg26)
!101 = !DIExpression(DW_OP_reg27)
!102 = !DIExpression(DW_OP_reg28)
!103 = !DIExpression(DW_OP_reg29)
!104 = !DIExpression(DW_OP_reg30)
!105 = !DIExpression(DW_OP_reg31)
!106 = !DIExpression(DW_OP_breg0)
!107 = !DIExpression(DW_OP_breg1)
!108 = !DIExpression(DW_OP_breg2)
!109 = !DIExpression(DW_OP_breg3)
!110 = !DIExpression(DW_OP_breg4)
!111 = !DIExpression(DW_OP_breg5)
!112 = !DIExpression(DW_OP_breg6)
!113 = !DIExpression(DW_OP_breg7)
!114 = !DIExpression(DW_OP_breg8)
!115 = !DIExpression(DW_OP_breg9)
!116 = !DIExpression(DW_OP_breg10)
!117 = !DIExpression(DW_OP_breg11)
!118 = !DIExpression(DW_OP_breg12)
!119 = !DIExpression(DW_OP_breg13)
!120 = !DIExpression(DW_OP_breg14)
!121 = !DIExpression(DW_OP_breg15)
!122 = !DIExpression(DW_OP_breg16)
!123 = !DIExpression(DW_OP_breg17)
!124 = !DIExpression(DW_OP_breg18)
!125 = !DIExpression(DW_OP_breg19)
!126 = !DIExpression(DW_OP_breg20)
!127 = !DIExpression(DW_OP_breg21)
!128 = !DIExpression(DW_OP_breg22)
!129 = !DIExpression(DW_OP_breg23)
!130 = !DIExpression(DW_OP_breg24)
!131 = !DIExpression(DW_OP_breg25)
!132 = !DIExpression(DW_OP_breg26)
!133 = !DIExpression(DW_OP_breg27)
!134 = !DIExpression(DW_OP_breg28)
!135 = !DIExpression(DW_OP_breg29)
!136 = !DIExpression(DW_OP_breg30)
!137 = !DIExpression(DW_OP_breg31)
!138 = !DIExpression(DW_OP_regx)
!139 = !DIExpression(DW_OP_fbreg)
!140 = !DIExpression(DW_OP_bregx)
!141 = !DIExpression(DW_OP_piece)
!142 = !DIExpression(DW_OP_deref_size)
!143 = !DIExpression(DW_OP_xderef_size)
!144 = !DIExpression(DW_OP_nop)
!145 = !DIExpression(DW_OP_push_object_address)
!146 = !DIExpression(DW_OP_call2)
!147 = !DIExpression(DW_OP_call4)
!148 = !DIExpression(DW_OP_call_ref)
!149 = !DIExpression(DW_OP_form_tls_address)
!150 = !DIExpression(DW_OP_call_frame_cfa)
!151 = !DIExpression(DW_OP_bit_piece)
!152 = !DIExpression(DW_OP_implicit_value)
!153 = !DIExpression(DW_OP_stack_value)
!154 = !DIExpression(DW_OP_implicit_pointer)
!155 = !DIExpression(DW_OP_addrx)
!156 = !DIExpression(DW_OP_constx)
!157 = !DIExpression(DW_OP_entry_value)
!158 = !DIExpression(DW_OP_const_type)
!159 = !DIExpression(DW_OP_regval_type)
!160 = !DIExpression(DW_OP_deref_type)
!161 = !DIExpression(DW_OP_xderef_type)
!162 = !DIExpression(DW_OP_convert)
!163 = !DIExpression(DW_OP_reinterpret)
!164 = !DIExpression(DW_OP_GNU_push_tls_address)
!165 = !DIExpression(DW_OP_HP_is_value)
!166 = !DIExpression(DW_OP_HP_fltconst4)
!167 = !DIExpression(DW_OP_HP_fltconst8)
!168 = !DIExpression(DW_OP_HP_mod_range)
!169 = !DIExpression(DW_OP_HP_unmod_range)
!170 = !DIExpression(DW_OP_HP_tls)
!171 = !DIExpression(DW_OP_INTEL_bit_piece)
!172 = !DIExpression(DW_OP_WASM_location)
!173 = !DIExpression(DW_OP_WASM_location_int)
!174 = !DIExpression(DW_OP_APPLE_uninit)
!175 = !DIExpression(DW_OP_GNU_entry_value)
!176 = !DIExpression(DW_OP_PGI_omp_thread_num)
!177 = !DIExpression(DW_OP_GNU_addr_index)
!178 = !DIExpression(DW_OP_GNU_const_index)
[19-] !179 = !DIExpression(DW_OP_LLVM_user)
[13] !179 = !{i32 179}
[14] !179 = !{i32 179}
[15] !179 = !{i32 179}
[16] !179 = !{i32 179}
[22-] !180 = !DIExpression(DW_OP_GNU_implicit_pointer)
[13] !180 = !{i32 180}
[14] !180 = !{i32 180}
[15] !180 = !{i32 180}
[16] !180 = !{i32 180}
[19] !180 = !{i32 180}

;;; languages -disable-verify
!numbered = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14, !15, !16, !17, !18, !19, !20, !21, !22, !23, !24, !25, !26, !27, !28, !29, !30, !31, !32, !33, !34, !35, !36, !37, !38, !39, !40, !41, !42, !43, !44, !45, !46, !47, !48, !49, !50, !51, !52, !53, !54, !55, !56, !57, !58, !59, !60, !61, !62}
!0 = distinct !DICompileUnit(language: DW_LANG_C89, file: !{}, emissionKind: LineTablesOnly)
!1 = distinct !DICompileUnit(language: DW_LANG_C, file: !{}, emissionKind: LineTablesOnly)
!2 = distinct !DICompileUnit(language: DW_LANG_Ada83, file: !{}, emissionKind: LineTablesOnly)
!3 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !{}, emissionKind: LineTablesOnly)
!4 = distinct !DICompileUnit(language: DW_LANG_Cobol74, file: !{}, emissionKind: LineTablesOnly)
!5 = distinct !DICompileUnit(language: DW_LANG_Cobol85, file: !{}, emissionKind: LineTablesOnly)
!6 = distinct !DICompileUnit(language: DW_LANG_Fortran77, file: !{}, emissionKind: LineTablesOnly)
!7 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !{}, emissionKind: LineTablesOnly)
!8 = distinct !DICompileUnit(language: DW_LANG_Pascal83, file: !{}, emissionKind: LineTablesOnly)
!9 = distinct !DICompileUnit(language: DW_LANG_Modula2, file: !{}, emissionKind: LineTablesOnly)
!10 = distinct !DICompileUnit(language: DW_LANG_Java, file: !{}, emissionKind: LineTablesOnly)
!11 = distinct !DICompileUnit(language: DW_LANG_C99, file: !{}, emissionKind: LineTablesOnly)
!12 = distinct !DICompileUnit(language: DW_LANG_Ada95, file: !{}, emissionKind: LineTablesOnly)
!13 = distinct !DICompileUnit(language: DW_LANG_Fortran95, file: !{}, emissionKind: LineTablesOnly)
!14 = distinct !DICompileUnit(language: DW_LANG_PLI, file: !{}, emissionKind: LineTablesOnly)
!15 = distinct !DICompileUnit(language: DW_LANG_ObjC, file: !{}, emissionKind: LineTablesOnly)
!16 = distinct !DICompileUnit(language: DW_LANG_ObjC_plus_plus, file: !{}, emissionKind: LineTablesOnly)
!17 = distinct !DICompileUnit(language: DW_LANG_UPC, file: !{}, emissionKind: LineTablesOnly)
!18 = distinct !DICompileUnit(language: DW_LANG_D, file: !{}, emissionKind: LineTablesOnly)
!19 = distinct !DICompileUnit(language: DW_LANG_Python, file: !{}, emissionKind: LineTablesOnly)
!20 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !{}, emissionKind: LineTablesOnly)
!21 = distinct !DICompileUnit(language: DW_LANG_Go, file: !{}, emissionKind: LineTablesOnly)
!22 = distinct !DICompileUnit(language: DW_LANG_Modula3, file: !{}, emissionKind: LineTablesOnly)
!23 = distinct !DICompileUnit(language: DW_LANG_Haskell, file: !{}, emissionKind: LineTablesOnly)
!24 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_03, file: !{}, emissionKind: LineTablesOnly)
!25 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_11, file: !{}, emissionKind: LineTablesOnly)
!26 = distinct !DICompileUnit(language: DW_LANG_OCaml, file: !{}, emissionKind: LineTablesOnly)
!27 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !{}, emissionKind: LineTablesOnly)
!28 = distinct !DICompileUnit(language: DW_LANG_C11, file: !{}, emissionKind: LineTablesOnly)
!29 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !{}, emissionKind: LineTablesOnly)
!30 = distinct !DICompileUnit(language: DW_LANG_Julia, file: !{}, emissionKind: LineTablesOnly)
!31 = distinct !DICompileUnit(language: DW_LANG_Dylan, file: !{}, emissionKind: LineTablesOnly)
!32 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !{}, emissionKind: LineTablesOnly)
!33 = distinct !DICompileUnit(language: DW_LANG_Fortran03, file: !{}, emissionKind: LineTablesOnly)
!34 = distinct !DICompileUnit(language: DW_LANG_Fortran08, file: !{}, emissionKind: LineTablesOnly)
!35 = distinct !DICompileUnit(language: DW_LANG_RenderScript, file: !{}, emissionKind: LineTablesOnly)
!36 = distinct !DICompileUnit(language: DW_LANG_BLISS, file: !{}, emissionKind: LineTablesOnly)
!37 = distinct !DICompileUnit(language: DW_LANG_Mips_Assembler, file: !{}, emissionKind: LineTablesOnly)
!38 = distinct !DICompileUnit(language: DW_LANG_GOOGLE_RenderScript, file: !{}, emissionKind: LineTablesOnly)
!39 = distinct !DICompileUnit(language: DW_LANG_BORLAND_Delphi, file: !{}, emissionKind: LineTablesOnly)
[16-] !40 = distinct !DICompileUnit(language: DW_LANG_Kotlin, file: !{}, emissionKind: LineTablesOnly)
[13] !40 = !{i32 40}
[14] !40 = !{i32 40}
[15] !40 = !{i32 40}
[16-] !41 = distinct !DICompileUnit(language: DW_LANG_Zig, file: !{}, emissionKind: LineTablesOnly)
[13] !41 = !{i32 41}
[14] !41 = !{i32 41}
[15] !41 = !{i32 41}
[16-] !42 = distinct !DICompileUnit(language: DW_LANG_Crystal, file: !{}, emissionKind: LineTablesOnly)
[13] !42 = !{i32 42}
[14] !42 = !{i32 42}
[15] !42 = !{i32 42}
[16-] !43 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_17, file: !{}, emissionKind: LineTablesOnly)
[13] !43 = !{i32 43}
[14] !43 = !{i32 43}
[15] !43 = !{i32 43}
[16-] !44 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_20, file: !{}, emissionKind: LineTablesOnly)
[13] !44 = !{i32 44}
[14] !44 = !{i32 44}
[15] !44 = !{i32 44}
[16-] !45 = distinct !DICompileUnit(language: DW_LANG_C17, file: !{}, emissionKind: LineTablesOnly)
[13] !45 = !{i32 45}
[14] !45 = !{i32 45}
[15] !45 = !{i32 45}
[16-] !46 = distinct !DICompileUnit(language: DW_LANG_Fortran18, file: !{}, emissionKind: LineTablesOnly)
[13] !46 = !{i32 46}
[14] !46 = !{i32 46}
[15] !46 = !{i32 46}
[16-] !47 = distinct !DICompileUnit(language: DW_LANG_Ada2005, file: !{}, emissionKind: LineTablesOnly)
[13] !47 = !{i32 47}
[14] !47 = !{i32 47}
[15] !47 = !{i32 47}
[16-] !48 = distinct !DICompileUnit(language: DW_LANG_Ada2012, file: !{}, emissionKind: LineTablesOnly)
[13] !48 = !{i32 48}
[14] !48 = !{i32 48}
[15] !48 = !{i32 48}
[19-] !49 = distinct !DICompileUnit(language: DW_LANG_HIP, file: !{}, emissionKind: LineTablesOnly)
[13] !49 = !{i32 49}
[14] !49 = !{i32 49}
[15] !49 = !{i32 49}
[16] !49 = !{i32 49}
[19-] !50 = distinct !DICompileUnit(language: DW_LANG_Assembly, file: !{}, emissionKind: LineTablesOnly)
[13] !50 = !{i32 50}
[14] !50 = !{i32 50}
[15] !50 = !{i32 50}
[16] !50 = !{i32 50}
[19-] !51 = distinct !DICompileUnit(language: DW_LANG_C_sharp, file: !{}, emissionKind: LineTablesOnly)
[13] !51 = !{i32 51}
[14] !51 = !{i32 51}
[15] !51 = !{i32 51}
[16] !51 = !{i32 51}
[19-] !52 = distinct !DICompileUnit(language: DW_LANG_Mojo, file: !{}, emissionKind: LineTablesOnly)
[13] !52 = !{i32 52}
[14] !52 = !{i32 52}
[15] !52 = !{i32 52}
[16] !52 = !{i32 52}
[19-] !53 = distinct !DICompileUnit(language: DW_LANG_GLSL, file: !{}, emissionKind: LineTablesOnly)
[13] !53 = !{i32 53}
[14] !53 = !{i32 53}
[15] !53 = !{i32 53}
[16] !53 = !{i32 53}
[19-] !54 = distinct !DICompileUnit(language: DW_LANG_GLSL_ES, file: !{}, emissionKind: LineTablesOnly)
[13] !54 = !{i32 54}
[14] !54 = !{i32 54}
[15] !54 = !{i32 54}
[16] !54 = !{i32 54}
[19-] !55 = distinct !DICompileUnit(language: DW_LANG_HLSL, file: !{}, emissionKind: LineTablesOnly)
[13] !55 = !{i32 55}
[14] !55 = !{i32 55}
[15] !55 = !{i32 55}
[16] !55 = !{i32 55}
[19-] !56 = distinct !DICompileUnit(language: DW_LANG_OpenCL_CPP, file: !{}, emissionKind: LineTablesOnly)
[13] !56 = !{i32 56}
[14] !56 = !{i32 56}
[15] !56 = !{i32 56}
[16] !56 = !{i32 56}
[19-] !57 = distinct !DICompileUnit(language: DW_LANG_CPP_for_OpenCL, file: !{}, emissionKind: LineTablesOnly)
[13] !57 = !{i32 57}
[14] !57 = !{i32 57}
[15] !57 = !{i32 57}
[16] !57 = !{i32 57}
[19-] !58 = distinct !DICompileUnit(language: DW_LANG_SYCL, file: !{}, emissionKind: LineTablesOnly)
[13] !58 = !{i32 58}
[14] !58 = !{i32 58}
[15] !58 = !{i32 58}
[16] !58 = !{i32 58}
[19-] !59 = distinct !DICompileUnit(language: DW_LANG_Ruby, file: !{}, emissionKind: LineTablesOnly)
[13] !59 = !{i32 59}
[14] !59 = !{i32 59}
[15] !59 = !{i32 59}
[16] !59 = !{i32 59}
[19-] !60 = distinct !DICompileUnit(language: DW_LANG_Move, file: !{}, emissionKind: LineTablesOnly)
[13] !60 = !{i32 60}
[14] !60 = !{i32 60}
[15] !60 = !{i32 60}
[16] !60 = !{i32 60}
[19-] !61 = distinct !DICompileUnit(language: DW_LANG_Hylo, file: !{}, emissionKind: LineTablesOnly)
[13] !61 = !{i32 61}
[14] !61 = !{i32 61}
[15] !61 = !{i32 61}
[16] !61 = !{i32 61}
[22-] !62 = distinct !DICompileUnit(language: DW_LANG_Metal, file: !{}, emissionKind: LineTablesOnly)
[13] !62 = !{i32 62}
[14] !62 = !{i32 62}
[15] !62 = !{i32 62}
[16] !62 = !{i32 62}
[19] !62 = !{i32 62}

;;; DIFlags -disable-verify
!numbered = !{}

;;; DISPFlags -disable-verify
!numbered = !{}

;;; attachments -disable-verify
@g0 = global i32 0, !noundef !1
@g1 = global i32 1, !annotation !1
@g2 = global i32 2, !noalias !1
@g3 = global i32 3, !llvm.access.group !1
[22-] @g4 = global i32 4, !alloc_token !1
@g5 = global i32 5, !callback !1
[22-] @g6 = global i32 6, !noalias.addrspace !1
[16-] @g7 = global i32 7, !pcsections !1
@g8 = global i32 8, !llvm.preserve.access.index !1
@g9 = global i32 9, !make.implicit !1
@g10 = global i32 10, !section_prefix !1
[22-] @g11 = global i32 11, !callee_type !1
[22-] @g12 = global i32 12, !captures !1
[15-] @g13 = global i32 13, !memprof !1
@g14 = global i32 14, !invariant.load !1
[15-] @g15 = global i32 15, !nosanitize !1
@g16 = global i32 16, !nontemporal !1
@g17 = global i32 17, !dereferenceable_or_null !1
@g18 = global i32 18, !type !1
@g19 = global i32 19, !nonnull !1
@g20 = global i32 20, !fpmath !1
[15-] @g21 = global i32 21, !func_sanitize !1
@g22 = global i32 22, !irr_loop !1
[16-] @g23 = global i32 23, !kcfi_type !1
@g24 = global i32 24, !callees !1
@g25 = global i32 25, !align !1
@g26 = global i32 26, !dereferenceable !1
[15-] @g27 = global i32 27, !exclude !1
[22-] @g28 = global i32 28, !nofree !1
@g29 = global i32 29, !invariant.group !1
[19-] @g30 = global i32 30, !coro.outside.frame !1
@g31 = global i32 31, !unpredictable !1
@g32 = global i32 32, !alias.scope !1
[15-] @g34 = global i32 34, !callsite !1
@g35 = global i32 35, !range !1
[19-] @g36 = global i32 36, !mmra !1
@g37 = global i32 37, !vcall_visibility !1
@g38 = global i32 38, !associated !1
[22-] @g39 = global i32 39, !implicit.ref !1
define void @f(ptr<i32> %p) !zz !0 !kcfi !1 !aa !2 {
  store i32 0, ptr<i32> %p, !noundef !0
  store i32 1, ptr<i32> %p, !annotation !0
  store i32 2, ptr<i32> %p, !noalias !0
  store i32 3, ptr<i32> %p, !llvm.access.group !0
[22-]   store i32 4, ptr<i32> %p, !alloc_token !0
  store i32 5, ptr<i32> %p, !callback !0
[22-]   store i32 6, ptr<i32> %p, !noalias.addrspace !0
[16-]   store i32 7, ptr<i32> %p, !pcsections !0
  store i32 8, ptr<i32> %p, !llvm.preserve.access.index !0
  store i32 9, ptr<i32> %p, !make.implicit !0
  store i32 10, ptr<i32> %p, !section_prefix !0
[22-]   store i32 11, ptr<i32> %p, !callee_type !0
[22-]   store i32 12, ptr<i32> %p, !captures !0
[15-]   store i32 13, ptr<i32> %p, !memprof !0
  store i32 14, ptr<i32> %p, !invariant.load !0
[15-]   store i32 15, ptr<i32> %p, !nosanitize !0
  store i32 16, ptr<i32> %p, !nontemporal !0
  store i32 17, ptr<i32> %p, !dereferenceable_or_null !0
  store i32 18, ptr<i32> %p, !type !0
  store i32 19, ptr<i32> %p, !nonnull !0
  store i32 20, ptr<i32> %p, !fpmath !0
[15-]   store i32 21, ptr<i32> %p, !func_sanitize !0
  store i32 22, ptr<i32> %p, !irr_loop !0
[16-]   store i32 23, ptr<i32> %p, !kcfi_type !0
  store i32 24, ptr<i32> %p, !callees !0
  store i32 25, ptr<i32> %p, !align !0
  store i32 26, ptr<i32> %p, !dereferenceable !0
[15-]   store i32 27, ptr<i32> %p, !exclude !0
[22-]   store i32 28, ptr<i32> %p, !nofree !0
  store i32 29, ptr<i32> %p, !invariant.group !0
[19-]   store i32 30, ptr<i32> %p, !coro.outside.frame !0
  store i32 31, ptr<i32> %p, !unpredictable !0
  store i32 32, ptr<i32> %p, !alias.scope !0
  store i32 33, ptr<i32> %p, !absolute_symbol !0
[15-]   store i32 34, ptr<i32> %p, !callsite !0
  store i32 35, ptr<i32> %p, !range !0
[19-]   store i32 36, ptr<i32> %p, !mmra !0
  store i32 37, ptr<i32> %p, !vcall_visibility !0
  store i32 38, ptr<i32> %p, !associated !0
[22-]   store i32 39, ptr<i32> %p, !implicit.ref !0
  store i32 -1, ptr<i32> %p, !llvm.preserve.access.index !0, !nontemporal !1, !dereferenceable_or_null !2, !make.implicit !0, !dereferenceable !1, !absolute_symbol !2, !associated !0
  store i32 -1, ptr<i32> %p, !range !0, !make.implicit !1, !nonnull !2, !nontemporal !0, !noundef !1, !type !2, !fpmath !0
  store i32 -1, ptr<i32> %p, !llvm.preserve.access.index !0, !callback !1, !invariant.load !2, !noalias !0, !dereferenceable_or_null !1, !nontemporal !2, !invariant.group !0
  store i32 -1, ptr<i32> %p, !noundef !0, !unpredictable !1, !absolute_symbol !2, !dereferenceable_or_null !0, !noalias !1, !nontemporal !2, !type !0
  store i32 -1, ptr<i32> %p, !nontemporal !0, !callees !1, !range !2, !dereferenceable_or_null !0, !llvm.preserve.access.index !1, !vcall_visibility !2, !unpredictable !0
  store i32 -1, ptr<i32> %p, !range !0, !llvm.preserve.access.index !1, !annotation !2, !invariant.load !0, !noundef !1, !type !2, !nonnull !0
  store i32 -1, ptr<i32> %p, !noundef !0, !dereferenceable !1, !fpmath !2, !type !0, !nonnull !1, !invariant.group !2, !associated !0
  store i32 -1, ptr<i32> %p, !irr_loop !0, !annotation !1, !range !2, !llvm.preserve.access.index !0, !unpredictable !1, !make.implicit !2, !llvm.access.group !0
  ret void
}
declare !noundef !2 void @f0()
declare !annotation !2 void @f1()
declare !noalias !2 void @f2()
declare !llvm.access.group !2 void @f3()
[22-] declare !alloc_token !2 void @f4()
declare !callback !2 void @f5()
[22-] declare !noalias.addrspace !2 void @f6()
[16-] declare !pcsections !2 void @f7()
declare !llvm.preserve.access.index !2 void @f8()
declare !make.implicit !2 void @f9()
declare !section_prefix !2 void @f10()
[22-] declare !callee_type !2 void @f11()
[22-] declare !captures !2 void @f12()
[15-] declare !memprof !2 void @f13()
declare !invariant.load !2 void @f14()
[15-] declare !nosanitize !2 void @f15()
declare !nontemporal !2 void @f16()
declare !dereferenceable_or_null !2 void @f17()
declare !type !2 void @f18()
declare !nonnull !2 void @f19()
declare !fpmath !2 void @f20()
[15-] declare !func_sanitize !2 void @f21()
declare !irr_loop !2 void @f22()
[16-] declare !kcfi_type !2 void @f23()
declare !callees !2 void @f24()
declare !align !2 void @f25()
declare !dereferenceable !2 void @f26()
[15-] declare !exclude !2 void @f27()
[22-] declare !nofree !2 void @f28()
declare !invariant.group !2 void @f29()
[19-] declare !coro.outside.frame !2 void @f30()
declare !unpredictable !2 void @f31()
declare !alias.scope !2 void @f32()
declare !absolute_symbol !2 void @f33()
[15-] declare !callsite !2 void @f34()
declare !range !2 void @f35()
[19-] declare !mmra !2 void @f36()
declare !vcall_visibility !2 void @f37()
declare !associated !2 void @f38()
[22-] declare !implicit.ref !2 void @f39()
!0 = !{}
!1 = !{!"one"}
!2 = distinct !{!2, !1}

;;; atomicrmw
define void @f(ptr<i32> %i, i32 %iv, ptr<float> %f, float %fv) {
  atomicrmw xchg ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile xchg ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw xchg ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile xchg ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw xchg ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw add ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile add ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw add ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile add ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw add ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw sub ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile sub ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw sub ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile sub ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw sub ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw and ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile and ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw and ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile and ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw and ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw nand ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile nand ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw nand ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile nand ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw nand ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw or ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile or ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw or ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile or ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw or ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw xor ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile xor ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw xor ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile xor ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw xor ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw max ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile max ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw max ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile max ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw max ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw min ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile min ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw min ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile min ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw min ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw umax ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile umax ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw umax ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile umax ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw umax ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw umin ptr<i32> %i, i32 %iv monotonic, align 4
  atomicrmw volatile umin ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
  atomicrmw umin ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile umin ptr<i32> %i, i32 %iv acq_rel, align 4
  atomicrmw umin ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  atomicrmw fadd ptr<float> %f, float %fv monotonic, align 4
  atomicrmw volatile fadd ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
  atomicrmw fadd ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile fadd ptr<float> %f, float %fv acq_rel, align 4
  atomicrmw fadd ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
  atomicrmw fsub ptr<float> %f, float %fv monotonic, align 4
  atomicrmw volatile fsub ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
  atomicrmw fsub ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
  atomicrmw volatile fsub ptr<float> %f, float %fv acq_rel, align 4
  atomicrmw fsub ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
[15-]   atomicrmw fmax ptr<float> %f, float %fv monotonic, align 4
[15-]   atomicrmw volatile fmax ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
[15-]   atomicrmw fmax ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
[15-]   atomicrmw volatile fmax ptr<float> %f, float %fv acq_rel, align 4
[15-]   atomicrmw fmax ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
[15-]   atomicrmw fmin ptr<float> %f, float %fv monotonic, align 4
[15-]   atomicrmw volatile fmin ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
[15-]   atomicrmw fmin ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
[15-]   atomicrmw volatile fmin ptr<float> %f, float %fv acq_rel, align 4
[15-]   atomicrmw fmin ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
[16-]   atomicrmw uinc_wrap ptr<i32> %i, i32 %iv monotonic, align 4
[16-]   atomicrmw volatile uinc_wrap ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
[16-]   atomicrmw uinc_wrap ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
[16-]   atomicrmw volatile uinc_wrap ptr<i32> %i, i32 %iv acq_rel, align 4
[16-]   atomicrmw uinc_wrap ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
[16-]   atomicrmw udec_wrap ptr<i32> %i, i32 %iv monotonic, align 4
[16-]   atomicrmw volatile udec_wrap ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
[16-]   atomicrmw udec_wrap ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
[16-]   atomicrmw volatile udec_wrap ptr<i32> %i, i32 %iv acq_rel, align 4
[16-]   atomicrmw udec_wrap ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
[22-]   atomicrmw fmaximum ptr<float> %f, float %fv monotonic, align 4
[22-]   atomicrmw volatile fmaximum ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
[22-]   atomicrmw fmaximum ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
[22-]   atomicrmw volatile fmaximum ptr<float> %f, float %fv acq_rel, align 4
[22-]   atomicrmw fmaximum ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
[22-]   atomicrmw fminimum ptr<float> %f, float %fv monotonic, align 4
[22-]   atomicrmw volatile fminimum ptr<float> %f, float %fv syncscope("singlethread") acquire, align 4
[22-]   atomicrmw fminimum ptr<float> %f, float %fv syncscope("agent\0A\22") release, align 4
[22-]   atomicrmw volatile fminimum ptr<float> %f, float %fv acq_rel, align 4
[22-]   atomicrmw fminimum ptr<float> %f, float %fv syncscope("singlethread") seq_cst, align 4
[22-]   atomicrmw usub_cond ptr<i32> %i, i32 %iv monotonic, align 4
[22-]   atomicrmw volatile usub_cond ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
[22-]   atomicrmw usub_cond ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
[22-]   atomicrmw volatile usub_cond ptr<i32> %i, i32 %iv acq_rel, align 4
[22-]   atomicrmw usub_cond ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
[22-]   atomicrmw usub_sat ptr<i32> %i, i32 %iv monotonic, align 4
[22-]   atomicrmw volatile usub_sat ptr<i32> %i, i32 %iv syncscope("singlethread") acquire, align 4
[22-]   atomicrmw usub_sat ptr<i32> %i, i32 %iv syncscope("agent\0A\22") release, align 4
[22-]   atomicrmw volatile usub_sat ptr<i32> %i, i32 %iv acq_rel, align 4
[22-]   atomicrmw usub_sat ptr<i32> %i, i32 %iv syncscope("singlethread") seq_cst, align 4
  ret void
}
