/* fuzz_printer.c - any module as LLVM assembly, whole and in parts
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: the text of a module is the same on one thread and on two, and no longer than its
 * limit; a part is the same whatever was printed before it, and is in the text of the module; so
 * are pieces of lines, and what stands alone; what is damaged has a cause.
 */
#include "fuzz/choosy.h"
#include "fuzz/each_module.h"
#include "fuzz/mutator.h"
#include "numbers/slots.h"
#include "print/printer.h"

#include <string.h>

static struct choice *choice;

/* A module's printer, with numbers of its own. */
struct printing {
    struct bl_module *module;
    struct bl_slots *slots;
    struct bl_printer *printer;
};

/* WITH_SLOTS: 0, 1 or, complete from the beginning, 2. */
static struct printing open_printer(struct bl_module *module, int with_slots)
{
    struct printing p = {.module = module};
    if (with_slots > 0)
        REQUIRE(bl_slots_open(&p.slots, module, NULL) == BL_OK);
    if (with_slots > 1)
        REQUIRE(bl_slots_complete(p.slots, NULL) == BL_OK);
    REQUIRE(bl_printer_open(&p.printer, module, p.slots, NULL) == BL_OK);
    (void)bl_printer_check(p.printer, NULL);
    return p;
}

static void close_printer(struct printing *p)
{
    bl_printer_close(p->printer);
    bl_slots_close(p->slots);
}

/* ---- Whole ---- */

