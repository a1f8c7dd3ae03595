/* contents/contents.h - contents of a function whose body is read for something else, too
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_CONTENTS_CONTENTS_H
#define BL_CONTENTS_CONTENTS_H

#include "bitleap_contents.h"

/* bl_contents_body() in steps: FUNCTION has loaded the body; */
int bl_contents_begin_body(struct bl_contents *contents, struct bl_function *function,
                           struct bl_error *err);
/* its instructions, in order; */
void bl_contents_add(struct bl_contents *contents, const struct bl_instruction *instruction);
/* and its contents. STATUS: BL_OK, or what reading the instructions failed with. */
int bl_contents_end_body(struct bl_contents *contents, int status, uint64_t bytes,
                         struct bl_content *content, struct bl_error *err);

#endif
