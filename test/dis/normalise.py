#!/usr/bin/env python3
"""normalise.py - takes out of LLVM assembly what llvm-dis puts there by itself

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Of what compilers write, llvm-dis of the same version changes two things. Declarations of intrinsics get the attributes
of its own table, and each attribute group after them another number. The setter and getter of a DIObjCProperty change
places (13 to 19). And the first line names the file. So two texts say the same if they are equal after this:

- the ModuleID line goes;
- a declaration of an intrinsic loses its group, its "Function Attrs" comment, and each attribute of parameters and
  result that a table, or a front end in its place, may give;
- groups are numbered by first use, and come last;
- setter and getter of a DIObjCProperty are sorted;
- what llvm-dis adds to the data layout of x86 where a hand-written module lacks it goes.

usage: normalise.py <in.ll >out.ll
"""
import re
import sys

WORDS = rb"align \d+|captures\([^)]*\)|dereferenceable(?:_or_null)?\(\d+\)|immarg|inreg|noalias|nocapture|noext" \
        rb"|nofree|nofpclass\([^)]*\)|nonnull|noundef|range\([^)]*\)|readnone|readonly|returned|signext|writable" \
        rb"|writeonly|zeroext|initializes\((?:\([^)]*\)(?:, )?)*\)"
TABLE_ATTRIBUTE = re.compile(rb" (?:" + WORDS + rb")(?=[ ,)])")
INTRINSIC = re.compile(rb'declare .*@"?llvm\.')
GROUP = re.compile(rb"attributes #(\d+) = (\{.*\})$")
USE = re.compile(rb"(?<= )#(\d+)")
STRING = re.compile(rb'("[^"]*")')
ACCESSORS = re.compile(rb'[sg]etter: ("[^"]*")(?:, getter: ("[^"]*"))?')


class Normaliser:
    """Lines go in by line(), which gives the ones to print; end() gives the last of them. All without newlines."""

    def __init__(self):
        self.groups = {}
        self.numbers = {}
        self.held = None  # a comment that may belong to the declaration of an intrinsic

    def renumber(self, use):
        return b"#%d" % self.numbers.setdefault(use.group(1), len(self.numbers))

    def renumber_uses(self, line):
        if b'"' not in line:
            return USE.sub(self.renumber, line)
        parts = STRING.split(line)
        parts[::2] = [USE.sub(self.renumber, part) for part in parts[::2]]
        return b"".join(parts)

    def release(self):
        held, self.held = self.held, None
        return [held] if held is not None else []

    def line(self, line):
        """As most lines of a module are of no interest here, those go through one or two tests only."""
        if line.startswith(b"declare ") and INTRINSIC.match(line):
            self.held = None
            return [TABLE_ATTRIBUTE.sub(b"", re.sub(rb" #\d+", b"", line))]
        before = self.release() if self.held is not None else []
        if line.startswith(b";"):
            if line.startswith(b"; ModuleID"):
                return before + self.end()
            if line.startswith(b"; Function Attrs:"):
                self.held = line
                return before
        elif b"#" in line:
            group = GROUP.match(line)
            if group:
                self.groups[group.group(1)] = group.group(2)
                return before
            line = self.renumber_uses(line)
        elif line.startswith(b"target datalayout = "):
            line = line.replace(b"-p270:32:32-p271:32:32-p272:64:64", b"")
        elif b"!DIObjCProperty(" in line:
            line = ACCESSORS.sub(lambda m: b"accessors: " + b", ".join(sorted(filter(None, m.groups()))), line)
        before.append(line)
        return before

    def end(self):
        """Of a module; the next one numbers its groups anew."""
        groups = [b"attributes #%d = %s" % (number, self.groups.get(group, b"?"))
                  for group, number in self.numbers.items()]
        self.groups.clear()
        self.numbers.clear()
        return self.release() + groups


def normalise(source, target):
    """From one binary file to another."""
    normaliser = Normaliser()
    lines = []
    for line in source:
        lines += normaliser.line(line.rstrip(b"\n"))
        if len(lines) > 10000:
            target.write(b"\n".join(lines) + b"\n")
            lines = []
    lines += normaliser.end()
    target.write(b"\n".join(lines) + b"\n")


if __name__ == "__main__":
    normalise(sys.stdin.buffer, sys.stdout.buffer)
