#!/usr/bin/env bash
# name_patterns.sh - globs and regular expressions where a name is asked for: what each of the names gives, together
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
mkdir tree
cp "$small"/{cxx-g-O2.clang22.bc,c-g-O2.clang22.bc,uses.llvm14.bc,macho-*.o} tree 2>/dev/null || true
cp "$small"/ar-mixed.llvm22.a tree
"$BITLEAP" index -q --bodies -o tree.blx tree
cxx=tree/cxx-g-O2.clang22.bc
mapfile -t names < <("$BITLEAP" sql --format csv "SELECT name FROM globals WHERE name GLOB '_ZN*'" $cxx | sed 1d | tr -d '"')
[ ${#names[@]} -gt 10 ] || fail "${#names[@]} names"

# each COMMAND... - what it prints for each of the names, in the order of the module
each() {
    for name in "${names[@]}"; do
        "$BITLEAP" "${@//NAME/$name}" 2>/dev/null || true
    done
}
for pattern in '_ZN*' '/^_ZN/'; do
    each callers NAME $cxx | same - <("$BITLEAP" callers "$pattern" $cxx)
    each callers --calls NAME $cxx | same - <("$BITLEAP" callers --calls "$pattern" $cxx)
    each callers -p --json NAME $cxx | sed 's/,"schema":[0-9]*//' |
        same - <("$BITLEAP" callers -p --json "$pattern" $cxx | sed 's/,"schema":[0-9]*//')
    each callers --json NAME $cxx | sed 's/,"schema":[0-9]*//' |
        same - <("$BITLEAP" callers --json "$pattern" $cxx | sed 's/,"schema":[0-9]*//')
    each callees NAME $cxx | same - <("$BITLEAP" callees "$pattern" $cxx)
    "$BITLEAP" show "${names[@]}" $cxx | same - <("$BITLEAP" show "$pattern" $cxx)
    "$BITLEAP" dis "${names[@]/#/--only=}" $cxx | same - <("$BITLEAP" dis --only "$pattern" $cxx)
    "$BITLEAP" dis --closed "${names[@]/#/--only=}" $cxx | same - <("$BITLEAP" dis --closed --only "$pattern" $cxx)
done
"$BITLEAP" dis --json --only '_ZN*' $cxx | grep -o '"name":"_ZN[^"]*"' | sort |
    same - <(printf '"name":"%s"\n' "${names[@]}" | sort)
"$BITLEAP" callees 'shop::*' $cxx | grep '@_ZN4shop' >found || fail 'names as people write them'
"$BITLEAP" callees --transitive '/^_ZN4shop4make/' $cxx | same - <("$BITLEAP" callees --transitive _ZN4shop4makeEi $cxx)

# The same answers with an index, wherever names are spelt in another way.
for question in 'callers *o*' 'callers --places *o*' 'callees *o*'; do
    read -ra words <<<"$question"
    "$BITLEAP" "${words[@]}" tree | same - <("$BITLEAP" "${words[@]}" tree.blx)
done
for name in main two one '@main' '__unnamed_1' 'm*n' '/^(main|two)$/' '%struct.item' '#0'; do
    "$BITLEAP" dis --only "$name" tree >found 2>err && status=0 || status=$?
    expect "$status" "$BITLEAP" dis --only "$name" tree.blx >out 2>/dev/null
    same found out
done

# What matches nothing is as a name that nothing has.
expect 1 "$BITLEAP" callers 'no?body' $cxx 2>err
echo "bitleap: callers: no?body: no function or other global value of this name" | same - err
expect 1 "$BITLEAP" dis --only '/^no/' $cxx 2>err
echo "bitleap: $cxx: /^no/: nothing of this name" | same - err
expect 2 "$BITLEAP" callees '/(/' $cxx 2>err
grep -q "'/(/'" err || fail "$(cat err)"
