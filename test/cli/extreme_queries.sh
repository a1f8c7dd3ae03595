#!/usr/bin/env bash
# extreme_queries.sh - as extremes.sh, with commands that ask for something, each on files that are extreme for it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
measured
. "$BITLEAP_SRC/test/support/extreme_runs.sh"

# So many streams that nothing large may be kept for each.
header() { printf '%-16s%-12s%-6s%-6s%-8s%-10s`\n' f/ 0 0 0 644 "$1"; }
{ header 4; printf 'BC\xC0\xDE'; } >many
for _ in {1..16}; do
    cat many many >twice
    mv twice many
done
{ printf '!<arch>\n'; cat many; header "$(wc -c <module.bc)"; cat module.bc; } >streams.a
run streams.a strings f

for command in 'info --deep' nm 'nm --no-symtab' 'funcs --opcodes' types 'attrs --groups' meta summary has 'ls --json'; do
    for file in module.bc nested.bc abbreviations.bc blobs.bc constants.bc casts.bc integer.bc node.bc infos.bc \
        modules.bc late-names.bc names.bc symbols.bc types.bc attributes.bc; do
        # shellcheck disable=SC2086
        run "$file" $command
    done
done
for file in late-names.bc names.bc symbols.bc; do
    rm -f x.blx
    run "$file" index --quiet --output=x.blx
    [ "$(wc -c <x.blx)" -le $(($(wc -c <"$file") * 8)) ] || fail "$file: $(wc -c x.blx)"
done
run names.bc nm
[ "$(grep -c 'names of symbols longer than the limit$' err)" -eq 1 ] || fail "$(head -n 3 err)"
run modules-of-f.bc nm
run casts.bc callers f
run modules-of-f.bc callers f
run modules-of-f.bc top --number=100000
run problems.bc verify --json
run shared-constants.bc dups
grep -q ' f: 1000 different bodies$' out || fail "$(cat out err)"
run deep-constants.bc dups
grep -q ' f: 1000 different bodies$' out || fail "$(cat out err)"
{ cat deep-constants.bc; printf '\0\0\0\0'; } >longer.bc
expect 1 "$BITLEAP" diff longer.bc deep-constants.bc >out 2>err
grep -q ' 0 changed, 0 renumbered, 1000 the same$' out || fail "$(cat out)"
[ ! -s err ] || fail "$(head -n 3 err)"
for n in 1 2 8; do
    run sharing-modules.bc dups --threads=$n
    grep -q ': 100 different bodies$' out || fail "$n threads: $(cat out err)"
done
run hashes.bc bcanalyzer --dump --check-hash=a
run capitals.bc strings --ignore-case --count ab
run long-names.bc strings --ignore-case --count ab
grep -q 'names that overlap too much' err || fail "$(cat out err)"
for command in attrs funcs; do
    run named-functions.bc $command
    [ "$(wc -c <out)" -le $(($(wc -c <named-functions.bc) * 8)) ] || fail "$command: $(wc -c <out) bytes"
    grep -q 'names of symbols longer than the limit' err || fail "$(cat err)"
done
for query in 'find *b*' dups 'diff one-name.blx'; do
    set -f
    # shellcheck disable=SC2086 # words
    run one-name.blx $query
    set +f
    grep -q 'names that overlap too much' err || fail "$query: $(cat out err)"
done
# Text goes out as it is made, and has a limit: 128 bytes for each of the stream, and some more.
for file in casts.bc cast-circle.bc aliases.bc indices.bc sections.bc parameters.bc constants.bc {shared,deep}-constants.bc; do
    run "$file" dis
    [ "$(wc -c <out)" -le $(($(wc -c <"$file") * 128 + 100000)) ] || fail "$file: $(wc -c <out) bytes"
done
for file in casts.bc parameters.bc; do
    run "$file" dis --only f
done
run strtab-blobs.bc strings f
run places.bc attrs
run calls.bc callers f
grep -q '^   1998000  operand bundle  *@f$' out || fail "$(cat out)"
run calls.bc callers --places f
[ "$(grep -c 'operand bundle .* @f$' out)" -eq 1998000 ] || fail "$(wc out)"
run attachments.bc meta
grep -q 'more metadata in records than the limit' err || fail "$(cat out err)"
for file in bundles.bc ahead.bc; do
    function=f run "$file" show
    grep -Eq 'more operands .* than the limit' err || fail "$(cat out err)"
    run "$file" funcs --opcodes
    run "$file" callers f
done
for file in casts.bc cast-circle.bc; do
    function=f run "$file" callees
    grep -Eq ' 100000 .* (@f|\(by pointer\))$' out || fail "$(cat out)"
done
