/* cmd/sigbus.h - a file that shrinks while it is mapped is an error, not a signal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SIGBUS_H
#define CMD_SIGBUS_H

#include "bitleap.h"

/* Run WORK(CONTEXT), which reads FILE, on any number of threads. BL_E_SYSTEM, with ERR told, when FILE
 * is no longer as long as it was, or WORK touched a byte of a mapped file that is not there: it has read
 * zeros then. One guard at a time. */
typedef void sigbus_fn(void *context);
int sigbus_guard(const struct bl_file *file, sigbus_fn *work, void *context, struct bl_error *err);

#endif
