#!/usr/bin/env bash
# extremes.sh - files that claim far more than there is: commands that read all of a stream end soon, with little memory
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
measured
. "$BITLEAP_SRC/test/support/extreme_runs.sh"

for file in *.bc; do
    run "$file" verify
    run "$file" stats
    run "$file" stats --threads=3
    run "$file" dump
    run "$file" dump --json --threads=3
    run "$file" bcanalyzer
    run "$file" bcanalyzer --dump --threads=3
    run "$file" ls --depth=all
done
run ids.bc diff ids.bc
