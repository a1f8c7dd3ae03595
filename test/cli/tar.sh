#!/usr/bin/env bash
# tar.sh - finds the members of tar archives that GNU tar and bsdtar wrote, byte for byte
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3 tar bsdtar

# Names that need a prefix, more than a header has room for, and quotes in a nested path.
long=$(printf 'n%.0s' {1..90})
mkdir -p tree/sub tree/empty "tree/$long"
cp "$small/thin-b.clang22.bc" tree/a.bc
cp "$small/thin-b.clang19.bc" tree/sub/b.bc
cp "$small/elf-x86_64.clang22.o" "tree/$long/$long.o"
cp "$small/thin-b.clang16.bc" "tree/$long/c.bc"
cp "$small/thin-b.clang14.bc" 'tree/a "name" (of) [1]!.bc'
cp "$small/thin-b.clang13.bc" 'tree/häßlich.bc'
cp "$small/ar-mixed.llvm22.a" tree/lib.a
printf 'no bitcode' >tree/text
ln -s a.bc tree/link
ln tree/a.bc tree/other.bc

# members - what ls has to say of an archive of tree/: nested path, bytes and SHA-256 of each member's streams.
cat >members.py <<'END'
import hashlib, json, os, subprocess, sys
archive, names, links = sys.argv[1], sys.argv[2], sys.argv[3] == 'links'
command = os.environ['BITLEAP']
rows = [json.loads(line) for line in subprocess.run([command, 'ls', '--json', archive], check=True,
                                                    capture_output=True).stdout.splitlines()]
found = []
for row in rows:
    if row['type'] == 'stream':
        content = subprocess.run([command, 'cat', row['file']], check=True, capture_output=True).stdout
        assert len(content) == row['whole_bytes']
        found.append((row['file'][len(archive):], hashlib.sha256(content).hexdigest()))

def quoted(name):
    plain = name and not any(c <= ' ' or c >= '\x7f' or c in '()[]!#:"\\' for c in name)
    return name if plain else '"' + name.replace('\\', '\\\\').replace('"', '\\"') + '"'

want = []
for name in open(names, encoding='utf-8').read().split('\n')[:-1]:
    if os.path.isdir(name) or os.path.islink(name):
        continue
    inside = [(r['file'][len(name):], r['file']) for r in map(json.loads, subprocess.run(
        [command, 'ls', '--json', name], capture_output=True).stdout.splitlines()) if r['type'] == 'stream']
    for path, file in inside:
        content = subprocess.run([command, 'cat', file], check=True, capture_output=True).stdout
        want.append(('(' + quoted(name) + ')' + path, hashlib.sha256(content).hexdigest()))
# Of two hard links the later one has no contents.
if links:
    first = next(n for n, _ in want if n in ('(tree/a.bc)', '(tree/other.bc)'))
    want = [w for w in want if w[0] == first or w[0] not in ('(tree/a.bc)', '(tree/other.bc)')]
if found != want:
    sys.exit('\n'.join(['found:'] + [n for n, _ in found] + ['want:'] + [n for n, _ in want]))
END

# check ARCHIVE - one of tree/, in the order in which tar lists it.
check() {
    tar --quoting-style=literal -tf "$1" >names
    expect 0 python3 members.py "$1" names links
    expect 0 "$BITLEAP" verify --all "$1" >out
}

for format in gnu oldgnu pax posix; do
    tar --format="$format" -cf "gnu-$format.tar" tree
    check "gnu-$format.tar"
done
for format in pax gnutar; do
    bsdtar --format="$format" -cf "bsd-$format.tar" tree
    check "bsd-$format.tar"
done
bsdtar -cf bsd.tar tree # ustar as far as it goes, and else pax
check bsd.tar
tar --format=ustar -cf gnu-ustar.tar tree
check gnu-ustar.tar
bsdtar --format=ustar -cf bsd-ustar.tar tree
check bsd-ustar.tar
mv "tree/$long/$long.o" tree/l.o # v7 has no prefix
mv "tree/$long" tree/short
tar --format=v7 -cf gnu-v7.tar tree
check gnu-v7.tar

# With ./ and prefixes of its own, as bitcode corpora have; members of equal names; an archive in an archive.
tar -C tree -cf dot.tar ./a.bc ./sub/b.bc ./a.bc
expect 0 "$BITLEAP" ls dot.tar >out
sed 's/: LLVM IR.*//' out >paths
printf 'dot.tar(%s)\n' ./a.bc ./sub/b.bc './a.bc#2' | grep -v '#2' >want
grep -v '#2' paths | same want -
tar -cf outer.tar dot.tar
expect 0 "$BITLEAP" cat 'outer.tar(dot.tar)(./sub/b.bc)' >out
same out tree/sub/b.bc
printf '!<arch>\n%-48s%-10s`\n' dot.tar/ "$(wc -c <dot.tar)" >lib.a
cat dot.tar >>lib.a
expect 0 "$BITLEAP" cat 'lib.a(dot.tar)(./a.bc)' >out
same out tree/a.bc
expect 0 "$BITLEAP" find from_b outer.tar >out
grep -qF 'outer.tar(dot.tar)(./sub/b.bc): defines function from_b' out || fail "$(cat out)"

# Sparse files are refused by name, in both formats, and what is after them is read.
cp tree/a.bc sparse.bc
truncate -s 1M sparse.bc
printf x >>sparse.bc
cp tree/a.bc z.bc
for format in gnu pax; do
    tar -S --format=$format -cf sparse.tar sparse.bc z.bc
    expect 4 "$BITLEAP" ls sparse.tar >out 2>err
    grep -q 'sparse.tar(sparse.bc): .*sparse files in tar archives are not read: unpack it first' err || fail "$(cat err)"
    grep -q '^sparse.tar(z.bc): LLVM IR' out || fail "$(cat out)"
done

# Damage: a header, and a cut.
python3 - dot.tar bad.tar <<'END'
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
data[data.index(b'./sub/b.bc')] ^= 1
open(sys.argv[2], 'wb').write(data)
END
expect 3 "$BITLEAP" ls bad.tar >out 2>err
grep -q '^bitleap: bad.tar: bit [0-9]* (byte 0x[0-9a-f]*): the checksum of a member header is wrong$' err || fail "$(cat err)"
grep -q '^bad.tar(./a.bc): LLVM IR' out || fail "$(cat out)"
head -c 1000 dot.tar >cut.tar
expect 3 "$BITLEAP" ls cut.tar 2>err
grep -q 'cut.tar(./a.bc): .*member reaches beyond the archive' err || fail "$(cat err)"

# Thin archives in it name other members, which are counted once; files outside of it are not asked.
ar=$(command -v llvm-ar-19 || command -v llvm-ar || command -v ar) || exit 0
mkdir -p thin/net thin/fs
cp tree/a.bc thin/net/a.o
cp tree/sub/b.bc thin/fs/b.o
(cd thin/net && "$ar" rcT built-in.a a.o)
(cd thin && "$ar" rcT all.a net/a.o fs/../fs/b.o)
for names in thin ./thin; do
    tar cf thin.tar $names
    expect 0 "$BITLEAP" has thin.tar >out
    grep -q '^thin.tar: 2 streams' out || fail "$(cat out)"
done
(cd thin/net && tar cf ../../less.tar built-in.a)
cp tree/a.bc a.o
expect 4 "$BITLEAP" ls less.tar >out 2>err
grep -q '^bitleap: less.tar(built-in.a)(a.o): the member is a file that the tar archive around its archive does not have$' err || fail "$(cat err)"
[ ! -s out ] || fail "$(cat out)"
