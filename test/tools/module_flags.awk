# module_flags.awk - a module of nothing but flags: behaviors, values and requirements by chance (-v seed=N)
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
function choose(n) { return int(rand() * n) }
function add(text) { nodes[n_nodes++] = text; list = list (list == "" ? "" : ", ") "!" (n_nodes - 1) }
BEGIN {
    srand(seed)
    n_have = 0
    split("a b c d e PIC_Level PIE_Level branch-target-enforcement sign-return-address wchar_size", names, " ")
    split("8 1 2 4 5 7 6", behaviors, " ") # mostly the same of a name: others are refused
    for (i = 1; i <= 10; i++) {
        name = names[i]
        gsub("_L", " L", name)
        if (choose(3) == 0)
            continue
        behavior = i > 5 ? (choose(2) ? 1 : 7) : choose(6) ? behaviors[i + 1] : behaviors[1 + choose(7)]
        value = "i32 " (choose(4) ? 1 : choose(3))
        if (behavior == 5 || behavior == 6)
            value = choose(2) ? "!{!\"x\"}" : "!{!\"x\", i32 " choose(2) "}"
        else if (behavior < 5 && i <= 5 && choose(8) == 0)
            value = "!\"text\""
        have[n_have] = name
        value_of[n_have++] = value
        add("!{i32 " behavior ", !\"" name "\", " value "}")
    }
    if (n_have && choose(2)) { # what a module requires, it has
        i = choose(n_have)
        add("!{i32 3, !\"needs\", !{!\"" have[i] "\", " value_of[i] "}}")
    }
    if (list != "")
        print "!llvm.module.flags = !{" list "}"
    for (i = 0; i < n_nodes; i++)
        print "!" i " = " nodes[i]
}
