#!/usr/bin/env bash
# check-dis.sh - holds `bitleap dis` against llvm-dis, and against clang -S, of the version that wrote the file
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-dis.sh [--every N] [FILE|FOLDER]…
#
# With operands: these. Without: all of corpora/small, each 20th file that corpora/fetch.sh has fetched and each 20th
# module of the libraries of an installed Rust, parts of each 10th file of all, each 5th text of test/dis/table and each
# 7th way to compile the sources of test/dis/src; --every 1 for all. Texts of the table and of compiled sources also go
# back through llvm-as. More options in test/dis/compare.py, parts.py, table.py and compiled.py. A version that is not
# installed is skipped.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
dis=$src/test/dis
every=
if [ "${1:-}" = --every ]; then
    every=$2
    shift 2
fi
if [ $# -gt 0 ]; then
    exec python3 "$dis/compare.py" --every "${every:-1}" "$@"
fi
status=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Counts of the parts are distinguished from those of the whole, which are in the last line.
part() {
    python3 "$dis/$1.py" --every "${@:2}" >"$log.part" || status=1
    sed "s/^\([0-9]* passed, .*\)/$1: \1/" "$log.part"
    tail -n 1 "$log.part" >>"$log"
    rm -f "$log.part"
}
part compare "${every:-20}"
part compare "${every:-20}" --rust
part compare "${every:-40}" --annotations
part parts "${every:-10}"
part table "${every:-5}" --round-trip
part compiled "${every:-7}" --round-trip
awk '{ passed += $1; failed += $3; skipped += $5 }
    END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$log"
exit $status
