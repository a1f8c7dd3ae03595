#!/usr/bin/env bash
# strip.sh - strip: what goes, where the result is written, what is refused
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

cp "$small/cxx-g-O2.clang19.bc" a.bc
cp "$small/c-g-O0.clang13.bc" b.bc
cp "$small/wrapper-x86_64.clang22.bc" wrapped.bc
chmod u+w ./*.bc

# What is left of -g: the text without what belongs to debug information.
"$BITLEAP" strip -g a.bc -o a.g.bc || fail "-g"
"$BITLEAP" verify --quiet a.g.bc || fail "the result is wrong"
"$BITLEAP" dis a.bc >a.ll && "$BITLEAP" dis a.g.bc >a.g.ll
! grep -qE '!dbg|#dbg_|DILocation|DISubprogram|DICompileUnit|llvm\.dbg\.' a.g.ll || fail "debug information is left"
[ "$(wc -c <a.g.bc)" -lt 18000 ] || fail "$(wc -c <a.g.bc) bytes"
# without_debug: instructions and all else except numbers of metadata
without_debug() {
    sed -E -e '/^; ModuleID/d; /^ +#dbg_/d; /call void @llvm\.dbg\./d; s/,? !(dbg|heapallocsite|DIAssignID) ![0-9]+//g' \
        -e '/^![0-9a-z.]+ = /d; s/![0-9]+/!N/g' "$1"
}
without_debug a.ll >want
without_debug a.g.ll | same - want

# What is left of --lines: scopes are subprograms; the number of locations is that of before where no call had one.
"$BITLEAP" strip --lines a.bc -o a.lines.bc || fail "--lines"
"$BITLEAP" verify --quiet a.lines.bc || fail "the result is wrong"
"$BITLEAP" dis a.lines.bc >a.lines.ll
! grep -qE '#dbg_|DILexicalBlock|DILocalVariable|DICompositeType|DIDerivedType' a.lines.ll || fail "too much is left"
[ "$(grep -c '^ .*!dbg ![0-9]' a.lines.ll)" = "$(grep -v '^ *#dbg' a.ll | grep -c '^ .*!dbg ![0-9]')" ] || fail "locations"
[ "$(grep -c 'DISubroutineType' a.lines.ll)" = 1 ] || fail "types of functions"
grep -q 'emissionKind: LineTablesOnly' a.lines.ll || fail "the compile unit"
"$BITLEAP" strip --lines a.lines.bc -o - | cmp - a.lines.bc || fail "--lines: not the same a second time"
"$BITLEAP" strip -g --lines a.bc -o - | cmp - a.g.bc || fail "-g takes lines, too"
# One that had the location of a call which goes has it by itself.
"$BITLEAP" strip --lines b.bc -o b.lines.bc
"$BITLEAP" dis b.lines.bc >b.lines.ll
places() { grep -v 'call void @llvm.dbg' "$1" | sed -nE 's/^ .*!dbg (![0-9]+).*/\1/p' |
    while read -r node; do sed -nE "s/^$node = .*line: ([0-9]+)(, column: [0-9]+)?.*/\1\2/p" "$1"; done; }
"$BITLEAP" dis b.bc >b.whole.ll
same <(places b.lines.ll) <(places b.whole.ll)
if command -v opt-22 >/dev/null; then # what opt leaves, numbers and all
    cp "$small/c-g-O2.clang22.bc" c.bc
    "$BITLEAP" strip --lines c.bc -o c.lines.bc
    opt-22 -passes=strip-nonlinetable-debuginfo c.bc -o - | llvm-dis-22 - -o - | sed 1d | same - <(llvm-dis-22 c.lines.bc -o - | sed 1d)
fi

# Calls of intrinsics, before LLVM 19; their declarations stay.
"$BITLEAP" strip --strip-debug b.bc --output=b.g.bc
"$BITLEAP" dis b.bc >b.ll && "$BITLEAP" dis b.g.bc >b.g.ll
grep -q 'call void @llvm.dbg.declare' b.ll || fail "nothing to look for"
! grep -q 'call void @llvm.dbg' b.g.ll || fail "a call of llvm.dbg is left"
grep -q '^declare void @llvm.dbg.declare' b.g.ll || fail "a declaration is gone"
without_debug b.ll >want
without_debug b.g.ll | same - want