static int print_whole(struct bl_module *module, unsigned n_threads, bool is_annotated,
                       struct bl_text *text)
{
    static const char name[] = "module";
    struct printing p = open_printer(module, 1);
    struct bl_view id = {.data = (const uint8_t *)name, .size = sizeof name - 1};
    struct bl_error err;
    uint64_t most = bl_printer_left(p.printer);
    if (is_annotated) {
        bl_printer_annotate(p.printer);
        REQUIRE(bl_printer_show_uses(p.printer, NULL) == BL_OK);
    }
    int status = bl_printer_print_module(p.printer, id, n_threads, bl_text_append, text, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(text->size <= most + BL_ERROR_TEXT_MAX && !text->is_cut);
    REQUIRE(status == BL_OK || memmem(text->data, text->size, "; error: ", 9));
    close_printer(&p);
    return status;
}

/* Whether A and B are the same; where work was too much, threads may have cut it elsewhere. */
static bool is_same(const struct bl_text *a, const struct bl_text *b)
{
    size_t size = a->size < b->size ? a->size : b->size;
    return a->size == b->size && (size == 0 || memcmp(a->data, b->data, size) == 0);
}

static bool is_limited(const struct bl_text *text)
{
    static const char words[] = ": text is longer than the limit\n";
    return memmem(text->data, text->size, words, sizeof words - 1) != NULL;
}

/* ---- Parts ---- */

typedef int print_fn(struct bl_printer *printer, uint32_t number, bl_put_fn *put, void *context,
                     struct bl_error *err);

static int print_alone(struct bl_printer *printer, uint32_t number, bl_put_fn *put, void *context,
                       struct bl_error *err)
{
    return bl_printer_print_closed(printer, &number, 1, put, context, err);
}

/* The lines of the body of function NUMBER. */
static int print_lines(struct bl_printer *printer, uint32_t number, bl_put_fn *put, void *context,
                       struct bl_error *err)
{
    const struct bl_instruction *instruction;
    int rc = bl_printer_load(printer, number, err);
    if (rc < 0)
        return rc;
    while ((rc = bl_printer_next(printer, &instruction, put, context, err)) > 0)
        put(context, "\n", 1);
    bl_printer_use(printer, NULL);
    return rc;
}

static int print_value(struct bl_printer *printer, uint32_t number, bl_put_fn *put, void *context,
                       struct bl_error *err)
{
    int status = bl_printer_put_value(printer, number, put, context);
    return status < 0 ? status : bl_printer_check(printer, err);
}

static int print_type_name(struct bl_printer *printer, uint32_t number, bl_put_fn *put,
                           void *context, struct bl_error *err)
{
    int status = bl_printer_put_type(printer, number, put, context);
    return status < 0 ? status : bl_printer_check(printer, err);
}

static int print_reference(struct bl_printer *printer, uint32_t number, bl_put_fn *put,
                           void *context, struct bl_error *err)
{
    int status = bl_printer_put_metadata(printer, number, put, context);
    return status < 0 ? status : bl_printer_check(printer, err);
}

enum {
    PIECE_BYTES = 1 << 18 /* of the text of anything but a type */
};

static int print_part(struct bl_printer *printer, print_fn *print, uint32_t number,
                      struct bl_text *text)
{
    struct bl_error err;
    text->size = 0;
    bl_printer_limit(printer, PIECE_BYTES);
    int status = print(printer, number, bl_text_append, text, &err);
    fuzz_require_cause(status, &err);
    REQUIRE(status != BL_E_NOMEM);
    return status;
}

/* Parts 0 to N - 1: those of FIRST, in order, and of SECOND, in another one, are the same, and are
 * in WHOLE (NULL: they need not be there). */
static void check_parts(const struct printing *first, const struct printing *second,
                        print_fn *print, uint32_t n, const struct bl_text *whole)
{
    struct bl_text a = {0}, b = {0}, other = {0};
    struct chosen c = choice_of(choice, fuzz_most(n), FUZZ_FEW);
    for (; c.i < c.end; c.i++) {
        /* What is printed before it in the second one. */
        (void)print_part(second->printer, print, n - 1 - c.i, &other);
        int status = print_part(first->printer, print, c.i, &a);
        int again = print_part(second->printer, print, c.i, &b);
        if (bl_printer_left(first->printer) == 0 || bl_printer_left(second->printer) == 0)
            continue;
        REQUIRE(status == again && is_same(&a, &b));
        REQUIRE(!whole || status == BL_E_ARGUMENT || a.size == 0 ||
                memmem(whole->data, whole->size, a.data, a.size));
    }
    bl_text_release(&a);
    bl_text_release(&b);
    bl_text_release(&other);
}

static void check_all_parts(struct bl_module *module, const struct bl_text *whole)
{
    struct printing first = open_printer(module, 1);
    struct printing second = open_printer(module, 2);
    const struct bl_printer *p = first.printer;
    uint32_t n_values = p->tables.n_globals + p->tables.n_constants;
    check_parts(&first, &second, bl_printer_print_global, p->tables.n_globals, whole);
    check_parts(&first, &second, print_alone, p->tables.n_globals, NULL);
    check_parts(&first, &second, print_lines, p->tables.n_globals, NULL);
    check_parts(&first, &second, print_value, n_values, NULL);
    check_parts(&first, &second, print_type_name, p->tables.types->n, NULL);
    check_parts(&first, &second, bl_printer_print_type, p->tables.types->n, NULL);
    check_parts(&first, &second, bl_printer_print_metadata, second.slots->n_places, whole);
    check_parts(&first, &second, print_reference, second.slots->n_nodes, NULL);
    close_printer(&first);
    close_printer(&second);
}

/* Without numbers. */
static void check_plain_parts(struct bl_module *module)
{
    struct printing first = open_printer(module, 0);
    struct printing second = open_printer(module, 0);
    check_parts(&first, &second, bl_printer_print_global, first.printer->tables.n_globals, NULL);
    close_printer(&first);
    close_printer(&second);
}

/* What llvm-dis prints is the same again, and with two threads. */
static void check_as_llvm(struct bl_module *file)
{
    struct bl_module *module;
    struct bl_text alone = {0}, together = {0};
    REQUIRE(bl_module_open(&module, file->index, file->block, NULL) == BL_OK);
    bl_module_read_as_llvm(module);
    int status = print_whole(module, 1, false, &alone);
    int again = print_whole(module, 2, false, &together);
    bool is_whole = !is_limited(&alone) && !is_limited(&together);
    REQUIRE(!is_whole || (status == again && is_same(&alone, &together)));
    bl_text_release(&alone);
    bl_text_release(&together);
    bl_module_close(module);
}

static void check_module(struct bl_module *module)
{
    struct bl_text alone = {0}, together = {0}, annotated = {0};
    int status = print_whole(module, 1, false, &alone);
    int again = print_whole(module, 2, false, &together);
    bool is_whole = !is_limited(&alone) && !is_limited(&together);
    REQUIRE(!is_whole || (status == again && is_same(&alone, &together)));
    check_all_parts(module, is_whole ? &alone : NULL);
    check_plain_parts(module);
    (void)print_whole(module, 1, true, &annotated);
    check_as_llvm(module);
    bl_text_release(&alone);
    bl_text_release(&together);
    bl_text_release(&annotated);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct choice by_input;
    choice = fuzz_choice(&by_input, (struct bl_view){.data = data, .size = size});
    fuzz_each_module(data, size, check_module);
    return 0;
}
