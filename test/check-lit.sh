#!/usr/bin/env bash
# check-lit.sh - runs tests of LLVM's own with our commands in the place of its tools
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   check-lit.sh TESTS [TOOL]…
#
# TESTS is llvm/test of a checkout of LLVM, of whatever version; TOOL is llvm-nm or llvm-bcanalyzer, both by default, or
# llvm-dis, which prints old files as the LLVM that wrote them does, where some of these tests want LLVM 22's words. Of
# the tests that run one, those that LLVM 22's own tools pass must pass with ours. llvm-nm is LLVM's where it is to read
# a file without bitcode, or what is not bitcode in one.
set -euo pipefail

src=${BITLEAP_SRC:-$(cd "$(dirname "$0")/.." && pwd)}
export BITLEAP=${BITLEAP:-$src/build/bitleap} SUITE RESULTS TOOLS
[ -d "${1:-}" ] || { echo 'check-lit: name llvm/test of a checkout of LLVM' >&2 && exit 2; }
lit=/usr/lib/llvm-22/bin/lit
[ -x "$lit" ] || { echo 'check-lit: no lit; it is in the package llvm-22-tools' >&2 && exit 2; }
tests=$(cd "$1" && pwd) && shift
[ $# -gt 0 ] || set -- llvm-nm llvm-bcanalyzer

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# lit looks for its configuration in the directories above a test.
SUITE=$work/suite
mkdir -p "$SUITE" "$work"/{theirs,ours-llvm-{nm,bcanalyzer,dis}}
cp "$src/test/lit/lit.cfg.py" "$SUITE"
for folder in "$tests"/*/; do
    ln -s "$folder" "$SUITE/$(basename "$folder")"
done

# Standard input is read to see what it is.
cat >"$work/ours-llvm-nm/llvm-nm" <<'END'
#!/usr/bin/env bash
all=() files=()
for word; do
    words=("$word")
    [[ $word != @* ]] || read -ra words <"${word#@}"
    all+=("${words[@]}")
done
for word in "${all[@]}"; do
    if [ -f "$word" ]; then files+=("$word"); elif [[ $word = --no-llvm-bc ]]; then native=yes; fi
done
if [ ${#files[@]} -eq 0 ] && [ ! -t 0 ]; then
    input=$(mktemp) && trap 'rm -f "$input"' EXIT
    cat >"$input" && exec <"$input"
    [ ! -s "$input" ] || files=("$input")
fi
for file in "${files[@]}"; do
    "$BITLEAP" has "$file" >/dev/null 2>&1 || native=yes
done
if [ "${native:-}" ]; then /usr/lib/llvm-22/bin/llvm-nm "$@"; else "$BITLEAP" nm "$@"; fi
END
for tool in llvm-bcanalyzer llvm-dis; do # which the command is, called so
    ln -s "$BITLEAP" "$work/ours-$tool/$tool"
done
chmod +x "$work/ours-llvm-nm/llvm-nm"

# run_tests SIDE TESTS… - lists in SIDE.passed those that pass with the tools in SIDE; SIDE.log has what lit says.
run_tests() {
    local side=$1
    shift
    TOOLS=$work/$side RESULTS=$work/out-$side
    (cd "$SUITE" && "$lit" -v --no-progress-bar --output "$work/$side.json" "$@") >"$work/$side.log" 2>&1 || true
    jq -r '.tests[] | select(.code == "PASS") | .name' "$work/$side.json" | sort -u >"$work/$side.passed"
}

passed=0 failed=0
for tool; do
    mapfile -t named < <(cd "$SUITE" && grep -lrE "RUN:.*\b$tool\b" --exclude-dir=Inputs ./*/ | sort)
    [ ${#named[@]} -gt 0 ] || { echo "check-lit: no test runs $tool" >&2 && continue; }
    run_tests theirs "${named[@]}"
    run_tests "ours-$tool" "${named[@]}"
    comm -23 "$work"/{theirs,"ours-$tool"}.passed >"$work/lost"
    n=$(comm -12 "$work"/{theirs,"ours-$tool"}.passed | wc -l)
    echo "$tool: of ${#named[@]} tests LLVM 22 passes $(wc -l <"$work/theirs.passed"), of which $n pass here"
    while read -r name; do
        echo "FAIL  $name"
        awk -v begin="TEST '$name' FAILED" '
            index($0, begin) { found = 1 }
            found && /^Exit Code/ { shown = 1 }
            shown { print "      " $0 }
            shown && /^\*+$/ { exit }' "$work/ours-$tool.log" | tail -n 30
    done <"$work/lost"
    passed=$((passed + n)) failed=$((failed + $(wc -l <"$work/lost")))
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
