; arithmetic.ll - unary and binary instructions, comparisons, casts, and their flags
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; integer_binary
define i32 @f(i32 %a, i32 %b) {
  %x1 = add i32 %a, %b
  %x2 = sub i32 %x1, %b
  %x3 = mul i32 %x2, -7
  %x4 = udiv i32 %x3, 3
  %x5 = sdiv i32 %x4, %a
  %x6 = urem i32 %x5, %b
  %x7 = srem i32 %x6, %b
  %x8 = shl i32 %x7, 1
  %x9 = lshr i32 %x8, 2
  %x10 = ashr i32 %x9, 3
  %x11 = and i32 %x10, 255
  %x12 = or i32 %x11, %b
  %x13 = xor i32 %x12, -1
  ret i32 %x13
}

;;; wrap_flags
define i8 @f(i8 %a, i8 %b) {
  %1 = add nuw i8 %a, %b
  %2 = add nsw i8 %1, %b
  %3 = add nuw nsw i8 %2, %b
  %4 = sub nuw i8 %3, 1
  %5 = sub nsw i8 %4, 1
  %6 = sub nuw nsw i8 %5, 1
  %7 = mul nuw i8 %6, %b
  %8 = mul nsw i8 %7, %b
  %9 = mul nuw nsw i8 %8, %b
  %10 = shl nuw i8 %9, 1
  %11 = shl nsw i8 %10, 1
  %12 = shl nuw nsw i8 %11, 1
  ret i8 %12
}

;;; exact_flags
define i64 @f(i64 %a) {
  %1 = udiv exact i64 %a, 8
  %2 = sdiv exact i64 %1, 8
  %3 = lshr exact i64 %2, 2
  %4 = ashr exact i64 %3, 2
  ret i64 %4
}

;;; disjoint 19-
define i32 @f(i32 %a, i32 %b) {
  %1 = or disjoint i32 %a, %b
  %2 = or i32 %1, 1
  ret i32 %2
}

;;; nneg 19-
define i64 @f(i32 %a, i32 %b) {
  %1 = zext nneg i32 %a to i64
  %2 = zext i32 %b to i64
  %3 = uitofp nneg i32 %a to double
  %4 = uitofp i32 %a to double
  ret i64 %1
}

;;; trunc_flags 19-
define i8 @f(i32 %a) {
  %1 = trunc nuw i32 %a to i8
  %2 = trunc nsw i32 %a to i8
  %3 = trunc nuw nsw i32 %a to i8
  %4 = trunc i32 %a to i8
  ret i8 %4
}

;;; samesign 22
define i1 @f(i32 %a, i32 %b) {
  %1 = icmp samesign ult i32 %a, %b
  %2 = icmp samesign ugt i32 %a, 5
  %3 = icmp ult i32 %a, %b
  ret i1 %1
}

;;; float_binary
define float @f(float %a, float %b) {
  %1 = fneg float %a
  %2 = fadd float %1, %b
  %3 = fsub float %2, 1.5
  %4 = fmul float %3, 2.0
  %5 = fdiv float %4, %b
  %6 = frem float %5, %b
  ret float %6
}

;;; fast_math_flags
define double @f(double %a, double %b) {
  %1 = fadd fast double %a, %b
  %2 = fadd nnan double %1, %b
  %3 = fadd ninf double %2, %b
  %4 = fadd nsz double %3, %b
  %5 = fadd arcp double %4, %b
  %6 = fadd contract double %5, %b
  %7 = fadd afn double %6, %b
  %8 = fadd reassoc double %7, %b
  %9 = fadd nnan ninf double %8, %b
  %10 = fsub nsz arcp contract double %9, %b
  %11 = fmul reassoc afn double %10, %b
  %12 = fdiv reassoc nnan ninf nsz arcp contract double %11, %b
  %13 = frem fast double %12, %b
  %14 = fneg fast double %13
  %15 = fneg nnan nsz double %14
  ret double %15
}

