#!/usr/bin/env bash
# unsupported.sh - what is sound but not read has an exit status and a kind of its own, apart from damage
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'an emulator has no libarchive of its own machine'

cp "$small/c-O2.clang22.bc" m.bc
printf '<bigaf>\n%0120d' 0 >aix.a
truncate -s 1M sparse.bc
printf x >>sparse.bc
tar -S --format=gnu -cf sparse.tar sparse.bc m.bc
head -c 3000 m.bc >cut.bc
tar cf both.tar aix.a cut.bc m.bc
tar cf damaged.tar cut.bc
python3 - <<'END'
import struct, zlib
# A stored member whose bit of encryption is set, and one of a method that nobody has; then an offload binary of version 9, a
# bundle by a method 7.
def zipped(flags, method):
    data = open('m.bc', 'rb').read()
    sums = struct.pack('<III', zlib.crc32(data), len(data), len(data))
    head = struct.pack('<HHHHH', 20, flags, method, 0, 33) + sums + struct.pack('<HH', 4, 0)
    local = b'PK\3\4' + head + b'm.bc' + data
    central = b'PK\1\2' + struct.pack('<H', 20) + head + struct.pack('<HHHII', 0, 0, 0, 0, 0) + b'm.bc'
    return local + central + b'PK\5\6' + struct.pack('<HHHHIIH', 0, 0, 1, 1, len(central), len(local), 0)
open('plain.zip', 'wb').write(zipped(0, 0))
open('encrypted.zip', 'wb').write(zipped(1, 0))
open('method.zip', 'wb').write(zipped(0, 77))
open('new.offload', 'wb').write(b'\x10\xff\x10\xad' + struct.pack('<IQQQ', 9, 80, 32, 40) + bytes(48))
open('new.bundle', 'wb').write(b'CCOB' + struct.pack('<HHIIQ', 2, 7, 64, 99, 0) + bytes(40))
END
expect 0 "$BITLEAP" has plain.zip >out

# Each by each command: its cause, 4, and the kind.
while IFS=: read -r file cause; do
    for command in has ls verify info 'index -o x.blx' 'find -d nobody' 'callers nobody' dis; do
        # shellcheck disable=SC2086 # words on purpose
        expect 4 "$BITLEAP" $command "$file" >out 2>err
        grep -q "^bitleap: $file.*$cause" err || fail "$command $file: $(cat err)"
        [ "$command" = dis ] && continue
        # shellcheck disable=SC2086 # words on purpose
        expect 4 "$BITLEAP" $command --json "$file" >out 2>err
        grep -q "\"type\":\"error\".*\"kind\":\"unsupported\",\"cause\":\".*$cause" out || fail "$command $file: $(cat out)"
    done
done <<'END'
aix.a:archives of AIX are not read
sparse.tar:sparse files in tar archives are not read
encrypted.zip:it is encrypted, or packed by a method
method.zip:it is encrypted, or packed by a method
new.offload:offload binary of an unknown version
new.bundle:an offload bundle compressed by an unknown method
END
expect 4 "$BITLEAP" ls sparse.tar >out 2>err
grep -q '^sparse.tar(m.bc): LLVM IR' out || fail 'what is beside is not read'

# Damage and what cannot be opened matter more, and both are reported.
expect 3 "$BITLEAP" verify both.tar >out 2>err
{ grep -q AIX err && grep -q 'cut off' out; } || fail "$(cat out err)"
expect 2 "$BITLEAP" has aix.a missing.bc 2>err
expect 3 "$BITLEAP" has aix.a missing.bc damaged.tar >out 2>err
expect 1 "$BITLEAP" has "$BITLEAP_SRC/README.md" m.bc >out

# In SQL.
expect 4 "$BITLEAP" sql "SELECT COUNT(*) FROM bitcode_symbols('aix.a')" >out 2>err || [ $? = 77 ]
