; ModuleID = 'corpora/small/values.llvm22.bc'
source_filename = "values.ll"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-p:64:64-p1:32:32-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm "# first line of module assembly"
module asm "\09.globl other"

%packed = type <{ i8, i32, [3 x i16] }>
%pair = type { i32, i64 }
%list = type { ptr, %pair, i7 }

$any = comdat any

$exact = comdat exactmatch

$largest = comdat largest

$none = comdat nodeduplicate

$size = comdat samesize

@any = global i32 1, comdat
@in_any = internal constant [2 x i8] c"\00\FF", comdat($any)
@exact = linkonce_odr constant i64 2, comdat
@largest = weak_odr global i16 3, comdat, align 16
@none = global i8 4, comdat
@size = linkonce global i8 5, comdat
@huge = constant i4095 -57896044618658097711785492504343953926634992332820282019728792003956564819968
@wide = constant i256 -1
@odd = constant [4 x i17] [i17 0, i17 -1, i17 65535, i17 -65536]
@floats = constant { half, bfloat, float, double, x86_fp80, fp128, ppc_fp128 } { half 0xH3C00, bfloat 0xR3F80, float 1.000000e+00, double -2.500000e+00, x86_fp80 0xK3FFF8000000000000000, fp128 0xL00000000000000003FFF000000000000, ppc_fp128 0xM3FF00000000000000000000000000000 }
@aggregate = constant %packed <{ i8 1, i32 undef, [3 x i16] [i16 1, i16 2, i16 3] }>
@poisoned = constant <4 x i32> <i32 poison, i32 1, i32 undef, i32 -1>
@zero = global { [100 x %pair], <2 x double> } zeroinitializer, section ".bss.bitleap", align 64
@text = private unnamed_addr constant [12 x i8] c"hello world\00"
@packed7 = private constant [8 x i8] c"\80\81\FE\FF\00\01\7F@"
@elsewhere = external addrspace(1) global i32
@thread = thread_local(localexec) global i32 0
@appending = appending global [1 x i32] [i32 7]
@split = global i32 1, partition "part one"
@table = constant [2 x ptr] [ptr blockaddress(@jumps, %one), ptr blockaddress(@jumps, %two)]
@difference = constant i64 sub (i64 ptrtoint (ptr @any to i64), i64 ptrtoint (ptr @largest to i64))
@field = constant ptr getelementptr inbounds ({ [100 x %pair], <2 x double> }, ptr @zero, i64 0, i32 0, i64 5, i32 1)
@equivalent = constant ptr dso_local_equivalent @plain

@alias = alias i32, ptr @any
@hidden_alias = weak hidden unnamed_addr alias i32, ptr @any

declare i32 @plain()

declare void @variadic(ptr, ...)

declare i32 @__gxx_personality_v0(...)

declare i32 @__CxxFrameHandler3(...)

define i32 @jumps(ptr %where) {
entry:
  indirectbr ptr %where, [label %one, label %two]

one:                                              ; preds = %entry
  ret i32 1

two:                                              ; preds = %entry
  ret i32 2
}

define i64 @integers(i64 %a, i64 %b, i128 %w, i1 %c) prefix i32 123 prologue i8 -112 {
  %1 = add nuw nsw i64 %a, %b
  %2 = sub nsw i64 %1, -9223372036854775808
  %3 = mul nuw i64 %2, %b
  %4 = udiv exact i64 %3, 10
  %5 = srem i64 %4, %a
  %6 = shl nuw nsw i64 %5, 3
  %7 = ashr exact i64 %6, 1
  %8 = trunc i128 %w to i64
  %9 = xor i64 %7, %8
  %10 = select i1 %c, i64 %9, i64 %a
  %11 = freeze i64 %10
  %12 = icmp sgt i64 %11, -1
  %13 = zext i1 %12 to i64
  %14 = sext i1 %c to i64
  %15 = or i64 %13, %14
  ret i64 %15
}

