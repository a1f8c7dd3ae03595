/* rewrite/edit_summary.c - names that a summary of ThinLTO has as hashes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Global values of the module are numbers in its summary, and so follow their names. VALUE_GUID has
 * hashes of names that the module does not have: of callees that a profile knows, and in an index
 * of all values. What these are called now cannot be known here.
 */
#include "bitleap_codes.h"
#include "rewrite/editor.h"

#include <inttypes.h>
#include <stdio.h>

static void report_hash(struct bl_editor *e)
{
    char text[32];
    const struct bl_record *rec = &e->record;
    uint64_t low = rec->n_ops > 2 ? rec->ops[2] & UINT32_MAX : 0;
    uint64_t hash = rec->n_ops > 2 ? rec->ops[1] << 32 | low : rec->ops[1];
    int n = snprintf(text, sizeof text, "%" PRIu64, hash);
    e->report->n_untouched++;
    if (e->edits->untouched)
        e->edits->untouched(e->edits->context, (struct bl_view){(uint8_t *)text, (size_t)n},
                            "in the summary, as the hash of a name of another module");
}

int bl_edit_summary(struct bl_editor *e, const struct bl_cursor *around)
{
    struct bl_cursor c;
    int rc = bl_index_enter(e->index, around, &c, e->err);
    if (rc < 0)
        return rc;
    while ((rc = bl_cursor_read_next(&c, &e->record)) > 0)
        if (e->record.code == BL_CODE_SUMMARY_VALUE_GUID && e->record.n_ops > 1)
            report_hash(e);
    if (rc < 0)
        bl_cursor_error(&c, e->err);
    bl_cursor_release(&c);
    return rc;
}
