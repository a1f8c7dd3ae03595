/* cmd/cmd_lower.c - lower: modules as an older LLVM reads them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "base/view.h"
#include "commands.h"
#include "rewrite/rewriting.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPT_FOR = N_REWRITE_OPTIONS,
    OPT_FOR_READER,
    OPT_ALLOW,
    OPT_KEEP,
    OPT_NOTE,
    OPT_EXPLAIN
};

const struct option_spec lower_options[] = {
    REWRITE_OPTIONS,
    [OPT_FOR] = {"for", 0, "N", "the LLVM that has to read the result, 13 to 22, or rust-1.NN"},
    [OPT_FOR_READER] = {"for-reader", 0, "MADE", "the LLVM that the file MADE comes from"},
    [OPT_ALLOW] = {"allow", 0, "FEATURE", "leave FEATURE out, though the program then means else"},
    [OPT_KEEP] = {"keep", 0, "FEATURE", "leave FEATURE as it is: what reads the result knows it"},
    [OPT_NOTE] = {"note", 0, NULL, "name what is left out and rewritten in the result"},
    [OPT_EXPLAIN] = {"explain", 0, NULL, "write nothing; list what is in the way, and its remedy"},
    {NULL, 0, NULL, NULL},
};

/* Features that an option named. */
struct names {
    const char **items;
    uint32_t n, cap;
};

struct lower {
    struct rewriting rewriting;
    struct bl_lower_options options;
    uint64_t n_dropped, n_rewritten; /* of a file */
    bool explains, refuses;
    char *refusal;                  /* what is reported of the last one */
    struct bl_lower_report *report; /* of the stream at hand */
    struct names allowed, kept;
};

static void begin(void *data)
{
    struct lower *s = data;
    s->n_dropped = s->n_rewritten = 0;
}

/* What is refused, by its name. */
static void name_refusal(struct lower *s, const struct bl_lower_report *report,
                         struct bl_error *err)
{
    uint32_t n;
    uint32_t n_refused;
    const struct bl_lower_finding *f = report ? bl_lower_findings(report, &n, &n_refused) : NULL;
    if (!f || n_refused == 0)
        return;
    while (f->remedy != BL_REMEDY_REFUSE)
        f++;
    free(s->refusal);
    s->refusal = string_printf("refused for LLVM %u: %s%s%.*s: %s", s->options.llvm, f->feature,
                               f->what.size ? " " : "", (int)f->what.size,
                               f->what.size ? (const char *)f->what.data : "", f->reason);
    err->what = s->refusal;
}

static int change(void *data, struct bl_rewrite *rewrite, const struct input *input,
                  struct bl_error *err)
{
    struct lower *s = data;
    uint32_t n;
    uint32_t n_refused;
    bl_lower_report_close(s->report);
    int status = bl_lower(rewrite, &input->stream, &s->options, &s->report, err);
    if (status == BL_E_ARGUMENT)
        name_refusal(s, s->report, err);
    if (status == BL_OK) {
        const struct bl_lower_finding *found = bl_lower_findings(s->report, &n, &n_refused);
        for (uint32_t i = 0; i < n; i++) {
            s->n_dropped += found[i].remedy == BL_REMEDY_DROP ? found[i].n : 0;
            s->n_rewritten += found[i].remedy == BL_REMEDY_REWRITE ? found[i].n : 0;
        }
    }
    return status;
}

static int check(void *data, struct bl_rewrite *rewrite, struct bl_error *err)
{
    const struct lower *s = data;
    return bl_lower_check(rewrite, &s->options, s->report, err);
}

static void put_counts(const void *data, struct out *o)
{
    const struct lower *s = data;
    json_u64(o, "for_llvm", s->options.llvm);
    json_u64(o, "left_out", s->n_dropped);
    json_u64(o, "rewritten", s->n_rewritten);
}

/* ---- --explain ---- */

static void put_view_or_null(struct out *o, const char *key, struct bl_view view)
{
    if (view.size)
        json_view(o, key, view);
    else
        json_null(o, key);
}

