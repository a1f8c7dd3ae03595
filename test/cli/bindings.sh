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

# The declarations for other languages have each function that the library exports, and compilers lay structs out as they say.
if python3 -c 'import pycparser' 2>/dev/null; then
    describe() {
        python3 "$BITLEAP_SRC/lib/bindings/describe.py" "$BITLEAP_SRC/lib" "$1"
    }
    describe json >bitleap.api.json
    python3 - <<'END' >declared
import json
api = json.load(open('bitleap.api.json'))
print(*sorted(api['functions']), sep='\n')
opened = api['functions']['bl_module_open_file']
assert opened['parameters'][0] == {'name': 'module', 'type': 'struct bl_module **', 'passes': 'owned', 'close': 'bl_module_close'}
assert opened['comment'].startswith('The module in the file at PATH') and opened['returns'] == 'int'
assert api['functions']['bl_table_open']['errors'] == ['BL_E_ARGUMENT', 'BL_E_NOMEM']
assert api['macros']['BL_NONE'] == 0xFFFFFFFF and api['enums']['bl_status']['BL_E_STOPPED'] == -10
END
    nm -D --defined-only "$built/libbitleap.so" | sed -n 's/.* T \(bl_[a-z0-9_]*\).*/\1/p' | LC_ALL=C sort | same declared -
    # bl_sizeof() has each struct, and nothing else.
    python3 - "$built/libbitleap.so" <<'END'
import ctypes, json, struct, sys
library = ctypes.CDLL(sys.argv[1])
library.bl_sizeof.restype, library.bl_sizeof.argtypes = ctypes.c_size_t, [ctypes.c_char_p]
abi = 'lp64' if struct.calcsize('P') == 8 else 'ilp32'
structs = json.load(open('bitleap.api.json'))['structs']
wrong = {name: library.bl_sizeof(name.encode()) for name, described in structs.items()
         if library.bl_sizeof(name.encode()) != described['size'][abi]}
assert not wrong and len(structs) > 100, wrong
assert library.bl_sizeof(b'bl_view') == 2 * struct.calcsize('P')
assert [library.bl_sizeof(name) for name in (b'', b'bl_module', b'bl_vie', b'bl_view ')] == [0, 0, 0, 0]
END
    describe asserts >layout.c
    "${CC:-cc}" -fsyntax-only -I"$BITLEAP_SRC/lib" layout.c
    if command -v clang >/dev/null; then
        for machine in x86_64 i386 aarch64 s390x; do
            clang --target=$machine-linux-gnu -ffreestanding -fsyntax-only -I"$BITLEAP_SRC/lib" layout.c
        done
    fi
    sed 's/sizeof(struct bl_view) == N(16/sizeof(struct bl_view) == N(24/' layout.c >wrong.c
    expect 1 "${CC:-cc}" -fsyntax-only -I"$BITLEAP_SRC/lib" wrong.c 2>err
fi
