#!/usr/bin/env python3
"""parts.py - holds `bitleap dis --only` against the lines of the whole text

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Of each file some parts are printed: functions, declarations, variables, structs and nodes, chosen at random, but the
same each time. A few have a process of their own, as numbers are looked for only as far as a part needs them; more are
printed by one process in an order of their own, and one text is made of several with --closed. What --closed prints of a
single one, the llvm-as of the version that wrote the file has to take, if it is installed and takes the whole text. Files
as in compare.py.
"""
import argparse
import functools
import itertools
import os
import random
import re

import compare
import peers

ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|\\)")
NAME = rb'(?:"((?:[^"])*)"|([-a-zA-Z$._0-9]+))'
FUNCTION = re.compile(rb"^(?:define|declare) .*?@" + NAME + rb"\(")
LINE = re.compile(rb"^(?:@" + NAME + rb" = |(%)" + NAME + rb" = type |(!\d+) = )")


def name_in(quoted, plain):
    def byte(found):
        return found.group(1) if found.group(1) == b"\\" else bytes([int(found.group(1), 16)])

    return plain if quoted is None else ESCAPE.sub(byte, quoted)


def parts_of(text):
    """What --only can be asked for, with its lines."""
    lines = text.split(b"\n")
    at = 0
    while at < len(lines):
        begin = at
        function = FUNCTION.match(lines[at])
        if function:
            name = name_in(*function.groups())
            if begin and lines[begin - 1].startswith(b"; Function Attrs:"):
                begin -= 1
            if lines[at].startswith(b"define"):
                at = lines.index(b"}", at)
            yield name, b"\n".join(lines[begin:at + 1]) + b"\n"
        else:
            line = LINE.match(lines[at])
            if line:
                quoted, plain, percent, of_struct, plain_struct, node = line.groups()
                name = node or (percent or b"") + name_in(quoted or of_struct, plain or plain_struct)
                yield name, lines[at] + b"\n"
        at += 1


def is_name(name):
    """What has no name has a number in its place, by which only nodes can be asked for."""
    return name and b"\0" not in name and not name.lstrip(b"%").isdigit()


def global_values(names):
    return [name for name in names if name[:1] not in b"%!"]


def only(names):
    return [word for name in names for word in (b"--only", name)]


def check(place, chosen, parts):
    """CHOSEN by one process are the lines of PARTS, apart by empty lines."""
    ours = peers.run([peers.BITLEAP.encode(), b"dis", *only(chosen), place])
    theirs = b"\n".join(parts[name] for name in chosen)
    if ours == theirs:
        return None
    pairs = itertools.zip_longest(theirs.split(b"\n"), ours.split(b"\n"), fillvalue=b"(end)")
    first = next(pair for pair in pairs if pair[0] != pair[1])
    shown = (line[:200].decode(errors="replace") for line in first)
    names = b" ".join(chosen).decode(errors="replace")
    return f"{len(chosen)} parts, {names[:100]}: not as in the whole:\n    < {next(shown)}\n    > {next(shown)}"


def check_closed(place, chosen, parts):
    """With --closed their lines are there, too, if not beside each other."""
    text = peers.run([peers.BITLEAP.encode(), b"dis", b"--closed", *only(chosen), place])
    missing = [name for name in chosen if parts[name] not in text]
    return f"--closed: lines are missing of {missing[0].decode(errors='replace')}" if missing else None


def assembler_of(path, whole, scratch):
    """The llvm-as that takes the whole text, with options; None without one."""
    modules = compare.modules_of(path)
    version = compare.version_of(path, modules)
    program = version and peers.tool("llvm-as", version)
    if not program:
        return None
    assembler = [program, *compare.pointer_options(version, modules), "-o", os.path.join(scratch, "closed.bc")]
    try:
        peers.run([*assembler, whole])
    except peers.ToolError:
        return None
    return assembler


def check_all_alone(path, whole, most, scratch):
    """Up to MOST global values of a file whose text is WHOLE."""
    assembler = assembler_of(path, whole, scratch)
    with open(whole, "rb") as file:
        names = global_values(name for name, _ in parts_of(file.read()) if is_name(name))
    for name in names[:most] if assembler else []:
        wrong = check_standing_alone(path, name, assembler, scratch)
        if wrong:
            return wrong
    return None


def check_standing_alone(path, name, assembler, scratch):
    """The text that --closed makes of one is taken."""
    text = os.path.join(scratch, "closed.ll")
    peers.run_to(text, [peers.BITLEAP.encode(), b"dis", b"--closed", b"--only", name, path.encode()])
    try:
        peers.run([*assembler, text])
    except peers.ToolError as error:
        return f"--closed --only {name.decode(errors='replace')}: {error}"
    return None


def compare_parts(options, path, scratch):
    whole = os.path.join(scratch, "whole.ll")
    try:
        peers.bitleap_dis(path, whole)
        assembler = assembler_of(path, whole, scratch)
    except peers.ToolError as error:
        return f"skip: {error}"
    with open(whole, "rb") as file:
        text = file.read()
    if len(re.findall(rb"(?m)^; ModuleID = ", text)) != 1:
        return "skip: several modules"
    parts = {name: lines for name, lines in parts_of(text) if is_name(name)}
    names = sorted(parts)
    random.Random(os.path.basename(path)).shuffle(names)
    values = global_values(names)
    place = path.encode()
    checks = [functools.partial(check, place, [name], parts) for name in names[:options.alone]]
    if values:
        checks += [functools.partial(check, place, [name], parts) for name in values[:options.alone]]
        checks.append(functools.partial(check_closed, place, values[:5], parts))
        if assembler:
            checks += [functools.partial(check_standing_alone, path, name, assembler, scratch)
                       for name in values[:options.closed]]
    if names:
        checks.append(functools.partial(check, place, names[:options.together], parts))
    for run in checks:
        wrong = run()
        if wrong:
            return wrong
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    peers.add_common_options(parser)
    parser.add_argument("--alone", type=int, default=4, metavar="N", help="parts with a process of their own")
    parser.add_argument("--closed", type=int, default=4, metavar="N", help="parts that have to stand alone")
    parser.add_argument("--together", type=int, default=200, metavar="N", help="parts by one process")
    parser.add_argument("files", nargs="*", metavar="FILE|FOLDER")
    options = parser.parse_args()
    files = compare.find_files(options.files) if options.files else compare.default_files(1)
    peers.each(functools.partial(compare_parts, options), files[::options.every], options.jobs)


if __name__ == "__main__":
    main()
