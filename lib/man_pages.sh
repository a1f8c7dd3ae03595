#!/bin/sh
# man_pages.sh - manual pages of section 3 from the public headers: one of each header, function, struct and enum
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: man_pages.sh DIRECTORY VERSION, from the top of the tree, with doxygen; `make man` calls it.
set -eu

pages=$1/man3
export VERSION="$2" WHOLE PAGES
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for WHOLE in YES NO; do
    PAGES=$scratch/$WHOLE
    mkdir "$PAGES"
    doxygen lib/Doxyfile
done
rm -rf "$pages" && mkdir -p "$pages"

# Without what doxygen says of itself, and the day on which it ran; and what of it is no good roff: two backslashes for one,
# empty lines, a font C, a quote at the beginning of a line, and within the quotes of an argument.
date=$(sed -n 's/^\.Dd //p' cmd/bitleap.1)
for file in "$scratch"/YES/man/man3/bitleap*.3 "$scratch"/NO/man/man3/bl_*.3; do
    name=$(basename "$file" .3)
    page=${name%.h}
    sed -e '/^\.SH "Author"/,$d' \
        -e "s|^\.TH .*|.TH $page 3 \"$date\" \"Bitleap $VERSION\"|; s/^$name \\\\-/$page \\\\-/" \
        -e 's/\\\\/\\(rs/g; /^\.nf/,/^\.fi/b; s/ *$//; /^$/d; s/\\fC/\\fB/g; s/^ \([^ ]\)/\1/' \
        -e "s/^'/\\\\\\&&/" \
        -e '/^\.RI "/{s/^\.RI "\(.*\)"$/\1/; s/"/""/g; s/.*/.RI "&"/}' \
        -e 's/^\([a-z].*\\fI[^ ]*\\fP\) \(.\)/\1\n.br\n\2/' "$file" >"$pages/$page.3"
done
