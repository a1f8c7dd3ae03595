/* analysis/structural_hash.c - hashes of functions and globals that do not depend on their modules'
 * numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/structural_hash.h"

#include "base/array.h"
#include "base/out.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum {
    MAX_DEPTH = 16,
    MAX_PIECES = 1 << 20, /* of aggregates in aggregates: they may share parts */
    CONSTANT_BYTES = 32   /* to read a constant counts as these and one more for each operand */
};

/* Where all that counts is put, to be hashed. */
struct sink {
    struct hasher *hasher;
    XXH3_state_t *state; /* NULL: all is in BYTES so far */
    bool is_cut;         /* the library has left something out of a long text */
    size_t n;
    uint8_t bytes[4096];
};

static void open_sink(struct sink *sink, struct hasher *h)
{
    sink->hasher = h;
    sink->state = NULL;
    sink->is_cut = false;
    sink->n = 0;
}

static void hash_more(struct sink *sink, const void *bytes, size_t size)
{
    if (!sink->state) {
        sink->state = XXH3_createState();
        if (!sink->state)
            out_no_memory();
        XXH3_128bits_reset(sink->state);
    }
    XXH3_128bits_update(sink->state, bytes, size);
}

static struct bl_hash close_sink(struct sink *sink)
{
    XXH128_hash_t hash;
    if (sink->state) {
        hash_more(sink, sink->bytes, sink->n);
        hash = XXH3_128bits_digest(sink->state);
        XXH3_freeState(sink->state);
    } else {
        hash = XXH3_128bits(sink->bytes, sink->n);
    }
    return (struct bl_hash){.low = hash.low64, .high = hash.high64};
}

/* Have room for SIZE bytes, which are fewer than there are in all. */
static void need_room(struct sink *sink, size_t size)
{
    if (sizeof sink->bytes - sink->n >= size)
        return;
    hash_more(sink, sink->bytes, sink->n);
    sink->n = 0;
}

static void put_bytes(struct sink *sink, const void *bytes, size_t size)
{
    if (!budget_spend(&sink->hasher->budget, size))
        return;
    if (size > sizeof sink->bytes) {
        need_room(sink, sizeof sink->bytes);
        hash_more(sink, bytes, size);
    } else if (size) {
        need_room(sink, size);
        memcpy(sink->bytes + sink->n, bytes, size);
        sink->n += size;
    }
}

/* A bl_put_fn. */
static void put(void *context, const char *text, size_t size)
{
    put_bytes(context, text, size);
}

/* Seven bits a byte, so that each number shows where it ends: nearly all are small. */
static inline void put_number(struct sink *sink, uint64_t number)
{
    enum {
        MOST_BYTES = 10
    };
    if (number < 0x80 && sink->n < sizeof sink->bytes) {
        sink->bytes[sink->n++] = (uint8_t)number;
        return;
    }
    uint8_t bytes[MOST_BYTES];
    size_t n = 0;
    for (; number >= 0x80; number >>= 7)
        bytes[n++] = (uint8_t)(number | 0x80);
    bytes[n++] = (uint8_t)number;
    put_bytes(sink, bytes, n);
}

static void put_view(struct sink *sink, struct bl_view view)
{
    put_number(sink, view.size);
    put_bytes(sink, view.data, view.size);
}

static void put_hash(struct sink *sink, const struct bl_hash *hash)
{
    put_bytes(sink, hash, sizeof *hash);
}

/* ---- Modules ---- */

/* What there is of the module itself. */
static int read_module(struct hasher *h, struct bl_error *err)
{
    struct bl_module *module = h->open.module;
    int rc = bl_module_types(module, &h->types, err);
    if (rc == BL_OK)
        rc = bl_module_count(module, &h->n_globals, err);
    if (rc == BL_OK)
        rc = bl_module_constants(module, &h->constants, &h->n_constants, err);
    if (rc == BL_OK)
        rc = bl_module_attributes(module, &h->attributes, err);
    if (rc == BL_OK)
        rc = out_need(bl_printer_open(&h->printer, module, NULL, err));
    if (rc < 0)
        return rc;
    h->cache = array_new((size_t)h->attributes->n_lists + h->attributes->n_groups + h->types->n +
                             h->n_globals + h->n_constants,
                         sizeof *h->cache);
    h->lists = h->cache;
    h->groups = h->lists + h->attributes->n_lists;
    h->type_table = h->groups + h->attributes->n_groups;
    h->globals = h->type_table + h->types->n;
    h->aggregates = h->globals + h->n_globals;
    return BL_OK;
}

