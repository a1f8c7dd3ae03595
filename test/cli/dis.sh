#!/usr/bin/env bash
# dis.sh - parts of modules as LLVM assembly, what stands alone, llvm-dis's options, diffs of text
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

file=$small/c-g-O2.clang22.bc
"$BITLEAP" dis "$file" >whole.ll

# Parts are lines of the whole, with the same numbers.
"$BITLEAP" dis --only push "$file" >push.ll
grep -q '^define .*@push(' push.ll || fail "$(cat push.ll)"
[ "$(grep -c '^}' push.ll)" -eq 1 ] || fail "more than one function"
while IFS= read -r line; do
    grep -qxF -- "$line" whole.ll || fail "not in the whole: $line"
done <push.ll
is_line_of_whole() { [ "$(wc -l <"$1")" -eq 1 ] && grep -qxF -- "$(cat "$1")" whole.ll; }
for part in '!0' '!1' "%$(sed -n 's/^%\([^ ]*\) = type.*/\1/p' whole.ll | head -n 1)"; do
    "$BITLEAP" dis --only "$part" "$file" >part.ll
    is_line_of_whole part.ll || fail "$part: $(cat part.ll)"
done
"$BITLEAP" dis --only '!0' --only push "$file" >two.ll
[ "$(head -n 2 two.ll)" = "$(grep '^!0 = ' whole.ll)" ] || fail "not !0 and an empty line: $(head -n 3 two.ll)"
expect 1 "$BITLEAP" dis --only nothing_of_this_name "$file" 2>err
grep -q 'nothing_of_this_name: nothing of this name' err || fail "$(cat err)"
expect 1 "$BITLEAP" dis --only '!999999' "$file" 2>/dev/null

need python3
# In files of all versions, whatever part is asked for first.
python3 "$BITLEAP_SRC/test/dis/parts.py" --jobs 1 --every 10 --alone 2 "$small" >parts || fail "$(cat parts)"
grep -q '^1[0-9] passed, 0 failed' parts || fail "$(cat parts)"

# An index that has numbers makes no difference, whatever is asked for, in files of all versions; in the second of these
# locations have their numbers from functions before.
cp "$small"/c-g-O2.clang{13,16,19,22}.bc "$small/cxx-g-O2.clang22.bc" "$small/ar-mixed.llvm22.a" .
cp "$BITLEAP_SRC/corpora/fuzz/kept_slots/shared-locations" shared.bc
for numbered in *.bc *.a; do
    "$BITLEAP" index -q --bodies -o numbered.blx "$numbered"
    "$BITLEAP" dis "$numbered" >text.ll
    { sed -n 's/^\(define\|declare\) .*\(@[A-Za-z0-9_.]*\)(.*/\2/p' text.ll | sed -n '1~3p'
        grep -o '^[!@#%][A-Za-z0-9_.]*' text.ll | sed -n '1~40p'
        sed -n 's/^attributes \(#[0-9]*\) .*/\1/p' text.ll; } | sort -u >names
    while IFS= read -r name; do
        for option in --annotate --closed; do
            "$BITLEAP" dis "$option" --only "$name" "$numbered" 2>&1 | grep -v '^; .*\.' >without || true
            "$BITLEAP" dis "$option" --only "$name" numbered.blx 2>&1 | grep -v '^; .*\.' >with || true
            sed -i "s/numbered\.blx/$numbered/" with
            cmp without with || fail "$numbered: $option $name"
        done
    done <names
done
# Nor has one whose file has changed since.
cp c-g-O2.clang19.bc changed.bc
"$BITLEAP" index -q --bodies -o changed.blx changed.bc
cp c-g-O2.clang22.bc changed.bc
"$BITLEAP" dis --only push changed.blx 2>/dev/null | grep -v '^; .*\.bc$' | cmp - push.ll || fail "a file that has changed"
rm -f -- *.bc *.a

# What is older than all spellings, or does not say what wrote it, is said to be. Records that are not
# known are there as they are.
old=$BITLEAP_SRC/corpora/fuzz/function/old
"$BITLEAP" dis "$old" >old.ll
head -n 1 old.ll | grep -qxF '; written by a tool that does not say its version, in the spelling of LLVM 13' ||
    fail "$(head -n 1 old.ll)"
expect 3 "$BITLEAP" dis "$BITLEAP_SRC/corpora/fuzz/function/unknown" >unknown.ll 2>/dev/null
grep -A 1 '^; error: bit .*: instruction that is not known' unknown.ll | grep -q '^; record [0-9]*: \[' ||
    fail "$(cat unknown.ll)"
"$BITLEAP" dis "$small/index.llvm22.bc" | head -n 1 | grep -q '^; ModuleID' || fail "index of summaries"

# Threads make no difference.
for n in 1 2 3; do
    "$BITLEAP" dis -j "$n" "$small/cxx-g-O2.clang22.bc" >"threads-$n.ll"
    cmp threads-1.ll "threads-$n.ll" || fail "$n threads"
done

# What stands alone names nothing that it does not have.
"$BITLEAP" dis --closed --only push "$file" >closed.ll
for kind in '#[0-9]+' '![0-9]+' '@[A-Za-z0-9_.]+' '%struct[A-Za-z0-9_.]+'; do
    { grep -oE "$kind" closed.ll || true; } | sort -u >names
    while IFS= read -r name; do
        grep -qE "^(attributes )?$name = |^(declare|define) .*$name\\(" closed.ll || fail "$name is missing"
    done <names
