; instructions of LLVM 13 to 16, with typed pointers
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-m:e-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @__gxx_personality_v0(...)
declare i32 @printf(i8*, ...)
declare void @may_throw(i32)
declare fastcc i32 @fast(i32, i8* nocapture)

define i32 @arith(i32 %a, i32 %b, i64 %c, float %f, float %g, <4 x i32> %v, <4 x float> %w) {
entry:
  %0 = add i32 %a, %b
  %1 = add nuw i32 %0, %b
  %2 = add nsw i32 %1, %b
  %3 = add nuw nsw i32 %2, 7
  %4 = sub nuw nsw i32 %3, -7
  %5 = mul nsw i32 %4, %a
  %6 = udiv exact i32 %5, 3
  %7 = sdiv exact i32 %6, 3
  %8 = udiv i32 %7, %a
  %9 = sdiv i32 %8, %a
  %10 = urem i32 %9, %a
  %11 = srem i32 %10, %a
  %12 = shl nuw i32 %11, 1
  %13 = shl nsw i32 %12, 1
  %14 = lshr exact i32 %13, 2
  %15 = ashr exact i32 %14, 2
  %16 = lshr i32 %15, 2
  %17 = ashr i32 %16, 2
  %18 = and i32 %17, %a
  %19 = or i32 %18, %a
  %20 = xor i32 %19, -1
  %f0 = fadd float %f, %g
  %f1 = fadd fast float %f0, %g
  %f2 = fsub nnan float %f1, %g
  %f3 = fmul ninf nsz float %f2, %g
  %f4 = fdiv arcp contract float %f3, %g
  %f5 = frem afn reassoc float %f4, %g
  %f6 = fneg float %f5
  %f7 = fneg fast float %f6
  %f8 = fadd reassoc nnan ninf nsz arcp contract afn float %f7, 1.0
  %v0 = add <4 x i32> %v, <i32 1, i32 2, i32 3, i32 4>
  %v1 = fadd nsz <4 x float> %w, zeroinitializer
  %t0 = trunc i64 %c to i32
  %t1 = zext i32 %t0 to i64
  %t2 = sext i32 %t0 to i64
  %t3 = fptoui float %f8 to i32
  %t4 = fptosi float %f8 to i32
  %t5 = uitofp i32 %t3 to float
  %t6 = sitofp i32 %t4 to double
  %t7 = fptrunc double %t6 to float
  %t8 = fpext float %t7 to double
  %t9 = inttoptr i64 %c to i8*
  %t10 = ptrtoint i8* %t9 to i64
  %t11 = bitcast i64 %t10 to double
  %t12 = addrspacecast i8* %t9 to i8 addrspace(3)*
  %t13 = addrspacecast i8 addrspace(3)* %t12 to i8*
  %c0 = icmp eq i32 %20, 0
  %c1 = icmp ne i32 %20, %a
  %c2 = icmp ugt i32 %20, %a
  %c3 = icmp uge i32 %20, %a
  %c4 = icmp ult i32 %20, %a
  %c5 = icmp ule i32 %20, %a
  %c6 = icmp sgt i32 %20, %a
  %c7 = icmp sge i32 %20, %a
  %c8 = icmp slt i32 %20, %a
  %c9 = icmp sle i32 %20, %a
  %c10 = icmp eq i8* %t9, null
  %c11 = icmp slt <4 x i32> %v, %v0
  %d0 = fcmp false float %f, %g
  %d1 = fcmp oeq float %f, %g
  %d2 = fcmp ogt float %f, %g
  %d3 = fcmp oge float %f, %g
  %d4 = fcmp olt float %f, %g
  %d5 = fcmp ole float %f, %g
  %d6 = fcmp one float %f, %g
  %d7 = fcmp ord float %f, %g
  %d8 = fcmp uno float %f, %g
  %d9 = fcmp ueq float %f, %g
  %d10 = fcmp ugt float %f, %g
  %d11 = fcmp uge float %f, %g
  %d12 = fcmp ult float %f, %g
  %d13 = fcmp ule float %f, %g
  %d14 = fcmp fast une float %f, %g
  %d15 = fcmp nnan ninf true float %f, 0.0
  %s0 = select i1 %c0, i32 %0, i32 3
  %s1 = select fast i1 %c0, float %f, float %g
  %s2 = select <4 x i1> %c11, <4 x i32> %v, <4 x i32> undef
  %s3 = select i1 true, i8* null, i8* %t9
  %fr = freeze i32 %s0
  %frp = freeze <4 x i32> %s2
  %e0 = extractelement <4 x i32> %v, i32 0
  %e1 = extractelement <4 x i32> %v, i64 %c
  %e2 = insertelement <4 x i32> %v, i32 %e0, i32 1
  %e3 = insertelement <4 x i32> undef, i32 5, i8 1
  %h0 = shufflevector <4 x i32> %v, <4 x i32> undef, <4 x i32> zeroinitializer
  %h1 = shufflevector <4 x i32> %v, <4 x i32> %v0, <4 x i32> <i32 0, i32 1, i32 4, i32 5>
  %h2 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 3, i32 undef>
  %h3 = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> undef
  %h4 = shufflevector <4 x i32> %v, <4 x i32> poison, <8 x i32> <i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3, i32 3>
  %h5 = shufflevector <4 x i32> <i32 1, i32 1, i32 1, i32 1>, <4 x i32> %v, <1 x i32> <i32 7>
  %x0 = insertvalue { i32, { i8, [3 x i16] } } undef, i32 %a, 0
  %x1 = insertvalue { i32, { i8, [3 x i16] } } %x0, i16 9, 1, 1, 2
  %x2 = extractvalue { i32, { i8, [3 x i16] } } %x1, 1, 1
  %x3 = extractvalue [3 x i16] %x2, 2
  ret i32 %s0
}

