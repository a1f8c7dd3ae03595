; attributes.ll - attributes of functions, parameters, results and call sites, and groups of them
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; functions
declare void @alwaysinline() alwaysinline
declare void @argmemonly() argmemonly
declare void @cold() cold
declare void @convergent() convergent
[22] declare void @coro_elide_safe() coro_elide_safe
[19-] declare void @coro_only_destroy_when_complete() coro_only_destroy_when_complete
[14-] declare void @disable_sanitizer_instrumentation() disable_sanitizer_instrumentation
[15-] declare void @fn_ret_thunk_extern() fn_ret_thunk_extern
declare void @hot() hot
declare void @inaccessiblemem_or_argmemonly() inaccessiblemem_or_argmemonly
declare void @inaccessiblememonly() inaccessiblememonly
declare void @inlinehint() inlinehint
declare void @minsize() minsize
declare void @mustprogress() mustprogress
declare void @naked() naked
declare void @nobuiltin() nobuiltin
declare void @nocallback() nocallback
declare void @nocf_check() nocf_check
[22] declare void @nocreateundeforpoison() nocreateundeforpoison
[22] declare void @nodivergencesource() nodivergencesource
declare void @noduplicate() noduplicate
declare void @nofree() nofree
declare void @noimplicitfloat() noimplicitfloat
declare void @noinline() noinline
declare void @nomerge() nomerge
declare void @nonlazybind() nonlazybind
declare void @noprofile() noprofile
declare void @norecurse() norecurse
declare void @noredzone() noredzone
declare void @noreturn() noreturn
[15-] declare void @nosanitize_bounds() nosanitize_bounds
declare void @nosanitize_coverage() nosanitize_coverage
declare void @nosync() nosync
declare void @nounwind() nounwind
declare void @null_pointer_is_valid() null_pointer_is_valid
[19-] declare void @optdebug() optdebug
declare void @optforfuzzing() optforfuzzing
declare void @optnone() optnone noinline
declare void @optsize() optsize
[15-] declare void @presplitcoroutine() presplitcoroutine
declare void @readnone() readnone
declare void @readonly() readonly
declare void @returns_twice() returns_twice
declare void @safestack() safestack
declare void @sanitize_address() sanitize_address
[22] declare void @sanitize_alloc_token() sanitize_alloc_token
declare void @sanitize_hwaddress() sanitize_hwaddress
declare void @sanitize_memory() sanitize_memory
declare void @sanitize_memtag() sanitize_memtag
[19-] declare void @sanitize_numerical_stability() sanitize_numerical_stability
[22] declare void @sanitize_realtime() sanitize_realtime
[22] declare void @sanitize_realtime_blocking() sanitize_realtime_blocking
declare void @sanitize_thread() sanitize_thread
[22] declare void @sanitize_type() sanitize_type
declare void @shadowcallstack() shadowcallstack
[16-] declare void @skipprofile() skipprofile
declare void @speculatable() speculatable
declare void @speculative_load_hardening() speculative_load_hardening
declare void @ssp() ssp
declare void @sspreq() sspreq
declare void @sspstrong() sspstrong
declare void @strictfp() strictfp
declare void @willreturn() willreturn
declare void @writeonly() writeonly

;;; parameters
[15-] declare void @allocalign(i32 allocalign)
[15-] declare void @allocptr(ptr<i8> allocptr)
[22] declare void @dead_on_return(ptr<i8> dead_on_return)
[19-] declare void @dead_on_unwind(ptr<i8> dead_on_unwind)
declare void @inreg(ptr<i8> inreg)
declare void @nest(ptr<i8> nest)
declare void @noalias(ptr<i8> noalias)
declare void @nocapture(ptr<i8> nocapture)
[22] declare void @noext(ptr<i8> noext)
declare void @nofree(ptr<i8> nofree)
declare void @nonnull(ptr<i8> nonnull)
declare void @noundef(ptr<i8> noundef)
declare void @readnone(ptr<i8> readnone)
declare void @readonly(ptr<i8> readonly)
declare void @signext(i32 signext)
declare void @swiftasync(ptr<i8> swiftasync)
[16-] declare void @swifterror(ptr<i8> swifterror)
declare void @swiftself(ptr<i8> swiftself)
[19-] declare void @writable(ptr<i8> writable)
declare void @writeonly(ptr<i8> writeonly)
declare void @zeroext(i32 zeroext)

