#!/usr/bin/env bash
# check_clients.sh - builds the clients of this directory, and checks what they print against LLVM's tools or known answers
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check_clients.sh TREE BITLEAP CFLAGS LIBS, in an empty directory; test/check-consumers.sh calls it. Prints how many passed.
set -euo pipefail
tree=$1 bitleap=$2 cflags=$3 libs=$4
clients=$tree/test/consumers/clients small=$tree/corpora/small llvm=/usr/lib/llvm-22/bin

for source in "$clients"/*.c "$tree/lib/examples/parallel_bodies.c"; do
    # shellcheck disable=SC2086 # several words, on purpose
    ${CC:-cc} -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -O1 $cflags -o "$(basename "$source" .c)" "$source" $libs
done

# same EXPECTED WHAT - standard input is EXPECTED, which is not empty.
same() {
    cat "$1" >want
    [ -s want ] || { echo "check-consumers: nothing is expected of $2" >&2 && exit 1; }
    diff -u want - >&2 || { echo "check-consumers: $2" >&2 && exit 1; }
    echo "$2" >>passed
}

# 1. Defined functions of files, archives and objects: those of llvm-dis, in its spelling.
defined() {
    sed -n 's/^define [^@]*\(@[^("]*\|@"[^"]*"\)(.*/\1/p'
}
for file in "$small"/c*-O[02].clang22.bc "$small"/latest.llvm22.bc "$small"/thin-?.clang22.bc "$small"/bundles.llvm22.bc; do
    $llvm/llvm-dis -o - "$file" | defined >expected
    ./client_functions "$file" | cut -f 2 | same expected "functions $file"
done
for file in "$small"/ar-mixed.llvm22.a "$small"/elf-x86_64.clang22.o; do
    "$bitleap" dis "$file" | defined | LC_ALL=C sort >expected
    ./client_functions "$file" | cut -f 2 | LC_ALL=C sort | same expected "functions $file"
done
head -c 3000 "$small/thin-a.clang22.bc" >cut.bc
if ./client_functions cut.bc "$small/thin-b.clang22.bc" >out 2>err; then
    echo 'check-consumers: functions: a damaged file is no failure' >&2
    exit 1
fi
grep -q '^cut.bc: ' err
grep 'thin-b' out | cut -f 2 | same <(printf '@from_b\n@remember\n@overridable\n') 'functions, after a damaged file'

# 2. Strings.
for file in "$small"/c*-O[02].clang22.bc "$small"/values.llvm22.bc; do
    $llvm/llvm-dis -o - "$file" |
        sed -n 's/^\(@[^ ]*\) = \([^{]* \)\?\(constant\|global\) \[[0-9]* x i8\] \(c"[^"]*"\).*/\1 \4/p' >expected
    [ -s expected ] || continue
    ./client_strings "$file" | same expected "strings $file"
done

# 3. Calls by name, each once.
for file in "$small"/c-O[02].clang22.bc "$small"/thin-b.clang22.bc "$small"/cxx-O2.clang22.bc; do
    $llvm/llvm-dis -o - "$file" | python3 "$clients/llvm_calls.py" | LC_ALL=C sort -u >expected
    ./client_call_graph "$file" | sed -n 's/^  "\(.*\)" -> "\(.*\)";$/\1 \2/p' | LC_ALL=C sort | same expected "call_graph $file"
done

# 4. Bodies by an index of many files.
"$bitleap" index -o small.blx "$small"/thin-*.clang22.bc "$small"/cxx-g-O2.clang22.bc >/dev/null
$llvm/llvm-dis -o - "$small/cxx-g-O2.clang22.bc" | sed -n '/^define .*@run(/,/^}/p' >run.ll
echo "$(grep -c '^  [^] ]' run.ll) instructions, $(grep -c ' = load ' run.ll) loads" >expected
./client_body_by_index small.blx run | same expected 'body_by_index run'

# 5. No name and no string is a copy; there are some.
for file in "$small"/cxx-g-O2.clang22.bc "$small"/c-g-O0.clang14.bc; do
    ./client_zero_copy "$file" | sed 's/^.*, \([0-9]* copied\)$/\1/' | same <(printf '0 copied\n0 copied\n') "zero_copy $file"
    ./client_zero_copy "$file" | awk '$1 < 10 || $3 < 100 { print }' | diff - /dev/null
done

