/* cmd/content.c - what functions and globals are, whatever numbers their modules use
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "content.h"

#include "out.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Codes of constants (LLVMBitCodes.h). */
enum {
    CONSTANT_NULL = 2,
    CONSTANT_UNDEF = 3,
    CONSTANT_INTEGER = 4,
    CONSTANT_WIDE_INTEGER = 5,
    CONSTANT_FLOAT = 6,
    CONSTANT_AGGREGATE = 7, /* its operands are values */
    CONSTANT_STRING = 8,
    CONSTANT_CSTRING = 9,
    CONSTANT_DATA = 22,
    CONSTANT_POISON = 26,
};

enum {
    MAX_DEPTH = 16,
    MAX_PIECES = 1 << 20 /* of aggregates in aggregates: they may share parts */
};

/* Where all that counts is written down. What has been hashed need not be kept. */
struct sink {
    XXH3_state_t *state;
    bool is_cut; /* the library has left something out of a long text */
    size_t n;
    uint8_t bytes[4096];
};

static void open_sink(struct sink *sink)
{
    sink->state = XXH3_createState();
    if (!sink->state)
        out_no_memory();
    XXH3_128bits_reset(sink->state);
    sink->is_cut = false;
    sink->n = 0;
}

static struct bl_hash close_sink(struct sink *sink)
{
    XXH3_128bits_update(sink->state, sink->bytes, sink->n);
    XXH128_hash_t hash = XXH3_128bits_digest(sink->state);
    XXH3_freeState(sink->state);
    return (struct bl_hash){.low = hash.low64, .high = hash.high64};
}

/* Have room for SIZE bytes, which are fewer than there are in all. */
static void need_room(struct sink *sink, size_t size)
{
    if (sizeof sink->bytes - sink->n >= size)
        return;
    XXH3_128bits_update(sink->state, sink->bytes, sink->n);
    sink->n = 0;
}

static void put_bytes(struct sink *sink, const void *bytes, size_t size)
{
    if (size > sizeof sink->bytes) {
        need_room(sink, sizeof sink->bytes);
        XXH3_128bits_update(sink->state, bytes, size);
    } else if (size) {
        need_room(sink, size);
        memcpy(sink->bytes + sink->n, bytes, size);
        sink->n += size;
    }
}

static void put(void *context, const char *text, size_t size)
{
    struct sink *sink = context;
    put_bytes(sink, text, size);
    sink->is_cut |= size >= 3 && memcmp(text + size - 3, "...", 3) == 0;
}

/* Seven bits a byte, so that each number tells where it ends: nearly all are small. */
static inline void put_number(struct sink *sink, uint64_t number)
{
    enum {
        MOST_BYTES = 10
    };
    if (number < 0x80 && sink->n < sizeof sink->bytes) {
        sink->bytes[sink->n++] = (uint8_t)number;
        return;
    }
    need_room(sink, MOST_BYTES);
    for (; number >= 0x80; number >>= 7)
        sink->bytes[sink->n++] = (uint8_t)(number | 0x80);
    sink->bytes[sink->n++] = (uint8_t)number;
}

static void put_view(struct sink *sink, struct bl_view view)
{
    put_number(sink, view.size);
    put_bytes(sink, view.data, view.size);
}

static void put_type(struct sink *sink, const struct bl_types *types, uint32_t type)
{
    if (type != BL_NONE)
        bl_type_print(types, type, put, sink);
    put_number(sink, type == BL_NONE);
}

/* ---- Values ---- */

/* What numbers of values mean in a module or in one of its bodies. */
struct values {
    struct bl_module *module;
    struct sink *sink;
    const struct bl_types *types;
    const struct bl_constant *constants;
    uint32_t n_globals, n_constants;
    struct bl_local_constants locals; /* of a body */
    uint32_t first_argument;
    uint32_t n_pieces;
};

static int open_values(struct values *v, struct bl_module *module, struct sink *sink,
                       struct bl_error *err)
{
    *v = (struct values){.module = module, .sink = sink};
    int rc = bl_module_types(module, &v->types, err);
    if (rc == BL_OK)
        rc = bl_module_count(module, &v->n_globals, err);
    if (rc == BL_OK)
        rc = bl_module_constants(module, &v->constants, &v->n_constants, err);
    return rc;
}

static const struct bl_constant *constant_of(const struct values *v, uint64_t value)
{
    if (value >= v->locals.first && value - v->locals.first < v->locals.n)
        return &v->locals.constants[value - v->locals.first];
    if (value >= v->n_globals && value - v->n_globals < v->n_constants)
        return &v->constants[value - v->n_globals];
    return NULL;
}

/* Whether what is read of a constant says all there is to it, beside its type. */
static bool is_literal(uint32_t code)
{
    return code == CONSTANT_NULL || code == CONSTANT_UNDEF || code == CONSTANT_INTEGER ||
           code == CONSTANT_WIDE_INTEGER || code == CONSTANT_FLOAT || code == CONSTANT_STRING ||
           code == CONSTANT_CSTRING || code == CONSTANT_DATA || code == CONSTANT_POISON;
}

