/* tre.h - the regular expressions of macOS, which are TRE's, under TRE's names
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Without REG_ENHANCED, extended expressions have neither references back nor approximate matches.
 */
#ifndef BL_BASE_MACOS_TRE_H
#define BL_BASE_MACOS_TRE_H

#include <regex.h>

#define tre_regcomp regcomp
#define tre_regnexec regnexec
#define tre_regerror regerror
#define tre_regfree regfree
#define tre_have_backrefs(regex) ((void)(regex), 0)
#define tre_have_approx(regex) ((void)(regex), 0)

#endif
