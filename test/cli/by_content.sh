#!/usr/bin/env bash
# by_content.sh - modules in sections whose names no table has, and offload binaries of all versions
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

module=$small/c-O2.clang22.bc
python3 "$BITLEAP_SRC/test/support/by_content.py" . "$module"
for file in *.*; do
    case $file in
    none.o | stat.dxil) ;;
    *) "$BITLEAP" ls "$file" ;;
    esac
done >streams
golden by_content.txt <streams

# Each is the module, byte for byte, without a length before it and a wrapper around it.
while IFS= read -r path; do
    "$BITLEAP" extract --force "$path" -o extracted.bc
    case $path in
    *wrapped) tail -c +21 extracted.bc | cmp - "$module" ;;
    *) cmp extracted.bc "$module" ;;
    esac
done < <(sed 's/: LLVM IR.*//' streams)

for file in none.o stat.dxil; do
    expect 1 "$BITLEAP" has "$file" >answer 2>&1
    grep -q 'without bitcode inside' answer
done
