#!/usr/bin/env bash
# queries.sh - index, find, dups and diff: the same answers with an index, without one, and from parts of one
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

mkdir tree tree/more
cp "$small"/thin-*.bc "$small"/multi.llvm22.bc "$small"/ar-mixed.llvm22.a tree
cp "$small"/cxx-O2.clang*.bc "$small"/linked.lld22.so tree/more
echo 'no bitcode' >tree/more/notes.txt

# ---- index ----
"$BITLEAP" index tree >reported
grep -q '^tree.blx: [0-9]* files, .* functions; [0-9]* bytes, ' reported || fail "$(cat reported)"
"$BITLEAP" index --check tree.blx >checked
same reported checked
for threads in 1 2 7; do
    "$BITLEAP" index -q -j $threads -o again.blx tree/more tree
    "$BITLEAP" index -q -j $threads -o once.blx tree tree/more tree
    cmp again.blx once.blx || fail "the index depends on the order of paths"
done
for n in 1 2 5; do
    parts=
    for i in $(seq $n); do
        "$BITLEAP" index -q --shard "$i/$n" -o "part$i.blx" tree
        parts="part$i.blx $parts"
    done
    # shellcheck disable=SC2086 # several names on purpose
    "$BITLEAP" index -q --merge -o merged.blx $parts
    cmp merged.blx tree.blx || fail "$n parts are not the whole"
done

# One without hashes and the table of names: it stays so, and answers the same.
"$BITLEAP" index -q --lean -o lean.blx tree
"$BITLEAP" index -q --check lean.blx
[ "$(stat -c %s lean.blx)" -lt "$(stat -c %s tree.blx)" ] || fail "what was left out takes room"
for i in 1 2; do
    "$BITLEAP" index -q --lean --shard $i/2 -o "lean$i.blx" tree
done
"$BITLEAP" index -q --merge -o merged.lean.blx lean2.blx lean1.blx
cmp merged.lean.blx lean.blx || fail "lean parts are not the whole"
expect 1 "$BITLEAP" index -q --merge -o mixed.blx lean1.blx part2.blx 2>err
cp -r tree/more changing
"$BITLEAP" index -q --lean changing
cp "$small/thin-b.clang13.bc" changing
"$BITLEAP" index -q --update changing.blx
"$BITLEAP" index -q --lean -o fresh.blx changing
cmp fresh.blx changing.blx || fail "brought up to date it is not lean any more"

# From standard input one is read, but not written there.
"$BITLEAP" index -q --update -o again.blx - <tree.blx
cmp again.blx tree.blx || fail "standard input is not brought up to date"
expect 2 "$BITLEAP" index -q --update - <tree.blx 2>err
for call in '' --merge --update; do
    # shellcheck disable=SC2086 # none or one word
    expect 2 "$BITLEAP" index $call -o - tree.blx 2>err
done
[ ! -e ./- ] || fail "a file named - was written"
sed 's/^tree.blx/-/; s/; .*//' reported >nameless
"$BITLEAP" index --check - <tree.blx | same nameless -
"$BITLEAP" index --check --json - <tree.blx >out
! grep '"bytes"' out || fail "bytes of standard input"

# What is wrong with the call.
for arguments in '' '--shard 3/2 tree' '--shard 0/2 tree' '--merge part1.blx' '--update --merge tree.blx' 'tree part1.blx' \
    '--check -o x tree.blx' '--content tree' '--lean --update tree.blx' '--blocks --check tree.blx' \
    '--blocks --merge -o x tree.blx' '-j 0 tree' . tree/.. / ./; do
    # shellcheck disable=SC2086
    expect 2 "$BITLEAP" index $arguments 2>err
done
for arguments in 'tree.blx' 'tree.blx tree.blx'; do
    # shellcheck disable=SC2086
    expect 2 "$BITLEAP" index --merge $arguments 2>err
    grep -q '^bitleap index: --merge needs a file to write, with -o' err || fail "$(cat err)"
done
expect 2 "$BITLEAP" index -o nowhere/x.blx tree 2>err
grep -q 'nowhere/x.blx' err || fail "$(cat err)"
# Sources are not lost to a wrong -o.
for call in '-o' '--merge -o' '--update -o'; do
    cp tree/thin-b.clang22.bc kept.bc
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" index $call kept.bc tree.blx 2>err
    grep -q '^bitleap: kept.bc: .*no index file' err || fail "$call: $(cat err)"
    cmp kept.bc tree/thin-b.clang22.bc || fail "$call: replaced"
done
# Nor is an index, with --update forgotten; and nothing is written of what is only a part of a file.
cp tree.blx kept.blx
for paths in kept.blx 'tree kept.blx' -; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" index -o kept.blx $paths <tree.blx 2>err
    grep -q "^bitleap: ${paths#tree }: .*--update" err || fail "$paths: $(cat err)"
    cmp kept.blx tree.blx || fail "$paths: replaced"
