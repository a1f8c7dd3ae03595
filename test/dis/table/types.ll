; types.ll - types, their names and numbers, and the order in which they are found
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; floating_point
@h = global half 1.0
@b = global bfloat 1.0
@f = global float 1.0
@d = global double 1.0
@x = global x86_fp80 0xK3FFF8000000000000000
@q = global fp128 0xL00000000000000003FFF000000000000
@p = global ppc_fp128 0xM3FF00000000000000000000000000000
declare x86_fp80 @g(half, bfloat, float, double, x86_fp80, fp128, ppc_fp128)

;;; mmx -19
declare x86_mmx @g(x86_mmx)
define x86_mmx @f(<1 x i64> %v, x86_mmx %m) {
  %1 = bitcast <1 x i64> %v to x86_mmx
  %2 = call x86_mmx @g(x86_mmx %1)
  %3 = bitcast x86_mmx %2 to i64
  ret x86_mmx %2
}

;;; amx
declare x86_amx @llvm.x86.tilezero.internal(i16, i16)
declare void @llvm.x86.tilestored64.internal(i16, i16, ptr<i8>, i64, x86_amx)
define void @f(ptr<i8> %p) {
  %1 = call x86_amx @llvm.x86.tilezero.internal(i16 1, i16 64)
  call void @llvm.x86.tilestored64.internal(i16 1, i16 64, ptr<i8> %p, i64 64, x86_amx %1)
  ret void
}

;;; metadata_token_label -19
declare void @llvm.foo(metadata, token)
declare token @llvm.bar()
define void @f() {
  %1 = call token @llvm.bar()
  call void @llvm.foo(metadata !"text", token %1)
  call void @llvm.foo(metadata i32 7, token none)
  ret void
}

;;; vectors
@a = global <4 x i32> zeroinitializer
@b = global <1 x i1> zeroinitializer
@c = global <3 x ptr<i8>> zeroinitializer
declare <vscale x 4 x i32> @f(<vscale x 1 x ptr<i8>>, <vscale x 16 x i1>, <1073741824 x i8>)

;;; arrays
@a = global [0 x i8] zeroinitializer
@b = global [2 x [3 x [4 x i1]]] zeroinitializer
@c = external global [18446744073709551615 x i8]
@d = global [1 x { i8, [2 x <2 x i8>] }] zeroinitializer

;;; structs
%empty = type {}
%packed = type <{ i8, i32 }>
%packed.empty = type <{}>
%normal = type { i8, i32, [2 x i8], <2 x float>, %empty, %packed }
%opaque = type opaque
%nested = type { { i8, { i16 } }, <{ i8, { i32 } }> }
@a = global %normal zeroinitializer
@b = global %packed.empty zeroinitializer
@c = external global %opaque
@d = global %nested zeroinitializer
@e = global {} zeroinitializer
@f = global <{}> zeroinitializer
@g = global { i8, <{ i32, {} }> } zeroinitializer

;;; names
%"a b" = type { i32 }
%"1" = type { i32 }
%x.y = type { i32 }
%-dash = type { i32 }
%$d._- = type { i32 }
%"quote\22" = type { i32 }
%"é" = type { i32 }
%"back\\slash" = type { i32 }
%"0a" = type { i32 }
%"class.std::vector<int, std::allocator<int> >" = type { i32 }
@a = global %"a b" zeroinitializer
@b = global %"1" zeroinitializer
@c = global %x.y zeroinitializer
@d = global %-dash zeroinitializer
@e = global %$d._- zeroinitializer
@f = global %"quote\22" zeroinitializer
@g = global %"é" zeroinitializer
@h = global %"back\\slash" zeroinitializer
@i = global %"0a" zeroinitializer
@j = global %"class.std::vector<int, std::allocator<int> >" zeroinitializer

;;; numbers
%0 = type { i32, %1 }
%1 = type { i64 }
%2 = type opaque
%named = type { %3 }
%3 = type <{ i8 }>
@a = global %1 zeroinitializer
@b = global %0 zeroinitializer
@c = external global %2
@d = global %named zeroinitializer

;;; numbers_in_another_order
%5 = type { i32 }
%3 = type { i64 }
%9 = type { i8 }
define void @f(%9 %a) {
  %1 = alloca %3
  ret void
}
@g = global %5 zeroinitializer

;;; unused
%used = type { i32 }
%unused = type { i64 }
%0 = type { i8 }
@a = global %used zeroinitializer

