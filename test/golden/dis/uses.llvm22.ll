; ModuleID = 'corpora/small/uses.llvm22.bc'
source_filename = "uses.ll"
target triple = "x86_64-pc-linux-gnu"

@direct = global ptr @used
@table = constant [2 x ptr] [ptr @takes, ptr @used]
@nested = constant { i32, [1 x { ptr, i64 }] } { i32 1, [1 x { ptr, i64 }] [{ ptr, i64 } { ptr null, i64 ptrtoint (ptr @used to i64) }] }
@greeting = constant [19 x i8] c"told by nobody \22%\22\00"
@wide = constant [5 x i32] [i32 119, i32 105, i32 100, i32 101, i32 0]

@other = alias void (i32), ptr @used

@chosen = ifunc void (i32), ptr @chooser

define void @used(i32 %number) {
  ret void
}

declare void @unused(i32)

declare i32 @__gxx_personality_v0(...)

declare void @takes(ptr)

define internal ptr @chooser() {
  ret ptr @used
}

define void @calls(ptr %pointer) prefix ptr @used prologue i32 7 personality ptr @__gxx_personality_v0 {
  call void @used(i32 1)
  tail call void @used(i32 2)
  call void %pointer(i32 3)
  call void asm sideeffect "nop # assembly", ""()
  call void @other(i32 4)
  invoke void @used(i32 5)
          to label %next unwind label %pad

next:                                             ; preds = %0
  callbr void asm "", "!i"()
          to label %last [label %last]

last:                                             ; preds = %next, %next
  musttail call void @forward(ptr %pointer)
  ret void

pad:                                              ; preds = %0
  %caught = landingpad { ptr, i32 }
          cleanup
  resume { ptr, i32 } %caught
}

define void @forward(ptr %pointer) personality ptr @used {
  store ptr @used, ptr %pointer, align 8
  call void @takes(ptr @used)
  %same = icmp eq ptr %pointer, @used
  %either = select i1 %same, ptr @used, ptr @takes
  %far = getelementptr i8, ptr getelementptr (i8, ptr @used, i64 1), i64 2
  call void @takes(ptr getelementptr (i8, ptr @used, i64 4)) [ "deopt"(ptr @used) ]
  call void %either(i32 6)
  ret void
}

define void @casts() {
  call void @used(i64 7)
  ret void
}

define void @again() {
  musttail call void @casts()
  ret void
}