define void @memory(i64 %cnt, i32* %p, i8* %q, i8** %pp, i8* %ap, <2 x i8*> %vp) {
  %1 = alloca i32
  %2 = alloca i32, align 16
  %3 = alloca [4 x i8], i32 3, align 1
  %4 = alloca i32, i64 1
  %5 = alloca i32, i64 %cnt
  %6 = ptrtoint i32* %2 to i64
  %7 = alloca inalloca { i32 }, align 4
  %8 = alloca i32, i8 1, align 4, addrspace(1)
  %9 = alloca swifterror i8*, align 8
  %10 = load i32, i32* %p
  %11 = load volatile i32, i32* %p, align 1
  %12 = load atomic i32, i32* %p seq_cst, align 4
  %13 = load atomic volatile i32, i32* %p syncscope("singlethread") acquire, align 4
  %14 = load atomic i32, i32* %p unordered, align 8
  %15 = load atomic i32, i32* %p syncscope("agent") monotonic, align 4
  store i32 %10, i32* %p
  store volatile i32 7, i32* %p, align 2
  store atomic i32 7, i32* %p release, align 4
  store atomic volatile i32 7, i32* %p syncscope("odd \22scope\22") seq_cst, align 4
  fence acquire
  fence release
  fence acq_rel
  fence syncscope("singlethread") seq_cst
  %16 = cmpxchg i32* %p, i32 0, i32 1 seq_cst seq_cst
  %17 = cmpxchg weak volatile i32* %p, i32 %10, i32 %11 syncscope("agent") acq_rel monotonic, align 8
  %18 = cmpxchg i8** %pp, i8* null, i8* %q release monotonic
  %19 = atomicrmw xchg i32* %p, i32 1 seq_cst
  %20 = atomicrmw add i32* %p, i32 1 acquire
  %21 = atomicrmw volatile sub i32* %p, i32 1 release, align 8
  %22 = atomicrmw and i32* %p, i32 1 syncscope("agent") acq_rel
  %23 = atomicrmw nand i32* %p, i32 1 monotonic
  %24 = atomicrmw or i32* %p, i32 1 seq_cst
  %25 = atomicrmw xor i32* %p, i32 1 seq_cst
  %26 = atomicrmw max i32* %p, i32 1 seq_cst
  %27 = atomicrmw min i32* %p, i32 1 seq_cst
  %28 = atomicrmw umax i32* %p, i32 1 seq_cst
  %29 = atomicrmw umin i32* %p, i32 1 seq_cst
  %fp = bitcast i32* %p to float*
  %30 = atomicrmw fadd float* %fp, float 1.0 seq_cst
  %31 = atomicrmw fsub float* %fp, float 1.0 seq_cst
  %32 = atomicrmw xchg float* %fp, float 1.0 seq_cst
  %33 = getelementptr i8, i8* %q, i64 1
  %34 = getelementptr inbounds i8, i8* %q, i64 %6
  %35 = getelementptr i8, i8* %q
  %36 = getelementptr inbounds { i32, [4 x { i8, i64 }] }, { i32, [4 x { i8, i64 }] }* null, i64 0, i32 1, i64 %6, i32 1
  %37 = getelementptr i8, <2 x i8*> %vp, i64 1
  %38 = getelementptr i8, i8* %q, <2 x i64> <i64 1, i64 2>
  %39 = va_arg i8* %ap, i32
  %40 = va_arg i8** %pp, { i8*, i64 }
  ret void
}

