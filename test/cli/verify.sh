#!/usr/bin/env bash
# verify.sh - files, trees and index files are verified on any number of threads, and nothing hides after anything
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

mkdir -p tree/below
cp "$small"/{c-O2.clang22.bc,thin-a.clang22.bc,ar-gnu.llvm22.a,warn.clang22.dia} tree
cp "$small/c-g-O2.clang19.bc" tree/below
expect 0 "$BITLEAP" verify tree >total
echo '7 ok, 0 bad, 0 not recognised' | same - total
expect 0 "$BITLEAP" verify --all tree >good
tail -n 1 good | same total -
sed -i '$d' good
[ "$(grep -c ': ok; ' good)" -eq "$(wc -l <good)" ] || fail "$(cat good)"
for path in c-O2.clang22.bc thin-a.clang22.bc 'ar-gnu.llvm22.a(two.bc)' warn.clang22.dia below/c-g-O2.clang19.bc; do
    grep -qF "tree/$path: ok" good || fail "$path is missing: $(cat good)"
done
"$BITLEAP" index -o tree.blx tree >/dev/null
expect 0 "$BITLEAP" verify --all tree.blx | sed '$d' | same good -

# What compilers wrote is good, each file of it; the others have nothing inside that could be bad.
expect 1 "$BITLEAP" verify --all "$small"/* >all 2>err
sed -i '$d' all
[ "$(grep -c ': ok; ' all)" -eq "$(wc -l <all)" ] || fail "$(grep -v ': ok; checked' all)"
grep -v -e ': text, no bitcode$' -e ' without bitcode inside$' \
    -e ': an object with a marker in the place of bitcode: -fembed-bitcode has it there$' err && fail "a file cannot be read"
for path in header-cxx.clang{19,22}.pch drawing.clang{19,22}.pcm elf-ast.clang{19,22}.pcm'!__clangast'; do
    grep -qF "/$path: ok" all || fail "$path is missing: $(cat all)"
done

# A problem in a stream, one in a container, a file that is none.
head -c 9000 "$small/c-g-O2.clang22.bc" >tree/cut.bc
{ cat "$small/ar-gnu.llvm22.a"; echo 'no header of a member'; } >tree/broken.a
for threads in 1 2 7; do
    expect 3 "$BITLEAP" verify --all -j $threads tree missing.bc >out 2>err
    tail -n 1 out | grep -qx '[1-9][0-9]* ok, 1 bad, 0 not recognised' || fail "no total: $(cat out)"
    sed -i '$d' out
    grep -q '^tree/cut.bc: bit [0-9]* (byte 0x[0-9a-f]*).*: ' out || fail "no problem: $(cat out)"
    grep -q '^tree/cut.bc: bad; .* [1-9] problems*$' out || fail "no sum: $(cat out)"
    grep -q '^bitleap: tree/broken.a: ' err || fail "the archive: $(cat err)"
    grep -q '^bitleap: missing.bc: .*No such file' err || fail "no file: $(cat err)"
    grep -vF -e tree/cut.bc -e tree/broken.a out | same good -
    expect 3 "$BITLEAP" verify --json --threads=$threads tree >json 2>/dev/null
    cp out "out$threads"
    cp json "json$threads"
done
same out1 out2
same out1 out7
same json1 json2
same json1 json7

# What is cut off is reported once, by each command, with what is missing; a length that is wrong is no cut.
head -c 9000 "$small/c-O2.clang22.bc" >cut.bc
cause='file is cut off: MODULE_BLOCK needs 9688 bytes from byte 32, 8968 are there'
for command in verify 'find *' info nm funcs stats dups top; do
    set -f
    # shellcheck disable=SC2086 # several words on purpose
    "$BITLEAP" $command cut.bc >out 2>&1 && fail "$command is content with a file that is cut off"
    set +f
    [ "$(grep -cF "cut.bc: bit 256 (byte 0x20): $cause" out)" -eq 1 ] || fail "$command: $(cat out)"
    ! grep -q 'beyond the stream\|operands than bits\|STRTAB, which' out || fail "$command: what follows from it: $(cat out)"
done
cp "$small/c-O2.clang22.bc" longer.bc
printf '\xff\xff\x00\x00' | dd of=longer.bc bs=1 seek=36 conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" verify longer.bc >out
grep -q '^longer.bc: bit 256 (byte 0x20): length of MODULE_BLOCK is wrong: it says 262148 bytes, but the block ends after 9688$' out ||
    fail "$(cat out)"

# Of files below a directory that have no bitcode those count as bad that say they have.
mkdir named
cp "$small/c-O2.clang22.bc" named/good.bc
cp named/good.bc named/no-magic.bc
printf '\0\0\0\0' | dd of=named/no-magic.bc conv=notrunc 2>/dev/null
: >named/empty.bc
echo text >named/text.bc
echo text >named/text.txt
expect 1 "$BITLEAP" verify named >out 2>err
echo '1 ok, 3 bad, 1 not recognised' | same - out
sort err | same - <(printf 'bitleap: named/%s\n' 'empty.bc: an empty file' \
    'no-magic.bc: no bitcode: unknown magic number' 'text.bc: text, no bitcode')
expect 1 "$BITLEAP" verify named/no-magic.bc >out
grep -qx 'named/no-magic.bc: bit 0 (byte 0x0): unknown magic number, before blocks as those of LLVM IR' out ||
    fail "$(cat out)"

# LLVM IR is nothing without a module, as llvm-dis says.
for size in 4 32; do
    head -c $size tree/thin-a.clang22.bc >headless
    expect 3 "$BITLEAP" verify headless >out
    grep -q '^headless: bit .*: no module in a stream of LLVM IR$' out || fail "$size bytes: $(cat out)"
done

# A bit of the SYMTAB block makes a symbol's name longer by 2^29 bytes, and so longer than the STRTAB.
cp "$small/thin-b.clang22.bc" flipped.bc
printf '\x20' | dd of=flipped.bc bs=1 seek=4759 conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" verify flipped.bc >out
grep -q '^flipped.bc: bit .* in SYMTAB_BLOCK@.*: symbol table that reaches beyond' out || fail "$(cat out)"

# A bit of a body makes another record of an instruction; the grammar holds, and no HASH shows it.
cp "$small/c-O2.clang22.bc" flipped.bc
expect 0 "$BITLEAP" verify --json flipped.bc >json
n_bodies=$("$BITLEAP" funcs --json flipped.bc | grep -c '"type":"function"')
grep -q "\"bodies\":$n_bodies," json || fail "not $n_bodies bodies: $(cat json)"
printf '\x1a' | dd of=flipped.bc bs=1 seek=5971 conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" verify flipped.bc >out
grep -q '^flipped.bc: bit 47769 .* in .*/FUNCTION_BLOCK@47328: instruction with too few operands$' out ||
    fail "the body: $(cat out)"
[ "$(wc -l <out)" -eq 2 ] || fail "more than one problem: $(cat out)"

mkdir nothing
expect 1 "$BITLEAP" verify nothing 2>err
grep -q '^bitleap: nothing: no bitcode in any file below' err || fail "$(cat err)"
expect 2 "$BITLEAP" verify 2>err
expect 2 "$BITLEAP" verify -j 0 tree 2>err
