#!/usr/bin/env bash
# errors.sh - bad input: what was readable, one line on stderr with file, place and cause, exit 1
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

good=$small/c-O2.clang19.bc
mkdir folder
: >empty.bc
printf 'BC' >tiny.bc
head -c 9000 "$good" >cut.bc
{ head -c 8000 "$good"; printf '\377\377\377\377'; tail -c +8005 "$good"; } >changed.bc
printf '\336\300\027\013\0\0\0\0\024\0\0\0\377\377\0\0\0\0\0\0BC\300\336' >wrapper.bc

# check STATUS FILE PATTERN [COMMAND…] - each command exits so, LLVM's with 1, and says it on one line with this pattern.
check() {
    local wanted=$1 status
    shift
    for command in ls dump bcanalyzer "${@:3}"; do
        status=$wanted
        [ "$command" != bcanalyzer ] || status=1
        expect "$status" "$BITLEAP" "$command" "$1" >out 2>err
        [ "$(wc -l <err)" -eq 1 ] || fail "$command $1: not one line: $(cat err)"
        grep -q "^bitleap: $1: .*$2" err || fail "$command $1: $(cat err)"
    done
}
check 2 missing.bc 'No such file' stats
check 1 folder 'Is a directory\|no bitcode in any file below' has
check 1 empty.bc 'an empty file\|too short' stats
check 1 tiny.bc 'text, no bitcode\|multiple of \(four\|4\)' stats
check 3 wrapper.bc 'wrapper' stats

# A path of any length is reported as a whole.
folder=$(printf 'x%.0s' {1..250})
long=$folder/$folder/$folder/$folder/$folder
mkdir -p "$long"
cp "$good" cut.bc "$long"
long=$long/c-O2.clang19.bc
"$BITLEAP" index -o "$long.blx" "$long" >out
grep -q "^$long.blx: 1 file.*, .* % of the files\$" out || fail "a line of index: $(cat out)"
"$BITLEAP" top --by modules "$long" >out
grep -q " $long\$" out || fail "a line of top: $(cat out)"
expect 3 "$BITLEAP" dump "${long%/*}/cut.bc" 2>err >out
grep -q "^bitleap: ${long%/*}/cut.bc: bit [0-9]* " err || fail "a message: $(cat err)"

expect 3 "$BITLEAP" dump cut.bc >out 2>err
grep -q '^bitleap: cut.bc: bit 256 (byte 0x20): file is cut off: MODULE_BLOCK needs ' err || fail "$(cat err)"
"$BITLEAP" dump "$good" >whole
lines=$(wc -l <out)
[ "$lines" -gt 100 ] || fail "only $lines lines before the error"
# Only the length of the blocks that are cut may read differently: nothing does.
head -n "$lines" whole | same - out

# The way to a block in a body is the same, whatever reads it.
{ head -c 6204 "$small/c-O2.clang22.bc"; printf '\0'; tail -c +6206 "$small/c-O2.clang22.bc"; } >body.bc
for arguments in 'dump body.bc' 'verify body.bc' 'show body.bc sum_varargs' 'info --deep body.bc'; do
    # shellcheck disable=SC2086
    expect 3 "$BITLEAP" $arguments >out 2>err
    grep -q 'in MODULE_BLOCK@256/FUNCTION_BLOCK@49504/CONSTANTS_BLOCK@49591: ' out err || fail "$arguments: $(cat err)"
done

# A symbol of a table that leads nowhere is reported as verify reports the table.
thin=$small/thin-a.clang22.bc
{ head -c 4143 "$thin"; printf '\100'; tail -c +4145 "$thin"; } >table.bc
for command in nm verify; do
    expect 3 "$BITLEAP" $command table.bc >out 2>err
    grep -q 'bit 32416 (byte 0xfd4) in SYMTAB_BLOCK@32288: symbol table that reaches ' out err || fail "$command: $(cat err)"
done

