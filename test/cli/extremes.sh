#!/usr/bin/env bash
# extremes.sh - files that claim far more than there is: commands that read all of a stream end soon, with little memory
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
measured
. "$BITLEAP_SRC/test/support/extreme_runs.sh"

for file in *.bc; do
    run "$file" verify
    run "$file" stats
    mv out one
    run "$file" stats --threads=3
    cmp -s one out || fail "$file: $(diff one out | head -n 3)"
    run "$file" dump
    run "$file" dump --json --threads=3
    run "$file" bcanalyzer
    run "$file" bcanalyzer --dump --threads=3
    run "$file" ls --depth=all
    cp out "$file.ls"
done
# What was read of them: that they end soon is not because nothing was.
for expected in ids:40000 blobs:20001 headers-only:4096 nested:4096 infos:140003 types:2; do
    blocks=$(grep -cE '^ +[0-9]+ +[0-9]+ ' "${expected%:*}.bc.ls")
    [ "$blocks" -eq "${expected#*:}" ] || fail "${expected%:*}.bc: $blocks blocks"
done
run ids.bc diff ids.bc
