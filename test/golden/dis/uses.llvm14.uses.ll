; ModuleID = 'corpora/small/uses.llvm14.bc'
source_filename = "uses.ll"
target triple = "x86_64-pc-linux-gnu"

@direct = global void (i32)* @used                ; [#uses=1 type=void (i32)**]
@table = constant [2 x i8*] [i8* bitcast (void (void (i32)*)* @takes to i8*), i8* bitcast (void (i32)* @used to i8*)] ; [#uses=0 type=[2 x i8*]*]
@greeting = constant [19 x i8] c"told by nobody \22%\22\00" ; [#uses=0 type=[19 x i8]*]

@other = alias void (i32), void (i32)* @used      ; [#uses=1 type=void (i32)*]

; [#uses=9]
define void @used(i32 %number) {
  ret void
}

; [#uses=0]
declare void @unused(i32)

; [#uses=1]
declare i32 @__gxx_personality_v0(...)

; [#uses=3]
declare void @takes(void (i32)*)

; [#uses=0]
define void @calls(void (i32)* %pointer) personality i8* bitcast (i32 (...)* @__gxx_personality_v0 to i8*) {
  call void @used(i32 1)
  tail call void @used(i32 2)
  call void %pointer(i32 3)
  call void asm sideeffect "nop # assembly", ""()
  call void @other(i32 4)
  invoke void @used(i32 5)
          to label %next unwind label %pad

next:                                             ; preds = %0
  ret void

pad:                                              ; preds = %0
  %caught = landingpad { i8*, i32 }
          cleanup                                 ; [#uses=1 type={ i8*, i32 }]
  resume { i8*, i32 } %caught
}

; [#uses=0]
define void @forward(void (i32)** %place) {
  store void (i32)* @used, void (i32)** %place, align 8
  call void @takes(void (i32)* @used)
  call void bitcast (void (void (i32)*)* @takes to void (i8*)*)(i8* bitcast (void (i32)* @used to i8*))
  ret void
}

; [#uses=0]
define void @casts() {
  call void bitcast (void (i32)* @used to void (i64)*)(i64 7)
  %function = load void (i64)*, void (i64)** bitcast (void (i32)** @direct to void (i64)**), align 8 ; [#uses=0 type=void (i64)*]
  ret void
}
