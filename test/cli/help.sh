#!/usr/bin/env bash
# help.sh - help, man page and completions tell of the same commands and options
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
. "$BITLEAP_SRC/test/support/cli.sh"

expect 0 "$BITLEAP" --help >general
expect 0 "$BITLEAP" --version >version
expect 2 "$BITLEAP" 2>err
expect 2 "$BITLEAP" nonsense 2>err
grep -q "unknown command 'nonsense'" err || fail "an unknown command is not named"

for shell in bash zsh fish; do
    expect 0 "$BITLEAP" completions $shell >completions.$shell
done
expect 2 "$BITLEAP" completions tcsh 2>err
bash -n completions.bash || fail "bash does not take its completions"
bash -n completions.zsh || fail "the quotes of the completions for zsh are not in pairs"
if command -v zsh >/dev/null; then zsh -n completions.zsh || fail "zsh does not take its completions"; fi
if command -v fish >/dev/null; then fish -n completions.fish || fail "fish does not take its completions"; fi

# In the man page every dash of an option is escaped by Fl: "Fl -json" is --json.
man=$BITLEAP_SRC/cmd/bitleap.1
commands=$(awk '/^Commands:/ { on = 1; next } /^$/ { on = 0 } on { print $1 }' general)
[ "$(echo "$commands" | wc -w)" -ge 5 ] || fail "no commands in the help: $commands"
for command in $commands completions; do
    expect 0 "$BITLEAP" "$command" --help >"help.$command"
    grep -q "^\.It Cm $command\$" "$man" || fail "the man page lacks the command $command"
    for shell in bash zsh fish; do
        grep -q "$command" completions.$shell || fail "completions for $shell lack $command"
    done
    options=$(grep -o -- '--[a-z-]*' "help.$command" | sort -u | sed 's/^--//')
    for option in $options; do
        grep -q -- "Fl -$option\b" "$man" || fail "the man page lacks --$option of $command"
        for shell in bash zsh fish; do
            grep -q -- "$option" completions.$shell || fail "completions for $shell lack --$option"
        done
    done
done

# In its synopsis all options of queries stand for those commands that have them.
awk '/^\.Sh DESCRIPTION/ { exit } /^\.Cm / { command = $2 } /Ar query-options/ { print command }' "$man" |
    sort -u >synopsis
grep -l -- '--index=FILE' help.* | sed 's/^help\.//' | sort | same synopsis -

# What is wrong with an option is told, and by which command.
for command in $commands; do
    [ "$command" != bcanalyzer ] || continue
    expect 2 "$BITLEAP" "$command" --no-such-option 2>err
    grep -q "^bitleap $command: .*no-such-option" err || fail "$command: $(cat err)"
    if grep -q -- '--threads=N' "help.$command"; then
        expect 2 "$BITLEAP" "$command" -j 0 2>err
        grep -q "^bitleap $command: --threads takes" err || fail "$command -j 0: $(cat err)"
    fi
done

# Exit status is told once: bcanalyzer has LLVM's.
for command in $commands; do
    [ "$(grep -c '^Exit status' "help.$command")" -eq 1 ] || fail "$command: exit status"
done
grep -q '2 wrong usage' help.bcanalyzer && fail "bcanalyzer exits with 1 for wrong usage"

# And nothing is in the man page that no command has.
grep -o 'Fl -[a-z-]*' "$man" | sed 's/Fl -//' | sort -u | while read -r option; do
    grep -qh -- "--$option\b" general help.* || fail "the man page has --$option, no command does"
done

# The completions work in a real bash.
cat >complete.sh <<'END'
. ./completions.bash
COMP_WORDS=(bitleap dump --bl) COMP_CWORD=2
_bitleap
printf '%s\n' "${COMPREPLY[@]}"
END
bash complete.sh 2>/dev/null >completed || true
printf '%s\n' --block= --blobs | same - completed
