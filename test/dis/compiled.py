#!/usr/bin/env python3
"""compiled.py - holds `bitleap dis` of what clang writes as bitcode against what the same clang writes as text

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Each source of src/ is compiled in many ways by each version of clang that is installed, to bitcode and to text. Except
for the line with the name of the file, the text of the one is the other, byte for byte. Where clang writes more to
bitcode than to text (summaries, for link-time optimization), llvm-dis is what to compare with, as in compare.py. None
of the sources includes a header.
"""
import argparse
import functools
import os
import re

import compare
import peers

SOURCES = os.path.join(peers.HERE, "src")
PLAIN = "x86_64-pc-linux-gnu"
LEVELS = ["-O0", "-O1", "-O2", "-O3"]
CXX = ["-std=c++20"]
CFI = CXX + ["-O1", "-g", "-fno-sanitize-ignorelist", "-fsanitize=cfi", "-fvisibility=hidden"]
OBJC = ["-fblocks", "-fobjc-exceptions", "-fexceptions"]
CUDA = ["-nocudainc", "-nocudalib", "--cuda-device-only", "--cuda-gpu-arch=sm_70"]
APPLE = "x86_64-apple-macosx10.15"
MSVC = "x86_64-pc-windows-msvc"
NO_WIDE = "-D__int128=long"
NO_THREADS = ["-D_Thread_local=", "-Dtls_model(x)="]

# Each at each level, with and without -g: source, target, options.
GRID = [
    ("records.c", PLAIN, []),
    ("machine.c", PLAIN, []),
    ("shapes.cpp", PLAIN, CXX),
    ("tasks.cpp", PLAIN, CXX),
    ("objects.m", APPLE, OBJC),
    ("kernels.cl", "spir64", ["-cl-std=CL2.0"]),
    ("device.cu", PLAIN, CUDA),
]

