/* verify/verify_contents.c - whether all that a module's records say can be read
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each part of a module, and each body, is read to its end by the reader that answers questions
 * about it. A reader stops at its first failure, so each has at most one problem.
 *
 * Nothing is reported twice. The walk has reported blocks whose grammar is damaged: what else
 * cannot be read in them is skipped. So are names that lead out of the STRTAB and FNENTRY records
 * that lead to a wrong body, which verify_module.c reports.
 *
 * Nodes of metadata and attachments are not decoded: reading the block and verify_metadata.c have
 * found where each node's record is, and only its grammar could be wrong.
 */
#include "verify/verifier.h"

#include "base/status.h"
#include "ir/metadata.h"

struct contents {
    struct bl_verifier *v;
    struct bl_module *module;
    bool is_damaged;   /* the MODULE block itself, not a block inside */
    bool has_metadata; /* of the module, all of it */
    struct bl_function *function;
    struct bl_record rec;
};

/* ---- Reporting ---- */

/* Whether the innermost block of PROBLEM's path cannot be read to its end: 1, 0, or BL_E_NOMEM. */
static int is_in_damaged_block(const struct contents *c, const struct bl_error *problem)
{
    uint32_t block;
    struct bl_walk *walk;
    struct bl_event event;
    if (problem->depth <= 1) /* any number of bodies may have a problem there */
        return c->is_damaged;
    uint64_t bit_pos = problem->path[bl_error_n_steps(problem->depth) - 1].bit_pos;
    if (bl_index_find(c->v->index, bit_pos, &block, NULL) == BL_E_NOMEM ||
        bl_index_walk(c->v->index, block, BL_WALK_SKIP | BL_WALK_FLAT, &walk, NULL) < 0)
        return BL_E_NOMEM;
    int rc;
    while ((rc = bl_walk_next(walk, &event, NULL)) > 0)
        ;
    bl_walk_close(walk);
    return rc == BL_E_NOMEM ? rc : rc < 0;
}

/* STATUS is what a reader returned; if negative, report its PROBLEM. 1: all could be read; 0: not,
 * and that has been reported; or BL_E_NOMEM. */
static int check_answer(const struct contents *c, int status, const struct bl_error *problem)
{
    if (status >= 0)
        return 1;
    int rc = status == BL_E_NOMEM ? status : is_in_damaged_block(c, problem);
    if (rc == 0)
        bl_verify_report(c->v, problem);
    return rc < 0 ? rc : 0;
}

/* Fill *PROBLEM: failed at BIT_POS, with all blocks around it. Returns STATUS, or BL_E_NOMEM. */
static int fail_at(const struct contents *c, int status, const char *what, uint64_t bit_pos,
                   struct bl_error *problem)
{
    uint32_t block;
    if (status == BL_E_NOMEM || bl_index_find(c->v->index, bit_pos, &block, NULL) == BL_E_NOMEM)
        return BL_E_NOMEM;
    bl_fail_at(problem, status, what, bit_pos);
    bl_index_path(c->v->index, block, problem);
    return status;
}

/* ---- Parts of a module ---- */

static int read_types(struct contents *c, struct bl_error *problem)
{
    const struct bl_types *types;
    return bl_module_types(c->module, &types, problem);
}

static int read_attributes(struct contents *c, struct bl_error *problem)
{
    const struct bl_attributes *attributes;
    return bl_module_attributes(c->module, &attributes, problem);
}

/* One by one, as all of them need far more memory than their records. A mismatch is a name that is
 * not in the STRTAB. */
static int read_globals(struct contents *c, struct bl_error *problem)
{
    struct bl_global global;
    int status = BL_OK;
    for (uint32_t i = 0; i < c->module->header.n_places && status == BL_OK; i++) {
        status = bl_module_global(c->module, i, &global, problem);
        if (status == BL_E_MISMATCH)
            status = BL_OK;
    }
    return status;
}

/* A mismatch is the same here. */
static int read_comdats(struct contents *c, struct bl_error *problem)
{
    const struct bl_comdat *comdats;
    uint32_t n;
    int status = bl_module_comdats(c->module, &comdats, &n, problem);
    return status == BL_E_MISMATCH ? BL_OK : status;
}

/* The records of N constants that were found. */
static int read_each_constant(struct contents *c, const struct bl_constant *constants, uint32_t n,
                              struct bl_error *problem)
{
    for (uint32_t i = 0; i < n; i++) {
        int status = bl_constant_read(c->module, &constants[i], &c->rec, problem);
        if (status < 0)
            return fail_at(c, status, problem->what, constants[i].bit_pos, problem);
    }
    return BL_OK;
}

static int read_constants(struct contents *c, struct bl_error *problem)
{
    const struct bl_constant *constants;
    uint32_t n;
    int status = bl_module_constants(c->module, &constants, &n, problem);
    if (status == BL_OK)
        status = read_each_constant(c, constants, n, problem);
    return status;
}

