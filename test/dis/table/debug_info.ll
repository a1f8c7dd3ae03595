; debug_info.ll - each kind of debug information's node, with each field
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; location
define void @f() !dbg !3 {
  fence acquire, !dbg !4
  fence acquire, !dbg !5
  fence acquire, !dbg !6
  fence acquire, !dbg !7
  fence acquire, !dbg !7
  fence acquire
  fence acquire, !dbg !DILocation(line: 9, column: 1, scope: !3)
  ret void, !dbg !8
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DILocation(line: 1, column: 2, scope: !3)
!5 = !DILocation(line: 0, scope: !3)
!6 = !DILocation(line: 3, column: 65535, scope: !9, inlinedAt: !7)
!7 = distinct !DILocation(line: 4294967295, column: 1, scope: !3)
!8 = !DILocation(line: 5, column: 1, scope: !3, isImplicitCode: true)
!9 = distinct !DILexicalBlock(scope: !10, file: !1, line: 3, column: 4)
!10 = distinct !DISubprogram(name: "g", file: !1, unit: !0, spFlags: DISPFlagDefinition)

;;; location_atoms 22
define void @f() !dbg !3 {
  fence acquire, !dbg !4
  fence acquire, !dbg !5
  ret void, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition, keyInstructions: true)
!4 = !DILocation(line: 1, column: 2, scope: !3, atomGroup: 1, atomRank: 1)
!5 = !DILocation(line: 1, column: 2, scope: !3, atomGroup: 2, atomRank: 2)
!6 = !DILocation(line: 1, column: 2, scope: !3, atomGroup: 3)

;;; file
!n = !{!0, !1, !2, !3, !4, !5}
!0 = !DIFile(filename: "a.c", directory: "/d")
!1 = !DIFile(filename: "a \22b\22\\c\0A", directory: "")
!2 = !DIFile(filename: "a", directory: "d", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!3 = !DIFile(filename: "a", directory: "d", checksumkind: CSK_SHA1, checksum: "000102030405060708090a0b0c0d0e0f00010203")
!4 = !DIFile(filename: "a", directory: "d", checksumkind: CSK_SHA256, checksum: "000102030405060708090a0b0c0d0e0f000102030405060708090a0b0c0d0e0f")
!5 = !DIFile(filename: "a", directory: "d", source: "int x;\0A")

;;; compile_unit
!llvm.dbg.cu = !{!0, !1, !2, !3, !4}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !10, producer: "me \22x\22", isOptimized: true, flags: "-O2", runtimeVersion: 2, splitDebugFilename: "a.dwo", emissionKind: FullDebug, enums: !11, retainedTypes: !11, globals: !11, imports: !11, macros: !11, dwoId: 12345678901234567890, splitDebugInlining: false, debugInfoForProfiling: true, nameTableKind: GNU, rangesBaseAddress: true, sysroot: "/s", sdk: "x.sdk")
!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !10, emissionKind: LineTablesOnly, nameTableKind: None)
!2 = distinct !DICompileUnit(language: 65535, file: !10, emissionKind: NoDebug)
!3 = distinct !DICompileUnit(language: DW_LANG_Rust, file: !10, isOptimized: false, emissionKind: DebugDirectivesOnly, splitDebugInlining: true, nameTableKind: Default)
!4 = distinct !DICompileUnit(language: DW_LANG_Swift, file: !10, producer: "", flags: "")
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DIFile(filename: "a.c", directory: "/d")
!11 = !{}

;;; languages
!llvm.dbg.cu = !{!0, !1, !2, !3, !4, !5, !6, !7}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_Mips_Assembler, file: !10)
!1 = distinct !DICompileUnit(language: DW_LANG_OpenCL, file: !10)
!2 = distinct !DICompileUnit(language: DW_LANG_ObjC_plus_plus, file: !10)
!3 = distinct !DICompileUnit(language: DW_LANG_Fortran08, file: !10)
!4 = distinct !DICompileUnit(language: DW_LANG_Cobol85, file: !10)
!5 = distinct !DICompileUnit(language: DW_LANG_GOOGLE_RenderScript, file: !10)
!6 = distinct !DICompileUnit(language: DW_LANG_Ada83, file: !10)
!7 = distinct !DICompileUnit(language: DW_LANG_C11, file: !10)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DIFile(filename: "a.c", directory: "/d")

