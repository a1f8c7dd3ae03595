; calls.ll - calls: kinds, conventions, attributes, bundles, variable arguments; inline assembly
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; tail_kinds
declare i32 @g(i32)
define i32 @f(i32 %a) {
  %1 = call i32 @g(i32 %a)
  %2 = tail call i32 @g(i32 %1)
  %3 = notail call i32 @g(i32 %2)
  %4 = musttail call i32 @g(i32 %3)
  ret i32 %4
}

;;; conventions
declare fastcc void @c8()
declare coldcc void @c9()
declare ghccc void @c10()
declare cc 11 void @c11()
[-16] declare webkit_jscc void @c12()
[19-] declare cc 12 void @c12()
declare anyregcc void @c13()
declare preserve_mostcc void @c14()
declare preserve_allcc void @c15()
declare swiftcc void @c16()
declare cxx_fast_tlscc void @c17()
declare tailcc void @c18()
declare cfguard_checkcc void @c19()
declare swifttailcc void @c20()
[19-] declare preserve_nonecc void @c21()
declare cc 63 void @c63()
declare x86_stdcallcc void @c64()
declare x86_fastcallcc void @c65()
declare arm_apcscc void @c66()
declare arm_aapcscc void @c67()
declare arm_aapcs_vfpcc void @c68()
declare msp430_intrcc void @c69()
declare x86_thiscallcc void @c70()
declare ptx_kernel void @c71()
declare ptx_device void @c72()
declare spir_func void @c75()
declare spir_kernel void @c76()
declare intel_ocl_bicc void @c77()
declare x86_64_sysvcc void @c78()
declare win64cc void @c79()
declare x86_vectorcallcc void @c80()
declare hhvmcc void @c81()
declare hhvm_ccc void @c82()
declare x86_intrcc void @c83(ptr<i32> byval(i32))
declare avr_intrcc void @c84()
declare avr_signalcc void @c85()
declare cc 86 void @c86()
declare amdgpu_vs void @c87()
declare amdgpu_gs void @c88()
declare amdgpu_ps void @c89()
declare amdgpu_cs void @c90()
declare amdgpu_kernel void @c91()
declare x86_regcallcc void @c92()
declare amdgpu_hs void @c93()
declare cc 94 void @c94()
declare amdgpu_ls void @c95()
declare amdgpu_es void @c96()
declare aarch64_vector_pcs void @c97()
declare aarch64_sve_vector_pcs void @c98()
declare cc 99 void @c99()
declare amdgpu_gfx void @c100()
declare cc 101 void @c101()
[16-] declare aarch64_sme_preservemost_from_x0 void @c102()
[16-] declare aarch64_sme_preservemost_from_x2 void @c103()
[19-] declare amdgpu_cs_chain void @c104()
[19-] declare amdgpu_cs_chain_preserve void @c105()
[19-] declare m68k_rtdcc void @c106()
[19-] declare graalcc void @c107()
[19-] declare riscv_vector_cc void @c108()
[19-] declare aarch64_sme_preservemost_from_x1 void @c109()
[22] declare riscv_vls_cc(32) void @c110()
[22] declare riscv_vls_cc(64) void @c111()
[22] declare riscv_vls_cc(128) void @c112()
[22] declare riscv_vls_cc(256) void @c113()
[22] declare riscv_vls_cc(4096) void @c117()
[22] declare riscv_vls_cc(8192) void @c118()
[22] declare riscv_vls_cc(65536) void @c121()
[22] declare amdgpu_gfx_whole_wave void @c122(i1)
[22] declare cheriot_compartmentcallcc void @c123()
declare cc 500 void @c500()
declare cc 1023 void @c1023()
define void @f() {
  call ccc void @c8()
  call fastcc void @c8()
  call coldcc void @c9()
  call ghccc void @c10()
  call cc 11 void @c11()
[-16]   call webkit_jscc void @c12()
[19-]   call cc 12 void @c12()
  call anyregcc void @c13()
  call preserve_mostcc void @c14()
  call preserve_allcc void @c15()
  call swiftcc void @c16()
  call cxx_fast_tlscc void @c17()
  call tailcc void @c18()
  call cfguard_checkcc void @c19()
  call swifttailcc void @c20()
[19-]   call preserve_nonecc void @c21()
  call cc 63 void @c63()
  call x86_stdcallcc void @c64()
  call x86_fastcallcc void @c65()
  call arm_apcscc void @c66()
  call arm_aapcscc void @c67()
  call arm_aapcs_vfpcc void @c68()
  call msp430_intrcc void @c69()
  call x86_thiscallcc void @c70()
  call ptx_device void @c72()
  call spir_func void @c75()
  call intel_ocl_bicc void @c77()
  call x86_64_sysvcc void @c78()
  call win64cc void @c79()
  call x86_vectorcallcc void @c80()
  call hhvmcc void @c81()
  call hhvm_ccc void @c82()
  call avr_intrcc void @c84()
  call avr_signalcc void @c85()
  call cc 86 void @c86()
  call x86_regcallcc void @c92()
  call cc 94 void @c94()
  call aarch64_vector_pcs void @c97()
  call aarch64_sve_vector_pcs void @c98()
  call cc 99 void @c99()
  call amdgpu_gfx void @c100()
  call cc 101 void @c101()
[16-]   call aarch64_sme_preservemost_from_x0 void @c102()
[16-]   call aarch64_sme_preservemost_from_x2 void @c103()
[19-]   call m68k_rtdcc void @c106()
[19-]   call graalcc void @c107()
[19-]   call riscv_vector_cc void @c108()
[19-]   call aarch64_sme_preservemost_from_x1 void @c109()
[22]   call riscv_vls_cc(32) void @c110()
[22]   call riscv_vls_cc(64) void @c111()
[22]   call riscv_vls_cc(128) void @c112()
[22]   call riscv_vls_cc(256) void @c113()
[22]   call riscv_vls_cc(4096) void @c117()
[22]   call riscv_vls_cc(8192) void @c118()
[22]   call riscv_vls_cc(65536) void @c121()
[22]   call cheriot_compartmentcallcc void @c123()
  call cc 500 void @c500()
  call cc 1023 void @c1023()
  ret void
}

