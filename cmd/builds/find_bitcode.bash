# find_bitcode.bash - a function of bash that finds bitcode in a build tree; source it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash

# find_bitcode [-0] [DIRECTORY...] - prints the path of each file that has bitcode in it, in whatever container, a line
# each, or with -0 each before a zero byte; of the working directory unless others are named. 0: there are some.
find_bitcode() {
    local end='\n' found=1 line
    if [ "${1:-}" = -0 ]; then
        end='\0'
        shift
    fi
    [ $# -gt 0 ] || set -- .
    while IFS= read -r line; do
        printf "%s$end" "$line"
        found=0
    done < <("${BITLEAP:-bitleap}" has --json "$@" 2>/dev/null | jq -r 'select(.type == "has" and .streams > 0) | .file')
    return $found
}