;;; name_tables 19-
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(language: DW_LANG_C17, file: !10, nameTableKind: Apple)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DIFile(filename: "a.c", directory: "/d")

;;; language_names 22
!llvm.dbg.cu = !{!0, !1, !2}
!llvm.module.flags = !{!9}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !10)
!1 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_Rust, file: !10)
!2 = distinct !DICompileUnit(sourceLanguageName: 1000, sourceLanguageVersion: 7, file: !10)
!9 = !{i32 2, !"Debug Info Version", i32 3}
!10 = !DIFile(filename: "a.c", directory: "/d")

;;; subprogram
define void @f() !dbg !3 {
  ret void
}
define void @g() !dbg !4 {
  ret void
}
declare !dbg !5 void @h()
!n = !{!6, !7, !8, !15, !16}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
[14-] !3 = distinct !DISubprogram(name: "f", linkageName: "_Zf", scope: !9, file: !1, line: 7, type: !10, scopeLine: 8, containingType: !11, virtualIndex: 3, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagPublic | DIFlagNoReturn, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !12, declaration: !5, retainedNodes: !12, thrownTypes: !12, annotations: !12)
[13] !3 = distinct !DISubprogram(name: "f", linkageName: "_Zf", scope: !9, file: !1, line: 7, type: !10, scopeLine: 8, containingType: !11, virtualIndex: 3, thisAdjustment: -8, flags: DIFlagPrototyped | DIFlagPublic | DIFlagNoReturn, spFlags: DISPFlagVirtual | DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !0, templateParams: !12, declaration: !5, retainedNodes: !12, thrownTypes: !12)
!4 = distinct !DISubprogram(scope: null, spFlags: DISPFlagDefinition | DISPFlagMainSubprogram | DISPFlagPure | DISPFlagElemental | DISPFlagRecursive, unit: !0)
!5 = !DISubprogram(name: "h", scope: !11, file: !1, line: 1, type: !10, spFlags: 0)
!6 = !DISubprogram(name: "p", spFlags: DISPFlagPureVirtual | DISPFlagDeleted, virtualIndex: 4294967295, flags: DIFlagArtificial)
!7 = !DISubprogram(name: "o", spFlags: DISPFlagVirtual | DISPFlagOptimized, flags: DIFlagPrivate | DIFlagExplicit)
!8 = !DISubprogram(name: "z", isDefinition: false, isLocal: true, isOptimized: true, virtuality: DW_VIRTUALITY_pure_virtual)
!9 = !DINamespace(name: "ns", scope: null)
!10 = !DISubroutineType(types: !12)
!11 = !DICompositeType(tag: DW_TAG_class_type, name: "C", file: !1, identifier: "id")
!12 = !{}
!15 = !DISubprogram(name: "q", spFlags: DISPFlagObjCDirect, flags: DIFlagThunk)
[16-] !16 = !DISubprogram(name: "targets", spFlags: 0, targetFuncName: "t")
[-15] !16 = !DISubprogram(name: "targets", spFlags: 0)

;;; basic_type
!n = !{!0, !1, !2, !3, !4, !5}
!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!1 = !DIBasicType(tag: DW_TAG_unspecified_type, name: "decltype(nullptr)")
!2 = !DIBasicType(name: "odd", size: 65, align: 128, encoding: 200, flags: DIFlagBigEndian)
!3 = !DIBasicType(name: "be", size: 16, encoding: DW_ATE_unsigned, flags: DIFlagLittleEndian)
!4 = !DIBasicType()
!5 = !DIBasicType(name: "c", size: 8, encoding: DW_ATE_UTF)

