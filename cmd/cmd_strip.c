/* cmd/cmd_strip.c - strip: modules without debug information, names and other things
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The result is made in memory, and is written once it has been checked. Of an archive all modules
 * that are members are stripped when the first one is met.
 */
#include "base/array.h"
#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "input/file_names.h"
#include "input/input.h"
#include "input/paths.h"

#include <stdlib.h>
#include <string.h>

enum {
    OPT_OUTPUT,
    OPT_DIRECTORY,
    OPT_IN_PLACE,
    OPT_FORCE,
    OPT_ALL,
    OPT_DEBUG,
    OPT_NAMES,
    OPT_USE_LISTS,
    OPT_SYMBOL_TABLE,
    OPT_SUMMARY,
    OPT_HASH,
    OPT_METADATA,
    OPT_NO_CHECK,
    OPT_VERBOSE
};

const struct option_spec strip_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the result to FILE; - is standard output"},
    [OPT_DIRECTORY] = {"directory", 0, "DIR", "write results into DIR, named after their paths"},
    [OPT_IN_PLACE] = {"in-place", 0, NULL, "replace each file by its result"},
    [OPT_FORCE] = {"force", 'f', NULL, "overwrite files"},
    [OPT_ALL] = {"all", 'a', NULL, "all of the following, except --metadata"},
    [OPT_DEBUG] = {"strip-debug", 'g', NULL,
                   "debug information, and metadata that nothing leads to"},
    [OPT_NAMES] = {"names", 0, NULL, "names of local values, basic blocks and structs"},
    [OPT_USE_LISTS] = {"uselists", 0, NULL, "the order of uses"},
    [OPT_SYMBOL_TABLE] = {"symtab", 0, NULL, "the symbol table, which linkers make anew"},
    [OPT_SUMMARY] = {"summary", 0, NULL, "summaries of ThinLTO"},
    [OPT_HASH] = {"hash", 0, NULL, "the module hash, which goes with anything else of a module"},
    [OPT_METADATA] = {"metadata", 0, "KIND", "what is attached as KIND, tbaa for example"},
    [OPT_NO_CHECK] = {"no-check", 0, NULL, "do not read the result back and compare it"},
    [OPT_VERBOSE] = {"verbose", 'v', NULL, "print what has become of each file"},
    {NULL, 0, NULL, NULL},
};

struct strip {
    struct context *context;
    struct bl_strip_options options;
    const char **kinds;
    uint32_t n_kinds, cap_kinds;
    const char *output;          /* NULL: none was given */
    struct output_folder folder; /* without a name: none was given */
    struct file_names names;     /* in the folder */
    bool in_place, force, no_check, verbose;
    char *archive_path; /* the last one's; NULL: there was none */
};

/* A file in memory. */
struct made {
    uint8_t *data;
    size_t size;
    struct bl_strip_counts counts;
};

static bool make(struct strip *s, const struct input *input, unsigned flags, struct made *made)
{
    struct bl_rewrite *rewrite;
    struct bl_error err;
    struct bl_strip_options options = s->options;
    const struct bl_view *pieces;
    size_t n;
    uint64_t size;
    options.flags = flags;
    int status = bl_rewrite_open(&rewrite, &input->stream, 0, &err);
    if (status == BL_OK)
        status = bl_strip(rewrite, &input->stream, &options, &made->counts, &err);
    if (status == BL_OK) {
        bl_rewrite_wrap(rewrite, input->found.whole);
        status = bl_rewrite_pieces(rewrite, &pieces, &n, &size, &err);
    }
    if (status == BL_OK) {
        made->data = malloc((size_t)size + 1);
        if (!made->data)
            out_no_memory();
        for (size_t i = 0; i < n; made->size += pieces[i++].size)
            memcpy(made->data + made->size, pieces[i].data, pieces[i].size);
    }
    bl_rewrite_close(rewrite);
    if (status < 0)
        report_error(s->context, input->path, &input->stream, &err);
    return status == BL_OK;
}

static bool fail_check(struct strip *s, const struct input *input, const struct bl_error *err)
{
    char *what = string_printf("not written, as the result is wrong: %s", err->what);
    struct bl_error failure = *err;
    failure.what = what;
    report_error(s->context, input->path, err->status == BL_E_MISMATCH ? &input->stream : NULL,
                 &failure);
    free(what);
    return false;
}

static int locate(const struct made *made, struct bl_stream *stream, struct bl_error *err)
{
    return bl_stream_locate((struct bl_view){.data = made->data, .size = made->size}, stream, err);
}

