/* analysis/structural_hash.h - what functions and globals are, whatever numbers their modules use
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The bytes of a body tell types, globals and constants by numbers, which are the module's own: the
 * same function in two modules rarely has the same bytes, and the same bytes may mean two things.
 * Here it is hashed as it reads: opcodes, types and operands in LLVM's syntax, flags. What has a
 * name is told by it, but private variables, whose names are of no meaning, by what they are, and
 * named structs by their fields, too. Left out are metadata, debug locations and names of local
 * values; attributes and alignment of what a body refers to belong to that.
 */
#ifndef CMD_STRUCTURAL_HASH_H
#define CMD_STRUCTURAL_HASH_H

#include "base/name_sort.h"
#include "bitleap.h"
#include "input/query.h"

/* What is shared, as constants of bodies and expressions, is hashed wherever it is used. A module
 * with more than this many bytes to hash for each of its own was made to waste time. */
#define HASHED_BYTES_PER_BYTE 256

/* A hash that was made already, or not yet. */
struct cached_hash {
    struct bl_hash hash;
    bool is_known;
    bool is_cut;    /* not all of it could be told */
    uint8_t height; /* of an aggregate: 1, or one more than those in it */
};

/* A module of a catalog, with what is read of it once, whatever is asked. Zeroes: of none. Threads
 * have one each. What it cannot be asked any more, as the module is damaged or has reached its
 * limit, fails with the same error each time. */
struct hasher {
    /* Attributes of calls count, too. What a compiler finds out of what is called depends on the
     * rest of the module: two bodies of one source need not have the same. */
    bool has_call_attributes;
    bool is_begun;
    uint32_t number; /* of the module, in the catalog */
    uint32_t block;  /* its own, in the stream */
    struct bl_error failure;
    struct open_module open;
    const struct bl_types *types;
    const struct bl_constant *constants;
    const struct bl_attributes *attributes;
    uint32_t n_globals, n_constants;
    /* Of each attribute list, attribute group, type, global value and constant of the module; NULL:
     * nothing was read. */
    struct cached_hash *lists, *groups, *type_table, *globals, *aggregates;
    uint64_t n_left; /* bytes that may still be hashed, or count for what is read */
    unsigned depth;  /* of types and values that are read for others */
    bool has_facts;
    struct bl_module_facts facts;
};

/* C for one of N_PARTS of module NUMBER, each with its share of the limit. Whatever C has hashed
 * before is forgotten, as it would depend on that how far the limit takes this part. */
int hasher_begin(struct hasher *h, const struct query *q, uint32_t number, uint32_t n_parts,
                 struct bl_error *err);
/* The same for all of it, in place of the module before, unless that is it. */
int hasher_open(struct hasher *h, const struct query *q, uint32_t number, struct bl_error *err);
void hasher_close(struct hasher *h);

/* Of the body of function VALUE, whose bytes have hash BYTES: they decide where what is in it is
 * too long. Errors: BL_E_LIMIT (HASHED_BYTES_PER_BYTE), those of reading the body. */
int hash_body(struct hasher *h, uint32_t value, const struct bl_hash *bytes, struct bl_hash *hash,
              struct bl_error *err);

/* Of global value VALUE, likewise: its properties and attributes, its type, and what it is
 * initialized with or stands for. A function's body does not count. */
int hash_global(struct hasher *h, uint32_t value, const struct bl_hash *bytes, struct bl_hash *hash,
                struct bl_error *err);

static inline bool is_same_hash(const struct bl_hash *a, const struct bl_hash *b)
{
    return a->low == b->low && a->high == b->high;
}

/* Below, 0 or above 0: an order of two struct bl_hash, as qsort() asks for it. */
static inline int compare_hashes(const void *a, const void *b)
{
    const struct bl_hash *s = a;
    const struct bl_hash *t = b;
    int order = in_order(s->high, t->high);
    return order ? order : in_order(s->low, t->low);
}

#endif
