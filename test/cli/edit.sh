#!/usr/bin/env bash
# edit.sh - edit: what each option changes, and what is refused with nothing written
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

c=$small/c-O2.clang22.bc
thin=$small/thin-a.clang22.bc
name=$("$BITLEAP" nm --defined-only --just-symbols "$c" | grep -v '^llvm' | sort | sed -n 1p)

text() { "$BITLEAP" dis "$1" | grep -v '^; ModuleID'; }

# Names: all but those of LLVM.
"$BITLEAP" edit "$c" --prefix-symbols=pre_ -o prefixed.bc
"$BITLEAP" verify --quiet prefixed.bc
"$BITLEAP" nm --just-symbols "$c" | sed 's/^/pre_/' | sort >expected
"$BITLEAP" nm --just-symbols prefixed.bc | sort | same - expected
[ "$("$BITLEAP" dis prefixed.bc | grep -c '@llvm\.')" = "$("$BITLEAP" dis "$c" | grep -c '@llvm\.')" ] || fail 'llvm.'

# There and back is the same.
"$BITLEAP" edit "$c" --redefine-sym "$name=another" -o there.bc
"$BITLEAP" edit there.bc --redefine-sym "another=$name" -o back.bc
text "$c" >before
text back.bc | same - before
cmp -s "$c" there.bc && fail 'nothing has changed'
printf '# a comment\n%s another\n' "$name" >names
"$BITLEAP" edit "$c" --redefine-syms=names -o - | cmp - there.bc

# Linkage.
"$BITLEAP" edit "$c" --localize-symbol="$name" -o local.bc
text local.bc | grep -E "(internal .*@$name\(|@$name = internal)" >/dev/null || fail 'not internal'
"$BITLEAP" edit local.bc --globalize-symbol="$name" -o global.bc
text global.bc | grep -E "@$name( =|\()" | grep internal >/dev/null && fail 'still internal'
"$BITLEAP" edit "$c" --weaken-symbol="$name" -o weak.bc
text weak.bc | grep -E "(weak .*@$name\(|@$name = weak)" >/dev/null || fail 'not weak'
if command -v llvm-as-22 >/dev/null; then
    printf '%s\n' '@g = global [2 x i8] zeroinitializer' '@a = alias i8, ptr @g' '@b = alias i8, getelementptr (i8, ptr @a, i64 1)' |
        llvm-as-22 -o aliases.bc
    expect 2 "$BITLEAP" edit aliases.bc --weaken-symbol=a -o refused.bc 2>err
    grep -q 'an alias of an alias that would be weak' err || fail "$(cat err)"
    "$BITLEAP" edit aliases.bc --weaken-symbol=b -o weak_alias.bc
    llvm-dis-22 weak_alias.bc -o - | grep '^@b = weak alias' >/dev/null || fail 'an alias is not weak'
fi
echo "$name" >list
for option in "--keep-global-symbol=$name" "--keep-global-symbol=@list" --keep-global-symbols=list \
    "--wildcard --keep-global-symbol=${name%?}[!/]"; do
    # shellcheck disable=SC2086
    "$BITLEAP" edit "$c" $option -o - >kept.bc
    [ "$("$BITLEAP" nm --defined-only --extern-only --just-symbols kept.bc)" = "$name" ] || fail "$option"
done

# Texts.
"$BITLEAP" edit "$c" --triple=x86_64-unknown-freebsd --source-filename='a b.c' -o texts.bc
text texts.bc >after
grep -qxF 'target triple = "x86_64-unknown-freebsd"' after || fail triple
grep -qxF 'source_filename = "a b.c"' after || fail source_filename
expect 2 "$BITLEAP" edit "$c" --data-layout='e-A5' -o refused.bc 2>err
grep -q allocas err || fail "$(cat err)"
expect 2 "$BITLEAP" edit "$c" --data-layout='what' -o refused.bc 2>err

# A summary goes where linkage changes, and stays where names do.
"$BITLEAP" edit "$thin" --keep-global-symbol=none --json -o - >/dev/null 2>err
grep -q summary err || fail 'summary'
"$BITLEAP" edit "$thin" --prefix-symbols=p_ --json -o thin.bc | grep '"summary":"kept"' >/dev/null || fail 'summary is not kept'

# Nothing is written: two of one name, what is damaged, what is no module, wrong usage.
other=$("$BITLEAP" nm --just-symbols "$c" | grep -vx -e "llvm.*" -e "$name" | sort | sed -n 1p)
rm -f refused.bc
expect 2 "$BITLEAP" edit "$c" --redefine-sym "$name=$other" -o refused.bc 2>err
grep -q 'same name' err || fail "$(cat err)"
head -c 2000 "$c" >cut.bc
expect 3 "$BITLEAP" edit cut.bc --triple=x -o refused.bc 2>err
expect 2 "$BITLEAP" edit "$c" -o refused.bc 2>err
expect 2 "$BITLEAP" edit "$c" --triple=x 2>err
[ ! -e refused.bc ] || fail 'something was written'

