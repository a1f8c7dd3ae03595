/* cmd/cmd_extract.c - extract and cat: streams out of their containers, byte for byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Nothing is overwritten unless asked, and then replaced as a whole: it may be what is being read.
 */
#include "base/signals.h"
#include "base/text.h"
#include "commands.h"
#include "input/file_names.h"
#include "input/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* A file that is being written: beside its name, so that only what is whole has that. */
struct file {
    int folder; /* AT_FDCWD: the name is a path */
    const char *name;
    char *temporary; /* NULL: it has not begun, or ended */
    int fd;          /* -1: none */
    sigset_t before; /* signals that were held before it was begun */
};

struct extract {
    struct context *context;
    const char *folder;
    int folder_fd;
    bool is_new; /* the folder: what is in it has been extracted */
    bool force, unwrap, verbose;
    struct file_names names; /* in the folder */
    struct file file;        /* where only one stream is wanted: no name is standard output */
    uint64_t n;              /* streams so far */
    char *first;             /* the path of the first one, */
    size_t n_first;          /* how many bytes it has, */
    char *held;              /* and those, until it is known to be the only one; NULL: none */
};

static struct bl_view bytes_of(const struct extract *x, const struct input *input)
{
    return x->unwrap ? input->stream.bytes : input->found.whole;
}

static bool system_error(struct extract *x, const char *path, const char *what)
{
    struct bl_error err = {.status = BL_E_SYSTEM, .sys_errno = errno, .what = what};
    report_error(x->context, path, NULL, &err);
    return false;
}

/* Malloc'ed. */
static char *path_of(const struct extract *x, const struct file *file)
{
    const char *folder = x->folder ? x->folder : "";
    size_t n = strlen(folder);
    bool needs_slash = n > 0 && folder[n - 1] != '/';
    return string_printf("%s%s%s", folder, needs_slash ? "/" : "", file->name);
}

/* Report what is wrong with FILE; SYS_ERRNO is 0 if the system did not refuse it. False. */
static bool file_error(struct extract *x, const struct file *file, int sys_errno, const char *what)
{
    struct bl_error err = {
        .status = sys_errno ? BL_E_SYSTEM : BL_E_ARGUMENT, .sys_errno = sys_errno, .what = what};
    char *path = path_of(x, file);
    report_error(x->context, path, NULL, &err);
    free(path);
    return false;
}

static bool write_file(struct extract *x, const struct file *file, struct bl_view bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(file->fd, bytes.data, bytes.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return file_error(x, file, errno, "cannot write");
        bytes.data += n;
        bytes.size -= (size_t)n;
    }
    return true;
}