;;; basic_type_of_22 22
!n = !{!0, !1, !2, !3}
!0 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed, num_extra_inhabitants: 66)
!1 = !DIFixedPointType(name: "fixed", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)
!2 = !DIFixedPointType(name: "decimal", size: 32, align: 32, encoding: DW_ATE_unsigned_fixed, kind: Decimal, factor: -2)
!3 = !DIFixedPointType(name: "rational", size: 32, encoding: DW_ATE_signed_fixed, kind: Rational, numerator: 1, denominator: 234)

;;; string_type -disable-verify
!n = !{!0, !1, !2}
!0 = !DIStringType(name: "character(*)", size: 32, align: 8, encoding: DW_ATE_signed_char)
!1 = !DIStringType(name: "s", stringLength: !3, stringLengthExpression: !DIExpression(DW_OP_deref))
[14-] !2 = !DIStringType(name: "t", stringLength: !3, stringLengthExpression: !DIExpression(), stringLocationExpression: !DIExpression(DW_OP_push_object_address, DW_OP_deref))
[13] !2 = !DIStringType(name: "t", size: 8)
!3 = !DILocalVariable(name: "len", scope: !4)
!4 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !5)
!5 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !6)
!6 = !DIFile(filename: "a", directory: "b")

;;; derived_type -disable-verify
!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11, !12, !13, !14}
!0 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64)
!1 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !20, size: 64, align: 32, dwarfAddressSpace: 3)
!2 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !21, file: !22, line: 3, baseType: !20, size: 32, align: 32, offset: 64, flags: DIFlagPublic)
!3 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !21, baseType: !20, size: 3, offset: 5, flags: DIFlagBitField, extraData: i64 0)
!4 = !DIDerivedType(tag: DW_TAG_member, name: "s", scope: !21, baseType: !20, flags: DIFlagPrivate | DIFlagStaticMember, extraData: i32 5)
!5 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !22, line: 1, baseType: !20, dwarfAddressSpace: 0)
!6 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !21, baseType: !21, offset: 0, flags: DIFlagVirtual, extraData: i32 4)
!7 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !20, size: 64)
!8 = !DIDerivedType(tag: DW_TAG_const_type, baseType: null)
!9 = !DIDerivedType(tag: DW_TAG_ptr_to_member_type, baseType: !20, size: 64, extraData: !21)
!10 = !DIDerivedType(tag: DW_TAG_friend, scope: !21, file: !22, baseType: !21)
!11 = !DIDerivedType(tag: DW_TAG_atomic_type, baseType: !20)
!12 = !DIDerivedType(tag: DW_TAG_restrict_type, baseType: !1)
[14-] !13 = !DIDerivedType(tag: DW_TAG_member, name: "a", baseType: !20, annotations: !23)
[13] !13 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !20)
!14 = !DIDerivedType(tag: DW_TAG_rvalue_reference_type, baseType: !20, size: 64, dwarfAddressSpace: 4294967294)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", identifier: "S")
!22 = !DIFile(filename: "a", directory: "b")
!23 = !{!24}
!24 = !{!"btf_decl_tag", !"x"}

;;; derived_type_ptrauth 19-
!n = !{!0, !1}
!0 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: true, ptrAuthAuthenticatesNullValues: true)
!1 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: null, ptrAuthKey: 0, ptrAuthIsAddressDiscriminated: false)

;;; composite_type -disable-verify
!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", scope: !22, file: !22, line: 5, baseType: !20, size: 128, align: 64, offset: 8, flags: DIFlagTypePassByValue | DIFlagNonTrivial, elements: !21, runtimeLang: DW_LANG_ObjC, vtableHolder: !1, templateParams: !21, identifier: "_ZTS1S", discriminator: !23)
!1 = !DICompositeType(tag: DW_TAG_class_type, name: "C", flags: DIFlagFwdDecl, identifier: "_ZTS1C")
!2 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "E", file: !22, baseType: !20, size: 32, flags: DIFlagEnumClass, elements: !21)
!3 = !DICompositeType(tag: DW_TAG_union_type, name: "U", size: 0, elements: !21)
!4 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, size: 320, elements: !24)
!5 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, flags: DIFlagVector, elements: !24)
!6 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, elements: !24, dataLocation: !25, associated: !25, allocated: !25, rank: !25)
!7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, elements: !24, dataLocation: !DIExpression(DW_OP_push_object_address, DW_OP_deref), associated: !DIExpression(DW_OP_push_object_address), allocated: !DIExpression(DW_OP_deref), rank: !DIExpression(DW_OP_constu, 3))
!8 = !DICompositeType(tag: DW_TAG_array_type, baseType: !20, elements: !24, rank: i64 3)
[14-] !9 = !DICompositeType(tag: DW_TAG_variant_part, baseType: !20, annotations: !21)
[13] !9 = distinct !DICompositeType(tag: DW_TAG_variant_part, baseType: !20)
!20 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!21 = !{}
!22 = !DIFile(filename: "a", directory: "b")
!23 = !DIDerivedType(tag: DW_TAG_member, name: "d", baseType: !20)
!24 = !{!26}
!25 = !DILocalVariable(name: "v", scope: !27)
!26 = !DISubrange(count: 10)
!27 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!28 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !22)

