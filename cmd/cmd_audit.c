/* cmd/cmd_audit.c - what a policy forbids: paths, secrets, calls, assembly, old or any bitcode
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/build_facts.h"
#include "audit/checks.h"
#include "base/array.h"
#include "base/text.h"
#include "commands.h"

#include <string.h>

enum {
    OPT_POLICY,
    OPT_PRINT_POLICY,
    OPT_FORMAT
};

const struct option_spec audit_options[] = {
    [OPT_POLICY] = {"policy", 0, "FILE", "what is forbidden, in place of the default"},
    [OPT_PRINT_POLICY] = {"print-policy", 0, NULL, "print the default policy, and nothing else"},
    [OPT_FORMAT] = {"format", 0, "text|json|sarif", "how findings are printed; text without it"},
    {NULL, 0, NULL, NULL},
};

/* ---- How it was built ---- */

static void add_text(struct findings *f, const struct input *input, enum finding_kind kind,
                     struct bl_view text)
{
    if (text.size > 0)
        findings_add(
            f, &(struct finding){.kind = kind, .text = text, .input = input, .function = BL_NONE},
            true);
}

/* The arguments that the container keeps, with spaces for the NUL between them. */
static void add_command_line(struct findings *f, const struct input *input)
{
    char *line = string_of(input->found.command_line);
    size_t n = input->found.command_line.size;
    while (n > 0 && line[n - 1] == '\0')
        n--;
    for (size_t i = 0; i < n; i++)
        line[i] = line[i] ? line[i] : ' ';
    add_text(f, input, FINDING_FLAGS, (struct bl_view){(const uint8_t *)line, n});
    free(line);
}

/* The version in "LLVM16.0.6"; 0: the producer is another one, whose versions are its own. */
static unsigned version_of(struct bl_view producer)
{
    static const char name[] = "LLVM";
    size_t at = sizeof name - 1;
    unsigned version = 0;
    if (producer.size < at || memcmp(producer.data, name, at) != 0)
        return 0;
    for (; at < producer.size && version < 1000; at++) {
        if (producer.data[at] < '0' || producer.data[at] > '9')
            break;
        version = version * 10 + producer.data[at] - '0';
    }
    return version;
}

static void check_version(struct findings *f, const struct module_input *in)
{
    struct bl_module_info info;
    struct bl_error err;
    if (f->policy->min_llvm == 0)
        return;
    if (bl_module_get_info(in->module, 0, &info, &err) < 0)
        report_in_module(in, &err);
    if (version_of(info.producer) < f->policy->min_llvm)
        add_text(f, in->input, FINDING_OLD_LLVM,
                 info.producer.size ? info.producer : view_of("not known"));
}

static void check_built(struct findings *f, const struct module_input *in)
{
    struct build_facts facts;
    struct bl_error err;
    if (build_facts_read(&facts, in->module, &err) < 0)
        report_in_module(in, &err);
    for (uint32_t i = 0; i < facts.n_idents; i++)
        add_text(f, in->input, FINDING_COMPILER, facts.idents[i]);
    for (uint32_t i = 0; i < facts.n_units; i++)
        add_text(f, in->input, FINDING_COMPILER, facts.units[i].producer);
    for (uint32_t i = 0; i < facts.n_command_lines; i++)
        add_text(f, in->input, FINDING_FLAGS, facts.command_lines[i]);
    build_facts_release(&facts);
}

/* ---- Streams ---- */

/* Before its modules. */
static void check_stream(void *data, const struct input *input)
{
    struct findings *f = data;
    findings_enter(f);
    if (f->policy->forbids[FINDING_BITCODE]) {
        char *said = string_printf("%s, %zu bytes", is_ast(&input->stream) ? "an AST" : "LLVM IR",
                                   input->found.whole.size);
        findings_add(f,
                     &(struct finding){.kind = FINDING_BITCODE,
                                       .text = view_of(input->path),
                                       .said = view_of(said),
                                       .input = input,
                                       .function = BL_NONE},
                     false);
        free(said);
    }
    add_command_line(f, input);
    check_texts(f, input);
}

static void check_module(void *data, const struct module_input *in)
{
    struct findings *f = data;
    check_version(f, in);
    check_built(f, in);
    check_code(f, in);
}

/* Its texts have been looked at with the stream. */
static void pass_ast(void *data, const struct input *input)
{
    (void)data;
    (void)input;
}

/* What is in images for devices that are no bitcode is not looked into. */
static void pass_image(void *data, const struct input *input, const struct bl_image *image)
{
    (void)data;
    (void)input;
    (void)image;
}

/* Files without bitcode are clean. */
static void leave_file(void *data, const struct visited_file *file)
{
    const struct findings *f = data;
    if (file->is_named && file->packed.n > 0)
        context_fail(f->context, EXIT_UNSUPPORTED);
}

/* What is to be looked for, by the N files of PATHS. False: not all can be read. */
static bool read_policies(struct policy *policy, const char **paths, uint32_t n)
{
    bool can_be_read = true;
    for (uint32_t i = 0; i < n; i++)
        can_be_read &= policy_read(policy, paths[i]);
    return can_be_read && (n > 0 || policy_read(policy, NULL));
}

bool cmd_audit(struct context *c)
{
    static const struct module_visitor visitor = {.module = check_module,
                                                  .ast = pass_ast,
                                                  .image = pass_image,
                                                  .stream = check_stream,
                                                  .file = leave_file};
    struct policy policy = {.context = c};
    struct findings f = {.context = c, .policy = &policy};
    const char **paths = NULL;
    const char *argument;
    uint32_t n = 0, cap = 0;
    bool is_printed = false;
    for (int option; (option = next_option(c, &argument)) >= 0;) {
        is_printed |= option == OPT_PRINT_POLICY;
        if (option == OPT_POLICY)
            array_add(&paths, &n, &cap, argument);
        if (option == OPT_FORMAT)
            f.format = (unsigned)choose_word(c->command, &audit_options[OPT_FORMAT], argument);
        c->json |= f.format == FINDINGS_JSON;
    }
    if (c->json && f.format == FINDINGS_SARIF)
        usage_error(c->command, "--json and --format=sarif exclude each other");
    f.format = c->json ? FINDINGS_JSON : f.format;
    if (is_printed) {
        out_text(&c->out, default_policy);
    } else if (read_policies(&policy, paths, n)) {
        findings_begin(&f);
        visit_modules_and_others(c, &visitor, &f);
        findings_end(&f);
    }
    policy_release(&policy);
    free(paths);
    return f.n_failing == 0;
}