static void put_value(struct values *v, uint64_t value, unsigned depth);

static void put_constant(struct values *v, const struct bl_constant *constant, unsigned depth)
{
    bool has_parts = constant->code == CONSTANT_AGGREGATE && depth < MAX_DEPTH;
    struct bl_record rec = {0};
    put_number(v->sink, constant->code);
    put_type(v->sink, v->types, constant->type);
    if (!has_parts && !is_literal(constant->code)) {
        (void)out_need(bl_constant_print(v->module, constant, &v->locals, put, v->sink));
    } else if (out_need(bl_constant_read(v->module, constant, &rec, NULL)) == BL_OK) {
        put_number(v->sink, rec.n_ops);
        for (uint32_t i = 0; i < rec.n_ops; i++)
            if (has_parts)
                put_value(v, rec.ops[i], depth + 1);
            else
                put_number(v->sink, rec.ops[i]);
    }
    bl_record_release(&rec);
    put_number(v->sink, 0); /* where the text ends */
}

static void put_value(struct values *v, uint64_t value, unsigned depth)
{
    const struct bl_constant *constant = constant_of(v, value);
    struct bl_view name = {0};
    if (value < v->n_globals) {
        (void)out_need(bl_module_name(v->module, (uint32_t)value, &name, NULL));
        put_view(v->sink, name);
    } else if (!constant) {
        put_number(v->sink, value - v->first_argument);
        put_number(v->sink, v->locals.n); /* which stand before instructions */
    } else if (v->n_pieces++ < MAX_PIECES) {
        put_constant(v, constant, depth);
    } else {
        v->sink->is_cut = true;
    }
}

/* ---- Bodies ---- */

static void put_operand(struct values *v, const struct bl_operand *operand)
{
    put_number(v->sink, operand->kind);
    if (operand->kind == BL_OPERAND_METADATA)
        return;
    if (operand->kind == BL_OPERAND_VALUE)
        put_value(v, operand->number, 0);
    else
        put_number(v->sink, operand->number);
}

static void put_instruction(struct values *v, const struct bl_instruction *inst)
{
    struct sink *sink = v->sink;
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
    put_type(sink, v->types, inst->type);
    put_type(sink, v->types, inst->source_type);
    for (uint32_t i = 0; i < inst->n_operands; i++)
        put_operand(v, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        put_number(sink, bundle->tag);
        put_number(sink, bundle->n);
        for (uint32_t k = 0; k < bundle->n; k++)
            put_operand(v, &inst->bundle_operands[bundle->first + k]);
    }
}

static int put_body(struct values *v, struct bl_function *function, struct bl_error *err)
{
    const struct bl_body *body = bl_function_body(function);
    struct bl_instruction inst;
    int rc;
    v->first_argument = body->first_argument;
    v->locals = (struct bl_local_constants){
        .constants = body->constants, .first = body->first_constant, .n = body->n_constants};
    put_type(v->sink, v->types, body->type);
    while ((rc = bl_function_next(function, &inst, err)) > 0) {
        v->types = bl_function_types(function);
        put_instruction(v, &inst);
    }
    return rc;
}

int content_of_body(struct bl_module *module, struct bl_function *function, uint32_t value,
                    struct bl_hash bytes, struct bl_hash *hash, struct bl_error *err)
{
    struct sink sink;
    struct values v;
    open_sink(&sink);
    int rc = bl_function_load(function, value, err);
    if (rc == BL_OK)
        rc = open_values(&v, module, &sink, err);
    if (rc == BL_OK)
        rc = put_body(&v, function, err);
    /* Where a constant is too long to be told in full, the bytes decide. */
    put_number(&sink, sink.is_cut ? bytes.low : 0);
    put_number(&sink, sink.is_cut ? bytes.high : 0);
    *hash = close_sink(&sink);
    return rc;
}

/* ---- Global values ---- */

static void put_properties(struct sink *sink, const struct bl_global *global)
{
    const uint64_t numbers[] = {global->kind,         global->linkage,
                                global->visibility,   global->thread_local_model,
                                global->unnamed_addr, global->dll_storage,
                                global->code_model,   global->address_space,
                                global->dso_local,    global->is_declaration,
                                global->is_constant,  global->externally_initialized,
                                global->alignment,    global->calling_convention,
                                global->sanitizers};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(sink, numbers[i]);
    put_view(sink, global->partition);
}

int content_of_global(struct bl_module *module, uint32_t value, struct bl_hash *hash,
                      struct bl_error *err)
{
    struct sink sink;
    struct bl_global global;
    struct values v = {.module = module};
    int rc = bl_module_global(module, value, &global, err);
    if (rc == BL_OK)
        rc = open_values(&v, module, &sink, err);
    if (rc < 0)
        return rc;
    open_sink(&sink);
    put_properties(&sink, &global);
    put_type(&sink, v.types, global.value_type);
    const uint32_t values[] = {global.initializer, global.prologue, global.prefix,
                               global.personality};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (values[i] != BL_NONE)
            put_value(&v, values[i], 0);
        else
            put_number(&sink, 0);
    *hash = close_sink(&sink);
    return BL_OK;
}
