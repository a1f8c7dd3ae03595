/* cmd/base/symbol_rules.c - which symbols are renamed, and made local, global or weak
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/symbol_rules.h"

#include "base/lines.h"
#include "base/text.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists ---- */

static void *grown(void *items, size_t n, size_t size)
{
    /* Doubled at powers of two. */
    if (n & (n - 1) && n > 1)
        return items;
    void *more = realloc(items, (n ? 2 * n : 1) * size);
    if (!more)
        out_no_memory();
    return more;
}

static void add_name(struct symbol_rules *rules, unsigned list, char *name)
{
    struct symbol_names *names = &rules->lists[list];
    names->names = grown(names->names, names->n, sizeof *names->names);
    names->names[names->n++] = name;
}

/* As read_settings(); kept with RULES. */
static char *read_text(struct context *c, struct symbol_rules *rules, const char *path)
{
    char *text = read_settings(c, path);
    if (!text)
        return NULL;
    rules->texts = grown(rules->texts, rules->n_texts, sizeof *rules->texts);
    rules->texts[rules->n_texts++] = text;
    return text;
}

void symbol_rules_read(struct context *c, struct symbol_rules *rules, unsigned list,
                       const char *path)
{
    char *text = read_text(c, rules, path);
    char *line;
    while (text && (line = next_line(&text)))
        if (*line)
            add_name(rules, list, line);
    /* A file without names still says that there is a list. */
    if (rules->lists[list].n == 0)
        add_name(rules, list, NULL);
}

void symbol_rules_add(struct context *c, struct symbol_rules *rules, unsigned list,
                      const char *name)
{
    if (name[0] == '@') {
        symbol_rules_read(c, rules, list, name + 1);
        return;
    }
    rules->texts = grown(rules->texts, rules->n_texts, sizeof *rules->texts);
    rules->texts[rules->n_texts++] = string_of(view_of(name));
    add_name(rules, list, rules->texts[rules->n_texts - 1]);
}

void symbol_rules_rename(struct symbol_rules *rules, struct bl_view from, struct bl_view to)
{
    rules->renames = grown(rules->renames, rules->n_renames, sizeof *rules->renames);
    rules->renames[rules->n_renames++] = (struct symbol_rename){from, to};
}

void symbol_rules_read_renames(struct context *c, struct symbol_rules *rules, const char *path)
{
    char *text = read_text(c, rules, path);
    char *line;
    while (text && (line = next_line(&text))) {
        size_t n = strcspn(line, " \t");
        if (!*line)
            continue;
        char *to = line + n + strspn(line + n, " \t");
        if (!*to || to[strcspn(to, " \t")]) {
            report_text(c, path, BL_E_ARGUMENT, "a line that is not OLD NEW");
            return;
        }
        symbol_rules_rename(rules, (struct bl_view){(const uint8_t *)line, n}, view_of(to));
    }
}

bool symbol_rules_any(const struct symbol_rules *rules)
{
    size_t n = rules->n_renames + rules->prefix.size;
    for (int i = 0; i < N_SYMBOL_LISTS; i++)
        n += rules->lists[i].n;
    return n > 0;
}

/* ---- Rules for one symbol ---- */

