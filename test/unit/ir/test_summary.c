/* test_summary.c - every kind of summary, of every version, and what is wrong with one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/opened.h"

#include <stdio.h>

enum {
    MODULE_STRTAB = 19,
    SUMMARIES = 20,
    STRTAB = 23,
    FULL_LTO_SUMMARIES = 24,
};

enum {
    MAX_OPS = 16
};

/* Open the summaries of the module in O, which has some. */
static struct bl_summaries *open_summaries(const struct opened *o)
{
    struct bl_summaries *s;
    cr_assert_eq(bl_summaries_open(&s, o->module, NULL), 1);
    return s;
}

static struct bl_summary next(struct bl_summaries *s)
{
    struct bl_summary summary;
    struct bl_error err = {0};
    cr_assert_eq(bl_summaries_next(s, &summary, &err), 1, "%s", err.what ? err.what : "the end");
    return summary;
}

/* A block of summaries of VERSION, still open. */
static struct bl_writer *begin_summaries(uint64_t version)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, SUMMARIES, WIDTH);
    bl_writer_record(w, 10, BUILD_OPS(version));
    return w;
}

static struct opened end_summaries(struct bl_writer *w)
{
    bl_writer_exit(w);
    return end_module(w);
}

/* ---- Functions ---- */

/* One function, as a record of one code has it; all refer to values 5, 6 and 7,
 * and call 8, then 9. */
struct function_row {
    const char *name;
    uint64_t version;
    uint32_t code, n_ops;
    uint64_t ops[MAX_OPS];
    bool has_function_flags;
    uint32_t n_read_only, n_write_only;
    struct bl_summary_call first;
};

static const struct function_row function_rows[] = {
    {"counts of version 1",
     1,
     1,
     11,
     {4, 0x17, 30, 3, 5, 6, 7, 8, 100, 9, 200},
     false,
     0,
     0,
     {8, 0, 0, false}},
    {"profile of version 1",
     1,
     2,
     13,
     {4, 0x17, 30, 3, 5, 6, 7, 8, 100, 3, 9, 200, 1},
     false,
     0,
     0,
     {8, 0, 0, false}},
    {"version 3", 3, 1, 9, {4, 0x17, 30, 3, 5, 6, 7, 8, 9}, false, 0, 0, {8, 0, 0, false}},
    {"version 4", 4, 1, 10, {4, 0x17, 30, 66, 3, 5, 6, 7, 8, 9}, true, 0, 0, {8, 0, 0, false}},
    {"version 5", 5, 1, 11, {4, 0x17, 30, 66, 3, 1, 5, 6, 7, 8, 9}, true, 1, 0, {8, 0, 0, false}},
    {"version 9",
     9,
     1,
     12,
     {4, 0x17, 30, 66, 3, 1, 1, 5, 6, 7, 8, 9},
     true,
     1,
     1,
     {8, 0, 0, false}},
    {"hotness and tail call",
     12,
     2,
     14,
     {4, 0x17, 30, 66, 3, 1, 1, 5, 6, 7, 8, 11, 9, 0},
     true,
     1,
     1,
     {8, 0, 3, true}},
    {"frequency",
     12,
     19,
     14,
     {4, 0x17, 30, 66, 3, 1, 1, 5, 6, 7, 8, 512, 9, 0},
     true,
     1,
     1,
     {8, 512, 0, false}},
    {"frequency and tail call",
     12,
     19,
     14,
     {4, 0x17, 30, 66, 3, 1, 1, 5, 6, 7, 8, (1 << 28) + 7, 9, 0},
     true,
     1,
     1,
     {8, 7, 0, true}},
    {"combined of version 5",
     5,
     4,
     12,
     {4, 1, 0x17, 30, 66, 3, 1, 5, 6, 7, 8, 9},
     true,
     1,
     0,
     {8, 0, 0, false}},
    {"combined of version 9",
     9,
     4,
     14,
     {4, 1, 0x17, 30, 66, 0, 3, 1, 1, 5, 6, 7, 8, 9},
     true,
     1,
     1,
     {8, 0, 0, false}},
    {"combined profile",
     12,
     5,
     16,
     {4, 1, 0x17, 30, 66, 0, 3, 1, 1, 5, 6, 7, 8, 9, 9, 0},
     true,
     1,
     1,
     {8, 0, 1, true}},
};

