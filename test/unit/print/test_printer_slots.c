/* unit/print/test_printer_slots.c - printers with the numbers of another module
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "unit/ir/bodies.h"

#include <unistd.h>

enum {
    NODE = 3,
    COMDAT = 12,
    GLOBAL_VARIABLE = 7,
    GLOBAL_FUNCTION = 8,
    SETTYPE = 1,
    CST_NULL = 2,
};

/* What a module has more of than the plain one, or what differs there. */
struct shape {
    const char *name;
    unsigned n_types, n_globals, n_constants, n_comdats, n_nodes, n_groups, n_lists;
    unsigned n_functions;
    bool is_function; /* the last global value, which is a variable */
    bool is_wide;     /* the last type, a struct of one */
    bool has_name;    /* that */
    bool is_aligned;  /* the variable: no number depends on it */
};

static void write_attributes(struct bl_writer *w, const struct shape *s)
{
    bl_writer_enter(w, PARAMATTR_GROUP, WIDTH);
    for (unsigned i = 0; i < 1 + s->n_groups; i++)
        bl_writer_record(w, 3, BUILD_OPS(i + 1, UINT32_MAX, 0, 26)); /* of the function: minsize */
    bl_writer_exit(w);
    bl_writer_enter(w, PARAMATTR, WIDTH);
    for (unsigned i = 0; i < 1 + s->n_lists; i++)
        bl_writer_record(w, 2, BUILD_OPS(1));
    bl_writer_exit(w);
}

static void write_shape_types(struct bl_writer *w, const struct shape *s)
{
    bl_writer_enter(w, TYPES, WIDTH);
    bl_writer_record(w, 1, BUILD_OPS(5 + s->n_types));
    bl_writer_record(w, 7, BUILD_OPS(32));
    bl_writer_record(w, 25, BUILD_OPS(0));    /* pointers */
    bl_writer_record(w, 21, BUILD_OPS(0, 0)); /* i32 () */
    bl_writer_record(w, 16, NULL, 0);         /* metadata */
    for (unsigned i = 0; i < s->n_types; i++)
        bl_writer_record(w, 7, BUILD_OPS(8 + i));
    if (s->has_name)
        bl_writer_record(w, 19, BUILD_OPS('s'));
    if (s->is_wide)
        bl_writer_record(w, 20, BUILD_OPS(0, 0, 0));
    else
        bl_writer_record(w, 20, BUILD_OPS(0, 0));
    bl_writer_exit(w);
}

static struct opened open_shape(const struct shape *s)
{
    struct bl_writer *w = begin_module();
    bl_writer_record(w, 1, BUILD_OPS(1));
    write_attributes(w, s);
    write_shape_types(w, s);
    for (unsigned i = 0; i < 1 + s->n_comdats; i++)
        bl_writer_record(w, COMDAT, BUILD_OPS(1, 1, 'c'));
    bl_writer_record(w, GLOBAL_FUNCTION, BUILD_OPS(2, 0, 1, 0, 1, 0, 0, 0));
    for (unsigned i = 0; i < s->n_functions; i++)
        bl_writer_record(w, GLOBAL_FUNCTION, BUILD_OPS(2, 0, 1, 0, 0, 0, 0, 0));
    for (unsigned i = 0; i < s->n_globals; i++)
        bl_writer_record(w, GLOBAL_VARIABLE, BUILD_OPS(0, 2, 0, 0, 0, 0));
    if (s->is_function)
        bl_writer_record(w, GLOBAL_FUNCTION, BUILD_OPS(2, 0, 1, 0, 0, 0, 0, 0));
    else
        bl_writer_record(w, GLOBAL_VARIABLE, BUILD_OPS(0, 2, 0, 0, s->is_aligned ? 3 : 0, 0, 0, 0));
    bl_writer_enter(w, CONSTANTS, WIDTH);
    bl_writer_record(w, SETTYPE, BUILD_OPS(0));
    for (unsigned i = 0; i < 1 + s->n_constants; i++)
        bl_writer_record(w, CST_NULL, NULL, 0);
    bl_writer_exit(w);
    bl_writer_enter(w, METADATA, WIDTH);
    for (unsigned i = 0; i < 1 + s->n_nodes; i++)
        bl_writer_record(w, NODE, BUILD_OPS(0));
    bl_writer_exit(w);
    return end_module(w);
}

