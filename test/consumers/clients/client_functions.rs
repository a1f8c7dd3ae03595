// client_functions.rs - functions that files, archives, objects, directories or indexes define: client_functions PATH...
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use bitleap::Query;

fn main() -> bitleap::Result<()> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let (mut query, mut problems) = (Query::open(&paths)?, Vec::new());
    loop {
        match query.next_module().and_then(|module| module.map(list).transpose()) {
            Ok(None) => break,
            Ok(_) => {}
            Err(error) => problems.push(error),
        }
    }
    problems.extend(query.problems());
    problems.iter().for_each(|problem| eprintln!("{problem}"));
    std::process::exit(i32::from(!problems.is_empty()));
}

fn list(module: &bitleap::Module) -> bitleap::Result<()> {
    for function in module.globals()?.filter(|global| global.is_definition()) {
        println!("{}\t{}", module.path(), function.name_lossy());
    }
    Ok(())
}
