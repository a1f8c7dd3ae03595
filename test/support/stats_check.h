/* support/stats_check.h - whether a bl_stats counts what a walk reports
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SUPPORT_STATS_CHECK_H
#define BL_SUPPORT_STATS_CHECK_H

#include "support/choice.h"

/* Count STREAM event by event, and hold stats of every CPU variant, on one thread and on several,
 * against that: under strict and LLVM's rules, with roles and without, failures alike; with a
 * CHOICE, one stats only. NULL: they agree. Otherwise what does not. Static. */
const char *stats_check(const struct bl_stream *stream, struct choice *choice);

#endif