# Others by themselves.
"$BITLEAP" strip --uselists --symtab a.bc -o a.few.bc
"$BITLEAP" ls --depth all a.few.bc | grep -qE ' (USELIST_BLOCK|SYMTAB_BLOCK)' && fail "a block is left"
text() { tail -n +2 | sed 's/ *; preds = .*//'; } # predecessors are in the order of uses
same <("$BITLEAP" dis a.few.bc | text) <(text <a.ll)
"$BITLEAP" strip --names "$small/cxx-O2.clang22.bc" -o names.bc
"$BITLEAP" dis names.bc | grep -q '^%0 = type' || fail "a struct has its name"
! "$BITLEAP" dis names.bc | grep -qE '^(entry|if\.[a-z]+):' || fail "a block has its name"
"$BITLEAP" strip --metadata=tbaa "$small/c-O2.clang22.bc" -o tbaa.bc
"$BITLEAP" dis "$small/c-O2.clang22.bc" | grep -q ', !tbaa' || fail "nothing to look for"
! "$BITLEAP" dis tbaa.bc | grep -q ', !tbaa' || fail "tbaa is left"
for file in "$small"/cxx-g-O2.clang{13,22}.bc; do # with debug information, all of which stays
    "$BITLEAP" strip --metadata=tbaa "$file" -o tbaa.g.bc --force
    same <("$BITLEAP" dis tbaa.g.bc | text | sed 's/![0-9]*/!N/g; /^!N = /d') \
        <("$BITLEAP" dis "$file" | text | sed 's/, !tbaa ![0-9]*//; s/![0-9]*/!N/g; /^!N = /d')
    [ "$("$BITLEAP" dis tbaa.g.bc | grep -c 'DI[A-Z]')" = "$("$BITLEAP" dis "$file" | grep -c 'DI[A-Z]')" ] ||
        fail "debug information is gone"
done
"$BITLEAP" strip --summary --hash "$small/thin-b.clang19.bc" -o thin.bc
! "$BITLEAP" ls --depth all thin.bc | grep -q GLOBALVAL_SUMMARY || fail "a summary is left"
! "$BITLEAP" dump thin.bc | grep -q HASH || fail "a hash is left"
"$BITLEAP" strip --summary "$small/thin-b.clang19.bc" -o thin2.bc
same thin.bc thin2.bc # the hash would be that of something else

# What nothing leads to: what main needs stays, or what it is declared by, and its constants.
if command -v llvm-as-22 >/dev/null; then
    cat >whole.ll <<'END'
%used = type { i32 }
%unused = type { i64 }
$group = comdat any
@table = internal constant [2 x ptr] [ptr @in_table, ptr null]
@gone = internal constant ptr @only_gone
@first = linkonce_odr global %used zeroinitializer, comdat($group)
@second = linkonce_odr global i32 1, comdat($group)
@lonely = linkonce_odr global %unused zeroinitializer
@alias = internal alias i32, ptr @aliased
@aliased = internal global i32 3
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@kept = internal global i32 5
declare void @declared()
declare void @not_called()
define internal void @only_gone() {
  call void @not_called()
  ret void
}
define internal void @in_table() {
  ret void
}
define void @main() {
  call void @declared()
  %1 = load ptr, ptr @table
  %2 = load i32, ptr @first
  ret void
}
END
    llvm-as-22 whole.ll -o whole.bc
    "$BITLEAP" strip --unneeded --json whole.bc -o needed.bc >json
    grep -q '"values":6,' json || fail "$(cat json)"
    sed -E '/^(@gone|@lonely|@alias|@aliased|%unused|declare void @not_called)/d; /@only_gone/,/^}/d' whole.ll | llvm-as-22 -o - |
        llvm-dis-22 - -o - | sed 1,2d >want
    llvm-dis-22 needed.bc -o - | sed 1,2d | same - want
    # Its symbol table has what is left.
    same <("$BITLEAP" nm --just-symbols needed.bc) <("$BITLEAP" nm --just-symbols whole.bc | grep -vE '^(gone|lonely|alias|aliased|only_gone|not_called)$')
    "$BITLEAP" strip --unneeded needed.bc -o needed2.bc
    cmp needed.bc needed2.bc || fail "--unneeded: not the same a second time"
    # Declarations by name, which edit gives last.
    "$BITLEAP" edit --redefine-sym=not_called=other --strip-symbol=other needed.bc -o - | cmp - needed.bc || fail "nothing to strip"
    printf 'declare void @a()\ndeclare void @b()\ndefine void @f() {\n  call void @b()\n  ret void\n}\n' | llvm-as-22 -o symbols.bc
    "$BITLEAP" edit --redefine-sym=a=c --strip-symbol=c symbols.bc -o stripped.bc --json | grep -q '"renamed":1,.*"values":1,' || fail "--strip-symbol"
    "$BITLEAP" nm --just-symbols stripped.bc | same - <(printf 'b\nf\n')
    expect 2 "$BITLEAP" edit --strip-symbol=b symbols.bc -o x 2>err
    grep -q 'a symbol to be stripped is referred to' err || fail "$(cat err)"
    expect 2 "$BITLEAP" edit --strip-symbol=f symbols.bc -o x 2>err
    grep -q 'a symbol to be stripped is defined' err || fail "$(cat err)"
