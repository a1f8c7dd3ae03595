#!/usr/bin/env bash
# bcanalyzer.sh - options and calling names of the drop-in; `make check-peers` compares its bytes with those of the peer
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

file=corpora/small/thin-a.clang22.bc
"$BITLEAP" bcanalyzer $file | golden bcanalyzer.txt
"$BITLEAP" bcanalyzer --dump $file | golden bcanalyzer-dump.txt
"$BITLEAP" bcanalyzer -dump $file | golden bcanalyzer-dump.txt
"$BITLEAP" bcanalyzer $file --dump=true | golden bcanalyzer-dump.txt
"$BITLEAP" bcanalyzer --dump=false -- $file | golden bcanalyzer.txt
"$BITLEAP" bcanalyzer <$file | sed "s|^Summary of -:|Summary of $file:|" | golden bcanalyzer.txt

cd - >/dev/null
ln -s "$BITLEAP" llvm-bcanalyzer
(cd "$BITLEAP_SRC" && "$OLDPWD/llvm-bcanalyzer" --dump $file) | (cd "$BITLEAP_SRC" && golden bcanalyzer-dump.txt)

for wrong in --nonsense --dump=maybe --color=always --block-info 'a.bc b.bc'; do
    # shellcheck disable=SC2086 # several words on purpose
    expect 1 "$BITLEAP" bcanalyzer $wrong >out 2>err
    [ -s err ] || fail "$wrong: no message"
    [ ! -s out ] || fail "$wrong: output"
done
expect 0 "$BITLEAP" bcanalyzer --help >out
# Called by LLVM's name it has LLVM's help, and the words that LLVM's tests look for.
mkdir named
ln -s "$BITLEAP" named/llvm-bcanalyzer
named/llvm-bcanalyzer --help >llvm-help
grep -qx 'OVERVIEW: llvm-bcanalyzer file analyzer' llvm-help || fail "$(cat llvm-help)"
if command -v llvm-bcanalyzer-22 >/dev/null; then
    llvm-bcanalyzer-22 --help | sed 's/^USAGE: llvm-bcanalyzer-22/USAGE: llvm-bcanalyzer/' | same - llvm-help
fi
head -c 1001 "$small/c-O2.clang19.bc" >odd.bc
expect 1 "$BITLEAP" bcanalyzer odd.bc >odd 2>err
grep -q 'Bitcode stream should be a multiple of 4 bytes in length' err || fail "$(cat err)"
expect 0 "$BITLEAP" bcanalyzer --version >out

# BLOCKINFO from elsewhere holds until the stream's own.
(cd "$BITLEAP_SRC" && "$BITLEAP" bcanalyzer --dump --block-info=$file $file | golden bcanalyzer-dump.txt)
expect 1 "$BITLEAP" bcanalyzer --block-info=missing.bc "$BITLEAP_SRC/$file" >out 2>err

# Of equal options the last wins; a colour is taken, and not seen.
while read -r options; do
    # shellcheck disable=SC2086 # several words on purpose
    (cd "$BITLEAP_SRC" && "$BITLEAP" bcanalyzer $options $file | golden bcanalyzer-dump.txt)
done <<END
--dump -dump
--dump=false --dump
--dump --block-info=missing.bc --block-info=$file
--dump --block-info=missing.bc -block-info=
--dump -check-hash a --check-hash=
--dump --disable-histogram --disable-histogram=0 --non-symbolic --non-symbolic=false
--dump --color
--dump -color=FALSE --color=1
END
expect 1 "$BITLEAP" bcanalyzer --block-info="$BITLEAP_SRC/$file" --block-info=missing.bc "$BITLEAP_SRC/$file" >out 2>err

command -v llvm-bcanalyzer-22 >/dev/null || exit 0
cd "$BITLEAP_SRC"
while read -r options; do
    # shellcheck disable=SC2086
    llvm-bcanalyzer-22 $options $file >"$OLDPWD/theirs"
    # shellcheck disable=SC2086
    "$BITLEAP" bcanalyzer $options $file >"$OLDPWD/ours"
    same "$OLDPWD/theirs" "$OLDPWD/ours"
done <<END
--dump --dump=0
--dump --check-hash=a --check-hash=b
--dump --check-hash=a --check-hash=
--dump --non-symbolic --non-symbolic --show-binary-blobs --show-binary-blobs
--disable-histogram --disable-histogram
--dump-blockinfo --dump-blockinfo --dump --block-info=$file --block-info=$file
--dump --color --color=false
END

# Any bytes are a stream to LLVM, also those of a COFF file.
expect 1 "$BITLEAP" bcanalyzer --dump "$small/linked.lld22.dll" 2>/dev/null | same - <(echo '<BLOCKINFO_BLOCK/>')
