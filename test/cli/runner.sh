#!/usr/bin/env bash
# runner.sh - what runs the tests passes over none that fails, is lost, or cannot be counted
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# A tree of a few scripts, with the runner and what it needs of ours.
mkdir -p tree/test/cli
ln -s "$BITLEAP_SRC/test/support" "$BITLEAP_SRC/test/run-cli.sh" tree/test

# script NAME COMMAND… - the command stands behind the line that all scripts start with.
script() {
    local name=$1
    shift
    printf '%s\n' ". \"\$BITLEAP_SRC/test/support/cli.sh\"" "$*" >"tree/test/cli/$name.sh"
}

# run STATUS COUNTS [COMMAND…] - runs these scripts, by way of a command, and removes them.
run() {
    local want=$1 counts=$2
    shift 2
    expect "$want" "$@" env -u MODE BITLEAP_SRC="$PWD/tree" tree/test/run-cli.sh >out 2>&1
    [ "$(tail -n 1 out)" = "cli: $counts" ] || fail "not $counts: $(cat out)"
    rm -f tree/test/cli/*
}

script good 'true'
script absent 'need a_tool_that_nobody_has'
run 0 '1 passed, 0 failed, 1 skipped' env CI=

# A failure is one wherever in the script it is.
script command 'false; true'
script plain 'expect 1 true; true'
script left 'expect 1 true | cat'
script middle 'true | expect 1 true | cat'
script group '{ expect 1 true; } | cat; true'
script subshell '(expect 1 true) || true'
script substitution 'cat <(expect 1 true); true'
script condition 'if expect 1 true | grep -q x; then true; fi'
run 1 '0 passed, 8 failed, 0 skipped'
[ "$(grep -c '\.sh: ' out)" -eq 8 ] || fail "not a line for each: $(cat out)"

# What the caller ignores or sets is none of a script's business.
script pipe 'expect 141 yes | true'
script colour '! env | grep ^NO_COLOR='
script paths '! env | grep ^CDPATH='
script posix '! env | grep ^POSIXLY_CORRECT='
script prelude '! env | grep ^BASH_ENV='
script asserts '! env | grep ^PYTHONOPTIMIZE='
run 0 '6 passed, 0 failed, 0 skipped' env --ignore-signal=PIPE NO_COLOR=1 CDPATH=.:/tmp POSIXLY_CORRECT=1 \
    BASH_ENV=/dev/null PYTHONOPTIMIZE=1

# Where nothing can be noted of what a test did, none has passed.
script good 'true'
run 0 '1 passed, 0 failed, 0 skipped' env TMPDIR="$PWD/missing"
script good 'true'
rm -rf tree/build && touch tree/build
expect 2 env -u MODE BITLEAP_SRC="$PWD/tree" tree/test/run-cli.sh >out 2>&1