;;; results
declare inreg ptr<i8> @inreg()
declare noalias ptr<i8> @noalias()
[22] declare noext ptr<i8> @noext()
declare nonnull ptr<i8> @nonnull()
declare noundef ptr<i8> @noundef()
declare signext i32 @signext()
declare zeroext i32 @zeroext()

;;; call_sites
[15-] declare void @allocalign(i32 allocalign)
[15-] declare void @allocptr(ptr<i8> allocptr)
[22] declare void @dead_on_return(ptr<i8> dead_on_return)
[19-] declare void @dead_on_unwind(ptr<i8> dead_on_unwind)
declare void @inreg(ptr<i8> inreg)
declare void @nest(ptr<i8> nest)
declare void @noalias(ptr<i8> noalias)
declare void @nocapture(ptr<i8> nocapture)
[22] declare void @noext(ptr<i8> noext)
declare void @nofree(ptr<i8> nofree)
declare void @nonnull(ptr<i8> nonnull)
declare void @noundef(ptr<i8> noundef)
declare void @readnone(ptr<i8> readnone)
declare void @readonly(ptr<i8> readonly)
declare void @signext(i32 signext)
declare void @swiftasync(ptr<i8> swiftasync)
declare void @swiftself(ptr<i8> swiftself)
[19-] declare void @writable(ptr<i8> writable)
declare void @writeonly(ptr<i8> writeonly)
declare void @zeroext(i32 zeroext)
define void @f(ptr<i8> %p, i32 %i) {
[15-]   call void @allocalign(i32 allocalign %i)
[15-]   call void @allocptr(ptr<i8> allocptr %p)
[22]   call void @dead_on_return(ptr<i8> dead_on_return %p)
[19-]   call void @dead_on_unwind(ptr<i8> dead_on_unwind %p)
  call void @inreg(ptr<i8> inreg %p)
  call void @noalias(ptr<i8> noalias %p)
  call void @nocapture(ptr<i8> nocapture %p)
[22]   call void @noext(ptr<i8> noext %p)
  call void @nofree(ptr<i8> nofree %p)
  call void @nonnull(ptr<i8> nonnull %p)
  call void @noundef(ptr<i8> noundef %p)
  call void @readnone(ptr<i8> readnone %p)
  call void @readonly(ptr<i8> readonly %p)
  call void @signext(i32 signext %i)
[19-]   call void @writable(ptr<i8> writable %p)
  call void @writeonly(ptr<i8> writeonly %p)
  call void @zeroext(i32 zeroext %i)
  ret void
}
;;; jumptable
define void @f() unnamed_addr jumptable {
  ret void
}

;;; builtin_and_nobuiltin
declare ptr<i8> @malloc(i64) nobuiltin
define ptr<i8> @f() {
  %1 = call ptr<i8> @malloc(i64 1) builtin
  %2 = call ptr<i8> @malloc(i64 1) nobuiltin
  ret ptr<i8> %1
}

;;; immarg
declare void @llvm.memset.p0i8.i64(ptr<i8>, i8, i64, i1 immarg)

;;; returned
declare ptr<i8> @f(ptr<i8> returned)
declare i32 @g(i32 signext returned %x, i32)

;;; swifterror
define void @f(ptr<ptr<i8>> swifterror %e) {
  %1 = load ptr<i8>, ptr<ptr<i8>> %e
  ret void
}

;;; types
%t = type { i32, %u }
%u = type { i64 }
declare void @f1(ptr<%t> byval(%t))
declare void @f2(ptr<%t> byval(%t) align 16)
declare void @f3(ptr<i32> byval(i32), ptr<[3 x i8]> byval([3 x i8]) align 4)
declare void @f4(ptr<%t> sret(%t))
declare void @f5(ptr<%t> noalias sret(%t) align 8, i32)
declare void @f6(ptr<{ i32, i8 }> byref({ i32, i8 }) align 4)
declare void @f7(ptr<%u> inalloca(%u))
declare void @f8(ptr<%u> preallocated(%u))
declare void @f9(ptr<<2 x float>> byval(<2 x float>))

