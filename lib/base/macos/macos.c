/* macos.c - functions that Linux has and macOS has not
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/macos/macos.h"

#include <md5.h>
#include <pthread.h>
#include <sha1.h>
#include <sha2.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/auxv.h>

#undef qsort_r /* below, macOS's own */

static uint8_t random_bytes[16];

static void make_random_bytes(void)
{
    arc4random_buf(random_bytes, sizeof random_bytes);
}

unsigned long getauxval(unsigned long type)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (type != AT_RANDOM)
        return 0;
    (void)pthread_once(&once, make_random_bytes);
    return (unsigned long)(uintptr_t)random_bytes;
}

void *bl_memrchr(const void *bytes, int c, size_t size)
{
    const uint8_t *begin = bytes;
    while (size > 0)
        if (begin[--size] == (uint8_t)c)
            return (void *)(uintptr_t)(begin + size);
    return NULL;
}

struct order {
    int (*compare)(const void *a, const void *b, void *context);
    void *context;
};

static int compare_in_order(void *data, const void *a, const void *b)
{
    const struct order *order = data;
    return order->compare(a, b, order->context);
}

void bl_qsort_r(void *items, size_t n, size_t size,
                int (*compare)(const void *a, const void *b, void *context), void *context)
{
    struct order order = {.compare = compare, .context = context};
    qsort_r(items, n, size, &order, compare_in_order);
}

enum {
    MOST_AT_ONCE = 1 << 30
};

void bl_md5_update(CC_MD5_CTX *context, const uint8_t *data, size_t size)
{
    for (size_t n; size > 0; data += n, size -= n) {
        n = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        (void)CC_MD5_Update(context, data, (CC_LONG)n);
    }
}

void bl_sha1_update(CC_SHA1_CTX *context, const uint8_t *data, size_t size)
{
    for (size_t n; size > 0; data += n, size -= n) {
        n = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        (void)CC_SHA1_Update(context, data, (CC_LONG)n);
    }
}

void bl_sha256_update(CC_SHA256_CTX *context, const uint8_t *data, size_t size)
{
    for (size_t n; size > 0; data += n, size -= n) {
        n = size < MOST_AT_ONCE ? size : MOST_AT_ONCE;
        (void)CC_SHA256_Update(context, data, (CC_LONG)n);
    }
}

#ifdef __x86_64__
/* What __builtin_cpu_supports() asks. Apple's compiler brings it; zig does not, and then no kernel
 * for certain processors is used. */
struct cpu_model {
    unsigned vendor, type, subtype, features[1];
};
extern struct cpu_model __cpu_model;
extern unsigned __cpu_features2;
int __cpu_indicator_init(void);
__attribute__((weak)) struct cpu_model __cpu_model;
__attribute__((weak)) unsigned __cpu_features2;
__attribute__((weak)) int __cpu_indicator_init(void)
{
    return 0;
}
#endif