# The same as they are: source, target, options, and the versions of clang that take them.
OTHERS = [
    ("records.c", PLAIN, ["-Os", "-g", "-Xclang", "-split-dwarf-file", "-Xclang", "records.dwo", "-ffunction-sections", "-fdata-sections"], "-"),
    ("records.c", PLAIN, ["-Oz", "-g1"], "-"),
    ("records.c", PLAIN, ["-O2", "-gline-directives-only", "-fno-plt", "-fPIC"], "-"),
    ("records.c", PLAIN, ["-O1", "-g3", "-fdebug-macro", "-gdwarf-4"], "-"),
    ("records.c", PLAIN, ["-O2", "-g", "-gdwarf-5", "-gembed-source", "-fdebug-types-section"], "-"),
    ("records.c", PLAIN, ["-O2", "-ffast-math", "-fwrapv", "-mcmodel=large"], "-"),
    ("records.c", PLAIN, ["-O1", "-frounding-math", "-ffp-exception-behavior=strict"], "-"),
    ("records.c", PLAIN, ["-O0", "-g", "-fsanitize=address,undefined"], "-"),
    ("records.c", PLAIN, ["-O2", "-g", "-fsanitize=thread"], "-"),
    ("records.c", PLAIN, ["-O1", "-fsanitize=memory", "-fsanitize-memory-track-origins"], "-"),
    ("records.c", PLAIN, ["-O1", "-fsanitize=hwaddress"], "14-"),
    ("records.c", PLAIN, ["-O1", "-g", "-fsanitize=fuzzer-no-link", "-fsanitize-coverage=trace-pc-guard,pc-table"], "-"),
    ("records.c", PLAIN, ["-O2", "-fprofile-instr-generate", "-fcoverage-mapping"], "-"),
    ("records.c", PLAIN, ["-O2", "-fprofile-generate"], "-"),
    ("records.c", PLAIN, ["-O1", "-pg", "-finstrument-functions"], "-"),
    ("records.c", PLAIN, ["-O2", "-fstack-protector-all", "-fcf-protection=full", "-mretpoline"], "-"),
    ("records.c", PLAIN, ["-O2", "-fxray-instrument"], "-"),
    ("records.c", PLAIN, ["-O2", "-fpatchable-function-entry=4,2"], "-"),
    ("records.c", PLAIN, ["-O3", "-march=x86-64-v4", "-fno-math-errno"], "-"),
    ("records.c", PLAIN, ["-O3", "-g", "-fno-omit-frame-pointer", "-fno-delete-null-pointer-checks"], "-"),
    ("records.c", PLAIN, ["-O1", "-g", "-Xclang", "-disable-llvm-passes"], "-"),
    ("records.c", PLAIN, ["-O2", "-g", "-fsanitize=kcfi"], "16-"),
    ("records.c", PLAIN, ["-O0", "-ftrivial-auto-var-init=pattern", "-fzero-call-used-regs=used"], "15-"),
    ("records.c", PLAIN, ["-O0", "-Xclang", "-no-opaque-pointers"], "15-16"),
    ("records.c", "i686-pc-linux-gnu", ["-O2", "-g", "-mregparm=3", NO_WIDE], "-"),
    ("records.c", "aarch64-linux-gnu", ["-O3", "-g", "-mcpu=neoverse-v1"], "-"),
    ("records.c", "aarch64-linux-gnu", ["-O1", "-mbranch-protection=standard", "-fsanitize=shadow-call-stack", "-ffixed-x18"], "-"),
    ("records.c", "armv7a-linux-gnueabihf", ["-O2", "-g", NO_WIDE], "-"),
    ("records.c", "riscv64-linux-gnu", ["-O3", "-g", "-march=rv64gcv"], "16-"),
    ("records.c", "powerpc64le-linux-gnu", ["-O2", "-g"], "-"),
    ("records.c", "s390x-linux-gnu", ["-O2"], "-"),
    ("records.c", "wasm32-unknown-unknown", ["-O2", "-g"], "-"),
    ("records.c", "mips64-linux-gnu", ["-O1"], "-"),
    ("records.c", "sparc-sun-solaris", ["-O1", NO_WIDE], "-"),
    ("records.c", "avr", ["-O1", NO_WIDE, *NO_THREADS, "-mmcu=atmega328p"], "14-"),
    ("records.c", "bpfel", ["-O2", "-g", *NO_THREADS], "-"),
    ("records.c", "hexagon-unknown-elf", ["-O3", "-g", NO_WIDE], "-"),
    ("records.c", MSVC, ["-O1", "-g", "-gcodeview"], "-"),
    ("records.c", APPLE, ["-O2", "-g", "-Dsection(x)="], "-"),
    ("machine.c", PLAIN, ["-O2", "-mavx512f", "-g"], "-"),
    ("machine.c", PLAIN, ["-O0", "-fno-integrated-as", "-fPIE", "-ftls-model=local-exec"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-fno-threadsafe-statics", "-fvisibility=hidden", "-fvisibility-inlines-hidden"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-g", "-fstandalone-debug", "-gpubnames", "-gsimple-template-names"], "14-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-fexperimental-relative-c++-abi-vtables"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-fstrict-vtable-pointers", "-fforce-emit-vtables"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O0", "-g", "-fsanitize=null,vptr,alignment,function"], "-"),
    ("shapes.cpp", MSVC, CXX + ["-O0", "-fexceptions", "-fcxx-exceptions"], "-"),
    ("shapes.cpp", MSVC, CXX + ["-O2", "-g", "-gcodeview", "-fexceptions", "-fcxx-exceptions"], "-"),
    ("shapes.cpp", "x86_64-w64-windows-gnu", CXX + ["-O2", "-g"], "-"),
    ("shapes.cpp", APPLE, CXX + ["-O2", "-g"], "-"),
    ("shapes.cpp", "arm64e-apple-ios14", CXX + ["-O2", "-fptrauth-calls", "-fptrauth-returns", "-fptrauth-vtable-pointer-type-discrimination"], "19-"),
    ("shapes.cpp", "armv7a-linux-gnueabihf", CXX + ["-O2"], "-"),
    ("shapes.cpp", "wasm32-unknown-emscripten", CXX + ["-O2", "-fwasm-exceptions"], "-"),
    ("tasks.cpp", MSVC, CXX + ["-O0", "-g", "-fexceptions", "-fcxx-exceptions"], "-"),
    ("tasks.cpp", PLAIN, CXX + ["-O1", "-Xclang", "-disable-llvm-passes"], "-"),
    ("objects.m", "arm64-apple-ios14", OBJC + ["-O2", "-g", "-fobjc-arc", "-Drelease=self"], "-"),
    ("objects.m", PLAIN, OBJC + ["-O1", "-g", "-fobjc-runtime=gnustep-2.0"], "-"),
    ("kernels.cl", "amdgcn-amd-amdhsa", ["-cl-std=CL2.0", "-O2", "-g", "-mcpu=gfx906", "-nogpulib"], "-"),
    ("kernels.cl", "nvptx64-nvidia-cuda", ["-cl-std=CL2.0", "-O2", "-g", "-nogpulib"], "-"),
    ("kernels.cl", "spir", ["-cl-std=CL1.2", "-O0", "-cl-kernel-arg-info", "-cl-fast-relaxed-math"], "-"),
]

