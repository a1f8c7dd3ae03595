#!/usr/bin/env bash
# images.sh - images for devices: CUDA fat binaries, offload bundles, offload binaries, alone and in objects
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

bitcode=$small/c-g-O2.clang19.bc

# A fat binary with PTX, compressed machine code and bitcode; and an object that has it twice, as a linker merges them.
python3 - "$bitcode" kernels.fatbin host.o <<'END'
import struct, sys
bitcode = open(sys.argv[1], 'rb').read()
def entry(kind, arch, payload, flags=0x11, raw=0):
    padded = payload + b'\0' * (-len(payload) % 8)
    compressed = len(payload) if raw else 0
    return struct.pack('<HHIQIIHHIIIQQQ', kind, 0x101, 64, len(padded), compressed, 0, 8, 7, arch, 0, 0, flags, 0,
                       raw) + padded
entries = (entry(1, 75, b'.version 8.7\n.target sm_75\n') + entry(2, 80, b'\x28\xb5\x2f\xfd zstd here', 0x8011, 70000) +
           entry(2, 90, b'BC\xc0\xde is not what it is', 0x2013, 4096) + entry(8, 80, bitcode))
fatbin = struct.pack('<IHHQ', 0xBA55ED50, 1, 16, len(entries)) + entries
open(sys.argv[2], 'wb').write(fatbin)

# ELF of 64 bits with the sections 1: .nv_fatbin, 2: their names.
names = b'\0.nv_fatbin\0.shstrtab\0'
section = fatbin + b'\0' * (-len(fatbin) % 16) + fatbin
def header(name, kind, at, size):
    return struct.pack('<IIQQQQIIQQ', name, kind, 0, 0, at, size, 0, 0, 8, 0)
table = 64 + len(section) + len(names)
elf = struct.pack('<16sHHIQQQIHHHHHH', b'\x7fELF\2\1\1', 1, 62, 1, 0, 0, table, 0, 64, 0, 0, 64, 3, 2)
elf += section + names + header(0, 0, 0, 0) + header(1, 1, 64, len(section))
elf += header(12, 3, 64 + len(section), len(names))
open(sys.argv[3], 'wb').write(elf)
END
expect 0 "$BITLEAP" ls kernels.fatbin >out
cat >want <<END
kernels.fatbin:compute_75: device image, 32 bytes, image_kind PTX, arch sm_75
kernels.fatbin:sm_80: device image, 14 bytes, image_kind ELF, arch sm_80, compression zstd
kernels.fatbin:sm_90: device image, 22 bytes, image_kind ELF, arch sm_90, compression lz4
END
head -3 out >images
same want images
grep -q '^kernels.fatbin:lto_80: LLVM IR, LLVM19.1.7, [0-9]* bytes, image_kind LTO IR, arch sm_80$' out || fail "$(cat out)"
[ "$(wc -l <out)" = 4 ] || fail "$(cat out)"

expect 0 "$BITLEAP" info --all host.o >out
[ "$(grep -c '^host.o!.nv_fatbin:' out)" = 8 ] || fail "$(cat out)"
sed -n '/nv_fatbin:sm_80$/,/^host.o!.nv_fatbin:sm_90$/p' out >part
cat >want <<END
host.o!.nv_fatbin:sm_80
  container       CUDA fat binary
  size            14 bytes
  image kind      ELF
  arch            sm_80
  compression     zstd
  raw bytes       70000
host.o!.nv_fatbin:sm_90
END
same want part
expect 0 "$BITLEAP" cat 'host.o!.nv_fatbin:lto_80#2' >out
cmp -n "$(stat -c %s "$bitcode")" out "$bitcode" || fail "other bytes in the second fat binary"
expect 0 "$BITLEAP" info --json 'host.o!.nv_fatbin:sm_80#2' >out
python3 - out <<'END'
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
assert len(rows) == 1, rows
row = rows[0]
assert row['type'] == 'image' and row['container'] == 'CUDA fat binary' and row['bytes'] == 14, row
assert row['facts'] == {'image_kind': 'ELF', 'arch': 'sm_80', 'compression': 'zstd', 'raw_bytes': 70000,
                        'debug': False}, row
END
# Bitcode there is what other commands find; what is compressed they do not look into.
expect 0 "$BITLEAP" has host.o >out
grep -q '^host.o: 2 streams, ' out || fail "$(cat out)"

