#!/usr/bin/env bash
# check-reach.sh - holds `bitleap callees --unreached` against what LLVM drops from linked modules
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-reach.sh [--every N] [FOLDER]…
#
# The modules of a folder are linked by llvm-link; opt makes all but one function internal and drops what is not used
# (internalize, globaldce). The functions that are gone must be those that are not reached from it. Names that several
# modules define are left out, as the linker renames them. Without operands: the thin modules of corpora/small, each N-th
# folder of what corpora/fetch.sh has fetched, and classes that are made up here, compiled with
# -fvirtual-function-elimination and without. What is linked is the whole program, for opt, too: calls through vtables
# that are hidden come from it alone.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=12
taken=3
n_dropped=0
n_virtual=0
. "$src/test/support/peers.sh"

# list_functions VERSION FILE - names of functions that are defined; variables of relative vtables look like some.
list_functions() {
    "llvm-nm-$1" --defined-only "$2" 2>/dev/null | awk '$(NF - 1) ~ /^[TtWw]$/ && !/rtti_proxy$/ { print $NF }' | sort -u
}

# make_classes SEED FOLDER - a.cc has classes, most of which derive from others, b.cc calls their functions.
make_classes() {
    awk -v seed="$1" -v a="$2/a.cc" -v b="$2/b.cc" -v head="$2/classes.h" '
        function any(n) { return int(rand() * n) }
        function one_of(n) { return "C" any(n) }
        BEGIN {
            srand(seed)
            print "#include \"classes.h\"" >a
            print "#include \"classes.h\"\nnamespace { struct Own { virtual int f0(); virtual int f1(); };" >b
            print "int Own::f0() { return 5; } int Own::f1() { return 6; }" >b
            print "struct Child : Own, C1 { int f1() override { return 7; } int f2() override { return 8; } }; }" >b
            for (c = 0; c < 12; c++) {
                first = any(c); second = any(c)
                has_two = c > 4 && first != second && any(2)
                line = "struct C" c
                if (c > 2) line = line " : " (any(3) ? "" : "virtual ") "C" first
                if (has_two) line = line ", C" second
                line = line " {"
                for (f = 0; f < 4; f++)
                    if (c < 3 || has_two || any(2)) {
                        line = line " virtual int f" f "();"
                        print "int C" c "::f" f "() { return " any(99) "; }" >a
                    }
                print line " virtual ~C" c "(); };" >head
                print "C" c "::~C" c "() {}" >a
            }
            for (i = 0; i < 16; i++) {
                print "int call" i "(void *o);" >head
                print "int call" i "(void *o) { return ((" one_of(3) " *)o)->f" any(4) "(); }" >(i % 2 ? a : b)
            }
            print "extern \"C\" int own(int n) { Child c; Own o; return (n ? (Own *)&c : &o)->f1(); }" >b
            print "extern \"C\" int member(C0 *o, int (C0::*p)()) { return (o->*p)(); }" >b
            print "extern \"C\" int pick(int n) { C0 o; return member(&o, n ? &C0::f1 : &C0::f2); }" >b
            for (i = 0; i < 8; i++)
                print "extern \"C\" int entry" i "(void *o) { new " one_of(12) "; new " one_of(12) \
                    "; return call" any(16) "(o) + call" any(16) "(new " one_of(12) "); }" >b
        }'
}

# compare_classes VERSION SEED - without virtual function elimination, and with it.
compare_classes() {
    local version=$1 virtual='-fvirtual-function-elimination -fwhole-program-vtables' relative='' flags n_before
    [ "$version" -lt 22 ] || relative='-fexperimental-relative-c++-abi-vtables'
    need "clang++-$version"
    mkdir -p "$work/classes"
    make_classes "$2" "$work/classes"
    for flags in '' "$virtual" "$virtual $relative"; do
        for file in a b; do
            # shellcheck disable=SC2086 # several words, or none
            "clang++-$version" --target=x86_64-linux-gnu -w -O1 -flto -fvisibility=hidden $flags -emit-llvm -c \
                -o "$work/$file.bc" "$work/classes/$file.cc"
        done
        n_before=$n_dropped
        taken=12 compare "$version" "$work/a.bc" "$work/b.bc"
        [ -z "$flags" ] || n_virtual=$((n_virtual + n_dropped - n_before))
    done
}

# compare VERSION FILE...
compare() {
    local version=$1 entry good=true
    shift
    need "llvm-link-$version"
    local dce='globaldce<vfe-linkage-unit-visibility>' flag=()
    if [ "$version" -lt 17 ]; then # which know it by a flag of the module
        dce=globaldce
        flag=("$work/flag.ll")
        printf '!llvm.module.flags = !{!0}
!0 = !{i32 1, !"LTOPostLink", i32 1}
' >"${flag[0]}"
    fi
    if ! "llvm-link-$version" -o "$work/linked.bc" "$@" "${flag[@]}" 2>"$work/err"; then
        skip # definitions of one name
        return
    fi
    list_functions "$version" "$work/linked.bc" >"$work/all"
    for file in "$@"; do list_functions "$version" "$file"; done | sort | uniq -u | comm -12 - "$work/all" >"$work/once"
    "$bitleap" index -q --bodies -o "$work/linked.blx" "$@" 2>/dev/null || true
    while IFS= read -r entry; do
        "opt-$version" -passes="internalize,$dce" -internalize-public-api-list="$entry" -o "$work/kept.bc" "$work/linked.bc" \
            2>/dev/null || continue
        list_functions "$version" "$work/kept.bc" | comm -23 "$work/once" - >"$work/theirs"
        "$bitleap" callees --unreached --json "$entry" "$work/linked.blx" 2>/dev/null |
            sed -n 's/.*"name":"\([^"]*\)".*/\1/p' | sort -u | comm -12 "$work/once" - >"$work/ours" || true
        n_dropped=$((n_dropped + $(wc -l <"$work/theirs")))
    agree "what is not reached from $entry in $1 and $(($# - 1)) others" || good=false
    done < <("llvm-nm-$version" --defined-only --extern-only "$work/linked.bc" | awk '$(NF - 1) == "T" { print $NF }' |
        awk -v n="$taken" '{ names[NR] = $0 }
                           END { for (i = 0; i < n && i < NR; i++) print names[int(i * NR / (n < NR ? n : NR)) + 1] }')
    if $good; then pass; else fail; fi
}

folders=("$@")
if [ $# -eq 0 ]; then
    for version in 13 16 19 22; do
        compare $version "$src"/corpora/small/thin-[ab].clang$version.bc
        for seed in 1 2 3 4; do compare_classes $version $seed; done
    done
    mapfile -t folders < <(find "$src/corpora/large/" -type f -name '*.bc' ! -name '*.index.bc' -printf '%h\n' 2>/dev/null |
        sort -u | awk -v every="$every" 'NR % every == 1')
fi
for folder in "${folders[@]}"; do
    mapfile -t modules < <(find "$folder" -maxdepth 1 -type f -name '*.bc' ! -name '*.index.bc' | sort)
    version=$(version_of "${modules[0]}")
    [ "$version" != 14 ] || version=15 # reads it
    compare "$version" "${modules[@]}"
done
echo "$n_dropped functions are dropped, $n_virtual of them with virtual function elimination"
finish
