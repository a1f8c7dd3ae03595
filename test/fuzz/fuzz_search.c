/* fuzz_search.c - search any bytes for streams
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Properties: the search ends, after no more answers than its limits leave room for; everything
 * that is handed out lies in the bytes, streams where they say; paths follow the grammar of
 * bitleap.h and no two streams have the same one; failures report a cause, and a place in the
 * bytes; facts can be read; a hint is given only where nothing was found; and the path of a
 * stream leads to it alone.
 */
#include "bitleap.h"
#include "fuzz/mutator.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_FACTS = 100000
};

/* ---- Paths ---- */

/* A number from LEAST up, without zeros in front. */
static const char *skip_number(const char *p, unsigned least)
{
    REQUIRE(*p >= '1' && *p <= '9');
    REQUIRE(*p > (char)('0' + least - 1) || (p[1] >= '0' && p[1] <= '9'));
    while (*p >= '0' && *p <= '9')
        p++;
    return p;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F');
}

static const char *skip_quoted(const char *p)
{
    while (*p != '"') {
        REQUIRE((unsigned char)*p >= ' ' && *p != 0x7F);
        if (*p++ != '\\')
            continue;
        REQUIRE(*p == '"' || *p == '\\' || *p == 'x');
        if (*p++ == 'x') {
            REQUIRE(is_hex(p[0]) && is_hex(p[1]));
            p += 2;
        }
    }
    return p + 1;
}

static bool is_plain(char c)
{
    return c > ' ' && c < 0x7F && !strchr("()[]!#:\"\\", c);
}

static const char *skip_name(const char *p)
{
    const char *start = p;
    if (*p == '"')
        p = skip_quoted(p + 1);
    else
        while (is_plain(*p))
            p++;
    REQUIRE(p > start);
    return *p == '#' ? skip_number(p + 1, 2) : p;
}

static void require_path(const char *p)
{
    while (*p && *p != '[') {
        bool is_member = *p == '(';
        REQUIRE(is_member || *p == ':' || *p == '!');
        p = skip_name(p + 1);
        REQUIRE(!is_member || *p == ')');
        p += is_member;
    }
    if (*p == '[') {
        p = skip_number(p + 1, 1);
        REQUIRE(*p++ == ']');
    }
    REQUIRE(*p == '\0');
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* ---- Answers ---- */

static void require_inside(struct bl_view inner, struct bl_view outer)
{
    if (inner.size == 0)
        return;
    REQUIRE(inner.data >= outer.data && inner.size <= outer.size);
    REQUIRE((size_t)(inner.data - outer.data) <= outer.size - inner.size);
}

static void require_stream(const struct bl_found *found, struct bl_view bytes)
{
    const struct bl_stream *stream = &found->stream;
    REQUIRE(stream->bytes.size >= 4);
    require_inside(stream->bytes, bytes);
    require_inside(found->whole, bytes);
    require_inside(found->command_line, bytes);
    /* A wrapper's offset may lead to the wrapper. */
    require_inside(stream->bytes, found->whole);
    REQUIRE(stream->bytes.data == bytes.data + stream->file_offset);
}

/* Facts come to an end, and whoever gets one may read all of it. */
static void require_facts(struct bl_search *search)
{
    struct bl_fact fact;
    unsigned sum = 0;
    uint32_t n = 0;
    for (; bl_search_fact(search, n, &fact) > 0; n++) {
        REQUIRE(n < MOST_FACTS && fact.name.data && fact.kind <= BL_FACT_BOOL);
        for (size_t i = 0; i < fact.text.size; i++)
            sum += fact.text.data[i];
    }
    REQUIRE(sum <= UINT32_MAX - n && bl_search_fact(search, n + 1, &fact) == 0);
}

static void require_error(int status, const struct bl_error *err, struct bl_view bytes)
{
    REQUIRE(err->status == status && err->what && err->what[0]);
    REQUIRE(!err->has_pos || err->bit_pos <= (uint64_t)bytes.size * 8);
}

/* What all containers of one depth hold together is no larger than the file. A stream has four
 * bytes or more, and a part of a container four bytes of header or more, that of a bad command in
 * Mach-O among them. */
static size_t most_answers(size_t size)
{
    return (BL_MAX_CONTAINER_DEPTH + 1) * (size / 4 + size / 4) + 1;
}

/* A search for the path of a stream finds this one and, beside failures, nothing else. */
static void require_alone(struct bl_view bytes, const char *path)
{
    struct bl_search *search;
    struct bl_found found;
    int rc;
    unsigned n = 0;
    REQUIRE(bl_search_open(&search, bytes, "none/x", NULL) == BL_OK);
    bl_search_within(search, path);
    while ((rc = bl_search_next(search, &found, NULL)) != 0)
        if (rc > 0) {
            REQUIRE(strcmp(found.path, path) == 0);
            n++;
        }
    REQUIRE(n == 1 && bl_search_met(search) && !bl_search_hint(search));
    bl_search_close(search);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bl_view bytes = {.data = data, .size = size};
    struct bl_search *search;
    struct bl_found found;
    struct bl_error err;
    int rc = bl_search_open(&search, bytes, "none/x", &err);
    if (rc < 0) {
        REQUIRE(!search);
        require_error(rc, &err, bytes);
        return 0;
    }
    char **paths = NULL;
    size_t n_answers = 0;
    size_t n_paths = 0;
    while ((rc = bl_search_next(search, &found, &err)) != 0) {
        REQUIRE(++n_answers <= most_answers(size));
        require_path(found.path);
        if (rc < 0) {
            require_error(rc, &err, bytes);
            continue;
        }
        require_stream(&found, bytes);
        require_facts(search);
        if ((n_paths & (n_paths - 1)) == 0)
            paths = realloc(paths, (n_paths ? n_paths * 2 : 1) * sizeof *paths);
        REQUIRE(paths);
        paths[n_paths] = strdup(found.path);
        REQUIRE(paths[n_paths++]);
    }
    REQUIRE(bl_search_next(search, &found, &err) == 0);
    REQUIRE(n_paths == 0 || !bl_search_hint(search));
    bl_search_close(search);
    if (n_paths > 0 && *paths[n_paths - 1])
        require_alone(bytes, paths[n_paths - 1]);
    if (n_paths > 1)
        qsort(paths, n_paths, sizeof *paths, compare);
    for (size_t i = 0; i + 1 < n_paths; i++)
        REQUIRE(strcmp(paths[i], paths[i + 1]) != 0);
    for (size_t i = 0; i < n_paths; i++)
        free(paths[i]);
    free(paths);
    return 0;
}
