#!/usr/bin/env bash
# check-rewrite.sh - compares what edit writes with LLVM's own tools, on modules of each version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-rewrite.sh [--every N] [FILE|FOLDER]…
#
# For each option, the text that llvm-dis of the file's version prints of the result must be that of the input with the
# same change made in text (tools/edit_text.pl), and opt of that version must accept the result; llvm-nm 22 must list
# what we do. Then programs are linked by lld of each version with a library whose symbols were changed, and run.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=10
. "$src/test/support/peers.sh"
need llvm-dis-22
n_refused=0

# The LLVM whose text it is: as printed by that version, without what names the file and what has hashes of names.
text() {
    "llvm-dis-$1" "$2" -o - 2>/dev/null | sed -e '/^; ModuleID/d' -e '/^\^/d' -e '/^$/d'
}

accepts() {
    "opt-$1" -passes=verify -disable-output "$2" >/dev/null 2>&1 || "opt-$1" -verify -disable-output "$2" >/dev/null 2>&1
}

# FILE VERSION WORD… -- OPTION…: the words are for edit_text.pl.
check() {
    local file=$1 version=$2 words=()
    shift 2
    while [ "$1" != -- ]; do
        words+=("$1")
        shift
    done
    shift
    if ! "$bitleap" edit "$file" "$@" -o "$work/out.bc" --force 2>"$work/message"; then
        n_refused=$((n_refused + 1))
        skip
        echo "refused: $file $*: $(tail -n 1 "$work/message")"
        return
    fi
    text "$version" "$file" | "$src/test/tools/edit_text.pl" "${words[@]}" >"$work/theirs"
    text "$version" "$work/out.bc" >"$work/ours"
    # LLVM completes the data layout by the target; the name of the source file begins with a path, too.
    if [ "${words[0]}" = triple ]; then
        grep -qxF "target triple = \"${words[1]}\"" "$work/ours" || { fail; echo "no triple: $file"; }
        sed -i '/^target /d' "$work/ours"
    elif [ "${words[0]}" = map ]; then
        sed -i '/^source_filename/d' "$work/ours"
    fi
    if ! agree "$file $*"; then
        fail
    elif ! accepts "$version" "$work/out.bc" && accepts "$version" "$file"; then
        fail
        echo "opt-$version rejects: $file $*"
    else
        llvm-nm-22 --just-symbol-name "$work/out.bc" 2>/dev/null | sort >"$work/theirs"
        "$bitleap" nm --just-symbols "$work/out.bc" 2>/dev/null | sort >"$work/ours"
        if agree "llvm-nm-22: $file $*"; then pass; else fail; fi
    fi
}

check_file() {
    local file=$1 version=$2 name directory
    check "$file" "$version" prefix pre_ -- --prefix-symbols=pre_
    name=$("$bitleap" nm --defined-only --just-symbols "$file" 2>/dev/null |
        sed -n '/^llvm/d; /^[A-Za-z_][A-Za-z0-9_]*$/p' | sed -n 1p)
    [ -z "$name" ] || check "$file" "$version" rename "$name" "renamed_$name" -- --redefine-sym "$name=renamed_$name"
    check "$file" "$version" source changed.c -- --source-filename=changed.c
    directory=$(text "$version" "$file" | sed -n 's/.*!DIFile(.*directory: "\(\/[^"]*\)".*/\1/p' | sed -n 1p)
    [ -z "$directory" ] || check "$file" "$version" map "$directory" /elsewhere -- "--prefix-map=$directory=/elsewhere"
    check "$file" "$version" triple x86_64-unknown-freebsd -- --triple=x86_64-unknown-freebsd
}

# ---- Programs ----