static void check_function(const struct function_row *row)
{
    struct bl_writer *w = begin_summaries(row->version);
    bl_writer_record(w, row->code, row->ops, row->n_ops);
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);
    struct bl_summary f = next(s);
    cr_expect_eq(f.kind, BL_SUMMARY_FUNCTION, "%s", row->name);
    cr_expect_eq(f.value, 4, "%s", row->name);
    cr_expect_eq(f.linkage, BL_LINKAGE_INTERNAL, "%s", row->name);
    cr_expect_eq(f.flags & BL_GV_NOT_ELIGIBLE, 1, "%s", row->name);
    cr_expect_eq((f.flags & BL_GV_LIVE) != 0, row->version < 3, "%s", row->name);
    cr_expect_eq(f.n_instructions, 30, "%s", row->name);
    cr_expect_eq(f.function_flags, row->has_function_flags ? 66 : 0, "%s", row->name);
    cr_expect(f.n_refs == 3 && f.refs[0] == 5 && f.refs[2] == 7, "%s", row->name);
    cr_expect_eq(f.n_read_only, row->n_read_only, "%s", row->name);
    cr_expect_eq(f.n_write_only, row->n_write_only, "%s", row->name);
    cr_assert_eq(f.n_calls, 2, "%s: %u calls", row->name, f.n_calls);
    cr_expect_eq(f.calls[0].value, row->first.value, "%s", row->name);
    cr_expect_eq(f.calls[0].frequency, row->first.frequency, "%s", row->name);
    cr_expect_eq(f.calls[0].hotness, row->first.hotness, "%s", row->name);
    cr_expect_eq(f.calls[0].is_tail, row->first.is_tail, "%s", row->name);
    cr_expect(f.calls[1].value == 9 && !f.calls[1].is_tail && f.calls[1].hotness == 0, "%s",
              row->name);
    cr_expect_eq(bl_summaries_next(s, &f, NULL), 0, "%s", row->name);
    bl_summaries_close(s);
    close_module(&o);
}

Test(summary, functions_of_all_versions)
{
    for (size_t i = 0; i < sizeof function_rows / sizeof function_rows[0]; i++)
        check_function(&function_rows[i]);
}

/* ---- Variables and aliases ---- */

Test(summary, variables_and_aliases)
{
    struct bl_writer *w = begin_summaries(12);
    bl_writer_record(w, 3, BUILD_OPS(1, 0x60, 5, 2, 3));                         /* hidden, live */
    bl_writer_record(w, 23, BUILD_OPS(2, 0x50, 4 | 2 << 3, 1, 7, 8, 16, 9, 24)); /* vtable */
    bl_writer_record(w, 6, BUILD_OPS(3, 77, 0x400 | 0x80, 1, 6));
    bl_writer_record(w, 7, BUILD_OPS(4, 0, 2));
    bl_writer_record(w, 8, BUILD_OPS(5, 77, 0, 3));
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);

    struct bl_summary v = next(s);
    cr_expect_eq(v.kind, BL_SUMMARY_VARIABLE);
    cr_expect_eq(v.flags, BL_GV_LIVE | BL_GV_DSO_LOCAL);
    cr_expect_eq(v.variable_flags, BL_GVAR_READ_ONLY | BL_GVAR_CONSTANT);
    cr_expect(v.n_refs == 2 && v.refs[0] == 2 && v.refs[1] == 3 && v.n_slots == 0);

    v = next(s);
    cr_expect_eq(v.flags, BL_GV_NOT_ELIGIBLE | BL_GV_DSO_LOCAL);
    cr_expect_eq((v.variable_flags & BL_GVAR_VCALL_VISIBILITY) >> 3, 2);
    cr_expect(v.n_refs == 1 && v.refs[0] == 7);
    cr_assert_eq(v.n_slots, 2);
    cr_expect(v.slots[1].value == 9 && v.slots[1].offset == 24);

    v = next(s);
    cr_expect(v.module_id == 77 && v.module == BL_NONE, "no module has that id");
    cr_expect_eq(v.flags, BL_GV_CAN_AUTO_HIDE | BL_GV_IMPORT_DECLARATION);
    cr_expect_eq(v.visibility, 0);

    v = next(s);
    cr_expect(v.kind == BL_SUMMARY_ALIAS && v.value == 4 && v.aliasee == 2);
    v = next(s);
    cr_expect(v.kind == BL_SUMMARY_ALIAS && v.value == 5 && v.aliasee == 3 && v.module_id == 77);
    cr_expect_eq(bl_summaries_next(s, &v, NULL), 0);
    cr_expect_eq(bl_summaries_next(s, &v, NULL), 0, "the end stays the end");
    bl_summaries_close(s);
    close_module(&o);
}

