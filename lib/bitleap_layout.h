/* bitleap_layout.h - how many bytes values of a type take in memory
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * As the target of the module has it: LLVM Language Reference, "Data Layout", and what LLVM's
 * DataLayout takes where the module says nothing.
 */
#ifndef BITLEAP_LAYOUT_H
#define BITLEAP_LAYOUT_H

#include "bitleap_types.h"

BL_BEGIN_DECLS

/* Sizes of the types of one module, each found once. Opaque; one thread at a time. */
struct bl_layout;

/* The layout of MODULE, which must stay until bl_layout_close(). A data layout that cannot be read
 * counts as if the module had none. Errors: those of bl_module_types() and bl_module_get_info(). */
BL_API int bl_layout_open(struct bl_layout **layout, struct bl_module *module,
                          struct bl_error *err);
/* Close LAYOUT. NULL is ignored. */
BL_API void bl_layout_close(struct bl_layout *layout);

/* The bytes from one value of type number TYPE to the next in an array (LLVM's getTypeAllocSize).
 * False: it has no such size, as functions, opaque structs, scalable vectors and types of targets,
 * or one of more than 64 bits. */
BL_API bool bl_layout_size(struct bl_layout *layout, uint32_t type, uint64_t *n_bytes);

/* What the address of such a value is a multiple of, where nothing else is said (getABITypeAlign).
 * False: as above. */
BL_API bool bl_layout_alignment(struct bl_layout *layout, uint32_t type, uint64_t *n_bytes);

/* The bytes of a pointer to address space SPACE, as getPointerSize() has them. */
BL_API uint32_t bl_layout_pointer_bytes(const struct bl_layout *layout, uint32_t space);

BL_END_DECLS

#endif /* BITLEAP_LAYOUT_H */
