/* cmd/base/context.c - what a command works with: its options and operands, its output, its errors
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */
#include "base/context.h"

#include "base/cut_stream.h"
#include "base/short_name.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <xxhash.h>

void context_init(struct context *c, const struct command *command, int argc, char **argv)
{
    *c = (struct context){.command = command, .argc = argc, .argv = argv, .colour = "auto"};
}

int context_close(struct context *c, bool good)
{
    if (!good)
        context_fail(c, EXIT_NOTHING);
    if (!out_close(&c->out))
        context_fail(c, EXIT_USAGE);
    bl_map_release(&c->reported);
    free((char *)(uintptr_t)c->cut.what);
    free(c->where);
    free(c->only);
    if (c->has_changed)
        c->exit_status = EXIT_USAGE;
    /* LLVM's tools, which have parsers of their own, know one kind of failure. */
    return c->command->own_parser && c->exit_status > EXIT_NOTHING ? EXIT_NOTHING : c->exit_status;
}

void context_fail(struct context *c, int status)
{
    static const uint8_t weights[] = {
        [EXIT_NOTHING] = 1, [EXIT_UNSUPPORTED] = 2, [EXIT_USAGE] = 3, [EXIT_DAMAGED] = 4};
    if (weights[c->exit_status] < weights[status])
        c->exit_status = status;
}

void context_fail_kind(struct context *c, const char *kind)
{
    bool is_nothing = strcmp(kind, "no bitcode") == 0 || strcmp(kind, "argument") == 0;
    context_fail(c, is_nothing                         ? EXIT_NOTHING
                    : strcmp(kind, "unsupported") == 0 ? EXIT_UNSUPPORTED
                    : strcmp(kind, "damaged") == 0     ? EXIT_DAMAGED
                                                       : EXIT_USAGE);
}

unsigned context_threads(const struct context *c)
{
    return c->n_threads ? c->n_threads : bl_cores();
}

struct row_limit limit_rows(const struct context *c, uint64_t n)
{
    bool is_whole = c->all || c->json;
    return (struct row_limit){.n_left = c->has_number ? c->n_rows : is_whole ? UINT64_MAX : n};
}

bool take_row(struct row_limit *limit)
{
    bool may = limit->n_left > 0;
    limit->n_left -= may;
    limit->n_more += !may;
    return may;
}

void put_more_rows(struct context *c, const struct row_limit *limit, const char *one,
                   const char *many)
{
    if (limit->n_more == 0 || c->json)
        return;
    out_text(&c->out, "… and ");
    out_u64(&c->out, limit->n_more);
    out_printf(&c->out, " more %s%s\n", limit->n_more == 1 ? one : many,
               c->has_number ? "" : ": --all prints all");
}

unsigned context_open_flags(const struct context *c)
{
    return BL_OPEN_GUARDED | (c->copy ? BL_OPEN_COPY : 0) | (c->is_endless ? BL_OPEN_ENDLESS : 0);
}

/* ---- Errors ---- */

void put_block_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
                    const struct bl_error *err)
{
    out_need(bl_error_print_path(err, stream, ix, out_put, o));
}

void json_block_path(struct out *o, const struct bl_stream *stream, struct bl_index *ix,
                     const struct bl_error *err)
{
    char data[BL_ERROR_TEXT_MAX];
    struct out path = {.data = data, .cap = sizeof data};
    put_block_path(&path, stream, ix, err);
    json_key(o, "path");
    json_string(o, (struct bl_view){.data = (const uint8_t *)data, .size = path.n});
}

static const char *cause_of(const struct bl_error *err)
{
    return err->what ? err->what : bl_status_text(err->status);
}

static void json_error(struct out *o, const char *path, const struct bl_stream *stream,
                       const struct bl_error *err)
{
    json_begin(o, "error");
    json_text(o, "file", path);
    if (err->has_pos) {
        json_u64(o, "bit_pos", err->bit_pos);
        json_u64(o, "file_byte", bl_error_byte(err, stream));
    }
    if (stream && err->depth)
        json_block_path(o, stream, NULL, err);
    json_text(o, "kind", bl_error_kind(err));
    json_text(o, "cause", cause_of(err));
    if (err->sys_errno)
        json_text(o, "system", strerror(err->sys_errno));
    json_end(o);
}

/* Whether ERR was reported of PATH before; by now it is. Blocks are left out: a catalog keeps the
 * position alone. */
static bool is_repeated(struct context *c, const char *path, const struct bl_error *err)
{
    const char *cause = cause_of(err);
    const uint64_t parts[] = {
        XXH3_64bits(path, strlen(path)),
        XXH3_64bits(cause, strlen(cause)),
        err->has_pos ? err->bit_pos + 1 : 0,
    };
    uint64_t key = XXH3_64bits(parts, sizeof parts);
    if (bl_map_find(&c->reported, key) != BL_MAP_NONE)
        return true;
    out_need(bl_map_add(&c->reported, key, 0));
    return false;
}