/* How many bytes may be hashed of one of N_PARTS of module NUMBER. */
static int set_limit(struct hasher *h, const struct query *q, uint32_t number, uint32_t n_parts,
                     struct bl_error *err)
{
    struct bl_catalog_module module;
    struct bl_catalog_stream stream = {.size = 0};
    int rc = bl_catalog_get_module(q->catalog, number, &module, err);
    if (rc == BL_OK)
        rc = bl_catalog_get_stream(q->catalog, module.stream, &stream, err);
    if (rc < 0)
        return rc;
    h->block = module.block;
    uint64_t n_bytes = (uint64_t)bl_index_get(h->open.index, h->block).block.n_words * 4;
    n_bytes = n_bytes < stream.size ? n_bytes : stream.size; /* it may have been cut off */
    h->budget.left = n_bytes * HASHED_BYTES_PER_BYTE / n_parts;
    return BL_OK;
}

/* What H has failed with already, or BL_OK. */
static int failed(const struct hasher *h, struct bl_error *err)
{
    if (h->failure.status < 0)
        *err = h->failure;
    return h->failure.status;
}

static void release(struct hasher *h)
{
    bl_printer_close(h->printer);
    h->printer = NULL;
    free(h->cache);
    h->cache = NULL;
}

int hasher_begin(struct hasher *h, const struct query *q, uint32_t number, uint32_t n_parts,
                 struct bl_error *err)
{
    h->has_facts &= h->is_begun && h->number == number;
    h->is_begun = true;
    h->number = number;
    h->failure = (struct bl_error){.status = BL_OK};
    release(h);
    int rc = query_open_module(q, &h->open, number, &h->failure);
    if (rc == BL_OK)
        rc = set_limit(h, q, number, n_parts, &h->failure);
    if (rc == BL_OK)
        rc = read_module(h, &h->failure);
    h->failure.status = rc;
    return failed(h, err);
}

void hasher_close(struct hasher *h)
{
    release(h);
    bl_record_release(&h->rec);
    query_close_module(&h->open);
}

/* The module's lists of texts, which few need. What is damaged there has been reported. */
static const struct bl_module_info *facts_of(struct hasher *h)
{
    if (!h->has_facts)
        (void)out_need(bl_module_get_info(h->open.module, 0, &h->facts, NULL));
    h->has_facts = true;
    return &h->facts;
}

/* Text NUMBER of TEXTS, numbers of which are the module's own. */
static void put_text(struct sink *sink, const struct bl_texts *texts, uint32_t number)
{
    if (number < texts->n)
        put_view(sink, texts->texts[number]);
    else
        put_number(sink, number);
}

/* ---- Types and attributes ---- */

static void put_type(struct sink *sink, uint32_t type);

/* As it reads, and its layout, which "%struct.point" does not show. */
static struct bl_hash hash_type(struct hasher *h, uint32_t number)
{
    const struct bl_type *type = &h->types->types[number];
    bool has_parts = type->kind != BL_TYPE_POINTER && h->depth < MAX_DEPTH;
    struct sink sink;
    open_sink(&sink, h);
    (void)out_need(bl_printer_put_type(h->printer, number, put, &sink));
    put_number(&sink, type->is_packed);
    h->depth++;
    for (uint32_t i = 0; i < type->n_parts && has_parts; i++)
        put_type(&sink, h->types->parts[type->first_part + i]);
    h->depth--;
    return close_sink(&sink);
}

/* TYPE is in the module's table. */
static void put_type(struct sink *sink, uint32_t type)
{
    struct hasher *h = sink->hasher;
    put_number(sink, type < h->types->n);
    if (type >= h->types->n)
        return;
    struct cached_hash *known = &h->type_table[type];
    bool was_known = known->is_known;
    known->is_known = true; /* a type that contains itself ends here */
    if (!was_known)
        known->hash = hash_type(h, type);
    put_hash(sink, &known->hash);
}

static struct bl_hash hash_group(struct hasher *h, const struct bl_attribute_group *group)
{
    const struct bl_attributes *all = h->attributes;
    struct sink sink;
    open_sink(&sink, h);
    put_number(&sink, group->place);
    put_number(&sink, group->n);
    for (uint32_t k = 0; k < group->n; k++) {
        (void)out_need(bl_printer_put_attribute(h->printer, &all->attributes[group->first + k],
                                                false, put, &sink));
        put_number(&sink, 0); /* where the text ends */
    }
    return close_sink(&sink);
}

