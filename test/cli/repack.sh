#!/usr/bin/env bash
# repack.sh - repack: the same records and the same text in fewer bytes, for files of every kind
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

# text FILE - without its name and its module hash
text() {
    "$BITLEAP" dis "$1" | sed '1d; s/^\(\^0 = module:\).*/\1/'
}

for file in "$small"/{cxx-g-O2.clang13,cxx-g-O2.clang22,c-O2.clang16,thin-a.clang19}.bc; do
    "$BITLEAP" repack "$file" -o out.bc --force || fail "$file"
    [ "$(wc -c <out.bc)" -lt $(($(wc -c <"$file") * 85 / 100)) ] || fail "$file: $(wc -c <out.bc) bytes"
    "$BITLEAP" verify --quiet out.bc || fail "$file: the result is wrong"
    same <(text out.bc) <(text "$file")
    same <("$BITLEAP" nm out.bc) <("$BITLEAP" nm "$file")
    "$BITLEAP" repack out.bc -o again.bc --force
    cmp out.bc again.bc || fail "$file: not the same a second time"
done

# The rest of a file stays: a wrapper, other members of an archive.
"$BITLEAP" repack "$small/wrapper-x86_64.clang22.bc" -o wrapped.bc
[ "$(head -c 4 wrapped.bc | od -An -tx1 | tr -d ' ')" = dec0170b ] || fail "no wrapper"
"$BITLEAP" verify --quiet wrapped.bc || fail "the wrapper is wrong"
archive=$small/ar-mixed.llvm22.a
"$BITLEAP" repack "$archive" -o out.a
[ "$(wc -c <out.a)" -lt "$(wc -c <"$archive")" ] || fail "an archive is not smaller"
same <("$BITLEAP" nm out.a | sed 's/^out.a//') <("$BITLEAP" nm "$archive" | sed "s|^$archive||")

# Where results go, and what is said of them.
mkdir all
"$BITLEAP" repack --directory=all "$small"/c-O2.clang{13,22}.bc
[ "$(find all -type f | wc -l)" = 2 ] || fail "not two files"
cp "$small/c-O2.clang22.bc" a.bc && chmod u+w a.bc
"$BITLEAP" repack --in-place a.bc || fail "--in-place"
cmp a.bc all/c-O2.clang22.bc || fail "--in-place writes something else"
"$BITLEAP" repack - -o - <"$small/c-O2.clang22.bc" | cmp - a.bc || fail "standard input and output"
"$BITLEAP" repack --json "$small/thin-a.clang19.bc" -o json.bc | grep -q '"type":"repacked".*"modules":1,"kept":0,.*"hash":"dropped"' ||
    fail "--json"
# Hashes: those of all versions are what LLVM would write, and so are new ones; others go, which is said.
for file in "$small"/{multi.llvm13,hash.llvm16,thin-split.clang19,wrapper-thin.clang22}.bc; do
    for change in "repack" "strip -a" "edit --prefix-symbols=long_prefix_"; do
        # shellcheck disable=SC2086 # several words
        "$BITLEAP" $change --module-hash=renew "$file" -o renewed.bc --force || fail "$change $file"
        "$BITLEAP" verify --quiet renewed.bc || fail "$change $file: wrong hash"
    done
    "$BITLEAP" repack --module-hash=renew --json "$file" -o renewed.bc --force | grep -q '"hash":"renewed"' || fail "$file: not renewed"
    "$BITLEAP" verify --json renewed.bc | grep -q '"hashes":[12]' || fail "$file: no hash"
    "$BITLEAP" repack --module-hash=keep "$file" -o kept.bc --force || fail "$file: --module-hash=keep"
    [ "$("$BITLEAP" info --json kept.bc | grep -o '"hash":"[^"]*"')" = "$("$BITLEAP" info --json "$file" | grep -o '"hash":"[^"]*"')" ] ||
        fail "$file: another hash"
done
"$BITLEAP" edit --triple=other --module-hash=renew --json kept.bc -o again.bc --force 2>message | grep -q '"hash":"dropped"' ||
    fail "a hash of something else is renewed"
grep -q "kept.bc: a module hash that is not LLVM's is dropped" message || fail "$(cat message)"
expect 2 "$BITLEAP" repack --module-hash=some a.bc -o again.bc --force
expect 2 "$BITLEAP" repack a.bc
expect 2 "$BITLEAP" repack a.bc -o json.bc
expect 2 "$BITLEAP" repack missing.bc -o out.bc --force
head -c 2000 "$small/c-O2.clang22.bc" >cut.bc
"$BITLEAP" repack cut.bc -o cut.out 2>message && fail "damage"
[ ! -e cut.out ] || fail "something was written of damage"
grep -q 'cut.bc' message || fail "the message does not say where"
