/* bitleap.h - read LLVM bitcode where it lies: map, index by block lengths, decode on demand
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The one public header; it includes bitleap_walk.h, bitleap_stats.h, bitleap_writer.h and
 * bitleap_ir.h, and that bitleap_function.h and bitleap_catalog.h. The parts, in the order in which
 * data flows through them:
 *
 *   bl_file    a mapped (or copied) file                      bytes
 *   bl_stream  one bitstream inside it, wrapper taken off      bytes + kind
 *   bl_index   where every block stands, found by block lengths, as far as anybody asked
 *   bl_cursor  the entries of one block, in order; reads a record or skips it
 *   bl_walk    every entry of a whole stream, in order (bitleap_walk.h)
 *   bl_split   a stream in pieces that can be read at the same time (bitleap_walk.h)
 *   bl_stats   where the bits of streams go (bitleap_stats.h)
 *   bl_verify  everything that can be checked about a stream, and read of it (bitleap_stats.h)
 *   bl_module  LLVM IR: what the records of a module mean (bitleap_ir.h)
 *   bl_function  the body of one function (bitleap_function.h)
 *   bl_catalog  what is in many files: the index on disk, and look-up by name (bitleap_catalog.h)
 *   bl_writer  the other direction (bitleap_writer.h)
 *
 * Conventions that hold everywhere:
 *  - Functions return 0 or a positive answer, and a negative bl_status on failure. Iterators return
 *    1 for an item, 0 at the end, negative on failure.
 *  - Flags that a function does not know, or that are not possible with it, are BL_E_ARGUMENT.
 *  - A bit position is 64 bits wide and counts from the first bit of the stream (the magic). A byte
 *    offset counts from the first byte of the file.
 *  - "Borrowed" means: points into memory that somebody else owns; how long it is valid is said.
 *  - The library never prints, never exits, and keeps no mutable global state but for
 *    BL_OPEN_GUARDED, and which CPU variants there are and is chosen. The first use of those reads
 *    the environment: call bl_cpu_name(BL_CPU_BEST) before starting threads that change it.
 *  - One object is used by one thread at a time; different objects may be used by different
 *    threads. What is only read may be shared by any number of them: a bl_file, a bl_stream, a
 *    bl_split, and a bl_index of which all is known (bl_index_expand). Each thread then has
 *    cursors, walks, records, modules and stats of its own.
 *  - Some structs are called as a function is (bl_module_facts): in C++, too, they are written with
 *    `struct` in front.
 *  - "Document" is the LLVM Bitcode File Format document; LLVM headers are named by file.
 */
#ifndef BITLEAP_H
#define BITLEAP_H

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

/* ---- Limits ----
 * What is within the grammar but beyond one of these ends in BL_E_LIMIT. They bound memory by a
 * small multiple of the stream, whatever its bytes claim.
 */

/* Blocks nested in blocks. Compilers reach 5. */
#define BL_MAX_DEPTH 4096

/* Containers in containers. */
#define BL_MAX_CONTAINER_DEPTH 16

/* The parts of one container that are searched have, all together, no more bytes than it: those
 * that overlap others are not searched again and again. So the time of a search is bounded, too,
 * but for thin archives: members there are files of their own, each read as often as it is named. A
 * search has one of them open at a time; a catalog keeps those that it is asked for the streams of
 * (bl_catalog_load). */

/* Bytes of the paths that one search answers, all together: 1 MiB, or 16 for each byte of the file
 * where that is more, and 16 for each byte of each file that a thin archive names, however often.
 * The names in there are counted once more. Then the search ends. */
#define BL_MAX_PATH_BYTES_FLOOR 1048576
#define BL_MAX_PATH_BYTES_PER_BYTE 16

/* Operands of one record: 65,536, or four for each byte of the stream where that is more: LLVM
 * takes two bits and more for a part of an array. */
#define BL_MAX_OPERANDS_FLOOR 65536
#define BL_MAX_OPERANDS_PER_BYTE 4

/* Operands of a constant whose kind has a fixed number of them, five at most: so that it can be
 * asked for many times. Neither may its abbreviation have more, nor a VBR of one bit, which has no
 * greatest length. */
#define BL_MAX_FIXED_OPERANDS 64

