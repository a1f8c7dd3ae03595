#!/usr/bin/env bash
# report.sh - the data of pages: sums as top and stats have them, names of any kind, sizes, damaged files
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

# sums REPORT BYTES [TOP STATS] - the cells of REPORT sum up to BYTES, and are as the JSON of the others.
cat >sums.py <<'END'
import itertools, json, sys
report = [json.loads(line) for line in open(sys.argv[1])]
report = [row for row in report if row['type'] == 'report'][0]
kinds, n = report['kind'], len(report['kind'])
sides = ['bits', 'bits_before'] if report['diff'] else ['bits']
sides = [list(itertools.accumulate(-(d + 1) // 2 if d % 2 else d // 2 for d in report[side])) for side in sides]
assert all(len(report[column]) == n for column in ['children', 'name', 'bits', 'count'])
names, n_names = [], 0
for back in report['name']:
    names.append(report['names'][n_names - back if back else n_names])
    n_names += back == 0
assert n_names == len(report['names'])
def check(at):
    """That children sum up; returns the cell after those below AT."""
    child, sums = at + 1, [0] * len(sides)
    for _ in range(report['children'][at]):
        sums = [s + bits[child] for s, bits in zip(sums, sides)]
        child = check(child)
    if report['children'][at]:
        assert sums == [bits[at] for bits in sides], (names[at], sums)
    return child
assert check(0) == n
assert [bits[0] for bits in sides] == [8 * int(b) for b in sys.argv[2].split(',')], sides[0][0]
assert n <= 20000, n
if len(sys.argv) > 3:
    top = [json.loads(line) for line in open(sys.argv[3])]
    found = sorted((row['name'], row['bits']) for row in top if row['type'] == 'top')
    cells = sorted((name or '', bits) for name, kind, bits in zip(names, kinds, sides[0]) if kind == 7)
    assert cells == [(name or '(no name)', bits) for name, bits in found] or sorted(cells) == sorted(
        (name or '(no name)', bits) for name, bits in found), (cells[:5], found[:5])
    stats = [json.loads(line) for line in open(sys.argv[4])]
    blocks = [[row['name'], '', row['count'], row['bits']] for row in stats if row['type'] == 'block']
    assert blocks == [row for row in report['kinds'] if row[1] == ''], blocks
    records = [[row['name'], row['record'], row['count'], row['bits']] for row in stats if row['type'] == 'record']
    assert sorted(records) == sorted(row for row in report['kinds'] if row[1]), records[:3]
END

# Each sound file, and all of them together.
files=("$small"/*.bc "$small"/*.pch "$small"/*.dia "$small"/elf-x86_64.*.o "$small"/ar-mixed.* "$small"/universal.*)
for file in $(sample 12 "${files[@]}") "$small/multi.llvm22.bc" "$small/ar-mixed.llvm22.a"; do
    "$BITLEAP" report --json "$file" >data 2>err || fail "$file: $(cat err)"
    "$BITLEAP" top --json -n 100000 "$file" >top.json
    "$BITLEAP" stats --json "$file" >stats.json
    python3 sums.py data "$(wc -c <"$file")" top.json stats.json || fail "$file"
done
"$BITLEAP" report --json "${files[@]}" >data
"$BITLEAP" stats --json "${files[@]}" >stats.json
"$BITLEAP" top --json -n 100000 "${files[@]}" >top.json
python3 sums.py data "$(cat "${files[@]}" | wc -c)" top.json stats.json
for threads in 1 3; do
    "$BITLEAP" report --json -j $threads "${files[@]}" | same data -
done
mkdir tree
cp "$small"/c-*.bc tree
"$BITLEAP" index -q -o tree.blx tree
"$BITLEAP" report tree >page
"$BITLEAP" report -x tree.blx | same page -

# The page of a small file is small, and has the data.
cp "$small/cxx-g-O2.clang22.bc" . # where its path is short, too
"$BITLEAP" report -o page.html cxx-g-O2.clang22.bc >out
[ ! -s out ] || fail "a page on standard output, too"
"$BITLEAP" report cxx-g-O2.clang22.bc | same page.html -
[ "$(wc -c <page.html)" -le 90000 ] || fail "a page of $(wc -c <page.html) bytes"
sed -n 's|^<script id="data" type="application/json">\(.*\)$|\1|p' page.html >embedded
"$BITLEAP" report --json cxx-g-O2.clang22.bc >data
python3 -c 'import json; assert {**json.load(open("embedded")), "schema": 1} == json.load(open("data"))'

# Its policy allows the scripts and the style that are in it, and no others.
cat >policy.py <<'END'
import base64, hashlib, re
page = open('page.html', encoding='utf-8', newline='').read()
policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page).group(1)
parts = re.findall(r'<(?:style|script)>(.*?)</(?:style|script)>', page, re.S)
assert len(parts) == 3, len(parts)
hashes = [base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in parts]
assert sorted(re.findall("'sha256-([^']*)'", policy)) == sorted(hashes), policy
assert "default-src 'none'" in policy and 'unsafe' not in policy, policy
END
python3 policy.py

# The library in it is what its checksum says.
(cd "$BITLEAP_SRC/cmd/report" && sha256sum --quiet -c d3-hierarchy.sha256)

# Two builds.
old=$small/cxx-g-O2.clang19.bc new=$small/cxx-g-O2.clang22.bc
"$BITLEAP" report --json --diff "$old" "$new" >data
python3 sums.py data "$(wc -c <"$new"),$(wc -c <"$old")"
"$BITLEAP" report --json --diff "$new" "$new" >data
python3 sums.py data "$(wc -c <"$new"),$(wc -c <"$new")"
mkdir before after
cp "$small"/c-*.clang{13,19}.bc before
cp "$small"/c-*.clang{19,22}.bc after
"$BITLEAP" report --json --diff before after >data
python3 sums.py data "$(cat after/* | wc -c),$(cat before/* | wc -c)"

# Names that would end the element, or mean something where they are; long ones are cut.
name=$(printf '</script><script>alert(1)</script>&"\\\342\200\250\342\200\251\342\200\256\377\001%.0s' {1..500})
named_stream "$name" damaged >names.bc
mkdir '<'
cp names.bc $'</script>\342\200\250<!--.bc'
"$BITLEAP" report -o page.html names.bc '<' 2>err || true
[ "$(grep -c '</script>' page.html)" -eq 3 ] || fail "names end an element"
grep -q 'u003cscript.u003ealert(1)' page.html || fail "the name is not in the page"
! grep -q $'\342\200\250' page.html || fail "a line separator"
[ "$(wc -c <page.html)" -le 90000 ] || fail "long names: $(wc -c <page.html) bytes"

# Every damaged file that opens has sums.
n=0
for file in $(sample 4 "$BITLEAP_SRC"/corpora/fuzz/{module,function,metadata,records,stream,search,ar,elf}/*); do
    "$BITLEAP" report --json "$file" >data 2>err || true
    grep -q '"type":"report"' data || continue
    python3 sums.py data "$(wc -c <"$file")" || fail "$file"
    n=$((n + 1))
done
[ "$n" -gt 15 ] || fail "only $n damaged files"
for size in 5000 9001 20000; do
    head -c $size "$new" >cut.bc
    expect 3 "$BITLEAP" report --json cut.bc >data 2>err
    python3 sums.py data $size
done

# All of them in one page: streams that overlap count once.
"$BITLEAP" report --json "$small" "$BITLEAP_SRC/corpora/fuzz" >data 2>err || true
"$BITLEAP" top --json --by sources -n 0 "$small" "$BITLEAP_SRC/corpora/fuzz" >top.json 2>err || true
bits=$(sed -n 's/.*"type":"top_total".*"bits":\([0-9]*\).*/\1/p' top.json)
python3 sums.py data $((bits / 8))

expect 2 "$BITLEAP" report 2>err
expect 2 "$BITLEAP" report --diff "$new" 2>err
expect 2 "$BITLEAP" report -o page.html missing.bc 2>err
expect 2 "$BITLEAP" report -o no/such/page.html "$new" 2>err
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
mkdir empty
expect 1 "$BITLEAP" report -o page.html empty 2>err