;;; composite_type_of_22 22
!n = !{!0, !1, !2, !3}
!0 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", num_extra_inhabitants: 5, identifier: "S")
!1 = !DICompositeType(tag: DW_TAG_structure_type, name: "T", specification: !0, identifier: "T")
!2 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, bitStride: i32 2)
!3 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "e", enumKind: DW_APPLE_ENUM_KIND_Open, identifier: "e")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

;;; sizes_of_22 22 -disable-verify
!n = !{!0, !1, !2}
!0 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !4, size: !5, offset: !5)
!1 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", size: !5)
!2 = !DIBasicType(name: "x", size: !DIExpression(DW_OP_lit3), encoding: DW_ATE_signed)
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DILocalVariable(name: "v", scope: !27)
!22 = !DIFile(filename: "a", directory: "b")
!27 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!28 = distinct !DICompileUnit(language: DW_LANG_Ada95, file: !22)

;;; subroutine_type
!n = !{!0, !1, !2, !3}
!0 = !DISubroutineType(types: !4)
!1 = !DISubroutineType(flags: DIFlagLValueReference, cc: DW_CC_normal, types: !4)
!2 = !DISubroutineType(types: null)
!3 = !DISubroutineType(flags: DIFlagRValueReference, cc: DW_CC_BORLAND_stdcall, types: !5)
!4 = !{null}
!5 = !{null, !6, null}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)

;;; calling_conventions_of_types
!n = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !DISubroutineType(cc: DW_CC_program, types: null)
!1 = !DISubroutineType(cc: DW_CC_nocall, types: null)
!2 = !DISubroutineType(cc: DW_CC_LLVM_vectorcall, types: null)
!3 = !DISubroutineType(cc: DW_CC_LLVM_Swift, types: null)
!4 = !DISubroutineType(cc: 100, types: null)
!5 = !DISubroutineType(cc: DW_CC_GNU_renesas_sh, types: null)
!6 = !DISubroutineType(cc: DW_CC_LLVM_X86RegCall, types: null)

;;; subrange -disable-verify
!n = !{!0, !1, !2, !3, !4, !5, !6, !7}
!0 = !DISubrange(count: 10)
!1 = !DISubrange(count: -1)
!2 = !DISubrange(count: 5, lowerBound: 1)
!3 = !DISubrange(count: !9, lowerBound: 0)
!4 = !DISubrange(lowerBound: -4, upperBound: 7, stride: 2)
!5 = !DISubrange(lowerBound: !9, upperBound: !9, stride: !9)
!6 = !DISubrange(count: !DIExpression(DW_OP_lit1), lowerBound: !DIExpression(DW_OP_lit2), stride: !DIExpression())
!7 = !DISubrange(count: 9223372036854775807, lowerBound: -9223372036854775808)
!9 = !DILocalVariable(name: "v", scope: !27)
!22 = !DIFile(filename: "a", directory: "b")
!27 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!28 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !22)

