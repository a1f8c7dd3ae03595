#!/usr/bin/env bash
# check-functions.sh - holds `bitleap funcs --opcodes` against llvm-dis of the version that wrote the file
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-functions.sh [--every N] [FILE|FOLDER]…
#
# For each function its name, the number of basic blocks, of instructions, and how often each instruction
# occurs must be what llvm-dis's text has. Without operands: all of corpora/small, and a sample of what
# corpora/fetch.sh has fetched (every 20th file; --every 1 for all). Newer versions of llvm-dis rewrite what
# is old, so that each file needs its own; files of a version that is not installed are left out.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=20
. "$src/test/support/peers.sh"

# One line a function: name, basic blocks, instructions, opcodes with their numbers, in order of names.
summary='
function end_function(    i, m, keys, key, j, line, total) {
    m = 0
    total = 0
    for (key in n) {
        total += n[key]
        for (j = m++; j > 0 && keys[j] > key; j--)
            keys[j + 1] = keys[j]
        keys[j + 1] = key
    }
    line = name "\t" blocks "\t" total "\t"
    for (i = 1; i <= m; i++)
        line = line " " keys[i] "=" n[keys[i]]
    print line
    split("", n)
}'

# Only lines indented by two begin an instruction: cases, clauses and destinations are further in. The
# label of the first block may be missing.
theirs() {
    awk "$summary"'
    /^define / {
        match($0, /@("[^"]*"|[-a-zA-Z$._0-9]+)\(/)
        name = substr($0, RSTART, RLENGTH - 1)
        inside = 1
        blocks = 0
        next
    }
    inside && /^}/ { end_function(); inside = 0 }
    !inside || /^$/ || /^  *;/ || /^  [\]})]/ || /^  uselistorder/ { next }
    /^("[^"]*"|[-a-zA-Z$._0-9]+):/ { blocks++; next }
    /^  [^ ]/ {
        if (blocks == 0)
            blocks = 1
        line = substr($0, 3)
        sub(/^%("[^"]*"|[-a-zA-Z$._0-9]+) = /, "", line)
        sub(/^(tail|musttail|notail) /, "", line)
        sub(/[ ,].*/, "", line)
        n[line]++
    }' "$@"
}

ours() {
    awk "$summary"'
    /^ *[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+  @/ {
        blocks = $3
        instructions = $4
        match($0, /@("[^"]*"|[-a-zA-Z$._0-9]+)/)
        name = substr($0, RSTART, RLENGTH)
        count = split(substr($0, RSTART + RLENGTH), parts, " ")
        for (i = 1; i <= count; i++) {
            split(parts[i], pair, "=")
            n[pair[1]] = pair[2]
            instructions -= pair[2]
        }
        if (instructions != 0)
            name = name " (counted otherwise)"
        end_function()
    }' "$1"
}

functions=0

compare() {
    if ! disassemble "$1"; then
        skip
        return
    fi
    theirs "$work"/text* >"$work/theirs"
    if ! timeout 300 "$bitleap" funcs --opcodes "$1" >"$work/rows" 2>"$work/err" && [ -s "$work/theirs" ]; then
        echo "not read: $1: $(head -n 1 "$work/err")"
        fail
        return
    fi
    ours "$work/rows" >"$work/ours"
    functions=$((functions + $(wc -l <"$work/ours")))
    if agree "$1"; then pass; else fail; fi
}

need llvm-dis-22
while IFS= read -r file; do
    compare "$file"
done < <(list_files "$@")
echo "$functions functions"
finish
