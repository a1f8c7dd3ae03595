#!/usr/bin/env bash
# metallib.sh - finds the modules of Metal libraries, byte for byte, and checks their hashes
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What is there is reported by test/tools/list_metallib.py, a reader of its own.
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

cp "$BITLEAP_SRC"/corpora/samples/metallib/*.metallib .
python3 "$BITLEAP_SRC/test/tools/list_metallib.py" ./*.metallib >want
[ "$(wc -l <want)" -ge 9 ] || fail "the table is too short"
expect 0 "$BITLEAP" ls --json ./*.metallib >rows
python3 - rows <<'END' >found
import json, sys
for line in open(sys.argv[1], encoding='utf-8'):
    row = json.loads(line)
    if row['type'] == 'stream':
        facts = row['facts']
        assert row['container'] == 'Metal library' and row['kind'] == 'LLVM IR'
        print(row['file'], row['whole_bytes'], facts['sha256'], facts['function_type'], facts['air_version'],
              facts['metal_version'], sep='\t')
END
cut -f 1,2,4- want >table
same table found
while IFS=$'\t' read -r path bytes content hash _; do
    [ "$content" = "$hash" ] || fail "$path: not the hash of its module"
    expect 0 "$BITLEAP" cat "$path" >module
    [ "$(sha256sum <module)" = "$content  -" ] || fail "$path: other bytes than $bytes there"
done <want
expect 0 "$BITLEAP" ls kernels.11.metallib >out
grep -qx 'kernels.11.metallib!bar: LLVM IR, 2736 bytes, function_type kernel, air_version 2.3, metal_version 2.3' out ||
    fail "$(cat out)"
expect 0 "$BITLEAP" verify --all ./*.metallib >out
[ "$(grep -c ': ok; ' out)" = "$(wc -l <want)" ] || fail "$(cat out)"

# A byte of a module changes, in its wrapper's padding or where nothing else shows it: verify does.
python3 - kernels.11.metallib bad.metallib <<'END'
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
at = data.index(b'NAME\4\0bar\0')
at = data.index(b'HASH', at) + 6
data[at] ^= 1
open(sys.argv[2], 'wb').write(data)
END
expect 0 "$BITLEAP" ls bad.metallib >out
expect 3 "$BITLEAP" verify --all bad.metallib >out 2>err
grep -qx 'bitleap: bad.metallib!bar: bit 26[0-9]* (byte 0x[0-9a-f]*): the SHA-256 in the container is of other bytes' err ||
    fail "$(cat err)"
[ "$(wc -l <err) $(grep -c ': ok; ' out)" = '1 3' ] || fail "$(cat out err)"
expect 3 "$BITLEAP" index -o bad.blx bad.metallib 2>err
grep -q 'bad.metallib!bar: .*SHA-256' err || fail "$(cat err)"
expect 3 "$BITLEAP" verify bad.blx >out 2>err
grep -q 'bad.metallib!bar: .*SHA-256' err || fail "$(cat err)"

# In an archive, and by name.
printf '!<arch>\n%-48s%-10s`\n' kernels.metallib/ "$(wc -c <kernels.15.metallib)" >lib.a
cat kernels.15.metallib >>lib.a
expect 0 "$BITLEAP" cat 'lib.a(kernels.metallib)!baz' >module
grep -qF "$(sha256sum <module | cut -d' ' -f1)" want || fail "other bytes from the archive"
expect 1 "$BITLEAP" cat 'kernels.15.metallib!nothing' 2>err
head -c -8 sources.26.metallib >cut.metallib
for command in ls has dis verify; do
    expect 3 "$BITLEAP" "$command" cut.metallib >out 2>err
    grep -q 'the Metal library reaches beyond the file' err || fail "$command: $(cat err)"
done
head -c 80 kernels.15.metallib >cut.metallib
expect 3 "$BITLEAP" ls cut.metallib 2>err
grep -q 'the file ends inside the header of the Metal library' err || fail "$(cat err)"

# Libraries of AIR 1.8 do not say how large a module is; its wrapper does.
for library in kernels.*.metallib sources.*.metallib; do
    sed 's/MDSZ\x08/XDSZ\x08/g' "$library" >unsized.metallib
    [ "$(cmp -l "$library" unsized.metallib | wc -l)" = "$("$BITLEAP" ls "$library" | wc -l)" ] || fail "$library: not one each"
    for command in ls 'verify --all'; do
        # shellcheck disable=SC2086
        "$BITLEAP" $command "$library" | sed "s/^$library/unsized.metallib/" | same - <("$BITLEAP" $command unsized.metallib)
    done
done
sed 's/\xDE\xC0\x17\x0B/BC\xC0\xDE/g' unsized.metallib >unwrapped.metallib
expect 3 "$BITLEAP" ls unwrapped.metallib 2>err
grep -q "the place of the function's module is missing" err || fail "$(cat err)"

# Universal ones, with a magic number of their own.
python3 - kernels.15.metallib universal.metallib <<'END'
import struct, sys
library = open(sys.argv[1], 'rb').read()
slices = [(23, 2), (19, 386)]
at = [4096 * (1 + i * (1 + len(library) // 4096)) for i in range(len(slices))]
data = struct.pack('>II', 0xCBFEBABE, len(slices))
for (kind, subtype), offset in zip(slices, at):
    data += struct.pack('>IIIII', kind | 1 << 24, subtype, offset, len(library), 12)
for offset in at:
    data = data.ljust(offset, b'\0') + library
open(sys.argv[2], 'wb').write(data)
END
"$BITLEAP" ls kernels.15.metallib | sed 's/^kernels.15.metallib//' >one
for slice in air64.2 applegpu.386; do sed "s/^/universal.metallib:$slice/" one; done >both
"$BITLEAP" ls universal.metallib | same both -
