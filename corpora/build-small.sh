#!/bin/bash
# build-small.sh - rebuild small/ from src/, or check that it still comes out the same
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every file is one row of the table below. The command of a row is run in an empty temporary folder that holds a copy of src/,
# so a file that records the folder it was made in differs from one run to the next; such a file is refused.
set -euo pipefail

usage() {
    cat <<'END'
usage: build-small.sh [--check]

Rebuild small/ and small/MANIFEST.tsv from src/.
  --check   rebuild in a temporary folder and compare; small/ stays as it is. Exit 1 if a file differs or is missing

A row whose tool is not installed is skipped with a line; its file in small/ stays. With CI=true in the environment that is an error.
END
}

# The table: file name | versions | tool | arguments
#   %V  version, also appended to the tool: clang with version 19 runs clang-19; "-": the tool has no version
#   %o  the file to make: small/NAME, or NAME itself if that is parts/…, a file that is made for rows below and not kept
#   {x} a set of arguments, see expand()
table() {
    cat <<'END'
c-O0.clang%V.bc           | 13 14 16 19 22 | clang    | {x86} -O0 -o %o src/basic.c
c-O2.clang%V.bc           | 13 14 16 19 22 | clang    | {x86} -O2 -o %o src/basic.c
c-g-O0.clang%V.bc         | 13 14 16 19 22 | clang    | {x86} -O0 {debug} -o %o src/basic.c
c-g-O2.clang%V.bc         | 13 14 16 19 22 | clang    | {x86} -O2 {debug} -o %o src/basic.c
c-macros.clang%V.bc       | 13 22          | clang    | {x86} -O1 {debug} -fdebug-macro -o %o src/remarks.c
cxx-O2.clang%V.bc         | 13 14 16 19 22 | clang    | {x86} -O2 -std=c++17 -o %o src/classes.cpp
cxx-g-O0.clang%V.bc       | 13 14 16 19 22 | clang    | {x86} -O0 {debug} -std=c++17 -o %o src/classes.cpp
cxx-g-O2.clang%V.bc       | 13 14 16 19 22 | clang    | {x86} -O2 {debug} -std=c++17 -o %o src/classes.cpp
cxx-msvc.clang%V.bc       | 13 22          | clang    | {msvc} -O1 -std=c++17 -o %o src/classes.cpp
link.clang%V.bc           | 13 14 16 19 22 | clang    | {x86} -O1 -o %o src/link.c
wide.clang%V.bc           | 13 14 16 19 22 | clang    | {x86} -O2 -o %o src/wide.c
lto.clang%V.bc            | 13 14 16 19 22 | clang    | {x86} -O2 -flto -o %o src/basic.c
thin-a.clang%V.bc         | 13 14 16 19 22 | clang    | {x86} -O2 -flto=thin -o %o src/thin-a.c
thin-b.clang%V.bc         | 13 14 16 19 22 | clang    | {x86} -O2 -flto=thin {debug} -o %o src/thin-b.c
thin-split.clang%V.bc     | 13 14 16 19 22 | clang    | {x86} -O2 -flto=thin {split} -o %o src/vtables.cpp
wrapper-x86_64.clang%V.bc | 13 14 16 19 22 | clang    | {macos} -O2 {debug} -o %o src/remarks.c
wrapper-arm64.clang%V.bc  | 13 14 16 19 22 | clang    | {ios} -O2 -o %o src/basic.c
wrapper-thin.clang%V.bc   | 13 14 16 19 22 | clang    | {macos} -O2 -flto=thin -o %o src/thin-b.c
multi.llvm%V.bc           | 13 14 16 19 22 | llvm-cat | -b -o %o {thin}
index.llvm%V.bc           | 13 14 16 19 22 | llvm-lto | -thinlto-action=thinlink -o %o {thin}
bundles.llvm%V.bc         | 13 14          | llvm-as  | -o %o src/ir/typed/bundles.ll
bundles.llvm%V.bc         | 16 19 22       | llvm-as  | -o %o src/ir/bundles.ll
uselist.llvm%V.bc         | 13 14          | llvm-as  | -preserve-bc-uselistorder -o %o src/ir/typed/uselist.ll
uselist.llvm%V.bc         | 16 19 22       | llvm-as  | -preserve-bc-uselistorder -o %o src/ir/uselist.ll
values.llvm%V.bc          | 13 14          | llvm-as  | -o %o src/ir/typed/values.ll
values.llvm%V.bc          | 16 19 22       | llvm-as  | -o %o src/ir/values.ll
uses.llvm%V.bc            | 14             | llvm-as  | -o %o src/ir/typed/uses.ll
uses.llvm%V.bc            | 22             | llvm-as  | -o %o src/ir/uses.ll
hash.llvm%V.bc            | 13 14          | llvm-as  | -module-hash -o %o src/ir/typed/values.ll
hash.llvm%V.bc            | 16 19 22       | llvm-as  | -module-hash -o %o src/ir/values.ll
modern.llvm%V.bc          | 19 22          | llvm-as  | -o %o src/ir/modern.ll
latest.llvm%V.bc          | 22             | llvm-as  | -o %o src/ir/latest.ll
three-way.llvm%V.bc       | 22             | llvm-as  | -o %o src/ir/three-way.ll
warn.clang%V.dia          | 13 14 16 19 22 | clang    | {diagnose} --serialize-diagnostics %o src/warn.c
errors.clang%V.dia        | 13 14 16 19 22 | ! clang  | {diagnose} --serialize-diagnostics %o src/errors.c
remarks.clang%V.opt.bitstream | 13 14 16 19 22 | clang | {remarks} -foptimization-record-file=%o -o /dev/null src/remarks.c
header.clang%V.pch        | 13 14 16 19 22 | clang    | -cc1 {ast} -x c-header -emit-pch -o - /bitleap/header.h > %o
header-cxx.clang%V.pch    | 13 14 16 19 22 | clang    | -cc1 {ast} -x c++-header -std=c++17 -emit-pch -o - /bitleap/header.hpp > %o
drawing.clang%V.pcm       | 13 14 16 19 22 | clang    | -cc1 {ast} -x c {module} -emit-module -o - /bitleap/module.modulemap > %o
END
    containers
}

