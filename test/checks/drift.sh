#!/usr/bin/env bash
# drift.sh - checks that line 1 of a source states its own path, and that what comments and documents name is there
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A path may begin at any directory: cursor.h, stream/cursor.h, lib/stream/cursor.h. Files of others are in <>, or have a
# capital as LLVM's do; a.c and b.cc are examples. Strings in C are not looked at: they are input of tests.
set -u
cd "$(dirname "$0")/../.." || exit 2

list_files() {
    find lib cmd bench test .ci .deb Makefile README.md corpora/*.* corpora/src -type f ! -name CHANGELOG.md "$@" 2>/dev/null
}
status=0
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT

# All that a file may be called: each end of its path.
mapfile -t files < <(list_files -print)
list_files -print | awk '
    { print; while (sub(/^[^\/]*\//, "")) print }' | sort -u >"$scratch"

awk -v names="$scratch" '
    BEGIN {
        while ((getline name < names) > 0)
            exists[name] = all = all "\n" name
        all = all "\n"
        comment["c"] = comment["h"] = comment["cc"] = comment["def"] = "c"
        comment["sh"] = comment["mk"] = comment["awk"] = comment["py"] = comment["pl"] = "#"
        comment["md"] = "all"
        is_named = "(c|h|cc|def|sh|py|awk|mk|mjs)"
    }
    FNR == 1 {
        n = split(FILENAME, part, ".")
        kind = part[n] in comment ? comment[part[n]] : FILENAME ~ /(Makefile|^\.ci\/.*)$/ ? "#" : ""
        inside = 0
        if (kind == "c" && /^\/\* [^ ]+ - / && substr("/" FILENAME, length(FILENAME) + 1 - length($2)) != "/" $2)
            complain("is not " $2)
    }
    kind == "" { next }
    { check(kind == "all" ? $0 : kind == "#" ? ($0 ~ /^[ \t]*#/ ? $0 : "") : of_comments($0)) }
    END { exit status }

    function complain(what) {
        print FILENAME ":" FNR ": " what
        status = 1
    }
    # What of a line of C is comment.
    function of_comments(line,    text, at) {
        text = ""
        if (!inside)
            gsub(/"([^"\\]|\\.)*"/, "", line)
        while (line != "") {
            at = index(line, inside ? "*/" : "/*")
            text = inside ? text " " (at ? substr(line, 1, at - 1) : line) : text
            if (!at)
                break
            inside = !inside
            line = substr(line, at + 2)
        }
        return text
    }
    function check(text,    name) {
        gsub(/<[^<> ]*>/, "", text)
        while (match(text, "[A-Za-z0-9_*./-]*[A-Za-z0-9_*]\\." is_named)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            sub(/^[.\/]+/, "", name)
            if (text !~ /^[A-Za-z0-9_*(]/ && !(name in exists) && !is_elsewhere(name))
                complain("there is no " name)
        }
    }
    function is_elsewhere(name) {
        if (name ~ /[A-Z]/ || name ~ /^[ab]\.[a-z]+$/ || name == "bitleap.ffi.h") # which is made
            return 1
        if (name !~ /\*/)
            return 0
        gsub(/\./, "\\.", name)
        gsub(/\*/, "[^\n/]*", name)
        return all ~ "\n" name "\n"
    }' "${files[@]}" || status=1

# Functions of the library that are named with () are declared or called.
find lib cmd bench test -name '*.[ch]' -exec grep -ohE '\bbl_[a-z0-9_]+\([^)]' {} + | sed 's/(.$//' | sort -u >"$scratch"
unknown=$(grep -ohE '\bbl_[a-z0-9_]+\(\)' "${files[@]}" | sed 's/()$//' | sort -u | comm -23 - "$scratch")
[ -z "$unknown" ] || { echo "there is no function $unknown" && status=1; }
exit $status
