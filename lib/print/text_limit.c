/* print/text_limit.c - how much text a printer may make in all
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A damaged module may unfold to any amount of text, or of work for no text. Both are counted as
 * text is handed out; what the limit has no room for is cut off.
 */
#include "print/text_limit.h"
#include "print/printer.h"

enum {
    /* A buffer may have more than is left, so that its end can be cut off cleanly. */
    MORE_THAN_LEFT = 4096,
};

void bl_printer_limit(struct bl_printer *p, uint64_t n_bytes)
{
    p->left = p->work_left = n_bytes;
    bl_printer_limit_text(p);
}

void bl_printer_limit_text(struct bl_printer *p)
{
    uint64_t n_bytes = p->left;
    p->text.limit = n_bytes < UINT64_MAX - MORE_THAN_LEFT ? n_bytes + MORE_THAN_LEFT : 0;
}

uint64_t bl_printer_left(const struct bl_printer *p)
{
    return p->left;
}

void bl_printer_work(struct bl_printer *p, uint64_t n)
{
    p->work += n;
    if (p->work > p->work_left)
        bl_text_cut(&p->text);
}

/* The SIZE bytes that TEXT is, and the work for it, count from now on. Returns how many of them
 * there was room for. */
static size_t spend(struct bl_printer *p, const struct bl_text *text, size_t size, bool *is_over)
{
    *is_over = (text->is_cut && !text->has_lacked) || p->left == 0 || size > p->left ||
               p->work > p->work_left;
    if (*is_over && size > p->left)
        size = (size_t)p->left;
    if (*is_over)
        p->left = p->work_left = 0;
    if (p->left < UINT64_MAX) {
        p->left -= *is_over ? 0 : size;
        p->work_left -= *is_over ? 0 : p->work;
    }
    bl_printer_limit_text(p);
    p->work = 0;
    return size;
}

bool bl_printer_spend(struct bl_printer *p, uint64_t size)
{
    bool is_over = p->text.is_cut || size > p->left || p->work > p->work_left;
    if (!is_over)
        spend(p, &p->text, (size_t)size, &is_over);
    return !is_over;
}

static void fill_failure(const struct bl_printer *p, struct bl_error *err)
{
    (void)bl_module_fail(p->tables.module, BL_E_LIMIT, "text is longer than the limit",
                         p->tables.module->place.bit_pos, err);
}

bool bl_printer_hand_over(struct bl_printer *p, struct bl_text *text, bl_put_fn *put, void *context)
{
    struct bl_error err;
    bool is_over;
    size_t from = p->is_part && text->size > 0 && text->data[0] == '\n';
    if (text->size > 0)
        p->is_part = false;
    size_t size = spend(p, text, text->size - from, &is_over);
    while (is_over && size > 0 && text->data[from + size - 1] != '\n')
        size--;
    if (size)
        put(context, text->data + from, size);
    text->size = 0;
    text->is_cut = text->has_lacked;
    if (is_over) {
        fill_failure(p, &err);
        bl_printer_damage(p, &err);
        put(context, p->text.data, p->text.size);
        p->text.size = 0;
    }
    return !is_over;
}

void bl_printer_flush_much(struct bl_printer *p)
{
    if (!p->text.is_cut && p->text.size <= p->left && p->work <= p->work_left)
        bl_printer_hand_over(p, &p->text, p->put, p->context);
}

void bl_printer_hand_over_piece(struct bl_printer *p, size_t from, bl_put_fn *put, void *context)
{
    struct bl_error err;
    bool is_over;
    size_t size = spend(p, &p->text, p->text.size - from, &is_over);
    if (size)
        put(context, p->text.data + from, size);
    p->text.is_cut = p->text.has_lacked;
    if (is_over) {
        fill_failure(p, &err);
        bl_printer_note_damage(p, &err);
        put(context, "...", 3);
    }
}
