#!/usr/bin/env bash
# check-strip.sh - holds `bitleap strip` against `opt` of the version that wrote the file
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-strip.sh [--every N] [FILE|FOLDER]…
#
# -g against -strip-debug, --lines against strip-nonlinetable-debuginfo, and -g --unneeded against globaldce, too, of what
# has all but one function local. What llvm-dis prints of both must be the same, summaries aside, which opt drops; the version's verifier accepts ours, and all of ours
# with -g together have at most 1.05 times the bytes. Without operands: those of corpora/small that have debug
# information, and programs compiled by each clang that is installed, which must also behave the same once they are
# compiled from what is left.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=20
. "$src/test/support/peers.sh"
our_bytes=0 their_bytes=0

# text VERSION FILE - without its name and summaries. A warning of llvm-dis is a failure: it would drop what is wrong.
text() {
    "llvm-dis-$1" "$2" -o - 2>"$work/err" | sed -e '/^; ModuleID/d; /^\^/d; /^$/d'
    [ ! -s "$work/err" ]
}

compare() {
    local file=$1 version
    version=$(version_of "$file")
    if ! command -v "opt-$version" >/dev/null || ! "opt-$version" -strip-debug "$file" -o "$work/theirs.bc" 2>/dev/null; then
        skip
        return
    fi
    if ! "$bitleap" strip -g --force "$file" -o "$work/ours.bc" 2>"$work/err" ||
        ! "opt-$version" -passes=verify "$work/ours.bc" -disable-output 2>"$work/err" ||
        ! text "$version" "$work/ours.bc" >"$work/ours"; then
        echo "wrong: $file: $(head -n 1 "$work/err")"
        fail
        return
    fi
    text "$version" "$work/theirs.bc" >"$work/theirs"
    our_bytes=$((our_bytes + $(stat -c %s "$work/ours.bc")))
    their_bytes=$((their_bytes + $(stat -c %s "$work/theirs.bc")))
    if agree "$file"; then pass; else fail; fi
    leave_lines "$file" "$version"
    leave_out "$file" "$version"
}

# without_numbers FILE - opt copies the node of a loop for each branch that has it.
without_numbers() {
    sed -E 's/![0-9]+/!N/g' "$1" | grep -v '^!N = ' || true
    sed -E 's/![0-9]+/!N/g' "$1" | grep '^!N = ' | grep -v '^!N = distinct !{!N' | sort
}

# leave_lines FILE VERSION - opt leaves out declarations of llvm.dbg.*, too.
leave_lines() {
    local file=$1 version=$2 x
    if ! "opt-$version" -passes=strip-nonlinetable-debuginfo "$file" -o "$work/theirs.bc" 2>/dev/null; then
        skip
        return
    fi
    if ! "$bitleap" strip --lines --force "$file" -o "$work/ours.bc" 2>"$work/err" ||
        ! "opt-$version" -passes=verify "$work/ours.bc" -disable-output 2>"$work/err"; then
        echo "wrong: $file, --lines: $(head -n 1 "$work/err")"
        fail
        return
    fi
    for x in ours theirs; do
        "opt-$version" -passes=strip-dead-prototypes "$work/$x.bc" -o "$work/$x.less.bc"
        text "$version" "$work/$x.less.bc" >"$work/$x.text"
    done
    if cmp -s "$work/ours.text" "$work/theirs.text"; then
        pass
        return
    fi
    for x in ours theirs; do without_numbers "$work/$x.text" >"$work/$x"; done
    if agree "$file, --lines"; then pass; else fail; fi
}

# leave_out FILE VERSION - its second function alone is global. opt makes types with an identifier distinct.
leave_out() {
    local file=$1 version=$2 name x
    name=$({ "$bitleap" funcs --columns=name "$file" || [ $? = 1 ]; } | sed -n 2p) # 1: it has none
    [ -n "$name" ] && "$bitleap" edit --keep-global-symbol="$name" --force "$file" -o "$work/local.bc" 2>/dev/null || return 0
    "opt-$version" -strip-debug -passes=globaldce,strip-dead-prototypes "$work/local.bc" -o "$work/theirs.bc" 2>/dev/null ||
        "opt-$version" -strip-debug "$work/local.bc" -o - 2>/dev/null |
        "opt-$version" -passes=globaldce,strip-dead-prototypes - -o "$work/theirs.bc" 2>/dev/null || return 0
    if ! "$bitleap" strip -g --unneeded --force "$work/local.bc" -o "$work/ours.bc" 2>"$work/err" ||
        ! "opt-$version" -passes=verify "$work/ours.bc" -disable-output 2>"$work/err"; then
        echo "wrong: $file: $(head -n 1 "$work/err")"
        fail
        return
    fi
    for x in ours theirs; do
        text "$version" "$work/$x.bc" | sed 's/distinct !DICompositeType/!DICompositeType/' >"$work/$x"
    done
    if agree "$file, --unneeded"; then pass; else fail; fi
}

# behave CLANG FILE - whether the program of a module is the same without all that can go.
behave() {
    local status=0 stripped_status=0
    "$1" "$2" -o "$work/program" 2>/dev/null
    "$bitleap" strip -a --force "$2" -o "$work/stripped.bc"
    "$1" "$work/stripped.bc" -o "$work/stripped" 2>/dev/null
    "$work/program" >"$work/theirs" || status=$?
    "$work/stripped" >"$work/ours" || stripped_status=$?
    if [ $status = $stripped_status ] && agree "$2"; then pass; else fail; fi
}

need opt-22
if [ $# -gt 0 ]; then
    while IFS= read -r file; do compare "$file"; done < <(list_files "$@")
else
    for file in "$src"/corpora/small/c*-g-O*.bc; do compare "$file"; done
    for version in 13 14 15 16 19 22; do
        command -v "clang-$version" >/dev/null || continue
        for level in 0 1 2; do
            for source in "$src"/corpora/src/{basic,remarks,wide}.c "$src"/lib/{base/map,ir/symtab,format/ar,format/tar}.c; do
                module=$work/$(basename "$source" .c)-O$level.clang$version.bc
                "clang-$version" -w -g -O$level -D_GNU_SOURCE -I"$src/lib" -c -emit-llvm "$source" -o "$module" 2>/dev/null || continue
                compare "$module"
            done
            module=$work/classes-O$level.clang$version.bc
            if "clang++-$version" -w -g -O$level -c -emit-llvm "$src/corpora/src/classes.cpp" -o "$module" 2>/dev/null; then
                compare "$module"
                ! "clang++-$version" "$module" -o "$work/program" 2>/dev/null || behave "clang++-$version" "$module"
            fi
        done
    done
fi
echo "$our_bytes bytes, $their_bytes of opt"
[ $((our_bytes * 100)) -le $((their_bytes * 105)) ] || fail
finish
