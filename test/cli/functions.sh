#!/usr/bin/env bash
# functions.sh - lists of functions, and their bodies
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" funcs corpora/small/cxx-O2.clang14.bc corpora/small/multi.llvm19.bc | golden funcs.txt
"$BITLEAP" funcs --opcodes --sort instructions corpora/small/values.llvm22.bc | golden funcs-opcodes.txt
"$BITLEAP" show corpora/small/cxx-O2.clang14.bc _ZN4shop7try_allEPPNS_4ItemEi | golden show-typed.txt
"$BITLEAP" show corpora/small/c-g-O2.clang22.bc push | golden show-debug.txt
names=$("$BITLEAP" funcs corpora/small/modern.llvm22.bc | sed -n 's/.*  @//p')
# shellcheck disable=SC2086 # several names on purpose
"$BITLEAP" show corpora/small/modern.llvm22.bc $names | golden show-modern.txt
"$BITLEAP" show --json corpora/small/bundles.llvm22.bc calls | golden show.json
cd - >/dev/null

"$BITLEAP" show --json "$small/modern.llvm22.bc" debugged >out
grep -q '"code":65,"bit_pos":[0-9]*,"location":[0-9]*,"label":' out || fail "no label: $(cat out)"
"$BITLEAP" show "$small/bundles.llvm22.bc" scopes >out
grep -q ' cmpxchg weak volatile ptr %p,' out || fail "not as LLVM has it: $(grep cmpxchg out)"

need python3
# What is shown is what dis prints, with comments; each bit is that of the record of that name, and bytes are its own.
for name in "$small/cxx-O2.clang14.bc:_ZN4shop7try_allEPPNS_4ItemEi" "$small/c-g-O2.clang22.bc:push"; do
    "$BITLEAP" show "${name%:*}" "${name##*:}" >shown
    sed 's/  ; bit .*//' shown | same - <("$BITLEAP" dis --only "${name##*:}" "${name%:*}")
    "$BITLEAP" dis --annotate --only "${name##*:}" "${name%:*}" | same shown -
