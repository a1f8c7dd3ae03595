// module.rs - modules of LLVM IR and their global values
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::error::{bytes, c_path, check, list, put, static_text, view};
use crate::{sys, Error, Function, Graph, Result};
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use std::ptr::{self, NonNull};

/// A module. It may move to another thread as long as nothing refers to it.
pub struct Module {
    pointer: NonNull<sys::bl_module>,
    is_owned: bool,
    path: String,
}

// bl_module: "one thread at a time", whichever; it owns all that it reads through, or the query that owns that lends it.
unsafe impl Send for Module {}

impl Drop for Module {
    fn drop(&mut self) {
        if self.is_owned {
            unsafe { sys::bl_module_close(self.pointer.as_ptr()) }
        }
    }
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Module({:?})", self.path)
    }
}

impl Module {
    /// The module in the file at `path`, which may lead on into it: `libx.a(foo.o)`. The file is mapped; what is cut off
    /// while it is open reads as zeros. Of files with several modules, see [`Query`](crate::Query).
    pub fn open(path: impl AsRef<Path>) -> Result<Module> {
        let path = path.as_ref();
        let (c, shown, mut module) = (c_path(path)?, path.to_string_lossy().into_owned(), ptr::null_mut());
        check(&shown, |err| unsafe {
            sys::bl_module_open_file(&mut module, c.as_ptr(), ptr::null(), sys::BL_OPEN_GUARDED, err)
        })?;
        Ok(Module { pointer: NonNull::new(module).expect("a module"), is_owned: true, path: shown })
    }

    /// One that somebody else closes after it is dropped.
    pub(crate) fn lent(pointer: NonNull<sys::bl_module>, path: String) -> Module {
        Module { pointer, is_owned: false, path }
    }

    /// For calls of [`sys`], while `self` is borrowed.
    pub fn as_ptr(&self) -> *mut sys::bl_module {
        self.pointer.as_ptr()
    }

    /// The path of the file and on into it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Variables, functions, aliases and ifuncs: number I is value I. Those that are declared are among them.
    pub fn globals(&self) -> Result<impl ExactSizeIterator<Item = Global<'_>> + Clone> {
        let (mut globals, mut n) = (ptr::null(), 0);
        check(&self.path, |err| unsafe { sys::bl_module_globals(self.as_ptr(), &mut globals, &mut n, err) })?;
        let records = unsafe { list(globals, n as usize) };
        Ok((0..n).map(move |value| Global { module: self, value, record: &records[value as usize] }))
    }

    /// The global value of that name.
    pub fn find(&self, name: impl AsRef<[u8]>) -> Result<Option<Global<'_>>> {
        let mut value = 0;
        let found = check(&self.path, |err| unsafe {
            sys::bl_module_find(self.as_ptr(), view(name.as_ref()), &mut value, err)
        })?;
        if found == 0 {
            return Ok(None);
        }
        Ok(self.globals()?.nth(value as usize))
    }

    /// The module as LLVM assembly, which llvm-dis prints; bytes, as names may have any.
    pub fn assembly(&self) -> Result<Vec<u8>> {
        self.print(|printer, text, err| unsafe {
            sys::bl_printer_print_module(printer, view(self.path.as_bytes()), 0, Some(put), text, err)
        })
    }

    fn print(
        &self,
        work: impl FnOnce(*mut sys::bl_printer, *mut std::os::raw::c_void, *mut sys::bl_error) -> i32,
    ) -> Result<Vec<u8>> {
        let (mut slots, mut printer, mut text) = (ptr::null_mut(), ptr::null_mut(), Vec::<u8>::new());
        let done = check(&self.path, |err| unsafe {
            let mut status = sys::bl_slots_open(&mut slots, self.as_ptr(), err);
            if status >= 0 {
                status = sys::bl_printer_open(&mut printer, self.as_ptr(), slots, err);
            }
            if status >= 0 {
                status = work(printer, (&mut text as *mut Vec<u8>).cast(), err);
            }
            sys::bl_printer_close(printer);
            sys::bl_slots_close(slots);
            status
        });
        done.map(|_| text)
    }
}

/// What a global value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlobalKind {
    Variable,
    Function,
    Alias,
    Ifunc,
}

/// A variable, function, alias or ifunc of a module.
#[derive(Clone, Copy)]
pub struct Global<'m> {
    module: &'m Module,
    value: u32,
    record: &'m sys::bl_global,
}

impl<'m> Global<'m> {
    /// Its number in the module.
    pub fn value(&self) -> u32 {
        self.value
    }

    /// Its name as it is in the file; empty if it has none.
    pub fn name(&self) -> &'m [u8] {
        unsafe { bytes(self.record.name) }
    }

    pub fn name_lossy(&self) -> Cow<'m, str> {
        String::from_utf8_lossy(self.name())
    }

    pub fn kind(&self) -> GlobalKind {
        match u32::from(self.record.kind) {
            sys::BL_GLOBAL_VARIABLE => GlobalKind::Variable,
            sys::BL_GLOBAL_FUNCTION => GlobalKind::Function,
            sys::BL_GLOBAL_ALIAS => GlobalKind::Alias,
            _ => GlobalKind::Ifunc,
        }
    }

    pub fn is_declaration(&self) -> bool {
        self.record.is_declaration
    }

    /// Whether it is a function that has a body.
    pub fn is_definition(&self) -> bool {
        self.kind() == GlobalKind::Function && !self.record.is_declaration
    }

    /// In LLVM's spelling: "internal"; "" is external.
    pub fn linkage(&self) -> &'static str {
        static_text(unsafe { sys::bl_linkage_name(self.record.linkage.into()) })
    }

    /// All that the record says.
    pub fn record(&self) -> &'m sys::bl_global {
        self.record
    }

    /// The body of a function that has one.
    pub fn body(&self) -> Result<Function<'m>> {
        self.check_body()?;
        Function::open(self.module, self.value)
    }

    /// The same, all at once.
    pub fn graph(&self) -> Result<Graph> {
        self.check_body()?;
        Graph::open(self.module, self.value)
    }

    fn check_body(&self) -> Result<()> {
        if self.is_definition() {
            return Ok(());
        }
        Err(Error::argument(format!("{}: no function with a body", self.name_lossy())))
    }

    /// Its LLVM assembly, as it is in that of the module.
    pub fn assembly(&self) -> Result<Vec<u8>> {
        self.module.print(|printer, text, err| unsafe {
            sys::bl_printer_print_global(printer, self.value, Some(put), text, err)
        })
    }
}

impl fmt::Debug for Global<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({:?})", self.kind(), self.name_lossy())
    }
}
