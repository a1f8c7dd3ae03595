#!/usr/bin/env bash
# uses.sh - who calls a function, and what it calls
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"
cd "$BITLEAP_SRC"

"$BITLEAP" callers used corpora/small/uses.llvm22.bc corpora/small/uses.llvm14.bc | golden callers.txt
"$BITLEAP" callers --json used corpora/small/uses.llvm22.bc | golden callers.json
"$BITLEAP" callers --places used corpora/small/uses.llvm22.bc corpora/small/uses.llvm14.bc | golden callers-places.txt
"$BITLEAP" callers -p --json used corpora/small/uses.llvm22.bc | golden callers-places.json
"$BITLEAP" callers -p push corpora/small/c-g-O0.clang22.bc | golden callers-debug.txt
for function in calls forward casts; do
    "$BITLEAP" callees corpora/small/uses.llvm22.bc $function
    "$BITLEAP" callees corpora/small/uses.llvm14.bc $function
done | golden callees.txt
"$BITLEAP" callees --json corpora/small/uses.llvm22.bc calls | golden callees.json
cd - >/dev/null

# Other ways to be held.
"$BITLEAP" callers chooser "$small/uses.llvm22.bc" >out
grep -q ' resolver .* @chosen$' out || fail "no resolver"
expect 1 "$BITLEAP" callers unused "$small/uses.llvm22.bc" >out 2>err
cat out err | same - <(echo "bitleap: no use of 'unused'")
# A name that was mistyped is distinguished from one without uses.
expect 1 "$BITLEAP" callers none_is_like_it "$small"/*.bc >out 2>err
[ ! -s out ] || fail "$(cat out)"
echo 'bitleap: callers: none_is_like_it: no function or other global value of this name' | same - err
expect 1 "$BITLEAP" callers --json nobody "$small/uses.llvm22.bc" >out 2>err
echo '{"type":"error","schema":2,"file":"callers","kind":"argument","cause":"nobody: no function or other global value of this name"}' | same - out

# Only calls.
"$BITLEAP" callers --places used "$small/uses.llvm22.bc" | grep -E 'uses of|  bit|call |invoke' >calls
"$BITLEAP" callers --places --calls used "$small/uses.llvm22.bc" | same - calls

# In which modules, in whatever container; neither the order of operands nor threads make a difference.
files=("$small"/ar-*.llvm14.a "$small/ar-mixed.llvm22.a" "$small"/*.bc)
"$BITLEAP" callers two "${files[@]}" >all
grep -q 'ar-mixed.llvm22.a(one.bc): uses of @two' all || fail "not found in an archive: $(cat all)"
mapfile -t backwards < <(printf '%s\n' "${files[@]}" | sort -r)
for threads in 1 3; do
    "$BITLEAP" callers --threads $threads two "${backwards[@]}" | same all -
done

# Below directories, and from an index.
mkdir -p tree/below
cp "$small"/uses.*.bc tree/below
cp "$small/ar-mixed.llvm22.a" tree
"$BITLEAP" index -q -o tree.blx tree
for name in used two; do
    "$BITLEAP" callers $name tree/below/uses.llvm14.bc tree/below/uses.llvm22.bc tree/ar-mixed.llvm22.a >files
    "$BITLEAP" callers $name tree | same files -
    "$BITLEAP" callers $name tree.blx | same files -
    "$BITLEAP" callers -x tree.blx $name | same files -
done
# What an index with bodies answers by itself is what reading finds; so is a part of it, and what has changed since.
cp "$small"/macho-*.o "$small"/values.llvm22.bc "$small"/c*.bc tree 2>/dev/null
"$BITLEAP" index -q --bodies -o bodies.blx tree
"$BITLEAP" index -q --check bodies.blx
mapfile -t asked < <("$BITLEAP" find --json '*' tree | sed -n 's/.*"name":"\([^"\\]*\)".*/\1/p' | sort -u | sed -n '1~7p')
[ ${#asked[@]} -gt 20 ] || fail "only ${#asked[@]} names"
for name in "${asked[@]}" @0 @used nobody 'shop::Item::~Item()'; do
    for options in '' '--calls --json' '-p' '-C'; do
        status=0
        # shellcheck disable=SC2086 # several words, on purpose
        "$BITLEAP" callers $options "$name" tree >direct 2>err || status=$?
        # shellcheck disable=SC2086
        expect $status "$BITLEAP" callers $options -x bodies.blx "$name" >indexed 2>err
        same direct indexed
    done
done
"$BITLEAP" callers used tree/below | same - <("$BITLEAP" callers -x bodies.blx used tree/below)
cp "$small/uses.llvm14.bc" tree/new.bc
"$BITLEAP" callers used tree >direct
"$BITLEAP" callers used bodies.blx >indexed 2>err
same direct indexed
"$BITLEAP" index -q --update tree.blx --bodies
"$BITLEAP" callers used tree.blx | same direct -
for threads in 1 3; do
    "$BITLEAP" index -q --bodies --threads $threads -o threads.blx tree
    cmp tree.blx threads.blx || fail "bodies: another index with $threads threads"
done
"$BITLEAP" index -q --bodies --shard 1/2 -o one.blx tree
"$BITLEAP" index -q --bodies --shard 2/2 -o two.blx tree
"$BITLEAP" index -q --merge -o merged.blx two.blx one.blx
"$BITLEAP" callers used merged.blx | same direct -
"$BITLEAP" index -q --check merged.blx
expect 2 "$BITLEAP" index --bodies --merge -o merged.blx one.blx two.blx 2>err

expect 1 "$BITLEAP" callers -x tree.blx used 'tree/ar-mixed.llvm22.a(one.bc)' >out
same /dev/null out
"$BITLEAP" callers used 'tree/below/uses.llvm14.bc' | same - <("$BITLEAP" callers -x tree.blx used tree/below/uses.llvm14.bc)

# What the filter leaves out is not in there: a reading of all bodies finds as many calls.
for file in $(cd "$small" && sample 4 cxx-*.bc && sample 4 values.*.bc); do
    file=$small/$file
    names=$("$BITLEAP" nm -aj "$file" | sort -u | sed -n 1,40p)
    for name in $names; do
        "$BITLEAP" callers --calls -p --json "$name" "$file" 2>/dev/null | grep -c '"type":"use"' || true
    done | awk '{ n += $1 } END { print n }' >direct
    [ "$(cat direct)" -gt 0 ] || fail "$file: no calls"
    "$BITLEAP" funcs "$file" | sed -n 's/.*  @"*\([^" ]*\)"*$/\1/p' | while IFS= read -r function; do
        "$BITLEAP" callees --json "$file" "$function" 2>/dev/null
    done | awk -v names=" ${names//$'\n'/ } " -F '"' '
        /"type":"callee"/ {
            for (i = 1; i < NF; i++)
                if ($i == "name")
                    name = $(i + 2)
            match($0, /"calls":[0-9]+/)
            if (index(names, " " name " "))
                n += substr($0, RSTART + 8, RLENGTH - 8)
        }
        END { print n + 0 }' | same - direct
done

# Names are those of the module or, as find and nm print them, of linkers; the module's go first.
macho=$small/macho-arm64.clang22.o
"$BITLEAP" callers two "$macho" | sed 1d >direct
grep -q ' @one$' direct || fail "not who calls: $(cat direct)"
"$BITLEAP" callers _two "$macho" | sed 1d | same direct -
"$BITLEAP" callees "$macho" one >direct
grep -q ' @two$' direct || fail "not what is called: $(cat direct)"
for json in '' --json; do
    # shellcheck disable=SC2086 # no word or one, on purpose
    "$BITLEAP" callees $json "$macho" one >direct
    # shellcheck disable=SC2086
    "$BITLEAP" callees $json "$macho" _one | same direct -
done
"$BITLEAP" show "$macho" one >direct
"$BITLEAP" show "$macho" _one | same direct -
expect 1 "$BITLEAP" show "$macho" __one 2>err
expect 1 "$BITLEAP" show "$small/uses.llvm22.bc" _forward 2>err
expect 1 "$BITLEAP" callers _used "$small/uses.llvm22.bc" >out

# A damaged body does not hide the others.
body_pos=$("$BITLEAP" funcs --json "$small/uses.llvm22.bc" | sed -n 's/.*"name":"forward".*"body_pos":\([0-9]*\).*/\1/p')
cp "$small/uses.llvm22.bc" broken.bc
printf '\377\377\377\377' | dd of=broken.bc bs=1 seek=$((body_pos / 8)) conv=notrunc 2>/dev/null
expect 3 "$BITLEAP" callers used broken.bc >out 2>err
grep -q '@casts$' out || fail "$(cat out)"
[ "$(wc -l <err)" -eq 1 ] || fail "$(cat err)"

# A user is reported once, also where a module has more bytes than values.
if command -v llvm-as-22 >/dev/null; then
    { printf '@d = constant [6000000 x i8] c"' && head -c 6000000 /dev/zero | tr '\0' A && echo '"'; } >large.ll
    printf '@p = global ptr @f\ndeclare void @f()\n' >>large.ll
    llvm-as-22 -o large.bc large.ll
    [ "$("$BITLEAP" callers f large.bc | grep -c 'initializer .* @p$')" = 1 ] || fail "$("$BITLEAP" callers f large.bc)"
fi

expect 2 "$BITLEAP" callers used 2>err
expect 2 "$BITLEAP" callers --threads 0 used x 2>err
expect 2 "$BITLEAP" callees "$small/uses.llvm22.bc" 2>err
expect 2 "$BITLEAP" callers used missing.bc 2>err
grep -q 'missing.bc: cannot' err || fail "$(cat err)"
expect 1 "$BITLEAP" callees "$small/uses.llvm22.bc" nobody 2>err
grep -q '/uses.llvm22.bc: nobody: no function of this name' err || fail "$(cat err)"
for call in 'callers choosre' 'callees choosre' 'dis --only choosre' 'show @choosre' 'find choosre'; do
    # shellcheck disable=SC2086
    expect 1 "$BITLEAP" $call "$small/uses.llvm22.bc" 2>err
    grep -q "did you mean 'chooser'?$" err || fail "$call: $(cat err)"
done
expect 1 "$BITLEAP" callees "$small/uses.llvm22.bc" takes 2>err
grep -q 'takes: function without a body' err || fail "$(cat err)"

# A constant that is called is looked into as others are; a use of it is a call, too.
command -v llvm-as-22 >/dev/null || exit 0
llvm-as-22 -o constants.bc <<'END'
declare void @signed()
declare void @behind()
define void @f() {
  call void ptrauth (ptr @signed, i32 1)()
  call void getelementptr (i8, ptr @behind, i64 4)()
  ret void
}
END
"$BITLEAP" callees constants.bc f | same - <(printf '%s\n' 'constants.bc: @f' '     calls addresses  function' \
    '         -    within  @signed' '         -    within  @behind' '         2         -  (by pointer)')
for name in signed behind; do
    "$BITLEAP" callers -p $name constants.bc | grep -q ' call, *within ' || fail "$("$BITLEAP" callers -p $name constants.bc)"
    "$BITLEAP" callers $name constants.bc | grep -q ' operand, within ' || fail "$("$BITLEAP" callers $name constants.bc)"
done

# The count of alloca is a number, where all others count back.
{
    for ((i = 0; i < 40; i++)); do echo "@g$i = global i32 $i"; done
    cat <<'END'
@keep = global i64 ptrtoint (ptr @target to i64)
declare void @target()
define void @user() {
  %a = alloca i8, i64 ptrtoint (ptr @target to i64)
  ret void
}
END
} | llvm-as-22 -o alloca.bc
"$BITLEAP" callers target alloca.bc >out
"$BITLEAP" callers -p target alloca.bc | grep -q 'in alloca, within .*@user$' || fail "places"
grep -q ' operand, within .*@user$' out || fail "$(cat out)"
