#!/usr/bin/env bash
# check-lower.sh - has older LLVMs read, verify and compile what `bitleap lower` writes
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-lower.sh [--every N] [FILE|FOLDER]…
#
# Every module is lowered for each older version that is installed and has its kind of pointers: `opt` of that version
# must verify it. Without operands: those of corpora/small, and what each clang makes of test/lowered and of some sources,
# with and without -g. Programs are then compiled by the older LLVM, and must print and return the same. For each feature
# that can be seen so, LLVM refuses or changes what it was given before. The last lines are the numbers by pair of versions.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=20
. "$src/test/support/peers.sh"
readers=(13 14 15 16 19)
declare -A before after of refused
last_refusal=

# key FROM TO - both count in the matrix
note() {
    local -n counts=$1
    counts[$2]=$((${counts[$2]:-0} + 1))
}

# reads VERSION FILE - without a warning: LLVM leaves out all debug information if some of it is invalid.
reads() { "opt-$1" -passes=verify "$2" -disable-output >/dev/null 2>"$work/err" && [ ! -s "$work/err" ]; }

lower_for() {
    local file=$1 from=$2 to=$3
    note of "$from-$to"
    ! (reads "$to" "$file") 2>/dev/null || note before "$from-$to"
    if ! "$bitleap" lower --for "$to" --force "$file" -o "$work/lowered.bc" 2>"$work/message"; then
        "$bitleap" lower --for "$to" --explain "$file" >"$work/explained" 2>/dev/null || true
        if grep -q '^refuse ' "$work/explained"; then
            note refused "$from-$to"
            last_refusal=$(cat "$work/message")
        else
            echo "wrong: $file for $to: $(cat "$work/message")"
            fail
        fi
        return 1
    fi
    if (reads "$to" "$work/lowered.bc") 2>/dev/null; then
        note after "$from-$to"
        pass
    else
        echo "wrong: $file for $to: $(grep -v '^PLEASE' "$work/err" | head -n 2)"
        fail
        return 1
    fi
}

lower_all() {
    local file=$1 from=$2 to
    reads "$from" "$file" || return 0
    for to in "${readers[@]}"; do
        if [ "$to" -ge "$from" ] || ! command -v "opt-$to" >/dev/null; then continue; fi
        if [ "$from" -le 14 ] || [ "$to" -ge 15 ]; then lower_for "$file" "$from" "$to" || true; fi
    done
}

# is_due - of what is compiled here, CI takes each fourth module.
n_compiled=0
is_due() {
    n_compiled=$((n_compiled + 1))
    [ -z "${CI:-}" ] || [ $((n_compiled % 4)) = 1 ]
}

# behave DRIVER MODULE TO - whether the older LLVM makes the same program of it
behave() {
    local status=0 lowered_status=0
    "opt-$3" -O2 "$work/lowered.bc" -o "$work/optimized.bc"
    "llc-$3" -O2 -relocation-model=pic -filetype=obj "$work/optimized.bc" -o "$work/lowered.o"
    "$1" "$work/lowered.o" -lm -pthread -o "$work/lowered" 2>/dev/null
    "$1" "$2" -lm -pthread -o "$work/program" 2>/dev/null
    "$work/program" >"$work/theirs" || status=$?
    "$work/lowered" >"$work/ours" || lowered_status=$?
    if [ $status = $lowered_status ] && agree "$2 for $3"; then pass; else fail; fi
}

programs() {
    local from to source driver level module
    for from in 19 22; do
        command -v "clang-$from" >/dev/null || continue
        for source in "$src"/test/lowered/*; do
            driver=clang-$from
            [[ $source != *.cpp ]] || driver=clang++-$from
            for level in "-O0" "-O1 -g" "-O2"; do
                is_due || continue
                module=$work/$(basename "$source")${level// /}.clang$from.bc
                # shellcheck disable=SC2086
                "$driver" -w $level -c -emit-llvm "$source" -o "$module"
                for to in 15 16 19; do
                    if [ "$to" -ge "$from" ] || ! command -v "llc-$to" >/dev/null; then continue; fi
                    ! lower_for "$module" "$from" "$to" || behave "$driver" "$module" "$to"
                done
            done
        done
    done
}

sources() {
    local version source level driver module
    for version in 14 15 16 19 22; do
        command -v "clang-$version" >/dev/null || continue
        for source in "$src"/corpora/src/{basic,wide,remarks}.c "$src"/corpora/src/{classes,vtables}.cpp \
            "$src"/lib/{base/map,ir/symtab,format/ar}.c; do
            driver=clang-$version
            [[ $source != *.cpp ]] || driver=clang++-$version
            for level in "-O0" "-O2" "-g -O0" "-g -O2"; do
                is_due || continue
                module=$work/$(basename "$source")${level// /}.clang$version.bc
                # shellcheck disable=SC2086
                "$driver" -w $level -D_GNU_SOURCE -I"$src/lib" -c -emit-llvm "$source" -o "$module" 2>/dev/null || continue
                lower_all "$module" "$version"
            done
        done
    done
}

need opt-22
if [ $# -gt 0 ]; then
    while IFS= read -r file; do lower_all "$file" "$(version_of "$file")"; done < <(list_files "$@")
else
    for file in "$src"/corpora/small/*.bc; do lower_all "$file" "$(version_of "$file")"; done
    sources
    programs
fi
echo "from to: modules, read before, read after, refused"
for pair in $(printf '%s\n' "${!of[@]}" | sort); do
    echo "${pair/-/ }: ${of[$pair]} ${before[$pair]:-0} ${after[$pair]:-0} ${refused[$pair]:-0}"
done
[ -z "$last_refusal" ] || echo "the last one that was refused: $last_refusal"
finish
