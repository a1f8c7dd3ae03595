#!/usr/bin/env bash
# lower.sh - lower: what is left out and rewritten for an older LLVM, what is refused, what --explain lists
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cp "$small/cxx-g-O2.clang22.bc" a.bc
cp "$small/modern.llvm22.bc" modern.bc
chmod u+w ./*.bc

# needs FILE - the LLVM that it needs
needs() { "$BITLEAP" info --json "$1" | sed -n 's/.*"needs_llvm":\([0-9]*\).*/\1/p' | head -n 1; }
[ "$(needs a.bc)" = 20 ] || fail "nothing to lower"
for llvm in 15 16 17 18 19 20 21; do
    "$BITLEAP" lower --for $llvm a.bc -o a.$llvm.bc || fail "--for $llvm"
    [ "$(needs a.$llvm.bc)" -le $llvm ] || fail "$llvm: it needs $(needs a.$llvm.bc)"
    "$BITLEAP" verify --quiet a.$llvm.bc || fail "$llvm: the result is wrong"
    "$BITLEAP" lower --for $llvm --explain a.$llvm.bc >left || fail "$llvm: something is refused"
    [ ! -s left ] || fail "$llvm: $(cat left)"
done

# Debug records are calls, which are declared; with them numbers change. Records and calls are as many.
"$BITLEAP" dis a.bc >a.ll && "$BITLEAP" dis a.16.bc >a.16.ll && "$BITLEAP" dis a.15.bc >a.15.ll && "$BITLEAP" dis a.19.bc >a.19.ll
! grep -q '#dbg_' a.16.ll || fail "a debug record is left"
grep -q '#dbg_' a.19.ll || fail "LLVM 19 reads debug records"
grep -c '^ *#dbg_' a.ll >want && grep -c '^  call void @llvm.dbg\..*, !dbg ![0-9]*$' a.16.ll | same want -
grep -o '^declare void @llvm.dbg[a-z.]*(.*)' a.16.ll | sort | same - <(printf 'declare void @llvm.dbg.assign(metadata, metadata, metadata, metadata, metadata, metadata)\ndeclare void @llvm.dbg.value(metadata, metadata, metadata)\n')
! grep -q 'llvm.dbg.assign\|DIAssignID(' a.15.ll || fail "LLVM 15 has no llvm.dbg.assign"
# Lifetimes have a size, attributes those of before, getelementptr its old flags.
grep -q 'call void @llvm.lifetime.start.p0(i64 -1, ptr %' a.19.ll || fail "a lifetime has no size"
! grep -qE 'captures\(|samesign|dead_on_return' a.19.ll || fail "what is newer than LLVM 19 is left"
grep -q nocapture a.19.ll || fail "captures(none) is nocapture"
! grep -qE ' range\(|initializes|getelementptr inbounds nuw|inrange|disjoint|nneg|memory\(argmem' a.15.ll || fail "what is newer than LLVM 15 is left"

# Where nothing is to be done, nothing is: the bytes are the same.
"$BITLEAP" lower --for 22 a.bc -o same.bc
cmp a.bc same.bc || fail "--for 22"

# Comparisons with three results become functions, whose bodies are where those of functions are looked for.
cp "$small/three-way.llvm22.bc" three.bc
for llvm in 15 18; do
    "$BITLEAP" lower --for $llvm three.bc -o three.$llvm.bc
    "$BITLEAP" verify --quiet three.$llvm.bc || fail "three-way for $llvm"
    "$BITLEAP" dis three.$llvm.bc >three.ll
    ! grep -q '@llvm\.' three.ll || fail "an intrinsic is left"
    grep -A 7 -F 'define internal <4 x i8> @bitleap.scmp.v4i8.v4i64(' three.ll | sed 's/) #.*{/) {/' | same - <(cat <<'END'
define internal <4 x i8> @bitleap.scmp.v4i8.v4i64(<4 x i64> %0, <4 x i64> %1) {
  %3 = icmp sgt <4 x i64> %0, %1
  %4 = zext <4 x i1> %3 to <4 x i8>
  %5 = icmp slt <4 x i64> %0, %1
  %6 = zext <4 x i1> %5 to <4 x i8>
  %7 = sub <4 x i8> %4, %6
  ret <4 x i8> %7
}
END
    )
    grep -qF '  %2 = call i32 @bitleap.scmp.i32.i32(i32 %1, i32 7)' three.ll || fail "a call"
