/* base/compiler.h - hints to the compiler
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_COMPILER_H
#define BL_BASE_COMPILER_H

#define BL_LIKELY(x) __builtin_expect(!!(x), 1)
#define BL_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define BL_NOINLINE __attribute__((noinline))
/* Functions of failures: what calls them is laid out for the case that it does not. */
#define BL_COLD __attribute__((cold, noinline))
#define BL_ALWAYS_INLINE inline __attribute__((always_inline))
/* Data of another file of the library: reached directly, not through a table of addresses. */
#define BL_HIDDEN __attribute__((visibility("hidden")))

/* Before a loop: every turn, or every four, are to become code of their own. Clang does so by
 * itself. */
#if defined(__clang__)
#define BL_UNROLL
#define BL_UNROLL_4
#else
#define BL_UNROLL _Pragma("GCC unroll 64")
#define BL_UNROLL_4 _Pragma("GCC unroll 4")
#endif

/* Load again from memory what was stored in ARRAY: compilers would rather move it between registers
 * by shuffles, which is what wide kernels have too many of already. */
#define BL_RELOAD(array) __asm__ volatile("" : "+m"(array))

/* Around functions for machines with FEATURES, a string, which are not called on others. */
#define BL_STRING(...) #__VA_ARGS__
#if defined(__clang__)
#define BL_TARGET_BEGIN(features) \
    _Pragma(BL_STRING(clang attribute push(__attribute__((target(features))), apply_to = function)))
#define BL_TARGET_END _Pragma("clang attribute pop")
#else
#define BL_TARGET_BEGIN(features) \
    _Pragma("GCC push_options") _Pragma(BL_STRING(GCC target(features)))
#define BL_TARGET_END _Pragma("GCC pop_options")
#endif

#endif
