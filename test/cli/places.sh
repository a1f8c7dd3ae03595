#!/usr/bin/env bash
# places.sh - where in the source instructions come from, through what was inlined: as llvm-dis's !DILocation chains have it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3

# places FILE - function and places of each instruction that has a location
places() {
    "$BITLEAP" sql --format json "SELECT function, places FROM instructions WHERE line IS NOT NULL" "$1" |
        python3 -c 'import json, sys
for row in json.load(sys.stdin): print(row["function"], row["places"], sep="\t")'
}

# Every instruction of optimized code, of each LLVM that is there.
n=0
for file in "$small"/c*-g-O2.clang*.bc "$small"/*thin-*.clang*.bc; do
    version=${file##*.clang} && version=${version%.bc}
    command -v llvm-dis-"$version" >/dev/null || continue
    llvm-dis-"$version" -o - "$file" | python3 "$BITLEAP_SRC/test/support/source_places.py" >theirs
    places "$file" | same theirs -
    n=$((n + $(grep -c 'inlined at' theirs || true)))
done
[ -z "$(command -v llvm-dis-19)" ] || [ "$n" -gt 50 ] || fail "only $n inlined instructions"

# All that prints places prints these.
file=$small/cxx-g-O2.clang19.bc
want='src/classes.cpp:106:9 in open_item, inlined at src/classes.cpp:117:25 in try_all'
try_all=_ZN4shop7try_allEPPNS_4ItemEi
"$BITLEAP" callers --places __cxa_allocate_exception "$file" >out
grep -qF "@$try_all, at $want" out || fail "$(cat out)"
grep -q 'open_itemEPNS_4ItemEi, at src/classes.cpp:106:9$' out || fail "$(cat out)"
"$BITLEAP" show $try_all "$file" | grep 'call ptr @__cxa_allocate_exception' | head -n 1 >out
grep -qF ", at $want" out || fail "$(cat out)"
"$BITLEAP" callees --to __cxa_allocate_exception $try_all "$file" >out
grep -qF ", called at $want" out || fail "$(cat out)"
"$BITLEAP" sql --format csv "SELECT places, source, directory, subprogram, line FROM calls WHERE function = '$try_all' AND callee = '__cxa_allocate_exception' LIMIT 1" \
    "$file" | tail -n 1 | same - <(echo "\"$want\",src/classes.cpp,.,open_item,106")
inlined='"inlined":[{"line":117,"column":25,"source":"src/classes.cpp","directory":".","subprogram":"try_all","linkage_name":"_ZN4shop7try_allEPPNS_4ItemEi"}]'
for command in "callers --places --json __cxa_allocate_exception" "show --json $try_all" "callees --json --to __cxa_allocate_exception $try_all"; do
    # shellcheck disable=SC2086 # several words, on purpose
    "$BITLEAP" $command "$file" | grep -F "\"line\":106,\"column\":9,\"source\":\"src/classes.cpp\",\"directory\":\".\",\"subprogram\":\"open_item\"" >out
    grep -qF "$inlined" out || fail "$command: $(cat out)"
done

# What a file without debug information has, and one whose metadata is cut off.
"$BITLEAP" callers --places push "$small/c-O0.clang22.bc" >out
grep -q '@main$' out || fail "$(cat out)"
