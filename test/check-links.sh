#!/usr/bin/env bash
# check-links.sh - holds `bitleap info --check-lto` against what llvm-link says of the same modules
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-links.sh [--every N]
#
# Pairs of modules of nothing but module flags, made by chance, are linked by llvm-link 22 and 19: refused, with a
# warning, or without a word. --every N: every Nth of 400 pairs.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=1
. "$src/test/support/peers.sh"

# theirs VERSION FILE… - 2 refused, 1 warned of, 0 neither.
theirs() {
    local version=$1 status=0
    shift
    "llvm-link-$version" -o "$work/linked.bc" "$@" 2>"$work/err" || status=2
    if [ "$status" = 2 ] && ! grep -qE 'linking module flags|invalid requirement on flag' "$work/err"; then
        cat "$work/err" >&2
        status=3
    elif [ "$status" = 0 ] && grep -q 'warning: linking module flags' "$work/err"; then
        status=1
    fi
    echo "$status"
}

ours() {
    local status=0
    "$bitleap" info --check-lto "$@" >"$work/out" || status=$?
    if [ "$status" = 1 ] && grep -q '^refused' "$work/out"; then
        status=2
    fi
    echo "$status"
}

declare -A verdicts=()
for version in 22 19; do
    need "llvm-link-$version"
    for ((i = 0; i < 400; i += every)); do
        for side in 1 2; do
            awk -v seed="$((2 * i + side))" -f "$src/test/tools/module_flags.awk" >"$work/$side.ll"
            "llvm-as-$version" "$work/$side.ll" -o "$work/$side.bc"
        done
        theirs "$version" "$work/1.bc" "$work/2.bc" >"$work/theirs"
        ours "$work/1.bc" "$work/2.bc" >"$work/ours"
        if agree "pair $i of LLVM $version"; then
            pass
        else
            cat "$work/err" "$work/out" "$work/1.ll" "$work/2.ll"
            fail
        fi
        verdict=$(cat "$work/theirs")
        verdicts[$verdict]=$((${verdicts[$verdict]:-0} + 1))
    done
done
echo "refused: ${verdicts[2]:-0}, warned of: ${verdicts[1]:-0}, neither: ${verdicts[0]:-0}"
finish
