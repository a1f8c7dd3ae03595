#!/usr/bin/env bash
# terminals.sh - a terminal gets no control characters of names; each command's output on 80 columns and in a pipe
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
need python3 llvm-as-22
export LC_ALL=C

raw=$'\033c\302\233\233\303\244\342\200\256\330\234'
shown='\x1Bc\xC2\x9B\x9B'$'\303\244\\xE2\\x80\\xAE\\xD8\\x9C'

# both COMMAND... - in what is printed, names are raw, and on a terminal they are shown; nothing else differs.
both() {
    "$@" >piped
    grep -qaF "$raw" piped || fail "$* changes names"
    on_terminal "$@" >typed
    grep -qaF "$shown" typed || fail "$* shows no name"
    sed "s/\r\$//; s/${shown//\\/\\\\}/$raw/" typed | same - piped
}

llvm-as-22 -o symbol.bc - <<'END'
@"name \1Bc\C2\9B\9B\C3\A4\E2\80\AE\D8\9C" = global i32 0
END
for options in -j '-f bsd' -P -A; do
    # shellcheck disable=SC2086 # several words on purpose
    both "$BITLEAP" nm $options symbol.bc
done

named_stream "$raw" >names.bc
both "$BITLEAP" bcanalyzer names.bc
both "$BITLEAP" bcanalyzer --dump names.bc

# ---- Names of C++ that are longer than a line ----

llvm-as-22 -o long.bc - <<'END'
%p = type opaque
define void @_ZNSt6vectorISt4pairINSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEES6_ESaIS7_EE17_M_realloc_insertIJS7_EEEvN9__gnu_cxx17__normal_iteratorIPS7_S9_EEDpOT_() { ret void }
define void @_ZN4shop4RingIiLi4EE4pushERKi() { ret void }
define void @_ZN12_GLOBAL__N_13mapISt6vectorISt6vectorISt6vectorIiSaIiEESaIS3_EESaIS5_EEEEvT_() { ret void }
define void @_ZN4shoplsISt6vectorIiSaIiEEEERSoS4_T_S5_S5_S5_S5_() { ret void }
define void @_ZN54_$LT$alloc..vec..Vec$LT$T$GT$$u20$as$u20$core..Ops$GT$4from17h0123456789abcdefE() { ret void }
END
cat >narrow.sh <<'END'
stty cols 80
"$BITLEAP" top -C -n 9 long.bc
END
on_terminal bash narrow.sh | sed 's/\r$//; s/\x1B\[[0-9;]*m//g' >short
sed -n 's/.*%  \(.*\)/\1/p' short | head -n 5 | sort | same - <(LC_ALL=C sort <<'END'
<alloc::vec::Vec<T> as core::Ops>::from
shop::Ring<int, 4>::push(int const&)
std::ostream& shop::operator<< <…>(…)
void (anonymous namespace)::map<…>(…)
void std::vector<…>::_M_realloc_insert<…>(…)
END
)
"$BITLEAP" top -C -n 9 long.bc >whole
grep -q 'std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >' whole || fail 'a name in a pipe is cut'
on_terminal "$BITLEAP" top -C --all long.bc | grep -q 'std::char_traits<char>' || fail '--all cuts names'

# ---- Each command, on a terminal of 80 columns and in a pipe ----

cp "$small/thin-a.clang22.bc" a.bc
cp "$small/thin-b.clang22.bc" b.bc
cp "$small/thin-b.clang16.bc" old.bc
cp "$small/cxx-g-O2.clang22.bc" cxx.bc
cp "$small/ar-mixed.llvm22.a" lib.a
cp "$small/uses.llvm22.bc" uses.bc
head -c 3000 a.bc >cut.bc
mkdir tree
cp a.bc b.bc cxx.bc lib.a tree
commands=(
    'ls --depth=all lib.a' 'dump a.bc' 'dis b.bc' 'types cxx.bc' 'attrs a.bc' 'meta b.bc' 'summary a.bc' 'audit b.bc'
    'funcs cxx.bc' 'globals uses.bc' 'show from_b b.bc' 'callees run cxx.bc' 'stats cxx.bc' 'verify a.bc cut.bc' 'has tree cut.bc'
    'info tree' 'nm -A lib.a' 'callers used uses.bc' 'strings remember tree' 'top tree' 'report -o page.html a.bc'
    'find from_b tree' 'dups a.bc a.bc' 'diff old.bc b.bc' "sql select+name,bytes+from+functions+limit+3 cxx.bc"
    'edit --prefix-symbols=p_ -f -o edited.bc a.bc' 'strip -g --verbose -f -o stripped.bc a.bc'
    'repack --verbose -f -o repacked.bc a.bc' 'slice --only=/b/ --verbose -f -o sliced.bc b.bc'
    'lower --for 19 --verbose -f -o lowered.bc a.bc' 'extract --verbose -o one.bc -f a.bc' 'cat a.bc' 'index -o tree.blx tree' 'bcanalyzer a.bc' 'llvm-dis -o - a.bc'
    'completions bash' 'help'
)
printf '%s\n' "${commands[@]}" >calls
cat >each-call.sh <<'END'
stty cols 80 rows 24 2>/dev/null
while read -ra words; do
    echo "\$ bitleap ${words[*]}"
    if [ "$1 ${words[0]}" = 'piped cat' ]; then
        "$BITLEAP" "${words[@]}" | wc -c
    else
        "$BITLEAP" "${words[@]//+/ }" 2>&1
    fi
done <calls
END
cut_calls() { awk '/^\$ bitleap / { n = 0 } n++ <= 24 { print } n == 26 { print "…" }'; }
on_terminal bash each-call.sh terminal | sed 's/\r$//; s/\x1B\[[0-9;]*m/<colour>/g; s/functions; [0-9]* bytes,.*/functions/' >typed
bash each-call.sh piped | sed 's/functions; [0-9]* bytes,.*/functions/' >in-pipe
cut_calls <typed | golden commands-typed.txt
cut_calls <in-pipe | golden commands-piped.txt

# Nothing is wider than a terminal, but lines as long as what is in the file, messages of damage, and scripts.
for name in $("$BITLEAP" help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
    grep -q "^$name\\b" calls || fail "no call of $name"
    echo "\$ bitleap help $name"
    "$BITLEAP" help "$name"
done >all-help
cat typed all-help | python3 -c 'import re, sys
free = "dump dis attrs meta show strings globals types llvm-dis completions".split()
for line in sys.stdin.buffer.read().decode().splitlines():
    line = line.replace("<colour>", "")
    if line.startswith("$ bitleap "): command = line.split()[2]
    elif command in free or re.search("file is cut off|data layout|^  function @| @_Z", line): pass
    elif len(line) > 80: print(command, line)' >wide
[ ! -s wide ] || fail "wider than 80 columns: $(cat wide)"