fi
# Declarations of intrinsics go with their calls.
"$BITLEAP" strip -g --unneeded "$small/c-g-O0.clang13.bc" -o g.bc
! "$BITLEAP" dis g.bc | grep -q 'llvm.dbg' || fail "a declaration is left"
"$BITLEAP" dis g.bc >got.ll


# A second time there is nothing.
"$BITLEAP" strip -a a.bc -o all.bc && "$BITLEAP" strip -a all.bc -o again.bc
cmp all.bc again.bc || fail "not the same a second time"

# Where results go.
"$BITLEAP" strip -g a.bc -o - | cmp - a.g.bc || fail "standard output"
"$BITLEAP" strip -g - -o - <a.bc | cmp - a.g.bc || fail "standard input"
expect 2 "$BITLEAP" strip -g a.bc -o a.g.bc 2>err
grep -q 'without --force' err || fail "$(cat err)"
"$BITLEAP" strip -g b.bc -o a.g.bc --force
cmp a.g.bc b.g.bc || fail "--force"
chmod 640 a.bc
"$BITLEAP" strip --in-place -g -v a.bc b.bc >out
same - out <<'END'
a.bc: 30392 bytes, 16980 in a.bc
b.bc: 18296 bytes, 9648 in b.bc
END
[ "$(stat -c %a a.bc)" = 640 ] || fail "--in-place keeps the mode"
cmp b.bc b.g.bc || fail "--in-place"
"$BITLEAP" strip -g --directory out.d --json "$small/c-g-O0.clang22.bc" wrapped.bc >json
(cd out.d && echo *) | same - <(echo c-g-O0.clang22.bc wrapped.bc)
head -n 1 json | grep -q '"type":"stripped","schema":1,"file":.*"output":"out.d/c-g-O0.clang22.bc","bytes_before":18136,"bytes":9460,' ||
    fail "$(cat json)"
"$BITLEAP" verify --quiet out.d || fail "a result is wrong"
[ -z "$(find . -name '*tmp*')" ] || fail "a temporary file is left"

