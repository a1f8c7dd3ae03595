#!/usr/bin/env bash
# spdx.sh - checks that every source starts with one line about itself and one with the licence
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
set -u
cd "$(dirname "$0")/../.." || exit 2

licence='SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception'
status=0
while read -r file; do
    start=$(head -n 4 "$file")
    name=$(basename "$file")
    [[ $start == *"$name - "* ]] || { echo "$file: no line \"$name - ...\" at its start" >&2 && status=1; }
    [[ $start == *"$licence"* ]] || { echo "$file: no line \"$licence\" at its start" >&2 && status=1; }
done < <(find Makefile .ci .clang-format .clang-tidy lib cmd bench test -type f \
    \( -name '*.[ch]' -o -name '*.hpp' -o -name '*.rs' -o -name '*.cc' -o -name '*.sh' -o -name '.clang*' -o -name '*.mjs' -o -name '*.html' -o -name '*.css' -o -name '*.js' ! -name '*.min.js' -o -name Makefile -o -name '*.mk' -o -name '*.bash' -o -name '*.zsh' -o -name '*.fish' -o -path '.ci/*' \) 2>/dev/null)
exit $status
