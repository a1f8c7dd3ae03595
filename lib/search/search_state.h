/* search/search_state.h - a search as its parts see it: where it is, and what may still be said
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#ifndef BL_SEARCH_SEARCH_STATE_H
#define BL_SEARCH_SEARCH_STATE_H

#include "base/map.h"
#include "bitleap_limits.h"
#include "format/container.h"
#include "search/search.h"

struct open_container {
    struct bl_container container;
    struct bl_view bytes;
    uint64_t file_offset; /* of bytes */
    uint32_t path_size;
    uint64_t bytes_left;     /* that its parts may still have together */
    struct bl_map numbers;   /* hash of a part's name, to how many there have been */
    struct bl_view commands; /* of the object, where it has only one such part */
    uint32_t n_commands;     /* such parts that are not empty */
    struct bl_map beside;    /* the paths of its members, once a thin archive among them */
    bool has_beside;         /* has named some */
};

/* Bytes that hold streams, and how far these have been returned. */
struct leaf {
    struct bl_view bytes;
    uint64_t file_offset;
    uint64_t at; /* offset of the next stream in bytes */
    uint32_t n;  /* streams returned */
    uint32_t path_size;
    bool has_commands; /* the object's command line may be of its stream */
    bool active;
};

struct bl_search {
    const char *file_path; /* NULL: members of thin archives are not opened */
    struct open_container *levels;
    uint32_t n_levels, cap_levels;
    struct leaf leaf;
    char *path;
    uint32_t cap_path;
    struct bl_file *thin;   /* the file of a thin archive's member */
    char *thin_path;        /* its path, be it open or not; NULL: there is none */
    uint32_t n_thin_levels; /* of the archive and those around it, while `thin` is open */
    char *folder;           /* of the thin archive that is a member of a tar archive */
    size_t n_folder, cap_folder;
    char *names; /* room for a path */
    size_t cap_names;
    bl_member_fn *member; /* called with thin_path, if not NULL */
    void *member_context;
    unsigned thin_flags;     /* bl_open_flags */
    const char *within;      /* the nested path that is asked for; "": all of the file */
    uint32_t n_found;        /* streams at it or inside of it */
    uint32_t n_known;        /* of these, of a kind that is known */
    uint64_t paths_left;     /* bytes that answers may still have */
    uint64_t answers_left;   /* how many there may still be */
    uint64_t repeats_left;   /* bytes that rows of equal values may still have */
    struct bl_map paid;      /* files that thin archives have named, which answers may be about */
    struct bl_view at_path;  /* what is at it, */
    uint64_t at_path_offset; /* from this byte of the file on */
    const char *hint;        /* what is at it, where that holds no stream */
    uint64_t n_packed;       /* parts at it or inside of it that are packed, and not opened */
    const char *packed;      /* what the first of them is packed with */
    bl_image_fn *image;      /* called for images without a stream of their own, if not NULL */
    void *image_context;
    bool is_met;          /* there is something at it */
    bool is_spent;        /* answers have had more than may be left */
    bool is_hint_of_part; /* the hint is about something in what is there */
    bool is_container;    /* what is at the path */
    bool checks_sums;     /* of what has a hash in its container */
    bool no_memory;
};

/* Readers count from the first byte they get, which is at FILE_OFFSET. */
static inline int bl_search_fail_in_file(struct bl_error *err, int status, uint64_t file_offset)
{
    if (err && err->has_pos)
        err->bit_pos += file_offset * 8;
    return status;
}

/* ---- What may still be answered (search_paths.c) ---- */

/* Answers may be about BYTES, too. */
void bl_search_allow(struct bl_search *s, struct bl_view bytes);
/* Answers may be about FILE, which a thin archive names, however often it does and by whatever
 * path: a header that names it again adds as little to the input as any other. */
void bl_search_allow_file(struct bl_search *s, const struct bl_file *file);
/* One more answer; false: that is too much. */
bool bl_search_spend_answer(struct bl_search *s, struct bl_error *err);
/* An answer has N bytes more; false: that is too much. */
bool bl_search_spend(struct bl_search *s, size_t n, struct bl_error *err);

/* ---- Paths (search_paths.c) ---- */

/* Append to the first *SIZE bytes of the path: text, */
void bl_search_put(struct bl_search *s, uint32_t *size, const char *text, size_t n);
/* a name, as it is or in quotes with \", \\ and \xHH, */
void bl_search_put_name(struct bl_search *s, uint32_t *size, struct bl_view name);
/* and a number. */
void bl_search_put_number(struct bl_search *s, uint32_t *size, char before, uint64_t n);
/* How many parts of this name there have been, this one included. */
uint32_t bl_search_number_of(struct bl_search *s, struct open_container *level,
                             struct bl_view name);
/* Where the member of a thin archive is in the archive that it names; 0: it names the member's own
 * file. */
uint64_t bl_search_nested_offset(const struct open_container *level, const struct bl_part *part);
/* The path of PART after its container's: "(core.o#2)", "!.llvmbc", ":arm64". Archives that are
 * named for each of their members are not counted. */
uint32_t bl_search_put_part(struct bl_search *s, struct open_container *level,
                            const struct bl_part *part);
/* NAME is that of a thin archive in a tar archive: what it names is relative to that. */
int bl_search_keep_folder(struct bl_search *s, struct bl_view name);
/* Whether the tar archive around the innermost container has a member where the thin archive names
 * one by NAME. 1, 0, or BL_E_NOMEM. */
int bl_search_is_beside(struct bl_search *s, struct bl_view name);
/* Whether the path is the one that is asked for, or leads on from there. */
bool bl_search_is_within(const struct bl_search *s);

/* ---- Streams in a range of bytes (search_leaf.c) ---- */

/* The first byte at AT or after it that is not zero, as far as they are looked at. */
uint64_t bl_search_skip_zeros(struct bl_view bytes, uint64_t at);
/* Whether BYTES are zeros, as far as they are looked at. */
bool bl_search_is_blank(struct bl_view bytes);
bool bl_search_is_stream(struct bl_view bytes);
/* Whether IR begins in what is at the path where no part does, after the end. ERR says where. */
bool bl_search_strays(const struct bl_search *s, struct bl_error *err);
/* An unknown stream begins with its first byte, even if that is zero. */
void bl_search_begin_leaf(struct bl_search *s, struct bl_view bytes, uint64_t file_offset,
                          uint32_t path_size);
/* Return the leaf's next stream. A single one keeps all the bytes, padding too. */
int bl_search_read_stream(struct bl_search *s, struct bl_found *found, struct bl_error *err);

#endif
