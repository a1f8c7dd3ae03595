#!/usr/bin/env bash
# check-deb.sh - what lintian says of the packages, and whether they come, work, are upgraded and go in a clean root
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: check-deb.sh DIRECTORY of packages, from the top of the tree; only root can. `make check-deb` calls it.
set -euo pipefail

[ "$(id -u)" = 0 ] || { echo 'check-deb: only root can make a root' >&2 && exit 1; }
packages=$PWD/$1 small=$PWD/corpora/small
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Overrides, each with its reason, are in .deb/*.lintian-overrides.
# Its status counts what is overridden.
lintian --show-overrides --allow-root "$packages"/*.changes >"$scratch/lintian" || true
cat "$scratch/lintian"
! grep -q '^[EW]: ' "$scratch/lintian" || { echo 'check-deb: lintian has found something' >&2 && exit 1; }

# What came before: the same, said to be older.
mkdir "$scratch/old"
for package in "$packages"/*.deb; do
    case $package in *-dbgsym_*) continue ;; esac
    dpkg-deb -R "$package" "$scratch/tree"
    sed -i 's/^Version: .*/Version: 0.1.9/; s/(= [0-9.]*)/(= 0.1.9)/' "$scratch/tree/DEBIAN/control"
    dpkg-deb -Zgzip -z1 -b "$scratch/tree" "$scratch/old" >/dev/null
    rm -rf "$scratch/tree"
done

root=$scratch/root
mmdebstrap --quiet --variant=apt --include=python3,sqlite3,gcc,libc6-dev,pkg-config bookworm "$root"
in_root() {
    chroot "$root" "$@"
}
# A list of all files, without what apt and dpkg keep of their own.
files() {
    (cd "$root" && find . -path ./proc -prune -o -path ./sys -prune -o -path ./var -prune -o -path ./etc/ld.so.cache -prune -o \
        -path ./new -prune -o -path ./old -prune -o -name __pycache__ -prune -o -print) | sort
}
install_from() {
    in_root sh -c "DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends /$1/*.deb" >"$scratch/log" 2>&1 || {
        cat "$scratch/log" >&2
        exit 1
    }
}
versions() {
    # shellcheck disable=SC2016 # fields of dpkg
    in_root dpkg-query -W -f '${Package} ${Version}\n' bitleap libbitleap0.2 libbitleap-dev libsqlite3-mod-bitleap python3-bitleap
}
mkdir "$root/old" "$root/new"
cp "$scratch/old"/*.deb "$root/old"
find "$packages" -name '*.deb' ! -name '*-dbgsym_*' -exec cp {} "$root/new" \;
cp "$small"/thin-b.clang22.bc "$root/new"
# What they depend on stays, so it is there before.
in_root sh -c 'apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends libelf-dev libmd-dev \
    libxxhash-dev libtre5 python3-cffi-backend' >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && exit 1; }
files >"$scratch/before"

install_from old
versions
install_from new
versions
in_root bitleap --version
in_root bitleap find from_b /new/thin-b.clang22.bc
in_root bitleap sql 'SELECT count(*) FROM functions' /new/thin-b.clang22.bc
in_root sqlite3 :memory: '.load bitleap0' "SELECT name FROM bitcode_functions('/new/thin-b.clang22.bc') ORDER BY name"
in_root python3 - <<'PY'
import sqlite3
db = sqlite3.connect(':memory:')
db.enable_load_extension(True)
db.load_extension('bitleap0')
names = [name for name, in db.execute("SELECT name FROM bitcode_functions('/new/thin-b.clang22.bc') ORDER BY name")]
assert names == ['from_b', 'overridable', 'remember'], names
print('python3:', names)
PY
in_root python3 -c 'import bitleap; print("bitleap for Python:", bitleap.table("functions", "/new/thin-b.clang22.bc", ["name"]).fetchall())'
in_root test -s /usr/share/bitleap/bitleap.api.json
sed -n '/^ \*   #include <bitleap.h>/,/^ \*   }$/s/^ \*  \{0,3\}//p' "$root/usr/include/bitleap.h" >"$root/new/client.c"
# shellcheck disable=SC2016 # of the shell in the root
echo 'gcc -o /new/client /new/client.c $(pkg-config --cflags --libs bitleap) && /new/client /new/thin-b.clang22.bc' |
    in_root sh
[ -s "$root/usr/share/man/man1/bitleap.1.gz" ] || [ ! -e "$root/usr/share/man" ]

in_root sh -c 'DEBIAN_FRONTEND=noninteractive apt-get -qq purge -y bitleap libbitleap0.2 libbitleap-dev libsqlite3-mod-bitleap python3-bitleap' \
    >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2 && exit 1; }
files >"$scratch/after"
diff "$scratch/before" "$scratch/after" || { echo 'check-deb: something is left' >&2 && exit 1; }
echo 'nothing is left'
echo '1 passed, 0 failed, 0 skipped'
