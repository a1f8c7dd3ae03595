# shellcheck shell=bash
# jobs.sh - runs tests, as many at a time as there are cores; sourced by the runners
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The caller sets `build`, the directory of this build, `limit`, the seconds that a test may take, and counts in
# `passed`, `failed` and `skipped`. Status 0 is a pass, 77 a skip for the reason printed last, anything else a failure.
# Every report of a sanitizer makes the test that left it fail: scripts that expect a failure would pass over it.

. test/support/sanitizers.sh

# A line or more of each test that ended. A runner may be called by another one of the same build.
results=${build:?}/test/results.$$
mkdir -p "$build/test" && : >"$results" || exit 2
trap 'rm -f "$results"' EXIT

# one NAME LOG COMMAND… - prints a line, and the end of the log if it failed, at once.
one() {
    local name=$1 log=$2 status
    shift 2
    report_to "$PWD/${build:?}/test/san/${name// /-}"
    # Some callers ignore SIGPIPE, which only env can undo. The group keeps bash's own word about a killed program
    # off the screen.
    { timeout -k 5 "${limit:?}" env --default-signal=PIPE "$@" >"$log" 2>&1 </dev/null; } 2>/dev/null
    status=$?
    if sanitizer_reports >>"$log"; then
        status="$status, and a sanitizer report"
    fi
    case $status in
    0) printf 'ok    %s\n' "$name" ;;
    77) printf 'skip  %s: %s\n' "$name" "$(tail -n 1 "$log")" ;;
    *) printf 'FAIL  %s (status %s)\n%s\n' "$name" "$status" "$(tail -n 60 "$log" | sed 's/^/      /')" ;;
    esac
}

# start NAME LOG COMMAND… - as soon as a core is free.
n_started=0
start() {
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n
    done
    n_started=$((n_started + 1))
    one "$@" | tee -a "$results" &
}

# Waits for what was started, and counts it. What left no line was killed before it could, or had nowhere to write.
finish() {
    wait
    local ok bad skip lost
    read -r ok bad skip < <(awk '
        /^ok / { ok++ }
        /^FAIL / { bad++ }
        /^skip / { skip++ }
        END { print ok + 0, bad + 0, skip + 0 }' "$results")
    lost=$((n_started - ok - bad - skip))
    [ "$lost" -eq 0 ] || echo "FAIL  $lost of $n_started tests did not report"
    passed=$((passed + ok)) failed=$((failed + bad + lost)) skipped=$((skipped + skip))
    : >"$results"
    n_started=0
}
