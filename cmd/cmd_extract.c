/* cmd/cmd_extract.c - extract and cat: streams out of their containers, byte for byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nothing is overwritten unless asked, and then replaced as a whole: it may be what is being read.
 */
#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "input/file_names.h"
#include "input/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OPT_OUTPUT,
    OPT_DIRECTORY,
    OPT_FORCE,
    OPT_UNWRAP,
    OPT_VERBOSE
};

const struct option_spec extract_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the one stream that was named to FILE"},
    [OPT_DIRECTORY] = {"directory", 0, "DIR",
                       "write all streams into DIR, named after their paths"},
    [OPT_FORCE] = {"force", 'f', NULL, "overwrite files"},
    [OPT_UNWRAP] = {"unwrap", 0, NULL, "without wrapper and padding"},
    [OPT_VERBOSE] = {"verbose", 'v', NULL, "print which stream is in which file"},
    {NULL, 0, NULL, NULL},
};

enum {
    CAT_UNWRAP
};

const struct option_spec cat_options[] = {
    [CAT_UNWRAP] = {"unwrap", 0, NULL, "without wrapper and padding"},
    {NULL, 0, NULL, NULL},
};

struct extract {
    struct context *context;
    struct output_folder folder; /* without a name: one stream is wanted */
    bool unwrap, verbose;
    struct file_names names; /* in the folder */
    struct output_file file; /* where only one stream is wanted: no name is standard output */
    uint64_t n;              /* streams so far */
    char *first;             /* the path of the first one, */
    size_t n_first;          /* how many bytes it has, */
    char *held;              /* and those, until it is known to be the only one; NULL: none */
};

static struct bl_view bytes_of(const struct extract *x, const struct input *input)
{
    return x->unwrap ? input->stream.bytes : input->found.whole;
}

/* ---- Into a folder ---- */

/* The N bytes of the stream at STREAM_PATH are in FILE. */
static void put_saved(struct extract *x, const char *stream_path, const struct output_file *file,
                      size_t n)
{
    struct out *o = &x->context->out;
    char *path = output_file_path(file);
    if (x->context->json) {
        json_begin(o, "extracted");
        json_text(o, "file", stream_path);
        json_text(o, "output", path);
        json_u64(o, "bytes", n);
        json_end(o);
    } else if (x->verbose) {
        out_path(o, stream_path);
        out_text(o, ": ");
        out_path(o, path);
        out_printf(o, ", %zu bytes\n", n);
    }
    free(path);
}

static void save_into_folder(void *data, const struct input *input)
{
    struct extract *x = data;
    char *name = file_names_next(&x->names, input->path, "");
    if (!name) {
        report_text(x->context, input->path, BL_E_LIMIT, "no free name for a file");
        return;
    }
    struct output_file file = {.folder = &x->folder, .name = name, .force = x->file.force};
    struct bl_view bytes = bytes_of(x, input);
    bool good = output_file_begin(x->context, &file) && output_file_write(x->context, &file, bytes);
    if (output_file_end(x->context, &file, good))
        put_saved(x, input->path, &file, bytes.size);
    free(name);
}

/* ---- The only stream ---- */

/* A file is ended when all else has been looked at. */
static void put_only(struct extract *x, struct bl_view bytes)
{
    if (!x->file.name)
        out_view(&x->context->out, bytes);
    else if (output_file_begin(x->context, &x->file))
        output_file_write(x->context, &x->file, bytes);
}

/* Nothing is written before it is known that there is one stream only. */
static void hold_only(void *data, const struct input *input)
{
    struct extract *x = data;
    struct bl_view bytes = bytes_of(x, input);
    if (x->n++ == 1) { /* reported once, with two names to choose from */
        char *what = string_printf("another stream, beside %s: %s", x->first,
                                   x->file.name ? "name one, or use --directory"
                                                : "name one of those that ls lists");
        report_text(x->context, input->path, BL_E_ARGUMENT, what);
        free(what);
    }
    if (x->n > 1)
        return;
    x->first = string_of(view_of(input->path));
    x->n_first = bytes.size;
    if (x->context->n_operands == 1 && input->is_alone)
        put_only(x, bytes);
    else
        x->held = string_of(bytes);
}

/* After the last stream: it is wanted if there was no error. */
static void end_only(struct extract *x)
{
    struct bl_view held = {.data = (const uint8_t *)x->held, .size = x->n_first};
    if (x->context->n_errors == 0 && x->held)
        put_only(x, held);
    if (x->file.name && output_file_end(x->context, &x->file, x->context->n_errors == 0))
        put_saved(x, x->first, &x->file, x->n_first);
    free(x->held);
    free(x->first);
}

/* ---- The calls ---- */

bool cmd_extract(struct context *c)
{
    struct extract x = {.context = c};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0) {
        x.file.name = option == OPT_OUTPUT ? argument : x.file.name;
        x.folder.name = option == OPT_DIRECTORY ? argument : x.folder.name;
        x.file.force |= option == OPT_FORCE;
        x.unwrap |= option == OPT_UNWRAP;
        x.verbose |= option == OPT_VERBOSE;
    }
    if (!x.file.name == !x.folder.name)
        usage_error(c->command, "say either --output FILE or --directory DIR");
    if (x.file.name && strcmp(x.file.name, "-") == 0)
        usage_error(c->command, "cat writes to standard output: give a file");
    if (!*(x.file.name ? x.file.name : x.folder.name))
        usage_error(c->command, "an empty name");
    bool into_folder = x.folder.name != NULL;
    if (!into_folder || output_folder_open(c, &x.folder)) {
        visit_streams(
            c, &(struct visitor){.stream = into_folder ? save_into_folder : hold_only, .data = &x});
    }
    if (into_folder)
        output_folder_close(&x.folder);
    else
        end_only(&x);
    file_names_release(&x.names);
    return true;
}

bool cmd_cat(struct context *c)
{
    struct extract x = {.context = c};
    while (next_option(c, NULL) >= 0)
        x.unwrap = true;
    /* Standard output is for bytes alone: errors do not go there, too. */
    c->json = false;
    if (out_is_to_terminal())
        usage_error(c->command, "bytes are no text for a terminal: use a pipe, or extract");
    if (c->n_operands > 1)
        usage_error(c->command, "one path is written, not also '%s'", c->operands[1]);
    visit_streams(c, &(struct visitor){.stream = hold_only, .data = &x});
    end_only(&x);
    return true;
}
