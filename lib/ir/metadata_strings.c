/* ir/metadata_strings.c - the strings of a METADATA_STRINGS record, one by one
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *   blob:  length 0, length 1, … (vbr6)  zero bits  | characters of string 0, 1, …
 *                                                   ^ op1, in bytes
 */
#include "ir/metadata_strings.h"

#include "base/grow.h"
#include "base/status.h"
#include "bits/reader.h"

#include <string.h>

enum {
    LENGTH_WIDTH = 6,
    AT_ONCE = 64
};

/* LENGTHS up to a word of zeros, except the last word. Four strings without characters are in no
 * module, which has each string once: they are bytes that are missing, and what is after them is
 * not known. */
static struct bl_view up_to_zeros(struct bl_view lengths)
{
    size_t n = lengths.size / sizeof(uint32_t);
    for (size_t i = 0; i + 1 < n; i++)
        if (bl_load_le32(lengths.data + i * sizeof(uint32_t)) == 0)
            return (struct bl_view){lengths.data, i * sizeof(uint32_t)};
    return lengths;
}

bool bl_strings_init(struct bl_strings *s, const struct bl_record *rec)
{
    *s = (struct bl_strings){0};
    if (rec->n_ops < 2 || !rec->has_blob || rec->ops[1] > rec->blob.size)
        return false;
    size_t at = (size_t)rec->ops[1];
    uint64_t most = (uint64_t)at * 8 / LENGTH_WIDTH;
    s->lengths = up_to_zeros((struct bl_view){.data = rec->blob.data, .size = at});
    s->text = (struct bl_view){.data = rec->blob.data + at, .size = rec->blob.size - at};
    s->n = (uint32_t)(rec->ops[0] < most ? rec->ops[0] : most);
    return rec->ops[0] <= most;
}

/* Read N <= AT_ONCE more lengths. BL_E_MALFORMED: they are not within the blob, or not all of these
 * strings. */
static int read_lengths(struct bl_strings *s, uint32_t n)
{
    uint64_t lengths[AT_ONCE];
    struct bl_bits bits = bl_bits_over(s->lengths, BL_CPU_BEST);
    uint64_t pos = bl_bits_read_vbr_run(&bits, s->length_pos, LENGTH_WIDTH, lengths, n);
    uint64_t end = s->n_ends ? s->ends[s->n_ends - 1] : 0;
    if (pos > bits.end)
        return BL_E_MALFORMED;
    for (uint32_t i = 0; i < n; i++) {
        /* Lengths are 32 bits wide. */
        if (lengths[i] > UINT32_MAX || lengths[i] > s->text.size - end ||
            end + lengths[i] > UINT32_MAX)
            return BL_E_MALFORMED;
        end += lengths[i];
        s->ends[s->n_ends + i] = (uint32_t)end;
    }
    s->n_ends += n;
    s->length_pos = pos;
    return BL_OK;
}

/* Find where string I ends. Where some are damaged, each before them is found alone. */
static int reach(struct bl_strings *s, uint32_t i)
{
    int status = BL_OK;
    if (bl_grow(&s->ends, &s->cap_ends, (uint64_t)i + AT_ONCE) < 0)
        return BL_E_NOMEM;
    while (status == BL_OK && s->n_ends <= i)
        if (read_lengths(s, s->n - s->n_ends < AT_ONCE ? s->n - s->n_ends : AT_ONCE) < 0)
            status = read_lengths(s, 1);
    return status;
}

/* Two zeros or more and nothing else are bytes that are missing. */
static bool is_lost(struct bl_view text)
{
    return text.size > 1 && text.data[0] == 0 &&
           memcmp(text.data, text.data + 1, text.size - 1) == 0;
}

int bl_strings_get(struct bl_strings *s, uint32_t i, struct bl_view *text)
{
    *text = (struct bl_view){0};
    int status = i < s->n_ends ? BL_OK : reach(s, i);
    if (status < 0)
        return status;
    uint32_t begin = i > 0 ? s->ends[i - 1] : 0;
    *text = (struct bl_view){.data = s->text.data + begin, .size = s->ends[i] - begin};
    if (!is_lost(*text))
        return BL_OK;
    *text = (struct bl_view){0};
    return BL_E_MALFORMED;
}

const char *bl_strings_fault(const struct bl_strings *s, struct bl_view bytes, uint64_t *bit_pos)
{
    *bit_pos = (uint64_t)(s->lengths.data - bytes.data) * 8;
    return "METADATA_STRINGS whose strings do not fit the blob";
}

void bl_strings_release(struct bl_strings *s)
{
    bl_drop(s->ends);
    *s = (struct bl_strings){0};
}

bool bl_string_reader_init(struct bl_string_reader *reader, const uint64_t *ops, uint32_t n_ops,
                           struct bl_view blob)
{
    if (n_ops < 2 || ops[1] > blob.size)
        return false;
    size_t at = (size_t)ops[1];
    *reader = (struct bl_string_reader){
        .lengths = bl_bits_over(up_to_zeros((struct bl_view){blob.data, at}), BL_CPU_BEST),
        .text = {blob.data + at, blob.size - at},
        .n_left = ops[0]};
    return true;
}

int bl_string_reader_next(struct bl_string_reader *reader, struct bl_view *text,
                          struct bl_error *err)
{
    struct bl_bits *lengths = &reader->lengths;
    if (reader->n_left == 0)
        return 0;
    uint32_t length = bl_bits_vbr32_at(lengths, &lengths->pos, LENGTH_WIDTH);
    if (!bl_bits_ok(lengths))
        return bl_fail(err, BL_E_MALFORMED, "METADATA_STRINGS with fewer lengths than strings");
    if (length > reader->text.size)
        return bl_fail(err, BL_E_MALFORMED, "METADATA_STRINGS with fewer characters than lengths");
    reader->n_left--;
    *text = (struct bl_view){reader->text.data, length};
    reader->text = (struct bl_view){reader->text.data + length, reader->text.size - length};
    return 1;
}
