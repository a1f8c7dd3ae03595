#!/usr/bin/env bash
# compare_builds.sh - what changed in the bitcode of two builds: a summary in Markdown, a page, an exit status
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: compare_builds.sh [-o PAGE] [-n ROWS] OLD NEW
#
# OLD and NEW are files or build trees with bitcode in them (clang -flto, -emit-llvm or -fembed-bitcode). The summary goes
# to standard output and, in a workflow of GitHub, to the summary of the job. PAGE gets the HTML of `bitleap report
# --diff`. Needs bitleap (or what BITLEAP names) and jq. Exits as `bitleap diff` does: 0 equal, 1 different, 2 wrong usage
# or a file that cannot be opened, 3 damaged input.
set -euo pipefail

bitleap=${BITLEAP:-bitleap}
page="" rows=20
usage() {
    echo 'usage: compare_builds.sh [-o PAGE] [-n ROWS] OLD NEW' >&2
    exit 2
}
while getopts o:n: option; do
    case $option in
    o) page=$OPTARG ;;
    n) rows=$OPTARG ;;
    *) usage ;;
    esac
done
shift $((OPTIND - 1))
[[ $# -eq 2 && $rows =~ ^[0-9]+$ ]] || usage

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
"$bitleap" diff --json "$1" "$2" >"$work/changes" || status=$?
[ "$status" -ne 2 ] || exit 2
"$bitleap" diff --stat "$1" "$2" >"$work/stat" 2>"$work/notes" || true
if [ -n "$page" ]; then
    "$bitleap" report -o "$page" --diff "$1" "$2" || { [ $? -eq 3 ] && status=3; } || exit 2
fi

# A name may have what Markdown or its tables would obey.
jq -rs --argjson rows "$rows" --arg old "$1" --arg new "$2" '
    def code: "`" + gsub("[`\\n\\r]"; "?") + "`" | gsub("\\|"; "\\|");
    def bytes: if . == null then "" else tostring end;
    def growth: (.after.bytes // 0) - (.before.bytes // 0);
    def signed: if . > 0 then "+\(.)" else tostring end;
    ([.[] | select(.type == "sum")][0] // {}) as $sum
    | [.[] | select(.type == "added" or .type == "removed" or .type == "changed")] as $changes
    | "## Bitcode: \($old | code) and \($new | code)", "",
      if $sum.equal then "The streams are the same bytes."
      else
        "| added | removed | changed | not compared | the same | bytes of functions |",
        "|---:|---:|---:|---:|---:|---:|",
        "| \($sum.added) | \($sum.removed) | \($sum.changed) | \($sum.not_compared) | \($sum.same + $sum.renumbered) | \([$changes[] | growth] | add // 0 | signed) |",
        if $sum.elsewhere then "", "The streams differ elsewhere." else empty end,
        if ($changes | length) > 0 then
          "", "| | kind | name | before | after | growth |", "|---|---|---|---:|---:|---:|",
          ($changes | sort_by(-(growth | fabs), .name)[:$rows][]
            | "| \(.type) | \(.kind) | \(.name | code) | \(.before.bytes | bytes) | \(.after.bytes | bytes) | \(growth | signed) |"),
          if ($changes | length) > $rows then "", "and \(($changes | length) - $rows) more." else empty end
        else empty end
      end,
      ([.[] | select(.type == "error")] | if length > 0 then "", "\(length) could not be read, the first: \(.[0] | "\(.file // ""): \(.cause // "")" | code)" else empty end)
' "$work/changes" >"$work/summary"
if [ -s "$work/stat" ]; then
    { echo && echo '<details><summary>Lines of LLVM assembly</summary>' && echo; sed 's/^/    /' "$work/stat"; echo && echo '</details>'; } \
        >>"$work/summary"
fi
cat "$work/summary"
[ -z "${GITHUB_STEP_SUMMARY:-}" ] || cat "$work/summary" >>"$GITHUB_STEP_SUMMARY"
exit "$status"
