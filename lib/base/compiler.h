/* base/compiler.h - hints to the compiler
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_COMPILER_H
#define BL_BASE_COMPILER_H

#define BL_LIKELY(x) __builtin_expect(!!(x), 1)
#define BL_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define BL_NOINLINE __attribute__((noinline))
#define BL_ALWAYS_INLINE inline __attribute__((always_inline))

#endif
