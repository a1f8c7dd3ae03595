/* rewrite/lower_table.c - the rows of ir/features.def, and what was found of each
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "rewrite/lower_table.h"

#include "base/grow.h"
#include "bitleap_codes.h"
#include "bitleap_types.h"
#include "ir/code_versions.h"
#include "ir/min_version.h"

#include <string.h>

#define NUMBER_AS_TEXT(number) #number
#define NEWER_THAN(newest) "newer than LLVM " NUMBER_AS_TEXT(newest)

/* NOLINTBEGIN(bugprone-macro-parentheses): each row adds one. */
enum {
    N_ATTRIBUTES = 0
#define BL_FEATURE_ATTRIBUTE(name, remedy, reason) +1
#include "ir/features.def"
        ,
    N_CODES = 0
#define BL_FEATURE_CODE(feature, block, name, remedy, reason) +1
#include "ir/features.def"
        ,
    N_OPERANDS = 0
#define BL_FEATURE_OPERAND(feature, what, block, name, least, sure, n_pairs, at, n_behind, \
                           anywhere, range, remedy, reason)                                \
    +1
#include "ir/features.def"
        ,
    FIRST_OPERAND = N_ATTRIBUTES + N_CODES,
    FIRST_OTHER = FIRST_OPERAND + N_OPERANDS,
    N_ROWS = FIRST_OTHER + BL_N_OTHERS
};
/* NOLINTEND(bugprone-macro-parentheses) */

