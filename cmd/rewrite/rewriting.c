/* cmd/rewrite/rewriting.c - what commands share that write modules again: from inputs to outputs
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/rewriting.h"

#include "base/array.h"
#include "base/text.h"
#include "input/paths.h"
#include "rewrite/archive_parts.h"
#include "rewrite/places.h"
#include "rewrite/unneeded.h"

#include <stdlib.h>
#include <string.h>

/* ---- Options ---- */

bool rewriting_option(struct rewriting *r, int option, const char *argument)
{
    switch (option) {
    case REWRITE_OUTPUT: r->output = argument; return true;
    case REWRITE_DIRECTORY: r->folder.name = argument; return true;
    case REWRITE_IN_PLACE: r->in_place = true; return true;
    case REWRITE_FORCE: r->force = true; return true;
    case REWRITE_PRESERVE_DATES: r->keeps_times = true; return true;
    case REWRITE_NO_CHECK: r->skips_check = true; return true;
    case REWRITE_HASH: /* the words are in the order of enum bl_hash_policy */
        r->hash_policy = (unsigned)choose_word(
            r->context->command, &r->context->command->options[REWRITE_HASH], argument);
        return true;
    case REWRITE_VERBOSE: r->verbose = true; return true;
    default: return false;
    }
}

static bool is_to_stdout(const struct rewriting *r)
{
    return r->output && strcmp(r->output, "-") == 0;
}

static void check_usage(struct rewriting *r)
{
    struct context *c = r->context;
    if (!!r->output + !!r->folder.name + r->in_place != 1)
        usage_error(c->command, "say either --output FILE, --directory DIR or --in-place");
    if (!*(r->output ? r->output : r->folder.name ? r->folder.name : "."))
        usage_error(c->command, "an empty name");
    if (r->output && c->n_operands > 1)
        usage_error(c->command, "one output for one file, not also for '%s'", c->operands[1]);
    if (is_to_stdout(r) && out_is_to_terminal())
        usage_error(c->command, "bytes are no text for a terminal: use a pipe, or a file");
    for (int i = 0; i < c->n_operands; i++) {
        const char *operand = c->operands[i];
        if (r->in_place && strcmp(operand, "-") == 0)
            usage_error(c->command, "standard input cannot be replaced");
        if (!is_directory(operand) && operand[bl_path_split(operand)])
            usage_error(c->command, "'%s' is a part of a file: name the file", operand);
    }
}

/* ---- Results ---- */

/* A file that is being written. */
struct saving {
    struct rewriting *rewriting;
    struct output_file *file; /* NULL: standard output */
    uint64_t n_bytes;
};

static int save_bytes(void *context, struct bl_view bytes)
{
    struct saving *s = context;
    s->n_bytes += bytes.size;
    if (s->file)
        return output_file_write(s->rewriting->context, s->file, bytes) ? 0 : -1;
    out_view(&s->rewriting->context->out, bytes);
    return 0;
}

/* What became of the hashes of a file's modules, of several the worst. */
static void put_hashes(const struct rewriting *r, struct out *o)
{
    const struct bl_hash_counts *n = &r->hashes;
    json_text_or_null(o, "hash",
                      n->n_dropped   ? "dropped"
                      : n->n_renewed ? "renewed"
                      : n->n_kept    ? "kept"
                                     : NULL);
    json_u64(o, "hashes", n->n_dropped);
}

static void put_result(struct rewriting *r, const char *output, uint64_t n_before, uint64_t n_after)
{
    struct out *o = &r->context->out;
    if (r->context->json) {
        json_begin(o, r->command->type);
        json_text(o, "file", r->path);
        json_text(o, "output", output);
        json_u64(o, "bytes_before", n_before);
        json_u64(o, r->command->bytes, n_after);
        json_bool(o, "checked", !r->skips_check);
        r->command->put_counts(r->data, o);
        put_hashes(r, o);
        json_end(o);
    } else if (r->verbose) {
        out_path(o, r->path);
        out_printf(o, ": %llu bytes, %llu in ", (unsigned long long)n_before,
                   (unsigned long long)n_after);
        out_path(o, output);
        out_char(o, '\n');
    }
}

