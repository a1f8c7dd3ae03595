/* analysis/build_facts.c - how a module was built: idents, module flags, compile units, CPUs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Flags are lists of three: a behavior, a name, a value (LLVM Language Reference, "Module Flags
 * Metadata"). Other modules number values and nodes otherwise, so values are kept as text.
 */
#include "analysis/build_facts.h"

#include "base/array.h"
#include "base/view.h"

#include <string.h>

enum {
    MOST_NODES = 1024, /* of a named node that are read */
    MOST_PARTS = 64    /* of a node */
};

struct reader {
    struct build_facts *facts;
    struct bl_module *module;
    struct bl_metadata *metadata;
    struct bl_printer *printer;
    struct bl_record rec;
    struct bl_error *err;
    int status; /* the first failure */
};

const char *flag_behavior_name(uint64_t behavior)
{
    static const char *const names[] = {
        [FLAG_ERROR] = "error",     [FLAG_WARNING] = "warning",
        [FLAG_REQUIRE] = "require", [FLAG_OVERRIDE] = "override",
        [FLAG_APPEND] = "append",   [FLAG_APPEND_UNIQUE] = "append unique",
        [FLAG_MAX] = "max",         [FLAG_MIN] = "min",
    };
    return behavior > 0 && behavior < sizeof names / sizeof *names ? names[behavior] : "unknown";
}

/* Whether RC is of something that was read. What fails first is reported. */
static bool seen(struct reader *r, int rc, const struct bl_error *err)
{
    if (out_need(rc) < 0 && r->status == BL_OK) {
        r->status = rc;
        *r->err = *err;
    }
    return rc >= 0;
}

/* The record of node or value NUMBER, in r->rec; false also where it is null or a string. */
static bool read_node(struct reader *r, uint32_t number)
{
    struct bl_error err;
    struct bl_view text;
    return number != BL_NONE &&
           out_need(bl_metadata_string(r->metadata, number, &text, &err)) == 0 &&
           seen(r, bl_metadata_read(r->metadata, number, &r->rec, &err), &err);
}

/* The parts of node NUMBER, at most MOST_PARTS: how many. BL_NONE is null. */
static uint32_t read_parts(struct reader *r, uint32_t number, uint32_t *parts)
{
    struct bl_metadata_node node;
    uint32_t n = 0;
    if (!read_node(r, number))
        return 0;
    bl_metadata_fields(&r->rec, &node);
    if (!node.name || node.name[0])
        return 0;
    for (uint32_t i = 0; i < node.n_fields; i++)
        for (uint32_t op = 0; op < node.fields[i].n_ops && n < MOST_PARTS; op++) {
            uint64_t plus_one = r->rec.ops[node.fields[i].op + op];
            parts[n++] = plus_one && plus_one <= BL_NONE ? (uint32_t)(plus_one - 1) : BL_NONE;
        }
    return n;
}

static struct bl_view read_string(struct reader *r, uint32_t number)
{
    struct bl_error err;
    struct bl_view text = {0};
    if (number != BL_NONE)
        (void)seen(r, bl_metadata_string(r->metadata, number, &text, &err), &err);
    return text;
}

/* The integer that metadata NUMBER wraps. */
static bool read_integer(struct reader *r, uint32_t number, uint64_t *integer)
{
    struct bl_error err;
    const struct bl_constant *constants;
    const struct bl_constant_value *value;
    uint32_t n_globals = 0, n = 0;
    if (!read_node(r, number) || r->rec.code != BL_CODE_METADATA_VALUE || r->rec.n_ops < 2 ||
        !seen(r, bl_module_count(r->module, &n_globals, &err), &err))
        return false;
    uint64_t at = r->rec.ops[1] - n_globals;
    (void)out_need(bl_module_constants(r->module, &constants, &n, &err));
    if (r->rec.ops[1] < n_globals || at >= n ||
        !seen(r, bl_constant_decode(r->module, &constants[at], &value, &err), &err) ||
        (value->kind != BL_CONSTANT_INTEGER && value->kind != BL_CONSTANT_NULL))
        return false;
    *integer = value->n_words > 0 ? value->words[0] : 0;
    return true;
}

/* Metadata NUMBER as text; of a list its parts, too. */
static void put_value(struct reader *r, uint32_t number, unsigned depth, struct text *text)
{
    enum {
        MOST_DEPTH = 3
    };
    uint32_t parts[MOST_PARTS];
    struct bl_view string;
    if (number == BL_NONE) {
        text_put(text, "null", 4);
        return;
    }
    bool is_text = out_need(bl_metadata_string(r->metadata, number, &string, NULL)) > 0;
    uint32_t n = is_text || depth > MOST_DEPTH ? 0 : read_parts(r, number, parts);
    if (n == 0) {
        (void)out_need(bl_printer_put_metadata(r->printer, number, text_put, text));
        return;
    }
    text_put(text, "!{", 2);
    for (uint32_t i = 0; i < n; i++) {
        text_put(text, ", ", i > 0 ? 2 : 0);
        put_value(r, parts[i], depth + 1, text);
    }
    text_put(text, "}", 1);
}

static char *value_of(struct reader *r, uint32_t number)
{
    struct text text = {0};
    put_value(r, number, 0, &text);
    text_put(&text, "", 1);
    return text.data;
}

static void add_flag(struct reader *r, uint32_t node)
{
    struct build_facts *f = r->facts;
    struct module_flag flag = {.behavior = 0};
    uint32_t parts[MOST_PARTS], required[MOST_PARTS];
    if (read_parts(r, node, parts) != 3 || !read_integer(r, parts[0], &flag.behavior))
        return;
    flag.name = read_string(r, parts[1]);
    flag.is_integer = read_integer(r, parts[2], &flag.integer);
    flag.value = value_of(r, parts[2]);
    if (flag.behavior == FLAG_REQUIRE && read_parts(r, parts[2], required) == 2) {
        flag.required = read_string(r, required[0]);
        flag.required_value = value_of(r, required[1]);
    }
    array_add(&f->flags, &f->n_flags, &f->cap_flags, flag);
}

