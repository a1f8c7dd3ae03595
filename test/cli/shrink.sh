#!/usr/bin/env bash
# shrink.sh - a file that shrinks or changes while it is read ends in an error, not in a signal
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
not_in qemu-s390x 'the address of a SIGBUS is not reported'

# Several files' worth of blocks in one stream, so that the dump is far larger than a pipe holds.
modules=40
make_large() {
    head -c 4 "$small/cxx-g-O2.clang19.bc" >large.bc
    for _ in $(seq $modules); do tail -c +5 "$small/cxx-g-O2.clang19.bc" >>large.bc; done
}

# change_under COMMAND… - the reader waits on a full pipe while the file is changed by $change.
change='truncate -s 4096 large.bc'
change_under() {
    make_large
    mkfifo pipe
    { status=0; "$@" >pipe 2>err || status=$?; echo $status >status; } &
    exec 3<pipe
    command head -c 1000 <&3 >/dev/null
    eval "$change"
    cat <&3 >/dev/null
    exec 3<&-
    wait
    rm pipe
}

# expect_told PATTERN COMMAND… - the command says so on one line, and exits with 2.
expect_told() {
    local pattern=$1
    shift
    change_under "$@"
    local wanted=2
    [[ $* != *bcanalyzer* ]] || wanted=1 # as LLVM's
    [ "$(cat status)" = $wanted ] || fail "$*: status $(cat status)"
    grep -q "$pattern" err || fail "$*: not reported: $(cat err)"
}

expect_told 'has shrunk' "$BITLEAP" dump large.bc
expect_told 'has shrunk' "$BITLEAP" dump --threads=3 large.bc
expect_told 'has shrunk' "$BITLEAP" dump --json large.bc
expect_told 'has shrunk' "$BITLEAP" bcanalyzer --dump large.bc
expect_told 'has shrunk' "$BITLEAP" bcanalyzer --dump --threads=3 large.bc

# A query has closed the file by then: it looks at the path.
modules=150
expect_told 'has shrunk' "$BITLEAP" top --json -n 100000 large.bc
expect_told 'has shrunk' "$BITLEAP" strings --threads=1 -- e large.bc
modules=40

# Where that is gone, what shows it is a part that is read only while lines are printed.
change='truncate -s 4096 large.bc && rm large.bc'
modules=150
expect_told 'cannot be read' "$BITLEAP" top --json -n 100000 large.bc
expect_told 'cannot be read' "$BITLEAP" strings --threads=1 -- e large.bc
modules=40
change='truncate -s 4096 large.bc'

# A file that a thin archive names, in whose name the error stands.
make_large
header='%-16s%-12s%-6s%-6s%-8s%-10s`\n'
{
    printf '!<thin>\n'
    # shellcheck disable=SC2059
    printf "$header" // '' '' '' '' 10
    printf 'large.bc/\n'
    # shellcheck disable=SC2059
    printf "$header" /0 0 0 0 644 "$(wc -c <large.bc)"
} >thin.a
"$BITLEAP" ls thin.a >out
grep -q 'thin.a(large.bc)' out || fail "no thin archive: $(cat out)"
expect_told 'thin.a(large.bc).*has shrunk' "$BITLEAP" dump thin.a
expect_told 'has shrunk' "$BITLEAP" bcanalyzer --dump 'thin.a(large.bc)'

# Bytes that are overwritten.
change='printf xxxx | dd of=large.bc bs=1 seek=300000 conv=notrunc status=none'
expect_told 'has been changed' "$BITLEAP" dump large.bc
expect_told 'has been changed' "$BITLEAP" dis --threads=3 large.bc
modules=150
expect_told 'large.bc: .*has been changed' "$BITLEAP" top --json -n 100000 large.bc
modules=40

# Another module in place of the one that threads open again.
# shellcheck disable=SC2016 # for the shell that makes the change
change='dd if="$small/c-O2.clang19.bc" of=large.bc conv=notrunc status=none'
expect_told 'has been changed' "$BITLEAP" dis --threads=3 large.bc

# What is put in its place, or nothing, is another file.
modules=150
for change in 'rm large.bc' 'mv other.bc large.bc'; do
    for command in dump 'top --json -n 100000'; do
        echo other >other.bc
        # shellcheck disable=SC2086
        change_under "$BITLEAP" $command large.bc
        [ "$(cat status)" = 0 ] || fail "$command, $change: status $(cat status): $(cat err)"
    done
done
modules=40

# A copy does not mind.
change='truncate -s 4096 large.bc'
change_under "$BITLEAP" dump --copy large.bc
[ "$(cat status)" = 0 ] || fail "copy: status $(cat status): $(cat err)"
change_under "$BITLEAP" dump --copy thin.a
[ "$(cat status)" = 0 ] || fail "copy of a member: status $(cat status): $(cat err)"
