// client_places.cc - where in the source each instruction comes from, through all that was inlined
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: client_places FILE
#include <bitleap.hpp>
#include <iostream>

int main(int argc, char **argv)
try {
    std::vector<std::string> paths(argv + 1, argv + argc);
    auto table = bitleap::table::open("instructions", paths, {"function", "places"}).value();
    while (table.next().value()) {
        std::string function(std::get<std::string_view>(table.at(0).value()));
        bitleap::cell places = table.at(1).value();
        if (const std::string_view *text = std::get_if<std::string_view>(&places))
            std::cout << function << '\t' << *text << '\n';
    }
} catch (const std::exception &caught) {
    std::cerr << caught.what() << '\n';
    return 1;
}