define void @control(i32 %x, i8* %addr, i1 %c) personality i32 (...)* @__gxx_personality_v0 {
entry:
  br i1 %c, label %loop, label %0

0:
  br label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ 1, %0 ], [ %n, %again ]
  %n = add i32 %i, 1
  switch i32 %n, label %done [
  ]

done:
  switch i32 %x, label %again [
    i32 0, label %one
    i32 -5, label %one
    i32 7, label %again
  ]

again:
  %fp = phi fast float [ 1.0, %done ], [ 1.0, %done ]
  br label %loop

one:
  indirectbr i8* %addr, [label %"a b", label %two]

two:
  indirectbr i8* %addr, []

"a b":
  invoke void @may_throw(i32 %x) to label %two unwind label %lpad

lpad:
  %lp = landingpad { i8*, i32 } cleanup
  resume { i8*, i32 } %lp

unreached:
  %r = invoke i32 (i8*, ...) @printf(i8* %addr, i32 5) to label %two unwind label %lpad2

lpad2:
  %lp2 = landingpad { i8*, i32 } catch i8* null catch i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) filter [1 x i8*] [i8* null]
  %lp2b = extractvalue { i8*, i32 } %lp2, 0
  unreachable

x3:
  invoke void @may_throw(i32 %x) to label %two unwind label %lpad3

lpad3:
  %lp3 = landingpad { i8*, i32 } cleanup catch i8* null
  ret void
}

define void @calls(i8* %p, i32 %x, i32 (i32)* %fn, void (i8*, ...)* %va) {
  call void @may_throw(i32 %x)
  tail call void @may_throw(i32 signext %x) nounwind
  notail call void @may_throw(i32 %x)
  %1 = call fastcc i32 @fast(i32 %x, i8* nocapture %p)
  %2 = call i32 (i8*, ...) @printf(i8* %p)
  %3 = tail call i32 (i8*, ...) @printf(i8* noalias nonnull %p, i32 %x, i64 7)
  %4 = call i32 %fn(i32 1)
  call void (i8*, ...) %va(i8* %p)
  %5 = call zeroext i8 bitcast (i32 (i8*, ...)* @printf to i8 (i32)*)(i32 1)
  %6 = call i32 asm "bswap $0", "=r,r"(i32 %x)
  call void asm sideeffect "nop", ""()
  call void asm sideeffect alignstack inteldialect "mov eax, ebx\0A", "~{eax}"() #1
  call cc 99 void @may_throw(i32 %x)
  call coldcc void @may_throw(i32 %x)
  call void @may_throw(i32 %x) [ "deopt"(i32 1, i8* %p), "foo"() ]
  call void @may_throw(i32 %x) nounwind [ "a \22b"(i64 5) ]
  call void @llvm.foo(metadata i32 %x, metadata !"text", metadata !0, metadata !{})
  ret void
}
declare void @llvm.foo(metadata, metadata, metadata, metadata)

define i32 @musttail(i32 %a, ...) {
  %1 = musttail call i32 (i32, ...) @musttail(i32 %a, ...)
  ret i32 %1
}
define void @musttail2(i32 %a) {
  musttail call void @may_throw(i32 %a)
  ret void
}
define float @fm(float %x) {
  %1 = call fast float @fm(float %x)
  %2 = call nnan nsz float @fm(float %1)
  ret float %2
}

attributes #1 = { nounwind }
!0 = !{i32 1}
