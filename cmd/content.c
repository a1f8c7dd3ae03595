/* cmd/content.c - what functions and globals are, whatever numbers their modules use
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "content.h"

#include "text.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    CONSTANT_AGGREGATE = 7, /* its operands are values (LLVMBitCodes.h) */
    MAX_DEPTH = 16
};

/* Where all that counts is written down. */
struct sink {
    struct text text;
    bool is_cut; /* the library has left something out of a long text */
};

static void put(void *context, const char *text, size_t size)
{
    struct sink *sink = context;
    text_put(&sink->text, text, size);
    sink->is_cut |= size >= 3 && memcmp(text + size - 3, "...", 3) == 0;
}

static void put_number(struct sink *sink, uint64_t number)
{
    text_put(&sink->text, (const char *)&number, sizeof number);
}

static void put_view(struct sink *sink, struct bl_view view)
{
    put_number(sink, view.size);
    text_put(&sink->text, (const char *)view.data, view.size);
}

static struct bl_hash finish(struct sink *sink)
{
    XXH128_hash_t hash = XXH3_128bits(sink->text.data, sink->text.n);
    free(sink->text.data);
    return (struct bl_hash){.low = hash.low64, .high = hash.high64};
}

/* ---- Bodies ---- */

static void put_operand(struct sink *sink, struct bl_function *function,
                        const struct bl_types *types, const struct bl_operand *operand)
{
    put_number(sink, operand->kind);
    if (operand->kind == BL_OPERAND_METADATA)
        return;
    if (operand->kind != BL_OPERAND_VALUE) {
        put_number(sink, operand->number);
        return;
    }
    bl_type_print(types, operand->type, put, sink);
    bl_function_print_value(function, (uint32_t)operand->number, put, sink);
    put_number(sink, 0); /* where the text ends */
}

static void put_type(struct sink *sink, const struct bl_types *types, uint32_t type)
{
    if (type != BL_NONE)
        bl_type_print(types, type, put, sink);
    put_number(sink, type == BL_NONE);
}

static void put_instruction(struct sink *sink, struct bl_function *function,
                            const struct bl_instruction *inst)
{
    const struct bl_types *types = bl_function_types(function);
    const uint64_t numbers[] = {inst->opcode,      inst->code,
                                inst->block,       inst->flags,
                                inst->alignment,   inst->predicate,
                                inst->operation,   inst->ordering,
                                inst->sync_scope,  inst->failure_ordering,
                                inst->is_atomic,   inst->calling_convention,
                                inst->n_arguments, inst->n_operands,
                                inst->n_bundles};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(sink, numbers[i]);
    put_type(sink, types, inst->type);
    put_type(sink, types, inst->source_type);
    for (uint32_t i = 0; i < inst->n_operands; i++)
        put_operand(sink, function, types, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        put_number(sink, bundle->tag);
        put_number(sink, bundle->n);
        for (uint32_t k = 0; k < bundle->n; k++)
            put_operand(sink, function, types, &inst->bundle_operands[bundle->first + k]);
    }
}

int content_of_body(struct bl_function *function, uint32_t value, struct bl_hash bytes,
                    struct bl_hash *hash, struct bl_error *err)
{
    struct bl_instruction inst;
    struct sink sink = {.is_cut = false};
    int rc = bl_function_load(function, value, err);
    if (rc < 0)
        return rc;
    put_type(&sink, bl_function_types(function), bl_function_body(function)->type);
    while ((rc = bl_function_next(function, &inst, err)) > 0)
        put_instruction(&sink, function, &inst);
    /* Where a constant is too long to be told in full, the bytes decide. */
    put_number(&sink, sink.is_cut ? bytes.low : 0);
    put_number(&sink, sink.is_cut ? bytes.high : 0);
    *hash = finish(&sink);
    return rc;
}

/* ---- Global values ---- */

struct globals {
    struct bl_module *module;
    struct sink *sink;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
};

static void put_value(struct globals *g, uint64_t value, unsigned depth);

/* A constant that is too long to be told as one text: piece by piece. */
static void put_pieces(struct globals *g, const struct bl_constant *constant, unsigned depth)
{
    struct bl_record rec = {0};
    if (bl_constant_read(g->module, constant, &rec, NULL) == BL_OK) {
        put_number(g->sink, rec.n_ops);
        for (uint32_t i = 0; i < rec.n_ops; i++)
            if (rec.code == CONSTANT_AGGREGATE && depth < MAX_DEPTH)
                put_value(g, rec.ops[i], depth + 1);
            else
                put_number(g->sink, rec.ops[i]);
    }
    bl_record_release(&rec);
}

static void put_value(struct globals *g, uint64_t value, unsigned depth)
{
    struct bl_view name = {0};
    if (value < g->n_globals) {
        (void)bl_module_name(g->module, (uint32_t)value, &name, NULL);
        put_view(g->sink, name);
        return;
    }
    if (value - g->n_globals >= g->n_constants)
        return;
    const struct bl_constant *constant = &g->constants[value - g->n_globals];
    g->sink->is_cut = false;
    bl_constant_print(g->module, constant, NULL, put, g->sink);
    put_number(g->sink, 0);
    if (g->sink->is_cut)
        put_pieces(g, constant, depth);
}

static void put_properties(struct sink *sink, const struct bl_global *global)
{
    const uint64_t numbers[] = {global->kind,         global->linkage,
                                global->visibility,   global->thread_local_model,
                                global->unnamed_addr, global->dll_storage,
                                global->code_model,   global->address_space,
                                global->dso_local,    global->is_declaration,
                                global->is_constant,  global->externally_initialized,
                                global->alignment,    global->calling_convention};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(sink, numbers[i]);
    put_view(sink, global->partition);
}

int content_of_global(struct bl_module *module, uint32_t value, struct bl_hash *hash,
                      struct bl_error *err)
{
    struct sink sink = {.is_cut = false};
    struct globals g = {.module = module, .sink = &sink};
    const struct bl_types *types;
    struct bl_global global;
    int rc = bl_module_global(module, value, &global, err);
    if (rc == BL_OK)
        rc = bl_module_types(module, &types, err);
    if (rc == BL_OK)
        rc = bl_module_count(module, &g.n_globals, err);
    if (rc == BL_OK)
        rc = bl_module_constants(module, &g.constants, &g.n_constants, err);
    if (rc < 0)
        return rc;
    put_properties(&sink, &global);
    put_type(&sink, types, global.value_type);
    const uint32_t values[] = {global.initializer, global.prologue, global.prefix,
                               global.personality};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i] != BL_NONE)
            put_value(&g, values[i], 0);
        else
            put_number(&sink, 0);
    *hash = finish(&sink);
    return BL_OK;
}
