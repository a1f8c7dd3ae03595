/* contents/contents.c - what functions and global values say, as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "contents/contents.h"

#include "base/budget.h"
#include "base/compiler.h"
#include "base/grow.h"
#include "base/status.h"
#include "base/store.h"
#include "index/index.h"
#include "ir/module.h"

#include <string.h>
#include <xxhash.h>

enum {
    MAX_DEPTH = 16,
    MAX_PIECES = 1 << 20, /* of aggregates in aggregates: they may share parts */
    CONSTANT_BYTES = 32,  /* to read a constant counts as these and one more for each operand */
    /* What is shared, such as constants of bodies and expressions, is hashed wherever it is used. A
     * module with more than this many bytes to hash for each of its own was made to waste time. */
    HASHED_BYTES_PER_BYTE = 32
};

/* A hash that may have been made. */
struct cached_hash {
    uint64_t hash;
    bool is_known;
    bool is_cut; /* not all of it was hashed */
    /* Of a type: 1, or one more than those in it. Of an aggregate that waits for those in it: 1.
     * Of a private variable that is being hashed its level, one more than its depth; else 0. */
    uint8_t height;
};

/* Where all that counts is put, to be hashed block by block, each with the hash of those before
 * it. */
struct sink {
    struct bl_contents *contents;
    uint64_t before; /* hash of the blocks before */
    bool is_cut;     /* the library has left something out of a long text */
    size_t n;
    uint8_t bytes[4096];
};

/* What numbers of values mean in a module or in one of its bodies. */
struct values {
    struct bl_contents *contents;
    struct sink *sink;
    const struct bl_body *body; /* NULL: none */
    uint32_t n_pieces;
    bool is_partial; /* not all that is in an aggregate was hashed by what it is */
};

enum callee_kind {
    CALLEE_UNKNOWN,
    CALLEE_ORDINARY,
    CALLEE_DEBUG /* llvm.dbg.value or the like, which is what debug records were up to LLVM 18 */
};

struct bl_contents {
    struct bl_module *module;
    struct bl_function *function; /* NULL: there was no body yet to be read here */
    struct bl_printer *printer;   /* without numbers of the module */
    const struct bl_types *types;
    const struct bl_constant *constants;
    const struct bl_attributes *attributes;
    uint32_t n_globals, n_constants;
    /* Of each attribute list, attribute group, type, global value and constant of the module. */
    struct cached_hash *cache; /* of all of them */
    struct cached_hash *lists, *groups, *type_table, *globals, *of_constants;
    uint32_t n_settled; /* types whose heights are known, from the first on */
    uint8_t *callees;   /* of each global value: a callee_kind */
    /* Of the body at hand: */
    struct cached_hash *of_body; /* its constants */
    uint32_t cap_of_body;
    uint64_t n_instructions; /* so far */
    struct values values;
    struct sink instructions;
    struct sink calls;       /* which attributes calls have, and which instructions these are */
    struct bl_record rec;    /* of a constant that is being hashed */
    struct bl_budget budget; /* bytes that may still be hashed, or count for what is read */
    unsigned depth;          /* of private variables that are read for others */
    unsigned type_depth;     /* of types that are */
    bool depends;            /* what was hashed depends on where it is (hash_private()) */
    struct bl_error lost;    /* of a name in it that cannot be read */
    bool has_facts;
    struct bl_module_info facts;
    struct bl_error failure; /* after which all fails */
};

/* STATUS of something, after which all fails if there was no memory for it. */
static int need(struct bl_contents *c, int status)
{
    if (status == BL_E_NOMEM)
        (void)bl_fail(&c->failure, BL_E_NOMEM, "no memory for hashes of contents");
    return status;
}

static void open_sink(struct sink *sink, struct bl_contents *c)
{
    sink->contents = c;
    sink->before = 0;
    sink->is_cut = false;
    sink->n = 0;
}

static uint64_t close_sink(struct sink *sink)
{
    return XXH3_64bits_withSeed(sink->bytes, sink->n, sink->before);
}

static void make_room_in_sink(struct sink *sink)
{
    sink->before = close_sink(sink);
    sink->n = 0;
}

static void hash_bytes(struct sink *sink, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    if (!bl_budget_spend(&sink->contents->budget, size))
        return;
    while (size > 0) {
        size_t room = sizeof sink->bytes - sink->n;
        size_t n = size < room ? size : room;
        memcpy(sink->bytes + sink->n, at, n);
        sink->n += n;
        at += n;
        size -= n;
        if (sink->n == sizeof sink->bytes)
            make_room_in_sink(sink);
    }
}

/* A bl_put_fn. */
static void put_to_hash(void *context, const char *text, size_t size)
{
    hash_bytes(context, text, size);
}

/* Numbers do not count in the budget: they are in records, each of which is read once. */
enum {
    MOST_NUMBER_BYTES = 10
};

