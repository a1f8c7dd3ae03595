/* audit/checks.h - what an audit looks at
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_CHECKS_H
#define CMD_CHECKS_H

#include "audit/findings.h"

/* Texts of the stream of INPUT, and of the command line that its container has: paths and
 * secrets. */
void check_texts(struct findings *f, const struct input *input);

/* Assembly and calls in module IN. */
void check_code(struct findings *f, const struct module_input *in);

#endif
