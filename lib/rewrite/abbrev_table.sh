#!/usr/bin/env bash
# abbrev_table.sh - learns lib/rewrite/abbrev_table.def from the corpora, from the top of the tree
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   make build/test/tools/learn_abbrevs && lib/rewrite/abbrev_table.sh [LEARNER]
#
# Of each kind of file a few, so that none outweighs the others: libraries for GPUs and for CPUs, C of PostgreSQL, and
# what clang 13 to 22 make of corpora/src and of this library, with and without -O2 and -g, for ThinLTO, too.
set -euo pipefail
learner=${1:-build/test/tools/learn_abbrevs}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for version in 13 14 16 19 22; do
    command -v "clang-$version" >/dev/null || continue
    for options in "-O0" "-O0 -g" "-O2" "-O2 -g" "-O2 -flto=thin"; do
        read -ra words <<<"$options"
        for source in corpora/src/{basic,wide,classes}.c* lib/stream/walk.c lib/ir/metadata.c lib/print/metadata_text.c; do
            "clang-$version" "${words[@]}" -D_GNU_SOURCE -Ilib -c -emit-llvm "$source" \
                -o "$work/$version.${options//[ =]/}.$(basename "$source").bc" 2>/dev/null || true
        done
    done
done
mapfile -t files < <({
    find -L corpora/large/postgresql* -name '*.bc' | sort | awk 'NR % 12 == 0'
    for kind in libclc-16 libclc-19 libclc-22 libomp libpocl; do
        find -L corpora/large/"$kind"* -name '*.bc' | sort | sed -n 2p
    done
    find "$work" -name '*.bc' | sort
})
{
    echo "/* rewrite/abbrev_table.def - what abbrev_table.sh has learnt: block, code, hundredths of a bit that a record saves"
    echo " *"
    echo " * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
    echo " */"
    echo "/* clang-format off */"
    "$learner" "${files[@]}"
    echo "/* clang-format on */"
} >"$work/table"
cp "$work/table" lib/rewrite/abbrev_table.def
