/* cmd/base/short_name.h - demangled names that fit a line
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SHORT_NAME_H
#define CMD_SHORT_NAME_H

#include "base/text.h"

/* Make NAME, of C++ or Rust as people write it, have at most MOST bytes, if that is enough: of what
 * is in <>, first what is nested deepest becomes <…>, last what is in () does. */
void shorten_name(struct text *name, size_t most);

#endif