/* Set c->cut. Streams are where others were before: it takes the path to know one again. */
static void find_cut(struct context *c, const char *path, const struct bl_stream *stream)
{
    const uint64_t parts[] = {XXH3_64bits(path, strlen(path)), (uintptr_t)stream->bytes.data,
                              stream->bytes.size};
    uint64_t hash = XXH3_64bits(parts, sizeof parts);
    struct text cause = {0};
    if (hash == c->last_stream)
        return;
    free((char *)(uintptr_t)c->cut.what);
    c->cut = (struct bl_error){.status = BL_E_TRUNCATED, .has_pos = true};
    if (is_stream_cut(stream, &c->cut.bit_pos, &cause))
        c->cut.what = cause.data;
    c->last_stream = hash;
}

void report_error(struct context *c, const char *path, const struct bl_stream *stream,
                  const struct bl_error *err)
{
    c->n_errors++;
    context_fail_kind(c, bl_error_kind(err));
    if (stream && stream->bytes.data && follows_from_cut(err->status)) {
        find_cut(c, path, stream);
        if (c->cut.what)
            err = &c->cut;
    }
    if (is_repeated(c, path, err))
        return;
    if (c->json)
        json_error(&c->out, path, stream, err);
    char text[BL_ERROR_TEXT_MAX];
    struct out line = {.data = text, .cap = sizeof text};
    out_need(bl_error_print(err, stream, out_put, &line));
    put_note(c, "%s: %.*s", path, (int)line.n, text);
}

void report_text(struct context *c, const char *path, int status, const char *what)
{
    report_error(c, path, NULL, &(struct bl_error){.status = status, .what = what});
}

void report_wanted(struct context *c, const char *path, const char *wanted, const char *what)
{
    char *cause = string_printf("%s: %s", wanted, what);
    report_text(c, path, BL_E_ARGUMENT, cause);
    free(cause);
}

void put_note(struct context *c, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = text_formatted(format, args);
    va_end(args);
    out_flush(&c->out);
    say("bitleap: %s", text);
    free(text);
}

/* ---- Names ---- */

/* Of the terminal, beside numbers. */
static size_t columns_for_name(void)
{
    enum {
        USUAL = 80,
        OTHERS = 30 /* of numbers before the name */
    };
    size_t columns = USUAL - OTHERS;
#ifdef TIOCGWINSZ /* WASI has none */
    struct winsize size = {0};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        columns = size.ws_col > OTHERS + OTHERS ? (size_t)size.ws_col - OTHERS : OTHERS;
#endif
    return columns;
}

bool put_demangled(const struct context *c, struct bl_view name, bl_put_fn *put, void *data)
{
    struct text text = {0};
    bool is_known = c->demangles && bl_demangle(name, text_put, &text);
    if (is_known && !c->all && out_is_to_terminal())
        shorten_name(&text, columns_for_name());
    if (is_known)
        bl_visible_print(text_view(&text), put, data);
    free(text.data);
    return is_known;
}

void put_linker_name(const struct context *c, struct out *o, struct bl_view name)
{
    if (!put_demangled(c, name, out_put, o))
        bl_name_print(name, out_put, o);
}

void put_global_name(const struct context *c, struct bl_module *module, uint32_t value,
                     bl_put_fn *put, void *data)
{
    struct bl_view name = {0};
    bool is_known = c->demangles && out_need(bl_module_name(module, value, &name, NULL)) == BL_OK;
    if (!is_known || !put_demangled(c, name, put, data))
        (void)out_need(bl_global_print_name(module, value, put, data, NULL));
}

void json_demangled(const struct context *c, struct out *o, struct bl_view name)
{
    struct text text = {0};
    if (!c->demangles)
        return;
    if (bl_demangle(name, text_put, &text))
        json_take_text(o, "demangled", &text);
    else
        json_null(o, "demangled");
    free(text.data);
}

bool is_demangled(struct bl_view text)
{
    bool is_mangled = text.size > 1 && text.data[0] == '_' && text.data[1] == 'Z';
    return text.size > 0 && text.data[0] != '/' && !is_mangled &&
           (memmem(text.data, text.size, "::", 2) || memchr(text.data, '(', text.size));
}

size_t parameters_at(struct bl_view text)
{
    static const char anonymous[] = "(anonymous namespace)";
    static const char call[] = "operator()";
    size_t n_templates = 0;
    for (size_t i = 0; i < text.size; i++) {
        const char *at = (const char *)text.data + i;
        size_t n = text.size - i;
        if (n >= sizeof anonymous - 1 && memcmp(at, anonymous, sizeof anonymous - 1) == 0)
            i += sizeof anonymous - 2;
        else if (n >= sizeof call - 1 && memcmp(at, call, sizeof call - 1) == 0)
            i += sizeof call - 2;
        else if (*at == '(' && n_templates == 0)
            return i;
        n_templates += *at == '<';
        n_templates -= *at == '>' && n_templates > 0;
    }
    return text.size;
}

bool is_demangled_name(struct bl_view text, struct bl_view name)
{
    struct text demangled = {0};
    bool is_it = false;
    if (bl_demangle(name, text_put, &demangled)) {
        struct bl_view whole = text_view(&demangled);
        size_t n = parameters_at(whole);
        is_it = (whole.size == text.size || n == text.size) &&
                memcmp(whole.data, text.data, text.size) == 0;
    }
    free(demangled.data);
    return is_it;
}