done
expect 1 "$BITLEAP" index -o part.blx 'tree/ar-mixed.llvm22.a(one.bc)' 2>err
grep -qxF 'bitleap: tree/ar-mixed.llvm22.a(one.bc): index takes whole files' err || fail "$(cat err)"
[ ! -e part.blx ] || fail "written, of a part of a file"
# Nor is it for a path that was mistyped.
for paths in typo 'tree typo' 'typo tree' tree/typo; do
    for file in kept.blx new.blx; do
        # shellcheck disable=SC2086
        expect 2 "$BITLEAP" index -o $file $paths >out 2>err
        grep -q '^bitleap: .*typo: cannot examine, so no index is written: No' err || fail "$paths: $(cat err)"
        [ "$(cat out err | wc -l)" = 1 ] || fail "$paths: not one line: $(cat out err)"
    done
    cmp kept.blx tree.blx || fail "$paths: replaced"
    [ ! -e new.blx ] || fail "$paths: written, of less than was asked for"
done
expect 2 "$BITLEAP" index typo >out 2>err
[ ! -e typo.blx ] || fail "written, of nothing"
expect 2 "$BITLEAP" index --json -o new.blx typo slip 2>err | grep -c '"type":"error".*so no index' | same - <(echo 2)
# What has gone since is reported, and with --update forgotten.
mkdir going
cp tree/thin-b.clang22.bc going/b.bc
cp tree/thin-a.clang22.bc a.bc
"$BITLEAP" index -q -o going.blx going a.bc
rm -r going
expect 2 "$BITLEAP" index --update going.blx >out 2>err
grep -qx 'bitleap: going: cannot examine: No such file or directory' err || fail "gone: $(cat err)"
grep -q '^going.blx: .*, 1 stream, ' out || fail "gone: $(cat out)"
: >kept.bc
"$BITLEAP" index -q -o kept.bc tree
cmp kept.bc tree.blx || fail "an empty file is not replaced"
"$BITLEAP" index -q --json -o kept.bc tree >out
[ ! -s out ] || fail "--quiet: $(cat out)"
expect 3 "$BITLEAP" index --check tree/thin-a.clang22.bc 2>err
grep -q 'index' err || fail "no index file: $(cat err)"

# What --check refuses is neither merged nor brought up to date: it would be in the new index with sums that are right.
"$BITLEAP" index -q --bodies -o sound.blx tree
python3 "$BITLEAP_SRC/test/support/false_index.py" sound.blx false.blx MODS 40 0x8000000 # how many variables
for call in '--check false.blx' '--merge -o new.blx sound.blx false.blx' '--update -o new.blx false.blx'; do
    # shellcheck disable=SC2086 # words
    expect 3 "$BITLEAP" index $call 2>err
    grep -q '^bitleap: false.blx: bit .*: chunk MODS: a value that is not known$' err || fail "$call: $(cat err)"
    [ ! -e new.blx ] || fail "$call writes"
done

# ---- find: with an index, without, in parts of it ----
ask() {
    "$BITLEAP" find "$@"
}
for name in from_b shared_state nobody _ZdlPv 'from_*' '/^_Z.*C[12]/' '*'; do
    status=0
    ask "$name" tree >direct || status=$?
    for way in 'tree.blx' 'merged.blx' 'lean.blx' '-x lean.blx tree' '--content lean.blx' '-x tree.blx' '-x tree.blx tree' 'tree.blx tree/more tree' '-j 1 tree' '-j 7 tree.blx' \
        '--copy tree'; do
        # shellcheck disable=SC2086
        expect $status ask "$name" $way >indexed
        same direct indexed
    done
done
ask '*' tree/more >direct
ask '*' tree.blx ./tree/more/ >indexed
same direct indexed
ask '*' 'tree/ar-mixed.llvm22.a(one.bc)' >direct
[ -s direct ] || fail "nothing in a nested path"
ask '*' -x tree.blx 'tree/ar-mixed.llvm22.a(one.bc)' >indexed
same direct indexed
# As standard input, which is a file, it is known for one; what is in a pipe cannot be looked at before it is read.
ask '*' tree >direct
ask '*' - <tree.blx | same direct -
ask '*' - tree/more tree <tree.blx | same direct -
for pipe in - /dev/stdin; do
    # shellcheck disable=SC2002 # a pipe is meant
    cat tree.blx | ask '*' -x $pipe tree | same direct -
    # shellcheck disable=SC2002
    cat tree.blx | expect 1 ask '*' $pipe 2>err
    same - err <<END
bitleap: $pipe: an index file: find, dups and other queries read it, from a pipe with --index
END
done
(cd / && "$BITLEAP" find from_b "$OLDPWD/tree.blx") | sed "s|^${PWD#/}/||" >elsewhere
expect 2 "$BITLEAP" find --defined --undefined from_b tree.blx 2>err
grep -q 'exclude each other' err || fail "$(cat err)"
ask from_b tree >direct
same direct elsewhere

# Paths say what of an index is meant; who takes them for one more place to look in is reported.
cp "$small/thin-a.clang22.bc" alone.bc
ask from_b alone.bc >only
ask from_b tree.blx alone.bc >indexed 2>err
same only indexed
grep -q '^bitleap: alone.bc: not in the index, and read by itself; of the index only ' err || fail "$(cat err)"
ask from_b -x tree.blx alone.bc >indexed 2>err
same only indexed
[ ! -s err ] || fail "$(cat err)"

