#!/usr/bin/env bash
# check-peers.sh - holds `bitleap bcanalyzer` against llvm-bcanalyzer 22, `bitleap nm` against llvm-nm 22
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-peers.sh [--symbols] [--every N] [FILE|FOLDER]…
#
# Without operands: all of corpora/small, a sample of what corpora/fetch.sh has fetched (every 10th
# file; --every 1 for all), and the malformed files that MAKE_BAD writes. Each file is read with no
# option and with each of the options below: same bytes, same exit code. Symbols are compared in all files
# of LLVM IR; with --symbols nothing else is.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
make_bad=${MAKE_BAD:-$src/build/release/test/tools/make_bad}
peer=${PEER:-llvm-bcanalyzer-22}
peer_nm=${PEER_NM:-llvm-nm-22}
every=10
only_symbols=false
if [ "${1:-}" = --symbols ]; then
    only_symbols=true
    shift
fi

. "$src/test/support/peers.sh"

wanted=(! -name MANIFEST.tsv ! -name '.*')

# A blob of 2^32 - 1 bytes: LLVM's sum of the padded length wraps to 0, and what it then prints lies outside of the
# file.
list_bad() {
    [ -x "$make_bad" ] || return 0
    mkdir "$work/bad"
    "$make_bad" "$work/bad" "$src"/corpora/small/{thin-a.clang22.bc,wrapper-thin.clang19.bc,errors.clang16.dia} >/dev/null
    find "$work/bad" -type f ! -name blob-length-largest.bc | sort
}

options=('' --dump '--dump --dump-blockinfo' '--dump --non-symbolic' '--dump --show-binary-blobs'
         --disable-histogram '-dump -check-hash=abc')

# compare FILE OPTION…
compare() {
    local file=$1 ours=0 theirs=0
    shift
    timeout 120 "$bitleap" bcanalyzer "$@" "$file" >"$work/ours" 2>"$work/ours.err" || ours=$?
    timeout 120 "$peer" "$@" "$file" >"$work/theirs" 2>"$work/theirs.err" || theirs=$?
    if [ "$ours" = "$theirs" ] && cmp -s "$work/ours" "$work/theirs"; then
        pass
        return
    fi
    fail
    echo "differs: $file $* (exit $ours, theirs $theirs)"
    cmp "$work/ours" "$work/theirs" 2>&1 | sed 's/^/    /' || true
    head -n 2 "$work/ours.err" "$work/theirs.err" | sed 's/^/    /'
}

n_files=0

# compare_streams [FILE|FOLDER]… - everything that bcanalyzer prints.
compare_streams() {
    while IFS= read -r file; do
        n_files=$((n_files + 1))
        for option in "${options[@]}"; do
            # shellcheck disable=SC2086 # several words on purpose
            compare "$file" $option
        done
    done < <(
        [ $# -gt 0 ] || list_bad
        list_files "$@"
    )
    local thin=$src/corpora/small/thin
    compare "$thin-a.clang22.bc" --dump --block-info="$thin-b.clang22.bc"
    compare "$src/corpora/small/warn.clang22.dia" --dump --block-info="$src/corpora/small/errors.clang14.dia"
}

# What llvm-nm's reader makes of a file with -a: other intrinsics, and private names as a newer data layout has them.
lines() {
    sed '/ _\?llvm\./d; s/ \.L/ /' "$1" | LC_ALL=C sort
}

names() {
    awk '{ print $NF }' "$1"
}

# same_symbols OPTION… - whether ours and theirs tell the same. Equal names have no order in llvm-nm.
same_symbols() {
    cmp -s "$work/ours" "$work/theirs" && return
    cmp -s <(lines "$work/ours") <(lines "$work/theirs") || return
    [ "${1:-}" = -a ] || cmp -s <(names "$work/ours") <(names "$work/theirs")
}

# compare_symbols FILE OPTION…
compare_symbols() {
    timeout 120 "$peer_nm" "${@:2}" "$1" >"$work/theirs" 2>/dev/null || return 0
    timeout 120 "$bitleap" nm "${@:2}" "$1" >"$work/ours" 2>"$work/ours.err" || true
    if same_symbols "${@:2}"; then
        pass
        return
    fi
    fail
    echo "differs: $1 nm ${*:2}"
    diff "$work/ours" "$work/theirs" | head -n 4 | sed 's/^/    /' || true
}

list_modules() {
    [ $# -gt 0 ] || set -- "$src"/corpora/{small,large}/
    find "$@" -type f -name '*.bc' 2>/dev/null | sort
}

need "$peer"
need "$peer_nm"
$only_symbols || compare_streams "$@"
while IFS= read -r file; do
    compare_symbols "$file"
    [[ $file == */large/postgresql* ]] || compare_symbols "$file" -a
done < <(list_modules "$@")
echo "$n_files files, ${#options[@]} ways each"
finish
