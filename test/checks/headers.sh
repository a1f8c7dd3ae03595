#!/usr/bin/env bash
# headers.sh - checks that every header of lib compiles alone, the public ones also in strict C and in C++, and their enums
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/../.." || exit 2

clang=${CLANG:-clang}
warn=(-Wall -Wextra -Werror -fsyntax-only)
status=0

# alone HEADER COMPILER... - compiles one include line, twice, so that a missing guard shows.
alone() {
    local header=$1
    shift
    printf '#include "%s"\n#include "%s"\nextern int not_empty;\n' "$header" "$header" | "$1" "${warn[@]}" "${@:2}" -Ilib - && return
    echo "$header does not compile alone with: $*" >&2
    status=1
}

for file in lib/*.h lib/*/*.h; do
    [ -e "$file" ] || continue
    for compiler in gcc "$clang"; do
        alone "${file#lib/}" "$compiler" -x c -std=c11 -D_GNU_SOURCE -Wno-unused-function
    done
done
for file in lib/*.h; do
    for compiler in gcc "$clang"; do
        for standard in c99 c11 c++11 c++17 c++20; do
            language=c
            [[ $standard != *++* ]] || language=c++
            alone "${file#lib/}" "$compiler" -x $language -std=$standard -Wshadow -Wconversion -Wpedantic
        done
    done
done
for compiler in gcc "$clang"; do
    alone bitleap.hpp "$compiler" -x c++ -std=c++20 -Wshadow -Wconversion -Wpedantic
done
# A value of one enum is not to be taken for one of another: the word after BL_ is that of one enum.
while read -r line; do
    echo "headers: $line" >&2
    status=1
done < <(awk '
    /^enum bl_/ { name = $2 }
    /^}/ { name = "" }
    /^    enum bl_[a-z_]+ [a-z]/ { print FILENAME ": a field is a uint8_t, not of an enum: " $0 }
    name && /^ +BL_[A-Z0-9_]+( |,|$)/ && !/=/ { print FILENAME ": without a number: " $0 }
    name && match($0, /^ +BL_[A-Z0-9]+/) {
        prefix = substr($0, RSTART, RLENGTH)
        gsub(/ /, "", prefix)
        if (owner[prefix] && owner[prefix] != name)
            print FILENAME ": " prefix "_ begins values of " owner[prefix] " and of " name
        owner[prefix] = name
    }' lib/*.h)
exit $status
