/* cmd/cmd_lower.c - lower: modules as an older LLVM reads them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/array.h"
#include "base/text.h"
#include "commands.h"
#include "rewrite/rewriting.h"

#include <stdlib.h>

enum {
    OPT_FOR = N_REWRITE_OPTIONS,
    OPT_ALLOW,
    OPT_EXPLAIN
};

const struct option_spec lower_options[] = {
    REWRITE_OPTIONS,
    [OPT_FOR] = {"for", 0, "N", "the LLVM that has to read the result, 13 to 22"},
    [OPT_ALLOW] = {"allow", 0, "FEATURE", "leave FEATURE out, though the program then means else"},
    [OPT_EXPLAIN] = {"explain", 0, NULL, "write nothing; list what is in the way, and its remedy"},
    {NULL, 0, NULL, NULL},
};

struct lower {
    struct rewriting rewriting;
    struct bl_lower_options options;
    uint64_t n_dropped, n_rewritten; /* of a file */
    bool explains, refuses;
    char *refusal; /* what is reported of the last one */
    const char **allowed;
    uint32_t n_allowed, cap_allowed;
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
    struct bl_lower_report *report = NULL;
    uint32_t n;
    uint32_t n_refused;
    int status = bl_lower(rewrite, &input->stream, &s->options, &report, err);
    if (status == BL_E_ARGUMENT)
        name_refusal(s, report, err);
    if (status == BL_OK) {
        const struct bl_lower_finding *found = bl_lower_findings(report, &n, &n_refused);
        for (uint32_t i = 0; i < n; i++) {
            s->n_dropped += found[i].remedy == BL_REMEDY_DROP ? found[i].n : 0;
            s->n_rewritten += found[i].remedy == BL_REMEDY_REWRITE ? found[i].n : 0;
        }
    }
    bl_lower_report_close(report);
    return status;
}

static int check(void *data, struct bl_rewrite *rewrite, struct bl_error *err)
{
    const struct lower *s = data;
    return bl_lower_check(rewrite, &s->options, err);
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

static unsigned read_version(struct context *c, const char *text)
{
    uint64_t n;
    if (!parse_number(text, BL_LOWER_NEWEST, &n) || n < BL_LOWER_OLDEST)
        usage_error(c->command, "--for takes a version of LLVM, %u to %u, not '%s'",
                    BL_LOWER_OLDEST, BL_LOWER_NEWEST, text);
    return (unsigned)n;
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
        else if (option == OPT_ALLOW)
            array_add(&s.allowed, &s.n_allowed, &s.cap_allowed, argument);
        else
            s.explains = true;
    }
    s.options.allowed = s.allowed;
    s.options.n_allowed = s.n_allowed;
    if (s.options.llvm == 0)
        usage_error(c->command, "say which LLVM has to read it: --for N");
    if (s.explains)
        visit_streams(c, &(struct visitor){.stream = explain, .data = &s});
    else
        rewriting_run(&s.rewriting);
    free(s.refusal);
    free(s.allowed);
    return !s.refuses;
}
