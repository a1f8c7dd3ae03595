"""Reads LLVM bitcode in place, by libbitleap.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

    >>> import bitleap
    >>> with bitleap.open("corpora/small/thin-b.clang22.bc") as file:
    ...     for module in file:
    ...         for function in module.functions():
    ...             print(function.name, sum(1 for _ in function))
    from_b 14
    remember 8
    overridable 4

Names and blobs are there as memoryviews into the file, too (`name_bytes`, `blob`, `data`): they keep it mapped. Failures are
exceptions (`Error`) that say where; what is damaged beside what was asked for is in `problems`. Tables have the rest:
`bitleap.table("functions", paths)`. All of the C library is in `lib` and `ffi`, of cffi.
"""
from ._changes import edit, slice, strip
from ._files import File, Function, Global, Instruction, Module, Operand, Record, Stream, dis, open
from ._library import ArgumentError, DamagedError, Error, FileError, UnsupportedError, ffi, lib, static
from ._tables import Column, Table, columns, table, tables

__version__ = static(lib.bl_version())
__all__ = ["ArgumentError", "Column", "DamagedError", "Error", "File", "FileError", "Function", "Global", "Instruction",
           "Module", "Operand", "Record", "Stream", "Table", "UnsupportedError", "columns", "dis", "edit", "ffi", "lib", "open", "slice", "strip",
           "table", "tables"]
