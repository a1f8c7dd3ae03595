"""Files, streams, modules, functions, instructions.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import os
from typing import Any, Iterator, List, NamedTuple, Optional, Tuple, Union

from ._library import (ArgumentError, DamagedError, Owner, c_text, c_view, check, collect, error_of, ffi, lib, memory,
                       new_error, nothing, static, text)

Path = Union[str, bytes, "os.PathLike[Any]"]
_KINDS = {lib.BL_GLOBAL_VARIABLE: "variable", lib.BL_GLOBAL_FUNCTION: "function", lib.BL_GLOBAL_ALIAS: "alias",
          lib.BL_GLOBAL_IFUNC: "ifunc"}
_OPERANDS = ("value", "block", "metadata", "integer", "range", "raw")


class Operand(NamedTuple):
    """An operand: `kind` is "value", "block", "metadata", "integer", "range" or "raw"; `number` says which; `type` is the
    number of a value's type, or None."""

    kind: str
    number: int
    type: Optional[int]


class Instruction(NamedTuple):
    """An instruction. `value` is the number of its result, or None; `bit_pos` that of its record in the stream; `line` and
    `column` are 0 without a debug location; `text` is its line of LLVM assembly where that was asked for, or None."""

    opcode: str
    operands: Tuple[Operand, ...]
    value: Optional[int]
    type: Optional[int]
    basic_block: int
    bit_pos: int
    line: int
    column: int
    text: Optional[str]


class Record(NamedTuple):
    """A record of a stream. `operands` are those that llvm-bcanalyzer prints; `blob` is a memoryview into the file."""

    block_id: int
    code: int
    operands: Tuple[int, ...]
    blob: Optional[memoryview]
    bit_pos: int


def _number(value: int) -> Optional[int]:
    return None if value == lib.BL_NONE else value


class File(Owner):
    """A file that is mapped. Iteration goes through its modules.

    >>> with File("corpora/small/ar-gnu.llvm22.a") as file:
    ...     for module in file:
    ...         print(module.path, len(module.functions()))
    (one.o)!.llvmbc 1
    (two.o)!.llvmbc 1
    (two.bc) 1
    """

    __slots__ = ("path", "nested", "problems", "_flags")

    def __init__(self, path: Path, copy: bool = False):
        whole = c_text(path, "a path")
        cut = lib.bl_path_split(whole)
        given = ffi.string(whole)
        self.path = os.fsdecode(given[:cut])
        self.nested = os.fsdecode(given[cut:])
        #: What could not be read on the way through streams and modules
        self.problems: List[Exception] = []
        self._flags = lib.BL_OPEN_COPY if copy else lib.BL_OPEN_GUARDED
        opened, err = ffi.new("struct bl_file **"), new_error()
        check(lib.bl_file_open(opened, c_text(self.path, "a path"), self._flags, err), err, where=self.path)
        super().__init__(opened[0], lib.bl_file_close, None)
        if lib.bl_file_unpack(opened[0], err) < 0:
            self.problems.append(error_of(err, where=self.path))

    @property
    def data(self) -> memoryview:
        """All bytes of the file or, if it is packed (zip, .tar.xz, .deb …), of what is in it."""
        return memory(lib.bl_file_view(self.handle), self.handle)

    def check(self) -> None:
        """Raise FileError if the file has changed or shrunk, or could not be read, since it was opened."""
        err = new_error()
        with self._lock:
            check(lib.bl_file_check(self.handle, err), err, where=self.path)

    def streams(self) -> Iterator["Stream"]:
        """Each stream in the file, in whatever containers. Bad parts are left out, and added to `problems`; where there is
        no stream at all DamagedError says what the file is instead."""
        err, opened, found = new_error(), ffi.new("struct bl_search **"), ffi.new("struct bl_found *")
        path, nested = c_text(self.path, "a path"), c_text(self.nested, "a path")
        with self._lock:
            check(lib.bl_search_open(opened, lib.bl_file_view(self.handle), path, err), err, where=self.path)
            search = Owner(opened[0], lib.bl_search_close, self, path, nested)
            lib.bl_search_open_members(search.handle, self._flags)
            if self.nested:
                lib.bl_search_within(search.handle, nested)
        n = 0
        while True:
            with self._lock:
                rc = lib.bl_search_next(search.handle, found, err)
                name = os.fsdecode(ffi.string(found.path)) if found.path else ""
                if rc < 0:
                    self.problems.append(error_of(err, where=self.path + name))
                if rc < 0 and err.status == lib.BL_E_NOMEM:
                    raise self.problems[-1]
                stream = Stream(self, name, found) if rc > 0 else None
            if rc == 0:
                break
            if stream:
                n += 1
                yield stream
        if n == 0:
            lib.bl_search_explain(search.handle, err)
            raise self.problems[0] if self.problems else error_of(err, where=self.path + self.nested)

    def modules(self) -> Iterator["Module"]:
        """Each module of LLVM IR of each stream."""
        for stream in self.streams():
            yield from stream.modules()

    __iter__ = modules

    def __repr__(self) -> str:
        return f"<bitleap.File {self.path!r}>"


