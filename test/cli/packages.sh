#!/usr/bin/env bash
# packages.sh - without a package that it needs make names the package, and how to install it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'is of another machine than make'
need make

case $BITLEAP_SRC in
*[[:space:]]*) echo 'make cannot work below a path with a blank' && exit 77 ;;
esac

# build WORD… - make in a directory of its own, where the compiler sees only the headers of `headers`.
build() {
    env -u MAKEFLAGS -u MODE make -C "$BITLEAP_SRC" B="$PWD/made" OUT="$PWD/made" \
        CPPFLAGS="-nostdinc -I$PWD/headers" "$@"
}

mkdir headers
touch headers/libelf.h
expect 2 build >out 2>err
cat >expected <<'END'
make: no xxhash.h, of the package libxxhash-dev
make: no sha1.h, of the package libmd-dev
make: no sqlite3ext.h, of the package libsqlite3-dev
make: no tre/tre.h, of the package libtre-dev
make: to install all that is missing, run: make deps
END
grep '^make: [^*]' err | grep -v directory | same expected -
! grep -q 'CC ' out || fail "it compiles: $(cat out)"

expect 2 build CC=no-such-compiler >out 2>err
grep -q '^make: no C compiler no-such-compiler; install gcc or clang, or run: make deps$' err || fail "$(cat err)"
