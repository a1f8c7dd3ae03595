#!/usr/bin/env bash
# help.sh - help, man page and completions report the same commands and options
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

expect 0 "$BITLEAP" --help >general
expect 0 "$BITLEAP" --version >version
"$BITLEAP" -V | same - version
expect 2 "$BITLEAP" 2>err
expect 2 "$BITLEAP" nonsense 2>err
grep -q "unknown command 'nonsense'" err || fail "an unknown command is not named"
for word in help --help -h; do
    "$BITLEAP" $word | same - general
    "$BITLEAP" $word ls | same - <("$BITLEAP" ls --help)
    expect 2 "$BITLEAP" $word nonsense >out 2>unknown
    same unknown err
    [ ! -s out ] || fail "help on an unknown command: $(cat out)"
    expect 2 "$BITLEAP" $word ls nonsense >out 2>unknown
    grep -q "unexpected operand 'nonsense'" unknown || fail "$(cat unknown)"
done
expect 2 "$BITLEAP" --version nonsense 2>err

for shell in bash zsh fish; do
    expect 0 "$BITLEAP" completions $shell >completions.$shell
done
expect 2 "$BITLEAP" completions tcsh 2>err
bash -n completions.bash || fail "bash does not take its completions"
bash -n completions.zsh || fail "the quotes of the completions for zsh are not in pairs"
if command -v zsh >/dev/null; then zsh -n completions.zsh || fail "zsh does not take its completions"; fi

mkdir bin
ln -s "$BITLEAP" bin/bitleap

# What fish itself makes of them; it is not everywhere.
in_fish() {
    # shellcheck disable=SC2016 # fish is to expand it
    HOME=$PWD PATH=$PWD/bin:$PATH fish --no-config -c 'source completions.fish; complete -C "$argv[1]"' "$1" | cut -f 1 | tr '\n' ' '
}
if command -v fish >/dev/null; then
    fish -n completions.fish || fail "fish does not take its completions"
    mkdir trees
    touch treaty
    [ "$(in_fish 'bitleap in')" = 'index info ' ] || fail "commands in fish: $(in_fish 'bitleap in')"
    [ "$(in_fish 'bitleap ls tre')" = 'treaty trees/ ' ] || fail "files in fish: $(in_fish 'bitleap ls tre')"
    [ "$(in_fish 'bitleap index --output tre')" = 'treaty trees/ ' ] || fail 'files behind an option in fish'
    [ "$(in_fish 'bitleap nm --ext')" = '--extern-only ' ] || fail "options in fish: $(in_fish 'bitleap nm --ext')"
    [ "$(in_fish 'bitleap ls --color=a')" = '--color=always --color=auto ' ] || fail 'words of an option in fish'
    [ "$(in_fish 'bitleap top -b fu')" = 'functions ' ] || fail 'words of a short option in fish'
    [ "$(in_fish 'bitleap help in')" = 'index info ' ] || fail 'commands after help in fish'
    [ "$(in_fish 'bitleap dump --block STR')" = 'STRTAB_BLOCK ' ] || fail 'names of blocks in fish'
    [ "$(in_fish "bitleap show $small/c-O2.clang22.bc sum_")" = 'sum_varargs ' ] || fail 'functions in fish'
    [ "$(in_fish 'bitleap completions ')" = 'bash fish zsh ' ] || fail 'shells in fish'
fi

# In the man page every dash of an option is escaped by Fl: "Fl -json" is --json.
man=$BITLEAP_SRC/cmd/bitleap.1
commands=$(sed -n 's/^  \([a-z]\)/\1/p' general | awk '{ print $1 }')
[ "$(echo "$commands" | wc -w)" -ge 25 ] || fail "no commands in the help: $commands"
for command in $commands; do
    expect 0 "$BITLEAP" "$command" --help >"help.$command"
    grep -q "^\.It Cm $command\$" "$man" || fail "the man page lacks the command $command"
    for shell in bash zsh fish; do
        "$BITLEAP" completions $shell 1 -- '' | grep -q "^$command\b" || fail "completions for $shell lack $command"
        "$BITLEAP" completions $shell 2 -- "$command" - >options.$shell
    done
    options=$(grep -o -- '--[a-z-]*' "help.$command" | sort -u | sed 's/^--//')
    [[ $options == *help* ]] || fail "$command: no options in its help"
    for option in $options; do
        grep -q -- "Fl -$option\b" "$man" || fail "the man page lacks --$option of $command"
        grep -qx -- "--$option=\?" options.bash || fail "completions for bash lack $command --$option"
        grep -q -- "^--$option=\?:" options.zsh || fail "completions for zsh lack $command --$option"
        grep -q -- "^--$option=\?	" options.fish || fail "completions for fish lack $command --$option"
    done
    letters=$(sed -n 's/^  -\([A-Za-z]\), .*/\1/p' "help.$command")
    for letter in $letters; do
        grep -q -- "^-$letter:" options.zsh || fail "completions for zsh lack $command -$letter"
        grep -q -- "^-$letter	" options.fish || fail "completions for fish lack $command -$letter"
    done
