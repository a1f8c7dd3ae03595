// table.rs - tables of what is in bitcode
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::error::{bytes, c_name, c_path, check, list, static_text};
use crate::{sys, Error, Result};
use std::ffi::{CStr, CString};
use std::path::Path;
use std::ptr::{self, NonNull};
use std::{mem, os::raw::c_char};

/// Files, archives, directories, index files: what rows are read from. Threads may read tables of one side by side.
pub struct Inputs {
    pointer: NonNull<sys::bl_inputs>,
}

// bl_table_open(): "several tables may be open at a time, each used by one thread".
unsafe impl Send for Inputs {}
unsafe impl Sync for Inputs {}

impl Drop for Inputs {
    fn drop(&mut self) {
        unsafe { sys::bl_inputs_close(self.pointer.as_ptr()) }
    }
}

impl Inputs {
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Inputs> {
        let names = paths.iter().map(|path| c_path(path.as_ref())).collect::<Result<Vec<CString>>>()?;
        let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        let mut inputs = ptr::null_mut();
        check("", |err| unsafe {
            sys::bl_inputs_open(&mut inputs, pointers.as_ptr() as *mut *const c_char, pointers.len(), err)
        })?;
        Ok(Inputs { pointer: NonNull::new(inputs).expect("inputs") })
    }

    /// The rows of a table, all columns or these alone: what is not asked for costs nothing. lib/sql/README.md says what
    /// tables there are.
    pub fn table(&self, name: &str, columns: &[&str]) -> Result<Table<'_>> {
        self.table_where(name, columns, &Rows::default())
    }

    /// Those rows alone.
    pub fn table_where(&self, name: &str, columns: &[&str], rows: &Rows) -> Result<Table<'_>> {
        let c = c_name(name)?;
        let every = column_names(&c);
        let number = |wanted: &&str| {
            let found = every.iter().position(|column| column == wanted);
            found.map(|n| n as u32).ok_or_else(|| Error::argument(format!("{name}: no column {wanted}")))
        };
        let numbers = columns.iter().map(number).collect::<Result<Vec<u32>>>()?;
        let mut query: sys::bl_table_query = unsafe { mem::zeroed() }; // zeroes: all
        if !numbers.is_empty() {
            query.columns = numbers.as_ptr();
            query.n_columns = numbers.len() as u32;
        }
        let texts = [rows.file, rows.name, rows.word].map(|text| text.map(c_name));
        let [file, name_of_rows, word] = &texts;
        for (field, text) in [(&mut query.file, file), (&mut query.name, name_of_rows), (&mut query.word, word)] {
            match text {
                Some(Ok(text)) => *field = text.as_ptr(),
                Some(Err(error)) => return Err(error.clone()),
                None => {}
            }
        }
        query.has_module = rows.module.is_some();
        query.has_value = rows.value.is_some();
        query.module = rows.module.unwrap_or(0);
        query.value = rows.value.unwrap_or(0);
        let mut table = ptr::null_mut();
        check(name, |err| unsafe { sys::bl_table_open(&mut table, c.as_ptr(), self.pointer.as_ptr(), &query, err) })?;
        let names = if columns.is_empty() { every } else { columns.iter().map(|name| name.to_string()).collect() };
        Ok(Table { pointer: NonNull::new(table).expect("a table"), columns: names, inputs: self })
    }

    /// What could not be read so far: rows of a damaged file end where it is.
    pub fn problems(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut problem: sys::bl_table_problem = unsafe { mem::zeroed() };
        while unsafe { sys::bl_inputs_problem(self.pointer.as_ptr(), found.len() as u32, &mut problem) } {
            let file = unsafe { crate::error::c_text(problem.file) };
            found.push(format!("{file}: {}", static_text(problem.cause)));
        }
        found
    }
}

fn column_names(table: &CStr) -> Vec<String> {
    let mut names = Vec::new();
    let mut column: sys::bl_column = unsafe { mem::zeroed() };
    while unsafe { sys::bl_table_column(table.as_ptr(), names.len() as u32, &mut column) } {
        let name = unsafe { CStr::from_ptr(column.name.as_ptr()) };
        names.push(name.to_string_lossy().into_owned());
    }
    names
}

/// Which rows are wanted: `Rows { name: Some("main*"), ..Rows::default() }`. One that the table has no column for is an error.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rows<'r> {
    /// As the column `file` has it.
    pub file: Option<&'r str>,
    pub module: Option<u32>,
    pub value: Option<u32>,
    /// With any of `*?[` a pattern, as in a shell.
    pub name: Option<&'r str>,
    /// Of attributes their name, of calls their callee.
    pub word: Option<&'r str>,
}

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell<'t> {
    Null,
    Integer(i64),
    Bool(bool),
    /// Mostly UTF-8: names in files may have any bytes.
    Text(&'t [u8]),
    Numbers(&'t [u64]),
}

/// Rows, read as they are asked for: `while table.next_row()? { … table.cell(0)? … }`.
pub struct Table<'i> {
    pointer: NonNull<sys::bl_table>,
    columns: Vec<String>,
    inputs: &'i Inputs,
}

// Each table is used by one thread, whichever.
unsafe impl Send for Table<'_> {}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        unsafe { sys::bl_table_close(self.pointer.as_ptr()) }
    }
}

impl<'i> Table<'i> {
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    pub fn inputs(&self) -> &'i Inputs {
        self.inputs
    }

    /// Go to the next row, at first to the first; false at the end.
    pub fn next_row(&mut self) -> Result<bool> {
        check("", |err| unsafe { sys::bl_table_next(self.pointer.as_ptr(), err) }).map(|more| more > 0)
    }

    /// The value of the row in the column at that place of [`columns`](Table::columns), until the next call.
    pub fn cell(&mut self, column: usize) -> Result<Cell<'_>> {
        if column >= self.columns.len() {
            return Err(Error::argument(format!("no column {column}")));
        }
        let mut cell: sys::bl_cell = unsafe { mem::zeroed() };
        check("", |err| unsafe { sys::bl_table_cell(self.pointer.as_ptr(), column as u32, &mut cell, err) })?;
        Ok(match u32::from(cell.r#type) {
            _ if cell.is_null => Cell::Null,
            sys::BL_COLUMN_INTEGER => Cell::Integer(cell.integer),
            sys::BL_COLUMN_BOOL => Cell::Bool(cell.integer != 0),
            sys::BL_COLUMN_NUMBERS => Cell::Numbers(unsafe { list(cell.numbers, cell.n_numbers as usize) }),
            _ => Cell::Text(unsafe { bytes(cell.text) }),
        })
    }
}
