/* index/skim_kinds.c - what blocks of one kind have in common, and their counts
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "index/skim_kinds.h"

#include "base/grow.h"
#include "bits/reader.h"
#include "index/skim_program.h"

#include <string.h>

enum {
    N_FIRST_CODES = 16, /* so that few are looked through behind a stream */
    WINDOW_BITS = 56,
    MAX_KNOWN_BITS = BL_SKIM_KNOWN_WINDOWS * WINDOW_BITS,
    MAX_TWIN_BYTES = 8192,
    MAX_MISSES = 4,
};

static void *take(struct bl_skim_kinds *kinds, size_t n, size_t size)
{
    return bl_arena_take(&kinds->arena, n * size);
}

struct bl_skim_env *bl_skim_find_env(struct bl_skim_kinds *kinds, const struct bl_blockinfo *strict,
                                     const struct bl_blockinfo *llvm)
{
    for (uint32_t i = kinds->n_envs; i-- > 0;)
        if (kinds->envs[i]->strict == strict && kinds->envs[i]->llvm == llvm)
            return kinds->envs[i];
    struct bl_skim_env *env = kinds->n_envs < BL_SKIM_MAX_ENVS ? take(kinds, 1, sizeof *env) : NULL;
    if (!env)
        return NULL;
    *env = (struct bl_skim_env){.strict = strict, .llvm = llvm};
    kinds->envs[kinds->n_envs++] = env;
    return env;
}

/* ---- Programs ---- */

static void copy_unabbrev(struct bl_skim_program *programs, struct bl_skim_far *far,
                          const struct bl_skim_kind *from)
{
    uint32_t id = BL_ABBREV_UNABBREV;
    far[id] = from->far[id];
    programs[id] = from->programs[id];
    programs[from->n_ids + id] = from->programs[from->n_ids + id];
}

/* Unabbreviated records of KIND are counted by codes as there are places for. */
static void count_codes(struct bl_skim_kind *kind)
{
    uint32_t id = BL_ABBREV_UNABBREV;
    if (kind->n_ids > id) /* else ids are too wide or too narrow for programs */
        bl_skim_count_codes(&kind->programs[id], &kind->programs[kind->n_ids + id], &kind->far[id],
                            kind->codes, kind->n_codes);
}

static void set_unabbrev(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind)
{
    uint32_t id = BL_ABBREV_UNABBREV;
    if (kind->n_ids <= id)
        return;
    struct bl_skim_kind **like = &kinds->of_width[kind->id_width];
    if (*like)
        copy_unabbrev(kind->programs, kind->far, *like);
    else
        bl_skim_unabbrev(&kind->programs[id], &kind->programs[kind->n_ids + id], &kind->far[id],
                         kind->id_width);
    *like = kind;
    count_codes(kind);
}

void bl_skim_copy_unabbrev(struct bl_skim_own *own, const struct bl_skim_kind *kind)
{
    if (kind->n_ids > BL_ABBREV_UNABBREV)
        copy_unabbrev(own->programs, own->far, kind);
}

/* What KIND inherits. */
static bool begin_programs(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind)
{
    /* Wider ids than the loop takes are all the one that it leaves to us. */
    uint32_t n = kind->id_width > BL_SKIM_MAX_ID_WIDTH ? 1 : 1u << kind->id_width;
    const struct bl_abbrev_set *set = kind->inherited;
    kind->n_ids = n;
    kind->id_mask = n - 1;
    kind->choice = n > 1 ? (n - 1) | UINT64_C(32) << kind->id_width : 0;
    kind->programs = take(kinds, 2 * (size_t)n, sizeof *kind->programs);
    kind->far = take(kinds, n, sizeof *kind->far);
    kind->counts = take(kinds, n, sizeof *kind->counts);
    kind->places = take(kinds, n, sizeof *kind->places);
    if (!kind->programs || !kind->far || !kind->counts || !kind->places)
        return false;
    set_unabbrev(kinds, kind);
    kind->n_programs = BL_ABBREV_FIRST;
    for (uint32_t i = 0; set && i < set->n_abbrevs && kind->n_programs < n; i++) {
        uint32_t id = kind->n_programs++;
        bl_skim_compile(&kind->programs[id], &kind->far[id], kind->id_width, &set->abbrevs[i],
                        set->ops + set->abbrevs[i].first_op, &kind->counts[id]);
        kind->programs[n + id] = kind->programs[id];
    }
    return true;
}

/* ---- Own abbreviations ---- */

