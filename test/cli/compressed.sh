#!/usr/bin/env bash
# compressed.sh - compressed offload bundles and sections of objects are read, by zlib and libzstd
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'an emulator has no libraries of its own machine'

# Bundles as clang writes them, versions 1 to 3 of the header; two in a row, with one between that is not compressed, as
# a linker merges them; and what is wrong.
cat >bundles.py <<'END'
import struct, subprocess, sys, zlib
module = open(sys.argv[1], 'rb').read()
def bundle(*images):
    at = 4096
    out = b'__CLANG_OFFLOAD_BUNDLE__' + struct.pack('<Q', len(images))
    for name, data in images:
        out += struct.pack('<QQQ', at, len(data), len(name)) + name
        at += len(data)
    return out.ljust(4096, b'\0') + b''.join(data for _, data in images)
def compressed(version, method, raw, size=None):
    if method == 'zlib':
        data = zlib.compress(raw)
    else:
        data = subprocess.run(['zstd', '-cq'], input=raw, stdout=subprocess.PIPE, check=True).stdout
    size = len(raw) if size is None else size
    n = len(data) + {1: 20, 2: 24, 3: 32}[version]
    sizes = struct.pack({1: '<I', 2: '<II', 3: '<QQ'}[version], *([size] if version == 1 else [n, size]))
    return b'CCOB' + struct.pack('<HH', version, method == 'zstd') + sizes + b'hash    ' + data
def write(name, data):
    open(name, 'wb').write(data)
raw = bundle((b'host-x86_64-unknown-linux-gnu', b''), (b'hip-amdgcn-amd-amdhsa--gfx906', module))
methods = ['zlib'] + (['zstd'] if len(sys.argv) > 2 else [])
for method in methods:
    for version in 1, 2, 3:
        write(f'v{version}.{method}.bundle', compressed(version, method, raw))
    write(f'{method}.damaged', compressed(2, method, raw)[:300] + b'damage' + compressed(2, method, raw)[306:])
write('row', compressed(2, 'zlib', raw).ljust(8192, b'\0') + raw + bytes(4096) + compressed(3, methods[-1], raw))
write('short.bad', compressed(2, 'zlib', raw, len(raw) - 1))
write('long.bad', compressed(2, 'zlib', raw, len(raw) + 1))
write('claim.bomb', compressed(3, 'zlib', b'', 1 << 60))
write('zeros.bomb', compressed(3, methods[-1], bytes(300 << 20)))
END
module=$small/c-O2.clang22.bc
has_zstd=()
command -v zstd >found && has_zstd=(zstd)
python3 bundles.py "$module" "${has_zstd[@]}"
for file in *.bundle; do
    [ "$("$BITLEAP" has "$file")" = "$file: 1 stream, 11464 bytes" ] || fail "$("$BITLEAP" has "$file" 2>&1)"
    "$BITLEAP" extract --force -o out.bc "$file:hip-amdgcn-amd-amdhsa--gfx906"
    cmp out.bc "$module"
    "$BITLEAP" verify -q "$file"
done
[ "$("$BITLEAP" has row)" = 'row: 3 streams, 34392 bytes' ] || fail "$("$BITLEAP" has row)"

# Damage, sizes that are not true, and bombs.
for file in *.damaged *.bad; do
    expect 3 "$BITLEAP" has "$file" 2>err
    grep -qx "bitleap: $file: bit 0 (byte 0x0): what is compressed cannot be decompressed: it is damaged" err ||
        fail "$(cat err)"
done
[ -e zstd.damaged ] || rm zeros.bomb
for file in *.bomb; do
    expect 3 "$BITLEAP" has "$file" 2>err
    grep -qx "bitleap: $file: it unpacks to more bytes than the limit" err || fail "$(cat err)"
done
# Inside of an archive it stays, and counts.
tar cf half.tar zlib.damaged v1.zlib.bundle
[ "$("$BITLEAP" has half.tar || true)" = 'half.tar: 1 stream, 11464 bytes; 1 packed file (zlib bundle) was not looked into' ] ||
    fail "$("$BITLEAP" has half.tar)"

# In an object, and that in archives: the same as without.
command -v objcopy >found && command -v gcc >found || exit 0
echo 'int x;' | gcc -g -c -x c -o plain.o -
objcopy --add-section .hip_fatbin=row plain.o hip.o
[ "$("$BITLEAP" has hip.o)" = 'hip.o: 3 streams, 34392 bytes' ] || fail "$("$BITLEAP" has hip.o)"
printf 'hip.o!.hip_fatbin:hip-amdgcn-amd-amdhsa--gfx906%s\n' '' '#2' '#3' >paths
"$BITLEAP" ls hip.o | sed 's/: .*//' | same - paths
tar czf hip.tar.gz hip.o
"$BITLEAP" ls hip.tar.gz | sed 's/: .*//; s/^hip.tar.gz(hip.o)/hip.o/' | same - paths
"$BITLEAP" index -o hip.blx hip.o >out
"$BITLEAP" find -d main hip.blx | sed 's/ at bit.*//' >indexed
"$BITLEAP" find -d main hip.o | sed 's/ at bit.*//' | same - indexed
[ "$(wc -l <indexed)" = 3 ]

# Sections, by each method, for each class and byte order; debug information is left alone.
objcopy --add-section ".llvmbc=$module" --add-section ".vendor=$module" plain.o bitcode.o
"$BITLEAP" ls bitcode.o | sort >listed
cp bitcode.o 64.o
llvm_objcopy=$(command -v llvm-objcopy-22 llvm-objcopy-19 | head -n 1)
[ "$llvm_objcopy" ] || exit 0
for method in zlib zstd; do
    "$llvm_objcopy" --compress-sections=.llvmbc="$method" --compress-sections=.vendor="$method" bitcode.o "$method.o"
    [ "$(wc -c <"$method.o")" -lt "$(wc -c <bitcode.o)" ] || fail "$method.o is not compressed"
    "$BITLEAP" ls "$method.o" | sed "s/^$method/bitcode/" | sort | same - listed
    "$BITLEAP" extract --force -o out.bc "$method.o!.vendor"
    cmp out.bc "$module"
    "$llvm_objcopy" --compress-debug-sections="$method" bitcode.o debug.o
    "$BITLEAP" ls debug.o | sed 's/^debug/bitcode/' | sort | same - listed
done
python3 - <<'END'
# ch_type of .llvmbc becomes one that nobody knows.
import struct
data = bytearray(open('zlib.o', 'rb').read())
table, = struct.unpack_from('<Q', data, 40)
size, n = struct.unpack_from('<HH', data, 58)
for i in range(n):
    flags, _, offset = struct.unpack_from('<QQQ', data, table + i * size + 8)
    if flags & 0x800:
        data[offset] = 99
open('unknown.o', 'wb').write(data)
END
expect 4 "$BITLEAP" has unknown.o >out
same out - <<'END'
unknown.o: no bitcode (a section is compressed: llvm-objcopy --compress-sections=NAME=none undoes that); 2 packed files (section of an unknown compression) were not looked into
END
