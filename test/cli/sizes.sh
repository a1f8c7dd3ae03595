#!/usr/bin/env bash
# sizes.sh - the bytes of a function are one number, wherever they are: what its block takes of the file, with the header
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

file=$small/cxx-g-O2.clang19.bc
"$BITLEAP" dump --json "$file" | sed -n 's/.*"type":"block".*"id":12,.*"bit_pos":\([0-9]*\),"body_pos":\([0-9]*\),.*"words":\([0-9]*\).*/\1 \2 \3/p' |
    awk '{ print $1, ($2 + 32 * $3 - $1) / 8 }' | sort -n >blocks
[ "$(wc -l <blocks)" -gt 20 ] || fail "$(wc -l <blocks) functions"
"$BITLEAP" funcs --json "$file" | sed -n 's/.*"bit_pos":\([0-9]*\).*"bytes":\([0-9]*\).*/\1 \2/p' | sort -n | same blocks -
"$BITLEAP" sql --format csv 'SELECT bit_pos, bytes FROM functions' "$file" | sed '1d; s/,/ /' | sort -n | same blocks -
"$BITLEAP" sql --format csv "SELECT bit_pos, bytes FROM symbols WHERE bytes IS NOT NULL" "$file" | sed '1d; s/,/ /' | sort -n | same blocks -
"$BITLEAP" find --json --defined '*' "$file" | grep -v '"bytes":null' | sed -n 's/.*"bit_pos":\([0-9]*\),"bytes":\([0-9]*\).*/\1 \2/p' | sort -n | same blocks -
"$BITLEAP" index -q -o sizes.blx "$file"
"$BITLEAP" find --json --defined -x sizes.blx '*' | grep -v '"bytes":null' | sed -n 's/.*"bit_pos":\([0-9]*\),"bytes":\([0-9]*\).*/\1 \2/p' | sort -n | same blocks -
cut -d' ' -f2 blocks | sort -n >sizes
"$BITLEAP" nm --json --size "$file" | sed -n 's/.*"undefined":false.*"executable":true.*"size":\([0-9]*\).*/\1/p' | grep -vx 0 | sort -n | same sizes -
"$BITLEAP" top --all --json "$file" | sed -n 's/.*"bit_pos":\([0-9]*\),"name".*"bits":\([0-9]*\).*/\1 \2/p' | awk '{ print $1, $2 / 8 }' | sort -n | same blocks -
name=_ZN4shop7try_allEPPNS_4ItemEi
want=$("$BITLEAP" funcs --json "$file" | sed -n "s/.*\"name\":\"$name\".*\"bytes\":\([0-9]*\).*/\1/p")
"$BITLEAP" show --json $name "$file" | sed -n '1s/.*"bytes":\([0-9]*\).*/\1/p' | same - <(echo "$want")
"$BITLEAP" show $name "$file" | sed -n '2s/.*, \([0-9]*\)\.0 bytes$/\1/p' | same - <(echo "$want")
{ "$BITLEAP" diff --json "$file" "$small/thin-b.clang22.bc" || true; } | sed -n "s/.*\"name\":\"$name\".*\"before\":{[^}]*\"bytes\":\([0-9]*\).*/\1/p" | same - <(echo "$want")
cp "$file" copy.bc
"$BITLEAP" dups --list --json "$file" copy.bc | sed -n 's/.*"type":"copy".*"bit_pos":\([0-9]*\),"bytes":\([0-9]*\).*/\1 \2/p' | sort -nu | same blocks -
"$BITLEAP" callees --json --unreached "$name" "$file" | sed -n 's/.*"bytes":\([0-9]*\).*/\1/p' | grep -vx 0 | sort -u | comm -23 - <(sort -u sizes) | same /dev/null -
