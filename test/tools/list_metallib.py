#!/usr/bin/env python3
"""list_metallib.py - what Metal libraries have inside, as rows like those of test/golden/containers.tsv

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A row is a nested path, bytes of the module, SHA-256 of these bytes, the hash that the library has of it,
type of the function, versions of AIR and of Metal. It shares nothing with the library's reader."""
import hashlib
import struct
import sys

TYPES = ['vertex', 'fragment', 'kernel', 'unqualified', 'visible', 'extern', 'intersection']


def tags(data, at):
    while data[at:at + 4] != b'ENDT':
        size = struct.unpack_from('<H', data, at + 4)[0]
        yield data[at:at + 4].decode(), data[at + 6:at + 6 + size]
        at += 6 + size


for path in sys.argv[1:]:
    library = open(path, 'rb').read()
    assert library[:4] == b'MTLB' and struct.unpack_from('<Q', library, 16)[0] == len(library)
    functions, _, _, modules = (struct.unpack_from('<QQ', library, at)[0] for at in (24, 40, 56, 72))
    at = functions + 4
    for _ in range(struct.unpack_from('<I', library, functions)[0]):
        tag = dict(tags(library, at + 4))
        at += struct.unpack_from('<I', library, at)[0]
        begin = modules + struct.unpack('<QQQ', tag['OFFT'])[2]
        module = library[begin:begin + struct.unpack('<Q', tag['MDSZ'])[0]]
        version = struct.unpack('<4H', tag['VERS'])
        print(path + '!' + tag['NAME'][:-1].decode(), len(module), hashlib.sha256(module).hexdigest(),
              tag['HASH'].hex(), TYPES[tag['TYPE'][0]], '%d.%d' % version[:2], '%d.%d' % version[2:], sep='\t')
