/* catalog/slot_list.c - numbers !N, #N and %N of a module, as an index file has them
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "catalog/slot_list.h"

#include "base/compiler.h"
#include "base/grow.h"
#include "base/leb128.h"
#include "base/load.h"
#include "base/status.h"
#include "numbers/metadata_slots.h"

#include <stdlib.h>

/* Signed numbers, of which most are small: 0, -1, 1, -2, … */
static uint64_t fold(int64_t n)
{
    return n < 0 ? (uint64_t)~n << 1 | 1 : (uint64_t)n << 1;
}

static int64_t unfold(uint64_t n)
{
    return n & 1 ? ~(int64_t)(n >> 1) : (int64_t)(n >> 1);
}

/* ---- Into an index file ---- */

enum {
    MAX_NUMBERS = 3 /* that are put at once */
};

/* N numbers. */
static int put_numbers(struct bl_buffer *buffer, const uint64_t *numbers, int n)
{
    size_t before = buffer->size;
    uint8_t *at = bl_buffer_add(buffer, (size_t)MAX_NUMBERS * BL_MAX_LEB_BYTES);
    if (!at)
        return BL_E_NOMEM;
    uint8_t *end = at;
    for (int i = 0; i < n; i++)
        end = bl_leb_put(end, numbers[i]);
    buffer->size = before + (size_t)(end - at);
    return BL_OK;
}

static int put_slots(struct bl_buffer *buffer, const uint32_t *items, uint32_t n)
{
    int status = put_numbers(buffer, (uint64_t[]){n}, 1);
    uint32_t last = 0;
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        status = put_numbers(buffer, (uint64_t[]){fold((int64_t)items[i] - last)}, 1);
        last = items[i];
    }
    return status;
}

/* What comes after value NEXT - 1. */
static int put_function_slots(const struct bl_kept_slots *kept,
                              const struct bl_kept_function *function, uint32_t next,
                              struct bl_buffer *buffer)
{
    uint32_t n = function->n_exceptions;
    uint64_t head = (uint64_t)(function->function - next) << 1 | (n > 0);
    int status = put_numbers(buffer, (uint64_t[]){head, function->n_slots, n}, n > 0 ? 3 : 2);
    for (uint32_t i = 0; i < n && status == BL_OK; i++) {
        const struct bl_kept_exception *exception =
            &kept->exceptions[function->first_exception + i];
        uint64_t at = (uint64_t)exception->at << 1 | exception->is_location;
        status = put_numbers(buffer, (uint64_t[]){at, exception->slot}, 2);
    }
    return status;
}

static int put_functions(const struct bl_kept_slots *kept, struct bl_buffer *buffer)
{
    uint32_t next = 0;
    int status = put_numbers(buffer, (uint64_t[]){kept->n_module_slots, kept->n_functions}, 2);
    for (uint32_t i = 0; i < kept->n_functions && status == BL_OK; i++) {
        status = put_function_slots(kept, &kept->functions[i], next, buffer);
        next = kept->functions[i].function + 1;
    }
    return status;
}

static int put_nodes(const struct bl_kept_slots *kept, struct bl_buffer *buffer)
{
    const uint32_t *slots = kept->node_slots;
    uint32_t last = 0;
    uint32_t shared = 0;
    int status = BL_OK;
    for (uint32_t i = 0; i < kept->n_nodes && status == BL_OK;) {
        uint32_t n = 0;
        while (i + n < kept->n_nodes && slots[i + n] == BL_NONE)
            n++;
        i += n;
        if (n > 0) {
            status = put_numbers(buffer, (uint64_t[]){BL_BLX_NODES_WITHOUT, n}, 2);
            continue;
        }
        uint64_t difference = fold((int64_t)slots[i] - last);
        bool is_shared = shared < kept->n_shared && kept->shared[shared] == i;
        shared += is_shared;
        status = is_shared ? put_numbers(buffer, (uint64_t[]){BL_BLX_SHARED_SLOT, difference}, 2)
                           : put_numbers(buffer, (uint64_t[]){difference + BL_BLX_OWN_SLOT}, 1);
        last = slots[i++];
    }
    return status;
}