static int compare_views(struct bl_view a, struct bl_view b)
{
    size_t n = a.size < b.size ? a.size : b.size;
    int order = n ? memcmp(a.data, b.data, n) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare_renames(const void *a, const void *b)
{
    const struct symbol_rename *x = a;
    const struct symbol_rename *y = b;
    return compare_views(x->from, y->from);
}

static int compare_names(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;
    return strcmp(*x ? *x : "", *y ? *y : "");
}

void symbol_rules_finish(struct symbol_rules *rules, void *owner)
{
    rules->owner = owner;
    if (rules->n_renames)
        qsort(rules->renames, rules->n_renames, sizeof *rules->renames, compare_renames);
    for (int i = 0; i < N_SYMBOL_LISTS && !rules->has_wildcards; i++)
        if (rules->lists[i].n)
            qsort(rules->lists[i].names, rules->lists[i].n, sizeof(char *), compare_names);
}

void *symbol_rules_owner(const struct symbol_rules *rules)
{
    return rules->owner;
}

static bool matches(const struct symbol_rules *rules, unsigned list, const char *name)
{
    const struct symbol_names *names = &rules->lists[list];
    if (!rules->has_wildcards)
        return names->n && bsearch(&name, names->names, names->n, sizeof(char *), compare_names);
    bool is_one = false;
    for (size_t i = 0; i < names->n; i++) {
        const char *pattern = names->names[i];
        if (!pattern)
            continue;
        bool is_excluded = pattern[0] == '!';
        if (fnmatch(pattern + is_excluded, name, 0) != 0)
            continue;
        if (is_excluded)
            return false;
        is_one = true;
    }
    return is_one;
}

static bool is_local(const struct bl_global *global)
{
    return global->linkage == BL_LINKAGE_INTERNAL || global->linkage == BL_LINKAGE_PRIVATE;
}

/* The last rule that means anything for GLOBAL, as llvm-objcopy goes through them. */
static uint8_t linkage_for(const struct symbol_rules *rules, const struct bl_global *global,
                           const char *name)
{
    uint8_t how = BL_RELINK_KEEP;
    bool becomes_local = is_local(global);
    bool is_undefined =
        global->is_declaration || global->linkage == BL_LINKAGE_AVAILABLE_EXTERNALLY;
    bool is_kept =
        rules->lists[SYMBOLS_KEEP_GLOBAL].n == 0 || matches(rules, SYMBOLS_KEEP_GLOBAL, name);
    if (!is_undefined && (matches(rules, SYMBOLS_LOCALIZE, name) || !is_kept)) {
        how = BL_RELINK_LOCALIZE;
        becomes_local = true;
    }
    if (!is_undefined && becomes_local && matches(rules, SYMBOLS_GLOBALIZE, name)) {
        how = is_local(global) ? BL_RELINK_GLOBALIZE : BL_RELINK_KEEP;
        becomes_local = false;
    }
    if (!becomes_local && matches(rules, SYMBOLS_WEAKEN, name))
        how = BL_RELINK_WEAKEN;
    return how;
}

static const struct symbol_rename *find_rename(const struct symbol_rules *rules,
                                               struct bl_view name)
{
    struct symbol_rename wanted = {.from = name};
    return rules->n_renames ? bsearch(&wanted, rules->renames, rules->n_renames,
                                      sizeof *rules->renames, compare_renames)
                            : NULL;
}

/* HEAD, PREFIX and NAME in rules->made. */
static struct bl_view join(struct symbol_rules *rules, struct bl_view head, struct bl_view prefix,
                           struct bl_view name)
{
    size_t n = head.size + prefix.size + name.size;
    uint8_t *made = realloc((void *)(uintptr_t)rules->made.data, n + 1);
    if (!made)
        out_no_memory();
    memcpy(made, head.data, head.size);
    if (prefix.size)
        memcpy(made + head.size, prefix.data, prefix.size);
    memcpy(made + head.size + prefix.size, name.data, name.size);
    rules->made = (struct bl_view){made, n};
    return rules->made;
}

int symbol_rules_apply(void *context, const struct bl_global *global, struct bl_symbol_edit *edit)
{
    struct symbol_rules *rules = context;
    /* Linkers do not see the byte 1 before a name. */
    size_t n_head = global->name.data[0] == 1;
    struct bl_view head = {global->name.data, n_head};
    struct bl_view plain = {global->name.data + n_head, global->name.size - n_head};
    char *name = string_of(plain);
    if (global->kind != BL_GLOBAL_NONE)
        edit->linkage = linkage_for(rules, global, name);
    free(name);
    const struct symbol_rename *rename = find_rename(rules, plain);
    /* What is private is no symbol. */
    bool gets_prefix = rules->prefix.size && global->linkage != BL_LINKAGE_PRIVATE;
    if (rename || gets_prefix)
        edit->name = join(rules, head, gets_prefix ? rules->prefix : (struct bl_view){0},
                          rename ? rename->to : plain);
    return 0;
}

bool symbol_rules_strips(const struct symbol_rules *rules, const struct bl_global *global)
{
    if (global->name.size == 0)
        return false;
    size_t n_head = global->name.data[0] == 1;
    char *name =
        string_of((struct bl_view){global->name.data + n_head, global->name.size - n_head});
    bool strips = matches(rules, SYMBOLS_STRIP, name);
    free(name);
    return strips;
}

void symbol_rules_release(struct symbol_rules *rules)
{
    for (size_t i = 0; i < rules->n_texts; i++)
        free(rules->texts[i]);
    for (int i = 0; i < N_SYMBOL_LISTS; i++)
        free(rules->lists[i].names);
    free(rules->texts);
    free(rules->renames);
    free((void *)(uintptr_t)rules->made.data);
}