# What is damaged is said, with what comes before it.
head -c 300 kernels.fatbin >cut.fatbin
expect 3 "$BITLEAP" info cut.fatbin >out 2>err
grep -q 'the CUDA fat binary reaches beyond the bytes' err || fail "$(cat err)"

# Without bitcode: said by has, no error of info.
python3 - kernels.fatbin ptx.fatbin <<'END'
import struct, sys
data = open(sys.argv[1], 'rb').read()
open(sys.argv[2], 'wb').write(data[:8] + struct.pack('<Q', 64 + 32) + data[16:16 + 64 + 32])
END
expect 1 "$BITLEAP" has ptx.fatbin >out 2>err
grep -q 'CUDA fat binary without bitcode inside' out err || fail "$(cat out err)"
expect 0 "$BITLEAP" info ptx.fatbin >out
grep -qx '  image kind      PTX' out || fail "$(cat out)"
expect 1 "$BITLEAP" nm ptx.fatbin 2>err
grep -q 'CUDA fat binary without bitcode inside' err || fail "$(cat err)"

# Offload bundles and offload binaries: by LLVM's own tools where they are, and one made by hand.
python3 - "$bitcode" hand.bundle <<'END'
import struct, sys
bitcode = open(sys.argv[1], 'rb').read()
entries = [(b'host-x86_64-unknown-linux-gnu-', b''), (b'hipv4-amdgcn-amd-amdhsa--gfx906', b'code of the GPU'),
           (b'hip-amdgcn-amd-amdhsa--gfx90a:xnack+', bitcode)]
at = 32 + sum(24 + len(name) for name, _ in entries)
head = b'__CLANG_OFFLOAD_BUNDLE__' + struct.pack('<Q', len(entries))
for name, data in entries:
    head += struct.pack('<QQQ', at, len(data), len(name)) + name
    at += len(data)
open(sys.argv[2], 'wb').write(head + b''.join(data for _, data in entries))
END
expect 0 "$BITLEAP" ls hand.bundle >out
sed 's/LLVM IR, LLVM19.1.7, [0-9]* bytes/LLVM IR/' out >rows
cat >want <<END
hand.bundle:hipv4-amdgcn-amd-amdhsa--gfx906: device image, 15 bytes, offload_kind hipv4, target amdgcn-amd-amdhsa--gfx906
hand.bundle:"hip-amdgcn-amd-amdhsa--gfx90a:xnack+": LLVM IR, offload_kind hip, target amdgcn-amd-amdhsa--gfx90a:xnack+
END
same want rows
expect 0 "$BITLEAP" cat 'hand.bundle:"hip-amdgcn-amd-amdhsa--gfx90a:xnack+"' >out
same out "$bitcode"

printf '%60s' code >code
: >host
for bundler in /usr/lib/llvm-*/bin/clang-offload-bundler; do
    [ -x "$bundler" ] || continue
    rm -f made.bundle
    "$bundler" -type=bc -outputs=made.bundle -inputs="host,code,$bitcode" \
        -targets=host-x86_64-unknown-linux-gnu,hip-amdgcn-amd-amdhsa--gfx906,hip-amdgcn-amd-amdhsa--gfx90a
    expect 0 "$BITLEAP" ls made.bundle >out
    grep -q '^made.bundle:hip-amdgcn-amd-amdhsa--gfx906: device image, 60 bytes' out || fail "$bundler: $(cat out)"
    expect 0 "$BITLEAP" cat made.bundle:hip-amdgcn-amd-amdhsa--gfx90a >out
    same out "$bitcode"
done

if command -v llvm-offload-binary-22 >tool; then
    "$(cat tool)" -o made.off --image=file="$bitcode",triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip \
        --image=file=code,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=openmp
    expect 0 "$BITLEAP" ls made.off >out
    grep -q '^made.off:gfx90a: LLVM IR, .*, image_kind bitcode, offload_kind hip, triple amdgcn-amd-amdhsa, arch gfx90a$' \
        out || fail "$(cat out)"
    grep -q '^made.off:sm_70: device image, 60 bytes, .*offload_kind openmp, triple nvptx64-nvidia-cuda, arch sm_70$' \
        out || fail "$(cat out)"
fi
