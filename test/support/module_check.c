/* support/module_check.c - what must hold for the modules in any bytes whatever
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "support/module_check.h"

#include <string.h>

/* Of larger modules a part is asked for one by one: bodies are found by walking where
 * offsets are bad. */
enum {
    MAX_VALUES = 200
};

static volatile uint8_t seen;

/* Touch all of TEXT, so that a wrong size is noticed. */
static void touch(struct bl_view text)
{
    for (size_t i = 0; i < text.size; i++)
        seen ^= text.data[i];
}

static bool is_equal(struct bl_view a, struct bl_view b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static const char *check_body(struct bl_module *module, const struct bl_block *place,
                              const struct bl_global *global, uint32_t value)
{
    struct bl_block body;
    uint64_t listed;
    int rc = bl_module_body(module, value, &body, NULL);
    int listed_rc = bl_module_body_pos(module, value, &listed, NULL);
    if ((rc > 0 || listed_rc > 0) && global->body == BL_NONE)
        return "a body for what has none";
    if ((listed_rc > 0) != (listed != 0))
        return "a position of a body that is not told, or no position";
    if (rc == 0 && global->body != BL_NONE)
        return "no body for a function that has one";
    if (rc <= 0)
        return NULL;
    if (body.block_id != 12 || body.bit_pos < place->body_pos ||
        body.body_pos + (uint64_t)body.n_words * 32 >
            place->body_pos + (uint64_t)place->n_words * 32)
        return "a body that is no FUNCTION block in the module";
    struct bl_cursor cursor;
    struct bl_record rec = {0};
    if (bl_module_cursor(module, &body, &cursor, NULL) == BL_OK)
        (void)bl_cursor_read_next(&cursor, &rec);
    bl_record_release(&rec);
    bl_cursor_release(&cursor);
    return NULL;
}

static const char *check_value(struct bl_module *module, const struct bl_block *place,
                               const struct bl_global *global, uint32_t value)
{
    struct bl_global alone;
    struct bl_view name;
    uint32_t found;
    touch(global->name);
    touch(global->partition);
    if (bl_module_global(module, value, &alone, NULL) == BL_OK &&
        (alone.bit_pos != global->bit_pos || alone.body != global->body ||
         alone.linkage != global->linkage || !is_equal(alone.name, global->name)))
        return "a value that is another when it is asked for alone";
    if (bl_module_name(module, value, &name, NULL) == BL_OK && !is_equal(name, global->name))
        return "a value with two names";
    if (global->name.size > 0 && bl_module_find(module, global->name, &found, NULL) <= 0)
        return "a name that is not found";
    return check_body(module, place, global, value);
}

static const char *check_globals(struct bl_module *module, const struct bl_block *place)
{
    const struct bl_global *globals;
    const struct bl_comdat *comdats;
    struct bl_error err;
    uint32_t n;
    uint32_t count;
    /* Before the table is there, and after. */
    struct bl_global first;
    int alone = bl_module_global(module, 0, &first, NULL);
    int status = bl_module_globals(module, &globals, &n, &err);
    if (status < 0 && (!err.what || !err.what[0]))
        return "a failure without a cause";
    if (alone == BL_OK && n > 0 && first.bit_pos != globals[0].bit_pos)
        return "a first value that is not the first";
    if (bl_module_count(module, &count, NULL) == BL_OK && status == BL_OK && count != n)
        return "two numbers of values";
    for (uint32_t i = 0; i < n && i < MAX_VALUES; i++) {
        const char *problem = check_value(module, place, &globals[i], i);
        if (problem)
            return problem;
    }
    (void)bl_module_comdats(module, &comdats, &n, NULL);
    for (uint32_t i = 0; i < n; i++)
        touch(comdats[i].name);
    return NULL;
}

static void touch_all(struct bl_texts texts)
{
    for (uint32_t i = 0; i < texts.n; i++)
        touch(texts.texts[i]);
}

static const char *check_facts(struct bl_module *module)
{
    struct bl_module_info facts;
    struct bl_error err;
    if (bl_module_get_info(module, BL_INFO_DEEP, &facts, &err) < 0 && (!err.what || !err.what[0]))
        return "facts that fail without a cause";
    touch(facts.producer);
    touch(facts.triple);
    touch(facts.data_layout);
    touch(facts.source_file);
    touch(facts.assembly);
    touch_all(facts.sections);
    touch_all(facts.gcs);
    touch_all(facts.libraries);
    touch_all(facts.sync_scopes);
    touch_all(facts.bundle_tags);
    touch_all(facts.metadata_kinds);
    bool needs = facts.needs_llvm != 0 || (facts.flags & BL_MODULE_OLD_DIALECT);
    if (needs != (facts.needs_what != NULL))
        return "a need without a reason";
    return NULL;
}

static const char *check_symbols(struct bl_module *module, unsigned flags)
{
    struct bl_symbols *symbols;
    struct bl_symbol symbol;
    struct bl_symtab table;
    uint32_t n_values;
    uint32_t n = 0;
    int rc;
    if (bl_symbols_open(&symbols, module, flags, NULL) < 0)
        return NULL;
    while ((rc = bl_symbols_next(symbols, &symbol, NULL)) > 0) {
        uint32_t value;
        touch(symbol.name);
        touch(symbol.ir_name);
        touch(symbol.comdat);
        touch(symbol.section);
        touch(symbol.fallback);
        (void)bl_symbols_value(symbols, &symbol, &value, NULL);
        n++;
    }
    touch(bl_symbols_triple(symbols));
    bool has_table = bl_symbols_table(symbols, &table);
    for (uint32_t i = 0; has_table && i < table.n_libraries; i++)
        touch(bl_symbols_library(symbols, i));
    bool is_whole = bl_module_count(module, &n_values, NULL) == BL_OK && rc == 0;
    bl_symbols_close(symbols);
    if (has_table && flags & BL_SYMBOLS_FROM_RECORDS)
        return "a symbol table that was not asked for";
    return !has_table && is_whole && n < n_values ? "fewer symbols than values" : NULL;
}

static const char *check_module(struct bl_index *index, uint32_t block)
{
    struct bl_module *module;
    if (bl_module_open(&module, index, block, NULL) < 0)
        return "a module that cannot be opened";
    struct bl_block place = bl_index_get(index, block).block;
    const char *problem = check_symbols(module, 0);
    if (!problem)
        problem = check_globals(module, &place);
    if (!problem)
        problem = check_symbols(module, BL_SYMBOLS_FROM_RECORDS);
    if (!problem)
        problem = check_facts(module);
    bl_module_close(module);
    return problem;
}

/* The producer's name is cut to the room there is. */
static bool ends_in_text(const struct bl_stream *stream)
{
    char text[8];
    size_t last = sizeof text - 1;
    memset(text, 'x', sizeof text);
    int size = bl_stream_producer(stream, text, sizeof text, NULL);
    return size < 0 || text[(size_t)size < last ? (size_t)size : last] == '\0';
}

const char *module_check(struct bl_view bytes)
{
    struct bl_stream stream;
    struct bl_index *index;
    const char *problem = NULL;
    if (bl_stream_locate(bytes, &stream, NULL) < 0 || bl_index_open(&index, &stream, NULL) < 0)
        return NULL;
    if (!ends_in_text(&stream))
        problem = "a producer that does not end in its text";
    uint32_t block = BL_NONE;
    while (!problem && (block = bl_module_next(index, block)) != BL_NONE)
        problem = check_module(index, block);
    bl_index_close(index);
    return problem;
}
