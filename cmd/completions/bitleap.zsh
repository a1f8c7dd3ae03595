#compdef bitleap
# bitleap.zsh - zsh completion for bitleap: asks the command what the last word may be
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
_bitleap()
{
    local -a lines complete unfinished
    lines=("${(@f)$(bitleap completions zsh $((CURRENT - 1)) -- "${(@)words[2,-1]}" 2>/dev/null)}")
    local kind=${lines[1]%% *} prefix=${lines[1]#* }
    [[ -z $prefix ]] || compset -P "$prefix"
    case $kind in
    words)
        complete=("${(@)lines[2,-1]:#*=:*}")
        unfinished=("${(@M)lines[2,-1]:#*=:*}")
        _describe word complete -- unfinished -S '' ;;
    names)
        compadd -- ${(f)"$(bitleap nm --just-symbols --quiet -- $lines[2] 2>/dev/null | grep '^[A-Za-z0-9_.]*$')"}
        _files ;;
    file) _files ;;
    directory) _files -/ ;;
    *) _message -r "$lines[2]" ;;
    esac
}
if [ "$funcstack[1]" = _bitleap ]; then _bitleap "$@"; else compdef _bitleap bitleap; fi
