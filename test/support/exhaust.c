/* support/exhaust.c - what operations of the library answer when memory ends, wherever it does
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/exhaust.h"

#include "support/corpus.h"
#include "support/faults.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PLACES = 1 << 16 /* calls after these fail each, one by one */
};

/* ---- What was reported ---- */

void note(struct subject *s, uint64_t value)
{
    s->digest = (s->digest ^ value) * UINT64_C(0x9E3779B97F4A7C15) + (s->digest >> 29);
}

void tell_view(struct subject *s, struct bl_view view)
{
    note(s, view.size);
    for (size_t i = 0; i < view.size; i++)
        note(s, view.data[i]);
}

void tell_error(struct subject *s, int status, const struct bl_error *err)
{
    note(s, (uint64_t)status);
    if (err && status < 0) {
        note(s, err->bit_pos);
        tell_view(s, (struct bl_view){(const uint8_t *)err->what, strlen(err->what)});
    }
}

void tell_text(void *context, const char *text, size_t size)
{
    struct subject *s = context;
    for (size_t i = 0; i < size; i++)
        note(s, (uint8_t)text[i]);
}

/* ---- One run ---- */

/* How a run of an operation ended. */
struct answer {
    int status;
    uint64_t digest;
};

static struct answer ask(const struct operation *op, struct subject *s)
{
    s->digest = 0;
    s->err = (struct bl_error){0};
    int status = op->ask(s);
    return (struct answer){status, s->digest};
}

/* What is wrong with ANSWER where WANTED is right; NULL: nothing. */
static const char *what_is_wrong(const struct answer *answer, const struct answer *wanted,
                                 const struct bl_error *err)
{
    if (answer->status == BL_E_NOMEM && wanted->status != BL_E_NOMEM)
        return err->status == BL_E_NOMEM && err->what && *err->what
                   ? NULL
                   : "the error does not tell that there is no memory";
    if (answer->status != wanted->status)
        return "another status";
    return answer->digest == wanted->digest ? NULL : "another answer";
}

/* Open, ask, and ask again; NULL: all answers hold. *N_CALLS took memory. */
static const char *run(const struct operation *op, const struct subject *blank, uint64_t failing,
                       bool for_good, const struct answer *wanted, uint64_t *n_calls)
{
    struct subject s = *blank;
    const char *problem = NULL;
    struct answer answer = {0};
    faults_begin(failing, for_good);
    answer.status = op->open ? op->open(&s) : BL_OK;
    bool is_open = answer.status >= 0;
    if (is_open)
        answer = ask(op, &s);
    *n_calls = faults_end();
    problem = what_is_wrong(&answer, wanted, &s.err);
    if (!problem && is_open && !op->is_used_up) {
        answer = ask(op, &s);
        problem = what_is_wrong(&answer, wanted, &s.err);
        if (problem)
            fprintf(stderr, "when asked again: ");
    }
    op->close(&s);
    return problem;
}

/* Also which of its calls are due to fail: the first *N_TRACED. */
static struct answer run_with_memory(const struct operation *op, const struct subject *blank,
                                     bool due[MAX_PLACES], uint64_t *n_traced)
{
    static uint64_t places[MAX_PLACES];
    struct subject s = *blank;
    faults_trace(places, MAX_PLACES);
    faults_begin(0, false);
    struct answer answer = {.status = op->open ? op->open(&s) : BL_OK};
    if (answer.status >= 0)
        answer = ask(op, &s);
    uint64_t n_calls = faults_end();
    faults_trace(NULL, 0);
    *n_traced = n_calls < MAX_PLACES ? n_calls : MAX_PLACES;
    faults_choose(places, *n_traced, due);
    op->close(&s);
    return answer;
}

/* The operation with each call failing that is due: false, and a message, where something does not
 * hold. *MOST is how many calls there are. */
static bool exhaust_one(const struct operation *op, const struct subject *blank, uint64_t *most)
{
    static bool due[MAX_PLACES];
    uint64_t n_traced;
    const struct answer wanted = run_with_memory(op, blank, due, &n_traced);
    *most = 0;
    for (int for_good = 0; for_good <= faults_fail_for_good(); for_good++) {
        uint64_t n_calls = UINT64_MAX;
        for (uint64_t failing = 1;; failing++) {
            if (failing <= n_traced && !due[failing - 1])
                continue;
            const char *problem = run(op, blank, failing, for_good, &wanted, &n_calls);
            if (problem) {
                fprintf(stderr, "%s of %s, without memory %s call %d: %s\n", op->name, blank->path,
                        for_good ? "from" : "at", (int)failing, problem);
                return false;
            }
            if (n_calls < failing) /* none of them was there to fail */
                break;
            if (*most < failing)
                *most = failing;
        }
    }
    return true;
}

/* ---- Files ---- */

static struct subject open_subject(const char *path, struct bl_file **file)
{
    struct subject s = {.path = path};
    if (bl_file_open(file, path, BL_OPEN_COPY, NULL) < 0) {
        fprintf(stderr, "no file %s\n", path);
        exit(1);
    }
    s.bytes = bl_file_view(*file);
    if (bl_stream_locate(s.bytes, &s.stream, NULL) < 0)
        s.stream = (struct bl_stream){0};
    return s;
}

bool exhaust(const struct operation *operations, const char *const *names)
{
    bool good = true;
    for (const struct operation *op = operations; op->name; op++) {
        uint64_t sum = 0;
        bool holds = true;
        for (const char *const *name = names; *name; name++) {
            char *path = corpus_path(*name);
            struct bl_file *file;
            struct subject blank = open_subject(path, &file);
            uint64_t n;
            holds &= exhaust_one(op, &blank, &n);
            bl_file_close(file);
            free(path);
            sum += n;
        }
        holds &= sum > 0;
        printf("%-20s %6d failures of memory%s\n", op->name, (int)sum, holds ? "" : ", BAD");
        good &= holds;
    }
    return good;
}