;;; types_only_in_attributes 15-
%only = type { i32 }
%other = type { %last }
%last = type { i8 }
define void @f(ptr byval(%only) %x) {
  call void @g(ptr sret(%other) %x)
  ret void
}
declare void @g(ptr sret(%other))

;;; numbers
declare align 16 dereferenceable(8) ptr<i8> @f1(ptr<i8> align 1, ptr<i8> align 4096)
declare dereferenceable_or_null(1) ptr<i8> @f2(ptr<i8> dereferenceable(18446744073709551615))
declare void @f3(ptr<i8> dereferenceable_or_null(4) align 2 nonnull)
declare void @f4() alignstack(16)
declare void @f5(i32 alignstack(8))
declare void @f6() alignstack(4) nounwind

;;; allocsize
declare ptr<i8> @f1(i32) allocsize(0)
declare ptr<i8> @f2(i32, i32) allocsize(0, 1)
declare ptr<i8> @f3(i32, i32) allocsize(1) nounwind

;;; vscale_range
declare void @f1() vscale_range(1, 16)
declare void @f2() vscale_range(2, 2)
declare void @f3() vscale_range(4)
declare void @f4() vscale_range(1, 0)
[-13] declare void @f5() vscale_range(0, 0)
[14-] declare void @f5() vscale_range(8, 0)

;;; uwtable
declare void @f1() uwtable
[15-] declare void @f2() uwtable(sync)
[15-] declare void @f3() uwtable(async)
define void @f() uwtable nounwind {
  ret void
}

;;; allockind 15-
declare ptr @f1(i64) allockind("alloc")
declare ptr @f2(ptr allocptr, i64) allockind("realloc")
declare void @f3(ptr allocptr) allockind("free")
declare ptr @f4(i64) allockind("alloc,uninitialized")
declare ptr @f5(i64) allockind("alloc,zeroed,aligned") allocsize(0) "alloc-family"="malloc"
declare ptr @f6(ptr allocptr, i64) allockind("realloc,uninitialized,aligned")

;;; memory 16-
declare void @f1() memory(none)
declare void @f2() memory(read)
declare void @f3() memory(write)
declare void @f4() memory(readwrite)
declare void @f5() memory(argmem: read)
declare void @f6() memory(argmem: readwrite)
declare void @f7() memory(inaccessiblemem: write)
declare void @f8() memory(argmem: read, inaccessiblemem: readwrite)
declare void @f9() memory(read, argmem: none)
declare void @f10() memory(readwrite, argmem: read)
declare void @f11() memory(write, inaccessiblemem: none, argmem: readwrite)
declare void @f12() memory(readwrite, inaccessiblemem: none)
declare void @f13() memory(none, argmem: write)
declare void @f14() memory(readwrite, argmem: none, inaccessiblemem: none)
define void @f() {
  call void @f4() memory(none)
  call void @f4() memory(argmem: read) nounwind
  ret void
}
[22] declare void @f15() memory(errnomem: write)
[22] declare void @f16() memory(argmem: read, errnomem: readwrite)
[22] declare void @f17() memory(readwrite, errnomem: none)
[22] declare void @f18() memory(target_mem0: write)
[22] declare void @f19() memory(read, target_mem0: none, target_mem1: write)
[22] declare void @f20() memory(argmem: readwrite, inaccessiblemem: readwrite, target_mem0: read, target_mem1: read)

;;; nofpclass 19-
declare nofpclass(nan) float @f1(float nofpclass(inf))
declare void @f2(float nofpclass(snan), float nofpclass(qnan), float nofpclass(pinf), float nofpclass(ninf))
declare void @f3(float nofpclass(zero), float nofpclass(pzero), float nofpclass(nzero))
declare void @f4(float nofpclass(sub), float nofpclass(psub), float nofpclass(nsub))
declare void @f5(float nofpclass(norm), float nofpclass(pnorm), float nofpclass(nnorm))
declare void @f6(float nofpclass(all), float nofpclass(nan inf), float nofpclass(nan pinf nzero))
declare void @f7(float nofpclass(nan inf zero sub norm), float nofpclass(ninf nsub nnorm), <2 x double> nofpclass(1))
declare void @f8(float nofpclass(pinf pzero psub pnorm) noundef %x)

