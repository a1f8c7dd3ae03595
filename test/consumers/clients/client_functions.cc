// client_functions.cc - functions that files, archives, objects, directories or indexes define
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Usage: client_functions PATH...
#include <bitleap.hpp>
#include <iostream>

int main(int argc, char **argv)
try {
    std::vector<std::string> paths(argv + 1, argv + argc);
    bitleap::query files = bitleap::query::open(paths).value();
    std::vector<bitleap::error> problems;
    for (;;) {
        bitleap::result<bitleap::module *> module = files.next();
        if (module && !*module)
            break;
        auto globals = module ? (*module)->globals() : module.error();
        if (!globals) {
            problems.push_back(globals.error());
            continue;
        }
        for (const bl_global &global : *globals)
            if (bitleap::is_definition(global))
                std::cout << (*module)->path() << '\t' << bitleap::text(global.name) << '\n';
    }
    for (bitleap::error &problem : files.problems())
        problems.push_back(std::move(problem));
    for (const bitleap::error &problem : problems)
        std::cerr << problem.message << '\n';
    return !problems.empty();
} catch (const std::exception &caught) {
    std::cerr << caught.what() << '\n';
    return 1;
}
