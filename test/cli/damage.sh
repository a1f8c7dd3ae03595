#!/usr/bin/env bash
# damage.sh - files that are cut or have pages of zeros: what is printed is right, or marked
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# All cuts and pages take minutes: without WHOLE every 11th.
step=11
[ -z "${WHOLE:-}" ] || step=1

# With everything that LLVM writes for C++: names in a table of strings, inlined code, summaries, an index of metadata.
files=()
for name in cxx-O2.clang13 cxx-O2.clang14 cxx-O2.clang16 cxx-O2.clang19 cxx-O2.clang22 c-O2.clang19 cxx-g-O2.clang22; do
    [ ! -e "$small/$name.bc" ] || files+=("$small/$name.bc")
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
