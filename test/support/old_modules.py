#!/usr/bin/env python3
# old_modules.py - writes modules in forms that no LLVM has written since 3.9, into the directory named
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All records are unabbreviated. Each module is a function below, whose name is the file's."""
import sys
from pathlib import Path

MODULE, PARAMATTR, GROUP, CONSTANTS, FUNCTION, SYMTAB, METADATA, ATTACHMENT, TYPE = 8, 9, 10, 11, 12, 14, 15, 16, 17
TYPE_OLD, TYPE_SYMTAB = 10, 13


class Stream:
    """Bits from the lowest up, and blocks with abbreviation ids of three bits."""

    def __init__(self):
        self.bits, self.size = 0, 0

    def fixed(self, value, width):
        self.bits |= value << self.size
        self.size += width

    def vbr(self, value, width):
        while value >> (width - 1):
            self.fixed(value & (1 << (width - 1)) - 1 | 1 << (width - 1), width)
            value >>= width - 1
        self.fixed(value, width)

    def align(self):
        self.size = (self.size + 31) // 32 * 32

    def record(self, code, *operands):
        self.fixed(3, 3)
        for value in (code, len(operands), *operands):
            self.vbr(value, 6)

    def block(self, block, contents, outer=3):
        self.fixed(1, outer)
        self.vbr(block, 8)
        self.vbr(3, 4)
        self.align()
        length_at = self.size
        self.fixed(0, 32)
        begin = self.size
        for entry in contents:
            if isinstance(entry[-1], list):
                self.block(*entry)
            else:
                self.record(*entry)
        self.fixed(0, 3)
        self.align()
        self.bits |= (self.size - begin) // 32 << length_at


def text(word):
    return [ord(letter) for letter in word]


# A record is (code, operand…), a block (id, [entry, …]).
def record(code, *operands):
    return (code, *operands)


def entries(*items):
    return list(items)


def function(pointer, is_declaration=0, attributes=0):
    return record(8, pointer, 0, is_declaration, 0, attributes, 0, 0, 0, 0)


def names(*words):
    return (SYMTAB, entries(*(record(1, i, *text(word)) for i, word in enumerate(words))))


def integer(bits):
    return record(7, bits)


def pointer(to):
    return record(8, to, 0)


def types(*of):
    return (TYPE, entries(record(1, len(of)), *of))


METADATA_TYPE, VOID = record(16), record(2)


# Up to LLVM 3.5 nodes have pairs of a type and a value, which is a number of metadata where the type is.
def nodes():
    return [types(METADATA_TYPE, VOID, integer(32)),
            (CONSTANTS, entries(record(1, 2), record(4, 14))),  # i32 7
            (METADATA, entries(
                record(8, 0, 1), record(8, 0, 2, 1, 0, 2, 0), record(8, 0, 3, 0, 0), record(1, *text('leaf')),
                record(4, *text('n')), record(10, 0), record(4, *text('m')), record(10, 2, 0)))]


# A node of a function has its arguments.
def local_nodes():
    return [types(METADATA_TYPE, VOID, integer(32), record(21, 0, 1, 0), pointer(3), record(21, 0, 1, 2), pointer(5)),
            function(4, 1), function(6),
            (METADATA, entries(record(6, 0, *text('dbg')))),
            (FUNCTION, entries(
                record(1, 1),
                (METADATA, entries(record(9, 2, 2))),
                record(34, 0, 0, 0, 0),  # call void @g(metadata i32 %a)
                record(10),
                (SYMTAB, entries(record(1, 2, *text('a')))))),
            names('g', 'f')]


# Up to LLVM 3.0 kinds of attachments come after the bodies.
def late_kinds():
    return [types(METADATA_TYPE, VOID, record(21, 0, 1), pointer(2)), function(3),
            (METADATA, entries(record(8, 0, 1), record(1, *text('x')))),
            (FUNCTION, entries(record(1, 1), record(10), (ATTACHMENT, entries(record(11, 0, 1, 0, 2, 0))))),
            (METADATA, entries(record(6, 0, *text('dbg')), record(6, 1, *text('mykind')))),
            (METADATA, entries(record(6, 2, *text('other')))),
            names('f')]