class Stream(Owner):
    """A bitstream in a file. `path` leads from the file to it: "" is the file itself, "(one.bc)" a member of an archive."""

    __slots__ = ("file", "path", "kind", "file_offset", "_whole", "_keep")

    def __init__(self, file: File, path: str, found: Any):
        stream = ffi.new("struct bl_stream *", found.stream)
        whole, kept = found.whole, file.handle
        if found.member_file:
            # Of a thin archive: the search has its file open only until the next stream.
            kept = File(ffi.string(found.member_file), copy=file._flags == lib.BL_OPEN_COPY).handle
            view, before = lib.bl_file_view(kept), stream.bytes.data - whole.data
            if stream.file_offset + stream.bytes.size > view.size or stream.file_offset - before + whole.size > view.size:
                raise DamagedError(f"{file.path}{path}: the file has changed", lib.BL_E_STALE)
            stream.bytes.data = view.data + stream.file_offset
            whole.data = stream.bytes.data - before
        self.file, self.path, self._keep = file, path, kept
        self.kind = static(lib.bl_stream_kind_name(stream.kind))
        self.file_offset = stream.file_offset
        self._whole = ffi.new("struct bl_view *", whole)
        super().__init__(stream, nothing, file, kept)

    @property
    def where(self) -> str:
        """The file's path and the way to the stream."""
        return self.file.path + self.path

    @property
    def data(self) -> memoryview:
        """The bytes of the stream, from its magic number on."""
        return memory(self.handle.bytes, self._keep)

    def modules(self) -> Iterator["Module"]:
        """Each module of LLVM IR in the stream; none in streams of other kinds."""
        if self.handle.kind != lib.BL_STREAM_LLVM_IR:
            return
        opened, err = ffi.new("struct bl_index **"), new_error()
        with self._lock:
            check(lib.bl_index_open(opened, self.handle, err), err, self.handle, self.where)
            index = Owner(opened[0], lib.bl_index_close, self)
        block = lib.BL_NONE
        while True:
            with self._lock:
                block = lib.bl_module_next(index.handle, block)
            if block == lib.BL_NONE:
                break
            yield Module(self, index, block)
        end = ffi.new("uint64_t *")
        with self._lock:
            if lib.bl_index_end(index.handle, end, err) < 0:
                self.file.problems.append(error_of(err, self._handle or ffi.NULL, self.where))

    def records(self, block_id: Optional[int] = None) -> Iterator[Record]:
        """All records, or those of blocks of BLOCK_ID, in order; damage raises where it is.

        >>> from bitleap import lib
        >>> stream = next(File("corpora/small/thin-b.clang22.bc").streams())
        >>> strtab = next(stream.records(lib.BL_BLOCK_STRTAB))
        >>> bytes(strtab.blob[:8])
        b'shared_s'
        """
        opened, event, err = ffi.new("struct bl_walk **"), ffi.new("struct bl_event *"), new_error()
        with self._lock:
            check(lib.bl_walk_open(opened, self.handle, 0, ffi.NULL, err), err, self.handle, self.where)
            walk = Owner(opened[0], lib.bl_walk_close, self)
        stream = self.handle
        while True:
            with self._lock:
                if check(lib.bl_walk_next(walk.handle, event, err), err, stream, self.where) == 0:
                    return
                if event.kind != lib.BL_EVENT_RECORD or (block_id is not None and event.block.block_id != block_id):
                    continue
                record = event.record
                found = Record(event.block.block_id, record.code, tuple(ffi.unpack(record.ops, record.n_ops)) if record.n_ops else (),
                               memory(record.blob, self._keep) if record.has_blob else None, record.bit_pos)
            yield found

    def __repr__(self) -> str:
        return f"<bitleap.Stream {self.where!r}: {self.kind}>"


