/* cmd/modules.h - the LLVM IR modules of the streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_MODULES_H
#define CMD_MODULES_H

#include "input/input.h"

/* What report_in_module() told first of a module. */
struct told {
    struct bl_error errors[8];
    unsigned n;
};

struct module_input {
    const struct input *input;
    struct bl_module *module;
    uint32_t number; /* of the module in its stream, from 0 */
    bool is_alone;   /* the stream has no other */
    struct told *told;
};

/* Return false when the module turned out to be bad. */
typedef bool module_fn(void *context, const struct module_input *in);

/* Call VISIT for each module of INPUT. A stream without one is an error, which is reported, and so
 * is one that is damaged around its modules; one that is no LLVM IR is passed over unless it is all
 * of its file: for_each_input() tells the file that has nothing else. Returns whether all went
 * well. */
bool for_each_module(struct out *o, const struct common *common, const struct input *input,
                     module_fn *visit, void *context);

/* As report_error(), of what is wrong in the module; false. What was told first of it is not told
 * again: where the module itself is damaged, whatever it is asked for fails with the same. */
bool report_in_module(struct out *o, const struct common *common, const struct module_input *in,
                      const struct bl_error *err);

/* The global value of MODULE that is called NAME there, or else by linkers, as find prints it:
 * "__unnamed_1"; or "@0", a number that LLVM gives a value without a name. 1 found, 0 not,
 * negative on failure. */
int find_global(struct bl_module *module, struct bl_view name, uint32_t *value,
                struct bl_error *err);

/* A function that was asked for by name. Many modules may declare it, and several have one. */
struct named_function {
    const char *name;
    bool is_known;            /* to a module */
    enum bl_global_kind kind; /* there; where one knows a function, that */
    bool is_defined;          /* in a module */
};

/* The function in MODULE. 1: it has a body, and is number *VALUE; 0: none that MODULE knows does;
 * negative on failure. */
int find_function(struct named_function *function, struct bl_module *module, uint32_t *value,
                  struct bl_error *err);

/* Tell that no module has the body, if none had, of those that PATH led to. Whether one did. */
bool report_undefined(struct out *o, const struct common *common, const char *path,
                      const struct named_function *function);

/* "PATH" or, among several, "PATH[module 2]". */
void put_module_path(struct out *o, const struct module_input *in);

/* {"type":"TYPE","file":…,"module":N */
void json_begin_in(struct out *o, const char *type, const struct module_input *in);

#endif
