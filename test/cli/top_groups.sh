#!/usr/bin/env bash
# top_groups.sh - sizes by crate, namespace, template, directory and section, against sums of single functions
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

# Rust's names in both schemes, C++ names, one of C, and a name that would take too long: bodies of one file under other names.
conversions=_Z
for ((i = 0; i < 40; i++)); do conversions+=N1AcvT_I; done
conversions+=i
for ((i = 0; i < 40; i++)); do conversions+=EE; done
conversions+=v
"$BITLEAP" funcs --json "$small/c-O2.clang22.bc" >funcs.json
python3 - "$conversions" >renames <<'END2'
import json, sys
new = ['_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE',
       '_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17hfedcba9876543210E.llvm.7',
       '_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE',
       '_RNvXs_C4mineINtC5alloc1TmENtC4core1R1f', '_RNvMC4coree3len',
       '_ZN4shop4RingIiLj4EE4pushERKi', '_ZN4shop4RingIdLj8EE4pushERKd', '_ZNK4shop4Book5priceEv',
       sys.argv[1]]
names = [json.loads(line)['name'] for line in open('funcs.json')]
assert len(names) > len(new), names
for old, name in zip(names, new):
    print(old, name)
END2
"$BITLEAP" edit --redefine-syms renames "$small/c-O2.clang22.bc" -o names.bc
files=("$small/cxx-g-O2.clang22.bc" "$small/cxx-g-O0.clang13.bc" "$small/link.clang22.bc" "$small/link.clang14.bc" names.bc)
for by in functions globals; do "$BITLEAP" top --json --all --by $by "${files[@]}" >$by.json; done
for by in crate namespace template directory section; do
    "$BITLEAP" top --json --all --by $by "${files[@]}" >$by.json
done
"$BITLEAP" top --json --all --by namespace --depth all "${files[@]}" >scope.json
"$BITLEAP" top --json --all --by symbol "${files[@]}" >symbol.json
"$BITLEAP" top --json --all --by namespace,template,symbol "${files[@]}" >nested.json

# Sums of single functions and variables, by their mangled names.
cat >check.py <<'END2'
import collections, json, re, sys
def rows(name):
    return [json.loads(line) for line in open(name + '.json')]
items = [(row['name'], row['bits']) for by in ('functions', 'globals') for row in rows(by) if row['type'] == 'top']
assert len(items) > 150, len(items)
def expected(key):
    sums, counts, none = collections.Counter(), collections.Counter(), 0
    for name, bits in items:
        group = key(name)
        if group:
            sums[group] += bits
            counts[group] += 1
        else:
            none += bits
    return {group: (sums[group], counts[group]) for group in sums}, none
def check(by, key, rest):
    wanted, none = expected(key)
    got = rows(by)
    found = {row['name']: (row['bits'], row['count']) for row in got if row['type'] == 'top'}
    assert found == wanted, (by, found, wanted)
    rests = {row['what']: row['bits'] for row in got if row['type'] == 'top_rest'}
    assert rests[rest] == none, (by, rests, none)
    total = [row for row in got if row['type'] == 'top_total'][0]
    assert total['rows'] == len(wanted), total
    assert sum(bits for bits, n in wanted.values()) + sum(rests.values()) == total['bits'], (by, total)
    return wanted
rust = {'_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17h0123456789abcdefE': ('alloc', 'alloc::vec::Vec'),
        '_ZN5alloc3vec16Vec$LT$T$C$A$GT$4push17hfedcba9876543210E.llvm.7': ('alloc', 'alloc::vec::Vec'),
        '_ZN42_$LT$$RF$T$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE': ('core', 'core::fmt::Debug'),
        '_RNvXs_C4mineINtC5alloc1TmENtC4core1R1f': ('mine', 'alloc::T'),
        '_RNvMC4coree3len': ('core', 'core')}
found = check('crate', lambda name: rust.get(name, [None])[0], 'of no crate: names of C, C++ and others')
assert {crate: n for crate, (bits, n) in found.items()} == {'alloc': 2, 'core': 2, 'mine': 1}, found
# The first of nested names; of a type info or a table of a class that; guards and statics of functions begin likewise.
nested = re.compile(r'_Z(?:GV|T[VTSIWH]|Tv0_n\d+_)?P?Z?NK?(\d+)')
def words(name):
    match = nested.match(name)
    at, parts = (match.start(1), []) if match else (0, [])
    while match and (size := re.match(r'L?(\d+)', name[at:])): # L: internal
        at += len(size[0]) + int(size[1])
        parts.append(name[at - int(size[1]):at])
        if name[at:at + 1] == 'I': # arguments without names in them, in these files
            arguments = re.match(r'I[a-z]L[a-z]\d+EE', name[at:])
            at += len(arguments[0]) if arguments else 0
    is_type = re.match(r'_ZT[VTSI]', name)
    return parts if is_type else parts[:-1] if name[at:at + 1] not in ('D', 'C') else parts
def scope(name):
    if name in rust:
        return rust[name][1]
    if name.startswith('_ZZ') or name.startswith('_ZGVZ'):
        return words(name)[0]
    return '::'.join(words(name))
