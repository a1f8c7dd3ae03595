#!/usr/bin/env bash
# run-afl.sh - fuzzes the command with AFL++, and prints what came of it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: run-afl.sh BUILD_DIR TIME COMMAND…, from the top of the tree; `make fuzz-command` calls it. BUILD_DIR/bitleap is
# built by afl-clang-fast. Each COMMAND (verify, nm…) gets TIME seconds; what AFL++ knows stays in
# BUILD_DIR/afl-COMMAND, for the next run.
set -eu

build=$1 time=$2
shift 2

seeds=$build/seeds
rm -rf "$seeds" && mkdir -p "$seeds"
find corpora/small -type f -size -5k ! -name MANIFEST.tsv -exec cp {} "$seeds" \;
for target in ar elf macho coff search stream module function metadata summary; do
    for seed in corpora/fuzz/"$target"/*; do
        [ ! -s "$seed" ] || cp "$seed" "$seeds/$target-${seed##*/}"
    done
done
cat test/fuzz/dict/*.dict | grep -v '^#' >"$build/all.dict"

# No window, and no opinion on how this machine treats its cores and its core dumps.
export AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
export AFL_AUTORESUME=1 AFL_IGNORE_SEED_PROBLEMS=1

# number COMMAND NAME - of AFL's statistics.
number() {
    awk -F ' *: *' -v name="$2" '$1 == name { print $2 }' "$build/afl-$1/default/fuzzer_stats"
}

status=0
printf '%-12s %8s %12s %8s %8s %8s %8s\n' command seconds executions edges corpus crashes hangs
for command; do
    out=$build/afl-$command
    if ! afl-fuzz -V "$time" -i "$seeds" -o "$out" -t 2000 -m none -x "$build/all.dict" -- \
        "$build/bitleap" "$command" @@ >"$build/afl-$command.log" 2>&1; then
        tail -n 20 "$build/afl-$command.log"
        exit 2
    fi
    printf '%-12s %8s %12s %8s %8s %8s %8s\n' "$command" "$(number "$command" run_time)" \
        "$(number "$command" execs_done)" "$(number "$command" edges_found)" "$(number "$command" corpus_count)" \
        "$(number "$command" saved_crashes)" "$(number "$command" saved_hangs)"
    [ "$(number "$command" saved_crashes)$(number "$command" saved_hangs)" = 00 ] || status=1
done
[ "$status" -eq 0 ] || echo "what was found: $build/afl-COMMAND/default/crashes and hangs"
exit $status
