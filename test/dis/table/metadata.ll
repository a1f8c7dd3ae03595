; metadata.ll - nodes, strings, values as metadata, named metadata, attachments, module flags, and their numbers
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; nodes
!n = !{!0, !1, !2, !3, !4, !5, !6}
!0 = !{}
!1 = !{!"string"}
!2 = !{null}
!3 = !{!0, !1, null, !"a", i32 1}
!4 = distinct !{}
!5 = distinct !{!5, !4}
!6 = !{!{!"inline", !{}}, !"x"}

;;; strings
!n = !{!0}
!0 = !{!"", !"quote \22", !"back \\ slash", !"\00\01\7f\80\ff", !"é", !"new\0Aline\09", !"!{}"}

;;; values
%s = type { i32, i8 }
@g = global i32 0
!n = !{!0}
!0 = !{i1 true, i32 -5, i64 9223372036854775807, float 1.0, double 0x7FF8000000000000, ptr<i32> @g, ptr<i8> null, ptr<void ()> @f, [2 x i8] c"ab", <2 x i32> <i32 1, i32 2>, %s { i32 1, i8 2 }, { i8 } zeroinitializer, i32 undef, half 0xH3C00, ptr<i32> getelementptr (i32, ptr<i32> @g, i64 1)}
define void @f() {
  ret void
}

;;; named
!a = !{}
!b.c-d_e$ = !{!0}
!llvm.module.flags = !{!1}
!\31 = !{!0}
!\22q = !{!0, !0}
!x\20y = !{!0}
!back\5cslash = !{!0}
!0 = !{}
!1 = !{i32 1, !"wchar_size", i32 4}

;;; module_flags
!llvm.module.flags = !{!0, !1, !2, !3, !4, !5, !6}
!llvm.ident = !{!9}
!llvm.linker.options = !{!10}
!llvm.dependent-libraries = !{!11}
!llvm.commandline = !{!12}
!0 = !{i32 1, !"error", i32 1}
!1 = !{i32 2, !"warning", i32 2}
!2 = !{i32 3, !"require", !7}
!3 = !{i32 4, !"override", i32 3}
!4 = !{i32 5, !"append", !8}
!5 = !{i32 6, !"appendunique", !8}
!6 = !{i32 7, !"max", i32 4}
!7 = !{!"error", i32 1}
!8 = !{!"a", !"b"}
!9 = !{!"me"}
!10 = !{!"-l", !"x"}
!11 = !{!"lib"}
!12 = !{!"clang -c"}

;;; order_of_numbers
@g = global i32 0, !a !9
define void @f() !b !7 {
  ret void, !c !5
}
!n = !{!8, !3}
!0 = !{!1, !2}
!1 = !{i32 1}
!2 = !{i32 2}
!3 = !{!4, !0}
!4 = !{i32 4, !1}
!5 = !{i32 5, !6}
!6 = !{i32 6, !9}
!7 = !{i32 7}
!8 = !{i32 8}
!9 = !{i32 9, !10}
!10 = distinct !{!10, !9}

;;; order_with_several_attachments
@g = global i32 0, !zz !0, !aa !1, !dbg !20
@h = global i32 0, !aa !2, !zz !3
define void @f() !zz !4 !aa !5 {
  %1 = alloca i32, !zz !6, !aa !7
  ret void, !aa !8, !zz !9
}
declare !zz !10 void @d()
!n = !{!11}
!0 = !{i32 0}
!1 = !{i32 1}
!2 = !{i32 2}
!3 = !{i32 3}
!4 = !{i32 4}
!5 = !{i32 5}
!6 = !{i32 6}
!7 = !{i32 7}
!8 = !{i32 8}
!9 = !{i32 9}
!10 = !{i32 10}
!11 = !{i32 11}
!20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())
!21 = distinct !DIGlobalVariable(name: "g", scope: null, isLocal: false, isDefinition: true)

;;; cycles
!n = !{!0, !3}
!0 = distinct !{!0}
!1 = distinct !{!2}
!2 = distinct !{!1}
!3 = !{!1, !4}
!4 = distinct !{!4, !3, !5}
!5 = !{!4}

;;; metadata_as_value
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.experimental.noalias.scope.decl(metadata)
declare i64 @llvm.read_register.i64(metadata)
@g = global i32 0
define void @f(i32 %a, ptr<i8> %p) {
  %1 = call i64 @llvm.read_register.i64(metadata !0)
  call void @llvm.experimental.noalias.scope.decl(metadata !1)
  ret void
}
!0 = !{!"sp\00"}
!1 = !{!2}
!2 = distinct !{!2, !3, !"s"}
!3 = distinct !{!3}

