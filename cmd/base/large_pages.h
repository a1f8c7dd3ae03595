/* cmd/base/large_pages.h - memory for the tables of large modules
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_LARGE_PAGES_H
#define CMD_LARGE_PAGES_H

#include <stdint.h>

/* A stream of SIZE bytes is going to be read: if it is large, what is allocated from now on comes
 * from pages of 2 MiB, where the system has them. The kernel hands out small pages one by one,
 * which takes a third of the time in which one function of a large module is printed. */
void expect_stream(uint64_t size);

#endif
