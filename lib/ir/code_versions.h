/* ir/code_versions.h - which LLVM knows a code or a kind of attribute, as constants
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What bitleap_codes.def says of those that LLVM 13 does not know, for tables that are made by the
 * compiler.
 */
#ifndef BL_IR_CODE_VERSIONS_H
#define BL_IR_CODE_VERSIONS_H

enum {
#define BL_NEW_CODE(block, name, code, llvm, traits, least, sure) \
    BL_LEAST_##block##_##name = (least), BL_SURE_##block##_##name = (sure),
#define BL_NEW_ATTRIBUTE(name, kind, spelling, least, sure) \
    BL_LEAST_ATTRIBUTE_##name = (least), BL_SURE_ATTRIBUTE_##name = (sure),
#include "bitleap_codes.def"
};

#endif