;;; generic_subrange -disable-verify
!n = !{!0, !1}
!0 = !DIGenericSubrange(lowerBound: !9, upperBound: !9, stride: !9)
!1 = !DIGenericSubrange(count: !DIExpression(DW_OP_consts, 5), lowerBound: !DIExpression(DW_OP_consts, 18446744073709551615), stride: !DIExpression(DW_OP_push_object_address))
!9 = !DILocalVariable(name: "v", scope: !27)
!22 = !DIFile(filename: "a", directory: "b")
!27 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!28 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !22)

;;; names_of_newer_llvms -disable-verify
!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8}
!0 = !DIDerivedType(tag: 17152, baseType: null)
!1 = !DIDerivedType(tag: 24576, baseType: null)
!2 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 37)
!3 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 38)
!4 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 47)
!5 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 48)
!6 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 60)
!7 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 61)
!8 = !DICompositeType(tag: DW_TAG_array_type, runtimeLang: 64)

;;; type_of_a_macro_file once -disable-verify
!n = !{!0, !1, !2}
!0 = !DIMacroFile(file: null)
!1 = !DIMacroFile(type: DW_MACINFO_define, line: 7, file: null)
!2 = !DIMacroFile(type: 99, file: null)

;;; nodes_that_cannot_be_distinct
!n = !{!0, !1}
!o = !{!2}
!0 = distinct !DISubrange(count: 3)
!1 = distinct !DIGenericSubrange(lowerBound: !DIExpression(), upperBound: !DIExpression(), stride: !DIExpression())
!2 = distinct !DIExpression(DW_OP_deref)

;;; subrange_type 22 -disable-verify
!n = !{!0, !1, !3}
!0 = !DISubrangeType(name: "r", file: !22, line: 5, size: 32, align: 32, baseType: !2, lowerBound: i64 -7, upperBound: i64 23, stride: i64 1, bias: i64 2)
!1 = !DISubrangeType(name: "s", baseType: !2, lowerBound: !DIExpression(DW_OP_lit1))
!3 = !DISubrangeType()
!2 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIFile(filename: "a", directory: "b")

;;; enumerator
!n = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !DIEnumerator(name: "a", value: 0)
!1 = !DIEnumerator(name: "b", value: -7)
!2 = !DIEnumerator(name: "c", value: 7, isUnsigned: true)
!3 = !DIEnumerator(name: "d", value: 18446744073709551615, isUnsigned: true)
!4 = !DIEnumerator(name: "e", value: -9223372036854775808)
!5 = !DIEnumerator(name: "f", value: 340282366920938463463374607431768211455, isUnsigned: true)
!6 = !DIEnumerator(name: "", value: 1)

;;; scopes -disable-verify
!n = !{!0, !1, !2, !3, !4, !5, !6, !7, !8, !9, !10, !11}
!0 = distinct !DILexicalBlock(scope: !20, file: !22, line: 3, column: 4)
!1 = !DILexicalBlock(scope: !20)
!2 = !DILexicalBlockFile(scope: !0, file: !22, discriminator: 5)
!3 = !DILexicalBlockFile(scope: !20, discriminator: 0)
!4 = !DINamespace(name: "n", scope: null)
!5 = !DINamespace(scope: !4)
!6 = !DINamespace(name: "e", scope: !4, exportSymbols: true)
!7 = !DICommonBlock(scope: !20, declaration: !23, name: "common", file: !22, line: 9)
!8 = !DICommonBlock(scope: null, declaration: null)
!9 = !DIModule(scope: null, name: "M", configMacros: "-DX", includePath: "/i", apinotes: "/a", file: !22, line: 4)
!10 = !DIModule(scope: !9, name: "Sub", isDecl: true)
!11 = !DIModule(scope: null, name: "")
!20 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!22 = !DIFile(filename: "a", directory: "b")
!23 = !DIGlobalVariable(name: "g")
!28 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !22)

