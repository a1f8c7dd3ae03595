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