static struct bl_skim_own *new_own(struct bl_skim_kinds *kinds, const struct bl_skim_kind *kind)
{
    struct bl_skim_own *own = take(kinds, 1, sizeof *own);
    if (!own)
        return NULL;
    /* Those of BLOCKINFO are many, and get no ids. */
    bool is_info = kind->block_id == BL_BLOCKINFO_BLOCK;
    uint32_t n_free = kind->n_ids > kind->n_programs ? kind->n_ids - kind->n_programs : 0;
    size_t n = kind->n_ids;
    own->max_known = is_info ? BL_SKIM_MAX_PROGRAMS : n_free;
    own->known = take(kinds, own->max_known, sizeof *own->known);
    own->programs = take(kinds, 2 * n, sizeof *own->programs);
    own->far = take(kinds, n, sizeof *own->far);
    if (!own->known || !own->programs || !own->far)
        return NULL;
    size_t n_inherited = n < kind->n_programs ? n : kind->n_programs;
    memcpy(own->programs, kind->programs, n_inherited * sizeof *own->programs);
    memcpy(own->programs + n, kind->programs + n, n_inherited * sizeof *own->programs);
    memcpy(own->far, kind->far, n_inherited * sizeof *own->far);
    own->n_programs = kind->n_programs;
    return own;
}

/* Programs of ID, for the definition that comes at NUMBER. */
static void set_program(struct bl_skim_own *own, const struct bl_skim_kind *kind, uint32_t id,
                        uint32_t number)
{
    const struct bl_abbrev *abbrev = &own->set.abbrevs[number];
    struct bl_skim_known *known = &own->known[number];
    struct bl_skim_program *program = &own->programs[id];
    struct bl_skim_far *far = &own->far[id];
    bl_skim_compile(program, far, kind->id_width, abbrev, own->set.ops + abbrev->first_op,
                    &known->count);
    own->programs[kind->n_ids + id] = *program;
    known->code = far->code;
    known->has_code = far->has_code;
    known->has_program = program->n_codes > 0;
    known->has_far = far->counts != NULL;
}

/* ID has no definition until there is one; mostly it is the same again. */
static void hide_program(struct bl_skim_own *own, const struct bl_skim_kind *kind, uint32_t id)
{
    own->programs[id].n_codes = own->programs[kind->n_ids + id].n_codes = 0;
    own->far[id].counts = NULL;
}

static void show_program(struct bl_skim_own *own, const struct bl_skim_kind *kind, uint32_t id,
                         struct bl_skim_known *known)
{
    own->programs[id].n_codes = own->programs[kind->n_ids + id].n_codes = known->has_program;
    own->far[id].counts = known->has_far ? &known->count : NULL;
}

struct bl_skim_own *bl_skim_begin_own(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind,
                                      uint64_t bytes)
{
    struct bl_skim_own *own = kind->owns;
    if (own)
        kind->owns = own->next;
    else if (!(own = new_own(kinds, kind)))
        return NULL;
    own->set.n_abbrevs = 0;
    own->set.n_ops = 0;
    own->bytes_left = bytes;
    while (own->n_programs > kind->n_programs)
        hide_program(own, kind, --own->n_programs);
    bl_skim_copy_unabbrev(own, kind);
    return own;
}

void bl_skim_end_own(struct bl_skim_kind *kind, struct bl_skim_own *own)
{
    if (!own)
        return;
    own->next = kind->owns;
    kind->owns = own;
}

/* Window I of the N_BITS at POS. */
static uint64_t window_at(const struct bl_bits *bits, uint64_t pos, uint32_t n_bits, unsigned i)
{
    uint32_t left = n_bits - i * WINDOW_BITS;
    return bl_bits_peek_at(bits, pos + (uint64_t)i * WINDOW_BITS) &
           bl_low_bits(left < WINDOW_BITS ? left : WINDOW_BITS);
}

static bool is_known(const struct bl_skim_known *known, const struct bl_bits *bits,
                     uint64_t bytes_left)
{
    bool is_same =
        known->n_bits > 0 && known->n_bits <= bl_bits_left(bits) && known->n_bytes <= bytes_left;
    for (unsigned i = 0; is_same && i * WINDOW_BITS < known->n_bits; i++)
        is_same = window_at(bits, bits->pos, known->n_bits, i) == known->bits[i];
    return is_same;
}

/* Whether the definition that has just been appended to the set gets an id. Those of BLOCKINFO are
 * for others; a record that uses one all the same is not for the loop. */
static bool gets_id(const struct bl_skim_own *own, const struct bl_skim_kind *kind)
{
    return kind->block_id != BL_BLOCKINFO_BLOCK && own->n_programs < kind->n_ids;
}

