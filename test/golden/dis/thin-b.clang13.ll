; ModuleID = 'corpora/small/thin-b.clang13.bc'
source_filename = "src/thin-b.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@shared_state = dso_local local_unnamed_addr global i32 1, align 4, !dbg !0
@read_only_a = external dso_local local_unnamed_addr constant i32, align 4
@history = internal unnamed_addr global [32 x i64] zeroinitializer, align 16, !dbg !9

; Function Attrs: nounwind uwtable
define dso_local i32 @from_b(i32 %0) local_unnamed_addr #0 !dbg !21 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !25, metadata !DIExpression()), !dbg !26
  tail call fastcc void @remember(i32 %0), !dbg !27
  %2 = load i32, i32* @shared_state, align 4, !dbg !28, !tbaa !29
  %3 = xor i32 %2, %0, !dbg !28
  store i32 %3, i32* @shared_state, align 4, !dbg !28, !tbaa !29
  %4 = and i32 %0, 1, !dbg !33
  %5 = icmp eq i32 %4, 0, !dbg !33
  br i1 %5, label %9, label %6, !dbg !34

6:                                                ; preds = %1
  %7 = add nsw i32 %0, -1, !dbg !35
  %8 = tail call i32 @from_a(i32 %7) #5, !dbg !36
  br label %11, !dbg !34

9:                                                ; preds = %1
  %10 = load i32, i32* @read_only_a, align 4, !dbg !37, !tbaa !29
  br label %11, !dbg !34

11:                                               ; preds = %9, %6
  %12 = phi i32 [ %8, %6 ], [ %10, %9 ], !dbg !34
  ret i32 %12, !dbg !38
}

; Function Attrs: mustprogress nofree noinline norecurse nosync nounwind uwtable willreturn
define internal fastcc void @remember(i32 %0) unnamed_addr #1 !dbg !39 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !43, metadata !DIExpression()), !dbg !44
  %2 = sext i32 %0 to i64, !dbg !45
  %3 = and i32 %0, 31, !dbg !46
  %4 = zext i32 %3 to i64, !dbg !47
  %5 = getelementptr inbounds [32 x i64], [32 x i64]* @history, i64 0, i64 %4, !dbg !47
  %6 = load i64, i64* %5, align 8, !dbg !48, !tbaa !49
  %7 = add nsw i64 %6, %2, !dbg !48
  store i64 %7, i64* %5, align 8, !dbg !48, !tbaa !49
  ret void, !dbg !51
}

declare !dbg !52 dso_local i32 @from_a(i32) local_unnamed_addr #2

; Function Attrs: cold mustprogress nofree noinline norecurse nosync nounwind optsize readonly uwtable willreturn
define dso_local i32 @overridable(i32 %0) local_unnamed_addr #3 !dbg !53 {
  call void @llvm.dbg.value(metadata i32 %0, metadata !55, metadata !DIExpression()), !dbg !56
  %2 = load i64, i64* getelementptr inbounds ([32 x i64], [32 x i64]* @history, i64 0, i64 0), align 16, !dbg !57, !tbaa !49
  %3 = trunc i64 %2 to i32, !dbg !58
  %4 = add nsw i32 %3, %0, !dbg !59
  ret i32 %4, !dbg !60
}

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare void @llvm.dbg.value(metadata, metadata, metadata) #4

attributes #0 = { nounwind uwtable "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #1 = { mustprogress nofree noinline norecurse nosync nounwind uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { "frame-pointer"="none" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #3 = { cold mustprogress nofree noinline norecurse nosync nounwind optsize readonly uwtable willreturn "frame-pointer"="none" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #4 = { nofree nosync nounwind readnone speculatable willreturn }
attributes #5 = { nounwind }

