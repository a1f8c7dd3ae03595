/* audit/findings.c - what an audit has found, as lines, JSON or SARIF
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * SARIF is printed as it comes: rules are known before, and whether all could be read after.
 */
#include "audit/findings.h"

#include "analysis/source_json.h"
#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- Text ---- */

static void put_text(struct findings *f, const struct finding *finding)
{
    struct out *o = &f->context->out;
    out_path(o, finding->input->path);
    out_printf(o, ": %s: ", finding_rules[finding->kind].name);
    out_escaped(o, finding->said.size ? finding->said : finding->text);
    if (finding->function != BL_NONE) {
        out_text(o, " in ");
        out_colour(o, COLOUR_NAME);
        put_global_name(f->context, finding->module, finding->function, out_put, o);
        out_plain(o);
    }
    if (finding->location) {
        out_text(o, " at ");
        (void)out_need(bl_source_print(finding->metadata, finding->location, out_put, o, NULL));
    } else if (finding->has_pos) {
        out_printf(o, " at bit %" PRIu64, finding->bit_pos);
    }
    out_char(o, '\n');
}

/* ---- JSON ---- */

static struct bl_view function_name(const struct finding *finding)
{
    struct bl_view name = {0};
    if (finding->function != BL_NONE)
        (void)out_need(bl_module_name(finding->module, finding->function, &name, NULL));
    return name;
}

static void json_finding(struct findings *f, const struct finding *finding)
{
    struct out *o = &f->context->out;
    json_begin(o, "finding");
    json_text(o, "file", finding->input->path);
    json_text(o, "kind", finding_rules[finding->kind].name);
    json_text(o, "level", finding_rules[finding->kind].level);
    json_view(o, "text", finding->said.size ? finding->said : finding->text);
    if (finding->function != BL_NONE)
        json_name(o, "function", function_name(finding));
    if (finding->has_pos)
        json_u64(o, "bit_pos", finding->bit_pos);
    if (finding->location)
        json_source(o, finding->metadata, finding->location);
    json_end(o);
}

/* ---- SARIF ---- */

/* The URI of the file at PATH, as a JSON string: relative if PATH is (RFC 3986). */
static void put_uri(struct out *o, struct bl_view path)
{
    out_text(o, path.size && path.data[0] == '/' ? "\"file://" : "\"");
    for (size_t i = 0; i < path.size; i++) {
        uint8_t c = path.data[i];
        bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                        (c >= 'a' && c <= 'z') || (c && strchr("/-._~!$&'()*+,;=@", c));
        if (is_plain)
            out_char(o, (char)c);
        else
            out_printf(o, "%%%02X", c);
    }
    out_char(o, '"');
}

/* Where it is in the source, or else the file that was looked into. */
static void sarif_location(struct out *o, const struct finding *finding)
{
    struct bl_source_place place = {.line = 0};
    bool has_source =
        finding->location &&
        out_need(bl_source_place_find(finding->metadata, finding->location, &place, NULL)) > 0;
    struct text path = {0};
    if (has_source && place.directory.size && place.file.data[0] != '/') {
        text_put(&path, (const char *)place.directory.data, place.directory.size);
        text_put(&path, "/", 1);
    }
    if (has_source)
        text_put(&path, (const char *)place.file.data, place.file.size);
    out_text(o, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":");
    put_uri(o, has_source ? text_view(&path) : view_of(finding->input->path));
    out_char(o, '}');
    if (has_source && place.line > 0) {
        out_printf(o, ",\"region\":{\"startLine\":%" PRIu32, place.line);
        if (place.column > 0)
            out_printf(o, ",\"startColumn\":%" PRIu32, place.column);
        out_char(o, '}');
    }
    out_char(o, '}');
    if (finding->function != BL_NONE) {
        out_text(o, ",\"logicalLocations\":[{\"name\":");
        json_string(o, function_name(finding));
        out_text(o, ",\"kind\":\"function\"}]");
    }
    out_char(o, '}');
    free(path.data);
}

static void sarif_finding(struct findings *f, const struct finding *finding)
{
    struct out *o = &f->context->out;
    const struct finding_rule *rule = &finding_rules[finding->kind];
    struct text message = {0};
    char *beginning = string_printf("%s: ", rule->name);
    struct bl_view said = finding->said.size ? finding->said : finding->text;
    text_put(&message, beginning, strlen(beginning));
    text_put(&message, (const char *)said.data, said.size);
    out_printf(o, "%s\n{\"ruleId\":\"%s\",\"ruleIndex\":%u,\"level\":\"%s\",\"message\":{\"text\":",
               f->n > 0 ? "," : "", rule->name, (unsigned)finding->kind, rule->level);
    json_string(o, text_view(&message));
    out_text(o, "},\"analysisTarget\":{\"uri\":");
    put_uri(o, view_of(finding->input->path));
    out_text(o, "},\"locations\":[");
    sarif_location(o, finding);
    out_char(o, ']');
    if (finding->has_pos)
        out_printf(o, ",\"properties\":{\"bit_pos\":%" PRIu64 "}", finding->bit_pos);
    out_char(o, '}');
    free(beginning);
    free(message.data);
}

static void sarif_begin(struct out *o)
{
    out_text(o,
             "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\","
             "\"runs\":[{\"tool\":{\"driver\":{\"name\":\"bitleap\",\"version\":\"");
    out_printf(o, "%s\",\"rules\":[", bl_version());
    for (unsigned kind = 0; kind < N_FINDING_KINDS; kind++) {
        const struct finding_rule *rule = &finding_rules[kind];
        out_printf(o,
                   "%s\n{\"id\":\"%s\",\"shortDescription\":{\"text\":\"%s\"},"
                   "\"defaultConfiguration\":{\"level\":\"%s\"}}",
                   kind > 0 ? "," : "", rule->name, rule->meaning, rule->level);
    }
    out_text(o, "]}},\"results\":[");
}

/* ---- All formats ---- */

void findings_begin(struct findings *f)
{
    if (f->format == FINDINGS_SARIF)
        sarif_begin(&f->context->out);
}

void findings_enter(struct findings *f)
{
    bl_map_clear(&f->seen);
}

/* Whether FINDING is new in the stream. */
static bool is_first(struct findings *f, const struct finding *finding)
{
    uint64_t key = bl_map_mix(bl_map_key(&f->seen, finding->text), finding->kind);
    if (bl_map_find(&f->seen, key) != BL_MAP_NONE)
        return false;
    (void)out_need(bl_map_add(&f->seen, key, 0));
    return true;
}

void findings_add(struct findings *f, const struct finding *finding, bool is_once)
{
    if (policy_allows(f->policy, finding->kind, finding->text) ||
        (is_once && !is_first(f, finding)))
        return;
    if (f->format == FINDINGS_SARIF)
        sarif_finding(f, finding);
    else if (f->format == FINDINGS_JSON)
        json_finding(f, finding);
    else
        put_text(f, finding);
    f->n++;
    f->n_failing += strcmp(finding_rules[finding->kind].level, "note") != 0;
}

void findings_end(struct findings *f)
{
    if (f->format == FINDINGS_SARIF)
        out_printf(&f->context->out,
                   "],\n\"invocations\":[{\"executionSuccessful\":%s}],\"columnKind\":"
                   "\"utf16CodeUnits\"}]}\n",
                   f->context->n_errors ? "false" : "true");
    bl_map_release(&f->seen);
}
