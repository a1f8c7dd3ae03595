/* base/nearest.h - which of many words somebody may have meant
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_NEAREST_H
#define CMD_NEAREST_H

#include "bitleap.h"

struct nearest {
    struct bl_view word;  /* that was given */
    struct bl_view found; /* the nearest one so far; size 0: none is near */
    unsigned distance;    /* that the next one must be below */
};

struct nearest nearest_to(struct bl_view word);

/* Letters that were left out, added, replaced, or swapped with the next one are its distance. One
 * in three may be wrong; of equally near words the first one counts. */
void nearest_try(struct nearest *nearest, struct bl_view word);

#endif
