# bash completion for bitleap
# bitleap.bash - asks the command what the last word may be
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
_bitleap()
{
    local cur=${COMP_WORDS[COMP_CWORD]} program kind prefix words lines
    program=$(type -P -- "${COMP_WORDS[0]/#\~/$HOME}" || echo bitleap)
    mapfile -t lines < <("$program" completions bash "$COMP_CWORD" -- "${COMP_WORDS[@]:1}" 2>/dev/null)
    kind=${lines[0]%% *} prefix=${lines[0]#* } words=${lines[*]:1}
    cur=${cur#"$prefix"}
    [ "$cur" != = ] || cur=
    COMPREPLY=()
    # No name that a shell would not take as it is.
    [ "$kind" != names ] ||
        words=$("$program" nm --just-symbols --quiet -- "${lines[1]}" 2>/dev/null | grep '^[A-Za-z0-9_.]*$')
    case $kind in words | names)
        mapfile -t COMPREPLY < <(compgen -P "$prefix" -W "$words" -- "$cur")
        case ${COMPREPLY[0]-} in --*=) compopt -o nospace ;; esac ;;
    esac
    case $kind:${#COMPREPLY[@]} in
    names:0) kind='file' ;;
    file:* | directory:*) ;;
    *) return ;;
    esac
    # Only where a name of a file is meant it may get a slash.
    [ "$prefix" ] || compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -P "$prefix" -A "$kind" -- "$cur")
}
complete -F _bitleap bitleap
