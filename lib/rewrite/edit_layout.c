/* rewrite/edit_layout.c - whether a data layout can take the place of a module's own
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * LLVM ends the process where a layout cannot be read, and rejects a module whose allocas are not
 * in the address space that the layout has for them. Functions are called in the address space that
 * their types were made for.
 */
#include "base/status.h"
#include "base/view.h"
#include "bitleap_codes.h"
#include "ir/module.h"
#include "rewrite/editor.h"

/* Address spaces of a layout. */
struct spaces {
    uint32_t alloca_space, program_space, global_space;
};

/* A number that is all of TEXT. */
static bool parse_number(struct bl_view text, uint32_t *n)
{
    *n = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9' || *n > UINT32_MAX / 16)
            return false;
        *n = *n * 10 + (text.data[i] - '0');
    }
    return text.size > 0;
}

/* One specification, between two "-". */
static bool parse_part(struct bl_view part, struct spaces *spaces)
{
    struct bl_view rest = bl_view_from(part, 1);
    switch (part.data[0]) {
    case 'e':
    case 'E': return part.size == 1;
    case 'A': return parse_number(rest, &spaces->alloca_space);
    case 'P': return parse_number(rest, &spaces->program_space);
    case 'G': return parse_number(rest, &spaces->global_space);
    case 'S': return rest.size > 0;
    case 'm':
    case 'n':
    case 'p':
    case 'i':
    case 'v':
    case 'f':
    case 'a':
    case 'F': break;
    default: return false;
    }
    for (size_t i = 0; i < rest.size; i++) {
        uint8_t c = rest.data[i];
        bool is_digit = c >= '0' && c <= '9';
        bool is_letter = (part.data[0] == 'm' || part.data[0] == 'F' || part.data[0] == 'n' ||
                          part.data[0] == 'p') &&
                         c >= 'a' && c <= 'z';
        if (!is_digit && c != ':' && !is_letter)
            return false;
    }
    return true;
}

static bool parse(struct bl_view layout, struct spaces *spaces)
{
    *spaces = (struct spaces){0};
    for (size_t at = 0; at < layout.size;) {
        size_t end = at;
        while (end < layout.size && layout.data[end] != '-')
            end++;
        if (end == at || end + 1 == layout.size ||
            !parse_part((struct bl_view){layout.data + at, end - at}, spaces))
            return false;
        at = end + 1;
    }
    return true;
}

/* The first alloca of the module, as *BIT_POS. 1; 0: it has none. */
static int find_alloca(struct bl_editor *e, struct bl_module *module, uint64_t *bit_pos)
{
    uint32_t first;
    uint32_t n;
    int rc = bl_index_children(e->index, bl_module_block(module), &first, &n, e->err);
    for (uint32_t b = first; rc >= 0 && b < first + n; b++) {
        struct bl_cursor c;
        if (bl_index_get(e->index, b).block.block_id != BL_BLOCK_FUNCTION)
            continue;
        rc = bl_index_cursor(e->index, b, &c, e->err);
        if (rc < 0)
            return rc;
        while ((rc = bl_cursor_read_next(&c, &e->record)) > 0 &&
               e->record.code != BL_CODE_FUNCTION_INST_ALLOCA)
            ;
        if (rc < 0)
            bl_cursor_error(&c, e->err);
        bl_cursor_release(&c);
        if (rc > 0) {
            *bit_pos = e->record.bit_pos;
            return 1;
        }
    }
    return rc < 0 ? rc : 0;
}

int bl_edit_check_layout(struct bl_editor *e, struct bl_module *module, struct bl_view before)
{
    struct spaces old;
    struct spaces new;
    const struct bl_global *globals;
    uint32_t n;
    uint64_t bit_pos = 0;
    if (!e->edits->data_layout.data)
        return BL_OK;
    if (!parse(e->edits->data_layout, &new))
        return bl_fail(e->err, BL_E_ARGUMENT, "a data layout that LLVM does not read");
    if (!parse(before, &old))
        old = (struct spaces){0};
    int rc = old.alloca_space == new.alloca_space ? 0 : find_alloca(e, module, &bit_pos);
    if (rc > 0)
        return bl_fail_at(e->err, BL_E_ARGUMENT,
                          "data layout with another address space for allocas, of which there are",
                          bit_pos);
    if (rc == BL_OK && old.program_space != new.program_space)
        rc = bl_module_globals(module, &globals, &n, e->err);
    for (uint32_t i = 0; rc == BL_OK && old.program_space != new.program_space &&i < n; i++)
        if (globals[i].kind == BL_GLOBAL_FUNCTION &&
            globals[i].address_space != new.program_space &&
            !bl_view_begins(globals[i].name, "llvm."))
            rc = bl_fail_at(e->err, BL_E_ARGUMENT,
                            "data layout with another address space for functions",
                            globals[i].bit_pos);
    return rc;
}
