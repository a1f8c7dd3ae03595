# test/support/bombs.py - files that are small and would become large, or do not end, each with what is to be said of it
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# bombs.py FOLDER MODULE writes them, and a line for each on standard output: NAME|STATUS|CAUSE. STATUS is the exit
# status of `has`, CAUSE a pattern for what it prints; both are of files that are named.

import bz2
import gzip
import io
import lzma
import os
import struct
import subprocess
import sys
import tarfile
import zipfile
import zlib

FOLDER, MODULE = sys.argv[1:]
MORE = 'it unpacks to more bytes than the limit'
DEEP = 'packed files in packed files, deeper than the limit'
NOTHING = 'no bitcode'
MIB = 1 << 20


def bomb(name, data, status, cause):
    with open(os.path.join(FOLDER, name), 'wb') as out:
        out.write(data)
    print(f'{name}|{status}|{cause}')


def zipped(*members, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', method) as file:
        for name, data in members:
            file.writestr(name, data)
    return out.getvalue()


def streamed(packer, megabytes):
    return b''.join(packer.compress(bytes(MIB)) for _ in range(megabytes)) + packer.flush()


def tarred(*members):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as file:
        for name, data in members:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            file.addfile(info, io.BytesIO(data))
    return out.getvalue()


def deflated():
    return zlib.compressobj(9, zlib.DEFLATED, 31)


def ar(*members):
    return b'!<arch>\n' + b''.join(
        f'{name + "/":<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(data):<10}`\n'.encode() + data + b'\n' * (len(data) % 2)
        for name, data in members)


def command(*args, data):
    return subprocess.run(args, input=data, stdout=subprocess.PIPE, check=True).stdout


def nested(pack, data, n):
    for _ in range(n):
        data = pack(data)
    return data


# ---- One stream of zeros, by every method: 1:1,000, which may be, up to 1:1,000,000 ----

zeros = {
    'bz2': streamed(bz2.BZ2Compressor(), 110), 'xz': streamed(lzma.LZMACompressor(preset=0), 110),
}
zeros['zst'] = command('zstd', '-q', '-c', data=bytes(110 * MIB))
for ending, data in zeros.items():
    bomb(f'zeros.{ending}', data, 3, MORE)
    bomb(f'zeros-{ending}.tar', tarred(('m.bc', open(MODULE, 'rb').read()), ('z', data)), 3, MORE)
    bomb(f'zeros-{ending}.a', ar(('z', data)), 3, MORE)
gz = streamed(deflated(), 80)
bomb('zeros.gz', gz, 1, 'zero bytes')
bomb('zeros-gz.tar', tarred(('z', gz)), 1, NOTHING)
bomb('twice.gz.xz', lzma.compress(gz), 3, MORE)
bomb('thrice.gz.gz.gz', gzip.compress(gzip.compress(gz)), 3, MORE)
bomb('twice.bz2.gz', gzip.compress(zeros['bz2']), 3, MORE)

# ---- Archives in archives ----

bomb('deep.zip', nested(lambda d: zipped(('d.zip', d)), b'end', 12), 3, DEEP)
bomb('deep.gz', nested(gzip.compress, b'end', 100), 3, DEEP)
bomb('deep.tar.gz', nested(lambda d: gzip.compress(tarred(('d.tar.gz', d))), b'end', 12), 3, DEEP)
bomb('deep.ar.xz', nested(lambda d: lzma.compress(ar(('d', d))), b'end', 12), 3, DEEP)
bomb('deep.7', nested(lambda d: zipped(('d.zip', d)), b'end', 7), 1, NOTHING)
bomb('deep.ar', nested(lambda d: ar(('d', d)), b'end', 40), 3, 'containers nested deeper than the limit')
wide = zipped(*((f'{i}', bytes(MIB)) for i in range(16)))
bomb('wide.zip', nested(lambda d: zipped(*((f'{i}.zip', d) for i in range(16))), wide, 4), 3, MORE)
bomb('wide.tar.xz', lzma.compress(tarred(*((f'{i}.zip', wide) for i in range(16)))), 3, MORE)
bomb('many.zip', zipped(('many.tar.gz', gzip.compress(b''.join(
    tarfile.TarInfo(f'{i}').tobuf() for i in range(70000))))), 1, NOTHING)
empty = tarfile.TarInfo('e').tobuf()
bomb('files.tar.gz', gzip.compress(empty * 150000), 1, NOTHING)

# ---- Members that overlap, and those that are the archive itself ----

packer = zlib.compressobj(9, zlib.DEFLATED, -15)
body = b''.join(packer.compress(bytes(MIB)) for _ in range(20)) + packer.flush()
head = struct.pack('<HHHHIII', 0, 8, 0, 33, zlib.crc32(bytes(20 * MIB)), len(body), 20 * MIB)
local = b'PK\3\4' + struct.pack('<H', 20) + head + struct.pack('<HH', 1, 0) + b'k' + body
central = b'PK\1\2' + struct.pack('<HH', 20, 20) + head + struct.pack('<HHHHHII', 1, 0, 0, 0, 0, 0, 0) + b'k'
bomb('overlap.zip', local + central * 5000 +
     b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, 5000, 5000, len(central) * 5000, len(local), 0), 1, NOTHING)
