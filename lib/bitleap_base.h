/* bitleap_base.h - errors, borrowed bytes, files
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BITLEAP_BASE_H
#define BITLEAP_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Around declarations of C, for C++. */
#ifdef __cplusplus
#define BL_BEGIN_DECLS extern "C" {
#define BL_END_DECLS }
#else
#define BL_BEGIN_DECLS
#define BL_END_DECLS
#endif

BL_BEGIN_DECLS

#define BL_VERSION_MAJOR 0
#define BL_VERSION_MINOR 2
#define BL_VERSION_PATCH 0

#if defined(__GNUC__)
#define BL_API __attribute__((visibility("default")))
#else
#define BL_API
#endif

/* Spare words at the end of a struct that callers have in memory of their own, or in an array: they
 * are to be left alone, and mean nothing. Later versions may name them, so that the struct has new
 * fields and the same size. A struct without them keeps its fields as they are, unless its comment
 * says that later versions may append fields: then it is only ever used through pointers that the
 * library returns. */
#define BL_SLACK(n) uint64_t slack_[n];

/* The version that these headers are of, as a number: 0.2.0 is 200, 1.2.3 is 10203. */
#define BL_VERSION_NUMBER (BL_VERSION_MAJOR * 10000 + BL_VERSION_MINOR * 100 + BL_VERSION_PATCH)

/* "0.2.0", the version of the library that is linked in. Static. */
BL_API const char *bl_version(void);
/* The version of the library that is linked in, to be compared with BL_VERSION_NUMBER. */
BL_API unsigned bl_version_number(void);

/* Bytes of the struct NAME, "bl_instruction", in the library that is linked in; 0: no struct of
 * that name is one that callers see into. For bindings that declare structs themselves: a layout
 * that is not the library's is found when it is loaded. */
BL_API size_t bl_sizeof(const char *name);

/* In the place of a number: there is none. In that of a block's number or id: the top level. */
#define BL_NONE UINT32_MAX

/* ---- Errors ---- */

/* What functions return on failure. */
enum bl_status {
    BL_OK = 0,
    BL_E_NOMEM = -1,     /* no memory */
    BL_E_SYSTEM = -2,    /* a system call failed; bl_error.sys_errno says how */
    BL_E_ARGUMENT = -3,  /* the caller broke the function's contract */
    BL_E_TRUNCATED = -4, /* the bits end before the item does */
    BL_E_MALFORMED = -5, /* breaks the grammar of the container */
    BL_E_LIMIT = -6,     /* over a limit of bitleap_limits.h, or the caller's */
    BL_E_CONTAINER = -7, /* a container's header (wrapper) contradicts the file */
    BL_E_MISMATCH = -8,  /* well-formed, but contradicts another part of the stream (bl_verify) */
    BL_E_STALE = -9,     /* a file has changed since it was indexed */
    BL_E_STOPPED = -10,  /* a callback of the caller returned it */
    BL_E_UNSUPPORTED = -11, /* sound as far as is known, but of a kind that is not read here */
};

/* One constant phrase per status, for example "no memory"; "ok" for positive answers. Static. */
BL_API const char *bl_status_text(int status);

/* A block on the way to the place of an error. */
struct bl_path_step {
    uint32_t block_id;
    uint64_t bit_pos; /* of its ENTER_SUBBLOCK */
};

#define BL_ERROR_PATH_MAX 16

/* What went wrong and where; bl_error_print() puts it into words. Owned by the caller, filled on
 * failure; nothing in it needs release. Functions that take one accept NULL. */
struct bl_error {
    int status;         /* bl_status */
    int sys_errno;      /* for BL_E_SYSTEM, otherwise 0 */
    const char *what;   /* the cause, one constant phrase; static */
    bool has_pos;       /* bit_pos is meant */
    uint64_t bit_pos;   /* in the stream; for BL_E_CONTAINER and BL_E_UNSUPPORTED in the file */
    uint32_t depth;     /* number of blocks around the place */
    uint32_t n_choices; /* what was asked for is one of so many, and must be named; otherwise 0 */
    /* The outermost BL_ERROR_PATH_MAX of the blocks, outermost first. */
    struct bl_path_step path[BL_ERROR_PATH_MAX];
    BL_SLACK(6)
};

/* What kind of failure ERR is, for programs: "damaged", also of what is over a limit;
 * "unsupported"; "no bitcode"; "unreadable" (no memory, no access, it changes); "argument" (what
 * was asked for is not there). Static. */
BL_API const char *bl_error_kind(const struct bl_error *err);

/* ---- Views and files ---- */

/* Borrowed bytes. */
struct bl_view {
    const uint8_t *data;
    size_t size;
};

/* The bytes of TEXT, a string of C, without its NUL: for names, bl_view_of("main"). Borrowed. */
BL_API struct bl_view bl_view_of(const char *text);

/* What kind of value a fact has. */
enum bl_fact_kind {
    BL_FACT_NULL = 0, /* nothing: a null of the container's, or the value is missing */
    BL_FACT_TEXT = 1,
    BL_FACT_BYTES = 2,   /* no text: a hash */
    BL_FACT_INTEGER = 3, /* signed */
    BL_FACT_REAL = 4,
    BL_FACT_BOOL = 5,
};

/* What a container says of a part: a column of a row in Parquet, the type of a function in a Metal
 * library. */
struct bl_fact {
    struct bl_view name;
    uint8_t kind;        /* bl_fact_kind */
    struct bl_view text; /* and bytes */
    int64_t integer;     /* and 0 or 1 of BL_FACT_BOOL */
    double real;
    BL_SLACK(2)
};

