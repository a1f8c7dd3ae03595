#!/usr/bin/env bash
# operands.sh - what is looked for comes first, then where; the other way round where that is clear
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cp "$small/uses.llvm22.bc" uses.bc
cp "$small/c-O2.clang22.bc" c.bc
mkdir both
cp uses.bc c.bc both

# either COMMAND NAME PATH... - prints the same, and something, wherever the name is.
either() {
    local command=$1 name=$2
    shift 2
    "$BITLEAP" "$command" "$name" "$@" >first || true
    "$BITLEAP" "$command" "$@" "$name" >last || true
    [ -s first ] || fail "$command $name: nothing"
    same first last
}
either find 'm*' c.bc
either find main both uses.bc
either callers used uses.bc
either callees calls uses.bc
either callees calls both
either strings main c.bc both
either show main c.bc
either show main 'both'
"$BITLEAP" show mean sum_varargs c.bc >first
"$BITLEAP" show c.bc mean sum_varargs | same first -

# A file that is called like a function is one, where it comes last; standard input is a file.
cp c.bc main
"$BITLEAP" find main main | same - <("$BITLEAP" find main c.bc | sed 's/^c\.bc/main/')
"$BITLEAP" find main c.bc main | sed 's/^main:/c.bc:/' | sort -u | same - <("$BITLEAP" find main c.bc)
"$BITLEAP" find - push <c.bc | same - <("$BITLEAP" find push - <c.bc)

rm main

# Where neither is a file, the last operand is the one that should be.
expect 2 "$BITLEAP" callees calls no-such-file 2>err
grep -q '^bitleap: no-such-file: cannot open' err || fail "$(cat err)"
expect 2 "$BITLEAP" find main no-such-file 2>err
grep -q '^bitleap: no-such-file: cannot' err || fail "$(cat err)"
