/* report/page.h - a page of HTML around data
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_PAGE_H
#define CMD_PAGE_H

#include "base/out.h"

/* Put the page that shows DATA, which is JSON, to O. Nothing of DATA can end the element that it is
 * in, and the page allows no other script, and no request. */
void put_page(struct out *o, struct bl_view data);

#endif
