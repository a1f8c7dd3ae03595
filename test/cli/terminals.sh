#!/usr/bin/env bash
# terminals.sh - a terminal gets no control characters of names; all else gets names as LLVM prints them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3 llvm-as-22
export LC_ALL=C

raw=$'\033c\302\233\233\303\244\342\200\256\330\234'
shown='\x1Bc\xC2\x9B\x9B'$'\303\244\\xE2\\x80\\xAE\\xD8\\x9C'

# both COMMAND... - in what is printed, names are raw, and on a terminal they are shown; nothing else differs.
both() {
    "$@" >piped
    grep -qaF "$raw" piped || fail "$* changes names"
    on_terminal "$@" >typed
    grep -qaF "$shown" typed || fail "$* shows no name"
    sed "s/\r\$//; s/${shown//\\/\\\\}/$raw/" typed | same - piped
}

llvm-as-22 -o symbol.bc - <<'END'
@"name \1Bc\C2\9B\9B\C3\A4\E2\80\AE\D8\9C" = global i32 0
END
for options in -j '-f bsd' -P -A; do
    # shellcheck disable=SC2086 # several words on purpose
    both "$BITLEAP" nm $options symbol.bc
done

named_stream "$raw" >names.bc
both "$BITLEAP" bcanalyzer names.bc
both "$BITLEAP" bcanalyzer --dump names.bc