;;; fast_math_elsewhere
declare float @g(float)
declare float @llvm.fabs.f32(float)
define float @f(float %a, float %b, i1 %c) {
entry:
  %0 = fcmp fast olt float %a, %b
  %1 = fcmp nnan ninf une float %a, %b
  %2 = select fast i1 %0, float %a, float %b
  %3 = select nsz i1 %1, float %2, float %b
  %4 = call fast float @g(float %3)
  %5 = call nnan float @llvm.fabs.f32(float %4)
  %6 = tail call reassoc nsz float @g(float %5)
  br i1 %c, label %one, label %two
one:
  br label %two
two:
  %7 = phi fast float [ %6, %entry ], [ %a, %one ]
  %8 = phi nnan contract float [ %5, %entry ], [ 0.0, %one ]
  ret float %7
}

;;; fast_math_casts 22
define half @f(float %a, double %d) {
  %1 = fptrunc fast float %a to half
  %2 = fpext nnan ninf float %a to double
  %3 = fptrunc double %d to float
  ret half %1
}

;;; integer_comparisons
define i1 @f(i16 %a, i16 %b) {
  %1 = icmp eq i16 %a, %b
  %2 = icmp ne i16 %a, %b
  %3 = icmp ugt i16 %a, %b
  %4 = icmp uge i16 %a, %b
  %5 = icmp ult i16 %a, %b
  %6 = icmp ule i16 %a, %b
  %7 = icmp sgt i16 %a, %b
  %8 = icmp sge i16 %a, %b
  %9 = icmp slt i16 %a, -1
  %10 = icmp sle i16 %a, 0
  ret i1 %10
}

;;; float_comparisons
define i1 @f(double %a, double %b) {
  %1 = fcmp false double %a, %b
  %2 = fcmp oeq double %a, %b
  %3 = fcmp ogt double %a, %b
  %4 = fcmp oge double %a, %b
  %5 = fcmp olt double %a, %b
  %6 = fcmp ole double %a, %b
  %7 = fcmp one double %a, %b
  %8 = fcmp ord double %a, %b
  %9 = fcmp ueq double %a, %b
  %10 = fcmp ugt double %a, %b
  %11 = fcmp uge double %a, %b
  %12 = fcmp ult double %a, %b
  %13 = fcmp ule double %a, %b
  %14 = fcmp une double %a, %b
  %15 = fcmp uno double %a, %b
  %16 = fcmp true double %a, %b
  ret i1 %16
}

;;; vector_comparisons
define <4 x i1> @f(<4 x i32> %a, <4 x i32> %b, <4 x float> %x, <4 x ptr<i8>> %p) {
  %1 = icmp slt <4 x i32> %a, %b
  %2 = fcmp uno <4 x float> %x, zeroinitializer
  %3 = icmp eq <4 x ptr<i8>> %p, zeroinitializer
  %4 = select <4 x i1> %1, <4 x i32> %a, <4 x i32> %b
  %5 = select i1 true, <4 x i1> %2, <4 x i1> %3
  ret <4 x i1> %5
}

;;; pointer_comparisons
define i1 @f(ptr<i32> %p, ptr<i32> %q, ptr3<i8> %s) {
  %1 = icmp eq ptr<i32> %p, %q
  %2 = icmp ugt ptr<i32> %p, null
  %3 = icmp ne ptr3<i8> %s, null
  ret i1 %3
}

;;; casts
define void @f(i32 %i, i64 %l, float %x, double %d, ptr<i8> %p) {
  %1 = trunc i64 %l to i32
  %2 = zext i32 %i to i64
  %3 = sext i32 %i to i64
  %4 = fptrunc double %d to float
  %5 = fpext float %x to double
  %6 = fptoui float %x to i32
  %7 = fptosi float %x to i32
  %8 = uitofp i32 %i to float
  %9 = sitofp i32 %i to float
  %10 = ptrtoint ptr<i8> %p to i64
  %11 = inttoptr i64 %l to ptr<i8>
  %12 = bitcast i32 %i to float
  %13 = addrspacecast ptr<i8> %p to ptr3<i8>
  %14 = addrspacecast ptr3<i8> %13 to ptr<i8>
  ret void
}

;;; ptrtoaddr 22
define i64 @f(ptr %p) {
  %1 = ptrtoaddr ptr %p to i64
  ret i64 %1
}