/* Memory for the abbreviations and BLOCKINFO blocks in force at once: 1 MiB, plus four bytes for
 * each byte of the stream. */
#define BL_MAX_ABBREV_BYTES_FLOOR 1048576
#define BL_MAX_ABBREV_BYTES_PER_BYTE 4

/* Literal operands of one abbreviation. Compilers use a handful. */
#define BL_MAX_ABBREV_LITERALS 1024

/* Widest Fixed or VBR operand, and widest abbreviation id (BitstreamReader.h, MaxChunkSize). */
#define BL_MAX_WIDTH 32

/* ---- CPU variants ----
 *
 * Records and runs of values are read by one of several builds of the same code. All give the same
 * answers; they are told apart for tests and benchmarks only.
 */
enum bl_cpu {
    /* The best that this machine runs, chosen once. The environment variable BITLEAP_CPU, a name as
     * bl_cpu_name() gives it, has a say: it is taken instead where the machine can run it; any
     * other name is ignored. */
    BL_CPU_BEST,
    BL_CPU_GENERIC, /* plain C, the reference */
    BL_CPU_BMI2,    /* x86-64: pext, pdep, popcnt, lzcnt; in hardware, so on AMD since Zen 3 */
    BL_CPU_AVX2,    /* and AVX2 for runs of values */
    BL_CPU_AVX512,  /* and AVX-512 F, BW, DQ, VL */
    BL_CPU_NEON,    /* arm64 */
    BL_CPU_END
};

/* "generic", "bmi2", "avx2", "avx512", "neon"; for BL_CPU_BEST that of the one it
 * stands for. Static. */
BL_API const char *bl_cpu_name(enum bl_cpu cpu);

/* Whether this machine can run it. */
BL_API bool bl_cpu_usable(enum bl_cpu cpu);

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

/* ---- Streams ---- */

/* What the first four bytes say. None is a reason to reject a stream (document,
 * "Magic Numbers"). */
enum bl_stream_kind {
    BL_STREAM_UNKNOWN,
    BL_STREAM_LLVM_IR,     /* 'BC' C0 DE */
    BL_STREAM_CLANG_AST,   /* 'CPCH': .pch, .pcm */
    BL_STREAM_DIAGNOSTICS, /* 'DIAG': clang --serialize-diagnostics */
    BL_STREAM_REMARKS,     /* 'RMRK': optimization remarks */
    BL_STREAM_SWIFT,       /* E2 9C A8 0E: .swiftmodule */
};

/* The wrapper header (document, "Bitcode Wrapper Format"; five little-endian words). */
struct bl_wrapper {
    uint32_t magic; /* 0x0B17C0DE, or 0: there is no wrapper */
    uint32_t version;
    uint32_t offset; /* bytes from the wrapper's start to the stream */
    uint32_t size;   /* bytes of the stream */
    uint32_t cpu_type;
};

/* One bitstream. A plain value; its bytes are borrowed from where it was found. */
struct bl_stream {
    struct bl_view bytes; /* from the magic to the end */
    uint64_t file_offset; /* byte offset of the magic in the file */
    enum bl_stream_kind kind;
    struct bl_wrapper wrapper; /* the header that was taken off; magic is 0 without one */
    enum bl_cpu cpu;           /* which variant reads it; 0: the best. To be set by the user */
};

/* Find the stream in BYTES, the contents of a file: take off the wrapper if there is one, look at
 * the magic. The stream borrows BYTES. Errors: BL_E_CONTAINER (the wrapper does not fit the file),
 * BL_E_TRUNCATED (shorter than a magic). On BL_E_CONTAINER stream->wrapper tells the header. */
BL_API int bl_stream_locate(struct bl_view bytes, struct bl_stream *stream, struct bl_error *err);

/* Who wrote the stream, from its IDENTIFICATION block: "LLVM19.1.7". Reads the stream's first block
 * only. Returns its length, 0 where there is none, or BL_E_NOMEM; in TEXT it is cut to SIZE - 1
 * bytes and a NUL, as by snprintf(): a length of SIZE or more tells that it was. */
BL_API int bl_stream_producer(const struct bl_stream *stream, char *text, size_t size);

/* "LLVM IR", "Clang serialized AST", … Static. */
BL_API const char *bl_stream_kind_name(enum bl_stream_kind kind);

