/* search/archive_members.c - members of ar archives, whatever is in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "bitleap_search.h"
#include "format/ar.h"

struct bl_archive {
    struct bl_ar ar;
    struct bl_archive_member member; /* the last one */
};

int bl_archive_open(struct bl_archive **archive, struct bl_view bytes, struct bl_error *err)
{
    *archive = NULL;
    struct bl_archive *a = bl_new(sizeof *a);
    if (!a)
        return bl_fail(err, BL_E_NOMEM, "no memory for an archive");
    int status = bl_ar_open(&a->ar, bytes, err);
    if (status < 0) {
        bl_drop(a);
        return status;
    }
    *archive = a;
    return BL_OK;
}

void bl_archive_close(struct bl_archive *a)
{
    bl_drop(a);
}

int bl_archive_next(struct bl_archive *a, const struct bl_archive_member **member,
                    struct bl_error *err)
{
    struct bl_part part;
    int rc = bl_ar_next(&a->ar, &part, err);
    a->member = (struct bl_archive_member){
        .name = part.name,
        .bytes = part.bytes,
        .offset = part.offset,
        .header_offset = a->ar.header_at,
        .size = part.size,
        .is_file = part.kind == BL_PART_THIN_MEMBER,
    };
    *member = rc > 0 ? &a->member : NULL;
    return rc;
}
