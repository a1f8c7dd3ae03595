#!/usr/bin/env bash
# release-check.sh - what lib/README.md asks for before a release, as far as a program can do it
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: release-check.sh VERSION, from the top of the tree; `make release-check` calls it. QUICK=1 leaves out what builds
# or runs something.
set -u

version=$1 minor=${1%.*}
failed=0
# check WHAT COMMAND... - runs it, and says how it went.
check() {
    local what=$1 log=build/release-check.log
    shift
    if "$@" >"$log" 2>&1; then
        echo "ok      $what"
    else
        echo "FAILED  $what"
        tail -n 5 "$log" | sed 's/^/        /'
        failed=$((failed + 1))
    fi
}
# Whether nothing is left to commit.
is_clean() {
    [ -z "$(git status --porcelain)" ] || { git status --short && false; }
}

mkdir -p build
check 'everything is committed' is_clean
check "lib/CHANGELOG.md has $version" grep -q "^## $version\$" lib/CHANGELOG.md
check ".deb/changelog begins with $version" grep -q "^bitleap ($version) " <(head -n 1 .deb/changelog)
check "packages are named after libbitleap.so.$minor" grep -q "^Package: libbitleap$minor\$" .deb/control
check "cmd/builds/bitleap.wrap is of $version" grep -q "^directory = bitleap-$version\$" cmd/builds/bitleap.wrap
check "cmd/builds/meson.build is of $version" grep -q "version: '$version'" cmd/builds/meson.build
check 'the schemas keep their promises' python3 test/schema/schemas.py check test/golden/schemas.txt
if [ -z "${QUICK:-}" ]; then
    check 'it builds' make
    check 'all tests of .ci/run' .ci/run
    check 'all tests, without samples' make test WHOLE=1
    check 'all tests with sanitizers, without samples' make test MODE=asan WHOLE=1
    check 'more files against the tools of LLVM' make check-peers
    check 'fuzz replays on other machines' make test-cross ONLY=fuzz
    check 'the analyzer, to the end of each function' make lint-tidy WHOLE=1
    check 'the tarball: the same bytes twice, and its tests' make check-dist
    check 'packages in a clean root' make check-deb
fi
[ "$failed" = 0 ] || { echo "release-check: $failed failed" && exit 1; }
echo "release-check: $version can be tagged"
