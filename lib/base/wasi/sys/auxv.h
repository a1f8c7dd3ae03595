/* sys/auxv.h - random bytes where Linux has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_AUXV_H
#define BL_BASE_WASI_AUXV_H

#define AT_RANDOM 25

/* The address of 16 random bytes, the same in each call; 0 for any TYPE but AT_RANDOM. */
unsigned long getauxval(unsigned long type);

#endif
