#!/usr/bin/env bash
# bindings.sh - the clients of lib/examples in Python and Rust read the headers themselves
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'is of another machine than the clients'
[ "${MODE:-release}" = release ] || { echo 'a sanitizer wants the program to be built with it' && exit 77; }

built=$(dirname "$BITLEAP")
examples=$BITLEAP_SRC/lib/examples
printf 'from_b\nremember\noverridable\n' | sort >expected
export LD_LIBRARY_PATH=$built BITLEAP_CFLAGS=-I$BITLEAP_SRC/lib BITLEAP_LIBRARY=$built/libbitleap.so
tried=0

# prints COMMAND... - what it prints of a file, and that it says why of another
prints() {
    "$@" "$small/thin-b.clang22.bc" | sort | same expected -
    expect 1 "$@" "$BITLEAP_SRC/README.md" 2>err
    grep -q ': text, no bitcode$' err || fail "$(cat err)"
    "$@" "$small/index.llvm22.bc" | same /dev/null - # has no global values
    tried=$((tried + 1))
}
if python3 -c 'import cffi' 2>/dev/null; then
    prints python3 "$examples/functions_by_cffi.py"
fi
if command -v bindgen >/dev/null && command -v rustc >/dev/null; then
    bindgen --no-layout-tests "$BITLEAP_SRC/lib/bitleap.h" -o bitleap.rs -- -I"$BITLEAP_SRC/lib"
    # Each constant of the headers is one there, too: none has a cast, or a macro of the system, in it.
    sed -n 's/^#define \(BL_[A-Z_0-9]*\) .*/\1/p' "$BITLEAP_SRC"/lib/bitleap_*.h | grep -vx 'BL_API\|BL_\(BEGIN\|END\)_DECLS' |
        while read -r name; do
            grep -q "^pub const $name:" bitleap.rs || fail "no $name"
        done
    cp "$examples/functions_by_bindgen.rs" .
    rustc -o functions_by_bindgen functions_by_bindgen.rs -L "$built" -l bitleap
    prints ./functions_by_bindgen
fi
[ "$tried" -gt 0 ] || { echo 'neither cffi nor bindgen' && exit 77; }
