/* analysis/reach.h - what a function reaches, or what reaches it: callees and callers over depths
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_REACH_H
#define CMD_REACH_H

#include "base/options.h"

/* The options that callers and callees share, at the beginning of their lists. */
enum reach_option {
    REACH_DEPTH,
    REACH_TRANSITIVE,
    REACH_DOT,
    REACH_TO, /* of callees alone, as what follows */
    REACH_UNREACHED,
    REACH_FIRST_OWN = REACH_TO, /* of other commands */
};

#define REACH_OPTIONS                                                                   \
    [REACH_DEPTH] = {"depth", 0, "N", "across modules, to N steps from the function"},  \
    [REACH_TRANSITIVE] = {"transitive", 0, NULL, "across modules, however many steps"}, \
    [REACH_DOT] = {"dot", 0, NULL, "write what is reached as a graph for Graphviz"}
#define REACH_TO_OPTION                                                        \
    {                                                                          \
        "to", 0, "NAME", "a shortest chain of calls from the function to NAME" \
    }
#define REACH_UNREACHED_OPTION                                                     \
    {                                                                              \
        "unreached", 0, NULL,                                                      \
            "functions that a linker could drop: the function does not reach them" \
    }

struct reach_options {
    uint32_t depth; /* 0: not asked for */
    bool transitive, dot, unreached;
    const char *to;   /* NULL: not asked for */
    bool is_backward; /* what reaches the function */
    bool calls_only;
};

/* OPTION is one of those above. */
void reach_set_option(struct reach_options *options, const struct command *command, int option,
                      const char *argument);

/* List the functions among the operands of C that call themselves, by way of others or not, in
 * groups that call each other. False: there are none. */
bool reach_recursive(struct context *c);

/* Whether any of them was given. */
bool reach_is_wanted(const struct reach_options *options);

/* Answer for the function NAME and the operands of C. False: nothing was found. */
bool reach(struct context *c, const char *name, const struct reach_options *options);

#endif