static const struct bl_feature rows[] = {
#define BL_FEATURE_ATTRIBUTE(name, remedy, reason) \
    {NULL,                                         \
     reason,                                       \
     BL_MIN_VERSION_ATTRIBUTE,                     \
     BL_ATTR_KIND_##name,                          \
     BL_LEAST_ATTRIBUTE_##name,                    \
     BL_SURE_ATTRIBUTE_##name,                     \
     BL_REMEDY_##remedy},
#include "ir/features.def"
#define BL_FEATURE_CODE(feature, block, name, remedy, reason) \
    {feature,                                                 \
     reason,                                                  \
     BL_BLOCK_##block,                                        \
     BL_CODE_##block##_##name,                                \
     BL_LEAST_##block##_##name,                               \
     BL_SURE_##block##_##name,                                \
     BL_REMEDY_##remedy},
#define BL_BLOCK_SUMMARY BL_BLOCK_GLOBALVAL_SUMMARY
#include "ir/features.def"
#undef BL_BLOCK_SUMMARY
#define BL_FEATURE_OPERAND(feature, what, block, name, least, sure, n_pairs, at, n_behind, \
                           anywhere, range, remedy, reason)                                \
    {feature, reason, BL_BLOCK_##block, BL_CODE_##block##_##name, least, sure, BL_REMEDY_##remedy},
#include "ir/features.def"
#define BL_FEATURE_OTHER(id, feature, least, sure, remedy, reason) \
    {feature, reason, BL_NONE, BL_NONE, least, sure, BL_REMEDY_##remedy},
#include "ir/features.def"
};
_Static_assert(sizeof rows / sizeof *rows == N_ROWS, "rows are counted");

const struct bl_feature *bl_feature_rows(uint32_t *n)
{
    *n = N_ROWS;
    return rows;
}

const struct bl_feature *bl_feature_of_code(uint32_t block, uint32_t code)
{
    for (uint32_t i = 0; i < FIRST_OPERAND; i++)
        if (rows[i].block == block && rows[i].code == code)
            return &rows[i];
    return NULL;
}

const struct bl_feature *bl_feature_of_operand(uint32_t i)
{
    return &rows[FIRST_OPERAND + i];
}

const struct bl_feature *bl_feature_other(enum bl_other_feature id)
{
    return &rows[FIRST_OTHER + id];
}

/* What it is called in reports. */
static const char *name_of(const struct bl_feature *feature)
{
    return feature->name ? feature->name : bl_attribute_name(feature->code);
}

bool bl_lower_has_feature(const char *name)
{
    for (uint32_t i = 0; i < N_ROWS; i++)
        if (strcmp(name_of(&rows[i]), name) == 0)
            return true;
    return false;
}

bool bl_feature_is_new(const struct bl_feature *feature, const struct bl_lower_options *options)
{
    for (size_t i = 0; i < options->n_kept; i++)
        if (strcmp(options->kept[i], name_of(feature)) == 0)
            return false;
    return feature->sure == 0 || feature->sure > options->llvm;
}

const struct bl_renamed_intrinsic *bl_renamed_intrinsics(uint32_t *n)
{
    static const struct bl_renamed_intrinsic renamed[] = {
        {"llvm.nvvm.barrier.cta.sync.aligned.all", "llvm.nvvm.barrier.n", NULL},
        {"llvm.nvvm.barrier.cta.sync.aligned.count", "llvm.nvvm.barrier", NULL},
        {"llvm.nvvm.barrier.cta.sync.all", "llvm.nvvm.barrier.sync", NULL},
        {"llvm.nvvm.barrier.cta.sync.count", "llvm.nvvm.barrier.sync.cnt", NULL},
        {"llvm.nvvm.fabs.f32", "llvm.nvvm.fabs.f", NULL},
        {"llvm.nvvm.fabs.ftz.f32", "llvm.nvvm.fabs.ftz.f", NULL},
        {"llvm.nvvm.fabs.f64", "llvm.nvvm.fabs.d", NULL},
        /* Not that of half, which takes the lower 16 bits of the exponent. */
        {"llvm.ldexp.f32.i32", "llvm.amdgcn.ldexp.f32", "amdgcn"},
        {"llvm.ldexp.f64.i32", "llvm.amdgcn.ldexp.f64", "amdgcn"},
        /* The one instruction for it, which LLVM 16 chose for llvm.exp2; now that handles
         * denormals, too. */
        {"llvm.amdgcn.exp2.f32", "llvm.exp2.f32", NULL},
    };
    *n = sizeof renamed / sizeof *renamed;
    return renamed;
}

struct bl_lower_report *bl_lower_report_open(void)
{
    size_t cap[3] = {0};
    struct bl_lower_report *r = bl_new(sizeof *r);
    if (!r)
        return NULL;
    if (bl_grow(&r->items, &cap[0], N_ROWS) < 0 || bl_grow(&r->places, &cap[1], N_ROWS) < 0 ||
        bl_grow(&r->first_of, &cap[2], N_ROWS) < 0 || bl_grow(&r->found, &r->cap, N_ROWS) < 0) {
        bl_lower_report_close(r);
        return NULL;
    }
    memset(r->items, 0, N_ROWS * sizeof *r->items);
    memset(r->places, 0, N_ROWS * sizeof *r->places);
    for (uint32_t i = 0; i < N_ROWS; i++) {
        struct bl_lower_finding *f = &r->items[i];
        f->feature = name_of(&rows[i]);
        f->reason = rows[i].reason;
        f->remedy = rows[i].remedy;
        f->least = rows[i].least;
        f->sure = rows[i].sure;
        r->first_of[i] = i;
        for (uint32_t j = 0; j < i && r->first_of[i] == i; j++)
            if (strcmp(r->items[j].feature, f->feature) == 0 && r->items[j].remedy == f->remedy)
                r->first_of[i] = j;
    }
    return r;
}

struct bl_lower_finding *bl_lower_finding_of(struct bl_lower_report *report,
                                             const struct bl_feature *feature,
                                             struct bl_lower_finding_place **place)
{
    uint32_t i = report->first_of[feature - rows];
    *place = &report->places[i];
    return &report->items[i];
}

const char *bl_remedy_name(unsigned remedy)
{
    static const char *const names[] = {NULL, "drop", "rewrite", "refuse"};
    return remedy < sizeof names / sizeof *names ? names[remedy] : NULL;
}

const struct bl_lower_finding *bl_lower_findings(const struct bl_lower_report *report, uint32_t *n,
                                                 uint32_t *n_refused)
{
    *n = report->n_found;
    *n_refused = report->n_refused;
    return report->found;
}

void bl_lower_report_close(struct bl_lower_report *report)
{
    if (!report)
        return;
    bl_arena_release(&report->arena);
    bl_drop(report->items);
    bl_drop(report->places);
    bl_drop(report->first_of);
    bl_drop(report->found);
    bl_drop(report);
}
