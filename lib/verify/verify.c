/* verify/verify.c - everything that can be checked about a stream
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * This file drives the walk, which checks the grammar and the limits of any bitstream, and adds
 * padding, abbreviations and the place of blobs.
 */
#include "verify/verifier.h"

#include "base/status.h"
#include "bits/reader.h"
#include "index/index.h"
#include "ir/symtab.h"
#include "stream/cursor.h"

#include <string.h>

/* A problem inside the DEPTH outermost open blocks. */
static void report_at(struct bl_verifier *v, uint32_t depth, int status, const char *what,
                      uint64_t bit_pos)
{
    struct bl_error problem;
    bl_fail_at(&problem, status, what, bit_pos);
    problem.depth = depth;
    memcpy(problem.path, v->path, bl_error_n_steps(depth) * sizeof problem.path[0]);
    bl_verify_report(v, &problem);
}

/* ---- Padding ---- */

/* From POS to the next multiple of 32 bits, inside the DEPTH outermost open blocks. */
static void check_padding(struct bl_verifier *v, uint32_t depth, uint64_t pos)
{
    struct bl_bits bits = bl_bits_over(v->stream->bytes, v->stream->cpu);
    /* A stream of an odd size may end earlier: bits after its end read as zero. */
    unsigned n = (unsigned)(-pos & 31);
    uint64_t set = bl_bits_peek_at(&bits, pos) & bl_low_bits(n);
    if (set)
        report_at(v, depth, BL_E_MALFORMED, "padding bits that are not zero",
                  pos + (unsigned)__builtin_ctzll(set));
}

/* LLVM reads abbreviations with operands after the blob, but writes none. */
static bool blob_is_last(const struct bl_walk *walk, const struct bl_record *rec)
{
    uint32_t n_ops;
    const struct bl_abbrev_op *ops = bl_walk_abbrev(walk, rec->abbrev_id, &n_ops);
    for (uint32_t i = 0; i + 1 < n_ops; i++)
        if (ops[i].encoding == BL_ENC_BLOB)
            return false;
    return true;
}

static void check_blob(struct bl_verifier *v, const struct bl_walk *walk,
                       const struct bl_event *event)
{
    const struct bl_record *rec = event->record;
    if (!blob_is_last(walk, rec))
        report_at(v, event->depth, BL_E_MALFORMED, "abbreviation whose blob is not last",
                  rec->bit_pos);
    check_padding(v, event->depth, rec->blob_pad);
    uint64_t at = (uint64_t)(rec->blob.data - v->stream->bytes.data);
    check_padding(v, event->depth, (at + rec->blob.size) * 8);
}

/* ---- The walk ---- */

static void enter_block(struct bl_verifier *v, const struct bl_event *event)
{
    v->summary->n_blocks++;
    v->has_module |= event->depth == 0 && event->block->block_id == BL_BLOCK_MODULE;
    if (event->depth < BL_ERROR_PATH_MAX)
        v->path[event->depth] = (struct bl_path_step){
            .block_id = event->block->block_id,
            .bit_pos = event->block->bit_pos,
        };
    struct bl_bits bits = bl_bits_over(v->stream->bytes, v->stream->cpu);
    bits.pos = event->header_pos;
    (void)bl_bits_vbr32(&bits, BL_ID_WIDTH_WIDTH);
    check_padding(v, event->depth + 1, bits.pos);
    const char *fault = bl_verify_id_width(event->block->id_width);
    if (fault)
        report_at(v, event->depth + 1, BL_E_MALFORMED, fault, event->bit_pos);
}

static void check_abbrev(struct bl_verifier *v, const struct bl_event *event)
{
    const char *fault = bl_verify_abbrev(event);
    if (fault)
        report_at(v, event->depth, BL_E_MALFORMED, fault, event->bit_pos);
}

/* The number of top-level BLOCK in the index; BL_NONE where the walk has gone on after damage
 * at which the index stopped: such a block is not checked. */
static uint32_t find_top(struct bl_verifier *v, const struct bl_block *block)
{
    while (v->next_top < v->n_top) {
        uint32_t at = v->next_top;
        uint64_t bit_pos = bl_index_get(v->index, at).block.bit_pos;
        if (bit_pos > block->bit_pos)
            break;
        v->next_top++;
        if (bit_pos == block->bit_pos)
            return at;
    }
    return BL_NONE;
}

/* A SYMTAB is compared with its own size and the STRTAB, not with the modules: only LLVM's
 * assemblers know some of the symbols. */
static int check_symtab(struct bl_verifier *v, uint32_t block)
{
    struct bl_view blob;
    int rc = bl_index_blob(v->index, block, &blob);
    int status = bl_verify_find_strtab(v, block);
    if (rc == BL_E_NOMEM || status < 0)
        return BL_E_NOMEM;
    const char *fault = rc <= 0         ? NULL
                        : v->has_strtab ? bl_symtab_fault(blob, v->strtab)
                                        : "symbol table, but no STRTAB can be read after it";
    if (fault)
        bl_verify_report_in(v, block, BL_E_MISMATCH, fault,
                            (uint64_t)(blob.data - v->stream->bytes.data) * 8);
    return BL_OK;
}

