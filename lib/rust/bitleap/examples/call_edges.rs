// call_edges.rs - which functions call which, in anything that has bitcode: call_edges lib.rlib…
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use bitleap::{OperandKind, Query};
use std::collections::BTreeSet;

fn main() -> bitleap::Result<()> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let mut query = Query::open(&paths)?;
    while let Some(module) = query.next_module()? {
        let globals = module.globals()?;
        for caller in globals.clone().filter(|global| global.is_definition()) {
            let (mut body, mut callees) = (caller.body()?, BTreeSet::new());
            while let Some(instruction) = body.next_instruction()? {
                let callee =
                    instruction.operands().next().filter(|o| instruction.is_call() && o.kind == OperandKind::Value);
                if let Some(global) = callee.and_then(|callee| globals.clone().nth(callee.number as usize)) {
                    callees.insert(global.name_lossy().into_owned());
                }
            }
            for callee in callees {
                println!("{}: {} -> {callee}", module.path(), caller.name_lossy());
            }
        }
    }
    for problem in query.problems() {
        eprintln!("call_edges: {problem}");
    }
    Ok(())
}
