#!/usr/bin/env python3
"""features.py - a module for each row of lib/ir/features.def, and what older LLVMs make of it

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

features.ll has the modules. Each begins with a line

    ;;; ROW[, ROW]…: FROM TO… [silent]

A ROW is named as in the table: `ATTRIBUTE RANGE`, `CODE CONSTANTS PTRAUTH`, `OTHER LIFETIME`, and with the operand's
place or what it is, `OPERAND METADATA LOCATION 6`, `OPERAND FUNCTION INST_CAST ptrtoaddr`. The module is assembled by
LLVM FROM, with typed pointers if that is followed by `t`, and lowered for each TO, which finds the features of the rows,
with their remedies. `ptr<T>` is as in test/dis/table. Lines `; has TEXT` and `; lacks TEXT` are about what the llvm-dis
of TO prints.

LLVM TO has to read what is lowered without a word. What has everything lowered but the feature of a row it has to
refuse, to complain of, or to misread, so that its text is not as these lines ask for: this shows that the remedy is
needed. With `silent` it must not: LLVM TO passes over what the feature means. What is refused is lowered where it may be
allowed. Each row of the table has a module, or is among UNTRIED below.
"""
import argparse
import functools
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "dis"))
import peers  # noqa: E402
import table  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST_OPAQUE = 15
ALLOWED_OTHERS = ("global-sanitizer", "code-model")

NO_READER = "no LLVM up to 22 reads it"
COMBINED = "in indexes of many modules, which have no module to be lowered"
WITH_SUMMARY = "the summary that it is in is too new itself"
UNTRIED = {
    "ATTRIBUTE HYBRID_PATCHABLE": NO_READER,
    "OPERAND FUNCTION INST_CAST cast": NO_READER,
    "OPERAND FUNCTION INST_ATOMICRMW operation": NO_READER,
    "OPERAND CONSTANTS CE_CAST cast": NO_READER,
    "CODE SUMMARY COMBINED_CALLSITE_INFO": COMBINED,
    "CODE SUMMARY COMBINED_ALLOC_INFO": COMBINED,
    "CODE SUMMARY COMBINED_ALLOC_INFO_NO_CONTEXT": COMBINED,
    "CODE SUMMARY ALLOC_CONTEXT_IDS": WITH_SUMMARY,
    "CODE SUMMARY CONTEXT_RADIX_TREE_ARRAY": WITH_SUMMARY,
}


def arguments(text):
    """Those of a macro's call."""
    return [part.strip() for part in re.findall(r'((?:"(?:[^"\\]|\\.)*"|\([^()]*\)|[^,"()])+)', text)]


def spellings():
    with open(os.path.join(peers.SOURCE, "lib", "bitleap_codes.def"), encoding="utf-8") as file:
        return dict(re.findall(r'^BL_(?:NEW_)?ATTRIBUTE\((\w+), \d+, "([^"]*)"', file.read(), re.M))


def read_rows():
    """By the row's name, its feature and remedy."""
    names, rows = spellings(), {}
    with open(os.path.join(peers.SOURCE, "lib", "ir", "features.def"), encoding="utf-8") as file:
        found = re.findall(r"^BL_FEATURE_(\w+)\((.*)\)$", file.read(), re.M)
    for kind, text in found:
        part = arguments(text)
        if kind == "ATTRIBUTE":
            rows[f"ATTRIBUTE {part[0]}"] = (names[part[0]], part[1])
        elif kind == "CODE":
            rows[f"CODE {part[1]} {part[2]}"] = (part[0].strip('"'), part[3])
        elif kind == "OPERAND":
            which = part[7] if part[1] == "NULL" else part[1].replace('"', "").split(" NEWER_THAN")[0].strip()
            rows[f"OPERAND {part[2]} {part[3]} {which}"] = (part[0].strip('"'), part[11])
        else:
            rows[f"OTHER {part[0]}"] = (part[1].strip('"'), part[4])
    return rows


class Module:
    """One of features.ll."""

    def __init__(self, head):
        names, rest = head.split(": ", 1)
        words = rest.split()
        self.rows = names.split(", ")
        self.silent = "silent" in words
        self.typed = words[0].endswith("t")
        self.version = int(words[0].rstrip("t"))
        self.targets = [int(word) for word in words[1:] if word != "silent"]
        self.lines = []

    def conditions(self, word):
        return [line[len(word) + 3:] for line in self.lines if line.startswith(f"; {word} ")]


def read_modules():
    modules = []
    with open(os.path.join(HERE, "features.ll"), encoding="utf-8") as file:
        for line in file.read().split("\n"):
            if line.startswith(";;; "):
                modules.append(Module(line[4:]))
            elif modules:
                modules[-1].lines.append(line)
    return modules


