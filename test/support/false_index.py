# false_index.py - an index file with another number in it, and with right sums: what only --check can find
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: false_index.py IN OUT CHUNK BYTE VALUE, of 32 bits in the chunk (lib/catalog/layout.h)"""
import ctypes
import struct
import sys

HEADER, CHUNK, PAGE = 64, 32, 4096
library = ctypes.CDLL('libxxhash.so.0')
library.XXH3_64bits.restype = ctypes.c_uint64
library.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]


def sum_of(data):
    return struct.pack('<Q', library.XXH3_64bits(bytes(data), len(data)))


with open(sys.argv[1], 'rb') as file:
    index = bytearray(file.read())
n_chunks = struct.unpack_from('<I', index, 16)[0]
at_sums = HEADER + CHUNK * n_chunks
for i in range(n_chunks):
    name, _, offset, size = struct.unpack_from('<4sIQQ', index, HEADER + CHUNK * i)
    if name.decode() == sys.argv[3]:
        struct.pack_into('<I', index, offset + int(sys.argv[4]), int(sys.argv[5], 0))
    sums = b''.join(sum_of(index[at:min(at + PAGE, offset + size)]) for at in range(offset, offset + size, PAGE))
    index[at_sums:at_sums + len(sums)] = sums
    index[HEADER + CHUNK * i + 24:HEADER + CHUNK * (i + 1)] = sum_of(sums)
    at_sums += len(sums)
index[56:64] = sum_of(index[:56] + index[HEADER:HEADER + CHUNK * n_chunks])
with open(sys.argv[2], 'wb') as file:
    file.write(index)
