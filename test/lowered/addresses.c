/* lowered/addresses.c - addresses in constants, offsets, unions, packed structs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) record {
    char kind;
    uint32_t n;
    uint16_t tail[3];
};

static struct record records[3] = {{'a', 1, {2, 3, 4}},
                                   {'b', 5, {6, 7, 8}},
                                   {'c', 9, {10, 11, 12}}};
static uint16_t *const inner[] = {&records[0].tail[2], &records[2].tail[0]};
static const ptrdiff_t distance = offsetof(struct record, tail);
static char *const end = (char *)records + sizeof records;

union bits {
    float f;
    uint32_t u;
};

int main(void)
{
    union bits b = {.f = 1.5f};
    uint32_t sum = 0;
    for (struct record *r = records; (char *)r < end; r++) {
        uint16_t tail;
        memcpy(&tail, (char *)r + distance, sizeof tail);
        sum = sum * 31 + r->n + tail + (uint32_t)r->kind;
    }
    memmove(&records[1], &records[0], 2 * sizeof *records);
    printf("%u %u %u %x %d\n", sum, *inner[0], *inner[1], b.u, records[2].kind);
    return 0;
}
