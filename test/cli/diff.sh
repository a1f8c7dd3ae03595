#!/usr/bin/env bash
# diff.sh - what diff takes for the same, and for changed
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need llvm-as-22

# assemble NAME - makes NAME.bc of standard input.
assemble() {
    llvm-as-22 - -o "$1.bc"
}

# summary_is SUM FILE FILE - fails unless that is the sum of what changed and what did not.
summary_is() {
    expect 1 "$BITLEAP" diff --all "$2.bc" "$3.bc" >reported
    sed -n 2p reported | grep -qx "0 added, 0 removed, $1" || fail "$2 $3: $(cat reported)"
}

# The same bytes say different things where what they refer to has another name, or another order.
caller() {
    printf 'declare i32 @%s(ptr)\n' "$@"
    printf 'define i32 @work(ptr %%p) {\n  %%r = call i32 @%s(ptr %%p)\n  ret i32 %%r\n}\n' "$1"
}
caller info | assemble info
caller warn | assemble warn
caller info warn | assemble info-warn
caller warn info | assemble warn-info
summary_is '1 changed, 0 renumbered, 0 the same' info warn
summary_is '1 changed, 0 renumbered, 0 the same' info-warn warn-info
summary_is '0 changed, 1 renumbered, 0 the same' info info-warn

# What is stated of a definition counts, wherever its module has it.
# changes DEFINITION TOLD - fails unless it differs from $before, and is reported so.
changes() {
    printf '%s\n' "$before" | assemble before
    printf '%s\n' "$1" | assemble after
    summary_is '1 changed, 0 renumbered, 0 the same' before after
    grep -q "^! .*$2\$" reported || fail "$1: $(cat reported)"
}
before='define i32 @f(i32 %a) { ret i32 %a }'
# shellcheck disable=SC2016 # the dollar sign is IR's
for function in \
    'attributes define fastcc i32 @f(i32 %a)' 'attributes define i32 @f(i32 zeroext %a)' \
    'attributes define zeroext i32 @f(i32 %a)' 'attributes define i32 @f(i32 %a) noinline' \
    'attributes define i32 @f(i32 %a) "key"="value"' 'attributes define i32 @f(i32 %a) align 32' \
    'linkage define i32 @f(i32 %a) unnamed_addr' 'linkage define i32 @f(i32 %a) section "other"' \
    'attributes define i32 @f(i32 %a) gc "shadow"' 'value define i32 @f(i32 %a) prefix i32 1' \
    'value define i32 @f(i32 %a) prologue i8 1' 'linkage define weak i32 @f(i32 %a)' \
    'linkage $f = comdat any define i32 @f(i32 %a) comdat' 'linkage define dso_local i32 @f(i32 %a)'; do
    changes "${function#* } { ret i32 %a }" " \[${function%% *}]"
