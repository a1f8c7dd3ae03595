/* cmd/rewrite/archive_parts.c - the members of a large archive, changed in several processes
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each process has a range of the archive, and puts the new members aside in a file that has been
 * made for it. What it prints are notes.
 */
#include "rewrite/archive_parts.h"

#include "base/array.h"
#include "rewrite/file_processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    LEAST_BYTES = 4 << 20, /* of an archive: below, processes cost more than they save */
    RANGES_PER_CORE = 4,   /* as some take longer than others */
};

struct range {
    uint64_t from, to;
    pid_t id; /* 0: no process is at work */
    FILE *notes;
    struct bl_spill aside;
};

static _Noreturn void work_in_process(const struct archive_parts *parts, struct range *range,
                                      struct bl_view bytes)
{
    struct context *c = parts->context;
    struct places places = {
        .context = c,
        .path = parts->places->path,
        .file = parts->places->file,
        .aside = range->aside,
    };
    struct bl_view sum = {parts->sum, parts->n_sum};
    bool good = dup2(fileno(range->notes), STDERR_FILENO) >= 0 &&
                parts->work(parts->data, &places, bytes) && places_hand_over(&places, sum) &&
                c->n_errors == 0 && fflush(stderr) == 0;
    _exit(good ? 0 : 1);
}

static bool begin(const struct archive_parts *parts, struct range *range, struct bl_view bytes)
{
    range->notes = tmpfile();
    if (!range->notes || !bl_spill_open(&range->aside))
        return false;
    range->id = fork();
    if (range->id == 0)
        work_in_process(parts, range, bytes);
    return range->id > 0;
}

/* Whether it has done its work. */
static bool end(struct range *range)
{
    int status;
    bool is_known = range->id > 0 && process_wait(range->id, &status);
    range->id = 0;
    return is_known && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* N of about the same size, each of whole members. */
static bool divide(struct bl_view archive, struct range *ranges, uint32_t n)
{
    struct bl_archive *members;
    const struct bl_archive_member *member;
    uint32_t i = 0;
    int rc = out_need(bl_archive_open(&members, archive, NULL));
    if (rc < 0)
        return false;
    while ((rc = out_need(bl_archive_next(members, &member, NULL))) > 0)
        for (; i + 1 < n && member->header_offset >= archive.size / n * (i + 1); i++)
            ranges[i].to = ranges[i + 1].from = member->header_offset;
    bl_archive_close(members);
    for (; i + 1 < n; i++)
        ranges[i].to = ranges[i + 1].from = archive.size;
    ranges[n - 1].to = archive.size;
    return rc == 0;
}

static bool run(const struct archive_parts *parts, struct range *ranges, uint32_t n)
{
    struct bl_view all = parts->places->file;
    uint32_t n_begun = 0;
    uint32_t n_ended = 0;
    bool good = true;
    while (n_ended < n_begun || (good && n_begun < n)) {
        if (!good || n_begun == n || n_begun - n_ended == bl_cores()) {
            good = end(&ranges[n_ended++]) && good;
            continue;
        }
        struct range *next = &ranges[n_begun++];
        good = begin(parts, next, (struct bl_view){all.data + next->from, next->to - next->from});
    }
    return good;
}

/* All that processes have done, or nothing. */
static bool receive(const struct archive_parts *parts, struct range *ranges, uint32_t n)
{
    bool good = true;
    for (uint32_t i = 0; i < n && good; i++) {
        good = places_receive(parts->places, &ranges[i].aside, parts->sum, parts->n_sum);
        if (good)
            parts->add(parts->data);
    }
    for (uint32_t i = 0; i < n && good; i++)
        process_copy_text(ranges[i].notes, NULL);
    if (!good)
        parts->places->n_changes = 0;
    return good;
}

bool archive_parts_change(const struct archive_parts *parts)
{
    if (bl_cores() < 2 || parts->places->file.size < LEAST_BYTES)
        return false;
    uint32_t n = bl_cores() * RANGES_PER_CORE;
    struct range *ranges = array_new(n, sizeof *ranges);
    out_flush(&parts->context->out);
    bool good = divide(parts->places->file, ranges, n) && fflush(NULL) == 0 &&
                run(parts, ranges, n) && receive(parts, ranges, n);
    for (uint32_t i = 0; i < n; i++) {
        if (ranges[i].notes)
            (void)fclose(ranges[i].notes);
        bl_spill_release(&ranges[i].aside);
    }
    free(ranges);
    return good;
}
