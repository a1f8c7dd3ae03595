#!/usr/bin/env python3
"""compare.py - holds `bitleap dis` against llvm-dis of the version that wrote each file

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Without operands: the .bc files of corpora/small, and each of what corpora/fetch.sh has fetched; --every N thins out the
latter. --rust: the modules in the libraries of the Rust that is installed.
--annotations: both print how often values are used. Both texts go through normalise.py. For each file that differs it prints how many lines do, and the first of
them. A file of a version that is not installed, or that this llvm-dis does not read, is skipped.

--round-trip also wants llvm-as to take our text, opt to verify it, and llvm-dis of the result to say the same again, or
what it says of llvm-dis's own text.
"""
import argparse
import filecmp
import functools
import glob
import json
import os
import re
import shutil
import tempfile

import peers

ANNOTATIONS = "-show-annotations"


def find_files(operands):
    found = []
    for operand in operands:
        if os.path.isfile(operand):
            found.append(operand)
        for folder, _, names in os.walk(operand):
            found += [os.path.join(folder, name) for name in names if name.endswith(".bc")]
    return sorted(found)


def default_files(every):
    corpora = os.path.join(peers.SOURCE, "corpora")
    return find_files([os.path.join(corpora, "small")]) + find_files([os.path.join(corpora, "large")])[::every]


def modules_of_rust(folder):
    """Those in the standard library, each in a file in FOLDER."""
    if not shutil.which("rustc"):
        return []
    root = peers.run(["rustc", "--print", "sysroot"]).decode().strip()
    for library in glob.glob(os.path.join(root, "lib", "rustlib", "*", "lib", "*.rlib")):
        try:
            peers.run([peers.BITLEAP, "extract", "--directory=" + folder, library])
        except peers.ToolError:
            pass  # one of machine code alone
    return sorted(os.path.join(folder, name) for name in os.listdir(folder))


def modules_of(path):
    """What `info` says of each."""
    return [json.loads(line) for line in peers.run([peers.BITLEAP, "info", "--json", path]).splitlines()]


def version_of(path, modules):
    """The producer's; a combined index does not name it, but may have it in its file's name."""
    for module in modules:
        found = re.match(r"[A-Za-z]*(\d+)\.", module["producer"])
        if found:
            return int(found.group(1))
    found = re.search(r"\.[a-z]*(\d+)\.bc$", path)
    if found:
        return int(found.group(1))
    return 14 if "/postgresql-15/" in path else None


def pointer_options(version, modules):
    """LLVM 14 to 16 know both kinds of pointers, and each has its own idea of which to expect."""
    typed = any(module["typed_pointers"] for module in modules)
    if version == 16 and typed:
        return ["-opaque-pointers=0"]
    if version == 14 and not typed and any(module["opaque_pointers"] for module in modules):
        return ["-opaque-pointers"]
    return []


def disassemble(path, version, modules, options, text):
    """With their llvm-dis. Modules of one file are read one by one: read together, LLVM renames the structs of the
    second one."""
    dis = [peers.tool("llvm-dis", version), *options, "-o", text]
    if len(modules) == 1:
        peers.run([*dis, path])
        return
    whole = b""
    for number in range(len(modules)):
        module = text + ".bc"
        peers.run([peers.tool("llvm-modextract", version), "-b", "-n", str(number), "-o", module, path])
        peers.run([*dis, module])
        with open(text, "rb") as part:
            # Both tools name the file they were given.
            whole += part.read().replace(module.encode(), path.encode())
    with open(text, "wb") as out:
        out.write(whole)


def without_predecessors(path):
    """Use-list orders are not in the text, so the order of predecessors need not come back."""
    with open(path, "rb") as file:
        text = re.sub(rb" +; preds = .*", b"", file.read())
    with open(path, "wb") as file:
        file.write(text)
    return path


def without_columns(path):
    """A number of attributes that becomes shorter moves the comment behind it."""
    with open(path, "rb") as file:
        text = re.sub(rb" +; \[", b" ; [", file.read())
    with open(path, "wb") as file:
        file.write(text)