;;; conventions_of_definitions
define fastcc void @a() {
  ret void
}
define cc 200 void @b() {
  call cc 200 void @b()
  ret void
}
define internal x86_regcallcc i32 @c(i32 inreg %x) {
  ret i32 %x
}

;;; varargs
declare i32 @printf(ptr<i8>, ...)
declare void @only_dots(...)
define void @f(ptr<i8> %s) {
  %1 = call i32 (ptr<i8>, ...) @printf(ptr<i8> %s)
  %2 = call i32 (ptr<i8>, ...) @printf(ptr<i8> nonnull %s, i32 signext 1, double 2.0, ptr<i8> null)
  call void (...) @only_dots()
  call void (...) @only_dots(i8 1, { i32, i8 } zeroinitializer)
  ret void
}

;;; indirect
define i32 @f(ptr<i32 (i32)> %p, ptr<void (ptr<i8>, ...)> %q, ptr<ptr<i32 ()>> %t) {
  %1 = call i32 %p(i32 1)
  call void (ptr<i8>, ...) %q(ptr<i8> null, i32 %1)
  %2 = load ptr<i32 ()>, ptr<ptr<i32 ()>> %t
  %3 = call i32 %2(), !callees !0
  call void null()
  call void undef()
  ret i32 %1
}
declare i32 @x()
!0 = !{ptr<i32 ()> @x}

;;; returns_function_pointer
declare ptr<void (i32)> @get()
define void @f() {
  %1 = call ptr<void (i32)> @get()
  call void %1(i32 3)
  %2 = call ptr<void (i32)> @get() nounwind
  ret void
}

;;; address_spaces
target datalayout = "P1"
declare void @default()
declare void @in2() addrspace(2)
define void @f(ptr2<void ()> %p) addrspace(1) {
  call addrspace(1) void @default()
  call addrspace(2) void @in2()
  call addrspace(2) void %p()
  ret void
}

;;; address_space_0
declare void @g() addrspace(3)
define void @f() {
  call addrspace(3) void @g()
  call addrspace(3) void null()
  ret void
}

;;; attributes
declare ptr<i8> @g(ptr<i8>, i32)
define void @f(ptr<i8> %p) {
  %1 = call noalias nonnull ptr<i8> @g(ptr<i8> nocapture noundef %p, i32 zeroext 1) nounwind "a"="b"
  %2 = call align 8 dereferenceable(4) ptr<i8> @g(ptr<i8> dereferenceable_or_null(8) noalias %p, i32 1) #0
  %3 = call ptr<i8> @g(ptr<i8> returned %p, i32 signext inreg 2) #1
  %4 = call ptr<i8> @g(ptr<i8> "key" "k"="v" %p, i32 "x" 2) cold #0
  ret void
}
attributes #0 = { nounwind willreturn "other" }
attributes #1 = { builtin allocsize(1) }

