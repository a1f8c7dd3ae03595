#!/usr/bin/env bash
# parquet.sh - finds bitcode in rows of Parquet files that DuckDB wrote, byte for byte, with the row's other columns
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# test/golden/parquet.tsv has what DuckDB reads there (test/tools/make_parquet.mjs).
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

cp "$BITLEAP_SRC"/corpora/samples/parquet/*.parquet .
cat >compare.py <<'END'
import hashlib, json, re, sys
want = {}
for line in open(sys.argv[1], encoding='utf-8'):
    file, row, digest, facts = line.rstrip('\n').split('\t')
    if digest != 'null':
        want[f'{file}!content[{row}]'] = digest, json.loads(facts)
found = {}
for line in sys.stdin:
    row = json.loads(line)
    if row['type'] == 'stream':
        file = re.sub('!.*', '', row['file'])
        assert row['container'] == 'Parquet file', row
        begin = row['file_offset']
        content = open(file, 'rb').read()[begin:begin + row['whole_bytes']]
        found[row['file']] = hashlib.sha256(content).hexdigest(), row['facts']
assert list(found) == list(want), 'other rows'
for path in want:
    assert found[path] == want[path], (path, found[path], want[path])
print(len(found))
END
files=(plain-v1 delta-v2 dictionary-v1 dictionary-v2 nulls-v1)
expect 0 "$BITLEAP" ls --json "${files[@]/%/.parquet}" >rows
[ "$(python3 compare.py "$BITLEAP_SRC/test/golden/parquet.tsv" <rows)" = 1452 ] || fail "other rows than in the table"

for path in 'plain-v1.parquet!content[6]' 'delta-v2.parquet!content[6]' 'dictionary-v2.parquet!content[24]' \
    'nulls-v1.parquet!content[2064]'; do
    expect 0 "$BITLEAP" cat "$path" >module
    same module "$small/uselist.llvm22.bc"
done
expect 0 "$BITLEAP" ls 'delta-v2.parquet!content[6]' >out
grep -q '^delta-v2.parquet!content\[6\]: LLVM IR, LLVM22.1.8, [0-9]* bytes, language ir, license_expression Apache-2.0, source uselist.llvm22.bc$' out ||
    fail "$(cat out)"
expect 1 "$BITLEAP" cat 'plain-v1.parquet!content[7]' 2>err
expect 0 "$BITLEAP" verify --all plain-v1.parquet delta-v2.parquet >out
[ "$(grep -c ': ok; ' out)" = 12 ] || fail "$(cat out)"
expect 0 "$BITLEAP" index -o x.blx dictionary-v1.parquet >out
grep -q '^x.blx: 1 file, 30 streams' out || fail "$(cat out)"
expect 0 "$BITLEAP" index --check x.blx >out # rows repeat what a dictionary has once

# Pages that are compressed are refused with the name of the codec.
for codec in zstd snappy gzip lz4_raw brotli; do
    expect 4 "$BITLEAP" ls $codec.parquet >out 2>err
    grep -q "^bitleap: $codec.parquet!content\[1\]: .*pages compressed with ${codec^^} are not read: write the file without" err ||
        fail "$(cat err)"
done

# In other containers, and with others in its rows: an archive in the place of a module.
tar -cf x.tar plain-v1.parquet
expect 0 "$BITLEAP" cat 'x.tar(plain-v1.parquet)!content[6]' >module
same module "$small/uselist.llvm22.bc"

# Damage: cut off, a footer that is too large, a page that is none.
head -c 5000 plain-v1.parquet >cut.parquet
expect 3 "$BITLEAP" ls cut.parquet 2>err
grep -q 'the Parquet file has no footer at its end: perhaps it was cut off' err || fail "$(cat err)"
python3 - plain-v1.parquet large.parquet page.parquet <<'END'
import sys
data = bytearray(open(sys.argv[1], 'rb').read())
large = data[:-8] + b'\xff\xff\xff\0PAR1'
open(sys.argv[2], 'wb').write(large)
data[data.index(b'BC\xc0\xde') - 4] ^= 0x80
data[data.index(b'BC\xc0\xde') - 3] ^= 0x80
open(sys.argv[3], 'wb').write(data)
END
expect 3 "$BITLEAP" ls large.parquet 2>err
grep -q 'the footer is larger than the Parquet file' err || fail "$(cat err)"
expect 3 "$BITLEAP" ls page.parquet >out 2>err
grep -q '^bitleap: page.parquet!content\[[12]\]: bit [0-9]* (byte 0x[0-9a-f]*): the page ends before its values$' err ||
    fail "$(cat err)"
