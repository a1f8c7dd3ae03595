#!/usr/bin/env bash
# unresolved.sh - what is referred to and defined nowhere
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need jq

# What no file here defines, with where it is referred to: not what another one has.
cp "$small/thin-a.clang22.bc" "$small/thin-b.clang22.bc" .
mkdir -p linked && cp thin-a.clang22.bc thin-b.clang22.bc "$small/uses.llvm22.bc" "$small/cxx-g-O2.clang22.bc" linked
"$BITLEAP" nm -gU linked/*.bc | awk 'NF == 3 { print $3 }' | sort -u >provided
"$BITLEAP" nm -gu linked/*.bc | awk 'NF == 2 { print $2 }' | sort -u | comm -23 - provided >unresolved
[ -s unresolved ] || fail "all is there"
"$BITLEAP" index -o linked.blx linked >/dev/null
for where in linked linked.blx; do
    "$BITLEAP" find --json --unresolved '*' "$where" | jq -r .name | sort -u | same unresolved -
    "$BITLEAP" find -u '*' "$where" >referred
    [ "$(wc -l <referred)" -gt "$(wc -l <unresolved)" ] || fail "nothing is resolved"
done
expect 1 "$BITLEAP" find --unresolved from_a linked >out
"$BITLEAP" find --unresolved from_a thin-b.clang22.bc | grep -q '^thin-b.clang22.bc: references function from_a' ||
    fail "a reference"
# What is asked for decides, not what else the index has.
"$BITLEAP" find --unresolved from_a --index linked.blx linked/thin-b.clang22.bc | grep -q 'references function from_a' ||
    fail "a definition elsewhere counts"
