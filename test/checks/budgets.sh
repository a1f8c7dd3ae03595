#!/usr/bin/env bash
# budgets.sh - prints the sizes of files and functions against their budgets
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A function runs from its brace at the start of a line to the next one that closes there; both braces are not counted.
# Budgets: files of 800 lines, functions with a median of 15 lines and 95 of 100 below 60.
set -u
cd "$(dirname "$0")/../.." || exit 2

functions=$(mktemp)
trap 'rm -f "$functions"' EXIT
for part in lib cmd bench test; do
    files=$(find "$part" \( -name '*.[ch]' -o -name '*.cc' \) 2>/dev/null | sort)
    [ -n "$files" ] || continue
    # shellcheck disable=SC2086
    awk '
        FNR == 1 { n_files++; open = 0 }
        { n_lines++; size[FILENAME] = FNR }
        /^[A-Za-z_].*\(/ { name = $0; sub(/\(.*/, "", name); sub(/.*[ *]/, "", name) }
        /^\{/ { open = FNR }
        /^\}/ && open { print FNR - open - 1, name, FILENAME; open = 0 }
        END {
            for (f in size) if (size[f] > 800) print "file", f, size[f] >"/dev/stderr"
            print "total", n_files, n_lines >"/dev/stderr"
        }' $files 2>&1 >"$functions" | sort | awk -v part="$part" '
        $1 == "total" { printf "%-6s %3d files %6d lines\n", part, $2, $3 }
        $1 == "file" { printf "       over 800 lines: %s (%d)\n", $2, $3 }'
    sort -n "$functions" | awk '
        { length_of[NR] = $1; row[NR] = $2 " (" $1 ", " $3 ")" }
        END {
            if (!NR) exit
            p95 = int(NR * 0.95 + 0.5); p95 = p95 < 1 ? 1 : p95
            printf "       %d functions: median %d lines (budget 15), 95 %% within %d (budget 60), longest %s\n",
                NR, length_of[int((NR + 1) / 2)], length_of[p95], row[NR]
            for (i = NR; i > 0 && length_of[i] > 60; i--) printf "       over 60 lines: %s\n", row[i]
        }'
done
