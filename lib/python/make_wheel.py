#!/usr/bin/env python3
"""make_wheel.py - the Python package as a wheel: a zip file that is the same whoever makes it

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Usage: make_wheel.py VERSION SONAME DECLARATIONS WHEEL: SONAME is that of the library, DECLARATIONS bitleap.ffi.h; `make wheel`
calls it. Needs cffi, which turns the declarations into a module of Python: who uses the wheel needs no compiler.
"""
import base64
import hashlib
import sys
import tempfile
import zipfile
from pathlib import Path

import cffi

version, soname, declarations, wheel = sys.argv[1:]
package = Path(__file__).parent / "bitleap"

with tempfile.TemporaryDirectory() as scratch:
    ffi = cffi.FFI()
    ffi.cdef(Path(declarations).read_text())
    ffi.set_source("bitleap._declarations", None)
    ffi.emit_python_code(f"{scratch}/_declarations.py")  # says so on standard output
    files = {f"bitleap/{path.name}": path.read_bytes() for path in sorted(package.glob("*.py"))}
    files["bitleap/_declarations.py"] = Path(f"{scratch}/_declarations.py").read_bytes() + f"\nsoname = {soname!r}\n".encode()
files["bitleap/py.typed"] = b""
about = f"bitleap-{version}.dist-info/"
files[about + "METADATA"] = (f"Metadata-Version: 2.1\nName: bitleap\nVersion: {version}\nSummary: reads LLVM bitcode in place\n"
                             "License: Apache-2.0 WITH LLVM-exception\nRequires-Python: >=3.8\nRequires-Dist: cffi>=1.15\n").encode()
files[about + "WHEEL"] = b"Wheel-Version: 1.0\nGenerator: make_wheel.py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
record = "".join(f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                 for name, data in files.items())
files[about + "RECORD"] = (record + about + "RECORD,,\n").encode()
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, data in files.items():
        entry = zipfile.ZipInfo(name)
        entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
        archive.writestr(entry, data)
