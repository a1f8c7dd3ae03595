#!/usr/bin/env bash
# check-slice.sh - has LLVM read what slice writes: functions of modules of each version, by the tools of that version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-slice.sh [--every N] [FILE|FOLDER]…
#
# The body that llvm-dis prints must be the module's, but for numbers of nodes, groups and values without a name; opt must
# accept it; it may be at most a tenth larger than what llvm-extract writes. Then programs are put together by llvm-link
# of all slices of a module, and of one slice and the rest, and run.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=10
. "$src/test/support/peers.sh"
need llvm-dis-22
ours=0 theirs=0

accepts() {
    "opt-$1" -passes=verify -disable-output "$2" >/dev/null 2>&1 || "opt-$1" -verify -disable-output "$2" >/dev/null 2>&1
}

# body NAME - of a module's text: that function, without linkage and numbers.
body() {
    sed -n "/^define.*@\"\{0,1\}$1\"\{0,1\}(/,/^}/p" | sed -e 's/\([!#@]\)[0-9][0-9]*/\1/g' -e '1s/^.*@/@/' \
        -e '1s/ comdat\(([^)]*)\)\{0,1\}//' -e 's/blockaddress([^)]*)/undef/g'
}

check_function() {
    local file=$1 version=$2 name=$3
    if ! "$bitleap" slice --only="$name" "$file" -o "$work/out.bc" --force 2>"$work/message"; then
        fail
        echo "$file: $name: $(tail -n 1 "$work/message")"
        return
    fi
    "llvm-dis-$version" "$work/out.bc" -o - 2>/dev/null | body "$name" >"$work/ours"
    body "$name" <"$work/text" >"$work/theirs"
    if ! agree "$file: $name"; then
        fail
    elif ! accepts "$version" "$work/out.bc"; then
        fail
        echo "opt-$version rejects: $file: $name"
    else
        pass
    fi
    "llvm-extract-$version" --func="$name" "$file" -o "$work/theirs.bc" 2>/dev/null || return 0
    ours=$((ours + $(stat -c %s "$work/out.bc"))) theirs=$((theirs + $(stat -c %s "$work/theirs.bc")))
}

# Every so many functions, eight at most.
check_file() {
    local file=$1 version=$2 n
    "$bitleap" funcs --columns=name "$file" 2>/dev/null | grep -E '^[A-Za-z0-9_.]+$' >"$work/names" || return 0
    n=$(wc -l <"$work/names")
    "llvm-dis-$version" "$file" -o "$work/text" 2>/dev/null || return 0
    while IFS= read -r name; do
        check_function "$file" "$version" "$name"
    done < <(awk -v step=$((n / 8 + 1)) 'NR % step == 0' "$work/names")
}

cat >"$work/program.c" <<'END'
int printf(const char *, ...);
static int calls;
static const char *const words[] = {"one", "two", "three"};
struct node { struct node *next; int v; };
static struct node nodes[2] = {{&nodes[1], 5}, {0, 7}};
__attribute__((weak)) int weak_one(int x) { return x * 2; }
static __attribute__((noinline)) int inner(int x) { return x + ++calls; }
int (*const table[])(int) = {inner, weak_one};
int api(int x) { return inner(x) + table[x & 1](x); }
int other(int) __attribute__((alias("api")));
int jump(int i) { static void *const to[] = {&&a, &&b, &&c}; int k = 0; goto *to[i % 3]; a: k += 1; b: k += 10; c: return k; }
int sum(void) { int s = 0; for (struct node *n = nodes; n; n = n->next) s += n->v; return s; }
int main(void) { for (int i = 0; i < 5; i++) printf("%d %s %d\n", api(i), words[i % 3], jump(i)); return printf("%d %d\n", sum(), other(2)) < 0; }
END

link_and_run() {
    local version=$1 what=$2
    shift 2
    if "llvm-link-$version" "$@" -o "$work/linked.bc" 2>"$work/message" && accepts "$version" "$work/linked.bc" &&
        env -u LD_LIBRARY_PATH "clang-$version" "$work/linked.bc" -o "$work/linked" 2>"$work/message" &&
        "$work/linked" >"$work/ours" && agree "LLVM $version: $what"; then
        pass
    else
        fail
        echo "LLVM $version: $what: $(head -n 2 "$work/message")"
    fi
}

check_program() {
    local version=$1 options name
    command -v "clang-$version" >/dev/null && command -v "llvm-link-$version" >/dev/null || return 0
    for options in '-O0 -g' '-O1'; do
        # shellcheck disable=SC2086
        env -u LD_LIBRARY_PATH "clang-$version" $options -emit-llvm -c "$work/program.c" -o "$work/whole.bc"
        env -u LD_LIBRARY_PATH "clang-$version" "$work/whole.bc" -o "$work/plain" 2>/dev/null && "$work/plain" >"$work/theirs"
        rm -rf "$work/parts"
        "$bitleap" slice --split=3 --directory "$work/parts" "$work/whole.bc"
        link_and_run "$version" "three parts, $options" "$work"/parts/*.bc
        rm -rf "$work/parts"
        "$bitleap" slice --each --only='*' --directory "$work/parts" "$work/whole.bc"
        # A slice of the function has this variable, too, and one of the alias has the function.
        rm -f "$work/parts/jump.to.bc" "$work/parts/api.bc"
        link_and_run "$version" "all slices, $options" "$work"/parts/*.bc
        for name in main api inner jump nodes; do
            "$bitleap" slice --only=$name "$work/whole.bc" -o "$work/one.bc" --force 2>/dev/null || continue
            "$bitleap" slice --only=$name --delete "$work/whole.bc" -o "$work/rest.bc" --force
            [ "$name" = api ] && continue # its alias is in neither
            link_and_run "$version" "$name and the rest, $options" "$work/one.bc" "$work/rest.bc"
        done
    done
}

while IFS= read -r file; do
    version=$("$bitleap" info "$file" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\).*/\1/p' | sed -n 1p)
    case $version in 13 | 14 | 15 | 16 | 19 | 22) ;; *) continue ;; esac
    check_file "$file" "$version"
done < <(list_files "$@")
if [ "$theirs" != 0 ]; then
    echo "$ours bytes, $theirs by llvm-extract: $((ours * 1000 / theirs)) of 1000"
    [ "$ours" -le $((theirs * 11 / 10)) ] || fail
fi
for version in 13 14 15 16 19 22; do
    check_program "$version"
done
finish
