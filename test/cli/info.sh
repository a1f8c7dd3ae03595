#!/usr/bin/env bash
# info.sh - what modules say of themselves
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cd "$small" || exit
here=$OLDPWD

"$BITLEAP" info thin-b.clang22.bc values.llvm13.bc multi.llvm16.bc | golden info.txt
"$BITLEAP" info --json hash.llvm22.bc | golden info.json
expect 2 "$BITLEAP" info 2>"$here/err"
expect 1 "$BITLEAP" info errors.clang22.dia >"$here/out" 2>"$here/err"
grep -q 'no LLVM IR module' "$here/err" || fail "a stream without a module: $(cat "$here/err")"

# What is readable before damage is reported.
head -c 3000 values.llvm22.bc >"$here/cut.bc"
expect 3 "$BITLEAP" info "$here/cut.bc" >"$here/out" 2>"$here/err"
grep -q 'LLVM22' "$here/out" || fail "the producer is not reported: $(cat "$here/out")"

# How it was built, and whether it can be linked.
"$BITLEAP" info c-g-O0.clang19.bc >"$here/out"
for fact in 'ident *Debian clang version 19' 'compile unit  *[^ ]*\.c' '  by  *Debian clang version 19' \
    'CPU  *x86-64' 'flags  *Dwarf Version: i32 [45] (max)' ' *wchar_size: i32 4 (error)'; do
    grep -q "^  $fact" "$here/out" || fail "no '$fact': $(cat "$here/out")"
done
"$BITLEAP" info elf-x86_64.clang16.o | grep -q '^  command line  *-cc1 -triple ' || fail 'no command line'
"$BITLEAP" info . 2>/dev/null >"$here/tree" || true
grep -q '^ *[0-9]*  i32 2  (\./ar-coff.* and [0-9]* more)$' "$here/tree" || fail "nobody is odd: $(cat "$here/tree")"
"$BITLEAP" info --check-lto thin-a.clang22.bc thin-b.clang22.bc | same - <(echo 'module flags of 2 modules agree')
head -c 2000 thin-b.clang22.bc >"$here/cut.bc"
expect 3 "$BITLEAP" info --check-lto thin-a.clang22.bc "$here/cut.bc" 2>/dev/null >"$here/out"
echo 'module flags of 2 modules that can be read agree; of 1 module not all are known, for damage' | same "$here/out" -
expect 1 "$BITLEAP" info --check-lto thin-a.clang22.bc cxx-msvc.clang22.bc >"$here/out"
same "$here/out" - <<'END'
refused: flag wchar_size, values differ
  i32 4 in thin-a.clang22.bc
  i32 2 in cxx-msvc.clang22.bc
END
expect 1 "$BITLEAP" info --check-lto --json thin-a.clang22.bc cxx-msvc.clang22.bc | grep -q '"refused":true,"flag":"wchar_size"' ||
    fail 'no conflict in JSON'

# Targets, sources and layouts are those that llvm-dis prints.
if command -v llvm-dis-22 >/dev/null && command -v jq >/dev/null; then
    for file in c-O2.clang22.bc cxx-msvc.clang22.bc thin-b.clang22.bc; do
        llvm-dis-22 -o - "$file" | sed -n 's/^\(target [a-z]*\|source_filename\) = "\(.*\)"$/\2/p' >"$here/theirs"
        "$BITLEAP" info --json "$file" | jq -r '.source, .data_layout, .triple' >"$here/ours"
        same "$here/theirs" "$here/ours"
    done
fi

# What is said to be needed, an older LLVM does not read, or it reads another module.
command -v jq >/dev/null || exit 0
for file in *.llvm22.bc *.clang22.bc *.llvm16.bc *.clang16.bc; do
    needs=$("$BITLEAP" info --deep --json "$file" 2>/dev/null |
        jq -s 'map(select(.type == "module") | .needs_llvm // 0) | max // 0')
    what=$("$BITLEAP" info --deep --json "$file" 2>/dev/null | jq -r 'select(.needs_llvm) | .needs_what')
    case $what in *CONSTANTS* | *INST_GEP*) continue ;; esac
    for version in 13 14 16 19; do
        [ "$needs" -gt "$version" ] || continue
        command -v llvm-dis-$version >/dev/null || continue
        ! llvm-dis-$version -o /dev/null "$file" 2>/dev/null || fail "LLVM $version reads $file, in spite of $what"
    done
done

# An attribute that had no number up to LLVM 14.
if command -v llvm-as-15 >/dev/null; then
    echo 'define void @g() uwtable { ret void }' | llvm-as-15 -opaque-pointers=0 -o "$here/tables.bc"
    [ "$("$BITLEAP" info --json "$here/tables.bc" | jq .needs_llvm)" = 15 ] || fail 'uwtable has a number'
fi

# The same of single operands: LLVM 22 writes them, and an older one refuses exactly what is reported.
command -v llvm-as-22 >/dev/null || exit 0
while IFS='|' read -r needs instruction; do
    cat >"$here/operand.ll" <<END
declare i32 @g()
define void @f(ptr %p, i32 %i, i64 %j, float %x, double %y) {
  br label %two
one:
  %new = $instruction
  ret void
two:
  %late = add i32 %i, 1
  br label %one
}
END
    llvm-as-22 "$here/operand.ll" -o "$here/operand.bc" || fail "LLVM 22 does not know $instruction"
    reported=$("$BITLEAP" info --deep --json "$here/operand.bc" | jq .needs_llvm)
    [ "$reported" -eq "$needs" ] || fail "$instruction: needs LLVM $needs, not $reported"
    for version in 14 19; do
        command -v llvm-dis-$version >/dev/null || continue
        case $instruction in *metadata*) continue ;; esac # which may be misread
        option=
        [ $version -gt 14 ] || option=--opaque-pointers
        # shellcheck disable=SC2086 # none or one
        if llvm-dis-$version $option -o /dev/null "$here/operand.bc" 2>"$here/err"; then
            [ "$needs" -le $version ] || [ "$needs" = 15 ] || fail "LLVM $version reads $instruction"
        else
            [ "$needs" -gt $version ] || fail "LLVM $version does not read $instruction"
        fi
    done
done <<'END'
15|or disjoint i64 %j, %j
15|fcmp nnan oeq float %x, %x
15|getelementptr inbounds nuw i8, ptr %p, i64 %j
15|call cc112 i32 @g() [ "tag"(i32 %late) ]
15|atomicrmw fmax ptr %p, float %x monotonic
15|alloca i32, addrspace(5)
16|atomicrmw uinc_wrap ptr %p, i32 %i monotonic
17|zext nneg i32 %late to i64
17|trunc nuw i64 %j to i32
17|fptrunc nnan double %y to float
20|icmp samesign ult i32 %late, %i
20|ptrtoaddr ptr %p to i64
20|atomicrmw usub_cond ptr %p, i32 %i monotonic
20|atomicrmw fmaximum ptr %p, float %x monotonic
20|call i32 @g() [ "tag"(metadata !"text") ]
END
