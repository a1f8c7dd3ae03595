#!/usr/bin/env bash
# check-repack.sh - has LLVM read what repack writes: modules of each version, by the tools of that version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-repack.sh [--every N] [FILE|FOLDER]…
#
# Without operands also what rustc made. The text that llvm-dis prints must be the same, opt must accept it without a
# word, and llvm-bcanalyzer 22 must find as many records; it must be smaller, and stay as it is a second time. Then
# programs are linked of repacked modules by llvm-lto2 and by lld of each version, with full and thin LTO, and run; what
# thin LTO imports, by its summaries, must be the same.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=10
. "$src/test/support/peers.sh"
need llvm-dis-22
before=0 after=0

# Of several modules llvm-dis writes each to a file of its own.
text() {
    rm -f "$work"/text*
    "llvm-dis-$1" "$2" -o "$work/text" || return 1
    sed -e '/^; ModuleID/d' -e 's/^\(\^0 = module: \).*/\1/' "$work"/text*
}

# Versions before 16 have to be asked for what later ones do.
accepts() {
    local arguments=(-passes=verify)
    [ "$1" -gt 14 ] || arguments=(-verify)
    "opt-$1" "${arguments[@]}" -disable-output - <"$2"
}

# How often each kind of record is there, by LLVM; not what an encoding consists of.
counts() {
    llvm-bcanalyzer-22 "$2" |
        awk '/^  Block ID/ { block = $3 } /^\t\t *[0-9]+ / && block != "#0" && $NF != "HASH" { print block, $1, $NF }' |
        sort
}

check_file() {
    local file=$1 version=$2 out=$work/out.bc what size
    if ! "$bitleap" repack "$file" -o "$out" --force 2>"$work/message"; then
        fail
        echo "$file: $(tail -n 1 "$work/message")"
        return
    fi
    size=$(stat -c %s "$file")
    before=$((before + size)) after=$((after + $(stat -c %s "$out")))
    [ "$(stat -c %s "$out")" -le "$size" ] || { fail && echo "$file: larger" && return; }
    "$bitleap" repack --no-check "$out" -o "$work/again.bc" --force
    cmp -s "$out" "$work/again.bc" || { fail && echo "$file: not the same a second time" && return; }
    for what in text accepts counts; do
        "$what" "$version" "$file" >"$work/theirs" 2>&1 || true
        "$what" "$version" "$out" >"$work/ours" 2>&1 || true
        agree "$what: $file" || { fail && return; }
    done
    pass
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

# link VERSION KIND - the program of modules of KIND by llvm-lto2, to $work/linked.
link() {
    local part arguments=() file
    rm -f "$work"/linked*
    for part in library program; do
        file=$work/$part.$2
        arguments+=("$file")
        case $part in
        library) arguments+=("-r=$file,api,px" "-r=$file,weak_one,px" "-r=$file,table,px") ;;
        program) arguments+=("-r=$file,api," "-r=$file,printf," "-r=$file,main,px") ;;
        esac
    done
    "llvm-lto2-$1" run "${arguments[@]}" -relocation-model=pic -print-imports -o "$work/linked" 2>&1 &&
        "clang-$1" "$work"/linked.* -o "$work/linked" && "$work/linked"
}

check_programs() {
    local version=$1 lld=/usr/lib/llvm-$1/bin/ld.lld mode part
    command -v "clang-$version" >/dev/null || return 0
    local clang=(env -u LD_LIBRARY_PATH "clang-$version" -O1 -g)
    for mode in full thin; do
        for part in library program; do
            "${clang[@]}" "-flto=$mode" -c "$work/$part.c" -o "$work/$part.bc"
            "$bitleap" repack "$work/$part.bc" -o "$work/$part.o" --force
        done
        "${clang[@]}" "$work/program.c" "$work/library.c" -o "$work/plain" && "$work/plain" >"$work/printed"
        link "$version" bc >"$work/theirs" 2>"$work/message" || true
        link "$version" o >"$work/ours" 2>"$work/message" || true
        if [ "$mode" = thin ] && ! grep -q ": Import " "$work/theirs"; then
            fail
            echo "llvm-lto2-$version: nothing is imported: $(head -n 2 "$work/message")"
        elif agree "llvm-lto2-$version, $mode LTO" && grep -qFf "$work/printed" "$work/ours"; then
            pass
        else
            fail
            echo "llvm-lto2-$version, $mode LTO: $(head -n 2 "$work/message")"
        fi
        [ -x "$lld" ] || continue
        cp "$work/printed" "$work/theirs"
        if "${clang[@]}" "-flto=$mode" "--ld-path=$lld" "$work/program.o" "$work/library.o" -o "$work/linked" 2>"$work/message" &&
            "$work/linked" >"$work/ours" && [ ! -s "$work/message" ] && agree "clang-$version, $mode LTO"; then
            pass
        else
            fail
            echo "clang-$version, $mode LTO: $(head -n 2 "$work/message")"
        fi
    done
}

# What rustc makes, and of the bitcode of its libraries, and of Debian's libstd-rust-dev, each $every-th module: each object
# of a library is one.
rust_files() {
    command -v rustc >/dev/null || return 0
    local level library
    mkdir "$work/rust"
    printf '%s\n' 'use std::collections::BTreeMap;' 'pub fn count(text: &str) -> BTreeMap<String, usize> {' \
        '    let mut m = BTreeMap::new();' '    for w in text.split(char::is_whitespace) { *m.entry(w.to_string()).or_insert(0) += 1; }' \
        '    m' '}' >"$work/rust/count.rs"
    for level in "0 -g" "2 -g" 3; do
        # shellcheck disable=SC2086 # two arguments
        rustc --crate-type=lib --emit=llvm-bc -Copt-level=$level "$work/rust/count.rs" -o "$work/rust/count${level%% *}.bc" 2>/dev/null
    done
    find "$work/rust" -type f ! -name "*.rs"
    find "$(rustc --print sysroot)/lib/rustlib" /usr/lib/rustlib -name '*.rlib' 2>/dev/null | sort -u | while IFS= read -r library; do
        "$bitleap" extract --directory="$work/rust/${library//\//-}" "$library" >"$work/message" 2>&1 || true
    done
    find "$work"/rust/*/ -type f 2>/dev/null | sort | awk -v every="$every" 'NR % every == 1 || every == 1'
}

while IFS= read -r file; do
    version=$("$bitleap" info "$file" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\).*/\1/p' | sed -n 1p)
    case $version in 13 | 14 | 15 | 16 | 19 | 22) ;; *) continue ;; esac
    text "$version" "$file" >/dev/null 2>&1 || continue
    check_file "$file" "$version"
done < <(list_files "$@" && { [ $# -gt 0 ] || rust_files; })
for version in 13 14 15 16 19 22; do
    check_programs "$version"
done
[ "$before" = 0 ] || echo "$before bytes, $after repacked: $((after * 1000 / before)) of 1000"
finish
