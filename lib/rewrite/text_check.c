/* rewrite/text_check.c - whether what is written says what was read, except for what was asked
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Where records show that they say the same, nothing is printed: bodies that have been copied, with
 * all that their text is made of; and stripped ones that have all other records. Otherwise both
 * texts are printed, and read side by side; where nothing was asked for, their hashes will do.
 */
#include "base/status.h"
#include "bitleap_lower.h"
#include "bitleap_parallel.h"
#include "bitleap_print.h"
#include "rewrite/rewriter.h"
#include "rewrite/same_bodies.h"
#include "rewrite/same_records.h"
#include "rewrite/text_comparison.h"

#include <pthread.h>
#include <string.h>
#include <xxhash.h>

/* ---- Modules ---- */

/* What was asked: one of these; nothing is if all are NULL. */
struct rules {
    const struct bl_edits *edits;
    const struct bl_strip_options *strips;
    const struct bl_lowered_words *lowers;
};

static int print_module(struct bl_module *module, bl_put_fn *put, void *context,
                        struct bl_error *err)
{
    struct bl_slots *slots = NULL;
    struct bl_printer *printer = NULL;
    int status = bl_slots_open(&slots, module, err);
    if (status == BL_OK)
        status = bl_printer_open(&printer, module, slots, err);
    if (status == BL_OK)
        status = bl_printer_print_module(printer, (struct bl_view){0}, 1, put, context, err);
    bl_printer_close(printer);
    bl_slots_close(slots);
    return status;
}

/* Both texts; of modules with the same bodies only what is stated of global values. */
static int print_modules(struct bl_text_comparison *c, const struct rules *rules,
                         struct bl_module *before, struct bl_module *after, struct bl_error *err)
{
    const struct bl_edits *edits = rules->edits;
    bool passes_source = edits && (edits->source_filename.data || edits->n_prefixes);
    bool may_be_same = edits && !edits->triple.data && !edits->data_layout.data;
    int same = may_be_same ? bl_are_same_bodies(before, after, passes_source, err) : 0;
    if (same < 0)
        return same;
    int status = same ? bl_print_stated(before, bl_printed_text_put, &c->texts[0], err)
                      : print_module(before, bl_printed_text_put, &c->texts[0], err);
    if (status == BL_OK)
        status = same ? bl_print_stated(after, bl_printed_text_put, &c->texts[1], err)
                      : print_module(after, bl_printed_text_put, &c->texts[1], err);
    bool no_memory = c->texts[0].no_memory || c->texts[1].no_memory;
    return status == BL_OK && no_memory ? bl_fail(err, BL_E_NOMEM, "no memory for a text") : status;
}

/* A text of which a hash is kept, up to the summary at its end, which has the module hash. */
struct hashed_text {
    XXH3_state_t *state;
    char last;
    bool is_over;
};

static void add_to_hash(void *context, const char *text, size_t size)
{
    struct hashed_text *h = context;
    if (size == 0 || h->is_over)
        return;
    const char *summary = h->last == '\n' && *text == '^' ? text : memmem(text, size, "\n^", 2);
    h->is_over = summary != NULL;
    h->last = text[size - 1];
    XXH3_128bits_update(h->state, text,
                        summary ? (size_t)(summary - text) + (*summary == '\n') : size);
}

static int hash_text(struct bl_module *module, XXH128_hash_t *hash, struct bl_error *err)
{
    struct hashed_text text = {.state = XXH3_createState()};
    if (!text.state)
        return bl_fail(err, BL_E_NOMEM, "no memory for a comparison");
    XXH3_128bits_reset(text.state);
    int status = print_module(module, add_to_hash, &text, err);
    *hash = XXH3_128bits_digest(text.state);
    (void)XXH3_freeState(text.state);
    return status;
}

static int compare_hashes(struct bl_module *before, struct bl_module *after, struct bl_error *err)
{
    XXH128_hash_t hashes[2] = {{0}};
    int status = hash_text(before, &hashes[0], err);
    if (status == BL_OK)
        status = hash_text(after, &hashes[1], err);
    if (status == BL_OK && !XXH128_isEqual(hashes[0], hashes[1]))
        return bl_fail(err, BL_E_MISMATCH, "what is written has another text");
    return status;
}

static int compare_modules(const struct rules *rules, struct bl_module *before,
                           struct bl_module *after, struct bl_error *err)
{
    if (!rules->edits && !rules->strips && !rules->lowers)
        return compare_hashes(before, after, err);
    struct bl_text_comparison c = {
        .edits = rules->edits, .strips = rules->strips, .lowers = rules->lowers};
    struct bl_arena arena = {0};
    int same = rules->strips ? bl_are_same_but_stripped(before, after, rules->strips) : 0;
    if (same != 0)
        return same > 0 ? BL_OK : bl_fail(err, same, "no memory for a comparison");
    if (rules->strips && bl_strip_keeps_lines(rules->strips))
        return bl_fail(err, BL_E_MISMATCH, "the check cannot compare the records of what is left");
    int status = bl_text_comparison_learn(&c, &arena, before, err);
    if (status == BL_OK)
        status = print_modules(&c, rules, before, after, err);
    if (status == BL_OK)
        status = bl_text_comparison_run(&c, err);
    bl_text_comparison_release(&c);
    bl_arena_release(&arena);
    return status;
}