/* Blocks end where what is put next does not fit. */
static inline bool has_room(const struct sink *sink, size_t size)
{
    return sizeof sink->bytes - sink->n > size;
}

static inline void need_room(struct sink *sink, size_t size)
{
    if (!has_room(sink, size))
        make_room_in_sink(sink);
}

/* Seven bits a byte, so that each number shows where it ends: nearly all are small. */
static inline void hash_number(struct sink *sink, uint64_t number)
{
    need_room(sink, MOST_NUMBER_BYTES);
    for (; number >= 0x80; number >>= 7)
        sink->bytes[sink->n++] = (uint8_t)(number | 0x80);
    sink->bytes[sink->n++] = (uint8_t)number;
}

/* Room for N words, which count as put. They are stored one by one where they stay: in an array to
 * be copied they would have to be loaded before they are in memory. */
static inline uint8_t *add_words(struct sink *sink, size_t n)
{
    need_room(sink, n * sizeof(uint64_t));
    uint8_t *at = sink->bytes + sink->n;
    sink->n += n * sizeof(uint64_t);
    return at;
}

static inline uint8_t *store_word(uint8_t *at, uint64_t word)
{
    bl_store_le64(at, word);
    return at + sizeof word;
}

static inline void hash_word(struct sink *sink, uint64_t word)
{
    bl_store_le64(add_words(sink, 1), word);
}

static void put_view(struct sink *sink, struct bl_view view)
{
    hash_number(sink, view.size);
    hash_bytes(sink, view.data, view.size);
}

/* ---- Modules ---- */

static int read_module(struct bl_contents *c, struct bl_error *err)
{
    struct bl_module *module = c->module;
    int rc = bl_module_types(module, &c->types, err);
    if (rc == BL_OK)
        rc = bl_module_count(module, &c->n_globals, err);
    if (rc == BL_OK)
        rc = bl_module_constants(module, &c->constants, &c->n_constants, err);
    if (rc == BL_OK)
        rc = bl_module_attributes(module, &c->attributes, err);
    if (rc == BL_OK)
        rc = bl_printer_open(&c->printer, module, NULL, err);
    return rc;
}

static int make_cache(struct bl_contents *c, struct bl_error *err)
{
    uint64_t n = (uint64_t)c->attributes->n_lists + c->attributes->n_groups + c->types->n +
                 c->n_globals + c->n_constants;
    size_t size;
    if (__builtin_mul_overflow(n + 1, sizeof *c->cache, &size) || !(c->cache = bl_new(size)) ||
        !(c->callees = bl_new((size_t)c->n_globals + 1)))
        return bl_fail(err, BL_E_NOMEM, "no memory for hashes of contents");
    c->lists = c->cache;
    c->groups = c->lists + c->attributes->n_lists;
    c->type_table = c->groups + c->attributes->n_groups;
    c->globals = c->type_table + c->types->n;
    c->of_constants = c->globals + c->n_globals;
    return BL_OK;
}

/* How many bytes may be hashed; a module may have been cut off. */
static uint64_t most_bytes(const struct bl_module *module)
{
    uint64_t n_bytes = (uint64_t)bl_index_get(module->index, module->block).block.n_words * 4;
    uint64_t n_there = bl_index_stream(module->index)->bytes.size;
    return (n_bytes < n_there ? n_bytes : n_there) * HASHED_BYTES_PER_BYTE;
}

int bl_contents_open(struct bl_contents **contents, struct bl_module *module, struct bl_error *err)
{
    *contents = NULL;
    struct bl_contents *c = bl_new(sizeof *c);
    if (!c)
        return bl_fail(err, BL_E_NOMEM, "no memory for hashes of contents");
    c->module = module;
    c->budget.left = most_bytes(module);
    int rc = read_module(c, err);
    if (rc == BL_OK)
        rc = make_cache(c, err);
    if (rc < 0) {
        bl_contents_close(c);
        return rc;
    }
    *contents = c;
    return BL_OK;
}

void bl_contents_close(struct bl_contents *contents)
{
    if (!contents)
        return;
    bl_printer_close(contents->printer);
    bl_function_close(contents->function);
    bl_record_release(&contents->rec);
    bl_drop(contents->of_body);
    bl_drop(contents->cache);
    bl_drop(contents->callees);
    bl_drop(contents);
}

/* What C has failed with already, or BL_OK. */
static int failed(const struct bl_contents *c, struct bl_error *err)
{
    if (c->failure.status < 0 && err)
        *err = c->failure;
    return c->failure.status;
}

/* The module's lists of texts, which few need. What is damaged there has been reported. */
static const struct bl_module_info *facts_of(struct bl_contents *c)
{
    if (!c->has_facts)
        (void)need(c, bl_module_get_info(c->module, 0, &c->facts, NULL));
    c->has_facts = true;
    return &c->facts;
}