/* ---- Search ----
 *
 * Every stream in a file, however it is wrapped up: alone, several in a row, in sections of ELF,
 * COFF and Mach-O objects and images and of WebAssembly modules, in DXBC containers, in slices of
 * universal files, in images for devices of offload binaries, in members of ar archives, thin ones
 * too, and all of these inside each other.
 *
 * A nested path leads from the file to a stream. Its parts follow the file's name without spaces:
 *
 *   (NAME) or (NAME#N)   a member of an archive; N counts members of equal names, from 2
 *   :NAME or :NAME#N     a slice of a universal file, or an image for a device, by architecture
 *   !NAME or !NAME#N     a section: !.llvmbc, !__LLVM,__bitcode
 *   [N]                  the N-th of several streams in the same place, from 1
 *
 * as in lib.a(core.o#2)!.llvmbc[3]. A NAME that is empty or has a byte up to the space, 7F or
 * above, or one of ( ) [ ] ! # : " \ is written in double quotes, with \" and \\ and, for control
 * characters and bytes 80 to 9F that are not of valid UTF-8, \xHH.
 */
struct bl_search;

struct bl_found {
    /* From the file to the stream, or to what could not be read; "" for the file itself. Borrowed
     * until the next call. */
    const char *path;
    /* What was opened, or could not be, for the member of a thin archive that this is in. NULL: it
     * is in the file itself. Borrowed until the next call. */
    const char *member_file;
    struct bl_stream stream;
    struct bl_view whole;  /* the stream as it stands there, with wrapper and padding; borrowed */
    const char *container; /* the innermost one that it is in, "ELF file"; NULL: none. Static */
    /* Arguments of the compiler, each ended by a NUL; empty: not known. */
    struct bl_view command_line;
    bool command_line_unclear; /* there are command lines, of several streams, in one piece */
};

/* Whether BYTES begin as an ar archive does, of any kind. */
BL_API bool bl_is_archive(struct bl_view bytes);

/* BYTES are the contents of the file at FILE_PATH; both are borrowed until bl_search_close(). Where
 * they are a thin archive, files that they name are opened, wherever these are. FILE_PATH NULL: the
 * bytes are no file's; members of thin archives are BL_E_CONTAINER then, and are not opened.
 * Errors: BL_E_NOMEM, BL_E_CONTAINER (the outermost container cannot be opened). */
BL_API int bl_search_open(struct bl_search **search, struct bl_view bytes, const char *file_path,
                          struct bl_error *err);

/* NULL is ignored. */
BL_API void bl_search_close(struct bl_search *search);

/* In front of the first bl_search_next(): find only what is at NESTED, a path that is
 * spelled as above, or inside of it; "": all of the file. Borrowed until bl_search_close(). */
BL_API void bl_search_within(struct bl_search *search, const char *nested);

/* How the files that a thin archive names are opened: bl_open_flags; none until this is called. */
BL_API void bl_search_open_members(struct bl_search *search, unsigned open_flags);

/* bl_file_check() for the file that the stream found last is in, where that is not the one that was
 * searched, but one that a thin archive names; otherwise 0. */
BL_API int bl_search_check(const struct bl_search *search, struct bl_error *err);

/* 1 a stream, 0 the end, negative: something on the way is bad, found->path tells what; the next
 * call goes on behind it, but BL_E_NOMEM and too many bytes of paths end the search. What a thin
 * archive names is opened, if it is a regular file that is not empty, and read as far as its size
 * tells; members of archives in there are found, too (as "(LIB.a)(NAME)"), but no thin archive in
 * there; a stream in it is borrowed until the next call only. Positions in ERR, and
 * stream.file_offset, count from the start of the file, and those in a member of a thin archive
 * from the start of the member's own file. */
BL_API int bl_search_next(struct bl_search *search, struct bl_found *found, struct bl_error *err);

/* After the end: whether the path of bl_search_within() leads anywhere, be there bitcode or not.
 * Sections are known only if they are of a kind that holds some. */
BL_API bool bl_search_met(const struct bl_search *search);

/* After the end, when nothing was found: what the file, or what is at the path, is instead, and
 * what to do. NULL otherwise, or if it is not known. Static. */
