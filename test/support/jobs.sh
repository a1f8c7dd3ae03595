# shellcheck shell=bash
# jobs.sh - runs tests, as many at a time as there are cores; sourced by the runners
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The caller sets `build`, the directory of this build, `limit`, the seconds that a test may take, and counts in
# `passed`, `failed` and `skipped`. Status 0 is a pass, 77 a skip for the reason printed last, anything else a failure.
# Every report of a sanitizer makes the test that left it fail: scripts that expect a failure would pass over it.
#
# An interrupted runner leaves nothing after that still runs. It has to end its jobs itself: bash makes them ignore
# SIGINT, and timeout(1) moves what it runs out of the terminal's process group. A trap waits until the command in the
# foreground has ended, so whatever takes long is a job. Without a trap, bash passes over an interrupt that comes while
# such a command is just ending well.

. test/support/sanitizers.sh

# Repeats the signal until it reaches none: a job that had just begun may have missed it. jobs does not say so, nor always
# kill: bash may take a job for running for ever that ended at the moment of an interrupt. After ten seconds timeout has
# killed all. A timeout that the signal reaches before it has noted its child's id ends without it, at least that of
# coreutils 9.1: so the groups that they lead get the signal as well.
end_jobs() {
    local groups
    trap '' HUP INT TERM
    groups=$(jobs -rp | sed 's/^/-/')
    for _ in {1..100}; do
        # shellcheck disable=SC2046,SC2086 # ids are words
        kill -- $(jobs -rp) $groups 2>/dev/null || break
        sleep 0.1
    done
}
trap end_jobs EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
# bash speaks of each job that was killed by a signal, except those that it traps.
trap : ABRT BUS FPE ILL SEGV

mkdir -p "${build:?}/test" || exit 2
n_cores=$(nproc)
# By the process id of each test that has not been reported on.
names=() logs=() starts=()
# A line for each test that has ended: its seconds and its name.
times=$build/test/times

now() {
    echo "${EPOCHREALTIME//[!0-9]/}"
}

# note_time START NAME - appends to `times` how long a test took that began at START.
note_time() {
    local ms=$((($(now) - $1) / 1000))
    printf '%4d.%02d  %s\n' $((ms / 1000)) $((ms % 1000 / 10)) "$2" >>"$times"
}

# slowest - prints the ten tests that took longest.
slowest() {
    [ -s "$times" ] || return 0
    echo "slowest, in seconds:"
    sort -rn "$times" | sed 10q
}

reports_of() {
    echo "$PWD/$build/test/san/${1//[!A-Za-z0-9._-]/-}"
}

# start NAME LOG COMMAND… - as soon as a core is free.
start() {
    report_all_but $((n_cores - 1))
    (
        report_to "$(reports_of "$1")"
        # Some callers ignore SIGPIPE, which only env can undo.
        exec timeout -k 5 "${limit:?}" env --default-signal=PIPE "${@:3}" >"$2" 2>&1 </dev/null
    ) &
    names[$!]=$1 logs[$!]=$2 starts[$!]=$(now)
}

# finish - waits for what was started.
finish() {
    report_all_but 0
}

# report_all_but N - reports on tests that have ended, until at most N still run.
report_all_but() {
    local pid running
    while :; do
        running=$(jobs -rp)
        for pid in "${!names[@]}"; do
            [[ $'\n'$running$'\n' == *$'\n'$pid$'\n'* ]] || report "$pid"
        done
        [ ${#names[@]} -gt "$1" ] || break
        wait -n
    done
}

# report PID - counts a test that has ended; prints a line, and the end of the log if it failed.
report() {
    local name=${names[$1]} log=${logs[$1]} reports status
    # shellcheck disable=SC2034 # sanitizer_reports reads it
    reports=$(reports_of "$name")
    wait "$1"
    status=$?
    note_time "${starts[$1]}" "$name"
    unset "names[$1]" "logs[$1]" "starts[$1]"
    if sanitizer_reports >>"$log"; then
        status="$status, and a sanitizer report"
    fi
    case $status in
    0)
        passed=$((passed + 1))
        printf 'ok    %s\n' "$name"
        ;;
    77)
        skipped=$((skipped + 1))
        printf 'skip  %s: %s\n' "$name" "$(tail -n 1 "$log")"
        ;;
    *)
        failed=$((failed + 1))
        printf 'FAIL  %s (status %s)\n%s\n' "$name" "$status" "$(tail -n 60 "$log" | sed 's/^/      /')"
        ;;
    esac
}
