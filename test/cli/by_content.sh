#!/usr/bin/env bash
# by_content.sh - modules in sections whose names no table has, and offload binaries of all versions
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

module=$small/c-O2.clang22.bc
python3 "$BITLEAP_SRC/test/support/by_content.py" . "$module"
for file in *.*; do
    case $file in
    none.o | *.dxil | *.pak | deep.tar) ;;
    *) "$BITLEAP" ls "$file" ;;
    esac
done >streams
golden by_content.txt <streams

# Each is the module, byte for byte, without a length before it and a wrapper around it.
while IFS= read -r path; do
    "$BITLEAP" extract --force "$path" -o extracted.bc
    case $path in
    *wrapped) tail -c +21 extracted.bc | cmp - "$module" ;;
    *) cmp extracted.bc "$module" ;;
    esac
done < <(sed 's/: LLVM IR.*//' streams)

expect 1 "$BITLEAP" has stat.dxil >answer 2>&1
grep -q 'without bitcode inside' answer

# That is said of nothing that has bitcode in it, wherever it is: where, and no more.
for file in none.o after.dxil within.pak deep.tar; do
    for command in has ls 'index -o x.blx' dis; do
        [ "$command" = has ] || [ "$file" != within.pak ] || continue # a stream of an unknown kind
        # shellcheck disable=SC2086 # words on purpose
        expect 4 "$BITLEAP" $command "$file" >answer 2>err
        byte=$(sed -n "s/^bitleap: $file: bit [0-9]* (byte 0x\([0-9a-f]*\)): bytes here look like bitcode.*/\1/p" err)
        [ -n "$byte" ] || fail "$command $file: $(cat err)"
        ! grep 'without bitcode inside' answer || fail "$command $file"
    done
    tail -c +$((0x$byte + 1)) "$file" >cut.bc
    head -c "$(stat -c %s "$module")" cut.bc | cmp - "$module"
done