# 6. A directory while files come, change and go. Files that are there from the first look on are settled after a moment.
mkdir -p watched
cp "$small/thin-a.clang22.bc" watched/a.bc
coproc WATCH { ./client_watch watched; }
# ask LINE... - each line, and for a name the answer
ask() {
    local answer
    for line; do
        printf '%s\n' "$line" >&"${WATCH[1]}"
        case $line in '!'*) continue ;; esac
        read -r answer <&"${WATCH[0]}" && printf '%s\n' "$answer"
    done
}
{
    ask from_a from_b
    cp "$small/thin-b.clang22.bc" watched/b.bc
    ask '!' from_b
    cp "$small/thin-b.clang19.bc" watched/a.bc
    ask "!$PWD/watched/a.bc" from_a from_b
    rm watched/b.bc
    ask "!$PWD/watched/b.bc" from_b
} >out
watch=$WATCH_PID
eval "exec ${WATCH[1]}>&-"
wait "$watch"
cat >expected <<'END'
from_a: watched/a.bc
from_b:
from_b: watched/b.bc
from_a:
from_b: watched/a.bc watched/b.bc
from_b: watched/a.bc
END
sed "s|$PWD/||g" out | same expected 'watch'

# 7. All bodies on threads: instructions as the command counts them.
for file in "$small"/cxx-g-O2.clang22.bc "$small"/c-g-O0.clang13.bc; do
    "$bitleap" funcs --columns=instructions "$file" | awk '{ n += $NF } END { print n " instructions" }' >expected
    ./parallel_bodies "$file" 3 | same expected "parallel_bodies $file"
done

# 8. A file that is cut off: what is left is what the whole file has.
file=$small/cxx-g-O2.clang22.bc
./client_recover "$file" 2>whole.err | LC_ALL=C sort >whole
head -c 20000 "$file" >cut.bc
./client_recover cut.bc 2>cut.err | LC_ALL=C sort >left || true
cut -f 1,2 whole >whole.numbers
cut -f 1,2 left | LC_ALL=C comm -23 - whole.numbers | diff - /dev/null
lost=$(($(wc -l <whole) - $(wc -l <left)))
[ "$lost" -gt 0 ] && [ "$lost" -lt "$(wc -l <whole)" ]
grep -q "^0 bodies lost" whole.err
echo "$lost bodies lost, $(sed 's/.*, //' whole.err)" >expected
same expected recover <cut.err

# 9. Places in the source, as chains of !DILocation have them.
for file in "$small"/cxx-g-O2.clang22.bc "$small"/c-g-O2.clang22.bc; do
    $llvm/llvm-dis -o - "$file" | python3 "$tree/test/support/source_places.py" >expected
    ./client_places "$file" | same expected "places $file"
done

# 10. A format of one's own, which llvm-bcanalyzer knows by the names in it.
./client_own_format notes 'a text' another
printf 'PRIORITY 1 TEXT another\nPRIORITY 0 TEXT a text\n' >expected
./client_own_format notes | same expected own_format
$llvm/llvm-bcanalyzer --dump notes | grep -o '<[A-Z_]* \|<NOTE_BLOCK\|blob data = .*' | sed 's/ $//' >out
printf "<NOTE_BLOCK\n<PRIORITY\n<TEXT\nblob data = 'a text'\n<NOTE_BLOCK\n<PRIORITY\n<TEXT\nblob data = 'another'\n" >expected
grep -v 'BLOCKINFO' out | same expected 'llvm-bcanalyzer on own_format'

# 11. Results that are never compared.
cat >unchecked.in.c <<'END'
#include <stdio.h>
#include <stdlib.h>
char *compared(unsigned n) { char *p = malloc(n); if (!p) abort(); *p = 1; return p; }
char *not_compared(unsigned n) { char *p = malloc(n); *p = 1; return p; }
FILE *either(int i) { FILE *f = i ? fopen("a", "r") : fopen("b", "r"); return f == NULL ? stderr : f; }
int files(int i) { FILE *f = fopen("a", "r"); FILE *g = fopen("b", "r"); if (g) i += fgetc(g); return i + fgetc(f); }
END
printf 'not_compared: malloc\nfiles: fopen\n' >expected
for level in 0 2; do
    ${CLANG:-clang-22} -fno-builtin -O$level -c -emit-llvm -o unchecked.bc unchecked.in.c
    ./client_unchecked unchecked.bc | same expected "unchecked, -O$level"
done

# 12. Who defines what is used.
for files in 'thin-a.clang22.bc thin-b.clang22.bc' 'cxx-O2.clang22.bc c-O2.clang22.bc' 'elf-x86_64.clang22.o ar-gnu.llvm22.a'; do
    # shellcheck disable=SC2086
    (cd "$small" && $llvm/llvm-nm -A --extern-only --defined-only $files 2>/dev/null) | awk '{ print $NF }' | LC_ALL=C sort -u >expected
    # shellcheck disable=SC2086
    (cd "$small" && "$OLDPWD/client_resolve" $files) >out
    grep -v 'nowhere$' out | cut -f 1 | LC_ALL=C sort | same expected "resolve $files"
done
(cd "$small" && "$OLDPWD/client_resolve" thin-b.clang22.bc thin-a.clang22.bc) >out
grep '^from_' out | same <(printf 'from_a\tthin-a.clang22.bc\nfrom_b\tthin-b.clang22.bc\n') 'resolve, who defines what'
wc -l <passed
