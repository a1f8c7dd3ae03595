/* base/status.c - status texts, filling a caller's bl_error
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/status.h"

#include <errno.h>
#include <string.h>

#define STRINGIFY_(x) #x
#define STRINGIFY(x) STRINGIFY_(x)

const char *bl_version(void)
{
    return STRINGIFY(BL_VERSION_MAJOR) "." STRINGIFY(BL_VERSION_MINOR) "." STRINGIFY(
        BL_VERSION_PATCH);
}

unsigned bl_version_number(void)
{
    return BL_VERSION_NUMBER;
}

struct bl_view bl_view_of(const char *text)
{
    return (struct bl_view){.data = (const uint8_t *)text, .size = strlen(text)};
}

const char *bl_status_text(int status)
{
    if (status > 0)
        return "ok";
    switch ((enum bl_status)status) {
    case BL_OK: return "ok";
    case BL_E_NOMEM: return "no memory";
    case BL_E_SYSTEM: return "system call failed";
    case BL_E_ARGUMENT: return "wrong argument";
    case BL_E_TRUNCATED: return "ends too soon";
    case BL_E_MALFORMED: return "malformed";
    case BL_E_LIMIT: return "over a limit";
    case BL_E_CONTAINER: return "container contradicts the file";
    case BL_E_MISMATCH: return "contradicts another part of the stream";
    case BL_E_STALE: return "changed since it was indexed";
    case BL_E_STOPPED: return "stopped";
    case BL_E_UNSUPPORTED: return "not supported";
    }
    return "unknown status";
}

const char *bl_error_kind(const struct bl_error *err)
{
    switch (err->status) {
    case BL_E_ARGUMENT: return "argument";
    case BL_E_CONTAINER: return err->has_pos ? "damaged" : "no bitcode";
    case BL_E_UNSUPPORTED: return "unsupported";
    case BL_E_NOMEM:
    case BL_E_SYSTEM:
    case BL_E_STALE: return "unreadable";
    default: return "damaged";
    }
}

int bl_fail(struct bl_error *err, int status, const char *what)
{
    if (err)
        *err = (struct bl_error){.status = status, .what = what};
    return status;
}

int bl_fail_at(struct bl_error *err, int status, const char *what, uint64_t bit_pos)
{
    if (err)
        *err =
            (struct bl_error){.status = status, .what = what, .has_pos = true, .bit_pos = bit_pos};
    return status;
}

int bl_fail_again(struct bl_error *err, const struct bl_error *failure)
{
    if (failure->status < 0 && err)
        *err = *failure;
    return failure->status;
}

int bl_fail_errno(struct bl_error *err, const char *what)
{
    int saved = errno;
    bl_fail(err, BL_E_SYSTEM, what);
    if (err)
        err->sys_errno = saved;
    return BL_E_SYSTEM;
}

int bl_check_flags(unsigned flags, unsigned allowed, struct bl_error *err)
{
    if (flags & ~allowed)
        return bl_fail(err, BL_E_ARGUMENT, "flags that are not possible here");
    return BL_OK;
}

void bl_error_push(struct bl_error *err, uint32_t block_id, uint64_t bit_pos)
{
    if (!err)
        return;
    if (err->depth < BL_ERROR_PATH_MAX)
        err->path[err->depth] = (struct bl_path_step){.block_id = block_id, .bit_pos = bit_pos};
    err->depth++;
}
