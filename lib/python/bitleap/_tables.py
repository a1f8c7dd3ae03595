"""Tables of what is in bitcode: symbols, functions, types, records and others.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
import ctypes
import os
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from ._files import Path
from ._library import Error, Owner, c_text, check, error_of, ffi, lib, new_error, nothing, static

_TYPES = ("integer", "bool", "text", "numbers")


class Column(NamedTuple):
    """A column: `type` is "integer", "bool", "text" or "numbers"; `unit` is "byte", "bit", … or ""; texts of a column that
    `is_json` are JSON."""

    name: str
    type: str
    unit: str
    is_json: bool
    summary: str


def tables() -> Dict[str, str]:
    """The tables that there are, and what their rows are.

    >>> tables()["symbols"]
    'symbols, as linkers see them'
    """
    info, found = ffi.new("struct bl_table_info *"), {}
    while lib.bl_table_get(len(found), info):
        found[static(info.name)] = static(info.summary)
    return found


def columns(table: str) -> List[Column]:
    """The columns of TABLE, in order."""
    name, column, found = c_text(table, "a table's name"), ffi.new("struct bl_column *"), []
    while lib.bl_table_column(name, len(found), column):
        found.append(Column(static(column.name), _TYPES[column.type], static(column.unit), bool(column.is_json),
                            static(column.summary)))
    if not found:
        raise ValueError(f"there is no table {table!r}; there are: {', '.join(tables())}")
    return found


class Table(Owner):
    """Rows of a table, which are read as they are asked for. Iteration gives tuples; so do fetchone(), fetchmany() and
    fetchall(), as in DB-API. Arrow's consumers take it as it is: pyarrow.table(t), polars.DataFrame(t), and in DuckDB
    `FROM t`. Each row comes once, to whoever asks first."""

    __slots__ = ("name", "columns", "_inputs", "_rows", "_where")

    def __init__(self, name: str, paths: Union[Path, Iterable[Path]], wanted: Optional[Sequence[str]],
                 where: Optional[Mapping[str, Any]], threads: int):
        every = columns(name)
        numbers = {column.name: number for number, column in enumerate(every)}
        unknown = [column for column in wanted or () if column not in numbers]
        if unknown or wanted is not None and (isinstance(wanted, str) or not wanted):
            raise ValueError(f"{name} has no column {unknown[0]!r}" if unknown else "columns are a list of names, or None")
        self.name = name
        self.columns: List[Column] = [every[numbers[column]] for column in wanted] if wanted is not None else every
        chosen = ffi.new("uint32_t[]", [numbers[column.name] for column in self.columns])
        query = ffi.new("struct bl_table_query *", {"columns": chosen, "n_columns": len(chosen), "n_threads": threads})
        kept = _fill(query, dict(where or {}))
        if isinstance(paths, (str, bytes, os.PathLike)):
            paths = [paths]
        texts = [c_text(path, "a path") for path in paths]
        self._where = ", ".join(os.fsdecode(ffi.string(path)) for path in texts)
        opened, err = ffi.new("struct bl_inputs **"), new_error()
        check(lib.bl_inputs_open(opened, ffi.new("char *[]", texts), len(texts), err), err, where=self._where)
        self._inputs = Owner(opened[0], lib.bl_inputs_close, None)
        found = ffi.new("struct bl_table **")
        check(lib.bl_table_open(found, c_text(name, "a table's name"), self._inputs.handle, query, err), err)
        super().__init__(found[0], lib.bl_table_close, self._inputs)
        self._rows: Optional[Iterator[Tuple[Any, ...]]] = None
        del kept

    @property
    def description(self) -> List[Tuple[Any, ...]]:
        """As DB-API has it: name and type of each column."""
        return [(column.name, column.type, None, None, None, None, True) for column in self.columns]

    def batches(self) -> Iterator[Dict[str, List[Any]]]:
        """Rows by column, some thousand at a time."""
        batch, err = ffi.new("struct bl_table_batch *"), new_error()
        while True:
            with self._lock:
                if check(lib.bl_table_next_batch(self.handle, 0, batch, err), err, where=self._where) == 0:
                    return
                found = {column.name: _values(column, batch.vectors[i], batch.n_rows) for i, column in enumerate(self.columns)}
            yield found

    def __iter__(self) -> Iterator[Tuple[Any, ...]]:
        if self._rows is None:
            self.handle
            self._rows = (row for batch in self.batches() for row in zip(*batch.values()))
        return self._rows

    def fetchone(self) -> Optional[Tuple[Any, ...]]:
        return next(iter(self), None)

    def fetchmany(self, size: int = 1) -> List[Tuple[Any, ...]]:
        rows = iter(self)
        return [row for row, _ in zip(rows, range(size))] if size > 0 else []

    def fetchall(self) -> List[Tuple[Any, ...]]:
        return list(self)

    def to_dict(self) -> Dict[str, List[Any]]:
        """All rows that are left, by column."""
        found: Dict[str, List[Any]] = {column.name: [] for column in self.columns}
        for batch in self.batches():
            for name, values in batch.items():
                found[name] += values
        return found

    @property
    def problems(self) -> List[Exception]:
        """What could not be read so far: rows of a damaged file end where it is."""
        problem, found = ffi.new("struct bl_table_problem *"), []
        while lib.bl_inputs_problem(self._inputs.handle, len(found), problem):
            where = f"{os.fsdecode(ffi.string(problem.file))}: " if problem.file else ""
            found.append(Error(where + static(problem.cause), 0, problem.bit_pos if problem.has_pos else None,
                               problem.file_byte if problem.has_pos else None))
        return found

    def close(self) -> None:
        self._rows = None
        super().close()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows that are left, as a capsule with Arrow's stream of batches; the table is closed then."""
        err, stream = new_error(), ffi.new("struct ArrowArrayStream *")
        with self._lock:
            # The stream takes the table over: its handle here must not close it.
            handle = self.handle
            check(lib.bl_table_export_arrow(handle, stream, err), err, where=self._where)
            ffi.gc(handle, None)
            self._handle = self._rows = None
            self._life.close = nothing
        _exported[int(ffi.cast("uintptr_t", stream.private_data))] = (stream.release, self._life)
        stream.release = _release
        address = int(ffi.cast("uintptr_t", stream))
        _capsules[address] = stream
        return _new_capsule(address, b"arrow_array_stream", _drop_capsule)

    def __repr__(self) -> str:
        return f"<bitleap.Table {self.name!r} of {self._where}>"


