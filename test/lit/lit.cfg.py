# lit.cfg.py - for lit: LLVM's own tests, by tools in TOOLS, else those of LLVM 22
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import os

import lit.formats

llvm = "/usr/lib/llvm-22/bin"
config.name = "LLVM"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".ll", ".test", ".s", ".c", ".cpp", ".txt", ".yaml", ".td", ".mir"]
config.excludes = ["Inputs", "CMakeLists.txt", "README.txt"]
config.test_source_root = os.environ["SUITE"]
config.test_exec_root = os.environ["RESULTS"]
config.environment["PATH"] = os.pathsep.join([os.environ["TOOLS"], llvm, os.environ["PATH"]])
config.environment["BITLEAP"] = os.environ["BITLEAP"]
# What LLVM's own configuration says of a build: Debian's has all targets.
targets = "AArch64 AMDGPU ARM BPF Hexagon Mips NVPTX PowerPC RISCV Sparc SystemZ WebAssembly X86"
config.targets = frozenset(targets.split())
config.root.targets = config.targets
config.have_zlib = config.root.have_zlib = True
config.target_triple = "x86_64-pc-linux-gnu"
config.available_features |= {target.lower() + "-registered-target" for target in config.targets}
config.available_features |= {"default_triple", "shell", "zlib", "system-linux", "x86_64-linux"}
config.available_features.add("target={x86_64-pc-linux-gnu}")
config.substitutions += [("%shlibext", ".so"), ("%exeext", ""), ("%llvmshlibdir", "/usr/lib/llvm-22/lib")]
