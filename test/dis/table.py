#!/usr/bin/env python3
"""table.py - holds `bitleap dis` against llvm-dis, on small hand-written texts for each construct of LLVM's language

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

A file of table/ has the texts of one topic. Each begins with a line

    ;;; NAME [VERSIONS] [OPTION of llvm-as]…

where VERSIONS are those of LLVM that take it: 15-, -14, 16-19, 22; all, if nothing is said. A line of a text that
begins with such versions in brackets, `[15-] `, is for these only. So that one text can do for typed and for opaque
pointers, `ptr<T>` is `T*` up to 14 and `ptr` later; `ptr3<T>` the same in address space 3. A text that its llvm-as does
not take is a failure. The word `once` in place of an option: no round trip, as llvm-as does not always read it alike.
With --round-trip, the first global values of each are also to stand alone, by --closed.
More texts are counted through by enumerated.py.
"""
import argparse
import functools
import glob
import os
import re
import shutil
import sys

import compare
import enumerated
import parts
import peers

TABLE = os.path.join(peers.HERE, "table")
LAST_TYPED = 14
MOST_ALONE = 4  # global values of a text


def pointers(text, typed):
    """Writes out ptr<T> and ptr3<T>, the inner ones first."""
    while True:
        found = None
        for found in re.finditer(r"\bptr(\d*)<", text):
            pass
        if not found:
            return text
        end, depth = found.end(), 1
        while depth:
            depth += {"<": 1, ">": -1}.get(text[end], 0)
            end += 1
        space = f" addrspace({found.group(1)})" if found.group(1) else ""
        pointer = f"{text[found.end():end - 1]}{space}*" if typed else f"ptr{space}"
        text = text[:found.start()] + pointer + text[end:]


class Snippet:
    """One text of a topic."""

    def __init__(self, topic, head):
        words = head.split()
        self.name = f"{topic}/{words.pop(0)}"
        self.versions = words.pop(0) if words and re.fullmatch(peers.RANGE, words[0]) else "-"
        self.comes_back = "once" not in words
        self.options = [word for word in words if word != "once"]
        self.lines = []

    def text(self, version):
        kept = []
        for line in self.lines:
            found = re.match(r"\[(" + peers.RANGE + r")\] ?", line)
            if not found:
                kept.append(line)
            elif peers.is_in(version, found.group(1)):
                kept.append(line[found.end():])
        return pointers("\n".join(kept), version <= LAST_TYPED)


def read_texts(topic, text):
    snippets = []
    for line in text.split("\n"):
        if line.startswith(";;; "):
            snippets.append(Snippet(topic, line[4:]))
        elif snippets:
            snippets[-1].lines.append(line)
    return snippets


def all_snippets():
    snippets = []
    for path in sorted(glob.glob(os.path.join(TABLE, "*.ll"))):
        with open(path, encoding="utf-8") as file:
            snippets += read_texts(os.path.basename(path).removesuffix(".ll"), file.read())
    return snippets + read_texts("counted", enumerated.counted())


def assemble(text, options, version, scratch):
    """In the scratch folder, and by a name without it: the name goes into the module."""
    with open(os.path.join(scratch, "text.ll"), "w", encoding="utf-8") as file:
        file.write(text)
    peers.run([peers.tool("llvm-as", version), *options, "-o", "text.bc", "text.ll"], cwd=scratch)


def check(cache, with_round_trip, item, scratch):
    snippet, version = item
    text = snippet.text(version)
    code, ours, theirs = (os.path.join(scratch, name) for name in ("text.bc", "ours.ll", "theirs.ll"))
    known = cache.path("table", text, snippet.options, version)
    if known and os.path.exists(known + ".ll"):
        shutil.copy(known + ".bc", code)
        shutil.copy(known + ".ll", theirs)
    else:
        try:
            assemble(text, snippet.options, version, scratch)
            peers.run([peers.tool("llvm-dis", version), "-o", theirs, "text.bc"], cwd=scratch)
        except peers.ToolError as error:
            return f"not a text of LLVM {version}: {error}"
        if known:
            shutil.copy(code, known + ".bc")
            shutil.copy(theirs, known + ".ll")
    with open(ours, "wb") as out:
        peers.run([peers.BITLEAP, "dis", "-j", "1", "text.bc"], cwd=scratch, stdout=out)
    wrong = peers.differences(peers.normalise_file(theirs), peers.normalise_file(ours))
    if wrong is None and with_round_trip and snippet.comes_back:
        wrong = compare.round_trip(ours, theirs, version, [], scratch)
    if wrong is None and with_round_trip:
        return parts.check_all_alone(code, ours, MOST_ALONE, scratch)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    peers.add_common_options(parser)
    parser.add_argument("--round-trip", action="store_true")
    parser.add_argument("--version", type=int, metavar="N", help="only this version of LLVM")
    parser.add_argument("--print", action="store_true", help="print the texts, instead of trying them")
    parser.add_argument("names", nargs="*", metavar="TOPIC|TOPIC/NAME")
    options = parser.parse_args()
    snippets = all_snippets()
    names = [s.name for s in snippets]
    if len(set(names)) < len(names):
        sys.exit("table.py: two texts of one name: " + next(n for n in names if names.count(n) > 1))
    if options.names:
        snippets = [s for s in snippets if s.name in options.names or s.name.split("/")[0] in options.names]
    versions = [options.version] if options.version else peers.installed("llvm-as", "llvm-dis")
    items = [(s, v) for s in snippets for v in versions if peers.is_in(v, s.versions)][::options.every]
    if options.print:
        for snippet, version in items:
            print(f";;; {snippet.name} {version}\n{snippet.text(version)}")
        return
    peers.each(functools.partial(check, peers.Cache(options.cache), options.round_trip), items, options.jobs,
               lambda item: f"{item[0].name} ({item[1]})")


if __name__ == "__main__":
    main()
