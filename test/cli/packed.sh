#!/usr/bin/env bash
# packed.sh - without libarchive, what is packed is said to be unopened, and never to be without bitcode
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

module=$small/c-O2.clang22.bc
mkdir tree
cp "$module" m.bc
gzip -c m.bc >m.bc.gz
xz -c m.bc >m.bc.xz
bzip2 -c m.bc >m.bc.bz2
python3 -c 'import sys, zipfile
with zipfile.ZipFile("m.whl", "w") as wheel:
    wheel.write("m.bc")'
# An ar archive as packages of Debian are, and its parts.
python3 - <<'END'
def archive(path, *names):
    with open(path, 'wb') as out:
        out.write(b'!<arch>\n')
        for name in names:
            data = open(name, 'rb').read()
            out.write(f'{name + "/":<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n'.encode() + data + b'\n' * (len(data) % 2))
archive('packed.deb', 'm.bc.gz', 'm.bc.xz')
archive('both.a', 'm.bc', 'm.bc.bz2')
END
tar cf packed.tar m.whl
tar cf nested.tar packed.deb m.bc

# What has its name is no library.
mkdir none
: >none/libarchive.so.13
export LD_LIBRARY_PATH=$PWD/none

answer() {
    "$BITLEAP" has "$@" 2>&1 || true
}
{
    answer packed.deb packed.tar
    answer nested.tar both.a
    answer 'nested.tar(packed.deb)' 'nested.tar(m.bc)' 'both.a(m.bc.bz2)' m.bc.gz
} >answers
same answers - <<'EOF'
packed.deb: no bitcode (packed files inside, which were not opened: unpack it first); 2 packed files (gzip: needs libarchive.so.13) were not looked into
packed.tar: no bitcode (packed files inside, which were not opened: unpack it first)
nested.tar: 1 stream, 11464 bytes; 2 packed files (gzip: needs libarchive.so.13) were not looked into
both.a: 1 stream, 11464 bytes; 1 packed file (bzip2: needs libarchive.so.13) was not looked into
nested.tar(packed.deb): no bitcode (packed files inside, which were not opened: unpack it first); 2 packed files (gzip: needs libarchive.so.13) were not looked into
nested.tar(m.bc): 1 stream, 11464 bytes
both.a(m.bc.bz2): no bitcode (bzip2 data: decompress it first)
m.bc.gz: no bitcode (gzip data: decompress it first)
EOF
! grep -r 'without bitcode inside' answers || fail 'an archive that was not opened is said to hold nothing'

# Below a directory, all of them.
mv packed.deb packed.tar nested.tar both.a m.whl m.bc.gz m.bc.xz m.bc tree
[ "$(answer tree | tail -1)" = '3 of 8 files have bitcode: 3 streams, 34392 bytes; 9 packed files (bzip2: needs libarchive.so.13) were not looked into' ] ||
    fail "$(answer tree)"
[ "$("$BITLEAP" has --json tree | sed -n 's/.*"type":"total".*"packed":\([0-9]*\).*/\1/p')" = 9 ]

# The others say so, too, of a directory beside what they were asked for, and of what was named as an error of its own kind.
lack='9 packed files (bzip2: needs libarchive.so.13) were not looked into'
expect 4 "$BITLEAP" has --none tree/packed.deb tree/m.bc.gz >out
expect 4 "$BITLEAP" has --none tree >out
expect 0 "$BITLEAP" verify tree >out
[ "$(tail -1 out)" = "3 ok, 0 bad, 5 not recognised; $lack" ] || fail "$(cat out)"
expect 0 "$BITLEAP" index -o x.blx tree >out
grep -q "^x.blx: 8 files, .*; $lack\$" out || fail "$(cat out)"
expect 0 "$BITLEAP" ls tree >out 2>err
grep -qx 'bitleap: 9 packed files (.*: needs libarchive.so.13) were not looked into' err || fail "$(cat err)"
for command in verify 'index -o x.blx' ls; do
    # shellcheck disable=SC2086 # words on purpose
    "$BITLEAP" $command --json tree 2>err | grep -q '"packed":9,"packed_with":".*"}$' || fail "$command"
done
for command in ls verify 'index -o y.blx' 'find -d main' dis info; do
    # shellcheck disable=SC2086 # words on purpose
    expect 4 "$BITLEAP" $command tree/m.bc.gz >out 2>err
    same err <(echo 'bitleap: tree/m.bc.gz: gzip data: decompress it first')
    # shellcheck disable=SC2086 # words on purpose
    expect 4 "$BITLEAP" $command tree/both.a >out 2>err
    same err <(echo 'bitleap: tree/both.a: packed files inside were not opened')
    [ -s out ] || [ "$command" = dis ] || fail "$command: nothing of what is not packed"
done
