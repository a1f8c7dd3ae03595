# shellcheck shell=bash disable=SC2154
# peers.sh - which files are held against llvm-dis, and which version of it; needs $src and $every
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

# The bitcode files that were named; otherwise all of corpora/small, and of what corpora/fetch.sh has fetched each
# $every-th one.
list_files() {
    if [ $# -gt 0 ]; then
        find "$@" -type f -name '*.bc' | sort
        return
    fi
    find "$src/corpora/small" -type f -name '*.bc' | sort
    if [ -d "$src/corpora/large" ]; then
        find "$src/corpora/large/" -type f -name '*.bc' | sort | awk -v every="$every" 'NR % every == 1 || every == 1'
    fi
}

# The version of llvm-dis for a file, by its folder or its name; libpocl2 was written by LLVM 15.
version_of() {
    case $1 in
    */libclc-16/*) echo 16 ;;
    */libclc-19/* | */libomp-19*/*) echo 19 ;;
    */libclc-22/*) echo 22 ;;
    */libpocl2/*) echo 16 ;;
    */postgresql-15/*) echo 14 ;;
    *) expr "$1" : '.*\.[a-z]*\([0-9]*\)\.bc$' || true ;;
    esac
}
