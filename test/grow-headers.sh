#!/usr/bin/env bash
# grow-headers.sh - the public headers as a later version may have them: each struct that may grow and each enum has more
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: grow-headers.sh DIRECTORY. A struct with BL_SLACK() names a spare word; one whose comment says that later versions
# may append fields has a few more; each enum has one value more.
set -eu
cd "$(dirname "$0")/.."

rm -rf "$1" && mkdir -p "$1"
cp lib/bitleap_codes.def "$1"
for header in lib/bitleap*.h; do
    awk '
        /^\/\*/ { comment = "" }
        /^\/\*|^ \*/ { comment = comment " " $0 }
        /^struct bl_[a-z_]+ \{$/ {
            gsub(/[ *]+/, " ", comment)
            kind = comment ~ /Later versions may append fields/ ? "longer" : "struct"
        }
        /^enum bl_[a-z_]+ \{$/ { kind = "enum"; name = $2 }
        /^(struct|enum) bl_[a-z_]+ \{$/ { comment = "" }
        kind == "struct" && match($0, /BL_SLACK\([0-9]+\)/) {
            n = substr($0, RSTART + 9, RLENGTH - 10)
            sub(/BL_SLACK.*/, "uint64_t grown_; uint64_t slack_[" n " - 1];")
            structs++
        }
        /^}/ && kind == "longer" { print "    uint64_t grown_[3];"; longer++ }
        kind == "enum" && !/[,{]$/ && /^    BL_[A-Z0-9_]+ = [^,]*$/ { sub(/$/, ",") }
        /^}/ && kind == "enum" { print "    BL_GROWN_" name " = 120,"; enums++ }
        /^}/ { kind = "" }
        { print }
        END { print structs + 0, longer + 0, enums + 0 >"/dev/stderr" }' "$header" >"$1/${header##*/}"
done 2>"$1/counts"
awk '{ for (i = 1; i <= 3; i++) n[i] += $i }
    END { print n[1] " structs with a spare word less, " n[2] " with more fields, " n[3] " enums with more values" }' "$1/counts"
