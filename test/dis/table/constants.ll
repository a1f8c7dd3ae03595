; constants.ll - constants and constant expressions
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; integers
@a = global i1 true
@b = global i1 false
@c = global i8 -128
@d = global i16 65535
@e = global i32 -2147483648
@f = global i64 9223372036854775807
@g = global i64 -9223372036854775808
@h = global i65 18446744073709551616
@i = global i128 -170141183460469231731687303715884105728
@j = global i7 64
@k = global i300 1234567890123456789012345678901234567890123456789012345678901234567890
@l = global i256 -1234567890123456789012345678901234567890
@m = global i192 u0x8000000000000000000000000000000000000000
@n = global i128 18446744073709551615
@o = global i64 0

;;; floats
@a = global float 1.0
@b = global float 0x3FB99999A0000000
@c = global float 1.25
@d = global float 0x7FF0000000000000
@e = global float 0xFFF0000000000000
@f = global float 0x7FF8000000000000
@g = global float 0x7FF4000000000000
@h = global float -0.0
@i = global float 1.0e10
@j = global float 0x36A0000000000000
@k = global float 0x47EFFFFFE0000000
@l = global float 16777216.0
@m = global float 123456.0
@n = global float 9.5367431640625e-07
@o = global float 0.1e1
@p = global float 3.0517578125e-05
@q = global float 0x3E112E0BE0000000

;;; doubles
@a = global double 1.0
@b = global double 0.1
@c = global double 3.141592653589793
@d = global double 1.0e100
@e = global double -1.0e-100
@f = global double 0x7FF0000000000000
@g = global double 0xFFF0000000000000
@h = global double 0x7FF8000000000000
@i = global double 0x7FF8000000000001
@j = global double 0xFFF8000000000000
@k = global double 4.9406564584124654e-324
@l = global double 1.7976931348623157e308
@m = global double -0.0
@n = global double 0.0
@o = global double 123456789.0
@p = global double 1234567.5
@q = global double 1.0e22
@r = global double 1.0e23
@s = global double 5.0e-1
@t = global double 2.2250738585072014e-308
@u = global double 1.5e300
@v = global double 1.234560e+05
@w = global double 1.2345678e+05
@x = global double 100.0
@y = global double 1.0e6
@z = global double 0x3FF0000000000001

;;; other_floats
@a = global half 0xH3C00
@b = global half 0xHFC00
@c = global half 0xH7E01
@d = global half 1.5
@e = global bfloat 0xR3F80
@f = global bfloat 0xRFF80
@g = global bfloat 1.5
@h = global x86_fp80 0xK4000C90FDAA22168C235
@i = global x86_fp80 0xKFFFF8000000000000000
@j = global fp128 0xL8469898CC51701B84000921FB54442D1
@k = global fp128 0xL0000000000000000FFFF000000000000
@l = global ppc_fp128 0xM400921FB54442D183CA1A62633145C07
@m = global half 0.0
@n = global x86_fp80 0xK00000000000000000000
@o = global fp128 0xL00000000000000000000000000000000
@p = global ppc_fp128 0xM00000000000000000000000000000000
@q = global bfloat 0xR0000

;;; null_undef_poison_zero
@a = global ptr<i8> null
@b = global ptr3<i32> null
@c = global i32 undef
@d = global i32 poison
@e = global { i32, ptr<i8> } zeroinitializer
@f = global [2 x i8] undef
@g = global <2 x i8> poison
@h = global { i8, i8 } { i8 undef, i8 poison }
@i = global <2 x ptr<i8>> zeroinitializer
@j = global ptr<void ()> undef

