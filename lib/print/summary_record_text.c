/* print/summary_record_text.c - records of summaries as LLVM assembly
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/summary_record_text.h"

#include "base/grow.h"

enum {
    FIRST_WITH_MORE_FUNCTION_FLAGS = 14,
    FIRST_WITH_TAIL_CALLS = 18,
    FIRST_WITH_IMPORT_TYPE = 19,
    /* Of the block of summaries. */
    VERSION_OF_ALLOC_COUNTS = 10,
    VERSION_OF_SPLIT_STACK_IDS = 12,
    OLD_TAIL_BIT = 28, /* was part of the frequency */
};

static const char *const waiting_words[BL_N_WAITING] = {
    [BL_WAIT_TYPE_TESTS] = "typeTests: (",
    [BL_WAIT_ASSUME_VCALLS] = "typeTestAssumeVCalls: (",
    [BL_WAIT_CHECKED_VCALLS] = "typeCheckedLoadVCalls: (",
    [BL_WAIT_ASSUME_CONST_VCALLS] = "typeTestAssumeConstVCalls: (",
    [BL_WAIT_CHECKED_CONST_VCALLS] = "typeCheckedLoadConstVCalls: (",
    [BL_WAIT_ALLOCS] = "allocs: (",
    [BL_WAIT_CALLSITES] = "callsites: (",
    [BL_WAIT_PARAMS] = "params: (",
};

/* The operands of a record, one by one. */
struct reader {
    const uint64_t *ops;
    uint32_t n, at;
    bool is_short; /* more was taken than there is */
};

static uint64_t take(struct reader *r)
{
    if (r->at < r->n)
        return r->ops[r->at++];
    r->is_short = true;
    return 0;
}

static bool is_at_end(const struct reader *r)
{
    return r->at >= r->n;
}

/* ---- Numbers ---- */

uint32_t bl_summary_item_of(const struct bl_summary_writer *w, uint64_t value)
{
    const struct bl_summary_slots *x = &w->slots;
    uint64_t guid;
    if (value < x->n_values)
        return x->item_of_value[value];
    if (!bl_summaries_guid(w->summaries, value, &guid))
        return BL_NONE;
    uint32_t at = bl_summary_lower_bound(&x->values, guid);
    return at < x->values.n && x->values.items[at].guid == guid ? at : BL_NONE;
}

static void put_slot(struct bl_summary_writer *w, struct bl_text *t, uint32_t slot)
{
    if (slot != BL_NONE) {
        bl_text_numbered(t, "^", slot);
        return;
    }
    bl_text_put(t, "^<badref>");
    w->is_bad = true;
}

static void put_ref(struct bl_summary_writer *w, struct bl_text *t, uint64_t value)
{
    uint32_t item = bl_summary_item_of(w, value);
    put_slot(w, t, item == BL_NONE ? BL_NONE : w->slots.values.items[item].slot);
}

static void put_stack_id(struct bl_summary_writer *w, struct bl_text *t, uint64_t index)
{
    if (index < w->stack_ids.n)
        bl_text_u64(t, w->stack_ids.items[index]);
    else
        w->is_bad = true;
}

/* ---- Types and virtual calls ---- */

static void put_vfunc_id(struct bl_summary_writer *w, struct bl_text *t, uint64_t guid,
                         uint64_t offset)
{
    const struct bl_summary_items *ids = &w->slots.type_ids;
    uint32_t first = bl_summary_lower_bound(ids, guid), i = first;
    for (; i < ids->n && ids->items[i].guid == guid; i++) {
        bl_text_comma(t, i - first);
        bl_text_numbered(t, "vFuncId: (^", ids->items[i].slot);
        bl_text_numbered(t, ", offset: ", offset);
        bl_text_char(t, ')');
    }
    if (i > first)
        return;
    bl_text_numbered(t, "vFuncId: (guid: ", guid);
    bl_text_numbered(t, ", offset: ", offset);
    bl_text_char(t, ')');
}