# Archives: members that are modules; all else stays, and the symbol table leads to where members are.
if command -v llvm-ar-22 >/dev/null; then
    mkdir members stripped
    cp "$small/cxx-g-O2.clang22.bc" members/a_long_name_of_a_member.o
    cp "$small/c-g-O0.clang22.bc" members/b.o
    cp "$small/elf-x86_64.clang22.o" members/native.o
    printf odd >members/text
    cp "$small/coff-x86_64.clang22.obj" members/native.obj
    cp "$small/universal-objects.llvm22.o" members/fat.o
    cp members/* stripped
    "$BITLEAP" strip -g --symtab --in-place stripped/a_long_name_of_a_member.o stripped/b.o stripped/native.o{,bj}
    names=(b.o text native.o native.obj fat.o a_long_name_of_a_member.o)
    for format in gnu bsd darwin coff; do
        (cd members && llvm-ar-22 --format=$format rcD ../$format.a "${names[@]}")
        (cd stripped && llvm-ar-22 --format=$format rcD ../$format.want "${names[@]}")
        "$BITLEAP" strip -g --symtab $format.a -o $format.got 2>note
        cmp $format.got $format.want || fail "$format archive"
        grep -q 'fat.o.*kept as it is' note || fail "$(cat note)"
    done
fi
expect 1 "$BITLEAP" strip -g "$small/ar-thin.llvm22.a" -o x 2>/dev/null

# Modules in sections of objects, which stay where they are as long as they do not become longer.
for name in elf-x86_64.clang22.o coff-x86_64.clang14.obj coff-x86_64.clang22.obj coff-i386.clang22.obj \
    macho-x86_64.clang14.o macho-arm64.clang22.o macho-armv7.clang22.o; do
    object=$small/$name
    "$BITLEAP" strip --symtab "$object" -o object.o --force
    [ "$(wc -c <object.o)" = "$(wc -c <"$object")" ] || fail "$name has another size"
    "$BITLEAP" extract "$object" -o before.bc --force && "$BITLEAP" strip --symtab before.bc -o want.bc --force
    "$BITLEAP" extract object.o -o got.bc --force
    same got.bc want.bc
    longer=--source-filename=$(printf 'x%.0s' {1..3000})
    case $name in
    macho-*) # its address is before that of another section
        expect 1 "$BITLEAP" edit "$longer" "$object" -o longer.o --force 2>err
        grep -q 'compile it' err || fail "$(cat err)"
        continue
        ;;
    esac
    "$BITLEAP" edit "$longer" "$object" -o longer.o --force
    "$BITLEAP" edit "$longer" before.bc -o want.bc --force
    "$BITLEAP" extract longer.o -o got.bc --force
    same got.bc want.bc
done
# What COFF says of a section beside its header: its length, and a CRC-32 without the first and the last step.
"$BITLEAP" strip --symtab "$small/coff-x86_64.clang22.obj" -o object.obj
for file in "$small/coff-x86_64.clang22.obj" object.obj; do
    python3 - "$file" <<'END' || fail "$file: a section is another than its symbol says"
import struct, sys, zlib
data = open(sys.argv[1], 'rb').read()
n, _, symbols = struct.unpack_from('<HII', data, 2)
for i in range(n):
    name, size, at = struct.unpack_from('<8s8xII', data, 20 + 40 * i)
    if name == b'.llvmbc\0':
        section, number = data[at : at + size], i + 1
symbol = data.index(b'.llvmbc\0' + struct.pack('<IhHBB', 0, number, 0, 3, 1), symbols)
length, checksum = struct.unpack_from('<I4xI', data, symbol + 18)
sys.exit(length != len(section) or checksum != zlib.crc32(section, 0xFFFFFFFF) ^ 0xFFFFFFFF)
END
done
object=$small/elf-x86_64.clang22.o
"$BITLEAP" strip --symtab "$object" -o object.o --force
"$BITLEAP" edit "$longer" "$object" -o longer.o --force
if command -v llvm-objcopy-22 >/dev/null; then
    for file in "$object" object.o longer.o; do
        llvm-objcopy-22 --remove-section=.llvmbc "$file" rest.o
        [ ! -e first.o ] || cmp rest.o first.o || fail "$file is another object"
        cp rest.o first.o
    done
fi
expect 2 "$BITLEAP" edit --prefix-symbols=x "$object" -o x 2>err
grep -q 'native code' err || fail "$(cat err)"
expect 1 "$BITLEAP" strip --symtab "$small/universal-objects.llvm22.o" -o x 2>/dev/null

# Many files side by side: what is said of them is in their order, and one that is damaged stops none.
mkdir tree tree/below
for name in f e d c b; do cp "$small/c-g-O0.clang22.bc" "tree/$name.bc"; done
cp "$small/cxx-g-O2.clang19.bc" tree/below/a.bc
head -c 9000 "$small/c-g-O2.clang22.bc" >tree/below/cut.bc
expect 3 "$BITLEAP" strip -g --json tree --directory tree.out >json 2>err
grep -o '"output":"[^"]*"' json | same - <(printf '"output":"tree.out/%s.bc"\n' b a c d e f)
[ "$(grep -c '"schema":1' json)" = 1 ] || fail "the number of the schema"
grep -q '^bitleap: tree/below/cut.bc: ' err || fail "$(cat err)"
"$BITLEAP" strip -g tree/below/a.bc -o want.a
cmp tree.out/a.bc want.a || fail "in a tree"
"$BITLEAP" strip -g --in-place -v tree/[b-f].bc >out
same - <(sed 's/: .*//' out) <<'END'
tree/b.bc
tree/c.bc
tree/d.bc
tree/e.bc
tree/f.bc
END
for name in f e d c b; do cmp "tree/$name.bc" "tree.out/$name.bc" || fail "$name"; done

# A location in an option of an option of a loop is found where it is, not by its text.
if command -v llvm-as-22 >/dev/null; then
    cat >followup.ll <<'END'
define void @f() {
  br label %a
a:
  br label %a, !llvm.loop !0
}
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!2}
!0 = distinct !{!0, !3}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !4, emissionKind: FullDebug)
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !{!"llvm.loop.vectorize.followup_all", !5}
!4 = !DIFile(filename: "a.c", directory: "/")
!5 = distinct !{!5, !6}
!6 = !{!"llvm.loop.unroll.followup_all", !7}
!7 = !DILocation(line: 1, scope: !8)
!8 = distinct !DISubprogram(name: "g", scope: !4, file: !4, unit: !1)
END
    llvm-as-22 followup.ll -o followup.bc
    expect 3 "$BITLEAP" strip -g followup.bc -o refused.bc 2>err
    grep -q 'options of a loop with a location inside' err || fail "$(cat err)"
fi

# What is refused: nothing is written.
expect 2 "$BITLEAP" strip -g 2>/dev/null
expect 2 "$BITLEAP" strip -o x a.bc 2>/dev/null
expect 2 "$BITLEAP" strip -g -o x a.bc b.bc 2>/dev/null
expect 2 "$BITLEAP" strip -g -o x --in-place a.bc 2>/dev/null
head -c 9000 b.ll >text.bc
expect 1 "$BITLEAP" strip -g -o x text.bc 2>/dev/null
head -c 9000 "$small/c-g-O2.clang22.bc" >cut.bc
expect 3 "$BITLEAP" strip -g -o x cut.bc 2>/dev/null
[ ! -e x ] || fail "something was written"
exit 0
