#!/usr/bin/env bash
# cross.sh - builds the tests for another kind of machine and runs them, in an emulator where they need one
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: cross.sh ARCH [unit|programs|fuzz|cli ...], from the top of the tree; `make test-cross` calls it.
#   s390x    big-endian
#   aarch64  arm64
#   i386     32 bits
# Programs name the loader and the libraries of build/cross/ARCH/root themselves, so that an emulator is reported nothing.
set -eu

arch=$1 && shift
case $arch in
s390x) debian=s390x triple=s390x-linux-gnu libraries=s390x-linux-gnu loader=ld64.so.1 ;;
aarch64) debian=arm64 triple=aarch64-linux-gnu libraries=aarch64-linux-gnu loader=ld-linux-aarch64.so.1 ;;
i386) debian=i386 triple=i686-linux-gnu libraries=i386-linux-gnu loader=ld-linux.so.2 ;;
*) echo "cross.sh: no such machine: $arch (s390x aarch64 i386)" >&2 && exit 2 ;;
esac
build=build/cross/$arch
root=$PWD/$build/root
test/support/sysroot.sh "$debian" "$root"

link="-Wl,--dynamic-linker=$root/lib/$loader,--disable-new-dtags,-rpath=$root/lib/$libraries"
link="$link,-rpath=$root/usr/lib/$libraries"

# Unit tests need no other program.
goals=(all test-programs)
[ "$*" != unit ] || goals=("$build/bitleap" "$build/test/unit")

# A release build in a directory of its own. Of 32 bits gcc has two things to say that are no mistakes: how versions
# of it pass large values, and that no size is over a limit of 64 bits.
# shellcheck disable=SC2086 # MAKE may be several words
${MAKE:-make} MODE=release B="$build" OUT="$build" STUB=yes CC="$triple-gcc --sysroot=$root" AR="$triple-gcc-ar" \
    LDFLAGS="$link" EXTRA_CFLAGS="-Wno-psabi -Wno-type-limits" "${goals[@]}"

# i386 programs run on most x86-64 machines as they are.
if ! "$build/bitleap" --version >/dev/null 2>&1; then
    EMULATOR=$(command -v "qemu-$arch")
    export EMULATOR
fi

# What scripts call: the command and the benchmark, under the names that they are called by, and a compiler.
run=$PWD/$build/run
rm -rf "$run" && mkdir -p "$run"
for file in bitleap bench/bitleap-bench libbitleap.a; do
    [ ! -e "$build/$file" ] || ln -s "$PWD/$build/$file" "$run"
done
if [ -n "${EMULATOR:-}" ]; then
    for program in bitleap bench/bitleap-bench; do
        rm -f "$run/${program##*/}"
        cat >"$run/${program##*/}" <<END
#!/bin/sh
exec $EMULATOR -0 "\$0" "$PWD/$build/$program" "\$@"
END
    done
fi
cat >"$run/cc" <<END
#!/bin/sh
exec $triple-gcc --sysroot="$root" "\$@" $link
END
chmod +x "$run"/*

export PATH=$run:$PATH CC=cc MODE=cross/$arch
export BITLEAP=$run/bitleap BITLEAP_BENCH=$run/bitleap-bench BITLEAP_SRC=$PWD
echo "$arch${EMULATOR:+, in ${EMULATOR##*/}}:"
test/run.sh "$build" "$@"
