/* ir/function_unknown.c - whether instructions that are not known make values, and end blocks
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Operands count back over the values before them, so that one value too many or too few gives all
 * that follow another meaning. What follows also says which it is: operands need types or lead
 * ahead to values that there must be, names are of values, and blocks are counted. So the body is
 * read with each answer, up to some more of such instructions, for each of which each answer is
 * tried, too. The right answers never fail; one that is left alone is right. Otherwise numbers are
 * uncertain from there on, and nothing is decoded.
 */
#include "ir/function_values.h"

#include "base/grow.h"
#include "ir/instruction.h"
#include "ir/opcodes.h"
#include "ir/seek.h"

enum {
    LOOK_AHEAD = 3, /* more of such instructions */
    ALL_GUESSES = 4,
};

/* ---- Blocks ---- */

static int count_ends(struct bl_cursor *cursor, struct bl_unknowns *u)
{
    uint32_t code;
    uint64_t bit_pos;
    int rc;
    while ((rc = bl_seek_skip(cursor, &code, &bit_pos)) > 0) {
        bool is_known = bl_instruction_is_known(code);
        u->n_ends += is_known && bl_opcode_is(bl_forms[code].opcode, BL_IS_TERMINATOR);
        u->n += bl_function_is_unknown(code);
    }
    return rc;
}

/* Each block has one instruction that ends it: so all may be such, or none. */
static bool may_be(const struct bl_function *f, uint32_t code, unsigned guess)
{
    const struct bl_unknowns *u = f->unknowns;
    bool ends = guess & BL_GUESS_END;
    uint64_t n_blocks = f->body.n_basic_blocks;
    if (bl_instruction_is_known(code))
        return ends == bl_opcode_is(bl_forms[code].opcode, BL_IS_TERMINATOR);
    if (n_blocks == u->n_ends)
        return !ends;
    return ends || n_blocks != u->n_ends + u->n;
}

/* ---- Trials ---- */

/* Read with the first N guesses: whether that may be right. */
static bool run(struct bl_function *f, uint32_t n)
{
    struct bl_function *trial = f->unknowns->trial;
    struct bl_instruction inst;
    if (f->unknowns->runs_left == 0)
        return true;
    f->unknowns->runs_left--;
    trial->unknowns->n_guesses = n;
    int rc = bl_function_load(trial, f->body.function, NULL);
    while (rc >= 0 && (rc = bl_function_next(trial, &inst, NULL)) > 0)
        ;
    if (bl_module_note(f->module, rc) == 0)
        return bl_function_names_end(trial) <= trial->next_value;
    return trial->unknowns->is_at_next || (rc != BL_E_MISMATCH && rc != BL_E_MALFORMED);
}

/* Whether the first N guesses may be right, also for some more instructions. */
static bool is_possible(struct bl_function *f, uint32_t n, unsigned ahead)
{
    struct bl_unknowns *t = f->unknowns->trial->unknowns;
    if (!run(f, n))
        return false;
    if (!t->is_at_next || ahead == 0 || n == BL_MOST_GUESSES || f->unknowns->runs_left == 0)
        return true;
    uint32_t code = t->next_code;
    for (unsigned guess = 0; guess < ALL_GUESSES; guess++) {
        if (!may_be(f, code, guess))
            continue;
        t->guesses[n] = (struct bl_guess){.what = (uint8_t)guess, .type = BL_NONE};
        if (is_possible(f, n + 1, ahead - 1))
            return true;
    }
    return false;
}

/* What the next operand that needs a type, before any further guess, says of guess N's value. */
static uint32_t type_of_guess(struct bl_function *f, uint32_t n)
{
    struct bl_function *trial = f->unknowns->trial;
    bool is_known = (f->unknowns->guesses[n].what & BL_GUESS_VALUE) && run(f, n + 1);
    uint32_t value = trial->unknowns->value; /* BL_NONE, if the file has changed meanwhile */
    bool is_there = is_known && value < trial->next_value;
    uint32_t type = is_there ? trial->value_types[value] : BL_NONE;
    return type < f->types.n_listed ? type : BL_NONE;
}

