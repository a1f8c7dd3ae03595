// client_unchecked.cc - calls of malloc and fopen whose results are never compared
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A result is followed through phis, selects, casts, variables. Usage: client_unchecked FILE
#include <algorithm>
#include <bitleap.hpp>
#include <iostream>

static bool is_compared(const bitleap::graph &graph, std::uint32_t value)
{
    std::vector<std::uint32_t> flow{value};
    auto add = [&flow](std::uint32_t reached) {
        if (std::ranges::find(flow, reached) == flow.end())
            flow.push_back(reached);
    };
    for (std::size_t at = 0; at < flow.size(); at++)
        for (const bl_graph_use &use : graph.uses(flow[at])) {
            const bl_graph_instruction &user = graph.instructions()[use.instruction];
            switch (user.opcode) {
            case BL_OP_ICMP: return true;
            case BL_OP_PHI:
            case BL_OP_SELECT:
            case BL_OP_BITCAST:
            case BL_OP_ADDRSPACECAST:
            case BL_OP_FREEZE: add(user.value); continue;
            }
            const bl_graph_instruction *variable = user.opcode == BL_OP_STORE && use.operand == 0
                                                       ? graph.definition(user.operands[1].number)
                                                       : nullptr;
            if (variable && variable->opcode == BL_OP_ALLOCA)
                for (const bl_graph_use &other : graph.uses(variable->value))
                    if (graph.instructions()[other.instruction].opcode == BL_OP_LOAD)
                        add(graph.instructions()[other.instruction].value);
        }
    return false;
}

int main(int argc, char **argv)
try {
    bitleap::module module = bitleap::module::open(argc > 1 ? argv[1] : "-").value();
    std::span<const bl_global> globals = module.globals().value();
    for (std::uint32_t i = 0; i < globals.size(); i++) {
        if (!bitleap::is_definition(globals[i]))
            continue;
        bitleap::graph graph = module.graph(i).value();
        for (std::string_view name : {"malloc", "fopen"}) {
            std::uint32_t callee = module.find(name).value().value_or(BL_NONE);
            for (const bl_graph_use &use : graph.uses(callee)) {
                const bl_graph_instruction &call = graph.instructions()[use.instruction];
                if (bl_opcode_calls(call.opcode) && use.operand == 0 &&
                    !is_compared(graph, call.value))
                    std::cout << bitleap::text(globals[i].name) << ": " << name << '\n';
            }
        }
    }
} catch (const std::exception &caught) {
    std::cerr << caught.what() << '\n';
    return 1;
}
