/* inputs/inputs_opened.h - the streams that an argument names, in files or in a blob
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Streams have numbers from 0 on, over all parts. A part is a catalog, of an index file or built of
 * paths, or the bytes of a blob. One built of paths has only sources and streams, and symbols once
 * names have been looked for in it often.
 */
#ifndef BL_INPUTS_INPUTS_OPENED_H
#define BL_INPUTS_INPUTS_OPENED_H

#include "base/growing_text.h"
#include "bitleap_catalog.h"
#include "bitleap_search.h"

#include <pthread.h>

/* A stream of a blob. */
struct bl_sql_blob_stream {
    char *path;
    struct bl_stream stream;
};

struct bl_sql_part {
    struct bl_catalog *catalog; /* NULL: a blob */
    bool is_index;              /* an index file, and which one: */
    uint64_t device, inode, size;
    int64_t mtime; /* nanoseconds */
    char *nested;  /* only what is at this nested path; NULL: all */
    struct bl_sql_blob_stream *streams;
    uint32_t n_streams, cap_streams;
    uint32_t first_stream; /* number of its first stream */
};

struct bl_sql_inputs {
    char *argument; /* the text or bytes that it was opened for */
    size_t argument_size;
    unsigned n_users;
    char *directory; /* the current one when it was opened; NULL: there was none */
    struct bl_sql_part *parts;
    uint32_t n_parts, cap_parts;
    uint32_t n_streams;
    uint32_t n_searches; /* for names, before there was an index of them */
    uint32_t *by_path;   /* hash table: stream number plus 1; 0: free */
    uint32_t n_slots;
    struct bl_sql_inputs *next; /* in the connection's list, newest first */
};

/* What went wrong somewhere, for bitcode_errors. */
struct bl_sql_problem {
    char *file, *path, *cause;
    const char *kind; /* bl_error_kind() */
    bool has_pos;
    uint64_t bit_pos, file_byte;
};

/* Not more than some hundred: what comes after them is dropped. */
struct bl_sql_problems {
    struct bl_sql_problem *items;
    uint32_t n, cap;
};

/* What belongs to one connection of SQLite, or to one database of DuckDB, whose threads share it.
 * The lock is for all that changes: here, and users and by_path of inputs. */
struct bl_sql_connection {
    pthread_mutex_t lock;
    unsigned n_users; /* modules and functions of an engine that have it */
    bool may_read;    /* files */
    struct bl_sql_inputs *inputs;
    struct bl_sql_problems problems;
};

struct bl_sql_stream_info {
    uint32_t part, number; /* in its part */
    enum bl_stream_kind kind;
    uint64_t file_offset, size;
    uint32_t source; /* in its catalog; BL_NONE: of a blob */
};

/* Open what ARGUMENT names: a path or, if it begins with [", a JSON array of paths. Kept by C for
 * the next time, as long as files are the same. On failure MESSAGE has the text. Errors:
 * BL_E_NOMEM, BL_E_SYSTEM, BL_E_ARGUMENT, BL_E_CONTAINER. */
int bl_sql_open_paths(struct bl_sql_connection *c, struct bl_view argument,
                      struct bl_sql_inputs **inputs, struct bl_sql_text *message);
/* The same for somebody who looks for symbols by name: after some times, what is no index file gets
 * an index in memory, unless there are nested paths. */
int bl_sql_open_for_names(struct bl_sql_connection *c, struct bl_view argument,
                          struct bl_sql_inputs **inputs, struct bl_sql_text *message);
/* The same of BYTES, which are copied. */
int bl_sql_open_blob(struct bl_sql_connection *c, struct bl_view bytes,
                     struct bl_sql_inputs **inputs, struct bl_sql_text *message);
/* Give back what either returned. */
void bl_sql_inputs_leave(struct bl_sql_connection *c, struct bl_sql_inputs *inputs);

/* Those that were opened for ARGUMENT, if they still are; NULL. */
struct bl_sql_inputs *bl_sql_inputs_known(const struct bl_sql_connection *c,
                                          struct bl_view argument);

/* Whether all of them have an index of symbols. */
bool bl_sql_has_symbols(const struct bl_sql_inputs *inputs);

/* How many bytes all streams have, about, and how many streams there are, at least 1. */
uint64_t bl_sql_inputs_size(const struct bl_sql_inputs *inputs, uint32_t *n_streams);
/* Symbols that an index has. */
uint64_t bl_sql_inputs_n_symbols(const struct bl_sql_inputs *inputs);

/* Stream NUMBER. *PATH, if not NULL, is appended to. Returns 1, 0: it was not asked for, or a
 * negative status. */
int bl_sql_stream(const struct bl_sql_inputs *inputs, uint32_t number,
                  struct bl_sql_stream_info *info, struct bl_sql_text *path, struct bl_error *err);
/* Its bytes: borrowed until bl_sql_stream_unload(), or until the inputs are left. */
int bl_sql_stream_load(const struct bl_sql_inputs *inputs, const struct bl_sql_stream_info *info,
                       struct bl_stream *stream, struct bl_error *err);
void bl_sql_stream_unload(const struct bl_sql_inputs *inputs,
                          const struct bl_sql_stream_info *info);
/* The stream at WANTED: 1 with *NUMBER set, 0: there is none, or BL_E_NOMEM. */
int bl_sql_stream_at(struct bl_sql_connection *c, struct bl_sql_inputs *inputs,
                     struct bl_view wanted, uint32_t *number);

/* Note what went wrong in FILE. STREAM may be NULL. The same is noted once. */
void bl_sql_note(struct bl_sql_problems *problems, struct bl_view file,
                 const struct bl_stream *stream, const struct bl_error *err);
/* Note what could not be opened of INPUTS. */
void bl_sql_note_inputs(struct bl_sql_problems *problems, const struct bl_sql_inputs *inputs);
/* Note it for the connection. */
void bl_sql_connection_note(struct bl_sql_connection *c, struct bl_view file,
                            const struct bl_stream *stream, const struct bl_error *err);
/* Append what it has noted to *COPY: 0, or BL_E_NOMEM. */
int bl_sql_connection_problems(struct bl_sql_connection *c, struct bl_sql_problems *copy);
/* Forget all of them. */
void bl_sql_problems_clear(struct bl_sql_problems *problems);

struct bl_sql_connection *bl_sql_connection_new(bool may_read);
/* One more user, who leaves, too. */
void bl_sql_connection_share(struct bl_sql_connection *c);
void bl_sql_connection_leave(void *connection);

#endif
