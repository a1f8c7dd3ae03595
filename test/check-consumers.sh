#!/usr/bin/env bash
# check-consumers.sh - the client of bitleap.h, built against an installed Bitleap by pkg-config, CMake and Meson; the wheel with it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-consumers.sh DIRECTORY TARBALL, from the top of the tree; `make check-consumers` calls it.
set -euo pipefail

directory=$PWD/$1 tarball=$PWD/$2 tree=$PWD
prefix=$directory/prefix libraries=$directory/prefix/lib
passed=0
rm -rf "$directory" && mkdir -p "$directory"
make -s install PREFIX="$prefix"
cd "$directory"
sed -n '/^ \*   #include <bitleap.h>/,/^ \*   }$/s/^ \*  \{0,3\}//p' "$prefix/include/bitleap.h" >client.c
printf 'from_b\nremember\noverridable\n' >expected
# check NAME PROGRAM - it prints what it should.
check() {
    LD_LIBRARY_PATH=$libraries "$2" "$tree/corpora/small/thin-b.clang22.bc" | diff -u expected - || {
        echo "check-consumers: $1" >&2
        exit 1
    }
    passed=$((passed + 1))
}

export PKG_CONFIG_PATH=$libraries/pkgconfig
# shellcheck disable=SC2046 # several words on purpose
cc -o by-pkg-config client.c $(pkg-config --cflags --libs bitleap)
check pkg-config ./by-pkg-config
# shellcheck disable=SC2046
cc -o by-pkg-config-static client.c $(pkg-config --cflags bitleap) "$libraries/libbitleap.a" \
    $(pkg-config --static --libs-only-l bitleap | sed 's/-lbitleap//')
check 'pkg-config --static' ./by-pkg-config-static

cmake -S "$tree/test/consumers/cmake" -B cmake -DCMAKE_PREFIX_PATH="$prefix" -DCLIENT="$PWD/client.c" >cmake.log
cmake --build cmake >>cmake.log
check 'CMake, shared' cmake/shared
check 'CMake, static' cmake/static

mkdir -p meson/subprojects/packagefiles/bitleap
cp client.c "$tree/test/consumers/meson/meson.build" meson
cp "$tarball" meson/subprojects/packagefiles
cp "$tree/cmd/builds/meson.build" meson/subprojects/packagefiles/bitleap
sed "/^source_filename/a source_hash = $(sha256sum "$tarball" | cut -d' ' -f1)" "$tree/cmd/builds/bitleap.wrap" \
    >meson/subprojects/bitleap.wrap
(cd meson && meson setup out >meson.log 2>&1 && ninja -C out consumer >>meson.log 2>&1) || {
    tail -n 20 meson/meson.log >&2
    exit 1
}
check Meson meson/out/consumer

# The wheel finds the library as any program does.
make -s -C "$tree" wheel >python.log
PYTHONPATH=$(echo "$tree"/build/bindings/*.whl)
export PYTHONPATH
cat >client.py <<'END'
#!/usr/bin/env python3
import sys, bitleap
for module in bitleap.open(sys.argv[1]):
    for function in module.functions():
        print(function.name)
END
chmod +x client.py
check 'Python, the wheel' ./client.py
echo "$passed passed, 0 failed, 0 skipped"