static void put_finding(struct lower *s, const struct input *input,
                        const struct bl_lower_finding *f)
{
    struct out *o = &s->rewriting.context->out;
    if (s->rewriting.context->json) {
        json_begin(o, "lowering");
        json_text(o, "file", input->path);
        json_u64(o, "for_llvm", s->options.llvm);
        json_text(o, "feature", f->feature);
        json_text(o, "remedy", bl_remedy_name(f->remedy));
        json_u64(o, "count", f->n);
        json_u64(o, "needs_llvm", f->least);
        put_view_or_null(o, "function", f->function);
        put_view_or_null(o, "what", f->what);
        json_u64(o, "bit_pos", f->bit_pos);
        json_text(o, "reason", f->reason);
        json_end(o);
        return;
    }
    out_printf(o, "%-8s %8llu  %s", bl_remedy_name(f->remedy), (unsigned long long)f->n,
               f->feature);
    if (f->what.size)
        out_printf(o, " (%.*s)", (int)f->what.size, (const char *)f->what.data);
    out_printf(o, ", LLVM %u: %s; first at bit %llu", f->least, f->reason,
               (unsigned long long)f->bit_pos);
    if (f->function.size)
        out_printf(o, " in %.*s", (int)f->function.size, (const char *)f->function.data);
    out_char(o, '\n');
}

static void explain(void *data, const struct input *input)
{
    struct lower *s = data;
    struct bl_lower_report *report = NULL;
    struct bl_error err = {0};
    uint32_t n;
    uint32_t n_refused;
    if (input->stream.kind != BL_STREAM_LLVM_IR)
        return;
    if (bl_lower(NULL, &input->stream, &s->options, &report, &err) < 0) {
        report_error(s->rewriting.context, input->path, &input->stream, &err);
    } else {
        const struct bl_lower_finding *found = bl_lower_findings(report, &n, &n_refused);
        for (uint32_t i = 0; i < n; i++)
            put_finding(s, input, &found[i]);
        s->refuses |= n_refused > 0;
    }
    bl_lower_report_close(report);
}

/* ---- The call ---- */

/* The LLVM of Rust 1.MINOR, as rust-lang.org distributes it; 0: that is not known. Sources: its
 * release notes, "Update to LLVM 19" and so on. */
static unsigned llvm_of_rust(uint64_t minor)
{
    static const uint8_t first[][2] = {{56, 13}, {60, 14}, {65, 15}, {70, 16}, {73, 17},
                                       {78, 18}, {82, 19}, {87, 20}, {91, 21}, {95, 22}};
    enum {
        NEWEST_RUST = 95
    };
    unsigned llvm = 0;
    for (size_t i = 0; i < sizeof first / sizeof *first && first[i][0] <= minor; i++)
        llvm = first[i][1];
    return minor <= NEWEST_RUST ? llvm : 0;
}

static unsigned read_version(struct context *c, const char *text)
{
    static const char rust[] = "rust-1.";
    uint64_t n;
    if (strncmp(text, "apple-", 6) == 0 || strncmp(text, "xcode-", 6) == 0)
        usage_error(c->command,
                    "%s: Apple's LLVM is a branch of no release: say --for N, an older "
                    "one, and --keep what that knows",
                    text);
    if (strncmp(text, rust, sizeof rust - 1) == 0 &&
        parse_number(text + sizeof rust - 1, UINT8_MAX, &n) && llvm_of_rust(n))
        return llvm_of_rust(n);
    if (!parse_number(text, BL_LOWER_NEWEST, &n) || n < BL_LOWER_OLDEST)
        usage_error(c->command,
                    "--for takes a version of LLVM, %u to %u, or rust-1.56 to rust-1.95, not '%s'",
                    BL_LOWER_OLDEST, BL_LOWER_NEWEST, text);
    return (unsigned)n;
}

/* "LLVM19.1.7", "LLVM19.1.1-rust-1.82.0-stable"; 0: another one. */
static unsigned version_in(struct bl_view producer)
{
    static const char begin[] = "LLVM";
    unsigned version = 0;
    if (!bl_view_begins(producer, begin))
        return 0;
    for (size_t i = sizeof begin - 1; i < producer.size && version <= BL_LOWER_NEWEST; i++) {
        if (producer.data[i] < '0' || producer.data[i] > '9')
            break;
        version = version * 10 + (producer.data[i] - '0');
    }
    return version;
}

