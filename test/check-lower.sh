#!/usr/bin/env bash
# check-lower.sh - has older LLVMs read, verify and compile what `bitleap lower` writes
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-lower.sh [--every N] [FILE|FOLDER]…
#
# Every module is lowered for each older version that is installed and has its kind of pointers: `opt` of that version
# must verify it. Without operands: those of corpora/small, and what each clang, and the rustc that there is, make of
# test/lowered and of some sources, with and without -g. Programs are then compiled by the older LLVM, and must print and
# return the same; those of generate.py are interpreted. Each row of the table of features has a module of its own, in test/lowered/features.ll: LLVM refuses
# or misreads it where that remedy alone is missing. The last lines are the numbers by pair of versions.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
every=20
. "$src/test/support/peers.sh"
readers=(13 14 15 16 19)
declare -A before after of refused

# key FROM TO - both count in the matrix
note() {
    local -n counts=$1
    counts[$2]=$((${counts[$2]:-0} + 1))
}

# reads VERSION FILE - without a warning: LLVM leaves out all debug information if some of it is invalid.
reads() { "opt-$1" -passes=verify "$2" -disable-output >/dev/null 2>"$work/err" && [ ! -s "$work/err" ]; }

lower_for() {
    local file=$1 from=$2 to=$3
    note of "$from-$to"
    ! (reads "$to" "$file") 2>/dev/null || note before "$from-$to"
    if ! "$bitleap" lower --for "$to" --force "$file" -o "$work/lowered.bc" 2>"$work/message"; then
        "$bitleap" lower --for "$to" --explain "$file" >"$work/explained" 2>/dev/null || true
        if grep -q '^refuse ' "$work/explained"; then
            note refused "$from-$to"
            sed -nE "s/^refuse +[0-9]+  ([^:]*), LLVM [0-9]+: .*/$from $to: \\1/p" "$work/explained" >>"$work/refusals"
        else
            echo "wrong: $file for $to: $(cat "$work/message")"
            fail
        fi
        return 1
    fi
    if (reads "$to" "$work/lowered.bc") 2>/dev/null; then
        note after "$from-$to"
        pass
    else
        echo "wrong: $file for $to: $(grep -v '^PLEASE' "$work/err" | head -n 2)"
        fail
        return 1
    fi
}

lower_all() {
    local file=$1 from=$2 to
    reads "$from" "$file" || return 0
    for to in "${readers[@]}"; do
        if [ "$to" -ge "$from" ] || ! command -v "opt-$to" >/dev/null; then continue; fi
        if [ "$from" -le 14 ] || [ "$to" -ge 15 ]; then lower_for "$file" "$from" "$to" || true; fi
    done
}

# is_due - of what is compiled here, CI takes each fourth module.
n_compiled=0
is_due() {
    n_compiled=$((n_compiled + 1))
    [ -z "${CI:-}" ] || [ $((n_compiled % 4)) = 1 ]
}

# compile TO - the older LLVM makes an object of what was lowered
compile() {
    "opt-$1" -O2 "$work/lowered.bc" -o "$work/optimized.bc"
    "llc-$1" -O2 -relocation-model=pic -filetype=obj "$work/optimized.bc" -o "$work/lowered.o"
}

# behave MODULE TO - whether the program that was made of it is the same
behave() {
    local status=0 lowered_status=0
    "$work/program" >"$work/theirs" 2>/dev/null || status=$?
    "$work/lowered" >"$work/ours" 2>/dev/null || lowered_status=$?
    if [ $status = $lowered_status ] && agree "$1 for $2"; then pass; else fail; fi
}

