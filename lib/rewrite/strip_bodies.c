/* rewrite/strip_bodies.c - records of bodies, as a strip leaves them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/grow.h"
#include "base/status.h"
#include "ir/function_values.h"
#include "rewrite/strip_walk.h"

#include <string.h>

enum {
    CALL_EXPLICIT_TYPE = 1 << 15,
    CALL_FAST_MATH = 1 << 17,
};

static const uint64_t metadata_mark = 0x80000000; /* LLVMBitCodes.h, OB_METADATA */

/* Calls before BIT_POS that go. */
static uint32_t n_calls_before(const struct bl_strip_walk *s, uint64_t instruction)
{
    uint32_t lo = 0;
    uint32_t hi = s->body->n_calls;
    if (hi == 0)
        return 0;
    const struct bl_strip_call *calls = s->module->calls + s->body->first_call;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (calls[mid].instruction < instruction)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

int bl_strip_see_attachment(struct bl_strip_walk *s, const struct bl_record *rec)
{
    uint32_t n;
    bool to_instruction = rec->n_ops % 2;
    if (rec->code != BL_CODE_METADATA_ATTACHMENT_ATTACHMENT)
        return BL_OK;
    int status = bl_strip_renew_pairs(
        s, rec, to_instruction, to_instruction ? BL_STRIP_FROM_INSTRUCTION : BL_STRIP_FROM_FUNCTION,
        &n);
    if (status < 0)
        return status;
    if (n == 0)
        return bl_strip_drop(s, rec->bit_pos);
    if (to_instruction)
        s->ops[0] -= n_calls_before(s, rec->ops[0]);
    return bl_strip_replace(s, rec);
}

/* Where in REC, a call, argument ARGUMENT is: after the callee, which has a type where it leads
 * ahead. */
static uint32_t place_of(const struct bl_record *rec, const struct bl_strip_argument *argument)
{
    uint64_t flags = rec->n_ops > 1 ? rec->ops[1] : 0;
    uint32_t at = 2 + !!(flags & CALL_FAST_MATH) + !!(flags & CALL_EXPLICIT_TYPE);
    uint32_t callee = at < rec->n_ops ? argument->from - (uint32_t)rec->ops[at] : 0;
    return at + (callee >= argument->from) + argument->op;
}

/* Operand AT of REC is ARGUMENT. */
static int renew_argument(struct bl_strip_walk *s, const struct bl_record *rec,
                          const struct bl_strip_argument *argument, uint32_t at)
{
    if (at >= rec->n_ops || (uint32_t)(argument->from - rec->ops[at]) != argument->node)
        return bl_fail_at(s->err, BL_E_MISMATCH, "argument that is not where it should be",
                          rec->bit_pos);
    s->ops[at] = (uint32_t)(argument->from - bl_strip_renew(s, argument->node));
    return BL_OK;
}

static int renew_arguments(struct bl_strip_walk *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint32_t end = s->body->first_argument + s->body->n_arguments;
    int status = bl_strip_copy_ops(s, rec);
    for (; status == BL_OK && s->argument < end; s->argument++) {
        const struct bl_strip_argument *argument = &m->arguments[s->argument];
        if (argument->bit_pos != rec->bit_pos)
            break;
        status = renew_argument(s, rec, argument, place_of(rec, argument));
    }
    return status == BL_OK ? bl_strip_replace(s, rec) : status;
}

/* Metadata in a bundle comes after a mark, which is no value's number. */
static int see_bundle(struct bl_strip_walk *s, const struct bl_record *rec)
{
    const struct bl_strip_module *m = s->module;
    uint32_t end = s->body->first_argument + s->body->n_arguments;
    int status = bl_strip_copy_ops(s, rec);
    for (uint32_t i = 1; status == BL_OK && i + 1 < rec->n_ops; i++) {
        bool is_next = s->argument < end && m->arguments[s->argument].op == 0;
        if (rec->ops[i] == metadata_mark && is_next)
            status = renew_argument(s, rec, &m->arguments[s->argument++], ++i);
    }
    return status == BL_OK ? bl_strip_replace(s, rec) : status;
}

static int see_call(struct bl_strip_walk *s)
{
    const struct bl_strip_module *m = s->module;
    const struct bl_record *rec;
    uint64_t bit_pos = s->event.bit_pos;
    uint32_t end = s->body->first_call + s->body->n_calls;
    if (s->call < end && m->calls[s->call].bit_pos == bit_pos) {
        s->call++;
        s->is_after_call = true;
        return bl_strip_drop(s, bit_pos);
    }
    end = s->body->first_argument + s->body->n_arguments;
    if (s->argument == end || m->arguments[s->argument].bit_pos != bit_pos)
        return BL_OK;
    int status = bl_strip_read_record(s, &rec);
    return status < 0 ? status : renew_arguments(s, rec);
}

/* The location that has been read stays, with its subprogram as its scope. */
static int renew_location(struct bl_strip_walk *s, const struct bl_record *rec)
{
    struct bl_strip_module *m = s->module;
    int status = bl_strip_copy_ops(s, rec);
    if (status == BL_OK)
        status = bl_line_tables_location(&m->lines, s->ops, s->n_ops, s->err);
    for (uint32_t i = 2; i < 4 && i < s->n_ops && status == BL_OK; i++)
        if (s->ops[i] > 0 && s->ops[i] <= BL_NONE)
            s->ops[i] = bl_strip_renew(s, (uint32_t)(s->ops[i] - 1)) + (uint64_t)1;
    return status;
}

/* That of a call which goes may be needed again. */
static int keep_location(struct bl_strip_walk *s)
{
    if (bl_grow(&s->location, &s->cap_location, s->n_ops) < 0)
        return bl_strip_no_memory(s);
    memcpy(s->location, s->ops, s->n_ops * sizeof *s->ops);
    s->n_location = s->n_ops;
    return BL_OK;
}

static int see_location(struct bl_strip_walk *s)
{
    const struct bl_record *rec;
    int status = bl_strip_read_record(s, &rec);
    if (status == BL_OK)
        status = renew_location(s, rec);
    if (status < 0)
        return status;
    s->n_location = 0;
    if (!s->is_after_call)
        return bl_strip_replace(s, rec);
    s->counts.n_locations++;
    status = keep_location(s);
    return status < 0 ? status : bl_strip_drop(s, rec->bit_pos);
}

static int see_same_location(struct bl_strip_walk *s)
{
    if (s->is_after_call) {
        s->counts.n_locations++;
        return bl_strip_drop(s, s->event.bit_pos);
    }
    if (s->n_location == 0)
        return BL_OK;
    memcpy(s->ops, s->location, s->n_location * sizeof *s->ops);
    s->n_ops = s->n_location;
    s->n_location = 0;
    return bl_strip_write_made(s, s->event.bit_pos, BL_CODE_FUNCTION_DEBUG_LOC);
}

static bool is_location(uint32_t code)
{
    return code == BL_CODE_FUNCTION_DEBUG_LOC || code == BL_CODE_FUNCTION_DEBUG_LOC_AGAIN;
}

static int see_debug(struct bl_strip_walk *s)
{
    uint32_t code = s->event.code;
    if (!bl_function_is_debug(code))
        return BL_OK;
    if (is_location(code) && bl_strip_lines_stay(s) && s->body)
        return code == BL_CODE_FUNCTION_DEBUG_LOC ? see_location(s) : see_same_location(s);
    ++*(is_location(code) ? &s->counts.n_locations : &s->counts.n_debug_records);
    return bl_strip_drop(s, s->event.bit_pos);
}

int bl_strip_see_body_record(struct bl_strip_walk *s)
{
    const struct bl_record *rec;
    uint32_t code = s->event.code;
    if (!is_location(code))
        s->is_after_call = false;
    if (code == BL_CODE_FUNCTION_INST_CALL && s->body)
        return see_call(s);
    if (code != BL_CODE_FUNCTION_OPERAND_BUNDLE || !s->body)
        return bl_strips_debug(s->options) ? see_debug(s) : BL_OK;
    int status = bl_strip_read_record(s, &rec);
    return status < 0 ? status : see_bundle(s, rec);
}
