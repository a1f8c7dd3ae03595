/* cmd/input/catalog_report.h - the files of a catalog: their paths, and what is wrong with them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef CMD_CATALOG_REPORT_H
#define CMD_CATALOG_REPORT_H

#include "base/context.h"

/* Report damage, or another failure, of the catalog itself. That it is damaged is reported once, as
 * whatever is asked of it may fail with that. */
void report_catalog(struct context *c, const struct bl_error *err);

/* Whether INDEX, the index file at PATH, has the same parts as FIRST. It is reported if not. */
bool check_alike(struct context *c, const struct bl_catalog *first, const struct bl_catalog *index,
                 const char *path);

/* The file that the user named: source NUMBER of CATALOG, or the archive that it belongs to. False:
 * damage, which is reported. */
bool get_named(struct context *c, const struct bl_catalog *catalog, uint32_t number,
               struct bl_source *named);

/* Problem NUMBER of CATALOG, and the file that the user named. False: damage, which is reported. */
bool get_problem(struct context *c, const struct bl_catalog *catalog, uint32_t number,
                 struct bl_catalog_problem *problem, struct bl_source *named);

/* "lib.a(core.o)": the path to what is at NESTED in NAMED, for free(). It leads there from the
 * current directory, even if the index was made in another one. */
char *source_path(const struct context *c, const struct bl_source *named, struct bl_view nested);

/* Report ERR at NESTED in NAMED. STREAM is what positions count in; NULL: none. */
void report_source(struct context *c, const struct bl_source *named, struct bl_view nested,
                   const struct bl_stream *stream, const struct bl_error *err);

/* Report the problems of CATALOG, those that IS_WANTED wants; NULL: all. */
typedef bool problem_fn(void *data, const struct bl_catalog_problem *problem,
                        const struct bl_source *named);
void report_problems(struct context *c, const struct bl_catalog *catalog, problem_fn *is_wanted,
                     void *data);

#endif
