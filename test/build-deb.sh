#!/usr/bin/env bash
# build-deb.sh - builds Debian packages of a tarball
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: build-deb.sh TARBALL DIRECTORY, where the packages go; `make deb` calls it. The version of the tarball must be the
# one of .deb/changelog.
set -euo pipefail

tarball=$PWD/$1
rm -rf "$2" && mkdir -p "$2" && cd "$2"
tar -xzf "$tarball"
cd bitleap-*
version=${PWD##*-}
cp -r .deb debian
[ "$(dpkg-parsechangelog -S Version)" = "$version" ] || {
    echo "build-deb: .deb/changelog is not about $version" >&2
    exit 1
}
env -u MAKEFLAGS -u MAKELEVEL dpkg-buildpackage -us -uc -b >../build.log 2>&1 || {
    tail -n 40 ../build.log >&2
    exit 1
}
cd ..
ls -l -- *.deb
