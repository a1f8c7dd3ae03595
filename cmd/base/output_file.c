/* cmd/base/output_file.c - files that commands write: whole or not at all, and never through a link
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/output_file.h"

#include "base/signals.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Folders ---- */

static bool folder_error(struct context *c, const struct output_folder *folder, const char *what)
{
    struct bl_error err = {.status = BL_E_SYSTEM, .sys_errno = errno, .what = what};
    report_error(c, folder->name, NULL, &err);
    return false;
}

bool output_folder_open(struct context *c, struct output_folder *folder)
{
    folder->fd = -1;
    folder->is_new = mkdir(folder->name, 0777) == 0;
    if (!folder->is_new && errno != EEXIST)
        return folder_error(c, folder, "cannot create");
    folder->fd = open(folder->name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return folder->fd >= 0 || folder_error(c, folder, "cannot open");
}

void output_folder_close(struct output_folder *folder)
{
    if (folder->fd >= 0)
        close(folder->fd);
    folder->fd = -1;
}

/* ---- Files ---- */

char *output_file_path(const struct output_file *file)
{
    const char *folder = file->folder ? file->folder->name : "";
    size_t n = strlen(folder);
    bool needs_slash = n > 0 && folder[n - 1] != '/';
    return string_printf("%s%s%s", folder, needs_slash ? "/" : "", file->name);
}

static int folder_of(const struct output_file *file)
{
    return file->folder ? file->folder->fd : AT_FDCWD;
}

/* Report what is wrong with FILE; SYS_ERRNO is 0 if the system did not refuse it. False. */
static bool file_error(struct context *c, const struct output_file *file, int sys_errno,
                       const char *what)
{
    struct bl_error err = {
        .status = sys_errno ? BL_E_SYSTEM : BL_E_ARGUMENT, .sys_errno = sys_errno, .what = what};
    char *path = output_file_path(file);
    report_error(c, path, NULL, &err);
    free(path);
    return false;
}

bool output_file_write(struct context *c, const struct output_file *file, struct bl_view bytes)
{
    while (bytes.size > 0) {
        ssize_t n = write(file->fd, bytes.data, bytes.size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return file_error(c, file, errno, "cannot write");
        bytes.data += n;
        bytes.size -= (size_t)n;
    }
    return true;
}

static int create(const struct output_file *file, mode_t mode)
{
    return openat(folder_of(file), file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
}

bool output_file_begin(struct context *c, struct output_file *file)
{
    const char *slash = strrchr(file->name, '/');
    int n_folder = slash ? (int)(slash + 1 - file->name) : 0;
    int folder = folder_of(file);
    struct stat old;
    bool exists = !(file->folder && file->folder->is_new) &&
                  fstatat(folder, file->name, &old, AT_SYMLINK_NOFOLLOW) == 0;
    file->fd = -1;
    if (exists && !S_ISREG(old.st_mode))
        return file_error(c, file, 0, "not overwritten, as it is no regular file");
    if (exists && !file->force)
        return file_error(c, file, EEXIST, "cannot create without --force");
    file->temporary = /* in the same folder, and no other process has it */
        string_printf("%.*s.bitleap.%ld.tmp", n_folder, file->name, (long)getpid());
    signals_hold(&file->before);
    file->fd = create(file, exists ? 0600 : 0666);
    if (file->fd < 0 && errno == EEXIST && unlinkat(folder, file->temporary, 0) == 0)
        file->fd = create(file, exists ? 0600 : 0666); /* it was of a process that was killed */
    bool good = file->fd >= 0 && (!exists || fchmod(file->fd, old.st_mode & 07777) == 0);
    return good || file_error(c, file, errno, "cannot create");
}

/* FILE to its name, unless that is there. */
static bool rename_to_new(const struct output_file *file)
{
    int folder = folder_of(file);
#ifdef RENAME_NOREPLACE
    if (renameat2(folder, file->temporary, folder, file->name, RENAME_NOREPLACE) == 0)
        return true;
    if (errno == EEXIST)
        return false;
#endif
    if (linkat(folder, file->temporary, folder, file->name, 0) < 0)
        return false;
    (void)unlinkat(folder, file->temporary, 0);
    return true;
}

/* FILE to its name: only with force in the place of another, which may have been made meanwhile.
 * There are file systems that can do neither, where that is not noticed. */
static bool put_in_place(struct context *c, const struct output_file *file)
{
    int folder = folder_of(file);
    if (!file->force && rename_to_new(file))
        return true;
    if (!file->force && errno == EEXIST)
        return file_error(c, file, EEXIST, "cannot create without --force");
    return renameat(folder, file->temporary, folder, file->name) == 0 ||
           file_error(c, file, errno, "cannot write");
}

/* False: reported. */
static bool keep_times(struct context *c, const struct output_file *file)
{
    struct stat old;
    if (!file->times_of)
        return true;
    struct timespec times[2];
    bool good = stat(file->times_of, &old) == 0;
    if (good) {
        times[0] = old.st_atim;
        times[1] = old.st_mtim;
        good = futimens(file->fd, times) == 0;
    }
    return good || file_error(c, file, errno, "cannot keep times");
}

bool output_file_end(struct context *c, struct output_file *file, bool wanted)
{
    if (!file->temporary)
        return false;
    bool good = file->fd >= 0 && wanted && keep_times(c, file);
    if (file->fd >= 0 && close(file->fd) < 0)
        good = file_error(c, file, errno, "cannot write");
    good = good && put_in_place(c, file);
    if (!good && file->fd >= 0)
        (void)unlinkat(folder_of(file), file->temporary, 0);
    signals_release(&file->before);
    free(file->temporary);
    file->temporary = NULL;
    file->fd = -1;
    return good;
}