BL_API const char *bl_search_hint(const struct bl_search *search);

/* ---- Bits ----
 *
 * Runs of values of one encoding, as arrays and the operands of unabbreviated records have them
 * (document, "Primitives"). For who decodes something of his own, and for benchmarks; records are
 * read with a cursor.
 */
struct bl_kernels;

/* Bits of a stream, and where we are. Private. */
struct bl_bits {
    const uint8_t *data;              /* first byte of the stream */
    uint64_t pos;                     /* next bit */
    uint64_t end;                     /* reading beyond this bit is an error */
    size_t n_wide;                    /* from a byte offset below this, eight bytes can be loaded */
    size_t size;                      /* bytes of the stream */
    const struct bl_kernels *kernels; /* of the CPU variant */
};

/* Bits over BYTES, which are borrowed. A CPU that cannot be used is taken for BL_CPU_BEST. */
BL_API struct bl_bits bl_bits_over(struct bl_view bytes, enum bl_cpu cpu);

/* Behind a VBR that runs on beyond 64 bits. No stream is as long. */
#define BL_POS_OVERLONG ((uint64_t)1 << 62)

/* N values from bit POS on, into OUT. All return the position behind them; when that is more than
 * bits->end, what is in OUT means nothing: the bits have ended, or, from BL_POS_OVERLONG on, a VBR
 * has not. WIDTH is 1 to BL_MAX_WIDTH for VBR, 0 to BL_MAX_WIDTH for fixed. Bits above 64 in the
 * last chunk of a VBR are dropped, as LLVM does. Nothing is read behind the bytes, nothing written
 * behind OUT[N - 1]. */
BL_API uint64_t bl_bits_read_vbr_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                     uint64_t *out, size_t n);
BL_API uint64_t bl_bits_skip_vbr_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                     size_t n);
BL_API uint64_t bl_bits_read_fixed_run(const struct bl_bits *bits, uint64_t pos, unsigned width,
                                       uint64_t *out, size_t n);
/* Char6 as characters. */
BL_API uint64_t bl_bits_read_char6_run(const struct bl_bits *bits, uint64_t pos, uint64_t *out,
                                       size_t n);
BL_API uint64_t bl_bits_read_char6_text(const struct bl_bits *bits, uint64_t pos, char *out,
                                        size_t n);

/* ---- Records ---- */

/* No block id, no block number: the top level. */
#define BL_NO_BLOCK UINT32_MAX

/* The block id that means the same in every stream (document, "BLOCKINFO Block"). */
enum {
    BL_BLOCKINFO_BLOCK = 0
};

/* Abbreviation ids with a meaning of their own (document, "Abbreviation IDs"). */
enum {
    BL_ABBREV_END_BLOCK = 0,
    BL_ABBREV_ENTER_SUBBLOCK = 1,
    BL_ABBREV_DEFINE = 2,
    BL_ABBREV_UNABBREV = 3, /* bl_record.abbrev_id of an unabbreviated record */
    BL_ABBREV_FIRST = 4,    /* first id that an abbreviation definition gets */
};

/* A decoded record (document, "Data Records"). The caller owns it and uses it again and again; the
 * operand storage grows as needed and is reused.
 *
 *   struct bl_record rec = {0};
 *   …bl_cursor_read(&cursor, &rec)…
 *   bl_record_release(&rec);
 *
 * Operands are those that llvm-bcanalyzer prints as op0, op1…: literals of the abbreviation are
 * among them, the elements of an array follow the fields before it, the record code and a blob are
 * not. Char6 values are delivered as characters. */
struct bl_record {
    uint32_t code;
    uint32_t abbrev_id;  /* BL_ABBREV_UNABBREV, or the abbreviation's */
    uint64_t bit_pos;    /* of the abbreviation id */
    uint64_t end_pos;    /* first bit behind the record */
    const uint64_t *ops; /* borrowed from this record; valid until it is read into again */
    uint32_t n_ops;
    uint32_t array_at; /* number of the first array element; n_ops where there is no array */
    bool has_array;    /* the abbreviation ends in an array (it may be empty) */
    bool has_blob;
    struct bl_view blob; /* borrowed from the stream's bytes: the mapping itself, never a copy */
    uint64_t blob_pad;   /* first of the padding bits in front of the blob */
    uint64_t *storage;   /* private */
    size_t capacity;     /* private */
};

