#!/usr/bin/env bash
# demo.sh - what the command shows of one small file; `make demo`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=/path/of/bitleap demo.sh [file]; without a file, the first of corpora/small.
set -eu

cd "${BITLEAP_SRC:-.}"
file=${1:-}
if [ -z "$file" ]; then
    for file in corpora/small/*.bc; do break; done
fi
[ -f "$file" ] || { echo "demo: no file in corpora/small" >&2 && exit 1; }

# show ARGS... - prints the command line as a reader would type it, then at most 24 lines of its output.
show() {
    printf '\n$ bitleap %s\n' "$*"
    "$BITLEAP" "$@" | awk 'NR <= 24 { print } END { if (NR > 24) print "... " NR - 24 " more lines" }'
}

set -o pipefail
show ls "$file"
show ls --depth 2 "$file"
show stats "$file"
show dump --block IDENTIFICATION_BLOCK "$file"
show verify "$file"
