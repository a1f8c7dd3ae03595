#!/usr/bin/env bash
# check-consumers.sh - clients of an installed Bitleap, in C by pkg-config, CMake and Meson, in C++, Python, Rust and JavaScript
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

# bitleap.hpp, over all kinds of files.
# shellcheck disable=SC2046
g++ -std=c++20 -O1 -Wall -Wextra -Werror -o by-cxx "$tree/test/consumers/cxx/client.cc" $(pkg-config --cflags --libs bitleap)
check 'C++' ./by-cxx
for file in "$tree"/corpora/small/*-O[02].clang*.bc; do
    LD_LIBRARY_PATH=$libraries ./by-cxx "$file" >/dev/null
    passed=$((passed + 1))
done

# A slice is what LLVM's LLJIT takes, and does what the function of the module does.
llvm=/usr/lib/llvm-22
if [ -e $llvm/include/llvm ]; then
    # shellcheck disable=SC2046
    g++ -std=c++17 -fno-exceptions -fno-rtti -o slice_jit "$tree/lib/examples/slice_jit.cc" -isystem $llvm/include \
        $(pkg-config --cflags --libs bitleap) -L$llvm/lib -lLLVM-22
    for how in slice lazy; do
        LD_LIBRARY_PATH=$libraries ./slice_jit $how "$tree/corpora/small/c-O2.clang22.bc" bits 11 >jit.$how 2>/dev/null
    done
    diff jit.slice jit.lazy
    passed=$((passed + 1))
fi

# Twelve clients of a page or two, against LLVM's tools.
if [ -x $llvm/bin/llvm-dis ]; then
    mkdir clients
    (
        cd clients
        LD_LIBRARY_PATH=$libraries "$tree/test/consumers/clients/check_clients.sh" "$tree" "$prefix/bin/bitleap" \
            "$(pkg-config --cflags bitleap)" "$(pkg-config --libs bitleap)" >../clients.log
    )
    passed=$((passed + $(cat clients.log)))
fi

# The crates find the library by pkg-config.
make -s -C "$tree" rust >rust.log
(
    cd "$tree/build/rust"
    export CARGO_TARGET_DIR=$directory/rust LD_LIBRARY_PATH=$libraries
    export BITLEAP_CORPUS=$tree/corpora/small BITLEAP_COMMAND=$prefix/bin/bitleap
    cargo test --offline >>"$directory/rust.log" 2>&1 || {
        cat "$directory/rust.log" >&2
        exit 1
    }
    cargo build --quiet --offline --examples
)
passed=$((passed + $(grep -c '^test .* ok$' rust.log)))
# By the table of functions and by calls: what the command says.
LD_LIBRARY_PATH=$libraries rust/debug/examples/rlib_functions "$tree/corpora/small/thin-b.clang22.bc" | awk '{ print $2 }' |
    diff -u expected -
LD_LIBRARY_PATH=$libraries rust/debug/examples/call_edges "$tree/corpora/small/thin-b.clang22.bc" | sed 's/.*: //' |
    diff -u <(printf 'from_b -> from_a\nfrom_b -> remember\n') -

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

# Four of the twelve clients in C++, Rust, Python, and JavaScript by the package for npm.
if [ -x $llvm/bin/llvm-dis ]; then
    make -s -C "$tree" wasm >wasm.log
    mkdir -p clients/node_modules languages
    cp -r "$tree/build/wasm/package" clients/node_modules/bitleap
    cp -r "$tree/build/rust/." languages
    cp "$tree"/test/consumers/clients/*.rs languages/bitleap/examples
    (
        cd languages
        CARGO_TARGET_DIR=$directory/rust cargo build --quiet --offline --examples
    )
    (
        cd clients
        LD_LIBRARY_PATH=$libraries "$tree/test/consumers/clients/check_languages.sh" "$tree" "$prefix/bin/bitleap" \
            "$(pkg-config --cflags bitleap)" "$(pkg-config --libs bitleap)" "$directory/rust/debug/examples" >../languages.log
    )
    passed=$((passed + $(cat languages.log)))
fi
echo "$passed passed, 0 failed, 0 skipped"