bomb('same.cafebabe', b'\xca\xfe\xba\xbe' + struct.pack('>I', 40) + b''.join(
    struct.pack('>5I', 7, i, 0, 2000, 0) for i in range(40)) + bytes(2000), 3, 'slice')
quine = bytes.fromhex('1f8b0800000000000003') + bytes(64)
bomb('quine.gz', quine, 3, 'damaged')

# ---- Sizes that are only claimed ----

huge = (1 << 62) - 1
bomb('huge.ccob2', b'CCOB' + struct.pack('<HHIIQ', 2, 1, 64, 0xFFFFFFFF, 0) + bytes(40), 3, MORE)
bomb('huge.ccob3', b'CCOB' + struct.pack('<HHQQQ', 3, 1, 72, huge, 0) + bytes(40), 3, MORE)
bomb('huge.ccob1', b'CCOB' + struct.pack('<HHIQ', 1, 0, 0xFFFFFFFF, 0) + bytes(40), 3, MORE)
small = zlib.compress(bytes(20 * MIB))
bomb('many.ccob', b''.join(b'CCOB' + struct.pack('<HHIIQ', 2, 0, 24 + len(small), 20 * MIB, 0) + small
                           for _ in range(8)), 1, NOTHING)


def elf(contents, flags):
    names = b'\0.llvmbc\0.names\0'
    at = 64 + len(contents)
    table = (at + len(names) + 7) // 8 * 8
    def section(name, kind, flags, offset, size):
        return struct.pack('<IIQQQQIIQQ', name, kind, flags, 0, offset, size, 0, 0, 1, 0)
    return (b'\x7fELF\2\1\1' + bytes(9) + struct.pack('<HHIQQQIHHHHHH', 1, 62, 1, 0, 0, table, 0, 64, 0, 0, 64, 3, 2) +
            contents + names + bytes(table - at - len(names)) + bytes(64) +
            section(1, 1, flags, 64, len(contents)) + section(9, 3, 0, at, len(names)))


for name, method in ('zlib', 1), ('zstd', 2):
    bomb(f'huge.{name}.o', elf(struct.pack('<IIQQ', method, 0, huge, 1) + bytes(40), 0x800), 3, MORE)
bomb('zeros.zlib.o', elf(struct.pack('<IIQQ', 1, 0, 80 * MIB, 1) + zlib.compress(bytes(80 * MIB)), 0x800), 1, NOTHING)
bomb('less.zlib.o', elf(struct.pack('<IIQQ', 1, 0, 60 * MIB, 1) + zlib.compress(bytes(99)), 0x800), 3, 'damaged')
bomb('huge.tar', bytes(tarfile.TarInfo('x').tobuf()[:124]) + b'\x80' + bytes(3) + struct.pack('>Q', huge) +
     tarfile.TarInfo('x').tobuf()[136:], 1, 'first header is damaged')
sparse = tarfile.TarInfo('s')
sparse.pax_headers = {'GNU.sparse.major': '1', 'GNU.sparse.minor': '0', 'GNU.sparse.realsize': str(huge)}
bomb('sparse.tar', sparse.tobuf(tarfile.PAX_FORMAT) + bytes(1024), 4, 'sparse files')
bomb('sparse.tar.xz', lzma.compress(sparse.tobuf(tarfile.PAX_FORMAT) + bytes(1024)), 4, 'sparse files')
bomb('huge.offload', b'\x10\xff\x10\xad' + struct.pack('<IQQQ', 1, huge, 32, huge) + bytes(64), 3, 'offload binary')
bomb('huge.bundle', b'__CLANG_OFFLOAD_BUNDLE__' + struct.pack('<Q', huge) + bytes(64), 3, 'entries')
