/* verify/verifier.h - what the parts of bl_verify() share
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * verify.c walks the stream and checks what holds for any bitstream. In LLVM IR, when the walk
 * leaves a module, verify_module.c compares the module's records with its blocks, STRTAB and HASH,
 * verify_metadata.c compares its METADATA blocks with their tables, and verify_contents.c decodes
 * everything that its records say. All of them read through the index and report to the verifier,
 * so all problems of one module are reported before those of the next.
 *
 * Memory is that of the walk, of the index and of what the readers keep of one module and of one
 * body at a time: nothing else is collected. Time is a fixed number of passes over each block,
 * whatever its records say.
 */
#ifndef BL_VERIFIER_H
#define BL_VERIFIER_H

#include "base/compiler.h"
#include "bitleap_constants.h"
#include "bitleap_metadata.h"
#include "bitleap_symbols.h"
#include "bitleap_types.h"
#include "bitleap_verify.h"
#include "bitleap_walk.h"

struct bl_verifier {
    const struct bl_stream *stream;
    bl_problem_fn *report; /* may be NULL */
    void *context;
    struct bl_verify_summary *summary;
    struct bl_path_step path[BL_ERROR_PATH_MAX]; /* the walk's open blocks, outermost first */
    bool has_module; /* a block at the top level has the id of one, in a stream of any kind */
    /* The rest is for LLVM IR streams only. */
    struct bl_index *index;
    struct bl_module **kept; /* where the first module stays open; NULL: nowhere */
    uint32_t n_top;          /* top-level blocks: the first numbers of the index */
    uint32_t next_top;       /* all top-level blocks before this one have been checked */
    uint32_t strtab_at;      /* STRTAB block found last, BL_NONE where none follows, or 0 */
    bool has_strtab;         /* the block has a BLOB */
    struct bl_view strtab;
    /* Bytes of names that may still be hashed, BL_MAX_NAME_BYTES_PER_BYTE in all. Most are hashed
     * twice, as a function's and as its comdat's; partition names once for each symbol. */
    uint64_t hash_bytes_left;
};

/* The problem of a HASH that is another module's. */
extern BL_HIDDEN const char bl_hash_is_wrong[];

/* bl_verify(), which leaves the first module open in *MODULE, also after a failure, for
 * bl_module_close() and then bl_index_close() of its index. Where none can be opened *MODULE is
 * NULL. MODULE may be NULL. */
int bl_verify_open(const struct bl_stream *stream, bl_problem_fn *report, void *context,
                   struct bl_verify_summary *summary, struct bl_module **module,
                   struct bl_error *err);

/* Count and report a problem. */
void bl_verify_report(struct bl_verifier *v, const struct bl_error *problem);

/* The same, for a problem in BLOCK of the index. */
void bl_verify_report_in(struct bl_verifier *v, uint32_t block, int status, const char *what,
                         uint64_t bit_pos);

/* What is wrong with the definition that EVENT is, or with ids of so many bits; NULL: nothing. */
const char *bl_verify_abbrev(const struct bl_event *event);
const char *bl_verify_id_width(unsigned id_width);

/* Find the next STRTAB after top-level BLOCK. The one found last serves all blocks before it.
 * Returns BL_OK, or BL_E_NOMEM. */
int bl_verify_find_strtab(struct bl_verifier *v, uint32_t block);

/* Check the top-level MODULE block number BLOCK. What cannot be read is skipped, as the walk has
 * reported it. Returns BL_OK, or BL_E_NOMEM. */
int bl_verify_module(struct bl_verifier *v, uint32_t block);

/* Check METADATA_INDEX_OFFSET and METADATA_INDEX of the METADATA block number BLOCK, reading into
 * REC. Returns as bl_verify_module(). */
int bl_verify_metadata(struct bl_verifier *v, uint32_t block, struct bl_record *rec);

/* Decode all that MODULE and the bodies in it say. BODIES: by value, the number of the child that
 * is the body; NULL: not known, and no body is read. IS_DAMAGED: not all of the module's own
 * entries can be read. Returns as bl_verify_module(). */
int bl_verify_contents(struct bl_verifier *v, struct bl_module *module, bool is_damaged,
                       const uint32_t *bodies);

#endif
