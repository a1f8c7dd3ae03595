#!/usr/bin/env -S -u BASH_ENV -u BASHOPTS -u SHELLOPTS bash
# shellcheck shell=bash
# run-cli.sh - runs test/cli/*.sh, or those named, and ends with a line of counts
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=/path/of/bitleap BITLEAP_SRC=/path/of/tree run-cli.sh [script ...]
# Each script runs in an empty directory of its own, which is also its TMPDIR.
set -u

: "${BITLEAP:?names the command under test}" "${BITLEAP_SRC:?names the source tree}"
cd "$BITLEAP_SRC" || exit 2
build=build/${MODE:-release}
. test/support/jobs.sh
# The scripts that take longest start first, so that all cores are busy until the end.
longest=(extremes hostile interrupts extreme_queries queries threads nm help bench top shrink info uses)
# With sanitizers, unless WHOLE=1, these are left out: the command reads in them what it reads in others.
of_words=(bench builds everyday help install interrupts packages readme schema shrink start terminals thread_counts)
[ "${MODE:-}${WHOLE:-}" = asan ] || of_words=()
if [ $# -eq 0 ]; then
    for name in "${longest[@]}"; do
        [ ! -e "test/cli/$name.sh" ] || set -- "$@" "test/cli/$name.sh"
    done
    for script in test/cli/*.sh; do
        [[ " ${longest[*]} " == *" $(basename "$script" .sh) "* ]] || set -- "$@" "$script"
    done
    for script; do
        shift
        [[ " ${of_words[*]} " == *" $(basename "$script" .sh) "* ]] || set -- "$@" "$script"
    done
fi
# Seconds for one script; an emulator takes many times as long.
limit=900
[ -z "${EMULATOR:-}" ] || limit=3600
# What the caller may have set for others, and would change what bash, its tools, python3 or the command do.
unwanted=(BASH_ENV BASHOPTS CDPATH NO_COLOR POSIXLY_CORRECT PYTHONOPTIMIZE SHELLOPTS)
passed=0 failed=0 skipped=0

for script; do
    name=$(basename "$script" .sh)
    scratch=$PWD/$build/test/cli/$name
    rm -rf "$scratch" && mkdir -p "$scratch"
    start "cli $name" "$scratch.log" env -C "$scratch" "${unwanted[@]/#/--unset=}" LC_ALL=C.UTF-8 TZ=UTC \
        TMPDIR="$scratch" BITLEAP="$BITLEAP" BITLEAP_SRC="$BITLEAP_SRC" bash "$BITLEAP_SRC/${script#"$BITLEAP_SRC"/}"
done
finish
echo "cli: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
