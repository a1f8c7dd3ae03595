#!/usr/bin/env bash
# check_languages.sh - the clients of this directory in C++, Rust, Python and JavaScript print what those in C do
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check_languages.sh TREE BITLEAP CFLAGS LIBS CRATES, in the directory of check_clients.sh after it has run; CRATES is where
# cargo has put client_*; Python finds the wheel, and node the package in node_modules here. test/check-consumers.sh calls it.
# Prints how many passed.
set -euo pipefail
tree=$1 bitleap=$2 cflags=$3 libs=$4 crates=$5
clients=$tree/test/consumers/clients
passed=0
ln -sfn "$tree/corpora/small" small

for source in "$clients"/*.cc; do
    # shellcheck disable=SC2086 # several words, on purpose
    ${CXX:-g++} -std=c++20 -Wall -Wextra -Werror -O1 $cflags -o "$(basename "$source")" "$source" $libs
done
cp "$clients"/*.mjs .

# run LANGUAGE JOB WORD...
run() {
    local language=$1 job=$2
    shift 2
    case $language in
    c) "./client_$job" "$@" ;;
    cc) "./client_$job.cc" "$@" ;;
    rs) "$crates/client_$job" "$@" ;;
    py) python3 "$clients/client_$job.py" "$@" ;;
    mjs) node --no-warnings "client_$job.mjs" "$@" ;;
    esac
}
# same JOB WORD... - in all languages, what C prints, in any order; there is something.
same() {
    local language
    run c "$@" | raw_names "$1" | LC_ALL=C sort >expected
    [ -s expected ] || { echo "check-consumers: $* prints nothing" >&2 && exit 1; }
    for language in cc rs py mjs; do
        run "$language" "$@" | LC_ALL=C sort | diff expected - >difference ||
            { head -n 20 difference && echo "check-consumers: $1 $2 in $language" && exit 1; } >&2
        passed=$((passed + 1))
    done
}
# Names that C prints as LLVM spells them, as they are.
raw_names() {
    [ "$1" = functions ] || { cat && return; }
    python3 -c '
import re, sys
def raw(found):
    name = found[1]
    if name.startswith(b"\""):
        return b"\t" + re.sub(rb"\\([0-9A-F]{2})", lambda digits: bytes.fromhex(digits[1].decode()), name[1:-1])
    return b"\t" + (b"" if name.isdigit() else name)
sys.stdout.buffer.write(re.sub(rb"(?m)\t@(.*)$", raw, sys.stdin.buffer.read()))'
}

same functions small/c*-O[02].clang*.bc small/thin-?.clang22.bc small/latest.llvm22.bc small/ar-mixed.llvm22.a small/elf-x86_64.clang22.o
for file in small/c*-g-O[02].clang*.bc; do
    same places "$file"
done
for level in 0 2; do
    ${CLANG:-clang-22} -fno-builtin -O$level -c -emit-llvm -o unchecked.bc unchecked.in.c
    same unchecked unchecked.bc
done
# JavaScript has the files that it is given, and no others.
mkdir -p indexed
cp small/thin-*.clang22.bc small/cxx-g-O2.clang22.bc indexed
"$bitleap" index -o languages.blx indexed/* >/dev/null
for name in run from_b remember; do
    run c body_by_index languages.blx $name >expected
    for language in cc rs py mjs; do
        sources=()
        [ $language != mjs ] || sources=(indexed/*)
        run $language body_by_index languages.blx $name ${sources[@]+"${sources[@]}"} | diff expected - >difference ||
            { cat difference && echo "check-consumers: body_by_index $name in $language" && exit 1; } >&2
        passed=$((passed + 1))
    done
done
# What is damaged is said, and no success.
for language in cc rs py mjs; do
    if run $language functions cut.bc >/dev/null 2>err; then
        echo "check-consumers: functions of a damaged file in $language" >&2 && exit 1
    fi
    grep -q 'cut.bc: ' err
    passed=$((passed + 1))
done
echo $passed