static void save(struct rewriting *r, struct places *places)
{
    struct bl_error err = {0};
    struct output_file file = {.name = r->output, .force = r->force || r->in_place};
    struct saving saving = {r, is_to_stdout(r) ? NULL : &file, 0};
    if (!places_prepare(places))
        return;
    if (!saving.file) {
        if (places_write(places, save_bytes, &saving, &err) < 0)
            report_error(r->context, r->path, NULL, &err);
        return;
    }
    if (r->in_place) {
        file.name = r->path;
    } else if (r->folder.name) {
        file.folder = &r->folder;
        file.name = r->name;
    }
    if (!file.name) {
        report_text(r->context, r->path, BL_E_LIMIT, "no free name for a file");
        return;
    }
    if (r->keeps_times)
        file.times_of = r->path;
    char *path = output_file_path(&file);
    int status = BL_E_STOPPED;
    if (output_file_begin(r->context, &file))
        status = places_write(places, save_bytes, &saving, &err);
    bool good = output_file_end(r->context, &file, status == BL_OK);
    if (status < 0 && status != BL_E_STOPPED) /* now that nothing is left of the file */
        report_error(r->context, r->path, NULL, &err);
    if (good)
        put_result(r, path, places->file.size, saving.n_bytes);
    free(path);
}

/* ---- A stream ---- */

static void fail_stream(struct rewriting *r, const struct input *input, struct bl_error *err)
{
    if (err->status == BL_E_MISMATCH && !err->has_pos) /* the input is sound */
        err->status = BL_E_ARGUMENT;
    report_error(r->context, input->path, &input->stream, err);
    context_fail(r->context, EXIT_USAGE); /* there is no file */
}

static void fail_check(struct rewriting *r, const struct input *input, struct bl_error *err)
{
    char *what = string_printf("not written: %s", err->what);
    err->what = what;
    fail_stream(r, input, err);
    free(what);
}

/* Those of REWRITE, which is written for that. */
static int add_hashes(struct rewriting *r, struct bl_rewrite *rewrite, const struct input *input,
                      struct bl_error *err)
{
    const struct bl_view *pieces;
    size_t n_pieces;
    uint64_t size;
    int status = out_need(bl_rewrite_pieces(rewrite, &pieces, &n_pieces, &size, err));
    struct bl_hash_counts n = bl_rewrite_hash_counts(rewrite);
    r->hashes.n_kept += n.n_kept;
    r->hashes.n_renewed += n.n_renewed;
    r->hashes.n_dropped += n.n_dropped;
    if (status == BL_OK && r->hash_policy == BL_HASH_RENEW && n.n_dropped > 0)
        put_note(r->context, "%s: a module hash that is not LLVM's is dropped", input->path);
    return status;
}

/* REWRITE of STREAM, which is in BYTES. */
static int open_rewrite(const struct rewriting *r, struct bl_rewrite **rewrite,
                        const struct bl_stream *stream, struct bl_view bytes, struct bl_error *err)
{
    int status = out_need(bl_rewrite_open(rewrite, stream, 0, err));
    if (status < 0)
        return status;
    bl_rewrite_wrap(*rewrite, bytes);
    (void)bl_rewrite_hashes(*rewrite, r->hash_policy, NULL);
    return BL_OK;
}

/* What has been made at PLACE is changed again. */
static int change_again(struct rewriting *r, const struct input *input, struct place *place,
                        struct bl_error *err)
{
    struct bl_view bytes;
    struct bl_stream stream;
    place->first = place->rewrite;
    place->rewrite = NULL;
    int status = out_need(bl_rewrite_join(place->first, &bytes, err));
    if (status == BL_OK)
        status = bl_stream_locate(bytes, &stream, err);
    if (status == BL_OK)
        status = open_rewrite(r, &place->rewrite, &stream, bytes, err);
    return status == BL_OK ? out_need(unneeded_leave_out(r->unneeded, place->rewrite, &stream,
                                                         input->path, err))
                           : status;
}

