#!/usr/bin/env bash
# outputs.sh - what each command prints with --json, of every file of corpora/small and of damaged copies
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: outputs.sh DIRECTORY, which gets a file COMMAND.NUMBER for each output; BITLEAP and BITLEAP_SRC are as in
# test/run.sh. Statuses are not looked at, other tests do.
set -u

mkdir -p "$1" && cd "$1" || exit 2
rm -f ./*.json
small=$BITLEAP_SRC/corpora/small
number=0
# put COMMAND WORD... - one output
put() {
    number=$((number + 1))
    "$BITLEAP" "$1" --json "${@:2}" >"$1.$number.json" 2>/dev/null
}

# Copies that are cut off, and copies whose bytes are overwritten in several places.
rm -rf damaged && mkdir damaged
i=0
for file in "$small"/*; do
    size=$(stat -c %s "$file")
    [ "$size" -gt 64 ] || continue
    copy=damaged/$(basename "$file")
    i=$((i + 1))
    if [ $((i % 2)) = 0 ]; then
        head -c $((size * (i % 7 + 2) / 9)) "$file" >"$copy"
    else
        cp "$file" "$copy" && chmod u+w "$copy"
        for part in 3 5 7; do
            printf '\x5a\xa5\xff' | dd of="$copy" bs=1 seek=$((size * part / 8)) conv=notrunc status=none
        done
    fi
done

images=("$BITLEAP_SRC"/corpora/fuzz/{ast,fatbin,offload,offload_bundle}/*)
put ls "${images[@]}"
put info "${images[@]}"
# What is packed, where what has the name of libarchive is no library.
mkdir none unopened
: >none/libarchive.so.13
gzip -c "$small/c-O2.clang22.bc" >unopened/m.bc.gz
LD_LIBRARY_PATH=$PWD/none put ls unopened
for set in "$small" damaged; do
    files=("$set"/*)
    put ls --depth all "${files[@]}" missing.bc
    put dump --blobs "${files[@]}"
    put stats --abbrevs "${files[@]}"
    put stats "${files[@]}"
    put stats --blocks "${files[@]}"
    put stats --ideal "${files[@]}"
    put verify "${files[@]}"
    put dis "${files[@]}"
    put types "${files[@]}"
    put attrs "${files[@]}"
    put attrs --groups "${files[@]}"
    put meta --functions "${files[@]}"
    put meta --from=@main --depth=3 "${files[@]}"
    put meta --strings "${files[@]}"
    put meta --named "${files[@]}"
    put summary "${files[@]}"
    put summary --imports "${files[@]}"
    put audit "${files[@]}"
    put funcs --opcodes --properties "${files[@]}"
    put strings e "${files[@]}"
    put strings --count e "${files[@]}"
    put has "${files[@]}" "$BITLEAP_SRC/README.md"
    put has "$set"
    put nm --size "${files[@]}"
    put nm "${files[@]}"
    put nm --print-size --numeric-sort "${files[@]}"
    put nm --export-symbols "${files[@]}"
    put info --deep "${files[@]}"
    put info --check-lto "${files[@]}"
    put extract --directory extracted "${files[@]}"
    put strip -g --names --directory stripped "${files[@]}"
    put repack --directory repacked "${files[@]}"
    put lower --for 16 --directory lowered "${files[@]}"
    put lower --for 16 --explain "${files[@]}"
    put slice --each --directory sliced "${files[@]}"
    put slice --each --format=ndjson -o - "${files[@]}"
    put index -o all.blx "${files[@]}"
    put find /./ all.blx
    put find /./ "${files[@]}"
    put dups --list "${files[@]}"
    for by in functions globals metadata modules blocks sources directory namespace,template,symbol; do
        put top --by $by "${files[@]}"
    done
    put report "${files[@]}"
    put report --diff "$set/c-O2.clang19.bc" "$set/c-O2.clang22.bc"
    put diff --all "$set/cxx-g-O2.clang19.bc" "$set/cxx-g-O2.clang22.bc"
    put diff --all "$set/c-O0.clang13.bc" "$set/c-O0.clang16.bc"
    put diff --stat "$set/c-O0.clang13.bc" "$set/c-O0.clang16.bc"
    put diff -C --all --only '*' "$set/cxx-g-O2.clang19.bc" "$set/cxx-g-O2.clang22.bc"
    put diff -p "$set/c-O2.clang19.bc" "$set/c-O2.clang22.bc"
    put diff --all "$set/multi.llvm22.bc" "$set/thin-b.clang19.bc"
    put diff --all "$set/thin-b.clang16.bc" "$set/multi.llvm22.bc"
    for file in "${files[@]}"; do
        mapfile -t names < <("$BITLEAP" funcs "$file" 2>/dev/null | sed -n 's/.*  @\([^" ]*\)$/\1/p' | head -n 40)
        [ ${#names[@]} -eq 0 ] || put show "$file" "${names[@]}"
        [ ${#names[@]} -eq 0 ] || put callees "${names[0]}" "$file"
    done
    for name in used push main from_a printf turn; do
        put callers $name "${files[@]}"
        put callers --places $name "${files[@]}"
        put callers --transitive $name "${files[@]}"
        put callees --transitive $name "${files[@]}"
        put callees --unreached $name "${files[@]}"
        put callees --to remember $name "${files[@]}"
    done
    put funcs --recursive "${files[@]}"
    put globals "${files[@]}"
    put globals --columns=name,bytes,text --sort=-bytes "${files[@]}"
    put types --columns=number,parts --where=name "${files[@]}"
    put funcs --columns=name,bytes -n 5 "${files[@]}"
    put dump --bits "$set/empty.llvm22.bc" "$set/bundles.llvm22.bc"
    rm -rf extracted stripped repacked sliced lowered
done
