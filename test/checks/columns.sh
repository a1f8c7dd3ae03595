#!/usr/bin/env bash
# columns.sh - checks that no line of C, or of a page, is over 100 columns: clang-format leaves comments as they are
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Between "clang-format off" and "clang-format on" tables may be wider. Not every awk knows UTF-8: what continues a
# character is taken out before bytes are counted.
set -u
cd "$(dirname "$0")/../.." || exit 2

find lib cmd bench test \( -name '*.[ch]' -o -name '*.hpp' -o -name '*.cc' -o -name '*.html' -o -name '*.css' -o \
    -name '*.js' ! -name '*.min.js' \) -exec env LC_ALL=C awk '
    FNR == 1 { is_off = 0 }
    /clang-format off/ { is_off = 1 }
    /clang-format on/ { is_off = 0 }
    is_off || length <= 100 { next }
    { gsub(/[\200-\277]/, "") }
    length > 100 { print FILENAME ":" FNR ": " length " columns"; status = 1 }
    END { exit status }' {} + >&2