/* MADE says the same as INPUT. Names of structs are part of what is compared: where they go, a
 * result that has them is compared, and MADE only verified. */
static bool check(struct strip *s, const struct input *input, const struct made *made)
{
    struct made named = {0};
    const struct made *compared = made;
    struct bl_stream stream;
    struct bl_error err;
    bool strips_names = s->options.flags & BL_STRIP_NAMES;
    if (strips_names && !make(s, input, s->options.flags & ~(unsigned)BL_STRIP_NAMES, &named))
        return false;
    if (strips_names)
        compared = &named;
    int status = locate(compared, &stream, &err);
    if (status == BL_OK)
        status = bl_strip_check(&input->stream, &stream, &err);
    if (status == BL_OK && strips_names)
        status = locate(made, &stream, &err);
    if (status == BL_OK && strips_names && bl_verify(&stream, NULL, NULL, NULL, &err) != 0)
        status = err.status = BL_E_MISMATCH, err.what = "it has problems without names";
    free(named.data);
    return status == BL_OK || fail_check(s, input, &err);
}

/* ---- Results ---- */

static void put_counts(struct out *o, const struct bl_strip_counts *n)
{
    json_u64(o, "modules", n->n_modules);
    json_u64(o, "locations", n->n_locations);
    json_u64(o, "debug_records", n->n_debug_records);
    json_u64(o, "attachments", n->n_attachments);
    json_u64(o, "metadata_before", n->n_metadata_before);
    json_u64(o, "metadata", n->n_metadata);
    json_u64(o, "names", n->n_names);
    json_u64(o, "blocks", n->n_blocks);
    json_u64(o, "hashes", n->n_hashes);
}

static void put_made(struct strip *s, const struct input *input, const char *output,
                     const struct made *made)
{
    struct out *o = &s->context->out;
    if (s->context->json) {
        json_begin(o, "stripped");
        json_text(o, "file", input->path);
        json_text(o, "output", output);
        json_u64(o, "bytes_before", input->found.whole.size);
        json_u64(o, "bytes", made->size);
        put_counts(o, &made->counts);
        json_end(o);
    } else if (s->verbose) {
        out_path(o, input->path);
        out_printf(o, ": %zu bytes, %zu in ", input->found.whole.size, made->size);
        out_path(o, output);
        out_char(o, '\n');
    }
}

/* Under INPUT's path, which is a file's. */
static void save(struct strip *s, const struct input *input, const struct made *made)
{
    char *name = NULL;
    struct output_file file = {.name = s->output, .force = s->force};
    struct bl_view bytes = {.data = made->data, .size = made->size};
    if (s->in_place) {
        file.name = input->path;
        file.force = true;
    } else if (s->folder.name) {
        name = file_names_next(&s->names, input->path, "");
        file.folder = &s->folder;
        file.name = name;
    }
    if (!file.name) {
        report_text(s->context, input->path, BL_E_LIMIT, "no free name for a file");
        return;
    }
    bool good = output_file_begin(s->context, &file) && output_file_write(s->context, &file, bytes);
    if (output_file_end(s->context, &file, good)) {
        char *path = output_file_path(&file);
        put_made(s, input, path, made);
        free(path);
    }
    free(name);
}

static bool is_to_stdout(const struct strip *s)
{
    return s->output && strcmp(s->output, "-") == 0;
}

/* Write MADE, of INPUT, where it was asked for. */
static void put_away(struct strip *s, const struct input *input, const struct made *made)
{
    if (is_to_stdout(s))
        out_view(&s->context->out, (struct bl_view){.data = made->data, .size = made->size});
    else
        save(s, input, made);
}

static bool make_checked(struct strip *s, const struct input *input, struct made *made)
{
    return make(s, input, s->options.flags, made) && (s->no_check || check(s, input, made));
}

/* ---- Archives ---- */

/* Members with other contents. */
struct changes {
    struct bl_archive_change *items;
    uint32_t n, cap;
};

static void add_counts(struct bl_strip_counts *sum, const struct bl_strip_counts *n)
{
    sum->n_modules += n->n_modules;
    sum->n_locations += n->n_locations;
    sum->n_debug_records += n->n_debug_records;
    sum->n_attachments += n->n_attachments;
    sum->n_metadata += n->n_metadata;
    sum->n_metadata_before += n->n_metadata_before;
    sum->n_names += n->n_names;
    sum->n_blocks += n->n_blocks;
    sum->n_hashes += n->n_hashes;
}