/* Text NUMBER of TEXTS, numbers of which are the module's own. */
static void hash_text_of(struct sink *sink, const struct bl_texts *texts, uint32_t number)
{
    if (number < texts->n)
        put_view(sink, texts->texts[number]);
    else
        hash_number(sink, number);
}

/* ---- Types and attributes ---- */

static struct cached_hash hash_of_type(struct bl_contents *c, uint32_t type);

/* As it reads, and its layout, which "%struct.point" does not show. */
static struct cached_hash hash_type(struct bl_contents *c, uint32_t number)
{
    const struct bl_type *type = &c->types->types[number];
    bool has_parts = type->kind != BL_TYPE_POINTER && type->n_parts > 0;
    bool is_too_deep = c->type_depth == MAX_DEPTH || c->budget.left == 0;
    unsigned height = has_parts && is_too_deep ? MAX_DEPTH : 0; /* of the parts */
    struct sink sink;
    open_sink(&sink, c);
    (void)need(c, bl_printer_put_type(c->printer, number, put_to_hash, &sink));
    hash_number(&sink, type->is_packed);
    c->type_depth++;
    for (uint32_t i = 0; i < type->n_parts && has_parts && !is_too_deep; i++) {
        struct cached_hash part = hash_of_type(c, c->types->parts[type->first_part + i]);
        hash_word(&sink, part.hash);
        height = height < part.height ? part.height : height;
    }
    c->type_depth--;
    struct cached_hash known = {.hash = close_sink(&sink)};
    known.height = (uint8_t)(height < MAX_DEPTH ? height + 1 : MAX_DEPTH);
    known.is_known = height < MAX_DEPTH && c->type_depth + known.height <= MAX_DEPTH;
    return known;
}

/* The text of such a type would have those of all its parts. */
static uint64_t hash_high_type(struct bl_contents *c, uint32_t number)
{
    const struct bl_type *type = &c->types->types[number];
    struct sink sink;
    open_sink(&sink, c);
    hash_number(&sink, type->kind);
    hash_number(&sink, type->count);
    hash_number(&sink, type->is_packed | type->is_scalable << 1 | type->is_vararg << 2 |
                           type->is_literal << 3);
    put_view(&sink, type->name);
    for (uint32_t i = 0; i < type->n_ints; i++)
        hash_number(&sink, c->types->ints[type->first_int + i]);
    for (uint32_t i = 0; i < type->n_parts; i++)
        hash_word(&sink, hash_of_type(c, c->types->parts[type->first_part + i]).hash);
    return close_sink(&sink);
}

/* Types that are made of those before them, as all are in sound tables, have a height. */
static void settle_type(struct bl_contents *c, uint32_t number)
{
    const struct bl_type *type = &c->types->types[number];
    struct cached_hash *known = &c->type_table[number];
    bool has_parts = type->kind != BL_TYPE_POINTER;
    unsigned height = 0;
    for (uint32_t i = 0; i < type->n_parts && has_parts; i++) {
        uint32_t part = c->types->parts[type->first_part + i];
        if (part >= number || c->type_table[part].height == 0)
            return;
        if (height < c->type_table[part].height)
            height = c->type_table[part].height;
    }
    known->height = (uint8_t)(height > MAX_DEPTH ? height : height + 1);
    if (height < MAX_DEPTH)
        return;
    known->hash = hash_high_type(c, number);
    known->is_known = true;
}

/* Of no type of the module's table: 0. What has no height is hashed anew where it is too deep in
 * others, so that hashes do not depend on what was hashed before. */
static struct cached_hash hash_of_type(struct bl_contents *c, uint32_t type)
{
    struct cached_hash known = {.hash = 0};
    if (type >= c->types->n)
        return known;
    while (c->n_settled <= type)
        settle_type(c, c->n_settled++);
    known = c->type_table[type];
    if (!known.is_known || (known.height <= MAX_DEPTH && c->type_depth + known.height > MAX_DEPTH))
        known = hash_type(c, type);
    if (known.is_known)
        c->type_table[type] = known;
    return known;
}

static uint64_t hash_group(struct bl_contents *c, const struct bl_attribute_group *group)
{
    const struct bl_attributes *all = c->attributes;
    struct sink sink;
    open_sink(&sink, c);
    hash_number(&sink, group->place);
    hash_number(&sink, group->n);
    for (uint32_t k = 0; k < group->n; k++) {
        (void)need(c, bl_printer_put_attribute(c->printer, &all->attributes[group->first + k],
                                               false, put_to_hash, &sink));
        hash_number(&sink, 0); /* where the text ends */
    }
    return close_sink(&sink);
}