;;; aggregates
%s = type { i8, i32 }
%p = type <{ i8, i32 }>
@a = global { i32, i8 } { i32 1, i8 2 }
@b = global <{ i32, i8 }> <{ i32 1, i8 2 }>
@c = global %s { i8 3, i32 4 }
@d = global %p <{ i8 5, i32 6 }>
@e = global [2 x %s] [%s { i8 1, i32 2 }, %s zeroinitializer]
@f = global [2 x [2 x ptr<i8>]] [[2 x ptr<i8>] [ptr<i8> null, ptr<i8> @x], [2 x ptr<i8>] zeroinitializer]
@x = global i8 0
@g = global <2 x ptr<i8>> <ptr<i8> @x, ptr<i8> null>
@h = global { { i8 }, [1 x i16], <2 x i1> } { { i8 } { i8 1 }, [1 x i16] [i16 -1], <2 x i1> <i1 true, i1 false> }
@i = global {} {}
@j = global [0 x ptr<i8>] []
@k = global <2 x half> <half 0xH3C00, half 0xH0000>
@l = global [2 x x86_fp80] [x86_fp80 0xK3FFF8000000000000000, x86_fp80 undef]

;;; arrays_of_data
@a = global [3 x i8] [i8 1, i8 -2, i8 3]
@b = global [3 x i16] [i16 1, i16 -2, i16 3]
@c = global [3 x i32] [i32 1, i32 -2, i32 3]
@d = global [3 x i64] [i64 1, i64 -2, i64 3]
@e = global [2 x float] [float 1.0, float 0x3FB99999A0000000]
@f = global [2 x double] [double 1.0, double 0x7FF0000000000000]
@g = global [2 x half] [half 1.0, half 0xH7E00]
@h = global [2 x bfloat] [bfloat 1.0, bfloat 0xRFFFF]
@i = global <3 x i8> <i8 1, i8 2, i8 3>
@j = global <2 x double> <double 1.0, double -0.0>
@k = global [2 x i24] [i24 1, i24 2]
@l = global [3 x i8] zeroinitializer

;;; vector_splats
@a = global <4 x i32> <i32 7, i32 7, i32 7, i32 7>
@b = global <2 x float> <float 1.0, float 1.0>
@c = global <2 x i1> <i1 true, i1 true>
@d = global <2 x i128> <i128 -5, i128 -5>
@e = global <2 x i32> undef
@f = global <2 x ptr<i8>> <ptr<i8> @x, ptr<i8> @x>
@x = global i8 0
@g = global <1 x i8> <i8 3>
@h = global <2 x i8> <i8 undef, i8 undef>
@i = global <2 x i8> <i8 1, i8 undef>
@j = global <2 x fp128> <fp128 0xL00000000000000003FFF000000000000, fp128 0xL00000000000000003FFF000000000000>
define <4 x i32> @fun(<4 x i32> %a) {
  %1 = add <4 x i32> %a, <i32 -1, i32 -1, i32 -1, i32 -1>
  %2 = add <4 x i32> %1, <i32 1, i32 1, i32 1, i32 2>
  ret <4 x i32> %2
}

;;; splats_written_so 19-
define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a, <vscale x 2 x double> %d) {
  %1 = add <vscale x 4 x i32> %a, splat (i32 5)
  %2 = fadd <vscale x 2 x double> %d, splat (double 1.5)
  ret <vscale x 4 x i32> %1
}

;;; scalable_splats
define <vscale x 4 x i32> @f(<vscale x 4 x i32> %a) {
  %1 = add <vscale x 4 x i32> %a, shufflevector (<vscale x 4 x i32> insertelement (<vscale x 4 x i32> undef, i32 5, i32 0), <vscale x 4 x i32> undef, <vscale x 4 x i32> zeroinitializer)
  %2 = add <vscale x 4 x i32> %1, zeroinitializer
  %3 = add <vscale x 4 x i32> %2, undef
  %4 = add <vscale x 4 x i32> %3, poison
  ret <vscale x 4 x i32> %1
}

