/* make_cut.c - write streams of which a piece cannot be printed without what is before it
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Usage: make_cut DIRECTORY
 */
#include "support/build.h"

#include <stdio.h>
#include <stdlib.h>

enum {
    MODULE = 8,
    GROUPS = 10, /* of attributes, or the types of LLVM 2.9: by their first record */
    METADATA = 15,
    NAMED = 100,
    WIDTH = 4,
    N_RECORDS = 4000,
    NODE = 3,
    INDEX_OFFSET = 38,
    INDEX = 39,
    NUMENTRY = 1,
    LONG_NAME = 200
};

static void save(const char *directory, const char *name, struct bl_writer *w)
{
    char path[4096];
    struct bl_view bytes = build_bytes(w);
    snprintf(path, sizeof path, "%s/%s.bc", directory, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(bytes.data, 1, bytes.size, file) != bytes.size || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    bl_writer_close(w);
}

static void write_records(struct bl_writer *w, uint32_t code, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        bl_writer_record(w, code, BUILD_OPS(i, i % 7));
}

/* ---- Metadata with an index at its end ---- */

/* What the first and a second INDEX_OFFSET say; 0: there is none. */
struct offsets {
    uint64_t first, second;
};

static void write_offset(struct bl_writer *w, uint32_t abbrev_id, uint64_t offset)
{
    if (offset)
        bl_writer_abbreviated(w, abbrev_id, INDEX_OFFSET, BUILD_OPS(offset, 0), NULL);
}

/* *DISTANCE: from the first INDEX_OFFSET to the index. */
static struct bl_writer *write_metadata(struct offsets offsets, uint64_t *distance)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    bl_writer_enter(w, METADATA, WIDTH);
    uint32_t id = BUILD_DEFINE(w, LIT(INDEX_OFFSET), FIXED(32), FIXED(32));
    write_offset(w, id, offsets.first);
    uint64_t begin = bl_writer_pos(w);
    write_records(w, NODE, N_RECORDS / 2);
    write_offset(w, id, offsets.second);
    write_records(w, NODE, N_RECORDS / 2);
    *distance = bl_writer_pos(w) - begin;
    bl_writer_record(w, INDEX, BUILD_OPS(1, 2, 3));
    bl_writer_exit(w);
    bl_writer_exit(w);
    return w;
}

static void save_metadata(const char *directory)
{
    uint64_t distance, unused;
    bl_writer_close(write_metadata((struct offsets){1, 0}, &distance));
    save(directory, "index", write_metadata((struct offsets){distance, 0}, &unused));
    save(directory, "index-elsewhere", write_metadata((struct offsets){distance - 1, 0}, &unused));
    save(directory, "index-of-none", write_metadata((struct offsets){0, 0}, &unused));
    save(directory, "index-half-way", write_metadata((struct offsets){0, distance}, &unused));
    save(directory, "index-twice", write_metadata((struct offsets){distance, 1}, &unused));
}

/* ---- Blocks known by their first record ---- */

static void save_groups(const char *directory, const char *name, uint32_t first_code)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    bl_writer_enter(w, GROUPS, WIDTH);
    bl_writer_record(w, first_code, BUILD_OPS(N_RECORDS));
    write_records(w, NODE, N_RECORDS);
    bl_writer_exit(w);
    bl_writer_exit(w);
    save(directory, name, w);
}

/* The same by an abbreviation, the block's own or BLOCKINFO's. */
static void save_abbreviated_groups(const char *directory, const char *name, bool is_own)
{
    struct bl_writer *w = build_begin();
    bl_writer_enter(w, MODULE, WIDTH);
    uint32_t id = 0;
    if (!is_own) {
        bl_writer_enter(w, BUILD_BLOCKINFO, WIDTH);
        bl_writer_set_block(w, GROUPS);
        id = BUILD_DEFINE(w, LIT(NUMENTRY), FIXED(16));
        bl_writer_exit(w);
    }
    bl_writer_enter(w, GROUPS, WIDTH);
    if (is_own)
        id = BUILD_DEFINE(w, LIT(NUMENTRY), FIXED(16));
    bl_writer_abbreviated(w, id, NUMENTRY, BUILD_OPS(N_RECORDS), NULL);
    write_records(w, NODE, N_RECORDS);
    bl_writer_exit(w);
    bl_writer_exit(w);
    save(directory, name, w);
}

/* ---- Names that are stated ---- */

/* A block whose name has N characters, many times. */
static void save_named(const char *directory, const char *name, unsigned n)
{
    char text[LONG_NAME + 1] = {0};
    struct bl_writer *w = build_begin();
    for (unsigned i = 0; i < n; i++)
        text[i] = (char)('a' + i % 26);
    bl_writer_enter(w, BUILD_BLOCKINFO, WIDTH);
    bl_writer_set_block(w, NAMED);
    build_text_record(w, BUILD_BLOCKNAME, text);
    bl_writer_exit(w);
    bl_writer_enter(w, MODULE, WIDTH);
    for (unsigned i = 0; i < N_RECORDS / 4; i++) {
        bl_writer_enter(w, i % 3 ? NAMED : NAMED + 1, WIDTH);
        write_records(w, NODE, i % 5);
        bl_writer_exit(w);
    }
    bl_writer_exit(w);
    save(directory, name, w);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_cut DIRECTORY\n");
        return 2;
    }
    save_metadata(argv[1]);
    save_groups(argv[1], "groups", NODE);
    save_groups(argv[1], "types", NUMENTRY);
    save_abbreviated_groups(argv[1], "types-own", true);
    save_abbreviated_groups(argv[1], "types-info", false);
    save_named(argv[1], "named", 12);
    save_named(argv[1], "named-long", LONG_NAME);
    return 0;
}
