; ModuleID = 'corpora/small/bundles.llvm16.bc'
source_filename = "bundles.ll"

; [#uses=4]
declare void @callee(i32)

; [#uses=1]
declare i32 @may_throw(i64)

; [#uses=1]
declare i32 @personality(...)

; [#uses=1]
; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite)
declare void @llvm.assume(i1 noundef) #0

; [#uses=0]
define void @calls(i32 %a, i64 %b, double %d) {
entry:
  call void @callee(i32 %a) [ "deopt"(i32 %a, i64 -7, double %d) ]
  call void @callee(i32 1) [ "bitleap.custom"(), "deopt"(i32 2) ]
  call void @callee(i32 2) [ "bitleap.other"(i64 %b, i64 %b, i1 true), "bitleap.custom"(i32 undef) ]
  call void @callee(i32 3) [ "a bundle with spaces"(i128 170141183460469231731687303715884105727) ]
  call void @llvm.assume(i1 true) [ "cold"() ]
  ret void
}

; [#uses=0]
define i32 @invokes(i64 %n) personality ptr @personality {
entry:
  %r = invoke i32 @may_throw(i64 %n) [ "deopt"(i64 %n) ]
          to label %ok unwind label %bad          ; [#uses=1 type=i32]

ok:                                               ; preds = %entry
  ret i32 %r

bad:                                              ; preds = %entry
  %pad = landingpad { ptr, i32 }
          cleanup                                 ; [#uses=1 type={ ptr, i32 }]
  resume { ptr, i32 } %pad
}

; [#uses=0]
define i32 @scopes(ptr %p, ptr %q) {
entry:
  fence acquire
  fence syncscope("singlethread") seq_cst
  fence syncscope("agent") release
  fence syncscope("bitleap workgroup") acq_rel
  %a = load atomic i32, ptr %p syncscope("agent") monotonic, align 4 ; [#uses=2 type=i32]
  store atomic i32 %a, ptr %p syncscope("singlethread") release, align 4
  store atomic volatile i64 7, ptr %q seq_cst, align 8
  %x = cmpxchg weak volatile ptr %p, i32 %a, i32 9 syncscope("agent") acq_rel monotonic, align 4 ; [#uses=1 type={ i32, i1 }]
  %y = cmpxchg ptr %q, i64 0, i64 1 seq_cst seq_cst, align 8 ; [#uses=0 type={ i64, i1 }]
  %b = atomicrmw umax ptr %p, i32 3 syncscope("wavefront") monotonic, align 4 ; [#uses=1 type=i32]
  %c = atomicrmw volatile nand ptr %p, i32 %b seq_cst, align 4 ; [#uses=1 type=i32]
  %d = atomicrmw xchg ptr %q, i64 5 acquire, align 8 ; [#uses=0 type=i64]
  %e = extractvalue { i32, i1 } %x, 0             ; [#uses=1 type=i32]
  %f = add i32 %c, %e                             ; [#uses=1 type=i32]
  ret i32 %f
}

attributes #0 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: readwrite) }