;;; recursive_typed -14
%list = type { %list*, i32 }
%a = type { %b* }
%b = type { %a*, %c }
%c = type { void (%a)*, %c* }
%0 = type { %0* }
@l = global %list zeroinitializer
@m = global %b* null
@n = global %0 zeroinitializer

;;; opaque_pointee_typed -14
%o = type opaque
declare %o* @f(%o*, %o**)
@g = global void (%o*, ...)* null

;;; functions_in_types
@a = global ptr<void ()> null
@b = global ptr<i32 (i32, ...)> null
@c = global ptr<ptr<i8> (ptr<void (...)>)> null
@d = global { ptr<void (i8)>, [2 x ptr<i32 ()>] } zeroinitializer

;;; address_spaces
@a = addrspace(1) global i32 0
@b = global ptr1<i32> @a
@c = addrspace(16777215) global ptr1<ptr3<i8>> null
declare ptr5<i8> @f(ptr1<ptr2<i8>>)
@d = global <2 x ptr7<i8>> zeroinitializer

;;; order_of_discovery
%a = type { i8, i8 }
%b = type { i16, i16 }
%c = type { i32, i32 }
%d = type { i64, i64 }
%e = type { float, float }
%f = type { double, double }
%g = type { half, half }
%h = type { i1, i1 }
declare void @declared(ptr<%h> byval(%h))
define %a @f(%b %x) {
  %1 = alloca %c
  %2 = alloca [2 x %d]
  %3 = getelementptr %e, ptr<%e> null, i32 1
  store %f undef, ptr<%f> null
  %4 = load %g, ptr<%g> null
  ret %a undef
}
@z = global { %h, [1 x %g] } zeroinitializer
@y = alias i8, ptr<i8> @target
@target = global i8 0

;;; order_of_discovery_in_constants
%a = type { i8, i8 }
%b = type { i16, i16 }
%c = type { i32, i32 }
@s = global [4 x i8] zeroinitializer
@x = global ptr<i32> getelementptr (%c, ptr<%c> null, i32 0, i32 1)
@y = global i64 ptrtoint (ptr<%b> getelementptr (%b, ptr<%b> null, i64 1) to i64)
define void @f() {
  %1 = call i64 @g(i64 ptrtoint (ptr<%a> getelementptr (%a, ptr<%a> null, i64 3) to i64))
  ret void
}
declare i64 @g(i64)

;;; order_of_discovery_in_metadata
%a = type { i8, i8 }
%b = type { i16, i16 }
%c = type { i32, i32 }
define void @f() {
  call void @llvm.dbg.value(metadata %a undef, metadata !1, metadata !DIExpression()), !x !2
  ret void, !x !3
}
declare void @llvm.dbg.value(metadata, metadata, metadata)
!n = !{!0}
!0 = !{%c zeroinitializer}
!1 = !{}
!2 = !{!3, %b { i16 1, i16 2 }}
!3 = !{!"x"}

;;; target_types 16-
declare target("spirv.Image") @a(target("x", i32, void, { i8 }, 0, 4294967295), target("only.numbers", 1, 2))
declare target("") @b(target("odd \22name\22"))
@g = external global target("spirv.DeviceEvent")

;;; target_types_with_structs 16-
%holder = type { i32 }
declare void @b(target("spirv.Buffer", %holder, target("inner", i8)))

;;; target_types_in_bodies 16-
define target("spirv.Event") @f(target("spirv.Event") %e, i1 %c) {
  %1 = select i1 %c, target("spirv.Event") %e, target("spirv.Event") undef
  %2 = freeze target("spirv.Event") poison
  %3 = select i1 %c, target("spirv.Event") %1, target("spirv.Event") zeroinitializer
  ret target("spirv.Event") %3
}

;;; scalable_structs 19-
define { <vscale x 4 x i32>, <vscale x 4 x i32> } @f({ <vscale x 4 x i32>, <vscale x 4 x i32> } %x) {
  %1 = extractvalue { <vscale x 4 x i32>, <vscale x 4 x i32> } %x, 0
  ret { <vscale x 4 x i32>, <vscale x 4 x i32> } %x
}

;;; same_struct_twice
%a = type { i32 }
%a.0 = type { i32 }
%a.1.b = type { i64 }
@x = global { i32 } zeroinitializer
@y = global %a zeroinitializer
@z = global %a.0 zeroinitializer
@w = global %a.1.b zeroinitializer