define double @floating(double %x, float %y, <4 x float> %v) {
  %1 = fadd fast double %x, 1.000000e+00
  %2 = fmul nnan ninf double %1, 0x7FF8000000000000
  %3 = fneg double %2
  %4 = fpext float %y to double
  %5 = frem reassoc arcp contract afn double %3, %4
  %6 = fcmp ueq double %5, %x
  %7 = select nsz i1 %6, double %5, double 0xFFF0000000000000
  %8 = fptosi double %7 to i64
  %9 = uitofp i64 %8 to double
  %10 = extractelement <4 x float> %v, i32 2
  %11 = insertelement <4 x float> %v, float %10, i32 0
  %12 = shufflevector <4 x float> %11, <4 x float> undef, <4 x i32> <i32 3, i32 poison, i32 5, i32 0>
  %13 = extractelement <4 x float> %12, i64 1
  %14 = fpext float %13 to double
  %15 = fsub double %14, %9
  ret double %15
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %a, i32 %b) {
  %1 = insertelement <vscale x 4 x i32> undef, i32 %b, i32 0
  %2 = shufflevector <vscale x 4 x i32> %1, <vscale x 4 x i32> undef, <vscale x 4 x i32> zeroinitializer
  %3 = add <vscale x 4 x i32> %a, %2
  ret <vscale x 4 x i32> %3
}

define void @memory(ptr sret(%pair) %out, ptr byval(%list) align 16 %l, ptr addrspace(1) %far) gc "statepoint-example" {
  %slot = alloca %pair, i32 4, align 32
  %1 = getelementptr inbounds %list, ptr %l, i64 0, i32 1, i32 1
  %2 = load volatile i64, ptr %1, align 1, !nontemporal !1
  %3 = getelementptr %pair, ptr %slot, i64 %2
  %4 = load %pair, ptr %3, align 8
  %5 = insertvalue %pair %4, i64 %2, 1
  store %pair %5, ptr %out, align 2
  %6 = addrspacecast ptr addrspace(1) %far to ptr
  %7 = ptrtoint ptr %6 to i64
  %8 = bitcast i64 %7 to double
  %9 = extractvalue %pair %5, 0
  call void (ptr, ...) @variadic(ptr %6, i32 %9, double %8)
  ret void
}

define i32 @flow(i32 %n, ptr %list) {
entry:
  br label %loop

loop:                                             ; preds = %loop, %entry
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done, !prof !4, !llvm.loop !5

done:                                             ; preds = %loop
  switch i32 %n, label %other [
    i32 -1, label %minus
    i32 0, label %minus
    i32 2147483647, label %largest
  ]

minus:                                            ; preds = %done, %done
  %v = va_arg ptr %list, i32
  ret i32 %v

largest:                                          ; preds = %done
  %t = musttail call i32 @flow(i32 %i, ptr %list)
  ret i32 %t

other:                                            ; preds = %done
  %u = notail call fastcc i32 @flow_fast(i32 %i)
  unreachable
}

; Function Attrs: nounwind memory(none) alignstack(16)
define internal fastcc i32 @flow_fast(i32 returned %i) unnamed_addr #0 align 32 {
  ret i32 %i
}

define void @windows() personality ptr @__CxxFrameHandler3 {
entry:
  %a = invoke i32 @plain()
          to label %end unwind label %dispatch

dispatch:                                         ; preds = %entry
  %switch = catchswitch within none [label %catch] unwind label %cleanup

catch:                                            ; preds = %dispatch
  %pad = catchpad within %switch [ptr null, i32 64, ptr null]
  %b = invoke i32 @plain() [ "funclet"(token %pad) ]
          to label %caught unwind label %cleanup

caught:                                           ; preds = %catch
  catchret from %pad to label %end

cleanup:                                          ; preds = %catch, %dispatch
  %clean = cleanuppad within none []
  cleanupret from %clean unwind to caller

end:                                              ; preds = %caught, %entry
  ret void
}

define void @landing() personality ptr @__gxx_personality_v0 {
entry:
  %a = invoke i32 @plain()
          to label %end unwind label %pad

pad:                                              ; preds = %entry
  %p = landingpad { ptr, i32 }
          catch ptr null
          filter [1 x ptr] [ptr @any]
  resume { ptr, i32 } %p

end:                                              ; preds = %entry
  ret void
}

attributes #0 = { nounwind memory(none) alignstack=16 "bitleap-key"="bitleap value" "flag" }

!llvm.module.flags = !{!0}
!bitleap.named = !{!1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 1}
!2 = distinct !{!"a string", null, i64 -1, !2, double 1.500000e+00}
!3 = distinct !{!"", !"a longer string with \22quotes\22 and \0A newline"}
!4 = !{!"branch_weights", i32 2000, i32 1}
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.unroll.count", i32 4}
