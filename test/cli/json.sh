#!/usr/bin/env bash
# json.sh - every line of --json is an object with the keys that the man page tells
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

"$BITLEAP" ls --json --depth all "$small"/* >ls.json 2>/dev/null || true
"$BITLEAP" dump --json --blobs "$small"/*.llvm22.bc "$small"/*.dia >dump.json
"$BITLEAP" stats --json --abbrevs "$small"/*.bc "$small"/*.dia >stats.json
"$BITLEAP" verify --json "$small"/*.bc >verify.json
head -c 5000 "$small/c-O2.clang22.bc" >cut.bc
expect 1 "$BITLEAP" dump --json cut.bc >cut.json 2>/dev/null
expect 1 "$BITLEAP" verify --json cut.bc >verify-cut.json
expect 1 "$BITLEAP" ls --json missing.bc >missing.json 2>/dev/null
"$BITLEAP" has --json "$small"/*.bc >has.json
printf 'BC\300\336' >$'odd "name\377\303\251.bc'
"$BITLEAP" ls --json odd* >odd.json

python3 - "$BITLEAP_SRC/cmd/bitleap.1" ./*.json <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
section = text[text.index('.Sh JSON OUTPUT'):text.index('.Sh ENVIRONMENT')]
told = {}
for part in section.split('.It Sy ')[1:]:
    told.setdefault(part.split('\n')[0], set()).update(re.findall(r'[a-z_]+', part))
seen = {}
for path in sys.argv[2:]:
    lines = open(path, encoding='utf-8').read().splitlines()
    assert lines, path + ' is empty'
    for line in lines:
        row = json.loads(line)
        seen.setdefault(row.pop('type'), set()).update(row)
for kind, keys in seen.items():
    assert kind in told, f'{kind} is not in the man page'
    assert keys <= told[kind], f'{kind}: {keys - told[kind]} not in the man page'
assert set(told) == set(seen), f'never seen: {set(told) - set(seen)}'
END
