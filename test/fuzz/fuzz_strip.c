/* fuzz_strip.c - any stream without what the input chooses
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: of what the check finds good nothing is left for a second time; failures have a
 * cause; attachments of kinds that were not to go are there, whatever they lead to.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <string.h>

/* ---- Attachments ---- */

struct counting {
    struct bl_module *module;
    const struct bl_strip_options *options;
    uint64_t n;
};

/* Loops lose their locations, and what is empty then. */
static bool may_go(const struct bl_strip_options *options, struct bl_view kind)
{
    static const char *const debug[] = {"heapallocsite", "dbg", "DIAssignID", "llvm.loop"};
    size_t n = options->flags & BL_STRIP_DEBUG           ? sizeof debug / sizeof *debug
               : options->flags & BL_STRIP_ALL_BUT_LINES ? 1
                                                         : 0;
    bool may = false;
    for (size_t i = 0; i < n; i++)
        may |= kind.size == strlen(debug[i]) && memcmp(kind.data, debug[i], kind.size) == 0;
    for (size_t i = 0; i < options->n_kinds; i++)
        may |= kind.size == strlen(options->kinds[i]) &&
               memcmp(kind.data, options->kinds[i], kind.size) == 0;
    return may;
}

static void count_attached(void *context, const struct bl_attached *attached)
{
    struct counting *c = context;
    struct bl_view kind;
    c->n += bl_metadata_kind_name(c->module, attached->kind, &kind, NULL) <= 0 ||
            !may_go(c->options, kind);
}

static void count_in_body(struct counting *c, uint32_t value)
{
    struct bl_function *function;
    struct bl_instruction instruction;
    const struct bl_block *blocks;
    int rc = bl_function_open(&function, c->module, value, NULL);
    while (rc >= 0 && (rc = bl_function_next(function, &instruction, NULL)) > 0)
        ;
    uint32_t n = rc == 0 ? bl_function_blocks(function, &blocks) : 0;
    for (uint32_t i = 0; i < n; i++)
        if (blocks[i].block_id == BL_BLOCK_METADATA_ATTACHMENT)
            (void)bl_metadata_attached(c->module, &blocks[i], count_attached, c, NULL);
    bl_function_close(function);
}

/* How many attachments to functions and instructions have to stay. */
static uint64_t count_kept(const struct bl_stream *stream, const struct bl_strip_options *options)
{
    struct counting c = {.options = options};
    struct bl_index *index;
    uint32_t block = BL_NONE;
    if (bl_index_open(&index, stream, NULL) < 0)
        return 0;
    while ((block = bl_module_next(index, block)) != BL_NONE) {
        uint32_t n;
        if (bl_module_open(&c.module, index, block, NULL) < 0)
            continue;
        for (uint32_t i = 0; bl_module_count(c.module, &n, NULL) == BL_OK && i < n; i++) {
            struct bl_block body;
            if (bl_module_body(c.module, i, &body, NULL) > 0)
                count_in_body(&c, i);
        }
        bl_module_close(c.module);
    }
    bl_index_close(index);
    return c.n;
}

/* ---- What is left ---- */

/* STREAM without what OPTIONS say, malloc'ed; NULL: that failed. */
static uint8_t *strip(const struct bl_stream *stream, const struct bl_strip_options *options,
                      size_t *size, uint32_t *n_changes, int *check)
{
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    const struct bl_view *pieces;
    size_t n;
    uint64_t total;
    uint8_t *bytes = NULL;
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    int status = bl_strip(rewrite, stream, options, NULL, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    *n_changes = bl_rewrite_count(rewrite);
    if (status == BL_OK && bl_rewrite_pieces(rewrite, &pieces, &n, &total, &err) == BL_OK) {
        bytes = malloc((size_t)total + 1);
        REQUIRE(bytes);
        *size = 0;
        for (size_t i = 0; i < n; i++) {
            memcpy(bytes + *size, pieces[i].data, pieces[i].size);
            *size += pieces[i].size;
        }
        struct bl_stream after = *stream;
        after.bytes = (struct bl_view){bytes, *size};
        REQUIRE(count_kept(&after, options) == count_kept(stream, options));
    }
    *check = bytes ? bl_strip_check(rewrite, options, &err) : BL_OK;
    REQUIRE(*check == BL_OK || err.what);
    bl_rewrite_close(rewrite);
    return bytes;
}

static void check(const struct bl_stream *stream, const struct bl_strip_options *options)
{
    struct bl_stream after = *stream;
    int check_before;
    int check_again;
    size_t size;
    size_t again_size;
    uint32_t n_changes;
    uint8_t *bytes = strip(stream, options, &size, &n_changes, &check_before);
    REQUIRE(bytes); /* there is no damage */
    after.bytes = (struct bl_view){bytes, size};
    if (check_before < 0) { /* references that lead nowhere, say: nothing is written then */
        free(bytes);
        return;
    }
    uint8_t *again = strip(&after, options, &again_size, &n_changes, &check_again);
    REQUIRE(again && n_changes == 0 && again_size == size);
    free(again);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const kinds[] = {"tbaa"};
    struct bl_stream stream;
    struct bl_strip_options options = {.kinds = kinds};
    size_t n;
    uint32_t n_changes;
    int status;
    if (bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0)
        return 0;
    options.flags = data[size / 2] & 127;
    options.n_kinds = data[size / 2] >> 7;
    struct bl_error err;
    if (stream.kind == BL_STREAM_LLVM_IR && bl_verify(&stream, NULL, NULL, NULL, &err) == 0) {
        uint8_t *bytes = strip(&stream, &options, &n, &n_changes, &status);
        if (bytes)
            check(&stream, &options);
        free(bytes);
        options.flags |= BL_STRIP_DEBUG;
    }
    free(strip(&stream, &options, &n, &n_changes, &status));
    return 0;
}
