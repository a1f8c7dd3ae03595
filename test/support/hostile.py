# hostile.py - writes small files that once took minutes, gigabytes or output without measure
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: hostile.py FOLDER"""
import os
import struct
import sys

IDENTIFICATION, MODULE, FUNCTION, METADATA, TYPES, SUMMARY, BUNDLE_TAGS, STRTAB = 13, 8, 12, 15, 17, 20, 21, 23


class Writer:
    """A bitstream, as the format document has it."""

    def __init__(self, magic=b'BC\xC0\xDE'):
        self.data, self.bits, self.n_bits, self.width, self.blocks = bytearray(magic), 0, 0, 2, []

    def fixed(self, value, width):
        self.bits |= value << self.n_bits
        self.n_bits += width
        while self.n_bits >= 8:
            self.data.append(self.bits & 255)
            self.bits >>= 8
            self.n_bits -= 8

    def vbr(self, value, width=6):
        most = 1 << (width - 1)
        while value >= most:
            self.fixed(value & (most - 1) | most, width)
            value >>= width - 1
        self.fixed(value, width)

    def align(self):
        if self.n_bits:
            self.fixed(0, 8 - self.n_bits)
        self.data += bytes(-len(self.data) % 4)

    def enter(self, block, width):
        self.fixed(1, self.width)
        self.vbr(block, 8)
        self.vbr(width, 4)
        self.align()
        self.blocks.append((self.width, len(self.data)))
        self.data += bytes(4)
        self.width = width

    def leave(self):
        self.fixed(0, self.width)
        self.align()
        self.width, at = self.blocks.pop()
        struct.pack_into('<I', self.data, at, (len(self.data) - at - 4) // 4)

    def record(self, code, *operands):
        self.fixed(3, self.width)
        for value in (code, len(operands), *operands):
            self.vbr(value)

    def define(self, *operands):
        """Literals are numbers; others are an encoding and its value, if it has one."""
        self.fixed(2, self.width)
        self.vbr(len(operands), 5)
        for operand in operands:
            if isinstance(operand, int):
                self.fixed(1, 1)
                self.vbr(operand, 8)
                continue
            encoding, *value = operand
            self.fixed(0, 1)
            self.fixed({'fixed': 1, 'vbr': 2, 'blob': 5}[encoding], 3)
            for number in value:
                self.vbr(number, 5)

    def blob(self, data):
        self.vbr(len(data))
        self.align()
        self.data += data
        self.align()


def module(body, names, has_types=True):
    w = Writer()
    w.enter(IDENTIFICATION, 5)
    w.record(1, *b'LLVM19.1.7')
    w.record(2, 0)
    w.leave()
    w.enter(MODULE, 3)
    w.record(1, 2)
    if has_types:
        w.enter(TYPES, 4)
        w.record(1, 3)
        w.record(7, 32)  # i32
        w.record(2)  # void
        w.record(21, 0, 1)  # void ()
        w.leave()
    body(w)
    w.leave()
    w.enter(STRTAB, 3)
    w.define(1, ('blob',))
    w.fixed(4, 3)
    w.blob(names)
    w.leave()
    return bytes(w.data)


def functions(n, name_bytes, is_declaration):
    """Function I has the name from byte I of the names on: nearly all of them are the same bytes."""
    def body(w):
        w.define(8, ('fixed', 20), name_bytes, 2, 0, is_declaration, 0, 0, 0, 0, 0)
        for i in range(n):
            w.fixed(4, 3)
            w.fixed(i, 20)
        for _ in range(0 if is_declaration else n):
            w.enter(FUNCTION, 4)
            w.record(1, 1)
            w.record(10)
            w.leave()
    return body


def parameters(n):
    """N declarations of a type with N parameters, which are printed for each."""
    def body(w):
        w.enter(TYPES, 4)
        w.record(1, 3)
        w.record(7, 32)
        w.record(2)
        w.record(21, 0, 1, *[0] * n)
        w.leave()
        w.define(8, ('fixed', 32), 1, 2, 0, 1, 0, 0, 0, 0, 0)
        for _ in range(n):
            w.fixed(4, 3)
            w.fixed(0, 32)
    return body


def many_instructions(n, *records, width=3, n_blocks=1, is_open=True):
    """A body with N times RECORDS, lists of literals that take WIDTH bits each."""
    def body(w):
        w.enter(TYPES, 4)
        w.record(1, 3)
        w.record(7, 32)
        w.record(2)
        w.record(21, 0, 1, 0)  # void (i32)
        w.leave()
        w.enter(BUNDLE_TAGS, 3)
        w.record(1, 97)
        w.leave()
        w.record(8, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0)
        w.enter(FUNCTION, width)
        w.record(1, n_blocks)
        for record in records:
            w.define(*record)
        for _ in range(n):
            for i, _ in enumerate(records):
                w.fixed(4 + i, width)
        if is_open:
            w.record(10)
        w.leave()
    return body


def metadata_strings(n, size):
    def body(w):
        w.enter(METADATA, 4)
        w.define(35, ('vbr', 6), ('vbr', 6), ('blob',))
        sizes = Writer(b'')
        for _ in range(n):
            sizes.vbr(size)
        sizes.align()
        w.fixed(4, 4)
        w.vbr(n)
        w.vbr(len(sizes.data))
        w.blob(bytes(sizes.data) + b'a' * (size * n))
        w.leave()
    return body


def summaries(n, n_calls, name_bytes):
    """Of one function with a long name, which each of them refers to again and again."""
    def body(w):
        w.record(8, 0, name_bytes, 2, *[0] * 10)
        w.enter(SUMMARY, 4)
        w.record(10, 9)
        w.record(20, 0)
        for _ in range(n):
            w.record(1, 0, 0, 1, 0, n_calls, 0, 0, *[0] * n_calls)
        w.leave()
    return body


def archive(members):
    """Of GNU's form, with all names in its table of long ones."""
    def header(name, size):
        return b'%-16s%-12d%-6d%-6d%-8d%-10d`\n' % (name, 0, 0, 0, 644, size)
    table, offsets = b'', []
    for name, _ in members:
        offsets.append(len(table))
        table += name + b'/\n'
    table += b'\n' * (len(table) % 2)
    data = b'!<arch>\n' + header(b'//', len(table)) + table
    for offset, (_, contents) in zip(offsets, members):
        data += header(b'/%d' % offset, len(contents)) + contents + b'\n' * (len(contents) % 2)
    return data