static void put_type_test(struct bl_summary_writer *w, struct bl_text *t, uint64_t guid)
{
    const struct bl_summary_items *ids = &w->slots.type_ids;
    uint32_t first = bl_summary_lower_bound(ids, guid), i = first;
    for (; i < ids->n && ids->items[i].guid == guid; i++) {
        bl_text_comma(t, i - first);
        bl_text_numbered(t, "^", ids->items[i].slot);
    }
    if (i == first)
        bl_text_u64(t, guid);
}

/* ", " unless T is empty. */
static void separate(struct bl_text *t)
{
    bl_text_comma(t, t->size);
}

static void wait_type_tests(struct bl_summary_writer *w, struct reader *r)
{
    struct bl_text *t = &w->waiting[BL_WAIT_TYPE_TESTS];
    while (!is_at_end(r) && !t->is_cut) {
        separate(t);
        put_type_test(w, t, take(r));
    }
}

static void wait_vcalls(struct bl_summary_writer *w, struct reader *r, struct bl_text *t)
{
    while (!is_at_end(r) && !t->is_cut) {
        uint64_t guid = take(r);
        separate(t);
        put_vfunc_id(w, t, guid, take(r));
    }
}

static void put_args(struct bl_text *t, struct reader *r, uint64_t n)
{
    bl_text_put(t, "args: (");
    for (uint64_t i = 0; i < n && !r->is_short; i++) {
        bl_text_comma(t, i);
        bl_text_u64(t, take(r));
    }
    bl_text_char(t, ')');
}

static void wait_const_vcall(struct bl_summary_writer *w, struct reader *r, struct bl_text *t)
{
    uint64_t guid = take(r);
    separate(t);
    bl_text_char(t, '(');
    put_vfunc_id(w, t, guid, take(r));
    if (!is_at_end(r)) {
        bl_text_put(t, ", ");
        put_args(t, r, r->n - r->at);
    }
    bl_text_char(t, ')');
}

/* ---- Parameters ---- */

static int64_t take_signed(struct reader *r)
{
    uint64_t v = take(r);
    if ((v & 1) == 0)
        return (int64_t)(v >> 1);
    return v == 1 ? INT64_MIN : -(int64_t)(v >> 1);
}

/* Bounds of a set of signed numbers, the upper one not in it; upside down: beyond the greatest. */
static void put_range(struct bl_text *t, struct reader *r)
{
    int64_t low = take_signed(r), high = take_signed(r);
    bool is_full = low == high && low == -1;
    bl_text_char(t, '[');
    bl_text_i64(t, is_full || (low > high && high != INT64_MIN) ? INT64_MIN : low);
    bl_text_put(t, ", ");
    bl_text_i64(t, is_full || low > high ? INT64_MAX : (int64_t)((uint64_t)high - 1));
    bl_text_char(t, ']');
}

static void put_param_calls(struct bl_summary_writer *w, struct bl_text *t, struct reader *r)
{
    uint64_t n = take(r);
    if (n == 0)
        return;
    bl_text_put(t, ", calls: (");
    for (uint64_t i = 0; i < n && !r->is_short && !t->is_cut; i++) {
        uint64_t param = take(r);
        bl_text_comma(t, i);
        bl_text_put(t, "(callee: ");
        put_ref(w, t, take(r));
        bl_text_numbered(t, ", param: ", param);
        bl_text_put(t, ", offset: ");
        put_range(t, r);
        bl_text_char(t, ')');
    }
    bl_text_char(t, ')');
}

static void wait_params(struct bl_summary_writer *w, struct reader *r)
{
    struct bl_text *t = &w->waiting[BL_WAIT_PARAMS];
    t->size = 0;
    while (!is_at_end(r) && !t->is_cut) {
        separate(t);
        bl_text_numbered(t, "(param: ", take(r));
        bl_text_put(t, ", offset: ");
        put_range(t, r);
        put_param_calls(w, t, r);
        bl_text_char(t, ')');
    }
}

/* ---- Memory profiles ---- */

