/* rewrite/slice_reach.c - all that the definitions of a slice lead to, and its new numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/slicer.h"

#include <string.h>

static int no_memory(struct bl_slice *s)
{
    return bl_fail(s->err, BL_E_NOMEM, "no memory for a slice");
}

enum bl_numbered bl_numbering_of(const struct bl_place *place)
{
    switch (place->role) {
    case BL_OF_TYPE: return BL_NUMBERED_TYPES;
    case BL_OF_VALUE: return BL_NUMBERED_VALUES;
    case BL_OF_METADATA: return BL_NUMBERED_METADATA;
    case BL_OF_ATTRIBUTES: return BL_NUMBERED_ATTRIBUTES;
    case BL_OF_COMDAT: return BL_NUMBERED_COMDATS;
    case BL_OF_SECTION: return BL_NUMBERED_SECTIONS;
    case BL_OF_GC: return BL_NUMBERED_GCS;
    default: return BL_N_NUMBERED;
    }
}

int bl_slice_places(struct bl_slice *s, const struct bl_around *around, const struct bl_record *rec)
{
    int rc = bl_places_find(&s->places, around, rec);
    if (rc < 0)
        return no_memory(s);
    return rc > 0 ? BL_OK
                  : bl_fail_at(s->err, BL_E_MISMATCH,
                               "record whose operands are not known: numbers in it may be others",
                               rec->bit_pos);
}

/* ---- Marks ---- */

static int push(struct bl_slice *s, enum bl_numbered set, uint32_t number)
{
    struct bl_numbering *numbering = &s->sets[set];
    if (number >= numbering->n || numbering->is_kept[number])
        return BL_OK; /* what is the body's own has a number that is not less */
    numbering->is_kept[number] = true;
    struct bl_reached reached = {set, number};
    return bl_append(&s->stack, &s->n_stack, &s->cap_stack, reached) < 0 ? no_memory(s) : BL_OK;
}

static int push_places(struct bl_slice *s)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < s->places.n && status == BL_OK; i++) {
        enum bl_numbered set = bl_numbering_of(&s->places.items[i]);
        if (set != BL_N_NUMBERED)
            status = push(s, set, s->places.items[i].number);
    }
    return status;
}

bool bl_slice_is_lost_address(const struct bl_slice *s, const struct bl_record *rec)
{
    return rec->code == BL_CODE_CONSTANTS_BLOCKADDRESS && rec->n_ops > 1 &&
           rec->ops[1] < s->n_globals && s->fates[rec->ops[1]] != BL_FATE_DEFINED;
}

/* ---- Types and attributes ---- */

static int reach_type(struct bl_slice *s, uint32_t number)
{
    const struct bl_type *type = &s->types->types[number];
    int status = BL_OK;
    for (uint32_t i = 0; i < type->n_parts && status == BL_OK; i++)
        status = push(s, BL_NUMBERED_TYPES, s->types->parts[type->first_part + i]);
    return status;
}

static int reach_attributes(struct bl_slice *s, uint32_t list)
{
    const struct bl_attributes *a = s->attributes;
    int status = BL_OK;
    for (uint32_t i = a->lists[list]; i < a->lists[list + 1] && status == BL_OK; i++) {
        const struct bl_attribute_group *group = &a->groups[a->list_groups[i]];
        s->is_group_kept[a->list_groups[i]] = true;
        for (uint32_t k = 0; k < group->n && status == BL_OK; k++)
            if (a->attributes[group->first + k].form == BL_ATTRIBUTE_TYPED)
                status = push(s, BL_NUMBERED_TYPES, a->attributes[group->first + k].type);
    }
    return status;
}

/* ---- Values ---- */

/* NUMBER is used by an instruction: it has to stay, whatever it is. */
static int strengthen(struct bl_slice *s, uint32_t number)
{
    if (number >= s->n_metadata)
        return BL_OK;
    bool was_weak = s->nodes[number] & BL_NODE_WEAK_VALUE;
    s->nodes[number] |= BL_NODE_STRONG;
    if (!was_weak)
        return BL_OK;
    s->nodes[number] &= (uint8_t)~BL_NODE_WEAK_VALUE;
    s->sets[BL_NUMBERED_METADATA].is_kept[number] = false;
    return push(s, BL_NUMBERED_METADATA, number);
}