int bl_slot_list_put(const struct bl_kept_slots *kept, struct bl_buffer *buffer)
{
    if (kept->is_damaged)
        return BL_OK;
    int status = put_slots(buffer, kept->groups, kept->n_groups);
    if (status == BL_OK)
        status = put_slots(buffer, kept->structs, kept->n_structs);
    if (status == BL_OK)
        status = put_functions(kept, buffer);
    return status == BL_OK ? put_nodes(kept, buffer) : status;
}

/* ---- Out of it ---- */

enum {
    MOST_SLOTS_PER_BYTE = 4 /* of a stream: a record has two bits or more */
};

struct reader {
    const uint8_t *at, *end;
    uint32_t n_values, n_nodes;
    uint64_t most_slots;
    uint32_t n_slots;           /* so far */
    struct bl_kept_slots *kept; /* NULL: nothing is kept */
    enum bl_blx_fault fault;    /* BL_BLX_N_FAULTS: none */
    bool has_lacked;
};

static bool fail_list(struct reader *r, enum bl_blx_fault fault)
{
    r->fault = fault;
    return false;
}

static inline bool get(struct reader *r, uint64_t *number)
{
    if (BL_LIKELY(r->at < r->end && *r->at < 0x80)) {
        *number = *r->at++;
        return true;
    }
    return bl_leb_get(&r->at, r->end, number) || fail_list(r, BL_BLX_BAD_SIZE);
}

/* How many of something follow, each of which takes bytes. */
static bool get_count(struct reader *r, uint64_t *n)
{
    return get(r, n) && (*n <= (uint64_t)(r->end - r->at) || fail_list(r, BL_BLX_BAD_SIZE));
}

/* From *LAST on to a number below END, as far as FOLDED says. */
static bool step_number(struct reader *r, uint64_t folded, uint32_t *last, uint64_t end)
{
    enum {
        BITS = 33 /* of a distance between numbers of 32 */
    };
    int64_t number = folded >> BITS == 0 ? *last + unfold(folded) : -1;
    if (number < 0 || (uint64_t)number >= end)
        return fail_list(r, BL_BLX_BAD_NUMBER);
    *last = (uint32_t)number;
    return true;
}

/* Into *ITEMS, unless nothing is kept. */
static bool get_list(struct reader *r, uint32_t **items, uint32_t *n_items)
{
    uint64_t n;
    uint32_t last = 0;
    if (!get_count(r, &n))
        return false;
    if (r->kept)
        *items = malloc((size_t)(n + 1) * sizeof **items);
    r->has_lacked |= r->kept && !*items;
    for (uint64_t i = 0, folded; i < n && !r->has_lacked; i++) {
        if (!get(r, &folded) || !step_number(r, folded, &last, BL_NONE))
            return false;
        if (r->kept)
            (*items)[(*n_items)++] = last;
    }
    return !r->has_lacked;
}

static bool get_exception(struct reader *r, struct bl_kept_exception *exception)
{
    uint64_t at;
    uint64_t slot;
    if (!get(r, &at) || !get(r, &slot))
        return false;
    if (at >> 1 >= BL_NONE || slot >= r->n_slots)
        return fail_list(r, BL_BLX_BAD_NUMBER);
    *exception = (struct bl_kept_exception){
        .at = (uint32_t)(at >> 1), .is_location = at & 1, .slot = (uint32_t)slot};
    return true;
}

/* Those of FUNCTION. */
static bool get_exceptions(struct reader *r, struct bl_kept_function *function)
{
    uint64_t n;
    struct bl_kept_exception exception;
    struct bl_kept_slots *kept = r->kept;
    if (!get(r, &n))
        return false;
    if (n == 0 || n > (uint64_t)(r->end - r->at))
        return fail_list(r, BL_BLX_BAD_SIZE);
    if (kept && bl_grow(&kept->exceptions, &kept->cap_exceptions, kept->n_exceptions + n) < 0) {
        r->has_lacked = true;
        return false;
    }
    function->first_exception = kept ? kept->n_exceptions : 0;
    function->n_exceptions = (uint32_t)n;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_exception(r, &exception))
            return false;
        if (kept)
            kept->exceptions[kept->n_exceptions++] = exception;
    }
    return true;
}

