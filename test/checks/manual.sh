#!/usr/bin/env bash
# manual.sh - checks the manual pages of the library: one of each header, function, struct and enum, and none is empty
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: manual.sh DIRECTORY, in which man3/ is. That headers declare the functions of this list: symbols.sh.
set -u
cd "$(dirname "$0")/../.." || exit 2

cd "$1" || exit 2
top=$OLDPWD
status=0
while read -r name; do
    page=$name
    ! grep -q '^\.so ' "man3/$name.3" 2>/dev/null || page=$(sed 's|^\.so man3/||; s|\.3$||' "man3/$name.3")
    grep -q "^$page \\\\- ." "man3/$page.3" && continue
    echo "manual: no page of $name, or it says nothing" >&2
    status=1
done < <(
    sed -n 's/^ \(bl_[a-z0-9_]*\)@.*/\1/p' "$top"/.deb/libbitleap*.symbols
    sed -n 's/^\(struct\|enum\) \(bl_[a-z0-9_]*\) {$/\2/p' "$top"/lib/*.h
    basename -s .h "$top"/lib/*.h
)
mandoc -T lint -W error man3/*.3 || status=1
exit $status
