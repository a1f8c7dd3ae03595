# shellcheck shell=bash
# cli.sh - what the scripts of test/cli share; each starts with `. "$BITLEAP_SRC/test/support/cli.sh"`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# A command that fails in a pipe fails the script. So none may end before it has read all: a SIGPIPE would be such a
# failure, at times.
set -euo pipefail

# What a script says of its own failure goes to its log, wherever the failing command's standard error went.
exec {log}>&2
trap 'echo "$0: line $LINENO: status $?" >&$log' ERR
trap 'exit 1' TERM

small=$BITLEAP_SRC/corpora/small
export small

# fail MESSAGE... - ends the script as failed, from within a pipe or a subshell, too.
fail() {
    echo "$0: $*" >&"$log"
    [ "$BASHPID" = "$$" ] || kill "$$"
    exit 1
}

# expect STATUS COMMAND... - runs the command and fails unless it ends with this status.
expect() {
    local want=$1 got=0
    shift
    "$@" || got=$?
    [ "$got" -eq "$want" ] || fail "status $got, not $want: $*"
}

# same FILE FILE - fails with the differences of two files.
same() {
    diff -u "$1" "$2" || fail "$1 and $2 differ"
}

# golden NAME - compares standard input with test/golden/NAME; `make golden` rewrites that file instead.
golden() {
    local file=$BITLEAP_SRC/test/golden/$1
    if [ "${BITLEAP_GOLDEN:-}" = update ]; then
        mkdir -p "$(dirname "$file")" && cat >"$file"
    else
        diff -u "$file" - || fail "differs from test/golden/$1; if that is right, make golden"
    fi
}

# native REASON... - skips the script where the command runs in an emulator.
native() {
    [ -n "${EMULATOR:-}" ] || return 0
    echo "${EMULATOR##*/}: $*"
    exit 77
}

# not_in EMULATOR REASON... - skips the script where the command runs in that one.
not_in() {
    [ "$(basename "${EMULATOR:-}")" = "$1" ] || return 0
    echo "$*"
    exit 77
}

# need TOOL... - skips the script where a tool is absent; in CI that is a failure.
need() {
    local tool
    for tool; do
        command -v "$tool" >/dev/null && continue
        [ "${CI:-}" != true ] || fail "no $tool"
        echo "no $tool"
        exit 77
    done
}