done

# Letters mean the same everywhere; nm and strip have those of llvm-nm and llvm-strip, -p is a patch of diff and the places of callers.
grep -H '^  -[A-Za-z], ' help.* | grep -v -e '^help.nm:' -e '^help.strip:' -e ' --places ' | sed 's/^help\.[^:]*:  -\([A-Za-z]\), --\([a-z-]*\).*/\1 \2/' | sort -u >letters
cut -d ' ' -f 1 letters | uniq -d | while read -r letter; do fail "-$letter: $(grep "^$letter " letters)"; done

# There are two examples each, whose options are those of the command.
for command in $commands; do
    sed -n '/^Examples:/,/^$/s/^  //p' "help.$command" >examples
    [ "$(grep -c "bitleap $command" examples)" -eq 2 ] || fail "$command: $(cat examples)"
    { grep -o -e ' --[a-z-]*' examples || true; } | while read -r option; do
        grep -q -e "$option\b" "help.$command" || fail "$command has no $option: $(cat examples)"
    done
done

# In its synopsis all options of queries stand for those commands that have them.
awk '/^\.Sh DESCRIPTION/ { exit } /^\.Cm / { command = $2 } /Ar query-options/ { print command }' "$man" |
    sort -u >synopsis
grep -l -- '--index=FILE' help.* | sed 's/^help\.//' | sort | same synopsis -

# Each command has its other options there, by either name; nm refuses one.
for command in $commands; do
    awk -v command="$command" '/^\.Sh DESCRIPTION/ { exit } /^\.Nm/ { on = 0 } $0 == ".Cm " command { on = 1 } on' \
        "$man" >synopsis
    if grep -q query-options synopsis; then echo '.Op Fl -index Fl -content Fl -threads' >>synopsis; fi
    if grep -q list-options synopsis; then echo '.Op Fl -columns Fl -where Fl -sort Fl -only Fl -number Fl -reverse' >>synopsis; fi
    sed -n '/ --json /q; / --help /q; s/^  \(-\(.\),\|   \) --\([a-z-]*\).*/\3 \2/p' "help.$command" >own
    while read -r name letter; do
        case "$command $name" in bcanalyzer* | llvm-dis* | 'nm dynamic') continue ;; esac
        grep -q -- "Fl -$name\b" synopsis || { [ "$letter" ] && grep -q "Fl [A-Za-z]*$letter" synopsis; } ||
            fail "the synopsis of $command lacks --$name"
    done <own
done

# A point that is alone at the end of a line, mdoc would set close to what is in front.
! grep -n '^\.Dl .* [.,:;?!]$' "$man" || fail "an example loses a space"

# What may have been meant is said, where something is near.
for word in 'fnd find' 'idnex index' 'dupes dups' 'stat stats'; do
    expect 2 "$BITLEAP" "${word% *}" 2>err
    printf '%s\n' "bitleap: unknown command '${word% *}'" "Did you mean '${word#* }'?" "Try 'bitleap --help'." | same - err
done
expect 2 "$BITLEAP" nonsense 2>err
! grep -q 'Did you mean' err || fail "$(cat err)"
expect 2 "$BITLEAP" ls --colour=never x 2>err
grep -q "^Did you mean '--color'?$" err || fail "$(cat err)"
expect 2 "$BITLEAP" ls --zzzzzzz x 2>err
! grep -q 'Did you mean' err || fail "$(cat err)"
for name in "mian main" "turns turn" "sum_varags sum_varargs"; do
    expect 1 "$BITLEAP" find "${name% *}" "$small/c-O2.clang22.bc" >out 2>err
    echo "bitleap: no symbol '${name% *}'; did you mean '${name#* }'?" | same - err
