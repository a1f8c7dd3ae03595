/* audit/policy.c - what an audit looks for, read from lines of a key and a value
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "audit/policy.h"

#include "base/array.h"
#include "base/lines.h"
#include "base/text.h"

#include <string.h>

const struct finding_rule finding_rules[N_FINDING_KINDS] = {
    [FINDING_COMPILER] = {"compiler", "note", "A compiler that says that it made the module"},
    [FINDING_FLAGS] = {"flags", "note", "A command line that is kept in the file"},
    [FINDING_BITCODE] = {"bitcode", "error", "Bitcode where there is to be none"},
    [FINDING_OLD_LLVM] = {"old-llvm", "error", "Bitcode that an LLVM older than min-llvm wrote"},
    [FINDING_PATH] = {"absolute-path", "warning", "An absolute path of the machine that built it"},
    [FINDING_SECRET] = {"secret", "error", "A text that looks like a secret"},
    [FINDING_ASSEMBLY] = {"inline-assembly", "warning", "Assembly in a module or in a function"},
    [FINDING_CALL] = {"call", "warning", "A call of a function that is not to be called"},
};

const char default_policy[] = "forbid absolute-path\n"
                              "allow absolute-path /dev/*\n"
                              "allow absolute-path /etc/*\n"
                              "allow absolute-path /proc/*\n"
                              "allow absolute-path /sys/*\n"
                              "allow absolute-path /tmp/*\n"
                              "allow absolute-path /usr/*\n"
                              "allow absolute-path /var/*\n"
                              "forbid inline-assembly\n"
                              "forbid-call gets\n"
                              "forbid-call strcpy\n"
                              "forbid-call strcat\n"
                              "forbid-call sprintf\n"
                              "forbid-call vsprintf\n"
                              "forbid-call system\n"
                              "forbid-call popen\n"
                              "forbid-call mktemp\n"
                              "forbid-call tmpnam\n"
                              "forbid-call tempnam\n"
                              "secret -----BEGIN [A-Z ]*PRIVATE KEY-----\n"
                              "secret AKIA[0-9A-Z]{16}\n"
                              "secret gh[pousr]_[0-9A-Za-z]{36}\n"
                              "secret xox[abprs]-[0-9A-Za-z-]{10,}\n"
                              "secret AIza[0-9A-Za-z_-]{35}\n"
                              "secret eyJ[0-9A-Za-z_-]{10,}[.]eyJ[0-9A-Za-z_-]{10,}[.]\n"
                              "secret [a-z]+://[^/ :@]+:[^/ :@]+@\n";

enum {
    MOST_INCLUDED = 8 /* files that include each other */
};

/* A line at hand. */
struct line {
    struct policy *policy;
    const char *path; /* NULL: the default policy */
    unsigned number, depth;
};

/* ---- Keys ---- */

static _Noreturn void refuse(const struct line *line, const char *what, const char *value)
{
    usage_error(line->policy->context->command, "%s:%u: %s%s%s%s",
                line->path ? line->path : "default", line->number, what, value ? " '" : "",
                value ? value : "", value ? "'" : "");
}

static enum finding_kind kind_of(const struct line *line, const char *name)
{
    for (unsigned kind = 0; kind < N_FINDING_KINDS; kind++)
        if (strcmp(finding_rules[kind].name, name) == 0)
            return kind;
    refuse(line, "no kind of finding is called", name);
}

/* TEXT is a name or a pattern, or a regular expression with REGEX. */
static void add_pattern(const struct line *line, struct policy_patterns *to, const char *text,
                        bool is_regex)
{
    struct policy_pattern item = {.text = text};
    char message[128];
    char *slashed = is_regex ? string_printf("/%s/", text) : NULL;
    if (!*text)
        refuse(line, "a value is missing", NULL);
    if (!pattern_open(&item.pattern, slashed ? slashed : text, PATTERN_EXACT, false, message,
                      sizeof message))
        refuse(line, message, text);
    free(slashed);
    array_add(&to->items, &to->n, &to->cap, item);
}