/* Before version 5 there are no flags of variables: all is references. */
Test(summary, old_variable)
{
    struct bl_writer *w = begin_summaries(4);
    bl_writer_record(w, 3, BUILD_OPS(1, 0x10 | 0x200, 5, 2));
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);
    struct bl_summary v = next(s);
    cr_expect(v.variable_flags == 0 && v.n_refs == 2 && v.refs[0] == 5);
    cr_expect_eq(v.visibility, 2);
    bl_summaries_close(s);
    close_module(&o);
}

/* ---- An index ---- */

static void write_paths(struct bl_writer *w)
{
    bl_writer_enter(w, MODULE_STRTAB, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(7, 'a', '.', 'o'));
    bl_writer_record(w, 2, BUILD_OPS(1, 2, 3, 4, 5));
    bl_writer_record(w, 1, BUILD_OPS(3));
    bl_writer_exit(w);
}

static struct opened write_index(void)
{
    struct bl_writer *w = begin_module();
    write_paths(w);
    bl_writer_enter(w, SUMMARIES, WIDTH);
    bl_writer_record(w, 10, BUILD_OPS(12));
    bl_writer_record(w, 20, BUILD_OPS(105));
    bl_writer_record(w, 16, BUILD_OPS(1, 0x123456789));
    bl_writer_record(w, 16, BUILD_OPS(2, 0x80000000, 3));
    bl_writer_record(w, 11, BUILD_OPS(99, 98));
    bl_writer_record(w, 5, BUILD_OPS(2, 7, 0, 1, 0, 0, 0, 0, 0));
    bl_writer_record(w, 9, BUILD_OPS(55));
    bl_writer_record(w, 17, BUILD_OPS(0, 1, 1, 2));
    /* A resolution to no function, of which some arguments are reported, and two to functions. */
    bl_writer_record(w, 21,
                     BUILD_OPS(1, 2, 4, 7, 0, 0, 0, 0, 8, 2, 9, 0, 2, 2, 50, 51, 1, 9, 0, 0, 0, 2,
                               8, 4, 0, 16, 1, 0, 1, 0, 24, 1, 0, 3, 0));
    bl_writer_record(w, 21, BUILD_OPS(0, 1, 4, 7, 0, 0, 0, 0, 8, 1, 1, 2, 1, UINT64_MAX, 1, 9));
    bl_writer_record(w, 21, BUILD_OPS(0, 1, 4, 7, 0, 0, 0, 0, 8, 1, 1));
    bl_writer_record(w, 22, BUILD_OPS(0, 1, 8, 1));
    bl_writer_record(w, 18, BUILD_OPS(2, 2)); /* reaches over the end of the STRTAB */
    bl_writer_record(w, 60, BUILD_OPS(1));
    bl_writer_record(w, 24, BUILD_OPS(14));
    bl_writer_exit(w);
    bl_writer_exit(w);
    bl_writer_enter(w, STRTAB, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(1), BLOB);
    struct bl_view names = {.data = (const uint8_t *)"fgh", .size = 3};
    bl_writer_abbreviated(w, id, 1, NULL, 0, &names);
    bl_writer_exit(w);
    return open_module(w);
}

/* All names, with spaces between. */
static void expect_names(const struct bl_summaries *s, const struct bl_summary *r,
                         const char *names)
{
    char text[64] = "";
    size_t n = 0;
    struct bl_view name;
    for (uint32_t i = 0; bl_summaries_name(s, r, i, &name); i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s", i > 0 ? " " : "", (int)name.size,
                              (const char *)name.data);
    cr_expect_str_eq(text, names);
}

static void expect_record(const struct bl_summary *r, uint32_t code, unsigned place)
{
    cr_expect(r->kind == BL_SUMMARY_RECORD && r->code == code && r->place == place,
              "kind %u, code %u, place %u", r->kind, r->code, r->place);
}

Test(summary, modules_of_an_index)
{
    const struct bl_summary_module *modules;
    uint32_t n;
    struct opened o = write_index();
    cr_assert_eq(bl_module_paths(o.module, &modules, &n, NULL), BL_OK);
    cr_assert_eq(n, 2);
    cr_expect(modules[0].id == 7 && modules[0].path.size == 3 &&
              memcmp(modules[0].path.data, "a.o", 3) == 0);
    cr_expect(modules[0].has_hash && modules[0].hash[0] == 1 && modules[0].hash[4] == 5);
    cr_expect(modules[1].id == 3 && modules[1].path.size == 0 && !modules[1].has_hash);
    close_module(&o);
}

