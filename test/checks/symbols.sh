#!/usr/bin/env bash
# symbols.sh - checks what a build of the library defines, exports and calls
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: symbols.sh BUILD_DIR PRODUCTS_DIR; the one has libinternal.a and obj/, the other libbitleap.a and libbitleap.so.
# Every global name begins with bl_; the shared library exports exactly the functions marked BL_API, which the list of the
# Debian package has, too; the library never prints and never exits; bits and stream never allocate.
set -u
cd "$(dirname "$0")/../.." || exit 2

build=$1 products=$2
status=0
# none REASON - fails if standard input has lines.
none() {
    local lines
    lines=$(sort -u)
    [ -z "$lines" ] && return
    echo "$1:" >&2
    printf '%s\n' "$lines" | sed 's/^/    /' >&2
    status=1
}

# What an object calls, as "object: symbol".
calls() {
    find "$@" -name '*.o' -exec nm -A -u {} + | sed "s|^$build/obj/||; s|:  *U |: |; s|@.*||"
}

none "global names that do not begin with bl_" \
    < <(nm -g --defined-only "$build/libinternal.a" | awk 'NF == 3 && $3 !~ /^bl_/ { print $3 }')

exported=$(nm -D --defined-only "$products/libbitleap.so" | awk '$2 != "A" { sub(/@.*/, "", $3); print $3 }' | sort)
# Without comments and directives: the last word before the first parenthesis after each BL_API.
marked=$(sed 's|//.*||; s|/\*.*\*/||; /\/\*/,/\*\//d; /^#/d' lib/*.h | tr '\n' ' ' |
    grep -o 'BL_API[^;(]*(' | grep -o '[A-Za-z0-9_]*(' | tr -d '(' | sort)
none "exported, but not marked BL_API in a public header" < <(comm -23 <(echo "$exported") <(echo "$marked"))
none "marked BL_API, but not exported" < <(comm -13 <(echo "$exported") <(echo "$marked"))
none "global in the static library, or in the shared one, but not in both" \
    < <(comm -3 <(nm -g --defined-only "$products/libbitleap.a" | awk 'NF == 3 { print $3 }' | sort) <(echo "$exported"))
none "exported, or in the list of the Debian package, but not in both" \
    < <(comm -3 <(echo "$exported") <(sed -n 's/^ \(bl_[a-z0-9_]*\)@.*/\1/p' .deb/libbitleap*.symbols | sort))
none "exported without a version" < <(nm -D --defined-only "$products/libbitleap.so" | awk '$2 != "A" && $3 !~ /@@BITLEAP_/')

none "the library prints or exits" \
    < <(calls "$build/obj/lib" | grep -E ': (v?f?printf|__v?f?printf_chk|puts|putchar|perror|_?exit|abort)$')
none "bits and stream allocate" < <(calls "$build/obj/lib/bits" "$build/obj/lib/stream" 2>/dev/null |
    grep -E ': (malloc|calloc|realloc|reallocarray|free|aligned_alloc|posix_memalign|strn?dup|mmap)$')
exit $status