# So do names of types, up to 2.9.
def late_type_names():
    return [(TYPE_OLD, entries(record(1, 4), integer(32), record(10, 0, 0, 0), pointer(1), record(2))),
            record(7, 2, 0, 0, 0, 0, 0),
            (TYPE_SYMTAB, entries(record(1, 1, *text('struct.pair')))),
            names('p')]


# Up to 3.6 a constant getelementptr does not say the type of what it goes through.
def getelementptr():
    return [types(integer(8), pointer(0), record(11, 2, 0), pointer(2), integer(32), pointer(1)),
            record(7, 3, 1, 4, 0, 0, 0), record(7, 5, 1, 6, 0, 0, 0), record(7, 5, 1, 7, 0, 0, 0),
            (CONSTANTS, entries(
                record(1, 2), record(2), record(1, 4), record(2),
                record(1, 1), record(20, 3, 0, 4, 4, 4, 4), record(12, 3, 0, 4, 4, 4, 4))),
            names('s', 'p', 'q')]


# Up to 3.6 landing pads say the personality.
def personality():
    return [types(integer(8), pointer(0), integer(32), record(18, 0, 1, 2), VOID, record(21, 0, 4), pointer(5),
                  record(21, 1, 2), pointer(7)),
            function(6), function(8, 1), function(6, 1), function(6),
            (FUNCTION, entries(
                record(1, 3),
                record(13, 0, 0, 1, 2, 2),  # invoke void @may() to label %1 unwind label %2
                record(10),
                record(40, 3, 1, 1, 0),  # landingpad { i8*, i32 } cleanup
                record(15))),
            (FUNCTION, entries(record(1, 1), record(10))),
            names('f', 'pers', 'may', 'none')]


# Up to 11 byval, sret and inalloca have no type.
def memory_arguments():
    return [(GROUP, entries(record(3, 1, 1, 0, 29), record(3, 2, 1, 0, 9, 0, 3, 0, 11, 1, 1, 8), record(3, 3, 2, 0, 38))),
            (PARAMATTR, entries(record(2, 1), record(2, 2, 3))),
            types(integer(8), pointer(0), VOID, record(21, 0, 2, 1), pointer(3), record(18, 0, 0, 1), pointer(5),
                  record(21, 0, 2, 6, 1), pointer(7)),
            function(4, 1, 1), function(8, 0, 2), function(8, 1, 2),
            (FUNCTION, entries(
                record(1, 1),
                record(34, 1, 0, 0, 4),  # call void @f(i8* sret(i8) %b)
                record(34, 2, 0, 2, 3, 4),
                record(10),
                (SYMTAB, entries(record(1, 3, *text('a')), record(1, 4, *text('b')))))),
            names('f', 'g', 'h')]


# Up to 3.3 cmpxchg has one ordering.
def exchange():
    return [types(integer(32), pointer(0), VOID, record(21, 0, 2, 1, 0, 0), pointer(3)),
            function(4),
            (FUNCTION, entries(
                record(1, 1),
                record(37, 1, 2, 3, 0, 6, 1), record(37, 1, 2, 3, 0, 4, 1), record(37, 1, 2, 3, 0, 5, 1),
                record(10),
                (SYMTAB, entries(record(1, 1, *text('p')), record(1, 2, *text('old')), record(1, 3, *text('new')))))),
            names('f')]


# Up to 2.9 calls had code 22.
def calls():
    return [types(integer(32), record(21, 0, 0, 0), pointer(1)), function(2, 1), function(2),
            (FUNCTION, entries(
                record(1, 1), record(22, 0, 0, 0, 2), record(2, 3, 2, 0), record(22, 0, 17, 0, 4), record(10, 5),
                (SYMTAB, entries(*(record(1, 2 + i, *text(word)) for i, word in enumerate('arst')))))),
            names('g', 'f')]


def write(path, contents):
    stream = Stream()
    stream.fixed(0xDEC04342, 32)
    stream.block(MODULE, [record(1, 0), *contents], outer=2)
    path.write_bytes(stream.bits.to_bytes(stream.size // 8, 'little'))


for make in (nodes, local_nodes, late_kinds, late_type_names, getelementptr, personality, memory_arguments, exchange, calls):
    write(Path(sys.argv[1]) / f'{make.__name__}.bc', make())
