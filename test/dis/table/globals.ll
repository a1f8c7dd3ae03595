; globals.ll - variables, functions, aliases and ifuncs: linkage, visibility, storage, sections, comdats
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

;;; linkage_of_variables
@a = global i32 0
@b = private global i32 0
@c = internal global i32 0
@d = linkonce global i32 0
@e = linkonce_odr global i32 0
@f = weak global i32 0
@g = weak_odr global i32 0
@h = common global i32 0
@i = appending global [1 x i32] zeroinitializer
@j = external global i32
@k = extern_weak global i32
@l = available_externally global i32 0
@m = constant i32 0
@n = external constant i32
@o = private constant i32 1

;;; linkage_of_functions
define void @a() {
  ret void
}
define private void @b() {
  ret void
}
define internal void @c() {
  ret void
}
define linkonce void @d() {
  ret void
}
define linkonce_odr void @e() {
  ret void
}
define weak void @f() {
  ret void
}
define weak_odr void @g() {
  ret void
}
define available_externally void @h() {
  ret void
}
declare void @i()
declare extern_weak void @j()

;;; visibility
@a = hidden global i32 0
@b = protected global i32 0
@c = external hidden global i32
@d = weak hidden global i32 0
@e = linkonce_odr protected constant i32 0
define hidden void @f() {
  ret void
}
define weak protected void @g() {
  ret void
}
declare hidden void @h()
@i = hidden alias i32, ptr<i32> @a
@j = weak protected alias i32, ptr<i32> @a

;;; dll_storage
@a = external dllimport global i32
@b = dllexport global i32 0
@c = available_externally dllimport constant i32 1
declare dllimport void @f()
define dllexport void @g() {
  ret void
}
define weak_odr dllexport void @h() {
  ret void
}
@i = dllexport alias i32, ptr<i32> @b
define available_externally dllimport void @j() {
  ret void
}

;;; dso_local
@a = dso_local global i32 0
@b = external dso_local global i32
define dso_local void @f() {
  ret void
}
declare dso_local void @g()
define dso_local fastcc void @h() {
  ret void
}
@i = dso_local alias i32, ptr<i32> @a
@j = external dso_preemptable global i32
define dso_preemptable void @k() {
  ret void
}
@l = weak dso_local hidden global i32 0
define internal dso_local void @m() {
  ret void
}

;;; unnamed_addr
@a = unnamed_addr global i32 0
@b = local_unnamed_addr global i32 0
@c = private unnamed_addr constant [2 x i8] c"x\00", align 1
define void @f() unnamed_addr {
  ret void
}
define void @g() local_unnamed_addr {
  ret void
}
declare void @h() unnamed_addr
@i = unnamed_addr alias i32, ptr<i32> @a
@j = local_unnamed_addr alias i32, ptr<i32> @a

;;; thread_local
@a = thread_local global i32 0
@b = thread_local(localdynamic) global i32 0
@c = thread_local(initialexec) global i32 0
@d = thread_local(localexec) global i32 0
@e = external thread_local global i32
@f = internal thread_local(localexec) unnamed_addr global i32 0
@g = thread_local alias i32, ptr<i32> @a
@h = thread_local(initialexec) alias i32, ptr<i32> @a
define ptr<i32> @get() {
[15-]  %1 = call ptr @llvm.threadlocal.address.p0(ptr @a)
  ret ptr<i32> @a
}
[15-] declare ptr @llvm.threadlocal.address.p0(ptr)

;;; externally_initialized_and_order
@a = addrspace(1) externally_initialized global i32 0
@b = weak_odr hidden thread_local(initialexec) unnamed_addr addrspace(2) externally_initialized constant i32 5, section "s", comdat($b), align 64
$b = comdat any
@c = private dso_local unnamed_addr addrspace(3) constant [1 x i8] zeroinitializer, align 1
@d = external dllimport externally_initialized global i32, align 2

;;; align_and_sections
@a = global i32 0, align 1
@b = global i32 0, align 4
@c = global i32 0, align 536870912
@d = global i32 0, section ".data.x"
@e = global i32 0, section "a \22b\22\\c", align 16
@f = external global i32, section "s", align 2
define void @f1() align 16 {
  ret void
}
define void @f2() section ".text.hot" {
  ret void
}
define void @f3() section "odd \22x\22" align 32 {
  ret void
}
declare void @f4() section "s" align 4

