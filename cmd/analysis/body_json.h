/* analysis/body_json.h - a function's body as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BODY_JSON_H
#define CMD_BODY_JSON_H

#include "input/modules.h"

/* The body that PRINTER has loaded, as objects of the types "body" and "instruction". What is
 * damaged is returned, after what is before it. */
int body_json(const struct module_input *in, struct bl_printer *printer, struct bl_error *err);

#endif
