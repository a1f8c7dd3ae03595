#!/usr/bin/env bash
# readme.sh - puts the results of a run on this machine into bench/README.md
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: readme.sh BENCH
# Runs what there are targets for, and writes both tables between the marks. Run it on a quiet machine.
set -eu
cd "$(dirname "$0")/.."

page=bench/README.md
results=$(mktemp)
trap 'rm -f "$results" "$page.new"' EXIT

{
    printf '```\n'
    uname -srm
    "$1" --targets 2>/dev/null
    printf '```\n\n```\n'
    "$1" --only 'array/vbr6/mix,read/unabbrev/1-8,skip/unabbrev/1-8,small/*,file/*'
    printf '```\n'
} >"$results"

awk -v results="$results" '
    /^<!-- end of results -->/ { inside = 0 }
    !inside
    /^<!-- results -->/ { inside = 1; while ((getline line <results) > 0) print line }' "$page" >"$page.new"
mv "$page.new" "$page"