programs() {
    local from to source driver level module
    for from in 19 22; do
        command -v "clang-$from" >/dev/null || continue
        for source in "$src"/test/lowered/*.c "$src"/test/lowered/*.cpp; do
            driver=clang-$from
            [[ $source != *.cpp ]] || driver=clang++-$from
            for level in "-O0" "-O1 -g" "-O2"; do
                is_due || continue
                module=$work/$(basename "$source")${level// /}.clang$from.bc
                # shellcheck disable=SC2086
                "$driver" -w $level -c -emit-llvm "$source" -o "$module"
                for to in 15 16 19; do
                    if [ "$to" -ge "$from" ] || ! command -v "llc-$to" >/dev/null; then continue; fi
                    lower_for "$module" "$from" "$to" || continue
                    compile "$to"
                    "$driver" "$work/lowered.o" -lm -pthread -o "$work/lowered" 2>/dev/null
                    "$driver" "$module" -lm -pthread -o "$work/program" 2>/dev/null
                    behave "$module" "$to"
                done
            done
        done
    done
}

# By the rustc that there is; what it links again has an object by the older LLVM.
rust_programs() {
    local from to level module directory=$work/rust
    command -v rustc >/dev/null || return 0
    from=$(rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
    for level in "-O" "" "-O -g"; do
        is_due || continue
        mkdir "$directory"
        # shellcheck disable=SC2086
        (cd "$directory" && rustc $level -C codegen-units=1 -C save-temps --print link-args \
            "$src/test/lowered/orders.rs" -o "$work/program" >link.txt)
        module=$(find "$work" "$directory" -maxdepth 1 -name '*-cgu.0.rcgu.bc')
        for to in "${readers[@]}"; do
            if [ "$to" -ge "$from" ] || ! command -v "llc-$to" >/dev/null; then continue; fi
            if [ "$from" -gt 14 ] && [ "$to" -le 14 ]; then continue; fi
            lower_for "$module" "$from" "$to" || continue
            compile "$to"
            sed "s|[^ \"]*-cgu\.0\.rcgu\.o|$work/lowered.o|; s|\"$work/program\"|\"$work/lowered\"|" \
                "$directory/link.txt" >"$directory/link.sh"
            (cd "$directory" && bash link.sh)
            behave "orders.rs $level" "$to"
        done
        rm -rf "$directory" "$work"/program*
    done
}

# compile_all SOURCE VERSION COMMAND… - modules of SOURCE, with and without -g
compile_all() {
    local source=$1 version=$2 level module
    shift 2
    for level in "-O0" "-O2" "-g -O0" "-g -O2"; do
        is_due || continue
        module=$work/$(basename "$source")${level// /}.clang$version.bc
        # shellcheck disable=SC2086
        "$@" -w $level -D_GNU_SOURCE -I"$src/lib" -c -emit-llvm "$source" -o "$module" 2>/dev/null || continue
        lower_all "$module" "$version"
    done
}

# Kernels of OpenCL for three targets, and of CUDA.
kernels() {
    local version target
    for version in 14 15 16 19 22; do
        command -v "clang-$version" >/dev/null || continue
        for target in amdgcn-amd-amdhsa nvptx64-nvidia-cuda spir64; do
            compile_all "$src/test/lowered/kernels.cl" "$version" "clang-$version" -target $target -cl-std=CL2.0 -nogpulib
        done
        compile_all "$src/test/lowered/device.cu" "$version" \
            "clang-$version" --cuda-device-only -nocudalib -nocudainc --cuda-gpu-arch=sm_70
    done
}

sources() {
    local version source driver
    for version in 14 15 16 19 22; do
        command -v "clang-$version" >/dev/null || continue
        for source in "$src"/corpora/src/{basic,wide,remarks}.c "$src"/corpora/src/{classes,vtables}.cpp \
            "$src"/lib/{base/map,ir/symtab,format/ar}.c; do
            driver=clang-$version
            [[ $source != *.cpp ]] || driver=clang++-$version
            compile_all "$source" "$version" "$driver"
        done
    done
}

# same_output MODULE VERSION - LLVM's interpreter of it, as it is and optimized, prints what is wanted
same_output() {
    "lli-$2" "$1" >"$work/ours" 2>/dev/null && agree "$1 by lli-$2" || return 1
    "opt-$2" -O2 "$1" -o "$work/optimized.bc"
    "lli-$2" "$work/optimized.bc" >"$work/ours" 2>/dev/null && agree "$1 by opt-$2 -O2 and lli-$2"
}

# Programs that are made of what is rewritten, by numbers; and what llvm-stress makes, which older LLVMs compile.
generated() {
    local seed n=60 from to
    [ -z "${CI:-}" ] || n=8
    for seed in $(seq "$n"); do
        python3 "$src/test/lowered/generate.py" "$seed" | llvm-as-22 -o "$work/generated.bc" -
        lli-22 "$work/generated.bc" >"$work/theirs"
        for to in 15 16 19; do
            if ! command -v "lli-$to" >/dev/null || ! lower_for "$work/generated.bc" 22 "$to"; then continue; fi
            if same_output "$work/lowered.bc" "$to"; then pass; else echo "seed $seed" && fail; fi
        done
    done
    for from in 14 16 19 22; do
        command -v "llvm-stress-$from" >/dev/null || continue
        for seed in $(seq $((n / 3))); do
            "llvm-stress-$from" -seed="$seed" -size=300 -o "$work/stress.ll"
            "opt-$from" -O1 "$work/stress.ll" -o "$work/stress.bc"
            for to in "${readers[@]}"; do
                if [ "$to" -ge "$from" ] || ! command -v "llc-$to" >/dev/null; then continue; fi
                if [ "$from" -gt 14 ] && [ "$to" -le 14 ]; then continue; fi
                lower_for "$work/stress.bc" "$from" "$to" || continue
                if "llc-$to" -mtriple=x86_64-pc-linux-gnu "$work/lowered.bc" -o /dev/null; then pass; else fail; fi
            done
        done
    done
}

# rows - a module for each row of the table; CI takes each third one.
rows() {
    local every_row=1
    [ -z "${CI:-}" ] || every_row=3
    if BITLEAP=$bitleap BITLEAP_SRC=$src python3 "$src/test/lowered/features.py" --every $every_row >"$work/rows"; then
        pass
    else
        fail
    fi
    sed 's/^/rows: /' "$work/rows"
}

need opt-22
if [ $# -gt 0 ]; then
    while IFS= read -r file; do lower_all "$file" "$(version_of "$file")"; done < <(list_files "$@")
else
    for file in "$src"/corpora/small/*.bc; do lower_all "$file" "$(version_of "$file")"; done
    sources
    kernels
    programs
    rust_programs
    generated
    rows
fi
echo "from to: modules, read before, read after, refused"
for pair in $(printf '%s\n' "${!of[@]}" | sort); do
    echo "${pair/-/ }: ${of[$pair]} ${before[$pair]:-0} ${after[$pair]:-0} ${refused[$pair]:-0}"
done
if [ -e "$work/refusals" ]; then
    echo "refused, by how many modules, from and to:"
    sort "$work/refusals" | uniq -c
fi
finish