static uint64_t hash_list(struct bl_contents *c, uint32_t list)
{
    const struct bl_attributes *all = c->attributes;
    struct sink sink;
    open_sink(&sink, c);
    for (uint32_t i = all->lists[list]; i < all->lists[list + 1]; i++) {
        uint32_t group = all->list_groups[i];
        struct cached_hash *known = &c->groups[group];
        if (!known->is_known)
            *known =
                (struct cached_hash){.hash = hash_group(c, &all->groups[group]), .is_known = true};
        hash_word(&sink, known->hash);
    }
    return close_sink(&sink);
}

static void put_attributes(struct sink *sink, uint32_t list)
{
    struct bl_contents *c = sink->contents;
    bool is_there = list < c->attributes->n_lists;
    hash_number(sink, is_there);
    if (!is_there)
        return;
    struct cached_hash *known = &c->lists[list];
    if (!known->is_known)
        *known = (struct cached_hash){.hash = hash_list(c, list), .is_known = true};
    hash_word(sink, known->hash);
}

/* ---- Values ---- */

static const struct bl_constant *constant_of(const struct values *v, uint64_t value)
{
    const struct bl_contents *c = v->contents;
    const struct bl_body *body = v->body;
    if (body && value >= body->first_constant && value - body->first_constant < body->n_constants)
        return &body->constants[value - body->first_constant];
    if (value >= c->n_globals && value - c->n_globals < c->n_constants)
        return &c->constants[value - c->n_globals];
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

/* The hash of TYPE, which may be one that only the body has. */
static uint64_t body_type(const struct values *v, uint32_t type)
{
    struct bl_contents *c = v->contents;
    struct sink sink;
    if (type < c->types->n || type == BL_NONE || !v->body)
        return hash_of_type(c, type).hash;
    open_sink(&sink, c);
    (void)need(c, bl_printer_put_type(c->printer, type, put_to_hash, &sink));
    return close_sink(&sink);
}

/* The same; nearly all have been hashed before. */
static inline uint64_t value_type(const struct values *v, uint32_t type)
{
    const struct bl_contents *c = v->contents;
    if (type == BL_NONE)
        return 0;
    bool is_known = type < c->types->n && c->type_table[type].is_known;
    return is_known ? c->type_table[type].hash : body_type(v, type);
}

static bool read_constant(const struct values *v, const struct bl_constant *constant,
                          struct bl_record *rec)
{
    struct bl_contents *c = v->contents;
    return bl_budget_spend(&c->budget, CONSTANT_BYTES) &&
           need(c, bl_constant_read(c->module, constant, rec, NULL)) == BL_OK &&
           bl_budget_spend(&c->budget, rec->n_ops);
}

static uint64_t global_hash(struct values *v, uint32_t value);

/* Whether the name of VALUE can be read. What depends on one that is lost is not kept. */
static bool has_name(struct bl_contents *c, uint32_t value)
{
    struct bl_view name;
    bool is_there = need(c, bl_module_name(c->module, value, &name, &c->lost)) == BL_OK;
    c->depends |= !is_there;
    return is_there;
}

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
            if (value < v->contents->n_globals && has_name(v->contents, (uint32_t)value))
                hash_word(v->sink, global_hash(v, (uint32_t)value));
            else if (part && bl_constant_has_parts(part->code))
                put_globals_of(v, part, depth + 1);
        }
    bl_record_release(&rec);
}

static inline uint64_t value_hash(struct values *v, uint64_t value, unsigned depth);

/* VALUE is CONSTANT. */
static void put_constant(struct values *v, uint64_t value, const struct bl_constant *constant,
                         unsigned depth)
{
    bool has_parts = constant->code == BL_CODE_CONSTANTS_AGGREGATE && depth < MAX_DEPTH;
    struct bl_record own = {0}; /* of one that has parts, while these are read */
    struct bl_record *rec = has_parts ? &own : &v->contents->rec;
    hash_number(v->sink, constant->code);
    hash_word(v->sink, value_type(v, constant->type));
    if (!has_parts && !is_literal(constant->code)) {
        v->sink->is_cut |=
            need(v->contents, bl_printer_put_value(v->contents->printer, (uint32_t)value,
                                                   put_to_hash, v->sink)) > 0;
        if (bl_constant_has_parts(constant->code))
            put_globals_of(v, constant, 0);
    } else if (read_constant(v, constant, rec)) {
        hash_number(v->sink, rec->n_ops);
        for (uint32_t i = 0; i < rec->n_ops; i++)
            if (has_parts)
                hash_word(v->sink, value_hash(v, rec->ops[i], depth + 1));
            else
                hash_number(v->sink, rec->ops[i]);
    }
    bl_record_release(&own);
    hash_number(v->sink, 0); /* where the text ends */
}

