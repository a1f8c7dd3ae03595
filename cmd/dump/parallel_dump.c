/* dump/parallel_dump.c - dumps a stream piece by piece on several threads, in order
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Texts are kept in a few buffers, which are used again and again. Where a piece's text is too
 * large for one, because the piece cannot be cut or says much with few bits, it is made once more
 * in its turn and goes straight to the output: so memory has a bound.
 */
#include "dump/parallel_dump.h"

#include "base/array.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    LEAST_BYTES = 1 << 18, /* of a stream that is worth a second thread */
    TEXT_BYTES = 1 << 18, /* about as many in a text: few system calls, and it stays in the cache */
    MOST_TEXT_BYTES = 1 << 20,         /* may be in any, or more, */
    MOST_TEXTS_BYTES = 1 << 26,        /* as many as all may have together */
    FIRST_TEXT_BYTES = 2 * TEXT_BYTES, /* so that few have to grow */
    TEXTS_PER_THREAD = 2,
    PIECES_PER_THREAD = 8, /* at least, so that all threads end at about the same time */
    LEAST_PIECE_BYTES = 64
};

/* A buffer, of a job's from its beginning until its text was written. */
struct job_text {
    struct out out;
    atomic_bool is_used;
};

/* There are as many texts as jobs may be under way, so that one is free for each that begins. */
struct pieces {
    struct out *out;
    struct bl_split *split;
    struct dumper **dumpers; /* by thread, and one more */
    unsigned walk_flags;
    struct bl_walk **walks;   /* by thread; used again */
    struct job_text *texts;   /* TEXTS_PER_THREAD for each thread */
    struct job_text **of_job; /* by job modulo n_texts */
    unsigned n_threads, n_texts;
};

unsigned parallel_dump_threads(const struct bl_stream *stream, unsigned n_wanted)
{
    if (n_wanted)
        return n_wanted;
    return stream->bytes.size < LEAST_BYTES ? 1 : bl_cores();
}

static int dump_piece(struct pieces *p, unsigned thread, uint32_t piece, struct dumper *dumper,
                      struct out *out)
{
    struct bl_error err;
    int status = bl_split_walk(p->split, piece, p->walk_flags, &p->walks[thread], &err);
    if (status == BL_OK)
        status = dumper_walk(dumper, p->walks[thread], out, &err);
    return dumper->is_lost ? BL_E_MISMATCH : status;
}

/* A free text, of the thread's own if possible, which are in its core's cache. */
static struct job_text *find_free_text(struct pieces *p, unsigned thread)
{
    for (unsigned i = thread * TEXTS_PER_THREAD;; i++) {
        struct job_text *text = &p->texts[i % p->n_texts];
        if (!atomic_exchange(&text->is_used, true))
            return text;
    }
}

static int print_text(void *context, unsigned thread, uint64_t job)
{
    struct pieces *p = context;
    struct job_text *own = find_free_text(p, thread);
    struct out text = own->out; /* a copy: those in the array share cache lines */
    out_reset(&text);
    int status = BL_OK;
    if (bl_split_has(p->split, (uint32_t)job))
        status = dump_piece(p, thread, (uint32_t)job, p->dumpers[thread], &text);
    own->out = text;
    p->of_job[job % p->n_texts] = own;
    return text.failed ? BL_OK : status;
}

static int write_text(void *context, uint64_t job)
{
    struct pieces *p = context;
    struct job_text *text = p->of_job[job % p->n_texts];
    int status = BL_OK;
    if (text->out.failed)
        status = dump_piece(p, 0, (uint32_t)job, p->dumpers[p->n_threads], p->out);
    else
        out_append(p->out, &text->out);
    atomic_store(&text->is_used, false);
    return status;
}

static void prepare(struct pieces *p)
{
    p->n_texts = p->n_threads * TEXTS_PER_THREAD;
    p->walks = array_new(p->n_threads, sizeof(struct bl_walk *));
    p->texts = array_new(p->n_texts, sizeof *p->texts);
    p->of_job = array_new(p->n_texts, sizeof(struct job_text *));
    size_t limit = MOST_TEXTS_BYTES / p->n_texts;
    if (limit < MOST_TEXT_BYTES)
        limit = MOST_TEXT_BYTES;
    for (unsigned i = 0; i < p->n_texts; i++)
        if (!out_init_memory(&p->texts[i].out, FIRST_TEXT_BYTES, limit, p->out->colour))
            out_no_memory();
}

static void release_pieces(struct pieces *p)
{
    for (unsigned i = 0; i < p->n_threads; i++)
        bl_walk_close(p->walks[i]);
    for (unsigned i = 0; i < p->n_texts; i++)
        out_close(&p->texts[i].out);
    free(p->walks);
    free(p->texts);
    free(p->of_job);
    bl_split_close(p->split);
}

bool parallel_dump(struct out *out, const struct bl_stream *stream, struct dumper **dumpers,
                   unsigned n_threads, unsigned expansion, unsigned walk_flags)
{
    struct pieces p = {
        .out = out, .dumpers = dumpers, .walk_flags = walk_flags, .n_threads = n_threads};
    uint64_t before = out_total(out);
    size_t bytes = stream->bytes.size / ((size_t)n_threads * PIECES_PER_THREAD);
    size_t most = TEXT_BYTES / expansion;
    bytes = bytes < most ? bytes : most;
    bytes = bytes > LEAST_PIECE_BYTES ? bytes : LEAST_PIECE_BYTES;
    uint64_t most_pieces = stream->bytes.size / (bytes / 2) + 1;
    struct bl_error err;
    prepare(&p);
    bool good = out_need(bl_split_open(&p.split, stream, bytes, &err)) == BL_OK &&
                bl_parallel(n_threads, most_pieces, p.n_texts, print_text, write_text, &p) == BL_OK;
    release_pieces(&p);
    if (!good)
        out_repeat(out, out_total(out) - before);
    return good;
}
