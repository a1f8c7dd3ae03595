#!/usr/bin/env bash
# everyday.sh - everyday questions, each as one types it first: the answer fits a screen, except for lists that were asked for
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# With corpora/large, or JOBS_TREE=DIR, of those files: a tree of directories; otherwise of many copies of the small ones.
# Prints a row for each: lines, widest line, status, and the call.
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

# What a call may print: a screen, or a list of what was asked for, which is as long as it is.
SCREEN=60
LIST=1000000000

if [ -n "${JOBS_TREE:-}" ]; then
    tree=$JOBS_TREE
else
    tree=$PWD/tree
    for i in {1..24}; do
        mkdir -p "$tree/$i"
        ln "$small"/{c-O2,cxx-O2,thin-a,thin-b}.clang*.bc "$tree/$i" 2>/dev/null || cp "$small"/{c-O2,cxx-O2,thin-a,thin-b}.clang*.bc "$tree/$i"
    done
fi
mapfile -t modules < <(find "$tree" -name '*.bc' -size +8k | sort | head -n 400)
[ "${#modules[@]}" -ge 100 ] || fail "only ${#modules[@]} modules below $tree"
big=$(stat -c "%s %n" "${modules[@]}" | sort -rn | sed -n "1s/^[0-9]* //p")
cp "$big" big.bc
# An archive of some of them, one that was cut short, one without its magic, and one beside a file of another kind.
{
    printf '!<arch>\n'
    for ((i = 0; i < 100; i++)); do
        printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' "m$i.bc/" 0 0 0 644 "$(wc -c <"${modules[i]}")"
        cat "${modules[i]}"
        (($(wc -c <"${modules[i]}") % 2 == 0)) || echo
    done
} >big.a
mkdir mixed
head -c 9000 big.bc >mixed/cut.bc
{ printf '\0\0\0\0' && tail -c +5 big.bc; } >mixed/nomagic.bc
cp "$small/c-O2.clang22.bc" mixed
: >mixed/empty.bc
echo text >mixed/readme

# job LIMIT STATUS ARGUMENT... - fails unless the call ends with that status, with at most so many lines on each output.
jobs=0
job() {
    local limit=$1 status=$2 got=0
    shift 2
    "$BITLEAP" "$@" >out 2>err || got=$?
    printf '%8d %6d %3d  bitleap %s\n' "$(wc -l <out)" "$(wc -L <out)" "$got" "${*//"$tree"/TREE}" | cut -c 1-110
    [ "$got" -eq "$status" ] || fail "status $got, not $status: $*: $(head -n 5 err)"
    [ "$(wc -l <out)" -le "$limit" ] || fail "$(wc -l <out) lines: $*"
    [ "$(wc -l <err)" -le "$SCREEN" ] || fail "$(wc -l <err) lines of messages: $*"
    [ -s out ] || [ -s err ] || fail "nothing is said: $*"
    jobs=$((jobs + 1))
}
metal=$(find "$BITLEAP_SRC/corpora/samples" -name "*.metallib" | sed -n 1p)
symbol=$("$BITLEAP" nm --just-symbols --defined-only --quiet big.bc | sed -n 1p)
body=$("$BITLEAP" funcs --sort=bytes --json big.bc | sed -n '1s/.*"name":"\([^"]*\)".*/\1/p')
"$BITLEAP" index -q -o tree.blx "$tree"
symbol_used=$("$BITLEAP" sql --format=csv "SELECT callee FROM calls WHERE callee NOT LIKE 'llvm.%' LIMIT 1" tree.blx | tail -n 1)
echo '   lines  width  rc  call'
job $LIST 0 find "$symbol" big.a                     # 1 which member defines it
job $LIST 0 find --undefined '*' big.a               # 2 what is used
job $LIST 0 nm -A big.a                              # 3
job $SCREEN 0 stats big.bc                           # 4 why is it big
job $SCREEN 0 top --by blocks big.bc                 # 4
job $SCREEN 0 funcs --sort=bytes -n 20 big.bc        # 5
job $SCREEN 0 top "$tree"                            # 6
job $SCREEN 0 info "$tree"                           # 7 who made it
job $LIST 0 show "$body" big.bc                      # 8
job $LIST 0 show big.bc "$body"                      # 8 the other way round
job $LIST 0 show "$body" "$tree"                     # 9
job $LIST 0 callers "$symbol_used" tree.blx          # 10
job $LIST 0 callees "$body" big.bc                   # 11
job $SCREEN 1 diff "${modules[0]}" "${modules[-1]}"  # 12
job $SCREEN 1 diff "$tree" "$small"                  # 13
job $SCREEN 0 dups big.a                             # 14
job $LIST 0 strings target "$tree"                   # 15
job $SCREEN 0 extract --directory=taken "$small/elf-fat-lto.clang22.o" --verbose # 16
job $SCREEN 0 top --by globals big.bc                # 17
job $LIST 0 funcs --json big.bc                      # 18
job $SCREEN 3 verify mixed                           # 19
job $SCREEN 0 verify big.a                           # 20
job $LIST 0 nm - <big.bc                             # 21
job $SCREEN 3 has mixed                              # 22
job $SCREEN 0 has "$tree"                            # 22
job $LIST 0 ls "$tree"                               # 22
job $SCREEN 0 ls "$metal"                               # 23
job $LIST 0 summary "$small/thin-a.clang22.bc"       # 24
job $SCREEN 0 stats "$small/header.clang22.pch"      # 25
job $LIST 0 dump --yaml "$small"/remarks.clang22.opt.bitstream # 26
job $SCREEN 0 top --by metadata "$tree"              # 27
job $SCREEN 0 index --update tree.blx                # 28
job $LIST 0 bcanalyzer --dump big.bc                 # 29
job $SCREEN 0 funcs "$tree"                          # of a tree: the first ones, and a sum
job $SCREEN 1 find no_such_name_at_all "$tree"       # a word where nothing is found
job $SCREEN 1 strings 'no such text at all' "$tree"
job $SCREEN 1 show no_such_name_at_all big.bc
[ "$jobs" -ge 31 ] || fail "only $jobs jobs"

# A file that was cut short says so first; one that is not recognised is named, and counted.
expect 3 "$BITLEAP" verify mixed >out
grep -q '^mixed/cut.bc: .*: file is cut off: MODULE_BLOCK needs [0-9]* bytes from byte [0-9]*, [0-9]* are there$' out ||
    fail "$(cat out)"
tail -n 1 out | grep -qx '1 ok, 3 bad, 1 not recognised' || fail "$(cat out)"
expect 1 "$BITLEAP" verify mixed/nomagic.bc >out 2>&1
