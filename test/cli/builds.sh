#!/usr/bin/env bash
# builds.sh - what cmd/builds offers to other people's builds, on two builds of a small project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck disable=SC2016 # what is quoted in Markdown
. "$BITLEAP_SRC/test/support/cli.sh"
need jq clang make
native 'the compiler is of this machine'

compare=$BITLEAP_SRC/cmd/builds/compare_builds.sh
export BITLEAP
# build DIRECTORY FLAG... - the project, with an archive, an object with a section of bitcode, and plain bitcode.
build() {
    mkdir -p "$1/parts"
    cat >"$1/Makefile" <<'MAKE'
all: one.bc libparts.a embedded.o
one.bc: one.c; clang -O1 $(FLAGS) -c -emit-llvm -o $@ one.c
libparts.a: parts/two.c; clang -O1 $(FLAGS) -c -flto -o parts/two.o parts/two.c && ar rc $@ parts/two.o && rm parts/two.o
embedded.o: parts/three.c; clang -O1 $(FLAGS) -c -fembed-bitcode -o $@ parts/three.c
MAKE
    echo 'int used(int); int f(int x) { return x * FACTOR; } int g(int x) { return LOOP used(x) + 3; }' >"$1/one.c"
    echo 'int used(int x) { return x; } ' >"$1/parts/two.c"
    printf 'int same(int x) { return x + 1; }\n#ifdef MORE\nint odd_name(int x) { return x - 7; }\n#endif\n' >"$1/parts/three.c"
    env -u MAKEFLAGS -u MAKELEVEL make -s -C "$1" FLAGS="${*:2}"
}
build old -DFACTOR=3 -DLOOP=
build new -DFACTOR=5 "'-DLOOP=used(x * 9) +'" -DMORE
cp -r old again

# Equal builds.
expect 0 "$compare" old again >summary
printf '%s\n' '## Bitcode: `old` and `again`' '' 'The streams are the same bytes.' | diff -u - <(head -n 3 summary)

# Different ones: the exit status, the summary, which GitHub gets, too, and the page.
GITHUB_STEP_SUMMARY=step expect 1 "$compare" -o page.html old new >summary
same summary step
grep -qx '| 1 | 0 | 2 | 0 | 2 | +[0-9]* |' summary || fail "$(cat summary)"
grep -qx '| changed | function | `g` | [0-9]* | [0-9]* | +[0-9]* |' summary || fail "$(cat summary)"
grep -qx '| added | function | `odd_name` |  | [0-9]* | +[0-9]* |' summary || fail "$(cat summary)"
grep -q '^     @g | [0-9]*' summary || fail "no lines of assembly: $(cat summary)"
grep -q '"diff":true' page.html || fail 'no page of differences'
expect 1 "$compare" -n 1 old new | grep -qx 'and 2 more\.' || fail 'rows are not limited'

# What cannot be opened, and what is damaged.
expect 2 "$compare" old missing >summary 2>/dev/null
expect 2 "$compare" old 2>/dev/null
size=$(stat -c %s new/one.bc)
cp new/one.bc whole.bc
head -c $((size / 2)) whole.bc >new/one.bc
expect 3 "$compare" old new >summary 2>/dev/null
grep -q 'could not be read, the first: `new/one.bc' summary || fail "$(cat summary)"
cp whole.bc new/one.bc

# The workflow is YAML, and calls the script as it can be called.
grep -q 'compare_builds.sh -o bitcode.html old/build new/build' "$BITLEAP_SRC/cmd/builds/compare_builds.yml"

# Bitcode of a tree: three files of the six.
. "$BITLEAP_SRC/cmd/builds/find_bitcode.bash"
find_bitcode old | sort | same - <(printf '%s\n' old/embedded.o old/libparts.a old/one.bc)
[ "$(cd old && find_bitcode -0 | tr -dc '\0' | wc -c)" = 3 ] || fail 'zero bytes'
mkdir none
echo text >none/text
expect 1 find_bitcode none
