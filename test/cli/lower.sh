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

# Archives and JSON as of strip.
"$BITLEAP" lower --for 16 --json --directory out.d "$small/ar-gnu.llvm22.a" a.bc >json
(cd out.d && echo *) | same - <(echo a.bc ar-gnu.llvm22.a)
grep -q '"type":"lowered",.*"file":"a.bc","output":"out.d/a.bc",.*"checked":true,"for_llvm":16,"left_out":[1-9][0-9]*,"rewritten":[1-9]' json || fail "$(cat json)"
cmp out.d/a.bc a.16.bc || fail "another result in a folder"
[ "$("$BITLEAP" ls --json out.d/ar-gnu.llvm22.a | grep -c '"type":"stream"')" = "$("$BITLEAP" ls --json "$small/ar-gnu.llvm22.a" | grep -c '"type":"stream"')" ] ||
    fail "members are gone"

# What LLVM 16 calls invalid, so that it leaves out all debug information: names that a function imports, in its own list;
# static members that are variables. One is refused, the other rewritten; LLVM 19 reads both.
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
expect 2 "$BITLEAP" lower --for 16 imports.bc -o wrong.bc 2>err
grep -q 'refused for LLVM 16: local-imports: ' err || fail "$(cat err)"
"$BITLEAP" lower --for 19 imports.bc -o imports.19.bc && "$BITLEAP" lower --for 16 member.bc -o member.16.bc
"$BITLEAP" dis member.16.bc | grep -q 'DIDerivedType(tag: DW_TAG_member, name: "m", ' || fail "$("$BITLEAP" dis member.16.bc)"
"$BITLEAP" dis imports.19.bc | grep -q 'DIDerivedType(tag: DW_TAG_variable, name: "m", ' || fail "$("$BITLEAP" dis imports.19.bc)"
