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
# All in a row: the files that --directory has.
"$BITLEAP" slice --each --directory=in.d "$file" "$small/c-O2.clang22.bc"
"$BITLEAP" slice --each --format=tar -o - "$file" "$small/c-O2.clang22.bc" >each.tar
mkdir out.d && tar -xf each.tar -C out.d
diff -r in.d out.d || fail "--format=tar"
"$BITLEAP" slice --each --threads=1 --format=tar -o - "$file" "$small/c-O2.clang22.bc" | cmp - each.tar
# The same as JSON, with what funcs says of each.
"$BITLEAP" slice --each --format=ndjson --json -o - "$file" "$small/c-O2.clang22.bc" >each.json
[ "$(jq -r .schema each.json | head -n 1)" = 1 ] || fail "the first line states no schema"
jq -r .bytes each.json | while read -r line; do base64 -d <<<"$line"; done >all.bc
tar -xOf each.tar | cmp - all.bc
same <(jq -c '[.name,.properties]' each.json) \
    <("$BITLEAP" funcs --properties --json "$file" "$small/c-O2.clang22.bc" | jq -c 'select(.type=="function")|[.name,.properties]')
"$BITLEAP" verify --quiet each.tar || fail "a stream in a tar"
long=$(printf 'f%.0s' {1..150})
if command -v llvm-as-22 >/dev/null; then
    printf 'define void @%s() {\n  ret void\n}\n' "$long" | llvm-as-22 -o long.bc
    "$BITLEAP" slice --each --format=tar -o - long.bc | tar -t | same - <(echo "$long.bc")
fi
expect 2 "$BITLEAP" slice --each --format=tar --directory=x "$file" 2>/dev/null
expect 2 "$BITLEAP" slice --each --format=zip -o - "$file" 2>/dev/null
"$BITLEAP" slice --only='*label*' --debug=lines "$file" -o lines.bc
"$BITLEAP" dis lines.bc >lines.ll
! grep -qE 'DILocalVariable|DICompositeType|DILexicalBlock' lines.ll || fail "--debug=lines"
grep -q 'DISubprogram(' lines.ll || fail "no subprogram"
grep -q 'DILocation(' lines.ll || fail "no location"
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

# What is attached to global values has the values in it; an ifunc has dso_local, and its partition.
if command -v llvm-as-22 >/dev/null; then
    cat >attached.ll <<'END'
@other = global i32 3
@one = global i32 1, !associated !0
@info = private constant i8 1
@chosen = dso_local ifunc i32 (i32), ptr @resolver, partition "part"
define internal ptr @resolver() {
  ret ptr @checked
}
define i32 @checked(i32 %x) !func_sanitize !1 {
  ret i32 %x
}
!0 = !{ptr @other}
!1 = !{i32 5, ptr @info}
END
    llvm-as-22 attached.ll -o attached.bc
    for name in one checked chosen; do
        "$BITLEAP" slice --only=$name attached.bc -o attached.$name.bc
        llvm-dis-22 attached.$name.bc -o attached.$name.ll || fail "$name: LLVM does not take it"
    done
    grep -qxF '!0 = !{ptr @other}' attached.one.ll || fail "associated"
    grep -qxF '!0 = !{i32 5, ptr @info}' attached.checked.ll || fail "func_sanitize"
    grep -qxF '@chosen = dso_local ifunc i32 (i32), ptr @resolver, partition "part"' attached.chosen.ll || fail "an ifunc"
fi
# Through an index file: only the module that has the definition is looked at.
mkdir indexed
cp "$small/c-O2.clang22.bc" indexed/a.bc
cp "$small/thin-a.clang22.bc" indexed/b.bc
"$BITLEAP" index -o all.blx indexed
name=$("$BITLEAP" funcs --columns=name indexed/a.bc | head -n 1)
"$BITLEAP" slice --only="$name" indexed/a.bc -o direct.bc
"$BITLEAP" slice --only="$name" all.blx -o out.bc --force || fail "slice of an index file"
cmp direct.bc out.bc
rm indexed/b.bc
"$BITLEAP" slice --only="$name" all.blx -o out.bc --force || fail "another file was looked at"
cmp direct.bc out.bc
expect 1 "$BITLEAP" slice --only="$name" --only=nowhere all.blx -o out.bc --force 2>/dev/null
# Parts do not have the same types, which all of them name.
"$BITLEAP" slice --split=3 --directory=typed "$small/cxx-g-O2.clang22.bc"
for part in typed/*; do
    "$BITLEAP" dis "$part" | grep 'DICompositeType(.*identifier: ' | grep -v DIFlagFwdDecl | grep -o 'identifier: .*'
done | sort >types
[ -s types ] || fail "parts without types"
[ -z "$(uniq -d types)" ] || fail "parts that define a type twice"
if command -v llvm-link-22 >/dev/null; then
    llvm-link-22 typed/* -o - | opt-22 -passes=verify -disable-output || fail "parts cannot be linked"
fi
