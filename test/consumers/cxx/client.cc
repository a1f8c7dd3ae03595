// client.cc - bitleap.hpp: what it returns, and what fails
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: client FILE, which has bitcode; prints the functions that it defines, as the client of
// bitleap.h does.
#include <algorithm>
#include <bitleap.hpp>
#include <iostream>
#include <ranges>

static_assert(std::ranges::input_range<bitleap::function &>);

static void require(bool is_so, const char *what)
{
    if (!is_so)
        throw std::logic_error(what);
}

/* Each function's instructions, counted by the range, are those of the table. */
static void compare_with_table(const std::string &path)
{
    std::vector<std::pair<std::string, std::int64_t>> counted, listed;
    bitleap::query files = bitleap::query::open({path}).value();
    while (bitleap::module *module = files.next().value()) {
        std::span<const bl_global> globals = module->globals().value();
        for (std::uint32_t i = 0; i < globals.size(); i++)
            if (bitleap::is_definition(globals[i])) {
                bitleap::function body = module->body(i).value();
                std::int64_t n = 0;
                for (const bl_instruction &instruction : body)
                    n += bitleap::operands(instruction).size() < 100000;
                require(!body.failed(), "a body");
                counted.emplace_back(bitleap::text(globals[i].name), n);
            }
    }
    require(files.problems().empty(), "problems");
    std::vector<std::string> paths{path};
    auto table = bitleap::table::open("functions", paths, {"name", "instructions"}).value();
    while (table.next().value()) {
        std::string name(std::get<std::string_view>(table.at(0).value()));
        listed.emplace_back(std::move(name), std::get<std::int64_t>(table.at(1).value()));
    }
    require(!table.at(2), "a column too many");
    std::ranges::sort(counted);
    std::ranges::sort(listed);
    require(counted == listed, "instructions differ");
}

static void fail(const std::string &path)
{
    bitleap::result<bitleap::module> none = bitleap::module::open("no/such/file");
    require(!none && none.error().status == BL_E_SYSTEM, "a file that is missing");
    bool is_thrown = false;
    try {
        (void)none.value();
    } catch (const bitleap::failure &caught) {
        is_thrown = std::string_view(caught.what()).starts_with("no/such/file: cannot open");
    }
    require(is_thrown, "what is thrown");
    std::vector<std::string> paths{path};
    require(!bitleap::table::open("functions", paths, {"no such"}), "a column");
    require(!bitleap::table::open("no such", paths), "a table");
    require(!bitleap::query::open({}), "no paths");
}

int main(int argc, char **argv)
try {
    require(argc == 2, "usage: client FILE");
    bitleap::module module = bitleap::module::open(argv[1]).value();
    for (const bl_global &global : module.globals().value()) {
        if (!bitleap::is_definition(global))
            continue;
        std::cout << bitleap::text(global.name) << '\n';
        std::uint32_t value = module.find(bitleap::text(global.name)).value().value();
        require(&module.globals().value()[value] == &global, "found by its name");
    }
    require(!module.find("no such").value(), "no such name");
    require(module.assembly().value().starts_with("; ModuleID = '"), "assembly");
    bitleap::module moved = std::move(module);
    require(moved.path() == argv[1], "moved");
    compare_with_table(argv[1]);
    fail(argv[1]);
} catch (const std::exception &caught) {
    std::cerr << caught.what() << '\n';
    return 1;
}
