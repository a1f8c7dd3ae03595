; ModuleID = 'corpora/small/thin-b.clang22.bc'
source_filename = "src/thin-b.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@shared_state = dso_local local_unnamed_addr global i32 1, align 4, !dbg !0
@read_only_a = external local_unnamed_addr constant i32, align 4
@history = internal unnamed_addr global [32 x i64] zeroinitializer, align 16, !dbg !8

; Function Attrs: nounwind uwtable
define dso_local i32 @from_b(i32 noundef %0) local_unnamed_addr #0 !dbg !26 {
    #dbg_value(i32 %0, !30, !DIExpression(), !31)
  tail call fastcc void @remember(i32 noundef %0), !dbg !32
  %2 = load i32, ptr @shared_state, align 4, !dbg !33, !tbaa !22
  %3 = xor i32 %2, %0, !dbg !34
  store i32 %3, ptr @shared_state, align 4, !dbg !35, !tbaa !22
  %4 = and i32 %0, 1, !dbg !36
  %5 = icmp eq i32 %4, 0, !dbg !37
  br i1 %5, label %9, label %6, !dbg !38

6:                                                ; preds = %1
  %7 = add nsw i32 %0, -1, !dbg !39
  %8 = tail call i32 @from_a(i32 noundef %7) #4, !dbg !40
  br label %11, !dbg !41

9:                                                ; preds = %1
  %10 = load i32, ptr @read_only_a, align 4, !dbg !42, !tbaa !22
  br label %11, !dbg !41

11:                                               ; preds = %9, %6
  %12 = phi i32 [ %8, %6 ], [ %10, %9 ], !dbg !43
  ret i32 %12, !dbg !44
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define internal fastcc void @remember(i32 noundef %0) unnamed_addr #1 !dbg !45 {
    #dbg_value(i32 %0, !49, !DIExpression(), !50)
  %2 = sext i32 %0 to i64, !dbg !51
  %3 = and i32 %0, 31, !dbg !52
  %4 = zext nneg i32 %3 to i64, !dbg !53
  %5 = getelementptr inbounds nuw i64, ptr @history, i64 %4, !dbg !53
  %6 = load i64, ptr %5, align 8, !dbg !54, !tbaa !55
  %7 = add nsw i64 %6, %2, !dbg !57
  store i64 %7, ptr %5, align 8, !dbg !58, !tbaa !55
  ret void, !dbg !59
}

declare !dbg !60 i32 @from_a(i32 noundef) local_unnamed_addr #2

; Function Attrs: cold mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable
define dso_local i32 @overridable(i32 noundef %0) local_unnamed_addr #3 !dbg !61 {
    #dbg_value(i32 %0, !63, !DIExpression(), !64)
  %2 = load i64, ptr @history, align 16, !dbg !65, !tbaa !55
  %3 = trunc i64 %2 to i32, !dbg !66
  %4 = add nsw i32 %0, %3, !dbg !67
  ret i32 %4, !dbg !68
}

