#!/usr/bin/env bash
# containers.sh - finds every stream in the containers of corpora/small, and nothing else, byte for byte
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is there is reported by test/golden/containers.tsv, which test/tools/list_containers.sh made without bitleap.
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

scratch=$PWD
table=$BITLEAP_SRC/test/golden/containers.tsv
cd "$BITLEAP_SRC"
cut -f 1 "$table" | sed 's/[(!:[].*//' | sort -u >"$scratch/files"
awk -F'\t' '$2 == "none" { print $1 }' "$table" >"$scratch/empty"
grep -vxFf "$scratch/empty" "$scratch/files" >"$scratch/full"
mapfile -t files <"$scratch/files"
mapfile -t full <"$scratch/full"

# No container is left out of the table. A thin archive has its members beside it.
for file in corpora/small/{elf,coff,macho,ar,universal,merged,linked,concat,zeros}*; do
    grep -qxF "$file" "$scratch/files" || fail "$file is not in the table"
done

# The paths and kinds that ls reports are those of the table. There are files with nothing in them among these.
expect 1 "$BITLEAP" ls --json "${files[@]}" >"$scratch/ls.json" 2>"$scratch/err"
python3 - "$scratch/ls.json" <<'END' | sort >"$scratch/found"
import json, sys
for line in open(sys.argv[1], encoding='utf-8'):
    row = json.loads(line)
    if row['type'] == 'stream':
        print(row['file'], row['kind'], row['whole_bytes'], sep='\t')
END
awk -F'\t' -v OFS='\t' '$2 != "none" { print $1, $2, $3 }' "$table" | sort >"$scratch/want"
same "$scratch/want" "$scratch/found"
while read -r file; do
    [ "$(grep -cF "bitleap: $file: " "$scratch/err")" = 1 ] || fail "$file: no report that there is nothing inside"
done <"$scratch/empty"
[ "$(wc -l <"$scratch/err")" = "$(wc -l <"$scratch/empty")" ] || fail "$(cat "$scratch/err")"

while IFS=$'\t' read -r path kind bytes hash; do
    if [ "$kind" = none ]; then
        expect 1 "$BITLEAP" has "$path" >"$scratch/out" 2>&1
        expect 1 "$BITLEAP" cat "$path" >"$scratch/stream" 2>"$scratch/err"
        [ ! -s "$scratch/stream" ] || fail "$path: there is something inside"
        continue
    fi
    expect 0 "$BITLEAP" has "$path" >"$scratch/out"
    expect 0 "$BITLEAP" cat "$path" >"$scratch/stream"
    [ "$(wc -c <"$scratch/stream")" = "$bytes" ] || fail "$path: $(wc -c <"$scratch/stream") bytes, not $bytes"
    [ "$(sha256sum <"$scratch/stream")" = "$hash  -" ] || fail "$path: other bytes"
done <"$table"
expect 0 "$BITLEAP" has "${full[@]}" >"$scratch/out"

# In a folder without the members, a thin archive is reported to be bad.
cd "$scratch"
cp "$small/ar-thin.llvm22.a" .
expect 2 "$BITLEAP" ls ar-thin.llvm22.a >out 2>err
grep -qF 'ar-thin.llvm22.a(elf-x86_64.clang22.o): ' err || fail "the missing member is not reported: $(cat err)"

# A member of no bytes is empty, whatever is read there: the kernel may make that up, and without end. Here it is our own
# arguments, which begin as bitcode does.
python3 - <<'END' >kernel.a
print('!<thin>\n%-48s%-10d`\n/proc/self/cmdline/\n%-48s%-10d`' % ('//', 20, '/0', 1000))
END
expect 1 bash -c 'exec -a "$@"' - $'BC\xC0\xDE' "$BITLEAP" ls kernel.a >out 2>err
[ ! -s out ] || fail "the arguments were read: $(cat out)"
grep -q 'kernel.a: ar archive without bitcode inside' err || fail "$(cat err)"

# An object of WebAssembly, which has bitcode in a custom section; without a size that fits, it is reported with its position.
python3 - "$small/c-g-O2.clang19.bc" object.wasm bad.wasm <<'END'
import sys
bitcode = open(sys.argv[1], 'rb').read()
size = 8 + len(bitcode)
header = b'\0asm\1\0\0\0'
custom = lambda size: b'\0' + bytes([size & 127 | 128, size >> 7 & 127 | 128, size >> 14]) + b'\7.llvmbc' + bitcode
open(sys.argv[2], 'wb').write(header + custom(size))
open(sys.argv[3], 'wb').write(header + custom(size + 1))
END
expect 0 "$BITLEAP" cat 'object.wasm!.llvmbc' >out
same out "$small/c-g-O2.clang19.bc"
expect 0 "$BITLEAP" verify object.wasm >out
expect 0 "$BITLEAP" ls object.wasm >out
grep -qx 'object.wasm!.llvmbc: LLVM IR, LLVM19.1.7, [0-9]* bytes' out || fail "$(cat out)"
expect 3 "$BITLEAP" ls bad.wasm 2>err
grep -qx 'bitleap: bad.wasm: bit 72 (byte 0x9): the section reaches beyond the file' err || fail "$(cat err)"

