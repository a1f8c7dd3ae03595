// functions_by_bindgen.rs - the functions that a file defines, in Rust: bindgen reads the installed header
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bindgen --no-layout-tests bitleap.h -o bitleap.rs -- -fparse-all-comments; rustc functions_by_bindgen.rs -l bitleap
// (the flag of clang is what keeps the comments of the header)
#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, dead_code, improper_ctypes)]
mod bitleap {
    include!("bitleap.rs");
}
use bitleap::*;
use std::{env, ffi::CStr, ffi::CString, process::exit, ptr, slice};

fn check(status: i32, path: &str, err: &bl_error) {
    if status < 0 {
        let mut text = [0; 512];
        unsafe { bl_error_format(err, ptr::null(), text.as_mut_ptr(), 512) };
        let text = unsafe { CStr::from_ptr(text.as_ptr()) };
        eprintln!("{}: {}", path, text.to_string_lossy());
        exit(1);
    }
}

/// What a list or a view of C is here: an empty one may have no address, which a slice always has.
unsafe fn list<'a, T>(data: *const T, n: usize) -> &'a [T] {
    if n == 0 {
        &[]
    } else {
        slice::from_raw_parts(data, n)
    }
}

fn main() {
    let path = env::args().nth(1).expect("usage: functions_by_bindgen FILE");
    let c_path = CString::new(path.as_str()).unwrap();
    unsafe {
        let mut err: bl_error = std::mem::zeroed();
        let mut module = ptr::null_mut();
        let mut globals = ptr::null();
        let mut n = 0;
        let status = bl_module_open_file(&mut module, c_path.as_ptr(), ptr::null(), 0, &mut err);
        check(status, &path, &err);
        check(bl_module_globals(module, &mut globals, &mut n, &mut err), &path, &err);
        for g in list(globals, n as usize) {
            if u32::from(g.kind) == bl_global_kind_BL_GLOBAL_FUNCTION && !g.is_declaration {
                let name = list(g.name.data, g.name.size as usize);
                println!("{}", String::from_utf8_lossy(name));
            }
        }
        bl_module_close(module);
    }
}
