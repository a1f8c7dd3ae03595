/* ir/references.h - references of a function whose body is read for something else, too
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_REFERENCES_H
#define BL_IR_REFERENCES_H

#include "bitleap_references.h"
#include "ir/module.h"

enum {
    BL_STEPS_A_WORD = 16, /* that walks through constants may have for each 32-bit word */
    BL_LEAST_STEPS = 1 << 16,
};

/* The most steps that walks through constants of MODULE may have in all. */
static inline uint64_t bl_most_steps(const struct bl_module *module)
{
    return (uint64_t)module->place.n_words * BL_STEPS_A_WORD + BL_LEAST_STEPS;
}

/* bl_module_globals() for those who need no names: that some cannot be read is no failure. */
int bl_module_unnamed_globals(struct bl_module *module, const struct bl_global **globals,
                              uint32_t *n, struct bl_error *err);

/* bl_references_of() in steps: what the record of global value VALUE, of the module, uses; */
void bl_references_begin(struct bl_references *references, uint32_t value);
/* if its body is to be read, that; */
void bl_references_begin_body(struct bl_references *references, const struct bl_body *body);
void bl_references_add(struct bl_references *references, const struct bl_instruction *instruction);
/* and all of it, in any order, borrowed until the next call. Errors: BL_E_NOMEM, BL_E_LIMIT. */
int bl_references_end(struct bl_references *references, const struct bl_reference **list,
                      uint32_t *n, struct bl_error *err);

/* bl_references_open() for a few of the values: no other is decoded. Slots of vtables are
 * initializers as all others. All values have to be sound. */
int bl_references_open_few(struct bl_references **references, struct bl_module *module,
                           struct bl_error *err);

#endif
