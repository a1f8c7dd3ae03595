// client_body_by_index.cc - instructions of the functions of a name, found through an index file
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: client_body_by_index INDEX NAME
#include <bitleap.hpp>
#include <iostream>

static std::uint32_t number(const bitleap::cell &cell)
{
    return static_cast<std::uint32_t>(std::get<std::int64_t>(cell));
}

static void count(std::span<const std::string> index, const bl_table_query &body)
{
    auto rows = bitleap::table::open("instructions", index, {"opcode"}, body).value();
    int n = 0, n_loads = 0;
    for (; rows.next().value(); n++)
        n_loads += std::get<std::string_view>(rows.at(0).value()) == "load";
    if (n > 0)
        std::cout << n << " instructions, " << n_loads << " loads\n";
}

int main(int argc, char **argv)
try {
    std::vector<std::string> index(argv + 1, argv + (argc == 3 ? 2 : 1));
    bl_table_query by_name{}, body{};
    by_name.name = argc == 3 ? argv[2] : "";
    auto symbols =
        bitleap::table::open("symbols", index, {"file", "module", "value"}, by_name).value();
    while (symbols.next().value()) {
        bitleap::cell module = symbols.at(1).value(), value = symbols.at(2).value();
        if (!std::holds_alternative<std::int64_t>(value))
            continue; // a symbol of inline assembly
        std::string file(std::get<std::string_view>(symbols.at(0).value()));
        body.file = file.c_str();
        body.has_module = body.has_value = true;
        body.module = number(module);
        body.value = number(value);
        count(index, body);
    }
} catch (const std::exception &caught) {
    std::cerr << caught.what() << '\n';
    return 1;
}