;;; variables
@g = global i32 0, !dbg !0
!llvm.dbg.cu = !{!28}
!llvm.module.flags = !{!29}
!29 = !{i32 2, !"Debug Info Version", i32 3}
!n = !{!1, !2, !3, !4, !5, !6, !7, !8}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression(DW_OP_constu, 7, DW_OP_stack_value))
!1 = distinct !DIGlobalVariable(name: "g", linkageName: "_g", scope: !28, file: !22, line: 7, type: !21, isLocal: true, isDefinition: true, declaration: !23, align: 32)
!2 = !DIGlobalVariable(name: "h", type: !21, isLocal: false, isDefinition: false, templateParams: !24)
!3 = !DIGlobalVariable(name: "i", scope: null, type: !21)
!4 = !DILocalVariable(name: "l", arg: 3, scope: !20, file: !22, line: 8, type: !21, flags: DIFlagArtificial | DIFlagObjectPointer, align: 8)
!5 = !DILocalVariable(scope: !20)
!6 = !DILocalVariable(name: "m", scope: !20, arg: 65535)
[14-] !7 = !DILocalVariable(name: "n", scope: !20, annotations: !24)
[14-] !8 = !DIGlobalVariable(name: "o", type: !21, annotations: !24)
[13] !7 = !DILocalVariable(name: "n", scope: !20)
[13] !8 = !DIGlobalVariable(name: "o", type: !21)
!20 = distinct !DISubprogram(name: "f", spFlags: DISPFlagDefinition, unit: !28)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIFile(filename: "a", directory: "b")
!23 = !DIDerivedType(tag: DW_TAG_member, name: "m", baseType: !21, flags: DIFlagStaticMember)
!24 = !{}
!28 = distinct !DICompileUnit(language: DW_LANG_C, file: !22)

;;; labels
define void @f() !dbg !20 {
  call void @llvm.dbg.label(metadata !0), !dbg !29
  ret void
}
declare void @llvm.dbg.label(metadata)
!n = !{!0, !1}
!llvm.dbg.cu = !{!28}
!llvm.module.flags = !{!30}
!0 = !DILabel(scope: !20, name: "l", file: !22, line: 5)
!1 = !DILabel(scope: !20, name: "", file: !22, line: 0)
!20 = distinct !DISubprogram(name: "f", file: !22, spFlags: DISPFlagDefinition, unit: !28)
!22 = !DIFile(filename: "a", directory: "b")
!28 = distinct !DICompileUnit(language: DW_LANG_C, file: !22)
!29 = !DILocation(line: 5, column: 1, scope: !20)
!30 = !{i32 2, !"Debug Info Version", i32 3}

;;; label_columns 22 -disable-verify
!n = !{!0, !1}
!0 = !DILabel(scope: !20, name: "l", file: !22, line: 5, column: 7)
!1 = !DILabel(scope: !20, name: "l", file: !22, line: 5, column: 7, isArtificial: true, coroSuspendIdx: 3)
!20 = distinct !DISubprogram(name: "f", file: !22, spFlags: DISPFlagDefinition, unit: !28)
!22 = !DIFile(filename: "a", directory: "b")
!28 = distinct !DICompileUnit(language: DW_LANG_C, file: !22)

;;; template_parameters
!n = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !DITemplateTypeParameter(name: "T", type: !21)
!1 = !DITemplateTypeParameter(type: null)
!2 = !DITemplateTypeParameter(name: "D", type: !21, defaulted: true)
!3 = !DITemplateValueParameter(name: "V", type: !21, value: i32 7)
!4 = !DITemplateValueParameter(type: !21, defaulted: true, value: i8 1)
!5 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_template_param, name: "TT", value: !"vector")
!6 = !DITemplateValueParameter(tag: DW_TAG_GNU_template_parameter_pack, name: "P", value: !22)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !{!0}

;;; imported_entities -disable-verify
!n = !{!0, !1, !2}
!0 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !28, entity: !4, file: !22, line: 7)
!1 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "n", scope: !28, entity: !4)
[15-] !2 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !28, entity: !4, elements: !5)
[-14] !2 = !DIImportedEntity(tag: DW_TAG_imported_unit, scope: !28, entity: !4)
!4 = !DINamespace(name: "n", scope: null)
!5 = !{!0}
!22 = !DIFile(filename: "a", directory: "b")
!28 = distinct !DICompileUnit(language: DW_LANG_C, file: !22)