!llvm.dbg.cu = !{!2}
!llvm.module.flags = !{!15, !16, !17, !18, !19}
!llvm.ident = !{!20}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "shared_state", scope: !2, file: !3, line: 8, type: !6, isLocal: false, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C99, file: !3, producer: "Debian clang version 13.0.1-11+b2", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !4, retainedTypes: !5, globals: !8, splitDebugInlining: false, nameTableKind: None)
!3 = !DIFile(filename: "src/thin-b.c", directory: ".")
!4 = !{}
!5 = !{!6, !7}
!6 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!7 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
!8 = !{!0, !9}
!9 = !DIGlobalVariableExpression(var: !10, expr: !DIExpression())
!10 = distinct !DIGlobalVariable(name: "history", scope: !2, file: !3, line: 9, type: !11, isLocal: true, isDefinition: true)
!11 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 2048, elements: !13)
!12 = !DIBasicType(name: "long int", size: 64, encoding: DW_ATE_signed)
!13 = !{!14}
!14 = !DISubrange(count: 32)
!15 = !{i32 7, !"Dwarf Version", i32 4}
!16 = !{i32 2, !"Debug Info Version", i32 3}
!17 = !{i32 1, !"wchar_size", i32 4}
!18 = !{i32 7, !"uwtable", i32 1}
!19 = !{i32 1, !"EnableSplitLTOUnit", i32 0}
!20 = !{!"Debian clang version 13.0.1-11+b2"}
!21 = distinct !DISubprogram(name: "from_b", scope: !3, file: !3, line: 16, type: !22, scopeLine: 17, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !24)
!22 = !DISubroutineType(types: !23)
!23 = !{!6, !6}
!24 = !{!25}
!25 = !DILocalVariable(name: "x", arg: 1, scope: !21, file: !3, line: 16, type: !6)
!26 = !DILocation(line: 0, scope: !21)
!27 = !DILocation(line: 18, column: 5, scope: !21)
!28 = !DILocation(line: 19, column: 18, scope: !21)
!29 = !{!30, !30, i64 0}
!30 = !{!"int", !31, i64 0}
!31 = !{!"omnipotent char", !32, i64 0}
!32 = !{!"Simple C/C++ TBAA"}
!33 = !DILocation(line: 20, column: 14, scope: !21)
!34 = !DILocation(line: 20, column: 12, scope: !21)
!35 = !DILocation(line: 20, column: 29, scope: !21)
!36 = !DILocation(line: 20, column: 20, scope: !21)
!37 = !DILocation(line: 20, column: 36, scope: !21)
!38 = !DILocation(line: 20, column: 5, scope: !21)
!39 = distinct !DISubprogram(name: "remember", scope: !3, file: !3, line: 11, type: !40, scopeLine: 12, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !42)
!40 = !DISubroutineType(types: !41)
!41 = !{null, !6}
!42 = !{!43}
!43 = !DILocalVariable(name: "x", arg: 1, scope: !39, file: !3, line: 11, type: !6)
!44 = !DILocation(line: 0, scope: !39)
!45 = !DILocation(line: 13, column: 34, scope: !39)
!46 = !DILocation(line: 13, column: 25, scope: !39)
!47 = !DILocation(line: 13, column: 5, scope: !39)
!48 = !DILocation(line: 13, column: 31, scope: !39)
!49 = !{!50, !50, i64 0}
!50 = !{!"long", !31, i64 0}
!51 = !DILocation(line: 14, column: 1, scope: !39)
!52 = !DISubprogram(name: "from_a", scope: !3, file: !3, line: 6, type: !22, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized, retainedNodes: !4)
!53 = distinct !DISubprogram(name: "overridable", scope: !3, file: !3, line: 23, type: !22, scopeLine: 24, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !2, retainedNodes: !54)
!54 = !{!55}
!55 = !DILocalVariable(name: "x", arg: 1, scope: !53, file: !3, line: 23, type: !6)
!56 = !DILocation(line: 0, scope: !53)
!57 = !DILocation(line: 25, column: 21, scope: !53)
!58 = !DILocation(line: 25, column: 16, scope: !53)
!59 = !DILocation(line: 25, column: 14, scope: !53)
!60 = !DILocation(line: 25, column: 5, scope: !53)

^0 = module: (path: "corpora/small/thin-b.clang13.bc", hash: (4114194023, 3685348707, 248159587, 525453039, 1957350330))
^1 = gv: (name: "history", summaries: (variable: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 2120307962962078937
^2 = gv: (name: "llvm.dbg.value") ; guid = 7457163675545648777
^3 = gv: (name: "from_b", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), insts: 14, calls: ((callee: ^5), (callee: ^6)), refs: (^4, readonly ^7)))) ; guid = 12116924015513601353
^4 = gv: (name: "shared_state", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), varFlags: (readonly: 1, writeonly: 1, constant: 0)))) ; guid = 12660367405124208605
^5 = gv: (name: "remember", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), insts: 8, funcFlags: (readNone: 0, readOnly: 0, noRecurse: 1, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0), refs: (^1)))) ; guid = 13431927151397813469
^6 = gv: (name: "from_a") ; guid = 13845370442847904609
^7 = gv: (name: "read_only_a") ; guid = 16536837093612655537
^8 = gv: (name: "overridable", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0), insts: 4, funcFlags: (readNone: 0, readOnly: 1, noRecurse: 1, returnDoesNotAlias: 0, noInline: 1, alwaysInline: 0), refs: (readonly ^1)))) ; guid = 16712048967507615517
^9 = blockcount: 6
