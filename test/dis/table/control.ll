; control.ll - terminators, phi, predecessors, blocks and their names, exception handling, indirect branches
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; ret
define void @f() {
  ret void
}
define i32 @g() {
  ret i32 undef
}
define { i32, ptr<i8> } @h() {
  ret { i32, ptr<i8> } { i32 1, ptr<i8> null }
}

;;; br
define i32 @f(i1 %c) {
  br i1 %c, label %1, label %2
1:
  br label %3
2:
  br label %3
3:
  %4 = phi i32 [ 1, %1 ], [ 2, %2 ]
  ret i32 %4
}

;;; br_weights
define void @f(i1 %c) {
  br i1 %c, label %a, label %b, !prof !0
a:
  br i1 %c, label %b, label %b, !unpredictable !1
b:
  br label %b, !llvm.loop !2
}
!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.mustprogress"}

;;; switch
define i8 @f(i8 %x) {
entry:
  switch i8 %x, label %other [
    i8 0, label %zero
    i8 1, label %one
    i8 -1, label %one
  ]
zero:
  switch i8 %x, label %one [
  ]
one:
  %p = phi i8 [ 1, %entry ], [ 1, %entry ], [ 7, %zero ]
  ret i8 %p
other:
  switch i8 %x, label %zero [ i8 5, label %zero ], !prof !0
}
!0 = !{!"branch_weights", i32 1, i32 2}

;;; switch_wide
define void @f(i128 %x, i1 %c, i70 %y) {
  switch i128 %x, label %a [
    i128 170141183460469231731687303715884105727, label %b
    i128 -170141183460469231731687303715884105728, label %a
    i128 1, label %b
  ]
a:
  switch i1 %c, label %b [
    i1 true, label %e
    i1 false, label %d
  ]
b:
  switch i70 %y, label %e [
    i70 590295810358705651711, label %d
  ]
e:
  ret void
d:
  ret void
}

;;; indirectbr
@table = constant [2 x ptr<i8>] [ptr<i8> blockaddress(@f, %one), ptr<i8> blockaddress(@f, %two)]
define i32 @f(ptr<i8> %p) {
  indirectbr ptr<i8> %p, [label %one, label %two]
one:
  indirectbr ptr<i8> blockaddress(@f, %two), [label %two, label %one, label %two]
two:
  indirectbr ptr<i8> %p, []
}

;;; blockaddress_of_later_function once
@before = global ptr<i8> blockaddress(@later, %here)
define ptr<i8> @f() {
  br label %entry
entry:
  ret ptr<i8> blockaddress(@later, %1)
}
define ptr<i8> @later(i1 %c) {
  br i1 %c, label %1, label %here
1:
  br label %here
here:
  ret ptr<i8> blockaddress(@f, %entry)
}

;;; blockaddress_numbered_block 19-
define ptr @f() {
  br label %1
1:
  ret ptr blockaddress(@f, %1)
}

;;; unreachable
define void @f() noreturn {
  unreachable
}

;;; unreachable_blocks
define i32 @f() {
  ret i32 0
dead:
  br label %deader
deader:
  %x = phi i32 [ 1, %dead ]
  ret i32 %x
alone:
  br label %alone
}

;;; phi
define i32 @f(i32 %n, ptr<i8> %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = phi ptr<i8> [ null, %entry ], [ %p, %loop ]
  %u = phi <2 x i32> [ undef, %entry ], [ zeroinitializer, %loop ]
  %later = phi i32 [ %more, %loop ], [ -1, %entry ]
  %next = add i32 %i, 1
  %more = mul i32 %later, %next
  %c = icmp slt i32 %next, %n
  br i1 %c, label %loop, label %done
done:
  %r = phi i32 [ %later, %loop ]
  ret i32 %r
}

;;; phi_without_edges 16-
define void @f() {
  ret void
dead:
  %x = phi i32
  br label %dead2
dead2:
  ret void
}

;;; forward_references
define i32 @f(i1 %c) {
entry:
  br label %second
first:
  %b = add i32 %a, 1
  %d = add i64 %e, 1
  ret i32 %b
second:
  %a = add i32 1, 2
  %e = sext i32 %a to i64
  br label %first
}

