#!/usr/bin/env bash
# shrink.sh - a file that shrinks while it is read ends in an error, not in a signal
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'the address of a SIGBUS is not told'

# Several files' worth of blocks in one stream, so that the dump is far larger than a pipe holds.
make_large() {
    head -c 4 "$small/cxx-g-O2.clang19.bc" >large.bc
    for _ in $(seq 40); do tail -c +5 "$small/cxx-g-O2.clang19.bc" >>large.bc; done
}

# shrink_under COMMAND… - the reader waits on a full pipe while the file is cut.
shrink_under() {
    make_large
    mkfifo pipe
    { status=0; "$@" >pipe 2>err || status=$?; echo $status >status; } &
    exec 3<pipe
    head -c 1000 <&3 >/dev/null
    truncate -s 4096 large.bc
    cat <&3 >/dev/null
    exec 3<&-
    wait
    rm pipe
}

shrink_under "$BITLEAP" dump large.bc
[ "$(cat status)" = 1 ] || fail "status $(cat status)"
grep -q 'has shrunk' err || fail "not told: $(cat err)"

shrink_under "$BITLEAP" bcanalyzer --dump large.bc
[ "$(cat status)" = 1 ] || fail "bcanalyzer: status $(cat status)"
grep -q 'has shrunk' err || fail "bcanalyzer: not told: $(cat err)"

# A copy does not mind.
shrink_under "$BITLEAP" dump --copy large.bc
[ "$(cat status)" = 0 ] || fail "copy: status $(cat status): $(cat err)"
