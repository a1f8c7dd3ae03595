#!/usr/bin/env bash
# stubs.sh - checks that each script of test/cli fails for a command that only prints nothing, or always the same
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: stubs.sh [DIRECTORY]; it holds what test/tools makes (default: build/release/test/tools).
set -u
TOOLS=$(realpath "${1:-$(dirname "$0")/../../build/release/test/tools}") || exit 2
export TOOLS
cd "$(dirname "$0")/../.." || exit 2

# These are about make and about the runner of the tests.
others=(packages runner)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch"/{nothing,same}
printf '%s\n' '#!/bin/sh' >"$scratch/nothing/bitleap"
printf '%s\n' '#!/bin/sh' 'echo same' >"$scratch/same/bitleap"
chmod +x "$scratch"/*/bitleap

# try STUB SCRIPT - says so if the script passes, or waits for what the command never does. Some need what is not built yet.
try() {
    local stub=$1 script=$2 status=0 directory
    directory=$(mktemp -d -p "$stub")
    env -C "$directory" LC_ALL=C.UTF-8 TZ=UTC TMPDIR="$directory" BITLEAP="$stub/bitleap" BITLEAP_SRC="$PWD" MODE=release \
        timeout -k 1 60 bash "$PWD/$script" >/dev/null 2>&1 </dev/null || status=$?
    rm -rf "$directory"
    case $status in
    0 | 124 | 137) echo "$script: status $status with a command that prints $(basename "$stub")" ;;
    esac
}
export -f try

for script in test/cli/*.sh; do
    [[ " ${others[*]} " == *" $(basename "$script" .sh) "* ]] || printf '%s\n' "$scratch/nothing $script" "$scratch/same $script"
done | xargs -P "$(nproc)" -L 1 bash -c 'try "$@"' stubs >"$scratch/found"
cat "$scratch/found"
[ ! -s "$scratch/found" ]
