#!/usr/bin/env bash
# nm.sh - symbols are listed as llvm-nm 22 lists them
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cd "$small" || exit
here=$OLDPWD

# What is said of the call.
expect 2 "$BITLEAP" nm 2>"$here/err"
expect 2 "$BITLEAP" nm --format=coff c-O2.clang22.bc 2>"$here/err"
grep -q "^bitleap nm: --format takes bsd|posix|sysv|just-symbols|darwin, not 'coff'" "$here/err" || fail "formats are not named"
expect 2 "$BITLEAP" nm -t 8 c-O2.clang22.bc 2>"$here/err"
expect 2 "$BITLEAP" nm -X 16 c-O2.clang22.bc 2>"$here/err"
expect 2 "$BITLEAP" nm --json -M ar-gnu.llvm22.a 2>"$here/err"
"$BITLEAP" nm -V | grep -q GNU || fail "libtool looks for GNU"
expect 1 "$BITLEAP" nm --no-llvm-bc c-O2.clang22.bc >"$here/out" 2>"$here/err"
grep -q 'this is bitcode' "$here/err" || fail "bitcode that is not wanted: $(cat "$here/err")"
expect 1 "$BITLEAP" nm -D c-O2.clang22.bc >"$here/out" 2>"$here/err"
grep -q 'no dynamic symbols' "$here/err" || fail "dynamic symbols: $(cat "$here/err")"
expect 1 "$BITLEAP" nm errors.clang22.dia >"$here/out" 2>"$here/err"
grep -q 'no LLVM IR module in the stream' "$here/err" || fail "a stream that is no IR: $(cat "$here/err")"

# Without llvm-nm: one of each letter, in an archive with a native object beside.
"$BITLEAP" nm ar-mixed.llvm22.a values.llvm22.bc | golden nm.txt
"$BITLEAP" nm --json --size thin-a.clang22.bc | golden nm.json

# Tables and records say the same.
for file in *.bc; do
    "$BITLEAP" nm -a "$file" >"$here/table" 2>&1
    "$BITLEAP" nm -a --no-symtab "$file" >"$here/records" 2>&1
    cmp -s "$here/table" "$here/records" || fail "$file: table and records differ"
done