def _fill(query: Any, where: Mapping[str, Any]) -> list:
    """The conditions WHERE in QUERY; what is to be kept until the table is open."""
    kept = []
    for key, value in where.items():
        if key in ("module", "value"):
            setattr(query, key, value)
            setattr(query, "has_" + key, True)
        elif key in ("file", "name", "attribute", "callee"):
            kept.append(c_text(value, f"where[{key!r}]"))
            setattr(query, "word" if key in ("attribute", "callee") else key, kept[-1])
        else:
            raise ValueError(f"where has no {key!r}; there are: file, module, value, name, attribute, callee")
    return kept


def _values(column: Column, vector: Any, n_rows: int) -> List[Any]:
    if column.type in ("integer", "bool"):
        values: List[Any] = ffi.unpack(vector.integers, n_rows)
        if column.type == "bool":
            values = [bool(value) for value in values]
    else:
        offsets = ffi.unpack(vector.offsets, n_rows + 1)
        if column.type == "numbers":
            numbers = ffi.unpack(vector.numbers, offsets[-1]) if offsets[-1] else []
            values = [numbers[begin:end] for begin, end in zip(offsets, offsets[1:])]
        else:
            all_text = ffi.buffer(vector.bytes, offsets[-1])[:] if offsets[-1] else b""
            values = [all_text[begin:end].decode("utf-8", "surrogateescape") for begin, end in zip(offsets, offsets[1:])]
    if vector.n_nulls:
        validity = ffi.buffer(vector.validity, (n_rows + 7) // 8)[:]
        values = [value if validity[i >> 3] >> (i & 7) & 1 else None for i, value in enumerate(values)]
    return values


def table(name: str, paths: Union[Path, Iterable[Path]], columns: Optional[Sequence[str]] = None,
          where: Optional[Mapping[str, Any]] = None, threads: int = 0) -> Table:
    """The table NAME (see `tables()`) of all that is in the files, archives, directories and index files at PATHS: COLUMNS of
    it, or all, and of rows those that WHERE has: `file`, `module`, `value`, `name` (with * ? [ a pattern), `attribute`,
    `callee`. What is not asked for costs nothing.

    >>> table("functions", "corpora/small/thin-b.clang22.bc", columns=["name", "instructions"]).to_dict()
    {'name': ['from_b', 'remember', 'overridable'], 'instructions': [14, 8, 4]}
    """
    return Table(name, paths, columns, where, threads)


# ---- Arrow ----

# What streams that are exported need until they are released, by their private_data; consumers move them elsewhere.
_exported: Dict[int, Any] = {}
# Those that are in a capsule.
_capsules: Dict[int, Any] = {}


@ffi.callback("void(struct ArrowArrayStream *)")
def _release(stream: Any) -> None:
    release, life = _exported.pop(int(ffi.cast("uintptr_t", stream.private_data)))
    release(stream)
    life(ffi.NULL)


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_capsule_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)(("PyCapsule_GetPointer", ctypes.pythonapi))


@ctypes.PYFUNCTYPE(None, ctypes.c_void_p)
def _drop_capsule(capsule: int) -> None:
    stream = _capsules.pop(_capsule_pointer(capsule, b"arrow_array_stream"))
    if stream.release:
        stream.release(stream)
