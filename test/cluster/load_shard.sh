#!/usr/bin/env bash
# load_shard.sh - exports the tables of one shard's index file into a ClickHouse server
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# load_shard.sh PORT K INDEX: rows of shard K are in partition K, which is made anew; that all of them are there, a row of
# `loaded` says, which is written last. A shard that has one is not loaded again.
set -eu -o pipefail

port=$1 k=$2 index=$3
bitleap=${BITLEAP:-bitleap}
ask() {
    clickhouse-client --host 127.0.0.1 --port "$port" -q "$1"
}
if [ "$(ask "SELECT count() FROM loaded_local WHERE shard = $k")" -gt 0 ]; then
    exit 0
fi
ask "ALTER TABLE symbols_local DROP PARTITION $k"
ask "ALTER TABLE modules_local DROP PARTITION $k"
"$bitleap" sql --format native "SELECT $k AS shard, file, module, name, defined, kind, binding, bytes FROM symbols" "$index" |
    ask 'INSERT INTO symbols_in FORMAT Native'
"$bitleap" sql --format native "SELECT $k AS shard, file, module, producer, triple FROM modules" "$index" |
    ask 'INSERT INTO modules_in FORMAT Native'
ask "INSERT INTO loaded_local SELECT $k, (SELECT count() FROM symbols_local WHERE shard = $k),
    (SELECT count() FROM modules_local WHERE shard = $k)"