def run(command):
    """What a tool has to say, or None."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=peers.TIME_LIMIT, check=False)
    said = " | ".join(done.stderr.decode("utf-8", "replace").strip().split("\n")[:2])[:300]
    return f"{command[0]}: status {done.returncode}: {said}" if done.returncode or said else None


def complaint(module, target, path):
    """What is wrong with PATH in the eyes of LLVM TARGET, or None."""
    text = path + ".ll"
    for command in ([f"opt-{target}", "-passes=verify", "-disable-output", path], [f"llvm-dis-{target}", "-o", text, path]):
        said = run(command)
        if said:
            return said
    with open(text, encoding="utf-8", errors="replace") as file:
        printed = file.read()
    for want in module.conditions("has"):
        if want not in printed:
            return f"no '{want}' in what llvm-dis-{target} prints"
    for word in module.conditions("lacks"):
        if word in printed:
            return f"'{word}' in what llvm-dis-{target} prints"
    return None


def lower(target, source, result, options):
    done = subprocess.run([peers.BITLEAP, "lower", "--for", str(target), "--force", *options, source, "-o", result],
                          stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return done.returncode, done.stderr.decode("utf-8", "replace").strip()


def check_findings(wanted, target, source):
    done = subprocess.run([peers.BITLEAP, "lower", "--for", str(target), "--explain", "--json", source],
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
    found = [json.loads(line) for line in done.stdout.split(b"\n") if line]
    remedies = {(f["feature"], f["remedy"].upper()) for f in found}
    return None if wanted <= remedies else f"not found: {sorted(wanted - remedies)}, but {sorted(remedies)}"


def check_without(module, target, source, feature, options):
    """That LLVM TARGET needs the remedy of FEATURE."""
    kept = source + ".kept.bc"
    status, said = lower(target, source, kept, [*options, "--keep", feature, "--keep", "intrinsics"])
    if status:
        return f"without {feature}: {said}"
    wrong = complaint(module, target, kept)
    if module.silent and wrong:
        return f"not silent about {feature}: {wrong}"
    return None if wrong or module.silent else f"LLVM {target} does not need the remedy of {feature}"


def check(rows, item, scratch):
    module, target = item
    source = os.path.join(scratch, "text.bc")
    typed = module.typed or module.version < FIRST_OPAQUE
    text = table.pointers("\n".join(module.lines), typed)
    with open(os.path.join(scratch, "text.ll"), "w", encoding="utf-8") as file:
        file.write(text)
    options = ["-opaque-pointers=0"] if module.typed else []
    said = run([f"llvm-as-{module.version}", *options, "-o", source, file.name])
    if said:
        return said
    wanted = {rows[name] for name in module.rows}
    wrong = check_findings(wanted, target, source)
    refused = sorted(feature for feature, remedy in wanted if remedy == "REFUSE")
    lowered = os.path.join(scratch, "lowered.bc")
    if not wrong and refused:
        status, said = lower(target, source, lowered, [])
        if status != 2 or f"refused for LLVM {target}: " not in said:
            wrong = f"not refused: status {status}: {said}"
    can_be_allowed = all(name.startswith("ATTRIBUTE") or rows[name][0] in ALLOWED_OTHERS for name in module.rows)
    options = [word for feature in refused for word in ("--allow", feature)]
    status, said = lower(target, source, lowered, options)
    if not wrong and refused and not can_be_allowed:
        wrong = f"{refused} can be allowed" if status == 0 else None
    elif not wrong:
        wrong = f"not lowered: {said}" if status else complaint(module, target, lowered)
    for feature, _ in sorted(wanted):
        wrong = wrong or check_without(module, target, source, feature, options)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    peers.add_common_options(parser)
    parser.add_argument("rows", nargs="*", metavar="ROW")
    options = parser.parse_args()
    rows = read_rows()
    modules = read_modules()
    named = {name for module in modules for name in module.rows}
    for what, names in ("of no row", named - set(rows)), ("without a module", set(rows) - named - set(UNTRIED)), \
            ("untried, with a module", named & set(UNTRIED)):
        if names and not options.rows:
            sys.exit(f"features.py: {what}: {', '.join(sorted(names))}")
    if options.rows:
        modules = [m for m in modules if set(m.rows) & set(options.rows)]
    versions = peers.installed("llvm-as", "llvm-dis", "opt")
    items = [(m, to) for m in modules for to in m.targets if m.version in versions and to in versions][::options.every]
    peers.each(functools.partial(check, rows), items, options.jobs,
               lambda item: f"{', '.join(item[0].rows)} from {item[0].version} to {item[1]}")


if __name__ == "__main__":
    main()