static int create(const struct file *file, mode_t mode)
{
    return openat(file->folder, file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

/* Create FILE, beside its name until it is ended. What is there is overwritten with --force, if it
 * is a regular file, and keeps its mode. */
static bool begin_file(struct extract *x, struct file *file)
{
    const char *slash = strrchr(file->name, '/');
    int n_folder = slash ? (int)(slash + 1 - file->name) : 0;
    struct stat old;
    bool exists = !x->is_new && fstatat(file->folder, file->name, &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (exists && !S_ISREG(old.st_mode))
        return file_error(x, file, 0, "not overwritten, as it is no regular file");
    if (exists && !x->force)
        return file_error(x, file, EEXIST, "cannot create without --force");
    file->temporary = /* in the same folder, and no other process has it */
        string_printf("%.*s.bitleap.%ld.tmp", n_folder, file->name, (long)getpid());
    signals_hold(&file->before);
    file->fd = create(file, exists ? 0600 : 0666);
    if (file->fd < 0 && errno == EEXIST && unlinkat(file->folder, file->temporary, 0) == 0)
        file->fd = create(file, exists ? 0600 : 0666); /* it was of a process that was killed */
    bool good = file->fd >= 0 && (!exists || fchmod(file->fd, old.st_mode & 07777) == 0);
    return good || file_error(x, file, errno, "cannot create");
}

/* FILE to its name, unless that is there. */
static bool rename_to_new(const struct file *file)
{
#ifdef RENAME_NOREPLACE
    if (renameat2(file->folder, file->temporary, file->folder, file->name, RENAME_NOREPLACE) == 0)
        return true;
    if (errno == EEXIST)
        return false;
#endif
    if (linkat(file->folder, file->temporary, file->folder, file->name, 0) < 0)
        return false;
    (void)unlinkat(file->folder, file->temporary, 0);
    return true;
}

/* FILE to its name: only with --force in the place of another, which may have been made meanwhile.
 * There are file systems that can do neither, where that is not noticed. */
static bool put_in_place(struct extract *x, const struct file *file)
{
    if (!x->force && rename_to_new(file))
        return true;
    if (!x->force && errno == EEXIST)
        return file_error(x, file, EEXIST, "cannot create without --force");
    return renameat(file->folder, file->temporary, file->folder, file->name) == 0 ||
           file_error(x, file, errno, "cannot write");
}

/* Put FILE in its place unless WANTED is false or something fails: then nothing is left of it. */
static bool end_file(struct extract *x, struct file *file, bool wanted)
{
    if (!file->temporary)
        return false;
    bool good = file->fd >= 0 && wanted;
    if (file->fd >= 0 && close(file->fd) < 0)
        good = file_error(x, file, errno, "cannot write");
    good = good && put_in_place(x, file);
    if (!good && file->fd >= 0)
        (void)unlinkat(file->folder, file->temporary, 0);
    signals_release(&file->before);
    free(file->temporary);
    file->temporary = NULL;
    file->fd = -1;
    return good;
}

/* ---- Into a folder ---- */

/* The N bytes of the stream at STREAM_PATH are in FILE. */
static void put_saved(struct extract *x, const char *stream_path, const struct file *file, size_t n)
{
    struct out *o = &x->context->out;
    char *path = path_of(x, file);
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
        errno = EEXIST;
        system_error(x, input->path, "no free name for");
        return;
    }
    struct file file = {.folder = x->folder_fd, .name = name, .fd = -1};
    struct bl_view bytes = bytes_of(x, input);
    bool good = begin_file(x, &file) && write_file(x, &file, bytes);
    if (end_file(x, &file, good))
        put_saved(x, input->path, &file, bytes.size);
    free(name);
}

/* ---- The only stream ---- */

/* A file is ended when all else has been looked at. */
static void put_only(struct extract *x, struct bl_view bytes)
{
    if (!x->file.name)
        out_view(&x->context->out, bytes);
    else if (begin_file(x, &x->file))
        write_file(x, &x->file, bytes);
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
    if (x->file.name && end_file(x, &x->file, x->context->n_errors == 0))
        put_saved(x, x->first, &x->file, x->n_first);
    free(x->held);
    free(x->first);
}

/* ---- The calls ---- */

static bool open_folder(struct extract *x)
{
    x->is_new = mkdir(x->folder, 0777) == 0;
    if (!x->is_new && errno != EEXIST)
        return system_error(x, x->folder, "cannot create");
    x->folder_fd = open(x->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return x->folder_fd >= 0 || system_error(x, x->folder, "cannot open");
}

bool cmd_extract(struct context *c)
{
    struct extract x = {.context = c, .folder_fd = -1, .file = {.folder = AT_FDCWD, .fd = -1}};
    const char *argument;
    int option;
    while ((option = next_option(c, &argument)) >= 0) {
        x.file.name = option == OPT_OUTPUT ? argument : x.file.name;
        x.folder = option == OPT_DIRECTORY ? argument : x.folder;
        x.force |= option == OPT_FORCE;
        x.unwrap |= option == OPT_UNWRAP;
        x.verbose |= option == OPT_VERBOSE;
    }
    if (!x.file.name == !x.folder)
        usage_error(c->command, "say either --output FILE or --directory DIR");
    if (x.file.name && strcmp(x.file.name, "-") == 0)
        usage_error(c->command, "cat writes to standard output: give a file");
    if (!*(x.file.name ? x.file.name : x.folder))
        usage_error(c->command, "an empty name");
    if (!x.folder || open_folder(&x))
        visit_streams(
            c, &(struct visitor){.stream = x.folder ? save_into_folder : hold_only, .data = &x});
    if (!x.folder)
        end_only(&x);
    if (x.folder_fd >= 0)
        close(x.folder_fd);
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