# Of what there is each shows a part, and together they show all.
ask -d from_b tree >some
grep -v ': defines ' some && fail "--defined finds references"
ask -u from_b tree >>some
sort direct | same - <(sort some)
ask FROM_B tree && fail "case is ignored"
ask -i FROM_B tree >ignored
same direct ignored
for way in tree tree.blx lean.blx; do
    ask 'llvm.*' $way && fail "private symbols are found"
    ask -a 'llvm.*' $way >all
    [ -s all ] || fail "all: no private symbols in $way"
    ask --json -a '*' $way | sort >"all.$way"
    same all.tree "all.$way"
done
expect 2 ask 2>err
expect 2 ask from_b 2>err
expect 2 ask '/(/' tree 2>err

# All of what nm lists, with what it says of it, and nothing else.
for file in tree/*.bc tree/more/*.bc; do
    "$BITLEAP" nm --json "$file" | sed 's/.*"name":"\([^"]*\)".*"undefined":\([a-z]*\).*/\1 \2/' | sort >listed
    ask --json '*' "$file" | sed 's/.*"name":"\([^"]*\)","role":"\([a-z]*\)".*/\1 \2/' |
        sed 's/ references/ true/; s/ defines/ false/' | sort >found
    same listed found
done

# ---- Files that change ----
cp -r tree before
cp -p tree.blx before.blx
cp "$small/thin-b.clang13.bc" tree/thin-b.clang22.bc
rm tree/thin-a.clang19.bc
cp "$small/thin-a.clang22.bc" tree/new.bc
truncate -s -400 tree/multi.llvm22.bc
status=0
ask from_b tree >direct 2>direct.err || status=$?
expect $status ask from_b tree.blx >indexed 2>err
same direct indexed
for change in 'thin-b.clang22.bc: changed' 'thin-a.clang19.bc: gone' 'multi.llvm22.bc: changed'; do
    grep -q "$change since it was indexed" err || fail "not reported: $change: $(cat err)"
done
expect 0 ask from_b -x tree.blx tree/thin-b.clang19.bc >indexed 2>err
[ ! -s err ] || fail "reported of files that nobody asked for: $(cat err)"
cmp tree.blx before.blx || fail "a query wrote to the index"
expect $status "$BITLEAP" index -q --update tree.blx 2>err
expect $status ask from_b tree.blx >indexed 2>err
same direct indexed
! grep -q 'since it was indexed' err || fail "an index that was brought up to date: $(cat err)"
rm tree/multi.llvm22.bc
"$BITLEAP" index -q --update tree.blx
"$BITLEAP" index -q -o fresh.blx tree
cmp fresh.blx tree.blx || fail "brought up to date is not the same as new"
touch tree/new.bc
inode=$(stat -c %i tree.blx)
ask --content from_b tree.blx >direct 2>err
[ ! -s err ] || fail "the content is the same: $(cat err)"
"$BITLEAP" index -q --update --content tree.blx
[ "$(stat -c %i tree.blx)" != "$inode" ] || fail "not written, though a file has another time"
"$BITLEAP" index -q -o fresh.blx tree
cmp fresh.blx tree.blx || fail "brought up to date by content is not the same as new"
inode=$(stat -c %i tree.blx)
"$BITLEAP" index -q --update --content tree.blx
[ "$(stat -c %i tree.blx)" = "$inode" ] || fail "written, though nothing has changed"

# What has not changed is not read again for what has: a file that has no bitcode any more, secretly, is not noticed.
mkdir part
cp "$small"/thin-[ab].clang22.bc part
"$BITLEAP" index -q part
touch -r part/thin-a.clang22.bc stamp
printf BD | dd of=part/thin-a.clang22.bc conv=notrunc status=none
touch -r stamp part/thin-a.clang22.bc
touch -d 2001-02-03 part/thin-b.clang22.bc
for paths in '' 'part alone.bc'; do
    # shellcheck disable=SC2086 # words
    ask 'from_*' part.blx $paths >indexed 2>err
    grep -q '^part/thin-a.clang22.bc: defines' indexed || fail "read again: $(cat indexed err)"
done

# For one file of an index that does not do, nothing else is read: nobody writes to the pipe again.
mkfifo pipe
cat "$small/thin-a.clang22.bc" >pipe &
"$BITLEAP" index -q --lean -o piped.blx pipe part
"$BITLEAP" dups part/thin-b.clang22.bc >direct
within 60 "$BITLEAP" dups piped.blx part/thin-b.clang22.bc | same direct -
touch part/thin-b.clang22.bc
"$BITLEAP" find 'from_*' part/thin-b.clang22.bc >direct
within 60 "$BITLEAP" find 'from_*' piped.blx part/thin-b.clang22.bc 2>err | same direct -
echo 'bitleap: part/thin-b.clang22.bc: changed since it was indexed' | same - err

# What was asked for and is no bitcode any more is reported as without an index.
echo text >part/thin-b.clang22.bc
rm part/thin-a.clang22.bc
for path in part/thin-a.clang22.bc part/thin-b.clang22.bc; do
    status=$([ -e $path ] && echo 1 || echo 2)
    expect "$status" "$BITLEAP" find from_b $path 2>direct
    expect "$status" "$BITLEAP" find from_b part.blx $path 2>err
    tail -n 1 err | same direct -
done

