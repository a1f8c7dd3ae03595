/* cmd/base/llvm_options.h - options as LLVM's tools take them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One dash or two, the value after `=` or in the next word; of several equal ones the last wins;
 * after `--` all words are operands; @FILE is replaced by the words in FILE.
 */
#ifndef CMD_LLVM_OPTIONS_H
#define CMD_LLVM_OPTIONS_H

#include <stdbool.h>

/* The last has no name. */
struct llvm_flag {
    const char *name;
    bool *flag;        /* a boolean option, or */
    const char **text; /* one with a value */
};

/* The words of ARGV, where each @FILE after the first is replaced by the words in FILE, as a shell
 * takes them: malloc'ed, *N of them. Those out of files last until the process ends. False: a file
 * cannot be read, which is reported. */
bool expand_llvm_words(int argc, char **argv, char ***words, int *n);

/* Whether all words are options of FLAGS or operands; if not, that is reported. The operands are
 * malloc'ed, *N_OPERANDS of them. */
bool parse_llvm_options(int argc, char **argv, const struct llvm_flag *flags, char ***operands,
                        int *n_operands);

#endif
