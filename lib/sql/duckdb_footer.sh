#!/bin/sh
# duckdb_footer.sh - prints what DuckDB reads at the end of an extension: VERSION, and the platform that TRIPLE is
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A custom section, as of WebAssembly, of 512 bytes: eight fields of 32 bytes, the last of which come first, and room
# for a signature.
set -eu

case $2 in
x86_64-*linux*) platform=linux_amd64 ;;
aarch64-*linux*) platform=linux_arm64 ;;
*) platform=$2 ;;
esac
# zeroes N - prints so many.
zeroes() {
    head -c "$1" /dev/zero
}
field() {
    printf %s "$1"
    zeroes $((32 - ${#1}))
}

printf '\000\223\004\020duckdb_signature\200\004'
field ''
field ''
field ''
field C_STRUCT
field "$1"
field v1.2.0 # of the C API
field "$platform"
field 4 # of the footer
zeroes 256