done
"$BITLEAP" dis --annotate "$small/c-g-O2.clang22.bc" >annotated.ll
"$BITLEAP" dis "$small/c-g-O2.clang22.bc" | same - <(sed 's/  ; bit .*//' annotated.ll)
sed -n 's/.*  ; bit \([0-9]*\), \([A-Z0-9_]*\), \([0-9.]*\) bytes.*/\1 \2 \3/p' annotated.ll | sort -u >annotations
[ "$(wc -l <annotations)" -gt 500 ] || fail "few annotations: $(wc -l <annotations)"
"$BITLEAP" dump --json "$small/c-g-O2.clang22.bc" | python3 -c '
import json, sys
for line in sys.stdin:
    record = json.loads(line)
    if record["type"] == "record":
        print(record["bit_pos"], record["name"], "%.1f" % ((record["bits"] * 10 + 4) // 8 / 10))
' | sort -u >records
comm -23 annotations records | same - /dev/null

# The same functions, in another order.
"$BITLEAP" funcs "$small/cxx-O2.clang22.bc" | sed 1,2d >by-place
for key in bytes instructions blocks name; do
    "$BITLEAP" funcs --sort $key "$small/cxx-O2.clang22.bc" | sed 1,2d >"by-$key"
    sort by-place >a && sort "by-$key" | same a -
done
sort -srn -k 2,2 by-place | same - by-bytes
"$BITLEAP" funcs --sort place "$small/cxx-O2.clang22.bc" | sed 1,2d | same - by-place
"$BITLEAP" funcs --sort name --reverse "$small/cxx-O2.clang22.bc" | sed 1,2d | tac | same - by-name
"$BITLEAP" funcs --sort bytes -n 3 "$small/cxx-O2.clang22.bc" | sed '1,2d; /^…/d' | same - <(head -n 3 by-bytes)
# The first rows of all modules, not of the first one.
some=("$small/multi.llvm22.bc" "$small/thin-b.clang22.bc" "$small"/cxx-*.clang*.bc)
bytes='s/.*"bytes":\([0-9]*\).*/\1/p'
"$BITLEAP" funcs --json "${some[@]}" | sed -n "$bytes" | sort -n >all-bytes
"$BITLEAP" funcs --json --sort bytes -n 5 "${some[@]}" | sed -n "$bytes" | same - <(tac all-bytes | head -n 5)
"$BITLEAP" funcs --json --sort bytes --reverse -n 5 "${some[@]}" | sed -n "$bytes" | same - <(head -n 5 all-bytes)
"$BITLEAP" funcs --sort bytes -n 5 "${some[@]}" >first
sed -n '2,6s/^ *[0-9]* *\([0-9]*\) .*/\1/p' first | same - <(tac all-bytes | head -n 5)
[ "$(sed -n '2,6p' first | grep -c "  $small/cxx-[^ ]*: @")" = 5 ] || fail "$(cat first)"
sed -n 7p first | grep -q "^… and $(($(wc -l <all-bytes) - 5)) more functions\$" || fail "$(cat first)"
"$BITLEAP" funcs --sort bytes -n 5 --opcodes --json "${some[@]}" | grep -c '"opcodes":{"' | same - <(echo 5)
sort -srn -k 3,3 by-place | same - by-blocks
sort -srn -k 4,4 by-place | same - by-instructions

# Every body in the corpus is read without a failure, as often as is counted.
for file in "$small"/*.bc; do
    case $file in */index.*) continue ;; esac
    "$BITLEAP" funcs --opcodes "$file" >with || fail "$file"
    "$BITLEAP" funcs "$file" >without
    sed 's/  [a-z_]*=[0-9].*//' with | same without -
done

# Of two modules in a stream, find reports the same bodies by the same numbers.
numbers='s/.*"module":\([0-9]*\).*"value":\([0-9]*\).*/\1 \2/p'
"$BITLEAP" funcs --json "$small/multi.llvm22.bc" | sed -n "$numbers" | sort >bodies
grep -q '^1 ' bodies || fail "one module: $(cat bodies)"
"$BITLEAP" index -q -o multi.blx "$small"/multi.*.bc
for way in "$small/multi.llvm22.bc" "-x multi.blx $small/multi.llvm22.bc"; do
    # shellcheck disable=SC2086 # words are operands
    "$BITLEAP" find --json -a '/./' $way | grep -v '"bytes":null' | sed -n "$numbers" | sort | same bodies -
done

expect 2 "$BITLEAP" funcs 2>err
expect 2 "$BITLEAP" funcs --sort colour x 2>err
grep -q "no column 'colour'" err || fail "$(cat err)"
expect 2 "$BITLEAP" show 2>err
expect 2 "$BITLEAP" show "$small/values.llvm22.bc" 2>err
expect 1 "$BITLEAP" show "$small/values.llvm22.bc" nobody 2>err
grep -q '/values.llvm22.bc: nobody: nothing of this name' err || fail "$(cat err)"
expect 1 "$BITLEAP" callees "$small/bundles.llvm22.bc" callee 2>err
grep -q 'callee: function without a body' err || fail "$(cat err)"
"$BITLEAP" show "$small/bundles.llvm22.bc" callee | grep -q '^declare void @callee(i32)  ; bit ' || fail "no declaration is shown"

# Of many modules those that only declare a function are no failure; nor are those that do not know it.
cat "$small/thin-a.clang22.bc" "$small/thin-b.clang22.bc" >both.bc
"$BITLEAP" callees both.bc from_b >out 2>err || fail "$(cat err)"
grep -q '^both.bc.*: @from_b' out || fail "$(cat out)"
[ "$(grep -c '^both.bc' out)" -eq 1 ] || fail "$(cat out)"
[ ! -s err ] || fail "$(cat err)"
expect 1 "$BITLEAP" callees --json both.bc shared_state 2>/dev/null | same - <(
    echo '{"type":"error","schema":1,"file":"both.bc","kind":"argument","cause":"shared_state: a variable, not a function"}'
)
# What several modules have is shown with where it is.
"$BITLEAP" show both.bc from_b remember shared_state >out
grep -E '^(; both|declare|define|@)' out | sed 's/  ; bit.*//; s/(.*//' | same - <(cat <<'END'
; both.bc[1]
declare i32 @from_b
@shared_state = external local_unnamed_addr global i32, align 4
; both.bc[2]
define dso_local i32 @from_b
define internal fastcc void @remember
@shared_state = dso_local local_unnamed_addr global i32 1, align 4, !dbg !0
END
)
expect 1 "$BITLEAP" funcs "$small/warn.clang22.dia" 2>err

# A body that is damaged does not hide the others.
"$BITLEAP" funcs "$small/c-O2.clang22.bc" >whole
body_pos=$("$BITLEAP" funcs --json "$small/c-O2.clang22.bc" | sed -n '3s/.*"body_pos":\([0-9]*\).*/\1/p')
cp "$small/c-O2.clang22.bc" broken.bc
printf '\377\377\377\377' | dd of=broken.bc bs=1 seek=$((body_pos / 8)) conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" funcs broken.bc >out 2>err
[ "$(wc -l <out)" -eq $(($(wc -l <whole) - 1)) ] || fail "$(cat out)"
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"

# What is readable is printed, then where it ended.
head -c 8000 "$small/c-O2.clang22.bc" >cut.bc
expect 3 "$BITLEAP" funcs --opcodes cut.bc >out 2>err
[ -s err ] || fail "no failure is reported"

# An operation of an atomicrmw that is not known is reported by its number, as in the text: the last but four of six bits each.
place=$("$BITLEAP" dump --json "$small/bundles.llvm22.bc" |
    sed -n 's/.*"bit_pos":\([0-9]*\),"bits":\([0-9]*\),.*INST_ATOMICRMW.*/\1 + \2 - 30/p' | head -n 1)
python3 - "$small/bundles.llvm22.bc" $((place)) >unknown.bc <<'END'
import sys
data = int.from_bytes(open(sys.argv[1], 'rb').read() + b'\1', 'little') | 31 << int(sys.argv[2])
sys.stdout.buffer.write(data.to_bytes((data.bit_length() + 7) // 8, 'little')[:-1])
END
"$BITLEAP" show --json unknown.bc scopes >out
grep -q '"operation":null,"operation_number":31,' out || fail "$(grep atomicrmw out)"

# The numbers that opt-22 prints of a function (print<func-properties>), those that are not zero.
"$BITLEAP" funcs --properties "$small/c-O2.clang22.bc" | sed -n 's/.*@\(colour_name\|sum_varargs\)  /\1: /p' | same - <(cat <<'WANT'
colour_name: BasicBlockCount=5 BlocksReachedFromConditionalInstruction=4 TotalInstructionCount=6 BasicBlocksWithSingleSuccessor=3 BasicBlocksWithMoreThanTwoSuccessors=1 BasicBlocksWithSinglePredecessor=3 BasicBlocksWithMoreThanTwoPredecessors=1 SmallBasicBlocks=5 InstructionOperandCount=1 BasicBlockOperandCount=7 GlobalValueOperandCount=4 ArgumentOperandCount=1 CriticalEdgeCount=1 ControlFlowEdgeCount=7 UnconditionalBranchCount=3 BranchInstructionCount=3 BranchSuccessorCount=3 SwitchInstructionCount=1 SwitchSuccessorCount=4
sum_varargs: BasicBlockCount=19 BlocksReachedFromConditionalInstruction=16 LoadInstCount=10 StoreInstCount=8 TotalInstructionCount=102 BasicBlocksWithSingleSuccessor=10 BasicBlocksWithTwoSuccessors=8 BasicBlocksWithSinglePredecessor=11 BasicBlocksWithTwoPredecessors=6 BasicBlocksWithMoreThanTwoPredecessors=1 MediumBasicBlocks=18 SmallBasicBlocks=1 CastInstructionCount=5 IntegerInstructionCount=38 ConstantIntOperandCount=30 InstructionOperandCount=117 BasicBlockOperandCount=26 GlobalValueOperandCount=9 ArgumentOperandCount=4 CriticalEdgeCount=5 ControlFlowEdgeCount=26 UnconditionalBranchCount=10 ConditionalBranchCount=8 BranchInstructionCount=18 BranchSuccessorCount=26 IntrinsicCount=9 DirectCallCount=9 CallWithPointerArgumentCount=8
WANT
)
