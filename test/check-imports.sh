#!/usr/bin/env bash
# check-imports.sh - holds `bitleap summary --imports` against what LLVM's thin link decides
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-imports.sh [--every N] [FOLDER]…
#
# llvm-lto2 writes an index for each module of a link, which has the summaries of the module and of what it imports. The
# GUIDs of these, and where they come from, must be ours: once where all names are seen from outside, once where main alone
# is. Without operands: programs that are made up here, of C and C++, by several versions of clang, with and without a
# profile, and the thin modules of corpora/small. A FOLDER has the modules of one link.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=12
n_imports=0
. "$src/test/support/peers.sh"

# make_program SEED FOLDER - 4 files of C++ that use each other's functions and variables, and a profile of their lines.
make_program() {
    awk -v seed="$1" -v folder="$2" '
        function any(n) { return int(rand() * n) }
        function file(i) { return folder "/" substr("abcd", i % 4 + 1, 1) ".cc" }
        function prototype(i) { return "int f" i "(int x)" }
        # Calls and references, each in a line of its own; N lines of arithmetic.
        function body(f, i, n,   k, to, kind) {
            print " {" >f
            samples = ""
            line = 0
            for (k = 0; k < n; k++) { print "  x = x * " any(99) + 3 " ^ (x >> " any(7) + 1 ");" >f; line++ }
            for (k = any(8) + 1; k > 0; k--) {
                to = any(n_functions)
                kind = any(10)
                line++
                if (kind < 6) {
                    print "  x += f" to "(x);" >f
                    count = any(4) ? any(2) ? 10 : 100000 : 0
                    samples = samples " " line ": " count " f" to ":" count "\n"
                }
                else if (kind == 6) print "  x += table" any(4) "[x & 1](x);" >f
                else if (kind == 7) print "  x += v" any(12) ";" >f
                else if (kind == 8) print "  v" any(12) " = x;" >f
                else print "  x += *p" any(4) "[x & 3] + c" any(6) "[x & 3];" >f
            }
            print "  return x;\n}" >f
            if (samples != "") printf "f%d:%d:%d\n%s", i, any(100000) + 1000, any(2) ? 10 : 10000, samples >(folder "/profile")
        }
        BEGIN {
            srand(seed)
            n_functions = 100
            head = folder "/all.h"
            print "extern \"C\" {" >head
            for (i = 0; i < n_functions; i++) {
                kind[i] = any(16)
                if (kind[i] > 1) print prototype(i) ";" >head
            }
            for (i = 0; i < 12; i++) print "extern int v" i ";" >head
            for (i = 0; i < 6; i++) print "extern const int c" i "[4];" >head
            for (i = 0; i < 4; i++) print "extern int (*const table" i "[2])(int);\nextern const int *const p" i "[4];" >head
            print "int unknown(int);" >head
            for (i = 0; i < 4; i++) print "#include \"all.h\"\nextern \"C\" {" >file(i)
            for (i = 0; i < n_functions; i++)
                if (kind[i] <= 1) { # in all files: linkonce_odr
                    print "inline " (kind[i] ? "" : "__attribute__((noinline)) ") prototype(i) ";" >head
                }
            for (i = 0; i < n_functions; i++)
                if (kind[i] <= 1) { printf "inline %s", prototype(i) >head; body(head, i, any(30)) }
            print "}" >head
            for (i = 0; i < 12; i++)
                print (any(5) ? "" : "__attribute__((weak)) ") "int v" i " = " any(9) ";" >file(any(4))
            for (i = 0; i < 6; i++) {
                f = file(any(4))
                print "extern const int c" i "[4] = {1, 2, 3, " any(9) "};" >f
            }
            for (i = 0; i < 4; i++) {
                f = file(any(4))
                print "int (*const table" i "[2])(int) = {f" any(n_functions) ", f" any(n_functions) "};" >f
                print "const int *const p" i "[4] = {&v" any(12) ", &v" any(12) ", c" any(6) ", &v" any(12) "};" >f
            }
            for (i = 0; i < n_functions; i++) {
                f = file(any(4))
                n = any(2) ? any(12) : any(50)
                if (kind[i] <= 1) continue
                if (kind[i] == 2) { # a static one of the same name in each file
                    for (k = 0; k < 4; k++) {
                        printf "__attribute__((noinline)) static int local%d(int x)", i >file(k)
                        body(file(k), 1000 + i, any(8))
                    }
                    print prototype(i) " { return local" i "(x) + 1; }" >f
                    continue
                }
                if (kind[i] == 3) { # an alias
                    printf "int g%d(int x)", i >f
                    body(f, i, n)
                    print prototype(i) " __attribute__((alias(\"g" i "\")));" >f
                    continue
                }
                if (kind[i] == 4) printf "__attribute__((weak)) " >f
                if (kind[i] == 5) printf "__attribute__((noinline)) " >f
                if (kind[i] == 6) printf "__attribute__((always_inline)) " >f
                printf "%s", prototype(i) >f
                body(f, i, n)
                if (kind[i] == 4) { # another copy, which may be the one
                    other = file(any(4))
                    if (other != f) { printf "%s%s", any(2) ? "" : "__attribute__((weak)) ", prototype(i) >other; body(other, i, n) }
                }
            }
            print "__attribute__((used)) static int used(int x) { return f3(x); }" >file(1)
            print "int asm_user(int x) { __asm__(\"# %0\" : : \"i\"(used)); return f5(x); }" >file(1)
            printf "int main(int x, char **)" >file(0)
            body(file(0), n_functions, 2)
            for (i = 0; i < 4; i++) print "}" >file(i)
        }'
    sed -i "s/^f100:/main:/" "$2/profile"
}

