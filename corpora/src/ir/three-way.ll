; three-way.ll - comparisons with three results, declared before, between and after functions with bodies, and a summary
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

source_filename = "three-way.ll"
target triple = "x86_64-pc-linux-gnu"

declare i8 @llvm.ucmp.i8.i32(i32, i32)

define i8 @compare(i32 %a, i32 %b) {
  %1 = call i8 @llvm.ucmp.i8.i32(i32 %a, i32 %b)
  ret i8 %1
}

declare i32 @other(i32)

declare <4 x i8> @llvm.scmp.v4i8.v4i64(<4 x i64>, <4 x i64>)

define <4 x i8> @compare_vectors(<4 x i64> %a, <4 x i64> %b) {
entry:
  %order = tail call <4 x i8> @llvm.scmp.v4i8.v4i64(<4 x i64> %a, <4 x i64> %b)
  %more = sub <4 x i8> %order, splat (i8 1)
  ret <4 x i8> %more
}

define internal i32 @sum(i32 %a) {
  %b = call i32 @other(i32 %a)
  %1 = call i32 @llvm.scmp.i32.i32(i32 %a, i32 %b)
  %2 = call i32 @llvm.scmp.i32.i32(i32 %1, i32 7)
  ret i32 %2
}

declare i32 @llvm.scmp.i32.i32(i32, i32)

@pointer = global ptr @sum
^0 = module: (path: "three-way.bc", hash: (0, 0, 0, 0, 0))
^1 = gv: (name: "llvm.scmp.i32.i32")
^2 = gv: (name: "llvm.scmp.v4i8.v4i64")
^3 = gv: (name: "sum", summaries: (function: (module: ^0, flags: (linkage: internal, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 1, canAutoHide: 0, importType: definition), insts: 4, calls: ((callee: ^8)))))
^4 = gv: (name: "pointer", summaries: (variable: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), varFlags: (readonly: 1, writeonly: 1, constant: 0), refs: (^3))))
^5 = gv: (name: "compare_vectors", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 3)))
^6 = gv: (name: "compare", summaries: (function: (module: ^0, flags: (linkage: external, visibility: default, notEligibleToImport: 0, live: 0, dsoLocal: 0, canAutoHide: 0, importType: definition), insts: 2)))
^7 = gv: (name: "llvm.ucmp.i8.i32")
^8 = gv: (name: "other")
^9 = blockcount: 0