class Module(Owner):
    """A module of LLVM IR."""

    __slots__ = ("stream", "path", "_globals", "_numbers")

    def __init__(self, stream: Stream, index: Owner, block: int):
        self.stream, self.path = stream, stream.path
        self._globals: Optional[list] = None
        self._numbers: Optional[Owner] = None
        opened, err = ffi.new("struct bl_module **"), new_error()
        with stream._lock:
            check(lib.bl_module_open(opened, index.handle, block, err), err, where=stream.where)
        super().__init__(opened[0], lib.bl_module_close, index)

    def _check(self, status: int, err: Any) -> int:
        handle = self._handle  # None: it was closed while something of it is read to its end
        return check(status, err, lib.bl_module_stream(handle) if handle else ffi.NULL, self.stream.where)

    def _info(self, name: str) -> str:
        info, err = ffi.new("struct bl_module_info *"), new_error()
        with self._lock:
            lib.bl_module_get_info(self.handle, 0, info, err)  # damage later in the module leaves what is before it
            return text(getattr(info, name))

    @property
    def producer(self) -> str:
        """Who wrote it: "LLVM19.1.7"."""
        return self._info("producer")

    @property
    def triple(self) -> str:
        """The target: "x86_64-pc-linux-gnu"."""
        return self._info("triple")

    @property
    def data_layout(self) -> str:
        return self._info("data_layout")

    @property
    def source_file(self) -> str:
        return self._info("source_file")

    def globals(self) -> List["Global"]:
        """Variables, functions, aliases and ifuncs: number I is value I. Those that are declared are among them."""
        if self._globals is None:
            found, n, err = ffi.new("const struct bl_global **"), ffi.new("uint32_t *"), new_error()
            with self._lock:
                self._check(lib.bl_module_globals(self.handle, found, n, err), err)
                self._globals = [(Function if found[0][i].kind == lib.BL_GLOBAL_FUNCTION else Global, i, found[0][i])
                                 for i in range(n[0])]
        self.handle
        return [kind(self, i, record) for kind, i, record in self._globals]

    def functions(self) -> List["Function"]:
        """Functions that have a body."""
        return [value for value in self.globals() if isinstance(value, Function) and not value.is_declaration]

    def find(self, name: Union[str, bytes]) -> Optional["Global"]:
        """The global value called NAME, or None."""
        kept: list = []
        view = ffi.new("struct bl_view *", c_view(name, "a name", kept))
        value, err = ffi.new("uint32_t *"), new_error()
        with self._lock:
            found = self._check(lib.bl_module_find(self.handle, view[0], value, err), err)
        return self.globals()[value[0]] if found else None

    def _printer(self) -> Owner:
        opened, err = ffi.new("struct bl_slots **"), new_error()
        if self._numbers is None:
            self._check(lib.bl_slots_open(opened, self.handle, err), err)
            self._numbers = Owner(opened[0], lib.bl_slots_close, self)
        opened = ffi.new("struct bl_printer **")
        self._check(lib.bl_printer_open(opened, self.handle, self._numbers.handle, err), err)
        return Owner(opened[0], lib.bl_printer_close, self._numbers)

    def text(self) -> str:
        """The module as LLVM assembly, which llvm-dis of its LLVM prints."""
        err, kept = new_error(), []
        with self._lock:
            printer = self._printer()
            name = ffi.new("struct bl_view *", c_view(os.fsencode(self.stream.where), "a path", kept))
            return collect(lambda put, context: self._check(
                lib.bl_printer_print_module(printer.handle, name[0], 0, put, context, err), err))

    def close(self) -> None:
        self._globals = self._numbers = None
        super().close()

    def __repr__(self) -> str:
        return f"<bitleap.Module {self.stream.where!r}>"


class Global:
    """A variable, function, alias or ifunc of a module."""

    __slots__ = ("module", "value", "_record", "_module_handle")

    def __init__(self, module: Module, value: int, record: Any):
        self.module, self.value, self._record, self._module_handle = module, value, record, module.handle

    @property
    def name(self) -> str:
        """Its name, "" if it has none."""
        return text(self._record.name)

    @property
    def name_bytes(self) -> memoryview:
        """Its name where it is in the file; not copied."""
        return memory(self._record.name, self._module_handle)

    @property
    def kind(self) -> str:
        """"variable", "function", "alias" or "ifunc"."""
        return _KINDS[self._record.kind]

    @property
    def linkage(self) -> str:
        """In LLVM's spelling: "internal"; "" is external."""
        return static(lib.bl_linkage_name(self._record.linkage))

    @property
    def visibility(self) -> str:
        return static(lib.bl_visibility_name(self._record.visibility))

    @property
    def is_declaration(self) -> bool:
        return bool(self._record.is_declaration)

    @property
    def bit_pos(self) -> int:
        """Of its record in the stream."""
        return int(self._record.bit_pos)

    def text(self) -> str:
        """Its LLVM assembly, as it is in that of the module."""
        err = new_error()
        with self.module._lock:
            printer = self.module._printer()
            return collect(lambda put, context: self.module._check(
                lib.bl_printer_print_global(printer.handle, self.value, put, context, err), err))

    def __repr__(self) -> str:
        return f"<bitleap.{type(self).__name__} {self.name!r}>"


