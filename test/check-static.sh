#!/usr/bin/env bash
# check-static.sh - the static command: that it is one file, small, and says the same with nothing around it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-static.sh native|aarch64, from the top of the tree; `make check-static` calls it. aarch64 is built with
# Debian's libraries for it (test/support/sysroot.sh), and runs in an emulator.
set -euo pipefail

most_bytes=3000000
arch=$1
passed=0
fail() {
    echo "check-static: $arch: $*" >&2
    exit 1
}
case $arch in
native) command=build/static/bitleap run=() ;;
aarch64)
    root=$PWD/build/static-aarch64/root
    command=build/static-aarch64/bitleap
    test/support/sysroot.sh arm64 "$root"
    ${MAKE:-make} MODE=static B=build/static-aarch64 OUT=build/static-aarch64 "$command" \
        CC="aarch64-linux-gnu-gcc --sysroot=$root" AR=aarch64-linux-gnu-gcc-ar
    run=(qemu-aarch64)
    ;;
*) fail "no such machine" ;;
esac

size=$(stat -c %s "$command")
[ "$size" -lt $most_bytes ] || fail "$size bytes, not less than $most_bytes"
! readelf -l "$command" | grep -q INTERP || fail "it asks for a loader"
passed=$((passed + 1))

# An empty root, where that may be had: an emulator is not in it, and only root may go there.
scratch=$(mktemp -d) texts=$(mktemp -d)
trap 'rm -rf "$scratch" "$texts"' EXIT
cp "$command" "$scratch/bitleap"
cp corpora/small/{c-g-O2.clang22.bc,ar-mixed.llvm22.a,cut.bc} "$scratch"/ 2>/dev/null || true
if [ "$arch" = native ] && [ "$(id -u)" = 0 ]; then
    run=(chroot "$scratch" /bitleap)
    cd "$scratch"
else
    cd "$scratch"
    run+=(./bitleap)
fi
for words in "info c-g-O2.clang22.bc" "dis c-g-O2.clang22.bc" "nm ar-mixed.llvm22.a" "ls --depth=3 ar-mixed.llvm22.a" \
    "stats c-g-O2.clang22.bc" "verify ." "find main ." "meta c-g-O2.clang22.bc" "bcanalyzer c-g-O2.clang22.bc"; do
    read -ra list <<<"$words"
    "$BITLEAP" "${list[@]}" >"$texts/expected" 2>/dev/null && expected=0 || expected=$?
    "${run[@]}" "${list[@]}" >"$texts/out" 2>"$texts/err" && status=0 || status=$?
    [ "$status" = "$expected" ] || fail "$words: status $status, not $expected: $(head -n 1 "$texts/err")"
    cmp -s "$texts/expected" "$texts/out" || fail "$words: $(diff "$texts/expected" "$texts/out" | head -n 3)"
    passed=$((passed + 1))
done
"${run[@]}" sql 'select 1' c-g-O2.clang22.bc >/dev/null 2>"$texts/err" && fail "sql"
grep -q 'no SQLite in it' "$texts/err" || fail "sql: $(cat "$texts/err")"
echo "$passed passed, 0 failed, 0 skipped"