# Members of archives have the names that they are to have there, so each kind has a folder of its own.
containers() {
    cat <<'END'
elf-x86_64.clang%V.o      | 13 14 16 19 22 | clang    | {elf} {embed} -o %o src/one.c
elf-ppc64.clang%V.o       | 14 22          | clang    | --target=powerpc64-unknown-linux-gnu {embed} -o %o src/one.c
elf-mips.clang%V.o        | 14 22          | clang    | --target=mips-unknown-linux-gnu {embed} -o %o src/one.c
elf-arm.clang%V.o         | 22             | clang    | --target=armv7-unknown-linux-gnueabihf {embed} -o %o src/one.c
elf-fat-lto.clang%V.o     | 19 22          | clang    | {elf} -w -O1 -c -flto -ffat-lto-objects -o %o src/one.c
elf-fat-thin.clang%V.o    | 22             | clang    | {elf} -w -O1 -c -flto=thin -ffat-lto-objects -o %o src/one.c
elf-marker.clang%V.o      | 22             | clang    | {elf} -w -O1 -c -fembed-bitcode=marker -ffile-compilation-dir=. -o %o src/one.c
elf-native.clang%V.o      | 22             | clang    | {elf} -w -O1 -c -o %o src/one.c
elf-ast.clang%V.pcm       | 19 22          | clang    | -cc1 {ast} -x c {module} -fmodule-format=obj -fdebug-compilation-dir=/bitleap -emit-module -o - /bitleap/module.modulemap > %o
coff-x86_64.clang%V.obj   | 14 22          | clang    | {coff} {embed} -o %o src/one.c
coff-i386.clang%V.obj     | 22             | clang    | --target=i686-pc-windows-msvc -mno-incremental-linker-compatible {embed} -o %o src/one.c
macho-x86_64.clang%V.o    | 14 22          | clang    | {macho} {embed} -o %o src/one.c
macho-arm64.clang%V.o     | 14 22          | clang    | {arm64} {embed} -o %o src/one.c
macho-armv7.clang%V.o     | 22             | clang    | --target=armv7-apple-ios9.0 {embed} -o %o src/one.c
macho-marker.clang%V.o    | 22             | clang    | {macho} -w -O1 -c -fembed-bitcode=marker -ffile-compilation-dir=. -o %o src/one.c
parts/%V/one.o            | 14 22          | clang    | {elf} {embed} -o %o src/one.c
parts/%V/two.o            | 14 22          | clang    | {elf} {embed} -o %o src/two.c
parts/%V/one.bc           | 14 22          | clang    | {elf} -w -O1 -c -emit-llvm -o %o src/one.c
parts/%V/two.bc           | 14 22          | clang    | {elf} -w -O1 -c -emit-llvm -o %o src/two.c
parts/%V/darwin/one.o     | 22             | clang    | {macho} {embed} -o %o src/one.c
parts/%V/darwin/two.o     | 22             | clang    | {macho} {embed} -o %o src/two.c
parts/%V/darwin/two.bc    | 22             | clang    | {macho} -w -O1 -c -emit-llvm -o %o src/two.c
parts/%V/arm64/one.o      | 22             | clang    | {arm64} {embed} -o %o src/one.c
parts/%V/arm64/two.o      | 22             | clang    | {arm64} {embed} -o %o src/two.c
parts/%V/coff/one.obj     | 22             | clang    | {coff} {embed} -o %o src/one.c
parts/%V/coff/two.obj     | 22             | clang    | {coff} {embed} -o %o src/two.c
parts/%V/1/x.o            | 22             | clang    | {elf} {embed} -o %o src/one.c
parts/%V/2/x.o            | 22             | clang    | {elf} -w -O1 -c -emit-llvm -o %o src/two.c
parts/%V/3/x.o            | 22             | clang    | {elf} {embed} -o %o src/two.c
parts/%V/native.o         | 22             | clang    | {elf} -w -O1 -c -o %o src/one.c
parts/%V/a_long_name_of_a_member.o | 22    | clang    | {elf} {embed} -o %o src/one.c
parts/%V/odd (name) [1]#2!:.bc | 22        | clang    | {elf} -w -O1 -c -emit-llvm -o '%o' src/two.c
ar-gnu.llvm%V.a           | 14 22          | llvm-ar  | rcD --format=gnu %o parts/%V/one.o parts/%V/two.o parts/%V/two.bc
ar-bsd.llvm%V.a           | 14 22          | llvm-ar  | rcD --format=bsd %o parts/%V/one.o parts/%V/two.o parts/%V/two.bc
ar-darwin.llvm%V.a        | 22             | llvm-ar  | rcD --format=darwin %o parts/%V/darwin/one.o parts/%V/darwin/two.o parts/%V/darwin/two.bc
ar-coff.llvm%V.lib        | 22             | llvm-ar  | rcD --format=coff %o parts/%V/coff/one.obj parts/%V/coff/two.obj
ar-thin.llvm%V.a          | 22             | llvm-ar  | rcDT --format=gnu %o small/elf-x86_64.clang%V.o small/macho-arm64.clang%V.o small/remarks.clang%V.opt.bitstream
ar-noindex.llvm%V.a       | 22             | llvm-ar  | rcDS --format=gnu %o parts/%V/one.o parts/%V/two.bc
ar-same-names.llvm%V.a    | 22             | llvm-ar  | rcD --format=gnu %o parts/%V/1/x.o parts/%V/2/x.o parts/%V/3/x.o
ar-long-gnu.llvm%V.a      | 22             | llvm-ar  | rcD --format=gnu %o parts/%V/a_long_name_of_a_member.o {odd}
ar-long-bsd.llvm%V.a      | 22             | llvm-ar  | rcD --format=bsd %o parts/%V/a_long_name_of_a_member.o {odd}
ar-mixed.llvm%V.a         | 22             | llvm-ar  | rcD --format=gnu %o parts/%V/native.o src/one.c parts/%V/one.bc parts/%V/two.o parts/%V/darwin/two.bc
ar-empty.llvm%V.a         | 22             | llvm-ar  | rcD --format=gnu %o
parts/%V/inner.a          | 22             | llvm-ar  | rcD --format=bsd %o parts/%V/two.o parts/%V/one.bc
ar-nested.llvm%V.a        | 22             | llvm-ar  | qcDS --format=gnu %o parts/%V/one.o parts/%V/inner.a
universal.llvm%V.o        | 14 22          | llvm-lipo | -create small/macho-x86_64.clang%V.o small/macho-arm64.clang%V.o -output %o
universal-64.llvm%V.o     | 22             | llvm-lipo | -create -fat64 small/macho-x86_64.clang%V.o small/macho-arm64.clang%V.o -output %o
parts/%V/darwin/native.o  | 22             | clang    | {macho} -w -O1 -c -o %o src/one.c
parts/%V/arm64/native.o   | 22             | clang    | {arm64} -w -O1 -c -o %o src/one.c
parts/%V/native           | 22             | llvm-lipo | -create parts/%V/darwin/native.o parts/%V/arm64/native.o -output %o
universal-objects.llvm%V.o | 22            | llvm-objcopy | --add-section=__LLVM,__bitcode=parts/%V/two.bc parts/%V/native %o
parts/%V/x86_64.a         | 22             | llvm-ar  | rcD --format=darwin %o parts/%V/darwin/one.o parts/%V/darwin/two.bc
parts/%V/arm64.a          | 22             | llvm-ar  | rcD --format=darwin %o parts/%V/arm64/one.o parts/%V/arm64/two.o
universal.llvm%V.a        | 22             | llvm-lipo | -create parts/%V/x86_64.a parts/%V/arm64.a -output %o
merged.lld%V.o            | 14 22          | ld.lld   | -r -o %o parts/%V/one.o parts/%V/two.o
merged.bfd.o              | -              | ld.bfd   | -r -o %o parts/22/one.o parts/22/two.o
linked.lld%V              | 22             | ld.lld   | -e one -o %o parts/%V/one.o parts/%V/two.o
linked.lld%V.so           | 22             | ld.lld   | -shared -o %o parts/%V/one.o parts/14/two.o parts/%V/native.o --allow-multiple-definition
linked.bfd.so             | -              | ld.bfd   | -shared -z noseparate-code -o %o parts/22/one.o parts/22/two.o
linked.lld%V.dll          | 22             | lld-link | -dll -noentry -noimplib -brepro -out:%o parts/%V/coff/one.obj parts/%V/coff/two.obj
parts/zeros               | -              | head     | -c 12 /dev/zero > %o
concat.bin                | -              | cat      | parts/22/one.bc parts/14/two.bc > %o
concat-zeros.bin          | -              | cat      | parts/22/one.bc parts/zeros parts/22/darwin/two.bc parts/zeros small/remarks.clang22.opt.bitstream > %o
zeros-behind.bin          | -              | cat      | parts/22/one.bc parts/zeros parts/zeros > %o
END
}

