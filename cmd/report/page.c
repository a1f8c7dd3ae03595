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

#define EMBED(name, file)                       \
    __asm__(".section .rodata\n"                \
            ".hidden page_" #name "\n"          \
            ".hidden page_" #name "_end\n"      \
            ".global page_" #name "\n"          \
            ".global page_" #name "_end\n"      \
            "page_" #name ":\n"                 \
            ".incbin \"cmd/report/" file "\"\n" \
            "page_" #name "_end:\n"             \
            ".byte 0\n"                         \
            ".previous\n");                     \
    extern const uint8_t page_##name[] HIDDEN;  \
    extern const uint8_t page_##name##_end[] HIDDEN
#define HIDDEN __attribute__((visibility("hidden")))

EMBED(template, "template.html");
EMBED(style, "report.css");
EMBED(layout, "d3-hierarchy.min.js");
EMBED(script, "report.js");

static struct bl_view view_between(const uint8_t *begin, const uint8_t *end)
{
    return (struct bl_view){.data = begin, .size = (size_t)(end - begin)};
}

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
    const struct bl_view style = view_between(page_style, page_style_end);
    const struct bl_view layout = view_between(page_layout, page_layout_end);
    const struct bl_view script = view_between(page_script, page_script_end);
    const struct {
        const char *name;
        struct bl_view text;
        bool is_hash, is_data;
    } parts[] = {
        {"@style-hash@", style, true, false},   {"@layout-hash@", layout, true, false},
        {"@script-hash@", script, true, false}, {"@style@", style, false, false},
        {"@layout@", layout, false, false},     {"@script@", script, false, false},
        {"@data@", data, false, true},
    };
    const uint8_t *at = page_template;
    for (const uint8_t *p = at; p < page_template_end; p++) {
        for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
            size_t n = strlen(parts[i].name);
            if (n > (size_t)(page_template_end - p) || memcmp(p, parts[i].name, n) != 0)
                continue;
            out_view(o, view_between(at, p));
            if (parts[i].is_hash)
                put_hash(o, parts[i].text);
            else if (parts[i].is_data)
                put_data(o, parts[i].text);
            else
                out_view(o, parts[i].text);
            at = p + n;
            p = at - 1;
            break;
        }
    }
    out_view(o, view_between(at, page_template_end));
}
