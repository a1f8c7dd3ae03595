#!/usr/bin/env bash
# threads.sh - on any number of threads dumps are the same, good files and damaged ones
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'takes too long'

need "$tools"/make_{bad,cut}

# print THREADS COMMAND… - everything that is printed, and the status.
print() {
    local threads=$1 status=0
    shift
    "$BITLEAP" "$@" --threads="$threads" >out 2>err || status=$?
    cat out err
    echo "status $status"
}

# compare COMMAND… - with one thread and with several.
compare() {
    print 1 "$@" >one
    for threads in 2 5; do
        print $threads "$@" >several
        cmp one several || fail "$* --threads=$threads"
    done
}

# Many modules in a row, each with a BLOCKINFO of its own; one piece says more than a buffer holds.
make_large() {
    head -c 4 "$small/cxx-g-O2.clang19.bc" >large.bc
    for _ in $(seq 40); do tail -c +5 "$small/cxx-g-O2.clang19.bc" >>large.bc; done
}

# The same with zeros in the middle.
make_damaged() {
    local middle=$(($(wc -c <large.bc) / 2))
    head -c $middle large.bc >damaged.bc
    head -c 64 /dev/zero >>damaged.bc
    tail -c +$((middle + 65)) large.bc >>damaged.bc
    expect 1 "$BITLEAP" bcanalyzer damaged.bc >/dev/null 2>&1
}

mkdir bad cut
"$tools/make_cut" cut
"$tools/make_bad" bad "$small"/{thin-a.clang22.bc,wrapper-thin.clang19.bc,errors.clang16.dia} >/dev/null
make_large
make_damaged

files=("$small"/*.bc "$small"/*.dia large.bc damaged.bc bad/* cut/*)
some=("$small"/*.clang19.bc large.bc damaged.bc cut/*)
compare dump --json "${files[@]}"
compare dump --color=always --blobs "${some[@]}"

# bcanalyzer takes one file at a time.
mapfile -t files < <(printf '%s\n' large.bc damaged.bc && sample 8 "$small"/*.bc "$small"/*.dia bad/* cut/*)
mapfile -t some < <(printf '%s\n' large.bc damaged.bc && sample 8 "$small"/*.clang19.bc cut/*)
for file in "${files[@]}"; do
    compare bcanalyzer --dump "$file"
done
for file in "${some[@]}"; do
    compare bcanalyzer --dump --dump-blockinfo --non-symbolic --show-binary-blobs "$file"
    compare bcanalyzer --dump --check-hash=abc "$file"
done

# What standard output gets in large and small writes, a pipe gets in its own measure.
"$BITLEAP" dump --threads=3 large.bc | cat >piped
"$BITLEAP" dump --threads=1 large.bc >written
cmp piped written || fail "to a pipe"

for threads in 0 x 100000 ''; do
    expect 2 "$BITLEAP" dump --threads="$threads" large.bc 2>err
    expect 1 "$BITLEAP" bcanalyzer --threads="$threads" large.bc 2>err
done