;;; strings
@a = constant [6 x i8] c"hello\00"
@b = constant [5 x i8] c"hello"
@c = constant [8 x i8] c"\22\\\0A\09\01\7F\80\FF"
@d = constant [1 x i8] c"\00"
@e = constant [2 x i8] c"a\00"
@f = constant [4 x i8] c"a\00b\00"
@g = constant [0 x i8] c""
@h = constant [3 x i8] [i8 65, i8 66, i8 67]
@i = constant [2 x i8] c"\C3\A9"
@j = constant [4 x i8] c"%d\0A\00"
@k = constant [3 x i32] [i32 65, i32 66, i32 0]
@l = constant <3 x i8> <i8 65, i8 66, i8 67>

;;; getelementptr
%s = type { i32, [4 x i16] }
@g = global %s zeroinitializer
@h = addrspace(3) global [10 x i32] zeroinitializer
@a = global ptr<i32> getelementptr (%s, ptr<%s> @g, i32 0, i32 0)
@b = global ptr<i16> getelementptr inbounds (%s, ptr<%s> @g, i64 0, i32 1, i64 3)
@c = global ptr3<i32> getelementptr inbounds ([10 x i32], ptr3<[10 x i32]> @h, i64 0, i64 5)
@d = global ptr<%s> getelementptr (%s, ptr<%s> @g, i64 -1)
@e = global ptr<i32> getelementptr (i32, ptr<i32> null, i64 5)
@f = global <2 x ptr<i32>> getelementptr (i32, <2 x ptr<i32>> zeroinitializer, <2 x i64> <i64 1, i64 2>)
@x = external global i32
@y = global ptr<i32> getelementptr (i32, ptr<i32> @x, i64 ptrtoint (ptr<i32> @x to i64))

;;; getelementptr_inrange -16
[-15] @vt = global { [3 x i8*] } zeroinitializer
[16] @vt = global { [3 x ptr] } zeroinitializer
[-15] @a = global i8** getelementptr inbounds ({ [3 x i8*] }, { [3 x i8*] }* @vt, i32 0, inrange i32 0, i32 1)
[-15] @b = global i8** getelementptr ({ [3 x i8*] }, { [3 x i8*] }* @vt, inrange i32 0, i32 0, i32 1)
[16] @a = global ptr getelementptr inbounds ({ [3 x ptr] }, ptr @vt, i32 0, inrange i32 0, i32 1)
[16] @b = global ptr getelementptr ({ [3 x ptr] }, ptr @vt, inrange i32 0, i32 0, i32 1)

;;; getelementptr_inrange_offsets 19-
@vt = global { [3 x ptr] } zeroinitializer
@a = global ptr getelementptr inbounds inrange(-8, 16) ({ [3 x ptr] }, ptr @vt, i32 0, i32 0, i32 1)
@b = global ptr getelementptr inrange(0, 24) (i8, ptr @vt, i32 8)
@c = global ptr getelementptr nuw (i8, ptr @vt, i32 8)
@d = global ptr getelementptr nusw nuw (i8, ptr @vt, i32 8)
@e = global ptr getelementptr inbounds nuw (i8, ptr @vt, i32 8)
@f = global ptr getelementptr nusw (i8, ptr @vt, i32 8)

;;; casts
@g = global i32 0
@h = addrspace(1) global i8 0
@a = global i64 ptrtoint (ptr<i32> @g to i64)
@b = global i8 ptrtoint (ptr<i32> @g to i8)
@c = global ptr<i8> inttoptr (i64 12345 to ptr<i8>)
@d = global ptr<i8> addrspacecast (ptr1<i8> @h to ptr<i8>)
@e = global i32 trunc (i64 ptrtoint (ptr<i32> @g to i64) to i32)
@f = global ptr<i8> inttoptr (i64 sub (i64 ptrtoint (ptr<i32> @g to i64), i64 16) to ptr<i8>)
@i = global <2 x i64> ptrtoint (<2 x ptr<i32>> <ptr<i32> @g, ptr<i32> @g> to <2 x i64>)
[22] @j = global i64 ptrtoaddr (ptr @g to i64)

