; ModuleID = 'corpora/small/uselist.llvm13.bc'
source_filename = "uselist.ll"

@global = global i32 1

@first = alias i32, i32* @global
@second = alias i32, i32* @global
@third = alias i32, i32* @global

declare i32 @use(i32, i32*)

define i32 @before(i32 %x) {
  %a = call i32 @use(i32 %x, i32* @global)
  %b = call i32 @use(i32 %x, i32* @global)
  %c = call i32 @use(i32 %x, i32* @global)
  %d = add i32 %a, %b
  %e = add i32 %d, %c
  %f = add i32 %e, %x
  ret i32 %f
}

define i32 @blocks(i1 %c, i32 %n) {
entry:
  br i1 %c, label %left, label %right

left:                                             ; preds = %entry
  %l = add i32 %n, 42
  br i1 %c, label %join, label %right

right:                                            ; preds = %entry, %left
  %r = phi i32 [ 1, %entry ], [ %l, %left ]
  %s = mul i32 %n, 42
  br label %join

join:                                             ; preds = %right, %left
  %j = phi i32 [ %l, %left ], [ %s, %right ]
  %k = sub i32 %j, 42
  ret i32 %k
}