;;; partitions
@a = global i32 0, partition "p1"
@b = global i32 0, section "s", partition "p \222\22", align 4
define void @f() partition "p1" {
  ret void
}
define void @g() section "s" partition "p3" {
  ret void
}
@c = alias i32, ptr<i32> @a, partition "p4"
@d = ifunc void (), ptr<ptr<void ()> ()> @res, partition "p5"
define ptr<void ()> @res() { ret ptr<void ()> null }

;;; code_models 19-
@a = global i32 0, code_model "tiny"
@b = global i32 0, code_model "small"
@c = global i32 0, code_model "kernel", align 4
@d = external global i32, code_model "medium"
@e = global i32 0, section "s", code_model "large", align 8

;;; sanitizer_marks 15-
@a = global i32 0, no_sanitize_address
@b = global i32 0, no_sanitize_hwaddress
@c = global i32 0, sanitize_memtag
@d = global i32 0, sanitize_address_dyninit
@e = global i32 0, no_sanitize_address, no_sanitize_hwaddress, sanitize_address_dyninit
@f = external global i32, section "s", no_sanitize_address, align 4
@g = global i32 0, no_sanitize_address, no_sanitize_hwaddress, sanitize_memtag, sanitize_address_dyninit

;;; attributes_of_variables
@a = global i32 0 #0
@b = global i32 0, align 4 #1
@c = global i32 0 "inline"="yes"
@d = external global i32, section "s" #0
define void @f() #0 {
  ret void
}
attributes #0 = { "bss-section"="x" }
attributes #1 = { "data-section"="y" "rodata-section"="z \22q\22" }

;;; comdats
$a = comdat any
$b = comdat exactmatch
$c = comdat largest
$d = comdat samesize
$e2 = comdat nodeduplicate
$"odd name" = comdat any
$unused = comdat any
@a = global i32 0, comdat
@b = global i32 0, comdat($b)
@x = global i32 0, comdat($a)
@c = global i32 0, section "s", comdat, align 4
@d = linkonce_odr global i32 0, comdat($d)
@"odd name" = global i32 0, comdat
define void @f() comdat($a) {
  ret void
}
define linkonce_odr void @"g h"() comdat($"odd name") {
  ret void
}
@e2 = global i32 0, comdat

;;; comdats_in_order
$z = comdat any
$y = comdat any
$x = comdat any
define void @x() comdat {
  ret void
}
define void @z() comdat {
  ret void
}
define void @other() comdat($y) {
  ret void
}
@g = global i32 0, comdat($z)

;;; aliases
@g = global { i32, i32 } zeroinitializer
@a = alias { i32, i32 }, ptr<{ i32, i32 }> @g
@b = alias i32, getelementptr inbounds ({ i32, i32 }, ptr<{ i32, i32 }> @g, i32 0, i32 1)
@c = internal alias i32, ptr<i32> @b
@d = linkonce_odr alias i32, ptr<i32> @b
@e = weak alias void (), ptr<void ()> @f
@h = alias void (), ptr<void ()> @f
define void @f() {
  call void @h()
  ret void
}
[16-] @k = private alias i32, ptr @b

;;; alias_address_spaces
@g = addrspace(3) global i32 0
@a = alias i32, ptr3<i32> @g
@b = alias i32, addrspacecast (ptr3<i32> @g to ptr<i32>)
@c = alias i8, inttoptr (i64 add (i64 ptrtoint (ptr3<i32> @g to i64), i64 1) to ptr<i8>)

;;; ifuncs
@a = ifunc void (), ptr<ptr<void ()> ()> @res
@b = internal ifunc i32 (i32), ptr<ptr<i32 (i32)> ()> @res2
@c = weak hidden ifunc void (), ptr<ptr<void ()> ()> @res
@d = dso_local ifunc void (), ptr<ptr<void ()> ()> @res
@0 = ifunc void (), ptr<ptr<void ()> ()> @res
define ptr<void ()> @res() {
  ret ptr<void ()> @c
}
define ptr<i32 (i32)> @res2() {
  ret ptr<i32 (i32)> null
}

