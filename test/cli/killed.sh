#!/usr/bin/env bash
# killed.sh - edit and strip are ended, and disks full, while they write: the input is whole, and so is the output
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# A limit on the size of files ends the process at just that byte, or, where that is ignored, is as a full disk.
ulimit -c 0

# limited KILOBYTES COMMAND… - its exit status is over 128 if it was ended.
limited() {
    (
        ulimit -f "$1"
        shift
        exec "$@" 2>err
    ) 2>/dev/null || return
}

# check FILE OPTION… - at 25 places from the first kilobyte on.
check() {
    local file=$1 size step n=0 status
    shift
    "$BITLEAP" "$@" "$file" -o want --force 2>err
    size=$(wc -c <want)
    step=$((size / 1024 / 25))
    [ "$step" -gt 0 ] || step=1
    for ((at = 1; at * 1024 < size; at += step)); do
        cp "$file" place
        status=0
        limited "$at" "$BITLEAP" "$@" --in-place place || status=$?
        [ "$status" -gt 128 ] || fail "$* ended with $status after $at kB"
        cmp place "$file" || fail "$* after $at kB"
        status=0
        limited "$at" "$BITLEAP" "$@" "$file" -o new || status=$?
        [ "$status" -gt 128 ] || fail "$* ended with $status after $at kB"
        [ ! -e new ] || fail "$* left an output after $at kB"
        n=$((n + 1))
    done
    [ "$n" -ge 20 ] || fail "only $n places in $size bytes"
    rm -f .bitleap.*.tmp # of processes that were ended
    trap '' XFSZ
    for ((at = 1; at * 1024 < size; at += 5 * step)); do
        status=0
        limited "$at" "$BITLEAP" "$@" --in-place place || status=$?
        [ "$status" = 2 ] || fail "$* ended with $status on a full disk"
        grep -q 'cannot write' err || fail "$(cat err)"
        cmp place "$file" || fail "$* on a full disk"
    done
    trap - XFSZ
    [ -z "$(find . -name '*.tmp')" ] || fail "something was left on a full disk"
    "$BITLEAP" "$@" --in-place place 2>err
    cmp place want || fail "$*"
}

cp "$small/cxx-g-O0.clang16.bc" a.bc
check a.bc edit --prefix-symbols=x_
cp "$small/cxx-g-O2.clang22.bc" b.bc
chmod u+w ./*.bc
check b.bc strip --symtab
if command -v llvm-ar-22 >/dev/null; then
    for name in c d e f; do cp a.bc $name.bc; done
    llvm-ar-22 rcD all.a a.bc c.bc d.bc e.bc f.bc
    check all.a edit --prefix-symbols=x_
fi