static int check(struct rewriting *r, const struct place *place, struct bl_error *err)
{
    struct bl_rewrite *first = place->first ? place->first : place->rewrite;
    int status = out_need(r->command->check(r->data, first, err));
    return status == BL_OK && place->first ? out_need(unneeded_check(r->unneeded, err)) : status;
}

/* The stream of INPUT, which is at PLACE. */
static bool rewrite_stream(struct rewriting *r, const struct input *input, struct place *place)
{
    struct bl_error err = {0};
    int status = open_rewrite(r, &place->rewrite, &input->stream, place->before, &err);
    if (status == BL_OK)
        status = out_need(r->command->change(r->data, place->rewrite, input, &err));
    if (status == BL_OK && r->unneeded)
        status = change_again(r, input, place, &err);
    if (status == BL_OK)
        status = add_hashes(r, place->rewrite, input, &err);
    if (status < 0) {
        fail_stream(r, input, &err);
        return false;
    }
    if (!r->skips_check && check(r, place, &err) < 0) {
        fail_check(r, input, &err);
        return false;
    }
    return true;
}

static bool begins_in(struct bl_view range, struct bl_view bytes)
{
    return bytes.data >= range.data && bytes.data < range.data + range.size;
}

/* All modules of the file, or those that begin in RANGE of it; then all must be in the file as it
 * is. */
static bool rewrite_streams(struct rewriting *r, struct places *places, struct bl_search *search,
                            struct bl_view range)
{
    struct bl_error err;
    struct input of_stream = *r->first;
    struct input *input = &of_stream;
    bool good = true;
    int rc;
    while (good && (rc = bl_search_next(search, &input->found, &err)) != 0) {
        if (rc > 0 && range.data && !begins_in(range, input->found.whole)) {
            good = begins_in(places->file, input->found.whole);
            continue;
        }
        char *path = join_path(r->path, input->found.path);
        struct place *place;
        input->path = path;
        input->stream = input->found.stream;
        if (rc < 0) {
            report_error(r->context, path, NULL, &err);
            good = false;
        } else if (!places_leave_member(places, &input->found)) {
            good = false;
        } else if (input->stream.kind == BL_STREAM_LLVM_IR) {
            const char *cause = places_add(places, &input->found, &place);
            if (!cause)
                good = rewrite_stream(r, input, place);
            else if (bl_is_archive(places->file))
                put_note(r->context, "%s: kept as it is: %s", path, cause);
            else
                good = false, report_text(r->context, path, BL_E_ARGUMENT, cause);
        }
        free(path);
    }
    return good;
}

/* The same, found anew. */
static bool search_and_rewrite(struct rewriting *r, struct places *places, struct bl_view range)
{
    struct bl_error err;
    struct bl_search *search;
    if (out_need(bl_search_open(&search, places->file, NULL, &err)) < 0) {
        report_error(r->context, r->path, NULL, &err);
        return false;
    }
    bool good = rewrite_streams(r, places, search, range);
    bl_search_close(search);
    if (good && bl_file_check(r->first->file, &err) < 0) {
        report_error(r->context, r->path, NULL, &err);
        good = false;
    }
    return good;
}

/* ---- An archive, in several processes ---- */

/* What a process has counted: the command's sum, and hashes after it. */
struct part_of_archive {
    struct rewriting *rewriting;
    uint8_t *sum;
};

static bool rewrite_part(void *data, struct places *places, struct bl_view range)
{
    const struct part_of_archive *p = data;
    struct rewriting *r = p->rewriting;
    bool good = search_and_rewrite(r, places, range);
    memcpy(p->sum, r->command->sum(r->data), r->command->n_sum);
    memcpy(p->sum + r->command->n_sum, &r->hashes, sizeof r->hashes);
    return good;
}

