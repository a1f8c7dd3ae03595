#!/usr/bin/env bash
# check-rewrite.sh - compares what edit writes with LLVM's own tools, on modules of each version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For each option, the text that llvm-dis of the file's version prints of the result must be that of the input with the
# same change made in text, and opt of that version must accept the result. llvm-nm 22 must list what the records have.
set -u
cd "$(dirname "$0")/.." || exit 2
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
bitleap=${BITLEAP:-build/bitleap}
every=${EVERY:-1}
n=0 n_bad=0 n_refused=0

# What llvm-dis of VERSION prints of FILE, without what names the file; summaries have hashes of names.
text() {
    "llvm-dis-$1" "$2" -o - 2>"$scratch/err" | grep -v -e '^; ModuleID' -e '^\^' -e '^$'
}

bad() {
    n_bad=$((n_bad + 1))
    echo "$*"
}

# FILE of VERSION by the options after the words for edit_text.pl, which end in --.
check() {
    local file=$1 version=$2 words=()
    shift 2
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    shift
    n=$((n + 1))
    if ! "$bitleap" edit "$file" "$@" -o "$scratch/out.bc" --force 2>"$scratch/message"; then
        n_refused=$((n_refused + 1))
        echo "refused: $file $*: $(tail -1 "$scratch/message")"
        return
    fi
    text "$version" "$file" | test/tools/edit_text.pl "${words[@]}" >"$scratch/expected"
    text "$version" "$scratch/out.bc" | test/tools/edit_text.pl "${words[0]}-done" >"$scratch/is"
    # LLVM completes the data layout by the target.
    if [ "${words[0]}" = triple ]; then
        grep -qxF "target triple = \"${words[1]}\"" "$scratch/is" || bad "$file $*: no triple"
        sed -i '/^target /d' "$scratch/is"
    fi
    [ "${words[0]}" = map ] && sed -i '/^source_filename/d' "$scratch/is"
    cmp -s "$scratch/expected" "$scratch/is" ||
        bad "$file $*: $(diff "$scratch/expected" "$scratch/is" | head -4 | tr '\n' '~' | cut -c1-300)"
    "opt-$version" -passes=verify -disable-output "$scratch/out.bc" 2>"$scratch/err" ||
        "opt-$version" -verify -disable-output "$scratch/out.bc" 2>"$scratch/err" || bad "$file $*: opt: $(head -1 "$scratch/err")"
    llvm-nm-22 --just-symbol-name "$scratch/out.bc" 2>/dev/null | sort >"$scratch/llvm"
    "$bitleap" nm --just-symbols "$scratch/out.bc" 2>/dev/null | sort >"$scratch/ours"
    cmp -s "$scratch/llvm" "$scratch/ours" || bad "$file $*: llvm-nm: $(diff "$scratch/llvm" "$scratch/ours" | head -2 | tr '\n' ' ')"
}

check_file() {
    local file=$1 version=$2 name
    check "$file" "$version" prefix pre_ -- --prefix-symbols=pre_
    name=$("$bitleap" nm --defined-only --just-symbols "$file" 2>/dev/null | grep -E '^[A-Za-z_][A-Za-z0-9_]*$' | grep -v '^llvm' | head -1)
    [ -n "$name" ] && check "$file" "$version" rename "$name" "renamed_$name" -- --redefine-sym "$name=renamed_$name"
    check "$file" "$version" source changed.c -- --source-filename=changed.c
    check "$file" "$version" map /work/src /elsewhere -- --prefix-map=/work/src=/elsewhere
    check "$file" "$version" triple x86_64-unknown-freebsd -- --triple=x86_64-unknown-freebsd
}

if [ $# -gt 0 ]; then files=("$@"); else files=(corpora/small/*.bc); fi
i=0
for file in "${files[@]}"; do
    i=$((i + 1))
    [ $((i % every)) -eq 0 ] || continue
    version=$("$bitleap" info "$file" 2>/dev/null | sed -n 's/^ *producer *"*LLVM\([0-9]*\).*/\1/p' | head -1)
    case $version in 13 | 14 | 15 | 16 | 19 | 22) ;; *) continue ;; esac
    "llvm-dis-$version" "$file" -o /dev/null 2>/dev/null || continue
    check_file "$file" "$version"
done
echo "$n edits, $n_refused refused, $n_bad wrong"
[ "$n_bad" -eq 0 ] && [ "$n" -gt "$n_refused" ]
