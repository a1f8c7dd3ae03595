#!/usr/bin/env bash
# dump.sh - records as text and JSON, all of them or some
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" dump corpora/small/modern.llvm22.bc | golden dump.txt
"$BITLEAP" dump --json corpora/small/modern.llvm22.bc | golden dump.json
"$BITLEAP" dump corpora/small/errors.clang14.dia | golden dump-dia.txt
"$BITLEAP" dump --block identification --block STRTAB corpora/small/c-O2.clang13.bc | golden dump-blocks.txt
"$BITLEAP" dump --block 23 --blobs corpora/small/multi.llvm19.bc | golden dump-strtab.txt

# What a whole dump says at a position, --at says alone.
file=corpora/small/c-O2.clang19.bc
cd - >/dev/null
file=$BITLEAP_SRC/$file
"$BITLEAP" dump "$file" >all
awk 'NR % 97 == 0' all | while read -r line; do
    "$BITLEAP" dump --at "${line%% *}" "$file" | tail -n 1 | sed 's/^ *//' >there
    echo "$line" | same - there
done
# By a byte of the file, which a wrapper or an archive has before the stream: what is at that bit.
for path in "$file" "$small/wrapper-arm64.clang16.bc" "$small/ar-mixed.llvm22.a(one.bc)"; do
    offset=$("$BITLEAP" ls --json "$path" | sed -n 's/^.*"file_offset":\([0-9]*\).*/\1/p')
    "$BITLEAP" dump --json "$path" | sed -n 's/^{"type":"record".*"bit_pos":\([0-9]*\).*/\1/p' | awk 'NR % 31 == 1' >bits
    while read -r bit; do
        "$BITLEAP" dump --at $((bit / 8 * 8)) "$path" >by_bit
        "$BITLEAP" dump --byte $((bit / 8 + offset)) "${path%(*}" | same by_bit -
    done <bits
    [ -s by_bit ] || fail "$path: nothing"
done
expect 1 "$BITLEAP" dump --byte 999999999 "$file" 2>err
echo "bitleap: $file: no stream has this byte" | same - err
expect 2 "$BITLEAP" dump --byte 1 --block strtab "$file" 2>err
# The records of all kinds of blocks are all records.
"$BITLEAP" dump --json "$file" | grep -c '"type":"record"' >n_all
"$BITLEAP" ls --depth all --json "$file" | sed -n 's/.*"records":\([0-9]*\).*/\1/p' |
    awk '{ n += $1 } END { print n }' | same - n_all
"$BITLEAP" dump --json --block 12 "$file" | grep -c '"type":"record"' >n_functions
"$BITLEAP" dump --json "$file" | grep '"type":"record"' | grep -c '"block":12,' | same - n_functions

expect 1 "$BITLEAP" dump --at 999999999 "$file" >out 2>err
grep -q 'is at this bit' err || fail "a position outside is not reported"
expect 2 "$BITLEAP" dump --block nonsense "$file" 2>err
grep -q "no block of any stream is called 'nonsense'" err || fail "$(cat err)"
expect 2 "$BITLEAP" dump --block 9nonsense "$file" 2>err

# Blocks have the names that are printed, which are those of the stream if it is no LLVM IR.
remarks=$small/remarks.clang22.opt.bitstream
pch=$small/header.clang22.pch
for block in "$remarks Meta Meta" "$remarks remark Remark" "$pch source_manager SOURCE_MANAGER_BLOCK" \
    "$pch source_manager_block SOURCE_MANAGER_BLOCK" "$file STRTAB STRTAB_BLOCK" "$pch blockinfo BLOCKINFO_BLOCK"; do
    read -r stream wanted name <<<"$block"
    "$BITLEAP" dump --json --block "$wanted" "$stream" | grep '"type":"block"' >blocks
    [ -s blocks ] || fail "$wanted: nothing in $stream"
    ! grep -v "\"name\":\"$name\"" blocks || fail "$wanted: other blocks"
    "$BITLEAP" ls --json --depth all "$stream" | grep -c "\"name\":\"$name\"" | same - <(wc -l <blocks)
done
expect 2 "$BITLEAP" dump --block strtab "$remarks" 2>err
expect 2 "$BITLEAP" dump --block meta "$file" 2>err
"$BITLEAP" dump --block meta "$file" "$remarks" >both
{ echo "$file:" && echo "$remarks:" && "$BITLEAP" dump --block meta "$remarks"; } | same both -
expect 2 "$BITLEAP" dump --at here "$file" 2>err
# What is there may be in a block of another kind, which would be no answer to where it is.
expect 2 "$BITLEAP" dump --at 25000 --block identification "$file" >out 2>err
grep -q '^bitleap dump: --at and --block exclude each other' err || fail "$(cat err)"
[ ! -s out ] || fail "printed all the same: $(cat out)"

# Where there may be others, each stream has its path above it.
"$BITLEAP" dump --block identification "$file" >alone
mkdir tree
cp "$file" tree/in.bc
{ echo tree/in.bc: && cat alone; } >in-tree
"$BITLEAP" dump --block identification tree | same in-tree -
"$BITLEAP" dump --block identification tree/in.bc | same alone -
"$BITLEAP" dump --json --block identification tree | same - <("$BITLEAP" dump --json --block identification tree/in.bc)
archive=$small/ar-mixed.llvm22.a
for options in '' --threads=3 '--block identification' '--at 256'; do
    # shellcheck disable=SC2086 # several words on purpose
    for path in "$file" "$archive(one.bc)" "$archive(two.o)!.llvmbc" "$archive(two.bc)"; do
        "$BITLEAP" cat "$path" >single.bc
        echo "$path:"
        "$BITLEAP" dump $options single.bc
    done >singles
    # shellcheck disable=SC2086 # the same
    "$BITLEAP" dump $options "$file" "$archive" | same singles -
done
"$BITLEAP" dump --block identification "$archive(one.bc)" | sed -n 1p | same - <(echo "$archive(one.bc):")

# Damage is reported, and what is after it printed, whatever the number of threads.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 1684 "$whole" && printf '\377' && tail -c +1686 "$whole"; } >damaged.bc
for threads in 1 3; do
    expect 3 "$BITLEAP" dump --threads=$threads damaged.bc >"damaged.$threads" 2>err
    [ "$(grep -c ' in MODULE_BLOCK@256/PARAMATTR_GROUP_BLOCK@3936: ' err)" -eq 1 ] || fail "$(cat err)"
done
same damaged.1 damaged.3
"$BITLEAP" dump "$whole" >sound
same <(sed -n '/ PARAMATTR_BLOCK block/,$p' sound) <(sed -n '/ PARAMATTR_BLOCK block/,$p' damaged.1)
expect 3 "$BITLEAP" dump --json damaged.bc >reported 2>/dev/null
[ "$(grep -c '"type":"error"' reported)" -eq 1 ] || fail "$(grep error reported)"
tail -n 1 reported | grep -q '"type":"record"' || fail "nothing behind the damage: $(tail -n 1 reported)"