;;; typed_casts -14
@g = global i32 0
@a = global i8* bitcast (i32* @g to i8*)
@b = global void (i32)* bitcast (i32 ()* @f to void (i32)*)
define i32 @f() {
  %1 = call i64 bitcast (i32 ()* @f to i64 (i8)*)(i8 1)
  store i8 0, i8* bitcast (i32* @g to i8*)
  call void (...) bitcast (i32 ()* @f to void (...)*)(i32 2)
  ret i32 0
}
@c = alias i8, bitcast (i32* @g to i8*)

;;; casts_of_old -16
@g = global i32 0
@a = global i128 zext (i64 ptrtoint (ptr<i32> @g to i64) to i128)
@b = global i128 sext (i64 ptrtoint (ptr<i32> @g to i64) to i128)
@c = global float uitofp (i64 ptrtoint (ptr<i32> @g to i64) to float)
@d = global double sitofp (i64 ptrtoint (ptr<i32> @g to i64) to double)
@e = global i32 fptoui (double sitofp (i64 ptrtoint (ptr<i32> @g to i64) to double) to i32)
@f = global i32 fptosi (double sitofp (i64 ptrtoint (ptr<i32> @g to i64) to double) to i32)
@h = global float fptrunc (double sitofp (i64 ptrtoint (ptr<i32> @g to i64) to double) to float)
@i = global double fpext (float uitofp (i64 ptrtoint (ptr<i32> @g to i64) to float) to double)
@j = global double bitcast (i64 ptrtoint (ptr<i32> @g to i64) to double)

;;; binary
@g = global i32 0
@h = global i32 0
@a = global i64 add (i64 ptrtoint (ptr<i32> @g to i64), i64 1)
@b = global i64 sub (i64 ptrtoint (ptr<i32> @g to i64), i64 ptrtoint (ptr<i32> @h to i64))
@c = global i64 xor (i64 ptrtoint (ptr<i32> @g to i64), i64 -1)
@d = global i64 add nuw (i64 ptrtoint (ptr<i32> @g to i64), i64 1)
@e = global i64 sub nsw (i64 ptrtoint (ptr<i32> @g to i64), i64 ptrtoint (ptr<i32> @h to i64))
@f = global i64 add nuw nsw (i64 ptrtoint (ptr<i32> @g to i64), i64 1)