;;; functions_with_everything
$f = comdat any
declare i32 @personality(...)
define linkonce_odr hidden fastcc noalias nonnull ptr<i8> @f(i32 zeroext %a, i8) unnamed_addr nounwind "k"="v" section "s" comdat align 8 gc "statepoint-example" prefix i32 1 prologue i8 2 personality ptr<i32 (...)> @personality !a !0 {
  ret ptr<i8> null
}
!0 = !{}

;;; gc
define void @f() gc "erlang" {
  ret void
}
declare void @g() gc "ocaml"
define void @h() gc "odd \22name\22" {
  ret void
}

;;; prefix_and_prologue
@x = global i32 0
define void @f() prefix i32 123 {
  ret void
}
define void @g() prologue <{ i8, i8 }> <{ i8 235, i8 1 }> {
  ret void
}
define void @h() prefix ptr<i32> @x prologue i64 0 {
  ret void
}
define void @i() prefix { i32, ptr<void ()> } { i32 1, ptr<void ()> @i } personality ptr<i32 ()> @p {
  ret void
}
declare i32 @p()

;;; attachments
@a = global i32 0, !t !0
@b = global i32 0, section "s", align 4, !t !0, !u !1, !t !1
@c = external global i32, !type !2, !type !3
define void @f() !t !0 !u !1 {
  ret void
}
declare !t !0 void @g()
declare !u !1 !t !0 hidden void @h() #0
define void @i() personality ptr<void ()> @f !t !1 {
  ret void
}
attributes #0 = { nounwind }
!0 = !{i32 0}
!1 = !{!"one"}
!2 = !{i64 0, !"type1"}
!3 = !{i64 16, !"type2"}

;;; absolute_symbols
@a = external hidden global i8, !absolute_symbol !0
@b = external global [0 x i8], !absolute_symbol !1
!0 = !{i64 0, i64 256}
!1 = !{i64 -1, i64 -1}

;;; declarations_and_definitions_in_order
declare void @a()
define void @b() {
  ret void
}
declare i32 @c(i32, ptr<i8>)
declare i32 @d(i32 %named, ptr<i8> %p)
define i32 @e(i32, ptr<i8> %p) {
  ret i32 0
}
declare void @f()

;;; parameter_names
define void @f(i32, i32 %a, i32, i32 %"b c") {
  ret void
}
define void @g(i32 %x, ...) {
  ret void
}
define void @h(...) {
  ret void
}
define i32 @i(i32 noundef %0, ptr<i8> nocapture readonly %1, i32 %x) { ret i32 %0 }

;;; only_globals
@llvm.used = appending global [2 x ptr<i8>] [ptr<i8> @a, ptr<i8> @b], section "llvm.metadata"
@a = global i8 0
@b = global i8 0
@llvm.global_ctors = appending global [1 x { i32, ptr<void ()>, ptr<i8> }] [{ i32, ptr<void ()>, ptr<i8> } { i32 65535, ptr<void ()> @f, ptr<i8> null }]
define internal void @f() {
  ret void
}

;;; empty_module

;;; only_a_type
%t = type { i32 }

;;; module_assembly
module asm ""
module asm "one line"
module asm ".globl x\0A\09.type x, \22y\22 \\ é"
module asm "two\0Alines\0A"
module asm "\01\7F\80"
@g = global i32 0

;;; module_assembly_alone
module asm "nop"

;;; source_filename
source_filename = "dir/odd \22name\22 \\ é.c"
target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "systemz-unknown-linux"
define void @f() {
  ret void
}

;;; empty_source_filename
source_filename = ""
@g = global i32 0

;;; layout_only
target datalayout = "E-p:32:32"

;;; triple_only
target triple = "nvptx64-nvidia-cuda"
@g = addrspace(1) global i32 0

;;; aliases_that_stand_alone
@target = global [2 x i32] zeroinitializer
@of_it = alias i32, getelementptr inbounds ([2 x i32], ptr<[2 x i32]> @target, i64 0, i64 1)
@of_alias = alias i32, ptr<i32> @of_it
@user = global ptr<i32> getelementptr inbounds ([2 x i32], ptr<[2 x i32]> @target, i64 0, i64 1)
@user_of_alias = global ptr<i32> @of_alias
define ptr<i32> @read() {
  ret ptr<i32> @of_alias
}