/* The text that is the only part of NODE. */
static void add_text(struct reader *r, uint32_t node, struct bl_view **texts, uint32_t *n,
                     uint32_t *cap)
{
    uint32_t parts[MOST_PARTS];
    if (read_parts(r, node, parts) > 0)
        array_add(texts, n, cap, read_string(r, parts[0]));
}

static void add_ident(struct reader *r, uint32_t node)
{
    struct build_facts *f = r->facts;
    add_text(r, node, &f->idents, &f->n_idents, &f->cap_idents);
}

/* As -frecord-command-line keeps it. */
static void add_command_line(struct reader *r, uint32_t node)
{
    struct build_facts *f = r->facts;
    add_text(r, node, &f->command_lines, &f->n_command_lines, &f->cap_command_lines);
}

static struct bl_view field_of(struct reader *r, uint32_t number, unsigned id)
{
    struct bl_error err;
    struct bl_view text;
    (void)seen(r, bl_metadata_field_string(r->metadata, number, id, &text, &err), &err);
    return text;
}

static void add_unit(struct reader *r, uint32_t number)
{
    struct build_facts *f = r->facts;
    struct bl_error err;
    struct build_unit unit;
    if (!read_node(r, number) || r->rec.code != BL_CODE_METADATA_COMPILE_UNIT)
        return;
    unit.producer = field_of(r, number, BL_DI_PRODUCER);
    (void)seen(r, bl_debug_file(r->metadata, number, &unit.file, &unit.directory, &err), &err);
    array_add(&f->units, &f->n_units, &f->cap_units, unit);
}

static void read_named(struct reader *r)
{
    static const struct {
        const char *name;
        void (*add)(struct reader *r, uint32_t node);
    } named[] = {
        {"llvm.module.flags", add_flag},
        {"llvm.ident", add_ident},
        {"llvm.commandline", add_command_line},
        {"llvm.dbg.cu", add_unit},
    };
    struct bl_metadata_counts counts = bl_metadata_get_counts(r->metadata);
    for (uint32_t i = 0; i < counts.n_named; i++)
        for (size_t k = 0; k < sizeof named / sizeof *named; k++)
            if (bl_view_is(counts.named[i].name, named[k].name))
                for (uint32_t n = 0; n < counts.named[i].n_nodes && n < MOST_NODES; n++)
                    named[k].add(r, counts.named[i].nodes[n]);
}

/* ---- Attributes ---- */

static void count_target(struct build_target **targets, uint32_t *n, uint32_t *cap,
                         struct bl_view value)
{
    for (uint32_t i = 0; i < *n; i++)
        if (bl_view_compare((*targets)[i].value, value) == 0) {
            (*targets)[i].n++;
            return;
        }
    if (*n < MOST_PARTS)
        array_add(targets, n, cap, (struct build_target){value, 1});
}

static void count_group(struct build_facts *f, const struct bl_attributes *attributes,
                        const struct bl_attribute_group *group)
{
    for (uint32_t i = 0; i < group->n; i++) {
        const struct bl_attribute *a = &attributes->attributes[group->first + i];
        if (a->form != BL_ATTRIBUTE_PAIR)
            continue;
        if (bl_view_is(a->key, "target-cpu"))
            count_target(&f->cpus, &f->n_cpus, &f->cap_cpus, a->value);
        else if (bl_view_is(a->key, "target-features"))
            count_target(&f->features, &f->n_features, &f->cap_features, a->value);
    }
}

static void count_targets(struct reader *r)
{
    const struct bl_attributes *attributes = NULL;
    const struct bl_global *globals = NULL;
    struct bl_error err;
    uint32_t n = 0, n_groups;
    (void)seen(r, bl_module_attributes(r->module, &attributes, &err), &err);
    (void)seen(r, bl_module_globals(r->module, &globals, &n, &err), &err);
    for (uint32_t i = 0; attributes && i < n; i++) {
        if (globals[i].kind != BL_GLOBAL_FUNCTION || globals[i].is_declaration ||
            globals[i].attributes >= attributes->n_lists)
            continue;
        const uint32_t *groups =
            bl_attributes_at(attributes, globals[i].attributes, BL_FUNCTION_INDEX, &n_groups);
        for (uint32_t k = 0; groups && k < n_groups; k++)
            count_group(r->facts, attributes, &attributes->groups[groups[k]]);
    }
}

int build_facts_read(struct build_facts *facts, struct bl_module *module, struct bl_error *err)
{
    struct bl_error why;
    struct reader r = {.facts = facts, .module = module, .err = err};
    *facts = (struct build_facts){.flags = NULL};
    (void)seen(&r, bl_module_metadata(module, &r.metadata, &why), &why);
    if (r.metadata && seen(&r, bl_printer_open(&r.printer, module, NULL, &why), &why))
        read_named(&r);
    count_targets(&r);
    bl_printer_close(r.printer);
    bl_record_release(&r.rec);
    return r.status;
}

void build_facts_release(struct build_facts *facts)
{
    for (uint32_t i = 0; i < facts->n_flags; i++) {
        free(facts->flags[i].value);
        free(facts->flags[i].required_value);
    }
    free(facts->flags);
    free(facts->idents);
    free(facts->command_lines);
    free(facts->units);
    free(facts->cpus);
    free(facts->features);
    *facts = (struct build_facts){.flags = NULL};
}
