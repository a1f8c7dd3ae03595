#!/usr/bin/env bash
# check-reach.sh - holds `bitleap callees --unreached` against what LLVM drops from linked modules
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-reach.sh [--every N] [FOLDER]…
#
# The modules of a folder are linked by llvm-link; opt makes all but one function internal and drops what is not used
# (internalize, globaldce). The functions that are gone must be those that are not reached from it. Names that several
# modules define are left out, as the linker renames them. Without operands: the thin modules of corpora/small, and
# each N-th folder of what corpora/fetch.sh has fetched.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=12
taken=3
n_dropped=0
. "$src/test/support/peers.sh"

# list_functions VERSION FILE - names of functions that are defined.
list_functions() {
    "llvm-nm-$1" --defined-only "$2" 2>/dev/null | awk '$(NF - 1) ~ /^[TtWw]$/ { print $NF }' | sort -u
}

# compare VERSION FILE...
compare() {
    local version=$1 entry good=true
    shift
    need "llvm-link-$version"
    if ! "llvm-link-$version" -o "$work/linked.bc" "$@" 2>"$work/err"; then
        skip # definitions of one name
        return
    fi
    list_functions "$version" "$work/linked.bc" >"$work/all"
    for file in "$@"; do list_functions "$version" "$file"; done | sort | uniq -u | comm -12 - "$work/all" >"$work/once"
    "$bitleap" index -q --bodies -o "$work/linked.blx" "$@" 2>/dev/null || true
    while IFS= read -r entry; do
        "opt-$version" -passes=internalize,globaldce -internalize-public-api-list="$entry" -o "$work/kept.bc" "$work/linked.bc" \
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
echo "$n_dropped functions are dropped"
finish