done
expect 2 "$BITLEAP" dis --closed "$file" 2>/dev/null
# What has an address of a block, and what an alias leads to, is defined.
"$BITLEAP" dis --closed --only dispatch.targets "$small/c-O2.clang22.bc" >closed.ll
grep -q '^define .*@dispatch(' closed.ll || fail "blocks of a declaration: $(cat closed.ll)"
"$BITLEAP" dis --closed --only aliased "$small/thin-a.clang22.bc" >closed.ll
grep -q '^define .*@from_a(' closed.ll || fail "an alias of a declaration: $(cat closed.ll)"

# llvm-dis: names of files, several modules, standard input, files of words, unknown options.
cp "$file" x.bc
"$BITLEAP" llvm-dis x.bc
"$BITLEAP" dis --as-llvm "$file" >as-llvm.ll
cmp <(tail -n +2 as-llvm.ll) <(tail -n +2 x.ll) || fail "x.ll"
head -n 1 x.ll | grep -qxF "; ModuleID = 'x.bc'" || fail "$(head -n 1 x.ll)"
ln -s "$BITLEAP" llvm-dis-22
PATH=$PWD:$PATH llvm-dis-22 -o - <x.bc >stdin.ll
head -n 1 stdin.ll | grep -qxF "; ModuleID = '<stdin>'" || fail "standard input: $(head -n 1 stdin.ll)"
printf -- '-o=other.ll "x.bc"\n' >words
"$BITLEAP" llvm-dis @words
cmp x.ll other.ll || fail "words in a file"
cp "$small/multi.llvm22.bc" multi.bc
"$BITLEAP" llvm-dis multi.bc
if [ ! -s multi.0.ll ] || [ ! -s multi.1.ll ] || [ -e multi.ll ]; then
    fail "$(ls)"
fi
"$BITLEAP" llvm-dis -disable-output -f x.bc >nothing
[ ! -s nothing ] || fail "$(head nothing)"
expect 1 "$BITLEAP" llvm-dis --no-such-option x.bc 2>/dev/null
expect 1 "$BITLEAP" llvm-dis missing.bc 2>/dev/null
expect 1 "$BITLEAP" llvm-dis -preserve-ll-uselistorder x.bc 2>err
grep -q 'not supported' err || fail "$(cat err)"

expect 1 "$BITLEAP" llvm-dis -o both.ll x.bc multi.bc 2>err
grep -qx 'error: output file name cannot be set for multiple input files' err || fail "$(cat err)"

# A file for each module, whatever it is in; no two have one name.
mkdir a b
cp x.bc a/x.bc
cp "$small/ar-mixed.llvm22.a" a/mixed.a
cp multi.bc b/x.bc
cp x.bc b/.hidden.bc
"$BITLEAP" dis --directory out a b a/x.bc
find out -type f | LC_ALL=C sort >names
printf 'out/%s\n' 'mixed.a(one.bc).ll' 'mixed.a(two.bc).ll' 'mixed.a(two.o)!.llvmbc.ll' x.0.ll x.1.ll x.ll _hidden.ll |
    LC_ALL=C sort | cat >expected
grep -vxFf names expected && fail "$(cat names)"
cmp <(tail -n +2 whole.ll) <(tail -n +2 out/x.ll) || fail "out/x.ll"
cmp <(tail -n +2 whole.ll) <(tail -n +2 out/_hidden.ll) || fail "out/_hidden.ll"
"$BITLEAP" dis "a/mixed.a(two.bc)" | cmp - 'out/mixed.a(two.bc).ll' || fail "a member"
expect 2 "$BITLEAP" dis --directory out a/x.bc 2>err
grep -q '^bitleap: out/x.ll: cannot create without --force' err || fail "$(cat err)"
"$BITLEAP" dis --json --force --directory out a/x.bc | grep -q '"output":"out/x.ll"' || fail "no JSON"
# What is there and is no regular file is left alone: a link would lead out of the folder, a pipe wait for a reader.
mkdir special
ln -s ../victim special/x.ll
mkfifo special/_hidden.ll
expect 1 "$BITLEAP" dis --force --directory special a/x.bc b/.hidden.bc 2>err
[ "$(grep -c 'not overwritten, as it is no regular file' err)" = 2 ] || fail "$(cat err)"
[ ! -e victim ] || fail "a link was followed"
expect 2 "$BITLEAP" dis --directory out --only push x.bc 2>/dev/null
expect 2 "$BITLEAP" dis --directory x.bc/no x.bc 2>err
grep -q 'x.bc/no: cannot create: Not a directory' err || fail "$(cat err)"

# Damage is a comment with its place, and what is before it is there.
head -c 3000 x.bc >cut.bc
expect 3 "$BITLEAP" dis cut.bc >cut.ll 2>err
grep -q '^; error: bit [0-9]* (byte 0x' cut.ll || fail "$(head cut.ll)"
[ -s err ] || fail "damage is not reported"

# A diff shows what changed; renumbered lines are no change.
expect 1 "$BITLEAP" diff -p "$small/c-O2.clang19.bc" "$small/c-O2.clang22.bc" >changes.patch
for head in '--- @' '@@ -[0-9]'; do
    grep -q "^$head" changes.patch || fail "$(head changes.patch)"
done
expect 1 "$BITLEAP" diff --stat "$small/c-O2.clang19.bc" "$small/c-O2.clang22.bc" >stat
# changed MARK - the lines and attributes that have it
changed() {
    echo $(($(grep "^$1" changes.patch | grep -cv "^$1$1$1 ") + $(grep '^attributes ' changes.patch | grep -o " $1" | wc -l)))
}
added=$(changed +) removed=$(changed -)
grep -q " $added insertions\\?(+), $removed deletions\\?(-)\$" stat || fail "$(grep definitions stat), not $added and $removed"
"$BITLEAP" diff -p "$file" "$file" >none
[ ! -s none ] || fail "$(head none)"