# The byte in the file is that of the message, whatever the bits are counted from.
object=$small/elf-x86_64.clang22.o
offset=$("$BITLEAP" ls --json "$object" | sed -n 's/.*"file_offset":\([0-9]*\).*/\1/p')
{ head -c $((offset + 32)) "$object"; printf '\377\377\377\377'; tail -c +$((offset + 37)) "$object"; } >changed.o
{ head -c 56 "$small/ar-gnu.llvm22.a"; printf damaged; tail -c +64 "$small/ar-gnu.llvm22.a"; } >changed.a
for file in changed.o changed.a; do
    expect 3 "$BITLEAP" dump --json $file 2>err | grep '"type":"error"' >out
    byte=$(sed -n 's/.*"file_byte":\([0-9]*\),.*/\1/p' out)
    grep -q "^bitleap: $file.*: bit [0-9]* (byte $(printf '0x%x' "$byte"))" err || fail "$(cat err out)"
done

# What is at a nested path and is no bitcode is reported as for a file. A path that leads nowhere is an error, and for has no
# answer.
mixed=$small/ar-mixed.llvm22.a
for command in ls dump nm cat verify stats 'find x' bcanalyzer; do
    for row in '(native.o)=ELF file without bitcode inside' '(one.c)=C or C++ source text: compile it with .*' \
        '(one.d)=nothing has this path in the file' '(one.bc)[2]=nothing has this path in the file'; do
        # shellcheck disable=SC2086
        expect 1 "$BITLEAP" $command "$mixed${row%%=*}" >out 2>err
        [ "$(wc -l <err)" -eq 1 ] || fail "$command ${row%%=*}: not one line: $(cat err)"
        grep -q "^bitleap: .*): ${row#*=}\$" <(sed 's/\[2]//' err) || fail "$command ${row%%=*}: $(cat err)"
    done
done
expect 1 "$BITLEAP" bcanalyzer "$mixed(two.o)" >out 2>err
grep -q ': no stream itself: name one that is inside$' err || fail "$(cat err)"
expect 1 "$BITLEAP" verify '-(native.o)' <"$mixed" >out 2>err
grep -qx 'bitleap: -(native.o): no bitcode has this path in the file' err || fail "$(cat err)"
expect 1 "$BITLEAP" has "$mixed(native.o)" >out 2>err
grep -q '): no bitcode (ELF file without bitcode inside)$' out || fail "$(cat out)"
for path in "$mixed(one.d)" "${good}[2]"; do
    expect 1 "$BITLEAP" has "$path" >out 2>err
    [ ! -s out ] || fail "has $path: an answer: $(cat out)"
    echo "bitleap: $path: nothing has this path in the file" | same - err
    expect 1 "$BITLEAP" has --json "$path" >out 2>err
    echo "{\"type\":\"error\",\"schema\":1,\"file\":\"$path\",\"kind\":\"argument\",\"cause\":\"nothing has this path in the file\"}" | same - out
done

# The other files are read all the same.
expect 3 "$BITLEAP" ls cut.bc missing.bc "$good" >out 2>err
grep -q STRTAB_BLOCK out || fail "the file behind a bad one was not read"
[ "$(wc -l <err)" -eq 2 ] || fail "not one line per bad file"

# An error is reported once, whatever needs what is damaged.
for n in 188 376 1504 3000; do
    head -c $n "$small/thin-b.clang22.bc" >cut.bc
    for command in 'funcs cut.bc' 'funcs --opcodes cut.bc' 'meta --functions cut.bc' 'show cut.bc from_b remember' \
        'attrs cut.bc' 'types cut.bc' 'info --deep cut.bc' 'summary cut.bc' 'callees cut.bc from_b'; do
        # shellcheck disable=SC2086 # several words on purpose
        expect 3 "$BITLEAP" $command --json >out 2>err
        [ -s err ] || fail "$command of $n bytes: nothing is reported"
        sort err | uniq -d | same - /dev/null
        grep -c '"type":"error"' out | same - <(wc -l <err)
    done
done

