/* cmd/base/symbol_rules.h - which symbols are renamed, and made local, global or weak
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As llvm-objcopy's options say: first linkage, by the old name, in the order of enum symbol_list;
 * then the name.
 */
#ifndef CMD_BASE_SYMBOL_RULES_H
#define CMD_BASE_SYMBOL_RULES_H

#include "base/context.h"

enum symbol_list {
    SYMBOLS_LOCALIZE,
    SYMBOLS_KEEP_GLOBAL,
    SYMBOLS_GLOBALIZE,
    SYMBOLS_WEAKEN,
    SYMBOLS_STRIP,
    N_SYMBOL_LISTS
};

/* A list of names, or of patterns. */
struct symbol_names {
    char **names;
    size_t n, cap;
};

struct symbol_rename {
    struct bl_view from, to;
};

/* Zero-initialise. */
struct symbol_rules {
    bool has_wildcards;
    struct bl_view prefix;
    struct symbol_names lists[N_SYMBOL_LISTS];
    struct symbol_rename *renames; /* sorted by FROM once they are finished */
    size_t n_renames;
    char **texts; /* contents of files that names are in */
    size_t n_texts;
    struct bl_view made; /* malloc'ed: the name with the prefix */
    void *owner;
};

/* NAME, or with @FILE the names in FILE; FILE has one name a line, # begins a comment. What cannot
 * be read is reported. */
void symbol_rules_add(struct context *c, struct symbol_rules *rules, unsigned list,
                      const char *name);
void symbol_rules_read(struct context *c, struct symbol_rules *rules, unsigned list,
                       const char *path);
void symbol_rules_rename(struct symbol_rules *rules, struct bl_view from, struct bl_view to);
/* OLD NEW in each line of the file PATH. */
void symbol_rules_read_renames(struct context *c, struct symbol_rules *rules, const char *path);

/* Whether there is any rule. */
bool symbol_rules_any(const struct symbol_rules *rules);

/* All rules are there. OWNER is for symbol_rules_owner(). */
void symbol_rules_finish(struct symbol_rules *rules, void *owner);
void *symbol_rules_owner(const struct symbol_rules *rules);

/* A bl_symbol_edit_fn; CONTEXT is the rules. */
int symbol_rules_apply(void *context, const struct bl_global *global, struct bl_symbol_edit *edit);

/* Whether GLOBAL is to be stripped, by the name that it has then. */
bool symbol_rules_strips(const struct symbol_rules *rules, const struct bl_global *global);

void symbol_rules_release(struct symbol_rules *rules);

#endif
