#!/usr/bin/env bash
# thread_counts.sh - with 1 to 16 threads everything is printed the same, byte for byte
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# Many modules in a row, and zeros in the middle of them.
# shellcheck disable=SC2154
{
    head -c 4 "$small/c-g-O2.clang19.bc"
    for _ in $(seq 40); do tail -c +5 "$small/c-g-O2.clang19.bc"; done
} >good.bc
middle=$(($(wc -c <good.bc) / 2))
{
    head -c $middle good.bc
    head -c 64 /dev/zero
    tail -c +$((middle + 65)) good.bc
} >damaged.bc

# print THREADS COMMAND… - everything that is printed, and the status.
print() {
    local threads=$1 status=0
    shift
    "$BITLEAP" "$@" --threads="$threads" 2>err || status=$?
    cat err
    echo "status $status"
}

for file in good.bc damaged.bc; do
    for command in 'stats --abbrevs' 'bcanalyzer --dump' dump 'dump --json'; do
        # shellcheck disable=SC2086
        print 1 $command $file >one
        [ "$(wc -l <one)" -gt 100 ] || fail "$command $file: $(wc -l <one) lines"
        [ $file = damaged.bc ] || grep -qx 'status 0' one || fail "$command $file: $(tail -n 1 one)"
        for threads in 2 3 4 7 8 12 16; do
            # shellcheck disable=SC2086
            print $threads $command $file | cmp one - || fail "$command --threads=$threads $file"
        done
    done
done