# The target is always given, so that the machine's own does not matter. Precompiled headers and modules record absolute paths and
# the output folder: the headers are seen at /bitleap through an overlay, and the output goes through a pipe. Their target is the one
# with few builtin functions, each of which would take room in the file.
expand() {
    local s=$1
    s=${s//'{x86}'/--target=x86_64-pc-linux-gnu -w -c -emit-llvm}
    s=${s//'{msvc}'/--target=x86_64-pc-windows-msvc -w -ffile-compilation-dir=. -c -emit-llvm -fexceptions -fcxx-exceptions}
    s=${s//'{macos}'/--target=x86_64-apple-macosx10.13 -w -c -emit-llvm}
    s=${s//'{ios}'/--target=arm64-apple-ios13.0 -w -c -emit-llvm}
    s=${s//'{elf}'/--target=x86_64-pc-linux-gnu -fPIC}
    s=${s//'{macho}'/--target=x86_64-apple-macosx10.13}
    s=${s//'{arm64}'/--target=arm64-apple-ios13.0}
    s=${s//'{coff}'/--target=x86_64-pc-windows-msvc -mno-incremental-linker-compatible}
    s=${s//'{embed}'/-w -O1 -c -fembed-bitcode=all -ffile-compilation-dir=.}
    s=${s//'{odd}'/\'parts/%V/odd (name) [1]#2!:.bc\'}
    s=${s//'{debug}'/-g -ffile-compilation-dir=.}
    s=${s//'{split}'/-fwhole-program-vtables -fsplit-lto-unit -fvisibility=hidden}
    s=${s//'{thin}'/small/thin-a.clang%V.bc small/thin-b.clang%V.bc}
    s=${s//'{diagnose}'/--target=x86_64-pc-linux-gnu -Weverything -fsyntax-only}
    s=${s//'{remarks}'/--target=x86_64-apple-macosx10.13 -O2 -g -ffile-compilation-dir=. -c -fsave-optimization-record=bitstream}
    s=${s//'{ast}'/-triple bpf -nostdsysteminc -nobuiltininc -fno-pch-timestamp -ivfsoverlay src/overlay.yaml -working-directory /bitleap}
    s=${s//'{module}'/-fmodules -fmodule-name=Drawing -fno-implicit-modules}
    printf '%s' "$s"
}

die() {
    printf 'build-small.sh: %s\n' "$1" >&2
    exit 1
}

skip() {
    [[ ${CI:-} != true ]] || die "$2, $1 cannot be made"
    printf 'skipped  %s: %s\n' "$1" "$2"
    skipped+=("$1")
}

# Run the command of one row in the build folder and add it to the new manifest. NAME, PROGRAM and COMMAND are of one version;
# PATH is where the file is to be.
build_one() {
    local name=$1 path=$2 program=$3 command=$4 missing
    if ! command -v "$program" >/dev/null; then
        skip "$name" "$program is not installed"
        return
    fi
    for missing in ${skipped[@]+"${skipped[@]}"}; do
        if [[ " $command " == *[\ /]"$missing"[\ \']* ]]; then
            skip "$name" "$missing was skipped"
            return
        fi
    done
    mkdir -p "$work/${path%/*}"
    if ! (cd "$work" && bash -c "$command") >"$work/log" 2>&1 || [[ ! -s $work/$path ]]; then
        cat "$work/log" >&2
        die "$path was not made by: $command"
    fi
    chmod 644 "$work/$path"
    if LC_ALL=C grep -qaF -e "$work" -e "$here" "$work/$path"; then
        die "$path contains the path of the folder it was made in"
    fi
    [[ $path == small/* ]] || return 0
    printf '%s\t%s\t%s\t%s\n' "$name" "$(sha256sum <"$work/$path" | cut -d' ' -f1)" \
        "$(stat -c %s "$work/$path")" "$command" >>"$work/made.tsv"
}

build_all() {
    local name versions tool arguments version file path program command
    while IFS='|' read -r name versions tool arguments; do
        read -r name <<<"$name"
        read -r tool <<<"$tool"
        read -r arguments <<<"$arguments"
        for version in $versions; do
            file=${name//%V/$version}
            path=small/$file
            [[ $file != parts/* ]] || path=$file
            command="$tool-$version $(expand "$arguments")"
            [[ $version != - ]] || command="$tool $arguments"
            command=${command//%V/$version}
            command=${command//%o/$path}
            program=${command#'! '}
            [[ $path != small/* ]] || printf '%s\n' "$file" >>"$work/names"
            build_one "$file" "$path" "${program%% *}" "$command"
        done
    done < <(table)
}

# Compare what was made with small/ and its manifest.
check() {
    local name hash bytes command program file bad=0
    while IFS=$'\t' read -r name hash bytes command; do
        if [[ ! -f $here/small/$name ]]; then
            printf 'missing    %s\n' "$name"
        elif ! cmp -s "$here/small/$name" "$work/small/$name"; then
            program=${command#'! '}
            printf 'different  %s: made now with %s\n' "$name" \
                "$("${program%%[[:space:]]*}" --version 2>/dev/null | sed -n 's/^ *//; /version/{p;q}')"
        elif ! grep -qxF "$name"$'\t'"$hash"$'\t'"$bytes"$'\t'"$command" "$here/small/MANIFEST.tsv"; then
            printf 'manifest   %s: the line does not match\n' "$name"
        else
            printf 'identical  %s\n' "$name"
            continue
        fi
        bad=$((bad + 1))
    done <"$work/made.tsv"
    for file in "$here"/small/*; do
        name=${file##*/}
        if [[ $name != MANIFEST.tsv ]] && ! grep -qxF "$name" "$work/names"; then
            printf 'unknown    %s: no row of the table makes it\n' "$name"
            bad=$((bad + 1))
        fi
    done
    printf '%d files checked, %d wrong, %d skipped\n' "$(wc -l <"$work/made.tsv")" "$bad" "${#skipped[@]}"
    [[ $bad == 0 ]]
}

# Put the new files and the manifest into small/. What was skipped keeps its file and its line.
install_all() {
    local name file
    mkdir -p "$here/small"
    touch "$here/small/MANIFEST.tsv"
    for name in ${skipped[@]+"${skipped[@]}"}; do
        grep -F "$name"$'\t' "$here/small/MANIFEST.tsv" >>"$work/made.tsv" || true
    done
    for file in "$here"/small/*; do
        name=${file##*/}
        if [[ $name != MANIFEST.tsv ]] && ! grep -qxF "$name" "$work/names"; then
            printf 'removed  %s: no row of the table makes it\n' "$name"
            rm "$file"
        fi
    done
    cp "$work"/small/* "$here/small/"
    {
        printf 'file\tsha256\tbytes\tcommand\n'
        LC_ALL=C sort "$work/made.tsv"
    } >"$here/small/MANIFEST.tsv"
    printf '%d files, %d bytes in small/, %d skipped\n' "$(wc -l <"$work/made.tsv")" \
        "$(awk -F'\t' '{ n += $3 } END { print n }' "$work/made.tsv")" "${#skipped[@]}"
}

mode=build
case ${1:-} in
'') ;;
--check) mode=check ;;
-h | --help)
    usage
    exit 0
    ;;
*)
    usage >&2
    exit 1
    ;;
esac
[[ $# -le 1 ]] || { usage >&2; exit 1; }

export LC_ALL=C TZ=UTC
unset CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH SOURCE_DATE_EPOCH CCC_OVERRIDE_OPTIONS CLANG_CONFIG_FILE_USER_DIR || true
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/small"
cp -R "$here/src" "$work/src"
: >"$work/made.tsv"
: >"$work/names"
skipped=()

build_all
if [[ $mode == check ]]; then
    check
else
    install_all
fi
