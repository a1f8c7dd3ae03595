/* dump/bits_dumper.h - prints every primitive of a stream on a line of its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_BITS_DUMPER_H
#define CMD_BITS_DUMPER_H

#include "dump/text_dumper.h"

/* As text_dumper_open(). Without filters and a position each bit of INPUT, its wrapper included, is
 * in exactly one line. */
struct dumper *bits_dumper_open(const struct text_options *options, const struct input *input);

#endif
