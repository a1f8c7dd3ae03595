#!/usr/bin/env bash
# schema.sh - the schemas of --json keep what they promise as long as their numbers are the same
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# `make check-schema` holds all output against them.
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

# Each command that has --json has a schema, and states its number in the first object, and only there.
"$BITLEAP" --help | sed -n 's/^  \([a-z-]*\) .*/\1/p' >commands
n=0
while read -r command; do
    "$BITLEAP" "$command" --help | grep -q -- --json-schema || continue
    "$BITLEAP" "$command" --json-schema | same "$BITLEAP_SRC/cmd/schema/$command.schema.json" -
    n=$((n + 1))
done <commands
[ "$n" = "$(find "$BITLEAP_SRC/cmd/schema" -name '*.json' | wc -l)" ] || fail "$n commands have a schema"
expect 2 "$BITLEAP" cat --json-schema 2>err
number=$("$BITLEAP" ls --json-schema | sed -n 's/.*urn:bitleap:ls:\([0-9]*\)".*/\1/p')
"$BITLEAP" ls --json "$small"/thin-*.bc >out
[ "$(grep -n '"schema":' out | cut -d, -f1,2)" = "1:{\"type\":\"stream\",\"schema\":$number" ] || fail "$(head -n 1 out)"
# In more than one piece, and in a file of its own.
"$BITLEAP" dump --json --threads 2 "$small"/*.bc >out
{ [ "$(grep -c '"schema":' out)" = 1 ] && head -n 1 out | grep -q '^{"type":"[a-z]*","schema":[0-9]*,'; } || fail "$(head -n 1 out)"
"$BITLEAP" report --json -o report.json "$small/thin-a.clang22.bc" >out
{ [ ! -s out ] && grep -q '^{"type":"report","schema":[0-9]*,"version"' report.json; } || fail "$(head -c 200 report.json)"
expect 2 "$BITLEAP" ls --json missing.bc >out 2>err
grep -q "^{\"type\":\"error\",\"schema\":$number,\"file\":\"missing.bc\"" out || fail "$(cat out)"

# What was promised before is kept; `make golden` writes down what has been added, unless something is broken.
schemas() {
    python3 "${1:-$BITLEAP_SRC}/test/schema/schemas.py" "${@:2}"
}
schemas '' check "$BITLEAP_SRC/test/golden/schemas.txt"
schemas '' promises | golden schemas.txt

# What options print, held against the schemas: keys that only some of them give may be absent. Renewed by these outputs, no
# promise is broken.
mkdir -p options kept/cmd kept/test && cp -r "$BITLEAP_SRC/cmd/schema" kept/cmd && cp -r "$BITLEAP_SRC/test/schema" kept/test && chmod -R u+w kept
number=0
while read -r command options; do
    number=$((number + 1))
    # shellcheck disable=SC2086 # several words on purpose
    "$BITLEAP" "$command" --json $options >"options/$command.$number.json" 2>err || true
    [ -s "options/$command.$number.json" ] || fail "$command $options: $(cat err)"
done <<END
nm $small/cxx-g-O2.clang19.bc
nm --size $small/cxx-g-O2.clang19.bc
nm --print-size --numeric-sort $small/cxx-g-O2.clang19.bc
stats $small/cxx-g-O2.clang19.bc
stats --abbrevs $small/cxx-g-O2.clang19.bc
stats --blocks $small/cxx-g-O2.clang19.bc
diff --all $small/c-O0.clang13.bc $small/c-O0.clang16.bc
diff --stat $small/c-O0.clang13.bc $small/c-O0.clang16.bc
diff --patch $small/c-O2.clang19.bc $small/c-O2.clang22.bc
END
schemas kept renew options >out
! grep ': broken' out || fail 'the schemas do not describe what is printed'

# A key that may be absent where it never was, one of another kind, and one that is gone break a promise, until the
# number goes up.
mkdir -p tree/cmd tree/test && cp -r "$BITLEAP_SRC/cmd/schema" tree/cmd && cp -r "$BITLEAP_SRC/test/schema" tree/test
chmod -R u+w tree
schemas tree promises >before
schema=tree/cmd/schema/has.schema.json
for change in 's/"bytes", //' 's/"bad": {"type": "integer"/"bad": {"type": "string"/' '/"streams": {/d' \
    's/"type": {"const": "has"}/"type": {"const": "had"}/'; do
    cp "$BITLEAP_SRC/cmd/schema/has.schema.json" $schema && chmod u+w $schema
    sed -i "$change" $schema
    ! cmp -s "$BITLEAP_SRC/cmd/schema/has.schema.json" $schema || fail "nothing changed: $change"
    expect 1 schemas tree check before 2>err
    grep -q '^has 1 has .*: broken' err || fail "$change: $(cat err)"
    sed -i 's/urn:bitleap:has:1/urn:bitleap:has:2/' $schema
    schemas tree check before
done

# What is printed otherwise than before makes the next number; a new key does not.
cp "$BITLEAP_SRC/cmd/schema/has.schema.json" $schema
mkdir outputs
"$BITLEAP" has --json "$small"/thin-*.bc "$BITLEAP_SRC/README.md" >all || true
sed 's/"bad"/"added":1,"bad"/' all >outputs/has.1.json
schemas tree renew outputs
{ grep -q 'urn:bitleap:has:1"' $schema && grep -q '"added"' $schema; } || fail "$(cat $schema)"
sed 's/"bytes":/"size":/' all >outputs/has.1.json
schemas tree renew outputs >out
{ grep -q 'urn:bitleap:has:2"' $schema && grep -q '^has 1 has bytes: broken' out; } || fail "$(cat out $schema)"