def come_back(text, version, options, scratch):
    """How TEXT differs after llvm-as and llvm-dis, and a digest of what it is then. The path of the module is the name of
    the file."""
    code, again, before = (os.path.join(scratch, name) for name in ("again.bc", "again.ll", "before.ll"))
    with open(text, "rb") as source, open(before, "wb") as target:
        target.write(source.read())  # under one name, which may become part of the text
    peers.run([peers.tool("llvm-as", version), *options, "-o", code, before])
    peers.run([peers.tool("opt", version), *options, "-passes=verify", "-disable-output", code])
    peers.run([peers.tool("llvm-dis", version), *options, "-o", again, code])
    for path in again, before:
        without_predecessors(path)
        with open(path, "rb") as file:
            content = re.sub(rb'(\^\d+ = module: \(path: )"[^"]*"', rb"\1", file.read())
        with open(path, "wb") as file:
            file.write(content)
    normal = peers.normalise_file(again)
    return peers.differences(peers.normalise_file(before), normal), peers.digest(normal)


def round_trip(ours, theirs, version, options, scratch):
    """What llvm-as forgets, such as a module's hash, is missing in LLVM's own text, too: then both are to come back
    as the same."""
    wrong, again = None, None
    try:
        wrong, again = come_back(ours, version, options, scratch)
    except peers.ToolError as error:
        wrong = str(error)
    if wrong is None:
        return None
    try:
        theirs_wrong, theirs_again = come_back(theirs, version, options, scratch)
    except peers.ToolError:
        return "skip: llvm-as does not take llvm-dis's text"
    if theirs_wrong is not None and theirs_again == again:
        return None
    return "round trip: " + wrong


def bitleap_dis(path, text, options):
    """As llvm-dis where that is asked for its own comments."""
    if ANNOTATIONS in options:
        peers.run([peers.BITLEAP, "llvm-dis", ANNOTATIONS, "-threads=1", "-o", text, path])
    else:
        peers.bitleap_dis(path, text)


def compare(cache, with_round_trip, path, scratch, more=()):
    try:
        modules = modules_of(path)
    except peers.ToolError as error:
        return f"skip: {error}"
    version = version_of(path, modules)
    if version is None or not peers.tool("llvm-dis", version):
        return "skip: nothing to compare with"
    options = pointer_options(version, modules) + list(more)
    if ANNOTATIONS in options and len(modules) > 1:
        return "skip: a file for each module"
    ours, theirs = os.path.join(scratch, "ours.ll"), os.path.join(scratch, "theirs.ll")
    known = cache.path(os.path.abspath(path), os.path.getsize(path), os.path.getmtime(path), version, options)
    if known and os.path.exists(known) and not with_round_trip:
        bitleap_dis(path, ours, options)
        with open(known) as file:
            if file.read() == peers.digest(peers.normalise_file(ours)):
                return None
    try:
        disassemble(path, version, modules, options, theirs)
    except peers.ToolError as error:
        return f"skip: {error}"
    bitleap_dis(path, ours, options)
    if ANNOTATIONS in options and not filecmp.cmp(ours, theirs, shallow=False):
        without_columns(ours)
        without_columns(theirs)
    normal = peers.normalise_file(theirs)
    if known:
        with open(known, "w") as file:
            file.write(peers.digest(normal))
    wrong = peers.differences(normal, peers.normalise_file(ours))
    if wrong is None and with_round_trip:
        return round_trip(ours, theirs, version, options, scratch)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    peers.add_common_options(parser)
    parser.add_argument("--round-trip", action="store_true")
    parser.add_argument("--rust", action="store_true")
    parser.add_argument("--annotations", action="store_const", const=[ANNOTATIONS], default=[])
    parser.add_argument("files", nargs="*", metavar="FILE|FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="rust-") as folder:
        if options.rust:
            files = modules_of_rust(folder)[::options.every]
        elif options.files:
            files = find_files(options.files)[::options.every]
        else:
            files = default_files(options.every)
        cache = peers.Cache(options.cache)
        work = functools.partial(compare, cache, options.round_trip, more=options.annotations)
        peers.each(work, files, options.jobs)


if __name__ == "__main__":
    main()
