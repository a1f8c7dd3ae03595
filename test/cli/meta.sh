#!/usr/bin/env bash
# meta.sh - types, attributes and metadata in LLVM's syntax; what is damaged is reported after what is readable
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" types corpora/small/cxx-O2.clang14.bc | golden types-14.txt
"$BITLEAP" types --named corpora/small/thin-split.clang13.bc corpora/small/cxx-msvc.clang22.bc | golden types-named.txt
"$BITLEAP" attrs corpora/small/modern.llvm22.bc corpora/small/cxx-msvc.clang13.bc | golden attrs.txt
"$BITLEAP" attrs --groups corpora/small/modern.llvm19.bc | golden attrs-groups.txt
"$BITLEAP" meta --functions corpora/small/modern.llvm22.bc | golden meta.txt
"$BITLEAP" meta --named corpora/small/c-g-O2.clang19.bc | golden meta-named.txt

# The example of the man page lists functions whose first argument is a pointer, and may be null.
# shellcheck disable=SC2016 # it is expanded where it is run
example=$(sed -n 's/^\.Dl \$ bitleap attrs module.bc/"$BITLEAP" attrs corpora\/small\/c-g-O2.clang22.bc/p' cmd/bitleap.1)
[ "$(bash -c "$example" | grep -c '@[^ ]*(ptr')" -gt 10 ] || fail "none: $example"
listed=$(bash -c "$example")
! grep -v '@[^ ]*(ptr' <<<"$listed" || fail "no pointer first"
! grep '@[^ ]*(ptr[^,)]* nonnull' <<<"$listed" || fail "not null"

# A node alone is printed as in the list, one of a body and the location of an instruction as by dis.
number=$("$BITLEAP" meta corpora/small/c-g-O2.clang22.bc | sed -n 's/^\(![0-9]*\) = .*DICompileUnit.*/\1/p')
cd - >/dev/null
"$BITLEAP" meta "$small/c-g-O2.clang22.bc" | grep "^$number = " >in-list
"$BITLEAP" meta "$small/c-g-O2.clang22.bc" "$number" | same in-list -
"$BITLEAP" dis "$small/c-g-O2.clang22.bc" | grep '^!' >all
for what in 'distinct !DISubprogram(name: "dispatch"' '!DILocalVariable(name: ' '!DILocation(line: '; do
    line=$(grep -m 1 -F " = $what" all) || fail "none: $what"
    "$BITLEAP" meta "$small/c-g-O2.clang22.bc" "${line%% *}" | same - <(echo "$line")
    "$BITLEAP" meta --json "$small/c-g-O2.clang22.bc" "${line%% *}" | jq -r '"!\(.slot) = \(.text)"' | same - <(echo "$line")
done
# The lists are lines of llvm-dis, in its order: those of bodies are not all, as locations of instructions are not there.
"$BITLEAP" meta "$small/c-g-O2.clang22.bc" | grep '^!' >some
"$BITLEAP" meta --functions "$small/c-g-O2.clang22.bc" | grep '^!' | sort >longer
{ [ "$(wc -l <some)" -gt 100 ] && [ "$(wc -l <longer)" -gt "$(wc -l <some)" ]; } || fail "few: $(wc -l some longer)"
grep -nxFf some all | cut -d : -f 2- | same some -
comm -23 longer <(sort all) | same - /dev/null
if comm -13 longer <(sort all) | grep -v '^![0-9]* = !DILocation('; then fail "missing"; fi
# From a function or a node: what is attached, then lines of the list, nearest first, to a depth; those of a body, too.
debug=$small/c-g-O2.clang22.bc
"$BITLEAP" meta --from=@push "$debug" >from
subprogram=$(grep -F '= distinct !DISubprogram(name: "push"' all)
[ "$(head -n 1 from)" = "@push !dbg ${subprogram%% *}" ] || fail "$(head -n 1 from)"
[ "$(sed -n 2p from)" = "$subprogram" ] || fail "$(sed -n 2p from)"
sed 1d from | grep -vxFf all && fail "lines that dis has not"
[ "$(sed 1d from | sort -u | wc -l)" = "$(sed 1d from | wc -l)" ] || fail "a node twice"
grep -q '^![0-9]* = !DILocalVariable(name: "list"' from || fail "no node of the body: $(cat from)"
"$BITLEAP" meta --from="${subprogram%% *}" "$debug" | same <(sed 1d from) -
"$BITLEAP" meta --from=push --depth=0 "$debug" | same <(head -n 2 from) -
"$BITLEAP" meta --from=@push --depth=1 "$debug" >near
refs=$(grep -o '![0-9][0-9]*' <<<"$subprogram" | sort -u)
sed 1d near | grep -o '^![0-9]*' | sort | same - <(echo "$refs")
head -n "$(wc -l <near)" from | same near -
"$BITLEAP" meta --functions --from=@push --depth=0 "$debug" | grep -q '^@push instruction 5 !tbaa !' || fail "nothing of instructions"
"$BITLEAP" meta --json --from=@push --depth=1 "$debug" >json
[ "$(jq -r 'select(.type == "metadata") | "!\(.slot) = \(.text)"' json)" = "$(sed 1d near)" ] || fail "$(cat json)"
[ "$(jq -c 'select(.type == "metadata").depth' json | sort | uniq -c | tr -s ' \n' ' ')" = " 1 0 $(($(wc -l <near) - 2)) 1 " ] || fail "$(cat json)"
"$BITLEAP" meta --from=@push --depth=1 --dot "$debug" >graph
grep -qx '    value \[label="@push", shape=ellipse\];' graph || fail "$(cat graph)"
grep -q '^    n[0-9]* \[label="![0-9]* = distinct !DISubprogram(name: \\"push\\"' graph || fail "$(cat graph)"
grep -q '^    n[0-9]* -> n[0-9]* \[label="unit"\];$' graph || fail "$(cat graph)"
[ "$(grep -c '\[label="!dbg"\];' graph)" = 1 ] || fail "$(cat graph)"
if command -v dot >/dev/null; then dot -Tsvg graph >svg || fail "no picture: $(cat graph)"; fi
expect 1 "$BITLEAP" meta --from=@main "$small/c-O0.clang22.bc" >out 2>err
grep -q "no metadata is attached to '@main'" err || fail "$(cat err)"
expect 1 "$BITLEAP" meta --from=@nothing "$debug" 2>err
grep -q '@nothing: no global value or node of this name' err || fail "$(cat err)"
expect 2 "$BITLEAP" meta --depth=3 "$debug" 2>err
expect 2 "$BITLEAP" meta --from=@push "$debug" '!2' 2>err
head -c 14000 "$debug" >cut.bc
expect 3 "$BITLEAP" meta --from=@push --depth=9 cut.bc >out 2>err
grep -q 'cut.bc: bit 256 (byte 0x20): file is cut off' err || fail "$(cat err)"

