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
