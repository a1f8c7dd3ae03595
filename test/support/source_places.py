#!/usr/bin/env python3
"""source_places.py - the function and the source of each instruction with a location, from llvm-dis's text on standard input

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A line each: FUNCTION, a tab, and FILE:LINE:COLUMN with the chain of inlinedAt, as `places` in SQL has them.
"""
import re
import sys

text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
NODE = re.compile(r"^!(\d+) = (?:distinct )?!(DI\w+)\((.*)\)$", re.M)
FIELD = re.compile(r'(\w+): ("(?:[^"]*)"|![\w]+\([^)]*\)|[^,]+)')
nodes = {m.group(1): (m.group(2), dict(FIELD.findall(m.group(3)))) for m in NODE.finditer(text)}


def node(reference):
    return nodes.get((reference or "!").removeprefix("!"), ("", {}))


def unescape(quoted):
    return re.sub(r"\\([0-9A-F]{2})", lambda m: chr(int(m.group(1), 16)), (quoted or '""')[1:-1])


def scope_of(reference):
    file = function = None
    kind, fields = node(reference)
    while kind in ("DILexicalBlock", "DILexicalBlockFile", "DISubprogram"):
        file = file or fields.get("file")
        if kind == "DISubprogram":
            function = unescape(fields.get("name"))
            break
        kind, fields = node(fields.get("scope"))
    return unescape(node(file)[1].get("filename")) if file else None, function


def place(fields, has_function):
    file, function = scope_of(fields.get("scope"))
    at = f"{fields.get('line', 0)}:{fields.get('column', 0)}"
    at = f"{file}:{at}" if file else f"line {at}"
    return at + (f" in {function}" if has_function and function else "")


def chain(fields):
    has_function = "inlinedAt" in fields
    places = [place(fields, has_function)]
    while "inlinedAt" in fields:
        fields = node(fields["inlinedAt"])[1]
        places.append(place(fields, has_function))
    return ", inlined at ".join(places)


function = None
out = []
for line in text.split("\n"):
    m = re.match(r'define .*? ?@("(?:[^"]*)"|[\w.$-]+)\(', line)
    if m:
        function = m.group(1)
        function = unescape(function) if function.startswith('"') else function
        continue
    if not line.startswith("  ") or line.lstrip().startswith("#dbg_"):
        continue
    m = re.search(r", !dbg !(\d+)(?:$|[, ])", line)
    if m and function:
        out.append(f"{function}\t{chain(nodes[m.group(1)][1])}")
sys.stdout.buffer.write("".join(row + "\n" for row in out).encode("utf-8", "surrogateescape"))
