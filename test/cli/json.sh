#!/usr/bin/env bash
# json.sh - every line of --json is an object with the keys that the man page lists
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

expect 1 "$BITLEAP" ls --json --depth all "$small"/* >ls.json 2>/dev/null
"$BITLEAP" dump --json --blobs "$small"/*.llvm22.bc "$small"/*.dia >dump.json
"$BITLEAP" dump --json --bits "$small"/wrapper*14.bc >dump-bits.json
"$BITLEAP" stats --json --abbrevs "$small"/*.bc "$small"/*.dia >stats.json
"$BITLEAP" verify --json "$small"/*.bc >verify.json
"$BITLEAP" dis --json "$small"/*.clang22.bc >dis.json
expect 1 "$BITLEAP" diff --json -p "$small/c-O2.clang19.bc" "$small/c-O2.clang22.bc" >patch.json
"$BITLEAP" types --json "$small"/*.clang22.bc >types.json
"$BITLEAP" attrs --json "$small"/*.clang22.bc >attrs.json
"$BITLEAP" attrs --json --groups "$small"/*.clang13.bc >groups.json
"$BITLEAP" meta --json --functions "$small"/*.clang22.bc "$small"/modern.*.bc "$small"/latest.*.bc >meta.json
"$BITLEAP" meta --json --from=@push --depth=3 "$small"/c-g-O2.clang22.bc >meta-from.json
"$BITLEAP" meta --json --strings "$small"/c-g-O2.clang13.bc >strings.json
"$BITLEAP" summary --json "$small"/*.clang22.bc "$small"/index.*.bc >summary.json
"$BITLEAP" summary --json --imports "$small"/thin-[ab].clang22.bc >imports.json
expect 1 "$BITLEAP" audit --json "$small"/uses.llvm22.bc "$small"/c-g-O2.clang22.bc >audit.json
"$BITLEAP" funcs --json --opcodes "$small"/*.clang22.bc >funcs.json
for file in values modern bundles uselist; do
    names=$("$BITLEAP" funcs "$small/$file.llvm22.bc" | sed -n 's/.*  @\([^" ]*\)$/\1/p')
    # shellcheck disable=SC2086 # several names on purpose
    "$BITLEAP" show --json "$small/$file.llvm22.bc" $names >"show-$file.json"
done
"$BITLEAP" show --json "$small/c-g-O2.clang22.bc" push >show.json
"$BITLEAP" callers --json used "$small"/uses.*.bc >callers.json
"$BITLEAP" callers --json --places used "$small"/uses.*.bc >callers-places.json
"$BITLEAP" callers -p --json push "$small"/c-g-O0.clang22.bc >callers-debug.json
"$BITLEAP" callees --json "$small/uses.llvm22.bc" calls >callees.json
"$BITLEAP" callees --json --transitive main "$small"/thin-[ab].clang22.bc >callees-reached.json
"$BITLEAP" callees --json --to remember main "$small"/thin-[ab].clang22.bc >callees-link.json
"$BITLEAP" callees --json --unreached from_a "$small"/thin-[ab].clang22.bc >callees-unreached.json
"$BITLEAP" globals --json "$small"/values.llvm22.bc "$small"/cxx-O2.clang19.bc >globals.json
"$BITLEAP" funcs --json --recursive "$small"/multi.llvm22.bc >funcs-recursive.json
"$BITLEAP" strings --json e "$small"/uses.*.bc "$small"/*.pch "$small"/*.dia >strings-all.json
"$BITLEAP" strings --json --count e "$small"/*.bc >strings-count.json
for by in functions globals metadata modules blocks sources crate namespace template directory section symbol namespace,symbol; do
    "$BITLEAP" top --json --by $by "$small"/*.bc "$small"/*.pch >top-$by.json
done
"$BITLEAP" report --json --diff "$small/c-O2.clang19.bc" "$small/c-O2.clang22.bc" >report.json
head -c 5000 "$small/c-O2.clang22.bc" >cut.bc
expect 3 "$BITLEAP" dump --json cut.bc >cut.json 2>/dev/null
expect 3 "$BITLEAP" verify --json cut.bc >verify-cut.json
expect 2 "$BITLEAP" ls --json missing.bc >missing.json 2>/dev/null
mkdir packed
printf '\37\213\10 cut off' >packed/m.bc.gz
cp "$small/c-O2.clang22.bc" packed
"$BITLEAP" ls --json packed >packed.json
expect 1 "$BITLEAP" has --json "$small"/*.bc "$BITLEAP_SRC/README.md" >has.json
"$BITLEAP" nm --json --size "$small"/*.bc >nm.json
"$BITLEAP" info --json --deep "$small"/*.bc "$small"/header.clang22.pch >info.json
"$BITLEAP" extract --json --directory extracted "$small"/ar-*.a >extract.json 2>/dev/null || true
"$BITLEAP" strip --json -g --directory stripped "$small"/cxx-g-O2.*.bc >strip.json
"$BITLEAP" lower --json --for 16 --directory lowered "$small"/cxx-g-O2.*.bc >lower.json
"$BITLEAP" lower --json --for 16 --explain "$small"/cxx-g-O2.*.bc >lower-explain.json
"$BITLEAP" repack --json --directory repacked "$small"/cxx-g-O2.*.bc >repack.json
"$BITLEAP" slice --json --each --directory sliced "$small"/cxx-g-O2.*.bc >slice.json
"$BITLEAP" edit --json --prefix-symbols=p_ -o edited.bc "$small/cxx-g-O2.clang19.bc" >edit.json
"$BITLEAP" index --json -o small.blx "$small"/*.bc >index.json
"$BITLEAP" find --json '/./' small.blx >find.json
"$BITLEAP" dups --json --list small.blx >dups.json
expect 1 "$BITLEAP" diff --json --all "$small/thin-b.clang16.bc" "$small/multi.llvm22.bc" >diff.json
expect 1 "$BITLEAP" diff --json --all "$small/multi.llvm22.bc" "$small/thin-b.clang19.bc" >diff-back.json
whole=$small/cxx-g-O2.clang19.bc
{ head -c 4421 "$whole"; printf '\x03'; tail -c +4423 "$whole"; } >damaged.bc # in the groups of attributes
expect 3 "$BITLEAP" diff --json damaged.bc "$whole" >diff-damaged.json 2>/dev/null
printf 'BC\300\336' >$'odd "name\377\303\251.bc'
"$BITLEAP" ls --json odd* >odd.json
expect 3 "$BITLEAP" ls --json "$BITLEAP_SRC"/corpora/fuzz/offload/two-images >images.json 2>/dev/null
# A terminal obeys control characters, those beyond ASCII too; none is printed as it is.
printf 'BC\300\336' >$'control \033\177\302\200\302\233\302\237\302\240é.bc'
"$BITLEAP" ls --json control* >control.json
grep -qF $'"control \\u001b\\u007f\\u0080\\u009b\\u009f\302\240é.bc"' control.json || fail "$(cat control.json)"

# Names that a stream states may be long and hold anything; here the block after them is damaged.
name=$(printf '\001"\\\377\n%.0s' {1..2000})
named_stream "$name" damaged >names.bc
expect 3 "$BITLEAP" dump --json names.bc >names-dump.json 2>err
[ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
expect 3 "$BITLEAP" ls --json --depth 2 names.bc >names-ls.json 2>/dev/null
expect 3 "$BITLEAP" stats --json names.bc >names-stats.json 2>/dev/null
expect 3 "$BITLEAP" verify --json names.bc >names-verify.json

# A number in a node's fields, or in the node that a field refers to, is the one that the text has; so are strings.
python3 - meta.json <<'END'
import json, re, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding='utf-8')]
def field_of(row, name):
    return next(f for f in row['fields'] if f['name'] == name)
nodes = {(r['file'], r.get('function'), r['number']): r for r in rows if r['type'] == 'metadata'}
n_values = n_refs = n_strings = 0
for (file, function, number), row in nodes.items():
    text = re.sub(r'"[^"]*"', '', row['text'])
    for name, printed in re.findall(r'[(, ](\w+): (-?\d+)(?=[,)])', text):
        field = field_of(row, name)
        if 'ref' in field:
            constant = nodes.get((file, function, field['ref'])) or nodes[file, None, field['ref']]
            assert constant['text'].endswith(' ' + printed), row
            n_refs += 1
        else:
            value = field['value']
            assert int(value) == int(printed), row
            assert isinstance(value, str) == (abs(int(value)) >> 64 > 0), row
            n_values += 1
    for name, printed in re.findall(r'[(, ](\w+): "([^"\\]+)"(?=[,)])', row['text']):
        assert field_of(row, name)['string'] == printed, row
        n_strings += 1
assert n_values > 1000 and n_refs > 100 and n_strings > 1000, (n_values, n_refs, n_strings)
END

# What dups reports in the end is the sum of what it reported before, also where that is nothing.
"$BITLEAP" dups --json "$small/thin-b.clang22.bc" >dups-none.json
python3 - dups.json dups-none.json <<'END'
import json, sys
def check(path):
    *rows, total = [json.loads(line) for line in open(path, encoding='utf-8')]
    total.pop('schema', None)
    equal = [row for row in rows if row['type'] == 'equal']
    differing = [row for row in rows if row['type'] == 'differing']
    sums = {'copies': sum(row['copies'] for row in equal), 'equal': len(equal),
            'saved': sum(row['saved'] for row in equal), 'differing': len(differing)}
    assert total == {'type': 'total', 'functions': total['functions'], 'links': 0, **sums}, total
    return total
total = check(sys.argv[1])
assert total['functions'] > total['copies'] > total['equal'] > 0 and total['differing'] > 0, total
total = check(sys.argv[2])
assert total['functions'] == 3 and total['equal'] == total['differing'] == 0, total
END

# A copy of a body is a symbol that find reports, by the same keys.
python3 - find.json dups.json <<'END'
import json, sys
def rows(path):
    return [json.loads(line) for line in open(path, encoding='utf-8')]
def key(row):
    return tuple(row[k] for k in ('file', 'module', 'name', 'value', 'bit_pos', 'bytes'))
symbols = {key(row) for row in rows(sys.argv[1]) if row['type'] == 'symbol'}
copies = [key(row) for row in rows(sys.argv[2]) if row['type'] == 'copy']
assert copies and any(module > 0 for _, module, *_ in copies), copies
assert not set(copies) - symbols, set(copies) - symbols
END

python3 - "$BITLEAP_SRC/cmd/bitleap.1" ./*.json <<'END'
import json, re, sys
text = open(sys.argv[1]).read()
section = text[text.index('.Sh JSON OUTPUT'):text.index('.Sh ENVIRONMENT')]
def check_numbers(what, key=None, inside=None):
    if isinstance(what, dict):
        for name, value in what.items():
            check_numbers(value, name, key or what['type'])
    elif isinstance(what, list):
        for value in what:
            check_numbers(value, key, inside)
    elif isinstance(what, (int, float)):
        least = -2**63 if (inside, key) in (('fields', 'value'), ('bits', 'bit_pos')) else 0
        assert isinstance(what, int) and least <= what < 2**64, (inside, key, what)
reported = {}
for part in section.split('.It Sy ')[1:]:
    reported.setdefault(part.split('\n')[0], set()).update(re.findall(r'[a-z_]+', part))
seen = {}
for path in sys.argv[2:]:
    lines = open(path, encoding='utf-8').read().split('\n')[:-1]
    assert lines, path + ' is empty'
    for line in lines:
        row = json.loads(line)
        check_numbers(row)
        if row['type'] == 'instruction':
            assert ('result' in row) == (row['value'] is not None), row
        assert (row.pop('schema', 0) > 0) == (line is lines[0]), row
        seen.setdefault(row.pop('type'), set()).update(row)
for kind, keys in seen.items():
    assert kind in reported, f'{kind} is not in the man page'
    assert keys <= reported[kind], f'{kind}: {keys - reported[kind]} not in the man page'
assert set(reported) == set(seen), f'never seen: {set(reported) - set(seen)}'
END