static void set_forbidden(const struct line *line, char *value)
{
    enum finding_kind kind = kind_of(line, value);
    if (kind != FINDING_BITCODE && kind != FINDING_PATH && kind != FINDING_ASSEMBLY)
        refuse(line, "this kind is not forbidden as such:", value);
    line->policy->forbids[kind] = true;
}

static void set_call(const struct line *line, char *value)
{
    add_pattern(line, &line->policy->calls, value, false);
    line->policy->forbids[FINDING_CALL] = true;
}

static void set_secret(const struct line *line, char *value)
{
    add_pattern(line, &line->policy->secrets, value, true);
    line->policy->forbids[FINDING_SECRET] = true;
}

static void set_min_llvm(const struct line *line, char *value)
{
    uint64_t version;
    if (!parse_number(value, 1000, &version))
        refuse(line, "no version of LLVM:", value);
    line->policy->min_llvm = (unsigned)version;
    line->policy->forbids[FINDING_OLD_LLVM] = version > 0;
}

static void set_allowed(const struct line *line, char *value)
{
    size_t n = strcspn(value, " \t");
    char *text = value + n + strspn(value + n, " \t");
    value[n] = '\0';
    enum finding_kind kind = kind_of(line, value);
    if (*text)
        add_pattern(line, &line->policy->allowed[kind], text, false);
    else
        line->policy->allows_all[kind] = true;
}

static bool read_policy(struct policy *policy, const char *path, unsigned depth);

static void include(const struct line *line, char *value)
{
    if (strcmp(value, "default") != 0 && line->depth == MOST_INCLUDED)
        refuse(line, "too many files include each other:", value);
    if (!read_policy(line->policy, strcmp(value, "default") == 0 ? NULL : value, line->depth + 1))
        refuse(line, "what is included cannot be read:", value);
}

static void read_line(const struct line *line, char *text)
{
    static const struct {
        const char *name;
        void (*set)(const struct line *line, char *value);
    } keys[] = {
        {"forbid", set_forbidden},  {"forbid-call", set_call}, {"secret", set_secret},
        {"min-llvm", set_min_llvm}, {"allow", set_allowed},    {"include", include},
    };
    size_t n = strcspn(text, " \t");
    char *value = text + n + strspn(text + n, " \t");
    text[n] = '\0';
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(keys[i].name, text) == 0) {
            keys[i].set(line, value);
            return;
        }
    refuse(line, "no key of a policy:", text);
}

/* ---- Files ---- */

static bool read_policy(struct policy *policy, const char *path, unsigned depth)
{
    struct line line = {.policy = policy, .path = path, .depth = depth};
    char *rest = path ? read_settings(policy->context, path) : string_of(view_of(default_policy));
    char *text;
    if (!rest)
        return false;
    array_add(&policy->texts, &policy->n_texts, &policy->cap_texts, rest);
    while ((text = next_line(&rest))) {
        line.number++;
        if (*text)
            read_line(&line, text);
    }
    return true;
}

bool policy_read(struct policy *policy, const char *path)
{
    return read_policy(policy, path, 0);
}

static void release_patterns(struct policy_patterns *patterns)
{
    for (uint32_t i = 0; i < patterns->n; i++)
        pattern_close(&patterns->items[i].pattern);
    free(patterns->items);
}

void policy_release(struct policy *policy)
{
    for (unsigned kind = 0; kind < N_FINDING_KINDS; kind++)
        release_patterns(&policy->allowed[kind]);
    release_patterns(&policy->calls);
    release_patterns(&policy->secrets);
    for (uint32_t i = 0; i < policy->n_texts; i++)
        free(policy->texts[i]);
    free(policy->texts);
}

/* ---- Questions ---- */

const struct policy_pattern *policy_match(struct policy_patterns *patterns, struct bl_view text,
                                          struct bl_view *span)
{
    for (uint32_t i = 0; i < patterns->n; i++)
        if (pattern_matches(&patterns->items[i].pattern, text, span) > 0)
            return &patterns->items[i];
    return NULL;
}

bool policy_allows(struct policy *policy, enum finding_kind kind, struct bl_view text)
{
    return policy->allows_all[kind] || policy_match(&policy->allowed[kind], text, NULL) != NULL;
}