static void add_part(void *data)
{
    const struct part_of_archive *p = data;
    struct bl_hash_counts *sum = &p->rewriting->hashes;
    struct bl_hash_counts n;
    p->rewriting->command->add(p->rewriting->data, p->sum);
    memcpy(&n, p->sum + p->rewriting->command->n_sum, sizeof n);
    sum->n_kept += n.n_kept;
    sum->n_renewed += n.n_renewed;
    sum->n_dropped += n.n_dropped;
}

/* False: nothing has been done. */
static bool rewrite_in_processes(struct rewriting *r, struct places *places)
{
    size_t n_sum = r->command->n_sum + sizeof r->hashes;
    if (r->has_many || r->unneeded || !r->command->add || !bl_is_archive(places->file))
        return false;
    struct part_of_archive part = {r, array_new(n_sum, 1)};
    bool good = archive_parts_change(&(struct archive_parts){
        .context = r->context,
        .places = places,
        .work = rewrite_part,
        .add = add_part,
        .data = &part,
        .sum = part.sum,
        .n_sum = n_sum,
    });
    free(part.sum);
    return good;
}

/* ---- A file ---- */

static void begin_counts(struct rewriting *r)
{
    r->command->begin(r->data);
    r->hashes = (struct bl_hash_counts){0};
}

static void rewrite_file(void *data)
{
    struct rewriting *r = data;
    const struct input *first = r->first;
    struct places places = {.context = r->context, .path = r->path};
    places.file = bl_file_view(first->file);
    if (bl_file_is_unpacked(first->file)) {
        report_text(r->context, r->path, BL_E_ARGUMENT,
                    "packed: unpack it, change what is in it, and pack it again");
        return;
    }
    if (is_thin_archive(places.file)) {
        report_text(r->context, r->path, BL_E_ARGUMENT,
                    "a thin archive: change the files that it names, with --in-place, and make it "
                    "again with llvm-ar rcsT");
        return;
    }
    begin_counts(r);
    bool good = rewrite_in_processes(r, &places);
    if (!good) {
        begin_counts(r);
        good = search_and_rewrite(r, &places, (struct bl_view){0});
    }
    if (good && places.n + places.n_changes > 0)
        save(r, &places);
    places_release(&places);
}

/* ---- All of them ---- */

/* Whether the file of INPUT is another one than before; its path is noted. */
static bool is_new_file(struct rewriting *r, const struct input *input)
{
    size_t n = strlen(input->path) - strlen(input->found.path);
    if (r->path && strlen(r->path) == n && strncmp(r->path, input->path, n) == 0)
        return false;
    free(r->path);
    r->path = string_of((struct bl_view){(const uint8_t *)input->path, n});
    return true;
}

/* INPUT is the first module of its file. */
static void begin_file(struct rewriting *r, const struct input *input)
{
    free(r->name);
    r->name = r->folder.name ? file_names_next(&r->names, r->path, "") : NULL;
    r->first = input;
    if (r->has_many)
        file_processes_begin(&r->processes, rewrite_file, r);
    else
        rewrite_file(r);
}

/* All of a file is done when its first module is met. */
static void visit(void *data, const struct input *input)
{
    struct rewriting *r = data;
    if (input->stream.kind != BL_STREAM_LLVM_IR || !is_new_file(r, input))
        return;
    if (r->output && strcmp(r->path, r->context->operands[0]) != 0)
        report_text(r->context, r->path, BL_E_ARGUMENT,
                    "one of several files, for one output: use --directory or --in-place");
    else
        begin_file(r, input);
}

void rewriting_run(struct rewriting *r)
{
    struct context *c = r->context;
    check_usage(r);
    r->processes.context = c;
    r->has_many = c->n_operands > 1 || (c->n_operands == 1 && is_directory(c->operands[0]));
    c->json &= !is_to_stdout(r); /* that is for bytes alone */
    if (c->n_errors == 0 && (!r->folder.name || output_folder_open(c, &r->folder)))
        visit_streams(c, &(struct visitor){.stream = visit, .data = r});
    file_processes_end(&r->processes);
    if (r->folder.name)
        output_folder_close(&r->folder);
    file_names_release(&r->names);
    free(r->name);
    free(r->path);
}
