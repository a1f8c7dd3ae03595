/* meta/meta.h - a run of meta: its options, and how nodes are printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_META_H
#define CMD_META_H

#include "base/text.h"
#include "input/modules.h"

struct meta {
    struct context *context;
    struct text text;
    bool strings, named, functions;
    char **numbers; /* operands like !12 */
    int n_numbers;
    const char **from;                    /* names and numbers of --from */
    uint32_t n_from, cap_from, n_reached; /* n_reached: nodes that were printed from there */
    bool is_known;                        /* one of them, to a module */
    uint32_t most_depth, depth;           /* depth: of the node at hand */
    bool dot, has_depth;
    struct bl_printer *printer;       /* of the module that is listed */
    struct bl_function *body;         /* for it */
    const struct bl_global *function; /* whose metadata is listed; NULL: the module's */
    uint32_t function_value;
    bool has_numbers; /* nodes of bodies have some: those of the module before them can be read */
};

/* Node NUMBER on a line, as llvm-dis has it; where it does not, as a comment. SLOT: bl_printer has
 * it. */
void meta_put_node(struct meta *m, uint32_t number, uint32_t slot);
/* "!12 = " */
void meta_put_slot(struct out *o, uint32_t slot);

/* The same as JSON; REC is its record. */
void meta_json_node(struct meta *m, const struct module_input *in, struct bl_metadata *md,
                    uint32_t number, const struct bl_record *rec);
void meta_json_slot(struct out *o, uint32_t slot);

/* !SLOT, which may be a location that an instruction has, without a record of its own: a line, or
 * as JSON, of m->function if that is not NULL. No body is loaded afterwards. */
void meta_put_location(struct meta *m, const struct module_input *in, uint32_t slot);

/* Whether LLVM's syntax has nodes of that code in the place of a reference only. */
bool meta_is_inline(uint32_t code);

/* Report what is damaged in a node that has been printed. */
void meta_report_damage(const struct meta *m, const struct module_input *in);

/* "@f !dbg !7" */
void meta_put_attachment(struct meta *m, const struct module_input *in,
                         const struct bl_metadata_attachment *a);

/* A bl_attached_fn, for what is attached in the body of m->function; DATA is the first one. */
struct meta_attached_to {
    struct meta *m;
    const struct module_input *in;
};
void meta_put_attached(void *data, const struct bl_attached *a);

/* Call EACH for the blocks in the body of function VALUE; what it returns below 0, and what is
 * damaged, is reported. */
typedef int meta_block_fn(void *data, const struct bl_block *block, struct bl_error *err);
void meta_each_block(const struct module_input *in, uint32_t value, meta_block_fn *each,
                     void *data);

/* What --from names in the module, and what that leads to. MD is the module's. */
void meta_put_from(struct meta *m, const struct module_input *in, struct bl_metadata *md);

/* Whether there was any; after all modules, reports that there was not. */
bool meta_has_reached(const struct meta *m);

#endif