/* The version that STREAM was written by; *PRODUCER, which is to be freed, is what it says. */
static unsigned version_of_stream(const struct bl_stream *stream, char **producer)
{
    struct bl_index *index = NULL;
    struct bl_module *module = NULL;
    struct bl_module_info facts = {0};
    unsigned version = 0;
    if (out_need(bl_index_open(&index, stream, NULL)) == BL_OK &&
        out_need(bl_module_open(&module, index, bl_module_next(index, BL_NONE), NULL)) == BL_OK &&
        out_need(bl_module_get_info(module, 0, &facts, NULL)) == BL_OK) {
        *producer = string_of(facts.producer);
        version = version_in(facts.producer);
    }
    bl_module_close(module);
    bl_index_close(index);
    return version;
}

/* That of the first module in the file PATH. */
static unsigned read_reader(struct context *c, const char *path)
{
    struct bl_file *file;
    struct bl_search *search = NULL;
    struct bl_found found;
    struct bl_error err;
    char *producer = NULL;
    unsigned version = 0;
    if (bl_file_open(&file, path, context_open_flags(c), &err) < 0) {
        report_error(c, path, NULL, &err);
        usage_error(c->command, "--for-reader takes a file that LLVM made");
    }
    if (out_need(bl_search_open(&search, bl_file_view(file), path, NULL)) == BL_OK)
        while (!producer && out_need(bl_search_next(search, &found, NULL)) > 0)
            if (found.stream.kind == BL_STREAM_LLVM_IR)
                version = version_of_stream(&found.stream, &producer);
    bl_search_close(search);
    bl_file_close(file);
    if (version < BL_LOWER_OLDEST || version > BL_LOWER_NEWEST)
        usage_error(c->command, "%s: made by %s, which is no LLVM from %u to %u: say --for N", path,
                    producer && *producer ? producer : "what does not say so", BL_LOWER_OLDEST,
                    BL_LOWER_NEWEST);
    free(producer);
    return version;
}

static void add_feature(struct context *c, struct names *names, const char *name)
{
    if (!bl_lower_has_feature(name))
        usage_error(c->command, "no feature is called '%s'; --explain lists those of a module",
                    name);
    array_add(&names->items, &names->n, &names->cap, name);
}

bool cmd_lower(struct context *c)
{
    static const struct rewriting_command lowering = {
        .type = "lowered",
        .bytes = "bytes",
        .begin = begin,
        .change = change,
        .check = check,
        .put_counts = put_counts,
    };
    struct lower s = {.rewriting = {.command = &lowering, .context = c}};
    const char *argument;
    int option;
    s.rewriting.data = &s;
    while ((option = next_option(c, &argument)) >= 0) {
        if (rewriting_option(&s.rewriting, option, argument))
            continue;
        if (option == OPT_FOR)
            s.options.llvm = read_version(c, argument);
        else if (option == OPT_FOR_READER)
            s.options.llvm = read_reader(c, argument);
        else if (option == OPT_ALLOW)
            add_feature(c, &s.allowed, argument);
        else if (option == OPT_KEEP)
            add_feature(c, &s.kept, argument);
        else if (option == OPT_NOTE)
            s.options.flags |= BL_LOWER_NOTE;
        else
            s.explains = true;
    }
    s.options.allowed = s.allowed.items;
    s.options.n_allowed = s.allowed.n;
    s.options.kept = s.kept.items;
    s.options.n_kept = s.kept.n;
    if (s.options.llvm == 0)
        usage_error(c->command, "say which LLVM has to read it: --for N, or --for-reader MADE");
    if (s.explains)
        visit_streams(c, &(struct visitor){.stream = explain, .data = &s});
    else
        rewriting_run(&s.rewriting);
    bl_lower_report_close(s.report);
    free(s.refusal);
    free(s.allowed.items);
    free(s.kept.items);
    return !s.refuses;
}
