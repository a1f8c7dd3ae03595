; lines of functions, labels, and a garbage collector's comments, of LLVM 13 to 16
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"
$com = comdat any
$"od d" = comdat largest
@g = global i32 0
declare i32 @pers(...)
define private void @f1() unnamed_addr section "sec\22t" partition "part" comdat($com) align 32 gc "statepoint-example" prefix i32 7 prologue i8 -112 personality i32 (...)* @pers { ret void }
define linkonce_odr hidden fastcc void @com(i32 %a, i8* byval(i8) align 4 %p) local_unnamed_addr comdat { ret void }
define available_externally dllimport i32 @f3(...) { ret i32 0 }
define weak_odr dso_local protected i32 @f4(i32 %"a b", i32 %0, ...) comdat($"od d") { ret i32 %0 }
define internal spir_func zeroext i8 @f5(i8 signext %0, i8 zeroext) { ret i8 %1 }
define dllexport x86_stdcallcc void @f6({ i32, i8* } %s, [3 x i32] %a, <4 x float> %v) { ret void }
define void @"quoted name"() { "quoted block":
 br label %"1a"
"1a":
 br label %a_very_long_block_name_that_is_longer_than_fifty_columns_indeed
a_very_long_block_name_that_is_longer_than_fifty_columns_indeed:
 br label %forty_nine_characters_name_of_a_block_to_test_pa
forty_nine_characters_name_of_a_block_to_test_pa:
 br label %forty_nine_characters_name_of_a_block_to_test_pad
forty_nine_characters_name_of_a_block_to_test_pad:
 ret void
dead:
 br label %dead2
dead2:
 unreachable
}
define void @0() { ret void }
define void @1(i32 %x) { call void @0() 
 call void @1(i32 1) 
 ret void }
define cc 1023 void @f7() { ret void }
declare extern_weak void @f8(i32 signext, ...)
declare hidden coldcc noalias i8* @f9(i8* nocapture readonly, i32* byval(i32) align 8)
declare dllimport void @f10()
declare void @f11() section "foo" align 16 gc "x"
declare void @f12() unnamed_addr prefix i8* null
define void @md() !foo !0 !bar !1 { ret void, !foo !0, !bar !1 }
declare !dbgx !0 void @md2()
define void @noargs(void ()* %f, {}* %e) { 
  %1 = load {}, {}* %e
  call void %f()
  ret void
}
define <4 x i32> @vec(<4 x i32>) { 
  %2 = bitcast <4 x i32> %0 to <2 x i64>
  %3 = bitcast <2 x i64> %2 to <4 x i32>
  ret <4 x i32> %3 }
define {i32, i8} @agg(i1 %c) {
  br i1 %c, label %1, label %1
1:
  %2 = insertvalue {i32, i8} undef, i32 1, 0
  ret {i32, i8} %2
}
define void @inal(i32* inalloca(i32) %0) { ret void }
define void @sret(i32* sret(i32) align 4 %0, i8* nest %1, i32* nonnull dereferenceable(8) dereferenceable_or_null(9) %2) { ret void }
define x86_mmx @mmx(x86_mmx %x) { ret x86_mmx %x }
define half @fp(half %a, bfloat %b, x86_fp80 %c, fp128 %d, ppc_fp128 %e) { ret half %a }
declare token @llvm.experimental.gc.statepoint.p0f_isVoidf(i64, i32, void ()*, i32, i32, ...)
declare i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token, i32, i32)
declare void @foo()
define i8 addrspace(1)* @gcr(i8 addrspace(1)* %a, i8 addrspace(1)* %b) gc "statepoint-example" personality i32 (...)* @pers {
  %tok = call token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* elementtype(void ()) @foo, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(i8 addrspace(1)* %a, i8 addrspace(1)* %b) ]
  %r = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %tok, i32 0, i32 1)
  %t2 = invoke token (i64, i32, void ()*, i32, i32, ...) @llvm.experimental.gc.statepoint.p0f_isVoidf(i64 0, i32 0, void ()* elementtype(void ()) @foo, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(i8 addrspace(1)* %r, i8 addrspace(1)* %b) ] to label %n unwind label %u
n:
  %r2 = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %t2, i32 0, i32 0)
  ret i8 addrspace(1)* %r2
u:
  %lp = landingpad token cleanup
  %r3 = call i8 addrspace(1)* @llvm.experimental.gc.relocate.p1i8(token %lp, i32 1, i32 1), !foo !0
  ret i8 addrspace(1)* %r3
}
!0 = !{i32 1}
!1 = distinct !{}
