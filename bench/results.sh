#!/usr/bin/env bash
# results.sh - puts the results of a run on this machine into bench/README.md
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: results.sh BENCH
# Runs what there are targets for, and writes both tables between the marks. Run it on a quiet machine.
set -eu
cd "$(dirname "$0")/.."

page=bench/README.md
results=$(mktemp)
trap 'rm -f "$results" "$page.new"' EXIT

fence='```'
{
    echo "$fence"
    uname -srm
    "$1" --targets 2>/dev/null
    printf '%s\n\n%s\n' "$fence" "$fence"
    "$1" --engines 'bitleap*,llvm22-*,textbook' --only 'array/vbr6/mix,read/unabbrev/1-8,file/*/read'
    echo "$fence"
} >"$results"

awk -v results="$results" '
    /^<!-- end of results -->/ { inside = 0 }
    !inside
    /^<!-- results -->/ { inside = 1; while ((getline line <results) > 0) print line }' "$page" >"$page.new"
mv "$page.new" "$page"
