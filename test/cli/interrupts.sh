#!/usr/bin/env bash
# interrupts.sh - signals end the command wherever it is, and leave files whole and nothing beside them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# end_by SIGNAL SECONDS COMMAND… - 124 where the signal ended it, 137 where that took another. What runs in the
# background has SIGINT ignored.
end_by() {
    env --default-signal=HUP,INT,TERM timeout --foreground -k 10 -s "$1" "$2" "$BITLEAP" "${@:3}"
}

# Standard input never ends.
mkfifo input
exec {endless}<>input
cp "$small/thin-b.clang22.bc" one.bc
"$BITLEAP" index -q -o one.blx one.bc
for signal in HUP INT TERM; do
    expect 124 end_by $signal 0.3 index -o made.blx - <&"$endless"
done
for call in '--check -' '--update -o made.blx -' '--merge -o made.blx one.blx -'; do
    # shellcheck disable=SC2086
    expect 124 end_by INT 0.3 index $call <&"$endless"
done
[ ! -e made.blx ] || fail "a file was made of nothing"

# At any moment.
mkdir tree
cp "$small"/*.bc tree
for milliseconds in {01..40}; do
    rm -f tree.blx
    end_by INT "0.0$milliseconds" index -q tree 2>err || true
    [ ! -e tree.blx ] || "$BITLEAP" index -q --check tree.blx
    [ -z "$(find . -name '*.tmp')" ] || fail "after $milliseconds ms there is $(find . -name '*.tmp')"
done

# A file that is extracted has its name when it is whole, with nothing beside it.
for _ in {1..300}; do cat "$small/c-O2.clang22.bc"; done >many.bc
cp "$small/c-O2.clang22.bc" padded.bc
truncate -s 10000000 padded.bc
for milliseconds in {01..40}; do
    rm -rf made.bc made
    end_by INT "0.0$milliseconds" extract -o made.bc padded.bc 2>err || [ $? = 124 ] || fail "$(cat err)"
    [ ! -e made.bc ] || cmp made.bc padded.bc || fail "after $milliseconds ms only a part has the name"
    end_by INT "0.0$milliseconds" extract --directory made many.bc 2>err || [ $? = 124 ] || fail "$(cat err)"
    [ ! -e made ] || [ -z "$(find made -type f -size -11464c)" ] || fail "after $milliseconds ms: a part of $(find made -type f -size -11464c)"
    [ -z "$(find . -name '*.tmp')" ] || fail "after $milliseconds ms there is $(find . -name '*.tmp')"
done
rm -rf made.bc made
"$BITLEAP" extract -o made.bc padded.bc
cmp made.bc padded.bc
"$BITLEAP" extract --directory made many.bc
[ "$(find made -type f -size 11464c | wc -l)" = 300 ] || fail "$(ls made)"
rm -f padded.bc made.bc

# On a terminal, where progress is shown; there what is ignored stays so.
need python3
expect 124 on_terminal env --default-signal=INT timeout --foreground -k 10 -s INT 0.5 "$BITLEAP" index -o made.blx - >out
expect 137 on_terminal timeout --foreground -k 0.5 -s HUP 1 env --ignore-signal=HUP "$BITLEAP" index -o made.blx - >out
