#!/usr/bin/env python3
# functions_by_cffi.py - the functions that a file defines, in Python: cffi reads the installed header itself
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: functions_by_cffi.py FILE; needs python3-cffi, a C compiler and pkg-config
import os
import shlex
import subprocess
import sys

import cffi


def declarations(flags):
    """What bitleap.h and the headers that it includes declare, without the system's."""
    source = subprocess.run(["cc", "-E", "-D__attribute__(x)=", *flags, "-x", "c", "-"], text=True, check=True,
                            input="#include <bitleap.h>\n", stdout=subprocess.PIPE).stdout
    lines, is_ours = [], False
    for line in source.splitlines():
        if line.startswith("#"):
            is_ours = "/bitleap" in line
        elif is_ours:
            lines.append(line)
    return "\n".join(lines)


def main():
    flags = shlex.split(os.environ.get("BITLEAP_CFLAGS") or
                        subprocess.check_output(["pkg-config", "--cflags", "bitleap"], text=True))
    ffi = cffi.FFI()
    ffi.cdef(declarations(flags))
    lib = ffi.dlopen(os.environ.get("BITLEAP_LIBRARY", "libbitleap.so"))

    def text(view):
        return bytes(ffi.buffer(view.data, view.size)).decode(errors="replace")

    def check(status, err):
        if status < 0:
            message = ffi.new("char[512]")
            lib.bl_error_format(err, ffi.NULL, message, 512)
            sys.exit(f"{sys.argv[1]}: {ffi.string(message).decode()}")

    err = ffi.new("struct bl_error *")
    module = ffi.new("struct bl_module **")
    globals_ = ffi.new("const struct bl_global **")
    n = ffi.new("uint32_t *")
    check(lib.bl_module_open_file(module, os.fsencode(sys.argv[1]), ffi.NULL, 0, err), err)
    check(lib.bl_module_globals(module[0], globals_, n, err), err)
    for i in range(n[0]):
        value = globals_[0][i]
        if value.kind == lib.BL_GLOBAL_FUNCTION and not value.is_declaration:
            print(text(value.name))
    lib.bl_module_close(module[0])


main()
