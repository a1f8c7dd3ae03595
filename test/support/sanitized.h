/* support/sanitized.h - which sanitizers are at work, where time and memory are not the test's own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_SANITIZED_H
#define BL_SUPPORT_SANITIZED_H

/* gcc has a macro for each, clang a question. */
#ifdef __has_feature
#define SANITIZED_FOR(feature) __has_feature(feature)
#else
#define SANITIZED_FOR(feature) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || SANITIZED_FOR(address_sanitizer)
#define HAS_ASAN 1
#else
#define HAS_ASAN 0
#endif

#if defined(__SANITIZE_THREAD__) || SANITIZED_FOR(thread_sanitizer)
#define HAS_TSAN 1
#else
#define HAS_TSAN 0
#endif

#endif
