; memory.ll - alloca, load, store, getelementptr, atomics, fences
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; alloca
%t = type { i32, double }
define void @f(i32 %n, i64 %m) {
  %1 = alloca i32, align 4
  %2 = alloca i32
  %3 = alloca %t, align 16
  %4 = alloca i8, i32 %n, align 1
  %5 = alloca i8, i64 %m, align 32
  %6 = alloca [4 x i8], i32 10, align 1
  %7 = alloca i32, i64 1, align 4
  %8 = alloca i32, i8 1, align 4
[14-]  %9 = alloca i64, align 4294967296
  %last = alloca <4 x ptr<i8>>, align 8
  ret void
}

;;; alloca_inalloca
declare void @g(ptr<i32> inalloca(i32))
define void @f() {
  %1 = alloca inalloca i32, align 4
  call void @g(ptr<i32> inalloca(i32) %1)
  ret void
}

;;; alloca_swifterror
declare void @g(ptr<ptr<i8>> swifterror)
define void @f() {
  %1 = alloca swifterror ptr<i8>, align 8
  call void @g(ptr<ptr<i8>> swifterror %1)
  ret void
}

;;; alloca_addrspace
target datalayout = "A5"
define void @f() {
  %1 = alloca i32, align 4, addrspace(5)
  %2 = alloca i32, i32 3, align 8, addrspace(5)
  store i32 0, ptr5<i32> %1, align 4
  ret void
}

;;; load_store
define i32 @f(ptr<i32> %p, ptr3<i32> %s, ptr<double> %d) {
  %1 = load i32, ptr<i32> %p
  %2 = load i32, ptr<i32> %p, align 1
  %3 = load volatile i32, ptr<i32> %p, align 4
  %4 = load i32, ptr3<i32> %s, align 256
  %5 = load double, ptr<double> %d, align 8
  store i32 %1, ptr<i32> %p
  store i32 -1, ptr<i32> %p, align 2
  store volatile i32 %2, ptr<i32> %p, align 4
  store double 0.0, ptr<double> %d, align 8
  store double %5, ptr<double> null, align 8
  store i32 undef, ptr3<i32> null, align 4
  ret i32 %1
}

;;; load_store_atomic
define void @f(ptr<i32> %p, ptr<ptr<i8>> %pp, ptr<float> %x) {
  %1 = load atomic i32, ptr<i32> %p unordered, align 4
  %2 = load atomic i32, ptr<i32> %p monotonic, align 4
  %3 = load atomic i32, ptr<i32> %p acquire, align 4
  %4 = load atomic i32, ptr<i32> %p seq_cst, align 4
  %5 = load atomic volatile i32, ptr<i32> %p syncscope("singlethread") acquire, align 4
  %6 = load atomic i32, ptr<i32> %p syncscope("agent") seq_cst, align 8
  %7 = load atomic ptr<i8>, ptr<ptr<i8>> %pp seq_cst, align 8
  %8 = load atomic float, ptr<float> %x unordered, align 4
  store atomic i32 %1, ptr<i32> %p unordered, align 4
  store atomic i32 %1, ptr<i32> %p monotonic, align 4
  store atomic i32 %1, ptr<i32> %p release, align 4
  store atomic i32 %1, ptr<i32> %p seq_cst, align 4
  store atomic volatile i32 0, ptr<i32> %p syncscope("singlethread") release, align 4
  store atomic i32 0, ptr<i32> %p syncscope("odd \22scope\22\\") release, align 4
  store atomic float %8, ptr<float> %x monotonic, align 4
  ret void
}