# Sizes are those of FUNCTION blocks with their headers, and add up to all of them.
"$BITLEAP" nm --size cxx-g-O2.clang22.bc | awk 'NF == 4 { print $2 }' |
    while read -r size; do echo $((16#$size)); done | awk '{ n += $1 } END { print n }' >"$here/sizes"
"$BITLEAP" ls --json --depth all cxx-g-O2.clang22.bc | grep '"FUNCTION_BLOCK"' | grep -o '"words":[0-9]*' |
    awk -F: '{ n += 8 + 4 * $2 } END { print n }' >"$here/blocks"
same "$here/sizes" "$here/blocks"

# What is readable before damage is listed.
{ cat thin-b.clang22.bc; head -c 3000 values.llvm22.bc; } >"$here/cut.bc"
expect 3 "$BITLEAP" nm "$here/cut.bc" >"$here/out" 2>"$here/err"
grep -q ' T from_b$' "$here/out" || fail "a module before the damage: $(cat "$here/out")"
grep -q 'cut.bc\[2\]: bit [0-9]* ' "$here/err" || fail "no place in the message: $(cat "$here/err")"

# LLVM 14 refuses what LLVM 22 wrote; here it is listed.
if command -v llvm-nm-14 >/dev/null; then
    expect 1 llvm-nm-14 c-O2.clang22.bc >"$here/out" 2>"$here/err"
    grep -q 'Opaque pointers are only supported' "$here/err" || fail "llvm-nm 14: $(cat "$here/err")"
fi

# The symbol table of an archive, without llvm-nm; what is damaged in it has its place.
"$BITLEAP" nm -M ar-gnu.llvm22.a | sed '/^$/q' | same - <(printf '%s\n' 'Archive map' 'one in one.o' 'calls in one.o' \
    'two in two.o' 'two in two.bc' '')
{ head -c 68 ar-gnu.llvm22.a && printf '\377' && tail -c +70 ar-gnu.llvm22.a; } >"$here/damaged.a"
expect 3 "$BITLEAP" nm -M "$here/damaged.a" >"$here/out" 2>"$here/err"
grep -q 'the symbol table is shorter than it says' "$here/err" || fail "a damaged table: $(cat "$here/err")"
# Words out of a file.
echo "-U '--format=posix'" >"$here/words"
"$BITLEAP" nm "@$here/words" values.llvm22.bc | same - <("$BITLEAP" nm -UP values.llvm22.bc)
expect 1 "$BITLEAP" nm "@$here/nowhere" values.llvm22.bc 2>"$here/err"
grep -q 'cannot read' "$here/err" || fail "$(cat "$here/err")"

command -v llvm-nm-22 >/dev/null || exit 0
(
    cd "$here" || exit
    llvm-ar-22 rcs gnu.a "$small"/thin-b.clang22.bc "$small"/values.llvm22.bc "$small"/bundles.llvm22.bc
    llvm-ar-22 --format=bsd -rcs bsd.a "$small"/thin-b.clang22.bc "$small"/values.llvm22.bc
    llvm-ar-22 --format=darwin -rcs darwin.a "$small"/thin-b.clang22.bc "$small"/wrapper-arm64.clang19.bc
    llvm-ar-22 --format=coff -rcs coff.a "$small"/thin-b.clang22.bc "$small"/cxx-msvc.clang22.bc
    llvm-ar-22 rcST none.a "$small"/thin-b.clang22.bc
    SYM64_THRESHOLD=1 llvm-ar-22 rcs wide.a "$small"/thin-b.clang22.bc "$small"/values.llvm22.bc
)
while read -r options; do
    for file in gnu.a bsd.a darwin.a coff.a none.a wide.a 'gnu.a coff.a' "$small/thin-b.clang22.bc $small/uses.llvm22.bc"; do
        # shellcheck disable=SC2086 # several words on purpose
        (cd "$here" && llvm-nm-22 $options $file) >"$here/theirs" 2>/dev/null || true
        # shellcheck disable=SC2086
        (cd "$here" && "$BITLEAP" nm $options $file) >"$here/ours" 2>/dev/null || true
        same "$here/theirs" "$here/ours"
    done
done <<'END'
-M
-M --no-llvm-bc
-m
-m -A
-gu -m --size-sort
-x
-o -v
-D
-D -A
-B -S -t o
-P -t d
-X 32
-X64
-X 32_64
--export-symbols
--export-symbols -r
--without-aliases
--special-syms -l --just-symbol-name
--arch=all -s A B --no-rsrc --no-dyldinfo --no-demangle
END
while read -r options; do
    for file in cxx-O2.clang13.bc link.clang16.bc bundles.llvm22.bc cxx-msvc.clang22.bc wrapper-arm64.clang19.bc; do
        # shellcheck disable=SC2086 # several words on purpose
        llvm-nm-22 $options "$file" >"$here/theirs" 2>&1
        # shellcheck disable=SC2086
        "$BITLEAP" nm $options "$file" >"$here/ours" 2>&1
        same "$here/theirs" "$here/ours"
    done
done <<'END'

-g
-u
-U
-A
-p
-n
-r
-S
-W
-j
-P
-P -A
-f sysv
--size-sort
--size-sort -S -r
-n --size-sort
-r --size-sort -n
-p -n -r --size-sort
END
llvm-nm-22 index.llvm22.bc thin-a.clang22.bc >"$here/theirs" 2>"$here/theirs.err"
"$BITLEAP" nm index.llvm22.bc thin-a.clang22.bc >"$here/ours" 2>"$here/ours.err"
same "$here/theirs" "$here/ours"
same "$here/theirs.err" "$here/ours.err"

# What has no name is numbered through all modules of a stream, of what is shown; other options
# leave the numbers as they are. With a symbol table and without.
cat >"$here/unnamed.ll" <<'END'
target datalayout = "e-m:e"
target triple = "x86_64-pc-linux-gnu"
@0 = private constant i32 0
@1 = internal constant i32 1
@2 = private constant i32 2
@3 = weak global i32 3
@4 = alias i32, ptr @3
declare void @5()
define internal void @6() {
  call void @5()
  ret void
}
END
(
    cd "$here" || exit
    llvm-as-22 unnamed.ll -o records.bc
    opt-22 records.bc -o table.bc
    llvm-cat-22 -o twice.bc records.bc records.bc
    llvm-cat-22 -b -o tables.bc table.bc table.bc
)
for options in '' -a -p -U -u -g -W '-a -U' '-n -r'; do
    for file in records.bc table.bc twice.bc tables.bc; do
        # shellcheck disable=SC2086
        llvm-nm-22 $options "$here/$file" >"$here/theirs"
        # shellcheck disable=SC2086
        "$BITLEAP" nm $options "$here/$file" >"$here/ours"
        same "$here/theirs" "$here/ours"
    done
done

# Assembly with comments.
cat >"$here/comments.ll" <<'END'
target triple = "x86_64-pc-linux-gnu"
module asm "/*"
module asm ".globl in_comment"
module asm "*/ .globl first, /* not"
module asm "this */ second"
module asm "label /* : */ : nop // not: ; this:"
module asm "# nor: /*"
module asm ".long third /* ; nor: */ / fourth // nor"
module asm ".ascii \22/*\22; last: .ascii \22*/\22"
END
llvm-as-22 "$here/comments.ll" -o "$here/comments.bc"
llvm-nm-22 "$here/comments.bc" >"$here/theirs"
"$BITLEAP" nm "$here/comments.bc" >"$here/ours"
same "$here/theirs" "$here/ours"

# What targets differ in: comments, what separates statements, and how "@" is taken.
while IFS='|' read -r triple text; do
    printf 'target triple = "%s"\nmodule asm "%s"\n' "$triple" "$text" >"$here/target.ll"
    llvm-as-22 "$here/target.ll" -o "$here/target.bc" || fail "no module: $text"
    llvm-nm-22 "$here/target.bc" | sort >"$here/theirs"
    "$BITLEAP" nm "$here/target.bc" | sort >"$here/ours"
    same "$here/theirs" "$here/ours"
done <<'END'
x86_64-pc-linux-gnu|.long f@PLT, (g@GOTOFF) + 4; .quad \22h\22@tpoff; .long \22i@V\22
x86_64-pc-linux-gnu|j@@V: .globl j@@V
x86_64-pc-linux-gnu|.byte 'a', b; .byte '\22'; c: .byte ';'; .globl d?e
x86_64-pc-linux-gnu|.ascii \22\0Aa:\0A\22; b: .value c; .dc.l d; .common e,4
x86_64-pc-linux-gnu|.macro m\0Aa:\0A.macro n\0Ab:\0A.endm\0A.endm\0Ac:\0A.end\0Ad:
powerpc64le-unknown-linux-gnu|.long f@ha, g@l
riscv64-unknown-linux-gnu|.word %pcrel_lo(f), %gotpcrel(g)
armv7-unknown-linux-gnueabihf|.word f @ g\0A@ a:\0Aadd r0, r0, #1; b: # c:
aarch64-unknown-linux-gnu|add x0, x0, #1; a: // b:\0A# c:\0A.dword d
arm64-apple-ios14|add x0, x0, #1 ; a:\0Ab: %% c:\0A.long _d@GOT
x86_64-apple-macosx11|.zerofill __DATA,__bss,_z,4; .weak_definition _w; _w: .lazy_reference _l
i686-pc-windows-msvc|.long _f@4, @g@8
END

# Versions of what IR defines, binds or declares.
cat >"$here/versions.ll" <<'END'
target triple = "x86_64-pc-linux-gnu"
module asm ".symver a, a@V1; .symver b, b@V1; .symver c, c@@@V1"
module asm ".symver d, d@@@V1; .symver e, e@V1; .globl a; f: .symver f, f@@@V1"
define void @a() {
  ret void
}
define internal void @b() {
  ret void
}
define weak void @c() {
  ret void
}
declare void @d()
END
llvm-as-22 "$here/versions.ll" -o "$here/versions.bc"
llvm-nm-22 "$here/versions.bc" | sort >"$here/theirs"
"$BITLEAP" nm "$here/versions.bc" | sort >"$here/ours"
same "$here/theirs" "$here/ours"

# Calling conventions show in names, with the sizes of parameters, also without a symbol table.
while IFS='|' read -r layout triple; do
    cat >"$here/conventions.ll" <<END
target datalayout = "$layout"
target triple = "$triple"
define x86_fastcallcc i32 @fast(i32 %a) { ret i32 %a }
define x86_fastcallcc i32 @"?fast"(i32 %a) { ret i32 %a }
define x86_stdcallcc i32 @standard(i32 %a) { ret i32 %a }
define x86_vectorcallcc i32 @vector(i32 %a) { ret i32 %a }
define x86_vectorcallcc i32 @"?vector"(i32 %a) { ret i32 %a }
define x86_vectorcallcc i32 @"\01raw"(i32 %a) { ret i32 %a }
define private x86_fastcallcc i32 @own(i32 %a) { ret i32 %a }
define x86_vectorcallcc i32 @0(i32 %a) { ret i32 %a }
declare dllimport x86_fastcallcc i32 @imported(i32)
define i32 @plain() {
  %r = call x86_fastcallcc i32 @imported(i32 1)
  ret i32 %r
}
%pair = type { i32, i64, [3 x i8] }
define x86_vectorcallcc void @copied(ptr byval(%pair) %p, i8 %a, <4 x float> %v, %pair %q) { ret void }
define x86_stdcallcc void @result(ptr sret(%pair) %p, x86_fp80 %x) { ret void }
define x86_vectorcallcc void @variable(i32 %a, ...) { ret void }
define x86_stdcallcc void @any(...) { ret void }
@other = alias i32 (i32), ptr @fast
@another = alias i32 (i32), ptr @vector
END
    llvm-as-22 "$here/conventions.ll" -o "$here/conventions.bc"
    llvm-nm-22 -ap "$here/conventions.bc" >"$here/whole"
    "$BITLEAP" nm -ap "$here/conventions.bc" | same "$here/whole" -
    "$BITLEAP" nm -ap --no-symtab "$here/conventions.bc" | same "$here/whole" -
done <<'END'
e-m:x-p:32:32|i686-pc-windows-msvc
e-m:w|x86_64-pc-windows-msvc
e-m:o|x86_64-apple-macosx
e-m:e|x86_64-linux
|
END

# One function of many parameters with many names: each would count them all.
{
    echo "define x86_vectorcallcc void @f(i8$(printf ',i8%.0s' {1..9999})) { ret void }"
    printf '@a%d = alias void (i8), ptr @f\n' {1..9999}
} >"$here/counted.ll"
llvm-as-22 "$here/counted.ll" -o "$here/counted.bc"
expect 3 within 10 "$BITLEAP" nm --no-symtab "$here/counted.bc" >"$here/ours" 2>"$here/ours.err"
grep -qx -- '-------- T f@@80000' "$here/ours" || fail "no symbol: $(cat "$here/ours.err")"
grep -q ': parameters that more names count than the limit$' "$here/ours.err" || fail "$(cat "$here/ours.err")"

# An archive may have no bitcode among its members; that is reported, and no failure, as with llvm-nm.
cp "$small/ar-empty.llvm22.a" "$here"
(cd "$here" && llvm-ar-22 rc native.a "$small/elf-native.clang22.o")
for file in ar-empty.llvm22.a native.a; do
    "$BITLEAP" nm "$here/$file" thin-a.clang22.bc >"$here/ours" 2>"$here/ours.err"
    grep -q "$file: ar archive without bitcode" "$here/ours.err" || fail "$file: $(cat "$here/ours.err")"
    grep -q ' T ' "$here/ours" || fail "nothing behind $file"
done
expect 1 "$BITLEAP" nm "$small/elf-native.clang22.o" 2>"$here/ours.err"
expect 1 "$BITLEAP" nm "$here/native.a(none)" 2>"$here/ours.err"

# Members of archives, also by odd names; and several files.
cp thin-a.clang22.bc "$here/a)b#2.bc"
cp index.llvm22.bc "$here/empty.bc"
cd "$here" || exit
llvm-ar-22 rc lib.a 'a)b#2.bc' empty.bc
for options in '' -A '-A -P' '-f sysv'; do
    for files in lib.a 'empty.bc a)b#2.bc'; do
        # shellcheck disable=SC2086
        llvm-nm-22 $options $files >theirs 2>theirs.err
        # shellcheck disable=SC2086
        "$BITLEAP" nm $options $files >ours 2>ours.err
        same theirs ours
        same theirs.err ours.err
    done
done

# Each module for 32-bit x86 with ELF refers to _GLOBAL_OFFSET_TABLE_, says LLVM 22, by its triple's parts.
for triple in i386 i786-pc-linux i386-pc-darwin i386-pc-macos i386-pc-linux-xcoff i386-pc-linux-gnuwasm i386-pc-win32 \
    i386-pc-mingw32 i386-pc-windows-gnu-elf i386-pc-darwin-elf i386pc x86_64-pc-linux; do
    printf 'target triple = "%s"\n%s\n%s\n' $triple '@_GLOBAL_OFFSET_TABLE_ = external global i32' \
        'module asm ".globl _GLOBAL_OFFSET_TABLE_"' >got.ll
    [ $triple != i386pc ] || sed -i '/^module asm/d' got.ll # no machine that LLVM has an assembler for
    for llvm in 16 22; do
        llvm-as-$llvm got.ll -o got.bc
        for options in -p -m -u --no-symtab; do
            llvm-nm-22 ${options/--no-symtab/-p} got.bc >theirs
            "$BITLEAP" nm $options -p got.bc | same theirs -
        done
    done
done
grep -q GLOBAL_OFFSET theirs
