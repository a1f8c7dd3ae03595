#!/usr/bin/env bash
# dups.sh - which bodies under one name dups takes for different ones
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need llvm-as-22

# once NAME DECLARATION... - makes NAME.bc, where a linkonce_odr function calls the first one that is declared.
once() {
    local name=$1
    shift
    {
        printf 'declare void @%s()\n' "$@"
        printf 'define linkonce_odr void @once() {\n  call void @%s()\n  ret void\n}\n' "$1"
    } | llvm-as-22 - -o "$name.bc"
}

# differ N FILE... - fails unless N names have bodies that differ.
differ() {
    local n=$1
    shift
    "$BITLEAP" dups "$@" >reported
    head -n 1 reported | grep -q "; $n differ under one name\$" || fail "$*: $(cat reported)"
}

# The same bytes, but they call another function.
once g g
once h h
once g-h g h
once h-g h g
differ 1 g.bc h.bc
differ 1 g-h.bc h-g.bc
differ 1 g.bc g-h.bc h.bc
differ 0 g.bc g-h.bc
cp g.bc copy.bc
differ 0 g.bc copy.bc

# Nor would one copy do for both; it would for those of two modules that number the same function differently.
"$BITLEAP" dups g.bc h.bc >reported
grep -q '^no duplicates among 2 functions; ' reported || fail "$(cat reported)"
"$BITLEAP" dups copy.bc g.bc h.bc >reported
grep -q '^3 functions; 2 of them are copies of 1 body, ' reported || fail "$(cat reported)"
{
    printf 'declare void @h()\ndeclare void @g()\ndeclare i64 @i(i64, float)\n@v = global double 1.0\n'
    printf 'define linkonce_odr void @once() {\n  call void @g()\n  ret void\n}\n'
} | llvm-as-22 - -o renumbered.bc
"$BITLEAP" dups g.bc renumbered.bc h.bc >reported
grep -q '^no duplicates among 3 functions; ' reported || fail "$(cat reported)"
"$BITLEAP" dups --meaning g.bc renumbered.bc h.bc >reported
grep -q '^3 functions; 2 of them are copies of 1 body, ' reported || fail "$(cat reported)"

# Attributes of calls are what a compiler has found out of what is called.
sed 's/call void @g()/& nounwind/' <<'END' | llvm-as-22 - -o nounwind.bc
declare void @g()
define linkonce_odr void @once() {
  call void @g()
  ret void
}
END
differ 0 g.bc nounwind.bc