;;; names
define i32 @f(i32 %"a b", i32 %"1", i32 %x.y, i32 %-dash, i32 %$d, i32 %_u, i32 %"é", i32 %"q\22q", i32 %"back\\slash", i32 %"tab\09nul") {
"entry block":
  %"%" = add i32 %"a b", %"1"
  %"a\0Ab" = add i32 %x.y, %-dash
  %"0x" = add i32 %"%", %"a\0Ab"
  %"12" = add i32 %$d, %_u
  br label %"2"
"2":
  br label %"end:"
"end:":
  %"a" = add i32 %"é", %"q\22q"
  %"-1" = add i32 %"back\\slash", %"tab\09nul"
  br label %"\01"
"\01":
  ret i32 %"-1"
}

;;; numbers
define i32 @f(i32, i32 %named, i32) {
  %3 = add i32 %0, %1
  %x = add i32 %3, %named
  br label %4
4:
  %5 = add i32 %x, 1
  br label %name
name:
  %6 = add i32 %5, 1
  ret i32 %6
}

;;; numbers_of_void_values
declare void @v()
declare i32 @w()
define void @f() {
  call void @v()
  %1 = call i32 @w()
  store i32 %1, ptr<i32> null, align 4
  %2 = call i32 @w()
  fence acquire
  br label %3
3:
  call void @v()
  %4 = call i32 @w()
  ret void
}

;;; predecessors
define void @f(i1 %c, i32 %n) {
entry:
  br i1 %c, label %b, label %a
a:
  switch i32 %n, label %join [
    i32 1, label %b
    i32 2, label %join
    i32 3, label %join
  ]
b:
  br i1 %c, label %join, label %a
d:
  br label %join
join:
  br i1 %c, label %d, label %b
}

;;; use_list_order_of_blocks
define void @f(i1 %c) {
entry:
  br i1 %c, label %x, label %y
x:
  br label %z
y:
  br label %z
w:
  br label %z
z:
  ret void
  uselistorder label %z, { 2, 0, 1 }
}

;;; use_list_order_of_blocks_forward
define void @f(i1 %c, i1 %d) {
entry:
  br label %back
z:
  ret void
x:
  br i1 %c, label %z, label %y
y:
  br i1 %d, label %z, label %w
w:
  br label %z
back:
  br label %x
  uselistorder label %z, { 1, 2, 0 }
}

;;; use_list_order_of_values
@g = global i32 0
define i32 @f(i32 %a) {
  %1 = add i32 %a, 1
  %2 = add i32 %a, 2
  %3 = add i32 %a, 3
  %4 = load i32, ptr<i32> @g
  %5 = load i32, ptr<i32> @g
  ret i32 %3
  uselistorder i32 %a, { 2, 1, 0 }
}
uselistorder ptr<i32> @g, { 1, 0 }

;;; use_list_order_bb
@a = global ptr<i8> blockaddress(@f, %bb)
@b = global [2 x ptr<i8>] [ptr<i8> blockaddress(@f, %bb), ptr<i8> blockaddress(@f, %other)]
define void @f(i1 %c) {
  br i1 %c, label %bb, label %other
bb:
  br label %other
other:
  br i1 %c, label %bb, label %end
end:
  ret void
}
uselistorder_bb @f, %bb, { 1, 0, 2 }

;;; invoke
declare i32 @personality(...)
declare i32 @g(i32, ...)
define i32 @f() personality ptr<i32 (...)> @personality {
  %1 = invoke i32 (i32, ...) @g(i32 1, double 2.0)
          to label %ok unwind label %bad
ok:
  %2 = invoke fastcc signext i32 (i32, ...) @g(i32 1) nounwind [ "deopt"(i32 %1, ptr<i8> null) ] to label %ok2 unwind label %bad, !prof !0
ok2:
  ret i32 %2
bad:
  %lp = landingpad { ptr<i8>, i32 }
          cleanup
  resume { ptr<i8>, i32 } %lp
}
!0 = !{!"branch_weights", i32 10, i32 1}

