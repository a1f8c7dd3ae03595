/* report/page.c - a page of HTML around data
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In the template, @name@ is where one of the files of the page goes.
 */
#include "report/page.h"

#include "base/embed.h"

#include <sha2.h>
#include <string.h>

EMBED(template, "cmd/report/template.html");
EMBED(style, "cmd/report/report.css");
EMBED(layout, "cmd/report/d3-hierarchy.min.js");
EMBED(script, "cmd/report/report.js");

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
        {"@style-hash@", EMBEDDED(style), true, false},
        {"@layout-hash@", EMBEDDED(layout), true, false},
        {"@script-hash@", EMBEDDED(script), true, false},
        {"@style@", EMBEDDED(style), false, false},
        {"@layout@", EMBEDDED(layout), false, false},
        {"@script@", EMBEDDED(script), false, false},
        {"@data@", data, false, true},
    };
    const struct bl_view template = EMBEDDED(template);
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
