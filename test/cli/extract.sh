#!/usr/bin/env bash
# extract.sh - extract, cat and has; nested paths wherever a file is accepted
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

one=$small/thin-a.clang22.bc
two=$small/errors.clang14.dia
wrapped=$small/wrapper-thin.clang19.bc

# archive NAME FILE… - members of an ar archive, named in turn: GNU's NAME/, or BSD's where it has a '/'.
archive() {
    local size
    printf '!<arch>\n'
    while [ $# -gt 0 ]; do
        size=$(wc -c <"$2")
        case $1 in
        */*/*)
            size=$((size + ${#1}))
            printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n%s' "#1/${#1}" 0 0 0 644 "$size" "$1"
            ;;
        *) printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "$1" 0 0 0 644 "$size" ;;
        esac
        cat "$2"
        [ $((size % 2)) -eq 0 ] || printf '\n'
        shift 2
    done
}

echo 'no bitcode here' >text
archive a.o/ "$one" ../../up "$two" a.o/ "$two" b/ text '.hid(den)/' "$wrapped" >lib.a
archive in.a/ lib.a 'two words/' "$one" >outer.a
cat "$one" "$two" >both.bc
{ cat "$one"; head -c 64 /dev/zero; } >padded.bc

"$BITLEAP" ls outer.a | cut -d: -f1 >paths
same - paths <<'END'
outer.a(in.a)(a.o)
outer.a(in.a)(../../up)
outer.a(in.a)(a.o#2)
outer.a(in.a)(".hid(den)")
outer.a("two words")
END

# Each path leads back to the bytes.
"$BITLEAP" cat 'outer.a(in.a)(a.o)' | cmp - "$one" || fail "a.o"
"$BITLEAP" cat 'outer.a(in.a)(../../up)' | cmp - "$two" || fail "up"
"$BITLEAP" cat 'outer.a(in.a)(a.o#2)' | cmp - "$two" || fail "a.o#2"
"$BITLEAP" cat 'outer.a(in.a)(".hid(den)")' | cmp - "$wrapped" || fail "the wrapper is part of the stream's bytes"
"$BITLEAP" cat --unwrap 'outer.a(in.a)(".hid(den)")' >unwrapped.bc
[ "$(head -c 2 unwrapped.bc)" = BC ] || fail "--unwrap"
"$BITLEAP" cat 'both.bc[1]' | cmp - "$one" || fail "first of two"
"$BITLEAP" cat 'both.bc[2]' | cmp - "$two" || fail "second of two"
"$BITLEAP" cat padded.bc | cmp - padded.bc || fail "padding belongs to a stream that is alone"
# Of several none is written, and two are reported that could be named.
for input in outer.a both.bc tree; do
    [ $input != tree ] || { mkdir tree && cp "$one" tree/1.bc && cp "$two" tree/2.bc && cp "$one" tree/3.bc; }
    expect 1 "$BITLEAP" cat $input >out 2>err
    [ ! -s out ] || fail "one of several was written"
    [ "$(wc -l <err)" -eq 1 ] || fail "not one line: $(cat err)"
done
# shellcheck disable=SC2002 # a pipe is meant
cat both.bc | expect 1 "$BITLEAP" cat - >out 2>err
[ ! -s out ] || fail "the first of a pipe was written"
same - err <<'END'
bitleap: -[2]: another stream, beside -[1]: name one of those that ls lists
END
rm tree/[23].bc
"$BITLEAP" cat tree | cmp - "$one" || fail "the only stream in a directory"
expect 2 "$BITLEAP" cat "$one" "$two" >out 2>err
[ ! -s out ] || fail "the first of two paths was written"
for json in '' --json; do
    # shellcheck disable=SC2086 # none or one word
    expect 1 "$BITLEAP" cat $json 'outer.a(nothing)' >out 2>err
    grep -q 'nothing has this path' err || fail "$(cat err)"
    [ ! -s out ] || fail "among the bytes: $(cat out)"
done

# Other commands take the same paths, and containers as a whole.
"$BITLEAP" stats --json 'outer.a(in.a)(a.o)' >nested
"$BITLEAP" stats --json "$one" | same - nested
"$BITLEAP" bcanalyzer 'outer.a(in.a)(a.o)' | tail -n +2 >nested
"$BITLEAP" bcanalyzer "$one" | tail -n +2 | same - nested
expect 0 "$BITLEAP" verify --all outer.a both.bc padded.bc >out
[ "$(grep -c ': ok; ' out)" -eq 8 ] || fail "not a line for each stream"
"$BITLEAP" dump --block identification 'outer.a(in.a)' | grep -c STRING >n
echo 2 | same - n

# Into standard input, too, whether that is a file or a pipe; what begins as such a path is no option.
for command in ls 'cat --unwrap' has verify nm 'stats --json' 'find *' 'bcanalyzer --dump' 'dump --block=module' info; do
    set -f
    # shellcheck disable=SC2086 # words
    set -- $command
    set +f
    "$BITLEAP" "$@" 'outer.a(in.a)(".hid(den)")' | sed 's/outer\.a(/-(/' >named
    [ -s named ] || fail "$command: nothing"
    "$BITLEAP" "$@" '-(in.a)(".hid(den)")' <outer.a | same named -
    "$BITLEAP" "$@" -- '-(in.a)(".hid(den)")' <outer.a | same named -
    # shellcheck disable=SC2002 # a pipe is meant
    cat outer.a | "$BITLEAP" "$@" '/dev/stdin(in.a)(".hid(den)")' | sed 's,/dev/stdin(,-(,' | same named -
done
"$BITLEAP" has 'both.bc[1]' outer.a 'both.bc[2]' | sed 's/both.bc\[/-[/' >named
"$BITLEAP" has '-[1]' --color=never outer.a -- '-[2]' <both.bc | same named -
"$BITLEAP" has --json '-[1]' outer.a '-[2]' <both.bc >named
"$BITLEAP" has '-[1]' outer.a '-[2]' --json <both.bc | same named -
expect 1 "$BITLEAP" ls '-(nothing)' <outer.a 2>err
echo 'bitleap: -(nothing): nothing has this path in the file' | same - err

# Names never lead out of the folder, and nothing is overwritten.
expect 0 "$BITLEAP" extract --directory folder outer.a
find folder -type f | sort >names
same - names <<'END'
folder/outer.a("two words")
folder/outer.a(in.a)(".hid(den)")
folder/outer.a(in.a)(.._.._up)
folder/outer.a(in.a)(a.o#2)
folder/outer.a(in.a)(a.o)
END
cmp "folder/outer.a(in.a)(a.o)" "$one" || fail "extracted bytes"
mkdir elsewhere
cp lib.a elsewhere/lib.a
expect 0 "$BITLEAP" extract --directory twice lib.a elsewhere/lib.a
[ "$(find twice -type f | wc -l)" -eq 8 ] || fail "equal names were not distinguished"
# Names that are too long for a file are cut, and get a number where that makes them equal; those that change the
# direction of text do not reach the folder as they are.
long=//$(printf 'A%.0s' {1..300})
LC_ALL=C archive "$long" "$one" "$long/b" "$two" $'/\342\200\256gnp.o/' "$one" >long.a
expect 0 "$BITLEAP" extract --directory cut long.a
(cd cut && printf '%s\n' *) | sed 's/A\{200,\}/A…/' | LC_ALL=C sort | same - <(printf '%s\n' 'long.a("_\xE2\x80\xAEgnp.o_")' \
    'long.a(__A…' 'long.a(__A….2')
cmp "$(find cut -name '*A')" "$one" || fail "the first long name"
cmp cut/*A.2 "$two" || fail "the second long name"
# Which file has which stream is reported; what was there before stays without --force, as with --output.
"$BITLEAP" extract --directory reported -v lib.a elsewhere/lib.a >out
[ "$(wc -l <out)" -eq 8 ] || fail "$(cat out)"
while IFS= read -r line; do
    file=${line#*: }
    "$BITLEAP" cat "${line%%: *}" | cmp - "${file%, * bytes}" || fail "$line"
done <out
sed 's/\(.*\): \(.*\), \(.*\) bytes$/\1\t\2\t\3/; s/\"/\\\"/g' out |
    awk -F'\t' '{ printf "{\"type\":\"extracted\",\"file\":\"%s\",\"output\":\"%s\",\"bytes\":%s}\n", $1, $2, $3 }' >want
"$BITLEAP" extract --directory reported --force --json lib.a elsewhere/lib.a | sed '1s/"schema":1,//' | same want -
expect 0 "$BITLEAP" extract --directory reported/ --force lib.a >out
[ ! -s out ] || fail "$(cat out)"
rm 'reported/lib.a(a.o)'
expect 2 "$BITLEAP" extract --directory reported -v lib.a >out 2>err
grep -o '^[^:]*: [^,]*' out | same - <(echo 'lib.a(a.o): reported/lib.a(a.o)')
[ "$(grep -c '^bitleap: reported/.*: cannot create without --force' err)" -eq 3 ] || fail "$(cat err)"
[ "$(find reported -type f | wc -l)" -eq 8 ] || fail "written beside what was there"
expect 0 "$BITLEAP" extract -o one.bc 'lib.a(a.o)'
expect 2 "$BITLEAP" extract -o one.bc 'lib.a(a.o#2)' 2>err
cmp one.bc "$one" || fail "overwritten without --force"
expect 0 "$BITLEAP" extract --force -o one.bc 'lib.a(a.o#2)'
cmp one.bc "$two" || fail "not overwritten with --force"
echo "lib.a(a.o#2): ./one.bc, $(wc -c <"$two") bytes" >want
"$BITLEAP" extract --force -v -o ./one.bc 'lib.a(a.o#2)' | same want -
echo "{\"type\":\"extracted\",\"schema\":1,\"file\":\"lib.a(a.o#2)\",\"output\":\"one.bc\",\"bytes\":$(wc -c <"$two")}" >want
"$BITLEAP" extract --force --json -o one.bc 'lib.a(a.o#2)' | same want -
expect 2 "$BITLEAP" extract --json -o one.bc 'lib.a(a.o)' >out 2>err
! grep -q extracted out || fail "reported what was not written"
# What is overwritten may be what is being read, and stays as it was where nothing is written.
cp "$wrapped" self.bc
"$BITLEAP" cat --unwrap self.bc >unwrapped.bc
chmod 640 self.bc
expect 0 "$BITLEAP" extract --unwrap --force -o self.bc self.bc
cmp self.bc unwrapped.bc || fail "unwrapped in place"
[ "$(stat -c %a self.bc)" = 640 ] || fail "another mode: $(stat -c %a self.bc)"
cp lib.a self.a
expect 1 "$BITLEAP" extract -f -o self.a self.a 2>err
echo 'bitleap: self.a(../../up): another stream, beside self.a(a.o): name one, or use --directory' | same - err
cmp self.a lib.a || fail "overwritten with one of many"
expect 1 "$BITLEAP" extract -o several.bc lib.a 2>err
[ ! -e several.bc ] || fail "one of many was written"
for missing in "$one missing.bc" "missing.bc $one" "$one text"; do
    status=$([[ $missing == *text ]] && echo 1 || echo 2)
    # shellcheck disable=SC2086 # two paths
    expect "$status" "$BITLEAP" extract -o several.bc $missing 2>err
    [ ! -e several.bc ] || fail "written beside what failed: $missing"
    # shellcheck disable=SC2086
    expect "$status" "$BITLEAP" extract -f -o one.bc $missing 2>err
    cmp one.bc "$two" || fail "overwritten beside what failed: $missing"
done
expect 0 "$BITLEAP" extract -f -o self.a 'self.a(a.o)'
cmp self.a "$one" || fail "a member in place of its archive"
mkfifo pipe
for force in '' -f; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" extract $force -o pipe "$one" 2>err
    grep -q '^bitleap: pipe: .*no regular file' err || fail "$(cat err)"
done
mkdir -p special/one.bc
for folder in special special/ "$PWD/special"; do
    expect 1 "$BITLEAP" extract -f --directory "$folder" one.bc 2>err
    grep -q "^bitleap: ${folder%/}/one.bc: .*no regular file" err || fail "$(cat err)"
done
expect 2 "$BITLEAP" extract -f -o nowhere/one.bc "$one" 2>err
grep -q 'nowhere/one.bc: .*No such file' err || fail "$(cat err)"

# --force overwrites what was there, but not what the same call has written.
mkdir a b forced
cp "$one" a/m.bc && cp "$two" b/m.bc && cp "$wrapped" b/m.bc.2
echo old >forced/m.bc && echo old >forced/m.bc.3
for _ in first second; do
    expect 0 "$BITLEAP" extract --force --directory forced a b
    (cd forced && echo *) >names
    same - names <<'END'
m.bc m.bc.2 m.bc.2.2 m.bc.3
END
    cmp forced/m.bc "$one" || fail "the first name"
    cmp forced/m.bc.2 "$two" || fail "the second name"
    cmp forced/m.bc.2.2 "$wrapped" || fail "a name like that of the second"
    grep -q old forced/m.bc.3 || fail "overwritten without need"
done
[ -z "$(find . -name '.bitleap*')" ] || fail "temporary files stay"
ln -s elsewhere/target link.bc
expect 1 "$BITLEAP" extract -o link.bc 'lib.a(a.o)' 2>err
expect 1 "$BITLEAP" extract -f -o link.bc 'lib.a(a.o)' 2>err
[ ! -e elsewhere/target ] || fail "a link was followed"
expect 2 "$BITLEAP" extract lib.a 2>err
expect 2 "$BITLEAP" extract -o '' "$one" 2>err
expect 2 "$BITLEAP" extract --directory '' "$one" 2>err
expect 2 "$BITLEAP" extract -o - "$one" 2>err
[ ! -e ./- ] || fail "a file named - was written"

# A bad member is an error for itself; the rest goes on.
{ head -c 2000 lib.a; } >cut.a
expect 3 "$BITLEAP" ls cut.a >out 2>err
grep -q 'cut.a(a.o)' err || fail "$(cat err)"

expect 0 "$BITLEAP" has lib.a both.bc >out
same - out <<END
lib.a: 4 streams, $(($(wc -c <"$one") + 2 * $(wc -c <"$two") + $(wc -c <"$wrapped"))) bytes
both.bc: 2 streams, $(wc -c <both.bc) bytes
END
expect 1 "$BITLEAP" has lib.a text >out
grep -qx 'text: no bitcode (text)' out || fail "$(cat out)"

# A thin archive's members are files beside it; one that is missing is an error of its own.
if command -v llvm-ar-22 >/dev/null; then
    cp "$one" thin-one.bc && cp "$two" thin-two.dia
    llvm-ar-22 rcT thin.a thin-one.bc thin-two.dia
    "$BITLEAP" cat 'thin.a(thin-one.bc)' | cmp - "$one" || fail "thin member"
    rm thin-one.bc
    expect 2 "$BITLEAP" ls thin.a >out 2>err
    grep -q 'thin.a(thin-two.dia)' out || fail "the other member is lost"
    grep -q 'thin.a(thin-one.bc): .*No such file' err || fail "$(cat err)"
fi

# Many members, of equal names: each has a file of its own, and a number.
head -c 28 "$one" >least
for ((i = 0; i < 2000; i++)); do printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' same/ 0 0 0 644 28 && cat least; done >members
{ printf '!<arch>\n' && cat members; } >many.a
within 60 "$BITLEAP" extract --directory=numbered many.a || fail "status $? of many members"
find numbered -type f | wc -l | same - <(echo 2000)
