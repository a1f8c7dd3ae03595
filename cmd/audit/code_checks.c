/* audit/code_checks.c - assembly, and calls of functions that are not to be called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "audit/checks.h"

#include "base/array.h"
#include "base/text.h"

#include <string.h>

struct code {
    struct findings *findings;
    const struct module_input *in;
    const struct bl_global *globals;
    uint32_t n_globals;
    bool *is_forbidden; /* by global value: it is not to be called */
    struct bl_function *body;
    struct bl_record rec;
};

/* ---- What is called ---- */

/* The constant that VALUE is, of the body or of the module; NULL: none. */
static const struct bl_constant *constant_of(const struct code *c, uint64_t value)
{
    const struct bl_body *body = bl_function_body(c->body);
    if (value >= body->first_constant && value - body->first_constant < body->n_constants)
        return &body->constants[value - body->first_constant];
    return value < BL_NONE ? bl_module_constant(c->in->module, (uint32_t)value) : NULL;
}

/* The global value that VALUE is, or a cast of; BL_CALLED_POINTER: none. *ASSEMBLY is what it is if
 * it is that. */
static uint32_t called_value(struct code *c, uint64_t value, const struct bl_constant **assembly)
{
    enum {
        MOST_CASTS = 8
    };
    for (int i = 0; i < MOST_CASTS && value >= c->n_globals; i++) {
        const struct bl_constant *constant = constant_of(c, value);
        if (constant && bl_constant_is_assembly(constant->code)) {
            *assembly = constant;
            return BL_CALLED_ASSEMBLY;
        }
        if (!constant || out_need(bl_constant_read(c->in->module, constant, &c->rec, NULL)) < 0 ||
            !bl_constant_is_cast(&c->rec) || !bl_constant_part(&c->rec, 0, &value))
            return BL_CALLED_POINTER;
    }
    return value < c->n_globals ? (uint32_t)value : BL_CALLED_POINTER;
}

/* ---- Findings ---- */

static void add_in_body(struct code *c, const struct bl_instruction *inst, enum finding_kind kind,
                        struct bl_view text)
{
    struct finding finding = {
        .kind = kind,
        .text = text,
        .input = c->in->input,
        .module = c->in->module,
        .function = bl_function_body(c->body)->function,
        .bit_pos = inst->bit_pos,
        .has_pos = true,
        .location = inst->has_location ? &inst->location : NULL,
    };
    if (finding.location)
        (void)out_need(bl_function_metadata(c->body, &finding.metadata, NULL));
    findings_add(c->findings, &finding, false);
}

/* Assembly as it is written, without spaces around it. */
static void add_assembly(struct code *c, const struct bl_instruction *inst,
                         const struct bl_constant *assembly)
{
    const struct bl_constant_value *value;
    struct bl_view text = {0};
    if (out_need(bl_constant_decode(c->in->module, assembly, &value, NULL)) >= 0)
        text = value->text;
    while (text.size && strchr(" \t\n", text.data[0]))
        text = (struct bl_view){text.data + 1, text.size - 1};
    if (text.size == 0)
        text = view_of("no instruction");
    add_in_body(c, inst, FINDING_ASSEMBLY, text);
}

static void check_call(struct code *c, const struct bl_instruction *inst, uint64_t callee)
{
    const struct bl_constant *assembly = NULL;
    uint32_t called = called_value(c, callee, &assembly);
    if (called == BL_CALLED_ASSEMBLY && c->findings->policy->forbids[FINDING_ASSEMBLY])
        add_assembly(c, inst, assembly);
    else if (called < c->n_globals && c->is_forbidden[called])
        add_in_body(c, inst, FINDING_CALL, c->globals[called].name);
}

static int check_body(struct code *c, uint32_t function, struct bl_error *err)
{
    struct bl_instruction inst;
    int rc = bl_function_load(c->body, function, err);
    while (rc >= 0 && (rc = bl_function_next(c->body, &inst, err)) > 0)
        for (uint32_t i = 0; i < inst.n_operands; i++)
            if (inst.operands[i].kind == BL_OPERAND_VALUE &&
                bl_reference_kind_of(&inst, i) <= BL_REFERENCE_CALLBR)
                check_call(c, &inst, inst.operands[i].number);
    return rc;
}

/* ---- Modules ---- */

static void check_module_assembly(struct code *c)
{
    struct bl_module_info info;
    struct bl_error err;
    int status = bl_module_get_info(c->in->module, 0, &info, &err);
    if (info.assembly.size > 0)
        findings_add(c->findings,
                     &(struct finding){.kind = FINDING_ASSEMBLY,
                                       .text = info.assembly,
                                       .said = view_of("assembly of the module"),
                                       .input = c->in->input,
                                       .function = BL_NONE},
                     false);
    if (status < 0)
        report_in_module(c->in, &err);
}

void check_code(struct findings *f, const struct module_input *in)
{
    struct code c = {.findings = f, .in = in};
    struct bl_block block;
    struct bl_error err;
    if (f->policy->forbids[FINDING_ASSEMBLY])
        check_module_assembly(&c);
    else if (!f->policy->forbids[FINDING_CALL])
        return;
    if (bl_module_globals(in->module, &c.globals, &c.n_globals, &err) < 0)
        report_in_module(in, &err);
    c.is_forbidden = array_new(c.n_globals, sizeof *c.is_forbidden);
    for (uint32_t i = 0; i < c.n_globals; i++)
        c.is_forbidden[i] = c.globals[i].name.size > 0 &&
                            policy_match(&f->policy->calls, c.globals[i].name, NULL) != NULL;
    (void)out_need(bl_function_open(&c.body, in->module, BL_NONE, NULL));
    for (uint32_t i = 0; c.body && i < c.n_globals; i++) {
        int rc = bl_module_body(in->module, i, &block, &err);
        if (rc > 0)
            rc = check_body(&c, i, &err);
        if (out_need(rc) < 0)
            report_in_module(in, &err);
    }
    bl_function_close(c.body);
    bl_record_release(&c.rec);
    free(c.is_forbidden);
}