;;; typed_attributes
%t = type { i32, i64 }
declare void @a(ptr<%t> byval(%t) align 8, ptr<%t> sret(%t))
declare void @b(ptr<%t> sret(%t), ptr<i32> byref(i32))
declare void @c(ptr<%t> inalloca(%t))
declare ptr<i32> @llvm.preserve.struct.access.index.p0i32.p0s_ts(ptr<%t> elementtype(%t), i32 immarg, i32 immarg)
define void @f(ptr<%t> %p, ptr<i32> %q) {
  call void @b(ptr<%t> sret(%t) align 4 %p, ptr<i32> byref(i32) %q)
  call void @c(ptr<%t> inalloca(%t) %p)
  ret void
}

;;; bundles
declare void @g(...)
declare void @h()
define void @f(i32 %a, ptr<i8> %p, i1 %c) {
  call void @h() [ "deopt"() ]
  call void @h() [ "deopt"(i32 %a, ptr<i8> null, i64 -1) ]
  call void @h() [ "unknown bundle"(i32 1), "x\22\00y"(ptr<i8> %p, double 1.0) ]
  call void @h() nounwind [ "gc-transition"(), "gc-live"(ptr<i8> %p) ]
  call void @llvm.assume(i1 true) [ "align"(ptr<i8> %p, i64 8), "nonnull"(ptr<i8> %p) ]
  call void (...) @g(i32 1) #0 [ "cfguardtarget"(ptr<void ()> @h) ], !prof !0
[16-]   call void @h() [ "kcfi"(i32 42) ]
[22]   call void @h() [ "a"(metadata i32 %a, metadata !0) ]
  ret void
}
declare void @llvm.assume(i1)
attributes #0 = { cold }
!0 = !{!"VP", i32 0, i64 10, i64 3, i64 10}

;;; bundle_convergence 19-
declare token @llvm.experimental.convergence.entry()
declare void @h() convergent
define void @f() convergent {
  %1 = call token @llvm.experimental.convergence.entry()
  call void @h() [ "convergencectrl"(token %1) ]
  ret void
}

;;; bundle_ptrauth 15-
define void @f(ptr %p) {
  call void %p() [ "ptrauth"(i32 1, i64 42) ]
  ret void
}

;;; bundle_arc
define void @f() {
  %1 = call ptr<i8> @g() [ "clang.arc.attachedcall"(ptr<ptr<i8> (ptr<i8>)> @objc_retainAutoreleasedReturnValue) ]
  call void asm sideeffect "mov fp, fp", ""()
  ret void
}
declare ptr<i8> @g()
declare ptr<i8> @objc_retainAutoreleasedReturnValue(ptr<i8>)

;;; bundle_preallocated
declare token @llvm.call.preallocated.setup(i32)
declare ptr<i8> @llvm.call.preallocated.arg(token, i32)
declare void @g(ptr<i32> preallocated(i32))
define void @f() {
  %t = call token @llvm.call.preallocated.setup(i32 1)
  %a = call ptr<i8> @llvm.call.preallocated.arg(token %t, i32 0) preallocated(i32)
  %b = bitcast ptr<i8> %a to ptr<i32>
  call void @g(ptr<i32> preallocated(i32) %b) [ "preallocated"(token %t) ]
  ret void
}

;;; assembly
define i32 @f(i32 %a, ptr<i32> %p) {
  call void asm "", ""()
  call void asm sideeffect "nop", ""()
  call void asm alignstack "nop", "~{memory}"()
  call void asm sideeffect alignstack "nop", "~{dirflag},~{fpsr},~{flags}"()
  call void asm inteldialect "mov eax, 1", "~{eax}"()
  call void asm sideeffect inteldialect "nop", ""()
  call void asm sideeffect alignstack inteldialect "nop", ""()
  %1 = call i32 asm "add $1, $0", "=r,r,0"(i32 %a, i32 1) nounwind
  %2 = call { i32, i32 } asm sideeffect "x $0 $1\0A\09y \22$2\22 \\ é", "=&r,=r,r"(i32 %1) #0, !srcloc !0
[14-]  tail call void asm sideeffect "# $0", "=*m,~{memory}"(ptr<i32> elementtype(i32) %p)
[13]  tail call void asm sideeffect "# $0", "=*m,~{memory}"(i32* %p)
  ret i32 %1
}
attributes #0 = { nounwind readnone }
!0 = !{i32 123, i32 456}

