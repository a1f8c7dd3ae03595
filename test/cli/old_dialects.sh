#!/usr/bin/env bash
# old_dialects.sh - what LLVM 2.7 to 3.9 wrote in other forms, in the spelling of LLVM 13
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

python3 "$BITLEAP_SRC/test/support/old_modules.py" .
for module in *.bc; do
    echo "== ${module%.bc}"
    "$BITLEAP" dis "$module" | sed '1,/^source_filename/d'
    "$BITLEAP" verify -q "$module"
done >texts
golden old_dialects.txt <texts

# meta has no node that nothing leads to.
"$BITLEAP" meta nodes.bc >nodes
! grep -n 'which nothing leads to' nodes || fail "nodes inside of nodes are not found"

# What no LLVM of today reads is said so: its calls, and the types of up to 2.9.
for module in *.bc; do
    "$BITLEAP" info --deep "$module" | grep -q '^  needs  *LLVM 3.0 or older; no LLVM of today reads its dialect$' || continue
    "$BITLEAP" info --deep --json "$module" | grep -q '"old_dialect":true' || fail "$module: it is old in text alone"
    for llvm_dis in llvm-dis-13 llvm-dis-22; do
        command -v $llvm_dis >/dev/null || continue
        ! $llvm_dis -o /dev/null "$module" 2>/dev/null || fail "$llvm_dis reads $module"
    done
    expect 2 "$BITLEAP" lower --for=13 "$module" -o lowered.bc 2>/dev/null
    [ ! -e lowered.bc ] || fail "$module: lowered, and LLVM 13 reads nothing of it"
    echo "$module"
done >unread
printf 'calls.bc\nlate_type_names.bc\n' | cmp - unread