;;; macros -disable-verify
!n = !{!0, !1, !2, !3}
!0 = !DIMacro(type: DW_MACINFO_define, line: 9, name: "X", value: "1 \222\22")
!1 = !DIMacro(type: DW_MACINFO_undef, line: 10, name: "X")
!2 = !DIMacro(type: DW_MACINFO_define, name: "")
!3 = !DIMacroFile(line: 0, file: !22, nodes: !5)
!4 = !DIMacroFile(type: DW_MACINFO_start_file, line: 7, file: !22)
!5 = !{!0, !4}
!22 = !DIFile(filename: "a", directory: "b")

;;; objc_properties
!n = !{!0, !1, !2}
!0 = !DIObjCProperty(name: "p", file: !22, line: 7, setter: "setP:", getter: "getP", attributes: 7, type: !21)
!1 = !DIObjCProperty(name: "q")
!2 = !DIObjCProperty(setter: "x", attributes: 0)
!21 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!22 = !DIFile(filename: "a", directory: "b")

;;; generic_nodes
!n = !{!0, !1, !2}
!0 = !GenericDINode(tag: DW_TAG_entry_point, header: "some\00header", operands: {!3, !"s", null})
!1 = !GenericDINode(tag: 65535)
!2 = distinct !GenericDINode(tag: DW_TAG_lexical_block, header: "", operands: {})
!3 = !{}

;;; flags
!n = !{!0, !1, !2, !3, !4, !5}
!0 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagPrivate | DIFlagFwdDecl | DIFlagAppleBlock | DIFlagVirtual)
!1 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagProtected | DIFlagArtificial | DIFlagExplicit | DIFlagPrototyped | DIFlagObjcClassComplete)
!2 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagPublic | DIFlagObjectPointer | DIFlagVector | DIFlagStaticMember | DIFlagLValueReference | DIFlagRValueReference)
!3 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagExportSymbols | DIFlagSingleInheritance | DIFlagIntroducedVirtual | DIFlagBitField | DIFlagNoReturn | DIFlagTypePassByValue)
!4 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagMultipleInheritance | DIFlagTypePassByReference | DIFlagEnumClass | DIFlagThunk | DIFlagNonTrivial | DIFlagBigEndian | DIFlagLittleEndian)
!5 = !DIDerivedType(tag: DW_TAG_member, baseType: null, flags: DIFlagVirtualInheritance | DIFlagAllCallsDescribed | 1073741824)

;;; tags -disable-verify
!n = !{!0, !1, !2, !3, !4, !5}
!0 = !DIDerivedType(tag: 65534, baseType: null)
!1 = !DIDerivedType(tag: DW_TAG_GNU_EINCL, baseType: null)
!2 = !DICompositeType(tag: DW_TAG_namelist)
!3 = !DIDerivedType(tag: DW_TAG_immutable_type, baseType: null)
!4 = !DICompositeType(tag: DW_TAG_coarray_type)
!5 = !DIDerivedType(tag: DW_TAG_APPLE_property, baseType: null)

;;; assign_id 16-
define void @f(ptr %p) {
  store i32 1, ptr %p, align 4, !DIAssignID !0
  store i32 2, ptr %p, align 4, !DIAssignID !1
  ret void
}
!0 = distinct !DIAssignID()
!1 = distinct !DIAssignID()

;;; expressions
!n = !{!DIExpression(), !DIExpression(DW_OP_deref), !1, !2, !3, !4, !5, !6}
!1 = !DIExpression(DW_OP_plus_uconst, 8, DW_OP_deref, DW_OP_stack_value)
!2 = !DIExpression(DW_OP_constu, 1, DW_OP_minus, DW_OP_LLVM_fragment, 0, 32)
!3 = !DIExpression(DW_OP_LLVM_convert, 8, DW_ATE_signed, DW_OP_LLVM_convert, 32, DW_ATE_unsigned)
!4 = !DIExpression(DW_OP_LLVM_tag_offset, 128)
!5 = !DIExpression(DW_OP_LLVM_entry_value, 1)
!6 = !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)