class Function(Global):
    """A function. Iteration goes through its instructions."""

    __slots__ = ()

    def instructions(self, with_text: bool = False) -> Iterator[Instruction]:
        """The instructions of the body, read as they are asked for; of a declaration none. WITH_TEXT makes `text` the line
        of LLVM assembly, which costs more.

        >>> module = next(iter(File("corpora/small/thin-b.clang22.bc")))
        >>> for instruction in module.find("overridable").instructions(with_text=True):
        ...     print(instruction.opcode, instruction.line, instruction.text)
        load 25 %2 = load i64, ptr @history, align 16, !dbg !65, !tbaa !55
        trunc 25 %3 = trunc i64 %2 to i32, !dbg !66
        add 25 %4 = add nsw i32 %0, %3, !dbg !67
        ret 25 ret i32 %4, !dbg !68
        """
        if self.is_declaration:
            return
        module, err = self.module, new_error()
        with module._lock:
            reader = module._printer() if with_text else self._open(err)
            if with_text:
                module._check(lib.bl_printer_load(reader.handle, self.value, err), err)
        read = self._next_with_text if with_text else self._next
        while True:
            with module._lock:
                instruction = read(reader, err)
            if instruction is None:
                return
            yield instruction

    __iter__ = instructions

    def _open(self, err: Any) -> Owner:
        opened = ffi.new("struct bl_function **")
        self.module._check(lib.bl_function_open(opened, self.module.handle, self.value, err), err)
        return Owner(opened[0], lib.bl_function_close, self.module)

    def _next(self, reader: Owner, err: Any) -> Optional[Instruction]:
        found = ffi.new("struct bl_instruction *")
        status = lib.bl_function_next(reader.handle, found, err)
        return self._copy(found, None) if self.module._check(status, err) else None

    def _next_with_text(self, reader: Owner, err: Any) -> Optional[Instruction]:
        found, status = ffi.new("const struct bl_instruction **"), []
        line = collect(lambda put, context: status.append(lib.bl_printer_next(reader.handle, found, put, context, err)))
        return self._copy(found[0], line) if self.module._check(status[0], err) else None

    def _copy(self, found: Any, line: Optional[str]) -> Instruction:
        operands = tuple(Operand(_OPERANDS[o.kind], o.number, _number(o.type) if o.kind == lib.BL_OPERAND_VALUE else None)
                         for o in (found.operands[0:found.n_operands] if found.n_operands else ()))
        return Instruction(static(lib.bl_opcode_name(found.opcode)), operands, _number(found.value), _number(found.type),
                           found.basic_block, found.bit_pos, found.location.line if found.has_location else 0,
                           found.location.column if found.has_location else 0, line)


def open(path: Path, copy: bool = False) -> File:
    """Open the file at PATH, which may lead on into it: "lib.a(one.bc)". It is mapped or, with COPY, read into memory, for
    files that others may cut while they are open: of a mapped file what is lost reads as zeros, and File.check() fails. What is
    packed is unpacked, where libarchive is installed."""
    return File(path, copy)


def dis(path: Path, *names: Union[str, bytes]) -> str:
    """The LLVM assembly of all modules at PATH or, with NAMES, of these global values, as `bitleap dis` prints it.

    >>> print(dis("corpora/small/values.llvm22.bc", "flow_fast"), end="")
    ; Function Attrs: nounwind memory(none) alignstack(16)
    define internal fastcc i32 @flow_fast(i32 returned %i) unnamed_addr #0 align 32 {
      ret i32 %i
    }
    """
    with File(path) as file:
        pieces = []
        for module in file:
            found = [module.find(name) for name in names]
            pieces += [value.text() for value in found if value] if names else [module.text()]
    if names and not pieces:
        raise ArgumentError(f"{os.fsdecode(path)}: no global value of that name", lib.BL_E_ARGUMENT)
    return ("\n" if names else "").join(pieces)