/* The member that begins where the stream of INPUT does. */
static const struct bl_archive_member *find_member(struct bl_archive *archive,
                                                   const struct input *input)
{
    const struct bl_archive_member *member;
    while (bl_archive_next(archive, &member, NULL) != 0)
        if (member && !member->is_file && member->bytes.data == input->found.whole.data)
            return member;
    return NULL;
}

/* What is after the stream in its member, line feeds of Darwin's tools aside. */
static bool is_filled(const struct bl_archive_member *member, size_t size)
{
    for (size_t i = size; i < member->bytes.size; i++)
        if (member->bytes.data[i] != '\n')
            return false;
    return true;
}

/* Bytes of INPUT's stream with its wrapper, and without line feeds after it. */
static size_t size_without_fill(const struct input *input)
{
    struct bl_view whole = input->found.whole;
    size_t end = (size_t)(input->stream.bytes.data - whole.data) + input->stream.bytes.size;
    for (size_t i = end; i < whole.size; i++)
        if (whole.data[i] != '\n')
            return whole.size;
    return end;
}

/* INPUT is a stream in ARCHIVE: those that are members are stripped. */
static bool strip_member(struct strip *s, struct bl_archive *archive, const struct input *input,
                         struct changes *changes, struct bl_strip_counts *counts)
{
    struct made made = {0};
    const struct bl_archive_member *member = find_member(archive, input);
    if (!member || !is_filled(member, input->found.whole.size)) {
        put_note(s->context, "%s: kept as it is: it is no member of its own", input->path);
        return true;
    }
    uint64_t at = member->header_offset;
    struct input alone = *input; /* without what Darwin's tools fill up with */
    alone.found.whole.size = size_without_fill(input);
    if (!make_checked(s, &alone, &made)) {
        free(made.data);
        return false;
    }
    add_counts(counts, &made.counts);
    array_add(&changes->items, &changes->n, &changes->cap,
              (struct bl_archive_change){at, {made.data, made.size}});
    return true;
}

/* All members of the archive that INPUT's file is. */
static bool strip_members(struct strip *s, const struct input *input, struct changes *changes,
                          struct bl_strip_counts *counts)
{
    struct bl_view bytes = bl_file_view(input->file);
    struct bl_search *search;
    struct bl_archive *archive;
    struct bl_error err;
    struct input each = *input;
    int rc;
    if (bl_search_open(&search, bytes, NULL, &err) < 0) {
        report_error(s->context, s->archive_path, NULL, &err);
        return false;
    }
    bool good = true;
    while ((rc = bl_search_next(search, &each.found, &err)) != 0 && good) {
        char *path = join_path(s->archive_path, each.found.path);
        each.path = path;
        each.stream = each.found.stream;
        if (rc < 0) {
            report_error(s->context, path, NULL, &err);
            good = false;
        } else if (each.stream.kind == BL_STREAM_LLVM_IR) {
            good = out_need(bl_archive_open(&archive, bytes, &err)) == BL_OK &&
                   strip_member(s, archive, &each, changes, counts);
            bl_archive_close(archive);
        }
        free(path);
    }
    bl_search_close(search);
    return good;
}

static int append_to_made(void *context, struct bl_view bytes)
{
    struct made *made = context;
    memcpy(made->data + made->size, bytes.data, bytes.size);
    made->size += bytes.size;
    return 0;
}

/* The archive with CHANGES; no member grows by more than its padding. */
static bool join_members(struct strip *s, struct bl_view archive, const struct changes *changes,
                         struct made *made)
{
    enum {
        PADDING = 16
    };
    struct bl_error err;
    size_t size = archive.size;
    for (uint32_t i = 0; i < changes->n; i++)
        size += changes->items[i].contents.size + PADDING;
    made->data = malloc(size);
    if (!made->data)
        out_no_memory();
    if (bl_archive_write(archive, changes->items, changes->n, append_to_made, made, &err) == BL_OK)
        return true;
    report_error(s->context, s->archive_path, NULL, &err);
    return false;
}

static void strip_archive(struct strip *s, const struct input *input)
{
    struct changes changes = {0};
    struct made made = {0};
    struct input whole = *input;
    whole.path = s->archive_path;
    whole.found.whole = bl_file_view(input->file);
    if (memcmp(whole.found.whole.data, "!<thin>", 7) == 0) {
        report_text(s->context, s->archive_path, BL_E_ARGUMENT,
                    "a thin archive: strip the files that it names");
        return;
    }
    if (strip_members(s, input, &changes, &made.counts) &&
        join_members(s, whole.found.whole, &changes, &made))
        put_away(s, &whole, &made);
    for (uint32_t i = 0; i < changes.n; i++)
        free((void *)(uintptr_t)changes.items[i].contents.data);
    free(changes.items);
    free(made.data);
}

