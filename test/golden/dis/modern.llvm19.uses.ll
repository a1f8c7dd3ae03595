; ModuleID = 'corpora/small/modern.llvm19.bc'
source_filename = "modern.ll"
target triple = "aarch64-linux-gnu"

@target = global target("spirv.Event") zeroinitializer ; [#uses=0 type=ptr]
@signed = constant ptr ptrauth (ptr @callee, i32 2, i64 1234) ; [#uses=0 type=ptr]
@plain_cfi = constant ptr no_cfi @callee          ; [#uses=0 type=ptr]
@large = global i32 0, code_model "large"         ; [#uses=0 type=ptr]
@guarded = global i32 0, no_sanitize_address, sanitize_memtag ; [#uses=0 type=ptr]
@ranged = constant ptr getelementptr inbounds inrange(-8, 16) ([4 x i64], ptr @array, i64 0, i64 1) ; [#uses=0 type=ptr]
@array = global [4 x i64] [i64 1, i64 2, i64 3, i64 4] ; [#uses=1 type=ptr]

@resolver_target = ifunc i32 (i32), ptr @resolver ; [#uses=0 type=ptr]

; [#uses=3]
; Function Attrs: memory(argmem: readwrite, inaccessiblemem: read)
declare i32 @callee(i32 range(i32 -5, 100), ptr dead_on_unwind writable) #0

; [#uses=1]
declare void @fill(ptr initializes((0, 4), (8, 16)))

; [#uses=0]
declare void @takes(float nofpclass(nan inf))

; [#uses=0]
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #1

; [#uses=1]
define ptr @resolver() {
  ret ptr @callee
}

; [#uses=0]
; Function Attrs: presplitcoroutine
define i64 @flags(i64 %a, i32 %b, ptr %p) #2 {
  %1 = trunc nuw nsw i64 %a to i32                ; [#uses=1 type=i32]
  %2 = or disjoint i32 %1, 7                      ; [#uses=1 type=i32]
  %3 = zext nneg i32 %2 to i64                    ; [#uses=1 type=i64]
  %4 = uitofp nneg i32 %b to double               ; [#uses=1 type=double]
  %5 = getelementptr nuw i8, ptr %p, i64 %3       ; [#uses=1 type=ptr]
  %6 = getelementptr inbounds nuw i32, ptr %5, i64 2 ; [#uses=1 type=ptr]
  %7 = getelementptr nusw i32, ptr %6, i64 %a     ; [#uses=3 type=ptr]
  %8 = atomicrmw uinc_wrap ptr %7, i32 %b syncscope("agent") monotonic, align 4 ; [#uses=1 type=i32]
  %9 = atomicrmw udec_wrap ptr %7, i32 %8 seq_cst, align 4 ; [#uses=1 type=i32]
  %10 = atomicrmw fmax ptr %p, double %4 acquire, align 8 ; [#uses=0 type=double]
  %11 = load i32, ptr %7, align 4, !range !9, !noundef !10 ; [#uses=1 type=i32]
  %12 = add i32 %9, %11                           ; [#uses=1 type=i32]
  %13 = sext i32 %12 to i64                       ; [#uses=1 type=i64]
  %14 = call <4 x i32> @splat(<4 x i32> <i32 7, i32 7, i32 7, i32 7>) ; [#uses=0 type=<4 x i32>]
  call void @fill(ptr %p)
  ret i64 %13
}

; [#uses=1]
declare <4 x i32> @splat(<4 x i32>)

; [#uses=0]
define i32 @branches(i32 %x) {
entry:
  callbr void asm sideeffect "# branch to ${1:l}", "r,!i"(i32 %x)
          to label %direct [label %indirect]

direct:                                           ; preds = %entry
  ret i32 0

indirect:                                         ; preds = %entry
  ret i32 1
}

; [#uses=0]
define i32 @debugged(i32 %x) !dbg !11 {
entry:
    #dbg_value(i32 %x, !15, !DIExpression(DW_OP_plus_uconst, 3, DW_OP_stack_value), !19)
  %slot = alloca i32, align 4, !DIAssignID !20    ; [#uses=1 type=ptr]
    #dbg_assign(i1 undef, !16, !DIExpression(), !20, ptr %slot, !DIExpression(), !19)
    #dbg_declare(ptr %slot, !16, !DIExpression(DW_OP_LLVM_fragment, 0, 16), !19)
  store i32 %x, ptr %slot, align 4, !dbg !19, !DIAssignID !21 ; [debug line = 10:20]
    #dbg_value(!DIArgList(i32 %x, ptr %slot), !15, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus), !19)
  %r = add i32 %x, 1, !dbg !22                    ; [#uses=1 type=i32] [debug line = 12:5]
    #dbg_label(!18, !22)
    #dbg_value(i32 poison, !15, !DIExpression(), !19)
  ret i32 %r, !dbg !22                            ; [debug line = 12:5]
}

attributes #0 = { memory(argmem: readwrite, inaccessiblemem: read) }
attributes #1 = { nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { presplitcoroutine }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!6, !7}
!odd\20name\5C = !{!8}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, producer: "by hand", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "modern.c", directory: ".", checksumkind: CSK_MD5, checksum: "000102030405060708090a0b0c0d0e0f")
!2 = !{!3}
!3 = !DIGlobalVariableExpression(var: !4, expr: !DIExpression(DW_OP_constu, 42, DW_OP_stack_value))
!4 = distinct !DIGlobalVariable(name: "forty_two", scope: !0, file: !1, line: 1, type: !5, isLocal: true, isDefinition: true)
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !{i32 2, !"Debug Info Version", i32 3}
!7 = !{i32 7, !"Dwarf Version", i32 5}
!8 = !DIObjCProperty(name: "shade", file: !1, line: 5, setter: "setShade:", getter: "getShade", attributes: 7, type: !5)
!9 = !{i32 0, i32 10, i32 20, i32 -1}
!10 = !{}
!11 = distinct !DISubprogram(name: "debugged", scope: !1, file: !1, line: 10, type: !12, scopeLine: 10, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !0, retainedNodes: !14)
!12 = !DISubroutineType(types: !13)
!13 = !{!5, !5}
!14 = !{!15, !16, !18}
!15 = !DILocalVariable(name: "x", arg: 1, scope: !11, file: !1, line: 10, type: !5)
!16 = !DILocalVariable(name: "slot", scope: !11, file: !1, line: 11, type: !17)
!17 = !DIDerivedType(tag: DW_TAG_LLVM_ptrauth_type, baseType: !5, ptrAuthKey: 2, ptrAuthIsAddressDiscriminated: false, ptrAuthExtraDiscriminator: 1234, ptrAuthIsaPointer: false, ptrAuthAuthenticatesNullValues: false)
!18 = !DILabel(scope: !11, name: "again", file: !1, line: 12)
!19 = !DILocation(line: 10, column: 20, scope: !11)
!20 = distinct !DIAssignID()
!21 = distinct !DIAssignID()
!22 = !DILocation(line: 12, column: 5, scope: !23)
!23 = distinct !DILexicalBlock(scope: !11, file: !1, line: 12, column: 3)
