; modern.ll - what LLVM 19 and later write: debug records, target types, ranges, pointer authentication, flags
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

source_filename = "modern.ll"
target triple = "aarch64-linux-gnu"

@target = global target("spirv.Event") zeroinitializer
@signed = constant ptr ptrauth (ptr @callee, i32 2, i64 1234)
@plain_cfi = constant ptr no_cfi @callee
@large = global i32 0, code_model "large"
@guarded = global i32 0, no_sanitize_address, sanitize_memtag
@ranged = constant ptr getelementptr inbounds inrange(-8, 16) ([4 x i64], ptr @array, i64 0, i64 1)
@array = global [4 x i64] [i64 1, i64 2, i64 3, i64 4]
@resolver_target = ifunc i32 (i32), ptr @resolver

declare i32 @callee(i32 range(i32 -5, 100), ptr dead_on_unwind writable) memory(argmem: readwrite, inaccessiblemem: read)
declare void @fill(ptr initializes((0, 4), (8, 16)))
declare void @takes(float nofpclass(nan inf))
declare void @llvm.lifetime.end.p0(i64, ptr)

define ptr @resolver() {
  ret ptr @callee
}

define i64 @flags(i64 %a, i32 %b, ptr %p) presplitcoroutine {
  %1 = trunc nuw nsw i64 %a to i32
  %2 = or disjoint i32 %1, 7
  %3 = zext nneg i32 %2 to i64
  %4 = uitofp nneg i32 %b to double
  %5 = getelementptr nuw i8, ptr %p, i64 %3
  %6 = getelementptr inbounds nuw i32, ptr %5, i64 2
  %7 = getelementptr nusw i32, ptr %6, i64 %a
  %8 = atomicrmw uinc_wrap ptr %7, i32 %b syncscope("agent") monotonic
  %9 = atomicrmw udec_wrap ptr %7, i32 %8 seq_cst
  %10 = atomicrmw fmax ptr %p, double %4 acquire
  %11 = load i32, ptr %7, !noundef !0, !range !1
  %12 = add i32 %9, %11
  %13 = sext i32 %12 to i64
  %14 = call <4 x i32> @splat(<4 x i32> splat (i32 7))
  call void @fill(ptr %p)
  ret i64 %13
}

declare <4 x i32> @splat(<4 x i32>)

define i32 @branches(i32 %x) {
entry:
  callbr void asm sideeffect "# branch to ${1:l}", "r,!i"(i32 %x)
          to label %direct [label %indirect]

direct:
  ret i32 0

indirect:
  ret i32 1
}

define i32 @debugged(i32 %x) !dbg !10 {
entry:
    #dbg_value(i32 %x, !14, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !15)
  %slot = alloca i32, align 4, !DIAssignID !17
    #dbg_assign(i1 undef, !16, !DIExpression(), !17, ptr %slot, !DIExpression(), !15)
    #dbg_declare(ptr %slot, !16, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !15)
  store i32 %x, ptr %slot, align 4, !dbg !15, !DIAssignID !18
    #dbg_value(!DIArgList(i32 %x, ptr %slot), !14, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !15)
  %r = add i32 %x, 1, !dbg !19
    #dbg_label(!20, !19)
    #dbg_value(i32 poison, !14, !DIExpression(), !15)
  ret i32 %r, !dbg !19
}

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!4, !5}
!odd\20name\5C = !{!23}

!0 = !{}
!1 = !{i32 0, i32 10, i32 20, i32 -1}
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !6)
!3 = !DIFile(filename: "modern.c", directory: ".", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!4 = !{i32 2, !"Debug Info Version", i32 3}
!5 = !{i32 7, !"Dwarf Version", i32 5}
!6 = !{!7}
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression(DW_OP_constu, 42, DW_OP_stack_value))
!8 = distinct !DIGlobalVariable(name: "forty_two", scope: !2, file: !3, line: 1, type: !9, isLocal: true, isDefinition: true)
!9 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!10 = distinct !DISubprogram(name: "debugged", scope: !3, file: !3, line: 10, type: !11, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !13)
!11 = !DISubroutineType(types: !12)
!12 = !{!9, !9}
!13 = !{!14, !16, !20}
!14 = !DILocalVariable(name: "x", arg: 1, scope: !10, file: !3, line: 10, type: !9)
!15 = !DILocation(line: 10, column: 20, scope: !10)
!16 = !DILocalVariable(name: "slot", scope: !10, file: !3, line: 11, type: !21)
!17 = distinct !DIAssignID()
!18 = distinct !DIAssignID()
!19 = !DILocation(line: 12, column: 5, scope: !22)
!20 = !DILabel(scope: !10, name: "again", file: !3, line: 12)
!21 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !9, ptrAuthKey: 2, ptrAuthExtraDiscriminator: 1234)
!22 = distinct !DILexicalBlock(scope: !10, file: !3, line: 12, column: 3)
!23 = !DIObjCProperty(name: "shade", file: !3, line: 5, setter: "setShade:", getter: "getShade", attributes: 7, type: !9)
