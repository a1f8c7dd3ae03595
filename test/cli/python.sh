#!/usr/bin/env bash
# python.sh - the Python package, as a wheel: its examples, its answers, misuse
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'is of another machine than the clients'
[ "${MODE:-release}" = release ] || { echo 'a sanitizer wants the program to be built with it' && exit 77; }
python3 -c 'import cffi, pycparser' 2>/dev/null || { echo 'no cffi' && exit 77; }

version=$("$BITLEAP" --version | sed -n '1s/bitleap //p')
python3 "$BITLEAP_SRC/lib/bindings/describe.py" "$BITLEAP_SRC/lib" ffi >bitleap.ffi.h
for wheel in one.whl two.whl; do
    python3 "$BITLEAP_SRC/lib/python/make_wheel.py" "$version" libbitleap.so.0.2 bitleap.ffi.h $wheel >/dev/null
done
cmp one.whl two.whl
ln -s "$BITLEAP_SRC/corpora" corpora
export BITLEAP_LIBRARY
BITLEAP_LIBRARY=$(dirname "$BITLEAP")/libbitleap.so
PYTHONPATH=one.whl python3 "$BITLEAP_SRC/test/bindings/check_python.py" "$BITLEAP" corpora/small
