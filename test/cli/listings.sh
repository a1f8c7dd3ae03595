#!/usr/bin/env bash
# listings.sh - names, strings, attributes and blocks in what is printed of functions, as LLVM writes them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need llvm-as-22 opt-22

# make_module FILE - a module of standard input's text
make_module() {
    llvm-as-22 -o "$1" -
}

# Functions without a name have LLVM's number, and are found by it and by the name that linkers know.
make_module unnamed.bc <<'END'
@0 = private global ptr @2
define void @1() !dbg !4 {
  ret void
}
define internal void @2() {
  call void @1()
  ret void
}
define void @named() {
  call void @2()
  call void @1()
  ret void
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "a.c", directory: "/")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!4 = distinct !DISubprogram(unit: !0)
END
for name in @2 __unnamed_2; do
    "$BITLEAP" show unnamed.bc $name >out
    grep -q '^define internal void @2() ' out || fail "$name: $(cat out)"
    grep -q 'call void @1()' out || fail "$name: $(cat out)"
    "$BITLEAP" callees unnamed.bc $name | same - <(printf '%s\n' 'unnamed.bc: @2' '     calls addresses  function' '         1         -  @1')
    "$BITLEAP" callers -p $name unnamed.bc | sed 's/^ *[0-9b][^ ]* *//' | same - <(printf '%s\n' 'unnamed.bc: uses of @2' \
        'as                        in' 'initializer               @0' 'call                      @named')
done
for name in @ @3 2 __unnamed_9 __unnamed_; do
    expect 1 "$BITLEAP" show unnamed.bc $name 2>err
    grep -q 'nothing of this name' err || fail "$name: $(cat err)"
done
"$BITLEAP" show unnamed.bc @0 | grep -q '^@0 = ' || fail "$("$BITLEAP" show unnamed.bc @0)"
"$BITLEAP" funcs unnamed.bc | sed -n 's/.*  @/@/p' | same - <(printf '%s\n' @1 @2 @named)
"$BITLEAP" top --by functions unnamed.bc | sed -n 's/.*%  @\(.*\)/\1/p' | sort | same - <(printf '%s\n' 1 2 named)
"$BITLEAP" meta --functions unnamed.bc | grep -q '^@1 !dbg !' || fail "$("$BITLEAP" meta --functions unnamed.bc)"

# A name is found as it is printed, and as it is, whatever it would be as a pattern.
make_module printed.bc <<'END'
define void @"-[Foo bar:]"() {
  ret void
}
define void @plain() {
  call void @"-[Foo bar:]"()
  ret void
}
define void @"a b"() {
  call void @plain()
  ret void
}
END
for name in plain @plain '-[Foo bar:]' '@"-[Foo bar:]"' 'a b' '@"a b"'; do
    "$BITLEAP" show printed.bc "$name" >out || fail "no $name to show"
    [ "$(wc -l <out)" -gt 1 ] || fail "$name: $(cat out)"
done
"$BITLEAP" callers @plain printed.bc | grep -q 'call .*  @"a b"$' || fail 'no callers of @plain'
for name in plain @plain '-[Foo bar:]' '*[[]Foo bar:]' 'a b'; do
    [ "$("$BITLEAP" find -- "$name" printed.bc | wc -l)" = 1 ] || fail "$name was not found"
done
expect 1 "$BITLEAP" find '@@plain' printed.bc

# Nothing that a file calls something ends a line or reaches the terminal as it is.
make_module quoted.bc <<'END'
declare void @v()
define void @f() {
  call void @v() [ "a\1B[31m\22\5C"() ]
  fence syncscope("x\0Ay\1B") acquire
  ret void
}
END
"$BITLEAP" show quoted.bc f | sed -n 's/^  *\(call\|fence\)/\1/; s/  ; bit.*//; /^\(call\|fence\)/p' | same - <(cat <<'END'
call void @v() [ "a\1B[31m\22\\"() ]
fence syncscope("x\0Ay\1B") acquire
END
)

# A block has its name, or its number in its function.
make_module blocks.bc <<'END'
define void @g() {
  br label %there
there:
  ret void
}
define void @f(i32 %a) {
  %b = add i32 %a, 1
  %c = alloca ptr
  store ptr blockaddress(@f, %named), ptr %c
  store ptr blockaddress(@f, %1), ptr %c
  store ptr blockaddress(@g, %there), ptr %c
  br label %named
named:
  br label %1
1:
  ret void
}
END
"$BITLEAP" show blocks.bc f | sed -n 's/^ *store ptr \(.*)\), ptr.*/\1/p' | same - <(cat <<'END'
blockaddress(@f, %named)
blockaddress(@f, %1)
blockaddress(@g, %there)
END
)

# Summaries have names as other commands print them.
printf 'define void @"a b\\22\\0A$"() { ret void }\n' | llvm-as-22 | opt-22 -module-summary -o summary.bc
"$BITLEAP" summary summary.bc | grep -F '  function @"a b\22\0A$" external' >/dev/null || fail "$("$BITLEAP" summary summary.bc)"

# Functions without a name have their numbers in attributes, too.
"$BITLEAP" attrs unnamed.bc | sed 1d | same - <(printf 'define void %s()\n' @1 @2 @named)

# What a call says of its arguments and of itself; if they may be many, the function's type.
make_module calls.bc <<'END'
%s = type { i32 }
declare ptr @g(ptr, i32)
declare i32 @printf(ptr, ...)
define void @f(ptr %p) {
  %a = call dereferenceable(8) ptr @g(ptr byval(%s) align 4 %p, i32 signext 1) nounwind memory(read) "x"="y"
  %b = call i32 (ptr, ...) @printf(ptr nonnull %p, i32 zeroext 2)
  ret void
}
END
"$BITLEAP" show calls.bc f | sed -n 's/  ; bit.*//; s/^.* = call/call/p' | same - <(cat <<'END'
call dereferenceable(8) ptr @g(ptr byval(%s) align 4 %p, i32 signext 1) #0
call i32 (ptr, ...) @printf(ptr nonnull %p, i32 zeroext 2)
END
)
if command -v jq >/dev/null; then
    # Numbers of lists lead to groups.
    "$BITLEAP" show --json calls.bc f | jq -r '.groups // [] | .[]' | sort -u >reported
    "$BITLEAP" attrs --groups --json calls.bc | jq -r .number | sort -u | same reported -
fi
