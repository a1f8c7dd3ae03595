#!/usr/bin/env bash
# check-slice.sh - has LLVM read what slice writes: functions of modules of each version, by the tools of that version
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-slice.sh [FILE|FOLDER]…
#
# The body that llvm-dis prints must be the module's, but for numbers of nodes, groups and values without a name; opt must
# accept it; all together may be at most a tenth larger than what llvm-extract writes, with debug information, with line
# tables and without. Of each module one slice and the rest must be one module again. Then programs are put together by
# llvm-link of all slices of a module, and of one slice and the rest, and run.
#
# Without operands: files of each version from the corpora and from what the compilers here make of our sources, and
# modules in Rust's libraries: 4 of each, and 4 functions of a file. WHOLE=1: 30 of each, and 15 functions of a file.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=1
. "$src/test/support/peers.sh"
need llvm-dis-22
n_files=${WHOLE:+30} n_functions=${WHOLE:+15}
n_files=${n_files:-4} n_functions=${n_functions:-4}
n_checked=0 types=
declare -A ours=() theirs=() n_larger=()

accepts() {
    "opt-$1" -passes=verify -disable-output "$2" >/dev/null 2>&1 || "opt-$1" -verify -disable-output "$2" >/dev/null 2>&1
}

# bodies NAMES FOLDER - of a module's text: those functions, without linkage and numbers, as FOLDER/LINE of NAMES. Values
# keep their numbers where no type has one.
bodies() {
    mkdir -p "$2"
    awk -v names="$1" -v folder="$2" -v types="${types:+yes}" '
        BEGIN { while ((getline name < names) > 0) number[name] = ++n }
        /^define / {
            name = $0
            sub(/^[^@]*@/, "", name)
            if (name ~ /^"/) { sub(/^"/, "", name); sub(/"\(.*/, "", name) } else sub(/\(.*/, "", name)
            if (name in number) {
                to = folder "/" number[name]
                sub(/^[^@]*@/, "@")
                sub(/ comdat(\([^)]*\))?/, "")
                sub(/ section "[^"]*"/, " section")
            }
        }
        to {
            gsub(/[!#@][0-9]+/, "N")
            if (types) gsub(/%[0-9]+/, "%N")
            gsub(/blockaddress\([^)]*\)/, "undef")
            print > to
            if ($0 == "}") { close(to); to = "" }
        }'
}

# measure WHAT NAME - the slice and what llvm-extract makes of it.
measure() {
    local what=$1 name=$2 x y
    x=$(stat -c %s "$work/out.bc") y=$(stat -c %s "$work/theirs.bc")
    ours[$what]=$((${ours[$what]:-0} + x)) theirs[$what]=$((${theirs[$what]:-0} + y))
    [ $((x * 10)) -gt $((y * 11)) ] || return 0
    n_larger[$what]=$((${n_larger[$what]:-0} + 1))
    echo "larger, $what: $name: $x bytes, $y by LLVM"
}

# check_debug FILE VERSION NAME HOW PASS - what a pass of opt leaves of llvm-extract's.
check_debug() {
    if ! "$bitleap" slice --only="$3" --debug="$4" "$1" -o "$work/out.bc" --force 2>"$work/message" &&
        grep -q 'the check cannot compare' "$work/message"; then
        skip
        echo "refused: $1: $3, --debug=$4: $(tail -n 1 "$work/message")"
        return
    fi
    if [ -s "$work/message" ] || ! accepts "$2" "$work/out.bc"; then
        fail
        echo "$1: $3, --debug=$4: $(tail -n 1 "$work/message")"
        return
    fi
    pass
    [ -s "$work/extracted.bc" ] && "opt-$2" "$5" "$work/extracted.bc" -o "$work/theirs.bc" 2>/dev/null || return 0
    measure "$4" "$1: $3"
}

check_function() {
    local file=$1 version=$2 name=$3 number=$4
    n_checked=$((n_checked + 1))
    if ! "$bitleap" slice --only="$name" "$file" -o "$work/out.bc" --force 2>"$work/message"; then
        fail
        echo "$file: $name: $(tail -n 1 "$work/message")"
        return
    fi
    rm -rf "$work/slice"
    "llvm-dis-$version" "$work/out.bc" -o - 2>"$work/message" | bodies <(echo "$name") "$work/slice"
    touch "$work/slice/1"
    mv "$work/slice/1" "$work/ours"
    cp "$work/bodies/$number" "$work/theirs"
    if ! agree "$file: $name"; then
        fail
    elif [ -s "$work/message" ] || ! accepts "$version" "$work/out.bc"; then
        fail
        echo "opt-$version rejects: $file: $name: $(head -n 1 "$work/message")"
    else
        pass
    fi
    rm -f "$work/extracted.bc"
    if "llvm-extract-$version" --func="$name" "$file" -o "$work/extracted.bc" 2>/dev/null; then
        cp "$work/extracted.bc" "$work/theirs.bc"
        measure full "$file: $name"
    fi
    case $((n_checked % 8)) in
    1) check_debug "$file" "$version" "$name" none -strip-debug ;;
    5) check_debug "$file" "$version" "$name" lines -passes=strip-nonlinetable-debuginfo ;;
    esac
}

