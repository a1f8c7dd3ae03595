#!/usr/bin/env bash
# demo.sh - what the command shows of small files; `make demo`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=/path/of/bitleap demo.sh [file]; without a file, one of corpora/small.
set -eu

cd "${BITLEAP_SRC:-.}"
file=${1:-corpora/small/cxx-g-O2.clang19.bc}
[ -f "$file" ] || { echo "demo: no file $file" >&2 && exit 1; }

# show ARGS... - prints the command line as a reader would type it, then at most 24 lines of its output.
show() {
    printf '\n$ bitleap %s\n' "$*"
    "$BITLEAP" "$@" | awk 'NR <= 24 { print } END { if (NR > 24) print "... " NR - 24 " more lines" }'
}

set -o pipefail
show ls "$file"
show ls --depth 2 "$file"
show stats --blocks "$file"
show dump --block IDENTIFICATION_BLOCK "$file"
show verify "$file"
show ls corpora/small/ar-mixed.llvm22.a
show dump --block identification 'corpora/small/ar-mixed.llvm22.a(two.o)'
