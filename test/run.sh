#!/usr/bin/env -S -u BASH_ENV -u BASHOPTS -u SHELLOPTS bash
# shellcheck shell=bash
# run.sh - runs the built tests and ends with the line `N passed, N failed, N skipped`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: run.sh BUILD_DIR [unit|programs|fuzz|cli|cpus ...], from the top of the tree; `make test` sets the environment.
# EMULATOR, if set, is a program that runs those of another kind of machine; UNIT_SUITES names suites of unit tests that are
# left out, or after --only those that are run, where test/criterion_stub runs them. WHOLE=1 runs all of what is
# otherwise sampled.
set -u

build=$1 && shift
. test/support/jobs.sh
[ $# -gt 0 ] || set -- unit programs fuzz cli
out=$build/test/out
rm -rf "$out" "${times:?}" && mkdir -p "$out"
passed=0 failed=0 skipped=0
emulator=(${EMULATOR:+"$EMULATOR"})
# Seconds for one program; an emulator takes many times as long.
limit=900
[ -z "${EMULATOR:-}" ] || limit=3600
report_to "$PWD/$build/test/san/unit"

# run NAME COMMAND…
run() {
    local name=$1
    shift
    start "$name" "$out/${name// /-}.log" "$@"
}

# Criterion runs each test in its own process, and passes over reports of sanitizers. Its TAP file says what happened;
# a plan with more tests than lines means that the runner itself died.
unit() {
    local runner=$build/test/unit tap=$out/unit.tap start ok bad skip lost n_reports
    [ -x "$runner" ] || return 0
    finish
    start=$(now)
    echo "unit:"
    # Some make thousands of threads, for each of which that would be made anew.
    # shellcheck disable=SC2086 # names are words
    ASAN_OPTIONS=$ASAN_OPTIONS:detect_stack_use_after_return=0 \
        timeout -k 5 $limit "${emulator[@]}" "$runner" --tap="$tap" ${UNIT_SUITES:-} "$@" &
    wait $!
    local status=$?
    note_time "$start" unit
    touch "$tap"
    read -r ok bad skip lost < <(awk '
        /^1\.\.[0-9]+/ { plan = substr($1, 4) }
        /^not ok/ { bad++; next }
        /^ok.*# SKIP/ { skip++; next }
        /^ok/ { ok++ }
        END { print ok + 0, bad + 0, skip + 0, plan ? plan - ok - bad - skip : 1 }' "$tap")
    [ $# -eq 0 ] || skip=0 # those that were not asked for
    [ "$lost" -eq 0 ] || echo "FAIL  unit: $lost tests did not report"
    bad=$((bad + lost))
    # A test that leaked has passed for Criterion; one that broke memory has failed already.
    n_reports=$(sanitizer_report_count)
    if [ "$n_reports" -gt "$bad" ]; then
        ok=$((ok - (n_reports - bad))) && bad=$n_reports
    fi
    sanitizer_reports
    if [ "$bad" -eq 0 ] && [ "$status" -ne 0 ]; then
        echo "FAIL  unit: the runner ended with status $status" && bad=1
    fi
    passed=$((passed + ok)) failed=$((failed + bad)) skipped=$((skipped + skip))
}

# faults/command exhausts one command line in each run; the others are run once. Those of faults begin a process for each
# allocation, most of whose time would be the kernel's, for memory that AddressSanitizer has written to.
programs() {
    local program line n=0 own_asan_options=
    [[ -n ${WHOLE:-} ]] ||
        own_asan_options=:detect_stack_use_after_return=0:quarantine_size_mb=1:malloc_context_size=1
    for program in "$build"/test/{faults,programs}/*; do
        case $program in */command | *\*) continue ;; esac
        run "programs ${program##*/}" "${emulator[@]}" "$program"
    done
    program=$build/test/faults/command
    [ -x "$program" ] || return 0
    while IFS= read -r line; do
        n=$((n + 1))
        start "faults: $line" "$out/faults-command-$n.log" "${emulator[@]}" "$program" "$line"
    done < <("${emulator[@]}" "$program")
    [ "$n" -gt 0 ] || { echo 'FAIL  programs: no command lines' && failed=$((failed + 1)); }
}

# fuzz [NAME...] - all targets, or these, go over their seeds and over corpora/small; the last name in the output is the
# input that broke one. Sanitizers and CPU variants leave out its larger files, which take most of the time.
fuzz() {
    local target small=(corpora/small)
    if [[ -n ${BITLEAP_CPU:-} || ${MODE:-} == asan && -z ${WHOLE:-} ]]; then
        mapfile -t small < <(find corpora/small -type f -size -17k | sort)
    fi
    [ $# -gt 0 ] || set -- "$build"/test/fuzz/*
    for target; do
        target=${target##*/}
        [ -x "$build/test/fuzz/$target" ] || continue
        run "fuzz $target" "${emulator[@]}" "$build/test/fuzz/$target" "corpora/fuzz/$target" "${small[@]}"
    done
}

# Unit tests and fuzz targets of what reads bits, again with each CPU variant but the best; a name that this machine does
# not know is as good as none.
cpus() {
    local cpu suites='bits|blockinfo|corrupt|cpu|cursor|decoder|index|kernels|large|record|runs|split|stats|synthetic'
    for cpu in generic bmi2 avx2; do
        echo "BITLEAP_CPU=$cpu:"
        export BITLEAP_CPU=$cpu
        unit --filter="@($suites|walk|writer)/*"
        fuzz function kernels module records search stats stream verify writer
        finish
        unset BITLEAP_CPU
    done
}

cli() {
    local log=$out/cli.log p f s
    finish
    test/run-cli.sh | tee "$log" &
    wait
    read -r p f s < <(sed -n '$s/^cli: \([0-9]*\) passed, \([0-9]*\) failed, \([0-9]*\) skipped$/\1 \2 \3/p' "$log")
    passed=$((passed + ${p:-0})) failed=$((failed + ${f:-1})) skipped=$((skipped + ${s:-0}))
}

for group; do
    case $group in
    unit | programs | fuzz | cli | cpus) "$group" ;;
    plain) programs ;; # their earlier name
    *) echo "run.sh: no such group: $group" >&2 && exit 2 ;;
    esac
done
finish
slowest
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