;;; metadata_as_value_unknown -19
declare void @llvm.thing(metadata, metadata, metadata)
@g = global i32 0
define void @f(i32 %a, ptr<i8> %p) {
  call void @llvm.thing(metadata i32 %a, metadata ptr<i8> %p, metadata i32 7)
  call void @llvm.thing(metadata !0, metadata !"text", metadata !{})
  call void @llvm.thing(metadata ptr<i32> @g, metadata <2 x i8> <i8 1, i8 2>, metadata !{i32 1})
  call void @llvm.thing(metadata i32 undef, metadata ptr<void (i32, ptr<i8>)> @f, metadata !DIExpression())
  %x = add i32 %a, 1
  call void @llvm.thing(metadata i32 %x, metadata !0, metadata ptr<i8> null)
  ret void
}
!0 = !{i32 5}

;;; arg_lists -19
declare void @llvm.dbg.value(metadata, metadata, metadata)
declare void @llvm.thing(metadata)
define void @f(i32 %a, ptr<i8> %p) !dbg !4 {
  call void @llvm.thing(metadata !DIArgList(i32 %a))
  call void @llvm.thing(metadata !DIArgList(i32 %a, i32 5, ptr<i8> %p, i32 undef))
  call void @llvm.thing(metadata !DIArgList())
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a", directory: "b")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(name: "f", file: !1, unit: !0, spFlags: DISPFlagDefinition)

;;; kinds_of_the_front_ends
define i32 @f(ptr<i32> %p, i1 %c, float %x) {
  %1 = load i32, ptr<i32> %p, align 4, !tbaa !0, !range !3, !noundef !4
  %2 = fadd float %x, %x, !fpmath !5
  br i1 %c, label %a, label %b, !prof !6, !make.implicit !4
a:
  %3 = call i32 @f(ptr<i32> %p, i1 %c, float %2), !srcloc !7, !heapallocsite !4, !annotation !8, !nosanitize !4
  br label %b, !llvm.loop !9, !irr_loop !10
b:
  %4 = phi i32 [ %1, %0 ], [ %3, %a ], !custom.kind-x_y !4
  ret i32 %4
}
!0 = !{!1, !1, i64 0}
!1 = !{!"int", !2}
!2 = !{!"root"}
!3 = !{i32 0, i32 10}
!4 = !{}
!5 = !{float 2.5}
!6 = !{!"branch_weights", i32 1, i32 2}
!7 = !{i64 1234567890123}
!8 = !{!"auto-init"}
!9 = distinct !{!9, !11}
!10 = !{!"loop_header_weight", i64 100}
!11 = !{!"llvm.loop.unroll.disable"}

;;; odd_names_of_kinds
define void @f() !a.b !0 !\22q !0 !x\20y !0 {
  ret void, !\31st !0, !back\5cslash !0
}
[19-] @g = global i32 0, !\c3\a9 !0
!0 = !{}

;;; tbaa_struct_and_callback
define void @f(ptr<i8> %p) !callback_like !3 {
  call void @llvm.memcpy.p0i8.p0i8.i64(ptr<i8> %p, ptr<i8> %p, i64 8, i1 false), !tbaa.struct !0
  ret void
}
declare void @llvm.memcpy.p0i8.p0i8.i64(ptr<i8>, ptr<i8>, i64, i1)
declare !callback !4 i32 @fork(ptr<i8>, ...)
!0 = !{i64 0, i64 4, !1, i64 4, i64 4, !1}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3}
!3 = !{!"root"}
!4 = !{!5}
!5 = !{i64 0, i64 -1, i1 true}

;;; memprof 16-
define ptr @f() {
  %1 = call ptr @g(), !memprof !0, !callsite !5
  ret ptr %1
}
declare ptr @g()
!0 = !{!1, !3}
!1 = !{!2, !"cold"}
!2 = !{i64 123, i64 -456}
!3 = !{!4, !"notcold"}
!4 = !{i64 123, i64 789}
!5 = !{i64 123}

;;; many_nodes_and_unused
!used = !{!2}
!0 = !{!"unused"}
!1 = !{!"used by unused"}
!2 = !{!3, !3}
!3 = !{!"used"}

;;; function_local_nodes
define void @f() {
  %1 = add i32 1, 2, !x !0
  ret void
}
define void @g() {
  %1 = add i32 1, 2, !x !1, !y !2
  ret void, !z !3
}
!0 = !{!"only in f"}
!1 = !{!"only in g", !4}
!2 = distinct !{!2, !"only in g, too"}
!3 = !{!0}
!4 = !{!"deeper"}

;;; values_of_functions_in_nodes
define void @f() !x !0 {
  ret void
}
!n = !{!0}
!0 = !{ptr<void ()> @f, ptr<void ()> @later, ptr<i32> @v}
declare void @later()
@v = external global i32

;;; function_local_node_of_definitions
define i32 @caller(ptr<i32 (i32)> %callee) {
  %1 = call i32 %callee(i32 1), !callees !0
  ret i32 %1
}
define internal i32 @one(i32 %named) {
  ret i32 %named
}
define internal i32 @two(i32 %0) {
  ret i32 2
}
!0 = !{ptr<i32 (i32)> @one, ptr<i32 (i32)> @two}
