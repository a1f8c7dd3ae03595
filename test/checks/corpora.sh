#!/usr/bin/env bash
# corpora.sh - checks that corpora/README.md states how many files the sets in git have, and how many bytes
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/../.." || exit 2

status=0
for set in small fuzz samples; do
    row=$(find corpora/$set -type f ! -name MANIFEST.tsv -printf '%s\n' | awk -v set=$set '
        { n++; bytes += $1 }
        END { printf "| `%s/` | %d | %s |", set, n, with_commas(bytes) }
        function with_commas(number) {
            return number < 1000 ? number : with_commas(int(number / 1000)) sprintf(",%03d", number % 1000)
        }')
    grep -qF "$row" corpora/README.md && continue
    echo "corpora/README.md: should say $row" >&2
    status=1
done
exit $status