bool bl_skim_define_again(struct bl_skim_own *own, const struct bl_skim_kind *kind,
                          struct bl_bits *bits)
{
    uint32_t number = own->set.n_abbrevs;
    if (number >= own->n_known || !is_known(&own->known[number], bits, own->bytes_left))
        return false;
    struct bl_skim_known *known = &own->known[number];
    own->set.n_abbrevs++;
    own->set.n_ops += known->n_ops;
    own->bytes_left -= known->n_bytes;
    bits->pos += known->n_bits;
    if (gets_id(own, kind))
        show_program(own, kind, own->n_programs++, known);
    return true;
}

bool bl_skim_define(struct bl_skim_own *own, const struct bl_skim_kind *kind, struct bl_bits *bits)
{
    uint32_t number = own->set.n_abbrevs;
    uint64_t pos = bits->pos;
    uint64_t bytes_before = own->bytes_left;
    const char *what;
    if (bl_abbrev_set_define(&own->set, bits, &own->bytes_left, &what) < 0)
        return false;
    if (number >= own->max_known)
        return true; /* no id that the loop takes leads here */
    const struct bl_abbrev *abbrev = &own->set.abbrevs[number];
    uint64_t n_bits = bits->pos - pos;
    struct bl_skim_known *known = &own->known[number];
    /* Definitions of those behind it stay where they are. */
    if (number >= own->n_known || known->n_ops != abbrev->n_ops)
        own->n_known = number + 1;
    *known = (struct bl_skim_known){
        .n_ops = abbrev->n_ops,
        .n_bytes = bytes_before - own->bytes_left,
        .n_bits = n_bits <= MAX_KNOWN_BITS ? (uint32_t)n_bits : 0,
    };
    for (unsigned i = 0; i * WINDOW_BITS < known->n_bits; i++)
        known->bits[i] = window_at(bits, pos, known->n_bits, i);
    if (gets_id(own, kind))
        set_program(own, kind, own->n_programs++, number);
    return true;
}

/* ---- Kinds ---- */

/* Room for the counts of codes below N. */
static bool begin_codes(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind, uint32_t n)
{
    struct bl_skim_count *codes = take(kinds, n, sizeof *codes);
    uint32_t *places = take(kinds, n, sizeof *places);
    if (!codes || !places)
        return false;
    if (kind->n_codes) {
        memcpy(codes, kind->codes, kind->n_codes * sizeof *codes);
        memcpy(places, kind->code_places, kind->n_codes * sizeof *places);
    }
    kind->codes = codes;
    kind->code_places = places;
    kind->n_codes = n;
    return true;
}

bool bl_skim_add_codes(struct bl_skim_kinds *kinds, struct bl_skim_kind *kind, uint32_t code)
{
    uint32_t n = kind->n_codes;
    while (n <= code)
        n *= 2;
    if (!begin_codes(kinds, kind, n))
        return false;
    count_codes(kind);
    return true;
}

static struct bl_skim_kind *add_kind(struct bl_skim_kinds *kinds, uint32_t block_id, uint32_t role,
                                     uint32_t id_width, struct bl_skim_env *env,
                                     struct bl_skim_env *children)
{
    const struct bl_abbrev_set *inherited = bl_blockinfo_abbrevs(env->strict, block_id);
    if (kinds->n == BL_SKIM_MAX_KINDS || (inherited && block_id == BL_BLOCKINFO_BLOCK) ||
        (kinds->is_llvm && bl_blockinfo_abbrevs(env->llvm, block_id) != inherited))
        return NULL;
    struct bl_skim_kind *kind = take(kinds, 1, sizeof *kind);
    if (!kind || bl_grow(&kinds->v, &kinds->cap, (size_t)kinds->n + 1) < 0)
        return NULL;
    *kind = (struct bl_skim_kind){
        .block_id = block_id,
        .role = role,
        .id_width = id_width,
        .env = env,
        .children = children,
        .inherited = inherited,
        .name = bl_blockinfo_block_name(kinds->is_llvm ? env->llvm : env->strict, block_id),
        .row = UINT32_MAX,
        .first_pos = UINT64_MAX,
    };
    if (!begin_codes(kinds, kind, N_FIRST_CODES) || !begin_programs(kinds, kind))
        return NULL;
    kinds->v[kinds->n++] = kind;
    return kind;
}