static bool add_slots(struct reader *r, uint64_t n)
{
    if (n > r->most_slots - r->n_slots)
        return fail_list(r, BL_BLX_BAD_NUMBER);
    r->n_slots += (uint32_t)n;
    return true;
}

static bool get_function(struct reader *r, uint32_t next, struct bl_kept_function *function)
{
    uint64_t head;
    uint64_t n_slots;
    if (!get(r, &head) || !get(r, &n_slots))
        return false;
    if (next >= r->n_values || head >> 1 >= r->n_values - next)
        return fail_list(r, BL_BLX_BAD_NUMBER);
    *function = (struct bl_kept_function){
        .function = next + (uint32_t)(head >> 1),
        .first_slot = r->n_slots,
        .n_slots = (uint32_t)n_slots,
    };
    return (!(head & 1) || get_exceptions(r, function)) && add_slots(r, n_slots);
}

static bool get_functions(struct reader *r)
{
    uint64_t n_module_slots;
    uint64_t n;
    struct bl_kept_slots *kept = r->kept;
    struct bl_kept_function function = {0};
    if (!get(r, &n_module_slots) || !add_slots(r, n_module_slots) || !get_count(r, &n))
        return false;
    if (kept && bl_grow(&kept->functions, &kept->cap_functions, n) < 0) {
        r->has_lacked = true;
        return false;
    }
    for (uint64_t i = 0; i < n; i++) {
        if (!get_function(r, i > 0 ? function.function + 1 : 0, &function))
            return false;
        if (kept)
            kept->functions[kept->n_functions++] = function;
    }
    if (kept) {
        kept->n_module_slots = (uint32_t)n_module_slots;
        kept->n_slots = r->n_slots;
    }
    return true;
}

/* NODE has its number with something else. */
static bool note_shared(struct reader *r, uint32_t node)
{
    if (!r->kept)
        return true;
    if (bl_grow(&r->kept->shared, &r->kept->cap_shared, r->kept->n_shared + 1U) < 0) {
        r->has_lacked = true;
        return false;
    }
    r->kept->shared[r->kept->n_shared++] = node;
    return true;
}

/* From NODE on *N have no number. */
static bool get_run(struct reader *r, uint32_t node, uint64_t *n)
{
    return get(r, n) && ((*n > 0 && *n <= r->n_nodes - node) || fail_list(r, BL_BLX_BAD_NUMBER));
}

/* As many as there are. */
static bool get_nodes(struct reader *r, uint32_t *n_nodes)
{
    uint32_t slot = 0;
    uint32_t *list = r->kept ? r->kept->node_slots : NULL;
    uint64_t n;
    uint64_t head;
    uint32_t node = 0;
    for (; r->at < r->end; node += (uint32_t)n) {
        if (!get(r, &head))
            return false;
        if (node >= r->n_nodes)
            return fail_list(r, BL_BLX_BAD_NUMBER);
        n = 1;
        if (head == BL_BLX_NODES_WITHOUT) {
            if (!get_run(r, node, &n))
                return false;
            continue;
        }
        bool is_shared = head == BL_BLX_SHARED_SLOT;
        if (is_shared && (!note_shared(r, node) || !get(r, &head)))
            return false;
        if (!step_number(r, is_shared ? head : head - BL_BLX_OWN_SLOT, &slot, r->n_slots))
            return false;
        if (list)
            list[node] = slot;
    }
    *n_nodes = node;
    return true;
}

static bool get_all(struct reader *r, uint32_t *n_nodes)
{
    struct bl_kept_slots none = {0};
    struct bl_kept_slots *kept = r->kept ? r->kept : &none;
    return get_list(r, &kept->groups, &kept->n_groups) &&
           get_list(r, &kept->structs, &kept->n_structs) && get_functions(r) &&
           get_nodes(r, n_nodes);
}

