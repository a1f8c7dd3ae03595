/* print/function_print.c - values and metadata as the instructions of a body refer to them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A value of a body has a number in its metadata where an instruction uses one as metadata. Only
 * the function knows the names of values, so it prints these; all other metadata is printed as
 * anywhere.
 */
#include "ir/function_values.h"
#include "ir/metadata.h"
#include "print/print.h"

enum {
    /* Pieces of text for the values in a list; what has begun is finished. */
    MAX_VALUE_PIECES = 1 << 14
};

struct printer {
    struct bl_print p;
    struct bl_function *f;
    struct bl_print_count *values;
};

/* ---- Values ---- */

static void print_local(struct bl_function *f, const struct bl_print *p, uint32_t value)
{
    struct bl_view name;
    (void)bl_module_note(f->module, bl_function_value_name(f, value, &name, NULL));
    bl_print_named(p, "%", name, value - f->body.first_argument);
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

/* ---- Metadata ---- */

static void print_type(const struct printer *pr, uint64_t type)
{
    bl_type_print(&pr->f->types.pub, type < BL_NONE ? (uint32_t)type : BL_NONE, bl_print_counted,
                  pr->values);
}

/* [type, value] */
static void print_value(const struct printer *pr, const struct bl_record *rec)
{
    if (pr->values->n >= MAX_VALUE_PIECES) {
        bl_print_text(&pr->p, "...");
        return;
    }
    print_type(pr, rec->ops[0]);
    bl_print_text(&pr->p, " ");
    if (rec->ops[1] < BL_NONE)
        (void)bl_module_note(pr->f->module, bl_function_print_value(pr->f, (uint32_t)rec->ops[1],
                                                                    bl_print_counted, pr->values));
    else
        bl_print_unknown(&pr->p, "value", rec->ops[1]);
}

static bool is_list(const struct bl_function *f, uint64_t number)
{
    struct bl_record_head head;
    return number < BL_NONE && bl_metadata_peek(f->metadata, (uint32_t)number, &head) &&
           head.code == BL_CODE_METADATA_ARG_LIST;
}

/* Whether node NUMBER can be read; *ERR is why not. */
static bool try_node(struct bl_function *f, uint32_t number, struct bl_error *err)
{
    struct bl_record rec = {0};
    struct bl_error failure;
    int status = bl_module_note(f->module, bl_metadata_read(f->metadata, number, &rec, &failure));
    bool good = status == BL_OK || status == BL_E_NOMEM;
    if (!good)
        *err = failure;
    bl_record_release(&rec);
    return good;
}

static bool is_printed_in_full(const struct bl_record_head *head)
{
    return head->code == BL_CODE_METADATA_VALUE || head->code == BL_CODE_METADATA_EXPRESSION ||
           head->code == BL_CODE_METADATA_ARG_LIST;
}

/* If node NUMBER cannot be read, keep the cause for bl_function_metadata(); strings are no nodes.
 * Each node is tried once, however often bodies refer to it, and not at all where only its number
 * is printed and its head is sound. */
static void note_unread(struct bl_function *f, uint32_t number)
{
    enum {
        BAD,
        GOOD
    };
    struct bl_error *err = &f->metadata_error;
    struct bl_record_head head;
    uint64_t bit_pos;
    if (err->status < 0 || !bl_metadata_place(f->metadata, number, &bit_pos) ||
        (bl_metadata_peek(f->metadata, number, &head) && !is_printed_in_full(&head)))
        return;
    uint32_t known = bl_map_find(&f->nodes_read, bit_pos);
    if (known == BL_MAP_NONE) {
        known = try_node(f, number, err) ? GOOD : BAD;
        (void)bl_module_note(f->module, bl_map_add(&f->nodes_read, bit_pos, known));
    } else if (known == BAD) {
        bl_module_fail(f->module, BL_E_MALFORMED, "metadata that cannot be read", bit_pos, err);
    }
}

/* A list is not printed in a list: it might contain itself. */
static void print_one(const struct printer *pr, uint64_t number)
{
    struct bl_record rec = {0};
    if (number < BL_NONE)
        note_unread(pr->f, (uint32_t)number);
    if (bl_metadata_read_node_of(pr->f->metadata, number, BL_CODE_METADATA_VALUE, BL_MD_VALUE_OPS,
                                 &rec))
        print_value(pr, &rec);
    else if (is_list(pr->f, number))
        bl_print_numbered(&pr->p, "!", number);
    else if (number < BL_NONE)
        (void)bl_module_note(pr->f->module, bl_metadata_print_ref(pr->f->metadata, (uint32_t)number,
                                                                  pr->p.put, pr->p.context));
    else
        bl_print_unknown(&pr->p, "metadata", number);
    bl_record_release(&rec);
}

static void print_list(const struct printer *pr, const struct bl_record *list)
{
    bl_print_text(&pr->p, "!DIArgList(");
    for (uint32_t i = 0; i < list->n_ops; i++) {
        bl_print_comma(&pr->p, i);
        print_one(pr, list->ops[i]);
    }
    bl_print_text(&pr->p, ")");
}

int bl_function_print_metadata(struct bl_function *f, uint32_t number, bl_put_fn *put,
                               void *context)
{
    struct bl_print_count values = {.p = {put, context}};
    struct printer pr = {.p = {put, context}, .f = f, .values = &values};
    struct bl_record rec = {0};
    struct bl_metadata *metadata;
    (void)bl_function_metadata(f, &metadata, NULL);
    if (!metadata) {
        bl_print_numbered(&pr.p, "!", number);
    } else if (is_list(f, number) && bl_metadata_read_node(metadata, number, &rec)) {
        print_list(&pr, &rec);
    } else {
        print_one(&pr, number);
    }
    bl_record_release(&rec);
    return bl_module_lacked(f->module) ? BL_E_NOMEM : BL_OK;
}