static struct bl_hash hash_list(struct hasher *h, uint32_t list)
{
    const struct bl_attributes *all = h->attributes;
    struct sink sink;
    open_sink(&sink, h);
    for (uint32_t i = all->lists[list]; i < all->lists[list + 1]; i++) {
        uint32_t group = all->list_groups[i];
        struct cached_hash *known = &h->groups[group];
        if (!known->is_known)
            *known =
                (struct cached_hash){.hash = hash_group(h, &all->groups[group]), .is_known = true};
        put_hash(&sink, &known->hash);
    }
    return close_sink(&sink);
}

static void put_attributes(struct sink *sink, uint32_t list)
{
    struct hasher *h = sink->hasher;
    bool is_there = list < h->attributes->n_lists;
    put_number(sink, is_there);
    if (!is_there)
        return;
    struct cached_hash *known = &h->lists[list];
    if (!known->is_known)
        *known = (struct cached_hash){.hash = hash_list(h, list), .is_known = true};
    put_hash(sink, &known->hash);
}

/* ---- Values ---- */

/* What numbers of values mean in a module or in one of its bodies. */
struct values {
    struct hasher *hasher;
    struct sink *sink;
    const struct bl_body *body; /* NULL: none */
    uint32_t n_pieces;
    unsigned height; /* of the highest aggregate so far */
};

static const struct bl_constant *constant_of(const struct values *v, uint64_t value)
{
    const struct hasher *h = v->hasher;
    const struct bl_body *body = v->body;
    if (body && value >= body->first_constant && value - body->first_constant < body->n_constants)
        return &body->constants[value - body->first_constant];
    if (value >= h->n_globals && value - h->n_globals < h->n_constants)
        return &h->constants[value - h->n_globals];
    return NULL;
}

/* Whether what is read of a constant says all there is to it, beside its type. */
static bool is_literal(uint32_t code)
{
    return code == BL_CODE_CONSTANTS_NULL || code == BL_CODE_CONSTANTS_UNDEF ||
           code == BL_CODE_CONSTANTS_INTEGER || code == BL_CODE_CONSTANTS_WIDE_INTEGER ||
           code == BL_CODE_CONSTANTS_FLOAT || code == BL_CODE_CONSTANTS_STRING ||
           code == BL_CODE_CONSTANTS_CSTRING || code == BL_CODE_CONSTANTS_DATA ||
           code == BL_CODE_CONSTANTS_POISON;
}

static void put_value_type(struct values *v, uint32_t type)
{
    if (type < v->hasher->types->n || type == BL_NONE || !v->body)
        put_type(v->sink, type);
    else
        (void)out_need(bl_printer_put_type(v->hasher->printer, type, put, v->sink));
}

static bool read_constant(const struct values *v, const struct bl_constant *constant,
                          struct bl_record *rec)
{
    struct hasher *h = v->hasher;
    return budget_spend(&h->budget, CONSTANT_BYTES) &&
           out_need(bl_constant_read(h->open.module, constant, rec, NULL)) == BL_OK &&
           budget_spend(&h->budget, rec->n_ops);
}

static void put_global(struct values *v, uint32_t value);

/* The global values in an expression, which its text only names. */
static void put_globals_of(struct values *v, const struct bl_constant *expression, unsigned depth)
{
    struct bl_record rec = {0};
    uint64_t value;
    if (depth == MAX_DEPTH || v->n_pieces++ >= MAX_PIECES)
        v->sink->is_cut = true;
    else if (read_constant(v, expression, &rec))
        for (uint32_t i = 0; bl_constant_part(&rec, i, &value); i++) {
            const struct bl_constant *part = constant_of(v, value);
            if (value < v->hasher->n_globals)
                put_global(v, (uint32_t)value);
            else if (part && bl_constant_has_parts(part->code))
                put_globals_of(v, part, depth + 1);
        }
    bl_record_release(&rec);
}

static void put_value(struct values *v, uint64_t value, unsigned depth);

