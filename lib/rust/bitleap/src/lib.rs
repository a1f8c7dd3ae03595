// lib.rs - reads LLVM bitcode in place
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Reads LLVM bitcode in place, by libbitleap: files are mapped, names and lists are slices into the file or into what
//! the library has read, and the compiler sees to it that they are not used for longer than they are valid.
//!
//! ```no_run
//! let mut query = bitleap::Query::open(&["libx.rlib"])?;
//! while let Some(module) = query.next_module()? {
//!     for function in module.globals()?.filter(|global| global.is_definition()) {
//!         println!("{}", function.name_lossy());
//!     }
//! }
//! # Ok::<(), bitleap::Error>(())
//! ```
//!
//! What one thread at a time may use is `Send` and not `Sync`; what refers to a module stays on its thread. For all
//! that is not here there is [`sys`], with the handles that [`Module::as_ptr`] and others return.
mod error;
mod function;
mod graph;
mod module;
mod query;
mod table;

pub use bitleap_sys as sys;
pub use error::{Error, Result};
pub use function::{Function, Instruction, Operand, OperandKind};
pub use graph::{Graph, Node, Use};
pub use module::{Global, GlobalKind, Module};
pub use query::Query;
pub use table::{Cell, Inputs, Rows, Table};

/// The version of the library that is linked in.
pub fn version() -> &'static str {
    error::static_text(unsafe { sys::bl_version() })
}

/// What does not compile, as it would be wrong:
///
/// ```compile_fail,E0597
/// let name = {
///     let module = bitleap::Module::open("a.bc").unwrap();
///     module.globals().unwrap().next().unwrap().name() // it lies in the file, which is closed here
/// };
/// println!("{name:?}");
/// ```
/// ```compile_fail,E0499
/// # let module = bitleap::Module::open("a.bc").unwrap();
/// let mut body = module.find("main").unwrap().unwrap().body().unwrap();
/// let first = body.next_instruction().unwrap().unwrap();
/// let second = body.next_instruction().unwrap().unwrap(); // which takes the place of the first one
/// println!("{} {}", first.opcode(), second.opcode());
/// ```
/// ```compile_fail,E0499
/// # let mut query = bitleap::Query::open(&["a.bc"]).unwrap();
/// let first = query.next_module().unwrap().unwrap();
/// let second = query.next_module().unwrap(); // which closes the first one
/// println!("{} {:?}", first.path(), second);
/// ```
/// ```compile_fail,E0277
/// # let module = bitleap::Module::open("a.bc").unwrap();
/// std::thread::scope(|s| s.spawn(|| module.path().len()).join()); // a module is used by one thread
/// ```
/// ```compile_fail,E0277
/// # let module = bitleap::Module::open("a.bc").unwrap();
/// let body = module.find("main").unwrap().unwrap().body().unwrap();
/// std::thread::scope(|s| s.spawn(move || body).join().map(drop)); // and its bodies with it
/// ```
#[allow(dead_code)]
struct Misuse;
