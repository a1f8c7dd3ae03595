/* rewrite/strip_loops.c - locations in the metadata of loops
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"
#include "rewrite/strip.h"

int bl_strip_is_location(struct bl_metadata *md, uint32_t node, struct bl_error *err)
{
    struct bl_record rec = {0};
    int status = bl_metadata_read(md, node, &rec, err);
    bool is = status >= 0 && rec.code == BL_CODE_METADATA_LOCATION;
    bl_record_release(&rec);
    return status == BL_E_NOMEM ? status : is;
}

/* Whether node NUMBER has a location as an operand. */
static int has_location(struct bl_metadata *md, uint32_t number, bool *has, uint32_t *n_others,
                        struct bl_error *err)
{
    struct bl_strip_references references;
    struct bl_strip_reference to;
    struct bl_record rec = {0};
    int status = bl_metadata_read(md, number, &rec, err);
    *has = false;
    *n_others = 0;
    if (status >= 0 && bl_strip_references_begin(&references, &rec))
        while (status >= 0 && bl_strip_references_next(&references, &to)) {
            status = bl_strip_is_location(md, to.number, err);
            *has |= status > 0;
            *n_others += status == 0 && to.op > 0;
        }
    bl_record_release(&rec);
    return status < 0 ? status : BL_OK;
}

int bl_strip_is_empty_loop(struct bl_metadata *md, uint32_t node, bool *is_empty,
                           struct bl_error *err)
{
    bool has;
    uint32_t n_others;
    int status = has_location(md, node, &has, &n_others, err);
    *is_empty = has && n_others == 0;
    return status;
}

enum {
    MOST_DEPTH = 8,   /* of options in options */
    MOST_NODES = 1000 /* of one loop */
};

/* Whether a location is in what NUMBER, a node of LOOP, leads to. Of nodes that are too many or too
 * deep inside, the check of the text says it. */
static int leads_to_location(struct bl_metadata *md, uint32_t loop, uint32_t number, unsigned depth,
                             uint32_t *n_left, struct bl_error *err)
{
    struct bl_strip_references references;
    struct bl_strip_reference to;
    struct bl_record rec = {0};
    struct bl_view text;
    if (depth == MOST_DEPTH || *n_left == 0)
        return 0;
    --*n_left;
    int found = 0;
    int status = bl_metadata_read(md, number, &rec, err);
    if (status >= 0 && bl_strip_references_begin(&references, &rec))
        while (found == 0 && bl_strip_references_next(&references, &to)) {
            if (to.number == loop || to.number == number ||
                bl_metadata_string(md, to.number, &text, NULL) != 0)
                continue;
            int is = bl_strip_is_location(md, to.number, err);
            if (is == 0)
                found = leads_to_location(md, loop, to.number, depth + 1, n_left, err);
            else if (is < 0 || depth > 0)
                found = is;
        }
    bl_record_release(&rec);
    return status < 0 ? status : found;
}

int bl_strip_check_options(struct bl_metadata *md, uint32_t node, struct bl_error *err)
{
    struct bl_record rec = {0};
    uint32_t n_left = MOST_NODES;
    int has = leads_to_location(md, node, node, 0, &n_left, err);
    if (has <= 0)
        return has;
    int status = bl_metadata_read(md, node, &rec, err);
    uint64_t bit_pos = rec.bit_pos;
    bl_record_release(&rec);
    return status < 0 ? status
                      : bl_fail_at(err, BL_E_MISMATCH, "options of a loop with a location inside",
                                   bit_pos);
}
