#!/usr/bin/env python3
"""make_package.py - the package for npm, and the page, from what `make wasm` has built

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Usage: make_package.py VERSION DIRECTORY, from the top of the tree: of DIRECTORY/bitleap it makes DIRECTORY/package
and DIRECTORY/bitleap.html.
"""
import base64
import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

version, directory = sys.argv[1], Path(sys.argv[2])
source, package = Path(__file__).parent, directory / "package"
STRUCTS = ["bl_column", "bl_error", "bl_table_batch", "bl_table_info", "bl_table_problem", "bl_table_query", "bl_vector"]

shutil.rmtree(package, ignore_errors=True)
package.mkdir(parents=True)
shutil.copy(directory / "bitleap", package / "bitleap.wasm")
(package / "bitleap.wasm").chmod(0o644)
for name in ("index.js", "index.d.ts", "wasi.js", "README.md"):
    shutil.copy(source / name, package)
shutil.copy("LICENSE", package)
layout = subprocess.run([sys.executable, "lib/bindings/describe.py", "lib", "js", *STRUCTS], check=True, text=True,
                        stdout=subprocess.PIPE).stdout
(package / "layout.js").write_text(layout)
(package / "package.json").write_text(json.dumps({
    "name": "bitleap", "version": version, "description": "reads LLVM bitcode: tables, assembly, differences, sizes",
    "license": "Apache-2.0 WITH LLVM-exception", "type": "module", "engines": {"node": ">=18"},
    "exports": {".": {"types": "./index.d.ts", "default": "./index.js"}, "./bitleap.wasm": "./bitleap.wasm"},
    "files": ["*.js", "index.d.ts", "bitleap.wasm"], "sideEffects": False}, indent=2) + "\n")

# The page has the modules as one text, in the order in which they need each other, for a worker: without imports and exports.
modules = "".join((package / name).read_text() for name in ("layout.js", "wasi.js", "index.js"))
modules = re.sub(r"^import [^;]*;\n|^export ", "", modules, flags=re.M).replace("import.meta.url", "self.location.href")
wasm = base64.b64encode(gzip.compress((package / "bitleap.wasm").read_bytes(), 9, mtime=0)).decode()
page = (source / "page.html").read_text().replace("{{package}}", modules).replace("{{wasm}}", wasm)
(directory / "bitleap.html").write_text(page)