# One slice of the module and the rest of it.
check_rest() {
    local file=$1 version=$2 name=$3
    "$bitleap" slice --only="$name" "$file" -o "$work/one.bc" --force 2>"$work/message" &&
        "$bitleap" slice --only="$name" --delete "$file" -o "$work/rest.bc" --force 2>"$work/message" &&
        "llvm-link-$version" "$work/one.bc" "$work/rest.bc" -o "$work/linked.bc" 2>"$work/message" &&
        accepts "$version" "$work/linked.bc" && pass && return
    fail
    echo "$file: $name and the rest: $(head -n 1 "$work/message")"
}

# $n_functions of them, evenly.
check_file() {
    local file=$1 version=$2 name number=0
    "$bitleap" funcs --columns=name "$file" 2>/dev/null | grep -E '^[A-Za-z0-9_.$]+$' | pick "$n_functions" >"$work/names" || return 0
    [ -s "$work/names" ] && "llvm-dis-$version" "$file" -o "$work/text" 2>/dev/null || return 0
    rm -rf "$work/bodies"
    types=$(grep -m 1 -E '^%[0-9]+ = type' "$work/text") || types=
    bodies "$work/names" "$work/bodies" <"$work/text"
    check_rest "$file" "$version" "$(head -n 1 "$work/names")"
    while IFS= read -r name; do
        number=$((number + 1))
        check_function "$file" "$version" "$name" $number
    done <"$work/names"
}

# ---- Files ----

# pick N - as many lines, evenly.
pick() {
    awk -v n="$1" '{ line[NR] = $0 } END { for (i = 1; i <= NR; i++) if (int(i * n / NR) > int((i - 1) * n / NR)) print line[i] }'
}

llvm_of() {
    "$bitleap" info "$1" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\).*/\1/p' | sed -n 1p
}

# compile VERSION N - so many of our sources, with and without debug information, at each level.
compile() {
    local version=$1 n=$2 source i=0
    command -v "clang-$version" >/dev/null || return 0
    find "$src/lib" "$src/corpora/src" -name '*.c' ! -path '*/examples/*' ! -path '*/macos/*' ! -path '*/wasi/*' | sort |
        pick $((n * 2)) >"$work/sources"
    while IFS= read -r source && [ "$n" -gt 0 ]; do
        i=$((i + 1))
        file=$work/files/$(basename "$source" .c).clang$version.bc
        # shellcheck disable=SC2046
        "clang-$version" -w -O$((i % 3)) $([ $((i % 2)) = 0 ] || echo -g) -D_GNU_SOURCE -I"$src/lib" -c -emit-llvm "$source" \
            -o "$file" 2>/dev/null || continue
        echo "$version $file"
        n=$((n - 1))
    done <"$work/sources"
}

# Modules in libraries of Rust, of what rustc and of what the system has.
rust_files() {
    local library i=0
    while IFS= read -r library; do
        i=$((i + 1))
        "$bitleap" extract "$library" --directory "$work/rust/$i" 2>/dev/null || true
    done < <(find "$(rustc --print sysroot 2>/dev/null || echo /usr)"/lib/rustlib/*/lib /usr/lib/rustlib/*/lib -name '*.rlib' \
        2>/dev/null | sort -u)
    find "$work/rust" -type f -size -3000k | sort | pick "$n_files" | while IFS= read -r file; do
        echo "$(llvm_of "$file") $file"
    done
}

# A line for each file: VERSION FILE.
all_files() {
    local version n
    mkdir -p "$work/files" "$work/rust"
    list_files | while IFS= read -r file; do
        echo "$(llvm_of "$file") $file"
    done >"$work/all"
    for version in 13 14 15 16 19 22; do
        grep "^$version " "$work/all" | pick "$n_files" >"$work/some" || true
        n=$(wc -l <"$work/some")
        cat "$work/some"
        [ "$n" -ge "$n_files" ] || compile "$version" $((n_files - n))
    done
    rust_files
}

given_files() {
    list_files "$@" | while IFS= read -r file; do
        echo "$(llvm_of "$file") $file"
    done
}

# ---- Programs ----

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

if [ $# -gt 0 ]; then given_files "$@"; else all_files; fi >"$work/chosen"
while read -r version file; do
    case $version in 13 | 14 | 15 | 16 | 19 | 22) check_file "$file" "$version" ;; esac
done <"$work/chosen"
echo "$n_checked functions of $(wc -l <"$work/chosen") files: $(cut -d ' ' -f 1 "$work/chosen" | sort | uniq -c | awk '{ printf "%s%d of LLVM %s", (NR > 1 ? ", " : ""), $1, $2 }')"
for what in "${!theirs[@]}"; do
    echo "$what: ${ours[$what]} bytes, ${theirs[$what]} by LLVM: $((ours[$what] * 1000 / theirs[$what])) of 1000; ${n_larger[$what]:-0} more than a tenth larger"
    [ $((ours[$what] * 10)) -le $((theirs[$what] * 11)) ] || fail
done
for version in 13 14 15 16 19 22; do
    check_program "$version"
done
finish