/* VALUE is CONSTANT. */
static void put_constant(struct values *v, uint64_t value, const struct bl_constant *constant,
                         unsigned depth)
{
    bool has_parts = constant->code == BL_CODE_CONSTANTS_AGGREGATE && depth < MAX_DEPTH;
    struct bl_record own = {0}; /* of one that has parts, while these are read */
    struct bl_record *rec = has_parts ? &own : &v->hasher->rec;
    put_number(v->sink, constant->code);
    put_value_type(v, constant->type);
    if (!has_parts && !is_literal(constant->code)) {
        v->sink->is_cut |=
            out_need(bl_printer_put_value(v->hasher->printer, (uint32_t)value, put, v->sink)) > 0;
        if (bl_constant_has_parts(constant->code))
            put_globals_of(v, constant, 0);
    } else if (read_constant(v, constant, rec)) {
        put_number(v->sink, rec->n_ops);
        for (uint32_t i = 0; i < rec->n_ops; i++)
            if (has_parts)
                put_value(v, rec->ops[i], depth + 1);
            else
                put_number(v->sink, rec->ops[i]);
    }
    bl_record_release(&own);
    put_number(v->sink, 0); /* where the text ends */
}

/* Constant NUMBER of the module, at DEPTH of others. */
static struct cached_hash hash_aggregate(struct hasher *h, uint32_t number, unsigned depth)
{
    struct sink sink;
    struct values v = {.hasher = h, .sink = &sink};
    open_sink(&sink, h);
    put_constant(&v, h->n_globals + (uint64_t)number, &h->constants[number], depth);
    struct cached_hash known = {.is_cut = sink.is_cut, .height = (uint8_t)(v.height + 1)};
    known.is_known = depth + known.height <= MAX_DEPTH;
    known.hash = close_sink(&sink);
    return known;
}

/* Constant NUMBER of the module. Tables of tables share rows: each is hashed once, unless it is too
 * high to be hashed in full where it is. */
static void put_aggregate(struct values *v, uint32_t number, unsigned depth)
{
    struct hasher *h = v->hasher;
    struct cached_hash *shared = &h->aggregates[number];
    struct cached_hash known = *shared;
    if (!known.is_known || depth + known.height > MAX_DEPTH)
        known = hash_aggregate(h, number, depth);
    if (known.is_known)
        *shared = known;
    put_hash(v->sink, &known.hash);
    v->sink->is_cut |= known.is_cut;
    if (v->height < known.height)
        v->height = known.height;
}

static void put_value(struct values *v, uint64_t value, unsigned depth)
{
    const struct hasher *h = v->hasher;
    const struct bl_constant *constant = constant_of(v, value);
    bool is_aggregate = constant && constant->code == BL_CODE_CONSTANTS_AGGREGATE;
    if (value < h->n_globals) {
        put_global(v, (uint32_t)value);
    } else if (!constant) {
        /* The number of an argument or instruction among these: how many constants a body has of
         * its own depends on what its module has. */
        const struct bl_body *body = v->body;
        if (body)
            value -= body->first_argument + (value < body->first_constant ? 0 : body->n_constants);
        put_number(v->sink, value);
    } else if (v->n_pieces++ >= MAX_PIECES || h->budget.left == 0) {
        v->sink->is_cut = true;
    } else if (is_aggregate && depth < MAX_DEPTH && value - h->n_globals < h->n_constants) {
        put_aggregate(v, (uint32_t)(value - h->n_globals), depth);
    } else {
        v->height = is_aggregate ? MAX_DEPTH : v->height;
        put_constant(v, value, constant, depth);
    }
}

/* ---- Global values ---- */

static void put_numbers(struct sink *sink, const uint64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put_number(sink, numbers[i]);
}

static void put_linkage(struct sink *sink, const struct bl_global *global)
{
    struct hasher *h = sink->hasher;
    const uint64_t numbers[] = {global->is_declaration,     global->linkage,
                                global->visibility,         global->thread_local_model,
                                global->unnamed_addr,       global->dll_storage,
                                global->dso_local,          global->externally_initialized,
                                global->section != BL_NONE, global->comdat != BL_NONE};
    put_numbers(sink, numbers, sizeof numbers / sizeof *numbers);
    put_view(sink, global->partition);
    if (global->section != BL_NONE)
        put_text(sink, &facts_of(h)->sections, global->section);
    const struct bl_comdat *comdats;
    uint32_t n = 0;
    if (global->comdat != BL_NONE)
        (void)out_need(bl_module_comdats(h->open.module, &comdats, &n, NULL));
    if (global->comdat < n) {
        put_view(sink, comdats[global->comdat].name);
        put_number(sink, comdats[global->comdat].selection);
    }
}

