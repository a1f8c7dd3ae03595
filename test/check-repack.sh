#!/usr/bin/env bash
# check-repack.sh - has LLVM read what repack writes: modules of each version, by the tools of that version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-repack.sh [--every N] [FILE|FOLDER]…
#
# The text that llvm-dis prints must be the same, opt must accept it, and llvm-bcanalyzer 22 must find as many records.
# Then programs are linked of repacked modules by lld of each version, with full and thin LTO, and run.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=10
. "$src/test/support/peers.sh"
need llvm-dis-22
before=0 after=0

text() {
    "llvm-dis-$1" "$2" -o - 2>/dev/null | sed -e '/^; ModuleID/d' -e 's/^\(\^0 = module: \).*/\1/'
}

accepts() {
    "opt-$1" -passes=verify -disable-output "$2" >/dev/null 2>&1 || "opt-$1" -verify -disable-output "$2" >/dev/null 2>&1
}

# How often each kind of record is there, by LLVM; not what an encoding consists of.
counts() {
    llvm-bcanalyzer-22 "$1" 2>/dev/null |
        awk '/^  Block ID/ { block = $3 } /^\t\t *[0-9]+ / && block != "#0" && $NF != "HASH" { print block, $1, $NF }' |
        sort
}

check_file() {
    local file=$1 version=$2
    if ! "$bitleap" repack "$file" -o "$work/out.bc" --force 2>"$work/message"; then
        fail
        echo "$file: $(tail -n 1 "$work/message")"
        return
    fi
    before=$((before + $(stat -c %s "$file"))) after=$((after + $(stat -c %s "$work/out.bc")))
    text "$version" "$file" >"$work/theirs"
    text "$version" "$work/out.bc" >"$work/ours"
    if ! agree "$file"; then
        fail
    elif ! accepts "$version" "$work/out.bc" && accepts "$version" "$file"; then
        fail
        echo "opt-$version rejects: $file"
    else
        counts "$file" >"$work/theirs"
        counts "$work/out.bc" >"$work/ours"
        if agree "llvm-bcanalyzer-22: $file"; then pass; else fail; fi
    fi
}

cat >"$work/library.c" <<'END'
static int calls;
__attribute__((weak)) int weak_one(int x) { return x * 2; }
static __attribute__((noinline)) int inner(int x) { return x + ++calls; }
int (*const table[])(int) = {inner, weak_one};
int api(int x) { return inner(x) + table[x & 1](x); }
END
cat >"$work/program.c" <<'END'
int printf(const char *, ...);
int api(int);
int main(void) { for (int i = 0; i < 5; i++) printf("%d\n", api(i)); return 0; }
END

check_programs() {
    local version=$1 mode
    command -v "clang-$version" >/dev/null && [ -x "/usr/lib/llvm-$version/bin/ld.lld" ] || return 0
    local clang=(env -u LD_LIBRARY_PATH "clang-$version" -O1 -g)
    for mode in full thin; do
        for part in library program; do
            "${clang[@]}" "-flto=$mode" -c "$work/$part.c" -o "$work/$part.bc"
            "$bitleap" repack "$work/$part.bc" -o "$work/$part.o" --force
        done
        "${clang[@]}" "$work/program.c" "$work/library.c" -o "$work/plain" && "$work/plain" >"$work/theirs"
        if "${clang[@]}" "-flto=$mode" -fuse-ld=lld "$work/program.o" "$work/library.o" -o "$work/linked" 2>"$work/message" &&
            "$work/linked" >"$work/ours" && agree "clang-$version, $mode LTO"; then
            pass
        else
            fail
            echo "clang-$version, $mode LTO: $(head -n 2 "$work/message")"
        fi
    done
}

while IFS= read -r file; do
    version=$("$bitleap" info "$file" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\).*/\1/p' | sed -n 1p)
    case $version in 13 | 14 | 15 | 16 | 19 | 22) ;; *) continue ;; esac
    "llvm-dis-$version" "$file" -o /dev/null 2>/dev/null || continue
    check_file "$file" "$version"
done < <(list_files "$@")
for version in 13 14 15 16 19 22; do
    check_programs "$version"
done
[ "$before" = 0 ] || echo "$before bytes, $after repacked: $((after * 1000 / before)) of 1000"
finish
