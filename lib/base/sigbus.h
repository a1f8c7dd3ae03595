/* base/sigbus.h - missing pages of mapped files read as zeros
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_SIGBUS_H
#define BL_BASE_SIGBUS_H

#include "bitleap_base.h"

/* A mapping under guard. Opaque; used again by others once it is released, and never freed. */
struct bl_guard;

/* Guard the mapping of SIZE bytes at DATA of the file FD, or -1: where its end is, is not to be
 * asked, as DATA is not its beginning. NULL: no memory. */
struct bl_guard *bl_guard_take(void *data, size_t size, int fd);

/* Before its file is closed: where that ends now is not known any more. */
void bl_guard_detach(struct bl_guard *guard);

/* Before the mapping is removed. NULL is ignored. */
void bl_guard_release(struct bl_guard *guard);

/* Whether a page of it has been replaced. */
bool bl_guard_is_torn(const struct bl_guard *guard);

#endif