attributes #0 = { nounwind uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind willreturn memory(readwrite, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { cold mustprogress nofree noinline norecurse nosync nounwind optsize willreturn memory(read, argmem: none, inaccessiblemem: none, target_mem0: none, target_mem1: none) uwtable "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!14, !15, !16, !17, !18, !19, !20}
!llvm.ident = !{!21}
!llvm.errno.tbaa = !{!22}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shared_state", scope: !2, file: !3, line: 8, type: !5, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "Debian clang version 22.1.8 (1~deb12u1)", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !4, globals: !7, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "src/thin-b.c", directory: ".", checksumkind: CSK_MD5, checksum: "c4441bbd85e814a479f3bab797b1da10")
!4 = !{!5, !6}
!5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!6 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!7 = !{!0, !8}
!8 = !DIGlobalVariableExpression(var: !9, expr: !DIExpression())
!9 = distinct !DIGlobalVariable(name: "history", scope: !2, file: !3, line: 9, type: !10, isLocal: true, isDefinition: true)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !11, size: 2048, elements: !12)
!11 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed)
!12 = !{!13}
!13 = !DISubrange(count: 32)
!14 = !{i32 7, !"Dwarf Version", i32 5}
!15 = !{i32 2, !"Debug Info Version", i32 3}
!16 = !{i32 1, !"wchar_size", i32 4}
!17 = !{i32 8, !"PIC Level", i32 2}
!18 = !{i32 7, !"PIE Level", i32 2}
!19 = !{i32 7, !"uwtable", i32 2}
!20 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
!21 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!22 = !{!23, !23, i64 0}
!23 = !{!"int", !24, i64 0}
!24 = !{!"omnipotent char", !25, i64 0}
!25 = !{!"Simple C/C++ TBAA"}
!26 = distinct !DISubprogram(name: "from_b", scope: !3, file: !3, line: 16, type: !27, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !29, keyInstructions: true)
!27 = !DISubroutineType(types: !28)
!28 = !{!5, !5}
!29 = !{!30}
!30 = !DILocalVariable(name: "x", arg: 1, scope: !26, file: !3, line: 16, type: !5)
!31 = !DILocation(line: 0, scope: !26)
!32 = !DILocation(line: 18, column: 5, scope: !26)
!33 = !DILocation(line: 19, column: 18, scope: !26)
!34 = !DILocation(line: 19, column: 18, scope: !26, atomGroup: 1, atomRank: 2)
!35 = !DILocation(line: 19, column: 18, scope: !26, atomGroup: 1, atomRank: 1)
!36 = !DILocation(line: 20, column: 14, scope: !26)
!37 = !DILocation(line: 20, column: 14, scope: !26, atomGroup: 3, atomRank: 2)
!38 = !DILocation(line: 20, column: 12, scope: !26, atomGroup: 3, atomRank: 1)
!39 = !DILocation(line: 20, column: 29, scope: !26)
!40 = !DILocation(line: 20, column: 20, scope: !26)
!41 = !DILocation(line: 20, column: 12, scope: !26)
!42 = !DILocation(line: 20, column: 36, scope: !26)
!43 = !DILocation(line: 20, column: 12, scope: !26, atomGroup: 2, atomRank: 2)
!44 = !DILocation(line: 20, column: 5, scope: !26, atomGroup: 2, atomRank: 1)
!45 = distinct !DISubprogram(name: "remember", scope: !3, file: !3, line: 11, type: !46, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !48, keyInstructions: true)
!46 = !DISubroutineType(types: !47)
!47 = !{null, !5}
!48 = !{!49}
!49 = !DILocalVariable(name: "x", arg: 1, scope: !45, file: !3, line: 11, type: !5)
!50 = !DILocation(line: 0, scope: !45)
!51 = !DILocation(line: 13, column: 34, scope: !45)
!52 = !DILocation(line: 13, column: 25, scope: !45)
!53 = !DILocation(line: 13, column: 5, scope: !45)
!54 = !DILocation(line: 13, column: 31, scope: !45)
!55 = !{!56, !56, i64 0}
!56 = !{!"long", !24, i64 0}
!57 = !DILocation(line: 13, column: 31, scope: !45, atomGroup: 1, atomRank: 2)
!58 = !DILocation(line: 13, column: 31, scope: !45, atomGroup: 1, atomRank: 1)
!59 = !DILocation(line: 14, column: 1, scope: !45, atomGroup: 2, atomRank: 1)
!60 = !DISubprogram(name: "from_a", scope: !3, file: !3, line: 6, type: !27, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!61 = distinct !DISubprogram(name: "overridable", scope: !3, file: !3, line: 23, type: !27, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !62, keyInstructions: true)
!62 = !{!63}
!63 = !DILocalVariable(name: "x", arg: 1, scope: !61, file: !3, line: 23, type: !5)
!64 = !DILocation(line: 0, scope: !61)
!65 = !DILocation(line: 25, column: 21, scope: !61)
!66 = !DILocation(line: 25, column: 16, scope: !61)
!67 = !DILocation(line: 25, column: 14, scope: !61, atomGroup: 1, atomRank: 2)
!68 = !DILocation(line: 25, column: 5, scope: !61, atomGroup: 1, atomRank: 1)

^0 = module: (path: "corpora/small/thin-b.clang22.bc", hash: (2007006744, 237311774, 1281796631, 4023177767, 1372008412))
^1 = gv: (name: "remember", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 8, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), refs: (^7)))) ; guid = 7213584835987005298
^2 = gv: (name: "from_b", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 14, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 0, returnDoesNotAlias: 0, noInline: 0, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), calls: ((callee: ^1, tail: 1), (callee: ^4, tail: 1)), refs: (^3, readonly ^5)))) ; guid = 12116924015513601353
^3 = gv: (name: "shared_state", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 12660367405124208605
^4 = gv: (name: "from_a") ; guid = 13845370442847904609
^5 = gv: (name: "read_only_a") ; guid = 16536837093612655537
^6 = gv: (name: "overridable", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 4, funcFlags: (readNone: 0, readOnly: 1, noRecurse: 1, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0, noUnwind: 1, mayThrow: 0, hasUnknownCall: 0, mustBeUnreachable: 0), refs: (readonly ^7)))) ; guid = 16712048967507615517
^7 = gv: (name: "history", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 17779902117127729306
^8 = blockcount: 0