# In place; not over another file unless that is asked for.
cp "$c" place.bc
chmod 640 place.bc
"$BITLEAP" edit --in-place place.bc --prefix-symbols=pre_
cmp place.bc prefixed.bc
[ "$(stat -c %a place.bc)" = 640 ] || fail 'the mode has changed'
expect 2 "$BITLEAP" edit "$c" --triple=x -o place.bc 2>err
cmp place.bc prefixed.bc

# Archives: members, and the symbol table with what they are called now, as llvm-ar writes it.
if command -v llvm-ar-22 >/dev/null; then
    mkdir members edited
    cp "$small/cxx-g-O2.clang22.bc" members/a_long_name_of_a_member.o
    cp "$small/c-g-O0.clang22.bc" members/b.o
    cp "$small/elf-native.clang22.o" members/native.o
    printf odd >members/text
    cp members/* edited
    names=(b.o text native.o a_long_name_of_a_member.o)
    for option in --prefix-symbols=pre_ --keep-global-symbol=none --triple=x86_64-unknown-freebsd; do
        "$BITLEAP" edit "$option" members/b.o members/a_long_name_of_a_member.o --directory edited --force 2>note || fail "$(cat note)"
        for format in gnu bsd darwin coff; do
            rm -f $format.a $format.want
            (cd members && llvm-ar-22 --format=$format rcD ../$format.a "${names[@]}")
            (cd edited && llvm-ar-22 --format=$format rcD ../$format.want "${names[@]}")
            "$BITLEAP" edit "$option" $format.a -o $format.got --force 2>note || fail "$(cat note)"
            cmp $format.got $format.want || fail "$format archive, $option"
        done
    done
    # Where a writer left out what fills up to even offsets, as no LLVM reads it, it is there in what is written.
    (cd members && llvm-ar-22 rcSD ../filled.a text b.o text)
    python3 - <<'END'
whole = open('filled.a', 'rb').read()
at = whole.index(b'odd') + 3
last = whole.rindex(b'odd') + 3
open('unfilled.a', 'wb').write(whole[:at] + whole[at + 1:last])
END
    expect 1 llvm-ar-22 t unfilled.a >out 2>&1
    "$BITLEAP" ls unfilled.a | sed 's/^unfilled/filled/' | same - <("$BITLEAP" ls filled.a)
    for name in filled unfilled; do
        "$BITLEAP" edit --triple=x86_64-unknown-freebsd $name.a -o $name.got
    done
    cmp filled.got unfilled.got
fi
expect 1 "$BITLEAP" edit --triple=x "$small/ar-thin.llvm22.a" -o x 2>/dev/null

# A large archive is changed in several processes, where there are cores for them: the same bytes, counts and notes as by
# one, and the same complaint.
append_member() {
    printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "$1/" 0 0 0 644 "$(stat -c %s "$2")"
    cat "$2"
}
if command -v taskset >/dev/null; then
    cat "$small/cxx-g-O2.clang14.bc" "$small/cxx-g-O2.clang16.bc" >pair.bc # a member with two modules is of one process
    {
        printf '!<arch>\n'
        for i in $(seq 60); do
            append_member "pair$i.o" pair.bc
        done
    } >large.a
    first=$(taskset -pc $$ | sed 's/.*: *//; s/[,-].*//')
    for command in 'edit --prefix-symbols=pre_' 'strip -g'; do
        # shellcheck disable=SC2086
        "$BITLEAP" $command --no-check --json large.a -o large.got --force >json 2>note
        # shellcheck disable=SC2086
        taskset -c "$first" "$BITLEAP" $command --no-check --json large.a -o large.want --force >json.want 2>note.want
        cmp large.got large.want
        sed 's/large\.got/large.want/' json | same - json.want
        same note note.want
    done
    head -c 20000 "$small/cxx-g-O2.clang14.bc" >damaged.bc
    append_member damaged.o damaged.bc >>large.a
    append_member damaged.o damaged.bc >>large.a
    expect 3 "$BITLEAP" edit --prefix-symbols=pre_ --no-check large.a -o refused.a 2>err
    expect 3 taskset -c "$first" "$BITLEAP" edit --prefix-symbols=pre_ --no-check large.a -o refused.a 2>err.want
    same err err.want
    [ ! -e refused.a ] || fail 'written from damaged input'
fi

