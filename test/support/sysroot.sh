#!/usr/bin/env bash
# sysroot.sh - unpacks the libraries that ours needs, built by Debian for another kind of machine
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: sysroot.sh DEBIAN_ARCH DIRECTORY
# apt works on lists and a status of its own, below DIRECTORY: the system's packages stay as they are, and nobody has
# to be root. Silent when the directory is there already.
set -eu

arch=$1 root=$2
[ ! -e "$root/complete" ] || exit 0
rm -rf "$root" && mkdir -p "$root/apt/lists/partial" "$root/apt/cache/archives/partial"
root=$(cd "$root" && pwd)
: >"$root/apt/status"
get=(apt-get -qq -o "APT::Architecture=$arch" -o "APT::Architectures=$arch" -o APT::Install-Recommends=no
    -o APT::Sandbox::User= -o Acquire::Languages=none -o Acquire::Retries=3 -o "Dir::State=$root/apt"
    -o "Dir::State::status=$root/apt/status" -o "Dir::Cache=$root/apt/cache" -o Debug::NoLocking=1)

echo "sysroot: fetching the libraries for $arch"
# A list that is missing is no failure while the packages are in another.
libraries=(libelf-dev libxxhash-dev libmd-dev libsqlite3-dev libtre-dev)
if ! { "${get[@]}" update || true && "${get[@]}" install --download-only "${libraries[@]}"; } \
    </dev/null >"$root/apt/log" 2>&1; then
    cat "$root/apt/log" >&2
    echo "sysroot: could not fetch the libraries for $arch" >&2
    exit 1
fi
for package in "$root"/apt/cache/archives/*.deb; do
    dpkg-deb -x "$package" "$root"
done
rm -rf "$root/apt"
: >"$root/complete"