static void put_stated_attributes(struct sink *sink, const struct bl_global *global)
{
    const uint64_t numbers[] = {global->alignment, global->calling_convention, global->code_model,
                                global->sanitizers, global->gc != BL_NONE};
    put_numbers(sink, numbers, sizeof numbers / sizeof *numbers);
    if (global->gc != BL_NONE)
        put_text(sink, &facts_of(sink->hasher)->gcs, global->gc);
    put_attributes(sink, global->attributes);
}

static void put_stated(struct values *v, const struct bl_global *global, enum stated part)
{
    const uint64_t of_type[] = {global->kind, global->is_constant, global->address_space};
    const uint32_t values[] = {global->initializer, global->prologue, global->prefix,
                               global->personality};
    switch (part) {
    case STATED_LINKAGE: put_linkage(v->sink, global); break;
    case STATED_ATTRIBUTES: put_stated_attributes(v->sink, global); break;
    case STATED_TYPE:
        put_numbers(v->sink, of_type, sizeof of_type / sizeof *of_type);
        put_type(v->sink, global->value_type);
        break;
    case STATED_VALUE:
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            put_number(v->sink, values[i] != BL_NONE);
            if (values[i] != BL_NONE)
                put_value(v, values[i], 0);
        }
    }
}

static struct cached_hash hash_private(struct hasher *h, const struct bl_global *global)
{
    struct sink sink;
    struct values v = {.hasher = h, .sink = &sink};
    open_sink(&sink, h);
    h->depth++;
    for (enum stated part = 0; part < N_STATED; part++)
        put_stated(&v, global, part);
    h->depth--;
    struct cached_hash known = {.is_known = true, .is_cut = sink.is_cut};
    known.hash = close_sink(&sink);
    return known;
}

static struct bl_hash hash_name(struct hasher *h, struct bl_view name, uint32_t value)
{
    struct sink sink;
    open_sink(&sink, h);
    put_view(&sink, name);
    put_number(&sink, name.size ? 0 : value);
    return close_sink(&sink);
}

/* Global value VALUE where something refers to it. */
static void put_global(struct values *v, uint32_t value)
{
    struct hasher *h = v->hasher;
    struct cached_hash *known = &h->globals[value];
    struct bl_global global = {.kind = 0};
    if (!known->is_known) {
        (void)out_need(bl_module_global(h->open.module, value, &global, NULL));
        known->is_known = true; /* by its name, also in itself */
        known->hash = hash_name(h, global.name, value);
        /* A private one is nothing but its initializer: its name is the module's own. */
        bool is_private = global.kind == BL_GLOBAL_VARIABLE && global.initializer != BL_NONE &&
                          (global.linkage == BL_LINKAGE_PRIVATE || global.name.size == 0);
        if (is_private && h->depth < MAX_DEPTH)
            *known = hash_private(h, &global);
    }
    put_hash(v->sink, &known->hash);
    v->sink->is_cut |= known->is_cut;
}

/* The hash of what was put. Where a constant was too long to be hashed in full, that of the BYTES
 * decides. */
static struct bl_hash finish(struct sink *sink, const struct bl_hash *bytes)
{
    if (sink->is_cut)
        put_hash(sink, bytes);
    put_number(sink, sink->is_cut);
    return close_sink(sink);
}

/* Whether all was put of what is at BIT_POS. */
static int check_left(struct hasher *h, uint64_t bit_pos, struct bl_error *err)
{
    if (h->budget.left > 0)
        return BL_OK;
    h->failure = (struct bl_error){.status = BL_E_LIMIT,
                                   .what = "constants that share too much to be compared",
                                   .has_pos = true,
                                   .bit_pos = bit_pos};
    bl_index_path(h->open.index, h->block, &h->failure);
    return failed(h, err);
}

int hash_global(struct hasher *h, uint32_t value, const struct bl_hash *bytes,
                struct bl_hash hashes[N_STATED], struct bl_error *err)
{
    struct sink sink;
    struct bl_global global;
    struct values v = {.hasher = h, .sink = &sink};
    int rc = failed(h, err);
    if (rc == BL_OK)
        rc = bl_module_global(h->open.module, value, &global, err);
    if (rc != BL_OK)
        return rc;
    for (enum stated part = 0; part < N_STATED; part++) {
        open_sink(&sink, h);
        put_stated(&v, &global, part);
        hashes[part] = finish(&sink, bytes);
    }
    return check_left(h, global.bit_pos, err);
}