# Those that LLVM's own reader has to distinguish from text: link-time optimization.
SUMMARIES = [
    ("shapes.cpp", PLAIN, CFI + ["-flto"], "-"),
    ("records.c", PLAIN, ["-O2", "-flto"], "-"),
    ("records.c", PLAIN, ["-O2", "-flto=thin"], "-"),
    ("records.c", PLAIN, ["-O1", "-g", "-flto=thin", "-fsplit-lto-unit"], "-"),
    ("machine.c", PLAIN, ["-O2", "-flto=thin", "-g"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-flto=thin", "-fwhole-program-vtables", "-fvisibility=hidden"], "-"),
    ("shapes.cpp", PLAIN, CFI + ["-flto=thin"], "-"),
    ("shapes.cpp", PLAIN, CXX + ["-O2", "-flto", "-ffat-lto-objects"], "19-"),
    ("objects.m", APPLE, OBJC + ["-O2", "-flto=thin"], "-"),
]


def ways():
    """All of them, as (source, target, options, versions)."""
    found = []
    for source, target, options in GRID:
        for level in LEVELS:
            for debug in [], ["-g"]:
                found.append((source, target, options + [level, *debug], "-"))
    return found + OTHERS + SUMMARIES


def command(version, source, target, options):
    where = [] if source.endswith(".cu") else ["-target", target]
    coroutines = ["-fcoroutines-ts"] if source == "tasks.cpp" and version < 15 else []
    # The folder is one that changes from run to run.
    return [peers.tool("clang", version), *where, *options, *coroutines, "-w", "-ffile-compilation-dir=.", "-emit-llvm",
            "-o"]


def without_module_line(path):
    with open(path, "rb") as file:
        text = file.read()
    text = re.sub(rb"\A; ModuleID = .*\n", b"", text)
    with open(path, "wb") as file:
        file.write(text)
    return path


def compile_to(output, kind, item, scratch):
    (source, target, options, _), version = item
    peers.run([*command(version, source, target, options), output, kind, source], cwd=scratch)
    return os.path.join(scratch, output)


def check(cache, with_round_trip, item, scratch):
    way, version = item
    os.symlink(os.path.join(SOURCES, way[0]), os.path.join(scratch, way[0]))
    code = compile_to("text.bc", "-c", item, scratch)
    if way in SUMMARIES:
        return compare.compare(peers.Cache(None), with_round_trip, code, scratch)
    theirs = without_module_line(compile_to("text.ll", "-S", item, scratch))
    ours = os.path.join(scratch, "ours.ll")
    peers.bitleap_dis(code, ours)
    wrong = peers.differences(theirs, without_module_line(ours))
    if wrong is None and with_round_trip:
        return compare.round_trip(ours, theirs, version, [], scratch)
    return wrong


def describe(item):
    (source, target, options, _), version = item
    return " ".join([f"clang-{version}", "-target", target, *options, source])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    peers.add_common_options(parser)
    parser.add_argument("--round-trip", action="store_true")
    parser.add_argument("--version", type=int, metavar="N", help="only this version of clang")
    parser.add_argument("sources", nargs="*", metavar="SOURCE", help="names in src/")
    options = parser.parse_args()
    versions = [options.version] if options.version else peers.installed("clang", "llvm-dis")
    items = [(way, version) for way in ways() for version in versions
             if peers.is_in(version, way[3]) and (not options.sources or way[0] in options.sources)]
    peers.each(functools.partial(check, peers.Cache(options.cache), options.round_trip), items[::options.every],
               options.jobs, describe)


if __name__ == "__main__":
    main()