# An index among the files that it reports is not outdated by being written, nor are others by files that come and go.
mkdir own
cp "$small/thin-b.clang22.bc" own
"$BITLEAP" index -q -o own/all.blx own
mkfifo own/pipe
ln -s nowhere own/dead
touch -d 2001-02-03 own
inode=$(stat -c %i own/all.blx)
ask from_b own/all.blx >direct 2>err
[ -s direct ] || fail "nothing is found in an index in its own directory"
[ ! -s err ] || fail "an index in its own directory: $(cat err)"
"$BITLEAP" index -q --update own/all.blx
[ "$(stat -c %i own/all.blx)" = "$inode" ] || fail "written, though the files are the same"
mv own/thin-b.clang22.bc own/b.bc
ask from_b own/all.blx >direct 2>err
grep -q '^own/b.bc: defines' direct || fail "a new name: $(cat direct)"
grep -q '^bitleap: own: changed' err || fail "a new name: $(cat err)"
rm own/b.bc
expect 1 ask from_b own/all.blx 2>err
"$BITLEAP" index -q --update own/all.blx
expect 1 ask from_b own/all.blx 2>err
[ ! -s err ] || fail "an empty directory: $(cat err)"

# What the kernel makes up in files of no size, some without end, is not read below a directory.
mkdir made-up
: >made-up/empty
"$BITLEAP" index -q made-up
ln -s /proc/self/clear_refs made-up # reading it fails
expect 1 ask x made-up 2>err
same - err <<'END'
bitleap: made-up: no bitcode in any file below
END
rm made-up/clear_refs
touch -d 2001-02-03 made-up/empty
expect 1 ask x --content made-up.blx 2>err
[ ! -s err ] || fail "an empty file by content: $(cat err)"

# A source that is there as it was, but cannot be read, is reported once, with its name. Root can read all.
mkdir locked
cp "$small/thin-b.clang22.bc" "$small/thin-a.clang22.bc" locked
"$BITLEAP" index -q locked
"$BITLEAP" index -q --lean -o locked.lean.blx locked
chmod 0 locked/thin-b.clang22.bc
as=(env)
[ "$(id -u)" != 0 ] || as=(setpriv --reuid 65534 --regid 65534 --clear-groups)
if "${as[@]}" "$BITLEAP" index -q --check locked.blx 2>err && "${as[@]}" test -r "$PWD/locked/thin-a.clang22.bc"; then
    for index in locked.blx locked.lean.blx; do
        for name in from_b from_a 'from_*' '*'; do
            expect 2 "${as[@]}" "$BITLEAP" find "$name" $index >out 2>err
            grep -q '^locked/thin-a' out || fail "$index: nothing of $name: $(cat err)"
            [ "$(cat err)" = 'bitleap: locked/thin-b.clang22.bc: cannot open: Permission denied' ] ||
                fail "$index: $name: $(cat err)"
        done
    done
    chmod 0 locked
    expect 2 "${as[@]}" "$BITLEAP" find from_b locked.blx >out 2>err
    grep -q '^bitleap: locked/thin-a.clang22.bc: out of reach since it was indexed$' err || fail "closed: $(cat err)"
    chmod 755 locked
    # What could not be read when it was indexed, and still cannot, has not changed.
    mkdir -p refused/closed
    cp "$small/thin-b.clang22.bc" refused/secret.bc
    chmod 0 refused/*
    mkdir -m 777 theirs
    expect 2 "${as[@]}" "$BITLEAP" index -q -o theirs/refused.blx refused 2>reported
    [ "$(wc -l <reported)" = 2 ] || fail "not two problems: $(cat reported)"
    for way in '' --content; do
        # shellcheck disable=SC2086 # none or one word
        expect 2 "${as[@]}" "$BITLEAP" find from_b $way theirs/refused.blx 2>err
        same reported err
    done
    chmod 755 refused/closed
fi

# Control characters of paths are nothing to a terminal.
name=$(printf 'red\033[31m\302\233\n\303\244.bc')
cp "$small/thin-b.clang22.bc" "$name"
"$BITLEAP" index -q -o red.blx "$name"
rm "$name"
cp "$small/thin-b.clang22.bc" "$name"
reported='red\x1B[31m\xC2\x9B\x0Aä.bc'
"$BITLEAP" find from_b red.blx 2>err | grep -qF "$reported: defines function from_b" || fail "$(cat err)"
echo "bitleap: $reported: changed since it was indexed" | same - err
rm "$name"
expect 2 "$BITLEAP" find from_b red.blx 2>err
grep -qxF "bitleap: $reported: gone since it was indexed" err || fail "$(cat err)"
grep -qF "bitleap: $reported: cannot examine" err || fail "$(cat err)"
mkdir red
cp "$small/thin-b.clang22.bc" "red/$name"
cp "$small/thin-b.clang22.bc" "red/2$name"
raw=$(printf '\033\\|\302\233\\|^\303\244')
while read -r command; do
    # shellcheck disable=SC2086 # several words on purpose
    "$BITLEAP" $command >out 2>&1 || [ $? -eq 1 ] || fail "$command: $(cat -v out)"
    grep -qF "$reported" out || fail "$command tells no path: $(cat -v out)"
    ! grep -q "$raw" out || fail "$command: $(cat -v out)"
done <<'END'
ls red
ls --depth=1 red/*
has red
info red
types red
attrs red
funcs red
meta --named red
show red from_b
callees red from_b
callers remember red
nm red
nm -A red
nm -f sysv red
summary red
verify --all red
strings from_b red
strings -c from_b red
top --by modules red
top --by sources red
dups --list red
find from_b red
dump red
bcanalyzer red/*
extract -v -f --directory red.d red
nm --dynamic red
END
"$BITLEAP" index -o "$name.blx" red >out
for command in "$name" "help $name" "ls $name --depth=$name" "cat x $name" "bcanalyzer -$name"; do
    # shellcheck disable=SC2086 # a command and what it is given
    "$BITLEAP" $command >>out 2>&1 || true
done
! grep -q "$raw" out || fail "$(cat -v out)"

# ---- Damage ----
flip() { # FILE AT: a bit of the byte there
    local byte
    byte=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059 # the format is the byte
    printf "\\$(printf %o $((byte ^ 8)))" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}
size=$(stat -c %s tree.blx)
for at in 0 9 70 $((size / 3)) $((size / 2)) $((size - 1)); do
    cp tree.blx bad.blx
    flip bad.blx "$at"
    expect 3 "$BITLEAP" index --check bad.blx 2>err >out
done
# Of a seed that is no index file of this version the fuzz targets would learn nothing.
expect 0 "$BITLEAP" index -q --check "$BITLEAP_SRC"/corpora/fuzz/{catalog,merge}/*.blx
head -c 500 "$small/thin-a.clang22.bc" >broken
expect 3 "$BITLEAP" index -q broken 2>err
[ "$(grep -c "^bitleap: broken: bit" err)" = 1 ] || fail "not one problem: $(cat err)"
# Places are reported as bytes of the file, wherever in it the stream is, and with the blocks around them.
cp "$small/thin-a.clang22.bc" damaged
flip damaged 193 # the length of its TYPE block
cat "$small/thin-b.clang22.bc" damaged >both.bin
expect 3 "$BITLEAP" funcs both.bin 2>&1 >/dev/null | grep '^bitleap:' | sort >reported
grep -q ' in MODULE_BLOCK@256: ' reported || fail "no blocks around the damage: $(cat reported)"
for way in 'find from_b both.bin' 'index -o both.blx both.bin' 'find from_b both.blx' 'dups both.bin' 'top both.bin'; do
    # shellcheck disable=SC2086 # words
    expect 3 "$BITLEAP" $way 2>&1 >/dev/null | sort >err
    same reported err
done
# An entry of the table of chunks: four characters, 32 bits, and where the chunk begins in 64.
entry=$(LC_ALL=C grep -abo PROB broken.blx | sed -n '1s/:.*//p')
flip broken.blx "$(od -An -tu8 -j $((entry + 8)) -N 8 broken.blx | tr -d ' ')"
for query in 'index -q --update' 'find from_a'; do
    # shellcheck disable=SC2086 # words
    expect 3 "$BITLEAP" $query broken.blx 2>err
    [ "$(grep -c '^bitleap: catalog: .*chunk PROB' err)" = "$(wc -l <err)" ] || fail "$query: $(cat err)"
    [ "$(wc -l <err)" = 1 ] || fail "$query tells the damage $(wc -l <err) times"
