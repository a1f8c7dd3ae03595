// rlib_functions.rs - the largest functions of rlibs, for a build script: rlib_functions target/release/deps/*.rlib
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use bitleap::{Cell, Inputs};

fn main() -> bitleap::Result<()> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let inputs = Inputs::open(&paths)?;
    let mut table = inputs.table("functions", &["bytes", "name"])?;
    let mut largest = Vec::new();
    while table.next_row()? {
        let bytes = match table.cell(0)? {
            Cell::Integer(bytes) => bytes,
            _ => 0,
        };
        if let Cell::Text(name) = table.cell(1)? {
            largest.push((bytes, String::from_utf8_lossy(name).into_owned()));
        }
    }
    largest.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    for (bytes, name) in largest.iter().take(10) {
        println!("{bytes:8} {name}");
    }
    for problem in inputs.problems() {
        eprintln!("rlib_functions: {problem}");
    }
    Ok(())
}
