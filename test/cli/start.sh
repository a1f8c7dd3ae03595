#!/usr/bin/env bash
# start.sh - the command loads no shared library but the C library's, except where it needs one
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'what a loader says of libraries is about this machine'
[ "$MODE" = release ] || { echo 'other builds load what sanitizers need' && exit 77; }
for library in tre elf z xxhash md; do
    [[ $(cc -print-file-name="lib$library.a") == /* ]] || { echo "no archive of lib$library" && exit 77; }
done

# loaded COMMAND… - the libraries that it has loaded when it ends, a line each.
loaded() {
    LD_DEBUG=files LD_DEBUG_OUTPUT=debug expect 0 "$@" >out
    cat debug.* | sed -n 's|.*calling init: .*/\([^/]*\)$|\1|p' | sort -u
    rm debug.*
}

loader='^(ld-linux.*|libc|libpthread|libdl)\.so\.[0-9]*$'
input=$small/thin-b.clang22.bc
for words in --version 'ls FILE' 'nm FILE' 'info FILE' 'verify FILE' 'strings /rem.*r/ FILE'; do
    # shellcheck disable=SC2086 # words
    ! loaded "$BITLEAP" ${words/FILE/"$input"} | grep -vE "$loader" || fail "$words loads these"
done
# Were libraries never listed, nothing above could fail.
loaded "$BITLEAP" ls "$input" | grep -q '^libc\.so' || fail 'no libraries are found'
if ldconfig -p 2>/dev/null | grep -q libsqlite3.so.0; then
    loaded "$BITLEAP" sql 'SELECT 1' "$input" | grep -q '^libsqlite3' || fail 'sql does not load SQLite'
fi