static void keep_numbers(struct bl_summary_writer *w, struct bl_summary_numbers *numbers,
                         const struct reader *r, bool are_halves)
{
    uint32_t n = are_halves ? r->n / 2 : r->n;
    numbers->n = 0;
    if (bl_grow(&numbers->items, &numbers->cap, n) < 0) {
        w->has_lacked = true;
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        numbers->items[i] =
            are_halves ? r->ops[2 * (size_t)i] << 32 | (r->ops[2 * (size_t)i + 1] & UINT32_MAX)
                       : r->ops[i];
    numbers->n = n;
}

static void put_stack_ids(struct bl_summary_writer *w, struct bl_text *t, struct reader *r,
                          uint64_t n)
{
    for (uint64_t i = 0; i < n && !r->is_short && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_stack_id(w, t, take(r));
    }
}

/* A path in the tree from entry AT on: how long it is, and then indices of stack ids, or how far
 * the next one is, as a negative number. Indices only increase. */
static void put_stack_path(struct bl_summary_writer *w, struct bl_text *t, uint64_t at)
{
    const struct bl_summary_numbers *tree = &w->radix_tree;
    uint64_t n = at < tree->n ? tree->items[at++] : 0;
    for (uint64_t i = 0; i < n && !t->is_cut; i++, at++) {
        if (at < tree->n && tree->items[at] >> 31 & 1)
            at += (uint32_t)(0 - tree->items[at]);
        if (at >= tree->n) {
            w->is_bad = true;
            return;
        }
        bl_text_comma(t, i);
        put_stack_id(w, t, tree->items[at]);
    }
}

static void put_allocation_type(struct bl_text *t, uint64_t type)
{
    static const char *const words[] = {"none", "notcold", "cold", NULL, "hot"};
    if (type < sizeof words / sizeof *words && words[type])
        bl_text_put(t, words[type]);
    else
        bl_text_u64(t, type);
}

static void put_contexts(struct bl_summary_writer *w, struct bl_text *t, struct reader *r,
                         uint64_t n, bool have_stacks)
{
    for (uint64_t i = 0; i < n && !is_at_end(r) && !t->is_cut; i++) {
        bl_text_comma(t, i);
        bl_text_put(t, "(type: ");
        put_allocation_type(t, take(r));
        bl_text_put(t, ", stackIds: (");
        if (have_stacks && w->radix_tree.n > 0)
            put_stack_path(w, t, take(r));
        else if (have_stacks)
            put_stack_ids(w, t, r, take(r));
        bl_text_put(t, "))");
    }
}

/* Contexts, without their number up to version 9; sizes may follow, which are not printed. */
static void wait_alloc(struct bl_summary_writer *w, struct reader *r)
{
    struct bl_text *t = &w->waiting[BL_WAIT_ALLOCS];
    uint64_t n = w->info.version >= VERSION_OF_ALLOC_COUNTS ? take(r) : r->n;
    separate(t);
    bl_text_put(t, "(versions: (none), memProf: (");
    put_contexts(w, t, r, n, true);
    bl_text_put(t, "))");
}

/* The same of an index: versions, which come first in the text, come last. */
static void wait_combined_alloc(struct bl_summary_writer *w, struct reader *r, bool have_stacks)
{
    struct bl_text *t = &w->waiting[BL_WAIT_ALLOCS];
    uint64_t n_contexts = take(r), n_versions = take(r);
    uint32_t n_left = r->n - r->at;
    struct reader versions = {.ops = r->ops, .n = r->n};
    versions.at = r->n - (n_versions < n_left ? (uint32_t)n_versions : n_left);
    separate(t);
    bl_text_put(t, "(versions: (");
    for (uint64_t i = 0; !is_at_end(&versions) && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_allocation_type(t, take(&versions));
    }
    bl_text_put(t, "), memProf: (");
    put_contexts(w, t, r, n_contexts, have_stacks);
    bl_text_put(t, "))");
}

static void wait_callsite(struct bl_summary_writer *w, struct reader *r, bool is_combined)
{
    struct bl_text *t = &w->waiting[BL_WAIT_CALLSITES];
    uint64_t value = take(r);
    uint64_t n_ids = is_combined ? take(r) : r->n - r->at;
    uint64_t n_versions = is_combined ? take(r) : 0;
    uint32_t n_left = r->n - r->at;
    struct reader versions = {.ops = r->ops, .n = r->n};
    versions.at = r->n - (n_versions < n_left ? (uint32_t)n_versions : n_left);
    separate(t);
    bl_text_put(t, "(callee: ");
    if (bl_summary_item_of(w, value) == BL_NONE)
        bl_text_put(t, "null");
    else
        put_ref(w, t, value);
    bl_text_put(t, is_combined ? ", clones: (" : ", clones: (0");
    for (uint64_t i = 0; !is_at_end(&versions) && !t->is_cut; i++) {
        bl_text_comma(t, i);
        bl_text_u64(t, take(&versions));
    }
    bl_text_put(t, "), stackIds: (");
    put_stack_ids(w, t, r, n_ids);
    bl_text_put(t, "))");
}

/* ---- Type identifiers ---- */

static void put_word_of(struct bl_text *t, const char *const *words, size_t n, uint64_t i)
{
    if (i < n)
        bl_text_put(t, words[i]);
    else
        bl_text_u64(t, i);
}

static void put_nonzero(struct bl_text *t, const char *key, uint64_t v)
{
    if (v)
        bl_text_numbered(t, key, v);
}

static void put_type_test_resolution(struct bl_text *t, struct reader *r)
{
    static const char *const kinds[] = {"unsat",  "byteArray", "inline",
                                        "single", "allOnes",   "unknown"};
    bl_text_put(t, "typeTestRes: (kind: ");
    put_word_of(t, kinds, sizeof kinds / sizeof *kinds, take(r));
    bl_text_numbered(t, ", sizeM1BitWidth: ", take(r) & UINT32_MAX);
    put_nonzero(t, ", alignLog2: ", take(r));
    put_nonzero(t, ", sizeM1: ", take(r));
    put_nonzero(t, ", bitMask: ", take(r) & UINT8_MAX);
    put_nonzero(t, ", inlineBits: ", take(r));
    bl_text_char(t, ')');
}

/* What calls with some constant arguments resolve to. */
static void put_by_arguments(struct bl_text *t, struct reader *r)
{
    enum {
        UNIFORM = 1,
        UNIQUE = 2,
    };
    static const char *const kinds[] = {"indir", "uniformRetVal", "uniqueRetVal",
                                        "virtualConstProp"};
    put_args(t, r, take(r));
    bl_text_put(t, ", byArg: (kind: ");
    uint64_t kind = take(r), info = take(r), byte = take(r), bit = take(r);
    put_word_of(t, kinds, sizeof kinds / sizeof *kinds, kind);
    if (kind == UNIFORM || kind == UNIQUE)
        bl_text_numbered(t, ", info: ", info);
    if (byte || bit) {
        bl_text_numbered(t, ", byte: ", byte);
        bl_text_numbered(t, ", bit: ", bit);
    }
    bl_text_char(t, ')');
}

/* What virtual calls by one offset resolve to. */
static void put_resolution(struct bl_summary_writer *w, struct bl_text *t, struct reader *r)
{
    enum {
        SINGLE_IMPLEMENTATION = 1,
    };
    static const char *const kinds[] = {"indir", "singleImpl", "branchFunnel"};
    bl_text_numbered(t, "(offset: ", take(r));
    bl_text_put(t, ", wpdRes: (kind: ");
    uint64_t kind = take(r), name_at = take(r), name_size = take(r), n = take(r);
    put_word_of(t, kinds, sizeof kinds / sizeof *kinds, kind);
    if (kind == SINGLE_IMPLEMENTATION) {
        struct bl_view name = {0};
        w->is_bad |= !bl_module_strtab_text(w->p->tables.module, name_at, name_size, &name);
        bl_text_put(t, ", singleImplName: \"");
        bl_text_view(t, name);
        bl_text_char(t, '"');
    }
    if (n > 0)
        bl_text_put(t, ", resByArg: (");
    for (uint64_t i = 0; i < n && !r->is_short && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_by_arguments(t, r);
    }
    bl_text_put(t, n > 0 ? ")))" : "))");
}

static void put_type_id(struct bl_summary_writer *w, struct bl_text *t, struct reader *r)
{
    put_type_test_resolution(t, r);
    if (is_at_end(r))
        return;
    bl_text_put(t, ", wpdResolutions: (");
    for (uint64_t i = 0; !is_at_end(r) && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_resolution(w, t, r);
    }
    bl_text_char(t, ')');
}

static void put_vtables(struct bl_summary_writer *w, struct bl_text *t, struct reader *r)
{
    for (uint64_t i = 0; !is_at_end(r) && !t->is_cut; i++) {
        bl_text_comma(t, i);
        bl_text_numbered(t, "(offset: ", take(r));
        bl_text_put(t, ", ");
        put_ref(w, t, take(r));
        bl_text_char(t, ')');
    }
}

/* ---- Summaries ---- */

static void put_summary_flags(struct bl_summary_writer *w, struct bl_text *t,
                              const struct bl_summary *s)
{
    static const struct {
        const char *key;
        uint8_t flag; /* bl_summary_flag */
    } flags[] = {{", notEligibleToImport: ", BL_GV_NOT_ELIGIBLE},
                 {", live: ", BL_GV_LIVE},
                 {", dsoLocal: ", BL_GV_DSO_LOCAL},
                 {", canAutoHide: ", BL_GV_CAN_AUTO_HIDE}};
    const char *visibility = bl_visibility_name(s->visibility);
    const char *linkage = bl_linkage_name(s->linkage);
    bl_text_put(t, ", flags: (linkage: ");
    bl_text_put(t, linkage && *linkage ? linkage : "external");
    bl_text_put(t, ", visibility: ");
    bl_text_put(t, visibility && *visibility ? visibility : "default");
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        bl_text_numbered(t, flags[i].key, (s->flags & flags[i].flag) != 0);
    if (w->slots.llvm >= FIRST_WITH_IMPORT_TYPE)
        bl_text_put(t, s->flags & BL_GV_IMPORT_DECLARATION ? ", importType: declaration"
                                                           : ", importType: definition");
    bl_text_char(t, ')');
}

static void put_function_flags(struct bl_summary_writer *w, struct bl_text *t, uint64_t flags)
{
    enum {
        N_OLD = 6,
    };
    static const char *const keys[] = {
        "readNone: ",         ", readOnly: ",         ", noRecurse: ", ", returnDoesNotAlias: ",
        ", noInline: ",       ", alwaysInline: ",     ", noUnwind: ",  ", mayThrow: ",
        ", hasUnknownCall: ", ", mustBeUnreachable: "};
    unsigned n =
        w->slots.llvm < FIRST_WITH_MORE_FUNCTION_FLAGS ? N_OLD : sizeof keys / sizeof *keys;
    if ((flags & ((UINT64_C(1) << n) - 1)) == 0)
        return;
    bl_text_put(t, ", funcFlags: (");
    for (unsigned i = 0; i < n; i++)
        bl_text_numbered(t, keys[i], flags >> i & 1);
    bl_text_char(t, ')');
}

static void put_call(struct bl_summary_writer *w, struct bl_text *t,
                     const struct bl_summary_call *call)
{
    static const char *const words[] = {NULL, "cold", "none", "hot", "critical"};
    bool has_tail = w->slots.llvm >= FIRST_WITH_TAIL_CALLS;
    uint32_t frequency = call->frequency;
    if (!has_tail && call->hotness == 0)
        frequency |= (uint32_t)call->is_tail << OLD_TAIL_BIT;
    bl_text_put(t, "(callee: ");
    put_ref(w, t, call->value);
    if (call->hotness > 0 && call->hotness < sizeof words / sizeof *words) {
        bl_text_put(t, ", hotness: ");
        bl_text_put(t, words[call->hotness]);
    } else if (frequency) {
        bl_text_numbered(t, ", relbf: ", frequency);
    }
    if (has_tail && call->is_tail)
        bl_text_put(t, ", tail: 1");
    bl_text_char(t, ')');
}

static void put_waiting(struct bl_text *t, struct bl_text *waiting, enum bl_summary_waiting which)
{
    bl_text_put(t, waiting_words[which]);
    bl_text_bytes(t, waiting->data, waiting->size);
    bl_text_char(t, ')');
    t->is_cut |= waiting->is_cut;
    t->has_lacked |= waiting->has_lacked;
    waiting->size = 0;
}

static void put_all_waiting(struct bl_summary_writer *w, struct bl_text *t)
{
    unsigned n = 0;
    for (unsigned i = 0; i < BL_N_WAITING_TYPES; i++) {
        if (w->waiting[i].size == 0)
            continue;
        bl_text_put(t, n++ == 0 ? ", typeIdInfo: (" : ", ");
        put_waiting(t, &w->waiting[i], i);
    }
    if (n > 0)
        bl_text_char(t, ')');
    for (unsigned i = BL_N_WAITING_TYPES; i < BL_N_WAITING; i++) {
        if (w->waiting[i].size == 0)
            continue;
        bl_text_put(t, ", ");
        put_waiting(t, &w->waiting[i], i);
    }
}

static void put_function_summary(struct bl_summary_writer *w, struct bl_text *t,
                                 const struct bl_summary *s)
{
    bl_text_numbered(t, ", insts: ", s->n_instructions & UINT32_MAX);
    put_function_flags(w, t, s->function_flags);
    if (s->n_calls > 0)
        bl_text_put(t, ", calls: (");
    for (uint32_t i = 0; i < s->n_calls && !t->is_cut; i++) {
        bl_text_comma(t, i);
        put_call(w, t, &s->calls[i]);
    }
    if (s->n_calls > 0)
        bl_text_char(t, ')');
    put_all_waiting(w, t);
}

static void put_variable(struct bl_summary_writer *w, struct bl_text *t, const struct bl_summary *s)
{
    enum {
        VCALL_VISIBILITY_AT = 3,
    };
    uint64_t flags = s->variable_flags;
    bl_text_numbered(t, ", varFlags: (readonly: ", (flags & BL_GVAR_READ_ONLY) != 0);
    bl_text_numbered(t, ", writeonly: ", (flags & BL_GVAR_WRITE_ONLY) != 0);
    bl_text_numbered(t, ", constant: ", (flags & BL_GVAR_CONSTANT) != 0);
    if (s->n_slots > 0)
        bl_text_numbered(
            t, ", vcall_visibility: ", (flags & BL_GVAR_VCALL_VISIBILITY) >> VCALL_VISIBILITY_AT);
    bl_text_put(t, s->n_slots > 0 ? "), vTableFuncs: (" : ")");
    for (uint32_t i = 0; i < s->n_slots && !t->is_cut; i++) {
        bl_text_comma(t, i);
        bl_text_put(t, "(virtFunc: ");
        put_ref(w, t, s->slots[i].value);
        bl_text_numbered(t, ", offset: ", s->slots[i].offset);
        bl_text_char(t, ')');
    }
    if (s->n_slots > 0)
        bl_text_char(t, ')');
}

/* Null: the module that it is in has no summary of the other. */
static void put_alias(struct bl_summary_writer *w, struct bl_text *t, const struct bl_summary *s,
                      uint32_t path)
{
    uint32_t item = bl_summary_item_of(w, s->aliasee);
    bl_text_put(t, ", aliasee: ");
    if (item == BL_NONE || bl_map_find(&w->has_summary, bl_summary_key(item, path)) == BL_MAP_NONE)
        bl_text_put(t, "null");
    else
        put_slot(w, t, w->slots.values.items[item].slot);
}

static void put_refs(struct bl_summary_writer *w, struct bl_text *t, const struct bl_summary *s)
{
    uint32_t first_write_only = s->n_refs - s->n_write_only;
    uint32_t first_read_only = first_write_only - s->n_read_only;
    if (s->n_refs == 0)
        return;
    bl_text_put(t, ", refs: (");
    for (uint32_t i = 0; i < s->n_refs && !t->is_cut; i++) {
        bl_text_comma(t, i);
        if (i >= first_write_only)
            bl_text_put(t, "writeonly ");
        else if (i >= first_read_only)
            bl_text_put(t, "readonly ");
        put_ref(w, t, s->refs[i]);
    }
    bl_text_char(t, ')');
}

void bl_put_summary_record(struct bl_summary_writer *w, struct bl_text *t,
                           const struct bl_summary *s, uint32_t path)
{
    static const char *const kinds[] = {[BL_SUMMARY_FUNCTION] = "function: (module: ",
                                        [BL_SUMMARY_VARIABLE] = "variable: (module: ",
                                        [BL_SUMMARY_ALIAS] = "alias: (module: "};
    bl_text_put(t, kinds[s->kind]);
    put_slot(w, t, path);
    put_summary_flags(w, t, s);
    if (s->kind == BL_SUMMARY_FUNCTION)
        put_function_summary(w, t, s);
    else if (s->kind == BL_SUMMARY_VARIABLE)
        put_variable(w, t, s);
    else
        put_alias(w, t, s, path);
    put_refs(w, t, s);
    bl_text_char(t, ')');
}

void bl_put_type_id_record(struct bl_summary_writer *w, struct bl_text *t,
                           const struct bl_summary *s)
{
    enum {
        AFTER_NAME = 2,
    };
    struct reader r = {.ops = s->ops, .n = s->n_ops, .at = AFTER_NAME};
    if (s->code == BL_CODE_SUMMARY_TYPE_ID)
        put_type_id(w, t, &r);
    else
        put_vtables(w, t, &r);
    w->is_bad |= r.is_short;
}

void bl_keep_summary_record(struct bl_summary_writer *w, const struct bl_summary *s)
{
    struct reader r = {.ops = s->ops, .n = s->n_ops};
    switch (s->code) {
    case BL_CODE_SUMMARY_TYPE_TESTS: wait_type_tests(w, &r); break;
    case BL_CODE_SUMMARY_TYPE_TEST_ASSUME_VCALLS:
        wait_vcalls(w, &r, &w->waiting[BL_WAIT_ASSUME_VCALLS]);
        break;
    case BL_CODE_SUMMARY_TYPE_CHECKED_LOAD_VCALLS:
        wait_vcalls(w, &r, &w->waiting[BL_WAIT_CHECKED_VCALLS]);
        break;
    case BL_CODE_SUMMARY_TYPE_TEST_ASSUME_CONST_VCALL:
        wait_const_vcall(w, &r, &w->waiting[BL_WAIT_ASSUME_CONST_VCALLS]);
        break;
    case BL_CODE_SUMMARY_TYPE_CHECKED_LOAD_CONST_VCALL:
        wait_const_vcall(w, &r, &w->waiting[BL_WAIT_CHECKED_CONST_VCALLS]);
        break;
    case BL_CODE_SUMMARY_PARAM_ACCESS: wait_params(w, &r); break;
    case BL_CODE_SUMMARY_STACK_IDS:
        keep_numbers(w, &w->stack_ids, &r, w->info.version >= VERSION_OF_SPLIT_STACK_IDS);
        break;
    case BL_CODE_SUMMARY_CONTEXT_RADIX_TREE_ARRAY:
        keep_numbers(w, &w->radix_tree, &r, false);
        break;
    case BL_CODE_SUMMARY_PERMODULE_CALLSITE_INFO: wait_callsite(w, &r, false); break;
    case BL_CODE_SUMMARY_COMBINED_CALLSITE_INFO: wait_callsite(w, &r, true); break;
    case BL_CODE_SUMMARY_PERMODULE_ALLOC_INFO: wait_alloc(w, &r); break;
    case BL_CODE_SUMMARY_COMBINED_ALLOC_INFO: wait_combined_alloc(w, &r, true); break;
    case BL_CODE_SUMMARY_COMBINED_ALLOC_INFO_NO_CONTEXT: wait_combined_alloc(w, &r, false); break;
    default: break;
    }
    w->is_bad |= r.is_short;
}
