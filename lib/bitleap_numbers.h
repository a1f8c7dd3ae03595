/* bitleap_numbers.h - the numbers that LLVM gives to what has no name
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_NUMBERS_H
#define BITLEAP_NUMBERS_H

#include "bitleap_module.h"

BL_BEGIN_DECLS

/* The numbers that LLVM gives to what has no name: !7, #3, %4 of structs. Opaque. They depend on
 * what comes before it in the module, and are found once, when printing first needs them; no part
 * of the module is read that has no say in them. */
struct bl_slots;

/* The numbers of MODULE, which must stay until bl_slots_complete() or bl_slots_close(). Errors:
 * BL_E_NOMEM. What is damaged has no numbers. */
BL_API int bl_slots_open(struct bl_slots **slots, struct bl_module *module, struct bl_error *err);
/* Find all numbers: then any number of threads may share them, and before it one thread at a time
 * may use them. bl_printer_print_module() does it, too. Errors: BL_E_NOMEM. */
BL_API int bl_slots_complete(struct bl_slots *slots, struct bl_error *err);
/* Close SLOTS. NULL is ignored. */
BL_API void bl_slots_close(struct bl_slots *slots);

BL_END_DECLS

#endif /* BITLEAP_NUMBERS_H */
