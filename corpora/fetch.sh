#!/bin/bash
# fetch.sh - fetch the large sets from Debian packages into large/
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A set is the bitcode of one package, under large/PACKAGE/. It is put together in large/.new and moved into place when it is complete,
# with a stamp, large/PACKAGE/.complete: version, number of files and bytes on the first line, then its lines of the manifest.
set -euo pipefail

# The sets: package | in the sample | folder inside the package; its *.bc files are taken, symbolic links are not
sets() {
    cat <<'END'
libclc-16      | sample | usr/lib/clc
libclc-19      |        | usr/lib/clc
libclc-22      | sample | usr/lib/clc
libomp-19-dev  | sample | usr/lib/llvm-19/lib
libpocl2       |        | usr/share/pocl
postgresql-15  |        | usr/lib/postgresql/15/lib/bitcode
END
}

usage() {
    cat <<'END'
usage: fetch.sh [--sample] [SET...]

Fetch the named sets, or all of them, into large/ and write large/MANIFEST.tsv. A set that is complete is left alone.
Needs Debian 12's package lists (apt-get update), but not root.
  --sample  only the sets for a quick run, marked with * below

END
    sets | awk -F' *[|] *' '{ print "  " $1 ($2 == "sample" ? " *" : "") }'
}

die() {
    printf 'fetch.sh: %s\n' "$1" >&2
    exit 1
}

# The version that would be fetched; empty if the package lists do not have the package.
candidate() {
    awk -v package="$1:" '/^[^ ]/ { name = $1 } name == package && $1 == "Candidate:" && $2 != "(none)" { print $2 }' <<<"$policy"
}

# Print "count bytes" of the bitcode files in a folder.
measure() {
    find "$1" -name '*.bc' -type f -printf '%s\n' | awk '{ n += $1 } END { printf "%d %d\n", NR, n }'
}

# Is the set complete, in the wanted version? Any version will do if none is named.
is_complete() {
    local set=$1 wanted=$2 version count bytes
    [[ -f $large/$set/.complete ]] || return 1
    IFS=$'\t' read -r version count bytes <"$large/$set/.complete"
    [[ -z $wanted || $version == "$wanted" ]] || return 1
    [[ $(measure "$large/$set") == "$count $bytes" ]]
}

# Print "ALGORITHM:HASH <tab> FILE" for each file named on standard input, relative to large/.
hash_files() {
    if command -v xxhsum >/dev/null; then
        (cd "$large/.new" && xargs -d '\n' xxhsum -H2) | sed 's/^\\\{0,1\}\([0-9a-f]*\)  /xxh128:\1\t/'
    else
        (cd "$large/.new" && xargs -d '\n' sha256sum) | sed 's/^\([0-9a-f]*\)  /sha256:\1\t/'
    fi
}

fetch_set() {
    local set=$1 folder=$2 version=$3 new=$large/.new count bytes hash file apt=(apt-get -qq)
    [[ $(id -u) != 0 ]] || apt+=(-o APT::Sandbox::User=root)
    rm -rf "$new"
    mkdir -p "$new/package" "$new/$set"
    printf 'fetching %s %s\n' "$set" "$version"
    (cd "$new" && "${apt[@]}" download "$set=$version" >/dev/null) || die "$set could not be downloaded"
    dpkg-deb -x "$new/$set"_*.deb "$new/package"
    [[ -d $new/package/$folder ]] || die "$set $version has no folder $folder"

    (cd "$new/package/$folder" && find . -name '*.bc' -type f -print0 | xargs -0 -r cp --parents -t "$new/$set")
    cp "$new/package/usr/share/doc/$set/copyright" "$new/$set/copyright"

    read -r count bytes < <(measure "$new/$set")
    [[ $count != 0 ]] || die "$set $version has no bitcode in $folder"
    [[ "$count $bytes" == $(measure "$new/package/$folder") ]] || die "$set was not copied completely"
    printf '%s\t%s\t%s\n' "$version" "$count" "$bytes" >"$new/complete"
    (cd "$new" && find "$set" -name '*.bc' -type f) | LC_ALL=C sort | hash_files | while IFS=$'\t' read -r hash file; do
        printf '%s\t%s\t%s\t%s\t%s\n' "$file" "$hash" "$(stat -c %s "$new/$file")" "$set" "$version"
    done >>"$new/complete"
    mv "$new/complete" "$new/$set/.complete"
    rm -rf "${large:?}/$set"
    mv "$new/$set" "$large/$set"
    rm -rf "$new"
}

# One manifest of all complete sets, and a line for each of them.
report() {
    local set sample folder version count bytes files=0 total=0
    printf 'file\thash\tbytes\tpackage\tversion\n' >"$large/.manifest"
    while IFS='|' read -r set sample folder; do
        read -r set <<<"$set"
        [[ -f $large/$set/.complete ]] || continue
        IFS=$'\t' read -r version count bytes <"$large/$set/.complete"
        sed 1d "$large/$set/.complete" >>"$large/.manifest"
        printf '%-14s %5d files %10d bytes  %s\n' "$set" "$count" "$bytes" "$version"
        files=$((files + count))
        total=$((total + bytes))
    done < <(sets)
    mv "$large/.manifest" "$large/MANIFEST.tsv"
    printf '%-14s %5d files %10d bytes\n' total "$files" "$total"
}

only_sample=
wanted=()
for argument in "$@"; do
    case $argument in
    --sample) only_sample=yes ;;
    -h | --help)
        usage
        exit 0
        ;;
    -*)
        usage >&2
        exit 1
        ;;
    *)
        sets | grep -q "^$argument " || die "there is no set named $argument"
        wanted+=("$argument")
        ;;
    esac
done

for tool in apt-get apt-cache dpkg-deb; do
    command -v "$tool" >/dev/null || die "$tool is not installed: the sets are Debian packages, use a Debian 12 system or container"
done
large=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/large
mkdir -p "$large"
trap 'rm -rf "$large/.new" "$large/.manifest"' EXIT

mapfile -t names < <(sets | sed 's/ .*//')
policy=$(LC_ALL=C apt-cache -q policy "${names[@]}")
while IFS='|' read -r set sample folder; do
    read -r set <<<"$set"
    read -r sample <<<"$sample"
    read -r folder <<<"$folder"
    [[ -z $only_sample || $sample == sample ]] || continue
    [[ ${#wanted[@]} == 0 || " ${wanted[*]} " == *" $set "* ]] || continue
    version=$(candidate "$set")
    if is_complete "$set" "$version"; then
        continue
    fi
    [[ -n $version ]] || die "the package lists do not have $set: run apt-get update as root, on Debian 12"
    fetch_set "$set" "$folder" "$version"
done < <(sets)
report