check('namespace', lambda name: scope(name).split('::')[0], 'of no namespace, as names of C')
assert check('scope', scope, 'of no namespace, as names of C')['shop::Ring'][1] == 10
def template(name):
    member = re.match(r'_ZNK?4shop4RingI[a-z]L[a-z]\dEE4(push|each)(I?)', name) or re.match(r'_ZNK?4shop4RingI[a-z]L[a-z]\dEE3(sum)()', name)
    if member:
        return 'shop::Ring<…>::' + member[1] + ('<…>' if member[2] else '')
    if re.match(r'_ZN4shop9count_allI', name):
        return 'shop::count_all<…>'
    if re.match(r'_ZZN4shop7lambdasEiENK3\$_0clI', name):
        return 'shop::lambdas::$_0::operator()<…>'
    if name in rust and '$LT$T$C' in name:
        return 'alloc::vec::Vec<…>::push'
    return '<alloc::T<…> as core::R>::f' if name in rust and 'INtC5alloc' in name else None
found = check('template', template, 'of no template')
assert found['shop::Ring<…>::push'][1] == 6 and found['alloc::vec::Vec<…>::push'][1] == 2, found
sections = {'in_section': '.bitleap.data', 'weak_function': '.text.bitleap', 'llvm.compiler.used': 'llvm.metadata'}
def section(name):
    return '.text.startup' if name.startswith(('_GLOBAL__sub', '__cxx_global_var_init')) else sections.get(name)
check('section', section, 'of no section that is named')
check('directory', lambda name: 'src', 'of no source file that is known')
# One inside of the other: each name is in its template, or in none, and that in its namespace.
check('symbol', lambda name: name, 'of no name')
inside = collections.Counter()
for name, bits in items:
    levels = [scope(name).split('::')[0], template(name), name]
    for level in range(3 if levels[0] else 0):
        inside[tuple(levels[:level + 1])] += bits
found = {(row['name'],) if row['type'] == 'top' else (row['within'][0], *[w or None for w in row['within'][1:]], row['name']):
         row['bits'] for row in rows('nested') if row['type'] in ('top', 'top_part')}
assert found == inside, set(found.items()) ^ set(inside.items())
assert len([group for group in inside if len(group) == 3]) > 50
END2
python3 check.py
# As text: what is inside is indented, and adds up; the others have a row at each level.
"$BITLEAP" top --by namespace,template,symbol -n 2 "${files[@]}" >nested
[ "$(sed -n '2s/.*%  \(.*\) (.*/\1/p;3s/.*%  \(.*\) (.*/\1/p' nested)" = $'shop\n  of no template' ] || fail "$(cat nested)"
awk 'NR > 1 { match($0, /%  */); level = (RLENGTH - 3) / 2; if (level > 2) exit 1
    sum[level] += $1; if (level < last) for (i = last; i > level; i--) sum[i] = 0
    if (level > last && $1 > before) exit 1; last = level; before = $1 }' nested || fail "$(cat nested)"
[ "$(grep -c '%   *[0-9]* other [tn][ea]m' nested)" -ge 2 ] || fail 'no others inside'
expect 2 "$BITLEAP" top --by namespace,functions "$small/c-O2.clang22.bc" 2>err
grep -q 'up to 4 of crate' err || fail "$(cat err)"

# Directories are those of debug information where there is some, for each function; --depth cuts them.
"$BITLEAP" edit --prefix-map src=/build/lib/deep "$small/c-g-O2.clang22.bc" -o c.bc
"$BITLEAP" edit --source-filename top.c "$small/c-O2.clang22.bc" -o top.bc
directories() { "$BITLEAP" top --all --by directory "$@" | sed -n 's/.*%  \(.*\) ([0-9]*)$/\1/p' | sort; }
directories c.bc top.bc "$small/cxx-g-O2.clang22.bc" | same - <(printf '%s\n' . /build/lib/deep src)
directories --depth 2 c.bc top.bc "$small/cxx-g-O2.clang22.bc" | same - <(printf '%s\n' . /build/lib src)

# Threads make no difference; rows are as wanted; damage and wrong usage are said.
"$BITLEAP" top --by namespace --threads 1 "$small"/cxx-*.bc >one
"$BITLEAP" top --by namespace --threads 3 "$small"/cxx-*.bc | same one -
[ "$("$BITLEAP" top --by namespace --depth all -n 1 "${files[@]}" | grep -c ' shop')" -eq 1 ] || fail 'more rows than -n'
"$BITLEAP" top --by namespace --depth all -n 1 "${files[@]}" | grep -q ' other namespaces$' || fail 'no row for the others'
head -c 9000 "$small/cxx-g-O2.clang22.bc" >cut.bc
for by in crate namespace template directory section; do
    expect 3 "$BITLEAP" top --by $by cut.bc >rows 2>err
    [ -s rows ] || fail "nothing of a damaged file by $by"
    [ -s err ] || fail "no failure is reported by $by"
done
expect 2 "$BITLEAP" top --depth 2 "$small/c-O2.clang22.bc" 2>err
expect 2 "$BITLEAP" top --by namespace --depth 0 "$small/c-O2.clang22.bc" 2>err
