#!/usr/bin/env bash
# run-fuzz.sh - runs fuzz targets one after the other, and prints what each of them did
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: run-fuzz.sh BUILD_DIR TIME TARGET…, from the top of the tree; `make fuzz` calls it.
#
# Seeds are those of corpora/fuzz and the smaller files of corpora/small. What is found new stays in
# BUILD_DIR/found/TARGET, for the next run; inputs that a target stumbled over go to BUILD_DIR/findings/TARGET. After a
# finding the target goes on until TIME seconds are over. Targets of many checks make a few of them on each input, and
# all on one whose file is named (test/fuzz/choosy.h).
set -eu

build=$1 time=$2
shift 2

small=$build/small
mkdir -p "$small"
# The smaller ones: libFuzzer reads all of them again at each start.
find corpora/small -type f -size -5k ! -name MANIFEST.tsv -exec cp -u {} "$small" \;

# dictionary TARGET - the option for one; of inputs that are no files there is none.
dictionary() {
    case $1 in
    ar | coff | dxbc | elf | fat | fatbin | hint | macho | metallib | offload | offload_bundle | parquet | search | tar | wasm) echo -dict=test/fuzz/dict/containers.dict ;;
    assembly) echo -dict=test/fuzz/dict/assembly.dict ;;
    demangle) echo -dict=test/fuzz/dict/names.dict ;;
    lines) echo -dict=test/fuzz/dict/lines.dict ;;
    kernels | records | symtab | writer) ;;
    *) echo -dict=test/fuzz/dict/streams.dict ;;
    esac
}

# max_len TARGET - of inputs, in bytes. Many short ones find more where an input is read again and again.
max_len() {
    case $1 in
    lines | records | stream | stats | writer) echo 4096 ;;
    *) echo 16384 ;;
    esac
}

# The last number after NAME in the log, as in "cov: 512 ft: 900".
last() {
    grep -o "$1 *[0-9]*" "$2" | tail -n 1 | grep -o '[0-9]*$' || echo 0
}

# fuzz TARGET - a line of the table.
fuzz() {
    local target=$1 end=$((SECONDS + time)) left executions=0 n_findings
    local findings=$build/findings/$1 found=$build/found/$1 log=$build/log-$1
    local inputs=("$found" "$small")
    [ ! -d "corpora/fuzz/$target" ] || inputs+=("corpora/fuzz/$target")
    mkdir -p "$findings" "$found"
    : >"$log"
    while left=$((end - SECONDS)) && [ "$left" -gt 0 ]; do
        # shellcheck disable=SC2046 # no dictionary, no word
        "$build/test/fuzz/$target" -max_total_time="$left" -print_final_stats=1 -timeout=20 -rss_limit_mb=3000 \
            -max_len="$(max_len "$target")" -artifact_prefix="$findings/" $(dictionary "$target") "${inputs[@]}" \
            >"$log.part" 2>&1 || true
        executions=$((executions + $(last 'number_of_executed_units:' "$log.part")))
        cat "$log.part" >>"$log"
        rm "$log.part"
    done
    n_findings=$(find "$findings" -type f ! -name 'slow-unit-*' | wc -l)
    printf '%-12s %8s %12s %8s %8s %9s\n' "$target" "$time" "$executions" "$(last 'cov:' "$log")" \
        "$(last 'corp:' "$log")" "$n_findings"
    [ "$n_findings" -eq 0 ]
}

for target; do
    [ -x "$build/test/fuzz/$target" ] || { echo "run-fuzz.sh: no such target: $target" >&2 && exit 2; }
done
status=0
printf '%-12s %8s %12s %8s %8s %9s\n' target seconds executions edges corpus findings
for target; do
    fuzz "$target" || status=1
done
[ "$status" -eq 0 ] || echo "what was found: $build/findings/TARGET; the target's program repeats it"
exit $status
