// query.rs - the modules of anything: files, archives, objects, directories, index files
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::error::{c_path, check, put};
use crate::{sys, Error, Module, Result};
use std::ffi::CString;
use std::path::Path;
use std::ptr::{self, NonNull};
use std::{mem, os::raw::c_char};

/// What paths name. It may move to another thread as long as nothing refers to it.
pub struct Query {
    pointer: NonNull<sys::bl_query>,
    open: Box<sys::bl_query_module>,
    current: Option<Module>,
}

// bl_query and bl_query_module: "may move to another thread: yes".
unsafe impl Send for Query {}

impl Drop for Query {
    fn drop(&mut self) {
        self.current = None;
        unsafe {
            sys::bl_query_module_close(&mut *self.open);
            sys::bl_query_close(self.pointer.as_ptr());
        }
    }
}

impl Query {
    /// Files, archives, objects, directories, index files, and what is nested in one, as operands of the command name
    /// them. What cannot be read is left out: [`problems`](Query::problems).
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Query> {
        let names = paths.iter().map(|path| c_path(path.as_ref())).collect::<Result<Vec<CString>>>()?;
        let pointers: Vec<*const c_char> = names.iter().map(|name| name.as_ptr()).collect();
        // Zeroes are the defaults, and a module that is not open.
        let mut options: sys::bl_query_options = unsafe { mem::zeroed() };
        options.parts = sys::BL_CATALOG_MODULES;
        options.open_flags = sys::BL_OPEN_GUARDED;
        let (mut query, first) =
            (ptr::null_mut(), paths.first().map(|path| path.as_ref().to_string_lossy().into_owned()));
        let opened = check(&first.unwrap_or_default(), |err| unsafe {
            sys::bl_query_open(&mut query, pointers.as_ptr() as *mut *const c_char, pointers.len(), &options, err)
        });
        if opened.is_err() {
            unsafe { sys::bl_query_close(query) };
        }
        opened?;
        let pointer = NonNull::new(query).expect("a query");
        Ok(Query { pointer, open: Box::new(unsafe { mem::zeroed() }), current: None })
    }

    /// The next module, in the order of files and of what is in them. After a failure the next call goes on after what
    /// failed. It is open until the next call, so that this is no `Iterator`.
    pub fn next_module(&mut self) -> Result<Option<&Module>> {
        self.current = None;
        let more = check("", |err| unsafe { sys::bl_query_next_module(self.pointer.as_ptr(), &mut *self.open, err) });
        if let Ok(0) = more {
            return Ok(None);
        }
        let path = self.path_of(self.open.stream);
        match more {
            Err(error) => Err(Error { message: format!("{path}: {}", error.message), ..error }),
            Ok(_) => {
                self.current = Some(Module::lent(NonNull::new(self.open.module).expect("a module"), path));
                Ok(self.current.as_ref())
            }
        }
    }

    fn path_of(&mut self, stream: u32) -> String {
        let mut path = Vec::<u8>::new();
        let context = (&mut path as *mut Vec<u8>).cast();
        unsafe { sys::bl_query_put_path(self.pointer.as_ptr(), stream, Some(put), context) };
        String::from_utf8_lossy(&path).into_owned()
    }

    /// What was wrong so far, and was not returned before.
    pub fn problems(&mut self) -> Vec<Error> {
        let mut found = Vec::new();
        let mut problem: sys::bl_query_problem = unsafe { mem::zeroed() };
        while unsafe { sys::bl_query_next_problem(self.pointer.as_ptr(), &mut problem) } > 0 {
            let path = unsafe { crate::error::c_text(problem.path) };
            found.push(Error::of(&problem.error, &path));
        }
        found
    }
}
