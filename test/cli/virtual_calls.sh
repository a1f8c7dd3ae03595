#!/usr/bin/env bash
# virtual_calls.sh - functions in vtables: what uses them, and which calls through vtables find them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# Type metadata says which variables have vtables.
for version in 13 14 16 19 22; do
    file=$small/thin-split.clang$version.bc
    "$BITLEAP" callers _ZNK6Square4areaEv "$file" >out
    grep -Eq '^ +1  vtable slot +@_ZTV6Square$' out || fail "$(cat out)"
    "$BITLEAP" callers --places _ZNK6Square4areaEv "$file" >out
    grep -Eq '  vtable slot +@_ZTV6Square$' out || fail "$(cat out)"
    "$BITLEAP" callers --json _ZNK6Square4areaEv "$file" >out
    grep -q '"kind":"vtable slot","within":false,"in":"_ZTV6Square"' out || fail "$(cat out)"
    "$BITLEAP" callers _ZTI6Square "$file" >out
    grep -Eq '  initializer, within +@_ZTV6Square$' out || fail "$(cat out)"
done

command -v llvm-as-22 >/dev/null || exit 0

# FLAG VISIBILITY: one module has the vtables, of class A, and of B, which is an A and does not replace the second function;
# the other one calls.
make() {
    llvm-as-22 -o tree/vtables.bc <<END
@_ZTV1A = hidden constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @type, ptr @f, ptr @g] }, !type !0, !vcall_visibility !2
@_ZTV1B = hidden constant { [4 x ptr] } { [4 x ptr] [ptr null, ptr @type, ptr @h, ptr @g] }, !type !0, !type !1, !vcall_visibility !2
@type = hidden constant ptr @named
define i32 @f() { ret i32 1 }
define i32 @g() { ret i32 2 }
define i32 @h() { ret i32 3 }
define i32 @named() { ret i32 4 }
define ptr @make() { ret ptr @_ZTV1B }
!llvm.module.flags = !{!3}
!0 = !{i64 16, !"_ZTS1A"}
!1 = !{i64 16, !"_ZTS1B"}
!2 = !{i64 $2}
!3 = !{i32 1, !"Virtual Function Elim", i32 $1}
END
    llvm-as-22 -o tree/calls.bc <<END
declare { ptr, i1 } @llvm.type.checked.load(ptr, i32, metadata)
declare ptr @make()
define i32 @first(ptr %o) {
  %made = call ptr @make()
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr %o, i32 0, metadata !"_ZTS1A")
  ret i32 0
}
define i32 @second(ptr %o) {
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr %o, i32 8, metadata !"_ZTS1B")
  ret i32 0
}
define i32 @other(ptr %o) {
  %made = call ptr @make()
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr %o, i32 0, metadata !"_ZTS1C")
  ret i32 0
}
${3:-}
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"Virtual Function Elim", i32 $1}
END
    "$BITLEAP" index -q --bodies -o bodies.blx tree
    "$BITLEAP" index -q -o plain.blx tree
}

# reached NAME FUNCTIONS - what is defined and reached from function NAME by vtables, with an index and without.
reached() {
    "$BITLEAP" callees --transitive --json "$1" tree >direct
    sed -n 's/.*"name":"\([a-z]*\)".*"defined":true.*"by":"vtable slot".*/\1/p' direct | sort | xargs >found
    [ "$(cat found)" = "$2" ] || fail "from $1: $(cat found), not $2"
    for way in bodies.blx plain.blx 'tree -j 1' 'tree -j 3'; do
        # shellcheck disable=SC2086 # several words, on purpose
        "$BITLEAP" callees --transitive --json "$1" $way | same direct -
    done
    command -v opt-22 >/dev/null || return 0
    llvm-link-22 tree/*.bc -o linked.bc
    opt-22 -passes='internalize,globaldce<vfe-linkage-unit-visibility>' -internalize-public-api-list="$1" linked.bc -o kept.bc
    "$BITLEAP" funcs --json kept.bc | sed -n 's/.*"name":"\([^"]*\)".*/\1/p' | sort >kept
    sed -n 's/.*"name":"\([^"]*\)".*"defined":true.*/\1/p' direct | grep -v _ZTV | sort | same kept -
}

mkdir tree
for visibility in 1 2; do
    make 1 $visibility
    reached first 'f h'
    reached second g
    "$BITLEAP" callees --transitive other tree >out
    if grep -q 'vtable slot' out; then fail "$(cat out)"; fi
    grep -q '  address  *@named ' out || fail "$(cat out)"
done

# What the vtables reach: they are public, the flag is 0, an offset is not known.
make 1 0
reached other 'g h'
make 0 1
reached other 'g h'
make 1 1 'define void @any(ptr %o, i32 %at) {
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr %o, i32 %at, metadata !"_ZTS1B")
  ret void
}'
reached other 'g h'
make 1 1 'define void @outside(ptr %o) {
  %pair = call { ptr, i1 } @llvm.type.checked.load(ptr %o, i32 64, metadata !"_ZTS1B")
  ret void
}'
reached other 'g h'

# The way there, and back.
make 1 1
"$BITLEAP" callees --to h first tree | grep -q '^  vtable slot  *@h ' || fail 'no chain'
"$BITLEAP" callers --transitive h tree >out
grep -Eq '^ +1  vtable slot +@first ' out || fail "$(cat out)"
if grep -q @second out; then fail "$(cat out)"; fi
