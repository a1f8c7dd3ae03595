/* test_constant_values.c - constants decoded say what their text says, in all modules of the corpus
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "bitleap.h"
#include "support/corpus.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROOM = 1 << 16
};

struct text {
    char bytes[ROOM];
    size_t n;
};

static void put(void *context, const char *text, size_t size)
{
    struct text *t = context;
    cr_assert_lt(t->n + size, sizeof t->bytes);
    memcpy(t->bytes + t->n, text, size);
    t->n += size;
    t->bytes[t->n] = '\0';
}

/* What was checked of each kind. */
static unsigned n_checked[16];

static void expect_text(const struct text *text, const char *expected, uint32_t value)
{
    cr_expect_str_eq(text->bytes, expected, "value %u: '%s', not '%s'", value, expected,
                     text->bytes);
}

static void check_integer(const struct bl_constant_value *v, const struct bl_type *type,
                          const struct text *text, uint32_t value)
{
    static struct text own;
    own.n = 0;
    if (type->kind != BL_TYPE_INTEGER)
        return; /* of a vector: splat */
    if (type->count == 1)
        put(&own, v->integer ? "true" : "false", v->integer ? 4 : 5);
    else if (v->n_words == 1)
        own.n = (size_t)snprintf(own.bytes, sizeof own.bytes, "%lld", (long long)v->integer);
    else
        bl_wide_print(v->words, v->n_words, (uint32_t)type->count, true, put, &own);
    expect_text(text, own.bytes, value);
}

static void check_real(const struct bl_constant_value *v, const struct bl_type *type,
                       const struct text *text, uint32_t value)
{
    char expected[64];
    unsigned long long bits;
    if (type->kind != BL_TYPE_DOUBLE && type->kind != BL_TYPE_FLOAT)
        return;
    if (strncmp(text->bytes, "0x", 2) == 0) {
        memcpy(&bits, &v->real, sizeof bits);
        snprintf(expected, sizeof expected, "0x%llX", bits);
    } else {
        snprintf(expected, sizeof expected, "%.6e", v->real);
    }
    expect_text(text, expected, value);
}

static void check_string(const struct bl_constant_value *v, const struct text *text, uint32_t value)
{
    static struct text own;
    own.n = 0;
    put(&own, "c", 1);
    bl_string_print(v->text, put, &own);
    expect_text(text, own.bytes, value);
}

/* Each of its parts is in the text, with a type before it. */
static void check_parts(struct bl_printer *printer, const struct bl_constant_value *v,
                        const struct text *text, uint32_t value)
{
    static struct text part;
    uint32_t parts[8];
    uint32_t n = v->n_parts < 8 ? v->n_parts : 8;
    if (n > 0)
        memcpy(parts, v->parts, n * sizeof *parts); /* the printer asks for constants, too */
    for (uint32_t i = 0; i < n; i++) {
        part.n = 0;
        bl_printer_put_value(printer, parts[i], put, &part);
        cr_expect_not_null(strstr(text->bytes, part.bytes), "value %u: '%s' has no '%s'", value,
                           text->bytes, part.bytes);
    }
}

static void check(struct bl_printer *printer, struct bl_module *module,
                  const struct bl_types *types, const struct bl_constant *constant, uint32_t value)
{
    static struct text text;
    const struct bl_constant_value *v;
    cr_assert_eq(bl_constant_decode(module, constant, &v, NULL), BL_OK);
    cr_assert_eq(v->type, constant->type);
    const struct bl_type *type = &types->types[v->type];
    text.n = 0;
    bl_printer_put_value(printer, value, put, &text);
    n_checked[v->kind]++;
    cr_assert_eq(bl_constant_decode(module, constant, &v, NULL), BL_OK);
    switch ((enum bl_constant_kind)v->kind) {
    case BL_CONSTANT_UNKNOWN: cr_expect_fail("value %u: %s", value, text.bytes); break;
    case BL_CONSTANT_UNDEF: expect_text(&text, "undef", value); break;
    case BL_CONSTANT_POISON: expect_text(&text, "poison", value); break;
    case BL_CONSTANT_INTEGER: check_integer(v, type, &text, value); break;
    case BL_CONSTANT_FLOAT: check_real(v, type, &text, value); break;
    case BL_CONSTANT_STRING: check_string(v, &text, value); break;
    case BL_CONSTANT_EXPRESSION: {
        const char *name = bl_opcode_name(v->opcode);
        cr_expect(name && strncmp(text.bytes, name, strlen(name)) == 0, "value %u: %s", value,
                  text.bytes);
        check_parts(printer, v, &text, value);
        break;
    }
    case BL_CONSTANT_ASSEMBLY:
        cr_expect(strncmp(text.bytes, "asm", 3) == 0, "value %u: %s", value, text.bytes);
        cr_expect_eq(strstr(text.bytes, " sideeffect") != NULL,
                     (v->flags & BL_ASSEMBLY_SIDE_EFFECT) != 0);
        break;
    case BL_CONSTANT_DATA: {
        size_t n = 1;
        for (const char *p = text.bytes; (p = strchr(p, ',')); p++)
            n++;
        if (text.bytes[0] == '[')
            cr_expect_eq(v->n_words, n, "value %u: %s", value, text.bytes);
        break;
    }
    case BL_CONSTANT_BLOCK_ADDRESS:
        cr_expect(strncmp(text.bytes, "blockaddress(", 13) == 0, "value %u", value);
        cr_expect_neq(v->basic_block, BL_NONE);
        check_parts(printer, v, &text, value);
        break;
    case BL_CONSTANT_AGGREGATE:
    case BL_CONSTANT_DSO_LOCAL:
    case BL_CONSTANT_NO_CFI: check_parts(printer, v, &text, value); break;
    case BL_CONSTANT_SIGNED_POINTER: cr_expect_gt(v->n_parts, 3); break;
    case BL_CONSTANT_NULL: cr_expect_eq(v->n_words, 0); break;
    }
}

