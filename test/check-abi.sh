#!/usr/bin/env bash
# check-abi.sh - clients run with a newer library: one whose structs have grown, and this one after the last release
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-abi.sh GROWN_DIR, of a library built with -DBL_GROWN and AddressSanitizer; `make check-abi` builds it.
# The examples are compiled with the headers as they are, and must run with that library as with this one.
set -eu
cd "$(dirname "$0")/.."

grown=$PWD/$1
out=$grown/clients
rm -rf "$out" && mkdir -p "$out"
for file in lib/examples/*.c; do
    "${CC:-clang}" -std=c11 -D_GNU_SOURCE -g -fsanitize=address,undefined -fno-sanitize-recover=all -Ilib -o "$out/$(basename "$file" .c)" \
        "$file" -L"$grown" -lbitleap -Wl,-rpath,"$grown"
done

n=0
# runs PROGRAM ARGUMENT... - it ends with success or an error, and without a report of the sanitizer
runs() {
    local status=0
    "$out/$1" "${@:2}" >"$out/stdout" 2>"$out/stderr" || status=$?
    n=$((n + 1))
    [ "$status" -le 1 ] && ! grep -q Sanitizer "$out/stderr" && return
    echo "check-abi: $*: status $status" >&2
    cat "$out/stderr" >&2
    exit 1
}
for file in corpora/small/*22*; do
    for program in list_functions blobs unknown_blocks damaged_file plugin_symbols; do
        runs $program "$file"
    done
    runs parallel_bodies "$file" 2
    runs one_body "$file" main
    runs lazy_loader "$file" main remember from_b
    rm -f "$out/small.blx"
    runs archive_lookup "$out/small.blx" "$file" main
done
runs write_stream "$out/own.stream"
echo "check-abi: $n runs of clients with a library whose structs have grown"

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
