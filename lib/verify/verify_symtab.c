/* verify/verify_symtab.c - the STRTAB, and SYMTAB blocks against it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a table says is held against its own size and the STRTAB, not against the modules: of some
 * symbols only LLVM's assemblers know.
 */
#include "verify/verify.h"

#include "base/status.h"
#include "index/index.h"
#include "ir/module.h"
#include "ir/symtab.h"

int bl_verify_find_strtab(struct bl_verifier *v, uint32_t block)
{
    if (v->strtab_at > block)
        return BL_OK;
    v->has_strtab = false;
    v->strtab = (struct bl_view){0};
    struct bl_tops strtabs = bl_index_tops(v->index, BL_STRTAB_BLOCK);
    v->strtab_at = bl_tops_behind(&strtabs, block);
    if (v->strtab_at == BL_NO_BLOCK)
        return BL_OK;
    int rc = bl_index_blob(v->index, v->strtab_at, &v->strtab);
    v->has_strtab = rc > 0;
    return rc == BL_E_NOMEM ? rc : BL_OK;
}

int bl_verify_symtab(struct bl_verifier *v, uint32_t block)
{
    struct bl_view blob;
    int rc = bl_index_blob(v->index, block, &blob);
    int status = bl_verify_find_strtab(v, block);
    if (rc == BL_E_NOMEM || status < 0)
        return BL_E_NOMEM;
    if (rc <= 0)
        return BL_OK;
    const char *fault = v->has_strtab ? bl_symtab_fault(blob, v->strtab)
                                      : "symbol table, but no STRTAB can be read behind it";
    uint64_t at = (uint64_t)(blob.data - v->stream->bytes.data);
    if (fault)
        bl_verify_tell_in(v, block, BL_E_MISMATCH, fault, at * 8);
    return BL_OK;
}
