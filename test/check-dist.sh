#!/usr/bin/env bash
# check-dist.sh - the tarball is the same when a clone makes it, and builds and tests itself
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-dist.sh TARBALL, from the top of the tree; `make check-dist` calls it.
set -euo pipefail

tarball=$PWD/$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
git clone --quiet --no-hardlinks . "$scratch/clone"
(cd "$scratch/clone" && git checkout --quiet "$(git -C "$OLDPWD" rev-parse HEAD)" && umask 077 && TZ=Asia/Tokyo make -s dist)
sha256sum "$tarball" "$scratch/clone/$1"
cmp "$tarball" "$scratch/clone/$1"
tar -C "$scratch" -xzf "$tarball"
cd "$scratch"/bitleap-*
env -u MAKELEVEL make test ONLY=unit
