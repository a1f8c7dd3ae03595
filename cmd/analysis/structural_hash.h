/* analysis/structural_hash.h - hashes of functions and globals that do not depend on their modules'
 * numbers
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes of a body name types, globals and constants by numbers of the module's own: the same
 * function in two modules rarely has the same bytes, and the same bytes may mean two things. Here
 * it is hashed as it reads: opcodes, types and operands in LLVM's syntax, flags. What has a name
 * counts by it, except private variables, whose names have no meaning and which count by what they
 * are; named structs count by their fields, too. Metadata, debug locations and names of local
 * values do not count, nor do attributes and alignment of what a body refers to.
 */
#ifndef CMD_STRUCTURAL_HASH_H
#define CMD_STRUCTURAL_HASH_H

#include "base/name_sort.h"
#include "bitleap.h"
#include "input/name_budget.h"
#include "input/query.h"

/* What is shared, such as constants of bodies and expressions, is hashed wherever it is used. A
 * module with more than this many bytes to hash for each of its own was made to waste time. */
#define HASHED_BYTES_PER_BYTE 256

/* A hash that may have been made. */
struct cached_hash {
    struct bl_hash hash;
    bool is_known;
    bool is_cut;    /* not all of it was hashed */
    uint8_t height; /* of an aggregate: 1, or one more than those in it */
};

/* A module of a catalog, with what is read of it once. Zeroes: of none. Threads have one each. Once
 * the module has turned out to be damaged or has reached its limit, all fails with that error. */
struct hasher {
    /* Attributes of calls count, too. A compiler derives them from the callee, where its module has
     * it: two bodies of one source need not have the same. */
    bool has_call_attributes;
    bool is_begun;
    uint32_t number; /* of the module, in the catalog */
    uint32_t block;  /* its own, in the stream */
    struct bl_error failure;
    struct open_module open;
    const struct bl_types *types;
    struct bl_printer *printer; /* without numbers of the module */
    const struct bl_constant *constants;
    const struct bl_attributes *attributes;
    uint32_t n_globals, n_constants;
    /* Of each attribute list, attribute group, type, global value and constant of the module. */
    struct cached_hash *cache; /* of all of them; NULL: nothing was read */
    struct cached_hash *lists, *groups, *type_table, *globals, *aggregates;
    struct bl_record rec; /* of a constant that is being hashed */
    struct budget budget; /* bytes that may still be hashed, or count for what is read */
    unsigned depth;       /* of types and values that are read for others */
    bool has_facts;
    struct bl_module_info facts;
};

/* Begin one of N_PARTS of module NUMBER, each with its share of the limit. Hashes that were kept
 * are dropped, or the limit of this part would depend on them. */
int hasher_begin(struct hasher *h, const struct query *q, uint32_t number, uint32_t n_parts,
                 struct bl_error *err);
void hasher_close(struct hasher *h);

/* The body of function VALUE, whose bytes have hash BYTES: that decides where something in it is
 * too long. Errors: BL_E_LIMIT (HASHED_BYTES_PER_BYTE), those of reading the body. */
int hash_body(struct hasher *h, uint32_t value, const struct bl_hash *bytes, struct bl_hash *hash,
              struct bl_error *err);

/* What is stated of a global value. A function's body is not among it. */
enum stated {
    STATED_LINKAGE,    /* visibility, section, COMDAT and the like, too */
    STATED_ATTRIBUTES, /* calling convention and alignment, too */
    STATED_TYPE,
    STATED_VALUE /* initializer, aliasee, prefix and the like */
};
#define N_STATED (STATED_VALUE + 1)

/* Global value VALUE, likewise: a hash for each of these. */
int hash_global(struct hasher *h, uint32_t value, const struct bl_hash *bytes,
                struct bl_hash hashes[N_STATED], struct bl_error *err);

static inline bool is_same_hash(const struct bl_hash *a, const struct bl_hash *b)
{
    return a->low == b->low && a->high == b->high;
}

/* An order of two struct bl_hash, for qsort(). */
static inline int compare_hashes(const void *a, const void *b)
{
    const struct bl_hash *s = a;
    const struct bl_hash *t = b;
    int order = in_order(s->high, t->high);
    return order ? order : in_order(s->low, t->low);
}

#endif