cat >"$work/library.c" <<'END'
static int calls;
int shared = 3;
__attribute__((weak)) int weak_one(int x) { return x * 2; }
static __attribute__((noinline)) int inner(int x) { return x + ++calls; }
int (*const table[])(int) = {inner, weak_one};
int api(int x) { return inner(x) + shared + table[x & 1](x); }
int other(int x) { return api(x) * 10; }
END
cat >"$work/program.c" <<'END'
int puts(const char *), printf(const char *, ...);
int API(int), OTHER(int);
int main(void) { for (int i = 0; i < 5; i++) printf("%d %d\n", API(i), OTHER(i)); return 0; }
END

# VERSION MODE API OTHER OPTION…: the program says the same with the library changed.
run_with() {
    local version=$1 mode=$2 api=$3 other=$4
    shift 4
    local clang=(env -u LD_LIBRARY_PATH "clang-$version" -O1 "-flto=$mode" "--ld-path=/usr/lib/llvm-$version/bin/ld.lld")
    "$bitleap" edit "$work/library.bc" "$@" -o "$work/edited.o" --force 2>/dev/null &&
        "${clang[@]}" -DAPI="$api" -DOTHER="$other" "$work/program.c" "$work/edited.o" -o "$work/program" 2>"$work/message" &&
        "$work/program" >"$work/ours"
}

# Renamed, a module has the summary of ThinLTO that its source would have with those names, GUIDs of local ones included.
check_summary() {
    local version=$1 folder
    mkdir -p "$work/old" "$work/new"
    cp "$work/library.c" "$work/old"
    sed -E 's/\b(calls|shared|weak_one|inner|table|api|other)\b/p_\1/g' "$work/library.c" >"$work/new/library.c"
    for folder in old new; do
        (cd "$work/$folder" && env -u LD_LIBRARY_PATH "clang-$version" -O1 -flto=thin -c library.c -o library.bc)
    done
    "$bitleap" edit --prefix-symbols=p_ "$work/old/library.bc" -o "$work/old/edited.bc" --force 2>/dev/null
    "llvm-dis-$version" "$work/old/edited.bc" -o - | sed -n '/^\^0/d; /^\^/p' >"$work/ours"
    "llvm-dis-$version" "$work/new/library.bc" -o - | sed -n '/^\^0/d; /^\^/p' >"$work/theirs"
    if [ -s "$work/theirs" ] && agree "clang-$version: summary"; then pass; else fail; fi
}

check_programs() {
    local version=$1 mode
    command -v "clang-$version" >/dev/null && [ -x "/usr/lib/llvm-$version/bin/ld.lld" ] || return 0
    check_summary "$version"
    for mode in full thin; do
        "clang-$version" -O1 "-flto=$mode" -c "$work/library.c" -o "$work/library.bc"
        run_with "$version" "$mode" api other --source-filename=a.c || { fail; echo "clang-$version $mode: not linked"; continue; }
        cp "$work/ours" "$work/theirs"
        for option in "p_api p_other --prefix-symbols=p_" "renamed other --redefine-sym=api=renamed" \
            "api other --localize-symbol=shared --localize-symbol=weak_one" \
            "api other --wildcard --keep-global-symbol=api --keep-global-symbol=oth*" "api other --weaken-symbol=api"; do
            # shellcheck disable=SC2086
            if run_with "$version" "$mode" $option && agree "clang-$version $mode: $option"; then
                pass
            else
                fail
                echo "clang-$version $mode: $option: $(head -n 2 "$work/message")"
            fi
        done
    done
}

while IFS= read -r file; do
    version=$("$bitleap" info "$file" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\).*/\1/p' | sed -n 1p)
    case $version in 13 | 14 | 15 | 16 | 19 | 22) ;; *) continue ;; esac
    "llvm-dis-$version" "$file" -o /dev/null 2>/dev/null || continue
    text "$version" "$file" >"$work/theirs" || continue
    [ -s "$work/theirs" ] || continue # of several modules it prints none there
    check_file "$file" "$version"
done < <(list_files "$@")
for version in 13 14 15 16 19 22; do
    check_programs "$version"
done
[ "$n_refused" = 0 ] || echo "$n_refused refused"
finish
