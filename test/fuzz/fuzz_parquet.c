/* fuzz_parquet.c - read any bytes as Parquet files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what is handed out lies in the input, where it says; positions of errors too; the end
 * comes before there are more parts than bytes, and stays; all the same from an odd address. Rows
 * come in order, and facts of each can be read, whichever of them are asked for.
 */
#include "format/parquet.h"
#include "fuzz/mutator.h"
#include "support/parts.h"

PARTS_OF(parquet, bl_parquet_close)

enum {
    MOST_FACTS = 8 /* of a row; there are more in a file of nothing else */
};

static void read_facts(struct bl_parquet *it, uint64_t row)
{
    struct bl_fact fact;
    unsigned sum = 0;
    for (uint32_t n = row % 2; n < MOST_FACTS && bl_parquet_fact(it, n, &fact) > 0; n++) {
        REQUIRE(fact.name.data && fact.name.size > 0 && fact.kind <= BL_FACT_BOOL);
        for (size_t i = 0; i < fact.text.size && i < 64; i++)
            sum += fact.text.data[i];
    }
    REQUIRE(sum <= MOST_FACTS * 64 * 255);
}

static void read_rows(struct bl_view bytes)
{
    struct bl_parquet it;
    struct bl_part part;
    uint64_t last = 0;
    int rc;
    if (bl_parquet_open(&it, bytes, NULL) < 0)
        return;
    while ((rc = bl_parquet_next(&it, &part, NULL)) != 0) {
        if (rc < 0)
            continue;
        REQUIRE(part.kind == BL_PART_ROW && part.row >= last && part.row > 0);
        last = part.row;
        if (part.row % 3 != 0)
            read_facts(&it, part.row);
    }
    bl_parquet_close(&it);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct parts parts;
    struct parts again;
    uint8_t *odd = malloc(size + 1);
    REQUIRE(odd);
    if (size > 0)
        memcpy(odd + 1, data, size);
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_view moved = {.data = odd + 1, .size = size};
    parts_of_parquet(bytes, &parts);
    parts_of_parquet(moved, &again);
    parts_require_equal(bytes, &parts, moved, &again);
    read_rows(moved);
    free(odd);
    return 0;
}
