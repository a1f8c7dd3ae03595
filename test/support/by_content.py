#!/usr/bin/env python3
# by_content.py - writes objects that hold a module where no table of names says so, into the directory named
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Usage: by_content.py FOLDER MODULE.bc"""
import io
import struct
import sys
import tarfile
from pathlib import Path

OUT, MODULE = Path(sys.argv[1]), Path(sys.argv[2]).read_bytes()
PROGBITS, STRTAB = 1, 3


def elf(sections, order='<'):
    """Sections are (name, contents, flags); all are PROGBITS."""
    names, contents, headers = b'\0', b'', [bytes(64)]
    for name, data, flags in [*sections, ('.shstrtab', b'', 0)]:
        is_names = name == '.shstrtab'
        at = len(names)
        names += name.encode() + b'\0'
        data = names if is_names else data
        headers.append(struct.pack(order + 'IIQQQQIIQQ', at, STRTAB if is_names else PROGBITS, flags, 0,
                                   64 + len(contents), len(data), 0, 0, 1, 0))
        contents += data
    contents += bytes(-len(contents) % 8)
    ident = b'\x7FELF\2' + (b'\1' if order == '<' else b'\2') + b'\1' + bytes(9)
    return ident + struct.pack(order + 'HHIQQQIHHHHHH', 1, 62, 1, 0, 0, 64 + len(contents), 0, 64, 0, 0, 64,
                               len(headers), len(headers) - 1) + contents + b''.join(headers)


def coff(sections):
    table = 20 + 40 * len(sections)
    strings, contents, headers = b'', b'', b''
    for name, data, flags in sections:
        short = name.encode()
        if len(short) > 8:
            short, strings = b'/%d' % (4 + len(strings)), strings + short + b'\0'
        headers += struct.pack('<8sIIIIIIHHI', short, 0, 0, len(data), table + len(contents), 0, 0, 0, 0, flags)
        contents += data
    header = struct.pack('<HHIIIHH', 0x8664, len(sections), 0, table + len(contents), 0, 0, 0)
    return header + headers + contents + struct.pack('<I', 4 + len(strings)) + strings


def macho(sections):
    size = 72 + 80 * len(sections)
    at, contents, headers = 32 + size, b'', b''
    for name, data, flags in sections:
        segment, section = name.split(',')
        headers += struct.pack('<16s16sQQIIIIIIII', section.encode(), segment.encode(), 0, len(data),
                               at + len(contents), 0, 0, 0, flags, 0, 0, 0)
        contents += data
    command = struct.pack('<II16sQQQQIIII', 0x19, size, b'', 0, len(contents), at, len(contents), 7, 7,
                          len(sections), 0)
    return struct.pack('<IIIIIIII', 0xFEEDFACF, 0x0100000C, 0, 1, 1, size, 0, 0) + command + headers + contents


def leb(number):
    return struct.pack('BBBBB', *(number >> 7 * i & 127 | 128 * (i < 4) for i in range(5)))


def wasm(sections):
    out = b'\0asm\1\0\0\0'
    for name, data, _ in sections:
        content = leb(len(name)) + name.encode() + data
        out += b'\0' + leb(len(content)) + content
    return out


def dxbc(chunks):
    at, offsets, contents = 32 + 4 * len(chunks), b'', b''
    for name, data, _ in chunks:
        offsets += struct.pack('<I', at + len(contents))
        contents += name.encode() + struct.pack('<I', len(data)) + data
    size = at + len(contents)
    return b'DXBC' + bytes(16) + struct.pack('<III', 1, size, len(chunks)) + offsets + contents


def pdb(streams):
    """The streams, each in blocks of 512 bytes in a row, from block 5 on; block 3 has the map, 4 the directory."""
    blocks, numbers = b'', b''
    for data in streams:
        for i in range(-(-len(data) // 512)):
            numbers += struct.pack('<I', 5 + len(blocks) // 512 + i)
        blocks += data + bytes(-len(data) % 512)
    directory = struct.pack('<I', len(streams)) + b''.join(struct.pack('<I', len(data)) for data in streams) + numbers
    header = b'Microsoft C/C++ MSF 7.00\r\n\x1aDS\0\0\0' + struct.pack('<6I', 512, 1, 5 + len(blocks) // 512, len(directory), 0, 3)
    return header.ljust(3 * 512, b'\0') + struct.pack('<I', 4).ljust(512, b'\0') + directory.ljust(512, b'\0') + blocks


def program(bitcode):
    padded = bitcode + bytes(-len(bitcode) % 4)
    return struct.pack('<II4sIII', 0x60, 6 + len(padded) // 4, b'DXIL', 0x100, 16, len(bitcode)) + padded


def offload(version, images):
    """Of version 1 there is a binary for each image."""
    if version == 1 and len(images) > 1:
        return b''.join(offload(1, [image]) for image in images)
    header = 40 if version == 3 else 32
    per_string = 16 if version == 1 else 24
    entries, tail = b'', b''
    strings_at = header + 40 * len(images)
    texts_at = strings_at + len(images) * per_string
    tables = b''
    for arch, _ in images:
        key = texts_at + len(tail)
        tail += b'arch\0' + arch.encode() + b'\0'
        tables += struct.pack('<QQ', key, key + 5) + (struct.pack('<Q', len(arch)) if version > 1 else b'')
    tail += bytes(-(texts_at + len(tail)) % 8)
    for i, (_, image) in enumerate(images):
        entries += struct.pack('<HHIQQQQ', 2, 2, 0, strings_at + i * per_string, 1, texts_at + len(tail), len(image))
        tail += image + bytes(-len(image) % 8)
    size = texts_at + len(tail)
    second = 40 if version == 1 else len(images)
    return (b'\x10\xFF\x10\xAD' + struct.pack('<IQQQ', version, size, header, second)
            + bytes(header - 32) + entries + tables + tail)


def bundle(images):
    at = 32 + sum(24 + len(name) for name, _ in images)
    entries, contents = b'', b''
    for name, image in images:
        entries += struct.pack('<QQQ', at + len(contents), len(image), len(name)) + name.encode()
        contents += image
    return b'__CLANG_OFFLOAD_BUNDLE__' + struct.pack('<Q', len(images)) + entries + contents


def wrapper(bitcode):
    return struct.pack('<IIIII', 0x0B17C0DE, 0, 20, len(bitcode), 7) + bitcode


def archive(member):
    header = f'{"m.bc/":<16}{0:<12}{0:<6}{0:<6}{644:<8}{len(member):<10}`\n'.encode()
    return b'!<arch>\n' + header + member


def tar(member):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode='w') as archive_of_tar:
        info = tarfile.TarInfo('lib.o')
        info.size = len(member)
        archive_of_tar.addfile(info, io.BytesIO(member))
    return out.getvalue()


LENGTHS = {'le32': '<I', 'be32': '>I', 'le64': '<Q', 'be64': '>Q'}
CODE, MERGED = 4, 0x30
PARTS = [('.llvmir', MODULE, 0), ('wrapped', wrapper(MODULE), 0), ('devices', offload(2, [('gfx90a', MODULE)]), 0),
         ('bundled', bundle([('hip-amdgcn', MODULE)]), 0), ('library', archive(MODULE), 0)]
PARTS += [(name, struct.pack(form, len(MODULE)) + MODULE, 0) for name, form in LENGTHS.items()]
PARTS += [('two', b''.join(struct.pack('<Q', len(MODULE)) + MODULE for _ in range(2)), 0)]

FILES = {
    'parts.o': elf(PARTS),
    'big.o': elf(PARTS[:1], '>'),
    'jit.o': elf([('.jit.bitcode.with.a.name.that.is.longer.than.those.of.the.table', MODULE, 3)]),
    'bundle.o': elf([('__CLANG_OFFLOAD_BUNDLE__host-x86_64', bytes(1), 0),
                     ('__CLANG_OFFLOAD_BUNDLE__openmp-nvptx64', elf([('.llvmbc', MODULE, 0)]), 0)]),
    'parts.obj': coff([(name, data, 0x40) for name, data, _ in PARTS]),
    'parts.macho': macho([('__FOREIGN,__' + name[:12], data, 0) for name, data, _ in PARTS]),
    'parts.wasm': wasm(PARTS),
    'shader.pdb': pdb([b'', b'old', b'', b'', b'more', dxbc([('ILDB', program(MODULE), 0)])]),
    'stat.dxbc': dxbc([('STAT', program(MODULE), 0)]),
    'two.dxbc': dxbc([('SFI0', bytes(8), 0)]) + bytes(12) + dxbc([(name, program(MODULE), 0) for name in ('DXIL', 'ILDB')]),
    # What must not be taken for more than it is: code, tables of strings, text that begins like an archive.
    'none.o': elf([('.text', MODULE, CODE), ('.rodata.str', MODULE, MERGED), ('.rodata', b'!<arch>\n\0no archive' * 9, 2),
                   ('.data', struct.pack('<Q', 1 << 40) + MODULE, 3), ('short', b'BC\xC0\xDE', 0),
                   ('magics', b'BC\xC0\xDE\xDE\xC0\x17\x0B' + bytes(40), 2), ('swift', b'\xE2\x9C\xA8\x0E' + bytes(60), 2)]),
    'stat.dxil': dxbc([('STAT', b'of another compiler, longer than a header', 0)]),
    # No part that is known begins where the module does.
    'after.dxil': dxbc([('SFI0', bytes(8), 0)]) + b'more' + MODULE,
    'within.pak': b'\1\2pak' + bytes(50) + MODULE,
    'deep.tar': tar(elf([('.rodata', bytes(16) + MODULE, 2)])),
    'v1.bin': offload(1, [('gfx906', MODULE), ('gfx942', MODULE)]),
    'v2.bin': offload(2, [('gfx906', MODULE), ('gfx942', MODULE)]),
    'v3.bin': offload(3, [('gfx906', MODULE), ('gfx942', MODULE)]),
}
for name, data in FILES.items():
    (OUT / name).write_bytes(data)