static int compare_streams(const struct rules *rules, const struct bl_stream *before,
                           const struct bl_stream *after, struct bl_error *err)
{
    const struct bl_stream *streams[2] = {before, after};
    struct bl_index *index[2] = {NULL, NULL};
    uint32_t block[2] = {BL_NONE, BL_NONE};
    int status = BL_OK;
    for (int i = 0; i < 2 && status == BL_OK; i++) {
        status = bl_index_open(&index[i], streams[i], err);
        if (status == BL_OK)
            block[i] = bl_module_next(index[i], BL_NONE);
    }
    while (status == BL_OK && block[0] != BL_NONE && block[1] != BL_NONE) {
        struct bl_module *module[2] = {NULL, NULL};
        for (int i = 0; i < 2 && status == BL_OK; i++)
            status = bl_module_open(&module[i], index[i], block[i], err);
        if (status == BL_OK)
            status = compare_modules(rules, module[0], module[1], err);
        for (int i = 0; i < 2; i++) {
            bl_module_close(module[i]);
            block[i] = bl_module_next(index[i], block[i]);
        }
    }
    if (status == BL_OK && block[0] != block[1])
        status = bl_fail(err, BL_E_MISMATCH, "what is written has another number of modules");
    bl_index_close(index[0]);
    bl_index_close(index[1]);
    return status;
}

/* What is written, and whether it has problems. */
struct verifying {
    const struct bl_rewrite *rewrite;
    struct bl_stream stream;
    int status;
    struct bl_error err;
};

static void *verify_stream(void *context)
{
    struct verifying *v = context;
    v->status = bl_rewrite_verify(v->rewrite, &v->stream, NULL, &v->err);
    return NULL;
}

/* Verify what REWRITE writes, and compare it unless RULES are NULL: of what is worth it at the same
 * time. Callers' functions are called on their thread. */
static int check_both(struct bl_rewrite *rewrite, const struct rules *rules, struct bl_error *err)
{
    enum {
        WORTH_A_THREAD = 1 << 20 /* bytes */
    };
    struct verifying v = {.rewrite = rewrite};
    struct bl_view bytes;
    pthread_t thread;
    int status = bl_rewrite_join(rewrite, &bytes, err);
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &v.stream, err);
    if (status < 0)
        return status;
    bool has_thread = rules && bytes.size >= WORTH_A_THREAD && bl_cores() > 1 &&
                      pthread_create(&thread, NULL, verify_stream, &v) == 0;
    if (!has_thread)
        verify_stream(&v);
    if (rules && (has_thread || v.status == BL_OK))
        status = compare_streams(rules, &rewrite->stream, &v.stream, err);
    if (has_thread)
        (void)pthread_join(thread, NULL);
    return v.status < 0 ? bl_fail_again(err, &v.err) : status;
}

int bl_edit_check(struct bl_rewrite *rewrite, const struct bl_edits *edits, struct bl_error *err)
{
    struct rules rules = {.edits = edits};
    /* The producer decides on spelling. */
    return check_both(rewrite, edits->producer.data ? NULL : &rules, err);
}

int bl_check_same_text(struct bl_rewrite *rewrite, struct bl_error *err)
{
    static const struct rules nothing;
    return check_both(rewrite, &nothing, err);
}

/* Names of structs are part of what is compared, and so are those of values: where they go, a
 * result that has them is compared. */
static int check_with_names(struct bl_rewrite *rewrite, const struct bl_strip_options *options,
                            struct bl_error *err)
{
    struct bl_strip_options others = *options;
    struct bl_rewrite *named;
    others.flags &= ~(unsigned)BL_STRIP_NAMES;
    int status = bl_rewrite_open(&named, &rewrite->stream, 0, err);
    if (status == BL_OK)
        status = bl_strip(named, &rewrite->stream, &others, NULL, err);
    if (status == BL_OK)
        status = bl_strip_check(named, &others, err);
    bl_rewrite_close(named);
    return status;
}

int bl_strip_check(struct bl_rewrite *rewrite, const struct bl_strip_options *options,
                   struct bl_error *err)
{
    struct rules rules = {.strips = options};
    bool strips_names = options->flags & BL_STRIP_NAMES;
    int status = check_both(rewrite, strips_names ? NULL : &rules, err);
    return status == BL_OK && strips_names ? check_with_names(rewrite, options, err) : status;
}

/* Nothing in WRITTEN is too new. */
static int find_too_new(const struct bl_stream *written, const struct bl_lower_options *options,
                        struct bl_error *err)
{
    struct bl_lower_report *report = NULL;
    uint32_t n;
    uint32_t n_refused;
    int status = bl_lower(NULL, written, options, &report, err);
    if (status == BL_OK) {
        const struct bl_lower_finding *found = bl_lower_findings(report, &n, &n_refused);
        status = n > 0 ? bl_fail(err, BL_E_MISMATCH, found->feature) : BL_OK;
    }
    bl_lower_report_close(report);
    return status;
}

int bl_lower_check(struct bl_rewrite *rewrite, const struct bl_lower_options *options,
                   const struct bl_lower_report *report, struct bl_error *err)
{
    struct bl_lowered_words words;
    struct rules rules = {.lowers = &words};
    struct bl_lower_report *made = NULL;
    struct bl_stream written;
    struct bl_view bytes;
    int status = bl_rewrite_join(rewrite, &bytes, err);
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &written, err);
    if (status == BL_OK)
        status = find_too_new(&written, options, err);
    /* What was found before is what may have changed. */
    if (status == BL_OK && !report)
        status = bl_lower(NULL, &rewrite->stream, options, &made, err);
    if (status == BL_OK) {
        bl_lowered_words_init(&words, report ? report : made, options);
        status = check_both(rewrite, &rules, err);
    }
    bl_lower_report_close(made);
    return status;
}
