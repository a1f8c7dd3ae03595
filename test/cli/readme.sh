#!/usr/bin/env bash
# readme.sh - what README.md shows is what happens: its commands are run, its C program is built and run
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# In a ```console block a line "$ command" is followed by its output. `make golden` writes the output anew.
. "$BITLEAP_SRC/test/support/cli.sh"

readme=$BITLEAP_SRC/README.md
here=$PWD
cd "$BITLEAP_SRC"

# The README with the output of each command as it is now.
in_console=false
n=0
while IFS= read -r line; do
    case $line in
    '```console') in_console=true ;;
    '```') in_console=false ;;
    esac
    if ! $in_console || [ "$line" = '```console' ]; then
        printf '%s\n' "$line"
    elif [ "${line#\$ }" != "$line" ]; then
        printf '%s\n' "$line"
        command=${line#\$ }
        bash -c "${command//build\/bitleap/\"\$BITLEAP\"}" 2>&1 || true
        n=$((n + 1))
        echo "$n" >"$here/n_commands"
    fi
done <"$readme" >"$here/README.now"

[ "$(cat "$here/n_commands")" -ge 6 ] || fail "only $(cat "$here/n_commands") commands in the README"
if [ "${BITLEAP_GOLDEN:-}" = update ]; then
    cp "$here/README.now" "$readme"
fi
same "$readme" "$here/README.now"

# The C programs, against the static library that stands beside the command under test.
cd "$here"
awk '/^```c$/ { on = 1; n++; next } /^```$/ { on = 0 } on { print >("program-" n ".c") }' "$readme"
for n in 1 2; do
    [ "$(wc -l <program-$n.c)" -ge 20 ] || fail "no C programs in the README"
done
sanitize=
case ${MODE:-release} in
asan) sanitize='-fsanitize=address,undefined' ;;
ubsan) sanitize=-fsanitize=undefined ;;
tsan) sanitize=-fsanitize=thread ;;
esac
for n in 1 2; do
    # shellcheck disable=SC2086 # several words on purpose
    "${CC:-cc}" -std=c11 -Wall -Wextra -Werror $sanitize -I"$BITLEAP_SRC/lib" -o "program-$n" "program-$n.c" \
        "$(dirname "$BITLEAP")/libbitleap.a" -lelf -lxxhash -lmd
done
"$BITLEAP" index -q -o thin.blx "$small/thin-b.clang22.bc" "$small/thin-b.clang19.bc"
${EMULATOR:-} ./program-1 thin.blx remember >instructions
printf '8 instructions\n8 instructions\n' | same - instructions
${EMULATOR:-} ./program-2 "$small/cxx-g-O2.clang19.bc" >triples
echo x86_64-pc-linux-gnu | same - triples
head -c 30 "$small/wrapper-thin.clang19.bc" >cut.bc
expect 1 "$BITLEAP" ls cut.bc 2>told
sed 's/^bitleap: //' told >told.plain
# shellcheck disable=SC2086 # empty, or several words
expect 1 ${EMULATOR:-} ./program-2 cut.bc 2>told.program
same told.plain told.program
ar rc two.a "$small"/thin-[ab].clang22.bc
${EMULATOR:-} ./program-2 two.a >triples
[ "$(grep -c '^x86_64-pc-linux-gnu$' triples)" = 2 ] || fail "$(cat triples)"
expect 1 "$BITLEAP" ls "$readme" 2>told
sed 's/^bitleap: //' told >told.plain
# shellcheck disable=SC2086 # empty, or several words
expect 1 ${EMULATOR:-} ./program-2 "$readme" 2>told.program
same told.plain told.program
