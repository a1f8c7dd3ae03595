#!/usr/bin/env bash
# list_containers.sh - writes the rows of test/golden/containers.tsv, with LLVM's tools and none of ours
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   test/tools/list_containers.sh >test/golden/containers.tsv
#
# A row is a nested path, the kind of the stream, how many bytes it has, with its wrapper and padding where it is alone,
# and their SHA-256. A file in which there is nothing has one row, with the kind `none`.
set -euo pipefail
export LC_ALL=C

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
small=corpora/small
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Each of these takes a file in and puts what is inside out, in a folder of its own: several are at work in a pipe.
member() ( # NAME [NUMBER]
    cd "$(mktemp -d -p "$work")"
    cat >archive
    mkdir members && cd members && llvm-ar-22 xN "${2:-1}" ../archive "$1"
    cat "$1"
)

section() ( # NAME
    cd "$(mktemp -d -p "$work")"
    cat >object
    llvm-objcopy-22 --dump-section "$1=section" object /dev/null
    cat section
)

slice() ( # ARCHITECTURE
    cd "$(mktemp -d -p "$work")"
    cat >universal
    llvm-lipo-22 universal -thin "$1" -output slice
    cat slice
)

# SIZE bytes after the first AT.
cut_out() ( # AT SIZE
    cd "$(mktemp -d -p "$work")"
    tail -c +$(($1 + 1)) >rest
    head -c "$2" rest
)

kind_of() {
    case $(od -A n -N 4 -t x1 "$1") in
    ' 42 43 c0 de' | ' de c0 17 0b') echo 'LLVM IR' ;;
    ' 43 50 43 48') echo 'Clang serialized AST' ;;
    ' 52 4d 52 4b') echo 'LLVM remarks' ;;
    *) echo "list_containers.sh: $2: no magic" >&2 && return 1 ;;
    esac
}

# row FILE PATH COMMAND - COMMAND makes the stream of what it reads from FILE.
row() {
    local kind
    (eval "$3") <"$small/$1" >"$work/stream"
    kind=$(kind_of "$work/stream" "$1$2")
    printf '%s\t%s\t%s\t%s\n' "$small/$1$2" "$kind" "$(stat -c %s "$work/stream")" \
        "$(sha256sum <"$work/stream" | cut -d' ' -f1)"
}

none() {
    printf '%s\tnone\t0\t-\n' "$small/$1"
}

# How long the streams are that a linker has put one after the other.
size_of() { # FILE COMMAND
    (eval "$2") <"$small/$1" | wc -c
}

one_14=$(size_of ar-gnu.llvm14.a 'member one.o | section .llvmbc')
two_14=$(size_of ar-gnu.llvm14.a 'member two.o | section .llvmbc')
one_22=$(size_of ar-gnu.llvm22.a 'member one.o | section .llvmbc')
two_22=$(size_of ar-gnu.llvm22.a 'member two.o | section .llvmbc')
one_coff=$(size_of ar-coff.llvm22.lib 'member one.obj | section .llvmbc')
two_coff=$(size_of ar-coff.llvm22.lib 'member two.obj | section .llvmbc')
remarks=$(stat -c %s $small/remarks.clang22.opt.bitstream)
# With the padding after, and without: the fourth word of the wrapper is the size.
padded=$(size_of ar-darwin.llvm22.a 'member two.bc')
wrapped=$((20 + $(member two.bc <$small/ar-darwin.llvm22.a | od -A n -j 12 -N 4 -t u4)))

# both FILE FIRST SECOND - the two streams of a merged section, which holds nothing else.
both() {
    [ "$(size_of "$1" 'section .llvmbc')" = $(($2 + $3)) ] || { echo "list_containers.sh: $1: bytes left" >&2 && return 1; }
    row "$1" '!.llvmbc[1]' "section .llvmbc | cut_out 0 $2"
    row "$1" '!.llvmbc[2]' "section .llvmbc | cut_out $2 $3"
}

for file in "$small"/{elf,coff}-*; do
    file=${file##*/}
    case $file in
    *-marker.* | *-native.*) none "$file" ;;
    elf-fat-*) row "$file" '!.llvm.lto' 'section .llvm.lto' ;;
    elf-ast.*) row "$file" '!__clangast' 'section __clangast' ;;
    *) row "$file" '!.llvmbc' 'section .llvmbc' ;;
    esac
done
for file in "$small"/macho-*; do
    file=${file##*/}
    case $file in
    *-marker.*) none "$file" ;;
    *) row "$file" '!__LLVM,__bitcode' 'section __LLVM,__bitcode' ;;
    esac
done

