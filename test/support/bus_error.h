/* support/bus_error.h - whether who handles SIGBUS learns where it was raised
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_BUS_ERROR_H
#define BL_SUPPORT_BUS_ERROR_H

/* For tests that guard files (BL_OPEN_GUARDED): ends the process as skipped, with a word, where
 * siginfo_t has no address, or a wrong one, as in qemu-s390x. To be called before there are
 * threads. */
void bus_error_needs_address(void);

#endif
