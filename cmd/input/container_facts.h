/* cmd/input/container_facts.h - what containers say of what is in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Of the stream or image that a search has just found: a row's other columns, a function's type, an
 * image's architecture.
 */
#ifndef CMD_CONTAINER_FACTS_H
#define CMD_CONTAINER_FACTS_H

#include "input/input.h"

/* As a member "facts" of the object that is open; none where there are none. */
void json_container_facts(struct out *o, struct bl_search *search);

/* Those that are texts, as ", function_type kernel, air_version 2.3". */
void put_container_facts(struct out *o, struct bl_search *search);

/* IMAGE, which INPUT is about. */
void json_image(struct out *o, const struct input *input, const struct bl_image *image);

/* ,"command_line":[…] of the stream: null where those of several are in one piece, nothing where
 * there is none. */
void json_command_line(struct out *o, const struct input *input);

#endif
