; features.ll - modules for the rows of lib/ir/features.def; features.py says how they are read
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; ATTRIBUTE DISABLE_SANITIZER_INSTRUMENTATION: 14 13
; lacks disable_sanitizer_instrumentation
declare void @f() disable_sanitizer_instrumentation

;;; ATTRIBUTE NO_SANITIZE_BOUNDS: 16t 13 14
; lacks nosanitize_bounds
declare void @f() nosanitize_bounds

;;; ATTRIBUTE ALLOC_ALIGN: 16t 13 14
; lacks allocalign
declare i8* @f(i64, i64 allocalign)

;;; ATTRIBUTE ALLOCATED_POINTER: 16t 13 14
; lacks allocptr
declare void @f(i8* allocptr)

;;; ATTRIBUTE ALLOC_KIND: 16t 13 14
; lacks allockind
declare i8* @f(i64) allockind("alloc,zeroed")

;;; ATTRIBUTE PRESPLIT_COROUTINE: 16t 13 14
; lacks presplitcoroutine
declare void @f() presplitcoroutine

;;; ATTRIBUTE FNRETTHUNK_EXTERN: 16t 13 14
; lacks fn_ret_thunk_extern
declare void @f() fn_ret_thunk_extern

;;; ATTRIBUTE SKIP_PROFILE: 16 15
; lacks skipprofile
define void @f() skipprofile {
  ret void
}

