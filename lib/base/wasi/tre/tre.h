/* tre.h - no regular expressions: those of the C library are not quite TRE's
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_BASE_WASI_TRE_H
#define BL_BASE_WASI_TRE_H

#include <stdio.h>

typedef struct {
    char none;
} regex_t;
typedef int regoff_t;
typedef struct {
    regoff_t rm_so, rm_eo;
} regmatch_t;

enum {
    REG_EXTENDED = 1,
    REG_ICASE = 2,
    REG_NOMATCH = 1,
    REG_ENOSYS,
    REG_ESPACE
};
#define tre_regcomp(regex, text, flags) ((void)(regex), (void)(text), REG_ENOSYS)
#define tre_regnexec(regex, data, size, n, match, flags) \
    ((void)(regex), (void)(data), (match)->rm_so = (match)->rm_eo = 0, REG_NOMATCH)
#define tre_regerror(status, regex, message, size) \
    ((void)snprintf(message, size, "this was built without regular expressions"))
#define tre_regfree(regex) ((void)(regex))
#define tre_have_backrefs(regex) ((void)(regex), 0)
#define tre_have_approx(regex) ((void)(regex), 0)

#endif
