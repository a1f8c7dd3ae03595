#!/usr/bin/env bash
# runner.sh - what runs the tests passes over none that fails, is lost, or cannot be counted, and leaves none running
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# A tree of a few scripts, with the runner and what it needs of ours.
mkdir -p tree/test/cli
ln -s "$BITLEAP_SRC"/test/{support,run.sh,run-cli.sh} tree/test

# script NAME COMMAND… - the command is after the line that all scripts start with.
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
script first 'false | true; true'
script middle 'true | expect 1 true | cat'
script group '{ expect 1 true; } | cat; true'
script subshell '(expect 1 true) || true'
script substitution 'cat <(expect 1 true); true'
script condition 'if expect 1 true | grep -q x; then true; fi'
run 1 '0 passed, 9 failed, 0 skipped'
[ "$(grep -c '\.sh: ' out)" -eq 9 ] || fail "not a line for each: $(cat out)"

# What the caller ignores or sets is none of a script's business.
script pipe 'expect 141 yes | true'
script colour '! env | grep ^NO_COLOR='
script paths '! env | grep ^CDPATH='
script posix '! env | grep ^POSIXLY_CORRECT='
script prelude '! env | grep ^BASH_ENV='
script options '! env | grep -E "^(BASHOPTS|SHELLOPTS)="'
script asserts '! env | grep ^PYTHONOPTIMIZE='
run 0 '7 passed, 0 failed, 0 skipped' env --ignore-signal=PIPE NO_COLOR=1 CDPATH=.:/tmp POSIXLY_CORRECT=1 \
    BASH_ENV=/dev/null BASHOPTS=failglob SHELLOPTS=noexec PYTHONOPTIMIZE=1
script good 'true'
run 0 '1 passed, 0 failed, 0 skipped' env SHELLOPTS=noclobber

# interrupt SIGNAL STATUS COMMAND… - the command runs something that has no end; after the signal it ends, and so has that:
# the pipe has an end when its last writer has.
endless="exec {held}>'$PWD/held'; echo >&\$held; read -r <>'$PWD/never'"
mkfifo held never
interrupt() {
    local signal=$1 want=$2 runner held
    shift 2
    env -u MODE -u EMULATOR --default-signal=INT BITLEAP_SRC="$PWD/tree" "$@" >out 2>&1 &
    runner=$!
    exec {held}<held
    read -r <&"$held"
    kill -s "$signal" "$runner"
    expect "$want" wait "$runner"
    read -r -t 0 <&"$held" || fail "$*: what it ran still runs"
    exec {held}<&-
}
script endless "$endless"
interrupt INT 130 tree/test/run-cli.sh
interrupt INT 130 env -C tree test/run.sh build/whole cli
interrupt TERM 143 env -C tree test/run.sh build/whole cli
mkdir -p tree/build/whole/test/programs
printf '%s\n' '#!/usr/bin/env bash' "$endless" | tee tree/build/whole/test/unit >tree/build/whole/test/programs/endless
chmod +x tree/build/whole/test/{unit,programs/endless}
interrupt INT 130 env -C tree test/run.sh build/whole unit
interrupt INT 130 env -C tree test/run.sh build/whole programs
# A timeout may end without what it runs.
mkdir hasty
# shellcheck disable=SC2016 # the script's own
printf '%s\n' '#!/bin/sh' 'exec setsid sh -c '\''shift 3; "$@" & wait'\'' "$0" "$@"' >hasty/timeout
chmod +x hasty/timeout
interrupt INT 130 env -C tree PATH="$PWD/hasty:$PATH" test/run.sh build/whole programs
rm tree/test/cli/*

# Where nothing can be noted of what a test did, none has passed.
script good 'true'
run 0 '1 passed, 0 failed, 0 skipped' env TMPDIR="$PWD/missing"
script good 'true'
rm -rf tree/build && touch tree/build
expect 2 env -u MODE BITLEAP_SRC="$PWD/tree" tree/test/run-cli.sh >out 2>&1

# Nor do other scripts get the options of a bash that calls make.
case $BITLEAP_SRC in
*[[:space:]]*) exit 0 ;;
esac
command -v make >/dev/null || exit 0
printf '%s\n' 'environment: ; @env' >environment.mk
env -u MAKEFLAGS -u MODE BASH_ENV=/dev/null BASHOPTS=failglob SHELLOPTS=noclobber \
    make -s -C "$BITLEAP_SRC" -f Makefile -f "$PWD/environment.mk" environment >out
grep -q '^PATH=' out || fail "no environment: $(cat out)"
! grep -E '^(BASH_ENV|BASHOPTS|SHELLOPTS)=' out || fail 'make hands on what it should not'