;;; ATTRIBUTE MEMORY: 22 15
; has readnone
; has argmemonly readonly
; has inaccessiblemem_or_argmemonly
; lacks memory(
declare void @none() memory(none)
declare void @args(ptr) memory(argmem: read)
declare void @both(ptr) memory(argmem: readwrite, inaccessiblemem: readwrite)

;;; ATTRIBUTE MEMORY: 16t 13 14
; has readnone
; has argmemonly readonly
declare void @none() memory(none)
declare void @args(i8*) memory(argmem: read)

;;; ATTRIBUTE NOFPCLASS: 22 15 16
; lacks nofpclass
declare nofpclass(nan) float @f(float nofpclass(inf))

;;; ATTRIBUTE OPTIMIZE_FOR_DEBUGGING: 22 15 16
; lacks optdebug
declare void @f() optdebug

;;; ATTRIBUTE WRITABLE: 22 15 16
; lacks writable
declare void @f(ptr<i8> writable dereferenceable(4))

;;; ATTRIBUTE CORO_ONLY_DESTROY_WHEN_COMPLETE: 22 16
; lacks coro_only_destroy
define void @f() coro_only_destroy_when_complete {
  ret void
}

;;; ATTRIBUTE DEAD_ON_UNWIND: 22 15 16
; lacks dead_on_unwind
declare void @f(ptr<i8> dead_on_unwind)

;;; ATTRIBUTE RANGE: 22 15 16
; lacks range
declare range(i32 1, 9) i32 @f(i32 range(i32 0, 5))

;;; ATTRIBUTE SANITIZE_NUMERICAL_STABILITY: 22 15 16
; lacks sanitize_numerical_stability
declare void @f() sanitize_numerical_stability

;;; ATTRIBUTE INITIALIZES: 22 15 16
; lacks initializes
declare void @f(ptr<i8> initializes((0, 4)))

;;; ATTRIBUTE SANITIZE_REALTIME: 22 16 19
; lacks sanitize_realtime
declare void @f() sanitize_realtime

;;; ATTRIBUTE SANITIZE_REALTIME_BLOCKING: 22 16 19
; lacks sanitize_realtime_blocking
declare void @f() sanitize_realtime_blocking

;;; ATTRIBUTE CORO_ELIDE_SAFE: 22 16 19
; lacks coro_elide_safe
declare void @f() coro_elide_safe

;;; ATTRIBUTE NO_EXT: 22 16 19
; lacks noext
declare noext i8 @f(i8 noext)

;;; ATTRIBUTE NO_DIVERGENCE_SOURCE: 22 16 19
; lacks nodivergencesource
declare void @f() nodivergencesource

;;; ATTRIBUTE SANITIZE_TYPE: 22 16 19
; lacks sanitize_type
declare void @f() sanitize_type

;;; ATTRIBUTE CAPTURES: 22 15 16 19
; has @none(ptr nocapture)
; has @address(ptr)
; lacks captures
declare void @none(ptr captures(none))
declare void @address(ptr captures(address))

;;; ATTRIBUTE DEAD_ON_RETURN: 22 16 19
; lacks dead_on_return
declare void @f(ptr<i8> dead_on_return)

;;; ATTRIBUTE SANITIZE_ALLOC_TOKEN: 22 16 19
; lacks sanitize_alloc_token
declare void @f() sanitize_alloc_token

;;; ATTRIBUTE NO_CREATE_UNDEF_OR_POISON: 22 16 19
; lacks nocreateundeforpoison
declare void @f() nocreateundeforpoison

;;; OTHER FRAME_POINTER: 22 15 16 19
; has "frame-pointer"="non-leaf"
define void @f() "frame-pointer"="non-leaf-no-reserve" {
  ret void
}
define void @g() "frame-pointer"="reserved" {
  ret void
}

;;; OTHER ELEMENT_TYPE: 14 13
; lacks elementtype
define void @f(i32* %p) {
  call void asm "", "=*m"(i32* elementtype(i32) %p)
  ret void
}

;;; OTHER MEMORY_PLACES: 22 16 19
; has memory(argmem: read)
declare void @args(ptr) memory(argmem: read, errnomem: none, target_mem0: none)
; has memory(readwrite, argmem: read, inaccessiblemem: none)
declare void @errno(ptr) memory(argmem: read, errnomem: readwrite)
; has memory(write, argmem: read)
declare void @target(ptr) memory(argmem: read, target_mem0: write)

;;; OTHER UNWIND_TABLE: 16t 13 14
; has uwtable
define void @f() uwtable {
  ret void
}
define void @g() uwtable(sync) {
  ret void
}

;;; CODE TYPE OPAQUE_POINTER: 22 13 silent
declare ptr @f(ptr)

;;; CODE TYPE OPAQUE_POINTER: 22 14
declare ptr @f(ptr)

;;; CODE TYPE TARGET_TYPE: 22 15
declare void @f(target("spirv.Image"))

;;; CODE CONSTANTS NO_CFI_VALUE: 14 13
; has no_cfi
declare void @f()
@g = global void ()* no_cfi @f

;;; CODE CONSTANTS INLINEASM: 14 13
; has call i32 asm sideeffect "mov $0, $1", "=r,r"
define i32 @f(i32 %a) {
  %1 = call i32 asm sideeffect "mov $0, $1", "=r,r"(i32 %a)
  ret i32 %1
}

;;; CODE CONSTANTS INLINEASM: 16t 13
; has call i32 asm sideeffect "mov $0, $1", "=r,r"
define i32 @f(i32 %a) {
  %1 = call i32 asm sideeffect "mov $0, $1", "=r,r"(i32 %a)
  ret i32 %1
}

;;; CODE CONSTANTS CE_GEP_WITH_INRANGE: 22 15 16
; has getelementptr inbounds ({ [3 x ptr], [4 x ptr] }, ptr @t, i64 0, i32 1, i64 2)
; lacks inrange
@t = global { [3 x ptr], [4 x ptr] } zeroinitializer
@p = global ptr getelementptr inbounds inrange(-16, 16) ({ [3 x ptr], [4 x ptr] }, ptr @t, i64 0, i32 1, i64 2)

;;; CODE CONSTANTS CE_GEP: 22 15 16
; has getelementptr (i8, ptr @t, i64 8)
; has getelementptr inbounds (i8, ptr @t, i64 16)
@t = global i64 0
@p = global ptr getelementptr (i8, ptr @t, i64 8)
@q = global ptr getelementptr inbounds (i8, ptr @t, i64 16)

;;; CODE CONSTANTS PTRAUTH: 19 15 16
; has ptrauth
@f = global i32 0
@p = global ptr ptrauth (ptr @f, i32 2)

;;; CODE CONSTANTS PTRAUTH2: 22 16 19
; has ptrauth (ptr @f, i32 2)
@f = global i32 0
@p = global ptr ptrauth (ptr @f, i32 2)

;;; CODE FUNCTION BLOCKADDR_USERS: 16t 13 14
; has blockaddress(@f, %b)
@g = global i8* blockaddress(@f, %b)
define i8* @f() {
  br label %b
b:
  ret i8* null
}
define i8* @user() {
  ret i8* blockaddress(@f, %b)
}

;;; CODE FUNCTION DEBUG_RECORD_VALUE_SIMPLE: 22 15 16
; has call void @llvm.dbg.value(metadata i32 %a, metadata !
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !6, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; CODE FUNCTION DEBUG_RECORD_VALUE: 22 15 16
; has call void @llvm.dbg.value(metadata !DIArgList(i32 %a, i32 1), metadata !
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(!DIArgList(i32 %a, i32 1), !6, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; CODE FUNCTION DEBUG_RECORD_DECLARE: 22 15 16
; has call void @llvm.dbg.declare(metadata ptr %p, metadata !
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_declare(ptr %p, !6, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; CODE FUNCTION DEBUG_RECORD_LABEL: 22 15 16
; has call void @llvm.dbg.label(metadata !
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_label(!8, !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; CODE FUNCTION DEBUG_RECORD_ASSIGN: 22 16
; has call void @llvm.dbg.assign(metadata i32 %a, metadata !
; has !DIAssignID
define void @f(i32 %a, ptr %p) !dbg !4 {
  store i32 %a, ptr %p, !DIAssignID !10
    #dbg_assign(i32 %a, !6, !DIExpression(), !10, ptr %p, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = distinct !DIAssignID()

;;; OTHER ASSIGN, CODE METADATA ASSIGN_ID: 22 15
; has call void @llvm.dbg.value(metadata i32 %a, metadata !
define void @f(i32 %a, ptr %p) !dbg !4 {
  store i32 %a, ptr %p, !DIAssignID !10
    #dbg_assign(i32 %a, !6, !DIExpression(), !10, ptr %p, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = distinct !DIAssignID()

;;; CODE FUNCTION DEBUG_RECORD_DECLARE_VALUE: 22 16 19
; lacks declare_value
; has ret void, !dbg
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_declare_value(i32 %a, !6, !DIExpression(), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; CODE METADATA SUBRANGE_TYPE: 22 16 19
; has DW_TAG_unspecified_type
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DISubrangeType(name: "r", file: !1, line: 5, size: 32, baseType: !7, lowerBound: i64 -7, upperBound: i64 23)

;;; CODE METADATA FIXED_POINT_TYPE: 22 16 19
; has DW_TAG_unspecified_type
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIFixedPointType(name: "fixed", size: 32, encoding: DW_ATE_signed_fixed, kind: Binary, factor: -4)

;;; OTHER LOCATION_ATOMS: 22 16 19
; has isImplicitCode: true
; lacks atom
define void @f(i32 %a, ptr %p) !dbg !4 {
  store i32 %a, ptr %p, !dbg !DILocation(line: 7, column: 3, scope: !4, isImplicitCode: true, atomGroup: 1, atomRank: 2)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, keyInstructions: true)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OPERAND METADATA LOCATION 6: 22 16 19
; lacks atomGroup
; has !DILocation(line: 7, column: 3
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!named = !{!10}
!10 = distinct !DILocation(line: 7, column: 3, scope: !4, atomGroup: 1, atomRank: 2)

;;; OTHER SIZE_NODE: 22 16 19
; has !DIBasicType(name: "t", size: 32, encoding: DW_ATE_signed)
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIBasicType(name: "t", size: 32, encoding: DW_ATE_signed)

;;; OPERAND METADATA DERIVED_TYPE size as metadata: 22 16 19
; lacks offset:
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Ada95, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11, !13}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "m", scope: !13, file: !1, baseType: !7, size: !14, offset: !14)
!12 = !{!11}
!13 = !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, elements: !12, size: 64)
!14 = !DIExpression(DW_OP_constu, 4)

;;; OPERAND METADATA STRING_TYPE size as metadata: 22 16 19
; has !DIStringType(name: "s")
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIStringType(name: "s", size: !12)
!12 = !DIExpression(DW_OP_constu, 4)

;;; OTHER DEBUG_OPERATION: 22 19
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !6, !DIExpression(DW_OP_neg, DW_OP_stack_value), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER DEBUG_OPERATION: 22 15 16
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !6, !DIExpression(DW_OP_abs, DW_OP_stack_value), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER COMPARISON: 22 15 16
; has = !{}
; lacks metadata i32 %a
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !6, !DIExpression(DW_OP_constu, 3, DW_OP_eq, DW_OP_stack_value), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER COMPARISON: 22 15 16
; has = !{}
; lacks metadata i32 %a
; has !DIExpression(DW_OP_LLVM_fragment, 0, 8)
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_value(i32 %a, !6, !DIExpression(DW_OP_LLVM_extract_bits_sext, 8, 16, DW_OP_stack_value, DW_OP_LLVM_fragment, 0, 8), !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER COMPARISON_ELSEWHERE: 22 15 16
@g = global i32 0, !dbg !10
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, globals: !12)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !DIGlobalVariableExpression(var: !11, expr: !DIExpression(DW_OP_constu, 3, DW_OP_eq, DW_OP_stack_value))
!11 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !7, isLocal: false, isDefinition: true)
!12 = !{!10}

;;; OTHER STATIC_MEMBER: 22 15 16
; has !DIDerivedType(tag: DW_TAG_member, name: "m"
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, elements: !12, identifier: "S")
!12 = !{!13}
!13 = !DIDerivedType(tag: DW_TAG_variable, name: "m", scope: !11, file: !1, baseType: !7, flags: DIFlagStaticMember)

;;; OTHER LOCAL_IMPORT: 22 15 16
; has retainedNodes: !
; lacks DIImportedEntity
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: !10)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!6, !11, !8}
!11 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !4, entity: !12, file: !1, line: 2)
!12 = !DINamespace(name: "n", scope: null)

;;; OTHER LANGUAGE_NAME: 22 16 19
; has language: DW_LANG_C_plus_plus_14,
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OPERAND METADATA BASIC_TYPE 7: 22 16 19
; has !DIBasicType(name: "b", size: 8, encoding: DW_ATE_unsigned)
; lacks dataSize
!n = !{!11}
!1 = !DIFile(filename: "a.c", directory: "/d")
!11 = !DIBasicType(name: "b", size: 8, encoding: DW_ATE_unsigned, dataSize: 6)

;;; OPERAND METADATA DERIVED_TYPE 13: 16t 13
; has !DIDerivedType(tag: DW_TAG_typedef, name: "t"
; lacks annotations
!n = !{!11}
!1 = !DIFile(filename: "a.c", directory: "/d")
!11 = !DIDerivedType(tag: DW_TAG_typedef, name: "t", file: !1, baseType: null, annotations: !12)
!12 = !{!13}
!13 = !{!"btf_decl_tag", !"x"}

;;; OPERAND METADATA DERIVED_TYPE 14: 19 15 16
; has !DIDerivedType(tag: DW_TAG_pointer_type
; lacks ptrAuth
!n = !{!11}
!1 = !DIFile(filename: "a.c", directory: "/d")
!11 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: null, size: 64, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: true)

;;; OPERAND METADATA COMPOSITE_TYPE 21: 16t 13
; has !DICompositeType(tag: DW_TAG_structure_type, name: "S"
; lacks annotations
!n = !{!11}
!1 = !DIFile(filename: "a.c", directory: "/d")
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, size: 32, annotations: !12)
!12 = !{!13}
!13 = !{!"btf_decl_tag", !"x"}

;;; OPERAND METADATA COMPOSITE_TYPE 22: 22 16 19
; has !DICompositeType(tag: DW_TAG_structure_type, name: "S"
; has annotations: !
; lacks specification
!n = !{!11}
!1 = !DIFile(filename: "a.c", directory: "/d")
!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, size: 32, specification: !12, annotations: !14)
!14 = !{!13}
!13 = !{!"btf_decl_tag", !"x"}
!12 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, flags: DIFlagFwdDecl)

;;; OPERAND METADATA COMPILE_UNIT 22: 22 16 19
; lacks sourceLanguageVersion
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(sourceLanguageName: DW_LNAME_C_plus_plus, sourceLanguageVersion: 202002, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OPERAND METADATA SUBPROGRAM 20: 22 16 19
; lacks keyInstructions
; has !DISubprogram(name: "f"
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, keyInstructions: true)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OPERAND METADATA IMPORTED_ENTITY 7: 16t 13
; lacks elements
; has !DIImportedEntity(tag: DW_TAG_imported_module
define void @f(i32 %a, ptr<i8> %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !1, emissionKind: FullDebug, imports: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !4, entity: !12, file: !1, line: 2, elements: !13)
!12 = !DIModule(scope: !4, name: "m")
!13 = !{!14}
!14 = !DIImportedEntity(tag: DW_TAG_imported_declaration, name: "x", scope: !12, entity: !6, file: !1, line: 3)

;;; OPERAND METADATA LABEL 5: 22 19
; has !DILabel(scope: !
; lacks column: 7
define void @f(i32 %a, ptr %p) !dbg !4 {
    #dbg_label(!8, !9)
  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3, column: 7)
!9 = !DILocation(line: 1, scope: !4)

;;; OPERAND METADATA STRING_TYPE 8: 16t 13
define void @f(i32 %a, ptr<i8> %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Fortran90, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIStringType(name: "s", stringLength: !6, stringLocationExpression: !DIExpression())

;;; OTHER SIGNED_POINTER: 22 15 16
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !12, ptrAuthKey: 2)
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)

;;; OPERAND METADATA SUBPROGRAM 19: 16t 13 14 silent
; lacks targetFuncName
; has !DISubprogram(name: "f"
define void @f(i32 %a, i8* %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, targetFuncName: "t")
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER TEMPLATE_ALIAS: 22 15 16
; has !DIDerivedType(tag: DW_TAG_typedef, name: "t"
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_template_alias, name: "t", file: !1, baseType: !7, extraData: !12)
!12 = !{}

;;; OTHER VARIANT: 22 16 19
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_Ada95, file: !1, emissionKind: FullDebug, retainedTypes: !10)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)
!10 = !{!11}
!11 = !DICompositeType(tag: DW_TAG_variant, name: "v", file: !1, elements: !12)
!12 = !{}

;;; OPERAND METADATA COMPILE_UNIT Apple: 22 15 16
; lacks nameTableKind
define void @f(i32 %a, ptr %p) !dbg !4 {

  ret void, !dbg !9
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug, nameTableKind: Apple)
!1 = !DIFile(filename: "a.c", directory: "/d")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !5)
!4 = distinct !DISubprogram(name: "f", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = !{null}
!6 = !DILocalVariable(name: "v", scope: !4, file: !1, type: !7)
!7 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!8 = !DILabel(scope: !4, name: "l", file: !1, line: 3)
!9 = !DILocation(line: 1, scope: !4)

;;; OTHER MASKED: 22 15 16 19
; has @llvm.masked.load.v4i32.p0(ptr %p, i32 16, <4 x i1> %m, <4 x i32> %v)
; has @llvm.masked.load.v4i32.p0(ptr getelementptr (i8, ptr @a, i64 4), i32 4, <4 x i1> %m, <4 x i32> poison)
; has @llvm.masked.load.v4i32.p3(ptr addrspace(3) %s, i32 1, <4 x i1> %m, <4 x i32> %v)
; has @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, i32 1, <4 x i1> %m)
; has @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %ps, i32 4, <4 x i1> %m, <4 x i32> poison)
; has @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> %ps, i32 8, <4 x i1> %m)
@a = global [8 x i32] zeroinitializer
define <4 x i32> @f(ptr %p, ptr addrspace(3) %s, <4 x ptr> %ps, <4 x i1> %m, <4 x i32> %v) {
  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr noundef align 16 dereferenceable(16) %p, <4 x i1> %m, <4 x i32> noundef %v) nounwind
  %2 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 4 getelementptr (i8, ptr @a, i64 4), <4 x i1> %m, <4 x i32> poison)
  %3 = call <4 x i32> @llvm.masked.load.v4i32.p3(ptr addrspace(3) %s, <4 x i1> %m, <4 x i32> %v), !annotation !0
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %v, ptr %p, <4 x i1> %m)
  %4 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %ps, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %v, <4 x ptr> align 8 %ps, <4 x i1> %m)
  %5 = add <4 x i32> %1, %2
  %6 = add <4 x i32> %5, %3
  %7 = add <4 x i32> %6, %4
  ret <4 x i32> %7
}
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, <4 x i1>, <4 x i32>)
declare <4 x i32> @llvm.masked.load.v4i32.p3(ptr addrspace(3), <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr, <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, <4 x i1>)
!0 = !{!"x"}