;;; vector_casts
define void @f(<2 x i64> %l, <2 x double> %d, <4 x i8> %b, <2 x ptr<i8>> %p) {
  %1 = trunc <2 x i64> %l to <2 x i7>
  %2 = fptosi <2 x double> %d to <2 x i129>
  %3 = bitcast <4 x i8> %b to i32
  %4 = bitcast i32 %3 to <32 x i1>
  %5 = ptrtoint <2 x ptr<i8>> %p to <2 x i64>
  %6 = inttoptr <2 x i64> %5 to <2 x ptr<i8>>
  %7 = uitofp <2 x i64> %l to <2 x half>
  ret void
}

;;; typed_pointer_casts -14
%t = type { i32, i8* }
define %t* @f(i8* %p, void (i32)* %f) {
  %1 = bitcast i8* %p to %t*
  %2 = bitcast void (i32)* %f to i8*
  %3 = bitcast %t* %1 to [4 x i8]*
  %4 = bitcast [4 x i8]* %3 to %t**
  %5 = load %t*, %t** %4, align 8
  ret %t* %5
}

;;; odd_integers
define i1 @f(i1 %a, i3 %b, i65 %c, i128 %d, i1000 %e, i8388607 %big) {
  %1 = add i1 %a, true
  %2 = add i3 %b, -4
  %3 = mul i65 %c, 18446744073709551616
  %4 = mul i65 %3, -18446744073709551616
  %5 = xor i128 %d, -1
  %6 = add i128 %5, 170141183460469231731687303715884105727
  %7 = sub i1000 %e, 123456789012345678901234567890123456789012345678901234567890
  %8 = icmp eq i8388607 %big, 0
  ret i1 %1
}

;;; freeze
define i32 @f(i32 %a, <2 x float> %v, ptr<i8> %p) {
  %1 = freeze i32 %a
  %2 = freeze <2 x float> %v
  %3 = freeze ptr<i8> %p
  %4 = freeze i32 undef
  %5 = freeze i32 poison
  ret i32 %4
}

;;; select
define i32 @f(i1 %c, i32 %a) {
  %1 = select i1 %c, i32 %a, i32 7
  %2 = select i1 %c, i32 -1, i32 %1
  %3 = select i1 false, i32 undef, i32 poison
  %4 = select i1 %c, i32 %1, i32 %2, !prof !0, !unpredictable !1
  ret i32 %4
}
!0 = !{!"branch_weights", i32 1, i32 99}
!1 = !{}

;;; vectors
define <4 x i32> @f(<4 x i32> %a, <4 x i32> %b, i32 %i, <vscale x 4 x i32> %s) {
  %1 = extractelement <4 x i32> %a, i32 %i
  %2 = insertelement <4 x i32> %b, i32 %1, i64 2
  %3 = shufflevector <4 x i32> %2, <4 x i32> %a, <4 x i32> <i32 0, i32 5, i32 undef, i32 3>
  %4 = shufflevector <4 x i32> %3, <4 x i32> poison, <4 x i32> zeroinitializer
  %5 = shufflevector <4 x i32> %3, <4 x i32> undef, <2 x i32> <i32 7, i32 0>
  %6 = shufflevector <4 x i32> %3, <4 x i32> %b, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %7 = shufflevector <4 x i32> %3, <4 x i32> %b, <4 x i32> undef
  %8 = shufflevector <4 x i32> %3, <4 x i32> %b, <4 x i32> poison
  %9 = shufflevector <vscale x 4 x i32> %s, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %10 = shufflevector <vscale x 4 x i32> %s, <vscale x 4 x i32> poison, <vscale x 4 x i32> undef
  %11 = insertelement <vscale x 4 x i32> %9, i32 3, i8 1
  %12 = extractelement <vscale x 4 x i32> %11, i64 0
  %13 = shufflevector <4 x i32> %3, <4 x i32> %b, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
  ret <4 x i32> %4
}

;;; aggregates
%pair = type { i32, { float, [2 x i8] } }
define i8 @f(%pair %p, [3 x i16] %a, { i32, i32 } %l) {
  %1 = extractvalue %pair %p, 0
  %2 = extractvalue %pair %p, 1, 1, 0
  %3 = insertvalue %pair %p, i8 %2, 1, 1, 1
  %4 = insertvalue [3 x i16] %a, i16 -5, 2
  %5 = insertvalue { i32, i32 } undef, i32 %1, 0
  %6 = insertvalue { i32, i32 } %5, i32 0, 1
  %7 = extractvalue { i32, i32 } %6, 1
  ret i8 %2
}
