#!/usr/bin/env bash
# changing_files.sh - files are truncated, overwritten, replaced or deleted while commands read them: no crash, no hang
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3
native 'the address of a SIGBUS is not reported'

# RUNS: how many for each line of the table of commands.
{
    head -c 4 "$small/cxx-g-O2.clang19.bc"
    for _ in $(seq 20); do tail -c +5 "$small/cxx-g-O2.clang19.bc"; done
} >old.bc
{
    head -c 4 "$small/c-g-O2.clang22.bc"
    for _ in $(seq 20); do tail -c +5 "$small/c-g-O2.clang22.bc"; done
} >other.bc
"$BITLEAP" index --quiet --bodies --output=all.blx old.bc
python3 "$BITLEAP_SRC/test/support/changing_files.py" "$BITLEAP" "${RUNS:-3}" . old.bc other.bc all.blx >out ||
    fail "$(cat out)"
[ "$(grep -c ' with ' out)" -ge 40 ] || fail "$(cat out)"
