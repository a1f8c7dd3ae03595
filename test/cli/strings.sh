#!/usr/bin/env bash
# strings.sh - texts, by substring, glob and regular expression
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" strings e corpora/small/uses.llvm22.bc corpora/small/uses.llvm14.bc | golden strings.txt
"$BITLEAP" strings --json remember corpora/small/thin-b.clang22.bc | golden strings.json
"$BITLEAP" strings clang corpora/small/header.clang22.pch corpora/small/warn.clang22.dia \
    corpora/small/remarks.clang22.opt.bitstream corpora/small/linked.lld22.so | golden strings-others.txt
cd - >/dev/null

# texts_of FILE PATTERN [OPTION]... - the texts alone that match, sorted; there may be none.
texts_of() {
    local file=$1 pattern=$2
    shift 2
    { "$BITLEAP" strings --json "$@" -- "$pattern" "$file" || [ $? -eq 1 ]; } |
        sed -n 's/.*"text":"\(.*\)","match_at".*/\1/p' | sort -u
}

# texts PATTERN [OPTION]... - those of one file.
texts() {
    texts_of "$small/uses.llvm22.bc" "$@"
}

texts wide | same - <(echo wide)
texts WIDE -i | same - <(echo wide)
texts WIDE | same - /dev/null
texts 'w*e' | same - <(echo wide)
texts '*chos*' | same - <(echo chosen)
texts 'w[!a-h]d?' | same - <(echo wide)
texts 'W[H-J]d?' -i | same - <(echo wide)
texts '/^c(hosen|alls)$/' | same - <(printf '%s\n' calls chosen)
texts '/^C(HOSEN|ALLS)$/' -i | same - <(printf '%s\n' calls chosen)
texts 'told by nobody \"%\"' | same - <(printf '%s\n' 'told by nobody \"%\"')
texts '# assembly' | same - <(echo 'nop # assembly')
texts '\*' | same - /dev/null
# What ends one name and begins the next is no text.
texts directtable | same - /dev/null

# A path between slashes is a text after a backslash; without one, a regular expression.
"$BITLEAP" strings --json '\/bitleap/' "$small"/*.pch "$small"/*.pcm >paths
[ -s paths ] || fail "no path"
! grep -v '"text":"[^"]*/bitleap/' paths || fail "other texts"
"$BITLEAP" strings '/bitleap/' "$small"/*.pch "$small"/*.pcm >texts_of_all
grep -q 'bitleap[^/]' texts_of_all || fail "no regular expression"

# As many of each kind as there are.
names=$("$BITLEAP" nm -aj "$small/uses.llvm22.bc" | sort -u)
"$BITLEAP" strings '*' "$small/uses.llvm22.bc" | sed -n 's/.* symbol name  *"\([^"]*\)".*/\1/p' | sort -u |
    same - <(echo "$names")
for file in "$small"/c-g-O2.clang*.bc "$small"/cxx-g-*.bc; do
    "$BITLEAP" meta --json --strings "$file" | grep -c '"string":"..*"' >expected
    "$BITLEAP" strings --json '/./' "$file" | grep -c '"kind":"metadata string".*MODULE_BLOCK@[0-9]*/METADATA_BLOCK' >seen
    same expected seen
done

# Counting; and neither the order of operands nor threads make a difference.
"$BITLEAP" strings shop "$small"/*.bc >all
"$BITLEAP" strings --count shop "$small"/*.bc >counts
[ "$(grep -c '^ ' all)" -eq "$(awk '{ n += $NF } END { print n }' counts)" ] || fail "$(cat counts)"
mapfile -t backwards < <(printf '%s\n' "$small"/*.bc | sort -r)
for threads in 1 3; do
    "$BITLEAP" strings --threads $threads shop "${backwards[@]}" | same all -
    "$BITLEAP" strings --threads $threads --count shop "$small"/*.bc | same counts -
done

mkdir tree
cp "$small"/uses.*.bc "$small/header.clang22.pch" tree
"$BITLEAP" index -q -o tree.blx tree
"$BITLEAP" strings e tree/* >files
"$BITLEAP" strings e tree | same files -
"$BITLEAP" strings -x tree.blx e | same files -

# Text that is bytes of the file is where it is said to.
"$BITLEAP" strings --json chooser "$small/uses.llvm22.bc" | sed -n 's/.*"text_pos":\([0-9]*\).*/\1/p' >places
[ -s places ] || fail "no position"
while read -r place; do
    dd if="$small/uses.llvm22.bc" bs=1 skip=$((place / 8)) count=7 2>/dev/null | same - <(printf chooser)