static int strengthen_places(struct bl_slice *s)
{
    int status = BL_OK;
    for (uint32_t i = 0; i < s->places.n && status == BL_OK; i++)
        if (s->places.items[i].role == BL_OF_METADATA)
            status = strengthen(s, s->places.items[i].number);
    return status;
}

/* NODE is attached to a global value. The values in it have to stay: LLVM takes neither associated
 * nor func_sanitize without them. */
static int attach(struct bl_slice *s, uint32_t node)
{
    struct bl_around around = {.block_id = BL_BLOCK_METADATA, .version = s->version};
    struct bl_view text;
    s->nodes[node] |= BL_NODE_ATTACHED;
    int rc = bl_metadata_string(s->metadata, node, &text, s->err);
    if (rc != 0)
        return rc < 0 ? rc : push(s, BL_NUMBERED_METADATA, node);
    rc = bl_metadata_read(s->metadata, node, &s->rec, s->err);
    if (rc >= 0)
        rc = bl_slice_places(s, &around, &s->rec);
    if (rc >= 0)
        rc = strengthen_places(s);
    return rc < 0 ? rc : push(s, BL_NUMBERED_METADATA, node);
}

/* REC of a body attaches nodes to it. */
static int attach_all(struct bl_slice *s, const struct bl_record *rec)
{
    int status = BL_OK;
    for (uint32_t i = 1; i < rec->n_ops && status == BL_OK; i += 2)
        if (rec->ops[i] < s->n_metadata && !(s->nodes[rec->ops[i]] & BL_NODE_ATTACHED))
            status = attach(s, (uint32_t)rec->ops[i]);
    return status;
}

/* A bl_body_record_fn. Names and orders of uses lead to nothing. */
static int reach_body_record(void *context, const struct bl_record *rec,
                             const struct bl_around *around)
{
    struct bl_slice *s = context;
    uint32_t block_id = around->block_id;
    bool is_user = block_id == BL_BLOCK_FUNCTION && rec->code == BL_CODE_FUNCTION_BLOCKADDR_USERS;
    bool is_address = block_id == BL_BLOCK_CONSTANTS && bl_slice_is_lost_address(s, rec);
    if (block_id == BL_BLOCK_VALUE_SYMTAB || block_id == BL_BLOCK_USELIST || is_user || is_address)
        return BL_OK;
    int status = bl_slice_places(s, around, rec);
    bool is_arguments = block_id == BL_BLOCK_METADATA && rec->code == BL_CODE_METADATA_ARG_LIST;
    if (status == BL_OK && (block_id == BL_BLOCK_FUNCTION || is_arguments))
        status = strengthen_places(s);
    if (status == BL_OK)
        status = push_places(s);
    if (status == BL_OK && block_id == BL_BLOCK_METADATA_ATTACHMENT && rec->n_ops % 2 == 0)
        status = attach_all(s, rec);
    return status;
}

static int reach_global(struct bl_slice *s, uint32_t value)
{
    struct bl_around around = {.block_id = BL_BLOCK_MODULE, .version = s->version};
    struct bl_global global;
    int status = bl_module_global(s->module, value, &global, s->err);
    if (status == BL_OK)
        status = bl_module_read_at(s->module, global.bit_pos, &s->rec, s->err);
    if (status == BL_OK)
        status = bl_slice_places(s, &around, &s->rec);
    for (uint32_t i = 0; i < s->places.n && status == BL_OK; i++) {
        const struct bl_place *p = &s->places.items[i];
        enum bl_numbered set = bl_numbering_of(p);
        if (set != BL_N_NUMBERED && bl_slice_keeps_operand(s, value, p))
            status = push(s, set, p->number);
    }
    if (status < 0 || s->fates[value] != BL_FATE_DEFINED || global.kind != BL_GLOBAL_FUNCTION)
        return status;
    struct bl_body_source bodies = bl_slice_bodies(s);
    return bl_body_records(&bodies, value, reach_body_record, s, s->err);
}

