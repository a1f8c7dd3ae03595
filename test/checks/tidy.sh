#!/usr/bin/env bash
# tidy.sh - runs clang-tidy on files in parallel and shows only what it found
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: tidy.sh FILE... -- FLAGS...
set -u

files=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    files+=("$1") && shift
done
# The counts of suppressed warnings on standard error say nothing; errors are printed on standard output.
printf '%s\0' "${files[@]}" |
    xargs -0 -P "$(nproc)" -I '{}' clang-tidy --quiet '{}' "$@" 2> >(grep -v 'warnings\? .*generated\|^Suppressed' >&2)
