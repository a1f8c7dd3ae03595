#!/usr/bin/env bash
# pipes.sh - input from pipes; output to a pipe that nobody reads, and to a disk that is full
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# Many modules in a row.
# shellcheck disable=SC2154
{
    head -c 4 "$small/cxx-g-O2.clang19.bc"
    for _ in $(seq 40); do tail -c +5 "$small/cxx-g-O2.clang19.bc"; done
} >large.bc

lines=(
    'ls --depth=all large.bc'
    'ls --json large.bc'
    'dump large.bc'
    'dump --threads=3 large.bc'
    'dump --json --threads=2 large.bc'
    'dump --block=module large.bc'
    'stats large.bc'
    'stats --threads=3 --abbrevs large.bc'
    'verify large.bc'
    'types large.bc'
    'attrs large.bc'
    'meta --functions large.bc'
    'summary large.bc'
    'funcs --opcodes large.bc'
    'show large.bc _ZN4shop4BookD1Ev'
    'has large.bc'
    'info large.bc'
    'nm large.bc'
    'cat large.bc'
    'bcanalyzer large.bc'
    'bcanalyzer --dump large.bc'
    'bcanalyzer --dump --threads=3 large.bc'
    'completions bash'
    'help'
    'help dump'
    'bcanalyzer --help'
    '--version'
)

# The status where the output of COMMAND cannot be written: LLVM's tools know one failure.
failure() { case $* in *--help) echo 2 ;; bcanalyzer*) echo 1 ;; *) echo 2 ;; esac; }

# Its reader has gone: SIGPIPE ends the command; where that is ignored, so does the error. No word in either case.
exec 3> >(:)
wait $!
for line in "${lines[@]}"; do
    # shellcheck disable=SC2086
    expect 141 "$BITLEAP" $line >&3 2>err
    [ ! -s err ] || fail "$line: it speaks: $(cat err)"
    # shellcheck disable=SC2086
    (trap '' PIPE && expect "$(failure $line)" "$BITLEAP" $line >&3 2>err)
    [ ! -s err ] || fail "$line: it speaks, SIGPIPE ignored: $(cat err)"
done
exec 3>&-

# One that goes in the middle.
for line in 'dump large.bc' 'dump --threads=3 large.bc' 'bcanalyzer --dump --threads=3 large.bc' 'meta large.bc'; do
    # shellcheck disable=SC2086
    { expect 141 "$BITLEAP" $line 2>err || fail "$line"; } | command head -c 100000 >/dev/null
    [ ! -s err ] || fail "$line: it speaks to head: $(cat err)"
done

if [ -w /dev/full ]; then
    for line in "${lines[@]}"; do
        # shellcheck disable=SC2086
        expect "$(failure $line)" "$BITLEAP" $line >/dev/full 2>err
        [ "$(cat err)" = 'bitleap: cannot write: No space left on device' ] || fail "$line: $(cat err)"
    done
fi

# From a pipe, in one go or in drops, everything reads as from the file.
# shellcheck disable=SC2094
"$BITLEAP" stats large.bc >stats.txt
# shellcheck disable=SC2094
"$BITLEAP" dump large.bc >dump.txt
# shellcheck disable=SC2002
cat large.bc | "$BITLEAP" stats - | same stats.txt -
# shellcheck disable=SC2002
cat large.bc | "$BITLEAP" dump --threads=3 - | cmp dump.txt - || fail "dump from a pipe"
dd if=large.bc bs=777 status=none | "$BITLEAP" stats - | same stats.txt -
{ head -c 1 large.bc; sleep 0.05; tail -c +2 large.bc; } | "$BITLEAP" stats - | same stats.txt -

# A pipe that ends too soon is a file that does.
head -c 100000 large.bc >cut.bc
expect 3 "$BITLEAP" verify cut.bc >verified
head -c 100000 large.bc | expect 3 "$BITLEAP" verify - | sed 's/^-:/cut.bc:/' | same verified -

# What has no end is no input, unless it was meant: then memory is the limit.
expect 3 within 60 "$BITLEAP" find f /dev/zero 2>err
echo 'bitleap: /dev/zero: a device with more than 64 MiB, which may have no end' | same - err
case ${MODE:-release} in
asan | tsan) ;; # whose programs need all of the address space
*)
    (ulimit -v 400000 && expect 2 within 60 "$BITLEAP" has --endless /dev/zero 2>err)
    grep -q '^bitleap: .*memory' err || fail "$(cat err)"
    ;;
esac
expect 1 "$BITLEAP" has /dev/null | same - <(echo '/dev/null: no bitcode (an empty file)')
