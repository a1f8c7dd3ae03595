#!/usr/bin/env bash
# check-ir.sh - holds `bitleap attrs`, `types`, `meta` and `summary` against llvm-dis of the version that wrote the file
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-ir.sh [--every N] [FILE|FOLDER]…
#
# Without operands: the .bc files of corpora/small, and a sample of what corpora/fetch.sh has fetched (every 50th file;
# --every 1 for all). A file counts when llvm-dis-N of its version is installed and reads it; a combined index does not
# say who wrote it, except its name (*.llvmN.bc).
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
signatures=$src/test/tools/list_signatures.pl
normalise=$src/test/dis/normalise.py
list_summaries=$src/test/tools/list_summaries.pl
every=50
. "$src/test/support/peers.sh"

functions=0 types=0 metadata=0 summaries=0

check() {
    if agree "$1 of $2"; then pass; else fail; fi
}

# Modules of one stream are read one by one: read together, LLVM renames the structs of the second one.
disassemble_each() {
    local version
    version=$("$bitleap" ls --json "$1" 2>/dev/null | sed -n '1s/.*"producer":"LLVM\([0-9]*\).*/\1/p')
    [ -n "$version" ] || version=$(sed -n 's/.*\.llvm\([0-9]*\)\.bc$/\1/p' <<<"$1")
    rm -f "$work"/theirs.ll*
    [ -n "$version" ] && command -v "llvm-dis-$version" >/dev/null || return 1
    timeout 120 "llvm-dis-$version" -o "$work/theirs.ll" "$1" 2>/dev/null || return 1
    [ -e "$work/theirs.ll" ] && return
    for i in "$work"/theirs.ll.*; do
        i=${i##*.}
        "llvm-modextract-$version" -b -n "$i" -o "$work/module.bc" "$1" || return 1
        "llvm-dis-$version" -o "$work/theirs.ll.$i" "$work/module.bc" || return 1
    done
}

check_functions() {
    for module in "$work"/theirs.ll*; do
        "$signatures" <"$module"
    done >"$work/theirs"
    "$bitleap" attrs "$1" | "$signatures" --ours >"$work/ours"
    functions=$((functions + $(wc -l <"$work/ours")))
    check functions "$1"
}

# Sorted lines: each of theirs is to be among ours.
check_all() {
    comm -12 "$work/theirs" "$work/ours" >"$work/both"
    mv "$work/both" "$work/ours"
    check "$@"
}

# LLVM lists the structs that are used, ours the whole table.
check_types() {
    grep -h '^%.* = type ' "$work"/theirs.ll* | sort -u >"$work/theirs" || true
    "$bitleap" types --named "$1" | grep ' = type ' | sort -u >"$work/ours" || true
    types=$((types + $(wc -l <"$work/theirs")))
    check_all types "$1"
}

# Locations of instructions are no nodes in the file.
check_metadata() {
    list_nodes() { grep -v '^![0-9]* = !DILocation' | "$normalise" | sort; }
    grep -h '^!' "$work"/theirs.ll* | list_nodes >"$work/theirs" || true
    "$bitleap" meta --functions "$1" | grep '^!' | list_nodes >"$work/ours" || true
    metadata=$((metadata + $(wc -l <"$work/theirs")))
    check metadata "$1"
}

check_summaries() {
    for module in "$work"/theirs.ll*; do
        "$list_summaries" <"$module"
    done | sort >"$work/theirs"
    "$bitleap" summary --json "$1" | "$list_summaries" --ours | sort >"$work/ours"
    summaries=$((summaries + $(wc -l <"$work/ours")))
    check summaries "$1"
}

while IFS= read -r file; do
    if disassemble_each "$file"; then
        check_functions "$file"
        check_types "$file"
        check_metadata "$file"
        check_summaries "$file"
    else
        skip
    fi
done < <(list_files "$@")

echo "$functions functions, $types types, $metadata named nodes and nodes, $summaries summaries"
finish
