# shellcheck shell=bash
# extreme_runs.sh - makes files that claim far more than there is, and runs commands on them; sourced after cli.sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

need "${tools:?}/make_extreme"
${EMULATOR:-} "$tools/make_extreme" .

# What a command may use for a file: seconds of the processor (it takes less than two), and kilobytes of addresses beside
# a 64th of its bytes. Sanitizers and emulators take many times as long, and use all addresses there are; so does malloc
# where each thread has an arena of its own.
export MALLOC_ARENA_MAX=1
seconds=10 kilobytes=100000
case ${EMULATOR:+emulator}${MODE:-release} in asan | tsan | emulator*) seconds=200 kilobytes= ;; esac

# run FILE COMMAND… - it ends by itself, with success or with reported errors, but not for lack of memory. $function
# comes after the file.
run() {
    local file=$1 status=0
    shift
    [ -s "$file" ] || fail "no $file"
    (
        [ -z "$kilobytes" ] || ulimit -v $((kilobytes + $(wc -c <"$file") / 64))
        within "$seconds" "$BITLEAP" "$@" "$file" ${function:+"$function"}
    ) >out 2>err || status=$?
    [ $status -le 1 ] || [ $status -eq 3 ] || fail "$* $file: status $status: $(head -n 3 err)"
    [ "$(grep -vcE '^bitleap: |: no symbols$' err)" -eq 0 ] || fail "$* $file: $(head -n 3 err)"
    ! grep -q 'no memory' err || fail "$* $file: $(grep -m 1 'no memory' err)"
    [ $status -eq 0 ] || [ -s err ] || [ "$1" = verify ] || [ "$1" = has ] || fail "$* $file: fails without a word"
}
