/* fuzz_remarks.c - optimization remarks of any stream, with its own strings and with another's
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: texts lie in the stream and have no NUL; a second reading returns the same; with the
 * strings of another stream, as with its own, there are no more remarks than blocks.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <string.h>

static struct bl_view input;
static uint64_t sum;

static void check_text(struct bl_view text)
{
    REQUIRE(text.data >= input.data && text.size <= input.size);
    REQUIRE((size_t)(text.data - input.data) <= input.size - text.size);
    REQUIRE(text.size == 0 || !memchr(text.data, 0, text.size < 64 ? text.size : 64));
    sum = sum * 31 + (uint64_t)(text.data - input.data) + text.size;
}

static void check_remark(const struct bl_remark *remark)
{
    REQUIRE(strcmp(bl_remark_kind_name(remark->kind), "") != 0);
    check_text(remark->pass);
    check_text(remark->name);
    check_text(remark->function);
    if (remark->has_location)
        check_text(remark->location.file);
    for (uint32_t i = 0; i < remark->n_arguments; i++) {
        const struct bl_remark_argument *argument = &remark->arguments[i];
        check_text(argument->key);
        check_text(argument->value);
        if (argument->has_location)
            check_text(argument->location.file);
    }
}

/* How many remarks there are, damaged ones too. */
static uint32_t read_all(const struct bl_stream *stream, struct bl_remarks *strings_of)
{
    struct bl_remarks *remarks;
    struct bl_remark remark;
    struct bl_error err = {.status = BL_OK};
    uint32_t n = 0;
    int rc = bl_remarks_open(&remarks, stream, strings_of, &err);
    sum = 0;
    REQUIRE((rc < 0) == !remarks);
    if (rc < 0) {
        REQUIRE(err.status == rc && err.what);
        return 0;
    }
    struct bl_view file = bl_remarks_file(remarks);
    if (file.size > 0)
        REQUIRE(file.data >= input.data && file.size <= input.size);
    while ((rc = bl_remarks_next(remarks, &remark, &err)) != 0) {
        n++;
        REQUIRE(n <= stream->bytes.size);
        if (rc > 0)
            check_remark(&remark);
        else
            REQUIRE(err.status == rc && err.what);
    }
    REQUIRE(bl_remarks_next(remarks, &remark, &err) == 0);
    bl_remarks_close(remarks);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_stream stream;
    struct bl_remarks *strings = NULL;
    input = (struct bl_view){.data = data, .size = size};
    if (bl_stream_locate(input, &stream, NULL) < 0)
        return 0;
    stream.kind = BL_STREAM_REMARKS;
    uint32_t n = read_all(&stream, NULL);
    uint64_t first = sum;
    REQUIRE(read_all(&stream, NULL) == n && sum == first);
    if (bl_remarks_open(&strings, &stream, NULL, NULL) == BL_OK)
        REQUIRE(read_all(&stream, strings) == n && sum == first);
    bl_remarks_close(strings);
    return 0;
}
