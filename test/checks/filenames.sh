#!/usr/bin/env bash
# filenames.sh - checks that no two sources or scripts in the tree have the same name
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# But those of other systems, below lib/base: they take the place of headers that have these names.
set -u
cd "$(dirname "$0")/../.." || exit 2

twins=$(find lib cmd bench test ! -path 'lib/base/*/*' \( -name '*.[ch]' -o -name '*.cc' -o -name '*.sh' \) 2>/dev/null | sed 's|.*/||' | sort | uniq -d)
[ -z "$twins" ] && exit 0
for name in $twins; do
    echo "two files are named $name:" >&2
    find lib cmd bench test -name "$name" 2>/dev/null | sed 's/^/    /' >&2
done
exit 1