;;; assembly_unwind
declare i32 @personality(...)
define void @f() personality ptr<i32 (...)> @personality {
  call void asm unwind "call x", ""()
  call void asm sideeffect unwind "call x", ""()
  call void asm sideeffect alignstack inteldialect unwind "call x", ""()
  invoke void asm sideeffect unwind "call x", ""() to label %ok unwind label %bad
ok:
  ret void
bad:
  %1 = landingpad { ptr<i8>, i32 } cleanup
  resume { ptr<i8>, i32 } %1
}

;;; intrinsics
declare void @llvm.memcpy.p0i8.p0i8.i64(ptr<i8>, ptr<i8>, i64, i1) 
declare i32 @llvm.ctpop.i32(i32)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare void @llvm.trap() cold noreturn nounwind
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)
[-19] declare void @llvm.unknown.thing(i32) "mine"
define void @f(i32 %a, <4 x float> %v) {
  %1 = call i32 @llvm.ctpop.i32(i32 %a)
  %2 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 %1)
  %3 = call nnan <4 x float> @llvm.fma.v4f32(<4 x float> %v, <4 x float> %v, <4 x float> %v) #0
[-19]  call void @llvm.unknown.thing(i32 1)
  call void @llvm.trap() #1
  ret void
}
attributes #0 = { nounwind }
attributes #1 = { nounwind noreturn "x"="y" }

;;; constrained_float
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.experimental.constrained.fcmp.f64(double, double, metadata, metadata)
define double @f(double %a) strictfp {
  %1 = call double @llvm.experimental.constrained.fadd.f64(double %a, double %a, metadata !"round.dynamic", metadata !"fpexcept.strict") strictfp
  %2 = call i1 @llvm.experimental.constrained.fcmp.f64(double %1, double %a, metadata !"oeq", metadata !"fpexcept.ignore") strictfp
  ret double %1
}

;;; tokens
declare token @llvm.coro.id(i32, ptr<i8>, ptr<i8>, ptr<i8>)
declare i1 @llvm.coro.alloc(token)
declare token @llvm.coro.save(ptr<i8>)
declare i8 @llvm.coro.suspend(token, i1)
define void @f() {
  %1 = call token @llvm.coro.id(i32 0, ptr<i8> null, ptr<i8> null, ptr<i8> null)
  %2 = call i1 @llvm.coro.alloc(token %1)
  %3 = call i8 @llvm.coro.suspend(token none, i1 false)
  ret void
}

;;; inaccessible_and_unnamed_callees
declare void @0(i32)
declare i32 @1()
define void @2() {
  call void @0(i32 1)
  %1 = call i32 @1()
  call void @2()
  ret void
}

;;; strictfp_outside_of_strictfp
declare void @f()
declare void @by_callee() strictfp
declare i32 @throws(i32 returned) strictfp "k"="v"
declare i32 @personality(...)
declare float @llvm.experimental.constrained.fadd.f32(float, float, metadata, metadata)
define void @plain(ptr<void ()> %p) personality ptr<i32 (...)> @personality {
  call void @f() strictfp
  call void @f() strictfp nounwind "zero"
  call void @f() nobuiltin
  call void @f() nounwind
  call void @by_callee()
  call void @by_callee() nounwind
  call void %p() strictfp nobuiltin
  %1 = call float @llvm.experimental.constrained.fadd.f32(float 1.0, float 2.0, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %2 = invoke signext i32 @throws(i32 returned 1) cold
    to label %done unwind label %pad
done:
  ret void
pad:
  %3 = landingpad { ptr<i8>, i32 } cleanup
  call void @f() strictfp, !x !0
  ret void
}
define void @strict() strictfp {
  call void @f() strictfp
  call void @f() strictfp nounwind
  call void @by_callee()
  ret void
}
define void @after() noinline {
  call void @f() noinline
  call void @f() strictfp noinline
  ret void
}
!0 = !{}