done
for pair in 'attributes nounwind:noinline' 'linkage section "a":section "b"' 'attributes gc "erlang":gc "ocaml"' \
    'value prefix i32 1:prefix i32 2'; do
    before="define i32 @f(i32 %a) $(cut -d : -f 1 <<<"${pair#* }") { ret i32 %a }"
    changes "define i32 @f(i32 %a) ${pair#*:} { ret i32 %a }" " \[${pair%% *}]"
done
before='@v = global i32 1, section "a"'
for variable in 'linkage @v = global i32 1, section "b"' 'attributes @v = global i32 1, section "a", align 8' \
    'value @v = global i32 2, section "a"' 'type @v = constant i32 1, section "a"' \
    'attributes @v = global i32 1, section "a" #0 attributes #0 = { "key" }'; do
    changes "${variable#* }" "variable v \[${variable%% *}]"
done
# By default there is a screen of what matters most; -n, --sort and --reverse say otherwise, JSON has it all.
many() {
    for i in $(seq 40); do
        printf 'define i32 @f%d(i32 %%a) {\n' "$i"
        for _ in $(seq "$i"); do printf '  fence %s\n' "$1"; done
        printf '  ret i32 %%a\n}\n'
    done
    [ "$1" != seq_cst ] || printf 'define void @new() {\n  fence seq_cst\n  ret void\n}\n'
}
many acquire | assemble many-before
many seq_cst | assemble many-after
expect 1 "$BITLEAP" diff many-before.bc many-after.bc >reported
sed -n 2,3p reported | same - <(printf '%s\n' '1 added, 0 removed, 40 changed, 0 renumbered, 0 the same' \
    '+ function new, 20 bytes')
[ "$(grep -c '^[!+] ' reported)" -eq 15 ] || fail "$(cat reported)"
grep -qx '… and 26 more definitions: --all prints all' reported || fail "$(cat reported)"
expect 1 "$BITLEAP" diff --all many-before.bc many-after.bc >reported
[ "$(grep -c '^! .*\[body\]$' reported)" -eq 40 ] || fail "$(cat reported)"
expect 1 "$BITLEAP" diff -n 3 --sort name many-before.bc many-after.bc | grep '^[!+] ' | cut -d ' ' -f 3 |
    tr '\n' ' ' | grep -q '^f1, f10, f11, $' || fail 'not by name'
expect 1 "$BITLEAP" diff -n 1 --sort name --reverse many-before.bc many-after.bc | grep -q '^+ function new' ||
    fail 'not reversed'
expect 1 "$BITLEAP" diff --json many-before.bc many-after.bc >reported
[ "$(grep -c '"type":"changed",.*,"same_body":false,"reasons":\["body"\]}$' reported)" -eq 40 ] || fail "$(cat reported)"
expect 1 "$BITLEAP" diff -q many-before.bc many-after.bc >reported
[ ! -s reported ] || fail "diff is not quiet: $(cat reported)"
expect 1 "$BITLEAP" diff --color=never "$small" "$small/c-O2.clang22.bc" >reported
[ "$(wc -l <reported)" -le 40 ] || fail "more than a screen: $(cat reported)"
grep -q '^ *definitions  *change  file$' reported || fail "$(cat reported)"

# Rows of a table that are the same are in a module once, and are looked at once: this one has 125,000 numbers.
# repeat N TEXT - as a list.
repeat() {
    local list
    printf -v list "$2, %.0s" $(seq "$1")
    printf '%s' "${list%, }"
}
row=$(repeat 50 'i32 -1')
plane=$(repeat 50 "[50 x i32] [$row]")
# table NUMBER LAST - the first one is returned, the second one is the last of the table.
table() {
    local others="${plane%"$row]"}"
    printf '@memo = global [50 x [50 x [50 x i32]]] [%s, [50 x [50 x i32]] [%s]]\n' \
        "$(repeat 49 "[50 x [50 x i32]] [$plane]")" "$others$(repeat 49 'i32 -1'), i32 $2]"
    printf 'define i32 @f() { ret i32 %s }\n' "$1"
}
table 1 -1 | assemble table
table 2 -1 | assemble other-function
table 1 7 | assemble other-number
summary_is '1 changed, 0 renumbered, 1 the same' table other-function
grep -q 'function f' reported || fail "$(cat reported)"
summary_is '1 changed, 0 renumbered, 1 the same' table other-number
grep -q 'variable memo' reported || fail "$(cat reported)"

# Numbers of sections and attributes are the module's own.
printf '%s\n' '@v = global i32 1, section "b"' 'define void @f() noinline section "c" { ret void }' >own.ll
assemble alone <own.ll
printf '%s\n' '@a = internal global i32 1, section "a"' 'declare void @g() nounwind' | cat - own.ll | assemble among
expect 1 "$BITLEAP" diff alone.bc among.bc >reported
grep -qx '1 added, 0 removed, 0 changed, 0 renumbered, 2 the same' reported || fail "$(cat reported)"

# So does what instructions have by numbers of their module: tags of bundles, scopes, attributes of calls.
body_with() {
    printf '%s\n' "define void @f(ptr %p) {" "  $1" '  ret void' '}' 'declare i32 @g(ptr)'
}
for pair in 'call i32 @g(ptr %p) [ "one"(i32 1) ]:call i32 @g(ptr %p) [ "two"(i32 1) ]' \
    'fence syncscope("one") seq_cst:fence syncscope("two") seq_cst' 'call i32 @g(ptr %p):call i32 @g(ptr %p) cold' \
    'call i32 @g(ptr nonnull %p):call i32 @g(ptr noalias %p)'; do
    body_with "${pair%:*}" | assemble before
    body_with "${pair#*:}" | assemble after
    summary_is '1 changed, 0 renumbered, 0 the same' before after
done

