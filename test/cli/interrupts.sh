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
    [ ! -e tree.blx ] || "$BITLEAP" has -q tree.blx 2>>err || [ $? != 1 ]
    [ -z "$(find . -name '*.tmp')" ] || fail "after $milliseconds ms there is $(find . -name '*.tmp')"
done

# What was read is kept where there is no index, is not taken for all, and is gone on with.
n_kept=0
"$BITLEAP" index -q --bodies -o whole.blx tree
for milliseconds in {01..40}; do
    rm -f made.blx
    end_by TERM "0.0$milliseconds" index -q --bodies -j 1 -o made.blx tree 2>err || [ $? = 124 ] || fail "$(cat err)"
    if [ -e made.blx ] && ! cmp -s made.blx whole.blx; then
        n_kept=$((n_kept + 1))
        grep -q 'made.blx: not complete, as it was interrupted' err || fail "$(cat err)"
        expect 3 "$BITLEAP" find main made.blx 2>err
        expect 3 "$BITLEAP" index --merge -o both.blx made.blx whole.blx 2>>err
        [ "$(grep -c 'not complete: bitleap index --update goes on$' err)" = 2 ] || fail "$(cat err)"
        "$BITLEAP" index -q --update made.blx
        cmp made.blx whole.blx || fail "after $milliseconds ms and --update: something else"
    fi
done
[ "$n_kept" -gt 0 ] || [ -n "${EMULATOR:-}" ] || fail "nothing was kept at any moment"
before=$(cksum <whole.blx)
end_by INT 0.01 index -q --bodies -o whole.blx tree 2>err || true
[ "$(cksum <whole.blx)" = "$before" ] || fail "an interrupt has changed a complete index"

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
