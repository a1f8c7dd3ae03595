#!/usr/bin/env bash
# unpack.sh - what is packed is read as if it was not, by libarchive: every kind, in each other, and bombs
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'an emulator has no libarchive of its own machine'

mkdir -p tree/usr/lib packed
cp "$small/c-O2.clang22.bc" tree/usr/lib/m.bc
cp "$small/ar-mixed.llvm22.a" tree/usr/lib/a.a
printf '%s\n' 'tree/usr/lib/a.a: 3 streams, 8008 bytes' 'tree/usr/lib/m.bc: 1 stream, 11464 bytes' >expected
"$BITLEAP" has tree | same - expected

# Each kind.
(cd tree && tar cf ../all.tar usr)
gzip -c all.tar >packed/x.tar.gz
xz -c all.tar >packed/x.tar.xz
bzip2 -c all.tar >packed/x.tar.bz2
python3 - <<'END'
import gzip, io, os, tarfile, zipfile
with zipfile.ZipFile('packed/x.whl', 'w', zipfile.ZIP_DEFLATED) as wheel:
    for name in ('usr/lib/a.a', 'usr/lib/m.bc'):
        wheel.write('tree/' + name, name)
with zipfile.ZipFile('packed/stored.jar', 'w') as jar:
    jar.write('packed/x.tar.xz', 'META-INF/x.tar.xz')
with tarfile.open('packed/wheels.tar', 'w') as tar:
    tar.add('packed/x.whl', 'a-name-that-is-longer-than-a-header-of-tar-has-room-for/' * 3 + 'x.whl')
def member(name, data):
    return f'{name:<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n'.encode() + data + b'\n' * (len(data) % 2)
with open('packed/x.deb', 'wb') as deb:
    deb.write(b'!<arch>\n' + member('debian-binary', b'2.0\n') +
              member('control.tar.gz', gzip.compress(open('all.tar', 'rb').read()[:0] + bytes(1024), mtime=0)) +
              member('data.tar.xz', open('packed/x.tar.xz', 'rb').read()))
END
if command -v bsdtar >need; then
    for format in 7zip cpio xar iso9660 newc; do
        bsdtar --format $format -cf packed/x.$format -C tree usr/lib/a.a usr/lib/m.bc
    done
    bsdtar --zstd -cf packed/x.tar.zst -C tree usr
    bsdtar --lz4 -cf packed/x.tar.lz4 -C tree usr
fi
# apple XAR OUT [fat | fat64] - a Mach-O image with the archive in its section for bitcode, or a universal file of two.
apple() {
    python3 - "$@" <<'END'
import struct, sys
xar = open(sys.argv[1], 'rb').read()
section = struct.pack('<16s16s2Q8I', b'__bundle', b'__LLVM', 0, len(xar), 512, 0, 0, 0, 0, 0, 0, 0)
segment = struct.pack('<2I16s4Q4I', 25, 72 + len(section), b'__LLVM', 0, len(xar), 512, len(xar), 7, 7, 1, 0)
header = struct.pack('<8I', 0xFEEDFACF, 0x100000C, 0, 2, 1, len(segment + section), 0, 0)
image = (header + segment + section).ljust(512, b'\0') + xar
if len(sys.argv) > 3:
    wide = sys.argv[3] == 'fat64'
    row = '>2I2Q2I' if wide else '>5I'
    at = (4096, 4096 + len(image))
    rows = [struct.pack(row, 0x100000C, 2 * i, at[i], len(image), 0, *[0] * wide) for i in (0, 1)]
    image = (struct.pack('>2I', 0xCAFEBABE + wide, 2) + b''.join(rows)).ljust(4096, b'\0') + image * 2
open(sys.argv[2], 'wb').write(image)
END
}
if [ -e packed/x.xar ]; then
    apple packed/x.xar packed/x.macho
    for kind in fat fat64; do
        apple packed/x.xar x.$kind $kind
        "$BITLEAP" verify --all x.$kind >out
        [ "$(wc -l <out)" = 9 ] || fail "$(cat out)"
        "$BITLEAP" ls x.$kind >listed
        for slice in :arm64 :arm64e; do
            grep "^x.$kind$slice!" listed | sed "s/^[^!]*//" | same - <("$BITLEAP" ls packed/x.macho | sed 's/^[^!]*//')
        done
    done
    "$BITLEAP" extract -o whole 'x.fat:arm64e!__LLVM,__bundle(usr/lib/m.bc)'
    cmp whole tree/usr/lib/m.bc
    expect 1 "$BITLEAP" strip -g --in-place x.fat 2>err
    # Slices of the same bytes do not make more of them than any archive may.
    python3 - packed/x.macho many.fat <<'END'
import struct, sys
image = open(sys.argv[1], 'rb').read()
n = 40000
rows = struct.pack('>2I2Q2I', 0x100000C, 0, 8 + 32 * n, len(image), 0, 0) * n
open(sys.argv[2], 'wb').write(struct.pack('>2I', 0xCAFEBABF, n) + rows + image)
END
    expect 3 within 60 "$BITLEAP" has many.fat 2>err
    grep -qx 'bitleap: many.fat: it unpacks to more bytes than the limit' err || fail "$(head -n 3 err)"
