/* support/synthetic.h - malformed and odd files, made to order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What llvm-bcanalyzer 22 prints for each of them is the reference for our own output, and no
 * reader may crash, hang or disagree with another on any of them.
 */
#ifndef BL_SUPPORT_SYNTHETIC_H
#define BL_SUPPORT_SYNTHETIC_H

#include "bitleap.h"

/* Called for each file. NAME, words joined by hyphens, and BYTES are valid during the call. */
typedef void synthetic_fn(void *context, const char *name, struct bl_view bytes);

/* The container's grammar, field by field. */
void synthetic_grammar(synthetic_fn *emit, void *context);

/* What files consist of around that: wrapper, magic, padding, sizes; and the records of LLVM IR
 * that llvm-bcanalyzer looks into. */
void synthetic_files(synthetic_fn *emit, void *context);

/* A good file with damage done to it. PREFIX begins the names. Nothing where GOOD cannot be
 * indexed. */
void synthetic_damage(const char *prefix, struct bl_view good, synthetic_fn *emit, void *context);

#endif
