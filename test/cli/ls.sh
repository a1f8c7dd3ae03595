#!/usr/bin/env bash
# ls.sh - the list of blocks, as text and JSON
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

file=corpora/small/c-g-O2.clang19.bc
"$BITLEAP" ls $file | golden ls.txt
"$BITLEAP" ls --depth 2 $file | golden ls-depth-2.txt
"$BITLEAP" ls --depth all corpora/small/warn.clang22.dia | golden ls-dia.txt
"$BITLEAP" ls --json --depth 2 corpora/small/wrapper-arm64.clang16.bc | golden ls-wrapper.json
"$BITLEAP" ls - <$file | sed "s|^-:|$file:|" | golden ls.txt
cat $file | "$BITLEAP" ls - | sed "s|^-:|$file:|" | golden ls.txt
"$BITLEAP" ls --copy $file | golden ls.txt

# Standard input that is in the middle of a file starts there.
cd - >/dev/null
{ printf 'skip'; cat "$BITLEAP_SRC/$file"; } >shifted
{ head -c 4 >/dev/null; "$BITLEAP" ls -; } <shifted | sed "s|^-:|$file:|" >from_middle
(cd "$BITLEAP_SRC" && "$BITLEAP" ls $file) | same - from_middle

# A member that is cut off is reported as it is by itself, except the place, and the others are listed; so is one below a
# directory.
good=$small/thin-b.clang22.bc
head -c 3000 "$good" >cut.bc
{
    printf '!<arch>\n%-48s%-10d`\n' cut.bc/ 3000
    cat cut.bc
    printf '%-48s%-10d`\n' good.bc/ "$(wc -c <"$good")"
    cat "$good"
} >x.a
expect 3 "$BITLEAP" ls cut.bc >/dev/null 2>alone
cause=$(sed 's/.*): //' alone)
expect 3 "$BITLEAP" ls x.a >out 2>err
printf 'x.a(%s.bc): LLVM IR, LLVM22.1.8, %s bytes\n' cut 3000 good "$(wc -c <"$good")" | same - out
member_cause=${cause/from byte 32,/from byte 100,}
echo "bitleap: x.a(cut.bc): bit 256 (byte 0x64): $member_cause" | same - err
expect 3 "$BITLEAP" ls 'x.a(cut.bc)' >out 2>member
same err member
expect 0 "$BITLEAP" ls 'x.a(good.bc)' >out
expect 3 "$BITLEAP" ls --json x.a 2>err | grep '"error"' >out
echo "{\"type\":\"error\",\"file\":\"x.a(cut.bc)\",\"bit_pos\":256,\"file_byte\":100,\"kind\":\"damaged\",\"cause\":\"$member_cause\"}" | same - out
mkdir tree
cp cut.bc tree
expect 3 "$BITLEAP" ls tree >out 2>err
sed 's|cut.bc|tree/&|' alone | same - err

expect 2 "$BITLEAP" ls 2>err
expect 2 "$BITLEAP" ls --depth 0 x 2>err
expect 2 "$BITLEAP" ls --depth two x 2>err
expect 2 "$BITLEAP" ls --nonsense x 2>err
expect 2 "$BITLEAP" ls --color=sometimes x 2>err

# Colour only where asked for, or on a terminal.
"$BITLEAP" ls "$BITLEAP_SRC/$file" | cat >out
! grep -q $'\033' out || fail "colour in a pipe"
"$BITLEAP" ls --color=always "$BITLEAP_SRC/$file" >out
grep -q $'\033' out || fail "no colour where asked for"
if script -qec true /dev/null >/dev/null 2>&1; then
    script -qec "TERM=xterm '$BITLEAP' ls '$BITLEAP_SRC/$file'" /dev/null >out
    grep -q $'\033' out || fail "no colour on a terminal"
    script -qec "TERM=xterm NO_COLOR=1 '$BITLEAP' ls '$BITLEAP_SRC/$file'" /dev/null >out
    ! grep -q $'\033' out || fail "colour in spite of NO_COLOR"
    script -qec "TERM=dumb '$BITLEAP' ls '$BITLEAP_SRC/$file'" /dev/null >out
    ! grep -q $'\033' out || fail "colour on a terminal that knows none"
fi
