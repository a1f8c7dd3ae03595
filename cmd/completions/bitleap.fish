# fish completion for bitleap
# bitleap.fish - asks the command what the last word may be
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
function __bitleap
    set -l words (commandline -opc)[2..]
    set -l cur (commandline -ct)
    set -l lines (bitleap completions fish (math 1 + (count $words)) -- $words "$cur" 2>/dev/null)
    set -l first (string split -m 1 ' ' -- $lines[1])
    set -l value (string sub -s (math 1 + (string length -- "$first[2]")) -- "$cur")
    switch $first[1]
        case words
            printf "$first[2]%s\n" $lines[2..]
        case names
            bitleap nm --just-symbols --quiet -- $lines[2] 2>/dev/null | string replace -rf '^([A-Za-z0-9_.]+)$' "$first[2]\$1"
            complete -C ": $value"
        case file
            printf "$first[2]%s\n" (complete -C ": $value")
        case directory
            printf "$first[2]%s\n" (__fish_complete_directories "$value")
    end
end
complete -c bitleap -f -a '(__bitleap)'
