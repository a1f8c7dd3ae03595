"""Slices, edits and strips: what is written is read back, and compared with what it was made of.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
from typing import Any, Callable, Iterable, Mapping, Optional, Union

from ._files import File, Module, Path, Stream
from ._library import ArgumentError, Owner, c_text, c_view, check, ffi, lib, new_error, text

Name = Union[str, bytes]


def _only(items: Iterable[Any], what: str, where: str) -> Any:
    found = [item for item, _ in zip(items, range(2))]
    if len(found) != 1:
        raise ArgumentError(f"{where}: {'several' if found else 'no'} {what}s: name one by its path", lib.BL_E_ARGUMENT)
    return found[0]


def _stream(source: Union[Path, Stream]) -> Stream:
    if isinstance(source, Stream):
        return source
    file = File(source)
    return _only(file.streams(), "stream", file.path + file.nested)


def slice(source: Union[Path, Module], *names: Name, keep_linkage: bool = False, delete: bool = False,
          with_globals: bool = False, recursive: bool = False, debug: bool = True, assembly: bool = False,
          check_result: bool = True) -> bytes:
    """The definitions NAMES of a module as a module of their own, for the LLVM that wrote it; all else that they need is
    declared. With DELETE the rest of the module.

    >>> part = slice("corpora/small/thin-b.clang22.bc", "from_b")
    >>> part[:4]
    b'BC\\xc0\\xde'
    """
    if isinstance(source, Module):
        module = source
    else:
        file = File(source)
        module = _only(file.modules(), "module", file.path + file.nested)
    flags = (keep_linkage * lib.BL_SLICE_KEEP_LINKAGE | delete * lib.BL_SLICE_DELETE | with_globals * lib.BL_SLICE_WITH_GLOBALS
             | recursive * lib.BL_SLICE_RECURSIVE | (not debug) * lib.BL_SLICE_NO_DEBUG | assembly * lib.BL_SLICE_KEEP_ASSEMBLY)
    values = []
    for name in names:
        value = module.find(name)
        if value is None:
            raise ArgumentError(f"{module.stream.where}: no global value {name!r}", lib.BL_E_ARGUMENT)
        values.append(value.value)
    opened, made, err = ffi.new("struct bl_slice **"), ffi.new("struct bl_view *"), new_error()
    with module._lock:
        module._check(lib.bl_slice_open(opened, module.handle, flags, err), err)
        part = Owner(opened[0], lib.bl_slice_close, module)
        for value in values:
            module._check(lib.bl_slice_add(part.handle, value, err), err)
        module._check(lib.bl_slice_make(part.handle, made, ffi.NULL, err), err)
        if check_result:
            module._check(lib.bl_slice_check(part.handle, err), err)
        return bytes(ffi.buffer(made.data, made.size))


def _rewritten(stream: Stream, change: Callable[[Any, Any], int], compare: Optional[Callable[[Any, Any], int]]) -> bytes:
    """What is written of STREAM, with its wrapper, after CHANGE of a bl_rewrite."""
    opened, err = ffi.new("struct bl_rewrite **"), new_error()
    with stream._lock:
        check(lib.bl_rewrite_open(opened, stream.handle, 0, err), err, stream.handle, stream.where)
        rewrite = Owner(opened[0], lib.bl_rewrite_close, stream)
        lib.bl_rewrite_wrap(rewrite.handle, stream._whole[0])
        check(change(rewrite.handle, err), err, stream.handle, stream.where)
        if compare:
            check(compare(rewrite.handle, err), err, stream.handle, stream.where)
        written = ffi.new("struct bl_view *")
        check(lib.bl_rewrite_join(rewrite.handle, written, err), err, stream.handle, stream.where)
        return bytes(ffi.buffer(written.data, written.size))


def strip(source: Union[Path, Stream], debug: bool = False, names: bool = False, use_lists: bool = False,
          symbol_table: bool = False, summary: bool = False, module_hash: bool = False, kinds: Iterable[str] = (),
          check_result: bool = True) -> bytes:
    """The stream without what is named: debug information, names of locals, orders of uses, the symbol table, summaries,
    the hash, attachments of KINDS ("tbaa").

    >>> import os
    >>> path = "corpora/small/c-g-O2.clang22.bc"
    >>> len(strip(path, debug=True)) < os.path.getsize(path)
    True
    """
    stream = _stream(source)
    if isinstance(kinds, (str, bytes)):
        raise TypeError("kinds are a list of names")
    texts = [c_text(kind, "a kind") for kind in kinds]
    flags = (debug * lib.BL_STRIP_DEBUG | names * lib.BL_STRIP_NAMES | use_lists * lib.BL_STRIP_USE_LISTS
             | symbol_table * lib.BL_STRIP_SYMBOL_TABLE | summary * lib.BL_STRIP_SUMMARY | module_hash * lib.BL_STRIP_HASH)
    options = ffi.new("struct bl_strip_options *", {"flags": flags, "n_kinds": len(texts)})
    options.kinds = listed = ffi.new("char *[]", texts)
    result = _rewritten(stream, lambda rewrite, err: lib.bl_strip(rewrite, stream.handle, options, ffi.NULL, err),
                        (lambda rewrite, err: lib.bl_strip_check(rewrite, options, err)) if check_result else None)
    del listed
    return result


@ffi.callback("bl_symbol_edit_fn", error=-10)
def _edit_symbol(context: Any, value: Any, edit: Any) -> int:
    return ffi.from_handle(context)(value, edit)


def edit(source: Union[Path, Stream], rename: Optional[Mapping[str, str]] = None, localize: Iterable[str] = (),
         globalize: Iterable[str] = (), weaken: Iterable[str] = (), triple: Optional[Name] = None,
         data_layout: Optional[Name] = None, source_file: Optional[Name] = None, producer: Optional[Name] = None,
         prefixes: Optional[Mapping[str, str]] = None, check_result: bool = True) -> bytes:
    """The stream with other names, linkage, target or paths: RENAME is a mapping of names of symbols, the next three are
    lists of names (before they are changed), PREFIXES a mapping of beginnings of paths in metadata.

    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile(suffix=".bc") as out:
    ...     out.write(edit("corpora/small/thin-b.clang22.bc", rename={"from_b": "renamed"})) and out.flush()
    ...     [function.name for function in next(iter(File(out.name))).functions()]
    ['renamed', 'remember', 'overridable']
    """
    stream = _stream(source)
    for what in (localize, globalize, weaken):
        if isinstance(what, (str, bytes)):
            raise TypeError("names are a list")
    links = {name: linkage for names, linkage in ((localize, lib.BL_RELINK_LOCALIZE), (globalize, lib.BL_RELINK_GLOBALIZE),
                                                  (weaken, lib.BL_RELINK_WEAKEN)) for name in names}
    kept: list = []
    names = {old: c_view(new, "a name", kept) for old, new in dict(rename or {}).items()}
    edits = ffi.new("struct bl_edits *")
    for field, value in (("triple", triple), ("data_layout", data_layout), ("source_filename", source_file), ("producer", producer)):
        if value is not None:
            setattr(edits, field, c_view(value, field, kept))
    maps = ffi.new("struct bl_prefix_map[]", [{"from": c_view(old, "a prefix", kept), "to": c_view(new, "a prefix", kept)}
                                              for old, new in dict(prefixes or {}).items()])
    edits.prefixes, edits.n_prefixes = maps, len(maps)

    def symbol(value: Any, answer: Any) -> int:
        name = text(value.name)
        answer.linkage = links.get(name, lib.BL_RELINK_KEEP)
        if name in names:
            answer.name = names[name]
        return 0

    context = ffi.new_handle(symbol)
    if names or links:
        edits.symbol, edits.context = _edit_symbol, context
    return _rewritten(stream, lambda rewrite, err: lib.bl_edit(rewrite, edits, ffi.NULL, err),
                      (lambda rewrite, err: lib.bl_edit_check(rewrite, edits, err)) if check_result else None)
