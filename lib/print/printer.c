/* print/printer.c - what is damaged; texts that are made once
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "print/printer.h"

#include "index/index.h"

enum {
    MAX_KEPT_TEXT = 256,
};

/* ---- Damage ---- */

static void put_comment(struct bl_printer *p, const struct bl_error *err)
{
    if (p->text.size > 0 && p->text.data[p->text.size - 1] != '\n')
        bl_text_char(&p->text, '\n');
    bl_text_put(&p->text, "; error: ");
    (void)bl_error_print(err, bl_index_stream(p->tables.module->index), bl_text_append, &p->text);
    bl_text_char(&p->text, '\n');
}

void bl_printer_note_damage(struct bl_printer *p, const struct bl_error *err)
{
    if (p->n_damages++ == p->n_reported)
        p->damage = *err;
}

void bl_printer_damage(struct bl_printer *p, const struct bl_error *err)
{
    bl_printer_note_damage(p, err);
    put_comment(p, err);
}

void bl_printer_note(struct bl_printer *p, const struct bl_error *err)
{
    bl_printer_note_damage(p, err);
    if (p->noted.status == BL_OK)
        p->noted = *err;
}

void bl_printer_put_noted(struct bl_printer *p)
{
    if (p->noted.status != BL_OK)
        put_comment(p, &p->noted);
    p->noted.status = BL_OK;
}

void bl_printer_unknown(struct bl_printer *p, uint64_t bit_pos, const char *what)
{
    struct bl_error err;
    (void)bl_module_fail(p->tables.module, BL_E_MALFORMED, what, bit_pos, &err);
    bl_printer_damage(p, &err);
}

void bl_printer_put_failure(struct bl_printer *p)
{
    if (p->tables.failure.status != BL_OK)
        put_comment(p, &p->tables.failure);
}

/* ---- Kept texts ---- */

void bl_printer_keep(struct bl_printer *p, struct bl_kept_texts *kept, uint64_t i, size_t begin)
{
    size_t size = p->text.size - begin;
    if (i < kept->n && size > 0 && size <= MAX_KEPT_TEXT && !p->text.is_cut && !p->has_no_splat)
        bl_kept_set(kept, i, p->text.data + begin, size);
    if (kept->longer.has_lacked)
        p->text.is_cut = p->text.has_lacked = true;
}
