/* print/local_names.c - what arguments, instructions and blocks of a body are called
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What has no name is numbered, in one count: arguments, then each block and its instructions. The
 * texts are made once for each body, so that an operand costs a copy.
 */
#include "print/local_names.h"

#include "base/load.h"
#include "base/store.h"
#include "stream/limit.h"

/* ---- Names ---- */

struct naming {
    struct bl_printer *p;
    struct bl_text name; /* without % and quotes */
    struct bl_text text; /* with them */
    uint64_t n_bytes;    /* of all names so far */
};

/* NAME, after "%", is what text I of NAMES is. */
static void set_name(struct naming *to, struct bl_kept_texts *names, uint32_t i,
                     struct bl_view name)
{
    to->text.size = 0;
    bl_text_char(&to->text, '%');
    bl_text_name(&to->text, name);
    if (!to->text.is_cut)
        bl_kept_set(names, i, to->text.data, to->text.size);
}

/* [number, character…] */
static int read_local_entry(void *context, struct bl_cursor *cursor, const struct bl_record *rec)
{
    struct naming *to = context;
    struct bl_printer *p = to->p;
    bool is_block = rec->code == BL_CODE_VALUE_SYMTAB_BBENTRY;
    if ((!is_block && rec->code != BL_CODE_VALUE_SYMTAB_ENTRY) || rec->n_ops < 2)
        return BL_OK;
    to->n_bytes += rec->n_ops;
    if (bl_limit_operands(cursor, to->n_bytes, "longer names than the limit") < 0)
        return BL_E_LIMIT;
    uint64_t number = is_block ? rec->ops[0] : rec->ops[0] - p->loaded.body->first_argument;
    struct bl_kept_texts *names = is_block ? &p->blocks : &p->locals;
    if (number >= names->n)
        return BL_OK;
    to->name.size = 0;
    for (uint32_t i = 1; i < rec->n_ops; i++)
        bl_text_char(&to->name, (char)rec->ops[i]);
    struct bl_view name = {.data = (const uint8_t *)to->name.data, .size = to->name.size};
    set_name(to, names, (uint32_t)number, name);
    return to->name.is_cut || to->text.is_cut ? BL_E_NOMEM : BL_OK;
}

static void read_printed_names(struct bl_printer *p)
{
    const struct bl_block *blocks;
    uint32_t n = bl_function_blocks(p->loaded.function, &blocks);
    struct naming to = {.p = p};
    struct bl_error failure;
    for (uint32_t i = 0; i < n; i++)
        if (blocks[i].block_id == BL_BLOCK_VALUE_SYMTAB &&
            bl_module_note(p->tables.module,
                           bl_module_read_block(p->tables.module, &blocks[i], read_local_entry, &to,
                                                &failure)) < 0 &&
            p->loaded.code.failure.status == BL_OK)
            p->loaded.code.failure = failure;
    bl_text_release(&to.name);
    bl_text_release(&to.text);
}

/* After damage to the body: its names come after it, and are looked for. */
static void search_names(struct bl_printer *p)
{
    struct naming to = {.p = p};
    for (uint32_t i = 0; i < p->locals.n && !to.text.is_cut; i++) {
        uint32_t value = p->loaded.body->first_argument + i;
        struct bl_view name;
        (void)bl_module_note(p->tables.module,
                             bl_function_value_name(p->loaded.function, value, &name, NULL));
        if (name.size)
            set_name(&to, &p->locals, i, name);
    }
    for (uint32_t i = 0; i < p->blocks.n && !to.text.is_cut; i++) {
        struct bl_view name;
        (void)bl_module_note(p->tables.module,
                             bl_function_basic_block_name(p->loaded.function, i, &name, NULL));
        if (name.size)
            set_name(&to, &p->blocks, i, name);
    }
    p->text.has_lacked |= to.text.is_cut;
    bl_text_release(&to.text);
}

/* ---- Numbers ---- */

/* Of each ten numbers the first is written digit by digit. The others are counted up in a register:
 * bytes that have just been stored one by one are slow to load together. */
struct counter {
    uint32_t next;
    uint8_t size;  /* of the text of the one before */
    uint64_t text; /* its first bytes */
};

enum {
    MOST_IN_REGISTER = 9999999 /* with "%" */
};