done
"$BITLEAP" lower --for 19 three.bc -o three.19.bc && "$BITLEAP" dis three.19.bc | grep -c 'call .*@llvm.[us]cmp' | same - <(echo 4)

# What is refused is named, and nothing is written.
expect 2 "$BITLEAP" lower --for 16 modern.bc -o modern.16.bc 2>err
grep -q 'pointers are signed' err || fail "$(cat err)"
[ ! -e modern.16.bc ] || fail "there is a file"
expect 2 "$BITLEAP" lower --for 14 a.bc -o a.14.bc 2>err
grep -q 'what pointers point to is not said' err || fail "$(cat err)"
expect 1 "$BITLEAP" lower --for 16 --explain modern.bc >out
grep -qE '^refuse +[0-9]+  ptrauth, LLVM 17: pointers are signed; first at bit [0-9]+$' out || fail "$(cat out)"
"$BITLEAP" lower --for 19 --explain a.bc >out || fail "nothing is refused there"
grep -qE '^rewrite +[0-9]+  lifetime-size, LLVM 22: .*; first at bit [0-9]+$' out || fail "$(cat out)"
"$BITLEAP" lower --for 19 --explain --json a.bc >json
grep -q '"type":"lowering","schema":1,"file":"a.bc","for_llvm":19,"feature":"captures","remedy":"rewrite","count":' json || fail "$(cat json)"
for wrong in 12 23 sixteen ''; do
    expect 2 "$BITLEAP" lower --for "$wrong" a.bc -o wrong.bc 2>err
done
expect 2 "$BITLEAP" lower a.bc -o wrong.bc 2>err
grep -q -- '--for N' err || fail "$(cat err)"

# The LLVM that made a file reads the result.
cp "$small/c-O2.clang16.bc" made.bc
"$BITLEAP" lower --for-reader made.bc a.bc -o a.made.bc
cmp a.made.bc a.16.bc || fail "--for-reader"
"$BITLEAP" lower --for-reader "$small/ar-gnu.llvm14.a" --explain a.bc >out || true
grep -q '^refuse .*opaque-pointers' out || fail "$(cat out)"
"$BITLEAP" edit --producer=APPLE_1_1600.0.26_0 --no-check made.bc -o apple.bc
expect 2 "$BITLEAP" lower --for-reader apple.bc a.bc -o wrong.bc 2>err
grep -q 'apple.bc: made by APPLE_1_1600.0.26_0, which is no LLVM from 13 to 22: say --for N' err || fail "$(cat err)"
for wrong in a.ll absent; do
    expect 2 "$BITLEAP" lower --for-reader $wrong a.bc -o wrong.bc 2>err
done

# What the reader knows nevertheless stays; names that no feature has are errors.
"$BITLEAP" lower --for 18 --keep range --keep cast-flags a.bc -o kept.bc && "$BITLEAP" dis kept.bc >kept.ll
grep -q ' range(' kept.ll || fail "range has gone"
grep -q 'nneg' kept.ll || fail "nneg has gone"
! grep -qE 'initializes|captures' kept.ll || fail "what is not kept is left"
"$BITLEAP" lower --for 18 --keep range --explain a.bc >out
! grep -q '  range, LLVM' out || fail "what is kept is listed"
for option in keep allow; do
    expect 2 "$BITLEAP" lower --for 18 --$option ranges a.bc -o wrong.bc 2>err
    grep -q "no feature is called 'ranges'" err || fail "$(cat err)"
done