;;; OTHER MINIMUM: 22 15 16 19
; has define internal float @bitleap.minimumnum.f32(float %0, float %1) #
; has define internal <2 x double> @bitleap.maximumnum.v2f64(<2 x double> %0, <2 x double> %1) #
; has "target-features"="+avx2"
; lacks @llvm.
declare float @llvm.minimumnum.f32(float, float)
define float @f(float %a) "target-features"="+avx2" {
  %1 = call nnan float @llvm.minimumnum.f32(float %a, float 2.0)
  ret float %1
}
declare <2 x double> @llvm.maximumnum.v2f64(<2 x double>, <2 x double>)
define <2 x double> @g(<2 x double> %a, <2 x double> %b) "target-features"="+avx2" {
  %1 = call <2 x double> @llvm.maximumnum.v2f64(<2 x double> %a, <2 x double> %b)
  ret <2 x double> %1
}

;;; OTHER PROCESSORS: 22 15 16 19 silent
declare float @llvm.minimumnum.f32(float, float)
define float @f(float %a) "target-features"="+avx2" {
  %1 = call float @llvm.minimumnum.f32(float %a, float 2.0)
  ret float %1
}
define void @g() "target-features"="+sse2" {
  ret void
}

;;; OTHER THREE_WAY: 22 15 16
; has define internal i32 @bitleap.ucmp.i32.i64(i64 %0, i64 %1)
; has define internal <2 x i2> @bitleap.scmp.v2i2.v2i7(<2 x i7> %0, <2 x i7> %1)
; lacks @llvm.
declare i32 @llvm.ucmp.i32.i64(i64, i64)
define i32 @f(i64 %a) {
  %1 = call i32 @llvm.ucmp.i32.i64(i64 %a, i64 2)
  %2 = sub i32 %1, 1
  ret i32 %2
}
declare <2 x i2> @llvm.scmp.v2i2.v2i7(<2 x i7>, <2 x i7>)
define <2 x i2> @g(<2 x i7> %a, <2 x i7> %b) {
  %1 = call <2 x i2> @llvm.scmp.v2i2.v2i7(<2 x i7> %a, <2 x i7> %b)
  ret <2 x i2> %1
}
declare void @h()

