/* test_kept.c - what is kept of records that take hardly any bits
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An abbreviation of literals makes 1,000 operands out of an id: as many as one record may have are
 * kept, and no more.
 */
#include "unit/ir/opened.h"

enum {
    SYNC_SCOPE_NAMES = 26,
    MODULE_STRTAB = 19,
    VALUE_SYMTAB = 14,
    MOST = BL_MAX_OPERANDS_FLOOR / BUILD_ALIKE_OPS,
};

/* What a reader of the module says. */
typedef int ask_fn(struct bl_module *module, struct bl_error *err);

static int ask_facts(struct bl_module *module, struct bl_error *err)
{
    struct bl_module_info facts;
    return bl_module_get_info(module, 0, &facts, err);
}

static int ask_types(struct bl_module *module, struct bl_error *err)
{
    const struct bl_types *types;
    return bl_module_types(module, &types, err);
}

static int ask_attributes(struct bl_module *module, struct bl_error *err)
{
    const struct bl_attributes *attributes;
    return bl_module_attributes(module, &attributes, err);
}

static int ask_metadata(struct bl_module *module, struct bl_error *err)
{
    struct bl_metadata *metadata;
    return bl_module_metadata(module, &metadata, err);
}

static int ask_name(struct bl_module *module, struct bl_error *err)
{
    struct bl_view name;
    return bl_module_name(module, 0, &name, err);
}

static int ask_comdats(struct bl_module *module, struct bl_error *err)
{
    const struct bl_comdat *comdats;
    uint32_t n;
    return bl_module_comdats(module, &comdats, &n, err);
}

static int ask_paths(struct bl_module *module, struct bl_error *err)
{
    const struct bl_summary_module *paths;
    uint32_t n;
    return bl_module_paths(module, &paths, &n, err);
}

static const struct {
    const char *what;
    uint32_t block_id; /* MODULE: none inside of it */
    uint32_t code;
    uint64_t first, fill;
    ask_fn *ask;
} rows[] = {
    {"sections", MODULE, 5, 'a', 'a', ask_facts},
    {"libraries", MODULE, 6, 'a', 'a', ask_facts},
    {"scopes", SYNC_SCOPE_NAMES, 1, 'a', 'a', ask_facts},
    {"kinds", METADATA_KIND, 6, 0, 'a', ask_facts},
    {"names of types", TYPES, 19, 'a', 'a', ask_types},
    {"attributes", PARAMATTR_GROUP, 3, 1, 3, ask_attributes}, /* a text of threes */
    {"names in the symtab", VALUE_SYMTAB, 1, 0, 'a', ask_name},
    {"COMDATs", MODULE, 12, 0, 'a', ask_comdats},
    {"paths", MODULE_STRTAB, 1, 0, 'a', ask_paths},
    {"strings", METADATA, 1, 'a', 'a', ask_metadata},
    {"named metadata", METADATA, 10, 0, 0, ask_metadata},
    {"attachments", METADATA, 36, 0, 0, ask_metadata},
};

static int ask(size_t row, uint32_t n, struct bl_error *err)
{
    bool is_inside = rows[row].block_id != MODULE;
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(1));                      /* VERSION */
    bl_writer_record(w, 7, BUILD_OPS(0, 1, 0, 0, 0, 0, 0, 0)); /* GLOBALVAR */
    if (is_inside)
        bl_writer_enter(w, rows[row].block_id, WIDTH);
    build_alike(w, rows[row].code, rows[row].first, rows[row].fill, n);
    if (is_inside)
        bl_writer_exit(w);
    struct opened o = end_module(w);
    int status = rows[row].ask(o.module, err);
    cr_expect_eq(rows[row].ask(o.module, NULL), status, "%s: asked again", rows[row].what);
    close_module(&o);
    return status;
}

Test(kept, no_more_than_the_limit)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct bl_error err = {0};
        cr_expect_geq(ask(i, MOST, &err), BL_OK, "%s: %s", rows[i].what, err.what);
        cr_expect_eq(ask(i, MOST + 1, &err), BL_E_LIMIT, "%s: %s", rows[i].what, err.what);
        cr_expect(err.bit_pos > 0 && err.depth > 0, "%s: no place", rows[i].what);
    }
}

/* Names without a character, of which a thousand take less than a thousand bytes. */
Test(kept, no_more_names_than_the_limit)
{
    static const struct {
        uint32_t block_id, code, n_ops;
    } lists[] = {
        {SYNC_SCOPE_NAMES, 1, 0},
        {METADATA_KIND, 6, 1},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        static const uint64_t zero[1];
        struct bl_error err;
        struct bl_module_info facts;
        struct bl_writer *w = begin_module();
        bl_writer_enter(w, lists[i].block_id, WIDTH);
        const struct bl_abbrev_op literals[] = {LIT(lists[i].code), LIT(0)};
        uint32_t id = bl_writer_define(w, literals, 1 + lists[i].n_ops);
        for (int n = 0; n < 1000; n++)
            bl_writer_abbreviated(w, id, lists[i].code, zero, lists[i].n_ops, NULL);
        bl_writer_exit(w);
        struct opened o = end_module(w);
        cr_expect_eq(bl_module_get_info(o.module, 0, &facts, &err), BL_E_LIMIT, "list %zu", i);
        uint32_t n_names = facts.sync_scopes.n + facts.metadata_kinds.n;
        cr_expect_eq(n_names, o.stream.bytes.size / BL_MIN_GLOBAL_BYTES, "list %zu: %u", i,
                     n_names);
        close_module(&o);
    }
}

Test(kept, named_metadata)
{
    struct bl_error err;
    struct bl_metadata *metadata;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, METADATA, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(10)); /* NAMED_NODE without any */
    for (int i = 0; i < 1000; i++)
        bl_writer_abbreviated(w, id, 10, NULL, 0, NULL);
    bl_writer_exit(w);
    struct opened o = end_module(w);
    cr_expect_eq(bl_module_metadata(o.module, &metadata, &err), BL_E_LIMIT);
    cr_expect_eq(bl_metadata_get_counts(metadata).n_named,
                 o.stream.bytes.size / BL_MIN_GLOBAL_BYTES);
    close_module(&o);
}

Test(kept, producers)
{
    for (uint32_t n = MOST; n <= MOST + 1; n++) {
        struct bl_module_info facts;
        struct bl_error err = {0};
        struct bl_writer *w = build_begin();
        bl_writer_enter(w, IDENTIFICATION, WIDTH);
        build_alike(w, 1, 'a', 'a', n);
        bl_writer_exit(w);
        bl_writer_enter(w, MODULE, WIDTH);
        struct opened o = end_module(w);
        cr_expect_eq(bl_module_get_info(o.module, 0, &facts, &err), n > MOST ? BL_E_LIMIT : BL_OK,
                     "%s", err.what);
        close_module(&o);
    }
}
