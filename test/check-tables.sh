#!/usr/bin/env bash
# check-tables.sh - holds tables of SQL against llvm-nm, llvm-bcanalyzer, and what `bitleap dis` prints
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-tables.sh [--every N] [FILE|FOLDER]…
#
# Without operands: all files of LLVM IR in corpora/small, and of what corpora/fetch.sh has fetched (--every N for each
# N-th one). Tools are those of LLVM 22.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=1
. "$src/test/support/peers.sh"

need llvm-nm-22
need llvm-bcanalyzer-22
export BITLEAP=$bitleap
while IFS= read -r file; do
    if timeout 300 python3 "$src/test/sql/compare_peers.py" 22 "$file" >"$work/out"; then
        pass
    else
        fail
        cut -c 1-400 "$work/out"
    fi
    tail -n 1 "$work/out" | tr ',' '\n' >>"$work/counts"
done < <(list_files "$@")
awk '{ n[$2 " " $3] += $1 } END { for (what in n) printf "  %s: %d\n", what, n[what] }' "$work/counts" | sort
finish
