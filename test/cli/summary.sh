#!/usr/bin/env bash
# summary.sh - summaries of modules and combined indices; what is damaged is reported after what is readable
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" summary corpora/small/index.llvm13.bc corpora/small/index.llvm22.bc | golden summary-index.txt
"$BITLEAP" summary corpora/small/thin-a.clang22.bc corpora/small/thin-split.clang13.bc | golden summary-thin.txt
"$BITLEAP" summary --json corpora/small/index.llvm19.bc corpora/small/thin-split.clang22.bc | golden summary.json
cd - >/dev/null

"$BITLEAP" summary "$small/lto.clang22.bc" >out
grep -q 'lto.clang22.bc: full LTO summaries of version' out || fail "no full LTO: $(head -n 1 out)"
"$BITLEAP" summary "$small/c-O0.clang22.bc" >out
grep -q 'c-O0.clang22.bc: no summaries$' out || fail "not none: $(cat out)"
expect 1 "$BITLEAP" summary "$small/header.clang22.pch" 2>err
grep -q 'no LLVM IR module in the stream' err || fail "no cause: $(cat err)"

for n in 100 200 400; do
    head -c $n "$small/index.llvm22.bc" >cut.bc
    expect 3 "$BITLEAP" summary cut.bc >out 2>err
    grep -q "cut.bc: bit 32 (byte 0x4): file is cut off" err || fail "$n: $(cat err)"
done
grep -q '^  module 1 small/thin-b' out || fail "what is before the damage is not there: $(cat out)"
# With --json the error is a line as well.
expect 3 "$BITLEAP" summary --json cut.bc >out 2>err
grep -q '^{"type":"error"' out || fail "no error in: $(cat out)"

# Without its first record, which has the version, a block has no version that can be printed.
cp "$small/thin-split.clang14.bc" zeroed.bc
dd if=/dev/zero of=zeroed.bc bs=4096 seek=1 count=1 conv=notrunc status=none
expect 3 "$BITLEAP" summary zeroed.bc >out 2>err
echo 'zeroed.bc: summaries of version <badref>' | same out -

# What ThinLTO would import; nothing of a module alone, or where what is kept uses nothing.
thin_a=$small/thin-a.clang22.bc
thin_b=$small/thin-b.clang22.bc
"$BITLEAP" summary --imports "$thin_a" "$thin_b" >out
printf '%s: imports @%s from %s\n' "$thin_a" from_b "$thin_b" "$thin_a" shared_state "$thin_b" \
    "$thin_b" read_only_a "$thin_a" | same out -
"$BITLEAP" summary --imports --json "$thin_a" "$thin_b" >out
grep -q '^{"type":"import","schema":[0-9]*,"file":"[^"]*/thin-a.clang22.bc","module":0,"kind":"function","name":"from_b","guid":12116924015513601353,"from_file":"[^"]*/thin-b.clang22.bc","from_module":0}$' out ||
    fail "$(cat out)"
[ "$(wc -l <out)" = 3 ] || fail "$(cat out)"
"$BITLEAP" summary --imports --json "$small/multi.llvm22.bc" >out
grep -q '"module":0,"kind":"function","name":"from_b",.*"from_module":1}$' out || fail "two modules in a file: $(cat out)"
expect 1 "$BITLEAP" summary --imports "$thin_a" >out
expect 1 "$BITLEAP" summary --imports --keep=shared_state "$thin_a" "$thin_b" >>out
expect 1 "$BITLEAP" summary --imports "$small/index.llvm22.bc" >>out 2>err
grep -q 'index.llvm22.bc: an index of other modules takes no part' err || fail "$(cat err)"
[ ! -s out ] || fail "$(cat out)"
expect 2 "$BITLEAP" summary --keep=main "$thin_a" 2>err
grep -q 'keep needs --imports' err || fail "$(cat err)"
# Of what is damaged the rest takes part.
head -c 3000 "$thin_a" >cut.bc
expect 3 "$BITLEAP" summary --imports "$thin_b" cut.bc >out 2>err
grep -q 'cut.bc: bit 256 (byte 0x20): file is cut off' err || fail "$(cat err)"
cp "$thin_b" flipped.bc
for at in 2000 2600 3200 3800 4400; do
    printf '\x5a\xa5\xff' | dd of=flipped.bc bs=1 seek=$at conv=notrunc status=none
done
expect 3 "$BITLEAP" summary --imports "$thin_a" flipped.bc >out 2>err
grep -q 'flipped.bc: bit' err || fail "$(cat err)"

# A GUID leads to its name: each of the index is that of one definition, in the module that has its summary, with an index file, too.
"$BITLEAP" summary --json "$small/index.llvm22.bc" | sed -n 's/.*"type":"summary".*"guid":\([0-9]*\),.*"module_id":\([0-9]*\),.*/\1 \2/p' >guids
[ "$(wc -l <guids)" -gt 8 ] || fail "$(cat guids)"
mkdir thin
cp "$thin_a" "$thin_b" thin
"$BITLEAP" index -q -o thin.blx thin
while read -r guid number; do
    file=thin-a
    if [ "$number" -eq 1 ]; then file=thin-b; fi
    for where in thin thin.blx; do
        "$BITLEAP" find --defined --guid "$guid" $where >out || fail "nothing has the GUID $guid"
        [ "$(sed 's/.* defines [a-z ]*\(function\|variable\|alias\|ifunc\) \([^, ]*\).*/\2/' out | sort -u | wc -l)" -eq 1 ] || fail "GUID $guid: $(cat out)"
        grep -q "^thin/$file" out || fail "GUID $guid of module $number: $(cat out)"
    done
done <guids
"$BITLEAP" find --guid "$(printf '0x%x' 7213584835987005298)" thin | grep -q 'thin-b.*: defines local function remember,' || fail 'a local name'
# Linkers of Mach-O have an underscore before the name that the GUID is of.
guid=$(printf 'one' | md5sum | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\).*/0x\8\7\6\5\4\3\2\1/')
"$BITLEAP" find --guid "$guid" "$small/macho-x86_64.clang22.o" | grep -q 'function _one' || fail "no name of Mach-O for $guid"
expect 1 "$BITLEAP" find --guid 12 thin 2>err
grep -q 'no symbol has the GUID 12' err || fail "$(cat err)"
expect 2 "$BITLEAP" find --guid name thin 2>err
expect 2 "$BITLEAP" find --guid 12 2>err

# What has no name has a GUID all the same: that of its file.
command -v opt-22 >/dev/null || exit 0
printf '%s\n' 'source_filename = "a"' '@0 = private global i32 42' '@foo = constant ptr @0' >unnamed.ll
opt-22 -module-summary unnamed.ll -o unnamed.bc
"$BITLEAP" dis unnamed.bc >out
guid=$(printf 'a;' | md5sum | sed 's/\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\)\(..\).*/0x\8\7\6\5\4\3\2\1/')
grep -q "^^[12] = gv: (guid: $(printf %u "$guid"), summaries" out || fail "no line for what has no name: $(cat out)"
grep -q '(name: "foo", .*, refs: (^[12])' out || fail "what refers to it: $(cat out)"

# info says what an index is, which has no globals.
"$BITLEAP" info "$small/index.llvm22.bc" >out
grep -qx '  contents        nothing but summaries' out || fail "$(cat out)"
