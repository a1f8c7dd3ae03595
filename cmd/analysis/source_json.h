/* analysis/source_json.h - where in the source an instruction comes from, as JSON
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_SOURCE_JSON_H
#define CMD_SOURCE_JSON_H

#include "base/out.h"

/* ,"line":7,"column":3 and, where METADATA, that of the body, has its scope, source, directory,
 * subprogram, linkage_name and inlined: the calls that this was inlined at, innermost first. */
void json_source(struct out *o, struct bl_metadata *metadata,
                 const struct bl_debug_location *location);

#endif
