/* rewrite/kept_strings.c - a METADATA_STRINGS record with some of its strings
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/kept_strings.h"

#include "base/status.h"
#include "bitleap_writer.h"

enum {
    LENGTH_WIDTH = 6, /* of the lengths in METADATA_STRINGS */
};

/* What is written in place of a record. */
struct keeping {
    struct bl_rewrite *rewrite;
    const struct bl_record *rec;
    bl_keeps_string_fn *keeps;
    const void *context;
    struct bl_writer *lengths, *text;
    uint64_t n_kept;
    struct bl_error *err;
};

/* The strings that are kept, the first of which has NUMBER. */
static int write_strings(struct keeping *k, uint32_t number)
{
    struct bl_string_reader reader;
    struct bl_view string;
    int rc = BL_OK;
    if (!bl_string_reader_init(&reader, k->rec->ops, k->rec->n_ops, k->rec->blob))
        return bl_fail_at(k->err, BL_E_MALFORMED, "METADATA_STRINGS that do not fit the blob",
                          k->rec->bit_pos);
    for (; (rc = bl_string_reader_next(&reader, &string, k->err)) > 0; number++) {
        if (!k->keeps(k->context, number))
            continue;
        k->n_kept++;
        bl_writer_vbr(k->lengths, string.size, LENGTH_WIDTH);
        for (size_t i = 0; i < string.size; i++)
            bl_writer_fixed(k->text, string.data[i], 8);
    }
    return rc;
}

static int finish_strings(struct keeping *k)
{
    struct bl_view head;
    struct bl_view rest;
    uint64_t n_text = bl_writer_pos(k->text) / 8;
    bl_writer_align32(k->lengths);
    int status = bl_writer_finish(k->text, &rest, k->err);
    uint64_t offset = bl_writer_pos(k->lengths) / 8;
    for (size_t i = 0; status == BL_OK && i < n_text; i++)
        bl_writer_fixed(k->lengths, rest.data[i], 8);
    uint64_t n_bytes = bl_writer_pos(k->lengths) / 8;
    if (status == BL_OK)
        status = bl_writer_finish(k->lengths, &head, k->err);
    if (status < 0)
        return status;
    uint64_t ops[] = {k->n_kept, offset};
    struct bl_new_record made = {
        .code = k->rec->code,
        .ops = ops,
        .n_ops = 2,
        .has_blob = true,
        .blob = {.data = head.data, .size = (size_t)n_bytes},
    };
    return bl_rewrite_replace(k->rewrite, k->rec->bit_pos, &made, k->err);
}

int bl_keep_strings(struct bl_rewrite *rewrite, const struct bl_record *rec, uint32_t first,
                    bl_keeps_string_fn *keeps, const void *context, struct bl_error *err)
{
    struct keeping k = {
        .rewrite = rewrite, .rec = rec, .keeps = keeps, .context = context, .err = err};
    uint64_t n = rec->n_ops > 0 ? rec->ops[0] : 0;
    int status = bl_writer_open(&k.lengths, err);
    if (status == BL_OK)
        status = bl_writer_open(&k.text, err);
    if (status == BL_OK)
        status = write_strings(&k, first);
    bool changes = k.n_kept == 0 || k.n_kept < n;
    if (status == BL_OK && k.n_kept == 0)
        status = bl_rewrite_drop(rewrite, rec->bit_pos, err);
    else if (status == BL_OK && changes)
        status = finish_strings(&k);
    bl_writer_close(k.text);
    bl_writer_close(k.lengths);
    return status < 0 ? status : changes;
}
