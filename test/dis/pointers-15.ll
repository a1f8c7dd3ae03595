; exchanges of pointers, and scalable vectors, of LLVM 15 and newer
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
define void @rmw(ptr %pp, ptr %q, ptr %w, <2 x ptr> %vp) {
  %a = atomicrmw xchg ptr %pp, ptr null seq_cst, align 8
  %b = atomicrmw xchg ptr %pp, ptr %q seq_cst, align 8
  %c = atomicrmw volatile xchg ptr %pp, ptr %q syncscope("x") seq_cst, align 8
  %d = cmpxchg ptr %pp, ptr %q, ptr %w seq_cst seq_cst
  store ptr %q, ptr %w
  %e = select i1 true, ptr %q, ptr %w
  %f = icmp eq ptr %q, %w
  %g = getelementptr ptr, ptr %q
  %h = freeze ptr %q
  %i = getelementptr inbounds i8, <2 x ptr> %vp, <2 x i32> <i32 1, i32 2>
  ret void
}
define i8 @sv(<vscale x 4 x i32> %v, i8 %i) {
  %a = shufflevector <vscale x 4 x i32> %v, <vscale x 4 x i32> undef, <vscale x 4 x i32> zeroinitializer
  %b = shufflevector <vscale x 4 x i32> %v, <vscale x 4 x i32> undef, <vscale x 4 x i32> undef
  %c = extractelement <vscale x 4 x i32> %b, i32 0
  %d = extractelement <vscale x 4 x i32> %b, i8 %i
  ret i8 0
}
