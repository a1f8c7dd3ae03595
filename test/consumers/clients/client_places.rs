// client_places.rs - where in the source each instruction comes from, through all that was inlined: client_places FILE
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use bitleap::{Cell, Inputs};

fn main() -> bitleap::Result<()> {
    let inputs = Inputs::open(&std::env::args().skip(1).collect::<Vec<String>>())?;
    let mut table = inputs.table("instructions", &["function", "places"])?;
    while table.next_row()? {
        let function = match table.cell(0)? {
            Cell::Text(name) => String::from_utf8_lossy(name).into_owned(),
            _ => String::new(),
        };
        if let Cell::Text(places) = table.cell(1)? {
            println!("{function}\t{}", String::from_utf8_lossy(places));
        }
    }
    Ok(())
}
