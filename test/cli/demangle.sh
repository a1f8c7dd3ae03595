#!/usr/bin/env bash
# demangle.sh - names as people write them: printed, and asked for
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
native "libstdc++ is of another machine"

file=$small/cxx-g-O2.clang22.bc
cp "$file" in.bc

# As c++filt has them.
need c++filt jq
"$BITLEAP" nm -j in.bc | c++filt | sort >theirs
"$BITLEAP" nm -j -C in.bc | sort | same theirs -
"$BITLEAP" nm -j in.bc >plain
"$BITLEAP" nm -j -C --no-demangle in.bc | same plain -
"$BITLEAP" nm --json -C in.bc | jq -r '.demangled // .name' | sort | same theirs -
# What is long beyond reason, or no such name, stays.
printf 'define void @_Zx() {\n  ret void\n}\ndefine void @"\\01_Z1fv"() {\n  ret void\n}\n' >odd.ll
if command -v llvm-as-22 >/dev/null; then
    llvm-as-22 odd.ll -o odd.bc
    "$BITLEAP" nm -j -C odd.bc | same - <(printf 'f()\n_Zx\n')
    # Rust's older names: a path with a hash, and what C++ cannot have spelled out.
    # shellcheck disable=SC2016
    printf '%s\n' 'define void @"_ZN4core3fmt17h0123456789abcdefE"() {' '  ret void' '}' \
        'define void @"_ZN43_$LT$a..B$u20$as$u20$core..clone..Clone$GT$5clone17h0123456789abcdefE"() {' \
        '  ret void' '}' 'define void @"_ZN4core3ptr17h0123456789abcdefE.llvm.7"() {' '  ret void' '}' >rust.ll
    llvm-as-22 rust.ll -o rust.bc
    "$BITLEAP" nm -j -C rust.bc | same - <(printf '%s\n' '<a::B as core::clone::Clone>::clone' 'core::fmt' 'core::ptr (.llvm.7)')
    # Its names of today, and what is nearly one, as LLVM has them.
    for seed in "$BITLEAP_SRC"/corpora/fuzz/demangle/*; do
        name=_R$(cat "$seed")
        printf '%s\n' "$name" "${name/B/E}" "${name/1/2}" "${name}C1a" "${name/h/F}" "${name/_/}" "${name/I/N}"
    done | sort -u >names
    sed 's/.*/@"&" = global i32 0/' names >v0.ll
    llvm-as-22 v0.ll -o v0.bc
    "$BITLEAP" nm -p -j v0.bc | same names -
    if command -v llvm-cxxfilt-22 >/dev/null; then
        llvm-cxxfilt-22 <names >theirs
        [ "$(grep -vc '^_R' theirs)" -ge 10 ] || fail "few names"
        "$BITLEAP" nm -p -j -C v0.bc | same theirs -
    fi
    "$BITLEAP" find '<a::b>::c::{closure#1}' v0.bc | grep -q 'variable _RNC' || fail "not found by its text"
fi

"$BITLEAP" funcs -C in.bc | grep -q ' shop::try_all(shop::Item\*\*, int)$' || fail "funcs"
"$BITLEAP" top -C -n 3 in.bc | grep -q 'shop::try_all(shop::Item\*\*, int)' || fail "top"
"$BITLEAP" find -C _ZNK4shop4Item5priceEv in.bc | grep -q 'function shop::Item::price() const,' || fail "find"
"$BITLEAP" callees -C run in.bc | grep -q ' operator new(unsigned long)$' || fail "callees"
"$BITLEAP" callers -C _ZNK4shop4Item5priceEv in.bc | grep -q ' vtable for shop::Item$' || fail "callers"
"$BITLEAP" find --json -C _ZNK4shop4Item5priceEv in.bc | jq -r .demangled | same - <(echo 'shop::Item::price() const')
"$BITLEAP" globals -C in.bc | grep -q ' vtable for shop::Tape = .*constant { \[6 x ptr\] }' || fail "globals"
"$BITLEAP" globals -C in.bc >demangled
"$BITLEAP" globals in.bc | wc -l | same - <(wc -l <demangled)
grep -q '@_Z[A-Z0-9a-z_]* = ' demangled && fail "not demangled: $(cat demangled)"
"$BITLEAP" globals --json -C in.bc | jq -r 'select(.name == "_ZTVN4shop4TapeE") | .demangled' | same - <(echo 'vtable for shop::Tape')
if command -v opt-22 >/dev/null; then
    opt-22 -module-summary in.bc -o summary.bc
    "$BITLEAP" summary -C summary.bc | grep -q '^  function shop::Tape::name() const ' || fail "summary: $("$BITLEAP" summary -C summary.bc)"
    "$BITLEAP" summary summary.bc | grep -q '^  function @_ZNK4shop4Tape4nameEv ' || fail "summary without -C"
    "$BITLEAP" summary --json -C summary.bc | jq -r 'select(.name == "_ZNK4shop4Tape4nameEv") | .demangled' | same - <(echo 'shop::Tape::name() const')
fi
"$BITLEAP" find --json -C run in.bc | jq -r .demangled | same - <(echo null)

# A name as people write it leads to the same as the linker's.
"$BITLEAP" index -o in.blx in.bc >/dev/null
for where in in.bc in.blx; do
    "$BITLEAP" find _ZN4shop7try_allEPPNS_4ItemEi "$where" >mangled
    for name in 'shop::try_all' 'shop::try_all(shop::Item**, int)' 'shop::try_[a]ll'; do
        "$BITLEAP" find "$name" "$where" | same mangled -
    done
    "$BITLEAP" callers _ZNK4shop4Item5priceEv "$where" >mangled
    "$BITLEAP" callers 'shop::Item::price() const' "$where" | same mangled -
done
"$BITLEAP" show _ZN4shop7try_allEPPNS_4ItemEi in.bc >mangled
"$BITLEAP" show 'shop::try_all' in.bc | same mangled -
"$BITLEAP" dis --only 'shop::try_all(shop::Item**, int)' in.bc |
    same - <("$BITLEAP" dis --only _ZN4shop7try_allEPPNS_4ItemEi in.bc)
"$BITLEAP" find 'shop::Item::*' in.bc | grep -c . | same - <(
    "$BITLEAP" nm -C -a in.bc | grep -c ' shop::Item::')
expect 1 "$BITLEAP" find 'shop::nothing' in.bc >out 2>err
expect 1 "$BITLEAP" show 'shop::nothing(int)' in.bc >out 2>err
# A name that is not mangled is written as it is: no pattern loses it.
"$BITLEAP" find '*' in.bc | grep -c . | same - <("$BITLEAP" find -C '*' in.bc | grep -c .)
expect 1 "$BITLEAP" find -C 'nothing*' in.bc >out 2>err
same err - <<<"bitleap: no symbol matches 'nothing*'"