static int reach_constant(struct bl_slice *s, uint32_t value)
{
    const struct bl_constant *constant = &s->constants[value - s->n_globals];
    struct bl_around around = {.block_id = BL_BLOCK_CONSTANTS, .version = s->version};
    int status = push(s, BL_NUMBERED_TYPES, constant->type);
    if (status == BL_OK)
        status = bl_constant_read(s->module, constant, &s->rec, s->err);
    if (status < 0 || bl_slice_is_lost_address(s, &s->rec))
        return status;
    status = bl_slice_places(s, &around, &s->rec);
    return status == BL_OK ? push_places(s) : status;
}

/* ---- Metadata ---- */

/* Whether field NAME of a compile unit is a list of what belongs to it. */
static bool is_list(const struct bl_slice *s, const char *name)
{
    static const char *const lists[] = {"enums", "retainedTypes", "globals", "imports"};
    for (size_t i = 0; i < sizeof lists / sizeof lists[0] && name && !s->keeps_lists; i++)
        if (strcmp(name, lists[i]) == 0)
            return true;
    return false;
}

/* The lists of the compile unit in s->rec. */
static void mark_lists(struct bl_slice *s)
{
    struct bl_metadata_node node;
    bl_metadata_fields(&s->rec, &node);
    for (uint32_t i = 0; i < node.n_fields; i++) {
        const struct bl_metadata_field *f = &node.fields[i];
        if (f->kind != BL_FIELD_REF || f->op >= s->rec.n_ops || !is_list(s, f->name))
            continue;
        uint64_t list = s->rec.ops[f->op] - 1;
        if (s->rec.ops[f->op] > 0 && list < s->n_metadata &&
            !s->sets[BL_NUMBERED_METADATA].is_kept[list])
            s->nodes[list] |= BL_NODE_CUT_LIST;
    }
}

/* What is only named in a node does not have to be there for it: a value that is a global one, or
 * is made of such. */
static bool is_weak(const struct bl_slice *s, const struct bl_record *rec)
{
    if (rec->code != BL_CODE_METADATA_VALUE || rec->n_ops < 2 || rec->ops[1] >= s->n_module_values)
        return false;
    uint32_t value = (uint32_t)rec->ops[1];
    return value < s->n_globals || bl_constant_has_parts(s->constants[value - s->n_globals].code);
}

/* A definition of a class, union or enumeration that has an identifier. */
static bool is_shared_type(const struct bl_record *rec)
{
    enum {
        TAG_AT = 1,
        IDENTIFIER_AT = 15,
        CLASS = 0x02,
        ENUMERATION = 0x04,
        STRUCTURE = 0x13,
        UNION = 0x17
    };
    if (rec->code != BL_CODE_METADATA_COMPOSITE_TYPE || rec->n_ops <= IDENTIFIER_AT ||
        rec->ops[IDENTIFIER_AT] == 0 || rec->ops[BL_TYPE_FLAGS_AT] & BL_TYPE_DECLARED)
        return false;
    uint64_t tag = rec->ops[TAG_AT];
    return tag == CLASS || tag == ENUMERATION || tag == STRUCTURE || tag == UNION;
}

/* Of the places of s->rec, which is such a type, those of a declaration stay. */
static void note_type(struct bl_slice *s, uint32_t number)
{
    uint32_t n = 0;
    s->nodes[number] |= BL_NODE_TYPE;
    if (!s->was_defined[number])
        return;
    s->nodes[number] |= BL_NODE_DECLARED;
    for (uint32_t i = 0; i < s->places.n; i++)
        if (!bl_slice_is_of_definition(s->places.items[i].op))
            s->places.items[n++] = s->places.items[i];
    s->places.n = n;
}