;;; range 19-
declare range(i32 0, 10) i32 @f1(i32 range(i32 -5, 5))
declare range(i64 1, 0) i64 @f2(i8 range(i8 -128, 127), i128 range(i128 -170141183460469231731687303715884105728, 1))
declare range(i1 0, -1) i1 @f3(<4 x i16> range(i16 7, 9))
define i32 @f(i32 %x) {
  %1 = call range(i32 0, 2) i32 @f1(i32 range(i32 3, 4) %x)
  ret i32 %1
}

;;; initializes 22
declare void @f1(ptr initializes((0, 4)))
declare void @f2(ptr initializes((-8, -4), (0, 4), (8, 16)))
declare void @f3(ptr initializes((0, 4)) nocapture writeonly)

;;; captures 22
declare void @f1(ptr captures(none))
declare void @f2(ptr captures(address))
declare void @f3(ptr captures(address_is_null))
declare void @f4(ptr captures(provenance))
declare void @f5(ptr captures(address, provenance))
declare void @f6(ptr captures(read_provenance))
declare void @f7(ptr captures(address, read_provenance))
declare void @f8(ptr captures(ret: address, provenance))
declare void @f9(ptr captures(address_is_null, ret: address, provenance))
declare void @f10(ptr captures(address_is_null, read_provenance, ret: address, provenance))
declare void @f11(ptr captures(none, ret: address))
declare void @f12(ptr captures(address, provenance, ret: none))

;;; string_attributes
declare void @f1() "a" "b"="c" "d"=""
declare void @f2() "frame-pointer"="all" "target-features"="+sse,+sse2" nounwind "aaa"
declare "r"="s" i32 @f3(i32 "t"="u" zeroext, ptr<i8> "v" nonnull)
declare void @f4() "quote"="a\22b\\c\0A" "hex"="\01\7f\80\ff"
declare void @f5() "z"="1" "y"="2" "x" cold
define void @f() {
  call void @f1() "at"="call"
  call void @f1() "at"="call" nounwind
  ret void
}

;;; groups
declare void @f1() #0
declare void @f2() #1
declare void @f3() #0 #1
declare void @f4() #2
declare void @f5() nounwind
declare void @f6() nounwind readnone
attributes #0 = { nounwind }
attributes #1 = { "x"="y" }
attributes #2 = { cold noreturn nounwind "z" }
define void @f() #1 {
  call void @f1() #2
  call void @f2() #3
  call void @f3() nounwind
  call void @f4() #0
  ret void
}
attributes #3 = { noinline }

;;; groups_of_several_kinds
@g = global i32 0 #0
define void @f() #1 {
  call void @f() #2
  call void @f() #0
  ret void
}
define void @h() #3 personality ptr<void ()> @f {
  call void @f() #4
  call void @f() #1
  invoke void @f() #5 to label %a unwind label %b
a:
  callbr void asm "", ""() #2 to label %c []
b:
  %lp = landingpad { ptr<i8>, i32 } cleanup
  unreachable
c:
  ret void
}
attributes #0 = { "zero" }
attributes #1 = { "one" }
attributes #2 = { "two" }
attributes #3 = { "three" }
attributes #4 = { "four" }
attributes #5 = { "five" }

;;; comments_of_functions
declare void @f1() nounwind readonly
define void @f2() cold "only-strings"="x" {
  ret void
}
define void @f3() "only-strings"="x" {
  ret void
}
define void @f4(i32) alignstack(16) allocsize(0) uwtable {
  ret void
}
define void @f5(i32) alignstack(16) noinline optnone {
  ret void
}

;;; order_of_attributes
declare zeroext noundef i8 @f1(ptr<i8> writeonly nonnull nocapture noalias align 4 dereferenceable(4) noundef, i8 inreg signext noundef)
declare void @f2() willreturn speculatable nounwind nosync norecurse nofree mustprogress cold noinline
