// error.rs - failures, and what C passes back and forth
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use crate::sys;
use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::{fmt, mem, ptr, slice};

/// What the library could not do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// One of [`sys::bl_status`](crate::sys), such as `sys::BL_E_TRUNCATED`.
    pub status: i32,
    /// The cause, with the place and the blocks around it.
    pub message: String,
    /// Where in the stream, or for `BL_E_CONTAINER` in the file.
    pub bit_pos: Option<u64>,
}

pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn argument(message: String) -> Error {
        Error { status: sys::BL_E_ARGUMENT, message, bit_pos: None }
    }

    /// `prefix` says in what: a path, or nothing.
    pub(crate) fn of(err: &sys::bl_error, prefix: &str) -> Error {
        let mut text = vec![0u8; sys::BL_ERROR_TEXT_MAX as usize];
        unsafe { sys::bl_error_format(err, ptr::null(), text.as_mut_ptr().cast::<c_char>(), text.len()) };
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(0);
        let text = String::from_utf8_lossy(&text[..end]);
        Error {
            status: err.status,
            message: if prefix.is_empty() { text.into_owned() } else { format!("{prefix}: {text}") },
            bit_pos: err.has_pos.then(|| err.bit_pos),
        }
    }
}

/// Calls `work` with an error to fill; what it returns, unless that is negative.
pub(crate) fn check(prefix: &str, work: impl FnOnce(*mut sys::bl_error) -> c_int) -> Result<c_int> {
    // Zeroes are an error without a cause.
    let mut err: sys::bl_error = unsafe { mem::zeroed() };
    let status = work(&mut err);
    if status < 0 {
        err.status = status;
        return Err(Error::of(&err, prefix));
    }
    Ok(status)
}

/// A path, or a name, for C.
pub(crate) fn c_path(path: &Path) -> Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::argument(format!("{}: a zero byte", path.display())))
}

pub(crate) fn c_name(name: &str) -> Result<CString> {
    CString::new(name).map_err(|_| Error::argument(format!("{name:?}: a zero byte")))
}

/// N items at DATA; of none C has no address, or any.
pub(crate) unsafe fn list<'a, T>(data: *const T, n: usize) -> &'a [T] {
    if n == 0 {
        &[]
    } else {
        slice::from_raw_parts(data, n)
    }
}

pub(crate) unsafe fn bytes<'a>(view: sys::bl_view) -> &'a [u8] {
    list(view.data, view.size)
}

pub(crate) fn view(bytes: &[u8]) -> sys::bl_view {
    sys::bl_view { data: bytes.as_ptr(), size: bytes.len() }
}

/// A text that C keeps for ever; of NULL "".
pub(crate) fn static_text(text: *const c_char) -> &'static str {
    if text.is_null() {
        return "";
    }
    unsafe { CStr::from_ptr(text) }.to_str().unwrap_or("")
}

/// A `bl_put_fn` that appends to a `Vec<u8>`, its context.
pub(crate) unsafe extern "C" fn put(context: *mut c_void, text: *const c_char, size: usize) {
    (*context.cast::<Vec<u8>>()).extend_from_slice(list(text.cast::<u8>(), size));
}

/// A text of C, copied; of NULL "".
pub(crate) unsafe fn c_text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    CStr::from_ptr(text).to_string_lossy().into_owned()
}
