/* analysis/import_list.c - what ThinLTO would import into each module, printed
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "analysis/import_list.h"

#include "base/array.h"
#include "base/text.h"

#include <inttypes.h>

void import_list_open(struct import_list *list, struct context *c)
{
    *list = (struct import_list){.context = c};
    (void)out_need(bl_thin_link_open(&list->link, NULL));
}

void import_list_keep(struct import_list *list, const char *name)
{
    (void)out_need(bl_thin_link_keep(list->link, view_of(name[0] == '@' ? name + 1 : name), NULL));
}

void import_list_add(struct import_list *list, const struct module_input *in)
{
    struct out path;
    struct bl_error err, paths_err;
    const struct bl_summary_module *paths;
    uint32_t number, n_paths;
    (void)out_need(bl_module_paths(in->module, &paths, &n_paths, &paths_err));
    if (n_paths > 0) {
        put_note(list->context, "%s: an index of other modules takes no part", in->input->path);
        return;
    }
    int status = out_need(bl_thin_link_add(list->link, in->module, &number, &err));
    if (!out_init_memory(&path, OUT_LEAST_BYTES, SIZE_MAX / 2, false))
        out_no_memory();
    put_module_path(&path, in);
    struct linked_module module = {
        .file = string_of(view_of(in->input->path)),
        .path = string_of((struct bl_view){(const uint8_t *)path.data, path.n}),
        .number = in->number,
    };
    free(path.data);
    array_add(&list->modules, &list->n, &list->cap, module);
    if (status < 0)
        report_in_module(in, &err);
}

static const char *import_kind(const struct bl_import *import)
{
    return import->kind == BL_SUMMARY_FUNCTION ? "function" : "variable";
}

static void json_import(struct context *c, const struct linked_module *to,
                        const struct linked_module *from, const struct bl_import *import)
{
    struct out *o = &c->out;
    json_begin(o, "import");
    json_text(o, "file", to->file);
    json_u64(o, "module", to->number);
    json_text(o, "kind", import_kind(import));
    json_name(o, "name", import->name);
    json_demangled(c, o, import->name);
    json_u64(o, "guid", import->guid);
    json_text(o, "from_file", from->file);
    json_u64(o, "from_module", from->number);
    json_end(o);
}

static void put_import(struct context *c, const struct linked_module *to,
                       const struct linked_module *from, const struct bl_import *import)
{
    struct out *o = &c->out;
    out_printf(o, "%s: imports ", to->path);
    out_colour(o, COLOUR_NAME);
    if (import->name.size == 0) {
        out_printf(o, "guid %" PRIu64, import->guid);
    } else if (!put_demangled(c, import->name, out_put, o)) {
        out_char(o, '@');
        bl_name_print(import->name, out_put, o);
    }
    out_plain(o);
    out_printf(o, " from %s\n", from->path);
}

bool import_list_put(struct import_list *list)
{
    const struct bl_import *imports;
    struct bl_error err;
    uint32_t n;
    for (uint32_t i = 0; i < list->n; i++) {
        int status = out_need(bl_thin_link_imports(list->link, i, &imports, &n, &err));
        if (status < 0) {
            report_text(list->context, list->modules[i].path, status, err.what);
            break;
        }
        for (uint32_t k = 0; k < n; k++) {
            const struct linked_module *from = &list->modules[imports[k].module];
            if (list->context->json)
                json_import(list->context, &list->modules[i], from, &imports[k]);
            else
                put_import(list->context, &list->modules[i], from, &imports[k]);
        }
        list->n_imports += n;
    }
    return list->n_imports > 0;
}

void import_list_close(struct import_list *list)
{
    for (uint32_t i = 0; i < list->n; i++) {
        free(list->modules[i].file);
        free(list->modules[i].path);
    }
    free(list->modules);
    bl_thin_link_close(list->link);
}