static bool find_guess(struct bl_function *f, uint32_t code)
{
    struct bl_unknowns *u = f->unknowns;
    struct bl_guess *next = &u->trial->unknowns->guesses[u->n_guesses];
    unsigned n_possible = 0;
    for (unsigned guess = 0; guess < ALL_GUESSES; guess++) {
        if (!may_be(f, code, guess))
            continue;
        *next = (struct bl_guess){.what = (uint8_t)guess, .type = BL_NONE};
        if (is_possible(f, u->n_guesses + 1, LOOK_AHEAD)) {
            u->guesses[u->n_guesses] = *next;
            n_possible++;
        }
    }
    if (n_possible != 1 || u->runs_left == 0)
        return false;
    *next = u->guesses[u->n_guesses];
    next->type = type_of_guess(f, u->n_guesses);
    u->guesses[u->n_guesses++] = *next;
    return true;
}

/* ---- For the reader ---- */

static struct bl_unknowns *new_unknowns(struct bl_function *f)
{
    f->unknowns = bl_new(sizeof *f->unknowns);
    return f->unknowns;
}

/* Before the first such instruction of a body. */
static int begin(struct bl_function *f)
{
    if (!f->unknowns && !new_unknowns(f))
        return BL_E_NOMEM;
    struct bl_unknowns *u = f->unknowns;
    struct bl_function *trial = u->trial;
    *u = (struct bl_unknowns){.trial = trial, .is_begun = true, .runs_left = BL_MOST_RUNS};
    int status = trial ? BL_OK : bl_function_open(&u->trial, f->module, BL_NONE, NULL);
    if (status < 0)
        return status;
    if (!u->trial->unknowns && !new_unknowns(u->trial))
        return BL_E_NOMEM;
    u->trial->unknowns->is_trial = true;
    struct bl_cursor cursor;
    int rc = bl_module_cursor(f->module, &f->body.block, &cursor, NULL);
    if (rc >= 0)
        rc = count_ends(&cursor, u);
    bl_cursor_release(&cursor);
    return rc;
}

static const struct bl_guess *give_guess(struct bl_function *trial, uint32_t code)
{
    struct bl_unknowns *u = trial->unknowns;
    if (u->at < u->n_guesses) {
        u->value = trial->next_value;
        return &u->guesses[u->at++];
    }
    u->is_at_next = true;
    u->next_code = code;
    (void)bl_function_fail(trial, BL_E_MISMATCH, "instruction that is not known",
                           trial->rec->bit_pos);
    return NULL;
}

const struct bl_guess *bl_function_guess(struct bl_function *f, uint32_t code)
{
    struct bl_unknowns *u = f->unknowns;
    if (u && u->is_trial)
        return give_guess(f, code);
    int status = u && u->is_begun ? BL_OK : begin(f);
    u = f->unknowns;
    if (status == BL_E_NOMEM)
        (void)bl_function_fail(f, BL_E_NOMEM, "no memory for a function", f->rec->bit_pos);
    bool is_found = status >= 0 && u->n_guesses < BL_MOST_GUESSES && find_guess(f, code);
    return is_found ? &u->guesses[u->n_guesses - 1] : NULL;
}

void bl_function_infer(struct bl_function *f, uint32_t value, uint32_t type)
{
    bool is_trial = f->unknowns && f->unknowns->is_trial;
    if (is_trial && value >= f->body.first_instruction && value < f->next_value &&
        f->value_types[value] == BL_NONE)
        f->value_types[value] = type;
}

void bl_function_forget_unknowns(struct bl_function *f)
{
    struct bl_unknowns *u = f->unknowns;
    if (!u)
        return;
    u->is_begun = u->is_at_next = false;
    u->at = 0;
    u->value = BL_NONE;
}

void bl_function_release_unknowns(struct bl_function *f)
{
    if (f->unknowns)
        bl_function_close(f->unknowns->trial);
    bl_drop(f->unknowns);
    f->unknowns = NULL;
}