/* Receives text that the library composes: SIZE bytes, without a NUL at the end. */
typedef void bl_put_fn(void *context, const char *text, size_t size);

/* Room of the caller for text: its address is the context of bl_room_put(), so that languages which
 * cannot pass functions of their own need none. What does not fit is dropped, as by snprintf(). */
struct bl_room {
    char *text;    /* ends with a NUL once something has been put, unless size is 0 */
    size_t size;   /* of text, with the NUL */
    size_t n_text; /* how long all of it would be: 0 before the first call */
};
/* A bl_put_fn that appends to the bl_room at ROOM. */
BL_API void bl_room_put(void *room, const char *text, size_t size);

/* TEXT for a terminal. Control characters, C1 too, become \xHH, in UTF-8 or as bytes; so do those
 * that change the direction of text (Unicode's Bidi_Control). */
BL_API void bl_visible_print(struct bl_view text, bl_put_fn *put, void *context);

/* Bytes of the valid UTF-8 sequence at the start of TEXT, which is not empty; 0: there is none. */
BL_API size_t bl_utf8_length(struct bl_view text);

/* A file's bytes in memory. Opaque. */
struct bl_file;

/* How to open a file. */
enum bl_open_flags {
    /* Read the file into memory instead of mapping it, for callers that cannot rely on the file to
     * stay as it is: when a mapped file shrinks, reading the lost part raises SIGBUS in the
     * process, unless the file is guarded. Pipes, terminals and other files that cannot be mapped
     * are always copied. */
    BL_OPEN_COPY = 1,
    /* The caller will read the whole file from front to back: read ahead. Without this flag the
     * system reads pages one by one when they are touched, which suits an index by block lengths.
     */
    BL_OPEN_SEQUENTIAL = 2,
    /* Parts of a mapped file that are lost, or that the disk cannot read, read as zero instead of
     * raising SIGBUS, and bl_file_check() fails; where many single pages are affected, the whole
     * file may read as zero. While guarded files are open, the library has a handler of SIGBUS
     * installed for the whole process; it passes other faults to the handler that was installed
     * before. Any number of threads may read any number of guarded files; they must not block
     * SIGBUS. A system call on such bytes still fails with EFAULT. If you install a handler later,
     * see bl_guard_fault(). */
    BL_OPEN_GUARDED = 4,
    /* Read what may have no end however long it is: memory is the limit. */
    BL_OPEN_ENDLESS = 8,
    /* An index file that is not complete is opened, too (bl_catalog_open()). */
    BL_OPEN_INCOMPLETE = 16,
    /* Sources of a catalog stay open once they are (bl_catalog_unload()), for a process that looks
     * names up for as long as it lives. */
    BL_OPEN_KEEP = 32,
};

/* Bytes that are read of what has no size, without BL_OPEN_ENDLESS: of pipes and sockets; of
 * devices, and of what the kernel makes up in files that say they are empty. */
#define BL_MAX_PIPE_BYTES 4294967296
#define BL_MAX_DEVICE_BYTES 67108864

/* Open PATH ("-" is standard input) for reading. On success the caller owns *file and passes it to
 * bl_file_close(). Errors: BL_E_SYSTEM (also ENOMEM, for a large file that can neither be mapped
 * nor copied), BL_E_NOMEM, BL_E_LIMIT (larger than the address space; BL_MAX_PIPE_BYTES). */
BL_API int bl_file_open(struct bl_file **file, const char *path, unsigned flags,
                        struct bl_error *err);

/* As bl_file_open(), but SIZE bytes at OFFSET of the file that FD is open for: of a member of an
 * archive, say, as linkers hand them to plug-ins. SIZE 0: all from OFFSET on. FD stays the
 * caller's, who may close it at once. What has no size, a pipe, is read whole: OFFSET and SIZE are
 * 0. Errors: as bl_file_open(), and BL_E_ARGUMENT (the file has no such bytes). */
BL_API int bl_file_open_fd(struct bl_file **file, int fd, uint64_t offset, uint64_t size,
                           unsigned flags, struct bl_error *err);

/* Everything about FILE, and every view into it, ends here. NULL is ignored. */
BL_API void bl_file_close(struct bl_file *file);

/* The bytes of FILE. Borrowed from it; valid until bl_file_close(). */
BL_API struct bl_view bl_file_view(const struct bl_file *file);

/* True when the bytes are a mapping of the file, false when they are a copy. */
BL_API bool bl_file_is_mapped(const struct bl_file *file);

/* True when bl_file_unpack() has replaced the bytes of FILE. */
BL_API bool bl_file_is_unpacked(const struct bl_file *file);

/* Whether a mapped file is still as it was when it was opened. Returns 0, or BL_E_SYSTEM if it has
 * shrunk, could not be read somewhere (BL_OPEN_GUARDED), or was written to, judging by its time of
 * modification. Lost bytes on the last remaining page read as zero without a signal, and
 * overwritten bytes change while they are read; every function copes with that, but may return a
 * mixture that the file never held. So check before you trust an answer, or a failure. A file that
 * is removed or replaced while it is open stays as it is. A copy is always whole. */
BL_API int bl_file_check(const struct bl_file *file, struct bl_error *err);

/* For a host that installs a handler of SIGBUS while files are guarded. That handler receives all
 * faults and calls this function with siginfo_t.si_addr, or passes everything to the handler it
 * replaced. True: ADDRESS is in a guarded file and now reads as zero; the handler returns.
 * Async-signal-safe. */
BL_API bool bl_guard_fault(const void *address);

BL_END_DECLS

#endif /* BITLEAP_BASE_H */
