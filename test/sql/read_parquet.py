# read_parquet.py - reads a plain Parquet file from standard input, prints rows
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: read_parquet.py [--types]. Structs of Thrift's compact protocol become dictionaries by field number."""
import struct
import sys

data = sys.stdin.buffer.read()
INT64, DOUBLE, UTF8 = 2, 5, 6


def leb128(at):
    v = shift = 0
    while True:
        v |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return v, at


def value(kind, at):
    if kind in (4, 5, 6):
        v, at = leb128(at)
        return (v >> 1) ^ -(v & 1), at
    if kind == 8:
        n, at = leb128(at)
        return data[at:at + n].decode(), at + n
    if kind == 9:
        n, kind, at = data[at] >> 4, data[at] & 15, at + 1
        if n == 15:
            n, at = leb128(at)
        items = []
        for _ in range(n):
            item, at = value(kind, at)
            items.append(item)
        return items, at
    assert kind == 12, kind
    fields, last = {}, 0
    while data[at]:
        last += data[at] >> 4
        fields[last], at = value(data[at] & 15, at + 1)
    return fields, at + 1


def page_values(column, meta):
    header, at = value(12, meta[9])
    assert header[1] == 0 and header[2] == header[3] and header[5][2] == 0, header
    end = at + header[3]
    assert end == meta[9] + meta[7]
    n_levels, = struct.unpack_from('<I', data, at)
    run, levels = leb128(at + 4)
    assert run & 1 and levels + (run >> 1) == at + 4 + n_levels
    at += 4 + n_levels
    for i in range(header[5][1]):
        v = None
        if data[levels + i // 8] >> i % 8 & 1:
            if column[1] == UTF8:
                n, = struct.unpack_from('<I', data, at)
                v = data[at + 4:at + 4 + n].decode()
                at += 4 + n
            else:
                v, = struct.unpack_from('<q' if column[1] == INT64 else '<d', data, at)
                at += 8
        yield v
    assert at == end


assert data[:4] == data[-4:] == b'PAR1'
size, = struct.unpack_from('<I', data, len(data) - 8)
file, end = value(12, len(data) - 8 - size)
assert end == len(data) - 8
root, *columns = file[2]
assert root[5] == len(columns) and all(c[3] == 1 for c in columns)
if '--types' in sys.argv:
    print(*(c[4] + ' ' + {INT64: 'int64', DOUBLE: 'double', UTF8: 'utf8'}[c[1]] for c in columns), sep='\n')
n_rows = 0
for group in file.get(4, []):
    n_rows += group[3]
    assert group[2] == sum(chunk[3][7] for chunk in group[1])
    rows = list(zip(*(page_values(c, chunk[3]) for c, chunk in zip(columns, group[1]))))
    assert len(rows) == group[3]
    for row in rows:
        print(*row, sep='\t')
assert n_rows == file[3]
