/* fuzz_report.c - reports about any bytes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: parts of a tree have no more bits than what they are in, and all have those of the
 * file; compared with itself nothing has changed; a page ends its scripts itself, whatever is in
 * names.
 */
#include "base/context.h"
#include "base/text.h"
#include "commands.h"
#include "fuzz/mutator.h"
#include "report/page.h"
#include "report/report_data.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* In place of the command's, which would say what is wrong in each input. */
void __wrap_say(const char *format, ...);
void __wrap_say(const char *format, ...)
{
    (void)format;
}

static void check_tree(const struct tree *tree, size_t size)
{
    REQUIRE(tree->nodes[0].bits[1] == (uint64_t)size * 8);
    for (uint32_t i = 0; i < tree->n; i++) {
        const struct node *node = &tree->nodes[i];
        uint64_t left[2] = {node->bits[0], node->bits[1]};
        for (uint32_t k = node->first; k > 0; k = tree->nodes[k].next) {
            REQUIRE(k > i && k < tree->n && tree->nodes[k].parent == i);
            for (int side = 0; side < 2; side++) {
                REQUIRE(tree->nodes[k].bits[side] <= left[side]);
                left[side] -= tree->nodes[k].bits[side];
            }
        }
    }
}

static uint32_t count_of(const struct out *o, const char *text)
{
    uint32_t n = 0;
    for (size_t i = 0, size = strlen(text); i + size <= o->n; i++)
        n += memcmp(o->data + i, text, size) == 0;
    return n;
}

static void check_page(struct tree *tree, struct streams *streams, const struct streams *before)
{
    struct out data, page;
    REQUIRE(out_init_memory(&data, OUT_LEAST_BYTES, SIZE_MAX, false));
    REQUIRE(out_init_memory(&page, OUT_LEAST_BYTES, SIZE_MAX, false));
    put_report_data(&data, tree, streams, before);
    put_page(&page, (struct bl_view){.data = (const uint8_t *)data.data, .size = data.n});
    REQUIRE(count_of(&page, "</script") == 3 && count_of(&page, "<script") == 3);
    REQUIRE(count_of(&page, "<!--") == 1);
    free(data.data);
    free(page.data);
}

static void check_streams(struct streams *streams, size_t size)
{
    struct tree tree, same;
    if (streams->n_sources == 0)
        return;
    tree_make(&tree, streams);
    check_tree(&tree, size);
    check_page(&tree, streams, NULL);
    tree_make(&same, streams);
    tree_join(&tree, &same);
    check_tree(&tree, size);
    for (uint32_t i = 0; i < tree.n; i++)
        REQUIRE(tree.nodes[i].bits[0] == tree.nodes[i].bits[1]);
    check_page(&tree, streams, streams);
    tree_release(&same);
    tree_release(&tree);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    char *operands[] = {path};
    struct context c;
    struct streams streams;
    int fd = memfd_create("input", MFD_CLOEXEC);
    REQUIRE(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    REQUIRE(futimens(fd, (const struct timespec[2]){{0}, {0}}) == 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    context_init(&c, find_command("report"), 0, NULL);
    REQUIRE(out_init_memory(&c.out, OUT_LEAST_BYTES, OUT_LEAST_BYTES, false));
    c.operands = operands;
    c.n_operands = 1;
    c.n_threads = 1;
    if (streams_open(&streams, &c, BL_CATALOG_SYMBOLS | BL_CATALOG_HASHES))
        check_streams(&streams, size);
    streams_close(&streams);
    (void)context_close(&c, true);
    close(fd);
    return 0;
}
