#!/usr/bin/env bash
# interrupts.sh - signals end the command wherever it is, and leave index files whole and nothing beside them
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

# On a terminal, where progress is shown; there what is ignored stays so.
need python3
on_terminal() {
    TERM=xterm python3 -c 'import os, pty, sys; sys.exit(os.WEXITSTATUS(pty.spawn(sys.argv[1:])))' "$@" </dev/null >out
}
expect 124 on_terminal env --default-signal=INT timeout --foreground -k 10 -s INT 0.5 "$BITLEAP" index -o made.blx -
expect 137 on_terminal timeout --foreground -k 0.5 -s HUP 1 env --ignore-signal=HUP "$BITLEAP" index -o made.blx -
