/* bitleap_contents.h - what functions and global values say, as hashes that modules share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes of a body name types, globals and constants by numbers of the module's own: the same
 * function in two modules rarely has the same bytes, and the same bytes may mean two things. Here
 * it is hashed as it reads: opcodes, types and operands in LLVM's syntax, flags. What has a name
 * counts by it, except private variables, whose names have no meaning and which count by what they
 * are; named structs count by their fields, too. Metadata, debug locations and names of local
 * values do not count, nor do attributes and alignment of what a body refers to.
 */
#ifndef BITLEAP_CONTENTS_H
#define BITLEAP_CONTENTS_H

#include "bitleap_print.h"

BL_BEGIN_DECLS

/* Parts of a bl_content, each hashed by itself. Numbers are stored in index files. */
enum bl_content_part {
    BL_CONTENT_LINKAGE = 0,    /* visibility, section, COMDAT and the like, too */
    BL_CONTENT_ATTRIBUTES = 1, /* calling convention and alignment, too */
    BL_CONTENT_TYPE = 2,
    BL_CONTENT_VALUE = 3,  /* initializer, aliasee, prefix and the like */
    BL_CONTENT_STATED = 4, /* parts up to here are what is stated of a global value */
    /* Of a body: the attributes of its calls. A compiler derives them from the callee, where its
     * module has it: two bodies of one source need not have the same. */
    BL_CONTENT_CALLS = 4,
    BL_CONTENT_BODY = 5,  /* all else of it */
    BL_CONTENT_PARTS = 6, /* for good: what comes later is a field of its own */
};

/* What one function or global value says. Begins as zeroes. */
struct bl_content {
    uint64_t parts[BL_CONTENT_PARTS]; /* XXH3-64 of each; without a body the last two are 0 */
    bool has_body;
    bool is_odr; /* linkonce_odr or weak_odr: all of one name must be the same */
    bool is_cut; /* something was too long to be hashed in full: BYTES decided */
    BL_SLACK(2)
};

/* Hashes the contents of one module. Opaque; one thread at a time, as with its module. It hashes
 * at most 32 bytes for each byte of the module; one that takes more was made to waste time. */
struct bl_contents;

/* The contents of MODULE, which must stay until bl_contents_close(). Errors: those of
 * bl_module_types(), bl_module_count(), bl_module_constants() and bl_module_attributes(),
 * BL_E_NOMEM. */
BL_API int bl_contents_open(struct bl_contents **contents, struct bl_module *module,
                            struct bl_error *err);
/* Close CONTENTS. NULL is ignored. */
BL_API void bl_contents_close(struct bl_contents *contents);

/* What is stated of global value VALUE, and is_odr. Where something in it is too long to be hashed
 * in full, BYTES, a hash of what it is in, counts. Errors: those of bl_module_global(), BL_E_NOMEM
 * and BL_E_LIMIT, after which all that follows fails; those of bl_module_name(), where a name in it
 * cannot be read. */
BL_API int bl_contents_stated(struct bl_contents *contents, uint32_t value, uint64_t bytes,
                              struct bl_content *content, struct bl_error *err);

/* What the body of function VALUE says, likewise; has_body. Errors: those of bl_function_load() and
 * bl_function_next(), too. */
BL_API int bl_contents_body(struct bl_contents *contents, uint32_t value, uint64_t bytes,
                            struct bl_content *content, struct bl_error *err);

BL_END_DECLS

#endif /* BITLEAP_CONTENTS_H */