/* ---- Bodies ---- */

static void put_operand(struct values *v, const struct bl_instruction *inst,
                        const struct bl_operand *operand)
{
    bool is_integer = operand->kind == BL_OPERAND_INTEGER || operand->kind == BL_OPERAND_RANGE;
    put_number(v->sink, operand->kind);
    if (operand->kind == BL_OPERAND_METADATA)
        return;
    if (operand->kind == BL_OPERAND_VALUE) {
        put_value(v, operand->number, 0);
    } else if (is_integer && inst->words) { /* it has more than 64 bits */
        const uint64_t *words = inst->words + operand->number;
        for (uint64_t i = 0; i <= words[0]; i++)
            put_number(v->sink, words[i]);
    } else {
        put_number(v->sink, operand->number);
    }
}

/* LLVM has named the first scopes, which are most, modules number the others. */
static void put_sync_scope(struct values *v, uint32_t scope)
{
    enum {
        SYSTEM = 1
    };
    put_number(v->sink, scope > SYSTEM);
    if (scope > SYSTEM)
        put_text(v->sink, &facts_of(v->hasher)->sync_scopes, scope);
    else
        put_number(v->sink, scope);
}

static void put_instruction(struct values *v, const struct bl_instruction *inst)
{
    struct sink *sink = v->sink;
    const uint64_t numbers[] = {
        inst->opcode,           inst->code,      inst->basic_block,        inst->flags,
        inst->alignment,        inst->predicate, inst->operation,          inst->ordering,
        inst->failure_ordering, inst->is_atomic, inst->calling_convention, inst->n_arguments,
        inst->n_operands,       inst->n_bundles};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        put_number(sink, numbers[i]);
    put_sync_scope(v, inst->sync_scope);
    put_value_type(v, inst->type);
    put_value_type(v, inst->source_type);
    if (v->hasher->has_call_attributes)
        put_attributes(sink, inst->attributes);
    for (uint32_t i = 0; i < inst->n_operands; i++)
        put_operand(v, inst, &inst->operands[i]);
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        put_text(sink, &facts_of(v->hasher)->bundle_tags, bundle->tag);
        put_number(sink, bundle->n);
        for (uint32_t k = 0; k < bundle->n; k++)
            put_operand(v, inst, &inst->bundle_operands[bundle->first + k]);
    }
}

/* Whether INST calls llvm.dbg.value or the like, which is what debug records were up to
 * LLVM 18. */
static bool is_debug_call(const struct values *v, const struct bl_instruction *inst)
{
    static const char prefix[] = "llvm.dbg.";
    struct bl_view name = {0};
    if (inst->opcode != BL_OP_CALL || inst->n_operands == 0 ||
        inst->operands[0].kind != BL_OPERAND_VALUE ||
        inst->operands[0].number >= v->hasher->n_globals)
        return false;
    (void)out_need(
        bl_module_name(v->hasher->open.module, (uint32_t)inst->operands[0].number, &name, NULL));
    return name.size > sizeof prefix - 1 && memcmp(name.data, prefix, sizeof prefix - 1) == 0;
}

static int put_body(struct values *v, struct bl_function *function, struct bl_error *err)
{
    struct bl_instruction inst;
    int rc;
    bl_printer_use(v->hasher->printer, function);
    v->body = bl_function_body(function);
    put_value_type(v, v->body->type);
    while ((rc = bl_function_next(function, &inst, err)) > 0)
        if (!is_debug_call(v, &inst))
            put_instruction(v, &inst);
    bl_printer_use(v->hasher->printer, NULL);
    return rc;
}

int hash_body(struct hasher *h, uint32_t value, const struct bl_hash *bytes, struct bl_hash *hash,
              struct bl_error *err)
{
    struct sink sink;
    struct values v = {.hasher = h, .sink = &sink};
    int rc = failed(h, err);
    if (rc == BL_OK)
        rc = bl_function_load(h->open.function, value, err);
    if (rc < 0)
        return rc;
    open_sink(&sink, h);
    rc = put_body(&v, h->open.function, err);
    *hash = finish(&sink, bytes);
    return rc < 0 ? rc : check_left(h, bl_function_body(h->open.function)->block.bit_pos, err);
}
