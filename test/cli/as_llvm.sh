#!/usr/bin/env bash
# as_llvm.sh - llvm-dis by its name, and dis --as-llvm, against the llvm-dis of the version that wrote a file, byte for byte
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# WHOLE=1: all files of the corpora.
. "$BITLEAP_SRC/test/support/cli.sh"
native 'the tools are of another machine'

# Several modules in a file are several outputs; of a declaration of a type that LLVM 22 does not know, it changes nothing.
is_other() {
    case ${1##*/} in multi.* | modern.llvm22.bc) true ;; *) false ;; esac
}

n=0
while IFS= read -r file; do
    version=$("$BITLEAP" info "$file" 2>/dev/null | sed -n 's/^ *producer *LLVM\([0-9]*\)\..*/\1/p')
    if ! [[ $version =~ ^[0-9]+$ ]] || ! command -v "llvm-dis-$version" >/dev/null || is_other "$file" || ! "llvm-dis-$version" -o theirs.ll "$file" 2>/dev/null; then
        continue
    fi
    "$BITLEAP" llvm-dis -o ours.ll "$file"
    cmp theirs.ll ours.ll || fail "$file: $(diff theirs.ll ours.ll | head -n 4)"
    "$BITLEAP" dis --as-llvm --unlimited "$file" 2>/dev/null | cmp - theirs.ll || fail "$file: dis --as-llvm"
    n=$((n + 1))
done < <(
    sample 3 "$small"/*.bc
    [ -z "${WHOLE:-}" ] || find -L "$BITLEAP_SRC/corpora/large" -name '*.bc' | sort
)
[ -z "$(command -v llvm-dis-19)" ] || [ $n -gt 15 ] || fail "only $n files"

# dis says what the file says, whichever name it is called by; an index has the numbers of that, too.
file=$small/cxx-g-O2.clang19.bc
"$BITLEAP" dis "$file" >plain.ll
"$BITLEAP" dis --as-llvm "$file" >changed.ll
if cmp -s plain.ll changed.ll; then fail 'nothing has changed'; fi
"$BITLEAP" index -q --bodies -o kept.blx "$file"
"$BITLEAP" dis --as-llvm --only _ZN4shop7try_allEPPNS_4ItemEi "$file" >part.ll
"$BITLEAP" dis --as-llvm --only _ZN4shop7try_allEPPNS_4ItemEi kept.blx | grep -v '^; \/' | same part.ll -
grep -Fxqf <(sed -n '/^define/p' part.ll) changed.ll || fail "$(head -n 3 part.ll)"
