# shellcheck shell=bash
# sanitizers.sh - sends the reports of sanitizers to files and finds them again; sourced by the runners
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Status 99 is what no test expects of the command. Memory that was freed is kept back up to 8 MB, not 256, and eight
# callers are noted for each allocation, not thirty: fresh pages and long notes take up to a third of the time.

# report_to DIRECTORY - from now on, which is made anew. The caller's $own_asan_options come last.
report_to() {
    reports=$1
    rm -rf "$reports" && mkdir -p "$reports"
    ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path=$reports/asan:exitcode=99:detect_stack_use_after_return=1"
    export ASAN_OPTIONS="$ASAN_OPTIONS:quarantine_size_mb=8:malloc_context_size=8${own_asan_options:-}"
    export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}log_path=$reports/ubsan:exitcode=99:print_stacktrace=1"
    export TSAN_OPTIONS="${TSAN_OPTIONS:+$TSAN_OPTIONS:}log_path=$reports/tsan:exitcode=99:second_deadlock_stack=1"
}

sanitizer_report_count() {
    find "$reports" -type f | wc -l
}

# Prints the reports and removes them; false if there were none.
sanitizer_reports() {
    [ "$(sanitizer_report_count)" -gt 0 ] || return 1
    head -n 60 "$reports"/*
    rm -f "$reports"/*
}
