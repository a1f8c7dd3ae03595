/* cmd/reporter.h - failures in what a catalog tells of, told
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_REPORTER_H
#define CMD_REPORTER_H

#include "base/options.h"
#include "base/out.h"
#include "base/text.h"
#include "bitleap.h"

struct reporter {
    struct out *out;
    const struct common *common;
    const char *directory; /* the current one, from which paths are told; NULL: it is not known */
    bool good;             /* nothing was wrong so far */
    bool told_damage;      /* of the catalog */
    /* Private: the stream that the last problem was in, and how many were looked at in all. */
    uint32_t stream;
    uint32_t n_looked_at;
};

/* As report_error() does; of the file at PATH as a whole. */
void reporter_fail(struct reporter *r, const char *path, const struct bl_error *err);

/* The same of the catalog itself. That it is damaged is told once, as whatever is asked of it may
 * fail with that. */
void reporter_fail_catalog(struct reporter *r, const struct bl_error *err);

/* Whether INDEX, the index file at PATH, tells of as much as FIRST does. It is told if not. */
bool reporter_check_alike(struct reporter *r, const struct bl_catalog *first,
                          const struct bl_catalog *index, const char *path);

/* Of something at NESTED in NAMED, a file that the user named. STREAM is what it is, from which
 * positions count; NULL: no stream. */
void reporter_fail_in(struct reporter *r, const struct bl_source *named, struct bl_view nested,
                      const struct bl_stream *stream, const struct bl_error *err);

/* The file that the user named: source NUMBER of CATALOG, or the one that it belongs to. False:
 * damage, which is told. */
bool reporter_get_named(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                        struct bl_source *named);

/* Problem NUMBER of CATALOG, and the file that the user named. False: damage, which is told. */
bool reporter_get_problem(struct reporter *r, const struct bl_catalog *catalog, uint32_t number,
                          struct bl_catalog_problem *problem, struct bl_source *named);

/* Tell PROBLEM of CATALOG, in NAMED. */
void reporter_fail_problem(struct reporter *r, const struct bl_catalog *catalog,
                           const struct bl_catalog_problem *problem, const struct bl_source *named);

/* "lib.a(core.o)": append the path to what is at NESTED in NAMED. All paths of a catalog are told
 * by way of this: they lead there from the current directory, be the index of another one. */
void reporter_put_path(const struct reporter *r, struct text *path, const struct bl_source *named,
                       struct bl_view nested);

#endif