;;; OTHER RENAMED: 22 15 16
; has @llvm.experimental.vector.reverse.v4i32(
declare <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32>)
define <4 x i32> @f(<4 x i32> %v) {
  %1 = call <4 x i32> @llvm.vector.reverse.v4i32(<4 x i32> %v)
  ret <4 x i32> %1
}

;;; OTHER RENAMED: 22 16
; has @llvm.va_start(ptr
declare void @llvm.va_start.p0(ptr)
define void @f(ptr %p, ...) {
  call void @llvm.va_start.p0(ptr %p)
  ret void
}

;;; OTHER RENAMED: 22 15
; has call void @llvm.var.annotation(ptr
; has call ptr @llvm.ptr.annotation.p0(ptr
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptr.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
define ptr @f(ptr %p) {
  call void @llvm.var.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 1, ptr null)
  %1 = call ptr @llvm.ptr.annotation.p0.p0(ptr %p, ptr null, ptr null, i32 1, ptr null)
  ret ptr %1
}

;;; OTHER RENAMED: 22 15 16 19
; has call void @llvm.nvvm.barrier.n(i32 %a)
; has call void @llvm.nvvm.barrier(i32 %a, i32 %b)
; has call void @llvm.nvvm.barrier.sync(i32 %a)
; has call void @llvm.nvvm.barrier.sync.cnt(i32 %a, i32 %b)
target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.aligned.count(i32, i32)
declare void @llvm.nvvm.barrier.cta.sync.all(i32)
declare void @llvm.nvvm.barrier.cta.sync.count(i32, i32)
define void @f(i32 %a, i32 %b) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 %a)
  call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 %a, i32 %b)
  call void @llvm.nvvm.barrier.cta.sync.all(i32 %a)
  call void @llvm.nvvm.barrier.cta.sync.count(i32 %a, i32 %b)
  ret void
}