/* CONSTANT, which is VALUE, at DEPTH of others. */
static struct cached_hash hash_constant(const struct values *outer, uint64_t value,
                                        const struct bl_constant *constant, unsigned depth)
{
    struct bl_contents *c = outer->contents;
    bool is_of_module = value - c->n_globals < c->n_constants;
    struct sink sink;
    struct values v = {.contents = c, .sink = &sink, .body = is_of_module ? NULL : outer->body};
    bool depended = c->depends;
    c->depends = false;
    open_sink(&sink, c);
    put_constant(&v, value, constant, depth);
    v.is_partial |= constant->code == BL_CODE_CONSTANTS_AGGREGATE && depth == MAX_DEPTH;
    struct cached_hash known = {
        .hash = close_sink(&sink), .is_known = !v.is_partial && !c->depends, .is_cut = sink.is_cut};
    c->depends |= depended;
    return known;
}

static struct cached_hash *cache_of(const struct values *v, uint64_t value)
{
    const struct bl_contents *c = v->contents;
    uint64_t number = value - c->n_globals;
    return number < c->n_constants ? &c->of_constants[number]
                                   : &c->of_body[value - v->body->first_constant];
}

/* Aggregates that wait for those in them: calls have come as deep as they may. */
struct waiting {
    uint64_t *values;
    uint32_t n, cap;
    struct bl_record rec;
};

/* Let the aggregates in CONSTANT come first. False: it contains itself, or there is no memory. */
static bool wait_for_parts(struct values *v, struct waiting *w, const struct bl_constant *constant)
{
    bool is_read = read_constant(v, constant, &w->rec);
    for (uint32_t i = 0; is_read && i < w->rec.n_ops; i++) {
        const struct bl_constant *part = constant_of(v, w->rec.ops[i]);
        if (!part || part->code != BL_CODE_CONSTANTS_AGGREGATE ||
            cache_of(v, w->rec.ops[i])->is_known)
            continue;
        if (cache_of(v, w->rec.ops[i])->height > 0 ||
            need(v->contents, bl_append(&w->values, &w->n, &w->cap, w->rec.ops[i])) < 0)
            return false;
    }
    return is_read;
}

/* Hash aggregate VALUE, after those in it. It may stay unknown. */
static void hash_deep(struct values *v, uint64_t value)
{
    struct waiting w = {0};
    bool is_finite = need(v->contents, bl_append(&w.values, &w.n, &w.cap, value)) == BL_OK;
    while (is_finite && w.n > 0) {
        uint64_t next = w.values[w.n - 1];
        struct cached_hash *cache = cache_of(v, next);
        if (cache->is_known) {
            w.n--;
        } else if (cache->height == 0) {
            cache->height = 1;
            is_finite = wait_for_parts(v, &w, constant_of(v, next));
        } else {
            *cache = hash_constant(v, next, constant_of(v, next), MAX_DEPTH - 1);
            is_finite = cache->is_known;
            w.n--;
        }
    }
    while (w.n > 0)
        cache_of(v, w.values[--w.n])->height = 0;
    bl_record_release(&w.rec);
    bl_drop(w.values);
}

/* Each constant is hashed once: bodies name the same ones again and again, and tables of tables
 * share rows. */
static uint64_t constant_hash(struct values *v, uint64_t value, const struct bl_constant *constant,
                              unsigned depth)
{
    struct cached_hash *shared = cache_of(v, value);
    if (!shared->is_known && depth == MAX_DEPTH && constant->code == BL_CODE_CONSTANTS_AGGREGATE)
        hash_deep(v, value);
    struct cached_hash known = *shared;
    if (!known.is_known)
        known = hash_constant(v, value, constant, depth);
    if (known.is_known)
        *shared = known;
    v->sink->is_cut |= known.is_cut;
    v->is_partial |= !known.is_known;
    return known.hash;
}

/* VALUE comes before the instructions. */
static uint64_t outer_hash(struct values *v, uint64_t value, unsigned depth)
{
    const struct bl_contents *c = v->contents;
    const struct bl_body *body = v->body;
    if (value < c->n_globals)
        return global_hash(v, (uint32_t)value);
    const struct bl_constant *constant = constant_of(v, value);
    if (!constant)
        return body ? value - body->first_argument : value;
    if (c->budget.left > 0 && (depth == 0 || v->n_pieces++ < MAX_PIECES))
        return constant_hash(v, value, constant, depth);
    v->sink->is_cut = true;
    return 0;
}

/* Of an argument or instruction its number among these: how many constants a body has of its own
 * depends on what its module has. */
static inline uint64_t value_hash(struct values *v, uint64_t value, unsigned depth)
{
    const struct bl_body *body = v->body;
    if (body && value >= body->first_instruction)
        return value - body->first_argument - body->n_constants;
    return outer_hash(v, value, depth);
}

/* ---- Global values ---- */

static void hash_numbers(struct sink *sink, const uint64_t *numbers, size_t n)
{
    for (size_t i = 0; i < n; i++)
        hash_number(sink, numbers[i]);
}

