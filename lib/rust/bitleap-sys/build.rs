// build.rs - where libbitleap is: in BITLEAP_LIB_DIR, or where pkg-config says
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
use std::{env, process::Command};

fn main() {
    println!("cargo:rerun-if-env-changed=BITLEAP_LIB_DIR");
    println!("cargo:rustc-link-lib=bitleap");
    if let Ok(directory) = env::var("BITLEAP_LIB_DIR") {
        println!("cargo:rustc-link-search=native={directory}");
        return;
    }
    // Without pkg-config, or where it prints nothing, the linker looks where it always does.
    let asked = Command::new("pkg-config").args(["--libs-only-L", "bitleap"]).output();
    for word in String::from_utf8_lossy(&asked.map(|said| said.stdout).unwrap_or_default()).split_whitespace() {
        println!("cargo:rustc-link-search=native={}", word.trim_start_matches("-L"));
    }
}