SMALL = module(lambda w: None, b'f')
NAMES = [b'../../up', b'/tmp/up', b'..', b'.', b'.hidden', b'x\0y', b'\x1b[31mred', b'new\nline', b'-rf', b'a(b)!c:d',
         b'"q"', b'\xff\xfe', b'\xe2\x80\xaegnp.o', b'A' * 300, b'A' * 301, b'B' * 4000, b'$(id)', b'%s%n']
FILES = {
    'overlapping-names.bc': module(functions(80000, 500000, 1), b'A' * 580000),
    'overlapping-bodies.bc': module(functions(15000, 450000, 0), b'A' * 470000),
    'long-names.bc': module(functions(200, 65000, 1), b'a' * 65200),
    'metadata-strings.bc': module(metadata_strings(12, 65000), b'f'),
    'summary-names.bc': module(summaries(300, 200, 50000), b'Z' * 50000),
    'parameters.bc': module(parameters(4000), b'f', has_types=False),
    'body-blocks.bc': module(many_instructions(1200000, [15], n_blocks=1200000, is_open=False), b'f', False),
    'body-sums.bc': module(many_instructions(100000, [2, 1, 1, 0], width=8), b'f', False),
    'body-cases.bc': module(many_instructions(80000, [12, 0, 1, 1, *[1, 0] * 500], n_blocks=80001), b'f', False),
    'body-unknown.bc': module(many_instructions(80000, [99, *[0] * 1000]), b'f', False),
    'body-bundles.bc': module(many_instructions(80000, [55, 0, *[1] * 800], [34, 0, 1 << 15, 2, 2, 1]), b'f', False),
    'magic-only.bin': b'BC\xC0\xDE' * (1 << 18),
    'names.a': archive([(name, SMALL) for name in NAMES]),
    'one-name.a': archive([(b'L' * 60000, SMALL)] + [(b'm%d' % i, SMALL) for i in range(2000)]),
}
if __name__ == '__main__':
    for file_name, contents in FILES.items():
        with open(os.path.join(sys.argv[1], file_name), 'wb') as file:
            file.write(contents)
