#!/usr/bin/env bash
# links.sh - a file with several names is read and counted once, unless --follow asks for each of them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# A file, a hard link, and symbolic links to each; loops; a name with a newline.
mkdir -p tree/sub plain outside
cp "$small/c-O2.clang19.bc" tree/b.bc
cp "$small/c-O2.clang13.bc" $'tree/new\nline.bc'
cp "$small/thin-a.clang22.bc" outside/x.bc
ln tree/b.bc tree/sub/hard.bc
ln -s b.bc tree/a.bc
ln -s sub/hard.bc tree/z.bc
ln -s ../outside/x.bc tree/out.bc
ln -s . tree/loop
ln -s self tree/self
cp tree/b.bc $'tree/new\nline.bc' plain
cp outside/x.bc plain/out.bc

# What is counted is what there is: the same as of a tree without links.
for command in 'top --json' 'stats --json' 'dups --json' 'funcs --json' 'nm' 'info' 'has' \
    'find --json main' 'callers --json sum_varargs' 'strings --json main' 'verify --json'; do
    # shellcheck disable=SC2086
    "$BITLEAP" $command tree 2>&1 | sed 's/"links":[0-9]*/"links":0/' >of-links || true
    # shellcheck disable=SC2086
    "$BITLEAP" $command plain 2>&1 | sed 's/plain/tree/g' >of-files || true
    [ -s of-files ] || fail "$command prints nothing"
    same of-files of-links
done

# Totals say how many links there were.
"$BITLEAP" top tree | tail -n 1 >out
grep -q ' 3 files (3 links not counted again)$' out || fail "top: $(cat out)"
"$BITLEAP" verify tree | same - <(echo '3 ok, 0 bad, 0 not recognised (3 links not counted again)')
"$BITLEAP" dups tree >out
grep -q ' (3 links not counted again)$' out || fail "dups: $(cat out)"
"$BITLEAP" index tree >out
grep -q '^tree.blx: 3 files (3 links not counted again), 3 streams' out || fail "index: $(cat out)"

# An index file answers the same, for all of it and for a part that has a link to another part.
for path in tree tree/sub tree/a.bc; do
    "$BITLEAP" top $path >of-files
    "$BITLEAP" top tree.blx $path 2>/dev/null | same of-files -
done
"$BITLEAP" top tree >of-files
"$BITLEAP" top tree.blx | same of-files -
"$BITLEAP" index --check tree.blx

# With --follow each name counts, and an index may have them all.
expect 0 "$BITLEAP" verify --follow tree | same - <(echo '6 ok, 0 bad, 0 not recognised')
expect 0 "$BITLEAP" verify --follow tree.blx | same - <(echo '6 ok, 0 bad, 0 not recognised')
"$BITLEAP" nm --follow -A tree | cut -d: -f1 | sort -u | wc -l | same - <(echo 6)
"$BITLEAP" index --update --follow tree.blx >out
grep -q '^tree.blx: 6 files, 6 streams' out || fail "index --follow: $(cat out)"
"$BITLEAP" verify tree.blx | same - <(echo '6 ok, 0 bad, 0 not recognised')
expect 2 "$BITLEAP" index --merge --follow -o two.blx tree.blx 2>err

# Shards have what the whole has.
"$BITLEAP" index -q tree
for i in 1 2 3; do "$BITLEAP" index -q --shard $i/3 -o "$i.blx" tree; done
"$BITLEAP" index -q --merge -o merged.blx 1.blx 2.blx 3.blx
same tree.blx merged.blx

# A directory with nothing but links to what another one has is not empty, one with links to text is.
mkdir links texts
ln tree/b.bc links/b.bc
echo text >tree/text
ln tree/text texts/text
expect 0 "$BITLEAP" find main links tree >/dev/null
expect 1 "$BITLEAP" find main texts tree >/dev/null 2>err
echo 'bitleap: texts: no bitcode in any file below' | same - err

# A link that becomes a file of its own is read.
rm tree/z.bc
cp "$small/thin-b.clang22.bc" tree/z.bc
"$BITLEAP" find from_b tree.blx 2>/dev/null >out
grep -q '^tree/z.bc' out || fail "find: $(cat out)"