/* The bytes that MODULE has. NULL: damage. */
static const uint8_t *bytes_of(const struct bl_catalog *catalog, uint32_t module, uint64_t *offset,
                               uint32_t *size, struct bl_error *err)
{
    const struct bl_blx_module *record = bl_catalog_record(catalog, BL_BLX_MODS, module, err);
    if (!record)
        return NULL;
    *size = bl_load_le32(record->n_slot_bytes);
    if (__builtin_add_overflow(bl_load_le64(record->references),
                               (uint64_t)bl_load_le32(record->n_reference_bytes) +
                                   bl_load_le32(record->n_content_bytes),
                               offset)) {
        (void)bl_catalog_bad_record(catalog, BL_BLX_MODS, module, BL_BLX_BAD_NUMBER, err);
        return NULL;
    }
    return bl_catalog_bytes(catalog, BL_BLX_BODY, *offset, *size, err);
}

int bl_slot_list_parse(struct bl_view bytes, uint32_t n_values, uint64_t stream_bytes,
                       struct bl_kept_slots *kept, size_t *at, enum bl_blx_fault *fault)
{
    uint64_t most_slots = stream_bytes * MOST_SLOTS_PER_BYTE;
    struct reader r = {
        .at = bytes.data,
        .end = bytes.data + bytes.size,
        .n_values = n_values,
        .n_nodes = kept ? kept->n_nodes : BL_NONE,
        .most_slots = most_slots < BL_NODE_INLINE ? most_slots : BL_NODE_INLINE,
        .kept = kept,
        .fault = BL_BLX_N_FAULTS,
    };
    uint32_t n = 0;
    if (get_all(&r, &n) && (n == r.n_nodes || !kept))
        return BL_OK;
    *at = (size_t)(r.at - bytes.data);
    *fault = r.fault == BL_BLX_N_FAULTS ? BL_BLX_BAD_COUNT : r.fault;
    return r.has_lacked ? BL_E_NOMEM : BL_E_CONTAINER;
}

int bl_slot_list_read(const struct bl_catalog *catalog, uint32_t module, struct bl_kept_slots *kept,
                      struct bl_error *err)
{
    struct bl_catalog_module m;
    struct bl_catalog_stream stream = {.size = 0};
    uint64_t offset;
    uint32_t size;
    size_t at;
    enum bl_blx_fault fault;
    int status = bl_catalog_get_module(catalog, module, &m, err);
    if (status == BL_OK)
        status = bl_catalog_get_stream(catalog, m.stream, &stream, err);
    const uint8_t *start = status < 0 ? NULL : bytes_of(catalog, module, &offset, &size, err);
    if (!start || size == 0)
        return status < 0 ? status : start ? 0 : BL_E_CONTAINER;
    uint64_t n_values = (uint64_t)m.n_variables + m.n_functions + m.n_aliases + m.n_ifuncs;
    status = bl_slot_list_parse((struct bl_view){.data = start, .size = size},
                                n_values < BL_NONE ? (uint32_t)n_values : BL_NONE, stream.size,
                                kept, &at, &fault);
    if (status == BL_E_NOMEM)
        return bl_fail(err, status, "no memory for the numbers of a module");
    return status < 0 ? bl_catalog_damage(catalog, BL_BLX_BODY, offset + at, fault, err) : 1;
}

int bl_catalog_open_slots(const struct bl_catalog *catalog, uint32_t module,
                          struct bl_module *opened, struct bl_slots **slots, struct bl_error *err)
{
    int rc = bl_slots_open(slots, opened, err);
    if (rc < 0 || !(catalog->parts & BL_CATALOG_BODIES) || opened->is_as_llvm)
        return rc; /* what is kept is what files say */
    struct bl_kept_slots kept = bl_slots_to_restore(*slots);
    rc = bl_slot_list_read(catalog, module, &kept, err);
    bl_slots_restore(*slots, rc > 0 ? &kept : NULL);
    bl_kept_slots_release(&kept);
    if (rc != BL_E_NOMEM && !(*slots)->has_lacked)
        return BL_OK;
    bl_slots_close(*slots);
    *slots = NULL;
    return bl_fail(err, BL_E_NOMEM, "no memory for the numbers of a module");
}
