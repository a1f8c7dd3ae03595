/* cmd/base/signals.h - signals that wait until files are whole
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SIGNALS_H
#define CMD_SIGNALS_H

#include <signal.h>

/* Let signals that would end us wait, so that nothing is left beside the file that is written. */
void signals_hold(sigset_t *before);
void signals_release(const sigset_t *before);

#endif
