/* criterion/criterion.h - the part of Criterion that unit tests use, without Criterion
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Criterion starts its own program again for each test and talks to it over sockets: an
 * emulator and ThreadSanitizer do not bear that. Builds for those find this header first;
 * stub.c has main(), which forks for each test and reports as Criterion does. Messages are
 * string literals, here as there.
 */
#ifndef BL_STUB_CRITERION_H
#define BL_STUB_CRITERION_H

/* Criterion's warnings are not ours; neither are those of macros in its place. */
#pragma GCC system_header

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/types.h>

struct stub_test {
    const char *suite, *name;
    void (*run)(void);
    struct stub_test *next;
    pid_t pid; /* of its process while it runs, otherwise 0 */
};

/* Put TEST, which stays, at the end of the list that main() goes through. */
void stub_add(struct stub_test *test);

/* Unless HOLDS: print TEXT, the condition, and the message; the test has failed. */
__attribute__((format(printf, 5, 6))) bool stub_check(bool holds, const char *file, int line,
                                                      const char *text, const char *format, ...);

/* End the test now, as failed or skipped. */
_Noreturn void stub_stop(void);
__attribute__((format(printf, 1, 2))) _Noreturn void stub_skip(const char *format, ...);

#define Test(suite_, name_, ...)                                                     \
    static void suite_##_##name_(void);                                              \
    __attribute__((constructor)) static void add_##suite_##_##name_(void)            \
    {                                                                                \
        static struct stub_test test = {#suite_, #name_, suite_##_##name_, NULL, 0}; \
        stub_add(&test);                                                             \
    }                                                                                \
    static void suite_##_##name_(void)

#define STUB_CHECK(holds, ...) stub_check((holds), __FILE__, __LINE__, #holds, "" __VA_ARGS__)
#define STUB_ASSERT(holds, ...) (STUB_CHECK(holds, __VA_ARGS__) ? (void)0 : stub_stop())

#define cr_expect(holds, ...) STUB_CHECK(holds, __VA_ARGS__)
#define cr_expect_not(holds, ...) STUB_CHECK(!(holds), __VA_ARGS__)
#define cr_expect_eq(a, b, ...) STUB_CHECK((a) == (b), __VA_ARGS__)
#define cr_expect_neq(a, b, ...) STUB_CHECK((a) != (b), __VA_ARGS__)
#define cr_expect_lt(a, b, ...) STUB_CHECK((a) < (b), __VA_ARGS__)
#define cr_expect_leq(a, b, ...) STUB_CHECK((a) <= (b), __VA_ARGS__)
#define cr_expect_gt(a, b, ...) STUB_CHECK((a) > (b), __VA_ARGS__)
#define cr_expect_geq(a, b, ...) STUB_CHECK((a) >= (b), __VA_ARGS__)
#define cr_expect_null(a, ...) STUB_CHECK((a) == NULL, __VA_ARGS__)
#define cr_expect_not_null(a, ...) STUB_CHECK((a) != NULL, __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...) STUB_CHECK(strcmp(a, b) == 0, __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...) STUB_CHECK(strcmp(a, b) != 0, __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...) STUB_CHECK(memcmp(a, b, size) == 0, __VA_ARGS__)

#define cr_assert(holds, ...) STUB_ASSERT(holds, __VA_ARGS__)
#define cr_assert_not(holds, ...) STUB_ASSERT(!(holds), __VA_ARGS__)
#define cr_assert_eq(a, b, ...) STUB_ASSERT((a) == (b), __VA_ARGS__)
#define cr_assert_neq(a, b, ...) STUB_ASSERT((a) != (b), __VA_ARGS__)
#define cr_assert_lt(a, b, ...) STUB_ASSERT((a) < (b), __VA_ARGS__)
#define cr_assert_leq(a, b, ...) STUB_ASSERT((a) <= (b), __VA_ARGS__)
#define cr_assert_gt(a, b, ...) STUB_ASSERT((a) > (b), __VA_ARGS__)
#define cr_assert_geq(a, b, ...) STUB_ASSERT((a) >= (b), __VA_ARGS__)
#define cr_assert_null(a, ...) STUB_ASSERT((a) == NULL, __VA_ARGS__)
#define cr_assert_not_null(a, ...) STUB_ASSERT((a) != NULL, __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) STUB_ASSERT(strcmp(a, b) == 0, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...) STUB_ASSERT(strcmp(a, b) != 0, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...) STUB_ASSERT(memcmp(a, b, size) == 0, __VA_ARGS__)
#define cr_expect_fail(...) STUB_CHECK(false, __VA_ARGS__)
#define cr_assert_fail(...) STUB_ASSERT(false, __VA_ARGS__)
#define cr_skip_test(...) stub_skip("" __VA_ARGS__)

#endif