static void write_number(struct bl_kept_text *local, uint32_t number)
{
    char digits[10];
    uint8_t n = 0;
    for (; n == 0 || number > 0; number /= 10)
        digits[n++] = (char)('0' + number % 10);
    local->text[0] = '%';
    for (uint8_t i = 0; i < n; i++)
        local->text[1 + i] = digits[n - 1 - i];
    local->size = n + 1;
}

static inline void number(struct bl_kept_text *local, struct counter *c)
{
    if (local->size > 0)
        return;
    uint32_t i = c->next++;
    if (i % 10 == 0 || i > MOST_IN_REGISTER) {
        write_number(local, i);
        c->text = bl_load_le64((const uint8_t *)local->text);
        c->size = local->size;
        return;
    }
    c->text += UINT64_C(1) << (c->size - 1) * 8;
    bl_store_le64((uint8_t *)local->text, c->text);
    local->size = c->size;
}

static void number_all(struct bl_printer *p)
{
    const struct bl_body_code *code = &p->loaded.code;
    uint32_t first = p->loaded.body->first_argument;
    struct counter counter = {0};
    for (uint32_t i = 0; i < p->loaded.body->n_arguments; i++)
        number(&p->locals.items[i], &counter);
    for (uint32_t block = 0; block < code->n_blocks; block++) {
        if ((code->is_uncertain || code->failure.status < 0) &&
            code->starts[block].instruction == code->n_instructions)
            break; /* it begins where numbers are not known */
        number(&p->blocks.items[block], &counter);
        for (uint32_t value = code->starts[block].value; value < code->starts[block + 1].value;
             value++)
            if (value - first < p->locals.n)
                number(&p->locals.items[value - first], &counter);
    }
}

/* ---- Names that are lost ---- */

/* Some body of the module has names of values, or those that are whole have none: compilers give
 * them in all bodies or in none. */
static enum bl_use_of_names find_use_of_names(const struct bl_module *module)
{
    struct bl_index *index = bl_module_index(module);
    enum bl_use_of_names use = BL_USE_UNKNOWN;
    uint32_t first, n, first_inside, n_inside;
    (void)bl_index_children(index, bl_module_block(module), &first, &n, NULL);
    for (uint32_t body = first; body < first + n; body++) {
        if (bl_index_get(index, body).block.block_id != BL_BLOCK_FUNCTION)
            continue;
        if (bl_index_children(index, body, &first_inside, &n_inside, NULL) == BL_OK)
            use = BL_NAMES_ARE_NOT_USED;
        for (uint32_t i = first_inside; i < first_inside + n_inside; i++)
            if (bl_index_get(index, i).block.block_id == BL_BLOCK_VALUE_SYMTAB)
                return BL_NAMES_ARE_USED;
    }
    return use;
}

bool bl_may_lack_names(struct bl_printer *p)
{
    if (p->use_of_names == BL_USE_NOT_LOOKED_FOR)
        p->use_of_names = find_use_of_names(p->tables.module);
    return p->use_of_names != BL_NAMES_ARE_NOT_USED;
}

/* ---- All of it ---- */

/* One more than the last value of the body. */
static uint32_t end_of_values(const struct bl_printer *p)
{
    const struct bl_body_code *code = &p->loaded.code;
    for (uint32_t i = code->n_instructions; i-- > 0;)
        if (bl_code_at(code, i)->value != BL_NONE)
            return bl_code_at(code, i)->value + 1;
    return p->loaded.body->first_instruction;
}

void bl_name_locals(struct bl_printer *p)
{
    if (!bl_kept_begin(&p->locals, end_of_values(p) - p->loaded.body->first_argument) ||
        !bl_kept_begin(&p->blocks, p->loaded.code.n_blocks)) {
        p->text.is_cut = p->text.has_lacked = true;
        return;
    }
    if (p->loaded.code.failure.status < 0)
        search_names(p);
    else
        read_printed_names(p);
    if (p->loaded.code.failure.status == BL_OK || !bl_may_lack_names(p))
        number_all(p);
    if (p->locals.longer.has_lacked || p->blocks.longer.has_lacked || p->text.has_lacked)
        p->text.is_cut = p->text.has_lacked = true;
}

void bl_put_block_name(struct bl_printer *p, uint64_t block)
{
    if (!bl_text_kept(&p->text, &p->blocks, block))
        bl_text_put(&p->text, "%<badref>");
}