static struct bl_skim_kind *find_kind(struct bl_skim_kinds *kinds, uint32_t block_id, uint32_t role,
                                      uint32_t id_width, struct bl_skim_env *env,
                                      struct bl_skim_env *children)
{
    bool is_small = block_id == role && block_id < BL_SKIM_SMALL_IDS && env == children;
    struct bl_skim_kind **place = &env->kind_of_id[is_small ? block_id : 0];
    struct bl_skim_kind *last = is_small ? *place : NULL;
    if (last && last->id_width == id_width)
        return last;
    for (uint32_t i = 0; i < kinds->n; i++) {
        struct bl_skim_kind *kind = kinds->v[i];
        if (kind->block_id == block_id && kind->role == role && kind->id_width == id_width &&
            kind->env == env && kind->children == children)
            return kind;
    }
    struct bl_skim_kind *kind = add_kind(kinds, block_id, role, id_width, env, children);
    if (is_small && kind)
        *place = kind;
    return kind;
}

struct bl_skim_kind *bl_skim_find_kind(struct bl_skim_kinds *kinds, uint32_t block_id,
                                       uint32_t role, uint32_t id_width, struct bl_skim_env *env,
                                       struct bl_skim_env *children)
{
    struct bl_skim_kind *kind = find_kind(kinds, block_id, role, id_width, env, children);
    if (kind && !kind->is_used) {
        kind->is_used = true;
        kind->used_before = kinds->used;
        kinds->used = kind;
    }
    return kind;
}

static void release_kind(struct bl_skim_kind *kind)
{
    for (struct bl_skim_own *own = kind->owns; own; own = own->next)
        bl_abbrev_set_release(&own->set);
    bl_drop(kind->twin.bytes);
    bl_drop(kind->twin.shares);
}

void bl_skim_kinds_forget(struct bl_skim_kinds *kinds)
{
    for (uint32_t i = 0; i < kinds->n; i++)
        release_kind(kinds->v[i]);
    bl_arena_release(&kinds->arena);
    kinds->n_envs = 0;
    kinds->n = 0;
    kinds->used = NULL;
    memset(kinds->of_width, 0, sizeof kinds->of_width);
}

/* ---- Counts ---- */

struct bl_skim_count *bl_skim_count_of(struct bl_skim_kind *kind, struct bl_skim_own *own,
                                       uint32_t id)
{
    if (id < BL_ABBREV_FIRST)
        return NULL;
    if (id >= kind->n_ids)
        return NULL;
    if (id < kind->n_programs)
        return kind->far[id].has_code ? &kind->counts[id] : NULL;
    uint32_t number = id - kind->n_programs;
    if (!own || id >= own->n_programs || number >= own->n_known)
        return NULL;
    return own->known[number].has_code ? &own->known[number].count : NULL;
}

/* ---- Twins ---- */

bool bl_skim_meet(struct bl_skim_kind *kind, struct bl_view body)
{
    struct bl_skim_twin *twin = &kind->twin;
    kind->first = body;
    if (!twin->size)
        return false;
    kind->has_twin = twin->size == body.size && memcmp(twin->bytes, body.data, body.size) == 0;
    twin->n_misses = kind->has_twin ? 0 : twin->n_misses + 1;
    return kind->has_twin;
}

/* The twin that the counts of this stream may tell of, empty; or NULL. */
static struct bl_skim_twin *begin_twin(struct bl_skim_kind *kind)
{
    struct bl_skim_twin *twin = &kind->twin;
    size_t size = kind->first.size;
    if (kind->has_twin || kind->n != 1 || kind->n_sub_blocks || kind->is_partial ||
        twin->n_misses >= MAX_MISSES || size == 0 || size > MAX_TWIN_BYTES)
        return NULL;
    twin->size = 0;
    twin->n_shares = 0;
    if (bl_grow(&twin->bytes, &twin->cap, size) < 0)
        return NULL;
    memcpy(twin->bytes, kind->first.data, size);
    twin->n_abbrevs = kind->n_abbrevs;
    twin->abbrev_bits = kind->abbrev_bits;
    twin->size = size;
    return twin;
}

static void add_twin(struct bl_tally_row *row, const struct bl_skim_twin *twin)
{
    row->told.n_abbrevs += twin->n_abbrevs;
    row->told.abbrev_bits += twin->abbrev_bits;
    for (uint32_t i = 0; i < twin->n_shares; i++) {
        row->counts[twin->shares[i].at].n += twin->shares[i].count.n;
        row->counts[twin->shares[i].at].bits += twin->shares[i].count.bits;
    }
}

/* ---- Sums ---- */

/* Where the counts of a kind go: to ROW of ROWS, and to TWIN, which may be NULL. */
struct sums {
    struct bl_tally_rows *rows;
    struct bl_tally_row *row;
    struct bl_skim_twin *twin;
};