static void put_linkage(struct sink *sink, const struct bl_global *global)
{
    struct bl_contents *c = sink->contents;
    const uint64_t numbers[] = {global->is_declaration,     global->linkage,
                                global->visibility,         global->thread_local_model,
                                global->unnamed_addr,       global->dll_storage,
                                global->dso_local,          global->externally_initialized,
                                global->section != BL_NONE, global->comdat != BL_NONE};
    hash_numbers(sink, numbers, sizeof numbers / sizeof *numbers);
    put_view(sink, global->partition);
    if (global->section != BL_NONE)
        hash_text_of(sink, &facts_of(c)->sections, global->section);
    const struct bl_comdat *comdats;
    uint32_t n = 0;
    if (global->comdat != BL_NONE)
        (void)need(c, bl_module_comdats(c->module, &comdats, &n, NULL));
    if (global->comdat < n) {
        if (!comdats[global->comdat].name.data)
            (void)bl_module_fail(c->module, BL_E_MISMATCH, "name of a COMDAT that cannot be read",
                                 comdats[global->comdat].bit_pos, &c->lost);
        put_view(sink, comdats[global->comdat].name);
        hash_number(sink, comdats[global->comdat].selection);
    }
}

static void put_stated_attributes(struct sink *sink, const struct bl_global *global)
{
    const uint64_t numbers[] = {global->alignment, global->calling_convention, global->code_model,
                                global->sanitizers, global->gc != BL_NONE};
    hash_numbers(sink, numbers, sizeof numbers / sizeof *numbers);
    if (global->gc != BL_NONE)
        hash_text_of(sink, &facts_of(sink->contents)->gcs, global->gc);
    put_attributes(sink, global->attributes);
}

static void put_stated(struct values *v, const struct bl_global *global, enum bl_content_part part)
{
    const uint64_t of_type[] = {global->kind, global->is_constant, global->address_space};
    const uint32_t values[] = {global->initializer, global->prologue, global->prefix,
                               global->personality};
    switch (part) {
    case BL_CONTENT_LINKAGE: put_linkage(v->sink, global); break;
    case BL_CONTENT_ATTRIBUTES: put_stated_attributes(v->sink, global); break;
    case BL_CONTENT_TYPE:
        hash_numbers(v->sink, of_type, sizeof of_type / sizeof *of_type);
        hash_word(v->sink, hash_of_type(v->contents, global->value_type).hash);
        break;
    default: /* BL_CONTENT_VALUE */
        for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
            hash_number(v->sink, values[i] != BL_NONE);
            if (values[i] != BL_NONE)
                hash_word(v->sink, value_hash(v, values[i], 0));
        }
    }
}

static uint64_t hash_name(struct bl_contents *c, struct bl_view name, uint32_t value)
{
    struct sink sink;
    open_sink(&sink, c);
    put_view(&sink, name);
    hash_number(&sink, name.size ? 0 : value);
    return close_sink(&sink);
}

/* Private variable GLOBAL, which is nothing but its initializer: its name is the module's own. One
 * that leads back to itself counts there as so many levels up. What leads to such a one is not
 * kept, nor what depends on how deep it is: so hashes do not depend on what was hashed before. */
static struct cached_hash hash_private(struct bl_contents *c, const struct bl_global *global,
                                       struct cached_hash *shared)
{
    struct sink sink;
    struct values v = {.contents = c, .sink = &sink};
    bool depended = c->depends;
    c->depends = false;
    shared->height = (uint8_t)++c->depth;
    open_sink(&sink, c);
    for (enum bl_content_part part = 0; part < BL_CONTENT_STATED; part++)
        put_stated(&v, global, part);
    c->depth--;
    shared->height = 0;
    struct cached_hash known = {.is_known = !c->depends, .is_cut = sink.is_cut};
    known.hash = close_sink(&sink);
    c->depends |= depended;
    return known;
}

/* Global value VALUE, of which nothing is kept. */
static struct cached_hash hash_referred(struct bl_contents *c, uint32_t value,
                                        struct cached_hash *shared)
{
    struct bl_global global = {.kind = 0};
    if (shared->height > 0) {
        c->depends = true;
        return (struct cached_hash){.hash = c->depth - shared->height};
    }
    (void)need(c, bl_module_global(c->module, value, &global, NULL));
    bool is_private =
        global.kind == BL_GLOBAL_VARIABLE && global.initializer != BL_NONE &&
        (global.linkage == BL_LINKAGE_PRIVATE || (global.name.size == 0 && global.name.data));
    if (is_private && c->depth < MAX_DEPTH && c->budget.left > 0)
        return hash_private(c, &global, shared);
    bool is_lost = !is_private && !has_name(c, value);
    c->depends |= is_private;
    return (struct cached_hash){.hash = hash_name(c, global.name, value),
                                .is_known = !is_private && !is_lost};
}

/* Global value VALUE where something refers to it. */
static uint64_t global_hash(struct values *v, uint32_t value)
{
    struct bl_contents *c = v->contents;
    struct cached_hash known = c->globals[value];
    if (!known.is_known)
        known = hash_referred(c, value, &c->globals[value]);
    if (known.is_known)
        c->globals[value] = known;
    v->sink->is_cut |= known.is_cut;
    return known.hash;
}

