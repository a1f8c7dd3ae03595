#!/usr/bin/env bash
# run-cli.sh - runs test/cli/*.sh, or those named, and ends with a line of counts
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: BITLEAP=/path/of/bitleap BITLEAP_SRC=/path/of/tree run-cli.sh [script ...]
# Each script runs in an empty directory of its own, which is also its TMPDIR. Status 0 is a pass, 77 a skip for the
# reason printed last, anything else a failure; 124 that it took longer than it may, which in an emulator is more.
set -u

: "${BITLEAP:?names the command under test}" "${BITLEAP_SRC:?names the source tree}"
cd "$BITLEAP_SRC" || exit 2
build=build/${MODE:-release}
[ $# -gt 0 ] || set -- test/cli/*.sh
. test/support/sanitizers.sh

limit=300
[ -z "${EMULATOR:-}" ] || limit=1500
passed=0 failed=0 skipped=0
for script; do
    [ -e "$script" ] || continue
    name=$(basename "$script" .sh)
    scratch=$PWD/$build/test/cli/$name
    log=$scratch.log
    rm -rf "$scratch" && mkdir -p "$scratch"
    (cd "$scratch" && env LC_ALL=C.UTF-8 TZ=UTC TMPDIR="$scratch" BITLEAP="$BITLEAP" \
        BITLEAP_SRC="$BITLEAP_SRC" timeout -k 5 $limit bash "$BITLEAP_SRC/${script#"$BITLEAP_SRC"/}") >"$log" 2>&1 </dev/null
    status=$?
    if sanitizer_reports >>"$log"; then
        status="$status, and a sanitizer report"
    fi
    case $status in
    0) passed=$((passed + 1)) && echo "ok    cli $name" ;;
    77) skipped=$((skipped + 1)) && echo "skip  cli $name: $(tail -n 1 "$log")" ;;
    *) failed=$((failed + 1)) && echo "FAIL  cli $name (status $status)" && tail -n 60 "$log" | sed 's/^/      /' ;;
    esac
done
echo "cli: $passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
