#!/usr/bin/env bash
# compare.sh - measures this tree's library against that of an older revision, in the same rounds
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: compare.sh BENCH REVISION [OPTION of bitleap-bench | FILE]...
# The revision is built in build/compare/REVISION. Its engine is this tree's bench/engine_bitleap.c, compiled against
# its header; what its library does not define yet is left out of the engine. This tree's is made in the same way: as a
# shared object, too, for where code is loaded makes a quarter of some rows.
set -eu
cd "$(dirname "$0")/.."

bench=$1
revision=$(git rev-parse --verify --short "$2^{commit}") || exit 2
shift 2
tree=build/compare/$revision
library=$tree/build/libbitleap.a
engine=$tree/engine.so now=build/compare/now.so

if [ ! -e "$library" ]; then
    rm -rf "$tree" && mkdir -p "$tree"
    git archive "$revision" | tar -x -C "$tree"
    # The variables of this make are not meant for that one.
    env -u MAKEFLAGS -u MAKELEVEL -u MODE make -C "$tree" -j"$(nproc)" CC="$CC" MODE=release build/libbitleap.a >&2
fi

# without FEATURE FUNCTION
without=()
without() {
    nm "$library" 2>/dev/null | grep -q " [Tt] $2\$" || without+=("-DBENCH_WITHOUT_$1")
}
without BATCH bl_walk_read_batch
without ACROSS 'bl_\(levels_cross\|block_stack_read_batch\)'
without BITS bl_bits_over
without SPLIT bl_split_open
without BODIES bl_function_next
without TALLY 'bl_\(stats\|tally\)_add'
without TALLY_ALL 'bl_\(stats\|tally\)_add_all'

# Blocks in functions had another name, and a cursor could be opened without an error.
grep -qs n_basic_blocks "$tree"/lib/bitleap*.h || without+=(-Dn_basic_blocks=n_blocks)
! grep -qs 'bl_index_cursor(.*cursor);' "$tree"/lib/bitleap*.h || without+=(-DBENCH_WITHOUT_CURSOR_ERROR)

# Older revisions call statistics tallies.
renamed=()
if nm "$library" 2>/dev/null | grep -q ' T bl_tally_add$'; then
    renamed=(-Dbl_stats_get_block=bl_tally_block)
    for name in '' _open _close _add _add_all _block _n_blocks; do
        renamed+=("-Dbl_stats$name=bl_tally$name")
    done
fi

# engine FILE NAME DIRECTORY LIBRARY FLAG...
engine() {
    # shellcheck disable=SC2086 # several words on purpose
    "$CC" -std=c11 -D_GNU_SOURCE -O2 -g -fPIC -shared -I"$3" -Ibench "${@:5}" -Dbench_bitleap=bench_engine \
        "-DBENCH_BITLEAP_NAME=\"$2\"" -o "$1" bench/engine_bitleap.c "$4" -Wl,-Bsymbolic -Wl,--exclude-libs,ALL $LIBS
}
engine "$engine" "$revision" "$tree/lib" "$library" ${without[@]+"${without[@]}"} ${renamed[@]+"${renamed[@]}"}
engine "$now" now lib build/libbitleap.a

exec "$bench" --engine "$now" --engine "$engine" --engines "now,$revision" --against "$revision" "$@"