/* The hash of what was put. Where a constant was too long to be hashed in full, that of the BYTES
 * decides. */
static uint64_t finish_hash(struct sink *sink, uint64_t bytes)
{
    if (sink->is_cut)
        hash_word(sink, bytes);
    hash_number(sink, sink->is_cut);
    return close_sink(sink);
}

/* Whether all was put of what is at BIT_POS. */
static int check_left(struct bl_contents *c, uint64_t bit_pos, struct bl_error *err)
{
    if (c->failure.status < 0)
        return failed(c, err);
    if (c->budget.left > 0)
        return bl_fail_again(err, &c->lost);
    c->failure = (struct bl_error){.status = BL_E_LIMIT,
                                   .what = "constants that share too much to be compared",
                                   .has_pos = true,
                                   .bit_pos = bit_pos};
    bl_index_path(c->module->index, c->module->block, &c->failure);
    return failed(c, err);
}

int bl_contents_stated(struct bl_contents *contents, uint32_t value, uint64_t bytes,
                       struct bl_content *content, struct bl_error *err)
{
    struct sink sink;
    struct bl_global global;
    struct values v = {.contents = contents, .sink = &sink};
    int rc = failed(contents, err);
    if (rc == BL_OK)
        rc = need(contents, bl_module_global(contents->module, value, &global, err));
    if (rc != BL_OK)
        return rc;
    contents->lost = (struct bl_error){0};
    content->is_odr =
        global.linkage == BL_LINKAGE_LINK_ONCE_ODR || global.linkage == BL_LINKAGE_WEAK_ODR;
    for (enum bl_content_part part = 0; part < BL_CONTENT_STATED; part++) {
        open_sink(&sink, contents);
        put_stated(&v, &global, part);
        content->is_cut |= sink.is_cut;
        content->parts[part] = finish_hash(&sink, bytes);
    }
    return check_left(contents, global.bit_pos, err);
}

/* ---- Bodies ---- */

static void put_operand(struct values *v, const struct bl_instruction *inst,
                        const struct bl_operand *operand)
{
    bool is_integer = operand->kind == BL_OPERAND_INTEGER || operand->kind == BL_OPERAND_RANGE;
    hash_number(v->sink, operand->kind);
    if (operand->kind == BL_OPERAND_VALUE) {
        hash_word(v->sink, value_hash(v, operand->number, 0));
    } else if (is_integer && inst->words) { /* it has more than 64 bits */
        const uint64_t *words = inst->words + operand->number;
        for (uint64_t i = 0; i <= words[0]; i++)
            hash_number(v->sink, words[i]);
    } else if (operand->kind != BL_OPERAND_METADATA) {
        hash_number(v->sink, operand->number);
    }
}

static size_t count_values(const struct bl_operand *operand, const struct bl_operand *end)
{
    size_t n = 0;
    while (operand + n < end && operand[n].kind == BL_OPERAND_VALUE)
        n++;
    return n;
}

/* The operands, most of which are values; a few at a time. */
static void put_operands(struct values *v, const struct bl_instruction *inst)
{
    enum {
        AT_ONCE = 16
    };
    struct sink *sink = v->sink;
    const struct bl_operand *operand = inst->operands;
    const struct bl_operand *end = operand + inst->n_operands;
    while (operand < end) {
        const struct bl_operand *stop = end - operand > AT_ONCE ? operand + AT_ONCE : end;
        if (BL_UNLIKELY(!has_room(sink, (size_t)(stop - operand) * sizeof(uint64_t))))
            need_room(sink, count_values(operand, stop) * sizeof(uint64_t));
        uint8_t *at = sink->bytes + sink->n;
        for (; operand < stop && operand->kind == BL_OPERAND_VALUE; operand++)
            at = store_word(at, value_hash(v, operand->number, 0));
        sink->n = (size_t)(at - sink->bytes);
        if (operand < stop)
            put_operand(v, inst, operand++);
    }
}

/* LLVM has named the first scopes, which are most, modules number the others. */
static void put_sync_scope(struct values *v, uint32_t scope)
{
    enum {
        SYSTEM = 1
    };
    hash_number(v->sink, scope > SYSTEM);
    if (scope > SYSTEM)
        hash_text_of(v->sink, &facts_of(v->contents)->sync_scopes, scope);
    else
        hash_number(v->sink, scope);
}

enum {
    N_INSTRUCTION_WORDS = 8
};

