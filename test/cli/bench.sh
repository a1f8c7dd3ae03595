#!/usr/bin/env bash
# bench.sh - the benchmark: engines agree, wrong ones are found out, what is printed is as documented
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3 cc

bench=$BITLEAP_BENCH
mkdir none empty
input=$small/c-g-O2.clang22.bc
own='bitleap*,textbook'

expect 0 "$bench" --help >help.txt
expect 0 "$bench" --version >out.txt
grep -q '^bitleap-bench [0-9]' out.txt || fail 'no version'
expect 0 "$bench" --list --corpora none >out.txt 2>/dev/null
grep -q '^row    small/read$' out.txt || fail 'no rows listed'

# Every option that is parsed is in the help, and the other way round.
grep -o '^    {"[a-z-]*"' "$BITLEAP_SRC/bench/bench_options.c" | tr -d '{" ' | sort >parsed
grep -o -- '--[a-z-]*' help.txt | sed 's/^--//' | sort -u | same parsed -

# Wrong usage, and bad input.
expect 2 "$bench" --nonsense 2>/dev/null
expect 2 "$bench" --time soon 2>/dev/null
expect 2 "$bench" --bytes 12 2>/dev/null
expect 2 "$bench" --only 'nothing/*' 2>/dev/null
expect 2 "$bench" --engines nobody 2>/dev/null
expect 2 "$bench" --against nobody 2>/dev/null
expect 2 "$bench" --engine ./missing.so 2>/dev/null
expect 2 "$bench" --targets --sizes 2>/dev/null
expect 1 "$bench" missing.bc 2>/dev/null
printf 'BC\300\336\377\377\377\377' >damaged.bc
expect 1 "$bench" damaged.bc 2>/dev/null

# All rows once: the engines built in agree on all of them.
expect 0 "$bench" --engines "$own" --corpora none --bytes 65536 --time 0 --json >all.json
expect 0 "$bench" --engines "$own" --time 0 --json "$input" >file.json
expect 0 "$bench" --engines "$own" --time 0 --json --cold "$input" >cold.json

# A page has each row, of one run and of two.
for before in '' file.json; do
    # shellcheck disable=SC2086 # no file, no word
    python3 "$BITLEAP_SRC/bench/bench_page.py" all.json $before >page.html
    [ "$(grep -c '<h2>' page.html)" -eq "$(grep -o '"type": "result", "row": "[^"]*"' all.json | sort -u | wc -l)" ] ||
        fail "not all rows are on the page"
done
expect 0 "$bench" --time 0 --json --cold "$small/ar-gnu.llvm22.a" >cold-archive.json
[ "$(grep -c '"row": "catalog/' cold-archive.json)" -eq 5 ] || fail "catalogs of an archive: $(cat cold-archive.json)"
! grep -q '"row": "file/' cold-archive.json || fail 'an archive is no bitstream'
expect 0 "$bench" --engines "$own" --time 0 --json --targets --only 'array/fixed7,text/*' --corpora none --bytes 65536 >targets.json
expect 0 "$bench" --engines "$own" --time 0 --json --sizes --longest 0.000001 --only 'size/1024/*,size/4096/*' >sizes.json
expect 0 "$bench" --engines "$own" --time 0 --only 'array/fixed7' >out.txt
grep -q '^    textbook ' out.txt || fail 'no table'
# A run of all rows begins with a headline, of which each row comes once more.
expect 0 "$bench" --engines "$own" --corpora none --bytes 65536 --time 0 >out.txt
grep -A 5 '(GB/s) .* bitleap ' out.txt | grep -c '^arrays of vbr[4-8], .*[0-9] ([0-9.]*) ' | same - <(echo 5)
grep -c '^array/vbr[4-8]/mix: ' out.txt | same - <(echo 5)
# No verdict where all rows were disturbed.
expect 0 "$bench" --engines "$own,llvm*" --time 0 --targets --only 'array/vbr6/one' --bytes 65536 --corpora none >out.txt 2>/dev/null
! grep -q '1 of 1 rows were disturbed' out.txt || ! grep -E '(met|missed|stretch) ' out.txt || fail 'a verdict on noise'
expect 0 "$bench" --engines "$own" --against textbook --time 0 --only 'array/fixed7' >changes.txt
grep -q '^array/fixed7 .*bitleap .*%' changes.txt || fail 'no changes'

python3 - "$BITLEAP_SRC/bench/README.md" ./*.json <<'END'
import json, re, sys
text = open(sys.argv[1], encoding='utf-8').read()
reported = {}
for line in text[text.index('## JSON'):].splitlines():
    match = re.match(r'\| `([a-z_]+)` \|(.*)', line)
    if match:
        reported[match[1]] = set(re.findall(r'`([a-z_]+)`', match[2]))
seen = {}
for path in sys.argv[2:]:
    for line in open(path, encoding='utf-8'):
        row = json.loads(line)
        seen.setdefault(row.pop('type'), set()).update(row)
for kind, keys in seen.items():
    assert kind in reported, f'{kind} is not in the README'
    assert keys <= reported[kind], f'{kind}: {keys - reported[kind]} not in the README'
assert {'machine', 'engine', 'result', 'cold', 'target', 'left_out'} <= set(seen), seen.keys()
for line in open('file.json'):
    row = json.loads(line)
    if row['type'] == 'result':
        # On a busy machine it may not be known.
        assert row['row'].endswith('threads-2') or 'cores_worth' not in row, line
        assert row.get('cores_worth', 1) > 0, line
        assert (row.get('ratio_alone', 0) > 0) == row['row'].endswith('threads-2'), line
rows = {json.loads(line)['row'] for line in open('all.json') if '"result"' in line}
for group in 'array', 'text', 'skip-array', 'read', 'skip', 'tally', 'small':
    assert any(row.startswith(group + '/') for row in rows), group
END

# An engine of somebody else's; and one that is wrong.
cc -O2 -shared -fPIC -I"$BITLEAP_SRC/bench" -o example.so "$BITLEAP_SRC/bench/example_engine.c"
expect 0 "$bench" --engine ./example.so --engines 'example,textbook' --time 0 --only 'array/vbr6/mix,array/char6' >out.txt
[ "$(grep -c '^    example .* [0-9.]* ' out.txt)" -ge 2 ] || fail 'the example was not measured'
sed 's/"example"/"wrong"/; s/shift < 64/shift < 10/' "$BITLEAP_SRC/bench/example_engine.c" >wrong.c
cc -O2 -shared -fPIC -I"$BITLEAP_SRC/bench" -o wrong.so wrong.c
expect 1 "$bench" --engine ./wrong.so --engines 'wrong,textbook' --time 0 --only 'array/vbr6/mix' >out.txt 2>err.txt
grep -q 'array/vbr6/mix: textbook and wrong disagree' err.txt || fail "no word of the difference: $(cat err.txt)"
if grep -q ' ms ' out.txt; then
    fail 'time was reported although the engines disagree'
fi
sed 's/BENCH_ENGINE_VERSION,/99,/' "$BITLEAP_SRC/bench/example_engine.c" >newer.c
cc -O2 -shared -fPIC -I"$BITLEAP_SRC/bench" -o newer.so newer.c
expect 2 "$bench" --engine ./newer.so 2>err.txt
grep -q 'another version' err.txt || fail 'an engine of another version was taken'

# Without gnuplot there is a word of it, and a failure.
expect 1 env PATH="$PWD/empty" "$bench" --engines textbook --time 0 --only array/fixed7 --plot graphs >/dev/null 2>err.txt
grep -q 'gnuplot' err.txt || fail 'no word of gnuplot'
