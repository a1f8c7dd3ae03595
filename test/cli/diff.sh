#!/usr/bin/env bash
# diff.sh - what diff takes for the same, and for changed
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need llvm-as-22

# assemble NAME - makes NAME.bc of standard input.
assemble() {
    llvm-as-22 - -o "$1.bc"
}

# tells SUM FILE FILE - fails unless that is the sum of what changed and what did not.
tells() {
    expect 1 "$BITLEAP" diff --all "$2.bc" "$3.bc" >told
    tail -n 1 told | grep -qx "0 added, 0 removed, $1" || fail "$2 $3: $(cat told)"
}

# The same bytes say different things where what they refer to has another name, or another order.
caller() {
    printf 'declare i32 @%s(ptr)\n' "$@"
    printf 'define i32 @work(ptr %%p) {\n  %%r = call i32 @%s(ptr %%p)\n  ret i32 %%r\n}\n' "$1"
}
caller info | assemble info
caller warn | assemble warn
caller info warn | assemble info-warn
caller warn info | assemble warn-info
tells '1 changed, 0 renumbered, 0 the same' info warn
tells '1 changed, 0 renumbered, 0 the same' info-warn warn-info
tells '0 changed, 1 renumbered, 0 the same' info info-warn

# What has no body has no bytes.
assemble one <<'END'
@v = global i32 1
define void @f() {
  ret void
}
END
assemble none </dev/null
expect 1 "$BITLEAP" diff --json one.bc none.bc >told
grep -q '"removed","kind":"function","name":"f","before":{"bit_pos":[0-9]*,"bytes":8,' told || fail "$(cat told)"
grep -q '"removed","kind":"variable","name":"v","before":{"bit_pos":[0-9]*,"bytes":null,' told || fail "$(cat told)"

# Streams may differ in nothing that is compared.
dia=("$small/warn.clang19.dia" "$small/warn.clang22.dia")
expect 1 "$BITLEAP" diff "${dia[@]}" >told
echo '0 added, 0 removed, 0 changed, 0 renumbered, 0 the same; the streams differ elsewhere' | same - told
expect 1 "$BITLEAP" diff --json "${dia[@]}" | grep -q '"equal":false,"elsewhere":true}' || fail 'nothing differs'
expect 1 "$BITLEAP" diff --json one.bc none.bc | grep -q '"equal":false,"elsewhere":false}' || fail 'nothing is told'