static int reach_node(struct bl_slice *s, uint32_t number)
{
    struct bl_around around = {.block_id = BL_BLOCK_METADATA, .version = s->version};
    struct bl_view text;
    int rc = bl_metadata_string(s->metadata, number, &text, s->err);
    if (rc != 0)
        return rc < 0 ? rc : BL_OK;
    rc = bl_metadata_read(s->metadata, number, &s->rec, s->err);
    if (rc < 0)
        return rc;
    if (s->rec.code != BL_CODE_METADATA_NODE)
        s->nodes[number] &= (uint8_t)~BL_NODE_CUT_LIST;
    if (s->nodes[number] & BL_NODE_CUT_LIST)
        return BL_OK;
    if (is_weak(s, &s->rec) && !(s->nodes[number] & BL_NODE_STRONG)) {
        struct bl_weak_value weak = {number, (uint32_t)s->rec.ops[1]};
        s->nodes[number] |= BL_NODE_WEAK_VALUE;
        return bl_append(&s->weak, &s->n_weak, &s->cap_weak, weak) < 0 ? no_memory(s) : BL_OK;
    }
    if (s->rec.code == BL_CODE_METADATA_COMPILE_UNIT)
        mark_lists(s);
    rc = bl_slice_places(s, &around, &s->rec);
    if (rc == BL_OK && s->flags & BL_SLICE_PARTS && is_shared_type(&s->rec))
        note_type(s, number);
    return rc == BL_OK ? push_places(s) : rc;
}

/* ---- All ---- */

static int reach(struct bl_slice *s, struct bl_reached reached)
{
    switch (reached.set) {
    case BL_NUMBERED_TYPES: return reach_type(s, reached.number);
    case BL_NUMBERED_ATTRIBUTES: return reach_attributes(s, reached.number);
    case BL_NUMBERED_METADATA: return reach_node(s, reached.number);
    case BL_NUMBERED_VALUES:
        return reached.number < s->n_globals ? reach_global(s, reached.number)
                                             : reach_constant(s, reached.number);
    default: return BL_OK;
    }
}

/* Whether VALUE is there anyway, or is made of what is. */
static bool is_available(struct bl_slice *s, uint32_t value, unsigned depth)
{
    enum {
        MOST_DEPTH = 8
    };
    struct bl_record rec = {0};
    uint64_t part;
    bool is = bl_slice_keeps(s, BL_NUMBERED_VALUES, value);
    if (is || value < s->n_globals || value >= s->n_module_values)
        return is;
    const struct bl_constant *constant = &s->constants[value - s->n_globals];
    if (!bl_constant_has_parts(constant->code))
        return true;
    is = depth < MOST_DEPTH && bl_constant_read(s->module, constant, &rec, NULL) >= 0;
    for (uint32_t i = 0; is && bl_constant_part(&rec, i, &part); i++)
        is = part < s->n_module_values && is_available(s, (uint32_t)part, depth + 1);
    bl_record_release(&rec);
    return is;
}

/* Values that only nodes name stay where something else keeps what they are. */
static int reach_weak(struct bl_slice *s)
{
    uint32_t n = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < s->n_weak && status == BL_OK; i++) {
        struct bl_weak_value weak = s->weak[i];
        if (!(s->nodes[weak.node] & BL_NODE_WEAK_VALUE))
            continue;
        if (is_available(s, weak.value, 0))
            status = strengthen(s, weak.node);
        else
            s->weak[n++] = weak;
    }
    s->n_weak = n;
    return status;
}

bool bl_slice_keeps_attachment(const struct bl_slice *s, uint32_t value, uint32_t kind)
{
    struct bl_view name = {0};
    if (!bl_slice_keeps(s, BL_NUMBERED_VALUES, value))
        return false;
    bool is_debug =
        bl_metadata_kind_name(s->module, kind, &name, NULL) > 0 && bl_view_is(name, "dbg");
    return !is_debug || s->fates[value] != BL_FATE_NEEDED;
}