done
expect 1 "$BITLEAP" find args "$small/c-O2.clang22.bc" 2>err
echo "bitleap: no symbol 'args'; 1 name contains it: try '*args*'" | same - err
expect 1 "$BITLEAP" find nowhere_at_all "$small/c-O2.clang22.bc" 2>err
echo "bitleap: no symbol 'nowhere_at_all'" | same - err
expect 1 "$BITLEAP" find '*nowhere*' "$small/c-O2.clang22.bc" 2>err
echo "bitleap: no symbol matches '*nowhere*'" | same - err

# What is wrong with an option is reported, and by which command.
for command in $commands; do
    case $command in bcanalyzer | llvm-dis) continue ;; esac
    expect 2 "$BITLEAP" "$command" --no-such-option 2>err
    grep -q "^bitleap $command: .*no-such-option" err || fail "$command: $(cat err)"
    if grep -q -- '--threads=N' "help.$command"; then
        expect 2 "$BITLEAP" "$command" -j 0 2>err
        grep -q "^bitleap $command: --threads takes" err || fail "$command -j 0: $(cat err)"
    fi
done

# Exit status is reported once: bcanalyzer has LLVM's.
for command in $commands; do
    [ "$(grep -c '^Exit status' "help.$command")" -eq 1 ] || fail "$command: exit status"
done
grep -q '2 wrong usage' help.bcanalyzer && fail "bcanalyzer exits with 1 for wrong usage"

# And nothing is in the man page that no command has.
grep -o 'Fl -[a-z-]*' "$man" | sed 's/Fl -//' | sort -u | while read -r option; do
    grep -qh -- "--$option\b" general help.* || fail "the man page has --$option, no command does"
done

