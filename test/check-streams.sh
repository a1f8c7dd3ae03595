#!/usr/bin/env bash
# check-streams.sh - holds `bitleap bcanalyzer` against llvm-bcanalyzer 22
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-streams.sh [--every N] [FILE|FOLDER]…
#
# Without operands: all of corpora/small, a sample of what corpora/fetch.sh has fetched (every 10th
# file; --every 1 for all), and the malformed files that MAKE_BAD writes (--every 20: half of them). Each file is read with no
# option and with each of the options below: same bytes, same exit code.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
make_bad=${MAKE_BAD:-$src/build/release/test/tools/make_bad}
peer=${PEER:-llvm-bcanalyzer-22}
every=10
. "$src/test/support/peers.sh"

wanted=(! -name MANIFEST.tsv ! -name '.*')

# A blob of 2^32 - 1 bytes: LLVM's sum of the padded length wraps to 0, and what it then prints lies outside of the
# file.
list_bad() {
    [ -x "$make_bad" ] || return 0
    mkdir "$work/bad"
    "$make_bad" "$work/bad" "$src"/corpora/small/{thin-a.clang22.bc,wrapper-thin.clang19.bc,errors.clang16.dia} >/dev/null
    find "$work/bad" -type f ! -name blob-length-largest.bc | sort | awk -v n=$((every / 10)) 'n < 2 || NR % n == 0'
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

need "$peer"
n_files=0
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
thin=$src/corpora/small/thin
compare "$thin-a.clang22.bc" --dump --block-info="$thin-b.clang22.bc"
compare "$src/corpora/small/warn.clang22.dia" --dump --block-info="$src/corpora/small/errors.clang14.dia"
echo "$n_files files, ${#options[@]} ways each"
finish
