/* cmd/cmd_extract.c - extract and cat: streams out of what they are wrapped up in, byte for byte
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Names of files are made from nested paths and never leave the folder: a '/' becomes '_', and no
 * name begins with a dot. Nothing is overwritten unless asked.
 */
#include "commands.h"
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    OPT_OUTPUT,
    OPT_ALL,
    OPT_FORCE,
    OPT_UNWRAP
};

const struct option_spec extract_options[] = {
    [OPT_OUTPUT] = {"output", 'o', "FILE", "write the one stream that was named to FILE"},
    [OPT_ALL] = {"all", 0, "DIR", "write all streams into DIR, named after their paths"},
    [OPT_FORCE] = {"force", 'f', NULL, "overwrite files"},
    [OPT_UNWRAP] = {"unwrap", 0, NULL, "without wrapper and padding"},
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
    struct parser parser;
    struct out out;
    const char *file, *folder;
    int folder_fd;
    bool force, unwrap;
    uint64_t n;
};

static struct bl_view bytes_of(const struct extract *x, const struct input *input)
{
    return x->unwrap ? input->stream.bytes : input->found.whole;
}

static bool system_error(struct extract *x, const char *path, const char *what)
{
    struct bl_error err = {.status = BL_E_SYSTEM, .sys_errno = errno, .what = what};
    report_error(&x->out, &x->parser.common, NULL, path, &err);
    return false;
}

static bool write_all(int fd, struct bl_view bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(fd, bytes.data, bytes.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes.data += n;
        bytes.size -= (size_t)n;
    }
    return true;
}

/* Write BYTES to NAME in the folder FD. *EXISTS: it was there, and must not be overwritten. */
static bool save(struct extract *x, int fd, const char *name, struct bl_view bytes, bool *exists)
{
    int flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | (x->force ? O_TRUNC : O_EXCL);
    int out = openat(fd, name, flags, 0666);
    *exists = out < 0 && errno == EEXIST;
    if (out < 0)
        return *exists ? false : system_error(x, name, "cannot create");
    bool written = write_all(out, bytes);
    if (close(out) < 0 || !written)
        return system_error(x, name, "cannot write");
    return true;
}

/* A file name of the nested path: its last component, then what leads on, with no way out. */
static char *name_of(const char *path, unsigned number)
{
    const char *end = path + strcspn(path, "(!:[");
    const char *base = end;
    while (base > path && base[-1] != '/')
        base--;
    size_t n = strlen(base) + 16;
    char *name = malloc(n);
    if (!name)
        return NULL;
    if (number > 1)
        snprintf(name, n, "%s.%u", base, number);
    else
        snprintf(name, n, "%s", base);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    if (name[0] == '.' || name[0] == '\0')
        name[0] = '_';
    return name;
}

/* Streams of different folders may want the same name: later ones get a number. */
static bool save_into_folder(struct extract *x, const struct input *input)
{
    for (unsigned number = 1; number < 100000; number++) {
        char *name = name_of(input->path, number);
        bool exists = false;
        bool done = name && save(x, x->folder_fd, name, bytes_of(x, input), &exists);
        free(name);
        if (done || !exists)
            return done;
    }
    errno = EEXIST;
    return system_error(x, input->path, "no free name for");
}

static bool extract(void *context, const struct input *input)
{
    struct extract *x = context;
    bool exists = false;
    x->n++;
    if (x->folder)
        return save_into_folder(x, input);
    if (x->n > 1) {
        struct bl_error err = {.status = BL_E_ARGUMENT,
                               .what = "another stream: name one, or use --all"};
        report_error(&x->out, &x->parser.common, NULL, input->path, &err);
        return false;
    }
    if (save(x, AT_FDCWD, x->file, bytes_of(x, input), &exists))
        return true;
    if (exists) {
        errno = EEXIST;
        system_error(x, x->file, "cannot create without --force");
    }
    return false;
}

static bool open_folder(struct extract *x)
{
    if (mkdir(x->folder, 0777) < 0 && errno != EEXIST)
        return system_error(x, x->folder, "cannot create");
    x->folder_fd = open(x->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return x->folder_fd >= 0 || system_error(x, x->folder, "cannot open");
}

int cmd_extract(int argc, char **argv)
{
    struct extract x = {.parser.command = find_command("extract"), .folder_fd = -1};
    const char *argument;
    int option;
    while ((option = parser_next(&x.parser, argc, argv, &argument)) >= 0) {
        x.file = option == OPT_OUTPUT ? argument : x.file;
        x.folder = option == OPT_ALL ? argument : x.folder;
        x.force |= option == OPT_FORCE;
        x.unwrap |= option == OPT_UNWRAP;
    }
    if (option == PARSE_EXIT)
        return x.parser.exit_status;
    if (!x.file == !x.folder)
        return usage_error(x.parser.command, "say either --output FILE or --all DIR");
    out_init(&x.out, x.parser.common.colour);
    int status = EXIT_BAD_INPUT;
    if (!x.folder || open_folder(&x))
        status = for_each_input(x.parser.command, &x.parser.common, 0, &x.out, argc - optind,
                                argv + optind, extract, &x);
    if (x.folder_fd >= 0)
        close(x.folder_fd);
    return out_close(&x.out) ? status : EXIT_BAD_INPUT;
}

static bool cat(void *context, const struct input *input)
{
    struct extract *x = context;
    if (x->n++ > 0) {
        struct bl_error err = {.status = BL_E_ARGUMENT, .what = "another stream: name one"};
        report_error(&x->out, &x->parser.common, NULL, input->path, &err);
        return false;
    }
    out_view(&x->out, bytes_of(x, input));
    return true;
}

int cmd_cat(int argc, char **argv)
{
    struct extract x = {.parser.command = find_command("cat")};
    const char *argument;
    int option;
    while ((option = parser_next(&x.parser, argc, argv, &argument)) >= 0)
        x.unwrap |= option == CAT_UNWRAP;
    if (option == PARSE_EXIT)
        return x.parser.exit_status;
    out_init(&x.out, "never");
    int status = for_each_input(x.parser.command, &x.parser.common, 0, &x.out, argc - optind,
                                argv + optind, cat, &x);
    return out_close(&x.out) ? status : EXIT_BAD_INPUT;
}
