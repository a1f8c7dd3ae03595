#!/usr/bin/env bash
# readme.sh - README.md and the manual show what happens: their commands are run, the C program is built and run
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In a ```console or .Bd -literal block a line "$ command" is followed by its output. `make golden` renews the output.
. "$BITLEAP_SRC/test/support/cli.sh"

readme=$BITLEAP_SRC/README.md
here=$PWD
cd "$BITLEAP_SRC"

# with_output FILE - prints the file with the output of each command as it is now.
with_output() {
    local line in_block=false command
    while IFS= read -r line; do
        case $line in
        '```console' | '.Bd -literal') in_block=true ;;
        '```' | '.Ed') in_block=false ;;
        esac
        printf '%s\n' "$line"
        $in_block || continue
        while IFS= read -r line && [ "$line" != '```' ] && [ "$line" != .Ed ]; do
            case $line in '$ '*) ;; *) continue ;; esac
            printf '%s\n' "$line"
            command=${line#\$ }
            command=${command//build\/bitleap /bitleap }
            bash -c "${command//bitleap /\"\$BITLEAP\" }" 2>&1 || true
        done
        in_block=false
        printf '%s\n' "$line"
    done <"$1"
}

# check FILE N - it shows what happens, in at least N commands.
check() {
    local now=$here/${1##*/}.now
    with_output "$1" >"$now"
    [ "$(grep -c '^\$ ' "$now")" -ge "$2" ] || fail "only $(grep -c '^\$ ' "$now") commands in $1"
    [ "${BITLEAP_GOLDEN:-}" != update ] || cp "$now" "$1"
    same "$1" "$now"
}
check "$readme" 10
check cmd/bitleap.1 10

# The C programs, against the static library beside the command under test: that of the README, and a longer one.
cd "$here"
awk '/^```c$/ { on = 1; next } /^```$/ { on = 0 } on' "$readme" >program-1.c
cp "$BITLEAP_SRC/test/tools/print_triples.c" program-2.c
[ "$(wc -l <program-1.c)" -ge 20 ] || fail "no C program in the README"
for n in 1 2; do
    # shellcheck disable=SC2086 # several words on purpose
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror ${SANITIZE:-} -I"$BITLEAP_SRC/lib" -o "program-$n" "program-$n.c" \
        "$(dirname "$BITLEAP")/libbitleap.a" -lelf -lxxhash -lmd
done
tail -n +3 "$BITLEAP_SRC/lib/examples/print_table.c" | same - <(cat program-1.c)
"$BITLEAP" index -q -o thin.blx "$small/thin-b.clang22.bc" "$small/thin-b.clang19.bc"
${EMULATOR:-} ./program-1 functions thin.blx >functions.csv
[ "$(grep -c '"remember"' functions.csv)" = 2 ] || fail "$(cut -c 1-200 functions.csv)"
${EMULATOR:-} ./program-2 "$small/cxx-g-O2.clang19.bc" >triples
echo x86_64-pc-linux-gnu | same - triples
head -c 30 "$small/wrapper-thin.clang19.bc" >cut.bc
expect 3 "$BITLEAP" ls cut.bc 2>err
sed 's/^bitleap: //' err >err.ls
# shellcheck disable=SC2086 # empty, or several words
expect 1 ${EMULATOR:-} ./program-2 cut.bc 2>err.program
same err.ls err.program
ar rc two.a "$small"/thin-[ab].clang22.bc
${EMULATOR:-} ./program-2 two.a >triples
[ "$(grep -c '^x86_64-pc-linux-gnu$' triples)" = 2 ] || fail "$(cat triples)"
expect 1 "$BITLEAP" ls "$readme" 2>err
sed 's/^bitleap: //' err >err.ls
# shellcheck disable=SC2086 # empty, or several words
expect 1 ${EMULATOR:-} ./program-2 "$readme" 2>err.program
same err.ls err.program