# The completions work in a real bash: complete WORD... prints what the last word may be, and what readline is reported.
cat >complete.sh <<'END'
. ./completions.bash
compopt() { echo "$*"; }
COMP_WORDS=(bin/bitleap "$@") COMP_CWORD=$#
_bitleap
[ ${#COMPREPLY[@]} -eq 0 ] || printf '%s\n' "${COMPREPLY[@]}"
END
complete() {
    bash complete.sh "$@"
}
complete dump --bl | same - <(printf '%s\n' '-o nospace' --block= --blobs)
complete dump --at | same - <(printf '%s\n' '-o nospace' --at=)
mkdir index
touch indoors
# A command is one beside a folder of its name, too; after it there are files.
complete ind | same - <(echo index)
complete ls ind | sort | same - <(printf '%s\n' '-o filenames' index indoors)
complete find -x indo | same - <(printf '%s\n' '-o filenames' indoors)
complete extract --output = indo | same - <(printf '%s\n' '-o filenames' indoors)
complete extract --directory ind | same - <(printf '%s\n' '-o filenames' index)
complete ls --color = al | same - <(echo always)
complete ls --color=al | same - <(echo --color=always)
complete ls --color = | same - <(printf '%s\n' auto always never)
complete dump --threads ind | same - /dev/null
complete help ind | same - <(echo index)
complete dump --block = STR | same - <(echo STRTAB_BLOCK)
complete show "$small/c-O2.clang22.bc" sum_ | same - <(echo sum_varargs)
complete callees sum_ | same - <(echo '-o filenames')
complete dis "$small/c-O2.clang22.bc" --only = sum_ | same - <(echo sum_varargs)
# Names that a shell would expand are not offered.
# shellcheck disable=SC2016 # nothing is to expand it
printf '%s\n' 'define void @"name$(touch ran)"() { ret void }' 'define void @named() { ret void }' >names.ll
if command -v llvm-as-22 >/dev/null; then
    llvm-as-22 names.ll -o names.bc
    complete show names.bc name | same - <(echo named)
    [ ! -e ran ] || fail 'a name was run'
fi
if command -v zsh >/dev/null; then
    # What it offers, without a terminal.
    # shellcheck disable=SC2016 # zsh is to expand it
    PATH=$PWD/bin:$PATH zsh -fc 'compdef() { :; }; _files() { :; }; compadd() { shift; print -l -- "$@"; }
        source ./completions.zsh; words=(bitleap show $1 sum_) CURRENT=4; _bitleap' zsh "$small/c-O2.clang22.bc" |
        grep -qx sum_varargs || fail 'functions in zsh'
fi
complete completions '' | same - <(printf '%s\n' bash zsh fish)
complete completions --h | same - <(echo --help)
for option in --json --color=always --copy; do
    expect 2 "$BITLEAP" completions bash $option >out 2>err
    [ ! -s out ] || fail "completions takes $option"
done
# The protocol that the scripts have with the command: what is offered, and what of the word goes before that.
offered() {
    "$BITLEAP" completions "$@"
}
offered zsh 2 -- completions '' | same - <(printf '%s\n' 'words ' bash zsh fish)
offered zsh 3 -- extract --output '' | head -n 1 | same - <(echo 'file ')
offered fish 2 -- dump --block=STR >out
head -n 1 out | same - <(echo 'words --block=')
grep -qx STRTAB_BLOCK out || fail 'names of blocks'
offered zsh 3 -- dump --threads '' | same - <(printf '%s\n' 'nothing ' N)
offered bash 2 -- show sum_ "$small/c-O2.clang22.bc" | same - <(printf '%s\n' 'names ' "$small/c-O2.clang22.bc")
# What was typed before zsh does not offer again.
offered zsh 3 -- ls --json --js | grep -q '^--json:' && fail 'an option is offered twice'
for number in 0 3 x; do
    expect 2 "$BITLEAP" completions bash $number -- ls x >out 2>err
    [ ! -s out ] || fail "completes word $number of 2"
done
expect 2 "$BITLEAP" completions bash 1 2>err

# The words that an option takes, which its help has after its name, are completed, and no others are taken.
n=0
for command in $commands; do
    { sed -e ':more' -e '/|$/ { N; s/\n *//; b more' -e '}' "help.$command" | grep -o -- '--[a-z]*=[A-Za-z|-]*|[a-z|-]*' || true; } | grep '=.*[a-z]' >options || true
    while IFS='=' read -r option words; do
        words=$(tr '|' '\n' <<<"$words" | grep -v '[A-Z]')
        complete "$command" "$option" = '' | { grep -v '^-o ' || true; } | same - <(echo "$words")
        for word in $words; do
            expect 0 "$BITLEAP" "$command" "$option=$word" --help >out
            n=$((n + 1))
        done
        expect 2 "$BITLEAP" "$command" "$option=other" --help 2>err
    done <options
done
[ "$n" -gt 70 ] || fail "only $n words"

# Numbers are decimal, or hexadecimal after 0x, in every option that takes one, and what is none is reported with the option.
file=$small/c-O2.clang22.bc
for bit in 0025000 0x61A8 0X61a8; do
    "$BITLEAP" dump --at $bit "$file" | same - <("$BITLEAP" dump --at 25000 "$file")
done
"$BITLEAP" dump --block 0x00d "$file" | same - <("$BITLEAP" dump --block identification "$file")
"$BITLEAP" dump --block 013 "$file" | same - <("$BITLEAP" dump --block 13 "$file")
"$BITLEAP" ls --depth 0x2 "$file" | same - <("$BITLEAP" ls --depth 2 "$file")
"$BITLEAP" top -n 010 "$file" | same - <("$BITLEAP" top -n 10 "$file")
"$BITLEAP" meta "$file" '!0x3' | same - <("$BITLEAP" meta "$file" '!3')
"$BITLEAP" index -q --shard 0x1/01 -o shard.blx "$file"
for call in 'dump --at' 'dump --block' 'ls --depth' 'top --number' 'top --threads' 'index --shard'; do
    option=${call#* }
    for number in 0x 0x0x1 1x 0b1 18446744073709551616 0xg; do
        # shellcheck disable=SC2086 # a command and its option
        expect 2 "$BITLEAP" $call $number "$file" >out 2>err
        grep -q "^bitleap ${call% *}: $option takes .* not '$number'\$" err || fail "$call $number: $(cat err)"
    done
done
for shard in 0/3 4/3 /3 1/ 1/0 1/4294967296 1/2/3; do
    expect 2 "$BITLEAP" index -q --shard $shard -o shard.blx "$file" 2>err
    grep -qF "bitleap index: --shard takes 1/N to N/N, as 2/8, not '$shard'" err || fail "$(cat err)"
done