;;; landingpad
@type = external constant ptr<i8>
declare i32 @personality(...)
declare void @g()
define void @f() personality ptr<i32 (...)> @personality {
  invoke void @g() to label %ok unwind label %a
ok:
  invoke void @g() to label %ok2 unwind label %b
ok2:
  invoke void @g() to label %ok3 unwind label %c
ok3:
  ret void
a:
  %1 = landingpad { ptr<i8>, i32 }
          catch ptr<ptr<i8>> @type
          catch ptr<i8> null
  resume { ptr<i8>, i32 } %1
b:
  %2 = landingpad { ptr<i8>, i32 }
          filter [1 x ptr<ptr<i8>>] [ptr<ptr<i8>> @type]
          filter [0 x ptr<i8>] zeroinitializer
  resume { ptr<i8>, i32 } %2
c:
  %3 = landingpad { ptr<i8>, i32 }
          cleanup
          catch ptr<ptr<i8>> @type
          filter [2 x ptr<i8>] [ptr<i8> null, ptr<i8> undef]
          catch ptr<i8> null
  resume { ptr<i8>, i32 } undef
}

;;; funclets
declare i32 @__CxxFrameHandler3(...)
declare void @g()
define void @f() personality ptr<i32 (...)> @__CxxFrameHandler3 {
entry:
  %slot = alloca ptr<i8>
  invoke void @g() to label %done unwind label %dispatch
dispatch:
  %cs = catchswitch within none [label %handler, label %handler2] unwind to caller
handler:
  %cp = catchpad within %cs [ptr<i8> null, i32 64, ptr<ptr<i8>> %slot]
  call void @g() [ "funclet"(token %cp) ]
  catchret from %cp to label %done
handler2:
  %cp2 = catchpad within %cs []
  invoke void @g() [ "funclet"(token %cp2) ] to label %cont unwind label %inner
cont:
  catchret from %cp2 to label %done
inner:
  %cs2 = catchswitch within %cp2 [label %inner.handler] unwind label %cleanup
inner.handler:
  %cp3 = catchpad within %cs2 [ptr<i8> null, i32 0, ptr<i8> null]
  catchret from %cp3 to label %cont
cleanup:
  %cl = cleanuppad within %cp2 []
  call void @g() [ "funclet"(token %cl) ]
  cleanupret from %cl unwind to caller
done:
  ret void
}

;;; funclets_unnamed
declare i32 @__C_specific_handler(...)
declare void @g()
define void @f() personality ptr<i32 (...)> @__C_specific_handler {
  invoke void @g() to label %1 unwind label %2
1:
  ret void
2:
  %3 = cleanuppad within none [i32 1, i8 2]
  cleanupret from %3 unwind label %4
4:
  %5 = catchswitch within none [label %6] unwind to caller
6:
  %7 = catchpad within %5 [ptr<void ()> @g]
  catchret from %7 to label %1
}

;;; callbr_old -14
define i32 @f(i32 %x) {
  callbr void asm sideeffect "# $0 $1", "r,X"(i32 %x, i8* blockaddress(@f, %far)) to label %next [label %far]
next:
  %1 = callbr i32 asm "# $0 $1", "=r,X,X"(i8* blockaddress(@f, %far), i8* blockaddress(@f, %2)) nounwind to label %end [label %far, label %2], !srcloc !0
2:
  ret i32 1
end:
  ret i32 %1
far:
  ret i32 1
}
!0 = !{i32 7}

;;; callbr_new 15-
define i32 @f(i32 %x) {
  callbr void asm sideeffect "# $0", "r,!i,!i,~{memory}"(i32 %x) [ "deopt"(i32 1) ] to label %next [label %far, label %2]
next:
  %1 = callbr { i32, i32 } asm "# $0", "=r,=r,!i"() nounwind to label %far [label %2], !srcloc !0
2:
  ret i32 1
far:
  callbr void asm "", ""() to label %end []
end:
  ret i32 1
}
!0 = !{i32 7}

;;; swifterror_and_loops_in_entry
define swiftcc void @f(ptr<ptr<i8>> swifterror %e, i1 %c) {
entry:
  br label %l
l:
  br i1 %c, label %l, label %l2
l2:
  br i1 %c, label %l, label %end
end:
  ret void
}