/* Give the operand storage back; REC can be used again. */
BL_API void bl_record_release(struct bl_record *rec);

/* bl_batch_record.array_at of a record without an array. */
#define BL_NO_ARRAY UINT32_MAX

/* Many records at once: about twice as fast as one by one. The caller owns it and uses it again and
 * again, as a bl_record. */
struct bl_batch_record {
    uint64_t bit_pos; /* of the abbreviation id */
    uint32_t code;
    uint32_t
        abbrev_id; /* BL_ABBREV_UNABBREV, or the abbreviation's; see bl_walk_read_batch(), too */
    uint32_t first_op; /* in bl_batch.ops; they go on to the next record's first_op */
    uint32_t array_at; /* number of the first array element among its operands, or BL_NO_ARRAY */
};

struct bl_batch {
    /* n_records of them, and one more, which tells bit_pos and first_op behind the last one.
     * Borrowed from this batch, as ops; valid until it is read into again. */
    const struct bl_batch_record *records;
    const uint64_t *ops;
    uint32_t n_records;
    struct bl_batch_record *record_storage; /* private, as all that follows */
    uint64_t *op_storage;
    size_t record_capacity, op_capacity;
};

/* Give the storage back; BATCH can be used again. */
BL_API void bl_batch_release(struct bl_batch *batch);

/* ---- Cursor ---- */

struct bl_blockinfo;

/* Encodings of an operand (document, "DEFINE_ABBREV Encoding"; the codes are the format's). */
enum bl_encoding {
    BL_ENC_LITERAL = 0,
    BL_ENC_FIXED = 1,
    BL_ENC_VBR = 2,
    BL_ENC_ARRAY = 3, /* the next operand, the last one, is the element */
    BL_ENC_CHAR6 = 4,
    BL_ENC_BLOB = 5,
};

/* One operand of an abbreviation definition. The first one is the record code. */
struct bl_abbrev_op {
    uint64_t literal; /* BL_ENC_LITERAL */
    uint8_t encoding; /* bl_encoding; Fixed and VBR of width 0 are read as the literal 0 */
    uint8_t width;    /* bits of BL_ENC_FIXED, of a chunk of BL_ENC_VBR; 6 for BL_ENC_CHAR6 */
};

struct bl_abbrev;
struct bl_decoder;

/* The abbreviations in force in a block. Private. */
struct bl_abbrev_set {
    struct bl_abbrev *abbrevs;
    struct bl_abbrev_op *ops;
    uint32_t n_abbrevs, cap_abbrevs;
    uint32_t n_ops, cap_ops;
};

/* The header of a block (document, "ENTER_SUBBLOCK Encoding"). */
struct bl_block {
    uint64_t bit_pos;  /* of ENTER_SUBBLOCK's abbreviation id */
    uint64_t body_pos; /* first bit of the body; a multiple of 32 */
    uint32_t block_id;
    uint32_t id_width; /* bits of an abbreviation id inside */
    uint32_t n_words;  /* blocklen: 32-bit words of the body, END_BLOCK included */
};

enum bl_entry_kind {
    BL_ENTRY_RECORD = 1, /* read it with bl_cursor_read(), or go on to skip it */
    BL_ENTRY_BLOCK,      /* a sub-block; going on leaps over it by its length */
    BL_ENTRY_ABBREV,     /* an abbreviation definition, already taken in */
};

struct bl_entry {
    enum bl_entry_kind kind;
    uint32_t abbrev_id;    /* of a record */
    uint64_t bit_pos;      /* of the abbreviation id */
    struct bl_block block; /* for BL_ENTRY_BLOCK */
};

/* A position among the entries of one block. A plain struct on the caller's stack, made by
 * bl_index_cursor(), released by bl_cursor_release(). Valid as long as the index it came from. */