for file in ar-{gnu,bsd}.llvm{14,22}.a; do
    row "$file" '(one.o)!.llvmbc' 'member one.o | section .llvmbc'
    row "$file" '(two.o)!.llvmbc' 'member two.o | section .llvmbc'
    row "$file" '(two.bc)' 'member two.bc'
done
row ar-darwin.llvm22.a '(one.o)!__LLVM,__bitcode' 'member one.o | section __LLVM,__bitcode'
row ar-darwin.llvm22.a '(two.o)!__LLVM,__bitcode' 'member two.o | section __LLVM,__bitcode'
row ar-darwin.llvm22.a '(two.bc)' 'member two.bc'
row ar-coff.llvm22.lib '(one.obj)!.llvmbc' 'member one.obj | section .llvmbc'
row ar-coff.llvm22.lib '(two.obj)!.llvmbc' 'member two.obj | section .llvmbc'
# Members of a thin archive are found from where it stands.
thin="llvm-ar-22 p $small/ar-thin.llvm22.a"
row ar-thin.llvm22.a '(elf-x86_64.clang22.o)!.llvmbc' "$thin elf-x86_64.clang22.o | section .llvmbc"
row ar-thin.llvm22.a '(macho-arm64.clang22.o)!__LLVM,__bitcode' "$thin macho-arm64.clang22.o | section __LLVM,__bitcode"
row ar-thin.llvm22.a '(remarks.clang22.opt.bitstream)' "$thin remarks.clang22.opt.bitstream"
row ar-noindex.llvm22.a '(one.o)!.llvmbc' 'member one.o | section .llvmbc'
row ar-noindex.llvm22.a '(two.bc)' 'member two.bc'
row ar-same-names.llvm22.a '(x.o)!.llvmbc' 'member x.o 1 | section .llvmbc'
row ar-same-names.llvm22.a '(x.o#2)' 'member x.o 2'
row ar-same-names.llvm22.a '(x.o#3)!.llvmbc' 'member x.o 3 | section .llvmbc'
for file in ar-long-{gnu,bsd}.llvm22.a; do
    row "$file" '(a_long_name_of_a_member.o)!.llvmbc' 'member a_long_name_of_a_member.o | section .llvmbc'
    row "$file" '("odd (name) [1]#2!:.bc")' 'member "odd (name) [1]#2!:.bc"'
done
row ar-mixed.llvm22.a '(one.bc)' 'member one.bc'
row ar-mixed.llvm22.a '(two.o)!.llvmbc' 'member two.o | section .llvmbc'
row ar-mixed.llvm22.a '(two.bc)' 'member two.bc'
none ar-empty.llvm22.a
row ar-nested.llvm22.a '(one.o)!.llvmbc' 'member one.o | section .llvmbc'
row ar-nested.llvm22.a '(inner.a)(two.o)!.llvmbc' 'member inner.a | member two.o | section .llvmbc'
row ar-nested.llvm22.a '(inner.a)(one.bc)' 'member inner.a | member one.bc'

for file in universal{.llvm14,.llvm22,-64.llvm22}.o; do
    row "$file" :x86_64 'slice x86_64'
    row "$file" :arm64 'slice arm64'
done
for arch in x86_64 arm64; do
    row universal-objects.llvm22.o ":$arch!__LLVM,__bitcode" "slice $arch | section __LLVM,__bitcode"
done
row universal.llvm22.a ':x86_64(one.o)!__LLVM,__bitcode' 'slice x86_64 | member one.o | section __LLVM,__bitcode'
row universal.llvm22.a ':x86_64(two.bc)' 'slice x86_64 | member two.bc'
row universal.llvm22.a ':arm64(one.o)!__LLVM,__bitcode' 'slice arm64 | member one.o | section __LLVM,__bitcode'
row universal.llvm22.a ':arm64(two.o)!__LLVM,__bitcode' 'slice arm64 | member two.o | section __LLVM,__bitcode'

both merged.lld14.o "$one_14" "$two_14"
both merged.lld22.o "$one_22" "$two_22"
both merged.bfd.o "$one_22" "$two_22"
both linked.lld22 "$one_22" "$two_22"
both linked.lld22.so "$one_22" "$two_14"
both linked.bfd.so "$one_22" "$two_22"
both linked.lld22.dll "$one_coff" "$two_coff"
row concat.bin '[1]' "cut_out 0 $one_22"
row concat.bin '[2]' "cut_out $one_22 $two_14"
row concat-zeros.bin '[1]' "cut_out 0 $one_22"
row concat-zeros.bin '[2]' "cut_out $((one_22 + 12)) $wrapped"
row concat-zeros.bin '[3]' "cut_out $((one_22 + 12 + padded + 12)) $remarks"
row zeros-behind.bin '' cat