done <places

# What is before damage is found, and the damage reported.
head -c 2400 "$small/uses.llvm22.bc" >cut.bc
expect 3 "$BITLEAP" strings uses.ll cut.bc >out 2>err
grep -q 'uses.ll' out || fail "$(cat out)"
[ -s err ] || fail "no failure is reported"

# What is after it, too, in streams that are cut into pieces and in those that are not.
whole=$small/cxx-g-O2.clang19.bc
{ head -c 1684 "$whole" && printf '\377' && tail -c +1686 "$whole"; } >damaged.bc
for text in _ZN4shop classes.cpp; do
    expect 3 "$BITLEAP" strings $text damaged.bc 2>err | sed 1d >found
    [ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
    "$BITLEAP" strings $text "$whole" | sed 1d | same found -
done

# Who finds the streams and who reads them meet the same damage: it is reported once.
bad=$BITLEAP_SRC/corpora/fuzz/records/many-operands
expect 3 "$BITLEAP" strings --json x "$bad" >out 2>err
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
[ "$(grep -c '"error"' out)" -eq 1 ] || fail "$(cat out)"

expect 1 "$BITLEAP" strings 'nothing of the kind' "$small"/*.bc >out
[ ! -s out ] || fail "$(cat out)"
expect 2 "$BITLEAP" strings x 2>err
expect 2 "$BITLEAP" strings '/(/' "$small/uses.llvm22.bc" 2>err
grep -q '/(/: ' err || fail "$(cat err)"

# What LLVM 22 makes of text.
command -v llvm-as-22 >/dev/null || exit 0

# Names that only summaries have end where they do.
llvm-as-22 -o index.bc - <<'END'
^0 = module: (path: "a.o", hash: (0, 0, 0, 0, 0))
^1 = gv: (guid: 1, summaries: (function: (module: ^0, flags: (linkage: external, notEligibleToImport: 0, live: 1, dsoLocal: 0), insts: 1, typeIdInfo: (typeTests: (^2)))))
^2 = typeid: (name: "_ZTS1A", summary: (typeTestRes: (kind: allOnes, sizeM1BitWidth: 7), wpdResolutions: ((offset: 0, wpdRes: (kind: branchFunnel)), (offset: 8, wpdRes: (kind: singleImpl, singleImplName: "_ZN1A1nEi")))))
END
texts_of index.bc '_Z*' | same - <(printf '%s\n' _ZN1A1nEi _ZTS1A)

# Between texts of a record are numbers, which may be characters as well: they are no part of any.
llvm-as-22 -o texts.bc - <<'END'
declare range(i32 33, 40) i32 @e() #0
attributes #0 = { "frame-pointer"="all" "stack-probe-size"="512" "x" }
define void @f(ptr %p) #0 {
  call void asm sideeffect "nop", ""()
  call void asm sideeffect "xorl %eax, %eax ; xorl %ebx, %ebx ; nop", "~{eax},~{ebx},~{memory},~{dirflag},~{fpsr}"()
  call void asm sideeffect "hlt\0A\09int3", "r,~{eax}"(i32 3)
  ret void
}
END
# of_kind KIND FILE - all texts of that kind are those of FILE, in its order.
of_kind() {
    "$BITLEAP" strings --json '*' texts.bc | jq -r "select(.kind == \"$1\").text" | same - "$2"
}
of_kind attribute <(printf '%s\n' frame-pointer all stack-probe-size 512 x)
of_kind assembly <(printf '%s\n' nop 'xorl %eax, %eax ; xorl %ebx, %ebx ; nop' \
    '~{eax},~{ebx},~{memory},~{dirflag},~{fpsr}' $'hlt\n\tint3' 'r,~{eax}')
texts_of texts.bc '/^xorl/' | same - <(echo 'xorl %eax, %eax ; xorl %ebx, %ebx ; nop')

# Characters beyond ASCII are numbers with a sign in some records, in 32 or 64 bits, and bytes in
# others.
llvm-as-22 -o signed.bc - <<'END'
source_filename = "source ä"
target triple = "x86_64-ä"
module asm "# module ä"
%"type ä" = type { i32 }
$"comdat ä" = comdat any
@x = global %"type ä" zeroinitializer, section "section ä", partition "partition ä", comdat($"comdat ä")
@s = global [9 x i8] c"string \C3\A4"
define void @f(ptr %"value ä") #0 gc "collector ä" {
"block ä":
  fence syncscope("scope ä") seq_cst, !kind\20\C3\A4 !0
  call void asm sideeffect "nop # ä", "~{constraint ä}"()
  call void @f(ptr null) [ "bundle ä"() ]
  ret void
}
attributes #0 = { "key ä"="attribute ä" }
!named\20\C3\A4 = !{!0}
!0 = !{!"metadata ä"}
END
texts_of signed.bc ä | same - <(sort <<'END'
# module ä\u000a
attribute ä
block ä
bundle ä
collector ä
comdat ä
key ä
kind ä
metadata ä
named ä
nop # ä
partition ä
scope ä
section ä
source ä
string ä
type ä
value ä
x86_64-ä
~{constraint ä}
END
)

# A repetition that is tried from each place of a long text takes no longer for that: time grows with the bytes.
text=$(printf 'std::%.0s' {1..14000})
{
    echo "@\"$text\" = global i32 0"
    for i in {1..16}; do
        echo "define void @f$i() {"
        echo "call void asm sideeffect \"$text\", \"\"()"
        echo "call void asm sideeffect \"std::iterator $i\", \"\"()"
        echo 'ret void }'
    done
} | llvm-as-22 -o long.bc -
expect 0 within 10 "$BITLEAP" strings '/std::.*iterator/' long.bc >out 2>err
[ "$(grep -c 'assembly .*"std::iterator' out)" -eq 16 ] || fail "$(cat out)"
[ ! -s err ] || fail "$(cat err)"
expect 1 within 10 "$BITLEAP" find '/std::.*iterator/' long.bc >out 2>err
expect 0 within 10 "$BITLEAP" find '/(s[td]+:+)*$/' long.bc >out 2>err
[ ! -s err ] || fail "$(cat err)"
# What would take longer is refused, and what overruns a stack.
for pattern in '/(a)\1/' '/(foo){~1}/' '/((a{1,255}){1,255})/' '/(((a|b){100}){100}){100}/' '/a{2000}b{2000}/'; do
    expect 2 within 10 "$BITLEAP" strings "$pattern" long.bc >out 2>err
    grep -q "^bitleap strings: " err || fail "$pattern: $(cat err)"
done
for pattern in '/[]{2:}]{2}/' '/(s[[:alpha:]]{1,9}:{2}){1,50}$/' '/^(std:{2,}){3}/'; do
    expect 0 within 10 "$BITLEAP" strings "$pattern" long.bc >out 2>err
done
for pattern in '/std::std/' '/^std::.?td:/' 'std::std' '*std::'; do
    "$BITLEAP" strings --count "$pattern" long.bc | same - <(echo long.bc: 17)
    "$BITLEAP" strings --json "$pattern" long.bc | grep -q '"symbol name".*"match_at":0' || fail "$pattern"
done
"$BITLEAP" find '/s.?td::$/' long.bc | grep -q 'defines variable "std::' || fail "no name"
