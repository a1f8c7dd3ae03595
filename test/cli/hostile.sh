#!/usr/bin/env bash
# hostile.sh - files that were made to waste time, memory or output: every command ends soon, within a bound on each
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3
native 'limits are those of the machine'
measured

mkdir files folder
python3 "$BITLEAP_SRC/test/support/hostile.py" files

# Sanitizers take memory of their own, and time.
seconds=10 floor=100
case ${MODE:-release} in asan | tsan) seconds=120 floor=100000 ;; esac

# bounded FILE COMMAND... - fails unless the command ends in 10 s of the processor, with 100 MB and 16 for each byte of the file. A bound
# on output is given where README does not say that it may be much longer.
bounded() {
    local file=$1 size status=0
    shift
    size=$(wc -c <"$file")
    rm -rf all
    within $seconds python3 - $((floor * 1024 + 16 * size / 1024)) "$BITLEAP" "$@" >out 2>err <<'END' || status=$?
import resource, subprocess, sys
status = subprocess.run(sys.argv[2:]).returncode
if status < 0:
    print('signal', -status, file=sys.stderr)
if resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > int(sys.argv[1]):
    print('memory', resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
    status = 125
sys.exit(status if status >= 0 else 126)
END
    { [ "$status" -le 3 ] && [ "$status" -ne 2 ]; } || fail "$*: status $status: $(tail -n 2 err)"
    [ "$(wc -c <out)" -le $((1000 * size + 1000000)) ] || fail "$*: $(wc -c <out) bytes"
}

"$BITLEAP" ls files/names.a >out
[ "$(wc -l <out)" -ge 18 ] || fail "ls: $(wc -l <out) lines" # it is read at all

# Not extract, here: files take the file system's time, one by one.
for file in files/*; do
    while read -r -a command; do
        bounded "$file" "${command[@]}"
    done <<END
ls --depth=all $file
stats --all $file
verify $file
has --all $file
info --all --deep $file
nm -a $file
meta $file
summary $file
summary --json $file
funcs --all --opcodes $file
callers f $file
strings /[a-z]+_t/ $file
find /a.*b/ $file
find -a * $file
top -n 1000000 $file
top -n 1000000 --json --by globals $file
index -q -o all.blx $file
dups -alm $file
diff --all $file $file
types $file
attrs $file
END
done

# Bodies of instructions of few bits, some of which have a thousand operands. All of one is there if it may be.
for file in files/body-*.bc; do
    while read -r -a command; do
        bounded "$file" "${command[@]}"
    done <<END
dis $file
dis --annotate $file
dis --closed --only=f $file
llvm-dis --show-annotations -o - $file
report -o all $file
slice --only=f -f -o x.bc $file
strip -g -f -o x.bc $file
repack -f -o x.bc $file
END
done
expect 0 "$BITLEAP" dis files/body-sums.bc >out
awk '/ = add /' out | cmp - <(seq 2 100001 | awk '{ n = $0 > 2 ? $0 - 1 : 0; print "  %" $0 " = add i32 %" n ", %" n }')
expect 3 "$BITLEAP" dis files/body-cases.bc >out 2>err
grep -q 'more operands in a body than the limit' err || fail "cases: $(cat err)"
expect 3 "$BITLEAP" funcs --opcodes files/body-cases.bc >out 2>err
grep -q 'more edges between basic blocks than the limit' err || fail "cases: $(cat err)"

# What top prints does not grow with names that share their bytes, and it says where its rows end.
expect 3 "$BITLEAP" top -n 1000000 files/overlapping-bodies.bc >out 2>err
[ "$(wc -c <out)" -lt $((15000 * 2048 + 72 * 753236 + 1000000)) ] || fail "top: $(wc -c <out) bytes"
echo 'bitleap: top: names and paths that repeat too much: rows end here' | same - err
tail -n 1 out | grep -q '100.00%  files.overlapping-bodies.bc$' || fail "top: $(tail -n 1 out)"

# Output is bounded by what is read, unless any amount is asked for; the lines before the limit are whole.
expect 3 "$BITLEAP" attrs files/parameters.bc >out 2>err
size=$(wc -c <files/parameters.bc)
[ "$(wc -c <out)" -gt $((500 * size)) ] || fail "attrs: $(wc -c <out) bytes"
tail -n +2 out | cmp - <("$BITLEAP" attrs --unlimited files/parameters.bc | sed -n "2,$(wc -l <out)p")
echo 'bitleap: more output than 1000 bytes for each byte of input: --unlimited prints all' | same - err
[ "$("$BITLEAP" attrs --unlimited files/parameters.bc | tail -n +2 | wc -l)" -eq 4000 ] || fail 'attrs --unlimited'

# The names of an archive's members neither leave the folder nor stay as they are on a terminal.
expect 0 "$BITLEAP" extract --directory=folder files/names.a
[ "$(find folder -type f | wc -l)" -eq 18 ] || fail "extract: $(find folder -type f)"
[ "$(find . -newer files/names.a -type f -not -path './folder/*' -not -path './files/*' | grep -c up)" -eq 0 ] ||
    fail "extract writes elsewhere"
on_terminal "$BITLEAP" nm -A files/names.a >out || true
# shellcheck disable=SC2016
! grep -q $'\342\200\256' out || fail "a terminal gets U+202E"