;;; OTHER RENAMED: 22 15 16 19
; has call float @llvm.nvvm.fabs.f(float %x)
; has call float @llvm.nvvm.fabs.ftz.f(float %x)
; has call double @llvm.nvvm.fabs.d(double %d)
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.nvvm.fabs.f32(float)
declare float @llvm.nvvm.fabs.ftz.f32(float)
declare double @llvm.nvvm.fabs.f64(double)
define void @f(float %x, double %d) {
  %1 = call float @llvm.nvvm.fabs.f32(float %x)
  %2 = call float @llvm.nvvm.fabs.ftz.f32(float %x)
  %3 = call double @llvm.nvvm.fabs.f64(double %d)
  ret void
}

;;; OTHER RENAMED: 22 15 16
; has call float @llvm.amdgcn.ldexp.f32(float %x, i32 %a)
target triple = "amdgcn-amd-amdhsa"
declare float @llvm.ldexp.f32.i32(float, i32)
define float @f(float %x, i32 %a) {
  %1 = call float @llvm.ldexp.f32.i32(float %x, i32 %a)
  ret float %1
}

;;; OTHER INTRINSIC: 22 15 16 silent
target triple = "x86_64-pc-linux-gnu"
declare float @llvm.ldexp.f32.i32(float, i32)
define float @f(float %x, i32 %a) {
  %1 = call float @llvm.ldexp.f32.i32(float %x, i32 %a)
  ret float %1
}