static void put_instruction(struct values *v, const struct bl_instruction *inst)
{
    struct sink *sink = v->sink;
    uint8_t *at = add_words(sink, N_INSTRUCTION_WORDS);
    at = store_word(at, inst->opcode | (uint64_t)inst->predicate << 8 |
                            (uint64_t)inst->operation << 16 | (uint64_t)inst->ordering << 24 |
                            (uint64_t)inst->failure_ordering << 32 |
                            (uint64_t)inst->is_atomic << 40);
    at = store_word(at, inst->code | (uint64_t)inst->basic_block << 32);
    at = store_word(at, inst->n_operands | (uint64_t)inst->n_arguments << 32);
    at = store_word(at, inst->n_bundles | (uint64_t)inst->calling_convention << 32);
    at = store_word(at, inst->flags);
    at = store_word(at, inst->alignment);
    at = store_word(at, value_type(v, inst->type));
    (void)store_word(at, value_type(v, inst->source_type));
    put_sync_scope(v, inst->sync_scope);
    put_operands(v, inst);
    for (uint32_t i = 0; i < inst->n_bundles; i++) {
        const struct bl_bundle *bundle = &inst->bundles[i];
        hash_text_of(sink, &facts_of(v->contents)->bundle_tags, bundle->tag);
        hash_number(sink, bundle->n);
        for (uint32_t k = 0; k < bundle->n; k++)
            put_operand(v, inst, &inst->bundle_operands[bundle->first + k]);
    }
}

static enum callee_kind callee_kind(struct bl_contents *c, uint32_t value)
{
    static const char prefix[] = "llvm.dbg.";
    struct bl_view name = {0};
    (void)need(c, bl_module_name(c->module, value, &name, NULL));
    bool is_debug =
        name.size > sizeof prefix - 1 && memcmp(name.data, prefix, sizeof prefix - 1) == 0;
    return is_debug ? CALLEE_DEBUG : CALLEE_ORDINARY;
}

static bool is_debug_call(struct bl_contents *c, const struct bl_instruction *inst)
{
    if (inst->opcode != BL_OP_CALL || inst->n_operands == 0 ||
        inst->operands[0].kind != BL_OPERAND_VALUE || inst->operands[0].number >= c->n_globals)
        return false;
    uint8_t *known = &c->callees[inst->operands[0].number];
    if (*known == CALLEE_UNKNOWN)
        *known = callee_kind(c, (uint32_t)inst->operands[0].number);
    return *known == CALLEE_DEBUG;
}

int bl_contents_begin_body(struct bl_contents *c, struct bl_function *function,
                           struct bl_error *err)
{
    const struct bl_body *body = bl_function_body(function);
    int rc = failed(c, err);
    if (rc < 0)
        return rc;
    if (bl_grow(&c->of_body, &c->cap_of_body, (uint64_t)body->n_constants + 1) < 0)
        return need(c, bl_fail(err, BL_E_NOMEM, "no memory for hashes of contents"));
    memset(c->of_body, 0, body->n_constants * sizeof *c->of_body);
    c->n_instructions = 0;
    c->lost = (struct bl_error){0};
    c->values = (struct values){.contents = c, .sink = &c->instructions, .body = body};
    open_sink(&c->instructions, c);
    open_sink(&c->calls, c);
    bl_printer_use(c->printer, function);
    hash_word(&c->instructions, value_type(&c->values, body->type));
    return BL_OK;
}

void bl_contents_add(struct bl_contents *c, const struct bl_instruction *inst)
{
    if (is_debug_call(c, inst))
        return;
    put_instruction(&c->values, inst);
    if (inst->attributes < c->attributes->n_lists) {
        hash_number(&c->calls, c->n_instructions);
        put_attributes(&c->calls, inst->attributes);
    }
    c->n_instructions++;
}

int bl_contents_end_body(struct bl_contents *c, int status, uint64_t bytes,
                         struct bl_content *content, struct bl_error *err)
{
    bl_printer_use(c->printer, NULL);
    content->has_body = need(c, status) == BL_OK;
    content->is_cut |= c->instructions.is_cut;
    content->parts[BL_CONTENT_BODY] = finish_hash(&c->instructions, bytes);
    content->parts[BL_CONTENT_CALLS] = close_sink(&c->calls);
    return status < 0 ? status : check_left(c, c->values.body->block.bit_pos, err);
}

int bl_contents_body(struct bl_contents *contents, uint32_t value, uint64_t bytes,
                     struct bl_content *content, struct bl_error *err)
{
    struct bl_instruction inst;
    int rc = failed(contents, err);
    if (rc == BL_OK && !contents->function)
        rc = bl_function_open(&contents->function, contents->module, BL_NONE, err);
    if (rc == BL_OK)
        rc = bl_function_load(contents->function, value, err);
    if (rc == BL_OK)
        rc = bl_contents_begin_body(contents, contents->function, err);
    if (need(contents, rc) < 0)
        return rc;
    while ((rc = bl_function_next(contents->function, &inst, err)) > 0)
        bl_contents_add(contents, &inst);
    return bl_contents_end_body(contents, rc, bytes, content, err);
}
