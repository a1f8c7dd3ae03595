; uselist.ll - values whose use lists are in no default order
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

source_filename = "uselist.ll"

@global = global i32 1
@first = alias i32, ptr @global
@second = alias i32, ptr @global
@third = alias i32, ptr @global

declare i32 @use(i32, ptr)

define i32 @before(i32 %x) {
  %a = call i32 @use(i32 %x, ptr @global)
  %b = call i32 @use(i32 %x, ptr @global)
  %c = call i32 @use(i32 %x, ptr @global)
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  %f = add i32 %e, %x
  ret i32 %f
  uselistorder i32 %x, { 2, 0, 3, 1 }
}

define i32 @blocks(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right

left:
  %l = add i32 %n, 42
  br i1 %c, label %join, label %right

right:
  %r = phi i32 [ 1, %entry ], [ %l, %left ]
  %s = mul i32 %n, 42
  br label %join

join:
  %j = phi i32 [ %l, %left ], [ %s, %right ]
  %k = sub i32 %j, 42
  ret i32 %k
  uselistorder i32 %n, { 1, 0 }
  uselistorder label %right, { 1, 0 }
}
