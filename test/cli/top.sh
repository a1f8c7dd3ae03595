#!/usr/bin/env bash
# top.sh - what is largest, and rows that sum up
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3
cd "$BITLEAP_SRC"
for by in functions globals metadata modules blocks sources; do
    "$BITLEAP" top --by $by -n 4 corpora/small/cxx-g-O2.clang22.bc corpora/small/multi.llvm22.bc \
        corpora/small/ar-mixed.llvm22.a
done | golden top.txt
cd - >/dev/null

# Whatever is asked, of whatever files, rows and rests sum up to the files' bytes, and are sorted.
cat >sums.py <<'END'
import json, sys
rows = [json.loads(line) for line in sys.stdin]
total = rows.pop()
assert total['type'] == 'top_total', total
top = [row['bits'] for row in rows if row['type'] == 'top']
rest = [row['bits'] for row in rows if row['type'] == 'top_rest']
assert sum(top) + sum(rest) == total['bits'], (sum(top), rest, total)
assert total['bits'] == 8 * int(sys.argv[1]), total
assert top == sorted(top, reverse=True), 'not sorted'
assert len(top) == min(int(sys.argv[2]), total['rows']), total
END
files=("$small"/*.bc "$small"/*.pch "$small"/elf-x86_64.*.o "$small"/macho-x86_64.*.o "$small"/universal.*)
size=$(cat "${files[@]}" | wc -c)
for by in functions globals metadata modules blocks sources crate namespace template directory section; do
    for n in 0 3 100000; do
        "$BITLEAP" top --json --by $by -n $n "${files[@]}" >rows || fail "$by"
        python3 sums.py "$size" $n <rows || fail "by $by, $n rows"
    done
done

# As other commands have it.
"$BITLEAP" funcs --sort bytes "$small/cxx-g-O2.clang22.bc" | sed -n 's/.*  \(@.*\)/\1/p' >funcs.txt
"$BITLEAP" top -n 1000 "$small/cxx-g-O2.clang22.bc" | sed -n 's/.*  \(@.*\)/\1/p' >top.txt
sort funcs.txt | same - <(sort top.txt)
head -n 5 funcs.txt | same - <(head -n 5 top.txt)
"$BITLEAP" stats --json --blocks "$small/cxx-g-O2.clang22.bc" |
    sed -n 's/.*"name":"\([A-Z_]*\)".*"bits":\([0-9]*\),.*/\1 \2/p' | sort >stats.txt
"$BITLEAP" top --json --by blocks -n 1000 "$small/cxx-g-O2.clang22.bc" |
    sed -n 's/.*"name":"\([A-Z_]*\)".*"bits":\([0-9]*\)}/\1 \2/p' | sort | same - stats.txt

# The path of one file is in the last row, and not in each.
[ "$("$BITLEAP" top "$small/cxx-g-O2.clang22.bc" | grep -c 'cxx-g-O2.clang22.bc$')" -eq 1 ] || fail 'a path is repeated'
[ "$("$BITLEAP" top "$small/multi.llvm22.bc" | grep -c ' in .*multi.llvm22.bc\[module [12]\]$')" -gt 2 ] ||
    fail 'functions of two modules'

# The same file twice counts once; neither order nor threads make a difference.
"$BITLEAP" top "$small"/c-*.bc >all
mapfile -t backwards < <(printf '%s\n' "$small"/c-*.bc "$small/c-O2.clang22.bc" | sort -r)
for threads in 1 3; do
    "$BITLEAP" top --threads $threads "${backwards[@]}" | same all -
done

mkdir tree
cp "$small"/c-*.bc "$small/header.clang22.pch" tree
"$BITLEAP" index -q -o tree.blx tree
for by in functions blocks sources; do
    "$BITLEAP" top --by $by tree/* >files
    "$BITLEAP" top --by $by tree | same files -
    "$BITLEAP" top --by $by -x tree.blx | same files -
done

# A file that a thin archive names is counted once: as itself, or as the archive's where only that was named.
mkdir thin
cp "$small/c-O2.clang22.bc" 'thin/a).bc'
printf '!<thin>\n%-48s%-10s`\na).bc/\n\n' // 8 >thin/lib.a
printf '%-48s%-10s`\n' /0 "$(wc -c <'thin/a).bc')" >>thin/lib.a
"$BITLEAP" top --by sources thin | sed -n 's/.*%  \(thin.*\)/\1/p' | sort -u |
    same - <(echo 'thin/a).bc')
"$BITLEAP" top --by sources thin/lib.a | sed -n 's/.*%  \(thin.*\)/\1/p' | sort -u | same - <(echo 'thin/lib.a("a).bc")')

# Damage is reported, and the rows sum up all the same.
head -c 5000 "$small/c-O2.clang22.bc" >cut.bc
for by in functions globals metadata modules blocks; do
    expect 3 "$BITLEAP" top --json --by $by -n 5 cut.bc >rows 2>err
    grep -v '"error"' rows >reported
    n=$(grep -c '"top"' reported || true)
    python3 sums.py 5000 "$n" <reported || fail "by $by, of a damaged file"
    [ -s err ] || fail "no failure is reported"
    [ -z "$(sort err | uniq -d)" ] || fail "reported twice: $(cat err)"
    expect 3 "$BITLEAP" top --by $by "$BITLEAP_SRC/corpora/fuzz/records/many-operands" >rows 2>err
    [ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
done

expect 2 "$BITLEAP" top 2>err
expect 2 "$BITLEAP" top --by size "$small/c-O2.clang22.bc" 2>err
expect 2 "$BITLEAP" top -n many "$small/c-O2.clang22.bc" 2>err
expect 2 "$BITLEAP" top missing.bc 2>err
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
mkdir empty
expect 1 "$BITLEAP" top empty 2>err
grep -q '^bitleap: empty: no bitcode' err || fail "nothing is reported of nothing: $(cat err)"

# Of a damaged block all is counted that it has, and of those after it.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 1684 "$whole" && printf '\377' && tail -c +1686 "$whole"; } >damaged.bc
"$BITLEAP" top --by blocks "$whole" >rows
expect 3 "$BITLEAP" top --by blocks damaged.bc 2>err | sed "s:damaged.bc:$whole:" | same rows -