# What is private counts by what it is, where it is referred to, and not by its name.
printer() {
    printf '%s\n' "@.str.$1 = private constant [5 x i8] c\"$2\\00\"" "@.list.$1 = private constant [1 x ptr] [ptr @.str.$1]" \
        'declare i32 @puts(ptr, ptr)' 'define i32 @print() {' \
        "  %r = call i32 @puts(ptr @.str.$1, ptr getelementptr (i8, ptr @.str.$1, i64 1))" '  ret i32 %r' '}' \
        'define i32 @list() {' "  %r = call i32 @puts(ptr @.list.$1, ptr @print)" '  ret i32 %r' '}' \
        "@text = constant ptr @.str.$1" \
        'define ptr @other() {' "  ret ptr @other" '}'
}
printer 1 step | assemble step
printer 1 stop | assemble stop
summary_is '3 changed, 0 renumbered, 1 the same' step stop
for name in print list text; do
    grep -q "^! .* $name" reported || fail "$(cat reported)"
done
printf '%s\n' '@.str = private constant ptr @other' 'define ptr @other() { ret ptr @.str }' | assemble one-name
printf '%s\n' '@s.9 = private constant ptr @other' 'define ptr @other() { ret ptr @s.9 }' | assemble other-name
summary_is '0 changed, 0 renumbered, 1 the same; the streams differ elsewhere' one-name other-name
printf '%s\n' '@a = private constant ptr @b' '@b = private constant ptr @a' 'define ptr @other() { ret ptr @a }' | assemble ring
expect 0 "$BITLEAP" diff ring.bc ring.bc

# So does how a named struct is laid out.
point() {
    printf '%s\n' "%point = type { $1, i32 }" 'define ptr @y(ptr %p) {' \
        '  %y = getelementptr %point, ptr %p, i32 0, i32 1' '  ret ptr %y' '}'
}
point i32 | assemble narrow
point i64 | assemble wide
summary_is '1 changed, 0 renumbered, 0 the same' narrow wide

# What has no body has no bytes.
assemble one <<'END'
@v = global i32 1
define void @f() {
  ret void
}
END
assemble none </dev/null
expect 1 "$BITLEAP" diff --json one.bc none.bc >reported
grep -q '"removed",\("schema":1,\)*"kind":"function","name":"f","before":{"bit_pos":[0-9]*,"bytes":16,' reported || fail "$(cat reported)"
grep -q '"removed",\("schema":1,\)*"kind":"variable","name":"v","before":{"bit_pos":[0-9]*,"bytes":null,' reported || fail "$(cat reported)"

# Streams may differ in nothing that is compared.
dia=("$small/warn.clang19.dia" "$small/warn.clang22.dia")
expect 1 "$BITLEAP" diff "${dia[@]}" >reported
echo '0 added, 0 removed, 0 changed, 0 renumbered, 0 the same; the streams differ elsewhere' | same - <(sed 1d reported)
head -n 1 reported | grep -qx "$(wc -c <"${dia[0]}") to $(wc -c <"${dia[1]}") bytes, [-+][0-9.]* %" || fail "$(cat reported)"
expect 1 "$BITLEAP" diff --json "${dia[@]}" | grep -q '"equal":false,"elsewhere":true}' || fail 'nothing differs'
expect 1 "$BITLEAP" diff --json one.bc none.bc | grep -q '"equal":false,"elsewhere":false}' || fail 'nothing is reported'

# Debug information changes no function, however a version of LLVM has it, and whatever constants it adds to the module.
for version in 13 14 16 19 22; do
    for pair in c-O0:c-g-O0 c-O2:c-g-O2 cxx-O2:cxx-g-O2; do
        expect 1 "$BITLEAP" diff "$small/${pair%:*}.clang$version.bc" "$small/${pair#*:}.clang$version.bc" >reported
        grep -q '^0 added, 0 removed, 0 changed, [1-9]' reported || fail "$pair $version: $(cat reported)"
    done
done

# What cannot be read is not compared; why is reported once, however many need it. Here attributes of a module are damaged.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 4421 "$whole"; printf '\x03'; tail -c +4423 "$whole"; } >damaged.bc
expect 3 "$BITLEAP" diff --all damaged.bc "$whole" >reported 2>err
[ "$(grep -c '^? ' reported)" -eq 49 ] || fail "$(cat reported)"
sed -n 2p reported | grep -qx '0 added, 0 removed, 0 changed, 0 renumbered, 0 the same, 49 not compared' || fail "$(cat reported)"
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
grep -q ' in MODULE_BLOCK@256/PARAMATTR_GROUP_BLOCK@3936: ' err || fail "$(cat err)"
expect 3 "$BITLEAP" diff --json damaged.bc "$whole" 2>/dev/null >reported
[ "$(grep -c '"type":"not_compared","kind":.*,"before":{.*,"after":{' reported)" -eq 49 ] || fail "$(cat reported)"
grep -q '"type":"sum",.*,"changed":0,.*,"not_compared":49,"equal":false,"elsewhere":false}' reported || fail "$(cat reported)"