static int add_share(struct bl_skim_twin *twin, uint32_t at, struct bl_skim_count count)
{
    if (bl_grow(&twin->shares, &twin->cap_shares, (size_t)twin->n_shares + 1) < 0)
        return BL_E_NOMEM;
    twin->shares[twin->n_shares++] = (struct bl_skim_share){.at = at, .count = count};
    return BL_OK;
}

/* COUNT begins anew; *PLACE is found where it was not known. */
static int add_count(const struct sums *sums, struct bl_skim_count *count, uint32_t *place,
                     uint32_t code, uint32_t id)
{
    if (!*place) {
        uint32_t found = bl_tally_find_count(sums->rows, sums->row, code, id);
        if (found == UINT32_MAX)
            return BL_E_NOMEM;
        *place = found + 1;
    }
    if (sums->twin && add_share(sums->twin, *place - 1, *count) < 0)
        return BL_E_NOMEM;
    struct bl_tally_count *sum = &sums->row->counts[*place - 1];
    sum->n += count->n;
    sum->bits += count->bits;
    *count = (struct bl_skim_count){0, 0};
    return BL_OK;
}

static int add_codes(const struct sums *sums, struct bl_skim_kind *kind)
{
    struct bl_skim_count *codes = kind->codes;
    int status = BL_OK;
    for (uint32_t i = 0; i < kind->n_codes && status == BL_OK; i += 4) {
        if (!(codes[i].n | codes[i + 1].n | codes[i + 2].n | codes[i + 3].n))
            continue; /* as most */
        for (uint32_t code = i; code < i + 4 && status == BL_OK; code++)
            if (codes[code].n)
                status = add_count(sums, &codes[code], &kind->code_places[code], code,
                                   BL_ABBREV_UNABBREV);
    }
    return status;
}

static int add_abbreviated(const struct sums *sums, struct bl_skim_kind *kind)
{
    int status = BL_OK;
    for (uint32_t id = BL_ABBREV_FIRST; id < kind->n_programs && status == BL_OK; id++)
        if (kind->counts[id].n)
            status = add_count(sums, &kind->counts[id], &kind->places[id], kind->far[id].code, id);
    for (struct bl_skim_own *own = kind->owns; own; own = own->next)
        for (uint32_t i = 0; i < own->n_known && status == BL_OK; i++) {
            struct bl_skim_known *known = &own->known[i];
            if (known->count.n)
                status = add_count(sums, &known->count, &known->place, known->code,
                                   kind->n_programs + i);
        }
    return status;
}

static int commit(struct bl_skim_kind *kind, struct bl_tally_rows *rows,
                  enum bl_stream_kind stream_kind, uint64_t stream_number, bool learn)
{
    if (kind->row == UINT32_MAX &&
        (kind->row = bl_tally_row(rows, stream_kind, kind->role)) == UINT32_MAX)
        return BL_E_NOMEM;
    struct bl_tally_row *row = &rows->v[kind->row];
    /* Streams come in order: the first block of all is in the first stream that has any. */
    struct bl_tally_place place = {stream_number, kind->first_pos};
    if (kind->n && !kind->is_seen && bl_tally_see(row, place, kind->parent_id, kind->name) < 0)
        return BL_E_NOMEM;
    kind->is_seen |= kind->n > 0;
    row->told.n += kind->n;
    row->told.bits += kind->bits;
    row->told.n_sub_blocks += kind->n_sub_blocks;
    row->told.n_abbrevs += kind->n_abbrevs;
    row->told.abbrev_bits += kind->abbrev_bits;
    if (kind->has_twin)
        add_twin(row, &kind->twin);
    bool only_twin = kind->has_twin && kind->n == 1; /* nothing was read */
    struct sums sums = {rows, row, learn ? begin_twin(kind) : NULL};
    kind->n = kind->bits = kind->n_sub_blocks = kind->n_abbrevs = kind->abbrev_bits = 0;
    kind->first_pos = UINT64_MAX;
    kind->is_used = kind->has_twin = kind->is_partial = false;
    int status = only_twin ? BL_OK : add_codes(&sums, kind);
    return only_twin || status < 0 ? status : add_abbreviated(&sums, kind);
}

int bl_skim_kinds_commit(struct bl_skim_kinds *kinds, struct bl_tally_rows *rows,
                         enum bl_stream_kind stream_kind, uint64_t stream_number, bool learn)
{
    for (; kinds->used; kinds->used = kinds->used->used_before)
        if (commit(kinds->used, rows, stream_kind, stream_number, learn) < 0)
            return BL_E_NOMEM;
    return BL_OK;
}
