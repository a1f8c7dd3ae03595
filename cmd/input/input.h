/* cmd/input/input.h - the streams of the files that a command was given, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_INPUT_H
#define CMD_INPUT_H

#include "base/context.h"
#include "input/query.h"

/* A stream to work on. */
struct input {
    const char *path; /* nested (bitleap.h, "Search") */
    struct bl_file *file;
    struct bl_stream stream;
    struct bl_found found;
    struct bl_search *search;         /* that found it, for facts */
    const struct bl_catalog *catalog; /* that led to the file, which has not changed; NULL: none */
    uint32_t number;                  /* there; BL_NONE: it is not known */
    bool is_alone;                    /* the file was named, and is this stream and nothing else */
    bool needs_name; /* output says which stream it is: it may not be the only one */
};

/* A file, after its streams. */
struct visited_file {
    const char *operand;        /* or, of a file below a directory, its path */
    uint64_t n_errors;          /* reported of it */
    struct packed_count packed; /* in it, or itself */
    const char *hint;           /* what it is instead, and what to do; NULL: it is not known */
    bool is_readable;           /* and the path leads somewhere */
    bool is_named;              /* not found below a directory or in an index file */
};

/* Whether bl_ast_open() reads STREAM. */
static inline bool is_ast(const struct bl_stream *stream)
{
    return stream->kind == BL_STREAM_CLANG_AST || stream->kind == BL_STREAM_SWIFT;
}

/* What is called for each stream, and for each image for a device that is none (bl_image), unless
 * IMAGE is NULL; its INPUT has no stream. With FILE, which is called after those of a file, a file
 * without any is no error. */
struct visitor {
    unsigned open_flags;
    void (*stream)(void *data, const struct input *input);
    void (*image)(void *data, const struct input *input, const struct bl_image *image);
    void (*file)(void *data, const struct visited_file *file);
    uint64_t
        *n_without; /* files below directories and in index files without any are added to it */
    /* What nobody has looked into below directories and in index files is added to it, unless FILE
     * gets it; NULL: it is noted. */
    struct packed_count *packed;
    /* Of an index file only the streams that know one of these names, unless any is a pattern or
     * a kind of name that no index has, "%a"; NULL: all. */
    const struct name_patterns *wanted;
    bool may_be_empty; /* a directory of such files is no error */
    void *data;
};

/* Visit each stream that the operands name: files, with all that is in them; nested paths; and
 * directories and index files, with all files there that have some. No operand is wrong usage. A
 * file that is named and has none is an error, as is one without LLVM IR for a command that wants
 * it. A file that shrinks or changes meanwhile reads as it may, and is an error. */
void visit_streams(struct context *c, const struct visitor *visitor);

#endif
