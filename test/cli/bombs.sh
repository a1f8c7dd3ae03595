#!/usr/bin/env bash
# bombs.sh - small files that would become large or do not end are bounded, and named, by every way of reading them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'an emulator has no libarchive of its own machine'
need python3 zstd

mkdir bombs spill
python3 "$BITLEAP_SRC/test/support/bombs.py" bombs "$small/c-O2.clang22.bc" >list
[ "$(wc -l <list)" -ge 40 ] || fail "$(wc -l <list) bombs"
export TMPDIR=$PWD/spill

# No more than 10 s of work, 1 GiB of memory and 256 MiB on disk; then nothing is left of it.
bounded() {
    (
        ulimit -f $((256 << 10))
        [ "${MODE-}" = asan ] || ulimit -v $((1 << 20))
        within 10 "$BITLEAP" "$@"
    )
}
while IFS='|' read -r name status cause; do
    expect "$status" bounded has "bombs/$name" >out 2>err
    cat out err | grep -q "$cause" || fail "$name: $(cat out err)"
    for command in ls verify 'index -q -o x.blx' 'find -d nobody'; do
        # shellcheck disable=SC2086 # words on purpose
        expect "$status" bounded $command "bombs/$name" >out 2>err
        { [ "$status" = 1 ] && [ -s err ]; } || grep -q "$cause" err || fail "$command $name: $(cat err)"
    done
    [ -z "$(ls spill)" ] || fail "$name: $(ls spill)"
done <list

# Below a directory those that are named above are counted or reported, and what is beside them is read.
mkdir tree
cp bombs/deep.zip bombs/zeros.zst bombs/huge.ccob3 tree
cp "$small/c-O2.clang22.bc" tree
expect 3 bounded has tree >out 2>err
grep -q '^tree/c-O2.clang22.bc: 1 stream, 11464 bytes$' out || fail "$(cat out)"
[ "$(wc -l <err)" = 3 ] || fail "$(cat err)"
