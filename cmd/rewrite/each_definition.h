/* cmd/rewrite/each_definition.h - a slice of each of some definitions, on several threads
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_EACH_DEFINITION_H
#define CMD_EACH_DEFINITION_H

#include "input/modules.h"

/* What a definition has become. */
struct sliced_definition {
    uint32_t value;
    struct bl_view name;
    int status;    /* negative: there are no bytes, for the reason in err */
    bool was_made; /* and its check has failed */
    struct bl_view bytes;
    struct bl_slice_report report;
    bool has_properties;                  /* it is a function whose body could be read */
    uint64_t properties[BL_PROPERTY_END]; /* where they are wanted */
    struct bl_error err;
};

struct each_definition {
    const struct module_input *in;
    const uint32_t *values;
    uint32_t n;
    unsigned flags; /* bl_slice_flags */
    uint32_t depth;
    bool skips_check, wants_properties;
    /* Called for each, in their order, on the caller's thread. */
    void (*take)(void *data, const struct sliced_definition *sliced);
    void *data;
};

/* False: the module cannot be sliced at all, which has been reported. */
bool slice_each_definition(const struct each_definition *each);

#endif