;;; binary_mul -19
@g = global i32 0
@a = global i64 mul (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
[-16] @b = global i64 shl (i64 1, i64 ptrtoint (ptr<i32> @g to i64))
@c = global i64 mul nuw nsw (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
[-16] @d = global i64 shl nuw (i64 1, i64 ptrtoint (ptr<i32> @g to i64))

;;; binary_of_16 -16
@g = global i32 0
@a = global i64 lshr (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
@b = global i64 ashr exact (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
@c = global i64 and (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
@d = global i64 or (i64 ptrtoint (ptr<i32> @g to i64), i64 3)
@e = global i64 lshr exact (i64 ptrtoint (ptr<i32> @g to i64), i64 3)

;;; binary_of_14 -14
@g = global i32 0
@a = global i64 udiv (i64 ptrtoint (i32* @g to i64), i64 3)
@b = global i64 sdiv exact (i64 ptrtoint (i32* @g to i64), i64 3)
@c = global i64 urem (i64 ptrtoint (i32* @g to i64), i64 3)
@d = global i64 srem (i64 ptrtoint (i32* @g to i64), i64 3)
@e = global double fadd (double sitofp (i64 ptrtoint (i32* @g to i64) to double), double 1.0)
@f = global double fneg (double sitofp (i64 ptrtoint (i32* @g to i64) to double))
@h = global double fmul (double sitofp (i64 ptrtoint (i32* @g to i64) to double), double 1.5)
@i = global { i32 } { i32 extractvalue ({ i32, i32 } { i32 ptrtoint (i32* @g to i32), i32 1 }, 0) }

;;; comparisons -16
@g = external global i32
@h = external global i32
@a = global i1 icmp eq (ptr<i32> @g, ptr<i32> inttoptr (i64 16 to ptr<i32>))
@b = global i1 icmp ult (i64 ptrtoint (ptr<i32> @g to i64), i64 ptrtoint (ptr<i32> @h to i64))
@c = global i1 fcmp olt (double sitofp (i64 ptrtoint (ptr<i32> @g to i64) to double), double 2.0)
@d = global i32 select (i1 icmp eq (ptr<i32> @g, ptr<i32> inttoptr (i64 16 to ptr<i32>)), i32 1, i32 2)

;;; vector_expressions
@g = global i32 0
@a = global i64 extractelement (<2 x i64> ptrtoint (<2 x ptr<i32>> <ptr<i32> @g, ptr<i32> null> to <2 x i64>), i64 ptrtoint (ptr<i32> @g to i64))
@b = global <2 x i64> insertelement (<2 x i64> zeroinitializer, i64 3, i64 ptrtoint (ptr<i32> @g to i64))

;;; blockaddress
@a = global ptr<i8> blockaddress(@f, %one)
@b = global ptr<i8> blockaddress(@f, %"odd name")
define void @f(ptr<i8> %p) {
  indirectbr ptr<i8> %p, [label %one, label %"odd name", label %1]
one:
  ret void
"odd name":
  ret void
1:
  ret void
}
define ptr<i8> @g() {
  ret ptr<i8> blockaddress(@f, %one)
}
define ptr<i8> @h() {
  br label %1
1:
  ret ptr<i8> getelementptr (i8, ptr<i8> blockaddress(@f, %one), i64 4)
}

;;; dso_local_equivalent 16-
declare void @f()
declare extern_weak void @w()
@a = global ptr @f
define ptr @g() {
  ret ptr dso_local_equivalent @f
}
define i64 @h() {
  ret i64 sub (i64 ptrtoint (ptr dso_local_equivalent @w to i64), i64 ptrtoint (ptr @h to i64))
}

;;; no_cfi 15-
declare void @f()
define void @g() {
  call void no_cfi @f()
  %1 = select i1 true, ptr no_cfi @f, ptr @f
  ret void
}
@a = global ptr no_cfi @g

;;; ptrauth 19-
@g = external global i32
@a = global ptr ptrauth (ptr @g, i32 0)
@b = global ptr ptrauth (ptr @g, i32 1, i64 65535)
@c = global ptr ptrauth (ptr @g, i32 2, i64 0, ptr @a)
@d = global ptr ptrauth (ptr @g, i32 3, i64 1, ptr getelementptr (i8, ptr @g, i64 8))
define void @f() {
  call void ptrauth (ptr @f, i32 0)()
  ret void
}

;;; numbered_globals
@0 = global i32 1
@1 = private constant [2 x i8] c"a\00"
@2 = alias i32, ptr<i32> @0
@3 = global ptr<i32> @2
define ptr<i32> @4() {
  %1 = call ptr<i32> @4()
  store i32 0, ptr<i32> @0
  ret ptr<i32> @2
}
@5 = global ptr<ptr<i32> ()> @4

;;; names
@"a b" = global i32 0
@"1" = global i32 1
@"\01_raw" = global i32 2
@"quote\22" = global i32 3
@"é" = global i32 4
@"back\\slash" = global i32 5
@$dollar.dash-_ = global i32 6
@"plus+" = global i32 7
@-d = global i32 8
@_Z1fv = global i32 9
@"?f@@YAXXZ" = global i32 10
@"0x" = global i32 11
@x = global [5 x ptr<i32>] [ptr<i32> @"a b", ptr<i32> @"1", ptr<i32> @"\01_raw", ptr<i32> @"quote\22", ptr<i32> @"é"]
define void @"f g"() {
  call void @"f g"()
  store i32 0, ptr<i32> @"back\\slash"
  ret void
}