;;; cmpxchg
define void @f(ptr<i32> %p, ptr<ptr<i8>> %pp, ptr<i8> %n) {
  %1 = cmpxchg ptr<i32> %p, i32 0, i32 1 monotonic monotonic, align 4
  %2 = cmpxchg ptr<i32> %p, i32 0, i32 1 acquire monotonic
  %3 = cmpxchg ptr<i32> %p, i32 0, i32 1 release monotonic, align 4
  %4 = cmpxchg ptr<i32> %p, i32 0, i32 1 acq_rel acquire, align 4
  %5 = cmpxchg weak ptr<i32> %p, i32 0, i32 1 seq_cst seq_cst, align 4
  %6 = cmpxchg volatile ptr<i32> %p, i32 0, i32 1 seq_cst acquire, align 4
  %7 = cmpxchg weak volatile ptr<i32> %p, i32 0, i32 1 syncscope("singlethread") seq_cst monotonic, align 16
  %8 = cmpxchg ptr<ptr<i8>> %pp, ptr<i8> %n, ptr<i8> null syncscope("workgroup") acq_rel monotonic, align 8
  %9 = extractvalue { i32, i1 } %7, 1
  ret void
}

;;; cmpxchg_stronger_failure
define void @f(ptr<i32> %p) {
  %1 = cmpxchg ptr<i32> %p, i32 0, i32 1 monotonic acquire, align 4
  %2 = cmpxchg ptr<i32> %p, i32 0, i32 1 release seq_cst, align 4
  %3 = cmpxchg ptr<i32> %p, i32 0, i32 1 acquire seq_cst, align 4
  ret void
}

;;; atomicrmw
define void @f(ptr<i32> %p, i32 %v, ptr<float> %x) {
  %1 = atomicrmw xchg ptr<i32> %p, i32 %v monotonic, align 4
  %2 = atomicrmw add ptr<i32> %p, i32 %v acquire, align 4
  %3 = atomicrmw sub ptr<i32> %p, i32 %v release, align 4
  %4 = atomicrmw and ptr<i32> %p, i32 %v acq_rel, align 4
  %5 = atomicrmw nand ptr<i32> %p, i32 %v seq_cst
  %6 = atomicrmw or ptr<i32> %p, i32 %v seq_cst, align 8
  %7 = atomicrmw xor ptr<i32> %p, i32 1 seq_cst, align 4
  %8 = atomicrmw max ptr<i32> %p, i32 %v seq_cst, align 4
  %9 = atomicrmw min ptr<i32> %p, i32 %v seq_cst, align 4
  %10 = atomicrmw umax ptr<i32> %p, i32 %v seq_cst, align 4
  %11 = atomicrmw umin ptr<i32> %p, i32 %v seq_cst, align 4
  %12 = atomicrmw fadd ptr<float> %x, float 1.0 seq_cst, align 4
  %13 = atomicrmw fsub ptr<float> %x, float 1.0 seq_cst, align 4
  %14 = atomicrmw xchg ptr<float> %x, float 1.0 seq_cst, align 4
  %15 = atomicrmw volatile add ptr<i32> %p, i32 1 syncscope("singlethread") monotonic, align 4
  %16 = atomicrmw add ptr<i32> %p, i32 1 syncscope("agent-one-as") acq_rel, align 4
[15-]  %17 = atomicrmw fmax ptr<float> %x, float 1.0 seq_cst, align 4
[15-]  %18 = atomicrmw fmin ptr<float> %x, float 1.0 seq_cst, align 4
[16-]  %19 = atomicrmw uinc_wrap ptr<i32> %p, i32 8 seq_cst, align 4
[16-]  %20 = atomicrmw udec_wrap ptr<i32> %p, i32 8 seq_cst, align 4
[22]  %21 = atomicrmw usub_cond ptr<i32> %p, i32 8 seq_cst, align 4
[22]  %22 = atomicrmw usub_sat ptr<i32> %p, i32 8 seq_cst, align 4
[22]  %23 = atomicrmw fmaximum ptr<float> %x, float 1.0 seq_cst, align 4
[22]  %24 = atomicrmw fminimum ptr<float> %x, float 1.0 seq_cst, align 4
  ret void
}

;;; atomicrmw_pointer 15-
define ptr @f(ptr %pp, ptr %v) {
  %1 = atomicrmw xchg ptr %pp, ptr %v seq_cst, align 8
  %2 = atomicrmw xchg ptr %pp, ptr null seq_cst, align 8
  %3 = atomicrmw xchg ptr %pp, ptr @f monotonic, align 8
  ret ptr %1
}