fi
# All of them have the same four streams.
for file in packed/*; do
    [ "$("$BITLEAP" has "$file")" = "$file: 4 streams, 19472 bytes" ] || fail "$("$BITLEAP" has "$file" 2>&1)"
    "$BITLEAP" verify "$file" >out || fail "$(cat out)"
    "$BITLEAP" find -d main "$file" | grep -q 'usr/lib/m.bc): defines function main, 912 bytes' || fail "$file"
done
"$BITLEAP" has packed | grep -v ': 4 streams, 19472 bytes$' && fail 'something was not looked into'

# Paths lead through.
"$BITLEAP" ls packed/x.deb packed/stored.jar packed/wheels.tar | grep -v 'ar-mixed' | cut -d: -f1 >paths
same paths - <<'END'
packed/x.deb(data.tar.xz)(usr/lib/m.bc)
packed/x.deb(data.tar.xz)(usr/lib/a.a)(one.bc)
packed/x.deb(data.tar.xz)(usr/lib/a.a)(two.o)!.llvmbc
packed/x.deb(data.tar.xz)(usr/lib/a.a)(two.bc)
packed/stored.jar(META-INF/x.tar.xz)(usr/lib/m.bc)
packed/stored.jar(META-INF/x.tar.xz)(usr/lib/a.a)(one.bc)
packed/stored.jar(META-INF/x.tar.xz)(usr/lib/a.a)(two.o)!.llvmbc
packed/stored.jar(META-INF/x.tar.xz)(usr/lib/a.a)(two.bc)
packed/wheels.tar(a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/x.whl)(usr/lib/a.a)(one.bc)
packed/wheels.tar(a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/x.whl)(usr/lib/a.a)(two.o)!.llvmbc
packed/wheels.tar(a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/x.whl)(usr/lib/a.a)(two.bc)
packed/wheels.tar(a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/a-name-that-is-longer-than-a-header-of-tar-has-room-for/x.whl)(usr/lib/m.bc)
END
"$BITLEAP" extract -o m.bc 'packed/x.deb(data.tar.xz)(usr/lib/m.bc)'
cmp m.bc tree/usr/lib/m.bc
"$BITLEAP" dis 'packed/x.whl(usr/lib/m.bc)' | tail -n +2 >one.ll
"$BITLEAP" dis tree/usr/lib/m.bc | tail -n +2 | same - one.ll

# An index has them, knows them again, and notices that they change.
"$BITLEAP" index -o x.blx packed >out
"$BITLEAP" find -d main x.blx | sed 's/:.*//' >indexed
"$BITLEAP" find -d main packed | sed 's/:.*//' | same - indexed
"$BITLEAP" callees main x.blx >indexed
"$BITLEAP" callees main packed | same - indexed
"$BITLEAP" index --check x.blx >out || fail "$(cat out)"
"$BITLEAP" diff packed/x.deb packed/x.tar.gz >out || fail "$(cat out)"
gzip -c tree/usr/lib/m.bc >packed/x.tar.gz
"$BITLEAP" find -d main x.blx | grep -qx 'packed/x.tar.gz: defines function main, 912 bytes at bit [0-9]*' || fail 'the old one'

# What is written is never packed again, and nothing is lost.
expect 1 "$BITLEAP" strip -g --in-place packed/x.whl 2>err
grep -qx 'bitleap: packed/x.whl: packed: unpack it, change what is in it, and pack it again' err || fail "$(cat err)"

# Damage is said of what is named; inside of others it stays packed, and counts.
damaged='bit 0 (byte 0x0): what is packed cannot be unpacked: it is damaged'
head -c 3000 packed/x.tar.xz >cut.xz
expect 3 "$BITLEAP" has cut.xz 2>err
grep -qx "bitleap: cut.xz: $damaged" err || fail "$(cat err)"
printf '\37\213\10 no header of gzip' >header.gz
expect 3 "$BITLEAP" has header.gz 2>err
grep -qx "bitleap: header.gz: $damaged" err || fail "$(cat err)"
tar cf half.tar cut.xz packed/x.whl
[ "$("$BITLEAP" has half.tar || true)" = 'half.tar: 4 streams, 19472 bytes; 1 packed file (xz) was not looked into' ] ||
    fail "$("$BITLEAP" has half.tar)"
mkdir cut && cp cut.xz cut
"$BITLEAP" has cut >out 2>err || true
[ "$(cat out)" = '0 of 1 file has bitcode: 0 streams, 0 bytes; 1 packed file (xz) was not looked into' ] || fail "$(cat out err)"

# Bombs: more bytes than the limit, deeper, more files; and a wheel that is 16 of 16 of 16 of 16 of 16.
python3 - <<'END'
import bz2, io, zipfile
def wheel(data, n=1):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as file:
        for i in range(n):
            file.writestr(f'{i}.whl', data)
    return out.getvalue()
packer = bz2.BZ2Compressor()
open('bytes.bz2', 'wb').write(b''.join(packer.compress(bytes(1 << 20)) for _ in range(80)) + packer.flush())
data = b'end'
for _ in range(10):
    data = wheel(data)
open('deep.whl', 'wb').write(data)
data = wheel(bytes(1 << 20), 16)
for _ in range(4):
    data = wheel(data, 16)
open('wide.whl', 'wb').write(data)
END
more='it unpacks to more bytes than the limit'
for bomb in "bytes.bz2: $more" 'deep.whl: packed files in packed files, deeper than the limit' "wide.whl: $more"; do
    expect 3 "$BITLEAP" has "${bomb%%:*}" 2>err
    grep -qx "bitleap: $bomb" err || fail "$(cat err)"
    expect 3 "$BITLEAP" find -d main "${bomb%%:*}" 2>err
    grep -qx "bitleap: $bomb" err || fail "$(cat err)"
done
