; old.ll - what LLVM's reader changes, as older compilers meant it, and what follows from types alone
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; frame_pointers
define void @all() "no-frame-pointer-elim"="true" { ret void }
define void @none() "less-precise-fpmad"="false" "no-frame-pointer-elim"="false" "disable-tail-calls"="true" { ret void }
define void @leaf() nounwind "no-frame-pointer-elim-non-leaf" { ret void }
define void @both() cold "no-frame-pointer-elim"="true" "no-frame-pointer-elim-non-leaf" { ret void }
define void @not_all() "a" "no-frame-pointer-elim"="false" "no-frame-pointer-elim-non-leaf"="true" "z" { ret void }
define void @others() "no-frame-pointer-elim-x"="true" "frame-pointer-x" { ret void }

;;; null_pointers
define void @valid() nounwind "null-pointer-is-valid"="true" { ret void }
define void @among() alignstack(16) cold nounwind optnone noinline sspstrong uwtable "a" "null-pointer-is-valid"="true" "z" { ret void }
define void @before() optsize willreturn "null-pointer-is-valid"="true" { ret void }
define void @alone() "null-pointer-is-valid"="true" { ret void }
define void @invalid() cold "null-pointer-is-valid"="false" { ret void }
define void @nothing() "null-pointer-is-valid"="false" { ret void }
define void @both() nounwind "no-frame-pointer-elim"="true" "null-pointer-is-valid"="true" { ret void }

;;; types_of_callees -14
declare void @by(i32* byval(i32), i8)
declare void @result({ i8, i64 }* noalias sret({ i8, i64 }) align 8 %r, i32* nonnull)
declare void @alloca(i32* inalloca(i32))
define void @f(i32* %p, { i8, i64 }* %q, void (i32*, i8)* %any) personality i8* null {
  call void @by(i32* %p, i8 0)
  call void @by(i32* nonnull %p, i8 0)
  call void @by(i32* byval(i32) align 4 %p, i8 0)
  call void @result({ i8, i64 }* %q, i32* %p)
  call void %any(i32* %p, i8 0)
  invoke void @result({ i8, i64 }* align 16 %q, i32* %p) to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { i8*, i32 } cleanup
  ret void
}

;;; forwarded_arguments
declare void @llvm.icall.branch.funnel(...)
declare void @g(ptr<i8>, ...)
define void @funnel(...) {
  musttail call void (...) @llvm.icall.branch.funnel(...)
  ret void
}
define void @one(ptr<i8> %p, ...) {
  musttail call void (ptr<i8>, ...) @g(ptr<i8> %p, ...)
  ret void
}

;;; vectors_of_indices
define <2 x ptr<i32>> @data(<2 x ptr<[3 x {i8, i32}]>> %a) {
  %w = getelementptr [3 x {i8, i32}], <2 x ptr<[3 x {i8, i32}]>> %a, <2 x i32> <i32 1, i32 2>, <2 x i32> <i32 2, i32 3>, <2 x i32> <i32 1, i32 1>
  ret <2 x ptr<i32>> %w
}
define <2 x ptr<i8>> @zero(ptr<{i8, i32}> %a) {
  %w = getelementptr {i8, i32}, ptr<{i8, i32}> %a, <2 x i64> <i64 1, i64 2>, <2 x i32> zeroinitializer
  ret <2 x ptr<i8>> %w
}

;;; nested_source_types 15-
%struct2 = type <{ i32, i32, i32, i32 }>
%union.anon = type { [2 x i64], [4 x i32] }
%struct1 = type { i32, %union.anon }
define void @test() {
  call void asm sideeffect "#ASM $0", "n"(i32 ptrtoint (ptr getelementptr inbounds (%struct2, ptr getelementptr inbounds (%struct1, ptr null, i32 0, i32 1), i32 0, i32 2) to i32))
  ret void
}
