/* ir/guid.c - the numbers that LLVM makes of the names of global values
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/load.h"
#include "base/status.h"
#include "ir/module.h"
#include "ir/summary.h"

#include <md5.h>

enum {
    FIRST_WITH_SEMICOLON = 18, /* between file and name; before, a colon */
};

static void add_to_md5(MD5_CTX *md5, struct bl_view view)
{
    MD5Update(md5, view.data, view.size);
}

/* The first eight bytes of the digest, least significant first. */
static uint64_t finish_md5(MD5_CTX *md5)
{
    uint8_t digest[MD5_DIGEST_LENGTH];
    MD5Final(digest, md5);
    return bl_load_le64(digest);
}

uint64_t bl_guid(struct bl_view name)
{
    MD5_CTX md5;
    MD5Init(&md5);
    add_to_md5(&md5, name);
    return finish_md5(&md5);
}

uint64_t bl_guid_of_global(const struct bl_global *g, struct bl_view source_file, unsigned llvm)
{
    struct bl_view name = g->name;
    MD5_CTX md5;
    MD5Init(&md5);
    if (g->linkage == BL_LINKAGE_INTERNAL || g->linkage == BL_LINKAGE_PRIVATE) {
        add_to_md5(&md5, source_file.size ? source_file : bl_view_of("<unknown>"));
        add_to_md5(&md5, bl_view_of(llvm < FIRST_WITH_SEMICOLON ? ":" : ";"));
    }
    if (name.size && name.data[0] == 1) { /* linkers are not to change it */
        name.data++;
        name.size--;
    }
    add_to_md5(&md5, name);
    return finish_md5(&md5);
}

int bl_module_guid(struct bl_module *module, uint32_t value, uint64_t *guid, struct bl_error *err)
{
    struct bl_global global;
    struct bl_view source_file = {0};
    *guid = 0;
    int status = bl_module_global(module, value, &global, err);
    if (status == BL_OK)
        status = bl_module_text(module, BL_CODE_MODULE_SOURCE_FILENAME, &source_file, err);
    unsigned llvm = status < 0 ? 0 : bl_module_llvm(module);
    if (status >= 0 && bl_module_lacked(module))
        status = bl_fail(err, BL_E_NOMEM, "no memory for a module");
    if (status < 0)
        return status;
    *guid = bl_guid_of_global(&global, source_file, llvm);
    return BL_OK;
}
