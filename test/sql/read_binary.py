# read_binary.py - reads ClickHouse's Native or RowBinaryWithNamesAndTypes from standard input, prints rows
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import struct, sys
data, at = sys.stdin.buffer.read(), 0
def varuint():
    global at
    v = shift = 0
    while True:
        b = data[at]; at += 1
        v |= (b & 127) << shift; shift += 7
        if b < 128: return v
def take(n):
    global at
    at += n
    return data[at - n:at]
def string(): return take(varuint()).decode()
def value(t):
    if t == 'Nullable(String)': return string()
    return struct.unpack('<q' if 'Int64' in t else '<d', take(8))[0]
if sys.argv[1] == 'native':
    while at < len(data):
        n_columns, n_rows = varuint(), varuint()
        columns = []
        for i in range(n_columns):
            name, t = string(), string()
            nulls = take(n_rows)
            columns.append([None if null else v for null, v in zip(nulls, [value(t) for k in range(n_rows)])])
        for row in zip(*columns): print(*row, sep='\t')
else:
    n = varuint()
    names = [string() for i in range(n)]
    types = [string() for i in range(n)]
    while at < len(data):
        print(*[None if take(1) != b'\0' else value(t) for t in types], sep='\t')