if "$BITLEAP" meta --strings "$small/c-g-O2.clang22.bc" | sed 1d | grep -v '^!".*"$'; then fail "no strings"; fi
grep '^!0 = ' all >first
"$BITLEAP" meta "$small/c-g-O2.clang22.bc" '!0' | same first -
expect 1 "$BITLEAP" meta "$small/c-g-O2.clang22.bc" '!4000000' 2>err
grep -q 'no metadata node of that number' err || fail "no cause: $(cat err)"
# Each that is not there is reported by its number.
expect 1 "$BITLEAP" meta --json "$small/c-g-O2.clang22.bc" '!4000000' '!0' '!5000000' >out 2>err
for number in '!4000000' '!5000000'; do
    grep -q "^bitleap: $small/c-g-O2.clang22.bc: $number: no metadata node of that number\$" err || fail "$(cat err)"
    grep -q "^{\"type\":\"error\",.*\"cause\":\"$number: no metadata node" out || fail "$(cat out)"
done
grep -c '"type":"metadata"' out | same - <(echo 1)
expect 2 "$BITLEAP" meta --strings --named "$small/c-g-O2.clang22.bc" 2>err
expect 2 "$BITLEAP" meta '!1' 2>err
for option in --strings --named --functions; do
    expect 2 "$BITLEAP" meta $option "$small/c-g-O2.clang22.bc" '!206' >out 2>err
    grep -q '^bitleap meta: .* exclude numbers as !206$' err || fail "$(cat err)"
done
# Of several modules each has its path above it.
"$BITLEAP" meta "$small/c-g-O2.clang22.bc" "$small/thin-split.clang22.bc" '!0' >several
{
    echo "$small/c-g-O2.clang22.bc:" && cat first
    for number in 1 2; do
        echo "$small/thin-split.clang22.bc[module $number]:"
        "$BITLEAP" dis "$small/thin-split.clang22.bc" | grep '^!0 = ' | sed -n ${number}p
    done
} | same - several
"$BITLEAP" meta "$small/thin-split.clang22.bc" '!0' | same - <(tail -n 4 several)

for command in types attrs meta; do
    expect 1 "$BITLEAP" $command "$small/header.clang22.pch" 2>err
    grep -q 'no LLVM IR module in the stream' err || fail "$command: no cause: $(cat err)"
    for n in 600 3000; do
        head -c $n "$small/c-g-O2.clang22.bc" >cut.bc
        expect 3 "$BITLEAP" $command cut.bc >out 2>err
        grep -q 'cut.bc: bit 256 (byte 0x20): file is cut off' err || fail "$command: $(cat err)"
    done
done
# What is not needed is not read.
head -c 12000 "$small/c-g-O2.clang22.bc" >cut.bc
expect 0 "$BITLEAP" types cut.bc >out