static const struct shape plain = {.name = "plain"};

static int open_with(struct bl_slots *slots, const struct shape *s)
{
    struct opened other = open_shape(s);
    struct bl_printer *printer;
    struct bl_error err = {0};
    int status = bl_printer_open(&printer, other.module, slots, &err);
    cr_expect_eq(status == BL_OK, printer != NULL, "%s", s->name);
    if (status < 0)
        cr_expect_eq(err.status, status, "%s", s->name);
    bl_printer_close(printer);
    close_module(&other);
    return status;
}

/* While numbers are being found, and when all have been. */
Test(printer_slots, of_another_module_are_refused)
{
    static const struct shape others[] = {
        {.name = "type", .n_types = 1},         {.name = "global", .n_globals = 1},
        {.name = "constant", .n_constants = 1}, {.name = "comdat", .n_comdats = 1},
        {.name = "node", .n_nodes = 1},         {.name = "group", .n_groups = 1},
        {.name = "list", .n_lists = 1},         {.name = "kind", .is_function = true},
        {.name = "parts", .is_wide = true},     {.name = "struct", .has_name = true},
    };
    struct opened o = open_shape(&plain);
    struct bl_slots *slots;
    cr_assert_eq(bl_slots_open(&slots, o.module, NULL), BL_OK);
    for (int is_complete = 0; is_complete < 2; is_complete++) {
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            cr_expect_eq(open_with(slots, &others[i]), BL_E_MISMATCH, "%s", others[i].name);
        cr_expect_eq(open_with(slots, &plain), BL_OK);
        cr_expect_eq(open_with(slots, &(struct shape){.name = "alignment", .is_aligned = true}),
                     BL_OK);
        cr_assert_eq(bl_slots_complete(slots, NULL), BL_OK);
    }
    bl_slots_close(slots);
    close_module(&o);
}

/* ---- On threads ---- */

/* What is written over a module as soon as its first text goes out. */
struct overwriting {
    struct guard *guard;
    struct bl_view bytes;
    unsigned n_puts;
};

/* While the caller sleeps, other threads open the module again. */
static void put_and_overwrite(void *context, const char *text, size_t size)
{
    struct overwriting *o = context;
    (void)text, (void)size;
    if (o->n_puts++ == 0)
        memcpy(o->guard->data, o->bytes.data, o->bytes.size);
    else
        usleep(20000);
}

/* As where a file is overwritten: threads that open the module again refuse the numbers of what it
 * was, and the caller learns it. */
Test(printer_slots, of_a_module_that_is_overwritten)
{
    const struct shape before = {.n_functions = 64},
                       after = {.n_functions = 64, .is_function = true};
    struct opened changed = open_shape(&after);
    int status = BL_OK;
    for (int i = 0; i < 20 && status == BL_OK; i++) {
        struct opened o = open_shape(&before);
        struct opened_printer p = open_printer(&o);
        struct overwriting w = {.guard = &o.guard, .bytes = changed.guard.bytes};
        struct bl_error err = {0};
        cr_assert_eq(o.guard.bytes.size, changed.guard.bytes.size);
        status =
            bl_printer_print_module(p.printer, (struct bl_view){0}, 3, put_and_overwrite, &w, &err);
        cr_expect_eq(err.status, status);
        close_printer(&p);
        close_module(&o);
    }
    cr_expect_eq(status, BL_E_MISMATCH);
    close_module(&changed);
}
