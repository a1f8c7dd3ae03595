#!/usr/bin/env bash
# globals.sh - variables, aliases and ifuncs as LLVM assembly, with sizes
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"
"$BITLEAP" globals corpora/small/values.llvm22.bc | golden globals.txt
"$BITLEAP" globals --json corpora/small/uses.llvm22.bc | golden globals.json
"$BITLEAP" globals --sort=bytes -n 5 corpora/small/cxx-g-O0.clang19.bc | golden globals-bytes.txt
cd - >/dev/null

# Definitions are those of the module's text, all of them, and in its order.
for file in "$small"/{values,uses,modern}.llvm22.bc "$small"/cxx-*.clang19.bc "$small"/old-*.bc; do
    [ -e "$file" ] || continue
    "$BITLEAP" dis "$file" 2>/dev/null | grep -E '^@.* = ' >text || true
    "$BITLEAP" globals --whole "$file" | sed -n 's/^ *[0-9-]*  \(@.*\)/\1/p' | same text -
    "$BITLEAP" globals "$file" >shown
    [ "$(wc -l <shown)" = "$("$BITLEAP" globals --whole "$file" | wc -l)" ] || fail "$file: lines that are cut are others"
    awk '{ if (length($0) > 190) exit 1 }' shown || fail "$file: a long line"
done

# By name, by size, backwards; in whatever container.
"$BITLEAP" globals --only '_ZTV*' --whole "$small/cxx-O2.clang19.bc" | sed -n 's/.*@\([^ ]*\) = .*/\1/p' >found
{ [ -s found ] && ! grep -qv '^_ZTV' found; } || fail "$(cat found)"
"$BITLEAP" globals --only '/^_ZTV/' --whole "$small/cxx-O2.clang19.bc" | sed -n 's/.*@\([^ ]*\) = .*/\1/p' | same found -
expect 1 "$BITLEAP" globals --only nobody "$small/cxx-O2.clang19.bc" >out
[ ! -s out ] || fail "$(cat out)"
"$BITLEAP" globals --sort=bytes --json "$small/cxx-O2.clang19.bc" | sed -n 's/.*"bytes":\([0-9]*\),.*/\1/p' | sort -rnc
"$BITLEAP" globals --sort=name --json "$small/cxx-O2.clang19.bc" | sed -n 's/.*"name":"\([^"]*\)".*/\1/p' | LC_ALL=C sort -c
"$BITLEAP" globals --json "$small/cxx-O2.clang19.bc" | sed 's/,"schema":[0-9]*//' | tac >backwards
"$BITLEAP" globals --json --reverse "$small/cxx-O2.clang19.bc" | sed 's/,"schema":[0-9]*//' | same backwards -
"$BITLEAP" globals "$small/ar-mixed.llvm22.a" | grep -q '^.*ar-mixed.llvm22.a(one.bc)' || fail 'not in an archive'
mkdir tree
cp "$small"/cxx-*.clang19.bc tree
"$BITLEAP" globals tree >out
[ "$(grep -c ' @' out)" = 40 ] || fail "a tree: $(wc -l <out)"
tail -n 1 out | grep -q '^[0-9]* global values of [0-9]* modules, [0-9]* bytes$' || fail "$(tail -n 1 out)"
"$BITLEAP" globals --only '_ZTV*' --only '/^_ZTI/' --columns value tree >out
"$BITLEAP" globals --where 'name=/^_ZT[VI]/' --columns value tree | same out -
expect 2 "$BITLEAP" globals --only '/(/' tree 2>err
expect 2 "$BITLEAP" globals --sort=size tree 2>err
expect 2 "$BITLEAP" globals 2>err

# What is damaged is reported, and does not hide the rest.
{ head -c 392 "$small/uses.llvm22.bc"; printf '\013'; tail -c +394 "$small/uses.llvm22.bc"; } >names.bc
expect 3 "$BITLEAP" globals names.bc >out 2>err
[ "$(grep -c ' = ' out)" -gt 5 ] || fail "$(cat out)"
