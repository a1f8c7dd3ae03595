#!/usr/bin/env bash
# slice.sh - slice: definitions of a module as modules of their own
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# body FILE NAME - what is between the braces, without numbers of nodes and groups
body() {
    "$BITLEAP" dis --only="$2" "$1" | sed -n '/^define/,/^}/p' | sed -e 1d -e 's/\([!#]\)[0-9]*/\1/g'
}

for version in 13 14 15 16 19 22; do
    for kind in c-O2 cxx-g-O2 c-g-O0 bundles uselist values; do
        file=$small/$kind.clang$version.bc
        [ -e "$file" ] || continue
        "$BITLEAP" funcs --columns=name "$file" >names
        name=$(head -n 1 names)
        "$BITLEAP" slice --only="$name" "$file" -o out.bc --force || fail "$file: $name"
        "$BITLEAP" verify --quiet out.bc || fail "$file: the slice of $name is wrong"
        same <(body out.bc "$name") <(body "$file" "$name")
        [ "$("$BITLEAP" funcs --columns=name out.bc)" = "$name" ] || fail "$file: more than $name"
        # The rest has all but that.
        "$BITLEAP" slice --only="$name" --delete "$file" -o rest.bc --force || fail "$file: the rest"
        same <("$BITLEAP" funcs --columns=name rest.bc) <(tail -n +2 names)
    done
done

file=$small/cxx-g-O2.clang22.bc
"$BITLEAP" slice --only='*shelf*' --debug=none "$file" -o none.bc --verbose | grep 'definitions' >/dev/null || fail "--verbose"
[ "$("$BITLEAP" dis none.bc | grep -c DISubprogram)" = 0 ] || fail "--debug=none"
"$BITLEAP" slice --only='/shelf/' --json "$file" -o regex.bc | grep '"type":"slice".*"checked":true,"definitions":' >/dev/null || fail "--json"
"$BITLEAP" slice --each --directory=each "$file" || fail "--each"
[ "$(find each -name '*.bc' | wc -l)" = "$("$BITLEAP" funcs --columns=name "$file" | wc -l)" ] || fail "--each: not one file a function"
"$BITLEAP" verify --quiet each/*.bc || fail "--each: a slice is wrong"
"$BITLEAP" slice --only=push --recursive --with-globals "$small/c-O2.clang22.bc" -o - | "$BITLEAP" verify --quiet - || fail "standard output"

# Names from a file; functions so many references away.
printf '# names\npush \n\n' >list
"$BITLEAP" slice --only-from=list "$small/c-O2.clang22.bc" -o from.bc
"$BITLEAP" slice --only=push "$small/c-O2.clang22.bc" -o push.bc
cmp from.bc push.bc || fail "--only-from"
"$BITLEAP" slice --only=push --depth=0 "$small/c-O2.clang22.bc" -o depth.bc
cmp depth.bc push.bc || fail "--depth=0"
if command -v llvm-as-22 >/dev/null; then
    printf '%s\n' 'define void @a() {' '  call void @b()' '  ret void' '}' 'define void @b() {' '  call void @c()' '  ret void' '}' \
        'define void @c() {' '  call void @d()' '  ret void' '}' 'define void @d() {' '  ret void' '}' | llvm-as-22 -o chain.bc
    "$BITLEAP" slice --only=a --depth=2 chain.bc -o two.bc
    "$BITLEAP" funcs --columns=name two.bc | same - <(printf '%s\n' a b c)
fi

# Parts: each definition is in one of them, and COMDATs are whole.
for version in 13 16 22; do
    file=$small/cxx-g-O0.clang$version.bc
    "$BITLEAP" slice --split=3 "$file" --directory "split$version" || fail "--split"
    [ -e "split$version/cxx-g-O0.clang$version.2.bc" ] || fail "$(echo split"$version"/*)"
    "$BITLEAP" verify --quiet "split$version" || fail "--split: a part is wrong"
    "$BITLEAP" funcs --columns=name "split$version"/*.bc | sed 's/.*\t//' | sort | same - <("$BITLEAP" funcs --columns=name "$file" | sort)
done
expect 2 "$BITLEAP" slice --split=0 "$file" --directory no 2>/dev/null
expect 2 "$BITLEAP" slice --split=2 --only=main "$file" --directory no 2>/dev/null
expect 2 "$BITLEAP" slice --split=2 "$file" -o no.bc 2>/dev/null

# What is not there, or not said, is an error, and nothing is written.
expect 1 "$BITLEAP" slice --only=no_such_name "$file" -o no.bc 2>/dev/null
expect 2 "$BITLEAP" slice "$file" -o no.bc 2>/dev/null
expect 2 "$BITLEAP" slice --only=main "$file" 2>/dev/null
expect 2 "$BITLEAP" slice --only=main --debug=some "$file" -o no.bc 2>/dev/null
expect 2 "$BITLEAP" slice --each --delete --directory=no "$file" 2>/dev/null
[ ! -e no.bc ] || fail "something was written"
head -c 3000 "$file" >cut.bc
"$BITLEAP" slice --only='*' cut.bc -o no.bc 2>/dev/null && fail "damage"
[ ! -e no.bc ] || fail "something was written of damage"
