# shellcheck shell=bash disable=SC2034,SC2154
# peers.sh - what the scripts share that hold the command against LLVM's tools
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A script sets $src, the tree, and $every, how sparse its sample is; then it sources this, which takes --every N from
# the script's arguments. It puts what it compares into $work/ours and $work/theirs, counts with `pass`, `fail` and
# `skip`, and ends with `finish`.

bitleap=${BITLEAP:-$src/build/bitleap}
if [ "${1:-}" = --every ]; then
    every=$2
    shift 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); }
skip() { skipped=$((skipped + 1)); }

# need TOOL - there is nothing to compare without it.
need() {
    command -v "$1" >/dev/null && return
    echo "$(basename "$0" .sh): $1 is not installed (package llvm-22)"
    [ "${CI:-}" = true ] && exit 1
    skip
    finish
    exit 0
}

# The closing line; fails where something did.
finish() {
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" = 0 ]
}

# agree WHAT - whether ours is theirs; says where it is not.
agree() {
    cmp -s "$work/ours" "$work/theirs" && return
    echo "differs: $1"
    diff "$work/theirs" "$work/ours" | head -n 6 | cut -c 1-300 | sed 's/^/    /' || true
    return 1
}

# list_files [FILE|FOLDER]… - those whose names fit the find(1) expression ${wanted[@]}. Without operands: of all of
# corpora/small, and of what corpora/fetch.sh has fetched each $every-th one.
wanted=(-name '*.bc')
list_files() {
    if [ $# -gt 0 ]; then
        find "$@" -type f "${wanted[@]}" | sort
        return
    fi
    find "$src/corpora/small" -type f "${wanted[@]}" | sort
    if [ -d "$src/corpora/large" ]; then
        find "$src/corpora/large/" -type f "${wanted[@]}" | sort | awk -v every="$every" 'NR % every == 1 || every == 1'
    fi
}

# The version of llvm-dis for a file, by its folder or its name; libpocl2 was written by LLVM 15.
version_of() {
    case $1 in
    */libclc-16/*) echo 16 ;;
    */libclc-19/* | */libomp-19*/*) echo 19 ;;
    */libclc-22/*) echo 22 ;;
    */libpocl2/*) echo 16 ;;
    */postgresql-15/*) echo 14 ;;
    *) expr "$1" : '.*\.[a-z]*\([0-9]*\)\.bc$' || true ;;
    esac
}

# disassemble FILE - to $work/text; of several modules, llvm-dis writes each to one of its own, $work/text.N. Fails where
# that version is not installed, or does not read it.
disassemble() {
    local peer
    peer=llvm-dis-$(version_of "$1")
    rm -f "$work"/text*
    command -v "$peer" >/dev/null && timeout 300 "$peer" -o "$work/text" "$1" 2>/dev/null
}
