#!/usr/bin/env bash
# trees.sh - a directory, or an index file, names all files in it that have bitcode
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

mkdir -p tree/below/deeper tree/empty
cp "$small"/{ar-gnu.llvm22.a,thin-a.clang22.bc} tree
cp "$small/c-O2.clang19.bc" tree/below
cp "$small/thin-b.clang22.bc" tree/below/deeper/b
echo 'no bitcode' >tree/below/text
files=(tree/ar-gnu.llvm22.a tree/below/c-O2.clang19.bc tree/below/deeper/b tree/thin-a.clang22.bc)

for command in 'info --all' nm 'funcs --all' types attrs 'meta --named' summary 'dump --block=identification' has \
    'ls --json --depth=1' 'ls --depth=1' 'funcs --json'; do
    # shellcheck disable=SC2086
    "$BITLEAP" $command "${files[@]}" >one-by-one 2>err || fail "$command: $(cat err)"
    # shellcheck disable=SC2086
    expect 0 "$BITLEAP" $command tree >out 2>err
    # Files without a line are counted, where that is asked.
    grep -v '^4 of 5 files have bitcode: ' out >of-tree
    same one-by-one of-tree
    [ ! -s err ] || fail "$command: $(cat err)"
    # So does an index file, wherever it is used.
    "$BITLEAP" index -q -o tree.blx tree
    # shellcheck disable=SC2086
    expect 0 "$BITLEAP" $command tree.blx >out 2>err
    grep -v '^4 of 5 files have bitcode: ' out >of-index
    same one-by-one of-index
    [ ! -s err ] || fail "$command: $(cat err)"
done
# What has changed since is noted, and read all the same.
cp "$small/thin-a.clang13.bc" tree/thin-a.clang22.bc
expect 0 "$BITLEAP" has tree.blx >out 2>err
grep -v '^4 of 5 files have bitcode: ' out >of-index
"$BITLEAP" has "${files[@]}" | same - of-index
echo 'bitleap: tree/thin-a.clang22.bc: changed since it was indexed' | same - err
cp "$small/thin-a.clang22.bc" tree

# Of many streams each is a line; what is no LLVM IR is passed over by who wants modules.
cp "$small/warn.clang22.dia" tree/empty
"$BITLEAP" ls tree | cut -d: -f1 | same - <(printf '%s\n' 'tree/ar-gnu.llvm22.a(one.o)!.llvmbc' \
    'tree/ar-gnu.llvm22.a(two.o)!.llvmbc' 'tree/ar-gnu.llvm22.a(two.bc)' tree/below/c-O2.clang19.bc \
    tree/below/deeper/b tree/empty/warn.clang22.dia tree/thin-a.clang22.bc)
"$BITLEAP" funcs --json "${files[@]}" >one-by-one
expect 0 "$BITLEAP" funcs --json tree | same one-by-one -
"$BITLEAP" show tree from_b >out
grep -q '^; tree/below/deeper/b$' out || fail "not the body of a tree"
grep -q '^define .*@from_b(' out || fail "not the body of a tree"

# A file that was named, or a path into it, has some.
ast=$small/elf-ast.clang22.pcm
for way in "nm $ast" "types $ast" "attrs $ast" "meta $ast" "summary $ast" "funcs $ast" "show $ast x" "callees $ast x" \
    "types $ast!__clangast"; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" $way >out 2>err
    grep -q 'pcm.*: no LLVM IR module in any stream$' err || fail "$way: $(cat err)"
    [ "$(wc -l <err)" -eq 1 ] || fail "$way: $(cat err)"
done

# The members of a thin archive are found by way of it, wherever they are.
mkdir thin
cp "$small/thin-a.clang22.bc" member.bc
printf '!<thin>\n//                                              16        `\n../member.bc/\n\n\n' >thin/lib.a
printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' /0 0 0 0 644 "$(wc -c <member.bc)" >>thin/lib.a
[ "$("$BITLEAP" ls thin | cut -d: -f1)" = 'thin/lib.a(../member.bc)' ] || fail "$("$BITLEAP" ls thin)"

# What is damaged is reported and hides nothing.
head -c 3000 "$small/thin-a.clang22.bc" >tree/cut
expect 3 "$BITLEAP" funcs --json tree >got 2>err
grep -q '^bitleap: tree/cut: ' err || fail "$(cat err)"
grep -vF '"tree/cut"' got | same one-by-one -

# Of many files there is a screen: the first ones, and a sum; --all and JSON have them all, -n some.
mkdir many
for i in {1..30}; do cp "$small/thin-a.clang22.bc" "many/$i.bc"; done
expect 0 "$BITLEAP" has many >out
[ "$(wc -l <out)" -eq 22 ] || fail "$(cat out)"
tail -n 2 out | same - <(printf '%s\n' '… and 10 more files: --all prints all' \
    "30 of 30 files have bitcode: 30 streams, $((30 * $(wc -c <many/1.bc))) bytes")
[ "$("$BITLEAP" has many/* | wc -l)" -eq 30 ] || fail 'files that are named have lines'
expect 0 "$BITLEAP" info many >out
[ "$(grep -c '^many/' out)" -eq 1 ] || fail "$(cat out)"
sed -n '/^… and 29 more modules: --all prints all$/,$p' out | sed '/^   modules  \(CPU\|ident\)$/,+1d' |
    same - <(printf '%s\n' '… and 29 more modules: --all prints all' '   modules  oldest LLVM that can read it' \
        '        30  LLVM 20' '   modules  producer' '        30  LLVM22.1.8' '   modules  target' '        30  x86_64-pc-linux-gnu')
expect 0 "$BITLEAP" funcs many >out
[ "$(grep -c '  @' out)" -eq 40 ] || fail "$(cat out)"
tail -n 1 out | grep -qx '150 functions of [1-9][0-9]* bytes in 30 modules; .*' || fail "$(cat out)"
for command in has info funcs; do
    [ "$("$BITLEAP" $command --all many | grep -c '^many/')" -eq 30 ] || fail "not all: $command"
    [ "$("$BITLEAP" $command --json many | grep -o '"file":"[^"]*"' | sort -u | wc -l)" -eq 30 ] || fail "JSON: $command"
done
[ "$("$BITLEAP" funcs -n 3 many | grep -c '  @')" -eq 3 ] || fail 'not three rows'

mkdir nothing
for command in ls info nm has dump; do
    expect 1 "$BITLEAP" $command nothing 2>err
    grep -q '^bitleap: nothing: no bitcode in any file below$' err || fail "$command: $(cat err)"
done
