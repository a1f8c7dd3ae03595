#!/usr/bin/env bash
# contents.sh - diff and dups from index files that have what bodies say
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# The same sources by two compilers, what has not changed, and what is damaged, on both sides.
mkdir one two
for file in "$small"/*.clang19.bc "$small"/*.llvm19.bc; do
    name=$(basename "$file")
    cp "$file" "one/${name%19.bc}.bc"
    cp "${file%19.bc}22.bc" "two/${name%19.bc}.bc"
done
for side in one two; do
    cp "$small"/ar-mixed.llvm22.a "$small"/elf-x86_64.clang22.o "$small"/cxx-O2.clang14.bc $side
    head -c 9000 "$small/cxx-g-O2.clang22.bc" >$side/cut.bc
    expect 3 "$BITLEAP" index -q --bodies -o $side.blx $side 2>err
    "$BITLEAP" index -q --check $side.blx
done
cp "$small/c-O2.clang22.bc" two/added.bc
expect 3 "$BITLEAP" index -q --bodies -o two.blx two 2>err

# What is said of the trees is said of their index files, on one thread and on several.
alike() {
    local status=0
    "$BITLEAP" "$@" one two >direct 2>direct.err || status=$?
    [ $status -eq 1 ] || [ $status -eq 3 ] || [ $status -eq 0 ] || fail "$*: status $status"
    for threads in 1 3; do
        expect $status "$BITLEAP" "$@" -j $threads one.blx two.blx >indexed 2>indexed.err
        same direct indexed
        sort direct.err | same - <(grep -v "changed since it was indexed$" indexed.err | sort)
    done
}
for options in '' '--all' '--all --json' '--stat' '--sort name'; do
    # shellcheck disable=SC2086 # several words, on purpose
    alike diff $options
done
grep -q . direct || fail 'nothing differs'
for options in '' '--all --list' '--all --list --json' '--meaning --all --list' '-m --json'; do
    # shellcheck disable=SC2086
    alike dups $options
done
"$BITLEAP" diff --all one.blx two.blx >reported 2>/dev/null || true
for reason in attributes body type linkage value; do
    grep -q "\[$reason\]" reported || fail "nothing has changed in its $reason"
done

# Threads, parts of a tree and merging make no other index.
for threads in 1 3; do
    "$BITLEAP" index -q --bodies -j $threads -o threads.blx two 2>err || true
    cmp two.blx threads.blx || fail "another index with $threads threads"
done
for shard in 1 2; do "$BITLEAP" index -q --bodies --shard $shard/2 -o $shard.blx two 2>err || true; done
expect 3 "$BITLEAP" index -q --merge -o merged.blx 2.blx 1.blx 2>err
"$BITLEAP" index -q --check merged.blx
expect 3 "$BITLEAP" dups -m --all --json two.blx >direct 2>/dev/null
expect 3 "$BITLEAP" dups -m --all --json merged.blx 2>/dev/null | same direct -

# What has changed since is read.
cp "$small/cxx-O2.clang13.bc" two/cxx-O2.clang14.bc
touch -d '2001-01-01' two/cxx-O2.clang14.bc
alike diff --all
alike dups -m --all

# All else is not: bytes of a body count no more, where size and time are as they were.
mkdir few
cp "$small"/cxx-O2.clang2?.bc "$small/cxx-O2.clang19.bc" few
"$BITLEAP" index -q --bodies -o few.blx few
"$BITLEAP" dups -m --all --list few >before
touch -r few/cxx-O2.clang22.bc time
bit=$("$BITLEAP" funcs --sort bytes few/cxx-O2.clang22.bc | sed -n '3s/^ *\([0-9]*\) .*/\1/p')
printf '\377\377\377\377\377\377\377\377' |
    dd of=few/cxx-O2.clang22.bc bs=1 seek=$((bit / 8 + 16)) conv=notrunc status=none
touch -r time few/cxx-O2.clang22.bc
"$BITLEAP" dups -m --all --list few.blx | same before -
if "$BITLEAP" dups -m --all --list few 2>/dev/null | cmp -s before -; then fail 'the body was not changed'; fi

# Private variables that lead back to each other say the same in any order, by any names.
command -v llvm-as-22 >/dev/null || exit 0
{
    printf '@a = private global { i32, ptr } { i32 1, ptr @b }\n@b = private global { i32, ptr } { i32 2, ptr @a }\n'
    printf 'declare void @use(ptr)\ndefine void @f() {\n  call void @use(ptr @a)\n  ret void\n}\n'
    printf 'define void @g() {\n  call void @use(ptr @b)\n  ret void\n}\n'
} | llvm-as-22 - -o ring.bc
{
    printf '@y = private global { i32, ptr } { i32 2, ptr @x }\n@x = private global { i32, ptr } { i32 1, ptr @y }\n'
    printf 'declare void @use(ptr)\ndefine void @g() {\n  call void @use(ptr @y)\n  ret void\n}\n'
    printf 'define void @f() {\n  call void @use(ptr @x)\n  ret void\n}\n'
} | llvm-as-22 - -o turned.bc
{
    printf '@y = private global { i32, ptr } { i32 3, ptr @x }\n@x = private global { i32, ptr } { i32 1, ptr @y }\n'
    printf 'declare void @use(ptr)\ndefine void @g() {\n  call void @use(ptr @y)\n  ret void\n}\n'
    printf 'define void @f() {\n  call void @use(ptr @x)\n  ret void\n}\n'
} | llvm-as-22 - -o other.bc
for file in ring turned other; do "$BITLEAP" index -q --bodies $file.bc; done
for pair in 'ring.bc turned.bc' 'ring.bc.blx turned.bc.blx' 'ring.bc turned.bc.blx'; do
    # shellcheck disable=SC2086 # two words, on purpose
    expect 1 "$BITLEAP" diff $pair >reported
    grep -q '^0 added, 0 removed, 0 changed, 2 renumbered, 0 the same$' reported || fail "$pair: $(cat reported)"
done
expect 1 "$BITLEAP" diff ring.bc.blx other.bc >reported
grep -q '^0 added, 0 removed, 2 changed, 0 renumbered, 0 the same$' reported || fail "$(cat reported)"