# Device code of clang's OpenMP, CUDA and HIP: images of an offload binary, alone and in an archive.
python3 - "$small/c-g-O2.clang19.bc" device.out <<'END'
import struct, sys
bitcode = open(sys.argv[1], 'rb').read()
def binary(arch):
    strings = struct.pack('<QQ', 88, 96) + b'arch\0\0\0\0' + arch + b'\0' * (16 - len(arch))
    entry = struct.pack('<HHIQQQQ', 2, 1, 0, 72, 1, 72 + len(strings), len(bitcode))
    size = 32 + len(entry) + len(strings) + len(bitcode)
    return struct.pack('<IIQQQ', 0xAD10FF10, 1, size, 32, 40) + entry + strings + bitcode
open(sys.argv[2], 'wb').write(binary(b'sm_70') + binary(b'gfx90a:xnack+') + binary(b'sm_70'))
END
printf '!<arch>\n%-48s%-10s`\n' device.out/ "$(wc -c <device.out)" >device.a
cat device.out >>device.a
expect 0 "$BITLEAP" ls device.out device.a >out
sed 's/: LLVM IR.*//' out >paths
printf '%s\n' device.out:sm_70 'device.out:"gfx90a:xnack+"' 'device.out:sm_70#2' 'device.a(device.out):sm_70' \
    'device.a(device.out):"gfx90a:xnack+"' 'device.a(device.out):sm_70#2' >want
same want paths
while read -r path; do
    expect 0 "$BITLEAP" cat "$path" >out
    same out "$small/c-g-O2.clang19.bc"
done <paths

# What cannot be read may be bitcode: has does not say that there is none of it.
expect 3 "$BITLEAP" has bad.wasm >out 2>err
grep -qx 'bad.wasm: no bitcode that can be read' out || fail "$(cat out)"
grep -q '^bitleap: bad.wasm: bit 72 ' err || fail "the cause is not reported: $(cat err)"
printf '\xDE\xC0\x17\x0B\0\0\0\0\x14\0\0\0\0\x01\0\0\x07\0\0\0BC\xC0\xDE' >wrapper.bc
expect 3 "$BITLEAP" has wrapper.bc >out 2>err
grep -q "^bitleap: wrapper.bc: .*the wrapper's size" err || fail "a bad wrapper is not reported: $(cat err)"
# So is a stream that has been cut, of which there is something.
head -c 3000 "$small/thin-a.clang22.bc" >cut.bc
expect 3 "$BITLEAP" has cut.bc >out 2>err
grep -qx 'cut.bc: 1 stream, 3000 bytes' out || fail "$(cat out)"
grep -q '^bitleap: cut.bc: bit 256 (byte 0x20): file is cut off' err || fail "a cut is not reported: $(cat err)"
expect 1 "$BITLEAP" has --json "$small/ar-empty.llvm22.a" >out
"$BITLEAP" has "$small/ar-empty.llvm22.a" 2>&1 | sed 's/.*(\(.*\)).*/"cause":"\1"}/' >cause || true
grep -qFf cause out || fail "no cause: $(cat cause out)"
printf 'x' >short
expect 1 "$BITLEAP" has short >out 2>err
[ ! -s err ] || fail "a short file is no damage: $(cat err)"

# For checks: whether any file has bitcode, or none; what is damaged or missing passes neither.
mkdir ship bare
cp "$small/c-O2.clang19.bc" ship/a.o
echo text >ship/b
echo text >bare/b
head -c 3000 ship/a.o >torn.bc
expect 0 "$BITLEAP" has --any ship/* >out
expect 1 "$BITLEAP" has --none ship/* >out
expect 1 "$BITLEAP" has --none -q ship
expect 0 "$BITLEAP" has --none bare >out
expect 1 "$BITLEAP" has --any bare >out
expect 2 "$BITLEAP" has --none missing 2>err
expect 3 "$BITLEAP" has --none torn.bc >out 2>err
"$BITLEAP" has ship | grep -q '^1 of 2 files has bitcode: 1 stream, ' || fail "$("$BITLEAP" has ship)"
[ "$("$BITLEAP" has --json ship | jq -r 'select(.type == "total") | "\(.with_bitcode) of \(.files)"')" = '1 of 2' ] ||
    fail "$("$BITLEAP" has --json ship)"
