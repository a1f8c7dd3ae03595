#!/usr/bin/env bash
# dis_texts.sh - whole modules as text, of all versions; test/check-dis.sh holds the same files against llvm-dis
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

for name in uselist.llvm13 latest.llvm22 uses.llvm14 uses.llvm22 bundles.llvm16 modern.llvm19 modern.llvm22 index.llvm13 \
    index.llvm22 values.llvm13 values.llvm16 values.llvm22 thin-b.clang13 thin-b.clang22 link.clang14 wide.clang22; do
    "$BITLEAP" dis "corpora/small/$name.bc" | golden "dis/$name.ll"
done
for name in uses.llvm14 modern.llvm19 bundles.llvm16; do
    "$BITLEAP" llvm-dis -show-annotations -o - "corpora/small/$name.bc" | golden "dis/$name.uses.ll"
done
# Of the others only whether something has changed.
for file in corpora/small/*.bc; do
    printf '%s  %s\n' "$("$BITLEAP" dis "$file" | sha256sum | cut -c 1-16)" "$file"
done | golden dis/sums.txt