# Several modules in a row, and with one string table.
"$BITLEAP" edit --prefix-symbols=pre_ "$small/concat.bin" -o concat.got
"$BITLEAP" nm --just-symbols "$small/concat.bin" | grep -v '^llvm\|^$\|:' | sed 's/^/pre_/' >expected
"$BITLEAP" nm --just-symbols concat.got | grep -v '^llvm\|^$\|:' | same - expected
if command -v llvm-cat-22 >/dev/null; then
    llvm-cat-22 -b "$small/c-O2.clang22.bc" "$small/cxx-O2.clang22.bc" -o two.bc
    "$BITLEAP" edit --prefix-symbols=pre_ two.bc -o two.got
    "$BITLEAP" nm --just-symbols two.bc | grep -v '^llvm\|^$\|:' | sed 's/^/pre_/' >expected
    "$BITLEAP" nm --just-symbols two.got | grep -v '^llvm\|^$\|:' | same - expected
fi
expect 2 "$BITLEAP" edit --triple=x 'gnu.a(b.o)' -o x 2>err
grep -q 'name the file' err || fail "$(cat err)"

# Times, and what is said of it.
touch -d 2001-02-03 place.bc
"$BITLEAP" edit --in-place --preserve-dates -v place.bc --triple=x86_64-unknown-freebsd >out
grep -qE '^place.bc: [0-9]+ bytes, [0-9]+ in place.bc$' out || fail "$(cat out)"
[ "$(stat -c %y place.bc | cut -c 1-10)" = 2001-02-03 ] || fail 'times'

# Names that stay in assembly are said.
if command -v llvm-as-22 >/dev/null; then
    printf '%s\n' 'define void @f() {' '  call void asm sideeffect "call g", ""()' '  ret void' '}' \
        'declare void @g()' 'module asm ".globl f"' | llvm-as-22 -o asm.bc
    "$BITLEAP" edit --prefix-symbols=x_ asm.bc -o - 2>err >/dev/null
    grep -q 'g stays in assembly of functions' err || fail "$(cat err)"
    grep -q "f stays in the module's assembly" err || fail "$(cat err)"
fi

# A summary has hashes of names that its module does not have: these stay, and so do those in a profile. All else are numbers.
if command -v opt-22 >/dev/null; then
    cat >profile.ll <<'END'
target triple = "x86_64-unknown-linux-gnu"
define i32 @main(ptr %f, i32 %x) {
  %r = call i32 %f(i32 %x), !prof !0
  %q = call i32 @callee(i32 %r)
  ret i32 %q
}
define i32 @callee(i32 %x) {
  ret i32 %x
}
!0 = !{!"VP", i32 0, i64 100, i64 -6621307527791283157, i64 60, i64 1276925723407510161, i64 40}
END
    opt-22 -module-summary profile.ll -o profile.bc
    "$BITLEAP" edit --prefix-symbols=x_ profile.bc -o profile.got 2>err
    grep -q ': 1276925723407510161 stays in the summary, as the hash of a name of another module$' err || fail "$(cat err)"
    sed 's/@\(main\|callee\)/@x_\1/g; s/i64 -6621307527791283157/i64 8193942688041492031/' profile.ll >x_profile.ll && opt-22 -module-summary x_profile.ll -o want.bc
    for file in profile.got want.bc; do
        llvm-bcanalyzer-22 --dump $file | sed -n '/<GLOBALVAL_SUMMARY/,/<.GLOBALVAL/p' >${file%.*}.summary
    done
    same profile.summary want.summary
fi

# A thin archive names files.
expect 1 "$BITLEAP" edit --prefix-symbols=x_ "$small/ar-thin.llvm22.a" -o x 2>err
grep -q 'llvm-ar rcsT' err || fail "$(cat err)"
if command -v llvm-ar-22 >/dev/null; then
    mkdir thin && cp "$small/c-O2.clang22.bc" thin/a.bc && cp "$small/cxx-O2.clang22.bc" thin/b.bc
    (cd thin && llvm-ar-22 rcsT all.a a.bc b.bc)
    "$BITLEAP" edit --prefix-symbols=x_ --in-place thin/[ab].bc 2>err
    (cd thin && rm all.a && llvm-ar-22 rcsT all.a a.bc b.bc)
    "$BITLEAP" nm --just-symbols thin/all.a 2>err | grep -v '^llvm\|^$\|:' | grep -v '^x_' >out || true
    same - out </dev/null
fi

# Paths, and nothing else: where they are the text has others, of a version without and one with opaque pointers.
for version in 14 22; do
    file=$small/c-g-O0.clang$version.bc
    "$BITLEAP" edit --prefix-map=src/=/elsewhere/ "$file" -o moved.bc --force
    "$BITLEAP" dis "$file" | sed '/^; ModuleID/d; s|"src/basic.c"|"/elsewhere/basic.c"|' >want
    "$BITLEAP" dis moved.bc | sed '/^; ModuleID/d' | cmp - want || fail "paths of LLVM $version"
done
