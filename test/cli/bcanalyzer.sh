#!/usr/bin/env bash
# bcanalyzer.sh - options and calling names of the drop-in; its bytes are held against the peer by check-peers.sh
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

for wrong in --nonsense --dump=maybe --block-info '--dump --dump' 'a.bc b.bc'; do
    # shellcheck disable=SC2086 # several words on purpose
    expect 1 "$BITLEAP" bcanalyzer $wrong >out 2>err
    [ -s err ] || fail "$wrong: no message"
    [ ! -s out ] || fail "$wrong: output"
done
expect 0 "$BITLEAP" bcanalyzer --help >out
expect 0 "$BITLEAP" bcanalyzer --version >out

# BLOCKINFO from elsewhere holds until the stream's own.
(cd "$BITLEAP_SRC" && "$BITLEAP" bcanalyzer --dump --block-info=$file $file | golden bcanalyzer-dump.txt)
expect 1 "$BITLEAP" bcanalyzer --block-info=missing.bc "$BITLEAP_SRC/$file" >out 2>err
