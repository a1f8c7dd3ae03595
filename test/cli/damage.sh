#!/usr/bin/env bash
# damage.sh - files that are cut or have pages of zeros: what is printed is right, or marked
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# Every damaged file of all takes half an hour: without WHOLE each 13th of every twelfth.
step=13
every=12
[ -z "${WHOLE:-}" ] || step=1 every=1
"$BITLEAP" extract --directory=apple "$BITLEAP_SRC"/corpora/samples/metallib/*.metallib

# By clang, with everything that it writes for C and C++, and by LLVM's tools, each of five versions; by Apple's compilers.
files=()
n=0
for file in "$small"/{c,cxx,wide,lto,link,thin-a,thin-split,wrapper-arm64}*.bc "$small"/{values,index,bundles,uselist}.*.bc \
    apple/*; do
    [ $((n++ % every)) -ne 0 ] || files+=("$file")
done
[ "${#files[@]}" -ge 5 ] || fail "only ${#files[@]} files"
python3 "$BITLEAP_SRC/test/support/damage.py" "$BITLEAP" "$step" "${files[@]}" >out || fail "$(tail -n 40 out)"

# Where only the end of the table of strings is missing, all else is there, and most of the names.
good=$small/cxx-O2.clang19.bc
size=$(stat -c %s "$good")
head -c $((size - 100)) "$good" >tail.bc
for command in dis attrs globals meta; do
    "$BITLEAP" "$command" "$good" >whole
    expect 3 "$BITLEAP" "$command" tail.bc >part 2>err
    [ "$(grep -c . part)" -ge "$(grep -c . whole)" ] || fail "$command: $(wc -l <part) of $(wc -l <whole) lines"
done
"$BITLEAP" dis "$good" | grep -c '^define' >whole
expect 3 "$BITLEAP" dis tail.bc >out 2>err
grep -c '^define' out >part
cmp whole part || fail "functions of a file whose names end early"
"$BITLEAP" meta "$good" | grep '"wchar_size"' >whole
expect 3 "$BITLEAP" meta tail.bc >out 2>err
grep '"wchar_size"' out >part
cmp whole part || fail "values of module flags: $(cat part)"

# Of a body that is cut through, the instructions before the cut: opcodes, and results.
of_body="SELECT bit_pos, opcode, result FROM instructions WHERE value = 49 ORDER BY instruction"
"$BITLEAP" sql --format=csv "$of_body" "$good" >whole
bit=$(sed -n '61s/,.*//p' whole)
head -c "$((bit / 8))" "$good" >body.bc
expect 3 "$BITLEAP" sql --format=csv "$of_body" body.bc >part 2>err
[ "$(wc -l <part)" -ge 58 ] || fail "$(wc -l <part) lines of a body that is cut in the middle"
head -n "$(wc -l <part)" whole | cmp - part || fail "instructions before a cut"
expect 3 "$BITLEAP" dis body.bc >out 2>err
[ "$(grep -c '^  br i1 ' out)" -gt 5 ] || fail "dis prints nothing of a body that is cut"

# Names of values come after the instructions: what may have lost its own has no number instead. In the first body that
# is not known either; without names in the others, numbers are right.
good=$small/values.llvm19.bc
for n in 2925 3560 3632; do
    head -c "$n" "$good" >names.bc
    expect 3 "$BITLEAP" dis names.bc >out 2>err
    ! grep -E '^  %[0-9]+ = phi|indirectbr ptr %0|^[0-9]+:' out || fail "numbers of values that have lost their names, $n"
done
head -c 3632 "$good" >names.bc
expect 3 "$BITLEAP" dis names.bc >out 2>err
grep -qF '  <badref> = add i32 %i, 1' out || fail "a name that is lost, and one that is there"
expect 3 "$BITLEAP" dis body.bc >out 2>err
[ "$(grep -c '%[0-9]' out)" -gt 5 ] || fail "numbers of a body in a file without names"
