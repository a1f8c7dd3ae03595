/* ir/intrinsics.h - what each LLVM gives declarations of its intrinsics, whatever a file says
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_IR_INTRINSICS_H
#define BL_IR_INTRINSICS_H

#include "bitleap_types.h"

/* The attributes of one place of a declaration. */
struct bl_intrinsic_place {
    uint32_t place;      /* as bl_attribute_group.place */
    const uint64_t *ops; /* as those of a PARAMATTR_GROUP entry, after the place */
    uint32_t n_ops;
};

/* Where LLVM knows NAME as an intrinsic: the number of places that it gives attributes to; -1: it
 * does not, or that version is not known here. *SHAPE is for bl_intrinsic_place(). */
int bl_intrinsic_find(unsigned llvm, struct bl_view name, uint32_t *shape);
/* Place I of SHAPE. */
struct bl_intrinsic_place bl_intrinsic_place(uint32_t shape, uint32_t i);

#endif