;;; expression_operations -disable-verify
!n = !{!DIExpression(DW_OP_deref), !DIExpression(DW_OP_constu, 18446744073709551615), !DIExpression(DW_OP_consts, 18446744073709551613), !DIExpression(DW_OP_consts, 7), !DIExpression(DW_OP_dup), !DIExpression(DW_OP_over), !DIExpression(DW_OP_lit0, DW_OP_swap), !DIExpression(DW_OP_rot), !DIExpression(DW_OP_xderef), !DIExpression(DW_OP_abs), !DIExpression(DW_OP_and), !DIExpression(DW_OP_div), !DIExpression(DW_OP_minus), !DIExpression(DW_OP_mod), !DIExpression(DW_OP_mul), !DIExpression(DW_OP_neg), !DIExpression(DW_OP_not), !DIExpression(DW_OP_or), !DIExpression(DW_OP_plus), !DIExpression(DW_OP_plus_uconst, 4), !DIExpression(DW_OP_shl), !DIExpression(DW_OP_shr), !DIExpression(DW_OP_shra), !DIExpression(DW_OP_xor), !DIExpression(DW_OP_eq), !DIExpression(DW_OP_ge), !DIExpression(DW_OP_gt), !DIExpression(DW_OP_le), !DIExpression(DW_OP_lt), !DIExpression(DW_OP_ne), !DIExpression(DW_OP_lit0), !DIExpression(DW_OP_lit1), !DIExpression(DW_OP_lit31), !DIExpression(DW_OP_reg0), !DIExpression(DW_OP_reg31), !DIExpression(DW_OP_breg0, 1), !DIExpression(DW_OP_breg31, 1), !DIExpression(DW_OP_regx, 40), !DIExpression(DW_OP_fbreg, 8), !DIExpression(DW_OP_bregx, 40, 8), !DIExpression(DW_OP_piece, 4), !DIExpression(DW_OP_deref_size, 1), !DIExpression(DW_OP_nop), !DIExpression(DW_OP_push_object_address), !DIExpression(DW_OP_addr, 5), !DIExpression(DW_OP_GNU_push_tls_address), !DIExpression(DW_OP_LLVM_implicit_pointer), !DIExpression(DW_OP_LLVM_arg, 3), !DIExpression(DW_OP_stack_value)}

;;; expressions_that_are_not_valid -disable-verify
!n = !{!DIExpression(DW_OP_swap), !DIExpression(DW_OP_constu), !DIExpression(DW_OP_stack_value, DW_OP_deref), !DIExpression(DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8), !DIExpression(DW_OP_stack_value, DW_OP_LLVM_fragment, 0), !DIExpression(DW_OP_LLVM_fragment, 0, 8, DW_OP_deref), !DIExpression(DW_OP_deref, 7), !DIExpression(DW_OP_LLVM_entry_value, 1, DW_OP_deref), !DIExpression(DW_OP_deref, DW_OP_LLVM_entry_value, 1), !DIExpression(DW_OP_LLVM_entry_value, 2), !DIExpression(DW_OP_LLVM_arg, 1, DW_OP_plus), !DIExpression(DW_OP_LLVM_convert, 8, DW_ATE_signed, DW_OP_LLVM_convert, 16), !DIExpression(DW_OP_dup, DW_OP_swap, DW_OP_stack_value, DW_OP_LLVM_tag_offset, 1), !DIExpression(DW_OP_bit_piece, 1, 2), !DIExpression(DW_OP_LLVM_convert, 8, 99)}
!o = !{!DIExpression(DW_OP_reg3, 999), !DIExpression(DW_OP_breg5, 1, DW_OP_stack_value, DW_OP_deref), !DIExpression(DW_OP_lit0, DW_OP_reg31, DW_OP_bit_piece, 1, 2), !DIExpression(DW_OP_regx, 3, 999), !DIExpression(DW_OP_breg31)}
[16-] !m = !{!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_entry_value, 1), !DIExpression(DW_OP_LLVM_arg, 1, DW_OP_LLVM_entry_value, 1)}

;;; expressions_of_19 19-
!n = !{!DIExpression(DW_OP_LLVM_extract_bits_sext, 1, 2), !DIExpression(DW_OP_LLVM_extract_bits_zext, 0, 64, DW_OP_stack_value)}
