/* fuzz_repack.c - any stream with abbreviations of its own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: what can be read comes back with the same blocks and records, and the same text if it
 * has one, never longer, and a second time nothing changes; failures have a cause.
 */
#include "bitleap.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"

#include <string.h>

/* The printer finds more than verify does. */
static bool is_printed;

/* As the check does, with the same limit. */
static void print(struct bl_module *module)
{
    static const char name[] = "module";
    struct bl_view id = {(const uint8_t *)name, sizeof name - 1};
    struct fuzz_text text = {0};
    struct fuzz_printer p;
    REQUIRE(bl_slots_open(&p.slots, module, NULL) == BL_OK);
    REQUIRE(bl_printer_open(&p.printer, module, p.slots, NULL) == BL_OK);
    is_printed &= bl_printer_print_module(p.printer, id, 1, fuzz_put, &text, NULL) == BL_OK;
    fuzz_close_printer(&p);
}

/* STREAM repacked, malloc'ed; NULL: that failed. */
static uint8_t *repack(const struct bl_stream *stream, bool is_sound, size_t *size)
{
    struct bl_rewrite *rewrite;
    struct bl_error err = {0};
    struct bl_repack_report report;
    const struct bl_view *pieces;
    size_t n;
    uint64_t total;
    uint8_t *bytes = NULL;
    REQUIRE(bl_rewrite_open(&rewrite, stream, 0, NULL) == BL_OK);
    int status = bl_repack(rewrite, 1, &report, &err);
    REQUIRE(status == BL_OK || (err.status == status && err.what));
    if (status == BL_OK && bl_rewrite_pieces(rewrite, &pieces, &n, &total, &err) == BL_OK) {
        bytes = malloc((size_t)total + 1);
        REQUIRE(bytes);
        *size = 0;
        for (size_t i = 0; i < n; i++) {
            memcpy(bytes + *size, pieces[i].data, pieces[i].size);
            *size += pieces[i].size;
        }
        REQUIRE(*size <= stream->bytes.size);
        if (is_sound && bl_repack_check(rewrite, &err) != BL_OK) {
            is_printed = true;
            fuzz_each_module(stream->bytes.data, stream->bytes.size, print);
            REQUIRE(!is_printed);
        }
    }
    bl_rewrite_close(rewrite);
    return bytes;
}

static void ignore(void *context, const struct bl_error *problem)
{
    (void)context;
    (void)problem;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_verify_summary summary;
    size_t once_size;
    size_t twice_size;
    if (bl_stream_locate((struct bl_view){data, size}, &stream, NULL) < 0)
        return 0;
    bool is_sound = bl_verify(&stream, ignore, NULL, &summary, NULL) == 0;
    uint8_t *once = repack(&stream, is_sound, &once_size);
    if (!once)
        return 0;
    struct bl_stream again = stream;
    again.bytes = (struct bl_view){once, once_size};
    uint8_t *twice = repack(&again, is_sound, &twice_size);
    REQUIRE(twice && twice_size == once_size && memcmp(once, twice, once_size) == 0);
    free(once);
    free(twice);
    return 0;
}
