/* bitleap_debug.h - debug information: subprograms and files of nodes, where in the source code is
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The subprogram of a function is what is attached to it as "dbg" (bl_metadata_find_attached()). Of
 * any node bl_metadata_field_string() has the name (BL_DI_NAME), bl_metadata_field_ref() what it
 * refers to, as its scope or type, and bl_metadata_field_number() the rest. METADATA is that of the
 * body (bl_function_metadata()) where numbers of nodes are from a body, otherwise the module's.
 *
 * The conventions are those of bitleap_module.h.
 */
#ifndef BITLEAP_DEBUG_H
#define BITLEAP_DEBUG_H

#include "bitleap_function.h"

BL_BEGIN_DECLS

/* What goes from scope to scope, or from call to call, ends after so many with BL_E_LIMIT: those of
 * a damaged file may lead back to where they began. */
#define BL_MAX_SCOPES 4096

/* The subprogram that SCOPE, of a location, a variable or a lexical block, is in or is
 * (DILocalScope::getSubprogram()). 1, or 0: it is in none. Errors: those of
 * bl_metadata_field_ref(), BL_E_LIMIT. */
BL_API int bl_debug_subprogram(struct bl_metadata *metadata, uint32_t scope, uint32_t *subprogram,
                               struct bl_error *err);

/* Make *LOCATION that of the call which its code was inlined at (DILocation::getInlinedAt()). 1;
 * 0: it was not inlined, and stays as it is. Errors: those of bl_metadata_field_ref(), BL_E_LIMIT.
 */
BL_API int bl_debug_next_inlined(struct bl_metadata *metadata, struct bl_debug_location *location,
                                 struct bl_error *err);

/* NAME and DIRECTORY of the file of NODE, as its DIFile has them: of a scope, a variable, a type,
 * a compile unit, or a DIFile itself; of a node without a file that of the scope around it. Both
 * are borrowed as those of bl_metadata_string(). 1; 0: it has none, and both are empty. Errors:
 * those of bl_metadata_field_string(), BL_E_LIMIT. */
BL_API int bl_debug_file(struct bl_metadata *metadata, uint32_t node, struct bl_view *name,
                         struct bl_view *directory, struct bl_error *err);

/* TYPE as C++ writes it, without a scope: "const char *", "int (*)(char)", "Item[3]", "void" for
 * BL_NONE, a null; "(struct)" of what has no name. "..." is what cannot be read, is nested deeper
 * than 64 types, or comes after some thousand nodes. Control characters are escaped. Errors: those
 * of bl_metadata_field_string(), after which the text is not complete. */
BL_API int bl_debug_type_print(struct bl_metadata *metadata, uint32_t type, bl_put_fn *put,
                               void *context, struct bl_error *err);

/* ---- Places in the source ---- */

/* A place in the source. Texts are borrowed from the metadata; without data they are not known. */
struct bl_source_place {
    struct bl_view file, directory;        /* of the scope, as DIFile has them */
    struct bl_view function, linkage_name; /* of the subprogram that the scope is in */
    uint32_t line, column;
    uint32_t inlined_at; /* metadata: the call that the function was inlined at; BL_NONE: none */
    uint32_t n_read;     /* private */
    BL_SLACK(2)
};

/* Where LOCATION, of an instruction of the body whose METADATA this is (NULL: none), is: in the
 * innermost function, which may have been inlined. 1; 0: its file is not known; or BL_E_NOMEM. What
 * cannot be read is not known. */
BL_API int bl_source_place_find(struct bl_metadata *metadata,
                                const struct bl_debug_location *location,
                                struct bl_source_place *place, struct bl_error *err);
/* Make *PLACE that of the call it was inlined at: 1; 0: it was not inlined, or some thousand nodes
 * have been read for the place and those within it; or BL_E_NOMEM. */
BL_API int bl_source_place_outer(struct bl_metadata *metadata, struct bl_source_place *place,
                                 struct bl_error *err);
/* All of them: "stack.h:7:3 in push, inlined at main.c:9:5 in main"; "main.c:9:5" where nothing was
 * inlined; "line 9:5" where the file is not known. Control characters are escaped. Errors:
 * BL_E_NOMEM. */
BL_API int bl_source_print(struct bl_metadata *metadata, const struct bl_debug_location *location,
                           bl_put_fn *put, void *context, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_DEBUG_H */
