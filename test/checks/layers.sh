#!/usr/bin/env bash
# layers.sh - checks that includes only go down: base < bits < … < catalog < inputs < tables < sql
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Includes name the layer ("stream/cursor.h"). format sees only base. Of the public headers a layer sees its own and those
# of the layers below it, and never the umbrella, bitleap.h. bench sees, of lib, only bitleap.h, and its own
# headers; so does cmd, which also sees base. The tests see everything. tables and sql are clients of the library: they see
# all public headers, and base.
set -u
cd "$(dirname "$0")/../.." || exit 2

declare -A sees=(
    [base]="base"
    [bits]="base bits"
    [stream]="base bits stream"
    [format]="base format"
    [index]="base bits stream index"
    [search]="base bits stream format index search"
    [ir]="base bits stream format index search ir"
    [other]="base bits stream index other"
    [demangle]="base demangle"
    [numbers]="base bits stream format index search ir numbers"
    [print]="base bits stream format index search ir numbers demangle print"
    [contents]="base bits stream format index search ir numbers demangle print contents"
    [verify]="base bits stream format index search ir print verify"
    [catalog]="base bits stream format index search ir numbers contents verify catalog"
    [rewrite]="base bits stream format index search ir numbers print contents verify rewrite"
    [inputs]="base bits stream format index search ir print catalog inputs"
    [analysis]="base bits stream format index search ir print contents catalog inputs analysis"
    [tables]="base inputs tables"
    [sql]="base inputs tables sql"
)
# The public headers of each layer: bitleap_NAME.h.
declare -A public=(
    [base]="base limits parallel"
    [bits]="bits"
    [stream]="stream walk primitives writer"
    [format]=""
    [index]="index stats"
    [search]="search"
    [ir]="names codes module symbols types constants metadata function graph debug references layout"
    [other]="remarks ast"
    [demangle]="demangle"
    [numbers]="numbers"
    [print]="print"
    [contents]="contents"
    [verify]="verify"
    [catalog]="catalog"
    [rewrite]="rewrite edit repack ideal slice strip lower"
    [inputs]="query"
    [analysis]="analysis"
    [tables]="tables"
    [sql]="sql"
)
status=0
complain() {
    echo "$1: $2" >&2
    status=1
}

# "file:line:header" for every quoted include below the given directories.
quoted_includes() {
    find "$@" \( -name '*.[ch]' -o -name '*.cc' \) -exec grep -Hn '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' {} + 2>/dev/null |
        sed 's/^\([^:]*:[0-9]*\):[^"]*"\([^"]*\)".*/\1:\2/'
}

for directory in lib/*/; do
    layer=$(basename "$directory")
    case $layer in examples | bindings | python | js | rust) continue ;; esac # clients of <bitleap.h>, and what reads it
    if [ -z "${sees[$layer]:-}" ]; then
        complain "$directory" "no such layer: ${!sees[*]}"
        continue
    fi
    headers=
    below_it=${sees[$layer]}
    [[ $layer == tables || $layer == sql ]] && below_it=${!public[*]}
    for below in $below_it; do
        for name in ${public[$below]}; do
            headers+=" bitleap_$name.h"
        done
    done
    while IFS=: read -r file line header; do
        [ "$layer:$header" = ir:bitleap_codes.def ] && continue # tables are made of its rows
        if [[ $header == bitleap*.h ]]; then
            [[ "$headers " == *" $header "* ]] || complain "$file:$line" "$layer must not see \"$header\""
        elif [[ $header != */* ]]; then
            complain "$file:$line" "\"$header\" does not name its layer"
        elif [[ " ${sees[$layer]} " != *" ${header%%/*} "* ]]; then
            complain "$file:$line" "$layer must not see \"$header\""
        fi
    done < <(quoted_includes "$directory")
done

# bitleap.h shows everything to everybody; what is said of LLVM IR begins in ir.
while IFS= read -r line; do
    complain "${line%%:*}" "knows LLVM IR: ${line#*:}"
done < <(grep -nE 'bl_ir_[a-z]+' -r lib/base lib/bits lib/stream lib/index lib/format)

for directory in cmd bench; do
    while IFS=: read -r file line header; do
        [ "$header" = bitleap.h ] && continue
        [[ $directory:$header == cmd:base/* && -e lib/$header ]] && continue
        if [ ! -e "$directory/$header" ]; then
            complain "$file:$line" "$directory must not see \"$header\""
        fi
    done < <(quoted_includes "$directory")
done
exit $status