struct bl_cursor {
    struct bl_bits bits; /* private, as all that follows */
    struct bl_block block;
    const struct bl_abbrev_set *inherited; /* from BLOCKINFO, shared */
    struct bl_abbrev_set own;              /* the block's; their ids follow the inherited ones */
    struct bl_abbrev_set
        *define_into; /* in BLOCKINFO: the described block's, or NULL before SETBID */
    uint64_t abbrev_bytes_left;
    uint64_t max_operands;
    const struct bl_decoder *decoder; /* of the CPU variant */
    uint64_t fast_end; /* records that begin before it can be read without tests of each load */
    bool in_blockinfo;
    bool trust_length;  /* the block must end where blocklen says, and is left there */
    uint8_t pending;    /* bl_entry_kind announced but not yet consumed, 0, or above: at the end */
    uint32_t entry_id;  /* abbreviation id of the entry */
    uint64_t entry_pos; /* and its first bit */
    uint64_t child_header_pos;
    struct bl_block child;
    bool child_is_at_fault;
    int status; /* of the failure, sticky */
    const char *what;
    uint64_t what_pos;
};

/* Next entry of the block. 1 item, 0 END_BLOCK reached, negative on failure; then
 * bl_cursor_error() tells more. Either way the cursor stays where it is, and says so again. */
BL_API int bl_cursor_next(struct bl_cursor *cursor, struct bl_entry *entry);

/* Decode the record that bl_cursor_next() announced. Errors: BL_E_TRUNCATED, BL_E_MALFORMED,
 * BL_E_LIMIT, BL_E_NOMEM, BL_E_ARGUMENT (no record was announced; that is no failure of CURSOR: it
 * goes on, and bl_cursor_error() does not tell of it). */
BL_API int bl_cursor_read(struct bl_cursor *cursor, struct bl_record *rec);

/* The records that come next, up to an entry that is no record or a record with a blob; some
 * hundred at most. 1: there are some; 0: what comes next must be asked for with
 * bl_cursor_next(); negative on failure, after the records before it have been handed out. What
 * was announced is skipped first. */
BL_API int bl_cursor_read_batch(struct bl_cursor *cursor, struct bl_batch *batch);

/* The block's next record, decoded; sub-blocks are leapt over. 1 item, 0 end, negative failure. */
BL_API int bl_cursor_read_next(struct bl_cursor *cursor, struct bl_record *rec);

/* Position and cause of the failure of CURSOR. The path holds the cursor's own block. */
BL_API void bl_cursor_error(const struct bl_cursor *cursor, struct bl_error *err);

/* Give back what the cursor holds. */
BL_API void bl_cursor_release(struct bl_cursor *cursor);

/* ---- Index ---- */

/* Where the blocks of a stream stand. Opaque; 32 bytes a block, four more for a module, SYMTAB or
 * STRTAB at the top level, and some more in blocks nested sixteen deep. */
struct bl_index;

/* Open an index of STREAM. Walks the top level only, leaping from block to block. A top level that
 * is damaged or followed by something else does not fail: see bl_index_end(). The stream's bytes
 * must stay until bl_index_close(). Errors: BL_E_NOMEM, BL_E_LIMIT. */
BL_API int bl_index_open(struct bl_index **index, const struct bl_stream *stream,
                         struct bl_error *err);
/* NULL is ignored. */
BL_API void bl_index_close(struct bl_index *index);

/* Blocks known so far. They are numbered from 0 in the order in which they were found; the number
 * of a block never changes. Below, BLOCK is such a number, or BL_NO_BLOCK where that is said: for
 * any other, what can fail answers BL_E_ARGUMENT, and what cannot must not be called. */
BL_API uint32_t bl_index_count(const struct bl_index *index);

/* The children of BLOCK (BL_NO_BLOCK: the top level), in stream order. The first call walks BLOCK's
 * own records and leaps over each sub-block; later calls answer from memory. They are numbered
 * *first to *first + *count - 1. On failure (damage in BLOCK) the children found before it are
 * answered all the same and the status is negative, now and on every later call. BL_E_NOMEM: none
 * are answered, and BLOCK can be asked again. */
BL_API int bl_index_children(struct bl_index *index, uint32_t block, uint32_t *first,
                             uint32_t *count, struct bl_error *err);

/* Find the children of all blocks below BLOCK, to DEPTH levels (0: none, UINT32_MAX: all). Goes on
 * behind damage and returns the first failure. When all levels below BL_NO_BLOCK have been found,
 * and nothing failed with BL_E_NOMEM, the index does not change any more until it is closed, and
 * may be shared by threads. */