# Who asks for a name is reported with its position names cannot be read, or modules may be missing: an answer that lacks them looks whole.
# What the others have is reported all the same.
cxx=$small/cxx-g-O2.clang19.bc
for n in 1200 18235 30088; do
    head -c $n "$cxx" >names.bc
    for command in 'callers _ZSt9terminatev names.bc' 'callers @0 names.bc' 'show names.bc run' 'callees names.bc run' \
        'funcs names.bc' 'info names.bc' "find _ZSt9terminatev names.bc"; do
        # shellcheck disable=SC2086
        expect 3 "$BITLEAP" $command >out 2>err
        grep -q '^bitleap: names.bc: bit [0-9]*' err || fail "$command of $n bytes: $(cat err)"
        ! grep -q 'no function of this name' err || fail "$command of $n bytes: $(cat err)"
        # shellcheck disable=SC2086
        expect 3 "$BITLEAP" $command --json >out 2>err
        grep -q '"type":"error",\("schema":[0-9],\)*"file":"names.bc"' out || fail "$command of $n bytes: $(cat out)"
    done
    expect 3 "$BITLEAP" callers _ZSt9terminatev names.bc "$cxx" >out 2>err
    # Where the names are there, the cut file has its own uses, too.
    "$BITLEAP" callers _ZSt9terminatev "$cxx" | grep -vxFf out && fail "what the others have: $(cat out)"
    "$BITLEAP" index -o names.blx names.bc "$cxx" >out 2>err || true
    expect 3 "$BITLEAP" callers -x names.blx _ZSt9terminatev >out 2>err
    grep -q '^bitleap: names.bc: bit [0-9]*' err || fail "callers with an index of $n bytes: $(cat err)"
done
head -c 18235 "$cxx" >names.bc
for command in 'callers nobody' 'callers @0' 'callers _ZSt9terminatev'; do
    # shellcheck disable=SC2086
    expect 3 "$BITLEAP" $command names.bc 2>err
    grep -q '^bitleap: names.bc: bit 256 .*: file is cut off: ' err || fail "$(cat err)"
done
# One that is damaged does not hide those that can be read, however they are asked for.
{ head -c 392 "$small/uses.llvm22.bc"; printf '\013'; tail -c +394 "$small/uses.llvm22.bc"; } >names.bc
for name in used @used; do
    expect 3 "$BITLEAP" callers $name names.bc >out 2>err
    grep -q ' stored  .* @forward$' out || fail "$name: $(cat out)"
    [ "$(grep -c 'bit 3116 .*: name that reaches beyond the STRTAB$' err)" = 1 ] || fail "$name: $(cat err)"
done

# A function whose FUNCTION block is none any more does not get the next one's.
{ head -c 1329 "$small/uses.llvm14.bc"; printf '\041'; tail -c +1331 "$small/uses.llvm14.bc"; } >block.bc
expect 3 "$BITLEAP" funcs block.bc >out 2>err
[ "$(grep -c ' 11904 .*@' out)" = 1 ] || fail "$(cat out)"
grep -q 'function without a FUNCTION block$' err || fail "$(cat err)"

# Of a file that is cut off it is not said that there is nothing.
head -c 2200 "$small/uses.llvm22.bc" >cut.bc
expect 3 "$BITLEAP" nm cut.bc >out 2>err
! grep 'no symbols' err || fail "$(cat err)"
expect 3 "$BITLEAP" funcs block.bc >out 2>err
grep -q ': 3 functions with a body that can be read$' out || fail "$(cat out)"

# Where two functions have no FUNCTION block, none gets that of the one after.
{ head -c 1489 block.bc; printf '\041'; tail -c +1491 block.bc; } >blocks.bc
expect 3 "$BITLEAP" show blocks.bc calls >out 2>err
grep -v '^define .* {' out | sed 's/[0-9]\+ (.*)/N/' | same - <(printf '%s\n' '; error: bit N in MODULE_BLOCK@256: function without a FUNCTION block' '}')
grep -q 'function without a FUNCTION block$' err || fail "$(cat err)"