/* ---- Inputs ---- */

/* Whether INPUT is in an archive; of one that is new, its path is noted. */
static bool is_in_archive(struct strip *s, const struct input *input, bool *is_new)
{
    if (!bl_is_archive(bl_file_view(input->file)))
        return false;
    size_t n_path = strlen(input->path) - strlen(input->found.path);
    bool is_same = s->archive_path && strlen(s->archive_path) == n_path &&
                   strncmp(s->archive_path, input->path, n_path) == 0;
    *is_new = !is_same;
    if (is_same)
        return true;
    free(s->archive_path);
    s->archive_path = string_of((struct bl_view){(const uint8_t *)input->path, n_path});
    return true;
}

static bool is_named(const struct strip *s, const char *path)
{
    if (!s->output || strcmp(path, s->context->operands[0]) == 0)
        return true;
    report_text(s->context, path, BL_E_ARGUMENT,
                "one of several files, for one output: use --directory or --in-place");
    return false;
}

static void strip_stream(void *data, const struct input *input)
{
    struct strip *s = data;
    struct made made = {0};
    bool is_new = false;
    if (is_in_archive(s, input, &is_new)) {
        if (is_new && is_named(s, s->archive_path))
            strip_archive(s, input);
        return;
    }
    if (*input->found.path) {
        report_text(s->context, input->path, BL_E_ARGUMENT,
                    "inside of another file: extract it, strip that, and put it back");
        return;
    }
    if (is_named(s, input->path) && make_checked(s, input, &made))
        put_away(s, input, &made);
    free(made.data);
}

/* ---- The call ---- */

static unsigned flag_of(int option)
{
    switch (option) {
    case OPT_ALL:
        return BL_STRIP_DEBUG | BL_STRIP_NAMES | BL_STRIP_USE_LISTS | BL_STRIP_SYMBOL_TABLE |
               BL_STRIP_SUMMARY | BL_STRIP_HASH;
    case OPT_DEBUG: return BL_STRIP_DEBUG;
    case OPT_NAMES: return BL_STRIP_NAMES;
    case OPT_USE_LISTS: return BL_STRIP_USE_LISTS;
    case OPT_SYMBOL_TABLE: return BL_STRIP_SYMBOL_TABLE;
    case OPT_SUMMARY: return BL_STRIP_SUMMARY;
    case OPT_HASH: return BL_STRIP_HASH;
    default: return 0;
    }
}

static void read_options(struct strip *s)
{
    const char *argument;
    int option;
    while ((option = next_option(s->context, &argument)) >= 0) {
        s->options.flags |= flag_of(option);
        s->output = option == OPT_OUTPUT ? argument : s->output;
        s->folder.name = option == OPT_DIRECTORY ? argument : s->folder.name;
        s->in_place |= option == OPT_IN_PLACE;
        s->force |= option == OPT_FORCE;
        s->no_check |= option == OPT_NO_CHECK;
        s->verbose |= option == OPT_VERBOSE;
        if (option == OPT_METADATA)
            array_add(&s->kinds, &s->n_kinds, &s->cap_kinds, argument);
    }
    s->options.kinds = s->kinds;
    s->options.n_kinds = s->n_kinds;
}

bool cmd_strip(struct context *c)
{
    struct strip s = {.context = c};
    read_options(&s);
    if (!!s.output + !!s.folder.name + s.in_place != 1)
        usage_error(c->command, "say either --output FILE, --directory DIR or --in-place");
    if (!*(s.output ? s.output : s.folder.name ? s.folder.name : "."))
        usage_error(c->command, "an empty name");
    if (s.options.flags == 0 && s.options.n_kinds == 0)
        usage_error(c->command, "say what is to go: -g, or another option");
    if (s.output && c->n_operands > 1)
        usage_error(c->command, "one output for one file, not also for '%s'", c->operands[1]);
    if (is_to_stdout(&s) && out_is_to_terminal())
        usage_error(c->command, "bytes are no text for a terminal: use a pipe, or a file");
    c->json &= !is_to_stdout(&s); /* that is for bytes alone */
    if (!s.folder.name || output_folder_open(c, &s.folder))
        visit_streams(c, &(struct visitor){.stream = strip_stream, .data = &s});
    if (s.folder.name)
        output_folder_close(&s.folder);
    file_names_release(&s.names);
    free(s.kinds);
    free(s.archive_path);
    return true;
}