# Blocks that damage hides are not said to be lost, nor what they define: it is not known whether they are there.
grep '"type":"block"' reported | sed 's/.*"name":"\([^"]*\)".*/\1/' | same - <(printf '%s\n' PARAMATTR_GROUP_BLOCK 'what could not be read')
{ head -c 5173 "$whole"; printf '\377'; tail -c +5175 "$whole"; } >damaged.bc
for way in "$whole damaged.bc" "damaged.bc $whole"; do
    # shellcheck disable=SC2086 # two words on purpose
    expect 3 "$BITLEAP" diff --all $way >reported 2>err
    grep -q ' in MODULE_BLOCK@256: ' err || fail "$(cat err)"
    [ "$(grep -c '^? ' reported)" -eq 49 ] || fail "$(cat reported)"
    ! grep '^[-+!] ' reported || fail "it is not known whether they are there"
    grep -q '  what could not be read$' reported || fail "$(cat reported)"
done

# Nor what is in a file that cannot be read, or after damage in an archive; what is gone from elsewhere is.
mkdir sound broken
cp "$small/c-O2.clang19.bc" sound/gone.bc
for dir in sound broken; do cp "$whole" $dir/file.bc; done
cp "$small/ar-mixed.llvm22.a" sound/lib.a
head -c 16 "$whole" >broken/file.bc
head -c $(($(wc -c <sound/lib.a) * 2 / 3)) sound/lib.a >broken/lib.a
for way in 'sound broken' 'broken sound'; do
    # shellcheck disable=SC2086 # two words on purpose
    expect 3 "$BITLEAP" diff --all $way >reported 2>/dev/null
    ! grep '^[-+!] .* in \(file.bc\|lib.a\)' reported || fail 'it is not known whether they are there'
    grep -q '^? .* in file.bc' reported || fail "$(cat reported)"
    grep -q '^? function _two in lib.a(two.bc)' reported || fail "$(cat reported)"
    grep -q '^[-+] .* in gone.bc' reported || fail "$(cat reported)"
    ! grep '^? .* in gone.bc' reported || fail 'this is known'
done
for dir in sound broken; do "$BITLEAP" index -o $dir.blx $dir >/dev/null 2>&1 || true; done
expect 3 "$BITLEAP" diff --all broken.blx sound.blx 2>/dev/null | same reported -

# Functions of equal bytes that say different things stay in their files when those are renamed, whatever the order.
mkdir once renamed
cp step.bc once/a.bc
cp stop.bc once/b.bc
cp step.bc renamed/z.bc
cp stop.bc renamed/y.bc
expect 0 "$BITLEAP" diff --all once renamed >reported
[ ! -s reported ] || fail "renamed files differ: $(cat reported)"

# --only compares definitions of a name or a pattern, and nothing else: not what else is in the file, nor blocks.
cat >before.ll <<'END'
define i32 @_ZN1a3addEii(i32 %0, i32 %1) #0 {
  %3 = mul i32 %0, %1
  %4 = xor i32 %3, 5
  %5 = add i32 %4, 7
  ret i32 %5
}
define i32 @_ZN1a3subEii(i32 %0, i32 %1) {
  ret i32 %0
}
define i32 @other() {
  ret i32 1
}
attributes #0 = { nounwind memory(argmem: read) "a b"="c" "kept" }
END
sed -e 's/^  %4 = xor.*/  %4 = or i32 %1, 9/; s/%5 = add i32 %4/%5 = add i32 %3/' -e 's/ret i32 1/ret i32 2/' \
    -e 's/ nounwind memory(argmem: read)/ memory(argmem: read) cold/' -e 's/"a b"="c"/"a b"="d"/' before.ll >after.ll
for side in before after; do assemble $side <$side.ll; done
expect 0 "$BITLEAP" diff --only _ZN1a3subEii before.bc after.bc >reported
[ ! -s reported ] || fail "$(cat reported)"
for only in _ZN1a3addEii @_ZN1a3addEii '*addE*' /add/ 'a::add(int, int)' a::add; do
    expect 1 "$BITLEAP" diff --only "$only" before.bc after.bc >reported
    same reported - <<'END'