# What a listing needed and could not read is reported after it, once for the module, as its lines look whole. All
# instructions are there.
# flip FILE BYTE VALUE - flipped.bc is FILE with that byte, in octal.
flip() {
    { head -c "$2" "$1" && printf %b "\\0$3" && tail -c +$(($2 + 2)) "$1"; } >flipped.bc
}
# listing FUNCTIONS PATTERN SOUND - they have as many instructions as in the file SOUND, and one error of this pattern after.
# shellcheck disable=SC2086 # several words on purpose
listing() {
    expect 3 "$BITLEAP" show flipped.bc $1 >out 2>err
    [ "$(grep -c . err)" = 1 ] || fail "$2: $(cat err)"
    grep -q "$2" err || fail "$2: $(cat err)"
    "$BITLEAP" show "$3" $1 | grep -c '  ; bit .*, INST_' | same - <(grep -c '  ; bit .*, INST_' out)
    expect 3 "$BITLEAP" show --json flipped.bc $1 >out 2>err
    [ "$(grep -c '"type":"error"' out)" = 1 ] || fail "$2: $(cat out)"
    tail -n 1 out | grep -q '"type":"error"' || fail "$2: $(cat out)"
}
bundles=$small/bundles.llvm22.bc
flip "$cxx" 3225 361
listing run '/PARAMATTR_GROUP_BLOCK@3936: END_BLOCK before' "$cxx"
flip "$cxx" 20535 214
listing run '/METADATA_BLOCK@162496: METADATA_STRINGS behind other metadata' "$cxx"
flip "$bundles" 1416 377
listing 'calls invokes' '/OPERAND_BUNDLE_TAGS_BLOCK@11264: ' "$bundles"
flip "$bundles" 1728 377
listing scopes '/SYNC_SCOPE_NAMES_BLOCK@13760: ' "$bundles"
flip "$bundles" 1940 377
listing calls '/VALUE_SYMTAB_BLOCK@15465: ' "$bundles"
flip "$small/uses.llvm22.bc" 392 013
listing 'calls forward' ': name that reaches beyond the STRTAB' "$small/uses.llvm22.bc"
flip "$small/c-g-O2.clang19.bc" 8727 004
expect 3 "$BITLEAP" dis flipped.bc >out 2>err
grep -q ': bit 64458 .* in MODULE_BLOCK@256: no record at this place' err || fail "$(cat err)"
grep -q '^; error: bit 66344 .* in MODULE_BLOCK@256: record with an abbreviation id' out || fail "$(grep error out)"

# What is after the module, and a name that cannot be read, are reported by those that need them.
{ cat "$small/uses.llvm22.bc" && printf '\11\11\11\11\377\377\377\377'; } >tail.bc
expect 3 "$BITLEAP" callers used tail.bc >out 2>err
[ "$(grep -c . err)" = 1 ] || fail "$(cat err)"
flip "$small/uses.llvm22.bc" 430 "$(printf %o $(($(od -An -tu1 -j430 -N1 "$small/uses.llvm22.bc") ^ 32)))"
expect 3 "$BITLEAP" funcs flipped.bc >out 2>err
grep -q ': name that reaches beyond the STRTAB$' err || fail "$(cat err)"

# A full disk is an error, too.
if [ -w /dev/full ]; then
    expect 2 "$BITLEAP" dump "$good" >/dev/full 2>err
    grep -q 'cannot write' err || fail "a full disk is not reported"
fi

# A file of zeros that is larger than memory is known at once.
truncate -s 64G zeros.bin
expect 1 within 10 "$BITLEAP" ls zeros.bin 2>err
echo 'bitleap: zeros.bin: the first 16 MiB are zero bytes: perhaps it was never written' | same - err
# Nor are those below a directory read to their ends, whatever they begin with, also where all is hashed.
mkdir large
mv zeros.bin large
cp "$small/c-O2.clang22.bc" large/m.bc
printf 'none of the known magics \377\376\375' >large/disk.img
cp large/disk.img large/small.img
truncate -s 64G large/disk.img
truncate -s 64M large/small.img
expect 0 within 20 "$BITLEAP" has large >out
expect 0 within 20 "$BITLEAP" verify large >out
[ "$(cat out)" = '1 ok, 0 bad, 3 not recognised' ] || fail "$(cat out)"
expect 0 within 20 "$BITLEAP" index -o large.blx large >out
cp large.blx same.blx
expect 0 within 20 "$BITLEAP" index --update --content large.blx >out
cp "$small/c-O0.clang22.bc" new.bc
dd if=new.bc of=large/small.img conv=notrunc status=none
"$BITLEAP" index --update --content large.blx >out 2>err || true
cmp -s large.blx same.blx && fail 'the image begins with bitcode now'
rm -r large