# resolutions VERSION KEPT FILE... - the options that say which definitions prevail, and what is seen from outside.
resolutions() {
    local version=$1 kept=$2 file
    shift 2
    for file in "$@"; do
        "llvm-lto2-$version" dump-symtab "$file" | awk -v file="$file" '/^[D-][U-]/ && NF == 2 {
            print file, substr($1, 2, 1) == "U" ? 0 : $1 ~ /[WC]/ ? 1 : 2, $2 }'
    done | awk -v kept="$kept" '
        { n++; file[n] = $1; strength[n] = $2; name[n] = $3
          if ($2 > best[$3]) { best[$3] = $2; prevailing[$3] = n } }
        END { for (i = 1; i <= n; i++)
                  print "-r=" file[i] "," name[i] "," \
                      (prevailing[name[i]] == i ? "pl" : "") \
                      (strength[i] && (kept == "" || name[i] == kept) ? "x" : "") }'
}

# compare VERSION FILE...
compare() {
    local version=$1 kept file good=true options
    shift
    need "llvm-lto2-$version"
    for kept in '' main; do
        rm -f "$work"/link/*
        mkdir -p "$work/link"
        mapfile -t options < <(resolutions "$version" "$kept" "$@")
        if ! "llvm-lto2-$version" run -o "$work/link/out" -thinlto-distributed-indexes "$@" "${options[@]}" 2>"$work/err"; then
            echo "llvm-lto2-$version: $(head -n 1 "$work/err")"
            skip
            return
        fi
        "$bitleap" summary --imports --json ${kept:+--keep="$kept"} "$@" >"$work/json" 2>"$work/err" || true
        sed -n 's/.*"file":"\([^"]*\)".*"guid":\([0-9]*\),"from_file":"\([^"]*\)".*/\1 \2 \3/p' "$work/json" |
            sort -u >"$work/ours"
        for file in "$@"; do
            "llvm-dis-$version" -o - "$file.thinlto.bc" | awk -v file="$file" -v ours="$work/ours" '
                BEGIN { while ((getline line <ours) > 0) has[line] = 1 }
                /^\^[0-9]+ = module:/ { split($0, part, "\""); path[$1] = part[2] }
                /^\^[0-9]+ = gv: \(guid: / {
                    match($0, /guid: [0-9]+/); guid = substr($0, RSTART + 6, RLENGTH - 6)
                    number_of[$1] = guid
                    if (match($0, /module: \^[0-9]+/)) {
                        from = path[substr($0, RSTART + 8, RLENGTH - 8)]
                        if (from != file) imported[guid] = from
                    }
                    if (match($0, /aliasee: \^[0-9]+/)) aliasee[substr($0, RSTART + 9, RLENGTH - 9)] = 1
                }
                END {
                    # What an alias leads to comes with it, whether it is imported or not.
                    for (number in aliasee) {
                        guid = number_of[number]
                        if (guid in imported && !((file " " guid " " imported[guid]) in has)) delete imported[guid]
                    }
                    for (guid in imported) print file, guid, imported[guid]
                }'
            rm -f "$file.thinlto.bc"
        done | sort -u >"$work/theirs"
        n_imports=$((n_imports + $(wc -l <"$work/theirs")))
        agree "imports of $1 and $(($# - 1)) others by LLVM $version${kept:+, kept: $kept}" || good=false
    done
    if $good; then pass; else fail; fi
}

# compare_program VERSION SEED
compare_program() {
    local version=$1 seed=$2 flags file options
    need "clang++-$version"
    rm -rf "$work/program"
    mkdir -p "$work/program"
    make_program "$seed" "$work/program"
    for flags in '-O0' '-O1 -mllvm -inline-threshold=-10000' '-O2' '-O1 -mllvm -inline-threshold=-10000 -gmlt -fprofile-sample-use=profile'; do
        read -ra options <<<"$flags"
        for file in a b c d; do
            (cd "$work/program" && "clang++-$version" --target=x86_64-linux-gnu -w "${options[@]}" -flto=thin -c \
                -o "$file.bc" "$file.cc")
        done
        compare "$version" "$work/program/"[a-d].bc
    done
}

folders=("$@")
if [ $# -eq 0 ]; then
    for version in 16 19 22; do
        cp "$src"/corpora/small/thin-[ab].clang$version.bc "$work"
        compare $version "$work"/thin-[ab].clang$version.bc
        for seed in 1 2 3; do compare_program $version $((version * 100 + seed)); done
    done
fi
for folder in "${folders[@]}"; do
    mapfile -t modules < <(find "$folder" -maxdepth 1 -type f -name '*.bc' ! -name '*.thinlto.bc' | sort)
    compare "$(version_of "${modules[0]}")" "${modules[@]}"
done
echo "$n_imports imports"
finish
