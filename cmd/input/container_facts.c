/* cmd/input/container_facts.c - what containers say of what is in them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "input/container_facts.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum {
    LONGEST_FACT = 100 /* bytes: what is longer is only in JSON */
};

void json_container_facts(struct out *o, struct bl_search *search)
{
    struct bl_fact fact;
    uint32_t n = 0;
    for (; bl_search_fact(search, n, &fact) > 0; n++) {
        out_text(o, n > 0 ? "," : ",\"facts\":{");
        json_string(o, fact.name);
        out_char(o, ':');
        switch (fact.kind) {
        case BL_FACT_NULL: out_text(o, "null"); break;
        case BL_FACT_TEXT: json_string(o, fact.text); break;
        case BL_FACT_BYTES:
            out_char(o, '"');
            for (size_t i = 0; i < fact.text.size && i < LONGEST_FACT; i++)
                out_printf(o, "%02x", fact.text.data[i]);
            out_char(o, '"');
            break;
        case BL_FACT_INTEGER: out_printf(o, "%" PRId64, fact.integer); break;
        case BL_FACT_REAL: out_printf(o, isfinite(fact.real) ? "%.17g" : "null", fact.real); break;
        case BL_FACT_BOOL: out_text(o, fact.integer ? "true" : "false"); break;
        }
    }
    if (n > 0)
        out_char(o, '}');
}

void put_container_facts(struct out *o, struct bl_search *search)
{
    struct bl_fact fact;
    for (uint32_t n = 0; bl_search_fact(search, n, &fact) > 0; n++) {
        if (fact.kind != BL_FACT_TEXT || fact.text.size > LONGEST_FACT)
            continue;
        out_text(o, ", ");
        out_escaped(o, fact.name);
        out_text(o, " ");
        out_escaped(o, fact.text);
    }
}

void json_image(struct out *o, const struct input *input, const struct bl_image *image)
{
    json_begin(o, "image");
    json_text(o, "file", input->path);
    json_u64(o, "file_offset", image->file_offset);
    json_u64(o, "bytes", image->bytes.size);
    json_text(o, "container", image->container);
    json_container_facts(o, input->search);
    json_end(o);
}

void json_command_line(struct out *o, const struct input *input)
{
    struct bl_view line = input->found.command_line;
    if (input->found.command_line_unclear)
        json_null(o, "command_line");
    if (!line.size)
        return;
    json_array(o, "command_line");
    for (size_t at = 0; at < line.size;) {
        size_t length = strnlen((const char *)line.data + at, line.size - at);
        out_text(o, at > 0 ? "," : "");
        json_string(o, (struct bl_view){.data = line.data + at, .size = length});
        at += length + 1;
    }
    out_char(o, ']');
}
