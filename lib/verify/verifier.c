/* verify/verifier.c - reports of problems, and the STRTAB that names are in
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "verify/verifier.h"

#include "base/status.h"
#include "index/index.h"

void bl_verify_report(struct bl_verifier *v, const struct bl_error *problem)
{
    v->summary->n_problems++;
    if (v->report)
        v->report(v->context, problem);
}

void bl_verify_report_in(struct bl_verifier *v, uint32_t block, int status, const char *what,
                         uint64_t bit_pos)
{
    struct bl_error problem;
    bl_fail_at(&problem, status, what, bit_pos);
    bl_index_path(v->index, block, &problem);
    bl_verify_report(v, &problem);
}

int bl_verify_find_strtab(struct bl_verifier *v, uint32_t block)
{
    if (v->strtab_at > block)
        return BL_OK;
    v->has_strtab = false;
    v->strtab = (struct bl_view){0};
    struct bl_top_blocks strtabs = bl_index_top_blocks(v->index, BL_BLOCK_STRTAB);
    v->strtab_at = bl_top_blocks_after(&strtabs, block);
    if (v->strtab_at == BL_NONE)
        return BL_OK;
    int rc = bl_index_blob(v->index, v->strtab_at, &v->strtab);
    v->has_strtab = rc > 0;
    return rc == BL_E_NOMEM ? rc : BL_OK;
}
