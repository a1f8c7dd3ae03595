/* ir/intrinsics.c - what each LLVM gives declarations of its intrinsics, whatever a file says
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM looks for the longest part of a name, up to a dot, that one of its intrinsics has; where
 * types may follow that name, it is that one (llvm::Intrinsic::lookupIntrinsicID).
 */
#include "ir/intrinsics.h"

#include "base/bound.h"
#include "ir/intrinsic_table.h"

#include <string.h>

enum {
    FUNCTION_PLACE = 255 /* in the table */
};

/* What the row of the name of N bytes has for version AT; 0: nothing. */
static uint32_t find_exact(struct bl_view name, size_t n, unsigned at)
{
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < n; i++)
        hash = (uint32_t)((hash ^ name.data[i]) * UINT64_C(16777619));
    uint32_t first = 0;
    uint32_t end = N_NAMES;
    BL_LOWER_BOUND(first, end, mid, name_hashes[mid] < hash);
    return first < N_NAMES && name_hashes[first] == hash ? shapes_of[name_rows[first]][at] : 0;
}

int bl_intrinsic_find(unsigned llvm, struct bl_view name, uint32_t *shape)
{
    static const char prefix[] = "llvm.";
    unsigned at = 0;
    while (at < N_VERSIONS && versions[at] != llvm)
        at++;
    if (at == N_VERSIONS || name.size < sizeof prefix ||
        memcmp(name.data, prefix, sizeof prefix - 1) != 0)
        return -1;
    uint32_t found = 0;
    size_t n = name.size;
    while (n >= sizeof prefix && !(found = find_exact(name, n, at)))
        do
            n--;
        while (n >= sizeof prefix && name.data[n] != '.');
    if (!found || (n < name.size && found % 2 == 0))
        return -1;
    *shape = found / 2 - 1;
    return shape_starts[*shape + 1] - shape_starts[*shape];
}

struct bl_intrinsic_place bl_intrinsic_place(uint32_t shape, uint32_t i)
{
    const struct shape_place *place = &shape_places[shape_starts[shape] + i];
    return (struct bl_intrinsic_place){
        .place = place->place == FUNCTION_PLACE ? BL_FUNCTION_INDEX : place->place,
        .ops = set_operands + set_starts[place->set],
        .n_ops = (uint32_t)(set_starts[place->set + 1] - set_starts[place->set]),
    };
}
