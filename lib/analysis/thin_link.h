/* analysis/thin_link.h - the summaries of all modules that ThinLTO would link
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Values are GUIDs, whatever module defines them, or none. Each has its summaries in the order in
 * which modules were added, which is the one in which LLVM tries them.
 */
#ifndef BL_ANALYSIS_THIN_LINK_H
#define BL_ANALYSIS_THIN_LINK_H

#include "base/arena.h"
#include "base/map.h"
#include "bitleap_analysis.h"

/* A GUID. */
struct bl_thin_value {
    uint64_t guid;
    struct bl_view name;      /* in the arena; of one that has a summary */
    uint32_t first, last;     /* summaries; BL_NONE: there are none */
    uint32_t prevailing;      /* the module whose copy a linker takes; BL_NONE */
    uint8_t prevails;         /* how strong that copy is; 0: there is none */
    bool is_named;            /* by bl_thin_link_keep() */
    bool is_used_elsewhere;   /* by a module without a summary, or by its symbol table's word */
    bool is_kept;             /* whatever uses it */
    bool is_read, is_written; /* by what is live, for all that is known */
    bool has_variable;        /* a summary of it is one */
    bool has_live;            /* one is live */
};

/* A definition in a module. */
struct bl_thin_summary {
    uint32_t value, module;
    uint32_t next; /* of the same value; BL_NONE */
    uint32_t base; /* what an alias leads to in its module, else itself; BL_NONE: nothing known */
    uint32_t first_ref, n_refs, n_read_only, n_write_only;
    uint32_t n_variables; /* the first of its references, once what may be imported is known */
    uint32_t first_call, n_calls;
    uint64_t n_instructions;
    uint8_t kind, linkage;
    bool is_eligible, is_live;
    bool no_inline, always_inline;
    bool is_read_only, is_write_only, is_constant;
};

struct bl_thin_call {
    uint32_t value;
    uint8_t hotness;
};

/* A copy of a function that modules may import. In a list of them each is smaller than those before
 * it, so that of those that fit a threshold the first is found by bisection. */
struct bl_thin_callee {
    uint64_t size;    /* in instructions; 0: any threshold will do */
    uint32_t summary; /* its own, or that of an alias of it */
    uint32_t n;       /* of the first of a list: how many there are */
};

struct bl_thin_module {
    uint32_t first, end; /* summaries */
    bool is_thin;        /* others import nothing */
};

/* What was decided for a value while the imports of one module are looked for. */
struct bl_thin_state {
    uint64_t call;      /* of bl_thin_link_imports(); of another one nothing is decided */
    uint32_t defined;   /* the module's own summary; BL_NONE */
    uint32_t callee;    /* the summary that is imported; BL_NONE: none so far */
    uint32_t threshold; /* the largest that was tried */
    bool is_tried;
};

/* A function whose calls are to be looked at. */
struct bl_thin_work {
    uint32_t summary, threshold;
};

struct bl_thin_link {
    struct bl_thin_value *values;
    struct bl_thin_summary *summaries;
    struct bl_thin_module *modules;
    struct bl_thin_call *calls;
    uint32_t *refs; /* values; the first N_VARIABLES of each: summaries that come along */
    uint32_t n_values, n_summaries, n_modules, n_calls, n_refs;
    uint32_t cap_values, cap_summaries, cap_modules, cap_calls, cap_refs;
    struct bl_map value_of; /* by GUID */
    struct bl_map original; /* by the GUID of its mere name, a local value; or AMBIGUOUS */
    struct bl_arena names;
    bool has_named;  /* bl_thin_link_keep() was called */
    bool is_decided; /* what is live, and so on */
    bool has_dead;   /* not all is live */
    /* What may be imported, by value, and by the module that alone may, or BL_NONE: any. */
    struct bl_map variables;    /* the first summary */
    struct bl_map callee_lists; /* the first of a list */
    struct bl_thin_callee *callees;
    uint32_t n_callees, cap_callees;
    uint64_t n_steps_left; /* that may yet be taken, for all modules */
    /* Of the module whose imports were asked for last. */
    uint64_t n_asked;             /* how often */
    struct bl_thin_state *states; /* by value */
    struct bl_thin_work *work;
    struct bl_import *imports;
    struct bl_map imported; /* by module and value */
    uint32_t n_work, cap_work, n_imports, cap_imports;
};

/* In place of a value: several have the name. */
#define BL_THIN_AMBIGUOUS (BL_MAP_NONE - 1)

static inline bool bl_thin_is_local(unsigned linkage)
{
    return linkage == BL_LINKAGE_INTERNAL || linkage == BL_LINKAGE_PRIVATE;
}

/* Whether another definition may replace one of LINKAGE (GlobalValue::isInterposableLinkage). */
static inline bool bl_thin_is_interposable(unsigned linkage)
{
    return linkage == BL_LINKAGE_WEAK_ANY || linkage == BL_LINKAGE_LINK_ONCE_ANY ||
           linkage == BL_LINKAGE_COMMON || linkage == BL_LINKAGE_EXTERN_WEAK;
}

/* Decide, once, what is kept, which calls lead where, what is live, and which variables are only
 * read or only written to. Error: BL_E_NOMEM. */
int bl_thin_link_decide(struct bl_thin_link *link);

#endif
