/* cmd/input/modules.h - the LLVM IR modules of the streams that a command was given
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_MODULES_H
#define CMD_MODULES_H

#include "input/input.h"

struct module_input {
    struct context *context;
    const struct input *input;
    struct bl_index *index; /* of the stream */
    struct bl_module *module;
    uint32_t number; /* of the module in its stream, from 0 */
    uint32_t block;  /* in an index of the stream */
    bool is_alone;   /* the stream has no other */
    uint64_t *left;  /* bytes of text that its printers may yet make; UINT64_MAX before the first */
};

/* Call VISIT for each module of each stream that the operands name. A stream without one is an
 * error, and so is one that is damaged around its modules; one that is not LLVM IR is skipped
 * unless it is all of its file: visit_streams() reports a file that has nothing else. */
typedef void module_fn(void *data, const struct module_input *in);
void visit_modules(struct context *c, unsigned open_flags, module_fn *visit, void *data);

/* The same, but of an index file only the streams that know one of the names WANTED, if these are
 * no patterns. */
struct name_patterns;
void visit_modules_with(struct context *c, const struct name_patterns *wanted, module_fn *visit,
                        void *data);

/* What else may be visited: streams of clang's AST, and images for devices that are no stream. */
struct module_visitor {
    module_fn *module;
    void (*ast)(void *data, const struct input *input);
    void (*image)(void *data, const struct input *input, const struct bl_image *image);
    /* NULL: none. Called before what is in the stream, and after a file, which then may have
     * none. */
    void (*stream)(void *data, const struct input *input);
    void (*file)(void *data, const struct visited_file *file);
};

void visit_modules_and_others(struct context *c, const struct module_visitor *visitor, void *data);

/* Report what is wrong in the module. */
void report_in_module(const struct module_input *in, const struct bl_error *err);

/* What prints the module as LLVM assembly, with the numbers that LLVM gives. Those of a stream
 * share one limit, without --unlimited. */
struct module_printer {
    const struct module_input *in;
    struct bl_slots *slots;
    struct bl_printer *printer;
};
struct module_printer open_printer(const struct module_input *in);
void close_printer(struct module_printer *p);

/* The global value of MODULE that is called NAME there, or else by linkers, as find prints it:
 * "__unnamed_1"; or "@0", a number that LLVM gives a value without a name. 1 found, 0 not,
 * negative on failure. */
int find_global(struct bl_module *module, struct bl_view name, uint32_t *value,
                struct bl_error *err);

/* What targets put before names that linkers see, and before private ones; ends with NULL. */
extern const char *const name_prefixes[];

/* A function that was asked for by name. Many modules may declare it, and several have one. */
struct named_function {
    const char *name;
    bool is_known;            /* to a module */
    enum bl_global_kind kind; /* there; where one knows a function, that */
    bool is_defined;          /* in a module */
};

/* VALUE of MODULE has the name. 1: it is a function with a body; 0: it is not; negative on
 * failure. */
int know_function(struct named_function *function, struct bl_module *module, uint32_t value,
                  struct bl_error *err);

/* Nothing that the operands name has the global value WANTED: note a name there that is near it. */
void suggest_name(struct context *c, const char *wanted);

/* Report that no module of those that PATH led to has the body, unless one has. */
void report_undefined(struct context *c, const char *path, const struct named_function *function);

/* "PATH" or, among several, "PATH[module 2]". */
void put_module_path(struct out *o, const struct module_input *in);

/* {"type":"TYPE","file":…,"module":N */
void json_begin_in(struct out *o, const char *type, const struct module_input *in);

#endif
