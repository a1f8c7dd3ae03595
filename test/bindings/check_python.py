# check_python.py - the Python package: its examples, its answers against the command's, and misuse
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check_python.py COMMAND CORPUS, in a directory that can be written to and has the corpora that examples name
import ctypes
import doctest
import faulthandler
import gc
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import zipfile

import bitleap

faulthandler.enable()
command, corpus = sys.argv[1], sys.argv[2]
files = sorted(str(path) for path in pathlib.Path(corpus).iterdir() if path.suffix in (".bc", ".a", ".o", ".dia"))
checked = 0


def equal(got, expected, what):
    global checked
    checked += 1
    if got != expected:
        sys.exit(f"{what}: {str(got)[:300]!r}, not {str(expected)[:300]!r}")


def run(*arguments):
    """What the command prints, and whether it was content."""
    done = subprocess.run([command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout, done.returncode == 0


# ---- Examples ----

for name in ("bitleap", "bitleap._files", "bitleap._tables", "bitleap._changes"):
    failed, attempted = doctest.testmod(importlib.import_module(name))
    equal((failed, attempted > 0), (0, True), f"examples of {name}")

blocks = re.findall(r"^```python\n(.*?)^```", pathlib.Path(corpus, "../../README.md").resolve().read_text(), re.M | re.S)
pathlib.Path("README.md").write_text("no bitcode\n")
for block in blocks:
    failed, attempted = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(block, {}, "README.md", None, None))
    equal((failed, attempted > 0), (0, True), "examples of README.md")
equal(len(blocks), 1, "blocks of README.md")

# ---- Answers ----

# Every table of every file, all columns, is what SQL gives, in Python's objects and in Arrow's.
for name in bitleap.tables():
    if name in ("errors", "files"):
        continue
    columns = [column.name for column in bitleap.columns(name) if column.name not in ("assembly", "text_bytes")]
    listed = ", ".join(f'"{column}"' for column in columns)
    for path in files[::7]:
        text, good = run("sql", "--format=ndjson", f"SELECT {listed} FROM {name}", path)
        if not good:
            continue
        rows = [json.loads(line) for line in text.decode("utf-8", "surrogateescape").splitlines()]
        got = bitleap.table(name, path, columns=columns)
        is_json = [column.is_json or column.type == "numbers" for column in got.columns]
        expected = [tuple(row.values()) for row in rows]
        for found, wanted in zip(got, expected):
            for value, want, column, of_json in zip(found, wanted, columns, is_json):
                if of_json and isinstance(value, str):
                    value = json.loads(value)
                if isinstance(want, str) and isinstance(value, list):
                    want = json.loads(want)
                if isinstance(value, str) and value != want:  # bytes that are no UTF-8
                    value = value.encode("utf-8", "surrogateescape").decode("latin-1")
                equal(value, want, f"{path}: {name}.{column}")
        equal(len(bitleap.table(name, path, columns=columns[:1]).fetchall()), len(rows), f"{path}: rows of {name}")

for path in files:
    text, good = run("dis", path)
    if good and text:
        equal(bitleap.dis(path).encode("utf-8", "surrogateescape"), text, f"dis {path}")
    if not path.endswith(".bc"):
        continue
    counts = [json.loads(line) for line in run("funcs", "--json", path)[0].splitlines()]
    expected = sorted((row["name"], row["instructions"]) for row in counts if row.get("name"))
    with bitleap.open(path) as file:
        try:
            modules = list(file)
            functions = [function for module in modules for function in module.functions()]
        except bitleap.Error:
            continue
        for function in functions:
            equal(bytes(function.name_bytes).decode("utf-8", "surrogateescape"), function.name, path)
        if good:
            equal(sorted((function.name, sum(1 for _ in function)) for function in functions if function.name), expected, path)
    for options, call in ((["strip", "-g"], lambda: bitleap.strip(path, debug=True)),
                          (["edit", "--triple=x"], lambda: bitleap.edit(path, triple="x")),
                          (["edit", "--redefine-sym=main=niam", "--weaken-symbol=main"],
                           lambda: bitleap.edit(path, rename={"main": "niam"}, weaken=["main"]))):
        written, was_written = run(*options, "-o", "-", path)
        try:
            equal(call(), written, f"{options} {path}") if was_written else call()
        except bitleap.Error:
            equal(was_written, False, f"{options} {path}")
    if functions and functions[0].name and len(modules) == 1:
        written, was_written = run("slice", f"--only={functions[0].name}", "-o", "-", path)
        if was_written:
            equal(bitleap.slice(path, functions[0].name), written, f"slice {path}")

# What is packed is read as by the command.
packed = f"{os.getcwd()}/packed.zip"
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.write(f"{corpus}/thin-b.clang22.bc", "thin-b.bc")
text, good = run("dis", packed)
if good:
    equal(bitleap.dis(packed).encode("utf-8", "surrogateescape"), text, "what is in a zip file")
    equal([module.path for module in bitleap.open(packed)], ["(thin-b.bc)"], "the path in a zip file")

# Arrow: a capsule whose stream is read by its own functions; it may live longer than all else.
table = bitleap.table("functions", files, columns=["name", "instructions"])
n_rows = len(bitleap.table("functions", files, columns=["name"]).fetchall())
capsule = table.__arrow_c_stream__()
equal(table.closed, True, "a table that has been exported")
pointer = ctypes.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
stream = bitleap.ffi.cast("struct ArrowArrayStream *", pointer(capsule, b"arrow_array_stream"))
moved, array, n = bitleap.ffi.new("struct ArrowArrayStream *", stream[0]), bitleap.ffi.new("struct ArrowArray *"), 0
stream.release = bitleap.ffi.NULL
del table, capsule, stream
gc.collect()
while True:
    equal(moved.get_next(moved, array), 0, "a batch of Arrow")
    if not array.release:
        break
    n += array.length
    array.release(array)
moved.release(moved)
equal(n, n_rows, "rows by Arrow")

# ---- Who keeps what alive ----

path = f"{corpus}/thin-b.clang22.bc"
file = bitleap.open(path)
module = next(iter(file))
function = module.find("from_b")
instructions, name, strtab = iter(function), function.name_bytes, next(next(file.streams()).records(bitleap.lib.BL_BLOCK_STRTAB)).blob
next(instructions)
file.close()
module.close()
del file, module
gc.collect()
equal((bytes(name), function.name, bytes(strtab[:6])), (b"from_b", "from_b", b"shared"), "views after all is closed")
equal(sum(1 for _ in instructions), 13, "the rest of a body after all is closed")
del function, instructions
gc.collect()
equal((bytes(name), bytes(strtab[:6])), (b"from_b", b"shared"), "views alone")
equal(name.readonly, True, "a view")

# Garbage in a cycle, of which Python finalizes the older first.
for opened in (lambda: bitleap.table("functions", path), lambda: iter(next(iter(bitleap.open(path))).find("from_b"))):
    cycle = [opened()]
    next(iter(cycle[0]))
    cycle.append(cycle)
    del cycle
gc.collect()

# One file, many threads: a lock keeps them apart.
file = bitleap.open(f"{corpus}/cxx-O2.clang19.bc")
module = next(iter(file))
expected = [sum(1 for _ in function) for function in module.functions()]
results = []
threads = [threading.Thread(target=lambda: results.append([sum(1 for _ in f) for f in module.functions()])) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
equal(results, [expected] * 4, "four threads")

# ---- Misuse ----

closed_file = bitleap.open(path)
closed_module = next(iter(closed_file))
closed_stream = next(closed_file.streams())
closed_function = closed_module.find("from_b")
closed_table = bitleap.table("symbols", path)
for thing in (closed_file, closed_module, closed_stream, closed_table):
    thing.close()
    thing.close()
live = next(iter(bitleap.open(path)))
text = "README.md"
wrong = [None, 5, 1.5, [], {}, object(), b"\0", "a\0b", "", "/", "missing.bc", text, "missing.a(x.o)", path + "(x)"]
cases = [lambda value=value, call=call: call(value) for value in wrong
         for call in (lambda v: list(bitleap.open(v)), bitleap.dis, bitleap.strip, bitleap.edit, lambda v: bitleap.slice(v, "f"))]
cases += [lambda value=value: bitleap.table(value, path) for value in (None, 5, "", "nothing", "sym\0bols", b"\xff", [])]
cases += [lambda value=value: live.find(value) for value in (None, 5, 1.5, [], object())]
cases += [lambda value=value: bitleap.table("symbols", path, columns=value) for value in ("name", [], ["nothing"], [5], 7, [None])]
cases += [lambda value=value: bitleap.table("symbols", path, where=value)
          for value in ({"nothing": 1}, {"module": "x"}, {"module": -1}, {"module": 1 << 40}, {"name": 5}, {"name": "a\0"},
                        {"attribute": "cold"}, {"callee": "f"}, {5: 5}, [5])]
cases += [lambda call=call: call() for call in (
    lambda: bitleap.table("symbols", []), lambda: bitleap.table("symbols", [None]), lambda: bitleap.table("symbols", 5),
    lambda: bitleap.table("symbols", path, threads=-1), lambda: bitleap.table("symbols", path, threads="two"),
    lambda: bitleap.columns("nothing"), lambda: bitleap.slice(path, "nothing"), lambda: bitleap.slice(path, None),
    lambda: bitleap.slice(path, "read_only_a"), lambda: bitleap.slice(live, 5), lambda: bitleap.dis(path, "nothing"),
    lambda: bitleap.slice(f"{corpus}/ar-gnu.llvm22.a", "one"), lambda: bitleap.strip(f"{corpus}/ar-gnu.llvm22.a"),
    lambda: bitleap.strip(path, kinds="tbaa"), lambda: bitleap.strip(path, kinds=[5]), lambda: bitleap.strip(path, debug="yes"),
    lambda: bitleap.edit(path, rename={"from_b": "remember"}), lambda: bitleap.edit(path, rename={"from_b": 5}),
    lambda: bitleap.edit(path, rename=5), lambda: bitleap.edit(path, localize="from_b"), lambda: bitleap.edit(path, triple=5),
    lambda: bitleap.edit(path, prefixes={5: "x"}), lambda: bitleap.edit(path, data_layout="nonsense", triple=1.5),
    lambda: list(closed_file.streams()), lambda: list(closed_file), lambda: closed_file.data, closed_file.check,
    lambda: list(closed_stream.modules()), lambda: list(closed_stream.records()), lambda: closed_stream.data,
    closed_module.globals, closed_module.functions, lambda: closed_module.find("x"), closed_module.text,
    lambda: closed_module.triple, lambda: list(closed_function), closed_function.text,
    lambda: list(closed_function.instructions(True)), closed_table.fetchone, closed_table.fetchall,
    closed_table.to_dict, closed_table.__arrow_c_stream__, lambda: iter(closed_table), closed_file.__enter__,
    lambda: bitleap.strip(closed_stream), lambda: bitleap.edit(closed_stream), lambda: bitleap.slice(closed_module, "from_b"),
    lambda: list(next(bitleap.open(path).streams()).records("x")) or bitleap.columns("nothing"))]
n_misuses = 0
for number, case in enumerate(cases):
    try:
        case()
    except (bitleap.Error, ValueError, TypeError, OverflowError) as error:
        n_misuses += 1
        equal(bool(str(error)) and "bl_error" not in str(error), True, f"what is said of misuse {number}")
    else:
        sys.exit(f"misuse {number} is no error")
error = None
try:
    list(bitleap.open("missing.bc"))
except bitleap.FileError as caught:
    error = caught
equal((error.errno, isinstance(error, OSError)), (2, True), "a missing file")

# Damaged files: exceptions with a place, or what is left.
n_places = 0
for path in files[::9]:
    whole = pathlib.Path(path).read_bytes()
    for number in range(12):
        at = len(whole) * number // 12
        damaged = whole[:at] if number % 3 == 0 else whole[:at] + bytes([whole[at] ^ 0x40]) + whole[at + 1:]
        pathlib.Path("damaged.bc").write_bytes(damaged)
        for call in (lambda: [list(f) for f in [v for m in bitleap.open("damaged.bc") for v in m.functions()]],
                     lambda: [list(s.records()) for s in bitleap.open("damaged.bc").streams()],
                     lambda: bitleap.dis("damaged.bc"), lambda: bitleap.strip("damaged.bc", debug=True),
                     lambda: bitleap.edit("damaged.bc", triple="x"),
                     lambda: bitleap.table("functions", "damaged.bc").to_dict()):
            try:
                call()
            except bitleap.Error as error:
                n_places += error.bit_pos is not None
        checked += 1
equal(n_places > 100, True, f"{n_places} errors with a place")

# A file that is cut while it is mapped reads as zeros, and check() says so.
pathlib.Path("cut.bc").write_bytes(pathlib.Path(files[0]).read_bytes() * 50)
file = bitleap.open("cut.bc")
data = file.data
os.truncate("cut.bc", 0)
equal(bytes(data[-4:]), bytes(4), "what has been cut off")
try:
    file.check()
    sys.exit("nobody has seen that the file was cut")
except bitleap.FileError:
    pass
print(f"{checked} checks, {n_misuses} misuses, {n_places} errors with a place")
