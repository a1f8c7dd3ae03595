#!/usr/bin/env bash
# info.sh - what modules say of themselves
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cd "$small" || exit
here=$OLDPWD

"$BITLEAP" info thin-b.clang22.bc values.llvm13.bc multi.llvm16.bc | golden info.txt
"$BITLEAP" info --json hash.llvm22.bc | golden info.json
expect 2 "$BITLEAP" info 2>"$here/err"
expect 1 "$BITLEAP" info errors.clang22.dia >"$here/out" 2>"$here/err"
grep -q 'no LLVM IR module' "$here/err" || fail "a stream without a module: $(cat "$here/err")"

# What is readable before damage is told.
head -c 3000 values.llvm22.bc >"$here/cut.bc"
expect 1 "$BITLEAP" info "$here/cut.bc" >"$here/out" 2>"$here/err"
grep -q 'LLVM22' "$here/out" || fail "the producer is not told: $(cat "$here/out")"

# Targets, sources and layouts are those that llvm-dis prints.
if command -v llvm-dis-22 >/dev/null && command -v jq >/dev/null; then
    for file in c-O2.clang22.bc cxx-msvc.clang22.bc thin-b.clang22.bc; do
        llvm-dis-22 -o - "$file" | sed -n 's/^\(target [a-z]*\|source_filename\) = "\(.*\)"$/\2/p' >"$here/theirs"
        "$BITLEAP" info --json "$file" | jq -r '.source, .data_layout, .triple' >"$here/ours"
        same "$here/theirs" "$here/ours"
    done
fi

# What is said to be needed, an older LLVM does not read, or it reads another module.
command -v jq >/dev/null || exit 0
for version in 13 14 16 19; do
    command -v llvm-dis-$version >/dev/null || continue
    for file in *.llvm22.bc *.clang22.bc *.llvm16.bc *.clang16.bc; do
        needs=$("$BITLEAP" info --deep --json "$file" 2>/dev/null |
            jq -s 'map(select(.type == "module") | .needs_llvm // 0) | max // 0')
        [ "$needs" -gt "$version" ] || continue
        what=$("$BITLEAP" info --deep --json "$file" | jq -r 'select(.needs_llvm) | .needs_what')
        case $what in *CONSTANTS*) continue ;; esac
        ! llvm-dis-$version -o /dev/null "$file" 2>/dev/null || fail "LLVM $version reads $file, in spite of $what"
    done
done
