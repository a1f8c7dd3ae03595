/* bitleap_base.h - errors, borrowed bytes, files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_BASE_H
#define BITLEAP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BL_VERSION_MAJOR 0
#define BL_VERSION_MINOR 1
#define BL_VERSION_PATCH 0

#if defined(__GNUC__)
#define BL_API __attribute__((visibility("default")))
#else
#define BL_API
#endif

/* "0.1.0", the version of the library that is linked in. Static. */
BL_API const char *bl_version(void);

/* ---- Errors ---- */

enum bl_status {
    BL_OK = 0,
    BL_E_NOMEM = -1,     /* no memory */
    BL_E_SYSTEM = -2,    /* a system call failed; bl_error.sys_errno says how */
    BL_E_ARGUMENT = -3,  /* the caller broke the function's contract */
    BL_E_TRUNCATED = -4, /* the bits end before the item does */
    BL_E_MALFORMED = -5, /* breaks the grammar of the container */
    BL_E_LIMIT = -6,     /* over one of the limits above */
    BL_E_CONTAINER = -7, /* a container's header (wrapper) contradicts the file */
    BL_E_MISMATCH = -8,  /* well-formed, but contradicts another part of the stream (bl_verify) */
    BL_E_STALE = -9,     /* a file is not what it was when it was indexed */
    BL_E_STOPPED = -10,  /* the caller's function said so */
};

/* One constant phrase per status, for example "no memory". Static. */
BL_API const char *bl_status_text(int status);

/* A block on the way to the place of an error. */
struct bl_path_step {
    uint32_t block_id;
    uint64_t bit_pos; /* of its ENTER_SUBBLOCK */
};

#define BL_ERROR_PATH_MAX 16

/* What went wrong and where; bl_error_print() says it in words. Owned by the caller, filled on
 * failure, holds no pointer that needs release. Functions that take one accept NULL. */
struct bl_error {
    int status;       /* bl_status */
    int sys_errno;    /* for BL_E_SYSTEM, otherwise 0 */
    const char *what; /* the cause, one constant phrase; static */
    bool has_pos;     /* bit_pos is meant */
    uint64_t bit_pos; /* in the stream; for BL_E_CONTAINER in the file */
    uint32_t depth;   /* number of blocks around the place */
    /* The outermost BL_ERROR_PATH_MAX of them, outermost first. */
    struct bl_path_step path[BL_ERROR_PATH_MAX];
};

/* ---- Views and files ---- */

/* Borrowed bytes. */
struct bl_view {
    const uint8_t *data;
    size_t size;
};

/* Where text goes that the library puts together: SIZE bytes, not ended by a NUL. */
typedef void bl_put_fn(void *context, const char *text, size_t size);

/* A file's bytes in memory. Opaque. */
struct bl_file;

enum bl_open_flags {
    /* Read the file into memory instead of mapping it. For callers who cannot trust the file to
     * stay: when a mapped file shrinks, touching what is gone raises SIGBUS in the process, unless
     * it is guarded. Pipes, terminals and other things that cannot be mapped are always copied. */
    BL_OPEN_COPY = 1,
    /* The whole file will be read from front to back: read ahead. Without it pages are read one by
     * one when touched, which is what an index by block lengths wants. */
    BL_OPEN_SEQUENTIAL = 2,
    /* What of the mapped file is gone, or what the disk does not give, reads as zero instead of
     * raising SIGBUS, and bl_file_check() fails; where those are many single pages, all of a file
     * may read so. For that a handler of SIGBUS is installed for the whole process, while there are
     * such files; what they do not explain it hands on to the one that was there before, as if it
     * were not there itself. Any number of threads may read any number of such files; they must not
     * block SIGBUS. A system call that is given such bytes fails with EFAULT all the same. See
     * bl_guard_fault() for who installs a handler later. */
    BL_OPEN_GUARDED = 4,
};

/* Open PATH ("-" is standard input) for reading. On success *file is the caller's, to be given to
 * bl_file_close(). Errors: BL_E_SYSTEM (also ENOMEM, where the file is large and can neither be
 * mapped nor copied), BL_E_NOMEM, BL_E_LIMIT (larger than the address space). */
BL_API int bl_file_open(struct bl_file **file, const char *path, unsigned flags,
                        struct bl_error *err);

/* Everything about FILE, and every view into it, ends here. NULL is ignored. */
BL_API void bl_file_close(struct bl_file *file);

/* The bytes. Borrowed from FILE; valid until bl_file_close(). */
BL_API struct bl_view bl_file_view(const struct bl_file *file);

/* True when the bytes are a mapping of the file, false when they are a copy. */
BL_API bool bl_file_is_mapped(const struct bl_file *file);

/* Whether a mapped file still is what it was when it was opened: 0, or BL_E_SYSTEM: it has shrunk,
 * could not be read somewhere (BL_OPEN_GUARDED), or was written to, as far as its time of
 * modification tells. Bytes that are gone from the last page left read as zero, without any signal,
 * and bytes that are overwritten change under the reader, who takes any, but may put together what
 * never was in the file at one time: ask before trusting an answer, or a failure. A file that is
 * removed or replaced by another stays as it is while it is open. A copy is always whole. */
BL_API int bl_file_check(const struct bl_file *file, struct bl_error *err);

/* For a handler of SIGBUS that the host installs while files are guarded: it takes all faults, and
 * passes siginfo_t.si_addr on to here (or all of it to the handler that it replaced). True: ADDRESS
 * is in a guarded file; it reads as zero now, and the handler returns. Async-signal-safe. */
BL_API bool bl_guard_fault(const void *address);

#ifdef __cplusplus
}
#endif

#endif /* BITLEAP_BASE_H */