;;; OTHER SIGNATURE: 22 16 19
declare void @llvm.coro.end(ptr, i1, token)
define void @f(ptr %p) presplitcoroutine {
  call void @llvm.coro.end(ptr %p, i1 false, token none)
  ret void
}

;;; OTHER LIFETIME: 22 15 16 19
; has call void @llvm.lifetime.start.p0(i64 -1, ptr %1)
; has call void @llvm.lifetime.end.p0(i64 -1, ptr %1)
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
define void @f() {
  %1 = alloca i32
  call void @llvm.lifetime.start.p0(ptr %1)
  call void @llvm.lifetime.end.p0(ptr %1)
  ret void
}

;;; OTHER THREAD_LOCAL: 22 15
; has bitcast ptr @t to ptr
@t = thread_local global i32 0
declare ptr @llvm.threadlocal.address.p0(ptr)
define i32 @f() {
  %1 = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %2 = load i32, ptr %1
  ret i32 %2
}

;;; OTHER GLOBAL_SANITIZER: 16t 13 14 silent
@g = global i32 0, no_sanitize_address

;;; OTHER CODE_MODEL: 22 15 16 silent
@g = global i32 0, code_model "large"

;;; OPERAND FUNCTION INST_CAST ptrtoaddr: 22 16 19
; has ptrtoint ptr %p to i64
define i64 @f(ptr %p) {
  %1 = ptrtoaddr ptr %p to i64
  ret i64 %1
}