;;; atomicrmw_vector 19-
define void @f(ptr %p, <2 x half> %v) {
  %1 = atomicrmw fadd ptr %p, <2 x half> %v seq_cst, align 4
  %2 = atomicrmw fadd ptr %p, <2 x half> <half 1.0, half 2.0> syncscope("agent") monotonic, align 4
  ret void
}

;;; fence
define void @f() {
  fence acquire
  fence release
  fence acq_rel
  fence seq_cst
  fence syncscope("singlethread") acquire
  fence syncscope("agent") seq_cst
  ret void
}

;;; sync_scopes
define void @f() {
  fence syncscope("") release
  fence syncscope("wavefront") release
  fence syncscope("a") release
  fence syncscope("a b") release
  fence syncscope("\00\01\7f\80\ff") release
  ret void
}

;;; getelementptr
%s = type { i32, [4 x i16], %t }
%t = type { double, i8 }
define void @f(ptr<%s> %p, i64 %i, i32 %j, ptr3<i32> %q) {
  %1 = getelementptr %s, ptr<%s> %p, i64 %i
  %2 = getelementptr inbounds %s, ptr<%s> %p, i64 0, i32 1, i64 %i
  %3 = getelementptr inbounds %s, ptr<%s> %p, i32 -1, i32 2, i32 0
  %4 = getelementptr i32, ptr3<i32> %q, i16 4
  %5 = getelementptr inbounds i32, ptr3<i32> %q, i32 %j
  %6 = getelementptr %s, ptr<%s> null, i64 %i, i32 0
  %7 = getelementptr i8, ptr<i8> undef, i64 %i
  ret void
}

;;; getelementptr_flags 19-
define void @f(ptr %p, i64 %i) {
  %1 = getelementptr i8, ptr %p, i64 %i
  %2 = getelementptr inbounds i8, ptr %p, i64 %i
  %3 = getelementptr nusw i8, ptr %p, i64 %i
  %4 = getelementptr nuw i8, ptr %p, i64 %i
  %5 = getelementptr nusw nuw i8, ptr %p, i64 %i
  %6 = getelementptr inbounds nuw i8, ptr %p, i64 %i
  ret void
}

;;; getelementptr_vector
define void @f(<4 x ptr<i32>> %v, ptr<i32> %p, <4 x i64> %i) {
  %1 = getelementptr i32, <4 x ptr<i32>> %v, <4 x i64> %i
  %2 = getelementptr i32, ptr<i32> %p, <4 x i64> %i
  %3 = getelementptr inbounds i32, <4 x ptr<i32>> %v, i64 3
  %4 = getelementptr i32, <4 x ptr<i32>> %v, <4 x i64> <i64 1, i64 2, i64 3, i64 4>
  %5 = getelementptr i32, <4 x ptr<i32>> %v, <4 x i32> <i32 7, i32 7, i32 7, i32 7>
  ret void
}

;;; va_arg
define i32 @f(ptr<i8> %list) {
  %1 = va_arg ptr<i8> %list, i32
  %2 = va_arg ptr<i8> %list, { i32, double }
  %3 = va_arg ptr<i8> %list, ptr<i8>
  ret i32 %1
}

;;; attachments_of_loads
define i32 @f(ptr<i32> %p, ptr<ptr<i32>> %q) {
  %1 = load i32, ptr<i32> %p, align 4, !range !0, !tbaa !1, !alias.scope !5, !noalias !5
  %2 = load ptr<i32>, ptr<ptr<i32>> %q, align 8, !nonnull !4, !dereferenceable !8, !align !8, !invariant.load !4
  %3 = load ptr<i32>, ptr<ptr<i32>> %q, align 8, !dereferenceable_or_null !8, !invariant.group !4
  store i32 %1, ptr<i32> %2, align 4, !nontemporal !9, !tbaa !1, !mykind !4
  %4 = load i32, ptr<i32> %3, align 4, !llvm.access.group !10
  ret i32 %4
}
!0 = !{i32 0, i32 2, i32 5, i32 -1}
!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
!4 = !{}
!5 = !{!6}
!6 = distinct !{!6, !7, !"scope"}
!7 = distinct !{!7, !"domain"}
!8 = !{i64 16}
!9 = !{i32 1}
!10 = distinct !{}
