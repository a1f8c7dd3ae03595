#!/usr/bin/env bash
# check-abi.sh - clients run with a newer library: one whose structs have grown, and this one after the last release
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-abi.sh GROWN_DIR, of a library with headers of grow-headers.sh and AddressSanitizer; `make check-abi` builds
# it. The examples are compiled with the headers as they are, and must do with that library what they do with this one.
set -eu
cd "$(dirname "$0")/.."

grown=$PWD/$1 now=$PWD/build
out=$grown/clients
rm -rf "$out" && mkdir -p "$out"
# client FILE NAME HEADERS
client() {
    "${CC:-clang}" -std=c11 -D_GNU_SOURCE -g -fsanitize=address,undefined -fno-sanitize-recover=all "-I$3" -o "$out/$2" "$1" \
        -L"$now" -lbitleap
}
for file in lib/examples/*.c; do
    client "$file" "$(basename "$file" .c)" lib
done

# Without the spare words of structs the sanitizer must find what the library writes there: else it would find nothing below.
mkdir "$out/tight"
cp lib/bitleap*.h lib/bitleap_codes.def "$out/tight"
sed -i 's/^#define BL_SLACK(n).*/#define BL_SLACK(n)/' "$out/tight/bitleap_base.h"
client lib/examples/one_body.c tight_client "$out/tight"
if LD_LIBRARY_PATH=$grown "$out/tight_client" README.md main >/dev/null 2>"$out/stderr" ||
    ! grep -q 'Sanitizer.*overflow' "$out/stderr"; then
    echo 'check-abi: a client whose structs are too short was not found' >&2
    exit 1
fi

n=0
# runs PROGRAM ARGUMENT... - with both it ends with the same status, of success or an error, and the same text, and
# without a report of the sanitizer
runs() {
    local status library
    for library in "$grown" "$now"; do
        status=0
        rm -f "$out/small.blx"
        LD_LIBRARY_PATH=$library "$out/$1" "${@:2}" >"$out/${library##*/}.out" 2>"$out/stderr" || status=$?
        echo "status $status" >>"$out/${library##*/}.out"
        [ "$status" -le 1 ] && ! grep -q Sanitizer "$out/stderr" && continue
        echo "check-abi: $*: status $status" >&2
        cat "$out/stderr" >&2
        exit 1
    done
    cmp "$out/grown.out" "$out/build.out" || { echo "check-abi: $*: another answer" >&2 && exit 1; }
    n=$((n + 1))
}
# runs_all FILE THREADS - of a damaged file, one: how many bodies another reads until all stop is by chance
runs_all() {
    for program in list_functions blobs unknown_blocks damaged_file plugin_symbols; do
        runs $program "$1"
    done
    runs parallel_bodies "$1" "$2"
    runs one_body "$1" main
    runs lazy_loader "$1" main remember from_b
    runs archive_lookup "$out/small.blx" "$1" main
}
for file in corpora/small/*22*; do
    runs_all "$file" 2
    head -c $(($(wc -c <"$file") * 2 / 3)) "$file" >"$out/cut"
    runs_all "$out/cut" 1
done
runs write_stream "$out/own.stream"
echo "check-abi: $n runs of clients with a library whose structs and enums have grown"

tag=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null || true)
if [ -z "$tag" ]; then
    echo 'check-abi: no release yet to compare with'
    exit 0
fi
tree=build/abi/$tag
if [ ! -d "$tree" ]; then
    mkdir -p "$tree"
    git archive "$tag" | tar -x -C "$tree"
fi
env -u MAKEFLAGS -u MAKELEVEL make -s -C "$tree" all
soname() { readelf -d "$1" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p'; }
if [ "$(soname "$tree/build/libbitleap.so")" != "$(soname build/libbitleap.so)" ]; then
    echo "check-abi: $tag has another SONAME"
    exit 0
fi
abidiff --no-added-syms --headers-dir1 "$tree/lib" --headers-dir2 lib "$tree/build/libbitleap.so" build/libbitleap.so
