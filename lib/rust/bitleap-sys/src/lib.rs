// lib.rs - what bitleap.h declares, with its comments: see bitleap.h for the conventions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! Declarations of libbitleap as they are in C. The crate `bitleap` is the safe way to most of it.
#![no_std]
#![allow(non_camel_case_types)]
extern crate std;
include!("bindings.rs");