BL_API int bl_index_expand(struct bl_index *index, uint32_t block, uint32_t depth,
                           struct bl_error *err);

/* What is known of a block. */
struct bl_index_entry {
    struct bl_block block;
    uint32_t parent; /* block number, or BL_NO_BLOCK */
    bool expanded;   /* children and records have been looked for; otherwise both counts are 0 */
    /* They could not all be read. Of BLOCKINFO, which is read when it or a block behind it is asked
     * for its name or entries, what it says could not. */
    bool damaged;
    uint32_t n_children;  /* sub-blocks */
    uint32_t first_child; /* block number of the first one */
    uint32_t n_records;   /* own records, without those of sub-blocks */
};

/* Cannot fail for BLOCK < bl_index_count(). */
BL_API struct bl_index_entry bl_index_get(const struct bl_index *index, uint32_t block);

/* The known block behind AT in stream order (preorder), at most DEPTH levels below where the round
 * began: start with *level = 0 and AT the root (BL_NO_BLOCK: the top level), then pass what was
 * returned. BL_NO_BLOCK: the round is over. */
BL_API uint32_t bl_index_next(const struct bl_index *index, uint32_t at, uint32_t depth,
                              uint32_t *level);

/* *BLOCK is the innermost block around bit BIT_POS, or BL_NO_BLOCK. Expands what is needed; where
 * that fails, the status is negative, and *BLOCK the innermost one that is known. */
BL_API int bl_index_find(struct bl_index *index, uint64_t bit_pos, uint32_t *block);

/* Why and where the top level ended: BL_OK at the end of the stream, or with only zero bytes
 * behind; otherwise the status, with ERR told more. *bit_pos is the first bit that was not taken
 * as a block. */
BL_API int bl_index_end(const struct bl_index *index, uint64_t *bit_pos, struct bl_error *err);

/* A cursor at the first entry of BLOCK, or of the top level (BL_NO_BLOCK). Release it with
 * bl_cursor_release(). Where there is no memory for the BLOCKINFO in force, the first entry fails.
 * Errors: BL_E_ARGUMENT (no such block); then every entry fails, with nothing to release. */
BL_API int bl_index_cursor(struct bl_index *index, uint32_t block, struct bl_cursor *cursor);

/* Fill ERR's path with the blocks around BLOCK and BLOCK itself. */
BL_API void bl_index_path(const struct bl_index *index, uint32_t block, struct bl_error *err);

/* BLOCKNAME and SETRECORDNAME as BLOCKINFO gives them where BLOCK stands. data is NULL where there
 * is none. Borrowed from the index. */
BL_API struct bl_view bl_index_block_name(struct bl_index *index, uint32_t block);
BL_API struct bl_view bl_index_record_name(struct bl_index *index, uint32_t block, uint32_t code);

/* ---- Names in LLVM IR ---- */

/* Two block ids were given up and later taken again. These pseudo ids stand for the old meaning:
 * the functions below take them in place of 10 and 13.
 *
 *   TYPE_OLD         block 10 up to LLVM 2.9; since 3.3 PARAMATTR_GROUP. The old block's first
 *                    record has code 1 (NUMENTRY), the new one holds only code 3 (ENTRY).
 *   TYPE_SYMTAB_OLD  block 13 up to LLVM 2.9; since 3.8 IDENTIFICATION. The old block stands in a
 *                    module, the new one at the top level. */
#define BL_TYPE_BLOCK_OLD UINT32_C(0x8000000A)
#define BL_TYPE_SYMTAB_BLOCK_OLD UINT32_C(0x8000000D)

/* Every block and record code that LLVM 2.9 to 22 wrote, in one style (LLVMBitCodes.h): TYPE_BLOCK,
 * INST_CALL. They mean something in LLVM IR streams only; a name from the stream's own
 * BLOCKINFO goes before them. NULL: not known. Static. PARENT_ID (BL_NO_BLOCK: top level)
 * decides what 13 means. */
BL_API const char *bl_ir_block_name(uint32_t parent_id, uint32_t block_id);
BL_API const char *bl_ir_record_name(uint32_t block_id, uint32_t code);

/* For records that hold text, one character an operand, as TRIPLE does: the number of the first
 * one. UINT32_MAX for all others. */
