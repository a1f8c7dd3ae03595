#!/usr/bin/env bash
# amplification.sh - a file with four times as much of one thing costs four times as much, by every command
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3
native 'limits are those of the machine'
measured

# WHOLE=1: files of a megabyte.
python3 "$BITLEAP_SRC/test/support/amplification.py" "$BITLEAP" . $((${WHOLE:+7} + 1)) >out || fail "$(cat out)"
[ "$(grep -o '^[0-9]* compared' out)" = '1717 compared' ] || fail "$(cat out)"
