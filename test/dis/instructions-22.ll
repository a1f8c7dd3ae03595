; flags, exceptions and debug records of LLVM 22
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define void @newflags(i32 %a, i64 %b, ptr %p, <2 x i64> %v, float %f, double %d) {
  %1 = or disjoint i32 %a, 1
  %2 = zext nneg i32 %a to i64
  %3 = uitofp nneg i32 %a to float
  %4 = trunc nuw i64 %b to i32
  %5 = trunc nsw i64 %b to i32
  %6 = trunc nuw nsw i64 %b to i32
  %7 = icmp samesign ult i32 %a, %1
  %8 = icmp samesign sgt <2 x i64> %v, zeroinitializer
  %9 = getelementptr inbounds i8, ptr %p, i64 %b
  %10 = getelementptr nusw i8, ptr %p, i64 %b
  %11 = getelementptr nuw i8, ptr %p, i64 %b
  %12 = getelementptr nusw nuw i8, ptr %p, i64 %b
  %13 = getelementptr inbounds nuw { i32, i32 }, ptr %p, i64 %b, i32 1
  %14 = getelementptr inbounds nusw i8, ptr %p, <2 x i64> %v
  %15 = atomicrmw uinc_wrap ptr %p, i32 1 seq_cst
  %16 = atomicrmw udec_wrap ptr %p, i32 1 seq_cst
  %17 = atomicrmw usub_cond ptr %p, i32 1 seq_cst
  %18 = atomicrmw usub_sat ptr %p, i32 1 seq_cst
  %19 = atomicrmw fmax ptr %p, float 1.0 seq_cst
  %20 = atomicrmw fmin ptr %p, float 1.0 seq_cst
  %21 = atomicrmw fmaximum ptr %p, float 1.0 seq_cst
  %22 = atomicrmw fminimum ptr %p, float 1.0 seq_cst
  %23 = atomicrmw fadd ptr %p, <2 x half> zeroinitializer seq_cst
  %24 = fptrunc fast double %d to float
  %25 = fpext nnan float %f to double
  %26 = ptrtoaddr ptr %p to i64
  %27 = fcmp nnan oeq float %f, 0x7FF8000000000000
  %28 = select nsz i1 %27, float %f, float 1.5
  %29 = call nnan float @llvm.fabs.f32(float %f)
  %30 = extractelement <2 x i64> splat (i64 1), i64 0
  %31 = shufflevector <2 x i64> %v, <2 x i64> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  %32 = shufflevector <2 x i64> %v, <2 x i64> poison, <4 x i32> <i32 1, i32 poison, i32 undef, i32 0>
  %33 = load atomic ptr, ptr %p monotonic, align 8
  %34 = atomicrmw xchg ptr %p, ptr null syncscope("agent-one-as") seq_cst, align 16, !amdgpu.no.fine.grained.memory !0
  ret void
}
declare float @llvm.fabs.f32(float)

define i32 @callbr(i32 %x) {
entry:
  callbr void asm sideeffect "", "r,!i,!i"(i32 %x) to label %a [label %b, label %c]
a:
  %r = callbr i32 asm "", "=r,!i"() to label %b [label %d]
b:
  ret i32 0
c:
  callbr void asm "", ""() #0 to label %d []
d:
  ret i32 1
}

declare i32 @__CxxFrameHandler3(...)
declare void @f(i32)
define void @seh() personality ptr @__CxxFrameHandler3 {
entry:
  invoke void @f(i32 1) to label %cont unwind label %dispatch
cont:
  ret void
dispatch:
  %cs = catchswitch within none [label %h1, label %h2] unwind to caller
h1:
  %cp = catchpad within %cs [ptr null, i32 64, ptr null]
  call void @f(i32 2) [ "funclet"(token %cp) ]
  catchret from %cp to label %cont
h2:
  %0 = catchpad within %cs []
  invoke void @f(i32 3) [ "funclet"(token %0) ] to label %x unwind label %cl
x:
  catchret from %0 to label %cont
cl:
  %1 = cleanuppad within %0 [i32 7, ptr null]

  cleanupret from %1 unwind to caller
}
define void @seh2() personality ptr @__CxxFrameHandler3 {
  invoke void @f(i32 1) to label %cont unwind label %dispatch
cont:
  ret void
dispatch:
  %1 = catchswitch within none [label %h1] unwind label %out
h1:
  %2 = catchpad within %1 [ptr null]
  catchret from %2 to label %cont
out:
  %3 = cleanuppad within none []
  cleanupret from %3 unwind label %last
last:
  %4 = cleanuppad within none []
  cleanupret from %4 unwind to caller
}
define void @as(ptr addrspace(200) %fp) addrspace(200) {
  call addrspace(200) void %fp()
  ret void
}
define void @dbg(i32 %x) !dbg !7 {
    #dbg_value(i32 %x, !11, !DIExpression(), !13)
    #dbg_declare(ptr poison, !11, !DIExpression(DW_OP_deref), !13)
    #dbg_assign(i32 %x, !11, !DIExpression(), !14, ptr undef, !DIExpression(), !13)
    #dbg_value(!DIArgList(i32 %x, i32 1), !11, !DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value), !13)
    #dbg_label(!15, !13)
    #dbg_value(!16, !11, !DIExpression(), !13)
  %y = add i32 %x, 1, !dbg !13, !nosanitize !0
    #dbg_value(i32 %y, !11, !DIExpression(), !13)
    #dbg_declare_value(i32 %y, !11, !DIExpression(), !13)
  ret void, !dbg !13
}
attributes #0 = { nounwind }
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!0 = !{}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!7 = distinct !DISubprogram(name: "dbg", scope: !2, file: !2, line: 1, type: !8, unit: !1, spFlags: DISPFlagDefinition)
!8 = !DISubroutineType(types: !9)
!9 = !{null, !10}
!10 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!11 = !DILocalVariable(name: "x", arg: 1, scope: !7, file: !2, line: 1, type: !10)
!13 = !DILocation(line: 2, column: 3, scope: !7)
!14 = distinct !DIAssignID()
!15 = !DILabel(scope: !7, name: "lab", file: !2, line: 3)
!16 = !{}
!17 = !{i32 0, i32 7}
