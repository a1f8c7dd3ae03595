#!/usr/bin/env bash
# examples.sh - the programs of lib/examples compile in C11 and C++17, print what they should, and bear damaged files
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native 'is of another machine than the compiler'

examples=$BITLEAP_SRC/lib/examples
library=$(dirname "$BITLEAP")/libbitleap.a
warn='-Wall -Wextra -Wshadow -Wconversion -Wpedantic -Werror'
# Of the same compiler: with sanitizers, only it has the library that the archive needs.
case ${CC:-cc} in *clang*) CXX=${CC/clang/clang++} ;; esac
cxx=$(command -v "${CXX:-g++}" || command -v clang++ || true)

# The C programs are run; of C++ there is one more check that they compile and link.
mkdir c cxx
for file in "$examples"/*.c; do
    name=$(basename "$file" .c)
    [ "$(wc -l <"$file")" -le 60 ] || fail "$name has more than 60 lines"
    # shellcheck disable=SC2086 # several words on purpose
    "${CC:-cc}" -std=c11 -D_GNU_SOURCE $warn ${SANITIZE:-} -I"$BITLEAP_SRC/lib" -o "c/$name" "$file" "$library" \
        -lelf -lxxhash -lmd -pthread
    [ -n "$cxx" ] || continue
    # shellcheck disable=SC2086 # several words on purpose
    "$cxx" -x c++ -std=c++17 -D_GNU_SOURCE $warn ${SANITIZE:-} -I"$BITLEAP_SRC/lib" -o "cxx/$name" "$file" -x none "$library" \
        -lelf -lxxhash -lmd -pthread
done
[ "$(find c -type f | wc -l)" = 12 ] || fail "$(ls c)"
[ -z "$cxx" ] || [ "$(find cxx -type f | wc -l)" = 12 ] || fail "$(ls cxx)"

thin="$small/thin-b.clang22.bc"
c/list_functions "$thin" >printed
same - printed <<'END'
external        288  from_b
internal        224  remember
external        172  overridable
END
c/one_body "$thin" remember >printed
same - printed <<'END'
     1  ret
     1  add
     1  and
     1  load
     1  store
     1  getelementptr
     1  zext
     1  sext
END
c/list_functions "$small/ar-mixed.llvm22.a" two.bc >of_member
[ -s of_member ] || fail 'no functions in a member'
expect 1 c/list_functions "$small/ar-mixed.llvm22.a" 2>err
grep -qx "$small/ar-mixed.llvm22.a: archive of several modules: name one of 3" err || fail "$(cat err)"
expect 1 c/list_functions "$BITLEAP_SRC/README.md" 2>err
grep -q ': text, no bitcode$' err || fail "$(cat err)"
c/one_body "$thin" from_a | same - <(echo 'from_a: no body of that name')
c/blobs "$thin" >blobs
[ "$(tail -n 1 blobs | cut -d : -f 1)" = 'block 23 code 1' ] || fail "$(cat blobs)"
c/localize "$thin" local.bc from_b
"$BITLEAP" nm --defined-only --extern-only --just-symbols local.bc | same - <(echo from_b)
expect 2 c/localize missing.bc local.bc 2>err
c/archive_lookup small.blx "$small/ar-gnu.llvm22.a" one >built
c/archive_lookup small.blx "$small/ar-gnu.llvm22.a" one | same - built
[ "$(wc -l <built)" = 1 ] || fail "$(cat built)"
c/unknown_blocks "$thin" 0 >printed
same - printed <<'END'
block 13, 20 bytes
block 8, 4464 bytes
block 25, 268 bytes
block 23, 112 bytes
0 records
END
n=$(c/parallel_bodies "$thin" 1)
[ "$n" = "$(c/parallel_bodies "$thin" 3)" ] || fail "$n on one thread"
c/damaged_file "$thin" | same - /dev/null
head -c 3000 "$thin" >cut.bc
expect 1 c/damaged_file cut.bc >problems
grep -q 'record with more operands than bits are left' problems || fail "$(cat problems)"
expect 1 c/one_body cut.bc remember 2>err
grep -q 'bit 256 (byte 0x20): blocklen reaches beyond the stream' err || fail "$(cat err)"
c/plugin_symbols "$thin" >symbols
grep -qx 'DEF  *from_b' symbols || fail "$(cat symbols)"
c/lazy_loader "$thin" remember from_a >loaded
grep -qx '  and argument[0-9]* 31' loaded || fail "$(cat loaded)"
grep -qx 'from_a: to be found elsewhere' loaded || fail "$(cat loaded)"
# Any table of any inputs, as SQL has it; NULL is an empty text there.
[ "$(wc -l <"$examples/print_table.c")" -le 30 ] || fail 'print_table has more than 30 lines'
for table in files streams modules symbols functions globals calls instructions types attributes metadata strings remarks blocks \
    records errors; do
    for file in "$thin" "$small/ar-mixed.llvm22.a" "$small"; do
        [ "$file" != "$small" ] || [ "$table" = symbols ] || continue
        c/print_table "$table" "$file" >table.csv 2>err || true
        "$BITLEAP" sql --format csv "SELECT $(head -n 1 table.csv | sed 's/[^,]*/"&"/g') FROM $table" \
            "$file" >wanted.csv 2>/dev/null || true
        python3 -c 'import csv, sys
csv.field_size_limit(1 << 30)
one, other = ([row for row in csv.reader(open(name, errors="replace")) if row] for name in sys.argv[1:])
sys.exit(one != other)' table.csv wanted.csv || fail "$table of $file: $(diff table.csv wanted.csv | head -n 4)"
    done
done
expect 1 c/print_table nonsense "$thin" 2>err
grep -qx 'no such table' err || fail "$(cat err)"
c/write_stream own.stream | same - <(echo '72 bytes')
c/blobs own.stream | same - <(echo 'block 8 code 2: byte 24, 41 bytes')

# Whatever is in the file, they end, with an error or without one; a sanitizer's report has a status of its own.
# run_damaged FILE
run_damaged() {
    local name status
    for name in list_functions "one_body $1 remember" blobs unknown_blocks "parallel_bodies $1 2" damaged_file plugin_symbols \
        "print_table functions $1" "print_table records $1" "lazy_loader $1 remember from_b"; do
        [[ $name == *\ * ]] || name="$name $1"
        status=0
        # shellcheck disable=SC2086 # several words on purpose
        within 60 c/$name >out 2>err || status=$?
        [ "$status" -le 1 ] || fail "c/$name: $status: $(tail -n 5 err)"
    done
    rm -f damaged.blx
    status=0
    within 60 c/archive_lookup damaged.blx "$1" from_b >out 2>err || status=$?
    [ "$status" -le 1 ] || fail "archive_lookup: $status: $(tail -n 5 err)"
}
for file in "$small"/{thin-b.clang22.bc,ar-mixed.llvm22.a,values.llvm13.bc,warn.clang22.dia}; do
    size=$(wc -c <"$file")
    for n in 1 2 3 4 5 6 7; do
        head -c $((size * n / 8)) "$file" >damaged
        run_damaged damaged
        cp "$file" damaged && chmod u+w damaged
        for at in 11 37 59 83; do
            printf '\xA5' | dd of=damaged bs=1 seek=$((size * (n * 12 + at % 12) / 100)) conv=notrunc status=none
        done
        run_damaged damaged
    done
done
