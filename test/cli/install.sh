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
mkdir -p pages/man3 bindings
echo 'int bl_x(void);' >bindings/bitleap.ffi.h
echo '{}' >bindings/bitleap.api.json
echo '.TH bitleap 3' >pages/man3/bitleap.3

# put WHAT - `make WHAT`, reported that all is built, as other tests use it at the same time; completions and pages are ours.
put() {
    env -u MAKEFLAGS make -s -C "$BITLEAP_SRC" -o all COMPLETIONS= B="$PWD/made" OUT="$built" PAGES="$PWD/pages" BINDINGS="$PWD/bindings" \
        PREFIX=/usr LIBDIR=/usr/lib64 MANDIR=/usr/man DESTDIR="$stage" "$1"
}

put install
"$stage/usr/bin/bitleap" --version | same - <("$BITLEAP" --version)
for file in include/bitleap.h lib64/libbitleap.a lib64/libbitleap.so lib64/pkgconfig/bitleap.pc man/man1/bitleap.1 man/man3/bitleap.3 \
    share/bash-completion/completions/bitleap share/bitleap/bitleap.ffi.h share/bitleap/bitleap.api.json; do
    [ -s "$stage/usr/$file" ] || fail "no $file: $(find "$stage")"
done
# The client that bitleap.h begins with, built with the installed headers.
sed -n '/^ \*   #include <bitleap.h>/,/^ \*   }$/s/^ \*  \{0,3\}//p' "$stage/usr/include/bitleap.h" >client.c
[ "$(wc -l <client.c)" -le 30 ] || fail 'the client of bitleap.h has more than 30 lines'
# shellcheck disable=SC2086 # several words on purpose
"${CC:-cc}" -std=c11 -Wall -Wextra -Werror ${SANITIZE:-} -I"$stage/usr/include" -o client client.c \
    "$stage/usr/lib64/libbitleap.a" -lelf -lxxhash -lmd
./client "$small/thin-b.clang22.bc" >functions
printf 'from_b\nremember\noverridable\n' | same - functions
rm client client.c functions
[ "$(find "$stage/usr/lib64" -type l | wc -l)" -eq 2 ] || fail "links: $(ls -l "$stage/usr/lib64")"

put uninstall
[ -z "$(find "$stage" ! -type d)" ] || fail "left over: $(find "$stage" ! -type d)"
[ "$(echo *)" = 'a stage bindings made pages' ] || fail "elsewhere: $(echo *)"