/* The lengths of all strings before it say where a string is: the last one needs all of them. */
static int read_strings(const struct contents *c, struct bl_metadata *metadata,
                        struct bl_error *problem)
{
    for (uint32_t i = 0; i < metadata->n_pieces; i++) {
        struct bl_strings *strings = &metadata->pieces[i].strings;
        struct bl_view text;
        uint64_t bit_pos;
        int status = strings->n ? bl_strings_get(strings, strings->n - 1, &text) : BL_OK;
        if (status == BL_OK)
            continue;
        const char *what = bl_strings_fault(strings, c->v->stream->bytes, &bit_pos);
        return fail_at(c, status, what, bit_pos, problem);
    }
    return BL_OK;
}

static int read_metadata(struct contents *c, struct bl_error *problem)
{
    struct bl_metadata *metadata;
    int status = bl_module_metadata(c->module, &metadata, problem);
    if (status == BL_OK)
        status = read_strings(c, metadata, problem);
    c->has_metadata = status == BL_OK;
    return status;
}

/* Of a combined index. */
static int read_paths(struct contents *c, struct bl_error *problem)
{
    const struct bl_summary_module *modules;
    uint32_t n;
    return bl_module_paths(c->module, &modules, &n, problem);
}

static int read_summaries(struct contents *c, struct bl_error *problem)
{
    struct bl_summaries *summaries;
    struct bl_summary summary;
    int rc = bl_summaries_open(&summaries, c->module, problem);
    while (rc > 0 && (rc = bl_summaries_next(summaries, &summary, problem)) > 0)
        ;
    bl_summaries_close(summaries);
    return rc;
}

/* ---- Bodies ---- */

static bool has_block(const struct bl_function *function, uint32_t block_id)
{
    const struct bl_block *blocks;
    uint32_t n = bl_function_blocks(function, &blocks);
    for (uint32_t i = 0; i < n; i++)
        if (blocks[i].block_id == block_id)
            return true;
    return false;
}

/* Numbers in a body's metadata continue those of the module. */
static int read_body_metadata(struct contents *c, struct bl_error *problem)
{
    struct bl_metadata *metadata;
    if (!c->has_metadata || !has_block(c->function, BL_BLOCK_METADATA))
        return BL_OK;
    int status = bl_function_metadata(c->function, &metadata, problem);
    return status < 0 ? status : read_strings(c, metadata, problem);
}

/* The rest of the body that was loaded: 0, or a failure. */
static int read_loaded(struct contents *c, struct bl_error *problem)
{
    const struct bl_body *body = bl_function_body(c->function);
    struct bl_instruction instruction;
    struct bl_view name;
    int rc = read_each_constant(c, body->constants, body->n_constants, problem);
    while (rc >= 0 && (rc = bl_function_next(c->function, &instruction, problem)) > 0)
        ;
    if (rc == 0 && has_block(c->function, BL_BLOCK_VALUE_SYMTAB)) /* one name reads all */
        rc = bl_function_basic_block_name(c->function, 0, &name, problem);
    return rc == 0 ? read_body_metadata(c, problem) : rc;
}

/* Function VALUE, whose body is block BODY. Where another was found, or none, an FNENTRY or the
 * function's record is at fault, and has been reported. */
static int read_body(struct contents *c, uint32_t value, uint32_t body)
{
    struct bl_error problem;
    int status = bl_function_load(c->function, value, &problem);
    if (status == BL_E_NOMEM)
        return status;
    uint64_t bit_pos = bl_index_get(c->v->index, body).block.bit_pos;
    if (bl_function_body(c->function)->block.bit_pos != bit_pos)
        return 0;
    c->v->summary->n_bodies++;
    if (status == BL_OK)
        status = read_loaded(c, &problem);
    return check_answer(c, status, &problem);
}

/* BODIES by value. Without types or constants no body can be read: that has been reported. */
static int read_bodies(struct contents *c, const uint32_t *bodies)
{
    const struct bl_module_header *head = &c->module->header;
    int rc = bl_function_open(&c->function, c->module, BL_NONE, NULL);
    for (uint32_t i = 0; i < head->n_places && rc >= 0; i++)
        if (head->places[i].has_body)
            rc = read_body(c, i, bodies[i]);
    bl_function_close(c->function);
    return rc;
}

/* ---- All ---- */

static int read_parts(struct contents *c)
{
    static int (*const readers[])(struct contents *, struct bl_error *) = {
        read_types,     read_attributes, read_globals, read_comdats,
        read_constants, read_metadata,   read_paths,   read_summaries,
    };
    int rc = BL_OK;
    for (size_t i = 0; i < sizeof readers / sizeof *readers && rc >= 0; i++) {
        struct bl_error problem;
        rc = check_answer(c, readers[i](c, &problem), &problem);
    }
    return rc;
}

int bl_verify_contents(struct bl_verifier *v, struct bl_module *module, bool is_damaged,
                       const uint32_t *bodies)
{
    struct contents c = {.v = v, .module = module, .is_damaged = is_damaged};
    struct bl_error problem;
    int rc = check_answer(&c, bl_module_read_header(module, &problem), &problem);
    if (rc > 0)
        rc = read_parts(&c);
    if (rc >= 0 && bodies)
        rc = read_bodies(&c, bodies);
    bl_record_release(&c.rec);
    return rc == BL_E_NOMEM ? rc : BL_OK;
}