BL_API uint32_t bl_ir_record_text_at(uint32_t block_id, uint32_t code);

/* N operands from FIRST on, one character each. */
struct bl_text_ops {
    uint32_t first, n;
};

/* For records that hold texts between other operands: inline assembly and its constraints; the
 * attributes of a group; a COMDAT's name, before version 2 of modules. Puts the next one or two
 * into TEXTS, which may be empty, and moves *AT, 0 to begin with, behind them. Returns how many; 0:
 * there are no more. */
BL_API unsigned bl_ir_record_texts(uint32_t block_id, uint32_t code, const uint64_t *ops,
                                   uint32_t n_ops, uint32_t *at, struct bl_text_ops texts[2]);

/* BLOCK_ID, or the pseudo id where it has its old meaning, which its parent's id and the code of
 * its first record tell (any other code where it has none). */
BL_API uint32_t bl_ir_block_role(uint32_t parent_id, uint32_t block_id, uint32_t first_code);

/* What llvm-bcanalyzer 22 prints; NULL where it prints UnknownBlock<N> or
 * UnknownCode<N>. Static. */
BL_API const char *bl_llvm_block_name(uint32_t block_id);
BL_API const char *bl_llvm_record_name(uint32_t block_id, uint32_t code);

/* Names of real blocks have ids below BL_IR_BLOCK_ID_END, and codes below BL_IR_CODE_END. */
enum {
    BL_IR_BLOCK_ID_END = 27,
    BL_IR_CODE_END = 67
};

/* Find a block by either kind of name. Case is ignored, _BLOCK or _BLOCK_ID at the end may be
 * missing or exchanged; an old block is found with _OLD at the very end and gives its pseudo id.
 * False, leaving *block_id alone, when there is none. */
BL_API bool bl_ir_block_by_name(const char *name, uint32_t *block_id);

/* What a block or a record is called where people read it, in a stream of KIND: STATED, the name
 * that its BLOCKINFO has (empty: none), else what LLVM IR calls it where the stream is that, else
 * "block 17". Of a stated name 128 bytes are told, what is not printable as \XX: it all takes
 * BL_LABEL_MAX bytes at most. */
#define BL_LABEL_MAX 400
BL_API void bl_block_label_print(enum bl_stream_kind kind, struct bl_view stated,
                                 uint32_t parent_id, uint32_t block_id, bl_put_fn *put,
                                 void *context);
BL_API void bl_record_label_print(enum bl_stream_kind kind, struct bl_view stated,
                                  uint32_t block_id, uint32_t code, bl_put_fn *put, void *context);

/* ---- Errors as text ---- */

/* What ERR says, in a line without its end: "bit 23890 (byte 0xbaa) in MODULE_BLOCK@256: record
 * longer than the bits left", and what the system says. STREAM is the one that positions in ERR
 * count from, whose place in the file and whose names make the text better; NULL: none is known.
 * The text takes BL_ERROR_TEXT_MAX bytes at most. BL_OK, or BL_E_NOMEM: as there was no memory to
 * look them up, names that the stream states are left out. */
#define BL_ERROR_TEXT_MAX (BL_ERROR_PATH_MAX * (BL_LABEL_MAX + 24) + 1024)
BL_API int bl_error_print(const struct bl_error *err, const struct bl_stream *stream,
                          bl_put_fn *put, void *context);

/* Only the blocks around the place: "MODULE_BLOCK@256/FUNCTION_BLOCK@27584", each with the bit of
 * its ENTER_SUBBLOCK. IX is an index of STREAM, or NULL; otherwise as bl_error_print(). */
BL_API int bl_error_print_path(const struct bl_error *err, const struct bl_stream *stream,
                               struct bl_index *ix, bl_put_fn *put, void *context);

/* The byte of the file that ERR is in: it counts from there, or from STREAM (NULL: from its
 * beginning). Without a position 0. */
BL_API uint64_t bl_error_byte(const struct bl_error *err, const struct bl_stream *stream);

#ifdef __cplusplus
}
#endif

#include "bitleap_walk.h"

#include "bitleap_stats.h"

#include "bitleap_writer.h"

#include "bitleap_ir.h"

#endif /* BITLEAP_H */
