#!/usr/bin/env bash
# reach.sh - what a function reaches across modules, what reaches it, chains, what a linker could drop, recursion
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"
files=(corpora/small/thin-a.clang22.bc corpora/small/thin-b.clang22.bc)

"$BITLEAP" callees --transitive main "${files[@]}" | golden reach-callees.txt
"$BITLEAP" callees --transitive --json main "${files[@]}" | golden reach-callees.json
"$BITLEAP" callees --unreached from_a "${files[@]}" | golden reach-unreached.txt
"$BITLEAP" callees --dot main "${files[@]}" | golden reach.dot
"$BITLEAP" callers --transitive remember "${files[@]}" | golden reach-callers.txt
"$BITLEAP" callees --to remember main "${files[@]}" | golden reach-chain.txt
"$BITLEAP" callees --to remember --json main "${files[@]}" | golden reach-chain.json
"$BITLEAP" funcs --recursive corpora/small/multi.llvm22.bc corpora/small/wrapper-x86_64.clang13.bc |
    golden reach-recursive.txt
cd - >/dev/null
mkdir tree
cp "${files[@]/#/$BITLEAP_SRC/}" "$small"/uses.*.bc "$small"/ar-mixed.llvm22.a "$small"/cxx-g-O0.clang19.bc tree
"$BITLEAP" index -q -o plain.blx tree
"$BITLEAP" index -q --bodies -o bodies.blx tree

# An index makes no difference, nor do threads.
for command in 'callees --transitive main' 'callees --unreached main' 'callees --dot main' 'callees --json --transitive main' 'callees --to remember main' \
    'callers --transitive remember' 'callers --depth 1 used' 'callers --calls --transitive used' 'callees calls' 'callees --depth 2 @forward'; do
    # shellcheck disable=SC2086 # several words, on purpose
    "$BITLEAP" $command tree >direct
    for way in plain.blx bodies.blx '-x bodies.blx' 'tree -x plain.blx' 'tree -j 1' 'tree -j 3'; do
        # shellcheck disable=SC2086
        "$BITLEAP" $command $way | same direct -
    done
done

# One step is what a listing without steps has, except what is not a function.
"$BITLEAP" callees --json calls "$small/uses.llvm22.bc" | grep '"type":"callee"' | sed 's/.*"name":"\([^"]*\)".*/\1/' | sort >listed
"$BITLEAP" callees --json --depth 1 calls "$small/uses.llvm22.bc" | sed -n 's/.*"name":"\([^"]*\)".*"depth":1,.*/\1/p' | sort >reached
comm -23 listed reached | same /dev/null -
"$BITLEAP" callees --json --transitive calls "$small/uses.llvm22.bc" | sed 's/.*"depth":\([0-9]*\).*/\1/' | sort -n -c

# What is reached and what is not are all that are defined.
for file in "$small"/c-g-O?.clang*.bc "$small"/thin-?.clang*.bc; do
    name=$("$BITLEAP" funcs --json "$file" | sed -n '1s/.*"name":"\([^"]*\)".*/\1/p')
    {
        "$BITLEAP" callees --json --transitive "$name" "$file" | sed -n 's/.*"name":"\([^"]*\)".*"defined":true.*/\1/p' || true
        "$BITLEAP" callees --json --unreached "$name" "$file" | sed -n 's/.*"name":"\([^"]*\)".*"defined":true.*/\1/p' || true
    } | sort -u >both
    "$BITLEAP" funcs --json "$file" | sed -n 's/.*"name":"\([^"]*\)".*/\1/p' | sort -u >all
    [ -s all ] || fail "$file: no functions"
    comm -13 both all | same /dev/null -
done

# Nothing is found.
expect 1 "$BITLEAP" callees --to main remember tree >out 2>err
grep -q "no chain of calls or addresses leads to 'main'" err || fail "$(cat err)"
expect 1 "$BITLEAP" callees --transitive nobody tree >out 2>err
grep -q 'nobody: no function or other global value of this name' err || fail "$(cat err)"
expect 1 "$BITLEAP" funcs --recursive "$small/thin-b.clang22.bc" >out
[ ! -s out ] || fail "$(cat out)"
for wrong in 'callees --depth 0 main' 'callees --depth x main' 'callees --to a --unreached main' 'callees --dot --json main' \
    'callers -p --transitive main' 'funcs --recursive --opcodes'; do
    # shellcheck disable=SC2086
    expect 2 "$BITLEAP" $wrong tree >out 2>err
done

# A body that is damaged is reported, and does not hide the others.
cp "$small/uses.llvm22.bc" broken.bc
body_pos=$("$BITLEAP" funcs --json broken.bc | sed -n 's/.*"name":"forward".*"body_pos":\([0-9]*\).*/\1/p')
printf '\377\377\377\377' | dd of=broken.bc bs=1 seek=$((body_pos / 8)) conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" callers --transitive used broken.bc >out 2>err
grep -q ' @casts ' out || fail "$(cat out)"
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"
