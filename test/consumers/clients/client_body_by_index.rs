// client_body_by_index.rs - instructions of the functions of a name, by an index file: client_body_by_index INDEX NAME
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use bitleap::{Cell, Inputs, Rows};

fn main() -> bitleap::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let inputs = Inputs::open(&words[..1])?;
    let rows = Rows { name: Some(&words[1]), ..Rows::default() };
    let mut symbols = inputs.table_where("symbols", &["file", "module", "value"], &rows)?;
    while symbols.next_row()? {
        let (file, module, value) = (text(symbols.cell(0)?), number(symbols.cell(1)?), number(symbols.cell(2)?));
        let rows = Rows { file: file.as_deref(), module, value, ..Rows::default() };
        let mut instructions = inputs.table_where("instructions", &["opcode"], &rows)?;
        let (mut n, mut n_loads) = (0, 0);
        while instructions.next_row()? {
            n += 1;
            n_loads += i32::from(instructions.cell(0)? == Cell::Text(b"load"));
        }
        if n > 0 {
            println!("{n} instructions, {n_loads} loads");
        }
    }
    Ok(())
}

fn text(cell: Cell<'_>) -> Option<String> {
    match cell {
        Cell::Text(text) => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    }
}

fn number(cell: Cell<'_>) -> Option<u32> {
    match cell {
        Cell::Integer(number) => u32::try_from(number).ok(),
        _ => None,
    }
}