Test(summary, records_of_an_index)
{
    struct opened o = write_index();
    struct bl_summaries *s = open_summaries(&o);
    uint64_t guid;
    struct bl_summaries_info facts = bl_summaries_get_info(s);
    cr_expect(facts.version == 12 && facts.flags == 105 && facts.n_guids == 2 &&
              !facts.is_full_lto);
    cr_expect(bl_summaries_guid(s, 1, &guid) && guid == 0x123456789);
    cr_expect(!bl_summaries_guid(s, 3, &guid));

    struct bl_summary r = next(s);
    expect_record(&r, 11, BL_PLACE_NEXT);
    cr_expect(r.n_ops == 2 && r.ops[1] == 98);
    expect_names(s, &r, "");
    r = next(s);
    cr_expect(r.kind == BL_SUMMARY_FUNCTION && r.module == 0 && r.module_id == 7);
    cr_expect(r.has_guid && r.guid == 0x8000000000000003);
    r = next(s);
    expect_record(&r, 9, BL_PLACE_BEFORE);
    r = next(s);
    expect_record(&r, 17, BL_PLACE_INDEX);
    expect_names(s, &r, "f gh");
    r = next(s);
    expect_record(&r, 21, BL_PLACE_INDEX);
    expect_names(s, &r, "gh f fgh");
    r = next(s);
    expect_names(s, &r, "f gh"); /* arguments to the end of the record */
    r = next(s);
    expect_names(s, &r, "f"); /* a name is cut short */
    r = next(s);
    expect_record(&r, 22, BL_PLACE_INDEX);
    expect_names(s, &r, "f");
    r = next(s);
    expect_record(&r, 18, BL_PLACE_INDEX);
    expect_names(s, &r, ""); /* after the STRTAB */
    r = next(s);
    expect_record(&r, 60, BL_PLACE_UNKNOWN);
    cr_expect_eq(bl_summaries_next(s, &r, NULL), 0);
    cr_expect_eq(bl_summaries_get_info(s).n_blocks, 14);
    bl_summaries_close(s);
    close_module(&o);
}

/* ---- Blocks ---- */

Test(summary, full_lto)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, FULL_LTO_SUMMARIES, WIDTH);
    bl_writer_record(w, 10, BUILD_OPS(12));
    bl_writer_record(w, 3, BUILD_OPS(1, 0, 0));
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);
    cr_expect(bl_summaries_get_info(s).is_full_lto);
    cr_expect_eq(next(s).kind, BL_SUMMARY_VARIABLE);
    bl_summaries_close(s);
    close_module(&o);
}

Test(summary, none)
{
    struct bl_summaries *s;
    const struct bl_summary_module *modules;
    uint32_t n;
    struct opened o = end_module(begin_module());
    cr_expect_eq(bl_summaries_open(&s, o.module, NULL), 0);
    cr_expect_null(s);
    cr_expect_eq(bl_module_paths(o.module, &modules, &n, NULL), BL_OK);
    cr_expect_eq(n, 0);
    close_module(&o);
}

/* What LLVM 3.8 wrote has no version, and is laid out in another way. */
Test(summary, without_version)
{
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, SUMMARIES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(1));
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);
    struct bl_summary r = next(s);
    cr_expect(r.kind == BL_SUMMARY_RECORD && r.code == 1 && r.n_ops == 1);
    bl_summaries_close(s);
    close_module(&o);
}

/* ---- Damage ---- */

struct bad_row {
    const char *name;
    uint32_t code, n_ops;
    uint64_t ops[MAX_OPS];
    const char *what;
};

static const struct bad_row bad_rows[] = {
    {"function without counts", 2, 4, {1, 0, 5, 0}, "summary is cut short"},
    {"references missing", 2, 9, {1, 0, 5, 0, 3, 0, 0, 5, 6}, "summary is cut short"},
    {"too many to count", 2, 7, {1, 0, 5, 0, UINT64_MAX, 0, 0}, "summary is cut short"},
    {"more read only than all", 2, 8, {1, 0, 5, 0, 1, 2, 0, 5}, "summary is cut short"},
    {"more write only than all", 2, 8, {1, 0, 5, 0, 1, 0, UINT64_MAX, 5}, "summary is cut short"},
    {"half a call", 2, 8, {1, 0, 5, 0, 0, 0, 0, 5}, "call in a summary is cut short"},
    {"variable without flags", 3, 2, {1, 0}, "summary is cut short"},
    {"half a slot", 23, 5, {1, 0, 0, 0, 8}, "slot of a vtable is cut short"},
    {"vtable without references", 23, 4, {1, 0, 0, 2}, "summary is cut short"},
    {"alias of nothing", 7, 2, {1, 0}, "summary is cut short"},
    {"combined alias of nothing", 8, 3, {1, 0, 0}, "summary is cut short"},
    {"GUID missing", 16, 1, {1}, "VALUE_GUID is short"},
};