40 to 40 bytes, +0.0 %
0 added, 0 removed, 1 changed, 0 renumbered, 0 the same
! function _ZN1a3addEii, 40 bytes [body] [attributes]
END
done
expect 1 "$BITLEAP" diff -C --only other --only 'a::*' before.bc after.bc >reported
grep -qx '! function a::add(int, int), 40 bytes \[body\] \[attributes\]' reported || fail "$(cat reported)"
grep -qx '0 added, 0 removed, 2 changed, 0 renumbered, 1 the same' reported || fail "$(cat reported)"
! grep -q BLOCK reported || fail "$(cat reported)"
expect 1 "$BITLEAP" diff --only other --only none before.bc after.bc 2>err >/dev/null
grep -qx "bitleap: no definition matches 'none'" err || fail "$(cat err)"

# A patch has attributes one by one, and old lines in the numbers of the new ones.
expect 1 "$BITLEAP" diff -p --only a::add before.bc after.bc >reported
same reported - <<'END'
attributes -"a b"="c" +"a b"="d" +cold -nounwind
--- @_ZN1a3addEii
+++ @_ZN1a3addEii
@@ -1,6 +1,6 @@
 define i32 @_ZN1a3addEii(i32 %0, i32 %1) {
   %3 = mul i32 %0, %1
-  %old.4 = xor i32 %3, 5
-  %5 = add i32 %old.4, 7
+  %4 = or i32 %1, 9
+  %5 = add i32 %3, 7
   ret i32 %5
 }
END
expect 1 "$BITLEAP" diff -p --json --only a::add before.bc after.bc >reported
grep -qF '"insertions":4,"deletions":4,"whole":true,"attributes":["-\"a b\"=\"c\"","+\"a b\"=\"d\"","+cold","-nounwind"],' \
    reported || fail "$(cat reported)"

# Parameters belong together however else the first lines differ; what a string has is no number.
# function LINKAGE NAME INSTRUCTION...
function_of() {
    printf '%s\n' "define $1 ptr @f(ptr %0, ptr %1) {" "  %3 = alloca [4 x i8]" "${@:3}" \
        "  store [4 x i8] c\"%3 $2\", ptr %3" '  ret ptr %1' '}'
}
function_of '' o | assemble before
function_of 'weak dso_local' n '  %4 = load ptr, ptr %0' | assemble after
expect 1 "$BITLEAP" diff -p before.bc after.bc | sed 1,3d >reported
same reported - <<'END'
-define ptr @f(ptr %0, ptr %1) {
+define weak dso_local ptr @f(ptr %0, ptr %1) {
   %3 = alloca [4 x i8], align 1
-  store [4 x i8] c"%3 o", ptr %3, align 1
+  %4 = load ptr, ptr %0, align 8
+  store [4 x i8] c"%3 n", ptr %3, align 1
   ret ptr %1
 }
END

# --stat says which records grew; JSON names the block of each.
expect 1 "$BITLEAP" diff --stat before.bc after.bc >reported
grep -qx ' *[0-9.]* *[0-9.]* *+[0-9.]* *  INST_LOAD' reported || fail "$(cat reported)"
expect 1 "$BITLEAP" diff --stat --json before.bc after.bc | grep '"type":"record"' >reported
grep -q '"block":"FUNCTION_BLOCK","name":"INST_LOAD","before_bits":0,"after_bits":[1-9][0-9]*,"before_records":0,"after_records":1}' \
    reported || fail "$(cat reported)"

# The recipes for git in the manual.
if command -v git >/dev/null; then
    export HOME=$PWD GIT_CONFIG_NOSYSTEM=1 PATH=$PWD/path:$PATH
    mkdir path repository
    ln -s "$BITLEAP" path/bitleap
    cd repository
    git init -q .
    sed -n "s/^\.Dl \$ \(.*\(gitattributes\|git config\).*\)/\1/p" "$BITLEAP_SRC/cmd/bitleap.1" | sed 's/\\(dq/"/g' >../recipe
    [ "$(wc -l <../recipe)" = 3 ] || fail "$(cat ../recipe)"
    bash -e ../recipe
    cp "$small/c-O2.clang19.bc" a.bc
    git add .
    git -c user.name=a -c user.email=a@example.org commit -q -m a
    cp "$small/c-g-O2.clang19.bc" a.bc
    git diff >../text
    grep -q '^+  call void @llvm.dbg\|^+.*!dbg' ../text || fail "$(head -n 5 ../text)"
    ! grep -q '^[-+]; ModuleID' ../text || fail 'the names of temporary files'
    git difftool -y -t bitleap >../text
    expect 1 "$BITLEAP" diff --patch "$small/c-O2.clang19.bc" a.bc >../patch
    same ../patch ../text
    cd ..
fi