;;; OPERAND CONSTANTS CE_CAST ptrtoaddr: 22 16 19
; has ptrtoint (ptr @g to i64)
@g = global i64 ptrtoaddr (ptr @g to i64)

;;; OPERAND FUNCTION INST_CAST flags: 22 15 16
; has zext i8 %a to i32
; has trunc i32 %1 to i16
; lacks nneg
; lacks nuw
define i16 @f(i8 %a) {
  %1 = zext nneg i8 %a to i32
  %2 = trunc nuw i32 %1 to i16
  ret i16 %2
}

;;; OPERAND FUNCTION INST_CAST flags: 22 15 16
; has fptrunc float %a to half
define half @f(float %a) {
  %1 = fptrunc fast float %a to half
  ret half %1
}

;;; OPERAND FUNCTION INST_ALLOCA address space: 16t 13 14
; has addrspace(5)
define void @f() {
  %1 = alloca i32, addrspace(5)
  ret void
}

;;; OPERAND FUNCTION INST_CMP2 flags of icmp: 22 16 19
; has icmp ult i32 %a, 3
define i1 @f(i32 %a) {
  %1 = icmp samesign ult i32 %a, 3
  ret i1 %1
}

;;; OPERAND FUNCTION INST_GEP nusw: 22 15 16
; has getelementptr i8, ptr %p, i64 %i
define ptr @f(ptr %p, i64 %i) {
  %1 = getelementptr nusw i8, ptr %p, i64 %i
  ret ptr %1
}

;;; OPERAND FUNCTION INST_GEP nuw: 22 15 16
; has getelementptr i8, ptr %p, i64 %i
define ptr @f(ptr %p, i64 %i) {
  %1 = getelementptr nuw i8, ptr %p, i64 %i
  ret ptr %1
}

;;; OPERAND FUNCTION INST_GEP nusw nuw: 22 15 16
; has getelementptr i8, ptr %p, i64 %i
define ptr @f(ptr %p, i64 %i) {
  %1 = getelementptr nusw nuw i8, ptr %p, i64 %i
  ret ptr %1
}

