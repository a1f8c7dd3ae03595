/* bitleap.hpp - modules, functions, instructions and tables of LLVM bitcode, in C++20
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What is open closes itself, lists are ranges, and names are string_views into the file. All of it
 * is inline: behind it is bitleap.h, whose conventions hold, and get() returns the handles for what
 * is not here. What fails returns a result, which has a value or an error:
 *
 *   bitleap::result<bitleap::query> files = bitleap::query::open({"libx.a"});
 *   while (bitleap::module *module = files->next().value())
 *       for (const bl_global &global : module->globals().value())
 *           if (bitleap::is_definition(global))
 *               std::cout << bitleap::text(global.name) << '\n';
 */
#ifndef BITLEAP_HPP
#define BITLEAP_HPP

#include "bitleap.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bitleap
{

/* ---- Failures ---- */

/* What the library could not do: the cause, with the place and the blocks around it. */
struct error {
    int status = BL_OK; /* bl_status */
    std::string message;
    std::optional<std::uint64_t> bit_pos; /* in the stream; for BL_E_CONTAINER in the file */
};

/* What value() throws where there is none. */
struct failure : std::runtime_error {
    explicit failure(error e) : std::runtime_error(e.message), cause(std::move(e))
    {
    }
    error cause;
};

/* A value or an error, as std::expected of C++23. */
template <typename T> class [[nodiscard]] result
{
  public:
    result(T value) : either(std::in_place_index<0>, std::move(value))
    {
    }
    result(bitleap::error e) : either(std::in_place_index<1>, std::move(e))
    {
    }
    bool has_value() const noexcept
    {
        return either.index() == 0;
    }
    explicit operator bool() const noexcept
    {
        return has_value();
    }
    T &value() &
    {
        return check(), *std::get_if<0>(&either);
    }
    const T &value() const &
    {
        return check(), *std::get_if<0>(&either);
    }
    T &&value() &&
    {
        return check(), std::move(*std::get_if<0>(&either));
    }
    T &operator*() noexcept
    {
        return *std::get_if<0>(&either);
    }
    T *operator->() noexcept
    {
        return std::get_if<0>(&either);
    }
    const bitleap::error &error() const noexcept
    {
        return *std::get_if<1>(&either);
    }

  private:
    void check() const
    {
        if (!has_value())
            throw failure(error());
    }
    std::variant<T, bitleap::error> either;
};

/* ERR as an error; WHERE is a path, or nothing. */
inline error make_error(const bl_error &err, std::string_view where = {})
{
    std::string text(BL_ERROR_TEXT_MAX, '\0');
    text.resize(
        std::min(bl_error_format(&err, nullptr, text.data(), text.size()), text.size() - 1));
    error e{err.status, where.empty() ? text : std::string(where) + ": " + text, {}};
    if (err.has_pos)
        e.bit_pos = err.bit_pos;
    return e;
}

/* ---- What C and C++ pass to each other ---- */

/* The bytes of a view, as long as they are borrowed. */
inline std::string_view text(bl_view view) noexcept
{
    return {reinterpret_cast<const char *>(view.data), view.size};
}
inline bl_view view(std::string_view text) noexcept
{
    return {reinterpret_cast<const std::uint8_t *>(text.data()), text.size()};
}
/* A bl_put_fn that appends to a std::string, its context. */
inline void append(void *context, const char *text, std::size_t size)
{
    static_cast<std::string *>(context)->append(text, size);
}
template <auto Close> struct closer {
    template <typename T> void operator()(T *handle) const noexcept
    {
        Close(handle);
    }
};

/* ---- Bodies of functions ---- */

/* Whether GLOBAL is a function with a body. */
inline bool is_definition(const bl_global &global) noexcept
{
    return global.kind == BL_GLOBAL_FUNCTION && !global.is_declaration;
}
inline std::span<const bl_operand> operands(const bl_instruction &instruction) noexcept
{
    return {instruction.operands, instruction.n_operands};
}

/* A body as a graph, which needs neither the function nor the module any more: all instructions,
 * blocks with what they lead to, and uses of values. */
class graph
{
  public:
    std::span<const bl_graph_instruction> instructions() const noexcept
    {
        return {body().instructions, body().n_instructions};
    }
    std::span<const bl_graph_block> blocks() const noexcept
    {
        return {body().blocks, body().n_blocks};
    }
    /* The rest, such as where arguments begin. */
    const bl_graph_body &body() const noexcept
    {
        return *bl_body_graph_get(handle.get());
    }
    /* Where instructions have VALUE, a global value or constant, too, as an operand. */
    std::span<const bl_graph_use> uses(std::uint32_t value) const noexcept
    {
        const bl_graph_use *found = nullptr;
        std::uint32_t n = bl_body_graph_uses(handle.get(), value, &found);
        return {found, n};
    }
    /* The instruction that makes VALUE; nullptr: none does. */
    const bl_graph_instruction *definition(std::uint64_t value) const noexcept
    {
        return bl_body_graph_definition(handle.get(), value);
    }
    bl_body_graph *get() const noexcept
    {
        return handle.get();
    }

  private:
    friend class module;
    explicit graph(bl_body_graph *opened) : handle(opened)
    {
    }
    std::unique_ptr<bl_body_graph, closer<bl_body_graph_close>> handle;
};

inline std::span<const bl_operand> operands(const bl_graph_instruction &instruction) noexcept
{
    return {instruction.operands, instruction.n_operands};
}

/* A body, and a position among its instructions: an input range of them, each valid until the next
 * one is read. The range ends at damage, too, which failed() returns. */
class function
{
  public:
    class iterator
    {
      public:
        using value_type = bl_instruction;
        using difference_type = std::ptrdiff_t;
        explicit iterator(function *body) noexcept : of(body)
        {
        }
        const bl_instruction &operator*() const noexcept
        {
            return of->current;
        }
        const bl_instruction *operator->() const noexcept
        {
            return &of->current;
        }
        iterator &operator++()
        {
            of->next();
            return *this;
        }
        void operator++(int)
        {
            of->next();
        }
        bool operator==(std::default_sentinel_t) const noexcept
        {
            return of->status <= 0;
        }

      private:
        function *of;
    };
    iterator begin()
    {
        next();
        return iterator(this);
    }
    std::default_sentinel_t end() const noexcept
    {
        return {};
    }
    std::optional<error> failed() const
    {
        return status < 0 ? std::optional<error>(make_error(err)) : std::nullopt;
    }
    bl_function *get() const noexcept
    {
        return handle.get();
    }

  private:
    friend class module;
    explicit function(bl_function *opened) : handle(opened)
    {
    }
    void next()
    {
        status = bl_function_next(handle.get(), &current, &err);
    }
    std::unique_ptr<bl_function, closer<bl_function_close>> handle;
    bl_instruction current{};
    bl_error err{};
    int status = 0;
};

/* ---- Modules ---- */

/* A module, used by one thread at a time. What it returns is valid until it is closed. */
class module
{
  public:
    /* The module in the file at PATH, which may lead on into it: "libx.a(foo.o)". */
    static result<module> open(const std::string &path, unsigned flags = BL_OPEN_GUARDED)
    {
        bl_module *opened;
        bl_error err;
        if (bl_module_open_file(&opened, path.c_str(), nullptr, flags, &err) < 0)
            return make_error(err, path);
        return module(opened, true, path);
    }
    const std::string &path() const noexcept
    {
        return name;
    }
    bl_module *get() const noexcept
    {
        return handle.get();
    }

    /* Variables, functions, aliases and ifuncs: number I is value I. */
    result<std::span<const bl_global>> globals() const
    {
        const bl_global *found;
        std::uint32_t n;
        bl_error err;
        if (bl_module_globals(get(), &found, &n, &err) < 0)
            return make_error(err, name);
        return std::span<const bl_global>(found, n);
    }
    /* The number of the global value of that name. */
    result<std::optional<std::uint32_t>> find(std::string_view wanted) const
    {
        std::uint32_t value;
        bl_error err;
        int status = bl_module_find(get(), view(wanted), &value, &err);
        if (status < 0)
            return make_error(err, name);
        return status > 0 ? std::optional(value) : std::nullopt;
    }
    /* The body of function VALUE, to be gone before the module is. */
    result<function> body(std::uint32_t value) const
    {
        bl_function *opened;
        bl_error err;
        if (bl_function_open(&opened, get(), value, &err) < 0)
            return make_error(err, name);
        return function(opened);
    }
    /* The same, read at once. */
    result<bitleap::graph> graph(std::uint32_t value) const
    {
        result<function> opened = body(value);
        if (!opened)
            return opened.error();
        bl_body_graph *made = nullptr;
        bl_error err;
        int status = bl_body_graph_open(&made, opened->get(), &err);
        bitleap::graph owned(made);
        if (status < 0)
            return make_error(err, name);
        return owned;
    }
    /* The module as LLVM assembly, which llvm-dis prints. */
    result<std::string> assembly() const
    {
        bl_slots *slots = nullptr;
        bl_printer *printer = nullptr;
        bl_error err;
        std::string printed;
        int status = bl_slots_open(&slots, get(), &err);
        std::unique_ptr<bl_slots, closer<bl_slots_close>> own_slots(slots);
        if (status >= 0)
            status = bl_printer_open(&printer, get(), slots, &err);
        std::unique_ptr<bl_printer, closer<bl_printer_close>> own_printer(printer);
        if (status >= 0) /* on one thread, so that append() may throw */
            status = bl_printer_print_module(printer, view(name), 1, append, &printed, &err);
        if (status < 0)
            return make_error(err, name);
        return printed;
    }

  private:
    friend class query;
    struct close_owned {
        bool is_owned;
        void operator()(bl_module *m) const noexcept
        {
            if (is_owned)
                bl_module_close(m);
        }
    };
    module(bl_module *opened, bool is_owned, std::string path) :handle(opened,
                                                                       close_owned{is_owned}),
        name(std::move(path))
    {
    }
    std::unique_ptr<bl_module, close_owned> handle;
    std::string name;
};

/* The modules of anything: files, archives, objects, directories, index files. */
class query
{
  public:
    static result<query> open(std::span<const std::string> paths)
    {
        std::vector<const char *> names;
        for (const std::string &path : paths)
            names.push_back(path.c_str());
        bl_query_options options{};
        options.parts = BL_CATALOG_MODULES;
        options.open_flags = BL_OPEN_GUARDED;
        bl_query *opened = nullptr;
        bl_error err;
        int status = bl_query_open(&opened, names.data(), names.size(), &options, &err);
        query found(opened);
        if (status < 0)
            return make_error(err, paths.empty() ? std::string_view() : paths.front());
        return found;
    }
    static result<query> open(std::initializer_list<std::string> paths)
    {
        return open(std::span<const std::string>(paths.begin(), paths.size()));
    }
    /* The next module, which is open until the next call; nullptr after the last one. After a
     * failure the next call goes on after what failed. */
    result<module *> next()
    {
        bl_error err;
        int status = bl_query_next_module(handle.get(), opened.get(), &err);
        if (status == 0)
            return nullptr;
        std::string path;
        bl_query_put_path(handle.get(), opened->stream, append, &path);
        if (status < 0)
            return make_error(err, path);
        current.emplace(module(opened->module, false, std::move(path)));
        return &*current;
    }
    /* What was wrong so far, and was not returned before. */
    std::vector<error> problems()
    {
        std::vector<error> found;
        bl_query_problem problem;
        while (bl_query_next_problem(handle.get(), &problem) > 0)
            found.push_back(make_error(problem.error, problem.path ? problem.path : ""));
        return found;
    }
    bl_query *get() const noexcept
    {
        return handle.get();
    }

  private:
    struct close_module {
        void operator()(bl_query_module *m) const noexcept
        {
            bl_query_module_close(m);
            delete m;
        }
    };
    explicit query(bl_query *q) : handle(q), opened(new bl_query_module{})
    {
    }
    std::unique_ptr<bl_query, closer<bl_query_close>> handle;
    std::unique_ptr<bl_query_module, close_module> opened;
    std::optional<module> current;
};

/* ---- Tables ---- */

/* A value of a row; nothing is NULL. */
using cell = std::variant<std::monostate, std::int64_t, bool, std::string_view,
                          std::span<const std::uint64_t>>;

/* Rows, read as they are asked for: while (table.next().value()) … */
class table
{
  public:
    /* Of the files, archives, directories and index files at PATHS; COLUMNS alone, or all. ASKED
     * has conditions for rows: its columns are set here. */
    static result<table> open(const std::string &name, std::span<const std::string> paths,
                              std::initializer_list<std::string_view> columns = {},
                              bl_table_query asked = {})
    {
        std::vector<const char *> names;
        for (const std::string &path : paths)
            names.push_back(path.c_str());
        std::vector<std::uint32_t> numbers;
        for (std::string_view wanted : columns) {
            std::optional<std::uint32_t> number = find_column(name, wanted);
            if (!number)
                return error{BL_E_ARGUMENT, name + ": no column " + std::string(wanted), {}};
            numbers.push_back(*number);
        }
        asked.columns = numbers.empty() ? nullptr : numbers.data();
        asked.n_columns = static_cast<std::uint32_t>(numbers.size());
        bl_inputs *inputs = nullptr;
        bl_table *opened = nullptr;
        bl_error err;
        int status = bl_inputs_open(&inputs, names.data(), names.size(), &err);
        std::unique_ptr<bl_inputs, closer<bl_inputs_close>> owned(inputs);
        if (status >= 0)
            status = bl_table_open(&opened, name.c_str(), inputs, &asked, &err);
        if (status < 0)
            return make_error(err, name);
        return table(std::move(owned), opened);
    }
    /* Go to the next row, at first to the first; false at the end. */
    result<bool> next()
    {
        bl_error err;
        int status = bl_table_next(handle.get(), &err);
        if (status < 0)
            return make_error(err);
        return status > 0;
    }
    /* The value of the row in a column, by its place; texts and lists until the next call. */
    result<cell> at(std::uint32_t column)
    {
        bl_cell c;
        bl_error err;
        if (bl_table_cell(handle.get(), column, &c, &err) < 0)
            return make_error(err);
        if (c.is_null)
            return cell();
        switch (c.type) {
        case BL_COLUMN_INTEGER: return cell(c.integer);
        case BL_COLUMN_BOOL: return cell(c.integer != 0);
        case BL_COLUMN_NUMBERS:
            return cell(std::span(c.numbers, static_cast<std::size_t>(c.n_numbers)));
        default: return cell(text(c.text));
        }
    }
    bl_table *get() const noexcept
    {
        return handle.get();
    }

  private:
    table(std::unique_ptr<bl_inputs, closer<bl_inputs_close>> opened, bl_table *rows)
        : inputs(std::move(opened)), handle(rows)
    {
    }
    static std::optional<std::uint32_t> find_column(const std::string &name,
                                                    std::string_view wanted)
    {
        bl_column column;
        for (std::uint32_t i = 0; bl_table_column(name.c_str(), i, &column); i++)
            if (wanted == column.name)
                return i;
        return std::nullopt;
    }
    std::unique_ptr<bl_inputs, closer<bl_inputs_close>> inputs; /* closed after the table */
    std::unique_ptr<bl_table, closer<bl_table_close>> handle;
};

} // namespace bitleap

#endif /* BITLEAP_HPP */