done
# So it is where no module can be reported any more, whatever is looked for.
cp tree.blx bad.blx
entry=$(LC_ALL=C grep -abo MODS bad.blx | sed -n '1s/:.*//p')
flip bad.blx "$(od -An -tu8 -j $((entry + 8)) -N 8 bad.blx | tr -d ' ')"
for wanted in from_b 'from_*'; do
    expect 3 "$BITLEAP" find "$wanted" bad.blx 2>err >out
    [ "$(grep -c '^bitleap: catalog: .*chunk MODS' err)" = 1 ] || fail "find $wanted: $(cat err)"
    [ "$(wc -l <err)" = 1 ] || fail "find $wanted tells the damage $(wc -l <err) times"
done
# What is not on the damaged page is answered, also where searches come to that, in the middle; and the damage is reported
# once, and not taken for files without bitcode.
mkdir many
for i in {100..399}; do
    cp "$small/thin-b.clang22.bc" "many/$i.bc"
done
"$BITLEAP" index -q many
for lean in '' --lean; do
    # shellcheck disable=SC2086 # none or one word
    "$BITLEAP" index -q $lean -o bad.blx many
    entry=$(LC_ALL=C grep -abo STRM bad.blx | sed -n '1s/:.*//p')
    flip bad.blx $(($(od -An -tu8 -j $((entry + 8)) -N 8 bad.blx) + 2 * 4096))
    for query in 'from_b bad.blx' 'from_b -x bad.blx many' 'from_[b] bad.blx' 'from_[b] -x bad.blx ./many'; do
        # shellcheck disable=SC2086 # words
        expect 3 "$BITLEAP" find -d $query >out 2>err
        seq -f 'many/%g.bc' 100 399 | sed '129,192d' | same - <(cut -d: -f1 out)
        grep -q '^bitleap: catalog: .*chunk STRM: the checksum of a page is wrong$' err || fail "find $query: $(cat err)"
        [ "$(wc -l <err)" = 1 ] || fail "find $query: $(cat err)"
    done
    for file in 100 250 399; do
        expect 3 "$BITLEAP" find -d from_b -x bad.blx many/$file.bc >out 2>err
        grep -q '^bitleap: catalog: .*chunk STRM' err || fail "$file: $(cat err)"
        [ "$(wc -l <err)" = 1 ] || fail "$file: $(cat err)"
        [ "$(wc -l <out)" = $((file != 250)) ] || fail "$file: $(cat out)"
    done
