/* support/tally_check.h - whether a tally counts what a walk tells
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_TALLY_CHECK_H
#define BL_SUPPORT_TALLY_CHECK_H

#include "support/choice.h"

/* Count STREAM event by event, and hold tallies of every CPU variant, on one thread and on several,
 * against that: under strict and LLVM's rules, with roles and without, failures alike; with a
 * CHOICE, one tally only. NULL: they agree. Otherwise what does not. Static. */
const char *tally_check(const struct bl_stream *stream, struct choice *choice);

#endif