static int reach_attached(struct bl_slice *s)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(s->metadata);
    int status = BL_OK;
    for (uint32_t i = 0; i < counts.n_attachments && status == BL_OK; i++) {
        const struct bl_metadata_attachment *a = &counts.attachments[i];
        if (a->node < s->n_metadata && !(s->nodes[a->node] & BL_NODE_ATTACHED) &&
            bl_slice_keeps_attachment(s, a->value, a->kind))
            status = attach(s, a->node);
    }
    return status;
}

static int reach_named(struct bl_slice *s)
{
    struct bl_metadata_counts counts = bl_metadata_get_counts(s->metadata);
    int status = BL_OK;
    for (uint32_t i = 0; i < counts.n_named; i++)
        for (uint32_t k = 0; k < counts.named[i].n_nodes && status == BL_OK; k++)
            if (!bl_view_is(counts.named[i].name, "llvm.dbg.cu") || s->keeps_lists)
                status = push(s, BL_NUMBERED_METADATA, counts.named[i].nodes[k]);
    return status;
}

/* Members of a COMDAT with the others. */
static int reach_members(struct bl_slice *s)
{
    const struct bl_global *globals;
    uint32_t n;
    int status = bl_module_globals(s->module, &globals, &n, s->err);
    for (uint32_t i = 0; i < n && status == BL_OK; i++)
        if (bl_slice_keeps(s, BL_NUMBERED_COMDATS, globals[i].comdat))
            status = push(s, BL_NUMBERED_VALUES, i);
    return status;
}

static int reach_all(struct bl_slice *s)
{
    int status = BL_OK;
    do {
        while (status == BL_OK && s->n_stack > 0)
            status = reach(s, s->stack[--s->n_stack]);
        if (status == BL_OK && s->metadata)
            status = reach_attached(s);
        if (status == BL_OK && s->flags & BL_SLICE_UNNEEDED)
            status = reach_members(s);
        if (status == BL_OK && s->n_stack == 0)
            status = reach_weak(s);
    } while (status == BL_OK && s->n_stack > 0);
    return status;
}

/* In the order that they had. */
static void number(struct bl_slice *s)
{
    for (uint32_t i = 0; i < s->n_weak; i++)
        if (s->nodes[s->weak[i].node] & BL_NODE_WEAK_VALUE)
            s->sets[BL_NUMBERED_METADATA].is_kept[s->weak[i].node] = false;
    s->n_new_strings = 0;
    for (int set = 0; set < BL_N_NUMBERED; set++) {
        struct bl_numbering *numbering = &s->sets[set];
        numbering->n_new = 0;
        for (uint32_t i = 0; bl_slice_next(numbering, &i); i++) {
            s->n_new_strings += set == BL_NUMBERED_METADATA && i < s->n_strings;
            numbering->renewed[i] = numbering->n_new++;
        }
    }
}

void bl_slice_keep_all(struct bl_slice *s)
{
    s->n_weak = 0;
    for (int set = 0; set < BL_N_NUMBERED; set++)
        memset(s->sets[set].is_kept, true, s->sets[set].n);
    number(s);
}

static void forget(struct bl_slice *s)
{
    for (int set = 0; set < BL_N_NUMBERED; set++)
        memset(s->sets[set].is_kept, 0, s->sets[set].n);
    memset(s->is_group_kept, 0, s->attributes->n_groups);
    memset(s->nodes, 0, s->n_metadata);
    s->n_stack = 0;
    s->n_weak = 0;
}

int bl_slice_reach(struct bl_slice *s, struct bl_error *err)
{
    int status = BL_OK;
    s->err = err;
    forget(s);
    bool has_unneeded = s->flags & BL_SLICE_UNNEEDED;
    const void *roots = has_unneeded ? (const void *)s->is_added : (const void *)s->fates;
    int root = has_unneeded ? false : BL_FATE_DEFINED;
    for (uint32_t i = 0; status == BL_OK && bl_next_byte(roots, root, s->n_globals, &i); i++)
        status = push(s, BL_NUMBERED_VALUES, i);
    if (status == BL_OK && s->metadata)
        status = reach_named(s);
    if (status == BL_OK)
        status = reach_all(s);
    if (status == BL_OK)
        number(s);
    return status;
}
