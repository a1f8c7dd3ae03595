# shellcheck shell=bash
# cli.sh - what the scripts of test/cli share; each starts with `. "$BITLEAP_SRC/test/support/cli.sh"`
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# A command that fails in a pipe fails the script. So none may end before it has read all: a SIGPIPE would be such a
# failure, at times. For grep -q and head, which end early, the two functions below read the rest.
set -euo pipefail

# What a script says of its own failure goes to its log, wherever the failing command's standard error went.
exec {log}>&2
trap 'echo "$0: line $LINENO: status $?" >&$log' ERR
trap 'exit 1' TERM

small=$BITLEAP_SRC/corpora/small
tools=${TOOLS:-$BITLEAP_SRC/build/${MODE:-release}/test/tools}
export small tools

# fail MESSAGE... - ends the script as failed, from within a pipe or a subshell, too.
fail() {
    echo "$0: $*" >&"$log"
    [ "$BASHPID" = "$$" ] || kill "$$"
    exit 1
}

grep() { reading_all 1 grep '-*[ABCm]' "$@"; }
head() { reading_all 0 head '-*[cn]' "$@"; }

# reading_all N COMMAND OPTIONS ARGUMENT... - runs the command and, where no file is named beside the N operands that it
# takes first, reads what it leaves of a pipe. OPTIONS is a pattern of those whose value is an argument of its own.
reading_all() {
    local operands=$1 command=$2 with_value=$3 status=0 argument last=
    shift 3
    command "$command" "$@" || status=$?
    for argument; do
        # shellcheck disable=SC2053 # a pattern
        if [[ $argument != -?* && $last != $with_value ]]; then operands=$((operands - 1)); fi
        last=$argument
    done
    if [ "$operands" -ge 0 ] && [ -p /dev/stdin ]; then cat >/dev/null; fi
    return "$status"
}

# expect STATUS COMMAND... - runs the command and fails unless it ends with this status.
expect() {
    local want=$1 got=0
    shift
    "$@" || got=$?
    [ "$got" -eq "$want" ] || fail "status $got, not $want: $*"
}

# within SECONDS COMMAND... - runs the command, which ends by a signal where it takes more time of the processor, or 20
# times as long on a machine that has other work.
within() (
    ulimit -t "$1"
    exec timeout --foreground $((20 * $1)) "${@:2}"
)

# same FILE FILE - fails with the differences of two files.
same() {
    diff -u "$1" "$2" || fail "$1 and $2 differ"
}

# sample N NAME... - prints each N-th name, the first among them, a line each; all of them with WHOLE=1.
sample() {
    local every=$1 i
    shift
    [ -z "${WHOLE:-}" ] || every=1
    for ((i = 1; i <= $#; i += every)); do
        printf '%s\n' "${!i}"
    done
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

# measured - skips the script in a build with sanitizers, which take time and memory of their own, except for WHOLE=1.
measured() {
    case ${MODE:-release}${WHOLE:-} in asan | tsan) ;; *) return 0 ;; esac
    echo 'time and memory are measured in other builds; this one runs it with WHOLE=1'
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

# on_terminal COMMAND... - runs the command with a terminal for all of its output; needs python3.
on_terminal() {
    TERM=xterm python3 -c 'import os, pty, sys
status = os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:]))
sys.exit(status if status >= 0 else 128 - status)' "$@" </dev/null
}

# named_stream NAME [damaged] - a stream whose BLOCKINFO calls block 8 and its records so; the block may be damaged.
# Needs python3.
named_stream() {
    python3 - "$@" <<'END'
import os, sys
bits = ''
def fixed(v, n):
    global bits
    bits += ''.join(str(v >> i & 1) for i in range(n))
def vbr(v, n=6):
    while v >> (n - 1):
        fixed(v & (1 << (n - 1)) - 1 | 1 << (n - 1), n)
        v >>= n - 1
    fixed(v, n)
def record(code, ops):
    fixed(3, 3)
    for v in [code, len(ops)] + ops:
        vbr(v)
def align():
    global bits
    bits += '0' * (-len(bits) % 32)
def block(number, body):
    global bits
    fixed(1, 2); vbr(number, 8); vbr(3, 4); align()
    before, bits = bits, ''
    body(); fixed(0, 3); align()
    inner, bits = bits, before
    fixed(len(inner) // 32, 32)
    bits += inner
name = list(os.fsencode(sys.argv[1]))
for c in b'TEST':
    fixed(c, 8)
block(0, lambda: (record(1, [8]), record(2, name), record(3, [1] + name)))
block(8, lambda: (record(1, [1, 2]), sys.argv[2:] and fixed(7, 3)))
sys.stdout.buffer.write(bytes(int(bits[i:i + 8][::-1], 2) for i in range(0, len(bits), 8)))
END
}
