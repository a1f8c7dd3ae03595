/* cmd/cmd_summary.c - the summaries that ThinLTO keeps in modules and combined indices
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/import_list.h"
#include "base/text.h"
#include "commands.h"
#include "input/modules.h"
#include "input/name_budget.h"

#include <inttypes.h>

enum {
    OPT_IMPORTS,
    OPT_KEEP
};

const struct option_spec summary_options[] = {
    [OPT_IMPORTS] = {"imports", 0, NULL,
                     "which functions and variables ThinLTO would import into each module"},
    [OPT_KEEP] =
        {"keep", 0, "NAME",
         "with --imports: of what modules see of each other, only this is seen from outside"},
    {NULL, 0, NULL, NULL},
};

enum {
    MAX_SHOWN = 16,
    /* Names of one module's values, wherever they are printed: compilers' modules have far less. */
    NAME_BYTES_FLOOR = 16 << 20,
    NAME_BYTES_PER_BYTE = 128
};

struct listing_state {
    struct context *context;
    const struct module_input *in;
    struct bl_summaries *summaries;
    struct bl_summaries_info facts;
    uint32_t n_globals;     /* of the module: their numbers are values */
    struct bl_budget names; /* bytes */
    bool is_spent;
    struct bl_error lost; /* of a name that cannot be read */
};

static const char *const kind_names[] = {
    [BL_SUMMARY_RECORD] = "record",
    [BL_SUMMARY_FUNCTION] = "function",
    [BL_SUMMARY_VARIABLE] = "variable",
    [BL_SUMMARY_ALIAS] = "alias",
};

static const char *const place_names[] = {
    [BL_PLACE_UNKNOWN] = "unknown",
    [BL_PLACE_INDEX] = "index",
    [BL_PLACE_NEXT] = "next",
    [BL_PLACE_BEFORE] = "before",
};

struct flag_name {
    uint64_t flag;
    const char *name;
};

static const struct flag_name flag_names[] = {
    {BL_GV_NOT_ELIGIBLE, "not_eligible_to_import"},
    {BL_GV_LIVE, "live"},
    {BL_GV_DSO_LOCAL, "dso_local"},
    {BL_GV_CAN_AUTO_HIDE, "can_auto_hide"},
    {BL_GV_IMPORT_DECLARATION, "import_declaration"},
    {0, NULL},
};

static const struct flag_name function_flag_names[] = {
    {BL_FFLAG_READ_NONE, "readnone"},
    {BL_FFLAG_READ_ONLY, "readonly"},
    {BL_FFLAG_NO_RECURSE, "norecurse"},
    {BL_FFLAG_RETURN_DOES_NOT_ALIAS, "return_does_not_alias"},
    {BL_FFLAG_NO_INLINE, "noinline"},
    {BL_FFLAG_ALWAYS_INLINE, "alwaysinline"},
    {BL_FFLAG_NO_UNWIND, "nounwind"},
    {BL_FFLAG_MAY_THROW, "may_throw"},
    {BL_FFLAG_HAS_UNKNOWN_CALL, "has_unknown_call"},
    {BL_FFLAG_MUST_BE_UNREACHABLE, "must_be_unreachable"},
    {0, NULL},
};

static const struct flag_name variable_flag_names[] = {
    {BL_GVAR_READ_ONLY, "read_only"},
    {BL_GVAR_WRITE_ONLY, "write_only"},
    {BL_GVAR_CONSTANT, "constant"},
    {0, NULL},
};

static const char *const hotness_names[8] = {"unknown", "cold", "none", "hot", "critical"};

/* NAME, which LLVM leaves out where it is USUAL, and which is NULL where it is not known. */
static const char *word_of(const char *name, const char *usual)
{
    return name ? (*name ? name : usual) : "unknown";
}

static const char *code_name(const struct bl_summary *summary)
{
    return bl_ir_record_name(BL_BLOCK_GLOBALVAL_SUMMARY, summary->code);
}

/* The name that VALUE has in a module. In a combined index there are none; nor where names of
 * values, each of which may be long and referred to again and again, have been too much. */
static bool name_of(struct listing_state *s, uint64_t value, struct bl_view *name)
{
    if (value >= s->n_globals || s->is_spent ||
        out_need(bl_module_name(s->in->module, (uint32_t)value, name, &s->lost)) != BL_OK)
        return false;
    s->is_spent = !bl_budget_spend_whole(&s->names, name->size);
    return name->size > 0 && !s->is_spent;
}

/* "read" or "write" where reference I is known to do nothing else. */
static const char *access_of(const struct bl_summary *summary, uint32_t i)
{
    uint32_t n_left = summary->n_refs - i;
    if (n_left <= summary->n_write_only)
        return "write";
    return n_left <= summary->n_write_only + summary->n_read_only ? "read" : NULL;
}

