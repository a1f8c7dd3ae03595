// client_unchecked.rs - calls of malloc and fopen whose results are never compared: client_unchecked FILE
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A result is followed through phis, selects, casts, and variables on the stack.
use bitleap::{Graph, Module, Node, OperandKind};

/// Where an instruction that has the value as operand PLACE takes it.
fn taken(graph: &Graph, user: Node<'_>, place: u32) -> Vec<u32> {
    match (user.opcode(), place) {
        ("phi" | "select" | "bitcast" | "addrspacecast" | "freeze", _) => user.value().into_iter().collect(),
        ("store", 0) => {
            let pointer = user.operands().nth(1).filter(|pointer| pointer.kind == OperandKind::Value);
            let variable = pointer.and_then(|pointer| graph.definition(pointer.number));
            let variable = variable.filter(|made| made.opcode() == "alloca").and_then(|made| made.value());
            let users = variable.into_iter().flat_map(|variable| graph.uses(variable));
            let loads = users.filter_map(|u| graph.instruction(u.instruction)).filter(|user| user.opcode() == "load");
            loads.filter_map(|load| load.value()).collect()
        }
        _ => Vec::new(),
    }
}

fn is_compared(graph: &Graph, value: u32) -> bool {
    let (mut flow, mut at) = (vec![value], 0);
    while at < flow.len() {
        for u in graph.uses(flow[at]) {
            let user = graph.instruction(u.instruction).expect("a user");
            if user.opcode() == "icmp" {
                return true;
            }
            for new in taken(graph, user, u.operand) {
                if !flow.contains(&new) {
                    flow.push(new);
                }
            }
        }
        at += 1;
    }
    false
}

fn main() -> bitleap::Result<()> {
    let module = Module::open(std::env::args().nth(1).expect("a file"))?;
    for function in module.globals()?.filter(|global| global.is_definition()) {
        let graph = function.graph()?;
        for name in ["malloc", "fopen"] {
            for u in module.find(name)?.iter().flat_map(|callee| graph.uses(callee.value())) {
                let call = graph.instruction(u.instruction).expect("a user");
                if call.is_call() && u.operand == 0 && !call.value().map_or(false, |made| is_compared(&graph, made)) {
                    println!("{}: {name}", function.name_lossy());
                }
            }
        }
    }
    Ok(())
}