static int leave_top(struct bl_verifier *v, const struct bl_block *block)
{
    uint32_t at = find_top(v, block);
    bool is_module = block->block_id == BL_BLOCK_MODULE;
    v->summary->n_modules += is_module;
    if (at == BL_NONE)
        return BL_OK;
    if (is_module)
        return bl_verify_module(v, at);
    return block->block_id == BL_BLOCK_SYMTAB ? check_symtab(v, at) : BL_OK;
}

static int leave_block(struct bl_verifier *v, const struct bl_event *event)
{
    if (!event->damaged)
        check_padding(v, event->depth + 1, event->bit_pos + event->block->id_width);
    return v->index && event->depth == 0 ? leave_top(v, event->block) : BL_OK;
}

static int check_event(struct bl_verifier *v, const struct bl_walk *walk,
                       const struct bl_event *event)
{
    switch (event->kind) {
    case BL_EVENT_BLOCK: enter_block(v, event); break;
    case BL_EVENT_BLOCK_END: return leave_block(v, event);
    case BL_EVENT_ABBREV: check_abbrev(v, event); break;
    case BL_EVENT_RECORD:
        v->summary->n_records++;
        if (event->record->has_blob)
            check_blob(v, walk, event);
        break;
    }
    return BL_OK;
}

/* As bl_walk_next(), of which BATCH takes the records that nothing is to be checked of: they are
 * counted. */
static int next_checked(struct bl_verifier *v, struct bl_walk *walk, struct bl_batch *batch,
                        struct bl_event *event, struct bl_error *problem)
{
    int rc;
    while ((rc = bl_walk_read_batch(walk, batch, problem)) > 0)
        v->summary->n_records += batch->n_records;
    return rc < 0 ? rc : bl_walk_next(walk, event, problem);
}

static int walk_stream(struct bl_verifier *v, struct bl_walk *walk, struct bl_error *err)
{
    struct bl_batch batch = {0};
    struct bl_event event;
    struct bl_error problem;
    int rc;
    while ((rc = next_checked(v, walk, &batch, &event, &problem)) != 0) {
        if (rc > 0)
            rc = check_event(v, walk, &event);
        else if (rc != BL_E_NOMEM)
            bl_verify_report(v, &problem);
        if (rc == BL_E_NOMEM)
            break;
    }
    bl_batch_release(&batch);
    return rc == BL_E_NOMEM ? bl_fail(err, rc, "no memory for verifying") : BL_OK;
}

/* LLVM's readers accept no stream of LLVM IR without a module, which damage may have hidden, and
 * its tools no file whose size is not a multiple of four. */
static void check_stream(struct bl_verifier *v)
{
    uint64_t size = v->stream->bytes.size;
    if (v->stream->kind == BL_STREAM_UNKNOWN)
        report_at(v, 0, BL_E_MISMATCH,
                  v->has_module ? "unknown magic number, before blocks as those of LLVM IR"
                                : "unknown magic number",
                  0);
    if (v->stream->kind == BL_STREAM_LLVM_IR && !v->summary->n_modules && !v->summary->n_problems)
        report_at(v, 0, BL_E_MISMATCH, "no module in a stream of LLVM IR", size * 8);
    if (size % 4 != 0)
        report_at(v, 0, BL_E_MALFORMED, "stream whose size is not a multiple of four bytes",
                  size / 4 * 32);
}

int bl_verify_open(const struct bl_stream *stream, bl_problem_fn *report, void *context,
                   struct bl_verify_summary *summary, struct bl_module **module,
                   struct bl_error *err)
{
    struct bl_verify_summary unwanted;
    struct bl_verifier v = {
        .stream = stream,
        .report = report,
        .context = context,
        .summary = summary ? summary : &unwanted,
        .kept = module,
        .hash_bytes_left = (uint64_t)stream->bytes.size * BL_MAX_NAME_BYTES_PER_BYTE,
    };
    *v.summary = (struct bl_verify_summary){0};
    if (module)
        *module = NULL;
    struct bl_walk *walk;
    int status = bl_walk_open(&walk, stream, BL_WALK_RECOVER, NULL, err);
    if (status == BL_OK && stream->kind == BL_STREAM_LLVM_IR) {
        status = bl_index_open(&v.index, stream, err);
        if (status == BL_OK)
            v.n_top = bl_index_count(v.index);
        else if (status != BL_E_NOMEM)
            status = BL_OK; /* over the limit even at the top level: the walk will report it */
    }
    if (status == BL_OK)
        status = walk_stream(&v, walk, err);
    if (!module || !*module)
        bl_index_close(v.index);
    bl_walk_close(walk);
    if (status < 0)
        return status;
    check_stream(&v);
    return v.summary->n_problems > 0;
}

int bl_verify(const struct bl_stream *stream, bl_problem_fn *report, void *context,
              struct bl_verify_summary *summary, struct bl_error *err)
{
    return bl_verify_open(stream, report, context, summary, NULL, err);
}
