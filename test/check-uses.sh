#!/usr/bin/env bash
# check-uses.sh - holds `bitleap callers` and `callees` against the calls in llvm-dis's text
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-uses.sh [--every N] [FILE|FOLDER]…
#
# Of each file some functions that are called, and some that call, are taken: who calls them directly, and whom they
# call, and how often, must be what the text of llvm-dis has. Without operands: all of corpora/small, and a sample of
# what corpora/fetch.sh has fetched (every 40th file; --every 1 for all). Files of a version that is not installed are
# left out.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=40
taken=4
. "$src/test/support/peers.sh"

questions=0

# take COLUMN - some of the names in that column of the calls, spread over them; quoted ones are left out.
take() {
    cut -f "$1" "$work/calls" | sed -n 's/^@\([^"]*\)$/\1/p' | sort -u |
        awk -v n="$taken" '{ names[NR] = $0 }
                           END { for (i = 0; i < n && i < NR; i++) print names[int(i * NR / (n < NR ? n : NR)) + 1] }'
}

# ask WHAT NAME - "COUNT NAME" lines of ours and theirs.
ask() {
    questions=$((questions + 1))
    agree "$1 of $2 in $file"
}

# bitleap ends with 1 where there is nothing, or something is bad; then the lines differ.
check_callers() {
    "$bitleap" callers --calls "$1" "$file" 2>/dev/null |
        awk '$1 ~ /^[0-9]+$/ { n[$NF] += $1 } END { for (name in n) print n[name], name }' | sort >"$work/ours" || true
    awk -F '\t' -v name="@$1" '$2 == name { print $1 }' "$work/calls" | sort | uniq -c | sed 's/^ *//' |
        sort >"$work/theirs"
    ask callers "$1"
}

check_callees() {
    "$bitleap" callees "$file" "$1" 2>/dev/null | sed -n 's/^ *\([0-9][0-9]*\) *[^ ]*  \(@.*\)$/\1 \2/p' |
        sort >"$work/ours" || true
    awk -F '\t' -v name="@$1" '$1 == name { print $2 }' "$work/calls" |
        sort | uniq -c | sed 's/^ *//' | sort >"$work/theirs"
    ask callees "$1"
}

# Files of several modules are left out: their names may be the same.
compare() {
    local name good=true
    if ! disassemble "$file" || [ ! -e "$work/text" ]; then
        skip
        return
    fi
    "$src/test/tools/list_calls.pl" "$work/text" >"$work/calls"
    while IFS= read -r name; do
        check_callers "$name" || good=false
    done < <(take 2)
    while IFS= read -r name; do
        check_callees "$name" || good=false
    done < <(take 1)
    if $good; then pass; else fail; fi
}

need llvm-dis-22
while IFS= read -r file; do
    compare
done < <(list_files "$@")
echo "$questions functions"
finish