done
head -c $((size - 1)) tree.blx >bad.blx
expect 3 ask from_b bad.blx 2>err
grep -q 'bad.blx' err || fail "$(cat err)"
ask from_b tree >direct 2>/dev/null
expect 3 ask from_b bad.blx tree >indexed 2>err
same direct indexed

# ---- dups ----
cp "$small/thin-b.clang22.bc" copy.bc
"$BITLEAP" dups copy.bc "$small/thin-b.clang22.bc" >equal.txt
grep -q '^ *[0-9]* *2 *288  from_b$' equal.txt || fail "$(cat equal.txt)"
"$BITLEAP" dups --all --list tree.blx | golden dups.txt
"$BITLEAP" dups --all --list tree >direct
"$BITLEAP" dups --all --list -j 1 fresh.blx tree >indexed 2>/dev/null
same direct indexed
expect 2 "$BITLEAP" dups 2>err

# ---- diff ----
expect 0 "$BITLEAP" diff copy.bc "$small/thin-b.clang22.bc" >none.txt
[ ! -s none.txt ] || fail "equal files differ: $(cat none.txt)"
expect 1 "$BITLEAP" diff --all "$small/cxx-O2.clang19.bc" "$small/cxx-O2.clang22.bc" | golden diff.txt
expect 1 "$BITLEAP" diff --all before tree >direct
"$BITLEAP" index -q -o after.blx tree
expect 1 "$BITLEAP" diff --all before after.blx >indexed
same direct indexed
grep -q '^- ' direct || fail "nothing was removed: $(cat direct)"