static unsigned vcall_visibility_of(const struct bl_summary *summary)
{
    return (unsigned)(summary->variable_flags & BL_GVAR_VCALL_VISIBILITY) >> 3;
}

/* ---- Text ---- */

static void put_flags(struct out *o, const struct flag_name *names, uint64_t flags)
{
    for (; names->name; names++)
        if (flags & names->flag)
            out_printf(o, " %s", names->name);
}

/* "@name" or "guid N", with the number where there is neither; "<badref>": the name is lost. */
static void put_value(struct listing_state *s, uint64_t value)
{
    struct out *o = &s->context->out;
    struct bl_view name;
    uint64_t guid;
    out_colour(o, COLOUR_NAME);
    if (name_of(s, value, &name)) {
        if (!put_demangled(s->context, name, out_put, o)) {
            out_char(o, '@');
            bl_name_print(name, out_put, o);
        }
    } else if (bl_summaries_guid(s->summaries, value, &guid)) {
        out_printf(o, "guid %" PRIu64, guid);
    } else if (value < s->n_globals && !s->is_spent &&
               out_need(bl_module_name(s->in->module, (uint32_t)value, &name, &s->lost)) < 0) {
        out_text(o, "<badref>");
    } else {
        out_printf(o, "value %" PRIu64, value);
    }
    out_plain(o);
}

static void put_calls(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    for (uint32_t i = 0; i < summary->n_calls; i++) {
        const struct bl_summary_call *call = &summary->calls[i];
        const char *hotness = hotness_names[call->hotness & 7];
        out_text(o, "    call ");
        put_value(s, call->value);
        if (call->hotness)
            out_printf(o, " %s", hotness ? hotness : "hotness of another LLVM");
        if (call->frequency)
            out_printf(o, " frequency %" PRIu32 "/256", call->frequency);
        out_text(o, call->is_tail ? " tail\n" : "\n");
    }
}

static void put_refs(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    for (uint32_t i = 0; i < summary->n_refs; i++) {
        const char *access = access_of(summary, i);
        out_text(o, "    ref ");
        put_value(s, summary->refs[i]);
        if (access)
            out_printf(o, " %s only", access);
        out_char(o, '\n');
    }
    for (uint32_t i = 0; i < summary->n_slots; i++) {
        out_printf(o, "    slot at %" PRIu64 " ", summary->slots[i].offset);
        put_value(s, summary->slots[i].value);
        out_char(o, '\n');
    }
}

/* A record that is no summary; what belongs to one is indented. */
static void put_record(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    struct bl_view text;
    const char *name = code_name(summary);
    uint32_t n = summary->n_ops < MAX_SHOWN ? summary->n_ops : MAX_SHOWN;
    out_text(o, summary->place == BL_PLACE_BEFORE ? "    " : "  ");
    if (name && summary->place != BL_PLACE_UNKNOWN)
        out_text(o, name);
    else
        out_printf(o, "record of code %" PRIu32, summary->code);
    for (uint32_t i = 0; i < MAX_SHOWN && bl_summaries_name(s->summaries, summary, i, &text); i++) {
        out_text(o, " \"");
        out_escaped(o, text);
        out_char(o, '"');
    }
    for (uint32_t i = 0; i < n; i++)
        out_printf(o, " %" PRIu64, summary->ops[i]);
    if (n < summary->n_ops)
        out_printf(o, " … (%" PRIu32 " in all)", summary->n_ops);
    out_char(o, '\n');
}

static void put_summary(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    if (summary->kind == BL_SUMMARY_RECORD) {
        put_record(s, summary);
        return;
    }
    out_printf(o, "  %s ", kind_names[summary->kind]);
    put_value(s, summary->value);
    if (summary->module != BL_NONE)
        out_printf(o, " module %" PRIu64, summary->module_id);
    out_printf(o, " %s", word_of(bl_linkage_name(summary->linkage), "external"));
    if (summary->visibility)
        out_printf(o, " %s", word_of(bl_visibility_name(summary->visibility), "default"));
    put_flags(o, flag_names, summary->flags);
    if (summary->kind == BL_SUMMARY_FUNCTION) {
        out_text(o, ", ");
        out_count(o, summary->n_instructions, "instruction", "instructions");
    }
    put_flags(o, function_flag_names, summary->function_flags);
    put_flags(o, variable_flag_names, summary->variable_flags);
    if (vcall_visibility_of(summary))
        out_printf(o, " vcall_visibility %u", vcall_visibility_of(summary));
    if (summary->kind == BL_SUMMARY_ALIAS) {
        out_text(o, " of ");
        put_value(s, summary->aliasee);
    }
    out_char(o, '\n');
    put_calls(s, summary);
    put_refs(s, summary);
}

