"""The library, its errors, and who keeps what alive.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

What the library opens is a handle: a cdata that closes itself when nothing refers to it any more. A handle refers to
those that it needs (a module to its index, that to the file), and so does each memoryview. So close() of an object
only lets go of its own handle, and nothing is unmapped while it can still be reached.
"""
import os
import threading
from typing import Any, Callable, Optional

from ._declarations import ffi, soname

lib = ffi.dlopen(os.environ.get("BITLEAP_LIBRARY", soname))

for _name in ffi.list_types()[1]:
    _size = lib.bl_sizeof(_name.encode())
    if _size and _size != ffi.sizeof(f"struct {_name}"):
        raise ImportError(f"struct {_name} has other fields in the library that was found: it is of another version")


class Error(Exception):
    """What the library could not do. `status` is the number of bl_status; `bit_pos`, `byte` (in the file) and `blocks`
    (pairs of block id and bit) are where, or None; str() has all of it."""

    def __init__(self, text: str, status: int = 0, bit_pos: Optional[int] = None, byte: Optional[int] = None, blocks: Any = ()):
        super().__init__(text)
        self.status, self.bit_pos, self.byte, self.blocks = status, bit_pos, byte, list(blocks)


class DamagedError(Error):
    """The file is no bitcode, is damaged, cut off, or over a limit."""


class UnsupportedError(DamagedError):
    """The file is sound, as far as is known, and of a kind that is not read."""


class ArgumentError(Error, ValueError):
    """There is no such thing, or it cannot be done."""


class FileError(Error, OSError):
    """The system could not read or write; `errno` says why."""


for _class in (Error, DamagedError, UnsupportedError, ArgumentError, FileError):
    _class.__module__ = "bitleap"


def error_of(err: Any, stream: Any = ffi.NULL, where: str = "") -> Exception:
    """The exception for a bl_error; WHERE names the file or what is in it."""
    if err.status == lib.BL_E_NOMEM:
        return MemoryError(where)
    room = ffi.new("char[]", lib.BL_ERROR_TEXT_MAX)
    lib.bl_error_format(err, stream, room, lib.BL_ERROR_TEXT_MAX)
    text = ffi.string(room).decode(errors="replace")
    kinds = {lib.BL_E_ARGUMENT: ArgumentError, lib.BL_E_SYSTEM: FileError, lib.BL_E_UNSUPPORTED: UnsupportedError}
    kind = kinds.get(err.status, DamagedError)
    has_pos = bool(err.has_pos)
    error = kind(f"{where}: {text}" if where else text, err.status, err.bit_pos if has_pos else None,
                 lib.bl_error_byte(err, stream) if has_pos else None,
                 [(step.block_id, step.bit_pos) for step in err.path[0 : min(err.depth, lib.BL_ERROR_PATH_MAX)]])
    if kind is FileError:
        error.errno = err.sys_errno
    return error


def check(status: int, err: Any, stream: Any = ffi.NULL, where: str = "") -> int:
    """STATUS, unless it is a failure."""
    if status < 0:
        raise error_of(err, stream, where)
    return status


def new_error() -> Any:
    return ffi.new("struct bl_error *")


class _Life:
    """Closes a handle when neither it nor what was opened of it is there any more: of garbage in a cycle Python finalizes the
    older first."""

    def __init__(self, close: Callable, lock: Any, parent: Optional["_Life"], *kept: Any):
        self.close, self.lock, self.parent, self.kept, self.users = close, lock, parent, kept, 1
        if parent:
            with lock:
                parent.users += 1

    def __call__(self, pointer: Any) -> None:
        with self.lock:
            self.pointer = pointer
            self.leave()

    def leave(self) -> None:
        self.users -= 1
        if self.users == 0:
            self.close(self.pointer)
            if self.parent:
                self.parent.leave()


class Owner:
    """Something that is open. One thread at a time uses it and what was opened of it: a lock sees to that."""

    __slots__ = ("_handle", "_life", "_lock", "__weakref__")

    def __init__(self, pointer: Any, close: Callable, parent: Optional["Owner"], *kept: Any):
        self._lock = parent._lock if parent else threading.RLock()
        self._life = _Life(close, self._lock, parent and parent._life, parent and parent._handle, *kept)
        self._handle = ffi.gc(pointer, self._life)

    @property
    def handle(self) -> Any:
        """The pointer of the library, for calls of `bitleap.lib`. ValueError once it is closed."""
        handle = self._handle
        if handle is None:
            raise ValueError(f"{type(self).__name__} is closed")
        return handle

    @property
    def closed(self) -> bool:
        return self._handle is None

    def close(self) -> None:
        """Let go of it. What was opened of it, and memoryviews, stay valid, and keep the file mapped."""
        self._handle = None

    def __enter__(self) -> Any:
        self.handle
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


def nothing(_: Any) -> None:
    pass


class _NoLock:
    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: Any) -> None:
        pass


def memory(view: Any, *kept: Any) -> memoryview:
    """The bytes of a bl_view, not copied, which keep KEPT alive."""
    if not view.size:
        return memoryview(b"")
    pointer = ffi.gc(view.data, _Life(nothing, _NoLock(), None, *kept))
    return memoryview(ffi.buffer(pointer, view.size)).toreadonly()


def text(view: Any) -> str:
    """The text of a bl_view; bytes that are no UTF-8 become surrogates, as in os.fsdecode()."""
    return ffi.buffer(view.data, view.size)[:].decode("utf-8", "surrogateescape") if view.size else ""


def static(pointer: Any) -> str:
    """A text of C that stays."""
    return ffi.string(pointer).decode() if pointer else ""


def c_text(value: Any, what: str) -> Any:
    """VALUE as a text of C: str, bytes or a path."""
    value = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else os.fsencode(value)
    if b"\0" in value:
        raise ValueError(f"{what} has a null character in it")
    return ffi.new("char[]", value)


def c_view(value: Any, what: str, kept: list) -> dict:
    """VALUE, a str or bytes, as a bl_view, whose bytes KEPT keeps."""
    if not isinstance(value, (str, bytes)):
        raise TypeError(f"{what} is a str or bytes, not {type(value).__name__}")
    value = value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value
    kept.append(ffi.new("uint8_t[]", value or b"\0"))
    return {"data": kept[-1], "size": len(value)}


@ffi.callback("bl_put_fn")
def _put(context: Any, piece: Any, size: int) -> None:
    ffi.from_handle(context).append(ffi.buffer(piece, size)[:])


def collect(call: Callable[[Any, Any], Any]) -> str:
    """The text that CALL prints, which gets a bl_put_fn and its context."""
    pieces: list = []
    context = ffi.new_handle(pieces)
    call(_put, context)
    return b"".join(pieces).decode("utf-8", "surrogateescape")