# Of several things of one name those in files of the same path belong together.
mkdir one two three
cp "$small"/cxx-O2.clang1[36].bc "$small/cxx-O2.clang22.bc" one
cp "$small/cxx-O2.clang16.bc" "$small/cxx-O2.clang22.bc" two
cp two/* three
cp "$small/cxx-g-O2.clang13.bc" three/a.bc
"$BITLEAP" index -q one
(cd two && "$BITLEAP" index -q -o ../two.blx .)
for way in 'one two' './one/ two/' 'one.blx two' 'one two.blx'; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" diff --all $way >changes
    grep -q '^- .* in cxx-O2.clang13.bc' changes || fail "$way: nothing was removed: $(cat changes)"
    grep '^[-+!]' changes | grep -v '^- .* in cxx-O2.clang13.bc' && fail "$way: more than one file differs"
done
expect 1 "$BITLEAP" diff --all two three >changes
grep -q '^+ .* in a.bc' changes || fail "nothing was added: $(cat changes)"
grep '^[-+!]' changes | grep -v '^+ .* in a.bc' && fail "more than one file differs"
expect 2 "$BITLEAP" diff copy.bc 2>err
# Those in files that were only renamed are the same, in whatever order.
mkdir names others
for file in c-O2 c-g-O0; do
    cp "$small/$file.clang22.bc" names
done
cp names/c-O2.clang22.bc others/z.bc
cp names/c-g-O0.clang22.bc others/y.bc
expect 0 "$BITLEAP" diff --all names others >changes
[ ! -s changes ] || fail "renamed files differ: $(cat changes)"

# A path that leads nowhere is an error, whatever else was asked for, and so is a directory without bitcode.
mkdir hollow
cp "$small/thin-b.clang22.bc" good.bc
nowhere="$small/ar-mixed.llvm22.a(typo.o)"
for command in verify stats top dups 'find from_b' 'strings from_b' 'callers remember'; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" $command good.bc "$nowhere" hollow >out 2>err
    [ -s out ] || fail "$command: nothing of what is there"
    sort err | same - <(printf '%s\n' "bitleap: $nowhere: nothing has this path in the file" \
        'bitleap: hollow: no bitcode in any file below' | sort)
done
expect 1 "$BITLEAP" diff good.bc "$nowhere" >out 2>err
[ ! -s out ] || fail "compared with nothing: $(cat out)"
expect 2 "$BITLEAP" diff missing.bc "$nowhere" >out 2>err
[ "$(wc -l <err)" -eq 2 ] || fail "not both sides: $(cat err)"
[ ! -s out ] || fail "nothing compared with nothing: $(cat out)"
echo text >other.txt
expect 1 "$BITLEAP" index -q -o other.blx other.txt good.bc 2>/dev/null
for paths in 'good.bc other.txt' other.blx 'other.blx good.bc other.txt'; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" dups $paths >out 2>err
    same - err <<'END'
bitleap: other.txt: text, no bitcode
END
done
# Of nothing there is nothing to count.
for command in dups stats top; do
    expect 1 "$BITLEAP" $command other.txt hollow >out 2>err
    [ ! -s out ] || fail "$command counts nothing: $(cat out)"
    expect 1 "$BITLEAP" $command --json other.txt 2>err | grep -v '"type":"error"' >out || true
    [ ! -s out ] || fail "$command counts nothing: $(cat out)"
done

# A thin archive has nothing but what its members have, and is in the index with them.
if command -v llvm-ar-22 >/dev/null; then
    mkdir thin
    cp "$small/thin-b.clang22.bc" thin/b.bc
    (cd thin && llvm-ar-22 rcT b.a b.bc)
    "$BITLEAP" index -q -o thin.blx thin/b.a
    "$BITLEAP" find from_b thin/b.a >direct
    "$BITLEAP" find from_b thin.blx thin/b.a 2>err | same direct -
    [ ! -s err ] || fail "a thin archive that is in the index: $(cat err)"
    "$BITLEAP" find from_b thin/b.bc >direct
    "$BITLEAP" find from_b -x thin.blx thin/b.bc | same direct -
    # Where no member has bitcode, it is reported as such with an index of its directory, too.
    echo text >thin/text
    (cd thin && rm b.a && llvm-ar-22 rcT none.a text)
    "$BITLEAP" index -q thin
    expect 1 "$BITLEAP" find from_b thin/none.a 2>direct
    expect 1 "$BITLEAP" find from_b -x thin.blx thin/none.a 2>err
    same direct err
fi

# However a path is spelled, it is the same file.
mkdir -p spelled/inner
cp good.bc spelled/b.bc
cp "$small/thin-a.clang22.bc" spelled/inner/a.bc
"$BITLEAP" stats spelled >whole
once() {
    "$BITLEAP" stats "$@" | same whole -
    "$BITLEAP" dups "$@" >copies
    grep -q '^no duplicates among [0-9]* functions' copies || fail "a file is a copy of itself: $*"
}
once spelled ./spelled
once .//spelled// spelled/inner spelled/./b.bc
once "$PWD/spelled" spelled/b.bc "$PWD//spelled/inner/a.bc"
# An empty path leads nowhere, and takes no other one with it.
expect 2 "$BITLEAP" stats '' good.bc 2>err | same <("$BITLEAP" stats good.bc) -
echo 'bitleap: : cannot examine: No such file or directory' | same - err
# ".." leads back out of a directory, but not out of a link.
"$BITLEAP" stats spelled/inner/../../spelled spelled/inner/../b.bc | same whole -
"$BITLEAP" index -q spelled
"$BITLEAP" find from_b spelled >direct
(cd spelled/inner && "$BITLEAP" find from_b ../../spelled.blx .././inner/../../spelled) 2>err | sed "s|^$PWD/||" |
    same direct -
[ ! -s err ] || fail "not the same path: $(cat err)"
mkdir -p apart far/away
cp good.bc apart/b.bc
cp good.bc far/away/c.bc
ln -s ../far/away apart/link
"$BITLEAP" index -q -o apart.blx apart apart/link
for path in apart/link/../b.bc apart/link/../../c.bc; do
    expect 2 "$BITLEAP" find from_b -x apart.blx $path 2>err
    grep -q "^bitleap: $path: cannot" err || fail "$path: $(cat err)"
done
(cd / && "$BITLEAP" find one "${small#/}/../$(basename "$small")/ar-mixed.llvm22.a") >out || fail "a path with .."
grep -q 'small/ar-mixed.llvm22.a(one.bc): defines function one' out || fail "with ..: $(cat out)"
(cd / && "$BITLEAP" find from_b "${OLDPWD#/}/spelled") >out || fail "a relative path, from the root"
grep -q 'defines function from_b' out || fail "from the root: $(cat out)"

# Where the current directory is gone, only absolute paths lead somewhere.
top=$PWD
mkdir gone
cd gone
rmdir ../gone
"$BITLEAP" stats "$top/spelled" | same "$top/whole" -
"$BITLEAP" stats -x "$top/spelled.blx" "$top/spelled" | same "$top/whole" -
expect 2 "$BITLEAP" stats b.bc 2>"$top/err"
cd "$top"
grep -q '^bitleap: b.bc: cannot find the current directory: ' err || fail "$(cat err)"

# From wherever an index is asked, the paths that it reports lead to its files: not to others that are called alike.
mkdir -p wd/src wd/lib beyond/src
cp "$small/thin-b.clang22.bc" wd/src/m.bc
cp "$small/ar-mixed.llvm22.a" wd/lib/x.a
cp "$small/thin-a.clang22.bc" beyond/src/m.bc
head -c 3000 "$small/thin-a.clang22.bc" >wd/src/cut.bc
far=$(mktemp -d)
cp wd/src/m.bc "$far/far.bc"
(
    cd wd
    expect 3 "$BITLEAP" index -q -o ../some.blx src lib "$far" 2>../err
    expect 3 "$BITLEAP" index -q -o ../part1.blx src 2>../err
    "$BITLEAP" index -q -o ../part2.blx lib
)
(cd beyond && "$BITLEAP" index -q -o ../part3.blx "$far" src)
"$BITLEAP" index -q --merge -o joined.blx part1.blx part2.blx part3.blx 2>err && fail "a file that is cut is no problem"
# there FROM INDEX WAY… - the paths that are reported in directory FROM of INDEX begin with one of the ways, and lead somewhere
there() {
    local from=$1 index=$top/$2 command path ways
    shift 2
    ways=$(IFS='|' && echo "$*")
    for command in 'find from_b' 'find *' 'find --json one' 'dups --list' 'dups --list --json' 'strings --count a' \
        'strings --json a' 'top --by modules' 'verify --json' verify stats "index -q --update -o $top/new.blx"; do
        set -f
        # shellcheck disable=SC2086 # words
        (cd "$from" && "$BITLEAP" $command "$index") >out 2>err || [[ $? == [13] ]] || fail "$from: $command: $(cat err)"
        set +f
        grep -ohE '[^ "]*(src/(m|cut)\.bc|far\.bc|lib/x\.a(\([^)]*\))?)' out err | sort -u >paths ||
            fail "$from: $command: no paths: $(cat out err)"
        ! grep -vE "^($ways)" paths || fail "$from: $command: other ways"
        while read -r path; do
            (cd "$from" && "$BITLEAP" ls --depth=1 "$path") >out 2>err || grep -q 'cut\.bc: bit' err ||
                fail "$from: $command: $path leads nowhere: $(cat err)"
        done <paths
    done
}
top=$PWD
there wd some.blx src/ lib/ "$far/"
for from in beyond wd/src "$far"; do
    there "$from" some.blx "$top/wd/src/" "$top/wd/lib/" "$far/"
done
there . some.blx wd/src/ wd/lib/ "$far/"
there / some.blx "${top#/}/wd/src/" "${top#/}/wd/lib/" "$far/"
there beyond joined.blx src/m "$top/wd/src/" "$top/wd/lib/" "$far/"
there . joined.blx beyond/src/m wd/src/ wd/lib/ "$far/"
# The name of a directory that begins as the current one is another one's.
mkdir w
there w some.blx "$top/wd/src/" "$top/wd/lib/" "$far/"
(cd beyond && "$BITLEAP" find -d from_b ../some.blx | sed -n 's|: defines.*||p') >paths || true
while read -r path; do
    (cd beyond && "$BITLEAP" show "$path" from_b) | grep -q '@from_b' || fail "$path: not the function that was found"
done <paths
[ "$(wc -l <paths)" = 2 ] || fail "$(cat paths)"
expect 3 "$BITLEAP" find --json one some.blx >out 2>err
grep -qF '"file":"wd/lib/x.a(one.bc)"' out || fail "JSON: $(cat out)"
cp wd/src/m.bc wd/src/m2.bc
cp wd/lib/x.a wd/src/m.bc
(cd beyond && expect 3 "$BITLEAP" find from_b ../some.blx) >out 2>err
grep -qxF "bitleap: $top/wd/src/m.bc: changed since it was indexed" err || fail "$(cat err)"
rm -r "$far"

# An index of a part of a directory is not one of the directory.
"$BITLEAP" index -q --shard 1/2 -o half1.blx spelled
"$BITLEAP" index -q --shard 2/2 -o half2.blx spelled
"$BITLEAP" find from_b spelled >direct
for index in half1 half2; do
    "$BITLEAP" find from_b -x $index.blx spelled | same direct -
done
"$BITLEAP" find from_b half1.blx half2.blx spelled | same direct -

# Of index files that do not say the same nothing is asked, and there is one --index.
"$BITLEAP" index -q -o full.blx spelled
"$BITLEAP" index -q --lean -o lean.blx spelled
for files in 'full.blx lean.blx' 'lean.blx full.blx'; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" find from_b $files >out 2>err
    grep -q "^bitleap: ${files#* }: has more or less in it than" err || fail "$(cat err)"
    [ ! -s out ] || fail "half an answer: $(cat out)"
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" index --merge -o merged.blx $files 2>merging
    same err merging
done
expect 2 "$BITLEAP" find from_b -x full.blx --index lean.blx 2>err
grep -q 'given once' err || fail "$(cat err)"

# An index reports damage that a query does not come across, and then nothing is said of it.
printf '\377\377\377\377' | dd of=good.bc bs=1 seek=4759 conv=notrunc status=none
"$BITLEAP" nm good.bc >/dev/null 2>&1 && fail "the symbol table is good still"
expect 3 "$BITLEAP" index -q -o good.blx good.bc 2>/dev/null
head -c 3000 spelled/inner/a.bc >short.bc
expect 3 "$BITLEAP" index -q -o short.blx short.bc 2>/dev/null
for file in good short; do
    for command in stats 'strings a' 'callers remember' top verify dups; do
        for json in '' --json; do
            status=0
            # shellcheck disable=SC2086
            "$BITLEAP" $command $json $file.bc >out 2>err || status=$?
            # shellcheck disable=SC2086
            expect $status "$BITLEAP" $command $json $file.blx >out.indexed 2>err.indexed
            same out out.indexed
            same err err.indexed
        done
    done
done

# What a list of files, and one in the other, is called does not matter to what differs.
mkdir -p before/a
cp "$small/thin-b.clang13.bc" before/ab.bc
cp spelled/b.bc before/b.bc
cp -a before after
"$BITLEAP" index -q -o before.blx before before/a
expect 0 "$BITLEAP" diff before.blx after >out