/* ---- JSON ---- */

static void json_flags(struct out *o, const char *key, const struct flag_name *names,
                       uint64_t flags)
{
    const char *before = "";
    json_array(o, key);
    for (; names->name; names++) {
        if (!(flags & names->flag))
            continue;
        out_printf(o, "%s\"%s\"", before, names->name);
        before = ",";
    }
    out_char(o, ']');
}

/* {"value":N and its GUID and name, where they are known */
static void json_value(struct listing_state *s, uint64_t value)
{
    struct out *o = &s->context->out;
    struct bl_view name;
    uint64_t guid;
    out_printf(o, "{\"value\":%" PRIu64, value);
    if (bl_summaries_guid(s->summaries, value, &guid))
        json_u64(o, "guid", guid);
    if (name_of(s, value, &name)) {
        json_view(o, "name", name);
        json_demangled(s->context, o, name);
    }
}

static void json_calls(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    json_array(o, "calls");
    for (uint32_t i = 0; i < summary->n_calls; i++) {
        const struct bl_summary_call *call = &summary->calls[i];
        out_text(o, i > 0 ? "," : "");
        json_value(s, call->value);
        json_u64(o, "hotness", call->hotness);
        json_u64(o, "frequency", call->frequency);
        json_bool(o, "tail", call->is_tail);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_refs(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    json_array(o, "refs");
    for (uint32_t i = 0; i < summary->n_refs; i++) {
        const char *access = access_of(summary, i);
        out_text(o, i > 0 ? "," : "");
        json_value(s, summary->refs[i]);
        if (access)
            json_text(o, "only", access);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_slots(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    json_array(o, "slots");
    for (uint32_t i = 0; i < summary->n_slots; i++) {
        out_text(o, i > 0 ? "," : "");
        json_value(s, summary->slots[i].value);
        json_u64(o, "offset", summary->slots[i].offset);
        out_char(o, '}');
    }
    out_char(o, ']');
}

static void json_record(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    struct bl_view text;
    const char *name = code_name(summary);
    json_begin_in(o, "summary_record", s->in);
    json_u64(o, "bit_pos", summary->bit_pos);
    json_u64(o, "code", summary->code);
    if (name)
        json_text(o, "name", name);
    json_text(o, "of", place_names[summary->place]);
    json_array(o, "names");
    for (uint32_t i = 0; bl_summaries_name(s->summaries, summary, i, &text); i++) {
        out_text(o, i > 0 ? "," : "");
        json_string(o, text);
    }
    out_char(o, ']');
    json_array(o, "ops");
    for (uint32_t i = 0; i < summary->n_ops; i++)
        out_printf(o, "%s%" PRIu64, i > 0 ? "," : "", summary->ops[i]);
    out_text(o, "]}\n");
}

static void json_summary(struct listing_state *s, const struct bl_summary *summary)
{
    struct out *o = &s->context->out;
    struct bl_view name;
    if (summary->kind == BL_SUMMARY_RECORD) {
        json_record(s, summary);
        return;
    }
    json_begin_in(o, "summary", s->in);
    json_text(o, "kind", kind_names[summary->kind]);
    json_u64(o, "bit_pos", summary->bit_pos);
    json_u64(o, "code", summary->code);
    json_u64(o, "value", summary->value);
    if (summary->has_guid)
        json_u64(o, "guid", summary->guid);
    if (name_of(s, summary->value, &name)) {
        json_view(o, "name", name);
        json_demangled(s->context, o, name);
    }
    if (summary->module != BL_NONE)
        json_u64(o, "module_id", summary->module_id);
    json_text(o, "linkage", word_of(bl_linkage_name(summary->linkage), "external"));
    json_text(o, "visibility", word_of(bl_visibility_name(summary->visibility), "default"));
    json_flags(o, "flags", flag_names, summary->flags);
    if (summary->kind == BL_SUMMARY_FUNCTION) {
        json_u64(o, "instructions", summary->n_instructions);
        json_u64(o, "entry_count", summary->entry_count);
        json_flags(o, "function_flags", function_flag_names, summary->function_flags);
        json_calls(s, summary);
        json_refs(s, summary);
    } else if (summary->kind == BL_SUMMARY_VARIABLE) {
        json_flags(o, "variable_flags", variable_flag_names, summary->variable_flags);
        json_u64(o, "vcall_visibility", vcall_visibility_of(summary));
        json_refs(s, summary);
        json_slots(s, summary);
    } else {
        json_key(o, "aliasee");
        json_value(s, summary->aliasee);
        out_char(o, '}');
    }
    json_end(o);
}

/* ---- Modules ---- */

static void put_module(struct listing_state *s, const struct bl_summary_module *module)
{
    struct out *o = &s->context->out;
    bool json = s->context->json;
    if (json) {
        json_begin_in(o, "summary_module", s->in);
        json_u64(o, "id", module->id);
        json_view(o, "path", module->path);
    } else {
        out_printf(o, "  module %" PRIu64 " ", module->id);
        out_colour(o, COLOUR_STRING);
        out_escaped(o, module->path);
        out_plain(o);
    }
    if (module->has_hash) {
        out_text(o, json ? ",\"hash\":\"" : " ");
        for (uint32_t i = 0; i < 5; i++)
            out_printf(o, "%08" PRIx32, module->hash[i]);
        out_text(o, json ? "\"" : "");
    }
    out_text(o, json ? "}\n" : "\n");
}

static int list_summaries(struct listing_state *s, struct bl_error *err)
{
    struct bl_summary summary;
    int rc;
    while ((rc = bl_summaries_next(s->summaries, &summary, err)) > 0) {
        if (s->context->json)
            json_summary(s, &summary);
        else
            put_summary(s, &summary);
    }
    s->facts = bl_summaries_get_info(s->summaries);
    if (rc == 0 && !s->context->json)
        out_printf(&s->context->out, "  %" PRIu64 " basic blocks\n", s->facts.n_blocks);
    return rc;
}

static int list_all(struct listing_state *s, struct bl_error *err)
{
    struct out *o = &s->context->out;
    bool json = s->context->json;
    const struct bl_summary_module *modules;
    uint32_t n;
    int rc = bl_summaries_open(&s->summaries, s->in->module, err);
    if (!json) {
        put_module_path(o, s->in);
        out_char(o, ':');
    }
    if (rc <= 0) {
        out_text(o, json ? "" : rc == 0 ? " no summaries\n" : "\n");
        return rc;
    }
    s->facts = bl_summaries_get_info(s->summaries);
    if (!json && s->facts.version == 0) /* LLVM always begins with one: it is damaged */
        out_text(o, " summaries of version <badref>\n");
    else if (!json)
        out_printf(o, " %ssummaries of version %" PRIu32 ", flags %" PRIu64 "\n",
                   s->facts.is_full_lto ? "full LTO " : "", s->facts.version, s->facts.flags);
    rc = bl_module_paths(s->in->module, &modules, &n, err);
    for (uint32_t i = 0; i < n; i++)
        put_module(s, &modules[i]);
    if (rc == BL_OK)
        rc = list_summaries(s, err);
    if (!json)
        return rc;
    /* Last, as only then all of it is known. */
    json_begin_in(o, "summary_block", s->in);
    json_u64(o, "bit_pos", s->facts.block.bit_pos);
    json_bool(o, "full_lto", s->facts.is_full_lto);
    json_u64(o, "version", s->facts.version);
    json_u64(o, "flags", s->facts.flags);
    json_u64(o, "guids", s->facts.n_guids);
    json_u64(o, "blocks", s->facts.n_blocks);
    json_end(o);
    return rc;
}

static void list_module(void *data, const struct module_input *in)
{
    struct listing_state *s = data;
    struct bl_error err;
    s->in = in;
    s->summaries = NULL;
    out_need(bl_module_count(in->module, &s->n_globals, NULL));
    s->names.left = NAME_BYTES_FLOOR + in->input->stream.bytes.size * NAME_BYTES_PER_BYTE;
    s->is_spent = false;
    s->lost = (struct bl_error){0};
    int rc = list_all(s, &err);
    bl_summaries_close(s->summaries);
    if (s->is_spent)
        report_text(s->context, in->input->path, BL_E_LIMIT,
                    "names that repeat too much: values have numbers from there on");
    if (rc < 0)
        report_in_module(in, &err);
    else if (s->lost.status < 0)
        report_in_module(in, &s->lost);
}

static void add_module(void *data, const struct module_input *in)
{
    import_list_add(data, in);
}

bool cmd_summary(struct context *c)
{
    struct listing_state s = {.context = c};
    struct import_list list;
    const char *name;
    bool imports = false, keeps = false, found = true;
    import_list_open(&list, c);
    for (int option; (option = next_option(c, &name)) >= 0;) {
        imports |= option == OPT_IMPORTS;
        if (option == OPT_KEEP) {
            import_list_keep(&list, name);
            keeps = true;
        }
    }
    if (keeps && !imports)
        usage_error(c->command, "--keep needs --imports");
    if (imports) {
        visit_modules(c, 0, add_module, &list);
        found = import_list_put(&list);
    } else {
        visit_modules(c, 0, list_module, &s);
    }
    import_list_close(&list);
    return found;
}
