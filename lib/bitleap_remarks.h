/* bitleap_remarks.h - optimization remarks: what passes did, or did not do, and why
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_REMARKS_H
#define BITLEAP_REMARKS_H

#include "bitleap_stream.h"

BL_BEGIN_DECLS

/* What a remark reports (llvm/Remarks/Remark.h; the numbers are the format's). */
enum bl_remark_kind {
    BL_REMARK_UNKNOWN = 0,
    BL_REMARK_PASSED = 1,
    BL_REMARK_MISSED = 2,
    BL_REMARK_ANALYSIS = 3,
    BL_REMARK_ANALYSIS_FP_COMMUTE = 4,
    BL_REMARK_ANALYSIS_ALIASING = 5,
    BL_REMARK_FAILURE = 6,
};

/* "Missed", as in YAML. Static. */
BL_API const char *bl_remark_kind_name(unsigned kind);

/* A place in the source. */
struct bl_remark_location {
    struct bl_view file;
    uint32_t line, column;
};

/* A piece of what a remark says. */
struct bl_remark_argument {
    struct bl_view key, value;
    bool has_location;
    struct bl_remark_location location;
    BL_SLACK(2)
};

/* One remark. Texts are borrowed from the bytes of the stream that has the string table. */
struct bl_remark {
    uint64_t bit_pos; /* of its block */
    uint8_t kind;     /* bl_remark_kind */
    struct bl_view pass, name, function;
    bool has_location, has_hotness;
    struct bl_remark_location location;
    uint64_t hotness;
    const struct bl_remark_argument *arguments; /* until bl_remarks_next() */
    uint32_t n_arguments;
    BL_SLACK(4)
};

/* A stream of remarks. Opaque. */
struct bl_remarks;

/* STREAM is of the kind BL_STREAM_REMARKS; its bytes must stay until bl_remarks_close(). Until LLVM
 * 21, compilers wrote remarks without their strings, which are in a section of the object file,
 * with the path of the remarks: STRINGS_OF is that other stream, and stays open as long. NULL:
 * STREAM has its own. Errors: BL_E_NOMEM, BL_E_ARGUMENT, and what is wrong in the metadata. */
BL_API int bl_remarks_open(struct bl_remarks **remarks, const struct bl_stream *stream,
                           const struct bl_remarks *strings_of, struct bl_error *err);
/* Close REMARKS. NULL is ignored. */
BL_API void bl_remarks_close(struct bl_remarks *remarks);

/* The path of the file that has the remarks to the strings in this stream; empty: there is none.
 * Borrowed from the stream. */
BL_API struct bl_view bl_remarks_file(const struct bl_remarks *remarks);

/* The next remark. 1, 0 the end, negative on failure; the next call then returns the remark after
 * that, if there is one. */
BL_API int bl_remarks_next(struct bl_remarks *remarks, struct bl_remark *remark,
                           struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_REMARKS_H */
