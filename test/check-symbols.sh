#!/usr/bin/env bash
# check-symbols.sh - holds `bitleap nm` against llvm-nm 22
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-symbols.sh [--every N] [FILE|FOLDER]…
#
# Without operands: all files of LLVM IR in corpora/small, and of what corpora/fetch.sh has fetched (--every N for each
# N-th one). Files that llvm-nm refuses are left out.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
peer=${PEER:-llvm-nm-22}
every=1
. "$src/test/support/peers.sh"

# What llvm-nm's reader makes of a file with -a: other intrinsics, and private names as a newer data layout has them.
lines() {
    sed '/ _\?llvm\./d; s/ \.L/ /' "$1" | LC_ALL=C sort
}

names() {
    awk '{ print $NF }' "$1"
}

# same_symbols OPTION… - whether ours and theirs report the same. Equal names have no order in llvm-nm.
same_symbols() {
    cmp -s "$work/ours" "$work/theirs" && return
    cmp -s <(lines "$work/ours") <(lines "$work/theirs") || return
    [ "${1:-}" = -a ] || cmp -s <(names "$work/ours") <(names "$work/theirs")
}

# compare_symbols FILE OPTION…
compare_symbols() {
    timeout 120 "$peer" "${@:2}" "$1" >"$work/theirs" 2>/dev/null || return 0
    timeout 120 "$bitleap" nm "${@:2}" "$1" >"$work/ours" 2>"$work/ours.err" || true
    if same_symbols "${@:2}"; then
        pass
        return
    fi
    fail
    echo "differs: $1 nm ${*:2}"
    diff "$work/ours" "$work/theirs" | head -n 4 | sed 's/^/    /' || true
}

need "$peer"
while IFS= read -r file; do
    compare_symbols "$file"
    compare_symbols "$file" -m
    compare_symbols "$file" --export-symbols
    [[ $file == */large/postgresql* ]] || compare_symbols "$file" -a
done < <(list_files "$@")
finish
