/* search/search.h - what the layer above needs of a search, beside the public functions
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SEARCH_SEARCH_H
#define BL_SEARCH_SEARCH_H

#include "bitleap_search.h"

/* bl_stream_locate() where bytes are said to be a stream, whatever they look like. */
int bl_stream_at(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err);

/* A thin archive names the file at PATH, or what has its header at byte AT of that, unless AT is 0.
 * False: it is not opened. Borrowed during the call. */
typedef bool bl_member_fn(void *context, const char *path, uint64_t at);

/* Have MEMBER called for each file of that kind, whether there is a stream in it or not. */
void bl_search_tell_members(struct bl_search *search, bl_member_fn *member, void *context);

/* Compare what a container has a hash of (SHA-256 in Metal libraries) with it. Where they differ,
 * bl_search_next() fails at that path before it returns the streams there. */
void bl_search_check_sums(struct bl_search *search);

#endif
