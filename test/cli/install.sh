#!/usr/bin/env bash
# install.sh - what is installed works where it was put, and is removed again
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'is of another machine than make'
need make

case $BITLEAP_SRC in
*[[:space:]]*) echo 'make cannot work below a path with a blank' && exit 77 ;;
esac
built=$(dirname "$BITLEAP")
if [ ! -e "$built/libbitleap.so" ]; then
    echo 'only the command was built'
    exit 77
fi

stage="$PWD/a stage"
mkdir -p made/completions
for shell in bash zsh fish; do
    "$BITLEAP" completions $shell >made/completions/$shell
done

# put WHAT - `make WHAT`, told that all is built, as other tests use it at the same time; completions are ours.
put() {
    env -u MAKEFLAGS make -s -C "$BITLEAP_SRC" -o all COMPLETIONS= B="$PWD/made" OUT="$built" \
        PREFIX=/usr LIBDIR=/usr/lib64 MANDIR=/usr/man DESTDIR="$stage" "$1"
}

put install
"$stage/usr/bin/bitleap" --version | same - <("$BITLEAP" --version)
for file in include/bitleap.h lib64/libbitleap.a lib64/libbitleap.so lib64/pkgconfig/bitleap.pc man/man1/bitleap.1 \
    share/bash-completion/completions/bitleap; do
    [ -s "$stage/usr/$file" ] || fail "no $file: $(find "$stage")"
done
[ "$(find "$stage/usr/lib64" -type l | wc -l)" -eq 2 ] || fail "links: $(ls -l "$stage/usr/lib64")"

put uninstall
[ -z "$(find "$stage" ! -type d)" ] || fail "left over: $(find "$stage" ! -type d)"
[ "$(echo *)" = 'a stage made' ] || fail "elsewhere: $(echo *)"