# Archives and JSON as of strip.
"$BITLEAP" lower --for 16 --json --directory out.d "$small/ar-gnu.llvm22.a" a.bc >json
(cd out.d && echo *) | same - <(echo a.bc ar-gnu.llvm22.a)
grep -q '"type":"lowered",.*"file":"a.bc","output":"out.d/a.bc",.*"checked":true,"for_llvm":16,"left_out":[1-9][0-9]*,"rewritten":[1-9]' json || fail "$(cat json)"
cmp out.d/a.bc a.16.bc || fail "another result in a folder"
[ "$("$BITLEAP" ls --json out.d/ar-gnu.llvm22.a | grep -c '"type":"stream"')" = "$("$BITLEAP" ls --json "$small/ar-gnu.llvm22.a" | grep -c '"type":"stream"')" ] ||
    fail "members are gone"

# What LLVM 16 calls invalid, so that it leaves out all debug information: names that a function imports, in its own list;
# static members that are variables. One is left out, the other rewritten; LLVM 19 reads both.
need llvm-as-22
imports() {
    printf '%s\n' 'define void @f() !dbg !4 {' '  ret void, !dbg !9' '}' '!llvm.dbg.cu = !{!0}' '!llvm.module.flags = !{!2}' \
        '!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !1, emissionKind: FullDebug, retainedTypes: !10)' \
        '!1 = !DIFile(filename: "a.cpp", directory: "/d")' '!2 = !{i32 2, !"Debug Info Version", i32 3}' \
        '!3 = !DISubroutineType(types: !5)' \
        "!4 = distinct !DISubprogram(name: \"f\", scope: !1, file: !1, type: !3, unit: !0, spFlags: DISPFlagDefinition, retainedNodes: $1)" \
        '!5 = !{null}' '!6 = !{!7}' '!7 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !4, entity: !8, file: !1, line: 2)' \
        '!8 = !DINamespace(name: "n", scope: null)' '!9 = !DILocation(line: 1, scope: !4)' '!10 = !{!11}' \
        '!11 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "S", file: !1, elements: !12, identifier: "S")' \
        '!12 = !{!13}' \
        '!13 = !DIDerivedType(tag: DW_TAG_variable, name: "m", scope: !11, file: !1, baseType: !14, flags: DIFlagStaticMember)' \
        '!14 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)' | llvm-as-22 - -o "$2.bc"
}
imports '!6' imports
imports '!{}' member
"$BITLEAP" lower --for 16 imports.bc -o imports.16.bc
"$BITLEAP" dis imports.16.bc >imports.16.ll
! grep -q DIImportedEntity imports.16.ll || fail "$(cat imports.16.ll)"
"$BITLEAP" lower --for 16 --explain imports.bc >out
grep -qE '^drop +1  local-imports, LLVM 17: ' out || fail "$(cat out)"
"$BITLEAP" lower --for 19 imports.bc -o imports.19.bc && "$BITLEAP" lower --for 16 member.bc -o member.16.bc
"$BITLEAP" dis member.16.bc | grep -q 'DIDerivedType(tag: DW_TAG_member, name: "m", ' || fail "$("$BITLEAP" dis member.16.bc)"
"$BITLEAP" dis imports.19.bc | grep -q 'DIDerivedType(tag: DW_TAG_variable, name: "m", ' || fail "$("$BITLEAP" dis imports.19.bc)"

# Versions of Rust are those of its LLVM; Apple's are of none.
"$BITLEAP" lower --for rust-1.70 a.bc -o a.rust.bc
cmp a.rust.bc a.16.bc || fail "rust-1.70"
"$BITLEAP" lower --for rust-1.81 a.bc -o a.rust18.bc
cmp a.rust18.bc a.18.bc || fail "rust-1.81"
for wrong in rust-1.55 rust-1.96 rust-1. rust-1.70x; do
    expect 2 "$BITLEAP" lower --for $wrong a.bc -o wrong.bc 2>err
    grep -q 'rust-1.56 to rust-1.95' err || fail "$(cat err)"