/* Those of the module, and of one body after the other. */
static void check_module(const char *name)
{
    char *path = corpus_path(name);
    struct bl_module *module;
    struct bl_printer *printer;
    const struct bl_constant *constants;
    const struct bl_types *types;
    uint32_t n_globals;
    uint32_t n;
    cr_assert_eq(bl_module_open_file(&module, path, NULL, 0, NULL), BL_OK);
    cr_assert_eq(bl_printer_open(&printer, module, NULL, NULL), BL_OK);
    cr_assert_eq(bl_module_count(module, &n_globals, NULL), BL_OK);
    cr_assert_eq(bl_module_types(module, &types, NULL), BL_OK);
    cr_assert_eq(bl_module_constants(module, &constants, &n, NULL), BL_OK);
    for (uint32_t i = 0; i < n; i++) {
        cr_expect_eq(bl_module_value_kind(module, n_globals + i, NULL), BL_VALUE_CONSTANT);
        check(printer, module, types, &constants[i], n_globals + i);
    }
    cr_expect_eq(bl_module_value_kind(module, n_globals + n, NULL), BL_VALUE_NONE);
    for (uint32_t g = 0; g < n_globals; g++) {
        struct bl_block block;
        cr_expect_eq(bl_module_value_kind(module, g, NULL), BL_VALUE_GLOBAL);
        if (bl_module_body(module, g, &block, NULL) <= 0)
            continue;
        cr_assert_eq(bl_printer_load(printer, g, NULL), BL_OK);
        struct bl_function *f = bl_printer_function(printer);
        const struct bl_body *body = bl_function_body(f);
        for (uint32_t i = 0; i < body->n_arguments; i++)
            cr_expect_eq(bl_function_value_kind(f, body->first_argument + i), BL_VALUE_ARGUMENT);
        for (uint32_t i = 0; i < body->n_constants; i++) {
            uint32_t value = body->first_constant + i;
            cr_expect_eq(bl_function_constant(f, value), &body->constants[i]);
            check(printer, module, types, &body->constants[i], value);
        }
        cr_expect_eq(bl_function_value_kind(f, body->first_instruction), BL_VALUE_INSTRUCTION);
        cr_expect_eq(bl_function_value_kind(f, BL_NONE), BL_VALUE_NONE);
        cr_expect_null(bl_function_constant(f, body->first_instruction));
    }
    bl_printer_close(printer);
    bl_module_close(module);
    free(path);
}

Test(constant_values, are_what_their_text_says)
{
    static const char *const files[] = {"values.llvm13.bc",  "values.llvm16.bc", "values.llvm19.bc",
                                        "values.llvm22.bc",  "latest.llvm22.bc", "modern.llvm22.bc",
                                        "cxx-O2.clang22.bc", "c-O0.clang13.bc",  "wide.clang22.bc"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        check_module(files[i]);
    for (unsigned kind = BL_CONSTANT_NULL; kind <= BL_CONSTANT_AGGREGATE; kind++)
        cr_expect_gt(n_checked[kind], 0, "none of kind %u", kind);
    cr_expect_gt(n_checked[BL_CONSTANT_EXPRESSION], 0);
    cr_expect_gt(n_checked[BL_CONSTANT_ASSEMBLY], 0);
}
