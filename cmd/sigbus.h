/* cmd/sigbus.h - a file that shrinks while it is mapped is an error, not a signal
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SIGBUS_H
#define CMD_SIGBUS_H

#include <stdbool.h>

/* Run WORK(CONTEXT). True when it came to its end; false when it touched a byte of a mapped file that
 * is no longer there: it was left where it stood, and what it had allocated stays allocated. One
 * guard at a time, in one thread. */
typedef void sigbus_fn(void *context);
bool sigbus_guard(sigbus_fn *work, void *context);

#endif
