/* report/page.c - a page of HTML around data
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The files of the page are in the command as the assembler finds them when this file is compiled;
 * the Makefile knows that it depends on them. In the template, @name@ is where one of them goes.
 */
#include "report/page.h"

#include <sha2.h>
#include <string.h>

#define EMBED(name, file)                                                     \
    __asm__(".section .rodata\n"                                              \
            ".hidden page_" #name "\n.hidden page_" #name "_size\n"           \
            ".global page_" #name "\n.global page_" #name "_size\n"           \
            "page_" #name ":\n"                                               \
            ".incbin \"cmd/report/" file "\"\n"                               \
            "1:\n.balign 8\n"                                                 \
            "page_" #name "_size: .8byte 1b - page_" #name "\n"               \
            ".previous\n");                                                   \
    extern const uint8_t page_##name[] __attribute__((visibility("hidden"))); \
    extern const uint64_t page_##name##_size __attribute__((visibility("hidden")))

EMBED(template, "template.html");
EMBED(style, "report.css");
EMBED(layout, "d3-hierarchy.min.js");
EMBED(script, "report.js");

#define VIEW(name) ((struct bl_view){.data = page_##name, .size = (size_t)page_##name##_size})

/* What a Content-Security-Policy calls a script or style that it allows. */
static void put_hash(struct out *o, struct bl_view text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t hash[SHA256_DIGEST_LENGTH + 1] = {0}; /* 33 bytes: 11 groups of three */
    SHA2_CTX sha;
    SHA256Init(&sha);
    SHA256Update(&sha, text.data, text.size);
    SHA256Final(hash, &sha);
    out_text(o, "'sha256-");
    for (size_t i = 0; i < sizeof hash; i += 3) {
        unsigned bits = (unsigned)hash[i] << 16 | (unsigned)hash[i + 1] << 8 | hash[i + 2];
        for (int shift = 18; shift >= (i + 3 == sizeof hash ? 6 : 0); shift -= 6)
            out_char(o, digits[bits >> shift & 63]);
    }
    out_text(o, "='");
}

/* DATA is JSON: what could mean something to HTML is in strings there, where it has another
 * spelling. */
static void put_data(struct out *o, struct bl_view data)
{
    for (size_t i = 0; i < data.size; i++) {
        const uint8_t *p = data.data + i;
        if (*p == '<' || *p == '>' || *p == '&') {
            out_printf(o, "\\u%04x", *p);
        } else if (data.size - i > 2 && p[0] == 0xE2 && p[1] == 0x80 && (p[2] & 0xFE) == 0xA8) {
            out_printf(o, "\\u20%02x", p[2] - 0x80);
            i += 2;
        } else {
            out_char(o, (char)*p);
        }
    }
}

void put_page(struct out *o, struct bl_view data)
{
    const struct {
        const char *name;
        struct bl_view text;
        bool is_hash, is_data;
    } parts[] = {
        {"@style-hash@", VIEW(style), true, false},
        {"@layout-hash@", VIEW(layout), true, false},
        {"@script-hash@", VIEW(script), true, false},
        {"@style@", VIEW(style), false, false},
        {"@layout@", VIEW(layout), false, false},
        {"@script@", VIEW(script), false, false},
        {"@data@", data, false, true},
    };
    const struct bl_view template = VIEW(template);
    size_t done = 0;
    for (size_t at = 0; at < template.size; at++) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            size_t n = strlen(parts[i].name);
            if (n > template.size - at || memcmp(template.data + at, parts[i].name, n) != 0)
                continue;
            out_bytes(o, template.data + done, at - done);
            if (parts[i].is_hash)
                put_hash(o, parts[i].text);
            else if (parts[i].is_data)
                put_data(o, parts[i].text);
            else
                out_view(o, parts[i].text);
            done = at + n;
            at = done - 1;
            break;
        }
    }
    out_bytes(o, template.data + done, template.size - done);
}
