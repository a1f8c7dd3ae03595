/* cmd/dump/remarks_yaml.h - optimization remarks as LLVM writes them in YAML
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_REMARKS_YAML_H
#define CMD_REMARKS_YAML_H

#include "base/out.h"

/* Print REMARK as llvm-remarkutil bitstream2yaml does. */
void put_remark_yaml(struct out *o, const struct bl_remark *remark);

#endif
