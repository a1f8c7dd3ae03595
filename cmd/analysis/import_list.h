/* analysis/import_list.h - what ThinLTO would import into each module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_IMPORT_LIST_H
#define CMD_IMPORT_LIST_H

#include "input/modules.h"

/* A module of the link. */
struct linked_module {
    char *file; /* malloc'ed, as the next one */
    char *path; /* as put_module_path() has it */
    uint32_t number;
};

struct import_list {
    struct context *context;
    struct bl_thin_link *link;
    struct linked_module *modules; /* by the number that LINK has given */
    uint32_t n, cap;
    uint64_t n_imports; /* printed */
};

void import_list_open(struct import_list *list, struct context *c);

/* NAME is one that the linker keeps. */
void import_list_keep(struct import_list *list, const char *name);

/* Module IN takes part. An index of other modules does not. */
void import_list_add(struct import_list *list, const struct module_input *in);

/* Print what each of them imports. False: nothing. */
bool import_list_put(struct import_list *list);
void import_list_close(struct import_list *list);

#endif