static void expect_failure(const struct opened *o, const char *name, int status, const char *what,
                           uint64_t bit_pos)
{
    struct bl_summaries *s = open_summaries(o);
    struct bl_summary summary;
    for (int again = 0; again < 2; again++) {
        struct bl_error err = {0};
        cr_assert_eq(bl_summaries_next(s, &summary, &err), status, "%s", name);
        cr_expect_str_eq(err.what, what, "%s: %s", name, err.what);
        cr_expect_eq(err.bit_pos, bit_pos, "%s", name);
    }
    bl_summaries_close(s);
}

Test(summary, corrupt_records)
{
    for (size_t i = 0; i < sizeof bad_rows / sizeof bad_rows[0]; i++) {
        const struct bad_row *row = &bad_rows[i];
        struct bl_writer *w = begin_summaries(12);
        uint64_t bit_pos = bl_writer_pos(w);
        bl_writer_record(w, row->code, row->ops, row->n_ops);
        struct opened o = end_summaries(w);
        expect_failure(&o, row->name, BL_E_MALFORMED, row->what, bit_pos);
        close_module(&o);
    }
}

/* An abbreviation of literals makes records out of its id alone. */
Test(summary, corrupt_number_of_guids)
{
    struct bl_writer *w = begin_summaries(12);
    uint32_t id = BUILD_DEFINE(w, LIT(16), LIT(1), LIT(2));
    uint64_t first = bl_writer_pos(w);
    for (int i = 0; i < 1000; i++)
        bl_writer_abbreviated(w, id, 16, BUILD_OPS(1, 2), NULL);
    struct opened o = end_summaries(w);
    struct bl_summaries *s = open_summaries(&o);
    struct bl_summary summary;
    struct bl_error err;
    cr_expect_eq(bl_summaries_next(s, &summary, &err), BL_E_LIMIT);
    cr_expect_gt(err.bit_pos, first);
    cr_expect_lt(bl_summaries_get_info(s).n_guids, 1000);
    bl_summaries_close(s);
    close_module(&o);
}

struct bad_path {
    const char *name;
    uint32_t code, n_ops;
    uint64_t ops[MAX_OPS];
    const char *what;
};

Test(summary, corrupt_paths)
{
    static const struct bad_path rows[] = {
        {"no id", 1, 0, {0}, "module without an id"},
        {"short hash", 2, 4, {1, 2, 3, 4}, "hash of no module, or of another size"},
        {"long hash", 2, 6, {1, 2, 3, 4, 5, 6}, "hash of no module, or of another size"},
        {"wide hash", 2, 5, {1, 2, 3, 4, UINT64_MAX}, "hash of no module, or of another size"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct bl_summary_module *modules;
        uint32_t n;
        struct bl_error err = {0};
        struct bl_writer *w = begin_module();
        bl_writer_enter(w, MODULE_STRTAB, WIDTH);
        bl_writer_record(w, 1, BUILD_OPS(7, 'a'));
        bl_writer_record(w, rows[i].code, rows[i].ops, rows[i].n_ops);
        struct opened o = end_summaries(w);
        cr_expect_eq(bl_module_paths(o.module, &modules, &n, &err), BL_E_MALFORMED, "%s",
                     rows[i].name);
        cr_expect_str_eq(err.what, rows[i].what, "%s", rows[i].name);
        cr_expect_eq(n, 1, "%s: those before the damage", rows[i].name);
        close_module(&o);
    }
}

Test(summary, corrupt_hash_of_no_module)
{
    const struct bl_summary_module *modules;
    uint32_t n;
    struct bl_writer *w = begin_module();
    bl_writer_enter(w, MODULE_STRTAB, WIDTH);
    bl_writer_record(w, 2, BUILD_OPS(1, 2, 3, 4, 5));
    struct opened o = end_summaries(w);
    cr_expect_eq(bl_module_paths(o.module, &modules, &n, NULL), BL_E_MALFORMED);
    cr_expect_eq(n, 0);
    close_module(&o);
}