;;; OTHER GEP_FLAGS: 22 15 16 silent
; has getelementptr inbounds i8, ptr %p, i64 %i
define ptr @f(ptr %p, i64 %i) {
  %1 = getelementptr inbounds nuw i8, ptr %p, i64 %i
  ret ptr %1
}

;;; OTHER DISJOINT: 22 15 16 silent
; has or i32 %a, %b
define i32 @f(i32 %a, i32 %b) {
  %1 = or disjoint i32 %a, %b
  ret i32 %1
}

;;; OTHER NARROW_ADDRESS: 22 19 silent
target datalayout = "e-p8:128:128:128:48"
define i48 @f(ptr addrspace(8) %p) {
  %1 = ptrtoaddr ptr addrspace(8) %p to i48
  ret i48 %1
}

;;; OPERAND FUNCTION OPERAND_BUNDLE metadata: 22 16 19
declare void @g()
define void @f() {
  call void @g() ["x"(metadata !0)]
  ret void
}
!0 = !{}

;;; OTHER BUNDLE: 22 15 silent
declare void @g()
define void @f(ptr %p) {
  call void %p() ["kcfi"(i32 7)]
  ret void
}

;;; OTHER BUNDLE: 22 16 silent
define void @f(ptr %p) {
  call void %p() ["deactivation-symbol"(ptr @f)]
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW fmax or fmin: 16t 13 14
define void @f(ptr<float> %p, float %v) {
  %1 = atomicrmw fmax ptr<float> %p, float %v seq_cst
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW uinc_wrap or udec_wrap: 22 15
define void @f(ptr<i32> %p, i32 %v) {
  %1 = atomicrmw uinc_wrap ptr<i32> %p, i32 %v seq_cst
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW uinc_wrap or udec_wrap: 22 15
define void @f(ptr<i32> %p, i32 %v) {
  %1 = atomicrmw udec_wrap ptr<i32> %p, i32 %v seq_cst
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW usub_cond or usub_sat: 22 16 19
define void @f(ptr<i32> %p, i32 %v) {
  %1 = atomicrmw usub_cond ptr<i32> %p, i32 %v seq_cst
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW usub_cond or usub_sat: 22 19
define void @f(ptr<i32> %p, i32 %v) {
  %1 = atomicrmw usub_sat ptr<i32> %p, i32 %v seq_cst
  ret void
}

;;; OPERAND FUNCTION INST_ATOMICRMW fmaximum or fminimum: 22 16 19
define void @f(ptr<float> %p, float %v) {
  %1 = atomicrmw fmaximum ptr<float> %p, float %v seq_cst
  ret void
}

;;; OTHER ANNOTATION_TUPLE: 22 15 16
define i32 @f() {
  %1 = alloca i32, align 4, !annotation !0
  ret i32 0
}
!0 = !{!1}
!1 = !{!"altered", !"x"}

;;; OTHER ATOMIC_VECTOR: 22 15 16
define void @f(ptr %p, <2 x half> %v) {
  %1 = atomicrmw fadd ptr %p, <2 x half> %v seq_cst, align 4
  ret void
}

;;; OTHER ASM_LABEL: 16t 13 14
define void @f() {
  callbr void asm "", "!i"() to label %a [label %b]
a:
  ret void
b:
  ret void
}

;;; OTHER SUMMARY: 19 15 16
; lacks gv:
define void @f() {
  ret void
}
^0 = module: (path: "a.bc", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))

;;; OTHER NEWER_SUMMARY: 22 15 16 19
; lacks gv:
define void @f() {
  ret void
}
^0 = module: (path: "a.bc", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 1)))

;;; CODE SUMMARY PERMODULE_CALLSITE_INFO, CODE SUMMARY PERMODULE_ALLOC_INFO, CODE SUMMARY STACK_IDS: 16 15
; lacks gv:
define void @f() {
  call void @f()
  ret void
}
^0 = module: (path: "a.bc", hash: (1, 2, 3, 4, 5))
^1 = gv: (name: "f", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0), insts: 2, calls: ((callee: ^1)), allocs: ((versions: (none), memProf: ((type: notcold, stackIds: (1, 2)), (type: cold, stackIds: (1, 3))))), callsites: ((callee: ^1, clones: (0), stackIds: (4))))))