done
for wrong in apple-16 xcode-15.4; do
    expect 2 "$BITLEAP" lower --for $wrong a.bc -o wrong.bc 2>err
    grep -q "Apple's LLVM is a branch of no release" err || fail "$(cat err)"
done

# A note names all that --explain lists, with its counts; nothing else differs by it. It is in a block of its own where
# there is no metadata.
notes() { "$BITLEAP" dis "$1" | sed -n 's/^!bitleap.lowered.\([0-9]*\)\.\([a-z]*\)\.\(.*\)\.\([0-9]*\) = !{}$/\1 \2 \4 \3/p'; }
listed() { "$BITLEAP" lower --for "$1" --explain "$2" | sed -E "s/^([a-z]+) +([0-9]+)  ([A-Za-z_0-9-]+).*/$1 \1 \2 \3/"; }
for llvm in 15 19; do
    "$BITLEAP" lower --for $llvm --note --force a.bc -o noted.bc
    listed $llvm a.bc | same - <(notes noted.bc)
    "$BITLEAP" dis noted.bc | sed '1d; /^!bitleap/d' | same - <("$BITLEAP" dis a.$llvm.bc | sed 1d)
done
printf 'declare range(i32 1, 9) i32 @f(i32 range(i32 0, 5))\n' | llvm-as-22 - -o bare.bc
"$BITLEAP" lower --for 18 --note --force bare.bc -o noted.bc
notes noted.bc | same - <(echo '18 drop 2 range')
"$BITLEAP" lower --for 22 --note --force a.bc -o same.bc
cmp a.bc same.bc || fail "a note of nothing"
# Of modules in a row each has its own.
cat a.bc three.bc >row.bc
"$BITLEAP" lower --for 15 --note --force row.bc -o noted.bc
"$BITLEAP" dis noted.bc | grep -c '^!bitleap.lowered.15.rewrite.three-way-comparisons.3 = !{}$' | same - <(echo 1)
"$BITLEAP" info modern.bc | tr -s '\n ' ' ' | grep -q ' at bit [0-9]*; see bitleap lower' || fail "info does not mention lower"

# Where vectors are passed is up to the processor: the function is for that of all others, if they have the same.
processors() {
    printf '%s\n' "target triple = \"$1\"" 'declare <8 x i32> @llvm.scmp.v8i32.v8i32(<8 x i32>, <8 x i32>)' \
        'define <8 x i32> @f(<8 x i32> %a, <8 x i32> %b) "target-cpu"="x86-64-v3" "target-features"="+avx2" {' \
        '  %r = call <8 x i32> @llvm.scmp.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b)' '  ret <8 x i32> %r' '}' \
        'define void @g() "target-cpu"="x86-64-v3" "target-features"="'"$2"'" {' '  ret void' '}' | llvm-as-22 - -o "$3"
}
processors x86_64-pc-linux-gnu +avx2 one.bc
"$BITLEAP" lower --for 16 one.bc -o one.16.bc
"$BITLEAP" dis one.16.bc >one.ll
group=$(sed -n 's/^define internal .*@bitleap.scmp.* #\([0-9]*\) {$/\1/p' one.ll)
grep "^attributes #$group = " one.ll | sed 's/.*{ //' | same - <(echo '"target-cpu"="x86-64-v3" "target-features"="+avx2" }')
processors x86_64-pc-linux-gnu +avx512f two.bc
expect 2 "$BITLEAP" lower --for 16 two.bc -o two.16.bc 2>err
grep -q 'mixed-processors llvm.scmp.v8i32.v8i32: an internal function cannot be for the processors of all' err || fail "$(cat err)"
processors nvptx64-nvidia-cuda +ptx42 three.gpu.bc
"$BITLEAP" lower --for 16 three.gpu.bc -o three.gpu.16.bc || fail "no registers are passed there"

# Locations lose their atoms, in bodies, too.
grep -q atomGroup a.ll || fail "no atoms to lose"
! grep -q atomGroup a.19.ll || fail "an atom is left"
