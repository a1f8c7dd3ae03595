/* print/value_print.c - values as operands are written
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "ir/function.h"
#include "print/print.h"

static void print_local(struct bl_function *f, const struct bl_print *p, uint32_t value)
{
    struct bl_view name;
    (void)bl_module_note(f->module, bl_function_value_name(f, value, &name, NULL));
    bl_print_text(p, "%");
    if (name.size > 0)
        bl_name_print(name, p->put, p->context);
    else
        bl_print_u64(p, value - f->body.first_argument);
}

int bl_function_print_value(struct bl_function *f, uint32_t value, bl_put_fn *put, void *context)
{
    struct bl_print p = {put, context};
    struct bl_local_constants locals = {
        .constants = f->body.constants,
        .first = f->body.first_constant,
        .n = f->body.n_constants,
    };
    bool is_constant = value >= locals.first && value - locals.first < locals.n;
    if (value < f->n_module_values || is_constant)
        bl_value_print_local(f->module, value, &locals, f, put, context);
    else
        print_local(f, &p, value);
    return bl_module_lacked(f->module) ? BL_E_NOMEM : BL_OK;
}
